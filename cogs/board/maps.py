"""/map: the board, parts of it, and what is laid over it; buttons below it show more without a command."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import change_picture, defer, defer_in_place, place_teller, say, text_file
from cogs.interactions.components import button_row, select_row
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name, Names
from cogs.interactions.names import quoted, region_meant
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import GameState
from engine.state.names import find_power, find_space, folded, parts_of
from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import without_markdown
from gamemaster.sheets.page import Entry
from gamemaster.views.board import own_power
from gamemaster.views.board_choices import FRONT, MOST_STEPS, SHOWS, BoardChoice, shows_by_overlay, words_for_shows
from gamemaster.views.view import GameView
from maps import map_names

OWN_FRONT = BoardChoice(region=FRONT, shows=frozenset({"moves", "battles"}))
WHOLE_BOARD = BoardChoice(shows=OWN_FRONT.shows)
OF_A_POWER = {
    "reach": "Enemy reach: what enemies of {} can strike next turn.",
    "relations": "Relations: what each space is to {} now.",
}
"""What each overlay says about a power."""

TOGGLES_IN_A_ROW = 5
POWERS_ROW = 3
MAPS_ROW = 4  # of the maps that were joined to the board


async def show_map(interaction: Interaction, loaded: GameView, look: BoardChoice, *, instead: bool = False) -> None:
    """What a user wants to see, shown only to them; `instead` of the map whose button they pressed."""
    interaction.client.master.admit(interaction.user.id, loaded, "picture")
    if instead:
        await defer_in_place(interaction)
    else:
        await defer(interaction)
    told = place_teller(interaction, "map is being drawn")
    picture = await interaction.client.master.board_views.picture(loaded, look, told)
    file = file_of(picture)
    view, whose = _buttons(loaded, look), _whose(loaded, look)
    if instead:
        await change_picture(interaction, file, view, whose)
    else:
        await say(interaction, whose, view=view, files=[file])


async def tell_map(interaction: Interaction, loaded: GameView, look: BoardChoice) -> None:
    """The same in words: in a few messages, or as a file if it is long."""
    interaction.client.master.admit(interaction.user.id, loaded, "picture")
    await defer(interaction)
    told = place_teller(interaction, "map is being put into words")
    words = await interaction.client.master.board_views.words(loaded, look, told)
    text = "\n".join(filter(None, (_whose(loaded, look), words)))
    await say(interaction, without_markdown(text), if_long=text_file(text, "map.txt", "The map in words"))


def _whose(loaded: GameView, look: BoardChoice) -> str:
    """Of which power that is told which is laid over the map, where anything is told of one."""
    laid = {SHOWS[show].overlay for show in look.shows}
    name = loaded.board.edition.power[look.power or own_power(loaded)].called
    return "\n".join(text.format(name) for overlay, text in OF_A_POWER.items() if overlay in laid)


def _buttons(loaded: GameView, look: BoardChoice) -> discord.ui.View:
    """Nearer, farther, everything, the front, words; what is laid over the map, on and off; of which power; the maps of
    the board.
    """
    view, game, never_stale = discord.ui.View(timeout=None), loaded.game.id, ""
    steps = {"Zoom in": look.zoomed_in, "Zoom out": look.zoomed_out, "Whole board": look.whole, "The front": look.front}
    for label, other in steps.items():
        if other is not None:
            button_row(view, game, never_stale, f"map.{other.code}", label, row=0)
    button_row(view, game, never_stale, f"words.{look.code}", "In words", row=0)
    for number, shows in enumerate(shows_by_overlay(loaded.board).values()):
        names = {show.name for show in shows}
        style = discord.ButtonStyle.primary if look.shows & names else discord.ButtonStyle.secondary
        row, press = 1 + number // TOGGLES_IN_A_ROW, f"map.{look.toggled(names).code}"
        button_row(view, game, never_stale, press, shows[0].button, row=row, style=style)
    if _whose(loaded, look):
        entries = _powers_to_choose(loaded, look.power or own_power(loaded))
        deed = f"mapof.{look.code}"
        select_row(view, game, never_stale, deed, "Choose another power", entries, row=POWERS_ROW)
    for region, name in map_names(loaded.board.edition.board.board).items():
        if region != look.region:
            button_row(view, game, never_stale, f"map.{look.of_region(region).code}", name, row=MAPS_ROW)
    return view


def _powers_to_choose(loaded: GameView, chosen: str) -> list[Entry]:
    """All powers with a turn, one's own first."""
    powers = sorted(loaded.board.edition.powers_with_turns, key=lambda power: power.id not in loaded.powers)
    return [Entry(power.name, power.id, chosen=power.id == chosen) for power in powers]


def _look_pressed(loaded: GameView, press: Press) -> BoardChoice:
    """What the id of a button asks for; raises Refusal and TableRefusal where the board has no such part."""
    look, edition = BoardChoice.from_code(press.argument), loaded.board.edition
    if look.region not in ("", FRONT):
        region_meant(edition.board.board, look.region)
    if look.space:
        find_space(edition, look.space)
    if look.power:
        find_power(edition, look.power)
    return look


@reacts_to("map", right="export")
async def map_pressed(interaction: Interaction, press: Press) -> None:
    """Another view of the map by button, in its place; from the panel the front with one's own moves. Never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    look = _look_pressed(loaded, press) if press.argument else OWN_FRONT
    await show_map(interaction, loaded, look, instead=bool(press.argument))


@reacts_to("mapof", right="export")
async def power_chosen(interaction: Interaction, press: Press) -> None:
    """The same map for another power, in its place; never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    look = replace(_look_pressed(loaded, press), power=find_power(loaded.board.edition, "".join(press.values[:1])))
    await show_map(interaction, loaded, look, instead=True)


@reacts_to("words", right="export")
async def words_pressed(interaction: Interaction, press: Press) -> None:
    """The map in words by button; never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    await tell_map(interaction, loaded, _look_pressed(loaded, press))


def look_meant(board: GameState, region: str, space: str, steps: int, show: str, power: str) -> BoardChoice:
    """What the options of the command mean; raises TableRefusal and Refusal with the nearest names."""
    edition = board.edition
    where = region and (FRONT if folded(region) == FRONT else region_meant(edition.board.board, region))
    return BoardChoice(
        region="" if space else where,
        space=find_space(edition, space) if space else "",
        steps=steps,
        shows=_shows_meant(board, show),
        power=find_power(edition, power) if power else "",
    )


def _shows_meant(board: GameState, text: str) -> frozenset[str]:
    """The names of overlays in a list with commas; "reach" is reach of every kind."""
    words, found = words_for_shows(board), set[str]()
    for word in filter(None, (folded(part) for part in parts_of(text))):
        if word not in words:
            raise TableRefusal(f"I can't show {quoted(word)} on a map. Choose {listed(words, 'or')}.")
        found |= words[word]
    return frozenset(found)


class MapCommands(commands.Cog):
    """The board in pictures and in words."""

    @app_commands.command(name="map", description="The map: all of it, a region, or a space and what lies around it")
    @app_commands.describe(
        region="A named part of the board, or the front",
        space="A space",
        steps="How many spaces around it",
        show="What to show on it, with commas, such as moves, battles, reach",
        power="Whose enemies' reach, or whose relations; yours if left empty",
        words="In words instead of a picture",
    )
    @app_commands.autocomplete(space=autocomplete.spaces, show=autocomplete.overlays, power=autocomplete.powers)
    async def map_(
        self,
        interaction: Interaction,
        region: Name = "",
        space: Name = "",
        steps: app_commands.Range[int, 1, MOST_STEPS] = 1,
        show: Names = "",
        power: Name = "",
        words: bool = False,
    ) -> None:
        """Draw the board."""
        loaded = await game_of(interaction)
        look = look_meant(loaded.board, region, space, steps, show, power)
        await (tell_map if words else show_map)(interaction, loaded, look)

    @map_.autocomplete("region")
    async def _parts(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        front = autocomplete.offered([("the front: where the last phase happened", FRONT)], typed)
        return [*front, *await autocomplete.regions(interaction, typed)][: autocomplete.MOST]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(MapCommands())

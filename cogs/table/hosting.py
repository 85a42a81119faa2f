"""The part of /game for organisers and server managers: records, replacements, corrections, the end."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say, text_file
from cogs.interactions.components import button_row
from cogs.interactions.files import content_of
from cogs.interactions.lengths import Json, Name, Number
from cogs.interactions.members import names_of
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.ending import end_for_absent
from cogs.service.client import Interaction, actor_of, cause_of, game_of
from cogs.service.posting import check_can_announce, check_can_make_thread, check_can_post
from cogs.sheets.correcting import show_correcting
from cogs.table import autocomplete
from cogs.table.consent import check_can_play, has_left, wish
from cogs.table.lobby import house_seated, show_lobby
from engine import load_setup
from engine.reading import UnreadableJson, read_json, read_number
from engine.state.names import find_power
from gamemaster.consent.rollback import may_go_back
from gamemaster.consent.seats.housing import CHOICES, is_asked_first
from gamemaster.errors import NoSuchGame, TableRefusal
from gamemaster.house.alone import CONFIRM
from gamemaster.jobs.records import MOST_BYTES
from gamemaster.keys import end_of_phase
from gamemaster.lobby.change_channel import Place
from gamemaster.narration import LIMIT, waiting_for
from gamemaster.roles import check_may
from gamemaster.table_settings import table_settings_of
from gamemaster.views.view import GameView

RECORD, SUMMARY = "record", "summary"
FORMS = {RECORD: "record and position as files", SUMMARY: "summary to paste into a forum or chat"}
"""Of an export."""
MOST_IN_A_MESSAGE = LIMIT - len("```\n```")


async def show_summary(interaction: Interaction, loaded: GameView) -> None:
    """The war as text: in the message where it has room, so that it can be copied there, else as a file."""
    master = interaction.client.master
    master.admit(interaction.user.id, loaded, "replay")
    names = await names_of(interaction, loaded.seats.values())
    text = await master.summaries.summary(loaded, names, place_teller(interaction, "summary is being written"))
    if len(text) <= MOST_IN_A_MESSAGE:
        await say(interaction, f"```\n{text}```")
        return
    file = text_file(text, f"game-{loaded.game.id}-summary.txt")
    await say(interaction, "The war so far as text. Copy it from the file into a forum or another chat.", files=[file])


INTO_THREAD = "thread"
PLACES_TO_MOVE_TO = [
    app_commands.Choice(name="here: this channel", value="here"),
    app_commands.Choice(name="thread: a new thread of this channel", value=INTO_THREAD),
]


async def _ask_about_computers(interaction: Interaction, loaded: GameView, deed: str) -> None:
    """Ask whether the house is to play every power of a running game; raises NotAllowed, TableRefusal."""
    check_may("give a power to the house", actor_of(interaction), loaded)
    text = await interaction.client.master.lobby.question_in(loaded, loaded.board.round)
    view = discord.ui.View(timeout=None)
    button_row(view, loaded.game.id, "", deed, CONFIRM, style=discord.ButtonStyle.success)
    await say(interaction, text, view=view)


@reacts_to("housealone", right="give a power to the house")
async def house_confirmed(interaction: Interaction, press: Press) -> None:
    """The house at every power of a running game, of which nobody plays any any more."""
    await defer(interaction)
    await check_can_announce(interaction)
    power, _, level = press.argument.partition(".")
    loaded: GameView = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    await _give_to_the_house(interaction, loaded, power, level, is_alone=True)


async def _give_to_the_house(
    interaction: Interaction, loaded: GameView, power: str, level: str, *, is_alone: bool = False
) -> None:
    """Let the house play a power of a running game, once those have agreed who must; or every power."""
    holder = loaded.seats.get(power)
    gone = holder is not None and holder != interaction.user.id and await has_left(interaction, holder)
    body = {"power": power, "level": level, "has_left": gone}
    await wish(interaction, loaded, "house", {**body, "alone": True} if is_alone else body)


class HostingCommands(commands.Cog):
    """Subcommands of /game. What changes a game from outside is announced with the name."""

    @app_commands.command(description="The game as files, without secrets: record, position; or a summary for a forum")
    @app_commands.describe(form="The files to go on from; or a summary: the war turn by turn, as text to paste")
    @app_commands.choices(form=[app_commands.Choice(name=words, value=form) for form, words in FORMS.items()])
    async def export(self, interaction: Interaction, form: str = RECORD) -> None:
        """A record that replays on another machine; with all dice once the game is over."""
        await defer(interaction)
        loaded = await game_of(interaction)
        if form == SUMMARY:
            await show_summary(interaction, loaded)
            return
        records = interaction.client.master.records
        files = [text_file(await records.export(loaded), f"game-{loaded.game.id}.json")]
        if dice := await records.dice_check(loaded):
            files.append(text_file(dice, f"game-{loaded.game.id}-dice.json"))
        files.append(text_file(await records.position(loaded), f"game-{loaded.game.id}-position.txt"))
        text = (
            "Here are the record, which `python -m engine.replay` replays, and the position as text. With "
            "`/game import` you can go on from either in a new game"
        )
        hint = " `/game export form: summary` tells the war as text to paste into a forum."
        check = " `docs/verify_dice.py` checks the dice with their seed." if dice else ""
        await say(interaction, f"{text}.{check}{hint}", files=files)

    @app_commands.command(name="import", description="Begin a new game from a record, or from a position as text")
    @app_commands.describe(record="The .json or .txt file that /game export gave, or your own .txt in the same form")
    async def import_(self, interaction: Interaction, record: discord.Attachment) -> None:
        """Only into a game that has not begun; marked as imported."""
        await defer(interaction)
        loaded = await game_of(interaction)
        interaction.client.master.admit(interaction.user.id, loaded, "import")
        check_can_post(interaction)
        records = interaction.client.master.records
        fetch = partial(content_of, record, MOST_BYTES)
        await records.import_record(loaded, actor_of(interaction), fetch, cause_of(interaction))
        await say(interaction, "I've loaded the file into this game.")

    @app_commands.command(description="Give a power to another player")
    @app_commands.describe(power="Which power", player="Who plays it from now on; a member of this server")
    @app_commands.autocomplete(power=autocomplete.powers)
    async def replace(self, interaction: Interaction, power: Name, player: discord.User) -> None:
        """Replace a player, announced; where somebody's consent is needed, they are asked first."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        check_can_play(player)
        wanted = find_power(load_setup(loaded.game.setup), power)
        holder = loaded.seats.get(wanted)
        gone = holder is not None and holder != interaction.user.id and await has_left(interaction, holder)
        body = {"power": wanted, "user_id": player.id, "has_left": gone}
        await wish(interaction, loaded, "replace", body)

    @app_commands.command(description="Let the house, a computer player, play a power")
    @app_commands.describe(
        power="A power without a player; of another, its player or an ally has to agree",
        level="How well it plays; or nobody, to let it go",
    )
    @app_commands.choices(
        level=[app_commands.Choice(name=f"{name}: {plays}", value=name) for name, plays in CHOICES.items()]
    )
    @app_commands.autocomplete(power=autocomplete.powers)
    async def house(self, interaction: Interaction, power: Name, level: str = next(iter(CHOICES))) -> None:
        """Seat the house, or let it go; announced where the game has begun."""
        loaded = await game_of(interaction)
        wanted = find_power(load_setup(loaded.game.setup), power)
        if loaded.game.status == "lobby":
            await house_seated(interaction, loaded, wanted, level)
            return
        await defer(interaction)
        await check_can_announce(interaction)
        if is_asked_first(loaded, wanted, level):
            await _ask_about_computers(interaction, loaded, f"housealone.{wanted}.{level}")
            return
        await _give_to_the_house(interaction, loaded, wanted, level)

    @app_commands.command(description="Answer absent players' open questions by default; end a phase whose time is up")
    async def answer(self, interaction: Interaction) -> None:
        """Let the game go on without players who are away."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        requests = [each for each in loaded.board.requests if waiting_for(each)]
        if not requests and table_settings_of(loaded.game).times_turns:
            await end_for_absent(interaction, loaded)
            return
        if not requests:
            raise TableRefusal("There are no open questions.")
        of_others = [each for each in requests if not set(waiting_for(each)) <= set(loaded.powers)]
        body = {"request": (of_others or requests)[0].id}
        await wish(interaction, loaded, "answer", body, "Answered by default. I've told the table.")

    @app_commands.command(description="Correct the position: a place, IPCs, technologies, wars or whose turn it is")
    @app_commands.describe(change='Several at once: JSON such as {"ipcs": {"germany": 40}}, see docs/actions.md')
    async def edit(self, interaction: Interaction, change: Json = "") -> None:
        """The game master's correction, announced; if the game master plays, the other side agrees first.

        By menus and forms, or all at once.
        """
        if not change:
            await show_correcting(interaction)
            return
        await defer(interaction, is_order=True)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        try:
            correction = read_json(change)
        except UnreadableJson as error:
            raise TableRefusal(f"The change isn't a JSON object: {error}") from error
        await wish(interaction, loaded, "edit", {"change": correction}, "Corrected. I've told the table.")

    @app_commands.command(
        description="Pause the game, if the other side agrees: deadlines, reminders and turn times stop"
    )
    async def pause(self, interaction: Interaction) -> None:
        """Pause with consent of the other side."""
        await defer(interaction)
        await check_can_announce(interaction)
        await wish(interaction, await game_of(interaction), "pause", {}, "Paused. I've told the table.")

    @app_commands.command(description="Go on with a game that is paused, if the other side agrees")
    async def resume(self, interaction: Interaction) -> None:
        """Resume with consent of the other side."""
        await defer(interaction)
        await check_can_announce(interaction)
        await wish(interaction, await game_of(interaction), "resume", {}, "The game goes on. I've told the table.")

    @app_commands.command(description="Put the game back to the end of an earlier phase")
    @app_commands.describe(to="The phase to go back to")
    async def rollback(self, interaction: Interaction, to: Number) -> None:
        """Roll back, announced; old dice stay on record and are never used again. A player needs consent for it."""
        await defer(interaction)
        await check_can_announce(interaction)
        loaded = await game_of(interaction)
        seq = read_number(to)
        if seq is None:
            raise TableRefusal("Choose one of the suggested phases.")
        await wish(interaction, loaded, "rollback", {"to": seq})

    @rollback.autocomplete("to")
    async def _kept(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            loaded = await game_of(interaction)
        except TableRefusal:
            return []
        kept = await interaction.client.master.games.kept_phases(loaded)
        earlier = [(seq, key) for seq, key in reversed(kept) if may_go_back(loaded.game, seq)]
        edition = load_setup(loaded.game.setup)
        return autocomplete.offered([(end_of_phase(edition, key), str(seq)) for seq, key in earlier], typed)

    @app_commands.command(
        description="Move a game into a thread of its own, or one of this server's games into this channel"
    )
    @app_commands.describe(
        game="Which game; this channel's if left empty", into="This channel if left empty, or a new thread of it"
    )
    @app_commands.choices(into=PLACES_TO_MOVE_TO)
    async def move(self, interaction: Interaction, game: Number = "", into: str = "") -> None:
        """Move a game here; all who play are pinged, and the former channel is told where there is one."""
        check_can_post(interaction)
        number = read_number(game)
        if into == INTO_THREAD:
            check_can_make_thread(interaction)
            number = number if game else (await game_of(interaction)).game.id
        if number is None:
            raise TableRefusal("Choose one of the suggested games.")
        master = interaction.client.master
        is_left = await _is_left_behind(interaction, number)
        if into == INTO_THREAD:
            master.budgets.take(["post"], interaction.user.id, interaction.user.id, interaction.guild_id or 0)
            await master.own_threads.wish(number, actor_of(interaction), _here(interaction), is_left_behind=is_left)
            await say(interaction, "I'm making the thread. The game goes on there, and its players are told.")
            return
        moved = await master.channel_change.move(
            number, actor_of(interaction), _here(interaction), is_left_behind=is_left
        )
        if moved.game.status == "lobby":
            await show_lobby(interaction, moved)
        else:
            await say(interaction, "The game goes on here.")

    @move.autocomplete("game")
    async def _games_to_move(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        games = await interaction.client.master.own_threads.offered(_here(interaction), actor_of(interaction))
        return autocomplete.offered([(f"{name} (#{number})", str(number)) for number, name in games], typed)

    @app_commands.command(description="Offer a draw: the game ends without a winner as soon as the other side agrees")
    async def draw(self, interaction: Interaction) -> None:
        """A player's offer, on a card."""
        await defer(interaction)
        await check_can_announce(interaction)
        await wish(interaction, await game_of(interaction), "draw", {})

    @app_commands.command(description="End this game for good, without a winner; if you play, the other side is asked")
    @app_commands.describe(confirm="True to end it; you can't bring it back")
    async def end(self, interaction: Interaction, confirm: bool) -> None:
        """Abandon the game, with consent where the user who asks plays in it."""
        await defer(interaction)
        if not confirm:
            raise TableRefusal("Nothing changed. To end the game, set confirm to True.")
        loaded = await game_of(interaction)
        await wish(interaction, loaded, "end", {}, "I've ended the game.")


async def _is_left_behind(interaction: Interaction, game_id: int) -> bool:
    """Whether the channel or thread of a game of this server is still there and open; an archived one is asked for."""
    guild = interaction.guild
    try:
        guild_id, channel_id = await interaction.client.master.games.place(game_id)
        if guild is None or guild_id != guild.id:
            return False
        place = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
    except (NoSuchGame, discord.NotFound, discord.Forbidden, discord.InvalidData):
        return False
    return not (isinstance(place, discord.Thread) and place.locked)


def _here(interaction: Interaction) -> Place:
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)

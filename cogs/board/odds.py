"""/odds: the chances of a battle ahead, of an attack that might come, or of units typed in; for whoever asks alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.beside_sheets import losses_left
from cogs.interactions.answering import change_picture, defer, defer_in_place, place_teller, say
from cogs.interactions.components import button_row, select_row
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name, Units
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import GameState
from engine.events.combat.battle import AttackOrDefense
from engine.state.names import find_power, find_space
from engine.state.words import first_upper, place
from gamemaster.chances.choice import MOST_PERCENT, MOST_ROUNDS, OddsChoice
from gamemaster.chances.plans import LOSSES, read_losses
from gamemaster.chances.posing import battles_of
from gamemaster.chances.raiding import raided_in
from gamemaster.chances.typed import EXAMPLE, read_battle
from gamemaster.errors import TableRefusal
from gamemaster.jobs.odds import OddsAnswer
from gamemaster.keys import custom_id
from gamemaster.sheets.page import Entry
from gamemaster.views.board import own_power
from gamemaster.views.view import GameView

LONGEST_ID = 100
SUBMERGING: Mapping[str, tuple[AttackOrDefense, ...]] = {
    "attackers": ("attacker",),
    "defenders": ("defender",),
    "both": ("attacker", "defender"),
}
STOPS = (1, 2)
CHANCES = (30, 50)


async def show_odds(interaction: Interaction, loaded: GameView, choice: OddsChoice, *, instead: bool = False) -> None:
    """The chances of a battle, shown only to the user; `instead` of the answer whose button they pressed."""
    interaction.client.master.admit(interaction.user.id, loaded, "odds")
    await (defer_in_place if instead else defer)(interaction)
    told = place_teller(interaction, "odds are being worked out")
    choice = replace(choice, own_losses=await losses_left(interaction, loaded))
    answer = await interaction.client.master.odds.answer(loaded, choice, told)
    view, files = _buttons(loaded, answer), [file_of(answer.picture)] if answer.picture else []
    if instead and files:
        await change_picture(interaction, files[0], view, answer.text)
    else:
        await say(interaction, answer.text, view=view, files=files)


def _buttons(loaded: GameView, answer: OddsAnswer) -> discord.ui.View:
    """What one unit more would bring; other plans for the same battle; the other battles ahead."""
    view, choice = discord.ui.View(timeout=None), answer.choice
    if answer.picture is None:
        _others(view, loaded, answer)
        return view
    more = dict(answer.more)
    if answer.can_be_sought:
        more["For 80%"] = replace(choice, wanted=True)
    _row(view, loaded, more, 0)
    plans: dict[str, OddsChoice] = {}
    for rounds in STOPS if answer.can_leave else ():
        if rounds != choice.rounds:
            plans[f"Stop after round {rounds}"] = replace(choice, rounds=rounds)
    if choice.rounds:
        plans["Fight to the end"] = replace(choice, rounds=0)
    if answer.is_on_land:
        plans["Lose as printed" if choice.keep else "Keep a land unit"] = replace(choice, keep=not choice.keep)
    if answer.can_be_taken:
        plans["Can they take it back?"] = replace(choice, kind="back", power=_whose(choice))
    for side in answer.submarines:
        name = "Attacking" if side == "attacker" else "Defending"
        label = f"{name} submarines {'fight' if side in choice.submerge else 'submerge'}"
        others = tuple(each for each in answer.submarines if (each in choice.submerge) != (each == side))
        plans[label] = replace(choice, submerge=others)
    _row(view, loaded, plans, 1)
    _row(view, loaded, _leavings(answer), 2)
    _others(view, loaded, answer)
    return view


def _others(view: discord.ui.View, loaded: GameView, answer: OddsAnswer) -> None:
    names = [Entry(first_upper(_named(loaded.board, space)), space) for space in answer.others]
    select_row(view, loaded.game.id, "", "oddsof", "Another battle ahead", names, row=3)


def _named(state: GameState, space: str) -> str:
    """ "Sea zone 5", "Germany, a raid"."""
    return f"{place(state, space)}{', a raid' if _ahead_in(state, space).kind == 'raid' else ''}"


def _leavings(answer: OddsAnswer) -> dict[str, OddsChoice]:
    """When the attackers would leave, beside the number of a round."""
    choice, plans = answer.choice, dict[str, OddsChoice]()
    if not answer.can_leave:
        return plans
    if answer.has_aircraft:
        label = "Risk the aircraft" if choice.spare else "Spare the aircraft"
        plans[label] = replace(choice, spare=not choice.spare)
    for below in CHANCES:
        if below != choice.below:
            plans[f"Leave below {below}%"] = replace(choice, below=below)
    if choice.below:
        plans["Press on at any chance"] = replace(choice, below=0)
    return plans


def _whose(choice: OddsChoice) -> str:
    """Who attacks first where it is no battle ahead."""
    return choice.power if choice.kind == "attack" else ""


def _row(view: discord.ui.View, loaded: GameView, choices: Mapping[str, OddsChoice], row: int) -> None:
    """A button for each choice that fits into an id, as nearly all do."""
    for label, choice in choices.items():
        deed = f"odds.{choice.code(loaded.board.edition)}"
        if len(custom_id(loaded.game.id, "", deed)) <= LONGEST_ID:
            button_row(view, loaded.game.id, "", deed, label, row=row)


@reacts_to("odds", right="export")
async def odds_pressed(interaction: Interaction, press: Press) -> None:
    """Other odds by button, in place of those they stand below; of the present position, so they are never stale."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    state = loaded.board
    if not press.argument:
        await show_odds(interaction, loaded, _first_ahead(state))
        return
    await show_odds(interaction, loaded, OddsChoice.from_code(state.edition, press.argument), instead=True)


@reacts_to("oddsof", right="export")
async def battle_chosen(interaction: Interaction, press: Press) -> None:
    """Another battle ahead, in place of the one shown."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    space = find_space(loaded.board.edition, "".join(press.values[:1]))
    await show_odds(interaction, loaded, _ahead_in(loaded.board, space), instead=True)


def _ahead_in(state: GameState, space: str) -> OddsChoice:
    """The battle in a space, or the raid if there is nothing else."""
    is_raid = space not in _fought_in(state) and space in raided_in(state)
    return OddsChoice("raid" if is_raid else "battle", space)


def _fought_in(state: GameState) -> list[str]:
    """Where battles are under way or ahead."""
    under_way = [state.battle.space] if state.battle else []
    return list(dict.fromkeys([*under_way, *(battle.space for battle in battles_of(state))]))


def _first_ahead(state: GameState) -> OddsChoice:
    """The battle that is being fought, or the first battle or raid ahead."""
    if spaces := [*_fought_in(state), *raided_in(state)]:
        return _ahead_in(state, spaces[0])
    how = f"Name a space that could be attacked, or units: `/odds units:{EXAMPLE}`."
    raise TableRefusal(f"There's no battle to come. {how}")


def choice_meant(loaded: GameView, where: str, units: str, attacker: str, defender: str) -> OddsChoice:
    """What the options of the command mean; raises TableRefusal and Refusal."""
    state = loaded.board
    edition = state.edition
    power = find_power(edition, attacker) if attacker else ""
    enemy = find_power(edition, defender) if defender else ""
    if units and where:
        raise TableRefusal("Say `where` or `units`, not both: units you type fight for themselves.")
    if units:
        return read_battle(state, units, power, enemy, own_power(loaded))
    if not where:
        return _first_ahead(state) if not power else _needs_place()
    space = find_space(edition, where)
    is_ahead = not power and space in (*_fought_in(state), *raided_in(state))
    return _ahead_in(state, space) if is_ahead else OddsChoice("attack", space, power)


def _needs_place() -> OddsChoice:
    raise TableRefusal("Say where they attack too: `where`.")


class OddsCommands(commands.Cog):
    """Chances before one takes them."""

    @app_commands.command(description="The odds of a battle ahead, of an attack that might come, or of units you type")
    @app_commands.describe(
        where="A battle ahead, or any space that could be attacked",
        units="Or units, attackers first, such as 3 inf 2 tank v 4 inf",
        attacker="Who attacks, if it isn't clear",
        defender="Who defends typed units, if it isn't clear",
        rounds="Stop after this many rounds",
        keep="Keep one land unit to the last",
        aircraft="Leave once only aircraft are left",
        below="Leave once the chance to win is below this, in percent",
        submerge="Whose submarines submerge once there is no enemy destroyer",
        lose=f"Your units to lose first, such as {LOSSES}",
    )
    @app_commands.choices(
        submerge=[app_commands.Choice(name=first_upper(name), value=name) for name in SUBMERGING],
    )
    @app_commands.autocomplete(attacker=autocomplete.powers, defender=autocomplete.powers)
    async def odds(
        self,
        interaction: Interaction,
        where: Name = "",
        units: Units = "",
        attacker: Name = "",
        defender: Name = "",
        rounds: app_commands.Range[int, 0, MOST_ROUNDS] = 0,
        keep: bool = False,
        aircraft: bool = False,
        below: app_commands.Range[int, 0, MOST_PERCENT] = 0,
        submerge: str = "",
        lose: Units = "",
    ) -> None:
        """Tell the odds."""
        loaded = await game_of(interaction)
        choice = choice_meant(loaded, where, units, attacker, defender)
        losses = read_losses(loaded.board.edition, lose) if lose else ()
        choice = replace(choice, rounds=rounds, keep=keep, spare=aircraft, below=below)
        await show_odds(interaction, loaded, replace(choice, submerge=SUBMERGING.get(submerge, ()), losses=losses))

    @odds.autocomplete("where")
    async def _places(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Battles and raids ahead first, then all spaces."""
        try:
            state = (await game_of(interaction)).board
        except TableRefusal:
            return []
        board = state.edition.board
        ahead = list(dict.fromkeys([*_fought_in(state), *raided_in(state)]))
        names = [(f"{board.name(space)}: a {_ahead_in(state, space).kind}", space) for space in ahead]
        first = autocomplete.offered(names, typed)
        others = [space for space in (*board.territory, *board.sea_zone) if space not in ahead]
        rest = autocomplete.offered([(board.name(space), space) for space in others], typed)
        return [*first, *rest][: autocomplete.MOST]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(OddsCommands())

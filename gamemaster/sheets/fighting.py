"""All battles of a phase by thumb: in which order, and how each is fought (ASY-60)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, number, place
from gamemaster.keys import phase_key
from gamemaster.narration.battles.ahead import battle_name
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.orders.fights import FightAll, name_of
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet

MEANS = (
    "I'll fight these one after the other, each to its end or as you choose, unless your standing orders say "
    "otherwise. If somebody else must choose, I'll go on once they have. Your standing order chooses your casualties, "
    "or else the printed default. Everything that can land or bombard does."
)
HOW: Mapping[str, str] = {
    "": "as your standing orders say, or else to the end",
    "do=press": "to the end",
    **{f"below={chance} do=press": f"until the chance is below {chance}%" for chance in (30, 40, 50, 60, 70)},
    **{f"after={rounds} do=press": f"{number(rounds, 'round')} at most" for rounds in (1, 2, 3)},
    "aircraft=1 do=press": "until all but aircraft are lost",
    "do=ask": "you're asked after each round",
}
"""How a battle can be fought, by the line of a standing order; then the attackers retreat where they may."""


def fighting_sheet(game_id: int, state: GameState, plan: FightAll, picked: str, goes_on: bool) -> Sheet:
    """The battles in their order, and how each is fought; a menu of how for the one that is picked.

    goes_on: whether they go on by themselves now.
    """
    battles = plan.in_order(state.pending)
    names = {name_of(battle): battle for battle in battles}
    parts: list[Part] = ["\n".join(_lines(state, plan, battles)), MEANS]
    entries = tuple(_entry(state, plan, battle, picked) for battle in battles[:MOST_ENTRIES])
    parts.append(Menu("fightall.pick", "Move a battle up, or fight it differently", entries))
    if picked in names:
        parts += _for_one(state, plan, names[picked], is_first=names[picked] == battles[0])
    now = f"Fight all {len(battles)} now" if battles else "Go on to the end"
    act: list[PhaseButton] = [(f"fightall.now.{plan.mark}", now, "primary")]
    stop: list[PhaseButton] = [("fightall.stop", "Stop: I'll begin each myself", "danger")] if goes_on else []
    parts.append(Row((*act, *stop, ("sheet", "Back", "secondary"))))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def _lines(state: GameState, plan: FightAll, battles: list[PendingBattle]) -> list[str]:
    lines = [f"**{number(len(battles), 'battle')} to fight**"]
    if state.battle:
        asked = listed(dict.fromkeys(state.edition.power[p].called for r in state.requests for p in r.powers))
        lines.append(f"Now: {place(state, state.battle.space)}{f', where {asked} must answer' if asked else ''}.")
    for place_in_line, battle in enumerate(battles, start=1):
        how = HOW.get(plan.line_in(battle.space), "") if battle.kind == "combat" else ""
        own = f", {how}" if how and plan.line_in(battle.space) else ""
        lines.append(f"{place_in_line}. {first_upper(battle_name(state, battle))}{own}")
    return lines


def _entry(state: GameState, plan: FightAll, battle: PendingBattle, picked: str) -> Entry:
    name, how = name_of(battle), HOW.get(plan.line_in(battle.space), "")
    said = how if battle.kind == "combat" else ""
    return Entry(first_upper(battle_name(state, battle)), name, first_upper(said), chosen=name == picked)


def _for_one(state: GameState, plan: FightAll, battle: PendingBattle, *, is_first: bool) -> list[Part]:
    where, line = first_upper(battle_name(state, battle)), plan.line_in(battle.space)
    parts: list[Part] = []
    if battle.kind == "combat":
        entries = tuple(Entry(first_upper(says), each or "none", chosen=each == line) for each, says in HOW.items())
        parts.append(Menu(f"fightall.how.{name_of(battle)}", f"How is {where} fought?", entries))
    first: list[PhaseButton] = (
        [] if is_first else [(f"fightall.first.{name_of(battle)}", f"{where} first", "secondary")]
    )
    return [*parts, Row(tuple(first))]

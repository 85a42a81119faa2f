"""Battles, raids and rockets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask import battle_options, bombardments, rocket_targets
from engine.battle_report.reading import is_fighting
from engine.events import Event
from engine.events.combat.battle import BattleDropped
from engine.events.turn import GameWon
from engine.queries.swings import luck_of_turn
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.words import listed, place
from gamemaster.narration.battles.ahead import battle_name, front_line, kinds_named, rockets_line
from gamemaster.narration.battles.campaign import combat_in_brief, combat_lines
from gamemaster.narration.history.luck import luck_in_short
from gamemaster.narration.journeys import move_line
from gamemaster.narration.notes import opening_notes
from gamemaster.narration.phases.telling import PhaseButton, PhaseTelling, ToldChapter
from gamemaster.narration.phrases import LIMIT, lines_within
from gamemaster.narration.questions import open_questions

BEFORE_ALL = 4
"""So many single battles stand before the button for all of them: it must not fall off the panel."""


def _report(told: ToldChapter) -> list[str]:
    """The battles and what came before them; units that move now were called by an advantage."""
    return [*combat_lines(told.start, told.steps, told.has_post, opening_notes(told.steps)), *_called(told)]


def _short(told: ToldChapter) -> list[str]:
    """The same without dice and rounds, as battle boards show them."""
    luck, opening = luck_in_short(luck_of_turn(told.steps)), opening_notes(told.steps)
    return [*combat_in_brief(told.start, told.steps, told.has_post, luck, opening), *_called(told)]


def _called(told: ToldChapter) -> list[str]:
    return [move_line(told.start, journey) for journey in told.moves if journey.note != "retreat"]


def _to_do(state: GameState) -> str:
    due = battle_options(state)
    later = len(state.pending) - len(due)
    first = "Fight next" if later else "Battles to fight"
    more = f"; {later} more after {kinds_named(due)}" if later else ""
    names = listed(dict.fromkeys(battle_name(state, battle) for battle in due))
    rockets = rockets_line(state)
    fights = f"{first}: {names}{more}." if due else "No battles are left."
    return f"{fights} {rockets} Then end the phase." if rockets else fights


def _draft(state: GameState) -> list[str]:
    able = battle_options(state) or state.pending
    later = [battle for battle in state.pending if battle not in able]
    lines = [front_line(state, battle) for battle in able]
    lines += [f"{front_line(state, battle)}, after {kinds_named(able)}" for battle in later]
    now = [f"Now fighting: {place(state, state.battle.space)}.", *open_questions(state)] if state.battle else []
    ahead = [*now, *lines_within(lines, LIMIT // 2, "battles")] or ["No battles are left."]
    return [*ahead, rockets_line(state)]


def _warnings(state: GameState) -> list[str]:
    """Rockets that nobody launched."""
    rockets = rockets_line(state)
    return [] if state.pending or not rockets else [rockets]


def _deeds(state: GameState) -> list[PhaseButton]:
    fights = [_fight(state, battle) for battle in battle_options(state)]
    rockets: list[PhaseButton] = [
        (f"rocket.{space}", f"Rockets at {place(state, space)}", "secondary") for space in rocket_targets(state)
    ]
    guns: list[PhaseButton] = [
        (f"guns.{space}", f"Bombardment: {state.edition.board.name(space)}", "secondary")
        for space in bombardments(state)
    ]
    end: list[PhaseButton] = [] if state.pending else [("end", "End combat", "success")]
    return [*end, *fights[:BEFORE_ALL], *_all(state), *fights[BEFORE_ALL:], *guns, *rockets]


def _all(state: GameState) -> list[PhaseButton]:
    """All battles in one go, where there are several."""
    number = len(state.pending)
    return [("fightall", f"Fight all {number}", "secondary")] if number > 1 and battle_options(state) else []


def _fight(state: GameState, battle: PendingBattle) -> PhaseButton:
    board = state.edition.board
    if battle.kind == "raid":
        return f"fight.{battle.space}.raid", f"Raid {board.name(battle.space)}", "primary"
    return f"fight.{battle.space}", f"Fight in {board.called(battle.space)}", "primary"


def _is_idle(events: Sequence[Event]) -> bool:
    return not any(is_fighting(event) or isinstance(event, BattleDropped | GameWon) for event in events)


TELLING = PhaseTelling(
    kind="conduct_combat",
    report=_report,
    brief=lambda told: combat_lines(told.start, told.steps),
    short=_short,
    least=lambda told: _short(told)[:1],
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=_deeds,
    is_idle=_is_idle,
    is_compared=True,
    orders_are_unseen=False,
)

"""The noncombat move."""

from __future__ import annotations

from collections import Counter

from engine.ask import airborne, basing, commanded_powers, landing_plan, range_left
from engine.facts.board import SpaceId
from engine.queries.striking.strikes import strikes
from engine.state.game_state import GameState
from engine.state.words import first_upper, place, place_and
from gamemaster.narration.history.passages import moved_up, where_to
from gamemaster.narration.history.tally import gains
from gamemaster.narration.open_orders import order_lines, to_place, unmoved, unmoved_stacks, usable_now
from gamemaster.narration.phases.telling import (
    PhaseTelling,
    ToldChapter,
    laden_transports,
    limits_to_do,
    move_lines,
    orders_and_end,
    takeovers_to_do,
    took,
)
from gamemaster.narration.phrases import force, joined_within, the_powers

ROOM_FOR_IDLE = 200
ROOM_FOR_FLYING = 250


def _report(told: ToldChapter) -> list[str]:
    return [*move_lines(told.start, told.moves, "No noncombat moves."), *gains(told.end, told.events)]


def _short(told: ToldChapter) -> list[str]:
    moved = where_to(told.start, told.moves)
    return [f"Moved {moved}."] if moved else []


def _to_do(state: GameState) -> str:
    guns = "Move antiaircraft guns now; enemy guns fire at aircraft that fly over them."
    rules = state.edition.parameters.air.anti_aircraft
    lines = ["Land all aircraft, make your other moves, then end the phase."]
    lines += [guns] if rules and rules.fires == "overflight" else []
    return " ".join([*lines, *takeovers_to_do(state), *limits_to_do(state)])


def _draft(state: GameState) -> list[str]:
    return [*order_lines(state), _in_the_air(state), unmoved(state), to_place(state), usable_now(state)]


def _in_the_air(state: GameState) -> str:
    """What is neither on land nor on a carrier, with how far it still flies."""
    waiting: Counter[tuple[str, SpaceId, int]] = Counter()
    for power in commanded_powers(state):
        based = basing(state, power)
        for piece in airborne(state, power):
            if not (piece.aboard or based.get(piece.id)):
                waiting[piece.unit, piece.space, range_left(state, piece)] += 1
    table = state.edition.unit
    parts = [
        f"{table[unit].counted(n)} over {place(state, space)} (range {left})"
        for (unit, space, left), n in waiting.items()
    ]
    return f"Still to land: {joined_within(parts, ROOM_FOR_FLYING)}." if parts else ""


def _warnings(state: GameState) -> list[str]:
    lost = landing_plan(state).stranded
    found = _open_home(state)
    found += [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: "
        "no landing place."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]
    found += [
        f"The transport in {place(state, ship.space)} still carries {force(state, state.cargo(ship.id))}."
        for ship in laden_transports(state)
        if not (ship.moved or ship.fought)
    ]
    return found or _idle(state)


def _idle(state: GameState) -> list[str]:
    """A phase in which nothing has moved may have been taken for another one."""
    stacks = [] if state.undo else unmoved_stacks(state)
    return [f"Not moved: {joined_within(stacks, ROOM_FOR_IDLE, '; ', 'more places')}."] if stacks else []


def _open_home(state: GameState) -> list[str]:
    """One's own capitals without a defender, where enemies could come next turn."""
    own = [capital for capital in state.edition.power[state.power].capitals if state.owners[capital] == state.power]
    return [line for capital in own for line in _open_to_enemies(state, capital)]


def _open_to_enemies(state: GameState, capital: SpaceId) -> list[str]:
    if any(state.type_of(piece).domain != "facility" and state.type_of(piece).defense for piece in state.at(capital)):
        return []
    ways = strikes(state, state.power).get(capital, {})
    enemies = {enemy for way in ("land", "sea") for enemy in ways.get(way, ())}
    names = the_powers(state, [power for power in state.edition.turn_order if power in enemies])
    open_now = first_upper(place_and("is", state, capital))
    return [f"{open_now} undefended, and {names} could get there next turn."] if enemies else []


TELLING = PhaseTelling(
    kind="noncombat_move",
    report=_report,
    brief=took,
    short=_short,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=orders_and_end("guide", "Move", "End moves", also=("move", "Type orders")),
    caption=moved_up,
    moves_units=True,
)

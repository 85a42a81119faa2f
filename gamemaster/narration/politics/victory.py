"""Victory in words: how far each side is from it, and what it must still hold, and until when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.ask import victory_cities_held, victory_conditions
from engine.events.turn import HoldBegan, HoldEnded
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import VictoryCondition
from engine.state.game_state import GameState, Holding
from engine.state.words import first_upper, listed, number, whose
from gamemaster.narration.phrases import side_name, the_power


def victory_lines(state: GameState) -> list[str]:
    """How far each side is from victory, what it holds already, and when that counts; once where it is one for both."""
    conditions = victory_conditions(state)
    moments = [_moment(state, each) for each in conditions]
    lines = [_victory_line(state, each) for each in conditions]
    if len(set(moments)) == 1:
        lines.append(f"Victory is {moments[0]}.")
    else:
        lines = [f"{line}, {moment}" for line, moment in zip(lines, moments, strict=True)]
    return [*lines, *(_holding_line(state, each) for each in state.holdings)]


def _moment(state: GameState, condition: VictoryCondition) -> str:
    """ "counted after the turn of ANZAC", "to be held for a complete round, and Tokyo at its end"."""
    if condition.after_turn_of is not None:
        return f"counted after the turn of {the_power(state, condition.after_turn_of)}"
    return f"to be held for a complete round{_with_one_of(state, condition)}"


def _with_one_of(state: GameState, condition: VictoryCondition) -> str:
    """ ", and Tokyo at its end"; nothing where nothing else counts."""
    cities = _names(state, condition.with_one_of)
    return f", and {listed(cities, 'or')} at its end" if cities else ""


def _victory_line(state: GameState, condition: VictoryCondition) -> str:
    """ "The Axis: 1 of 2 cities needed for victory (London; still to take: Moscow, Tokyo)".

    Where all cities count, those that one side lacks stand in the line of the other.
    """
    held = victory_cities_held(state, condition)
    missing = _names(state, (t for t in condition.of if t not in held))
    without = f"still to take: {', '.join(missing)}" if missing else ""
    named = "; ".join(part for part in (", ".join(_names(state, held)), without) if part)
    which, cities = f" ({named})" if named else "", number(condition.need, "city", "cities")
    return f"{first_upper(side_name(condition.side))}: {len(held)} of {cities} needed for victory{which}"


def _names(state: GameState, territories: Iterable[SpaceId]) -> list[str]:
    board = state.edition.board
    return [board.territory[t].city or board.name(t) for t in territories]


def _holding_line(state: GameState, holding: Holding) -> str:
    """ "The Axis wins after ANZAC's turn of round 5 if it holds 6 cities until then without a break, …"."""
    return f"{_wins(state, holding.condition, holding.power, holding.round)}."


def _wins(state: GameState, number: int, power: PowerId, began: int) -> str:
    condition = victory_conditions(state)[number]
    last, in_round = _last_turn(state, power, began)
    side, verb = first_upper(side_name(condition.side)), "wins" if condition.side == "axis" else "win"
    they_hold = "it holds" if condition.side == "axis" else "they hold"
    what = listed(_names(state, condition.of)) if len(condition.of) == condition.need else f"{condition.need} cities"
    turn = f"{whose(the_power(state, last))} turn of round {in_round}"
    also = f" and then {listed(_names(state, condition.with_one_of), 'or')} too" if condition.with_one_of else ""
    return f"{side} {verb} after {turn} if {they_hold} {what} until then without a break,{also}".removesuffix(",")


def _last_turn(state: GameState, power: PowerId, began: int) -> tuple[PowerId, int]:
    """The turn before that of a power comes round again, and its round."""
    order = state.edition.turn_order
    rank = state.edition.turn_rank[power]
    return order[rank - 1], began if rank == 0 else began + 1


def began_line(state: GameState, event: HoldBegan) -> str:
    """ "The Axis holds Tokyo, Shanghai, … and Manila. It wins …", or what it lacked at the end of a round."""
    condition = victory_conditions(state)[event.condition]
    cities = listed(_names(state, victory_cities_held(state, condition)))
    holds, lacks = ("holds", "it lacks") if event.side == "axis" else ("hold", "they lack")
    lacking = f", but at the end of a round {lacks} {listed(_names(state, condition.with_one_of))}"
    told = f"{first_upper(side_name(event.side))} {holds} {cities}{lacking if event.again else ''}."
    return f"{told} {_wins(state, event.condition, event.power, event.round)}."


def ended_line(state: GameState, event: HoldEnded) -> str:
    """ "The Axis holds only 5 of the 6 cities that it needs: its time to hold them counts no more."."""
    condition = victory_conditions(state)[event.condition]
    count = len(victory_cities_held(state, condition))
    holds, needs, its = ("holds", "it needs", "its") if event.side == "axis" else ("hold", "they need", "their")
    what = f"only {count} of the {condition.need} cities that {needs}"
    if condition.need == 1:
        what = f"{listed(_names(state, condition.of), 'or')} no more"
    return f"{first_upper(side_name(event.side))} {holds} {what}: {its} time to hold them no longer counts."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {HoldBegan: began_line, HoldEnded: ended_line}

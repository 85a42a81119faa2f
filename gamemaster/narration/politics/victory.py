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
    """ "checked after ANZAC's turn", "won by holding them for a complete round, with Tokyo held at its end"."""
    if condition.after_turn_of is not None:
        return f"checked after {whose(the_power(state, condition.after_turn_of))} turn"
    them = "it" if condition.need == 1 else "them"
    return f"won by holding {them} for a complete round{_with_one_of(state, condition)}"


def _with_one_of(state: GameState, condition: VictoryCondition) -> str:
    """ ", with Tokyo held at its end"; nothing where nothing else counts."""
    cities = _names(state, condition.with_one_of)
    return f", with {listed(cities, 'or')} held at its end" if cities else ""


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
    """ "The Axis wins after ANZAC's turn of round 5 if it keeps 6 cities until then, …"."""
    return f"{_wins(state, holding.condition, holding.power, holding.round)}."


def _wins(state: GameState, number: int, power: PowerId, began: int) -> str:
    condition = victory_conditions(state)[number]
    last, in_round = _last_turn(state, power, began)
    side, verb = first_upper(side_name(condition.side)), "wins" if condition.side == "axis" else "win"
    they_keep = "it keeps" if condition.side == "axis" else "they keep"
    what = listed(_names(state, condition.of)) if len(condition.of) == condition.need else f"{condition.need} cities"
    turn = f"{whose(the_power(state, last))} turn of round {in_round}"
    also = (
        f", with {listed(_names(state, condition.with_one_of), 'or')} held at the end" if condition.with_one_of else ""
    )
    return f"{side} {verb} after {turn} if {they_keep} {what} until then{also}"


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
    """ "The Axis holds only 5 of the 6 cities that it needs: the complete round starts over."."""
    condition = victory_conditions(state)[event.condition]
    count = len(victory_cities_held(state, condition))
    holds, needs = ("holds", "it needs") if event.side == "axis" else ("hold", "they need")
    told = f"{holds} only {count} of the {condition.need} cities that {needs}"
    if condition.need == 1:
        told = f"no longer {holds} {listed(_names(state, condition.of), 'or')}"
    return f"{first_upper(side_name(event.side))} {told}: the complete round starts over."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {HoldBegan: began_line, HoldEnded: ended_line}

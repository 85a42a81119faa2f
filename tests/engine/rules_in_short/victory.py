"""What is held for a round once more (GEN-23..33). Raises AssertionError naming the rule."""

from __future__ import annotations

from engine import GameState
from engine.events.turn import GameWon, HoldBegan, HoldEnded

PACIFIC_CITIES = (
    "japan", "kiangsu", "kwangtung", "philippines", "hawaiian_islands", "western_united_states", "india",
    "new_south_wales",
)  # fmt: skip
EUROPEAN_CITIES = (
    "germany", "southern_italy", "poland", "france", "united_kingdom", "egypt", "russia", "novgorod", "volgograd",
    "ontario", "eastern_united_states",
)  # fmt: skip
AXIS = ("germany", "italy", "japan")
AXIS_CAPITALS = ("germany", "southern_italy", "japan")
"""They hold one of them when they win; the Allies win by all that are on the board."""
ALLIED_CAPITALS = {
    "pacific_1940": ("western_united_states", "india", "new_south_wales"),
    "global_1940": ("eastern_united_states", "united_kingdom", "france", "russia"),
}


def _met(state: GameState) -> set[int]:
    """The conditions that are met now, where they must be for a round: those of the Axis first."""
    if state.setup not in ALLIED_CAPITALS:
        return set()
    targets = [(PACIFIC_CITIES, 6)] if state.setup == "pacific_1940" else [(EUROPEAN_CITIES, 8), (PACIFIC_CITIES, 6)]
    enough = [_held_by_axis(state, cities) >= need for cities, need in targets]
    enough.append(_held_by_axis(state, AXIS_CAPITALS) == 0)
    return {number for number, is_met in enumerate(enough) if is_met}


def _held_by_axis(state: GameState, places: tuple[str, ...]) -> int:
    return sum(state.owners.get(place) in AXIS for place in places)


def check_holdings(state: GameState) -> None:
    """At the end of a turn the state remembers each condition that is met, and no other."""
    held = {each.condition for each in state.holdings}
    assert held == _met(state), f"GEN-31: {held} are counted as held"


def check_begins(state: GameState, event: HoldBegan) -> None:
    """A side that meets its condition, and lacked it before or what counts at the end."""
    assert event.condition in _met(state), "GEN-30: a side begins to hold what it does not have"
    holds = any(each.condition == event.condition for each in state.holdings)
    assert holds == event.again, "GEN-30: a time of holding begins twice"


def check_ends(state: GameState, event: HoldEnded) -> None:
    """Only where the side has too little now."""
    assert event.condition not in _met(state), "GEN-31: a side loses what it still has"


def check_held_for_a_round(state: GameState, event: GameWon) -> None:
    """Who did not concede must have met the condition since the turn of the power that comes next."""
    if state.setup not in ALLIED_CAPITALS or "concede" in event.reason:
        return
    order = state.edition.turn_order
    following = order[(order.index(state.power) + 1) % len(order)]
    last = max(_met(state), default=-1)
    axis = {number for number in _met(state) if state.edition.victory["standard"][number].side == "axis"}
    numbers = axis if event.side == "axis" else {last} - axis
    assert numbers, f"GEN-23: {event.side} wins without its cities"
    held = {(each.condition, each.power) for each in state.holdings}
    assert any((number, following) in held for number in numbers), "GEN-30: won too early"
    if event.side == "axis":
        assert _held_by_axis(state, AXIS_CAPITALS), "GEN-32: won without a capital of its own"
    else:
        home = ALLIED_CAPITALS[state.setup]
        assert _held_by_axis(state, home) < len(home), "GEN-32: won without a capital of its own"

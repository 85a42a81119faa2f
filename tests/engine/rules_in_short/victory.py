"""What is held for a round once more (GEN-23..33). Raises AssertionError naming the rule."""

from __future__ import annotations

from engine import GameState
from engine.events.turn import GameWon, HoldBegan, HoldEnded

CITIES = (
    "japan", "kiangsu", "kwangtung", "philippines", "hawaiian_islands", "western_united_states", "india",
    "new_south_wales",
)  # fmt: skip
"""Of the board of the Pacific, where Japan is the whole Axis."""
AXIS, ALLIES = 0, 1
"""The places of their conditions."""


def _met(state: GameState) -> set[int]:
    """The conditions that are met now, where they must be for a round."""
    if state.setup != "pacific_1940":
        return set()
    cities = sum(state.owners[city] == "japan" for city in CITIES)
    return ({AXIS} if cities >= 6 else set()) | ({ALLIES} if state.owners["japan"] != "japan" else set())


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
    if state.setup != "pacific_1940" or "concede" in event.reason:
        return
    order = state.edition.turn_order
    following = order[(order.index(state.power) + 1) % len(order)]
    number = AXIS if event.side == "axis" else ALLIES
    assert number in _met(state), f"GEN-23: {event.side} wins without its cities"
    assert any((each.condition, each.power) == (number, following) for each in state.holdings), "GEN-30: won too early"
    home = ("japan",) if event.side == "axis" else ("western_united_states", "india", "new_south_wales")
    own = [city for city in home if (state.owners[city] == "japan") == (event.side == "axis")]
    assert own, "GEN-32: won without a capital of its own"

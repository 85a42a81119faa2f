"""Mobile Industry: industrial complexes that move (OPT-17)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.errors import IllegalAction
from engine.events.mobilization import MOVED_COMPLEXES, FacilityMoved
from engine.facilities.capacity import complex_in, has_complex
from engine.facts.board import SpaceId
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.words import listed, route


def mobile_industry(play: Play, order: UseAdvantage) -> None:
    """Move a complex to a neighbouring territory of the same power, each once a turn; raises IllegalAction."""
    state = play.state
    keys = order.model_extra or {}
    moves = complex_moves(state)
    chosen = next((offer for offer in moves if offer == keys), None)
    if chosen is None:
        ways = listed((route(state, offer.values()) for offer in moves), "or") or "none now"
        raise IllegalAction(
            "OPT-17",
            f"Your complex can move 1 territory a turn, to one of yours without a complex. Possible: {ways}.",
        )
    origin = chosen["from"]
    facility = complex_in(state, origin)
    if facility is None:
        raise AssertionError(f"a complex moves from {origin}, where there is none")
    play.emit(FacilityMoved(play.power, facility, origin, chosen["to"], audience=play.audience))


def complex_moves(state: GameState) -> tuple[dict[str, SpaceId], ...]:
    """Where each complex of the power on turn could move now."""
    held = [territory for territory in sorted(state.facilities) if state.owners[territory] == state.power]
    unmoved = (t for t in held if has_complex(state, t) and t not in MOVED_COMPLEXES.of(state.turn))
    return tuple({"from": origin, "to": space} for origin in unmoved for space in _open_neighbours(state, origin))


def _open_neighbours(state: GameState, origin: SpaceId) -> Iterator[SpaceId]:
    for space in state.edition.board.neighbours[origin]:
        if state.owners.get(space) == state.power and not has_complex(state, space):
            yield space


RULE = AdvantageRule("mobile_industry", use=Use(("noncombat_move",), mobile_industry, complex_moves))

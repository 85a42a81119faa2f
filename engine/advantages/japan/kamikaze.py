"""Kamikaze Attacks: Japanese aircraft that attack ships and do not return (OPT-35)."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.errors import IllegalAction
from engine.events.advantages import KAMIKAZE, KamikazesDeclared
from engine.facts.board import SpaceId
from engine.kinds import Counts
from engine.play import CHECK_ATTACK_BY_AIR, CHECK_COMBAT_MOVED, GIVES_ITSELF_UP, Play
from engine.position.due import will_fight
from engine.position.relations import defenders_at
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import choose
from engine.state.words import place


class KamikazeOrder(BaseModel):
    """What the order names: aircraft in a space, in counts or by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    space: SpaceId
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()


def declare(play: Play, order: UseAdvantage) -> None:
    """Declare aircraft to make a kamikaze attack; they then need no landing place. Raises IllegalAction."""
    try:
        named = KamikazeOrder.model_validate(order.model_extra or {})
    except ValidationError as error:
        raise IllegalAction("form", "Name a “space” and “units” there that make a kamikaze attack.") from error
    pool = [piece for piece in play.state.at(named.space) if _may_be_declared(play.state, piece)]
    pieces = choose(play.state, named.space, pool, named.units, named.pick, lambda _: None)
    ids = tuple(piece.id for piece in pieces)
    play.emit(KamikazesDeclared(play.power, ids, named.space, audience=play.power))


def _may_be_declared(state: GameState, piece: Piece) -> bool:
    is_free = piece.raid is None and not KAMIKAZE.of(piece)
    return piece.power == state.power and state.type_of(piece).domain == "air" and is_free


def aircraft_to_declare(state: GameState) -> tuple[dict[str, object], ...]:
    """Where aircraft could be declared now, one kind at a time."""
    able = (piece for piece in state.pieces.values() if _may_be_declared(state, piece))
    found = Counter((piece.space, piece.unit) for piece in able)
    return tuple({"space": space, "units": {unit: count}} for (space, unit), count in sorted(found.items()))


def check_target(state: GameState, piece: Piece, space: SpaceId) -> None:
    """Raise IllegalAction (OPT-35) where a kamikaze aircraft would meet no enemy ship."""
    if not KAMIKAZE.of(piece):
        return
    enemies = defenders_at(state, space, piece.power) if state.edition.board.is_sea(space) else ()
    if not any(state.type_of(enemy).domain == "sea" for enemy in enemies):
        name, where = state.type_of(piece).name, place(state, space)
        raise IllegalAction(
            "OPT-35", f"The {name} can make a kamikaze attack only on ships; no enemy ship is in {where}."
        )


def check_moved(state: GameState, piece: Piece) -> None:
    """Raise IllegalAction (OPT-35) where a kamikaze aircraft will not meet enemy ships as the combat moves stand."""
    check_target(state, piece, piece.space)
    if KAMIKAZE.of(piece) and not will_fight(state, piece):
        name, where = state.type_of(piece).name, place(state, piece.space)
        raise IllegalAction(
            "OPT-35", f"The {name} in {where} cannot make a kamikaze attack: its carrier took it along."
        )


def is_declared(_state: GameState, piece: Piece) -> bool:
    """Whether an aircraft makes a kamikaze attack."""
    return KAMIKAZE.of(piece)


RULE = AdvantageRule(
    "kamikaze_attacks",
    (CHECK_ATTACK_BY_AIR.by(check_target), CHECK_COMBAT_MOVED.by(check_moved), GIVES_ITSELF_UP.by(is_declared)),
    Use(("combat_move",), declare, aircraft_to_declare),
)

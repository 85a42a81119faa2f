"""Lend-Lease: units of allies on home territory become units of the power itself (OPT-19)."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.advantages.territories import is_of_its_colour
from engine.errors import IllegalAction
from engine.events.advantages import UnitsConverted
from engine.facilities.production import new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.kinds import Counts
from engine.play import Play
from engine.politics.standing import are_on_one_side, gives_leave
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.selection import choose
from engine.state.words import counts_of, first_upper, place

NAME = "lend_lease"


class _Wish(BaseModel):
    """What an order to use it says."""

    model_config = ConfigDict(extra="forbid")

    space: SpaceId
    owner: PowerId
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()


def lend_lease(play: Play, order: UseAdvantage) -> None:
    """Replace units of an ally, who may have refused it once for all; raises IllegalAction."""
    state = play.state
    try:
        wish = _Wish.model_validate(order.model_extra or {})
    except ValidationError as error:
        raise IllegalAction("form", "Name a space, the owner and the units for Lend-Lease.") from error
    if wish.owner not in play.edition.power:
        raise IllegalAction("power", f"There is no power {quoted(wish.owner)} in this edition.")
    if wish.owner == play.power or not are_on_one_side(state, wish.owner, play.power):
        raise IllegalAction("OPT-19", "Lend-Lease takes over only an ally's units.")
    if wish.space not in play.board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(wish.space)} on this board.")
    if not is_of_its_colour(state, wish.space, play.power):
        where = place(state, wish.space)
        raise IllegalAction(
            "OPT-19", f"Lend-Lease works only in territory that you have held from the start; not in {where}."
        )
    if not gives_leave(state, wish.owner, play.power, NAME):
        owner = first_upper(play.edition.power[wish.owner].called)
        raise IllegalAction("OPT-19", f"{owner} does not let its units be taken over.")
    pool = _units_of(state, wish.space, wish.owner)
    gone = choose(state, wish.space, pool, wish.units, wish.pick, lambda _: None)
    pieces = new_pieces(state, play.power, counts_of(gone), wish.space)
    play.emit(UnitsConverted(play.power, NAME, wish.owner, gone, pieces, wish.space, audience=play.audience))


def convertible(state: GameState) -> tuple[dict[str, object], ...]:
    """Allied units that could be taken over now, by territory and owner."""
    offers: list[dict[str, object]] = []
    for territory in sorted(state.owners):
        if not is_of_its_colour(state, territory, state.power):
            continue
        for owner in state.edition.turn_order:
            units = counts_of(_units_of(state, territory, owner))
            if owner != state.power and units and gives_leave(state, owner, state.power, NAME):
                offers.append({"space": territory, "owner": owner, "units": units})
    return tuple(offers)


def _units_of(state: GameState, territory: SpaceId, owner: PowerId) -> list[Piece]:
    return [piece for piece in state.at(territory) if piece.power == owner]


RULE = AdvantageRule(NAME, use=Use(("purchase",), lend_lease, convertible), leave="Lend-Lease")

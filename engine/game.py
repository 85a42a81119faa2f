"""The engine's door: a new game, all kinds of orders, and one action at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from engine.advantages.uses import ROLL_ADVANTAGES, USE_ADVANTAGE, check_rolled
from engine.combat.begin import FIGHT_BATTLE
from engine.correction.edit import EDIT
from engine.dice import Dice, NoDice, ScriptedDice
from engine.economy.bids import ask_for_bid
from engine.economy.mobilize import MOBILIZE
from engine.economy.purchase import PURCHASE
from engine.economy.research import RESEARCH
from engine.errors import IllegalAction
from engine.events import Event
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import StartingUnits
from engine.facts.unit_types import UnitId
from engine.kinds import After, AnyOrderKind, Order, OrderKind, Whenever, on_turn
from engine.landing.basing import with_all_based
from engine.movement.engaging import ENGAGE
from engine.movement.orders import MOVE
from engine.movement.promises import PROMISE
from engine.play import BEFORE_FIRST_TURN, Play
from engine.quoting import quoted
from engine.reading import problem_in
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper
from engine.turn.conceding import CONCEDE
from engine.turn.course import END_PHASE, advance, end_phase
from engine.turn.deciding import DECIDE
from engine.turn.declaring import DECLARE_WAR
from engine.turn.leave import LEAVE
from engine.turn.undo import Undo, check_may_order, remember, undo, undone_with

__all__ = ["parse_order", "undone_together"]


def carry_out_again(play: Play, kept: Mapping[str, object]) -> Order:
    """Carry out an order that was kept, as when an earlier one is taken back; raises IllegalAction."""
    order = parse_order(kept)
    ORDERS[order.type].carry_out(play, order)
    return order


def undone_together(state: GameState, index: int) -> tuple[int, ...]:
    """The orders that have to be taken back together with one, itself first; all by their index, from 0."""
    return undone_with(state, index, carry_out_again)


UNDO = OrderKind(Undo, lambda play, order: undo(play, order, carry_out_again), After.NOTHING, (on_turn,))

_KINDS: tuple[AnyOrderKind, ...] = (
    RESEARCH,
    PURCHASE,
    DECLARE_WAR,
    MOVE,
    ENGAGE,
    PROMISE,
    UNDO,
    FIGHT_BATTLE,
    DECIDE,
    MOBILIZE,
    USE_ADVANTAGE,
    ROLL_ADVANTAGES,
    END_PHASE,
    LEAVE,
    CONCEDE,
    EDIT,
)
ORDERS: Mapping[str, AnyOrderKind] = {kind.name: kind for kind in _KINDS}
"""The kinds of orders by their `type`."""

_FORM: TypeAdapter[Order] = TypeAdapter(
    Annotated[reduce(or_, (kind.form for kind in _KINDS)), Field(discriminator="type")]  # type: ignore[arg-type]
)


def parse_order(value: Order | Mapping[str, object]) -> Order:
    """Read an order from its form or a mapping; raises IllegalAction (`form`)."""
    if not isinstance(value, dict):  # which is found out sooner than the rest
        if isinstance(value, Order):
            return value
        if not isinstance(value, Mapping):
            raise IllegalAction("form", "An order is a JSON object with a “type”.")
    try:
        return _FORM.validate_python(dict(value))
    except ValidationError as error:
        raise IllegalAction("form", f"I don't understand that order: {problem_in(error, 'type', skip=1)}.") from error


@dataclass(frozen=True)
class Outcome:
    """The state after an action, and the events that led to it."""

    state: GameState
    events: tuple[Event, ...]


def new_game(setup: str, options: Mapping[str, object] | None = None) -> GameState:
    """A game at its start; raises IllegalAction (`form`) for an unknown setup or option (GEN-19..21, OPT-01)."""
    chosen = load_setup(setup).resolve_options(dict(options or {}))
    edition = load_setup(setup, load_setup(setup).rule_choices(chosen))
    pieces, serials = _starting_pieces(edition)
    state = GameState(
        setup=setup,
        options=chosen,
        round=1,
        power=edition.turn_order[0],
        phase=edition.parameters.turn.phases_of(edition.turn_order[0])[0],
        owners={t.id: edition.starting_owner(t.id) for t in edition.board.territories},
        facilities={space: edition.start.facilities[space] for space in sorted(edition.start.facilities)},
        damage={},
        treasuries={account.id: account.ipcs for account in edition.accounts if account.ipcs is not None},
        pieces=pieces,
        serials=serials,
        purchased={},
        advantages=edition.chosen_advantages(chosen),
        wars=edition.parameters.politics.wars_at_start,
        kamikaze_tokens=edition.parameters.combat.kamikaze_strikes.tokens,
    )
    play = Play(with_all_based(state, edition.order_of_powers), ScriptedDice(()))
    _before_first_turn(play)
    ask_for_bid(play)
    return play.state


def _before_first_turn(play: Play) -> None:
    for effect in BEFORE_FIRST_TURN.of_all(play.state):
        effect(play)


def _starting_pieces(edition: Edition) -> tuple[dict[PieceId, Piece], dict[str, int]]:
    """The pieces at the start, numbered in the order of the opening, and how many there are of each kind."""
    pieces: dict[PieceId, Piece] = {}
    serials: dict[str, int] = {}

    def put(row: StartingUnits, units: Mapping[UnitId, int], aboard: PieceId | None) -> list[Piece]:
        placed = []
        for unit, count in units.items():
            key = f"{row.power}.{unit}"
            for _ in range(count):
                serials[key] = serials.get(key, 0) + 1
                placed.append(Piece(f"{key}.{serials[key]}", row.power, unit, row.space, aboard=aboard))
        pieces.update((piece.id, piece) for piece in placed)
        return placed

    for row in edition.start.units:
        ships = [piece.id for piece in put(row, row.units, None) if edition.carries_land(piece.unit)]
        for ship, cargo in zip(ships, row.cargo, strict=False):
            put(row, cargo, ship)
    return pieces, serials


def apply(
    state: GameState, action: Order | Mapping[str, object], dice: Dice, *, idle_units_fire: bool = False
) -> Outcome:
    """Check an action, carry it out, and go on until somebody must act or choose.

    The state is not changed; raises IllegalAction or StaleDecision, and then nothing has happened.
    idle_units_fire: see `Play`.
    """
    play = Play(state, dice, idle_units_fire=idle_units_fire)
    order = _ordered(play, action)
    _let_follow(play, state, order)
    return Outcome(play.state, tuple(play.events))


def check(state: GameState, action: Order | Mapping[str, object]) -> None:
    """Raise what `apply` would; raises DiceWanted where nothing but dice could still forbid the action.

    What follows of itself from an action that is accepted is left out: none of it is ever refused.
    """
    _ordered(Play(state, NoDice()), action)


def _ordered(play: Play, action: Order | Mapping[str, object]) -> Order:
    """Check an action and let it happen, but for what follows of itself."""
    given = parse_order(action)
    kind = ORDERS[given.type]
    order = kind.as_meant(play.state, given)
    _check_can_be_given(play.state, order)
    kind.carry_out(play, order)
    return order


def check_is_time(state: GameState, order: Order) -> None:
    """Raise IllegalAction or StaleDecision where no order of this kind is taken now, whatever it asks for."""
    _check_can_be_given(state, order)
    ORDERS[order.type].check(state, order)


def _check_can_be_given(state: GameState, order: Order) -> None:
    kind = ORDERS[order.type]
    if kind.given is not Whenever.EVEN_AFTER_THE_END:
        _check_running(state)
        _check_power_known(state, order)
        if kind.given is not Whenever.BEFORE_ROLLING:
            check_rolled(state)
    if kind.after is After.CAN_BE_UNDONE:
        check_may_order(state)


def _check_running(state: GameState) -> None:
    """Raise IllegalAction (`phase`) once the game is won."""
    if state.winner is not None:
        raise IllegalAction("phase", "The game is over.")


def _check_power_known(state: GameState, order: Order) -> None:
    if order.power is not None and order.power not in state.edition.power:
        raise IllegalAction("power", f"There is no power {quoted(order.power)} in this edition.")
    if order.power is not None and state.edition.power[order.power].bystander:
        speaker = state.edition.power[state.edition.representative(order.power)].called
        raise IllegalAction(
            "power",
            f"{first_upper(state.edition.power[order.power].called)} has no turn; {speaker} answers its questions.",
        )


def _let_follow(play: Play, before: GameState, order: Order) -> None:
    """What follows of itself from an action that was carried out."""
    match ORDERS[order.type].after:
        case After.CAN_BE_UNDONE:
            remember(play, before, order)
        case After.GAME_GOES_ON:
            advance(play)
        case After.PHASE_ENDS:
            end_phase(play)
        case After.FIRST_TURN_BEGINS:
            _before_first_turn(play)
        case After.NOTHING:
            pass

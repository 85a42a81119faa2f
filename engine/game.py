"""The engine's door: a new game, and one action at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.advantages.rolling import check_rolled
from engine.dice import Dice, NoDice, ScriptedDice
from engine.economy.bids import ask_for_bid
from engine.errors import IllegalAction
from engine.events import Event
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import StartingUnits
from engine.facts.unit_types import UnitId
from engine.hooks import BEFORE_FIRST_TURN
from engine.landing.basing import with_all_based
from engine.order_kind import After, Whenever
from engine.orders import ORDERS, parse_order
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.order import Order
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper
from engine.turn.course import advance, check_running, end_phase
from engine.turn.undo import check_may_order, remember


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
    if kind.given is not Whenever.EVEN_AFTER_THE_END:
        check_running(play.state)
        _check_power_known(play.state, order)
        if kind.given is not Whenever.BEFORE_ROLLING:
            check_rolled(play.state)
    if kind.after is After.CAN_BE_UNDONE:
        check_may_order(play.state)
    kind.carry_out(play, order)
    return order


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

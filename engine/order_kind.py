"""What a kind of order is made of; each is one value, in the module of its rule (`engine.orders` lists them)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, Protocol, TypeVar

from engine.errors import AnswerFirst, IllegalAction
from engine.events.orders import OrdersSealed
from engine.facts.parameters import PhaseId
from engine.play import Play
from engine.position.relations import combat_left_to_ally
from engine.state.game_state import GameState
from engine.state.order import Order
from engine.state.words import first_upper, listed, phase_name, whose

Form = TypeVar("Form", bound=Order)


class After(Enum):
    """What follows of itself from an order that was carried out."""

    NOTHING = auto()
    CAN_BE_UNDONE = auto()
    """It is kept with the open orders of the phase."""
    GAME_GOES_ON = auto()
    """Until somebody must act or choose."""
    PHASE_ENDS = auto()
    FIRST_TURN_BEGINS = auto()


class Whenever(Enum):
    """What an order need not wait for."""

    GAME_RUNS = auto()
    """It is given while the game runs, and once advantages are rolled for."""
    BEFORE_ROLLING = auto()
    """It is given before advantages are rolled for, too."""
    EVEN_AFTER_THE_END = auto()
    """It is the game master's, and changes what has ended, too."""


class AnyOrderKind(Protocol):
    """A kind of order, for all who need not know what it says."""

    @property
    def name(self) -> str: ...
    @property
    def form(self) -> type[Order]: ...
    @property
    def after(self) -> After: ...
    @property
    def given(self) -> Whenever: ...
    def as_meant(self, state: GameState, order: Order) -> Order: ...
    def carry_out(self, play: Play, order: Order) -> None: ...


@dataclass(frozen=True)
class OrderKind(Generic[Form]):
    """A kind of order.

    form: what it says; its `type` names the kind. checks: raise IllegalAction or StaleDecision, one after the other,
    before anything happens. perform: carries it out, or raises IllegalAction. in_full: the order with what was meant by
    it in place of a word that several things share.
    """

    form: type[Form]
    perform: Callable[[Play, Form], None]
    after: After
    checks: tuple[Callable[[GameState, Form], None], ...] = ()
    in_full: Callable[[GameState, Form], Form] = lambda _state, order: order
    given: Whenever = Whenever.GAME_RUNS

    @property
    def name(self) -> str:
        """The `type` of its orders."""
        (name,) = self.form.model_fields["type"].annotation.__args__  # type: ignore[union-attr]  # a Literal
        return str(name)

    def as_meant(self, state: GameState, order: Order) -> Order:
        """The order in full."""
        return self.in_full(state, self._of_this_kind(order))

    def carry_out(self, play: Play, order: Order) -> None:
        """Check an order and let it happen, but for what follows of itself."""
        given = self._of_this_kind(order)
        for check in self.checks:
            check(play.state, given)
        self.perform(play, given)

    def _of_this_kind(self, order: Order) -> Form:
        if not isinstance(order, self.form):
            raise TypeError(f"{order.type} is no {self.name}")
        return order


def in_phases(*phases: PhaseId) -> Callable[[GameState, Order], None]:
    """A check that it is one of these phases, and not one whose attacks are left to an ally (OPT-28)."""

    def check(state: GameState, _order: Order) -> None:
        if state.phase not in phases:
            wanted = " or ".join(phase_name(phase) for phase in phases)
            raise IllegalAction(
                "phase", f"That order is for the {wanted} phase; it is the {phase_name(state.phase)} phase now."
            )
        if state.phase == "combat_move" and (left := combat_left_to_ally(state)):
            raise IllegalAction(*left)

    return check


def on_turn(state: GameState, order: Order) -> None:
    """Check that the order is given for the power on turn, whoever leads it (GEN-37), and that no question is open."""
    if order.power not in (None, state.power):
        name = state.edition.power[state.power].called
        raise IllegalAction("power", f"It is {whose(name)} turn.")
    if state.requests:
        # All who are asked: which of them has answered is nobody else's business (ASY-06).
        asked = (power for each in state.requests for power in each.powers)
        names = listed(dict.fromkeys(state.edition.power[power].called for power in asked))
        raise AnswerFirst("request", f"{first_upper(names)} must answer first.")


def seal(play: Play) -> None:
    """What was ordered in this phase stands."""
    if play.state.undo:
        play.emit(OrdersSealed(audience=play.power))

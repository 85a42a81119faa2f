"""What kinds of orders and questions are made of; each is one value, in the module of its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Annotated, Generic, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import AnswerFirst, IllegalAction
from engine.events.changes import OrdersSealed
from engine.events.questions import RequestAnswered, RequestOpened
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.position.relations import combat_left_to_ally
from engine.quoting import quoted
from engine.reading import LONGEST_NUMBER
from engine.state.game_state import GameState
from engine.state.questions import Choice, JsonChoice, Options, Request, RequestKind, Word
from engine.state.words import first_upper, listed, phase_name, whose

__all__ = ["OTHERS", "Count", "Counts", "Order", "Orders", "order_to_json"]

Count = Annotated[int, Field(strict=True, ge=0, lt=10**LONGEST_NUMBER)]
Counts = dict[UnitId, Count]


class Order(BaseModel):
    """Base of the forms of all orders. `power` is named by a power that is not on turn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    power: PowerId | None = None


def order_to_json(order: Order) -> dict[str, object]:
    """The shortest JSON form of an order: defaults are left out."""
    dumped = order.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"type": order.type, **{key: value for key, value in dumped.items() if key != "type"}}


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
    def check(self, state: GameState, order: Order) -> None: ...
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

    def check(self, state: GameState, order: Order) -> None:
        """Raise IllegalAction or StaleDecision where such an order is not taken now, whatever it asks for."""
        given = self._of_this_kind(order)
        for check in self.checks:
            check(state, given)

    def carry_out(self, play: Play, order: Order) -> None:
        """Check an order and let it happen, but for what follows of itself."""
        self.check(play.state, order)
        self.perform(play, self._of_this_kind(order))

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


Offered = TypeVar("Offered", bound=Options)
Chosen = TypeVar("Chosen", bound=Choice)


Orders = Mapping[str, Sequence[str]]
"""What a power left behind for questions while it is away; see `engine.queries.standing_orders`."""


CheckPlan = Callable[[GameState, PowerId, Sequence[str]], None]
"""Raises IllegalAction for lines that a power cannot leave."""


class AnyQuestion(Protocol):
    """A kind of question, for all who need not know what it offers."""

    @property
    def kind(self) -> RequestKind: ...
    @property
    def options(self) -> type[Options]: ...
    @property
    def form(self) -> type[Choice]: ...
    @property
    def policies(self) -> Mapping[str, Sequence[str]]: ...
    @property
    def plans(self) -> Mapping[str, CheckPlan]: ...
    @property
    def answers_are_shared(self) -> bool: ...
    @property
    def before_battles(self) -> bool: ...
    @property
    def sealed(self) -> bool: ...
    @property
    def takes_orders(self) -> bool: ...
    @property
    def printed_by(self) -> str: ...
    def answer(self, play: Play, request: Request, power: PowerId, choice: JsonChoice | Word) -> None: ...
    def answer_by_orders(self, state: GameState, request: Request, orders: Orders) -> JsonChoice | None: ...


@dataclass(frozen=True)
class Question(Generic[Offered, Chosen]):
    """A kind of question. Its rule says whom it asks, and when, with `ask`.

    options: what can be chosen. form: the choice that answers it, and its docstring the description in docs/choices.
    how: how to answer, as the rule (or `form`) and the sentence of a refusal for whatever is no such choice. check:
    raises IllegalAction before anything happens. perform: carries a choice out, or raises IllegalAction. in_a_word:
    what "default" and "agree" mean where that is not the printed answer. by_orders: the choice that standing orders
    make, None where they say nothing. printed_by: the standing order that then leaves it to its printed answer.
    policies: what can be left behind for it, by the name of the standing order.
    plans: what is left behind in lines, by that name, with what raises IllegalAction for lines that cannot be kept.
    answers_are_shared: owners who choose together see what the others propose (CMB-23). before_battles: asked between
    the combat moves and the first battle. sealed: answers stay unseen until all who are asked have answered (ASY-06).
    """

    kind: RequestKind
    options: type[Offered]
    form: type[Chosen]
    how: Callable[[GameState, Request], tuple[str, str]]
    perform: Callable[[Play, Request, PowerId, Chosen], None]
    check: Callable[[GameState, Request, PowerId, Chosen], None] = lambda _state, _request, _power, _said: None
    in_a_word: Callable[[GameState, Request, Word], Chosen] | None = None
    by_orders: Callable[[GameState, Request, Orders], Chosen | None] | None = None
    printed_by: str = ""
    policies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plans: Mapping[str, CheckPlan] = field(default_factory=dict)
    answers_are_shared: bool = False
    before_battles: bool = False
    sealed: bool = False

    def ask(
        self, play: Play, space: SpaceId, powers: Sequence[PowerId], offered: Offered, default: Chosen, moment: str
    ) -> None:
        """Open such a question; see `open_request`."""
        open_request(play, self.kind, space, powers, offered, default, moment)

    def answer(self, play: Play, request: Request, power: PowerId, choice: JsonChoice | Word) -> None:
        """Check an answer and let it happen; raises IllegalAction."""
        said = self._meant(play.state, request, choice)
        self.check(play.state, request, power, said)
        self.perform(play, request, power, said)

    @property
    def takes_orders(self) -> bool:
        """Whether a standing order could answer such a question at all."""
        return self.by_orders is not None or bool(self.printed_by)

    def answer_by_orders(self, state: GameState, request: Request, orders: Orders) -> JsonChoice | None:
        """The choice that standing orders make, None where they say nothing."""
        said = self.by_orders(state, request, orders) if self.by_orders else None
        if said is None and orders.get(self.printed_by):
            said = self.form.of(request.default)
        return None if said is None else said.to_json()

    def _meant(self, state: GameState, request: Request, choice: JsonChoice | Word) -> Chosen:
        if not isinstance(choice, str):
            return self._read(state, request, choice)
        return self.in_a_word(state, request, choice) if self.in_a_word else self.form.of(request.default)

    def _read(self, state: GameState, request: Request, choice: JsonChoice) -> Chosen:
        try:
            return self.form.of(choice)
        except ValidationError as error:
            rule, how = self.how(state, request)
            problem = error.errors(include_url=False, include_input=False)[0]
            unknown = f"{quoted(problem['loc'][0])} has no place here. " if problem["type"] == "extra_forbidden" else ""
            raise IllegalAction(rule, f"{unknown}{how}") from error


def open_request(
    play: Play,
    kind: RequestKind,
    space: SpaceId,
    powers: Sequence[PowerId],
    offered: Options,
    default: Choice,
    moment: str,
) -> None:
    """Ask a question; `moment` tells this question from others of the same kind and space in this turn."""
    state = play.state
    request_id = f"{state.round}.{state.power}.{space}.{moment}.{kind}"
    options, choice = offered.to_json(), default.to_json()
    play.emit(RequestOpened(Request(request_id, kind, powers[0], tuple(powers), space, options, choice)))


def say(how: str) -> Callable[[GameState, Request], tuple[str, str]]:
    """How to answer, where that is one sentence whatever is asked."""
    return lambda _state, _request: ("form", how)


OTHERS = "others"
"""The standing order for questions of several kinds that seldom come up and matter little."""
AS_PRINTED_ALONE: Mapping[str, Sequence[str]] = {OTHERS: ("default",)}
"""Its one policy."""


def keep_sealed(play: Play, request: Request, power: PowerId, said: Choice) -> tuple[Request, ...]:
    """Keep an answer unseen, in place of an earlier one (ASY-06).

    Returned are all windows of its kind with their answers once the last one is in, until then none.
    """
    play.emit(RequestAnswered(request.id, power, said.to_json(), audience=power))
    windows = tuple(window for window in play.state.requests if window.kind == request.kind)
    return windows if all(set(window.powers) <= set(window.answers) for window in windows) else ()

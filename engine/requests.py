"""What a kind of question is made of; each is one value, in the module of its rule (`engine.questions` lists them)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from pydantic import ValidationError

from engine.errors import IllegalAction
from engine.events.questions import RequestAnswered, RequestOpened
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.questions import Choice, JsonChoice, Options, Request, RequestKind, Word

Offered = TypeVar("Offered", bound=Options)
Form = TypeVar("Form", bound=Choice)

__all__ = ["OTHERS", "Orders"]

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
    def answer(self, play: Play, request: Request, power: PowerId, choice: JsonChoice | Word) -> None: ...
    def answer_by_orders(self, state: GameState, request: Request, orders: Orders) -> JsonChoice | None: ...


@dataclass(frozen=True)
class Question(Generic[Offered, Form]):
    """A kind of question. Its rule says whom it asks, and when, with `ask`.

    options: what can be chosen. form: the choice that answers it, and its docstring the description in docs/choices.
    how: how to answer, as the rule (or `form`) and the sentence of a refusal for whatever is no such choice. check:
    raises IllegalAction before anything happens. perform: carries a choice out, or raises IllegalAction. in_a_word:
    what "default" and "agree" mean where that is not the printed answer. by_orders: the choice that standing orders
    make, None where they say nothing. policies: what can be left behind for it, by the name of the standing order.
    plans: what is left behind in lines, by that name, with what raises IllegalAction for lines that cannot be kept.
    answers_are_shared: owners who choose together see what the others propose (CMB-23). before_battles: asked between
    the combat moves and the first battle. sealed: answers stay unseen until all who are asked have answered (ASY-06).
    """

    kind: RequestKind
    options: type[Offered]
    form: type[Form]
    how: Callable[[GameState, Request], tuple[str, str]]
    perform: Callable[[Play, Request, PowerId, Form], None]
    check: Callable[[GameState, Request, PowerId, Form], None] = lambda _state, _request, _power, _said: None
    in_a_word: Callable[[GameState, Request, Word], Form] | None = None
    by_orders: Callable[[GameState, Request, Orders], Form | None] | None = None
    policies: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plans: Mapping[str, CheckPlan] = field(default_factory=dict)
    answers_are_shared: bool = False
    before_battles: bool = False
    sealed: bool = False

    def ask(
        self, play: Play, space: SpaceId, powers: Sequence[PowerId], offered: Offered, default: Form, moment: str
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
        return self.by_orders is not None

    def answer_by_orders(self, state: GameState, request: Request, orders: Orders) -> JsonChoice | None:
        """The choice that standing orders make, None where they say nothing."""
        said = self.by_orders(state, request, orders) if self.by_orders else None
        return None if said is None else said.to_json()

    def _meant(self, state: GameState, request: Request, choice: JsonChoice | Word) -> Form:
        if not isinstance(choice, str):
            return self._read(state, request, choice)
        return self.in_a_word(state, request, choice) if self.in_a_word else self.form.of(request.default)

    def _read(self, state: GameState, request: Request, choice: JsonChoice) -> Form:
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


def as_printed(order: str, form: type[Form]) -> Callable[[GameState, Request, Orders], Form | None]:
    """Answer as printed where a standing order of this name says so (ASY-04)."""
    return lambda _state, request, orders: form.of(request.default) if orders.get(order) else None


def keep_sealed(play: Play, request: Request, power: PowerId, said: Choice) -> tuple[Request, ...]:
    """Keep an answer unseen, in place of an earlier one (ASY-06).

    Returned are all windows of its kind with their answers once the last one is in, until then none.
    """
    play.emit(RequestAnswered(request.id, power, said.to_json(), audience=power))
    windows = tuple(window for window in play.state.requests if window.kind == request.kind)
    return windows if all(set(window.powers) <= set(window.answers) for window in windows) else ()

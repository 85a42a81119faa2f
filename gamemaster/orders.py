"""What can be asked of a running game, in a form that can be written down and carried out later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine import Refusal, StaleDecision
from engine.ask import Orders
from gamemaster.corrections import correct
from gamemaster.drafting import Draft, JsonAction, answer_standing, as_player, decide, only_question_to
from gamemaster.errors import LineRefused
from gamemaster.loading import LoadedGame
from gamemaster.roles import Actor, check_may
from store import Auto, JsonObject, OpenRoll

FOR_ABSENT = "answer for an absent player"


@dataclass(frozen=True)
class Form:
    """Lines that a user typed; what is not carried out is kept for him under `deed`."""

    deed: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Order:
    """What somebody wants done: a use case with its arguments.

    request, consent: the question that is answered for others, and who agreed to that, as a sentence.
    """

    use: str
    actor: Actor
    cause: str
    actions: tuple[JsonAction, ...] = ()
    request: str = ""
    form: Form | None = None
    consent: str = ""

    def written_down(self) -> OpenRoll:
        """The order as it stands on record while its roll is open."""
        order = {**asdict(self), "actions": [dict(action) for action in self.actions]}
        del order["cause"]
        return OpenRoll(self.cause, order)


def order_of(roll: OpenRoll) -> Order:
    """The order that was written down."""
    kept: JsonObject = roll.order
    form = Form(kept["form"]["deed"], tuple(kept["form"]["lines"])) if kept["form"] else None
    actor = Actor(**kept["actor"])
    return Order(kept["use"], actor, roll.cause, tuple(kept["actions"]), kept["request"], form, kept.get("consent", ""))


def perform(order: Order, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> Exception | None:
    """Carry an order out on the draft; raises what refuses it, and DiceWanted where the draft has no dice.

    Once dice have fallen nothing of that is given up: then what stopped the order is the answer.
    """
    try:
        USES[order.use](order, loaded, draft, orders)
    except Exception as stop:
        if not draft.rolls:
            raise
        draft.keep_what_rolled()
        return _with_lines_kept(stop, draft)
    return None


def _with_lines_kept(stop: Exception, draft: Draft) -> Exception:
    if isinstance(stop, LineRefused):
        return LineRefused(stop.line, stop.refusal, kept=len(draft.line_ends))
    return stop


def _act(order: Order, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """Orders of a player, all or none as long as no die has fallen."""
    for number, action in enumerate(order.actions):
        try:
            as_player(loaded, draft, order.actor, action)
        except Refusal as refusal:
            if len(order.actions) > 1:
                raise LineRefused(number, refusal) from refusal
            raise
        draft.line_ends.append(len(draft.entries))
        answer_standing(draft, orders)
        draft.line_ends[-1] = len(draft.entries)


def _fight_to_the_end(order: Order, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """Orders, then round after round; the player's own casualties by his standing order, else by default."""
    if order.request and draft.state.request(order.request) is None:
        raise StaleDecision("That question is answered.")
    answer_standing(draft, orders)
    for action in order.actions:
        as_player(loaded, draft, order.actor, action)
        answer_standing(draft, orders)
    mine = loaded.powers_of(order.actor.user_id)
    while request := only_question_to(draft.state, mine):
        choice: Any = {"press": True} if request.kind == "retreat" else "default"
        auto: Auto | None = None if request.kind == "retreat" else "default"
        draft.apply(request.power, decide(request, request.power, choice), auto)
        answer_standing(draft, orders)


def _answer_for_absent(order: Order, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The default for whoever has not answered a question."""
    check_may("answer for an absent player", order.actor, loaded.game, loaded.seats)
    request = draft.state.request(order.request)
    owing = [p for p in request.powers if p not in request.answers] if request else [draft.state.power]
    for power in owing:
        answer = {"type": "decide", "request": order.request, "power": power, "choice": "default"}
        draft.apply(power, answer, "default")
    answer_standing(draft, orders)


def _edit(order: Order, loaded: LoadedGame, draft: Draft, _: Mapping[str, Orders]) -> None:
    """The game master's correction."""
    check_may("edit", order.actor, loaded.game, loaded.seats)
    for action in order.actions:
        correct(draft, action)


Use = Callable[[Order, LoadedGame, Draft, Mapping[str, Orders]], None]
USES: Mapping[str, Use] = {
    "act": _act,
    "fight to the end": _fight_to_the_end,
    FOR_ABSENT: _answer_for_absent,
    "edit": _edit,
}

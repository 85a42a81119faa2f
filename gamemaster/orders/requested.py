"""What can be asked of a running game, in a form that can be written down and carried out later."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass

from engine import GameState, IllegalAction, Refusal, StaleDecision
from engine.ask import Orders, battle_options
from engine.facts.board import PowerId
from engine.queries.standing_orders import wants_to_be_asked
from engine.state.questions import Request
from engine.state.words import listed
from gamemaster.errors import LineRefused, NotAllowed
from gamemaster.narration import waiting_for
from gamemaster.orders.by_default import end_by_default
from gamemaster.orders.corrections import correct
from gamemaster.orders.drafts import (
    Draft,
    JsonAction,
    answer_standing,
    as_player,
    check_on_turn,
    decide,
    only_question_to,
)
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.phase_keys import phase_key
from gamemaster.roles import Actor, Deed, check_may, is_host
from gamemaster.table_settings import MAY_END, table_settings_of
from gamemaster.views.visible import asked_together
from store import Auto, JsonObject, OpenRoll

FOR_ABSENT, TIME_IS_UP, END_FOR = "answer for an absent player", "time is up", "end a phase whose time is up"
AGREED = "This table agreed to that deadline."
"""By what right questions are answered when their time is up."""


@dataclass(frozen=True)
class TypedForm:
    """Lines that a user typed; those not carried out are kept for them under `deed`."""

    deed: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class OrderRequest:
    """What a user wants done: a use case with its arguments.

    request: the question that is answered for others, or from which somebody goes on, or the phase that is ended for
    somebody. consent: who agreed to it, as a sentence, and proposal: on which card.
    """

    use: str
    actor: Actor
    cause: str
    actions: tuple[JsonAction, ...] = ()
    request: str = ""
    form: TypedForm | None = None
    consent: str = ""
    proposal: int = 0

    def written_down(self) -> OpenRoll:
        """The order as it stands on record while its roll is open."""
        order = {**asdict(self), "actions": [dict(action) for action in self.actions]}
        del order["cause"]
        return OpenRoll(self.cause, order)


def order_of(roll: OpenRoll) -> OrderRequest:
    """The order that was written down."""
    kept: JsonObject = roll.order
    form = TypedForm(kept["form"]["deed"], tuple(kept["form"]["lines"])) if kept["form"] else None
    actor, agreed = Actor(**kept["actor"]), (kept.get("consent", ""), kept.get("proposal", 0))
    return OrderRequest(kept["use"], actor, roll.cause, tuple(kept["actions"]), kept["request"], form, *agreed)


def perform(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> Exception | None:
    """Carry an order out on the draft; raises what refuses it, and DiceWanted where the draft has no dice.

    Here every order has its role checked; what was agreed to is done by the right of those who agreed. Once dice have
    fallen, nothing is undone: then the answer says what stopped the order.
    """
    use = USES[order.use]
    if not order.consent:
        check_may("answer questions" if _only_answers(order) else use.deed, order.actor, loaded)
    try:
        use.carry_out(order, loaded, draft, orders)
    except Exception as stop:
        if not draft.rolls:
            raise
        draft.keep_what_rolled()
        return _with_lines_kept(stop, draft)
    return None


def _only_answers(order: OrderRequest) -> bool:
    """Whether an order does nothing but answer questions, which a deputy may do."""
    return order.use == "act" and all(action.get("type") == "decide" for action in order.actions)


def _with_lines_kept(stop: Exception, draft: Draft) -> Exception:
    if isinstance(stop, LineRefused):
        return LineRefused(stop.line, stop.refusal, kept=len(draft.line_ends))
    return stop


def _act(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
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


def _fight_to_the_end(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """Orders, then round after round; the player's own casualties by their standing order, else by default."""
    mine = loaded.powers_of(order.actor.user_id)
    check_on_turn(loaded, draft.state, mine)
    if order.request:
        _check_asked(draft.state, order.request, mine)
    answer_standing(draft, orders)
    for action in order.actions:
        as_player(loaded, draft, order.actor, action)
        answer_standing(draft, orders)
    _press_on(draft, mine, orders, order.request)


def _press_on(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders], gone_on_from: str = "") -> None:
    """Fight on for as long as nobody else has to choose, and the player's own orders don't want them asked (ASY-55).

    gone_on_from: a question at which the player was asked and chose to go on.
    """
    while request := only_question_to(draft.state, mine):
        if request.id != gone_on_from and _is_to_be_asked(draft.state, request, orders):
            return
        choice: object = {"press": True} if request.kind == "retreat" else "default"
        auto: Auto | None = None if request.kind == "retreat" else "default"
        draft.apply(request.power, decide(request, request.power, choice), auto)
        answer_standing(draft, orders)


def _is_to_be_asked(state: GameState, request: Request, orders: Mapping[str, Orders]) -> bool:
    return any(wants_to_be_asked(state, request, power, orders.get(power, {})) for power in request.powers)


def _fight_all(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """One battle after the other, each to the end, until none is left or somebody has to choose."""
    mine = loaded.powers_of(order.actor.user_id)
    check_on_turn(loaded, draft.state, mine)
    if not battle_options(draft.state):
        raise IllegalAction("CMB-01", "There's no battle to begin now.")
    while battles := battle_options(draft.state):
        as_player(loaded, draft, order.actor, {"type": "battle", "space": battles[0].space, "kind": battles[0].kind})
        answer_standing(draft, orders)
        _press_on(draft, mine, orders)


def _check_asked(state: GameState, request_id: str, mine: Collection[PowerId]) -> None:
    """Raise StaleDecision where a question is answered, NotAllowed where it is put to others."""
    request = state.request(request_id)
    if request is None:
        raise StaleDecision("That question has been answered.")
    if not set(mine) & set(request.powers):
        names = listed(state.edition.power[power].called for power in request.powers)
        raise NotAllowed(f"That question is for {names}. Nothing changed.")


def _answer_for_absent(order: OrderRequest, _: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The default for those who have not answered a question, and those that close with it."""
    request = draft.state.request(order.request)
    if request is None:
        raise StaleDecision("That question has been answered.")
    window = asked_together(draft.state, request)
    for each in window:
        for power in waiting_for(each):
            draft.apply(power, decide(each, power, "default"), "default")
    answer_standing(draft, orders)


def _end_for_absent(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The end of a phase whose player has had their time (ASY-42): by a player of the other side, or a host."""
    state, sides = draft.state, {power.id: power.side for power in draft.state.edition.powers}
    if order.request != phase_key(state):
        raise StaleDecision("That phase has ended. Nothing changed.")
    by, actor = table_settings_of(loaded.game).ended_by, order.actor.user_id
    is_opponent = any(sides[power] != sides[state.power] for power in loaded.powers_of(actor))
    may = {"default": is_opponent, "deputy": loaded.deputies.get(state.power) == actor, "organiser": False}
    if not is_host(order.actor, loaded) and not may[by]:
        who = MAY_END[by].replace(" or the organiser", ", the organiser")
        raise NotAllowed(f"Only {who} or a server manager can end their phase.")
    player = loaded.seats.get(state.power)
    end_by_default(draft, loaded.powers_of(player) if player else (state.power,), orders)


def _edit(order: OrderRequest, _: LoadedGame, draft: Draft, __: Mapping[str, Orders]) -> None:
    """The game master's correction."""
    for action in order.actions:
        correct(draft, action)


@dataclass(frozen=True)
class UseCase:
    """A use case: by whose right it is done, and how. For which powers a player may act, that says itself."""

    deed: Deed
    carry_out: Callable[[OrderRequest, LoadedGame, Draft, Mapping[str, Orders]], None]


USES: Mapping[str, UseCase] = {
    "act": UseCase("give orders", _act),
    "fight to the end": UseCase("give orders", _fight_to_the_end),
    "fight all": UseCase("give orders", _fight_all),
    FOR_ABSENT: UseCase("answer for an absent player", _answer_for_absent),
    TIME_IS_UP: UseCase("answer for an absent player", _answer_for_absent),
    END_FOR: UseCase("end a phase whose time is up", _end_for_absent),
    "edit": UseCase("edit", _edit),
}

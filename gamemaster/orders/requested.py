"""What can be asked of a running game, in a form that can be written down and carried out later.

A battle or all battles of a phase are fought on without a press for each round, as far as nobody has to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from engine import GameState, IllegalAction, Refusal, StaleDecision
from engine.ask import Orders, battle_options
from engine.facts.board import PowerId
from engine.queries.standing_orders import wants_to_be_asked
from engine.state.questions import Request
from engine.state.words import listed
from gamemaster.budgets import Client
from gamemaster.errors import LineRefused, NotAllowed
from gamemaster.house.plan import GIVEN, HousePlan, carry_out
from gamemaster.keys import phase_key
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
from gamemaster.orders.fights import FightAll
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor, Deed, check_may, is_host
from gamemaster.table_settings import MAY_END, table_settings_of
from gamemaster.views.visible import asked_together
from store import Auto, JsonObject, OpenRoll, WriteTransaction


def press_on(draft: Draft, mine: Collection[PowerId], orders: Mapping[str, Orders], gone_on_from: str = "") -> None:
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


def fight_all(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """One battle after the other, each to the end, in the order that the draft knows, as far as nobody must choose.

    Once no question keeps it from going on, it is over (ASY-60).
    """
    plan = draft.fight_all
    if plan is None:
        return
    mine = loaded.powers_of(loaded.seats.get(draft.state.power, 0))
    if phase_key(draft.state) == plan.phase:
        press_on(draft, mine, orders)
        while battles := plan.in_order(battle_options(draft.state)):
            action = {"type": "battle", "space": battles[0].space, "kind": battles[0].kind}
            draft.apply(draft.state.power, action)
            answer_standing(draft, orders)
            press_on(draft, mine, orders)
    if phase_key(draft.state) != plan.phase or not draft.state.requests:
        draft.fight_all = None


def go_on(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The same after an order of somebody, which no refusal of what follows may undo: that only ends it."""
    try:
        fight_all(loaded, draft, orders)
    except Refusal:
        draft.fight_all = None


FOR_ABSENT, TIME_IS_UP, END_FOR = "answer for an absent player", "time is up", "end a phase whose time is up"
STOP_FIGHTING, FOR_THE_HOUSE = "stop fighting all", "order for the house"
THE_HOUSE = Actor(-1, "The house")
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
    somebody. consent: who agreed to it, as a sentence, and proposal: on which card. fight_all: how all battles are
    fought that go on by themselves. house: what the house has thought out.
    """

    use: str
    actor: Actor
    cause: str
    actions: tuple[JsonAction, ...] = ()
    request: str = ""
    form: TypedForm | None = None
    consent: str = ""
    proposal: int = 0
    fight_all: FightAll | None = None
    house: HousePlan | None = None

    @classmethod
    def of_the_house(cls, plan: HousePlan, actions: Sequence[JsonAction]) -> OrderRequest:
        """The orders of the house, by the right that the table gave it."""
        return cls(FOR_THE_HOUSE, THE_HOUSE, plan.cause, tuple(actions), consent=GIVEN, house=plan)

    @property
    def ordered_by(self) -> int:
        """Who orders it now; nobody (0) where others agree to what somebody proposed, who may be away by then."""
        return 0 if self.proposal else self.actor.user_id

    def client_in(self, loaded: LoadedGame) -> Client:
        """For whom it is worked out: what the house orders takes nothing of what players may ask for."""
        if self.house:
            return Client(*3 * [self.actor.user_id])
        return Client(self.actor.user_id, loaded.game.id, loaded.game.guild_id)

    def written_down(self) -> OpenRoll:
        """The order as it stands on record while its roll is open."""
        order = {**asdict(replace(self, actions=())), "actions": [dict(action) for action in self.actions]}
        del order["cause"]
        return OpenRoll(self.cause, order)


async def keep_rest(write: WriteTransaction, game_id: int, order: OrderRequest, done: int) -> None:
    """Keep the lines of a form that were not carried out, for correction; none when the phase is over."""
    if order.form is None:
        if any(action.get("type") == "end_phase" for action in order.actions):
            await write.drop_draft(game_id, order.actor.user_id, "move")
        return
    user_id, deed = order.actor.user_id, order.form.deed
    if rest := order.form.lines[done:]:
        await write.keep_draft(game_id, user_id, deed, "\n".join(rest))
    else:
        await write.drop_draft(game_id, user_id, deed)


def order_of(roll: OpenRoll) -> OrderRequest:
    """The order that was written down."""
    kept: JsonObject = roll.order
    form = TypedForm(kept["form"]["deed"], tuple(kept["form"]["lines"])) if kept["form"] else None
    actor, agreed = Actor(**kept["actor"]), (kept.get("consent", ""), kept.get("proposal", 0))
    plans = FightAll.of(kept.get("fight_all")), HousePlan.of(kept.get("house"))
    return OrderRequest(kept["use"], actor, roll.cause, tuple(kept["actions"]), kept["request"], form, *agreed, *plans)


def perform(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> Exception | None:
    """Carry an order out on the draft; raises what refuses it, and DiceWanted where the draft has no dice.

    Here every order has its role checked; what was agreed to is done by the right of those who agreed. Once dice have
    fallen, nothing is undone: then the answer says what stopped the order.
    """
    use = USES[order.use]
    if not order.consent:
        check_may("answer questions" if _only_answers(order) else use.deed, order.actor, loaded)
    plan = draft.fight_all = order.fight_all or _still_fought(order, draft)
    orders = plan.with_lines(draft.state.power, orders) if plan else orders
    try:
        use.carry_out(order, loaded, draft, orders)
        go_on(loaded, draft, orders)
    except Exception as stop:
        draft.fight_all = None
        if not draft.rolls:
            raise
        draft.keep_what_rolled()
        return _with_lines_kept(stop, draft)
    return None


def _still_fought(order: OrderRequest, draft: Draft) -> FightAll | None:
    """How battles go on by themselves, unless their phase is over or an order takes something back."""
    plan, takes_back = draft.fight_all, any(action.get("type") == "undo" for action in order.actions)
    return None if not plan or takes_back or order.use == "edit" or phase_key(draft.state) != plan.phase else plan


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
    press_on(draft, mine, orders, order.request)


def _fight_all(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """One battle after the other, each to the end; where others must choose first, once they have (ASY-60)."""
    state, mine = draft.state, loaded.powers_of(order.actor.user_id)
    check_on_turn(loaded, state, mine)
    if not (battle_options(state) or (state.requests and state.phase == "conduct_combat")):
        raise IllegalAction("CMB-01", "There's no battle to begin now.")
    draft.fight_all = order.fight_all or FightAll(phase_key(state))
    fight_all(loaded, draft, orders)


def _stop_fighting(order: OrderRequest, loaded: LoadedGame, draft: Draft, _: Mapping[str, Orders]) -> None:
    """Each battle is begun by its player again (ASY-60)."""
    check_on_turn(loaded, draft.state, loaded.powers_of(order.actor.user_id))
    draft.fight_all = None


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
    may = {"default": is_opponent, "deputy": loaded.deputies.get(state.power) == actor}
    if not is_host(order.actor, loaded) and not may.get(by):
        who = MAY_END[by].replace(" or the organiser", ", the organiser")
        raise NotAllowed(f"Only {who} or a server manager can end their phase.")
    player = loaded.seats.get(state.power)
    end_by_default(draft, loaded.powers_of(player) if player else (state.power,), orders)


def _order_for_the_house(order: OrderRequest, loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """What the house has thought out for a power (ASY-65)."""
    if order.house is None:
        raise AssertionError("the house orders what it has thought out")
    carry_out(order.house, order.actions, loaded, draft, orders)


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
    STOP_FIGHTING: UseCase("give orders", _stop_fighting),
    FOR_ABSENT: UseCase("answer for an absent player", _answer_for_absent),
    TIME_IS_UP: UseCase("answer for an absent player", _answer_for_absent),
    END_FOR: UseCase("end a phase whose time is up", _end_for_absent),
    FOR_THE_HOUSE: UseCase("give orders", _order_for_the_house),
    "edit": UseCase("edit", _edit),
}

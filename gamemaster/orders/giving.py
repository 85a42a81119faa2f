"""The use cases that change a running game: load, check who asks, apply, save, announce.

Nothing that has rolled is ever given up. An order is first carried out without dice; if it needs some, it is written
down (the open roll), and only then do they fall. Whatever happens after that, a lost race, a crash, a full disk, the
order is carried out again on the same state, hence with the same dice, before anything else changes the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine import Event, Refusal, event_from_json, fold
from engine.ask import Orders
from engine.dice import DiceWanted
from gamemaster.announcements.announcer import Announcer
from gamemaster.announcements.reports import is_told
from gamemaster.budgets import WorkerThreads
from gamemaster.consent import close_stale, failed_card
from gamemaster.dice.at_the_end import seed_at_the_end
from gamemaster.dice.seals import seals_at
from gamemaster.errors import LineRefused, NotCarriedOut, TableRefusal
from gamemaster.house.plan import HousePlan, back_told, cut_off_told, give_back, least_told
from gamemaster.keys import phase_key
from gamemaster.orders.drafts import Draft, JsonAction, standing_orders, stored_state
from gamemaster.orders.fights import FightAll
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.requested import (
    AGREED,
    END_FOR,
    FOR_ABSENT,
    STOP_FIGHTING,
    TIME_IS_UP,
    USES,
    OrderRequest,
    TypedForm,
    keep_rest,
    order_of,
    worked_out,
)
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor
from gamemaster.times import check_may_be_ended
from gamemaster.views.charts import Statistics
from gamemaster.views.view import OrderResult, check_unfinished, shown_to
from store import (
    AlreadyDone,
    Clock,
    Entry,
    ForOrder,
    GameStatus,
    NewMessage,
    OpenRoll,
    ReadTransaction,
    RollIsOpen,
    StaleVersion,
    Store,
    StoreError,
)
from store.games.turn_times import keep_banked, note_turn_time
from store.house import keep_reasons
from store.seals import keep_seals

NOBODY = Actor(0, "nobody")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Asked:
    """A game that an order is for, with the standing orders of its powers, whether a proposal waits there, and how
    battles go on there by themselves.
    """

    loaded: LoadedGame
    orders: Mapping[str, Orders]
    has_open_proposals: bool
    fight_all: FightAll | None


class Acting:
    """The use cases that change a running game."""

    def __init__(
        self,
        store: Store,
        loader: Loader,
        announcer: Announcer,
        saving: Saving,
        threads: WorkerThreads,
        statistics: Statistics,
        clock: Clock,
    ) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._threads = threads
        self._statistics = statistics
        self._clock = clock
        self.changed = asyncio.Event()
        """Something has happened in a game in which the house plays."""
        for use in USES:
            saving.carry_out_with(use, self._carry_out)

    async def act(
        self, game_id: int, actor: Actor, actions: Sequence[JsonAction], cause: str, form: TypedForm | None = None
    ) -> OrderResult:
        """Carry out orders of a player, all or none as long as none has rolled.

        Once one has, those up to the last that rolled stand (`OrderResult.stopped` says why the others do not). Lines
        of a form that were not carried out are kept. Raises NotAllowed, Refusal, LineRefused for several, TooBusy,
        NotSavedYet.
        """
        return await self._save(game_id, OrderRequest("act", actor, cause, tuple(actions), form=form))

    async def fight_to_the_end(
        self, game_id: int, actor: Actor, actions: Sequence[JsonAction], cause: str, request: str = ""
    ) -> OrderResult:
        """Carry out orders, then press on round after round until the battle ends or somebody else must choose.

        The player's own casualties fall by their standing order, else by the printed default. `request`: the question
        from which the player goes on. Raises as `act` does, and StaleDecision where that question is answered.
        """
        return await self._save(game_id, OrderRequest("fight to the end", actor, cause, tuple(actions), request))

    async def fight_all(self, game_id: int, actor: Actor, cause: str, plan: FightAll | None = None) -> OrderResult:
        """Fight one battle after the other to the end, as planned, until none is left (ASY-60).

        Where somebody else must choose, it goes on once they have. Casualties as in `fight_to_the_end`. Raises as `act`
        does.
        """
        return await self._save(game_id, OrderRequest("fight all", actor, cause, fight_all=plan))

    async def stop_fighting(self, game_id: int, actor: Actor, cause: str) -> OrderResult:
        """Let no battle go on by itself any more; raises as `act` does."""
        return await self._save(game_id, OrderRequest(STOP_FIGHTING, actor, cause))

    async def answer_when_time_is_up(self, game_id: int, request: str, cause: str) -> OrderResult:
        """Give the printed default for those who have not answered a question, and those asked together with them.

        Raises as `act` does, and StaleDecision where that question is answered.
        """
        return await self._save(game_id, OrderRequest(TIME_IS_UP, NOBODY, cause, request=request, consent=AGREED))

    async def end_for_absent(self, game_id: int, actor: Actor, phase: str, cause: str) -> OrderResult:
        """End a phase, by its key, of a player who has had the time for their turn (ASY-42).

        Raises as `act` does, TableRefusal while that time goes on, and StaleDecision where the phase has ended.
        """
        return await self._save(game_id, OrderRequest(END_FOR, actor, cause, request=phase))

    async def order_for_the_house(self, game_id: int, plan: HousePlan, actions: Sequence[JsonAction]) -> OrderResult:
        """Carry out what the house has thought out (ASY-65); raises as `act` does, and StaleDecision where the game has
        gone on.
        """
        return await self._save(game_id, OrderRequest.of_the_house(plan, actions))

    async def _save(self, game_id: int, order: OrderRequest) -> OrderResult:
        try:
            foreseen = [self._loader.foreseen.take(order.cause, game_id)]
            return await self._saving.until_saved(
                game_id, lambda: self._try(game_id, order, foreseen.pop() if foreseen else None)
            )
        except AlreadyDone:
            loaded = await self._loader.by_id(game_id)
            return replace(shown_to(loaded, order.actor, loaded.running), repeated=True)

    async def _try(self, game_id: int, order: OrderRequest, foreseen: ForOrder | None) -> OrderResult:
        """Carry an order out without dice, or write it down and then let them fall.

        It is never refused because of something that was foreseen and no longer holds.
        """
        try:
            asked, draft, messages = await self._drafted(game_id, order, foreseen)
        except StoreError:
            raise
        except Exception:
            if foreseen is None or await self._is_still(game_id, order, foreseen):
                raise
            asked, draft, messages = await self._drafted(game_id, order)
        loaded = asked.loaded
        if draft.seed is None and not draft.entries:  # so that no empty turn is logged or told
            await self._keep_fight_all(asked, draft)
            return replace(shown_to(loaded, order.actor, loaded.running), goes_on=_goes_on(loaded, order, draft))
        if draft.seed is None:
            return await self._commit(asked, draft, order, messages)
        return await self._roll(loaded, order)

    async def _is_still(self, game_id: int, order: OrderRequest, foreseen: ForOrder) -> bool:
        async with self._store.ask() as ask:
            now = await ask.game_for_order(game_id, order.cause)
        return now.seated.game.version == foreseen.seated.game.version

    async def _drafted(
        self, game_id: int, order: OrderRequest, foreseen: ForOrder | None = None
    ) -> tuple[_Asked, Draft, list[NewMessage]]:
        """What an order leads to and what the table is told of it; with a seed where it takes dice."""
        messages: list[NewMessage] = []
        async with self._store.read_if_asked() as read:
            asked = await self._asked(read, game_id, order, foreseen)
            loaded = asked.loaded
            if loaded.game.roll_is_open:
                raise RollIsOpen(game_id)
            check_unfinished(loaded.game)
            if order.use == END_FOR:
                check_may_be_ended(await self._loader.times(read, loaded), self._clock())
            draft = Draft(loaded.running, loaded.game, order.cause, fight_all=asked.fight_all)
            try:
                await self._threads.work(order.client_in(loaded), worked_out, order, loaded, draft, asked.orders)
            except DiceWanted:
                draft.seed = await read.seed(game_id)
            else:
                messages = await self._told(read, asked, draft, order)
        return asked, draft, messages

    async def _asked(
        self, read: ReadTransaction, game_id: int, order: OrderRequest, foreseen: ForOrder | None = None
    ) -> _Asked:
        """What an order has to know; raises AlreadyDone where it is on record."""
        row = foreseen or await read.game_for_order(game_id, order.cause)
        if row.is_done:
            raise AlreadyDone(await read.entries_of_cause(game_id, order.cause))
        loaded = await self._loader.seated(read, row.seated)
        rows = await read.standing_orders(game_id) if row.has_standing_orders else ()
        return _Asked(
            loaded,
            standing_orders(rows, phase_key(loaded.state) if loaded.state else ""),
            row.has_open_proposals,
            FightAll.of(row.fight_all) if row.fight_all else None,
        )

    async def _roll(self, loaded: LoadedGame, order: OrderRequest) -> OrderResult:
        """Write down what is to be rolled for, and carry it out; raises NotSavedYet where that fails afterwards."""
        roll = order.written_down()
        async with self._store.write() as write:
            await write.open_roll_of(loaded.game.id, loaded.game.version, roll)
        try:
            with self._saving.roll_on_record(loaded.game.id):
                return await self._carry_out(loaded.game.id, roll)
        except AlreadyDone as done:  # By another process, in the same way.
            events = _events_of(done.entries)
            return shown_to(loaded, order.actor, fold(loaded.running, events), events)

    async def _carry_out(self, game_id: int, roll: OpenRoll) -> OrderResult:
        """What an open roll leads to, saved; always the same, no matter which process tries it and how often."""
        order = order_of(roll)
        async with self._store.read() as read:
            asked = await self._asked(read, game_id, order)
            loaded = asked.loaded
            if not loaded.game.roll_is_open:
                raise StaleVersion(game_id, loaded.game.version)
            seed = await read.seed(game_id)
            draft = Draft(loaded.running, loaded.game, order.cause, seed, fight_all=asked.fight_all)
            try:
                stopped = await self._threads.work_off(
                    order.client_in(loaded), worked_out, order, loaded, draft, asked.orders
                )
                messages = await self._told(read, asked, draft, order)
            except StoreError:
                raise
            except Exception as refusal:
                stopped, messages = refusal, []
        if not draft.rolls and stopped:
            async with self._store.write() as write:
                failed = await failed_card(write, loaded, order)
                await write.commit_turn(game_id, loaded.game.version, outbox=failed, closes_roll=True)
            self._announcer.wake()
            raise _told_to_whoever_ordered(game_id, stopped) from stopped
        if stopped:
            log.error("An order of game %s failed after its dice were rolled.", game_id, exc_info=stopped)
        return await self._commit(asked, draft, order, messages, stopped, closes_roll=True)

    async def _told(self, read: ReadTransaction, asked: _Asked, draft: Draft, order: OrderRequest) -> list[NewMessage]:
        """What the table is told, also of what is sealed. A fault in the telling must not undo what has rolled."""
        loaded, correction = asked.loaded, order if order.use == "edit" else None
        if ended := tuple(draft.phases_ended(loaded.running)):
            draft.seals = await seals_at(read, loaded.game, draft.seed, ended, asked.orders)
        try:
            is_for_absent = order.use in (FOR_ABSENT, TIME_IS_UP)
            turn = await self._loader.open_turn(read, loaded.game, loaded.running) if is_for_absent else None
            told = self._announcer.answered_for(loaded, turn, order) if turn else []
            if order.use == END_FOR:
                told = self._announcer.ended_for(loaded, await self._loader.times(read, loaded), order, draft)
            if order.house and order.house.is_least:
                told = [post(loaded, least_told(loaded, draft))]
            if order.house and order.house.tells_so:
                told = [post(loaded, cut_off_told(loaded))]
            messages = await self._announcer.after(read, loaded, draft, correction, told)
        except StoreError:
            raise
        except Exception:
            if not draft.rolls:
                raise
            log.exception("What the dice of game %s led to cannot be put into words.", loaded.game.id)
            messages = self._announcer.in_short(loaded, draft)
        draft.seals = tuple(seal for seal in draft.seals if is_told(seal, messages))
        if draft.state.winner and not loaded.running.winner:
            messages.append(await seed_at_the_end(read, loaded, draft))
        return messages

    async def _commit(
        self,
        asked: _Asked,
        draft: Draft,
        order: OrderRequest,
        messages: Sequence[NewMessage],
        stopped: Exception | None = None,
        *,
        closes_roll: bool = False,
    ) -> OrderResult:
        loaded = asked.loaded
        game_id, state = loaded.game.id, draft.state
        status: GameStatus | None = "finished" if state.winner else None
        if state.winner and not loaded.running.winner:
            messages = [*messages, *await self._luck_of_war(loaded, draft)]
        messages = [*back_told(loaded, order.ordered_by), *messages]
        async with self._store.write() as write:
            noted = await self._loader.banked_after(write, loaded, state)
            committed = await write.commit_turn(
                game_id,
                loaded.game.version,
                draft.entries,
                draft.stored or stored_state(state),
                messages,
                status=status,
                winner=state.winner,
                closes_roll=closes_roll,
            )
            if draft.seals:
                await keep_seals(write, game_id, [seal.row for seal in draft.seals])
            if order.house and (reasons := order.house.reasons(loaded, len(draft.line_ends))):
                await keep_reasons(write, game_id, reasons)
            await give_back(write, loaded, order.ordered_by)
            if noted:
                await note_turn_time(write, game_id, noted)
                await keep_banked(write, game_id, committed.seq, noted.banked)
            if draft.fight_all != asked.fight_all:
                await write.keep_fight_all(game_id, draft.fight_all.stored if draft.fight_all else None)
            await keep_rest(write, game_id, order, len(draft.line_ends))
            now = replace(loaded, game=replace(loaded.game, seq=committed.seq, status=status or loaded.game.status))
            if asked.has_open_proposals:
                await close_stale(write, replace(now, state=state))
        self._loader.remember(game_id, committed.seq, state)
        if loaded.game.house:
            self.changed.set()
        self._announcer.wake(is_new=bool(messages) or asked.has_open_proposals)
        shown = shown_to(loaded, order.actor, state, draft.events)
        has_posted = any(each.kind == "post" for each in messages)
        return replace(shown, stopped=stopped, goes_on=_goes_on(loaded, order, draft), has_posted=has_posted)

    async def _keep_fight_all(self, asked: _Asked, draft: Draft) -> None:
        """Keep how battles go on by themselves where that alone has changed."""
        if draft.fight_all != asked.fight_all:
            async with self._store.write() as write:
                await write.commit_turn(draft.game.id, draft.game.version)
                await write.keep_fight_all(draft.game.id, draft.fight_all.stored if draft.fight_all else None)

    async def _luck_of_war(self, loaded: LoadedGame, draft: Draft) -> list[NewMessage]:
        """The luck of a war that a draft has won. Nothing that is done waits for a fault here."""
        try:
            events = [entry.events for entry in draft.logged]
            told = await self._statistics.luck_at_the_end(loaded, events, draft.state)
        except Exception:
            log.exception("The luck of the war in game %s cannot be told.", loaded.game.id)
            return []
        return [post(loaded, f"{told} `/charts` draws it.")] if told else []


def _told_to_whoever_ordered(game_id: int, stopped: Exception) -> Exception:
    """What refused an order as it is; a fault with a number that stands in the log."""
    if isinstance(stopped, Refusal | LineRefused | TableRefusal):
        return stopped
    told = NotCarriedOut()
    log.error("Failure %s: an order of game %s was not carried out.", told.reference, game_id, exc_info=stopped)
    return told


def _goes_on(loaded: LoadedGame, order: OrderRequest, draft: Draft) -> bool:
    """Whether battles of whoever ordered go on by themselves."""
    return draft.fight_all is not None and draft.state.power in loaded.powers_of(order.actor.user_id)


def _events_of(entries: Sequence[Entry]) -> tuple[Event, ...]:
    return tuple(event_from_json(event) for entry in entries for event in entry.events)

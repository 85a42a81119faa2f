"""The house plays: whenever one of its powers must act or choose, it thinks and gives its orders (ASY-65)."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from engine import GameState, Refusal, StaleDecision
from engine.ask import QUESTIONS
from engine.facts.board import PowerId
from gamemaster.announcements.absence import is_of_computers
from gamemaster.errors import NotCarriedOut, TableRefusal
from gamemaster.house.last_round import LastRounds, is_over
from gamemaster.house.plan import CAUSE, HousePlan, is_left_alone, played_by_the_house
from gamemaster.jobs.house import Position, Thought, patience_with, thought_out
from gamemaster.orders.drafts import VOID, JsonAction
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.open_turn import since_turn_began
from gamemaster.orders.requested import THE_HOUSE
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import PAUSE_OF_COMPUTERS, table_settings_of
from gamemaster.upkeep.due import DueTask
from gamemaster.upkeep.routine import level_of
from gamemaster.views.visible import seen_by
from gamemaster.workers import Asker, WorkerPool, WorkFailed
from store import Clock, Store, StoreError, befalls_all
from store.house import HousesGame, games_of_the_house, last_of_a_person, last_order

MOST_FAILURES = 2

log = logging.getLogger(__name__)


@dataclass
class _Turn:
    """What the house has thought in a turn (round and power): how often, and for how many seconds of a core at a level.

    is_told_late: whether the table knows that time was up.
    """

    of: tuple[int, PowerId] | None = None
    thoughts: int = 0
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    is_told_late: bool = False


class HousePlaying(DueTask):
    """One task that plays all powers of the house, in each game one step after the other, the games in turn.

    Nothing is kept between two steps: where a bot is killed, the next one thinks of the same position, comes to the
    same orders, and gives them under the same cause, so that none is given twice.
    """

    look_seconds = 5.0
    most_plans = 400
    """In one turn of anybody: more than the longest ever takes, so that nothing goes on for ever."""
    pause_seconds = 30
    """After a post of its turn, so that people can follow; questions are answered at once."""
    most_alone = 2_000
    """So many orders in a row are given without one of a person, whose powers may all be conquered."""
    turn_seconds = PAUSE_OF_COMPUTERS
    """After each turn of a table of computers; counted from when that is on record, so that no restart changes it."""
    look_again_seconds = 60
    """At a table of computers that can't be posted to."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        loader: Loader,
        acting: Acting,
        workers: WorkerPool,
        last_rounds: LastRounds,
    ) -> None:
        super().__init__(store, clock)
        self._loader = loader
        self._acting = acting
        self._workers = workers
        self._last_rounds = last_rounds
        self._rests: dict[int, tuple[int, int | None]] = {}
        self._failures: dict[int, tuple[int, int]] = {}
        self._turns: dict[int, _Turn] = {}
        self._posted_at: dict[int, int] = {}

    async def _run(self) -> None:
        while True:
            self._acting.changed.clear()
            try:
                await self.sweep()
            except StoreError as failure:
                log.log(
                    level_of(failure),
                    "The house could not look for games in which it must play. Trying again: %s",
                    failure,
                )
            await self._until(self._acting.changed, self.look_seconds)

    async def sweep(self) -> int:
        """One step in each game in which the house must act or choose; gives in how many.

        At a table of computers only where nobody waits for it elsewhere, and in one of them at a time.
        """
        async with self._store.read() as read:
            games = await games_of_the_house(read)
        ours = {game.game_id for game in games}
        for kept in (self._rests, self._failures, self._turns, self._posted_at):
            for gone in kept.keys() - ours:
                del kept[gone]
        waiting = [game for game in games if not self._is_at_rest(game)]
        done = sum([await self._done_in(game.game_id, self._step(game)) for game in waiting if not game.is_alone])
        for game in waiting:
            if done:
                break
            if game.is_alone:
                done += await self._done_in(game.game_id, self._step(game))
        return done

    def _is_at_rest(self, game: HousesGame) -> bool:
        """Whether it rests in a game as it is, for good or until a moment that is still to come."""
        version, until = self._rests.get(game.game_id, (None, None))
        return version == game.version and (until is None or self._is_to_come(until))

    def _is_to_come(self, moment: int) -> bool:
        """Whether a moment is still to come: one far off tells of a clock set back, and isn't waited for."""
        return 0 < moment - self._clock() <= 2 * max(self.turn_seconds, self.look_again_seconds)

    async def _step(self, game: HousesGame) -> bool:
        """What the house does next in a game, if it is to do something; one with a fault rests until it is changed."""
        try:
            return await self._next(game)
        except TableRefusal:
            raise
        except Exception as failure:
            if not befalls_all(failure):
                self._rests[game.game_id] = game.version, None
            raise

    async def _next(self, game: HousesGame) -> bool:
        loaded = await self._loader.by_id(game.game_id)
        if self._stands_still(loaded) or self._lets_people_read(loaded):
            return False
        if is_over(loaded):
            return await self._last_rounds.end(loaded)
        power = whose_move(loaded)
        if power and is_of_computers(loaded) and self._is_to_come(until := await self._waits_until(loaded)):
            self._rests[game.game_id] = game.version, until
            return False
        if power is None or await self._failed_last(loaded) or await self._is_left_alone(loaded):
            self._rests[game.game_id] = game.version, None
            return False
        with suppress(StaleDecision):  # Others came first: what they left is looked at next time.
            await self._play(loaded, power)
        return True

    def _stands_still(self, loaded: LoadedGame) -> bool:
        """Whether dice have to fall first, or the table has paused the game."""
        return loaded.game.roll_is_open or table_settings_of(loaded.game).pause_at(self._clock()) is not None

    def _lets_people_read(self, loaded: LoadedGame) -> bool:
        """Whether the last post of its turn is too young for another; one of the future tells of a clock set back."""
        posted_at = self._posted_at.get(loaded.game.id)
        if posted_at is None or loaded.running.requests:
            return False
        return 0 <= self._clock() - posted_at < self.pause_seconds

    async def _waits_until(self, loaded: LoadedGame) -> int:
        """When a table of computers goes on: some time after the turn before, and once all of that can be read."""
        game = loaded.game
        async with self._store.read() as read:
            cause, _ = await last_order(read, game.id)
            began = since_turn_began(await read.entries_of_cause(game.id, cause)) if cause else None
            if began is None:
                return 0
            is_parked = await read.parked_channel(game.channel_id) is not None
            is_held_up = is_parked or bool(await read.number_of_waiting_posts(game.id))
        again = self._clock() + self.look_again_seconds if is_held_up else 0
        return max(began + self.turn_seconds, again)

    async def _failed_last(self, loaded: LoadedGame) -> bool:
        """Whether the last order was one of the house, and rolled in vain: no process would fare better with it."""
        async with self._store.read() as read:
            cause, kind = await last_order(read, loaded.game.id)
        return kind == VOID and cause.startswith(CAUSE)

    async def _is_left_alone(self, loaded: LoadedGame) -> bool:
        """Whether no person has done anything for long; looked up at the first thought of each turn."""
        game, state = loaded.game, loaded.running
        if is_of_computers(loaded) or self._turns.get(game.id, _Turn()).of == (state.round, state.power):
            return False
        alone = table_settings_of(game).alone
        async with self._store.read() as read:
            last = max(await last_of_a_person(read, game.id), (alone.ended or 0) if alone else 0)
        is_alone = game.seq - last > self.most_alone
        if is_alone:
            log.warning("The house rests in game %s, as it alone has played for long; any order wakes it.", game.id)
        return is_alone

    async def _play(self, loaded: LoadedGame, power: PowerId) -> None:
        game_id, level = loaded.game.id, played_by_the_house(loaded)[power]
        thought = await self._thought(loaded, power)
        now = await self._loader.by_id(game_id)
        if self._stands_still(now) or whose_move(now) != power:
            return
        if thought is not None and thought.actions:
            is_late, turn = thought.is_cut_off, self._turns[game_id]
            plan = HousePlan(
                power,
                level,
                game_id,
                loaded.game.seq,
                thought.why,
                is_cut_off=is_late,
                tells_so=is_late and not turn.is_told_late,
            )
            if is_late:
                log.warning("The house ran out of time in game %s, and plays the best that it had found.", game_id)
            try:
                await self._give(plan, game_id, thought.actions)
            except StaleDecision:
                raise
            except Refusal as no:
                log.warning("In game %s the rules refuse what the house wants to order: %s", game_id, no)
            else:
                turn.is_told_late = turn.is_told_late or is_late
                return
        await self._do_the_least(loaded, power)

    async def _do_the_least(self, loaded: LoadedGame, power: PowerId) -> None:
        """The printed defaults; where even these are refused, the house rests until somebody changes the game."""
        game = loaded.game
        plan = HousePlan(power, played_by_the_house(loaded)[power], game.id, game.seq, is_least=True)
        try:
            await self._give(plan, game.id)
        except StaleDecision:
            raise
        except Refusal as no:
            self._rests[game.id] = game.version, None
            log.warning("The house is stuck in game %s; its organiser can correct it with /game edit: %s", game.id, no)

    async def _give(self, plan: HousePlan, game_id: int, actions: Sequence[JsonAction] = ()) -> None:
        """Raises Refusal. After a fault the house rests: the same thought would only meet it again, with more dice."""
        try:
            done = await self._acting.order_for_the_house(game_id, plan, actions)
            fault = done.stopped
            if done.has_posted:
                self._posted_at[game_id] = self._clock()
        except NotCarriedOut as failure:
            fault = failure
        if fault:
            self._rests[game_id] = (await self._loader.by_id(game_id)).game.version, None
            log.error("The house rests in game %s until an organiser corrects it: %s", game_id, fault)

    async def _thought(self, loaded: LoadedGame, power: PowerId) -> Thought | None:
        """What a worker comes to from the view of the seat; None where it fails again, or far too often in a turn."""
        game, state = loaded.game, loaded.running
        turn = self._turns.get(game.id, _Turn())
        if turn.of != (state.round, state.power):
            turn = self._turns[game.id] = _Turn((state.round, state.power))
        turn.thoughts += 1
        if turn.thoughts > self.most_plans:
            log.warning("The house has thought %s times in one turn of game %s.", turn.thoughts, game.id)
            return None
        level = played_by_the_house(loaded)[power]
        position = Position(seen_by(state, (power,)), power, level, game.id, spent=turn.seconds[level])
        try:
            thought = await self._workers.think(
                thought_out, position, asker=Asker(THE_HOUSE.user_id, game.id), seconds=patience_with(position)
            )
        except WorkFailed:
            at, failures = self._failures.get(game.id, (game.seq, 0))
            failures = failures + 1 if at == game.seq else 1
            self._failures[game.id] = game.seq, failures
            if failures < MOST_FAILURES:
                raise
        except Exception:
            log.exception("The house can't think of a position of game %s.", game.id)
        else:
            turn.seconds[level] += 0.0 if state.requests else thought.seconds
            return thought
        return None


def whose_move(loaded: LoadedGame) -> PowerId | None:
    """The power of the house that must act or choose now; None where there is none, or where no person plays.

    At a table of computers none need.
    """
    state = loaded.running
    if state.winner or loaded.game.status != "running" or (is_left_alone(loaded) and not is_of_computers(loaded)):
        return None
    house = played_by_the_house(loaded)
    if state.requests:
        return _asked(loaded, state, house)
    return state.power if state.power in house else None


def _asked(loaded: SeatedGame, state: GameState, house: Mapping[PowerId, str]) -> PowerId | None:
    """Whom of the house a question is put to first. Where owners choose together, a person proposes first."""
    players = loaded.seats.keys() - house.keys()
    for request in state.requests:
        shared = QUESTIONS[request.kind].answers_are_shared
        if shared and not request.answers and any(power in players for power in request.powers):
            continue
        for power in request.powers:
            if power in house and power not in request.answers:
                return power
    return None

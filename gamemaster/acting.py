"""Carrying out what players want: load, check who asks, apply, answer by standing orders, save, announce."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import Event, GameState, Refusal
from engine.standing_orders import Orders
from gamemaster.announcing import Announcer, post
from gamemaster.corrections import correct, read_correction
from gamemaster.drafting import (
    Draft,
    JsonAction,
    answer_standing,
    as_player,
    decide,
    only_question_to,
    standing_orders,
    stored_state,
)
from gamemaster.errors import LineRefused, TableRefusal
from gamemaster.loading import EVENT_FORMAT, LoadedGame, Loader
from gamemaster.plain import as_plain_text
from gamemaster.roles import Actor, check_may
from gamemaster.saving import until_saved
from gamemaster.seats import SeatedGame
from gamemaster.version import ENGINE_VERSION
from gamemaster.viewing import check_unfinished
from gamemaster.visible import seen_by, told_to
from store import AlreadyDone, Auto, GameStatus, NewEntry, NewMessage, NoSuchEntry, Store


@dataclass(frozen=True)
class Acted:
    """What an interaction led to, as far as its user may know.

    `repeated`: it had been carried out before, and nothing was done now.
    """

    before: GameState
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False


Perform = Callable[[LoadedGame, Draft, Mapping[str, Orders]], None]
"""What a use case does with a game: carries actions out on the draft, or raises what refuses them."""


class Acting:
    """The use cases that change a running game."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer

    async def act(self, game_id: int, actor: Actor, actions: Sequence[JsonAction], cause: str) -> Acted:
        """Carry out orders of a player, all or none; raises NotAllowed, Refusal, LineRefused for several, TooBusy."""

        def perform(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
            for number, action in enumerate(actions):
                try:
                    as_player(loaded, draft, actor, action)
                except Refusal as refusal:
                    if len(actions) > 1:
                        raise LineRefused(number, refusal) from refusal
                    raise
                answer_standing(draft, orders)

        return await self._commit(game_id, actor, cause, perform)

    async def fight_to_the_end(self, game_id: int, actor: Actor, actions: Sequence[JsonAction], cause: str) -> Acted:
        """Carry out orders, then press on round after round until the battle ends or somebody else must choose.

        The player's own casualties fall by his standing order, else by the printed default.
        """

        def perform(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
            for action in actions:
                as_player(loaded, draft, actor, action)
                answer_standing(draft, orders)
            mine = loaded.powers_of(actor.user_id)
            while request := only_question_to(draft.state, mine):
                choice: Any = {"press": True} if request.kind == "retreat" else "default"
                auto: Auto | None = None if request.kind == "retreat" else "default"
                draft.apply(request.power, decide(request, request.power, choice), auto)
                answer_standing(draft, orders)

        return await self._commit(game_id, actor, cause, perform)

    async def answer_for_absent(self, game_id: int, actor: Actor, request_id: str, cause: str) -> Acted:
        """The organiser answers an open question with its default, for whoever has not answered."""

        def perform(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
            check_may("answer for an absent player", actor, loaded.game, loaded.seats)
            request = draft.state.request(request_id)
            owing = [p for p in request.powers if p not in request.answers] if request else [draft.state.power]
            for power in owing:
                draft.apply(
                    power, {"type": "decide", "request": request_id, "power": power, "choice": "default"}, "default"
                )
            answer_standing(draft, orders)

        return await self._commit(game_id, actor, cause, perform)

    async def edit(self, game_id: int, actor: Actor, action: JsonAction, cause: str) -> Acted:
        """The game master's correction, announced with the name; raises NotAllowed, TableRefusal, Refusal."""
        correction = read_correction(action)

        def perform(loaded: LoadedGame, draft: Draft, _: Mapping[str, Orders]) -> None:
            check_may("edit", actor, loaded.game, loaded.seats)
            correct(draft, correction)

        return await self._commit(game_id, actor, cause, perform, editor=actor)

    async def roll_back(self, game_id: int, actor: Actor, to_seq: int, cause: str) -> GameState:
        """Put the game back to where it was after a log entry, announced; the old dice stay on record.

        Raises NotAllowed, TableRefusal.
        """
        try:
            state = await until_saved(lambda: self._try_to_roll_back(game_id, actor, to_seq, cause))
        except NoSuchEntry as missing:
            raise TableRefusal("There is no such moment: choose one of the phases that are offered.") from missing
        self._announcer.wake()
        return state

    async def _try_to_roll_back(self, game_id: int, actor: Actor, to_seq: int, cause: str) -> GameState:
        async with self._store.read() as read:
            loaded = await self._loader.with_reading(read, await read.game(game_id))
            check_may("roll back", actor, loaded.game, loaded.seats)
            state = await self._loader.state_at(read, loaded.game, to_seq)
        entry = NewEntry(
            by="gm",
            action={"type": "rollback", "to": to_seq},
            cause=cause,
            engine_version=ENGINE_VERSION,
            event_format=EVENT_FORMAT,
        )
        messages = self._announcer.rolled_back(loaded, state, actor)
        async with self._store.write() as write:
            version = loaded.game.version
            await write.rollback(game_id, version, to_seq, entry, stored_state(state), messages, status="running")
        return state

    async def _commit(
        self, game_id: int, actor: Actor, cause: str, perform: Perform, *, editor: Actor | None = None
    ) -> Acted:
        try:
            return await until_saved(lambda: self._try(game_id, actor, cause, perform, editor))
        except AlreadyDone:
            loaded = await self._loader.by_id(game_id)
            now = seen_by(loaded.running, loaded.powers_of(actor.user_id))
            return Acted(now, now, (), repeated=True)

    async def _try(self, game_id: int, actor: Actor, cause: str, perform: Perform, editor: Actor | None) -> Acted:
        async with self._store.read() as read:
            loaded = await self._loader.with_reading(read, await read.game(game_id))
            if done := await read.entries_of_cause(game_id, cause):
                raise AlreadyDone(done)
            seed = await read.seed(game_id)
            orders = standing_orders(await read.standing_orders(game_id))
            before = loaded.running
            draft = Draft(before, seed, game_id, loaded.game.next_roll, cause)
            check_unfinished(loaded.game)
            perform(loaded, draft, orders)
            messages = await self._announcer.after(read, loaded, draft.state, tuple(draft.events), editor)
            if draft.state.winner and not before.winner:
                messages.append(seed_notice(loaded, seed))
        status: GameStatus | None = "finished" if draft.state.winner else None
        async with self._store.write() as write:
            committed = await write.commit_turn(
                game_id,
                loaded.game.version,
                draft.entries,
                stored_state(draft.state),
                messages,
                status=status,
                winner=draft.state.winner,
            )
        self._loader.remember(game_id, committed.seq, draft.state)
        self._announcer.wake()
        mine = loaded.powers_of(actor.user_id)
        return Acted(seen_by(before, mine), seen_by(draft.state, mine), told_to(draft.events, mine))


def seed_notice(loaded: SeatedGame, seed: bytes) -> NewMessage:
    """The seed of the dice, public once the game is over."""
    text = (
        f"The seed of the dice of **{as_plain_text(loaded.game.name)}** was `{seed.hex()}`; its SHA-256 was posted "
        "at the start. `/game export` gives all rolls to check them with."
    )
    return post(loaded, text)

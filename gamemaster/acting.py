"""Carrying out what players want: load, check who asks, apply, answer by standing orders, save, announce."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Event, GameState, IllegalAction, Outcome, Refusal, apply, event_to_json, state_to_json
from engine.describe import acting_powers
from engine.queries import requests_of
from engine.standing_orders import Orders, answer_by_orders
from engine.state import Request
from gamemaster.announcing import Announcer, as_plain_text, post
from gamemaster.errors import LineRefused, NotAllowed, TableRefusal
from gamemaster.loading import EVENT_FORMAT, STATE_FORMAT, LoadedGame, Loader
from gamemaster.phases import phase_key
from gamemaster.roles import Actor, check_may
from gamemaster.rolls import Dice
from gamemaster.saving import until_saved
from gamemaster.version import ENGINE_VERSION
from store import AlreadyDone, Auto, GameStatus, NewEntry, NewMessage, NewState, NoSuchEntry, Store

JsonAction = Mapping[str, Any]


@dataclass(frozen=True)
class Acted:
    """What an interaction led to. `repeated`: it had been carried out before, and nothing was done now."""

    before: GameState
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False


@dataclass
class Draft:
    """Actions carried out in memory, to be saved together."""

    state: GameState
    seed: bytes
    game_id: int
    next_roll: int
    cause: str
    entries: list[NewEntry] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def apply(self, by: str, action: JsonAction, auto: Auto | None = None) -> Outcome:
        """Carry out one action; raises Refusal."""
        dice = Dice(self.seed, str(self.game_id), self.next_roll, self.cause)
        outcome = apply(self.state, action, dice)
        self.next_roll += len(dice.rolls)
        self.entries.append(
            NewEntry(
                by=by,
                action=dict(action),
                cause=self.cause,
                cause_index=len(self.entries),
                dice=dice.faces,
                events=[event_to_json(event) for event in outcome.events],
                auto=auto,
                rolls=dice.rolls,
                engine_version=ENGINE_VERSION,
                event_format=EVENT_FORMAT,
            )
        )
        self.state = outcome.state
        self.events += outcome.events
        return outcome


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
                    _as_player(loaded, draft, actor, action)
                except Refusal as refusal:
                    if len(actions) > 1:
                        raise LineRefused(number, refusal) from refusal
                    raise
                answer_standing(draft, orders)

        return await self._commit(game_id, cause, perform)

    async def fight_to_the_end(self, game_id: int, actor: Actor, actions: Sequence[JsonAction], cause: str) -> Acted:
        """Carry out orders, then press on round after round until the battle ends or somebody else must choose.

        The player's own casualties fall by his standing order, else by the printed default.
        """

        def perform(loaded: LoadedGame, draft: Draft, orders: Mapping[str, Orders]) -> None:
            for action in actions:
                _as_player(loaded, draft, actor, action)
                answer_standing(draft, orders)
            mine = loaded.powers_of(actor.user_id)
            while request := _only_question_to(draft.state, mine):
                choice: Any = {"press": True} if request.kind == "retreat" else "default"
                auto: Auto | None = None if request.kind == "retreat" else "default"
                draft.apply(request.power, _decide(request, request.power, choice), auto)
                answer_standing(draft, orders)

        return await self._commit(game_id, cause, perform)

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

        return await self._commit(game_id, cause, perform)

    async def edit(self, game_id: int, actor: Actor, action: JsonAction, cause: str) -> Acted:
        """The game master's correction, announced with the name."""

        def perform(loaded: LoadedGame, draft: Draft, _: Mapping[str, Orders]) -> None:
            check_may("edit", actor, loaded.game, loaded.seats)
            draft.apply("gm", action)

        return await self._commit(game_id, cause, perform, editor=actor)

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

    async def _commit(self, game_id: int, cause: str, perform: Perform, *, editor: Actor | None = None) -> Acted:
        try:
            return await until_saved(lambda: self._try(game_id, cause, perform, editor))
        except AlreadyDone:
            loaded = await self._loader.by_id(game_id)
            return Acted(loaded.running, loaded.running, (), repeated=True)

    async def _try(self, game_id: int, cause: str, perform: Perform, editor: Actor | None) -> Acted:
        async with self._store.read() as read:
            loaded = await self._loader.with_reading(read, await read.game(game_id))
            if done := await read.entries_of_cause(game_id, cause):
                raise AlreadyDone(done)
            seed = await read.seed(game_id)
            orders = standing_orders(await read.standing_orders(game_id))
            before = loaded.running
            draft = Draft(before, seed, game_id, loaded.game.next_roll, cause)
            _check_unfinished(loaded)
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
        return Acted(before, draft.state, tuple(draft.events))


def seed_notice(loaded: LoadedGame, seed: bytes) -> NewMessage:
    """The seed of the dice, public once the game is over."""
    text = (
        f"The seed of the dice of **{as_plain_text(loaded.game.name)}** was `{seed.hex()}`; its SHA-256 was posted "
        "at the start. `/game export` gives all rolls to check them with."
    )
    return post(loaded, text)


def stored_state(state: GameState) -> NewState:
    """A state as the store keeps it."""
    acting = acting_powers(state)
    return NewState(body=state_to_json(state), phase_key=phase_key(state), format=STATE_FORMAT, acting=acting)


def _check_unfinished(loaded: LoadedGame) -> None:
    if loaded.game.status not in ("running", "lobby"):
        raise NotAllowed("This game is over. Start a new one with /game create.")


def _as_player(loaded: LoadedGame, draft: Draft, actor: Actor, action: JsonAction) -> None:
    """Carry out an action of a player for the power that he means, with the answers of his other powers."""
    mine = loaded.powers_of(actor.user_id)
    if action.get("type") == "decide":
        _decide_as_player(draft, mine, action)
        return
    power = action.get("power") or draft.state.power
    if power not in mine:
        name = draft.state.edition.power[power].name if power in draft.state.edition.power else power
        user = loaded.seats.get(power)
        turn = f"It is {name}'s turn" if power == draft.state.power else f"You do not play {name}"
        raise NotAllowed(f"{turn}{f' (<@{user}>)' if user else ''}; nothing has changed.")
    draft.apply(power, {**action, "power": power} if action.get("type") in ("concede", "leave") else action)


def _decide_as_player(draft: Draft, mine: Sequence[str], action: JsonAction) -> None:
    """Answer a question; a player with several powers in a joint defence answers for all of them at once."""
    state = draft.state
    asked = [
        r for r in state.requests if action.get("request") in (None, r.id) and action.get("kind") in (None, r.kind)
    ]
    asked = [r for r in asked if action.get("space") in (None, r.space)]
    owed = [(r, power) for r in asked for power in mine if power in r.powers and power not in r.answers]
    if asked and not owed:
        names = " and ".join(state.edition.power[power].name for power in asked[0].powers)
        raise NotAllowed(f"That question is for {names}; nothing has changed.")
    if not owed:
        draft.apply(mine[0] if mine else state.power, action)
        return
    request, power = owed[0]
    draft.apply(power, _decide(request, power, action["choice"]))
    for other in mine:
        still = draft.state.request(request.id)
        if still and other in still.powers and other not in still.answers:
            draft.apply(other, _decide(request, other, "agree" if action["choice"] != "default" else "default"))


def _decide(request: Request, power: str, choice: Any) -> dict[str, Any]:
    return {"type": "decide", "request": request.id, "power": power, "choice": choice}


def _only_question_to(state: GameState, powers: Iterable[str]) -> Request | None:
    """The next open question, if all that are open are to these powers."""
    mine = set(powers)
    if not state.requests or state.battle is None or not all(set(r.powers) <= mine for r in state.requests):
        return None
    return state.requests[0]


def standing_orders(rows: Iterable[Any]) -> dict[str, dict[str, Sequence[str]]]:
    """Standing orders by power and domain."""
    found: dict[str, dict[str, Sequence[str]]] = {}
    for row in rows:
        found.setdefault(row.power, {})[row.domain] = row.order
    return found


def answer_standing(draft: Draft, orders: Mapping[str, Orders]) -> None:
    """Answer every open question that a standing order answers, and those that follow from it."""
    answered = True
    while answered:
        answered = False
        for power, order in orders.items():
            for request in requests_of(draft.state, power):
                choice = answer_by_orders(draft.state, request, power, order)
                if choice is None:
                    continue
                try:
                    draft.apply(power, _decide(request, power, choice), "order")
                except IllegalAction:
                    continue
                answered = True
                break

"""From the empty channel to the first turn: creating a game, taking seats, starting, ending."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import GameState, load_setup, new_game
from engine.facts.bids import NO_BID
from engine.facts.edition import Edition
from engine.quoting import in_one_line
from engine.state.words import listed
from gamemaster.announcements.announcer import Announcer
from gamemaster.budgets import check_open_games
from gamemaster.dice.rolls import METHOD, commitment, new_seed
from gamemaster.errors import OVER, NotAllowed, RolledInVain, TableRefusal
from gamemaster.house.alone import NOT_ALONE, NOT_ASKED, check_room, from_round, question, would_play_alone
from gamemaster.keys import phase_key
from gamemaster.lobby.advantages import OPTION, AdvantagePlan, read_plan
from gamemaster.lobby.auctions import OPTION as BID
from gamemaster.lobby.auctions import auction_of, what_to_call
from gamemaster.lobby.gathering.guests import check_at_will, check_invited, check_not_kept, gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import after_seats, note_kept
from gamemaster.lobby.places.ground import Ground, is_to_come, number_to_come, thread_wish, wants_thread
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.drafts import Draft, stored_state
from gamemaster.orders.loading import EVENT_FORMAT, LoadedGame, Loader
from gamemaster.orders.requested import OrderRequest
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import edit
from gamemaster.roles import Actor, SeatedGame, check_may
from gamemaster.table_settings import USUAL, TableSettings, table_settings_of
from gamemaster.version import ENGINE_VERSION
from store import ChannelTaken, Game, NewGame, NewMessage, NewState, OpenRoll, Post, Store, WriteTransaction
from store.agreements import last_organised
from store.house import keep_house
from store.outbox.threads import THREAD

START_KEY = "start"
GAME_MASTER = "gm"
START = "start"
INVITATION = "invitation"
OPEN_GROUND = Ground()
BEGUN = "This game has already begun."

log = logging.getLogger(__name__)


class Lobby:
    """The use cases around a game rather than in it."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        saving.carry_out_with(START, self._roll_and_begin)

    async def create(
        self,
        actor: Actor,
        guild_id: int,
        channel_id: int,
        setup: str,
        options: Mapping[str, Any],
        name: str = "",
        customs: TableSettings = USUAL,
        ground: Ground = OPEN_GROUND,
    ) -> SeatedGame:
        """Open a game in a channel; the hash of its secret seed is public from now on. Raises TableRefusal, Refusal.

        options: those of the edition, and `advantages`: "none", "choose 2" or "roll 2" (OPT-11). Where the table wants
        a thread and the channel is none, it is asked for, and made once the call for players stands (`invited`).
        """
        edition = load_setup(setup)
        if edition.in_preparation:
            raise TableRefusal(f"You can't play {edition.title} yet.")
        plan = read_plan(edition, options.get(OPTION))
        chosen: dict[str, Any] = edition.resolve_options(
            {name: value for name, value in options.items() if name != OPTION}
        )
        if edition.advantages:
            chosen[OPTION] = plan.stored
        seed, in_thread = new_seed(), wants_thread(customs, ground)
        try:
            async with self._store.write() as write:
                check_open_games(*await write.open_games(guild_id, actor.user_id))
                await write.outbox.unpark_channel(channel_id)
                game = await write.create_game(
                    NewGame(
                        guild_id=guild_id,
                        channel_id=number_to_come() if in_thread else channel_id,
                        name=in_one_line(name) or edition.title,
                        setup=setup,
                        options=chosen,
                        organiser_id=actor.user_id,
                        seed=seed,
                        commitment=commitment(seed),
                        engine_version=ENGINE_VERSION,
                        event_format=EVENT_FORMAT,
                        dice_method=METHOD,
                        customs=customs.stored or None,
                    )
                )
                if in_thread:
                    await write.outbox.enqueue(game.id, [thread_wish(game, channel_id, game.channel_id)])
        except ChannelTaken as taken:
            raise TableRefusal(
                "This channel already has a game. Use another channel or thread, or end it with /game end."
            ) from taken
        return SeatedGame(game, {})

    async def organised_last(self, guild_id: int, user_id: int) -> Game | None:
        """The last game of a server that a user organised, over or not."""
        async with self._store.read() as read:
            return await last_organised(read, guild_id, user_id)

    async def invited(self, loaded: SeatedGame, channel_id: int, message_id: int) -> bool:
        """An invitation stands in the channel now; the older one goes, whichever is written down first.

        Gives whether the game is still in its lobby; else somebody has begun it meanwhile, and it has to be closed.
        """
        posted = Post(INVITATION, channel_id, message_id)
        async with self._store.write() as write:
            await write.hold(loaded.game.id)
            known = await write.post(loaded.game.id, INVITATION)
            older, newest = sorted((known or posted, posted), key=lambda each: each.message_id)
            if older != newest:
                gone = NewMessage(kind="delete", channel_id=older.channel_id, payload={}, message_id=older.message_id)
                await write.outbox.enqueue(loaded.game.id, [gone])
            await write.remember_post(loaded.game.id, INVITATION, newest.channel_id, newest.message_id)
            now = await write.game(loaded.game.id)
        self._announcer.wake()
        return now.status == "lobby"

    async def close_invitation(self, loaded: SeatedGame, text: str) -> None:
        """The invitation loses its buttons; what was agreed on stays in it for good, as does the hash of the seed."""
        closing = edit(loaded, text, INVITATION)
        async with self._store.write() as write:
            if (call := await write.post(loaded.game.id, INVITATION)) is not None:
                await write.outbox.enqueue(loaded.game.id, [replace(closing, channel_id=call.channel_id)])
        self._announcer.wake()

    async def call_for(self, game_id: int, role: str) -> Post | None:
        """Where a call for players of a game stands, which may be another channel than that of the game."""
        async with self._store.read() as read:
            return await read.post(game_id, role)

    async def lasting_call(self, loaded: SeatedGame, channel_id: int) -> Post | None:
        """The call for players that stays where it is, in the channel on which this thread of the game hangs."""
        async with self._store.read() as read:
            posts = {each.role: each for each in await read.posts(loaded.game.id)}
        call, own = posts.get(INVITATION), posts.get(THREAD)
        if call is None or own is None or loaded.game.status != "lobby":
            return None
        is_here = loaded.game.channel_id == channel_id == own.message_id
        return call if is_here and call.channel_id == own.channel_id else None

    async def join(self, loaded: SeatedGame, user_id: int, powers: Sequence[str]) -> SeatedGame:
        """Take seats, all of one side (GEN-09); raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            if now.game.status == "running" and user_id not in now.seats.values():
                raise TableRefusal(f"{BEGUN} `/game wait` says how you get a seat in it.")
            check_lobby(now.game)
            check_at_will(now)
            check_invited(now, user_id)
            check_not_kept(now, user_id, self._store.now())
            edition = load_setup(now.game.setup)
            check_seats(edition, now.seats, user_id, powers)
            taken = edition.played_together(powers)
            seats = {**now.seats, **dict.fromkeys(taken, user_id)}
            if seats == now.seats:  # else it would undo the calls of an auction
                names = listed(edition.power[power].called for power in edition.turn_order if power in taken)
                raise TableRefusal(f"You play {names} already. Nothing changed.")
            await self._commit_seats(write, now, seats, user_id)
            for power in taken:
                await write.set_seat(now.game.id, power, user_id)
            await keep_house(write, now.game.id, {power: now.house[power] for power in now.house.keys() - taken})

        return await self.saved(loaded, change)

    async def leave(self, loaded: SeatedGame, user_id: int) -> SeatedGame:
        """Give up one's seats while the game has not begun; raises TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            if now.game.status != "lobby":
                raise TableRefusal(
                    "The game has begun. Ask the organiser to replace you with /game replace, or concede."
                )
            if user_id not in now.seats.values():
                raise TableRefusal("You have no seat in this game.")
            seats = {power: user for power, user in now.seats.items() if user != user_id}
            await self._commit_seats(write, now, seats, None)
            if (auction := auction_of(now.game)) is not None:
                await write.change_game(
                    now.game.id, options={**now.game.options, BID: replace(auction, calls=()).stored}
                )
            for power in now.powers_of(user_id):
                await write.set_seat(now.game.id, power, None)

        return await self.saved(loaded, change)

    async def _commit_seats(
        self, write: WriteTransaction, now: LoadedGame, seats: Mapping[str, int], seated: int | None
    ) -> None:
        """Claim the game with these seats; a free one is offered to the first who waits."""
        gathering, after = gathering_of(now.game), replace(now, seats=seats)
        came, offered = after_seats(after, replace(gathering, called=(), passed=()), seated, self._store.now())
        await write.commit_turn(now.game.id, now.game.version, outbox=offered)
        if came != gathering:
            await write.change_game(now.game.id, customs=with_gathering(now.game, came))
            await note_kept(write, now.game, came)

    async def choose_advantages(self, loaded: SeatedGame, user_id: int, power: str, names: Sequence[str]) -> SeatedGame:
        """Choose the national advantages of one's power before the game begins (OPT-11); raises TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            check_lobby(now.game)
            edition = load_setup(now.game.setup)
            if power not in now.powers_of(user_id):
                raise NotAllowed("You can choose national advantages only for your own powers.")
            plan = plan_of(now.game).with_choice(edition, power, names)
            await write.commit_turn(now.game.id, now.game.version)
            await write.change_game(now.game.id, options={**now.game.options, OPTION: plan.stored})

        return await self.saved(loaded, change)

    async def question(self, loaded: SeatedGame, actor: Actor) -> str:
        """What is asked before a game begins in which the house plays every power; nothing where somebody else plays.

        Raises NotAllowed, TableRefusal.
        """
        if not would_play_alone(loaded):
            return ""
        check_may("start", actor, loaded)
        check_ready(loaded)
        return await self.question_in(loaded, 1)

    async def question_in(self, loaded: SeatedGame, round_number: int) -> str:
        """What is asked before the house plays every power from a round on; raises TableRefusal."""
        async with self._store.read() as read:
            await check_room(read, loaded.game.guild_id)
        return question(loaded, round_number)

    async def start(self, loaded: SeatedGame, actor: Actor, cause: str, *, is_alone: bool = False) -> SeatedGame:
        """Begin the game once every power has a player and its advantages; raises NotAllowed, TableRefusal.

        is_alone: the actor has confirmed that the house plays every power.
        """

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            check_may("start", actor, now)
            check_lobby(now.game)
            check_ready(now)
            if is_alone == bool(now.seats):
                raise TableRefusal(NOT_ALONE if is_alone else NOT_ASKED)
            if is_alone:
                await check_room(write, now.game.guild_id)
            agreed, now = now.game.customs, _alone_or_not(now, is_alone=is_alone)
            if table_settings_of(now.game).where == "thread" and is_to_come(now.game.channel_id):
                raise TableRefusal("This game's thread is still being made. Try again in a moment.")
            await write.outbox.unpark_channel(now.game.channel_id)
            if plan_of(now.game).rolled:
                await write.open_roll_of(now.game.id, now.game.version, roll)
            else:
                await self._begin(write, now, cause)
            if now.game.customs != agreed:
                await write.change_game(now.game.id, customs=now.game.customs)

        roll = OrderRequest(START, actor, cause).written_down()
        begun = await self.saved(loaded, change)
        if not begun.game.roll_is_open:
            return begun
        with self._saving.roll_on_record(loaded.game.id):
            await self._saving.settle(loaded.game.id)
        return await self._seated(loaded.game.id)

    async def _roll_and_begin(self, game_id: int, roll: OpenRoll) -> None:
        """Begin a game whose advantages are rolled; the roll is on record already. Raises RolledInVain."""
        async with self._store.write() as write:
            now = await self._loader.with_reading(write, await write.game(game_id))
            failure = await self._begin(write, now, roll.cause)
        self._announcer.wake()
        if failure is not None:
            raise failure

    async def _begin(self, write: WriteTransaction, now: LoadedGame, cause: str) -> RolledInVain | None:
        game_id, version = now.game.id, now.game.version
        options = options_for_the_rules(now.game)
        draft = Draft(new_game(now.game.setup, options), now.game, cause, await write.seed(game_id))
        first = start_state(draft.state)
        if plan_of(now.game).rolled:
            try:
                draft.apply(GAME_MASTER, {"type": "roll_advantages"})
            except RolledInVain as failure:
                log.exception("The advantages of game %s cannot be rolled.", game_id)
                await write.commit_turn(game_id, version, draft.entries, first, closes_roll=True)
                return failure
        opening = self._announcer.opening(LoadedGame(now.game, now.seats, draft.state), draft.state, draft.events)
        closes = now.game.roll_is_open
        begun = await write.commit_turn(game_id, version, state=first, status="running", closes_roll=closes)
        await write.change_game(game_id, options=dict(draft.state.options))
        last = stored_state(draft.state) if draft.entries else None
        await write.commit_turn(game_id, begun.version, draft.entries, last, opening)
        return None

    async def saved(
        self, loaded: SeatedGame, change: Callable[[WriteTransaction, LoadedGame], Awaitable[None]]
    ) -> SeatedGame:
        """The game after a change, which sees it as it is now and lets nothing come in between; raises TooBusy."""

        async def attempt() -> None:
            async with self._store.write() as write:
                await change(write, await self._loader.with_reading(write, await write.game(loaded.game.id)))

        await self._saving.until_saved(loaded.game.id, attempt)
        self._announcer.wake()
        return await self._seated(loaded.game.id)

    async def _seated(self, game_id: int) -> SeatedGame:
        return (await self._loader.by_id(game_id)).seating


def _alone_or_not(loaded: LoadedGame, *, is_alone: bool) -> LoadedGame:
    """A game that begins with the house at every power, or with players."""
    settings, alone = table_settings_of(loaded.game), from_round(1) if is_alone else None
    if settings.alone == alone:
        return loaded
    return replace(loaded, game=replace(loaded.game, customs=replace(settings, alone=alone).stored))


def start_state(state: GameState) -> NewState:
    """The state before the first action, kept for ever under a key of its own."""
    stored = stored_state(state)
    return replace(stored, phase_key=f"{START_KEY}.{phase_key(state)}")


def plan_of(game: Game) -> AdvantagePlan:
    """How a game comes by its national advantages."""
    return read_plan(load_setup(game.setup), game.options.get(OPTION))


def options_for_the_rules(game: Game) -> dict[str, Any]:
    """The options of a game in its lobby as a new game of the engine takes them."""
    plan = {OPTION: plan_of(game).for_the_rules} if OPTION in game.options else {}
    return {**game.options, **plan, **({BID: NO_BID} if auction_of(game) else {})}


def check_seats_taken(loaded: SeatedGame) -> None:
    """Raise TableRefusal while a power has no player."""
    edition = load_setup(loaded.game.setup)
    empty = [power.called for power in edition.powers_with_turns if power.id not in loaded.taken]
    if empty:
        raise TableRefusal(f"Nobody plays {listed(empty, 'or')} yet. Take the seats with /game join.")


def check_ready(loaded: SeatedGame) -> None:
    """Raise TableRefusal while a power has no player, an auction goes on, or advantages are still to be chosen."""
    check_seats_taken(loaded)
    if (auction := auction_of(loaded.game)) is not None:
        raise TableRefusal(f"The auction isn't over yet. {what_to_call(loaded, auction)}")
    edition = load_setup(loaded.game.setup)
    undecided = [edition.power[power].called for power in plan_of(loaded.game).undecided(edition)]
    if undecided:
        raise TableRefusal(f"Choose the national advantages of {listed(undecided)} first, with /game advantages.")


def check_lobby(game: Game) -> None:
    """Raise TableRefusal once a game has begun, or is over."""
    if game.status != "lobby":
        raise TableRefusal(BEGUN if game.status == "running" else OVER)


def check_seats(edition: Edition, seats: Mapping[str, int], user_id: int, powers: Sequence[str]) -> None:
    """Raise TableRefusal if a user cannot take these powers besides their own (GEN-09).

    So at least one player is needed for each side, and one for each power is most (GEN-01).
    """
    unknown = [power for power in powers if power not in edition.turn_order]
    if unknown or not powers:
        choose = f"Choose {listed((power.called for power in edition.powers_with_turns), 'or')}."
        if unknown:
            raise TableRefusal(f"There is no power “{as_plain_text(unknown[0])}”. {choose}")
        raise TableRefusal(choose)
    for power in powers:
        if seats.get(power, user_id) != user_id:
            raise TableRefusal(f"<@{seats[power]}> plays {edition.power[power].called}.")
    mine = {*powers, *(power for power, user in seats.items() if user == user_id)}
    if len({edition.power[power].side for power in mine}) > 1:
        raise NotAllowed("All your powers must be on the same side, Axis or Allies (GEN-09).")


def suggested_seats(edition: Edition, seats: Mapping[str, int], players: int) -> tuple[tuple[str, ...], ...]:
    """The powers that the edition's table suggests to group for this many players, where free (GEN-06..08)."""
    groups = edition.seatings.get(str(players), ())
    return tuple(group for group in groups if not any(power in seats for power in group))

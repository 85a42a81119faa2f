"""The game master: the store, the rules and the announcements as one object."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

from engine import load_setup
from engine.queries.standing_orders import can_be_answered, check_orders
from gamemaster.announcements.announcer import Announcer
from gamemaster.announcements.battle_posts import role_of
from gamemaster.budgets import Budgets, Wish
from gamemaster.consent import Consent
from gamemaster.errors import NotAllowed
from gamemaster.lobby.change_channel import ChannelChange
from gamemaster.lobby.opening import Lobby
from gamemaster.lobby.own_games import OwnGame, own_games
from gamemaster.narration import battle_board, last_report
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.orders.unsettled_rolls import Settling
from gamemaster.outbox.other_processes import Listening
from gamemaster.outbox.pictures import battle_picture_request, drawn, picture_request
from gamemaster.outbox.posts import PANEL
from gamemaster.outbox.publisher import Publisher
from gamemaster.outbox.sender import Sender
from gamemaster.records.exchange import Records
from gamemaster.records.replays import Replays
from gamemaster.roles import Actor, check_may
from gamemaster.seats import SeatedGame
from gamemaster.unanswered.outcomes import CutOffCommands
from gamemaster.unanswered.waiting import UnansweredCommands
from gamemaster.upkeep.guarding import Guarding
from gamemaster.upkeep.looking_through import LookingThrough
from gamemaster.upkeep.pruning import Pruning
from gamemaster.views.board import BoardViews
from gamemaster.views.charts import Statistics
from gamemaster.views.view import Games, GameView
from gamemaster.workers import Asker, WorkerPool, shared_workers
from gamemaster.workers.threads import Client, WorkerThreads
from maps import Picture
from maps.board.assets import KEPT_BOARDS
from store import Clock, Figures, Game, ParkedChannel, ServerFigures, SetAside, Store
from store.outbox.unanswered import UnansweredFile

Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")

WARM_UP_GAMES = 20  # games
NOBODY = Asker(0, 0)


class GameMaster:
    """Everything that cogs ask for. `games` shows each user what they may see, the others hold the use cases.

    `loader` has the live states: cogs never touch it, nor the store.
    """

    def __init__(
        self,
        store: Store,
        sender: Sender,
        clock: Clock,
        *,
        edit_pause: float = 2.0,
        workers: WorkerPool | None = None,
        under_way: UnansweredFile | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.workers = workers or shared_workers()
        self.budgets = Budgets(clock)
        self.threads = WorkerThreads(self.budgets)
        self.publisher = Publisher(store, sender, clock, self.workers, edit_pause)
        self.loader = Loader(store)
        self.games = Games(self.loader)
        self.announcer = Announcer(self.loader, clock, self.publisher.wake)
        self.saving = Saving(store)
        self.listening = Listening(store, self.publisher)
        self.cut_off_commands = CutOffCommands(store)
        self.waiting = UnansweredCommands(under_way, clock)
        self.settling = Settling(store, self.saving)
        self.guarding = Guarding(store)
        self.looking_through = LookingThrough(store)
        self.pruning = Pruning(store, clock)
        self.lobby = Lobby(store, self.loader, self.announcer, self.saving)
        self.acting = Acting(store, self.loader, self.announcer, self.saving, self.threads)
        self.consent = Consent(store, self.loader, self.announcer, self.saving, clock)
        self.channel_change = ChannelChange(store, self.loader, self.announcer, self.saving)
        self.board_views = BoardViews(store, self.workers)
        self.records = Records(store, self.loader, self.announcer, self.workers)
        self.replays = Replays(store, self.workers)
        self.statistics = Statistics(store, self.loader, self.workers)

    async def warm_up(self) -> None:
        """Draw the boards of the games played last without showing them, so that the next picture comes as fast as
        usual."""
        self.workers.wake()
        async with self.store.read() as read:
            games = await read.games_played_last(WARM_UP_GAMES)
        last_on: dict[str, Game] = {}
        for game in games:
            last_on.setdefault(load_setup(game.setup).board.board, game)
        for game in list(last_on.values())[:KEPT_BOARDS]:
            state = (await self.loader.by_id(game.id)).running
            await drawn(self.workers, picture_request(state), f"game {game.id}", NOBODY)

    async def work_out(
        self,
        user_id: int,
        game: SeatedGame,
        work: Callable[[*Arguments], Found],
        *arguments: *Arguments,
        is_owed: bool = False,
    ) -> Found:
        """What a member asks about a game, worked out beside the event loop; raises TooMuchWork, unless an answer is
        owed."""
        client = Client(user_id, game.game.id, game.game.guild_id)
        do = self.threads.work_off if is_owed else self.threads.work
        return await do(client, work, *arguments)

    def admit(self, user_id: int, game: SeatedGame, *wishes: Wish) -> None:
        """Count what a member asks for before anything is done; raises OverBudget, TooMuchWork, TooManyWishes.

        Never for orders.
        """
        self.workers.check_room(user_id)
        self.budgets.take(wishes, user_id, game.game.id, game.game.guild_id)

    async def standing_panel(self, game: SeatedGame) -> int | None:
        """The message that is the panel, if it is the game's newest post and no other is waiting or was refused."""
        async with self.store.read() as read:
            now, post = await read.game(game.game.id), await read.post(game.game.id, PANEL)
            waits = await read.number_of_waiting_posts(game.game.id)
        if post is None or waits or post.message_id != now.last_message_id or await self.refusal_in(now.channel_id):
            return None
        return post.message_id

    async def post_panel(self, loaded: SeatedGame) -> int:
        """Post the panel again, also where nothing could be posted for a while; raises NotBegun, TooBusy.

        Gives the number of the message: `publisher.why_unsent` says whether it is out.
        """

        async def attempt() -> int:
            async with self.store.read() as read:
                now = await self.loader.seated(read, await read.seated_game(loaded.game.id))
                turn = await self.loader.open_turn(read, now.game, now.running)
            panel = await asyncio.to_thread(self.announcer.panel_again, now, turn.waiting_since(now.seats))
            async with self.store.write() as write:
                committed = await write.commit_turn(now.game.id, now.game.version, outbox=[panel])
                await write.outbox.unpark_channel(now.game.channel_id)
            return committed.message_ids[0]

        number = await self.saving.until_saved(loaded.game.id, attempt)
        self.publisher.wake()
        return number

    async def registered_commands(self, application_id: int) -> str | None:
        """The fingerprint of the commands that Discord has for an application, as far as is known."""
        async with self.store.read() as read:
            return await read.registered_commands(application_id)

    async def remember_registered_commands(self, application_id: int, fingerprint: str | None) -> None:
        """What commands Discord has for an application from now on; None where that is not known."""
        async with self.store.write() as write:
            await write.remember_registered_commands(application_id, fingerprint)

    async def unfinished_games(self) -> tuple[int, int]:
        """How many games are under way, and how many have not begun."""
        async with self.store.read() as read:
            return await read.unfinished_games()

    async def figures(self) -> Figures:
        """How much there is at this moment, for the host."""
        return await self.store.figures()

    async def diagnosis(self, actor: Actor, guild_id: int) -> tuple[tuple[Game, ...], ServerFigures]:
        """The games of a server that are not over, and what waits and fails there; raises NotAllowed."""
        check_may("look at what I lack", actor)
        async with self.store.read() as read:
            games = await read.unfinished_games_of_guild(guild_id)
        return games, await self.store.server_figures(guild_id)

    async def parked_channels(self) -> tuple[ParkedChannel, ...]:
        """The channels where nothing can be posted."""
        async with self.store.read() as read:
            return await read.parked_channels()

    async def set_aside_messages(self) -> tuple[SetAside, ...]:
        """The messages that could never be sent, newest first."""
        async with self.store.read() as read:
            return await read.set_aside_messages()

    async def refusal_in(self, channel_id: int) -> str | None:
        """Why nothing has been posted in a channel of late, as a sentence; None where nothing was refused."""
        async with self.store.read() as read:
            parked = await read.parked_channel(channel_id)
        return f"I couldn't post in this channel: {parked.reason}." if parked else None

    async def posts_kept_from(self, channel_id: int, user_id: int) -> int:
        """How many posts are waiting of the game in a channel, if the user plays or organises it."""
        async with self.store.read() as read:
            game = await read.last_game_in_channel(channel_id)
            if game is None:
                return 0
            concerned = {game.organiser_id, *(seat.user_id for seat in await read.seats(game.id))}
            return await read.number_of_waiting_posts(game.id) if user_id in concerned else 0

    async def battle_picture(self, loaded: SeatedGame, user_id: int) -> Picture | None:
        """The picture of the battle that is being fought, for any user who asks; None where a post in the channel has
        it."""
        async with self.store.read() as read:
            now = await self.loader.seated(read, await read.seated_game(loaded.game.id))
            battle = now.running.battle
            if battle is None:
                return None
            turn = await self.loader.open_turn(read, now.game, now.running)
            if await read.post(loaded.game.id, role_of(turn.phase, battle.space)) is not None:
                return None
        report = last_report(turn.course, battle.space)
        if report is None:
            return None
        request = battle_picture_request(battle_board(now.running, report))
        asker = Asker(user_id, loaded.game.id)
        return await drawn(self.workers, request, f"the battle in {battle.space}", asker)

    async def standing_orders(self, loaded: SeatedGame, user_id: int) -> dict[str, dict[str, Sequence[str]]]:
        """The standing orders that a user has left, by power and domain; nobody else's."""
        async with self.store.read() as read:
            rows = await read.standing_orders(loaded.game.id)
        mine = loaded.powers_of(user_id)
        found: dict[str, dict[str, Sequence[str]]] = {}
        for row in rows:
            if row.power in mine:
                found.setdefault(row.power, {})[row.domain] = row.order
        return found

    async def leave_standing_order(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, order: Sequence[str] | None
    ) -> None:
        """Leave or withdraw a standing order (ASY-04); raises NotAllowed, Refusal."""
        if power not in loaded.powers_of(user_id):
            raise NotAllowed("You can leave orders only for your own powers.")
        state = (await self.loader.by_id(loaded.game.id)).running
        if any(can_be_answered(request) and power in request.powers for request in state.requests):
            raise NotAllowed("This power has an open question. Answer it first, then change its orders (ASY-04).")
        check_orders(state, {domain: order or ()})

        async def attempt() -> None:
            async with self.store.write() as write:
                # So no open roll would change its course, and no order is saved without knowing of this one.
                await write.commit_turn(loaded.game.id, (await write.game(loaded.game.id)).version)
                await write.set_standing_order(loaded.game.id, power, domain, order)

        await self.saving.until_saved(loaded.game.id, attempt)

    async def waiting_since(self, view: GameView) -> int:
        """When those who must act or choose now were asked to, in UTC seconds."""
        async with self.store.read() as read:
            now = await self.loader.seated(read, await read.seated_game(view.game.id))
            turn = await self.loader.open_turn(read, now.game, now.running)
        return turn.waiting_since(now.seats)

    async def kept_phases(self, loaded: SeatedGame) -> Sequence[tuple[int, str]]:
        """The ends of phases that are on record: log sequence number and phase key, oldest first."""
        async with self.store.read() as read:
            return await read.kept_states(loaded.game.id)

    async def keep_typed_lines(self, game_id: int, user_id: int, kind: str, body: Any) -> None:
        """Keep what a user typed, to give it back for correction."""
        async with self.store.write() as write:
            await write.keep_typed_lines(game_id, user_id, kind, body)

    async def take_typed_lines(self, game_id: int, user_id: int, kind: str) -> Any | None:
        """What a user typed before and had refused."""
        async with self.store.read() as read:
            return await read.draft(game_id, user_id, kind)

    async def games_of(self, user_id: int) -> list[OwnGame]:
        """Unfinished games that a user plays or organises, those that wait for them first."""
        async with self.store.read() as read:
            return own_games(await read.games_of_user(user_id), await read.parked_channels())

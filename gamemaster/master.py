"""The game master: the parts that cogs ask, wired together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from engine import load_setup
from gamemaster.announcements.announcer import Announcer
from gamemaster.announcements.channels import Channels
from gamemaster.budgets import Budgets, Wish
from gamemaster.consent import Consent
from gamemaster.lobby.change_channel import ChannelChange
from gamemaster.lobby.opening import Lobby
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.orders.standing_orders import StandingOrders
from gamemaster.orders.typed_lines import TypedLines
from gamemaster.orders.unsettled_rolls import Settling
from gamemaster.outbox.other_processes import Listening
from gamemaster.outbox.pictures import drawn, picture_request
from gamemaster.outbox.publisher import Publisher
from gamemaster.outbox.sender import Sender
from gamemaster.records.exchange import Records
from gamemaster.records.replays import Replays
from gamemaster.seats import SeatedGame
from gamemaster.unanswered.outcomes import CutOffCommands
from gamemaster.unanswered.waiting import UnansweredCommands
from gamemaster.upkeep.guarding import Guarding
from gamemaster.upkeep.host_reports import HostReports
from gamemaster.upkeep.looking_through import LookingThrough
from gamemaster.upkeep.pruning import Pruning
from gamemaster.views.board import BoardViews
from gamemaster.views.charts import Statistics
from gamemaster.views.view import Games
from gamemaster.workers import Asker, WorkerPool, shared_workers
from gamemaster.workers.threads import Client, WorkerThreads
from maps.board.assets import KEPT_BOARDS
from store import Clock, Game, Store
from store.outbox.unanswered import UnansweredFile

Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")

WARM_UP_GAMES = 20  # games
NOBODY = Asker(0, 0)


class GameMaster:
    """Everything that cogs ask for. `games` and `board_views` show games as each may see them, the others do things.

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
        self.games = Games(store, self.loader)
        self.announcer = Announcer(self.loader, clock, self.publisher.wake)
        self.saving = Saving(store)
        self.channels = Channels(store, self.loader, self.announcer, self.saving, self.publisher)
        self.listening = Listening(store, self.publisher)
        self.cut_off_commands = CutOffCommands(store)
        self.waiting = UnansweredCommands(under_way, clock)
        self.settling = Settling(store, self.saving)
        self.guarding = Guarding(store)
        self.looking_through = LookingThrough(store)
        self.pruning = Pruning(store, clock)
        self.lobby = Lobby(store, self.loader, self.announcer, self.saving)
        self.acting = Acting(store, self.loader, self.announcer, self.saving, self.threads)
        self.standing_orders = StandingOrders(store, self.loader, self.saving)
        self.typed_lines = TypedLines(store)
        self.consent = Consent(store, self.loader, self.announcer, self.saving, clock)
        self.channel_change = ChannelChange(store, self.loader, self.announcer, self.saving)
        self.board_views = BoardViews(store, self.loader, self.workers)
        self.records = Records(store, self.loader, self.announcer, self.workers)
        self.replays = Replays(store, self.workers)
        self.statistics = Statistics(store, self.loader, self.workers)
        self.host_reports = HostReports(store)

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

"""The game master: the parts that cogs ask, wired together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from gamemaster.announcements.announcer import Announcer
from gamemaster.announcements.channels import Channels
from gamemaster.budgets import Budgets, Client, Wish, WorkerThreads
from gamemaster.consent import Consent
from gamemaster.dice.battles import FoughtBattles
from gamemaster.dice.log import DiceLog
from gamemaster.house.last_round import LastRounds
from gamemaster.house.playing import HousePlaying
from gamemaster.house.reviewing import Reviews
from gamemaster.house.standing_in import StandingIn
from gamemaster.house.suggesting import Suggestions
from gamemaster.house.why import Whys
from gamemaster.lobby.bumping import Bumping
from gamemaster.lobby.change_channel import ChannelChange
from gamemaster.lobby.deputies import Deputies
from gamemaster.lobby.following import Following
from gamemaster.lobby.gathering.auctioning import Auctioning
from gamemaster.lobby.gathering.drafts import Drafts
from gamemaster.lobby.gathering.forgetting import ForgottenGuests
from gamemaster.lobby.gathering.invitations import Invitations
from gamemaster.lobby.gathering.server_statistics import ServerStatistics
from gamemaster.lobby.gathering.waiters import Waiters
from gamemaster.lobby.opening import Lobby
from gamemaster.lobby.places.own_threads import OwnThreads
from gamemaster.lobby.server_games import ServerGames
from gamemaster.lobby.templates import Templates
from gamemaster.lobby.vacations import Vacations
from gamemaster.orders.giving import Acting
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.orders.standing_orders import StandingOrders
from gamemaster.orders.typed_lines import TypedLines
from gamemaster.orders.unsettled_rolls import Settling
from gamemaster.outbox.other_processes import Listening
from gamemaster.outbox.publisher import Publisher
from gamemaster.outbox.sender import Sender
from gamemaster.records.diaries import Diaries
from gamemaster.records.exchange import Records
from gamemaster.records.notes import Notes
from gamemaster.records.replays import Replays
from gamemaster.records.summaries import Summaries
from gamemaster.roles import SeatedGame
from gamemaster.sheets.plans import Plans
from gamemaster.unanswered.outcomes import CutOffCommands
from gamemaster.unanswered.waiting import UnansweredCommands
from gamemaster.upkeep.choosing_reminders import ChoosingReminders
from gamemaster.upkeep.counting import Counting
from gamemaster.upkeep.deadlines import Deadlines
from gamemaster.upkeep.guarding import Guarding
from gamemaster.upkeep.host_reports import HostReports
from gamemaster.upkeep.kept_seats import KeptSeats
from gamemaster.upkeep.late_pings import LatePings
from gamemaster.upkeep.looking_through import LookingThrough
from gamemaster.upkeep.outages import Outages
from gamemaster.upkeep.pruning import Pruning
from gamemaster.upkeep.reminding import Reminding
from gamemaster.upkeep.warming_up import WarmingUp
from gamemaster.views.board import BoardViews
from gamemaster.views.catching_up import CatchUps
from gamemaster.views.chances import Chances
from gamemaster.views.charts import Statistics
from gamemaster.views.duties import Duties
from gamemaster.views.history import Histories
from gamemaster.views.odds import OddsViews
from gamemaster.views.view import Games
from gamemaster.workers import WorkerPool, shared_workers
from store import Clock, Store
from store.outbox.unanswered import UnansweredFile

Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")


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
        self.chances = Chances(self.workers)
        self.publisher = Publisher(store, sender, clock, self.workers, edit_pause, self.chances)
        self.loader = Loader(store)
        self.games = Games(store, self.loader)
        self.duties = Duties(self.games, clock)
        self.following = Following(store)
        self.server_games = ServerGames(store, self.loader)
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
        self.reminding = Reminding(store, clock, self.loader, self.saving, self.announcer, self.publisher, sender)
        self.choosing_reminders = ChoosingReminders(store, clock)
        self.warming_up = WarmingUp(store, self.loader, self.workers)
        self.lobby = Lobby(store, self.loader, self.announcer, self.saving)
        self._keep_the_lobby(store, clock)
        self.statistics = Statistics(store, self.loader, self.workers)
        self.acting = Acting(store, self.loader, self.announcer, self.saving, self.threads, self.statistics, clock)
        self.deadlines = Deadlines(store, clock, self.loader, self.acting, self.saving, self.announcer)
        self._keep_the_house(store, clock)
        self.late_pings = LatePings(store, clock, self.loader, self.saving, self.announcer)
        self.kept_seats = KeptSeats(store, clock, self.loader, self.saving, self.announcer)
        self.outages = Outages(store, clock, lambda: self.publisher.discord_is_away)
        self.standing_orders = StandingOrders(store, self.loader, self.saving)
        self.typed_lines = TypedLines(store)
        self.plans = Plans(store)
        self.consent = Consent(store, self.loader, self.announcer, self.saving, clock)
        self.deputies = Deputies(store, self.loader, self.announcer, self.saving)
        self.bumping = Bumping(store, self.loader, self.announcer, self.saving, clock)
        self.vacations = Vacations(store, self.loader, self.announcer, self.saving, clock)
        self.board_views = BoardViews(store, self.loader, self.workers)
        self.catch_ups = CatchUps(store, self.games, self.board_views, self.standing_orders, self.workers, clock)
        self.records = Records(store, self.loader, self.announcer, self.workers)
        self.odds = OddsViews(self.workers)
        self.host_reports = HostReports(store)
        self._keep_what_looks_back(store)

    def _keep_the_lobby(self, store: Store, clock: Clock) -> None:
        """The use cases of who comes to a table, and where it is."""
        self.templates = Templates(store, self.lobby)
        self.invitations = Invitations(self.lobby, clock)
        self.waiters = Waiters(self.lobby, clock)
        self.drafts = Drafts(self.lobby, clock)
        self.auctioning = Auctioning(self.lobby, clock)
        guests = ForgottenGuests(store, self.loader, self.lobby, clock)
        self.server_statistics = ServerStatistics(store, guests)
        self.channel_change = ChannelChange(store, self.loader, self.announcer, self.saving)
        self.own_threads = OwnThreads(store, self.loader, self.announcer, self.saving, self.channel_change)
        self.publisher.keep_threads_with(self.own_threads)
        self.counting = Counting(store, self.loader, self.workers)

    def _keep_the_house(self, store: Store, clock: Clock) -> None:
        """The use cases of computer players, and of who asks what they think."""
        last_rounds = LastRounds(store, self.loader, self.saving, self.announcer, self.statistics)
        self.house = HousePlaying(store, clock, self.loader, self.acting, self.workers, last_rounds)
        self.standing_in = StandingIn(store, self.loader, self.announcer, self.saving, self.acting.changed.set)
        self.whys = Whys(store)
        self.suggestions = Suggestions(store, self.workers)

    def _keep_what_looks_back(self, store: Store) -> None:
        """The use cases of a war that has been played so far."""
        self.dice_log = DiceLog(store, self.loader)
        self.fought_battles = FoughtBattles(store, self.loader)
        self.replays = Replays(store, self.workers)
        self.reviews = Reviews(store, self.workers)
        self.diaries = Diaries(store, self.workers)
        self.summaries = Summaries(store, self.workers)
        self.notes = Notes(store)
        self.histories = Histories(store, self.workers)

    async def stop_background_tasks(self) -> None:
        """Stop all that is done beside orders; what is left waits in the store."""
        for task in (
            *(self.warming_up, self.reminding, self.deadlines, self.pruning, self.settling, self.listening),
            *(self.house, self.late_pings, self.publisher, self.looking_through, self.guarding, self.outages),
            *(self.counting, self.kept_seats),
        ):
            await task.stop()

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

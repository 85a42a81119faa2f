"""The bot: Discord's side of the game master, with everything the cogs share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import leave_nothing_open
from cogs.interactions.arriving import CommandsUnderWay, cleaned, fits
from cogs.interactions.errors import NotReadable, answer_error
from cogs.interactions.layout import NO_SIGNS, Signs
from cogs.interactions.life import OPENS_FORM, life_of
from cogs.interactions.sheets import ShownSheets
from cogs.interactions.telling_late import tell_late
from cogs.service.connection import seek_soon_and_quietly
from cogs.service.log_lines import GAME
from cogs.service.posting import note_parked, warn_if_posts_wait
from cogs.service.registering import register_commands
from cogs.service.reporting import report_guild, report_ready
from gamemaster.errors import NoGameHere
from gamemaster.master import GameMaster
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import Actor, SeatedGame
from gamemaster.upkeep.outages import Shards
from gamemaster.views.view import GameView

Found = TypeVar("Found")
Arguments = TypeVarTuple("Arguments")

log = logging.getLogger(__name__)

MOST_THREADS, MOST_NAMED = 100, 5  # of a channel: are looked at where it has no game itself, and are named
COMMANDS_SHARE = 0.5  # of the time that is left at a stop: what is under way may take it, before all else is sent
EXTENSIONS = (
    "cogs.interactions.components",
    "cogs.table.game",
    "cogs.gathering.drafting",
    "cogs.gathering.sealed_calls",
    "cogs.gathering.statistics",
    "cogs.table.consent",
    "cogs.table.rematch",
    "cogs.table.templates",
    "cogs.table.deputies",
    "cogs.table.seats",
    "cogs.times.bump",
    "cogs.times.extend",
    "cogs.times.vacation",
    "cogs.table.todo",
    "cogs.times.reminders",
    "cogs.orders.research",
    "cogs.orders.production",
    "cogs.sheets.setting_up",
    "cogs.sheets.turn",
    "cogs.sheets.helping",
    "cogs.sheets.buying",
    "cogs.sheets.ahead",
    "cogs.sheets.fighting",
    "cogs.sheets.bringing",
    "cogs.sheets.moving",
    "cogs.sheets.placing",
    "cogs.sheets.landing",
    "cogs.sheets.researching",
    "cogs.sheets.nearest",
    "cogs.sheets.correcting",
    "cogs.orders.moves",
    "cogs.orders.planning",
    "cogs.orders.ending",
    "cogs.orders.battles",
    "cogs.orders.answers",
    "cogs.orders.advantages",
    "cogs.orders.politics",
    "cogs.board.maps",
    "cogs.board.own_orders",
    "cogs.board.charts",
    "cogs.board.past.catching_up",
    "cogs.table.dice",
    "cogs.board.past.replays",
    "cogs.board.server_games",
    "cogs.board.supposing",
    "cogs.board.following",
    "cogs.board.house",
    "cogs.board.past.diaries",
    "cogs.board.past.history",
    "cogs.board.notes",
    "cogs.board.odds",
    "cogs.table.rules",
    "cogs.orders.standing.cog",
    "cogs.table.about",
)

# Nobody speaks here, so discord.py need not warn that it could not.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
seek_soon_and_quietly()


class CommandTree(app_commands.CommandTree["TableBot"]):
    """Slash commands of servers, but for those that say otherwise; their errors all become one calm answer."""

    def __init__(self, client: TableBot) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )

    async def interaction_check(self, interaction: discord.Interaction[TableBot], /) -> bool:
        """Whether the command works here; Discord should not have offered it otherwise, and the player is told so."""
        if interaction.guild_id is not None or self._works_in_direct_messages(interaction):
            if interaction.command is not None:
                opens_form = interaction.command.extras.get(OPENS_FORM, False)
                life_of(interaction).recognised_as(interaction.command.qualified_name, opens_form=opens_form)
            is_finished = interaction.type is discord.InteractionType.application_command
            if is_finished and isinstance(interaction.command, app_commands.Command):
                self._check_options(interaction.command, interaction)
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await answer_error(interaction, app_commands.NoPrivateMessage())
        return False

    def _check_options(
        self, command: app_commands.Command[Any, ..., Any], interaction: discord.Interaction[TableBot]
    ) -> None:
        """Raise NotReadable where options are not such as Discord lets through: discord.py does not look."""
        if not fits(command, interaction.namespace):
            raise NotReadable

    def _works_in_direct_messages(self, interaction: discord.Interaction[TableBot]) -> bool:
        data: Any = interaction.data or {}
        command = self.get_command(data.get("name", ""))
        if command is None:
            return True  # it is answered as one that is no longer known
        return command.allowed_contexts is not None and bool(command.allowed_contexts.dm_channel)

    async def on_error(self, interaction: discord.Interaction[TableBot], error: app_commands.AppCommandError) -> None:
        """Tell the player what went wrong."""
        await answer_error(interaction, error)
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            # Discord has other commands than we thought: they are registered at the next start.
            await self.client.master.host_reports.remember_registered_commands(self.client.application_id or 0, None)

    async def _call(self, interaction: discord.Interaction[TableBot]) -> None:
        """Answer every command: `on_error` hears of discord.py's own errors only, and of none in suggestions."""
        is_suggestion = interaction.type is discord.InteractionType.autocomplete
        kind = "suggestion" if is_suggestion else "command"
        await self.client.commands_under_way.run(interaction, kind, lambda: self._call_and_answer(interaction))

    async def _call_and_answer(self, interaction: discord.Interaction[TableBot]) -> None:
        try:
            interaction.data = cleaned(interaction.data)
            await self._read_and_call(interaction)
            await leave_nothing_open(interaction)
            await warn_if_posts_wait(interaction)
        except app_commands.AppCommandError as error:
            await self.on_error(interaction, error)
        except Exception as error:
            await answer_error(interaction, error)

    async def _read_and_call(self, interaction: discord.Interaction[TableBot]) -> None:
        """What fails in a command is told by itself; other errors come from reading what Discord never sends."""
        try:
            await super()._call(interaction)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            log.warning("A command could not be read: %r", error)
            raise NotReadable from error


class TableBot(commands.Bot):
    """Needs no privileged intent: slash commands, buttons and modals only."""

    master: GameMaster
    signs: Signs = NO_SIGNS
    """The emoji of units and powers, as far as Discord has them."""

    def __init__(self, *, also: Sequence[str] = (), **options: Any) -> None:
        """`also`: modules to load beside those that every bot has."""
        self._modules = (*EXTENSIONS, *also)
        self._is_reported = False
        self._telling_late: asyncio.Task[None] | None = None
        self.began = discord.utils.utcnow()
        self.is_connected_to_discord = True
        self.commands_under_way = CommandsUnderWay()
        self.shown_sheets = ShownSheets()
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            tree_cls=CommandTree,
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            **options,
        )

    async def setup_hook(self) -> None:
        """Load the cogs, register the commands, and go on sending what waits in the outbox."""
        await self.load_cogs()
        if self.does_what_is_for_all:
            await register_commands(self.tree, self.application_id or 0, self.master)
            self.master.pruning.start()
            self.master.reminding.start()
            self.master.deadlines.start()
            self.master.house.start()
            self.master.late_pings.start()
            self.master.counting.start()
            self.master.kept_seats.start()
        self.master.guarding.start()
        self.master.looking_through.start()
        self.master.publisher.start()
        self.master.listening.start()
        self.master.settling.start()
        self.master.outages.watch(self._at_work)
        self._telling_late = asyncio.create_task(tell_late(self, self.master, self.master.waiting.left_behind()))

    async def load_cogs(self) -> None:
        """Take the commands of all modules, as extensions: the options of /game create are read as they are loaded."""
        for module in self._modules:
            await self.load_extension(module)

    @property
    def does_what_is_for_all(self) -> bool:
        """Whether it does what one process is to do for all."""
        return True

    def _at_work(self) -> Shards | None:
        """For which shards it hears what players do, of how many; None while it hears nothing."""
        return self._own_shards if self.is_ready() and self.is_connected_to_discord else None

    @property
    def _own_shards(self) -> Shards:
        return (0,), 1

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hear nothing more once closed: discord.py still reports a session that was about to be ready, and fails."""
        if not self.is_closed():
            super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        """Tell the host and prepare for drawing, once: Discord says so after each lost connection."""
        if not self._is_reported:
            self._is_reported = True
            self.master.warming_up.start()
            await report_ready(self, self.master)

    async def on_disconnect(self) -> None:
        """Tell the host, once until it is mended: discord.py says so after each attempt."""
        if self.is_connected_to_discord and not self.is_closed():
            log.warning(
                "The connection to Discord is lost. The bot tries to reconnect every few seconds. No game is lost."
            )
        self.is_connected_to_discord = False

    async def on_connect(self) -> None:
        """Go on after a session has begun."""
        self._is_back()

    async def on_resumed(self) -> None:
        """Go on after a session was taken up again."""
        self._is_back()

    def _is_back(self) -> None:
        if not self.is_connected_to_discord:
            log.info("The connection to Discord is back.")
            self.master.publisher.reconnected()
        self.is_connected_to_discord = True

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Tell the host."""
        report_guild(guild, "Joined")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell the host."""
        report_guild(guild, "Has left")

    async def on_interaction(self, _interaction: discord.Interaction[Any]) -> None:
        """A user who does something may soon want to see something."""
        self.master.workers.wake()

    async def wind_up(self, seconds: float) -> None:
        """Before a stop: finish or answer what is under way, and send what waits, as far as both go in that time."""
        clock = asyncio.get_running_loop().time
        end = clock() + seconds
        await self.commands_under_way.end(seconds * COMMANDS_SHARE)
        await self.master.publisher.flush(end - clock())

    async def close(self) -> None:
        """Stop sending, then leave Discord."""
        if self._telling_late is not None:
            self._telling_late.cancel()
        self.shown_sheets.stop()
        self.master.waiting.stop()
        await self.master.stop_background_tasks()
        await super().close()


class ShardedTableBot(TableBot, commands.AutoShardedBot):
    """The same with some or all of its shards."""

    @property
    def _own_shards(self) -> Shards:
        return tuple(self.shards), self.shard_count or 1

    @property
    def does_what_is_for_all(self) -> bool:
        """Whether it is the process with the first shard."""
        return 0 in (self.shard_ids or (0,))


Interaction = discord.Interaction[TableBot]


def actor_of(interaction: Interaction) -> Actor:
    """The user behind an interaction."""
    manages = interaction.permissions.manage_guild
    name = as_plain_text(interaction.user.display_name) or interaction.user.mention
    return Actor(interaction.user.id, name, manages_server=manages)


def cause_of(interaction: Interaction) -> str:
    """What an interaction is logged under: acted on once, however often it arrives."""
    return str(interaction.id)


async def work_out(
    interaction: Interaction,
    game: SeatedGame,
    work: Callable[[*Arguments], Found],
    *arguments: *Arguments,
    is_owed: bool = False,
) -> Found:
    """What the user asks about a game, worked out beside the event loop; raises TooMuchWork, unless it is owed."""
    return await interaction.client.master.work_out(interaction.user.id, game, work, *arguments, is_owed=is_owed)


async def game_of(interaction: Interaction, *, to_order: bool = False) -> GameView:
    """The game of the channel as the user may see it; `to_order`: who means to give an order. Raises NoGameHere."""
    games, cause = interaction.client.master.games, cause_of(interaction) if to_order else ""
    try:
        game = await games.in_channel(interaction.channel_id or 0, interaction.user.id, cause)
    except NoGameHere:
        is_command = interaction.type is discord.InteractionType.application_command
        if not is_command or not isinstance(interaction.channel, discord.TextChannel):
            raise
        newest = sorted(thread.id for thread in interaction.channel.threads)[-MOST_THREADS:]
        raise NoGameHere((await games.played_in(newest))[-MOST_NAMED:]) from None
    GAME.set(game.game.id)
    note_parked(interaction, is_parked=game.is_parked)
    return game

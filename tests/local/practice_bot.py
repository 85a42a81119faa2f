"""A small bot of plain discord.py that uses what a bot can use."""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Self

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from local import LocalTable

PIECES = [f"tank {number}" for number in range(40)]
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
    "0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082"
)


def point_discord_at(table: LocalTable) -> None:
    """Lets discord.py talk to the table instead of Discord."""
    discord.http.Route.BASE = table.api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(table.gateway_url)
    discord.asset.Asset.BASE = table.cdn_url


class CountButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"count:(?P<number>\d+)"):
    """A button that survives restarts: its number is in the custom id."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=f"Count {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"counted {self.number}", view=counting(self.number + 1))


def counting(number: int) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(CountButton(number))
    return view


class Report(discord.ui.Modal, title="Report"):
    """A modal with a labelled text and a labelled select."""

    place: discord.ui.Label[Any] = discord.ui.Label(text="Place", component=discord.ui.TextInput(max_length=20))
    kind: discord.ui.Label[Any] = discord.ui.Label(
        text="Kind",
        component=discord.ui.Select(options=[discord.SelectOption(label="Sea"), discord.SelectOption(label="Land")]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        place, kind = self.place.component, self.kind.component
        assert isinstance(place, discord.ui.TextInput)
        assert isinstance(kind, discord.ui.Select)
        await interaction.response.send_message(f"{place.value} by {kind.values[0]}", ephemeral=True)


class Panel(discord.ui.View):
    """A select, and buttons for the ways to answer."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.select(
        custom_id="power",
        options=[discord.SelectOption(label=name, value=name.lower()) for name in ("Germany", "Japan")],
    )
    async def power(self, interaction: discord.Interaction[Any], select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)

    @discord.ui.button(label="Report", custom_id="report")
    async def report(self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]) -> None:
        await interaction.response.send_modal(Report())

    @discord.ui.button(label="Later", custom_id="later")
    async def later(self, interaction: discord.Interaction[Any], button: discord.ui.Button[Any]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later came")


class PracticeBot(commands.Bot):
    """Answers a handful of commands; `ask` runs any coroutine function inside an interaction of /do."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True, guild_messages=True), guild_ready_timeout=0.05)
        self.ask: Callable[[discord.Interaction[Any]], Awaitable[Any]] | None = None
        self.resumed = asyncio.Event()
        self.read: list[discord.Message] = []

    async def setup_hook(self) -> None:
        add_commands(self)
        self.add_dynamic_items(CountButton)
        self.add_view(Panel())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies at once also after an invalid session."""

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def on_message(self, message: discord.Message, /) -> None:
        self.read.append(message)


def add_commands(bot: PracticeBot) -> None:
    game = app_commands.Group(name="game", description="Games")

    @game.command(name="create", description="Begin a game")
    @app_commands.choices(edition=[app_commands.Choice(name="1941", value="aa1941")])
    async def create(
        interaction: discord.Interaction[Any], edition: str, seats: app_commands.Range[int, 2, 6] = 2
    ) -> None:
        await interaction.response.send_message(f"{edition} for {seats}", view=Panel())

    @bot.tree.command(description="Count up")
    async def count(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("counting", view=counting(1))

    @bot.tree.command(description="Move pieces")
    async def move(interaction: discord.Interaction[Any], to: str) -> None:
        await interaction.response.send_message(f"moved to {to}")

    @move.autocomplete("to")
    async def places(interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        found = [name for name in PIECES if current in name]
        return [app_commands.Choice(name=name, value=name) for name in found[:25]]

    @bot.tree.command(description="Draw the map")
    async def map(interaction: discord.Interaction[Any]) -> None:  # noqa: A001  # the name of the command
        await interaction.response.defer(ephemeral=True)
        file = discord.File(io.BytesIO(PNG), "map.png", description="The board, all quiet")
        embed = discord.Embed(title="Board").set_image(url="attachment://map.png")
        await interaction.followup.send("Here", file=file, embed=embed)

    @bot.tree.command(description="Open a thread")
    async def thread(interaction: discord.Interaction[Any], name: str) -> None:
        await interaction.response.send_message("opening", ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        opened = await interaction.channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        await opened.send(f"{interaction.user.mention} this is yours")

    @bot.tree.command(description="Read a letter")
    async def read(interaction: discord.Interaction[Any], letter: discord.Attachment) -> None:
        text = (await letter.read()).decode()
        await interaction.response.send_message(f"{letter.filename}, {letter.size} bytes: {text}")

    @bot.tree.command(description="For the managers")
    @app_commands.default_permissions(manage_guild=True)
    async def manage(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("managed")

    @bot.tree.command(name="do", description="Whatever the test wants")
    async def do(interaction: discord.Interaction[Any]) -> None:
        assert bot.ask is not None
        await bot.ask(interaction)

    bot.tree.add_command(game)


@asynccontextmanager
async def at_work(table: LocalTable) -> AsyncIterator[PracticeBot]:
    """The bot, logged in at a table and ready."""
    point_discord_at(table)
    bot = PracticeBot()
    running = asyncio.create_task(bot.start(table.bot_token))
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        running.result()
    try:
        yield bot
    finally:
        await bot.close()
        await running

"""/game: opening a table, taking seats, beginning."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs import autocomplete
from cogs.buttons import Press, button_row, reacts_to
from cogs.client import Interaction, TableBot, actor_of, game_of
from cogs.errors import say
from cogs.hosting import HostingCommands
from engine import load_setup
from engine.names import find_power
from gamemaster.loading import LoadedGame
from gamemaster.lobby import suggested_seats
from gamemaster.story import status_text

LOBBY = "lobby"


def lobby_text(loaded: LoadedGame) -> str:
    """The invitation: what is played, who sits where, what to do."""
    game = loaded.game
    edition = load_setup(game.setup)
    seats = "\n".join(
        f"{power.name} ({'Axis' if power.side == 'axis' else 'Allies'}): "
        + (f"<@{loaded.seats[power.id]}>" if power.id in loaded.seats else "free")
        for power in (edition.power[p] for p in edition.turn_order)
    )
    options = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in game.options.items())
    ready = len(loaded.seats) == len(edition.powers)
    todo = (
        f"All seats are taken: <@{game.organiser_id}> can start."
        if ready
        else "Take a seat; one player may hold several of one side."
    )
    name = discord.utils.escape_markdown(game.name)
    return (
        f"**{name}** · {edition.title} · {options}\n{seats}\n{todo}\n"
        f"-# SHA-256 of the seed of the dice: {game.commitment}"
    )


def lobby_view(loaded: LoadedGame) -> discord.ui.View:
    """Buttons for the free seats, and to start."""
    view = discord.ui.View(timeout=None)
    edition = load_setup(loaded.game.setup)
    for power in edition.turn_order:
        if power not in loaded.seats:
            button_row(view, loaded.game.id, LOBBY, f"join.{power}", f"Join as {edition.power[power].name}")
    style = discord.ButtonStyle.success
    if len(loaded.seats) == len(edition.powers):
        button_row(view, loaded.game.id, LOBBY, "start", "Start the game", style=style)
    return view


async def show_lobby(interaction: Interaction, loaded: LoadedGame) -> None:
    """The lobby post, in place where a button of it was pressed."""
    text, view = lobby_text(loaded), lobby_view(loaded)
    if interaction.type is discord.InteractionType.component:
        await interaction.response.edit_message(content=text, view=view)
    else:
        await say(interaction, text, view=view, public=True)


@reacts_to("join")
async def join_pressed(interaction: Interaction, press: Press) -> None:
    """A seat taken by button."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id)
    await show_lobby(interaction, await master.lobby.join(loaded, interaction.user.id, [press.argument]))


@reacts_to("start")
async def start_pressed(interaction: Interaction, press: Press) -> None:
    """The game begun by button."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id)
    begun = await master.lobby.start(loaded, actor_of(interaction))
    await interaction.response.edit_message(content=lobby_text(begun).rsplit("\n", 2)[0], view=None)


@app_commands.guild_only()
class GameCommands(
    HostingCommands, commands.GroupCog, group_name="game", group_description="Open, join and look after a game"
):
    """A game lives in one channel or thread."""

    @app_commands.command(description="Open a game in this channel")
    @app_commands.describe(edition="Which edition", victory="How the war is won", name="A name for the game")
    @app_commands.autocomplete(edition=autocomplete.editions)
    async def create(self, interaction: Interaction, edition: str, victory: str = "", name: str = "") -> None:
        """Open a game; the channel must have none."""
        options = {"victory": victory} if victory else {}
        channel = interaction.channel_id or 0
        guild = interaction.guild_id or 0
        loaded = await interaction.client.master.lobby.create(
            actor_of(interaction), guild, channel, edition, options, name[:80]
        )
        await show_lobby(interaction, loaded)

    @create.autocomplete("victory")
    async def _victory(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        setup = interaction.namespace.edition
        try:
            option = load_setup(setup).options["victory"]
        except Exception:  # no edition is named yet
            return []
        return autocomplete.offered([(f"{key}: {text}", key) for key, text in option.choices.items()], typed)

    @app_commands.command(description="Take one or more powers")
    @app_commands.describe(powers="One power, or several with commas; or axis, allies")
    @app_commands.autocomplete(powers=autocomplete.free_powers)
    async def join(self, interaction: Interaction, powers: str) -> None:
        """Take seats in the lobby."""
        master = interaction.client.master
        loaded = await game_of(interaction)
        wanted = _powers_named(loaded, powers)
        await show_lobby(interaction, await master.lobby.join(loaded, interaction.user.id, wanted))

    @app_commands.command(description="Give up your seats before the game begins")
    async def leave(self, interaction: Interaction) -> None:
        """Leave the lobby."""
        loaded = await game_of(interaction)
        await show_lobby(interaction, await interaction.client.master.lobby.leave(loaded, interaction.user.id))

    @app_commands.command(description="Which seats the edition suggests for a number of players")
    async def seats(self, interaction: Interaction, players: app_commands.Range[int, 2, 6]) -> None:
        """Suggested seats."""
        loaded = await game_of(interaction)
        edition = load_setup(loaded.game.setup)
        groups = suggested_seats(edition, loaded.seats, players)
        rows = "\n".join("• " + ", ".join(edition.power[p].name for p in group) for group in groups)
        await say(
            interaction, rows or f"No seats for {players} players are left free; any split within one side is allowed."
        )

    @app_commands.command(description="Begin the game")
    async def start(self, interaction: Interaction) -> None:
        """Begin once every power has a player."""
        loaded = await game_of(interaction)
        await interaction.client.master.lobby.start(loaded, actor_of(interaction))
        await say(interaction, "The game begins.")

    @app_commands.command(description="Who is on turn, treasuries, incomes, and how near victory is")
    async def status(self, interaction: Interaction) -> None:
        """The state of the game in words."""
        loaded = await game_of(interaction)
        if loaded.state is None:
            await say(interaction, lobby_text(loaded))
            return
        seats = {power: f"<@{user}>" for power, user in loaded.seats.items()}
        since = await interaction.client.master.waiting_since(loaded)
        await say(interaction, status_text(loaded.state, seats, since))

    @app_commands.command(description="Your unfinished games")
    async def list(self, interaction: Interaction) -> None:
        """All games in which one has a seat."""
        games = await interaction.client.master.games_of(interaction.user.id)
        lines = [f"• **{discord.utils.escape_markdown(g.name)}** in <#{g.channel_id}> ({g.status})" for g in games]
        await say(interaction, "\n".join(lines) or "You have no unfinished game. Start one with /game create.")


def _powers_named(loaded: LoadedGame, text: str) -> Sequence[str]:
    """Powers named one by one, or all free ones of a side."""
    edition = load_setup(loaded.game.setup)
    if text.strip().lower() in ("axis", "allies"):
        side = text.strip().lower()
        return [p.id for p in edition.powers if p.side == side and p.id not in loaded.seats]
    return [find_power(edition, part) for part in text.split(",") if part.strip()]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(GameCommands())

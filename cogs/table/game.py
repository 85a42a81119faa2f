"""/game: opening a table, taking seats, beginning."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs.gathering.guests import GuestCommands
from cogs.interactions.answering import say
from cogs.interactions.lengths import GameName, Name, Names
from cogs.service.client import Interaction, TableBot, actor_of, cause_of, game_of
from cogs.service.posting import check_can_post, ground_of, shortcomings
from cogs.sheets.setting_up import show_first
from cogs.table import autocomplete
from cogs.table.hosting import HostingCommands
from cogs.table.lobby import asked_about_computers, left, lobby_text, show_advantage_sheet, show_lobby, taken
from cogs.table.seats import SeatCommands
from cogs.table.setup_options import with_options_of_setups
from engine import InvalidData, load_setup
from engine.state.names import find_power, find_setup, parts_of
from engine.state.words import number as counted
from gamemaster.announcements.absence import away_notes
from gamemaster.chosen_settings import read_table_settings
from gamemaster.dice.rolls import commitment_line
from gamemaster.errors import TableRefusal
from gamemaster.gathering import SEATS
from gamemaster.lobby.opening import suggested_seats
from gamemaster.lobby.own_games import OwnGame
from gamemaster.lobby.places.ground import place_in_words
from gamemaster.narration import LIMIT, convoys_text, objectives_text, split_lines, status_text
from gamemaster.narration.phrases import as_plain_text
from gamemaster.table_settings import MAY_END, MOST_HOURS, MOST_TO_ASK_FROM, PACES, table_settings_of
from gamemaster.views.view import GameView

ROOM_FOR_PAGES = 120
PACES_OFFERED = [app_commands.Choice(name=f"{name}: {pace.pace_in_short}", value=name) for name, pace in PACES.items()]

TIMES_UP_OFFERED = [
    app_commands.Choice(
        name="house: the house plays the rest of the turn" if name == "house" else f"{name}: {who} may end the phase",
        value=name,
    )
    for name, who in MAY_END.items()
]

SEATS_OFFERED = [app_commands.Choice(name=name, value=name) for name in SEATS]


class GameCommands(
    HostingCommands,
    SeatCommands,
    GuestCommands,
    commands.GroupCog,
    group_name="game",
    group_description="Open, join and look after a game",
):
    """A game lives in one channel or thread."""

    @app_commands.command(description="Open a game in this channel")
    @app_commands.describe(
        edition="Which edition; leave everything empty to be asked step by step",
        pace="How fast you agree to play",
        posts="How much is posted: brief if left empty, full, or one a turn; add “in a thread” for a thread of its own",
        grace="Hours before anybody may answer for an absent player; 24 if left empty",
        deadline="Hours until an open question gets its printed default; set by the pace if left empty",
        time_up="Who may end a phase once its time is up; the other side or the organiser if left empty",
        ask_from="Ask defenders only where another choice is worth this many IPCs: 2 if left empty; 0 always asks",
        seats="Everybody takes the seats they like if left empty; or by your invitation, at random, or picked in turn",
        reminders="Hours without a move before players are reminded, at least 24; 0 for no reminders",
        name="A name for the game",
    )
    @app_commands.choices(pace=PACES_OFFERED, time_up=TIMES_UP_OFFERED, seats=SEATS_OFFERED)
    @app_commands.autocomplete(edition=autocomplete.editions, posts=autocomplete.posts)
    @with_options_of_setups
    async def create(
        self,
        interaction: Interaction,
        edition: Name = "",
        pace: str = "",
        posts: Name = "",
        grace: app_commands.Range[int, 0, MOST_HOURS] | None = None,
        deadline: app_commands.Range[int, 0, MOST_HOURS] | None = None,
        time_up: str = "",
        reminders: app_commands.Range[int, 0, MOST_HOURS] | None = None,
        ask_from: app_commands.Range[int, 0, MOST_TO_ASK_FROM] | None = None,
        seats: str = "",
        name: GameName = "",
        **chosen: str,
    ) -> None:
        """Open a game; the channel must have none. Without an edition, step by step."""
        options = {option: value for option, value in chosen.items() if value}
        check_can_post(interaction)
        if not edition:
            if options or any((pace, posts, grace, deadline, time_up, reminders, ask_from, seats, name)):
                raise TableRefusal("Choose an edition too, or leave everything empty to be asked step by step.")
            await show_first(interaction)
            return
        channel = interaction.channel_id or 0
        guild = interaction.guild_id or 0
        settings = read_table_settings(
            posts, grace, reminders, deadline, pace, time_up, ask_from, *SEATS.get(seats, (seats, ""))
        )
        loaded = await interaction.client.master.lobby.create(
            actor_of(interaction), guild, channel, find_setup(edition), options, name, settings, ground_of(interaction)
        )
        await show_lobby(interaction, loaded)
        if (lacking := shortcomings(interaction)) is not None:
            await say(interaction, lacking)

    @app_commands.command(description="Choose the national advantages of your powers before the game begins")
    async def advantages(self, interaction: Interaction) -> None:
        """Open the sheet to choose on."""
        await show_advantage_sheet(interaction, await game_of(interaction))

    @app_commands.command(description="Take one or more powers")
    @app_commands.describe(powers="One power, or several with commas; or axis, allies")
    @app_commands.autocomplete(powers=autocomplete.free_powers)
    async def join(self, interaction: Interaction, powers: Names) -> None:
        """Take seats in the lobby."""
        loaded = await game_of(interaction)
        await show_lobby(interaction, await taken(interaction, loaded, _powers_named(loaded, powers)))

    @app_commands.command(description="Give up your seats before the game begins")
    async def leave(self, interaction: Interaction) -> None:
        """Leave the lobby."""
        loaded = await game_of(interaction)
        await show_lobby(interaction, await left(interaction, loaded))

    @app_commands.command(description="Which seats the edition suggests for a number of players")
    @app_commands.describe(players="How many will play")
    async def seats(self, interaction: Interaction, players: app_commands.Range[int, 2, 9]) -> None:
        """Suggested seats."""
        loaded = await game_of(interaction)
        edition = load_setup(loaded.game.setup)
        if players > (most := len(edition.turn_order)):
            raise TableRefusal(f"{edition.title} has {most} powers to play, so at most {most} players.")
        groups = suggested_seats(edition, loaded.seats, players)
        rows = "\n".join("• " + ", ".join(edition.power[p].name for p in group) for group in groups)
        nothing = f"The edition suggests no more seats for {players} players. You may split each side as you like."
        is_full = all(power in loaded.seats for power in edition.turn_order)
        await say(interaction, rows or ("All seats are taken." if is_full else nothing))

    @app_commands.command(description="Begin the game")
    async def start(self, interaction: Interaction) -> None:
        """Begin once every power has a player."""
        loaded = await game_of(interaction)
        check_can_post(interaction)
        if await asked_about_computers(interaction, loaded):
            return
        lobby = interaction.client.master.lobby
        begun = await lobby.start(loaded, actor_of(interaction), cause_of(interaction))
        await lobby.close_invitation(begun, lobby_text(begun))
        await say(interaction, "The game begins.")

    @app_commands.command(description="Who is on turn, treasuries, incomes, objectives, and how near victory is")
    async def status(self, interaction: Interaction) -> None:
        """The state of the game in words."""
        loaded = await game_of(interaction)
        if loaded.shown is None:
            await say(interaction, lobby_text(loaded))
            return
        since = await interaction.client.master.games.waiting_since(loaded)
        public = loaded.public  # made once, as all that follows tells of it alone
        status = status_text(public, loaded.players_named(), since)
        now = interaction.client.master.clock()
        away = away_notes(table_settings_of(loaded.game), loaded.seats.values(), now)
        await say(interaction, "\n".join([status, *away, commitment_line(loaded.game.commitment)]))
        for more in (objectives_text(public), convoys_text(public)):
            if more:
                await say(interaction, more)

    @app_commands.command(description="Your unfinished games, those that are waiting for you first")
    @app_commands.describe(page="Which part of a long list")
    async def list(self, interaction: Interaction, page: app_commands.Range[int, 1, 999] = 1) -> None:
        """All games in which one has a seat."""
        games = await interaction.client.master.games.of_user(interaction.user.id)
        await say(interaction, page_of_games(games, page))


def page_of_games(games: Sequence[OwnGame], page: int) -> str:
    """A part of somebody's games that fits into one message, and how to see the others."""
    if not games:
        return "You have no unfinished games. Start one with /game create."
    pages = split_lines("\n".join(_game_line(own) for own in games), LIMIT - ROOM_FOR_PAGES)
    if page > len(pages):
        return f"Your games fill {counted(len(pages), 'page')}. See an earlier one with /game list."
    if len(pages) == 1:
        return pages[0]
    waiting = sum(bool(own.waits_for) for own in games)
    note = f"{len(games)} games, {waiting or 'none'} of which {'are' if waiting > 1 else 'is'} waiting for you"
    following = f". Next: /game list page:{page + 1}" if page < len(pages) else ""
    return f"{pages[page - 1]}\n-# Page {page} of {len(pages)}: {note}{following}."


def _game_line(own: OwnGame) -> str:
    """ "• **First** in #war-room: waiting for you (Germany)"."""
    names = ", ".join(_names_of(own))
    goes_on = "not begun" if own.game.status == "lobby" else "under way"
    name = as_plain_text(own.game.name)
    line = (
        f"• **{name}** in {place_in_words(own.game.channel_id)}: {f'waiting for you ({names})' if names else goes_on}"
    )
    return f"{line}. I can't post there: {own.hindrance}." if own.hindrance else line


def _names_of(own: OwnGame) -> list[str]:
    """The powers that a game waits for; by their ids where the files of the edition are wrong."""
    try:
        edition = load_setup(own.game.setup)
    except InvalidData:
        return list(own.waits_for)
    return [edition.power[power].name for power in own.waits_for]


def _powers_named(loaded: GameView, text: str) -> Sequence[str]:
    """Powers named one by one, or all free ones of a side."""
    edition = load_setup(loaded.game.setup)
    if text.strip().lower() in ("axis", "allies"):
        side = text.strip().lower()
        return [p.id for p in edition.powers_with_turns if p.side == side and p.id not in loaded.seats]
    return [find_power(edition, part) for part in parts_of(text)]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(GameCommands())

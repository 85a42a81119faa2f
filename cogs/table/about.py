"""/about: what this bot is, for players. /diagnose: what keeps it from its work in a server, for its managers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, say
from cogs.service.client import Interaction, TableBot, actor_of
from cogs.service.posting import lacking, lacking_for_threads, missing_permissions
from engine import load_setup, setup_names
from engine.state.words import listed, number
from gamemaster.narration.phrases import as_plain_text
from gamemaster.version import ENGINE_VERSION
from store import Game, ParkedChannel, ServerFigures

MOST_NAMED = 4
LONGEST_NAME, LONGEST_REASON = 30, 80
"""So that every part has room in one answer, which ends at 2,000 characters."""
NO_DIRECT_MESSAGES = (
    "I can't send you direct messages, so reminders come in the channel. Allow them, then choose again with "
    "`/reminders`."
)
"""Each user's own affair: of others nobody is told."""


def about_text() -> str:
    """What a newcomer needs to know, with the next thing to do."""
    editions = listed(load_setup(name).title.removeprefix("Axis & Allies").strip(": ") for name in setup_names())
    return (
        f"**Communiqué {ENGINE_VERSION}** runs games of Axis & Allies on Discord: {editions}.\nI know the rules, roll "
        "dice that anybody can check, and post the map after each phase.\n• Begin: use `/game create` in a channel or "
        "thread of its own, then take seats with the buttons.\n• Play: use the panel's buttons. `/panel` brings it "
        "back; `/todo` lists what your games need from you.\n• In doubt: each refusal names its rule, and `/rules "
        "search` finds it. `/dice verify` checks the dice of a finished game.\n• What I keep about you: your Discord "
        "user ID, your seats, orders, drafts and standing orders. My host can delete them. I don't read messages."
    )


class AboutCommands(commands.Cog):
    """Neither needs a game."""

    @app_commands.command(description="What this bot is, and how to begin")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def about(self, interaction: Interaction) -> None:
        """Shown only to the user who asks."""
        await say(interaction, about_text())

    @app_commands.command(description="For server managers: what keeps the bot from working on this server")
    @app_commands.default_permissions(manage_guild=True)
    async def diagnose(self, interaction: Interaction) -> None:
        """Permissions, channels, delays, version."""
        await defer(interaction)
        games, figures = await interaction.client.master.host_reports.of_server(
            actor_of(interaction), interaction.guild_id or 0
        )
        is_refused = await interaction.client.master.choosing_reminders.is_refused(interaction.user.id)
        running = sum(game.status == "running" for game in games)
        lines = [
            f"**Games** on this server: {running} under way, {len(games) - running} not begun.",
            *_permission_lines(interaction, games),
            *_parked_lines(figures.parked),
            *_waiting_lines(figures),
            *([NO_DIRECT_MESSAGES] if is_refused else []),
            _state_of(interaction.client),
        ]
        await say(interaction, "\n".join(lines))


def _permission_lines(interaction: Interaction, games: Iterable[Game]) -> Iterator[str]:
    """What is missing here and where games are played, and where to mend it."""
    here = missing_permissions(interaction)
    lines = [f"Here I lack **{listed(here)}**."] if here else []
    guild = interaction.guild
    for game in games:
        place = guild.get_channel_or_thread(game.channel_id) if guild else None
        if guild is None or place is None or place.id == interaction.channel_id:
            continue
        missing = lacking(place.permissions_for(guild.me), in_thread=isinstance(place, discord.Thread))
        if missing:
            name = as_plain_text(_cut(game.name, LONGEST_NAME))
            lines.append(f"In <#{place.id}> ({name}) I lack **{listed(missing)}**.")
    if lines:
        yield from _first(lines)
        yield "Allow it in the channel's settings, under Permissions."
    else:
        yield "**Permissions**: nothing is missing, here or where games are played."
    if not isinstance(interaction.channel, discord.Thread) and (lacked := lacking_for_threads(interaction)):
        yield f"To give games threads of their own here, I would also need **{listed(lacked)}**."


def _parked_lines(parked: Sequence[ParkedChannel]) -> Iterator[str]:
    lines = [
        f"I haven't been able to post in <#{each.channel_id}> since <t:{each.parked_at}:f>: "
        f"{_cut(each.reason, LONGEST_REASON)}."
        for each in parked
    ]
    yield from _first(lines)
    if lines:
        yield "Once that's fixed, use `/panel` there, or `/game move` in another channel. The games are safe."


def _waiting_lines(figures: ServerFigures) -> Iterator[str]:
    if figures.waiting:
        since = f"the oldest for {number(figures.oldest_seconds, 'second')}"
        yield f"**Posts**: {number(figures.waiting, 'post')} on the way to Discord, {since}."
    else:
        yield "**Posts**: none are waiting."
    if figures.set_aside:
        yield f"{number(figures.set_aside, 'post')} could never be sent. The host can find the reason in the log."


def _state_of(bot: TableBot) -> str:
    delay = f", which answers in {bot.latency * 1000:.0f} ms" if 0 <= bot.latency < float("inf") else ""
    since = discord.utils.format_dt(bot.began, "R")
    return f"**Communiqué {ENGINE_VERSION}**, started {since}, connected to Discord{delay}."


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _first(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:MOST_NAMED]
    if len(lines) > MOST_NAMED:
        yield f"… and {len(lines) - MOST_NAMED} more."


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(AboutCommands())

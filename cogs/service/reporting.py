"""What the log tells the host of Discord: the servers, the invitation, the games, and what waits."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from cogs.service.posting import FOR_THREADS, NAMES
from engine.state.words import listed, number
from gamemaster.master import GameMaster

PERMISSIONS = discord.Permissions(**dict.fromkeys({**NAMES, **FOR_THREADS}, True))
SCOPES = ("bot", "applications.commands")
MOST_NAMED = 20

log = logging.getLogger(__name__)


def invitation(application_id: int) -> str:
    """The link with which a server manager invites the bot, with the least permissions."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)


async def report_ready(bot: discord.Client, master: GameMaster) -> None:
    """Say that the bot is ready, where, and what it has to do."""
    log.info("Ready as %s in %s.", bot.user, _servers(bot.guilds))
    log.info("To invite it: %s", invitation(bot.application_id or 0))
    running, lobbies = await master.host_reports.unfinished_games()
    log.info("%s under way, %s not begun.", number(running, "game"), lobbies or "none")
    for parked in await master.host_reports.parked_channels():
        log.warning(
            "Nothing can be posted in channel %s: %s. Once that's fixed, use /panel there, or /game move elsewhere.",
            parked.channel_id,
            parked.reason,
        )
    for each in (await master.host_reports.set_aside_messages())[:MOST_NAMED]:
        log.warning("Message %s of channel %s was set aside: %s", each.tag, each.channel_id, each.reason)


def report_guild(guild: discord.Guild, what: str) -> None:
    """Say that the bot has joined or left a server."""
    log.info("%s the server %s.", what, _named(guild))


def _servers(guilds: Sequence[discord.Guild]) -> str:
    if not guilds:
        return "no server yet"
    named = [_named(guild) for guild in guilds[:MOST_NAMED]]
    more = len(guilds) - len(named)
    return f"{number(len(guilds), 'server')}: {listed([*named, *([f'{more} more'] if more else [])])}"


def _named(guild: discord.Guild) -> str:
    """ "The Map Room (1234)", in one line whatever the server calls itself."""
    return f"{' '.join(guild.name.split())} ({guild.id})"

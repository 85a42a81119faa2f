"""Whether the bot can post where a game is played; if not, the player is told at once and privately."""

from __future__ import annotations

import logging

import discord

from cogs.interactions.answering import Interaction, say
from engine.state.words import listed, number
from gamemaster.errors import TableRefusal
from gamemaster.lobby.places.ground import Ground
from store import StoreError

log = logging.getLogger(__name__)

NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""What the bot asks for when it is invited, as Discord's settings call it."""
FOR_THREADS = {
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "read_message_history": "Read Message History",
}
"""What it needs besides to give a game a thread of its own; by what it reads it makes sure that there is one alone."""
INDISPENSABLE = {"View Channel", "Send Messages", "Send Messages in Threads"}

_IS_PARKED = "the channel is parked"  # in the extras of an interaction
ANSWERED = (
    discord.InteractionResponseType.channel_message,
    discord.InteractionResponseType.deferred_channel_message,
    discord.InteractionResponseType.deferred_message_update,
    discord.InteractionResponseType.message_update,
)
"""Ways to answer after which more can be said."""


def lacking(held: discord.Permissions, *, in_thread: bool) -> list[str]:
    """What the bot lacks, of what it needs in a channel or thread; in the words of the settings."""
    needless = "send_messages" if in_thread else "send_messages_in_threads"
    if held.administrator:
        return []
    return [NAMES[name] for name in NAMES if name != needless and not getattr(held, name)]


def missing_permissions(interaction: Interaction) -> list[str]:
    """What the bot lacks where an interaction comes from."""
    return lacking(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))


def lacking_for_threads(interaction: Interaction) -> list[str]:
    """What the bot lacks to give games threads of their own where an interaction comes from."""
    held = interaction.app_permissions
    return [] if held.administrator else [name for each, name in FOR_THREADS.items() if not getattr(held, each)]


def ground_of(interaction: Interaction) -> Ground:
    """Whether a game that is opened here would be in a thread, and why it can't have one of its own."""
    if isinstance(interaction.channel, discord.Thread):
        return Ground(is_thread=True)
    if not isinstance(interaction.channel, discord.TextChannel):
        return Ground(
            no_thread="I can make threads in text channels only. Choose to play here, or use another channel."
        )
    missing = lacking_for_threads(interaction)
    why = f"I can't make a thread in this channel until a server manager allows me {listed(missing)} here."
    return Ground(no_thread=why if missing else "")


def check_can_make_thread(interaction: Interaction) -> None:
    """Raise TableRefusal where no thread can be made."""
    ground = ground_of(interaction)
    if ground.is_thread or ground.no_thread:
        why = ground.no_thread or "A thread can't have threads. Use this in the channel that it belongs to."
        raise TableRefusal(f"{why} Nothing changed.")


def obstacle(interaction: Interaction) -> str | None:
    """Why the bot cannot post here, and who can mend it; None where it can."""
    if interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is None:
        return (
            "I can't post on this server because I'm not a member. A server manager has to invite me with the scopes "
            "bot and applications.commands."
        )
    missing = missing_permissions(interaction)
    if INDISPENSABLE.intersection(missing):
        return f"I can't post in this channel until a server manager allows me {listed(missing)} here."
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and channel.locked and not interaction.app_permissions.manage_threads:
        return "I can't post in this thread until a moderator unlocks it."
    return None


def check_can_post(interaction: Interaction) -> None:
    """Raise TableRefusal where nothing could be posted that is about to be."""
    if (why := obstacle(interaction)) is not None:
        raise TableRefusal(f"{why} Nothing changed.")


def check_can_begin(interaction: Interaction, channel_id: int) -> None:
    """Raise TableRefusal where a game could not be posted that is begun here, perhaps for its thread."""
    check_can_post(interaction)
    held = interaction.app_permissions
    if channel_id != interaction.channel_id and not (held.administrator or held.send_messages_in_threads):
        missing = NAMES["send_messages_in_threads"]
        raise TableRefusal(
            f"I can't post in <#{channel_id}> until a server manager allows me {missing}. Nothing changed."
        )


async def check_can_announce(interaction: Interaction) -> None:
    """Raise TableRefusal where the table would not hear at once of what must not be done without its knowledge."""
    check_can_post(interaction)
    if (why := await interaction.client.master.channels.refusal_in(interaction.channel_id or 0)) is not None:
        raise TableRefusal(f"{why} Nothing changed. Use /panel first, so that the table is told.")


def shortcomings(interaction: Interaction) -> str | None:
    """What posts will lack here though they can be made; None where nothing is missing."""
    missing = missing_permissions(interaction)
    if not missing:
        return None
    return (
        f"You can play here, but a server manager should also allow me {listed(missing)}. Otherwise pictures, and "
        "posts after an outage, may be missing."
    )


def note_parked(interaction: Interaction, *, is_parked: bool) -> None:
    """Remember of the game here whether it can be posted for, as it was read, so that it need not be asked again."""
    interaction.extras[_IS_PARKED] = is_parked


async def warn_if_posts_wait(interaction: Interaction) -> None:
    """After an interaction: tell those who play or organise the game here that the table does not see what happens."""
    if interaction.guild_id is None or interaction.command_failed or interaction.response.type not in ANSWERED:
        return
    try:
        if (warning := await _warning(interaction)) is not None:
            await say(interaction, warning)
    except (StoreError, discord.HTTPException) as failure:  # what was wanted is done and answered
        log.warning("The warning about waiting posts failed: %s", failure)


async def _warning(interaction: Interaction) -> str | None:
    master, channel_id = interaction.client.master, interaction.channel_id or 0
    may_be_parked = interaction.extras.get(_IS_PARKED, True)
    why = obstacle(interaction) or (await master.channels.refusal_in(channel_id) if may_be_parked else None)
    posts = await master.channels.posts_kept_from(channel_id, interaction.user.id) if why else 0
    if not posts:
        return None
    unseen = f"{number(posts, 'post')} that the table should see {'wait' if posts > 1 else 'waits'}"
    return f"{why} The game is safe; {unseen}. Once that's fixed, use /panel."

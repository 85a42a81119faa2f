"""The publisher's messages, sent through discord.py."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any, TypeVar

import aiohttp
import discord

from cogs.interactions.components import view_of
from cogs.interactions.files import file_of
from cogs.interactions.layout import layout_of_container
from cogs.service.client import TableBot
from gamemaster.outbox.sender import ChannelGone, NotDelivered, NotEditable, Outgoing, PictureRefused, Unsendable

T = TypeVar("T")
SEARCHED_MESSAGES = 50
UNKNOWN_CHANNEL, MISSING_ACCESS = 10003, 50001

log = logging.getLogger(__name__)


class DiscordSender:
    """Sends to channels and threads by id, without keeping anything in memory."""

    def __init__(self, bot: TableBot) -> None:
        self._bot = bot

    async def post(self, message: Outgoing) -> int:
        """Post a message; an archived thread is opened again by Discord itself."""
        channel = self._channel(message.channel_id)
        extras: dict[str, Any] = {"view": view} if (view := view_of(message.rows)) else {}
        if message.pictures:
            extras["files"] = [file_of(picture) for picture in message.pictures]
        if message.is_silent:
            extras["silent"] = True
        sending = channel.send(message.content, nonce=message.nonce, allowed_mentions=_mentions(message), **extras)
        posted = await self._unless_picture_refused(_delivered(sending), message)
        return posted.id

    async def _unless_picture_refused(self, delivering: Awaitable[T], message: Outgoing) -> T:
        """Raise PictureRefused where it may be the picture alone that Discord does not take."""
        has_files = bool(message.pictures or (message.container and message.container.emblem))
        try:
            return await delivering
        except Unsendable:
            if has_files:
                raise PictureRefused from None
            raise
        except (ChannelGone, NotEditable):
            if has_files and not await self._may_attach(message.channel_id):
                raise PictureRefused from None
            raise

    async def _may_attach(self, channel_id: int) -> bool:
        """Whether a missing permission to attach files is not what stands in the way."""
        channel = self._bot.get_channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        return channel.permissions_for(channel.guild.me).attach_files

    async def edit(self, message_id: int, message: Outgoing) -> None:
        """Change text, buttons and pictures; what was attached before goes."""
        target = self._channel(message.channel_id).get_partial_message(message_id)
        if message.container is not None:
            layout, files = layout_of_container(message.container, message.rows)
            changing = target.edit(content=None, view=layout, attachments=files, allowed_mentions=_mentions(message))
            await self._unless_picture_refused(_changed(changing), message)
            return
        changing = target.edit(
            content=message.content,
            view=view_of(message.rows),
            attachments=[file_of(picture) for picture in message.pictures],
            allowed_mentions=_mentions(message),
        )
        await self._unless_picture_refused(_changed(changing), message)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        with suppress(NotEditable):
            await _changed(self._channel(channel_id).get_partial_message(message_id).delete())

    async def find(self, channel_id: int, tag: str) -> int | None:
        """The bot's own recent message whose text bears the tag."""
        me = self._bot.user.id if self._bot.user else 0

        async def search() -> int | None:
            try:
                async for message in self._channel(channel_id).history(limit=SEARCHED_MESSAGES):
                    if message.author.id == me and message.content.endswith(tag):
                        return message.id
            except discord.Forbidden:  # it may not read here, which is no reason not to write
                log.warning("Message %s may be posted twice, because the bot may not read its channel.", tag)
            return None

        return await _delivered(search())

    async def strip_buttons(self, channel_id: int, message_id: int) -> None:
        """Take the buttons off a message."""
        with suppress(NotEditable):
            await _changed(self._channel(channel_id).get_partial_message(message_id).edit(view=None))

    async def tell(self, user_id: int, text: str) -> bool:
        """Send a direct message; gives whether the user takes any."""

        async def send() -> bool:
            try:
                direct = await self._bot.create_dm(discord.Object(user_id))
                await direct.send(text, suppress_embeds=True)
            except discord.Forbidden as closed:
                log.warning("User %s doesn't take direct messages: %s", user_id, closed.text)
                return False
            return True

        try:
            return await _delivered(send())
        except (ChannelGone, Unsendable) as no:
            log.warning("User %s could not be told: %s", user_id, no)
            return False

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)


def _mentions(message: Outgoing) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in message.ping]
    )


async def _delivered(sending: Awaitable[T]) -> T:
    """Translate Discord's answers into what the publisher knows."""
    try:
        return await sending
    except discord.Forbidden as error:
        raise ChannelGone(f"the bot may not write there: {error.text}") from error
    except discord.NotFound as error:
        raise ChannelGone("the channel was deleted") from error
    except discord.DiscordServerError as error:
        raise NotDelivered(f"Discord answered {error.status}", doubtful=True) from error
    except discord.HTTPException as error:
        if error.status == 429:
            raise NotDelivered("Discord asks to wait", doubtful=False) from error
        raise Unsendable(error.text) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise NotDelivered(f"Discord cannot be reached: {error}", doubtful=True) from error


async def _changed(changing: Awaitable[Any]) -> None:
    """A change of a message; raises NotEditable where Discord does not let us change that message.

    It may be gone, too old, or another's: after a change of the bot's application all posts from before are.
    """

    async def attempt() -> None:
        try:
            await changing
        except discord.HTTPException as error:
            if _concerns_the_message_alone(error):
                raise NotEditable(error.text) from error
            raise

    await _delivered(attempt())


def _concerns_the_message_alone(error: discord.HTTPException) -> bool:
    """Whether a change was refused for a reason that says nothing of posts to come in the channel."""
    return error.status in (400, 403, 404) and error.code not in (UNKNOWN_CHANNEL, MISSING_ACCESS)

"""Files that users send in, and pictures that are sent to them."""

from __future__ import annotations

import io

import aiohttp
import discord

from gamemaster.errors import TableRefusal
from maps import Picture

PATIENCE = aiohttp.ClientTimeout(total=20)


async def content_of(file: discord.Attachment, most: int) -> bytes:
    """What is in a file of at most so many bytes; raises TableRefusal. No more than that is ever taken in."""
    too_large = f"That file is too large. The limit is {most:,} bytes."
    if file.size > most:
        raise TableRefusal(too_large)
    parts = bytearray()
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE) as session, session.get(file.url) as answer:
            answer.raise_for_status()
            async for part in answer.content.iter_any():
                parts += part
                if len(parts) > most:
                    break
    except (aiohttp.ClientError, TimeoutError) as error:
        raise TableRefusal("I couldn't get that file from Discord. Try again.") from error
    if len(parts) > most:
        raise TableRefusal(too_large)
    return bytes(parts)


def file_of(picture: Picture) -> discord.File:
    """A picture to be attached, with its alt text."""
    return discord.File(io.BytesIO(picture.data), picture.filename, description=picture.alt_text)

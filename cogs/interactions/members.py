"""What members of a server are called there."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import discord

from cogs.service.client import Interaction


async def names_of(interaction: Interaction, users: Iterable[int]) -> dict[int, str]:
    """The names of users in this server, as far as Discord tells them."""
    names = dict[int, str]()
    for user in dict.fromkeys(users):
        member = interaction.guild and interaction.guild.get_member(user)
        if interaction.guild and not member:
            with suppress(discord.HTTPException):
                member = await interaction.guild.fetch_member(user)
        if member:
            names[user] = member.display_name
    return names

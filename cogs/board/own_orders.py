"""Looking: one's own orders, the panel."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.beside_sheets import with_outlook
from cogs.interactions.answering import defer, say
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import loaded_for, order_buttons
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.service.posting import check_can_post
from gamemaster.errors import NotPosted
from gamemaster.narration import own_orders_text, unmoved_stacks
from gamemaster.views.view import GameView

ALL_MOVED = "All your units have moved or fought."


@reacts_to("orders", right="give orders")
async def my_orders_pressed(interaction: Interaction, press: Press) -> None:
    """One's own orders by button; never stale."""
    await show_orders(interaction, await interaction.client.master.games.by_id(press.game_id, interaction.user.id))


@reacts_to("unmoved", right="give orders")
async def unmoved_pressed(interaction: Interaction, press: Press) -> None:
    """All that has not moved yet."""
    loaded = await loaded_for(interaction, press)
    stacks = unmoved_stacks(loaded.own_orders())
    await say(interaction, "\n".join(["Not moved yet:", *(f"• {each}" for each in stacks)]) if stacks else ALL_MOVED)


async def show_orders(interaction: Interaction, loaded: GameView) -> None:
    """The draft of the acting seat."""
    state = loaded.own_orders()
    text = await work_out(interaction, loaded, own_orders_text, state)
    text = await with_outlook(interaction, loaded, text)
    await say(interaction, text, view=order_buttons(loaded.game.id, state))


async def _is_there(interaction: Interaction, channel_id: int, message_id: int) -> bool:
    """Whether a message of ours can be seen; not where it was deleted, or where we cannot say.

    Buttons of another application, which this bot may have had before, lead nowhere.
    """
    try:
        message = await interaction.client.get_partial_messageable(channel_id).fetch_message(message_id)
    except discord.HTTPException:
        return False
    return message.author == interaction.client.user


class OwnOrderCommands(commands.Cog):
    """What anybody may look at."""

    @app_commands.command(name="my-orders", description="Your orders of this phase, battles ahead, what has not moved")
    async def my_orders(self, interaction: Interaction) -> None:
        """Show the draft."""
        await show_orders(interaction, await game_of(interaction))

    @app_commands.command(name="panel", description="Post the panel with its buttons again")
    async def panel(self, interaction: Interaction) -> None:
        """Bring the panel to the end of the channel."""
        check_can_post(interaction)
        await defer(interaction)
        master, loaded = interaction.client.master, await game_of(interaction)
        standing = await master.channels.standing_panel(loaded)
        if standing is not None and await _is_there(interaction, loaded.game.channel_id, standing):
            place = f"https://discord.com/channels/{loaded.game.guild_id}/{loaded.game.channel_id}/{standing}"
            await say(interaction, f"The panel is already the game's newest post: {place}")
            return
        master.admit(interaction.user.id, loaded, "post")
        number = await master.channels.post_panel(loaded)
        if (why := await master.publisher.why_unsent(number)) is not None:
            raise NotPosted(why)
        await say(interaction, "Here it is.")


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(OwnOrderCommands())

"""Looking: one's own orders, the panel, help."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.chances import with_outlook
from cogs.interactions.answering import defer, say
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import loaded_for, order_buttons
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.service.posting import check_can_post
from gamemaster.dice.rolls import commitment_line
from gamemaster.errors import NotPosted, TableRefusal
from gamemaster.narration import own_orders_text, turn_help, unmoved_stacks
from gamemaster.views.view import GameView

HELP = """**How to play here**
The panel at the bottom of the channel has the buttons for the next step. Each has a command that does the same.
• Lobby: `/game create`, `/game join`, `/game start`
• Your turn: `/buy` · `/move`, `/ship`, `/orders` · `/battle` · `/move` again · `/place` · `/end-phase`
• Not in 1941: `/research` · `raid` or `escort` after an order · `/advantage` · `/politics`, `/declare`
• Typed moves: `3 inf 1 tank germany > eastern europe`, or `all inf`, `all`; a sea zone loads, a coast offloads
• Changed your mind: `/undo`, until you end the phase or dice are rolled
• Asked something: press [Answer] or use `/decide`; `/standing-order` or a `/deputy` answers while you are away
• Before you attack: `/odds`, also `/odds units:3 inf 2 tank v 4 inf`
• See the war: `/map`; `show` adds battles, changes, enemy reach, income · `/game status` · `/charts` · `/replay`
• Look it up: `/my-orders`, `/rules`
Others see your orders when you end the phase. Dice come from a secret seed whose SHA-256 was posted at the start; \
`/dice log` lists the rolls, and once the game is over, `/dice verify` repeats them all."""


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

    @app_commands.command(name="help", description="How to play here")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help_(self, interaction: Interaction) -> None:
        """A page of help; in the channel of a game also what is to be done there, and the commitment of its dice."""
        await say(interaction, "\n".join([HELP, *await _this_game(interaction)]))


async def _this_game(interaction: Interaction) -> list[str]:
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    now = [turn_help(loaded.shown)] if loaded.shown else []
    return [*now, commitment_line(loaded.game.commitment)]


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(OwnOrderCommands())

"""Cards that ask for consent: agreeing, refusing, withdrawing; and who can be made a player."""

from __future__ import annotations

from typing import Any, cast

import discord

from cogs.interactions.answering import defer, say
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, actor_of, cause_of
from cogs.service.posting import check_can_announce
from engine.state.words import listed
from gamemaster.consent import Answer, Asked, proposal_of
from gamemaster.consent.registry import KINDS
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import SeatedGame

DONE = "Done. I've told the table."


@reacts_to("agree", "refuse", "withdraw", right="answer a card")
async def answered(interaction: Interaction, press: Press) -> None:
    """A button of a card."""
    await defer(interaction)
    await check_can_announce(interaction)
    consent = interaction.client.master.consent
    number, answer = proposal_of(press.made_for), cast("Answer", press.word)
    actor, cause = actor_of(interaction), cause_of(interaction)
    await say(interaction, await consent.answer(press.game_id, number, actor, answer, cause))


def asked_text(asked: Asked, done: str, *, is_personal: bool, where: str = "this channel") -> str:
    """What the one who wanted a deed reads; is_personal: whether only those asked may agree. where: the card stands."""
    if not asked.users:
        return done
    names = listed((f"<@{user}>" for user in asked.users), "or")
    posted = "" if asked.since is None else f" posted <t:{asked.since}:R>"
    several = "One of them is enough, or a server manager who hasn't played here."
    alone = "A server manager who hasn't played here can, too."
    others = "" if is_personal else f" {several if len(asked.users) > 1 else alone}"
    told = f"Nothing has changed yet. {names} can agree, on the card{posted} in {where}."
    return f"{told}{others} The game goes on meanwhile."


async def wish(
    interaction: Interaction,
    loaded: SeatedGame,
    deed: str,
    body: dict[str, Any],
    done: str = DONE,
) -> None:
    """Do it, or ask those who must consent, and say which."""
    await say(interaction, await wished(interaction, loaded, deed, body, done))


async def wished(
    interaction: Interaction, loaded: SeatedGame, deed: str, body: dict[str, Any], done: str = DONE
) -> str:
    """Do it, or ask those who must consent; which of the two, in words for who wanted it."""
    consent = interaction.client.master.consent
    asked = await consent.wish(loaded.game.id, actor_of(interaction), deed, body, cause_of(interaction))
    channel = loaded.game.channel_id
    where = "this channel" if channel == interaction.channel_id else f"<#{channel}>"
    return asked_text(asked, done, is_personal=KINDS[deed].is_personal, where=where)


def check_can_play(user: discord.User | discord.Member) -> None:
    """Raise TableRefusal for a bot, and for a user who is not a member of the server."""
    name = as_plain_text(user.display_name)
    if user.bot:
        raise TableRefusal(f"{name} is a bot and can't play.")
    if not isinstance(user, discord.Member):
        raise TableRefusal(f"{name} isn't a member of this server and can't play here.")


async def has_left(interaction: Interaction, user_id: int) -> bool:
    """Whether a player has left the server."""
    if interaction.guild is None:
        return False
    try:
        await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return True
    except discord.HTTPException:
        return False
    return False


async def setup(_: TableBot) -> None:
    """The buttons are registered as this is loaded."""

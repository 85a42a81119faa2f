"""What players press, choose and send in, and what happens then.

The table of reactions outlives the extensions, so that those of modules loaded once are there for every bot.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from discord import app_commands

from cogs.interactions.answering import leave_nothing_open
from cogs.interactions.errors import answer_error
from cogs.interactions.life import life_of
from cogs.service.client import Interaction, actor_of
from cogs.service.log_lines import GAME
from cogs.service.posting import warn_if_posts_wait
from gamemaster.consent.seats.seating import CALL
from gamemaster.errors import TableRefusal
from gamemaster.keys import VERSION
from gamemaster.lobby.opening import INVITATION
from gamemaster.lobby.places.ground import is_to_come, place_in_words
from gamemaster.roles import Deed, check_may, is_for_all

PATTERN = rf"{VERSION}:(?P<game>[0-9]{{1,18}}):(?P<made_for>[^:]*):(?P<deed>[^:]+)"
OF_NO_GAME = ("rule", "catchup", "setup", "howto", "help")
LONGEST_FIELD = 4000
LOBBY = "lobby"
"""What the buttons of a game that has not begun are made for."""
CALLS: Mapping[str, str] = {LOBBY: INVITATION, CALL: CALL}
"""What the buttons of calls for players are made for, and the roles of these posts: they stay in a thread's channel."""


@dataclass(frozen=True)
class Press:
    """A button pressed, a select menu with the `values` chosen, or a modal submitted with `fields` by custom id."""

    game_id: int
    made_for: str
    deed: str
    fields: dict[str, str] | None = None
    values: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The deed without its argument: "fight" of "fight.sz5"."""
        return self.deed.partition(".")[0]

    @property
    def argument(self) -> str:
        """What follows the first dot of the deed."""
        return self.deed.partition(".")[2]


Reaction = Callable[[Interaction, Press], Awaitable[None]]


@dataclass(frozen=True)
class DeedHandler:
    """What happens on a deed, the right it needs, and whether a button then opens a form."""

    right: Deed
    reaction: Reaction
    opens_form: bool = False


_REACTIONS: dict[str, DeedHandler] = {}


def reacts_to(*words: str, right: Deed, opens_form: bool = False) -> Callable[[Reaction], Reaction]:
    """Register what happens on buttons, select menus and modals with these deeds.

    right: the deed in the table of roles that allows it; nobody else reaches the reaction. For which powers a player
    acts is checked where the order is carried out. opens_form: the first word to a button is a form.
    """

    def register(reaction: Reaction) -> Reaction:
        for word in words:
            _REACTIONS[word] = DeedHandler(right, reaction, opens_form)
        return reaction

    return register


def deeds() -> Mapping[str, Deed]:
    """The words of all deeds that something happens on, with the right that each needs."""
    return {word: answering.right for word, answering in _REACTIONS.items()}


async def react(interaction: Interaction, press: Press | None) -> None:
    """Carry out a press (None: what nobody here can read); every failure becomes an answer."""
    await interaction.client.commands_under_way.run(
        interaction, "press", lambda: _carry_out_and_answer(interaction, press)
    )


async def _carry_out_and_answer(interaction: Interaction, press: Press | None) -> None:
    try:
        await _carry_out(interaction, press)
        await leave_nothing_open(interaction)
        await warn_if_posts_wait(interaction)
    except Exception as error:  # discord.py would only log it, and the player would wait in vain
        await answer_error(interaction, error)


async def _carry_out(interaction: Interaction, press: Press | None) -> None:
    answering = _REACTIONS.get(press.word) if press else None
    if press is None or answering is None:
        raise TableRefusal("That button is from an older version of this bot. Use /panel to get the current ones.")
    opens_form = answering.opens_form and press.fields is None
    life_of(interaction).recognised_as(press.word, opens_form=opens_form)
    GAME.set(press.game_id or None)
    if any(len(text) > LONGEST_FIELD for text in (press.fields or {}).values()):
        raise TableRefusal(f"A form field takes up to {LONGEST_FIELD:,} characters. Nothing changed; write less.")
    if press.word not in OF_NO_GAME:
        await check_place(interaction, press)
        await check_role(interaction, press.game_id, answering.right)
    await answering.reaction(interaction, press)


async def check_place(interaction: Interaction, press: Press) -> None:
    """Raise TableRefusal unless the interaction comes from the channel of the game, NoPrivateMessage from a talk.

    The call for players may stand in another: where the game has a thread of its own.
    """
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage
    guild_id, channel_id = await interaction.client.master.games.place(press.game_id)
    if guild_id != interaction.guild_id:
        raise TableRefusal("That button belongs to a game in another server. Use it there.")
    if channel_id != interaction.channel_id and not await _is_call(interaction, press, channel_id):
        raise TableRefusal(f"That button belongs to the game in {place_in_words(channel_id)}. Use it there.")


async def _is_call(interaction: Interaction, press: Press, channel_id: int) -> bool:
    """Whether a press comes from the call for players of a game, or from what it opened."""
    role = CALLS.get(press.made_for)
    if role is None:
        return False
    call = await interaction.client.master.lobby.call_for(press.game_id, role)
    if call is None:
        return is_to_come(channel_id)  # it has been posted this very moment
    return call.channel_id == interaction.channel_id


async def check_role(interaction: Interaction, game_id: int, right: Deed) -> None:
    """Raise NotAllowed where none of the user's roles in a game allows the deed."""
    if not is_for_all(right):
        loaded = await interaction.client.master.games.by_id(game_id, interaction.user.id)
        check_may(right, actor_of(interaction), loaded)


def read_press(custom_id: str, fields: dict[str, str] | None = None, values: tuple[str, ...] = ()) -> Press | None:
    """The press that a custom id means, or None if it is not ours."""
    match = re.fullmatch(PATTERN, custom_id)
    return Press(int(match["game"]), match["made_for"], match["deed"], fields, values) if match else None

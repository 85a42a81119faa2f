"""What players press, choose and send in, and what happens then.

The table of reactions outlives the extensions, so that those of modules loaded once are there for every bot.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cogs.client import Interaction
from cogs.errors import answer_error
from gamemaster.buttons import VERSION

PATTERN = rf"{VERSION}:(?P<game>\d+):(?P<made_for>[^:]*):(?P<deed>[^:]+)"


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
_REACTIONS: dict[str, Reaction] = {}


def reacts_to(*words: str) -> Callable[[Reaction], Reaction]:
    """Register what happens on buttons, select menus and modals with these deeds."""

    def register(reaction: Reaction) -> Reaction:
        for word in words:
            _REACTIONS[word] = reaction
        return reaction

    return register


async def react(interaction: Interaction, press: Press) -> None:
    """Carry out a press; every failure becomes an answer."""
    try:
        reaction = _REACTIONS.get(press.word)
        if reaction is None:
            await interaction.response.send_message("That button is from an older version of this bot.", ephemeral=True)
            return
        await reaction(interaction, press)
    except Exception as error:  # discord.py would only log it, and the player would wait in vain
        await answer_error(interaction, error)


def read_press(custom_id: str, fields: dict[str, str] | None = None, values: tuple[str, ...] = ()) -> Press | None:
    """The press that a custom id means, or None if it is not ours."""
    match = re.fullmatch(PATTERN, custom_id)
    return Press(int(match["game"]), match["made_for"], match["deed"], fields, values) if match else None

"""Pictures and chances that come onto sheets, or below what a player is shown, once they are worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cogs.service.client import Interaction, work_out
from engine import GameState
from engine.facts.board import SpaceId
from gamemaster.budgets import OverBudget
from gamemaster.chances.own_losses import OwnLosses, own_losses
from gamemaster.jobs.threats import Threat
from gamemaster.narration.chances import own_chances_wanted, threat_line
from gamemaster.sheets.page import Sheet, picture_name
from gamemaster.views.board_choices import BoardChoice
from gamemaster.views.chances import line_of_chances, threats
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, TooManyWishes, WorkFailed
from maps import BoardNotDrawn, Picture

OVERLAYS = frozenset({"battles"})


async def with_place(interaction: Interaction, loaded: GameView, sheet: Sheet, space: SpaceId) -> Sheet:
    """The sheet with the picture of what is around a space, or of the battle there."""
    name = await work_out(interaction, loaded, picture_name, loaded.board, space, is_owed=True)
    return replace(sheet, picture=name)


async def picture_at(interaction: Interaction, loaded: GameView, space: SpaceId) -> Picture | None:
    """The battle in a space, unless a post in the channel shows it, else the spaces around.

    None where too much is drawn just now, or nothing can be.
    """
    master, state = interaction.client.master, loaded.board
    try:
        if state.battle is not None and state.battle.space == space:
            return await master.board_views.battle(loaded, interaction.user.id)
        master.admit(interaction.user.id, loaded, "picture")
        return await master.board_views.picture(loaded, BoardChoice(space=space, shows=OVERLAYS))
    except (OverBudget, TooManyWishes, WorkFailed, BoardNotDrawn):
        return None


OUTLOOK_PHASES = ("combat_move", "noncombat_move", "mobilize")


async def with_chances(
    interaction: Interaction, loaded: GameView, text: str, wanted: Callable[[GameState], dict[str, Any] | None]
) -> str:
    """The text and below it the chances that are wanted of the board as the user may see it."""
    asked = await work_out(interaction, loaded, wanted, loaded.board, is_owed=True)
    asker = Asker(interaction.user.id, loaded.game.id)
    own = await losses_left(interaction, loaded) if asked else ()
    line = await line_of_chances(interaction.client.master.chances, asked, f"game {loaded.game.id}", asker, own)
    return "\n".join(filter(None, (text, line)))


async def with_outlook(interaction: Interaction, loaded: GameView, text: str) -> str:
    """One's own orders, below them the chances of the battles ahead, and who could take the capital then."""
    text = await with_chances(interaction, loaded, text, own_chances_wanted)
    if loaded.board.phase not in OUTLOOK_PHASES:
        return text
    lines = [threat_line(loaded.board, threat) for threat in await threats_now(interaction, loaded)]
    return "\n".join([text, *lines])


async def threats_now(interaction: Interaction, loaded: GameView) -> tuple[Threat, ...]:
    """The threats to the capitals of the power on turn, which the user plays."""
    state, asker = loaded.own_orders(), Asker(interaction.user.id, loaded.game.id)
    own = await losses_left(interaction, loaded)
    return await threats(interaction.client.master.workers, state, state.power, asker, own)


async def losses_left(interaction: Interaction, loaded: GameView) -> OwnLosses:
    """The user's own standing orders of loss, and nobody else's."""
    return own_losses(await interaction.client.master.standing_orders.of(loaded, interaction.user.id))

"""Proposals that the game has overtaken."""

from __future__ import annotations

from gamemaster.consent.cards import closed_card
from gamemaster.consent.registry import KINDS
from gamemaster.orders.loading import LoadedGame
from store import Proposal, WriteTransaction


def is_stale(loaded: LoadedGame, proposal: Proposal) -> bool:
    """Whether the game is no longer what a proposal was made for."""
    return _is_over(loaded) or KINDS[proposal.kind].made_for(loaded, proposal.body) != proposal.made_for


def _is_over(loaded: LoadedGame) -> bool:
    return loaded.game.status not in ("lobby", "running")


def overtaken(loaded: LoadedGame, proposal: Proposal) -> str:
    """What the card of a stale proposal says."""
    if _is_over(loaded):
        return "The game is over, so this is off."
    command = KINDS[proposal.kind].command
    return f"The game has gone on since, so this is off. {proposal.proposer_name} can ask again with {command}."


async def close_stale(write: WriteTransaction, loaded: LoadedGame) -> None:
    """Close the open proposals that a change has overtaken, and take the buttons off their cards.

    `loaded` is the game after the change.
    """
    for proposal in await write.proposals(loaded.game.id, "open"):
        if is_stale(loaded, proposal) and await write.close_proposal(proposal.id, "stale"):
            await write.outbox.enqueue(loaded.game.id, [closed_card(loaded, proposal, overtaken(loaded, proposal))])

"""The public card of a proposal: what is asked, of whom, and how it ended."""

from __future__ import annotations

from collections.abc import Collection

from gamemaster.keys import Button
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.requested import OrderRequest
from gamemaster.outbox.posts import edit, post
from store import NewMessage, Proposal, ReadTransaction

LONGEST_SUMMARY = 1500


def made_for(proposal_id: int) -> str:
    """What the buttons of a card are made for."""
    return f"proposal.{proposal_id}"


def proposal_of(key: str) -> int:
    """The proposal that a button was made for; 0 for none."""
    word, _, number = key.partition(".")
    return int(number) if word == "proposal" and number.isascii() and number.isdigit() and len(number) < 19 else 0


def card(loaded: LoadedGame, proposal_id: int, text: str, asked: Collection[int]) -> NewMessage:
    """The card, which pings exactly those who are asked."""
    mentions = " ".join(f"<@{user}>" for user in sorted(asked))
    game, key = loaded.game.id, made_for(proposal_id)
    row = [
        Button(game, key, "agree", "Agree", "success"),
        Button(game, key, "refuse", "Refuse", "danger"),
        Button(game, key, "withdraw", "Withdraw", "secondary"),
    ]
    content = f"{mentions} **{as_plain_text(loaded.game.name)}**: {text}"
    return post(loaded, content, rows=[row], ping=sorted(asked), role=key)


def not_done(why: str) -> str:
    """What a card says of a deed that was agreed to and is not possible."""
    return f"agreed, but it can't be done: {why.rstrip('.')}. Nothing changed."


async def failed_card(read: ReadTransaction, loaded: LoadedGame, order: OrderRequest) -> list[NewMessage]:
    """The card of an order that was agreed to and failed before anything came of it; nothing where it had none."""
    found = (each for each in await read.proposals(loaded.game.id) if each.id == order.proposal)
    how = f"{order.consent.rstrip('.')}, but something went wrong, so I couldn't do it. Nothing changed."
    return [closed_card(loaded, proposal, how) for proposal in found]


def closed_card(loaded: LoadedGame, proposal: Proposal, how: str) -> NewMessage:
    """The card without buttons, with how it ended."""
    return edit(loaded, f"{proposal.text}\n**{how}**", made_for(proposal.id))

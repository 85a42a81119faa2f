"""The seed of a game that is over, told with what its rolls come to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from gamemaster.dice.check import tally_in_words
from gamemaster.dice.on_record import OnRecord
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.drafts import Draft
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import post
from gamemaster.roles import SeatedGame
from store import NewMessage, ReadTransaction, WriteTransaction


async def seed_at_the_end(read: ReadTransaction, loaded: LoadedGame, draft: Draft) -> NewMessage:
    """The seed of a game that a draft has won, public now, with the fingerprint of what its dice file will be."""
    before = await OnRecord.of(read, loaded.game)
    now = replace(
        before,
        rolls=(*before.rolls, *draft.logged_rolls),
        log=(*before.log, *draft.logged),
        seals=(*before.seals, *(seal.row for seal in draft.seals)),
    )
    over = replace(loaded, game=replace(loaded.game, status="finished"), state=draft.state)
    return seed_notice(loaded, before.seed, await asyncio.to_thread(tally_in_words, over, now))


async def end_without_winner(
    write: WriteTransaction, loaded: LoadedGame, told: Callable[[bytes, str], list[NewMessage]]
) -> None:
    """End a game before anybody has won.

    told: the posts that say so, from the seed, which is public now, and what its rolls come to.
    """
    game = loaded.game
    record = await OnRecord.of(write, game)
    over = replace(loaded, game=replace(game, status="abandoned"))
    tally = await asyncio.to_thread(tally_in_words, over, record)
    await write.commit_turn(game.id, game.version, outbox=told(record.seed, tally), status="abandoned")


def seed_notice(loaded: SeatedGame, seed: bytes, tally: str) -> NewMessage:
    """The seed of the dice, with what the rolls come to."""
    text = (
        f"The seed of the dice of **{as_plain_text(loaded.game.name)}** was `{seed.hex()}`; its SHA-256 was posted at "
        f"the start. {tally} `/dice verify` repeats every roll, and `/game export` gives you the files."
    )
    return post(loaded, text)

"""Standing orders sealed as a phase ends: the hash is posted then, the text when the game is over (docs/dice.md)."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import insert, select

from store.database import tables
from store.games.reading import ReadTransaction
from store.games.rows import Game
from store.games.writing import WriteTransaction


@dataclass(frozen=True)
class Seal:
    """The entry that ended the phase, the SHA-256 that was posted, and the text that it is made from."""

    seq: int
    digest: str
    text: str

    @property
    def content(self) -> dict[str, Any]:
        """What the text says; raises ValueError where it was damaged."""
        content: dict[str, Any] = json.loads(self.text)
        return content


def sealed(seed: bytes, game: str, entry: int, turn: str, orders: Mapping[str, Mapping[str, Sequence[Any]]]) -> Seal:
    """These orders, by power and domain, as they are sealed by an entry of a game's log.

    The same arguments give the same seal, so that a retry posts the same hash; the seed keeps it from being guessed.
    """
    told = {power: {domain: list(order) for domain, order in left.items()} for power, left in orders.items()}
    content = {"entry": entry, "game": game, "nonce": nonce(seed, game, entry), "orders": told, "turn": turn}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return Seal(entry, digest_of(text), text)


def nonce(seed: bytes, game: str, entry: int) -> str:
    """What makes a seal impossible to guess, in hex. No roll is made from such a text."""
    return hmac.digest(seed, f"{game}\nseal\n{entry}".encode(), "sha256").hex()


def digest_of(text: str) -> str:
    """The SHA-256 of a sealed text, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


async def seals_of(read: ReadTransaction, game_id: int) -> tuple[Seal, ...]:
    """All that was sealed in a game, in order, what was rolled back too: secret until the game is over."""
    table = tables.seals
    query = select(table.c.seq, table.c.digest, table.c.text).where(table.c.game_id == game_id)
    rows = (await read.connection.execute(query.order_by(table.c.seq))).all()
    return tuple(Seal(**row._mapping) for row in rows)


async def last_seal(read: ReadTransaction, game_id: int) -> Seal | None:
    """What was sealed last in a game: secret until the game is over, but for its hash."""
    table = tables.seals
    query = select(table.c.seq, table.c.digest, table.c.text).where(table.c.game_id == game_id)
    row = (await read.connection.execute(query.order_by(table.c.seq.desc()).limit(1))).first()
    return Seal(**row._mapping) if row else None


async def keep_seals(write: WriteTransaction, game_id: int, seals: Sequence[Seal]) -> None:
    """Keep what was sealed with this transaction; call `commit_turn` first."""
    await write.connection.execute(insert(tables.seals), [{"game_id": game_id, **asdict(seal)} for seal in seals])


def faults_in_seals(game: Game, seed: bytes, seals: Sequence[Seal]) -> Iterator[str]:
    """What was sealed otherwise than its hash says, a sentence each; none tells what it was."""
    for seal in seals:
        try:
            content = seal.content
            made = sealed(seed, str(game.id), seal.seq, content["turn"], content["orders"])
        except (ValueError, KeyError, TypeError, AttributeError):
            made = None
        if made != seal:
            yield f"The standing orders that entry {seal.seq} sealed do not fit the hash that was posted."

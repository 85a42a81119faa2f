"""Faces of dice drawn from a secret seed, and what does not fit among seed, rolls and log (docs/dice.md)."""

import hashlib
import hmac
import itertools
from collections.abc import Iterator, Sequence

from store.games.rows import Entry, Game, LoggedRoll

_FAIR_BYTES = 252  # The greatest multiple of 6 in a byte: values from here on would favour the low faces.


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex, which is posted when the game is created."""
    return hashlib.sha256(seed).hexdigest()


def roll_faces(seed: bytes, game: str, number: int, cause: str, count: int, step: int | None = None) -> tuple[int, ...]:
    """The faces of a roll, 1 to 6 each. The same arguments give the same faces.

    `step` is the log entry that the roll belongs to; None in games of the first method, which binds a roll neither to
    its entry nor to its count.
    """
    if count < 1 or "\n" in game or "\n" in cause:
        raise ValueError("a roll has at least one die, and the names of game and cause have one line")
    bound = "" if step is None else f"\n{step}\n{count}"
    fair = (byte for byte in _stream(seed, f"{game}\n{number}\n{cause}{bound}") if byte < _FAIR_BYTES)
    return tuple(byte % 6 + 1 for byte in itertools.islice(fair, count))


def _stream(seed: bytes, roll: str) -> Iterator[int]:
    for block in itertools.count():
        yield from hmac.digest(seed, f"{roll}\n{block}".encode(), "sha256")


def imported_entries(rolls: Sequence[LoggedRoll], log: Sequence[Entry]) -> int:
    """How many entries, from the first, there are up to the end of a record that was imported.

    Its entries have one cause, and dice that were not rolled here. Rolls before it come from a start that failed.
    """
    ours = {roll.seq for roll in rolls}
    others = list(itertools.dropwhile(lambda entry: entry.seq in ours, log))
    brought = list(itertools.takewhile(lambda entry: entry.cause == others[0].cause, others))
    if not any(entry.dice and entry.seq not in ours for entry in brought):
        return 0
    return len(log) - len(others) + len(brought)


def faults_in(game: Game, seed: bytes, rolls: Sequence[LoggedRoll], log: Sequence[Entry]) -> Iterator[str]:
    """What does not fit among seed, rolls and log, a sentence each."""
    if commitment(seed) != game.commitment:
        yield "The seed does not fit the commitment."
    if len(rolls) != game.next_roll - 1:
        yield f"{game.next_roll - 1} rolls were made, but {len(rolls)} are on record."
    for number, roll in enumerate(rolls, start=1):
        step = roll.seq if game.dice_method > 1 else None
        made = roll_faces(seed, str(game.id), number, roll.cause, len(roll.faces), step)
        if (roll.number, roll.faces) != (number, made):
            yield f"Roll {number} should be {_listed(made)}, but {_listed(roll.faces)} are on record."
    yield from _faults_of_owners(rolls, log)


def _faults_of_owners(rolls: Sequence[LoggedRoll], log: Sequence[Entry]) -> Iterator[str]:
    """Each roll belongs to one entry, of its cause and with its dice, and they stand in the same order."""
    entries = {entry.seq: entry for entry in log}
    for roll, following in itertools.pairwise(rolls):
        if following.seq < roll.seq:
            yield f"Roll {following.number} belongs to an entry before that of roll {roll.number}."
    rolled: dict[int, tuple[int, ...]] = {}
    for roll in rolls:
        rolled[roll.seq] = (*rolled.get(roll.seq, ()), *roll.faces)
        entry = entries.get(roll.seq)
        if entry is None or entry.cause != roll.cause:
            yield f"Roll {roll.number} belongs to no entry of the log with its cause."
    imported = imported_entries(rolls, log)
    for entry in log:
        if entry.dice != rolled.get(entry.seq, ()) and (entry.seq > imported or entry.seq in rolled):
            yield f"Entry {entry.seq} of the log has other dice than were rolled for it."


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))

"""Checking the dice of a game that is over: what is published with the seed, and what /dice verify says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence

from gamemaster.dice.file import Coverage, dice_file
from gamemaster.dice.on_record import OnRecord
from gamemaster.dice.seals import seal_lines
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.open_turn import PUT_BACK
from store import Entry, Game, LoggedRoll
from store.games.fair_dice import faults_in
from store.seals import faults_in_seals

MOST_NAMED = 5


def tally_in_words(loaded: LoadedGame, record: OnRecord) -> str:
    """How many rolls there were in a finished game, with the fingerprint of its file of dice."""
    rolls = record.rolls
    said = f"There {'were' if len(rolls) > 1 else 'was'} {_counted_rolls(rolls)}." if rolls else "No dice were rolled."
    fingerprint = dice_file(loaded, record).fingerprint
    check = checking_line(loaded.game, fingerprint)
    return f"{said} Fingerprint of the file of dice: `{fingerprint}`. To check it without this bot: {check}."


def promised(game: Game) -> str:
    """The commitment, as everybody may read it at any time."""
    return f"SHA-256 of the seed, posted at the start: `{game.commitment}`"


def checking_line(game: Game, fingerprint: str) -> str:
    """What checks the file of dice of a game that is over without this bot."""
    return (
        f"`python3 docs/verify_dice.py game-{game.id}-dice.json --commitment {game.commitment} "
        f"--fingerprint {fingerprint} --record game-{game.id}.json`"
    )


def verdict(loaded: LoadedGame, record: OnRecord) -> str:
    """What /dice verify says: docs/verify_dice.py says the same of the file."""
    game, seed, rolls, log = loaded.game, record.seed, record.rolls, record.log
    faults = [*faults_in(game, seed, rolls, log), *_faults_of_log(game.seq, log)]
    if faults := [*faults, *faults_in_seals(game, seed, record.seals)]:
        return "\n".join(["**Something is wrong with the dice of this game.**", *faults[:MOST_NAMED]])
    file = dice_file(loaded, record)
    genuine = _genuine(rolls) if rolls else "No dice were rolled here"
    check = checking_line(loaded.game, file.fingerprint)
    words = [
        *_uncovered_in_words(file.coverage),
        f"{genuine}, and the seed matches the commitment posted at the start.",
        *_rolls_that_do_not_count(file.coverage),
        *seal_lines(record.seals, file.rows, file.steps),
        f"Commitment: `{loaded.game.commitment}`",
        f"Fingerprint of the file of dice: `{file.fingerprint}`",
        f"Fingerprint of the rolls alone, as earlier versions posted it with the seed: `{_of_rolls_alone(rolls)}`",
        f"To check it without this bot, take the files from `/game export`: {check}",
    ]
    return "\n".join(words)


def _uncovered_in_words(coverage: Coverage) -> Iterator[str]:
    if coverage.imported:
        yield (
            f"NOT COVERED: {coverage.imported} of {_counted(coverage.steps, 'step')} came with an imported record; "
            f"their {_counted(coverage.imported_dice, 'die', 'dice')} were rolled elsewhere."
        )
    if coverage.behind:
        yield (
            f"NOT COVERED: what {_counted(coverage.behind, 'roll')} decided; the game was abandoned in that "
            "phase, and its orders stay secret."
        )


def _rolls_that_do_not_count(coverage: Coverage) -> Iterator[str]:
    if coverage.undone or coverage.void:
        yield (
            f"Of the rolls, {coverage.undone} were rolled back and {coverage.void} are void; "
            "they stay on record and do not count."
        )


def _faults_of_log(seq: int, log: Sequence[Entry]) -> Iterator[str]:
    """No entry is missing, and only those entries are rolled back that another entry says it has put back."""
    if [entry.seq for entry in log] != list(range(1, seq + 1)):
        yield f"The log should have the entries 1 to {seq}."
        return
    undone: dict[int, int] = {}
    for entry in log:
        if entry.action.get("type") == PUT_BACK:
            later = range(entry.action["to"] + 1, entry.seq)
            undone |= dict.fromkeys((other for other in later if other not in undone), entry.seq)
    for entry in log:
        if entry.rolled_back_by != undone.get(entry.seq):
            yield f"Entry {entry.seq} of the log was rolled back by no order, or should have been."


def _genuine(rolls: Sequence[LoggedRoll]) -> str:
    said = _counted_rolls(rolls)
    return f"All {said} are genuine" if len(rolls) > 1 else f"The {said} is genuine"


def _of_rolls_alone(rolls: Sequence[LoggedRoll]) -> str:
    rows = [[roll.number, roll.seq, roll.cause, roll.faces] for roll in rolls]
    return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def _counted_rolls(rolls: Sequence[LoggedRoll]) -> str:
    dice = sum(len(roll.faces) for roll in rolls)
    return f"{_counted(len(rolls), 'roll')} of {_counted(dice, 'die', 'dice')}"


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"

"""Sealing standing orders as a combat move ends, and telling in the end what was sealed (docs/dice.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import GameState
from engine.ask import Orders
from engine.facts.parameters import PhaseId
from gamemaster.keys import phase_key, turn_of
from store import Game, ReadTransaction
from store.seals import Seal, last_seal, sealed

DECLARES_BATTLES: PhaseId = "combat_move"
FIGHTS: PhaseId = "conduct_combat"


@dataclass(frozen=True)
class NewSeal:
    """A seal as it is made: in which phase, by its key, and whether anything is fought or asked after it."""

    row: Seal
    phase: str
    is_awaited: bool

    @property
    def line(self) -> str:
        """What everybody reads of it, whether or not anybody left any orders."""
        return line_of_seal(self.row)


def line_of_seal(seal: Seal) -> str:
    """The hash of what was sealed."""
    return f"-# Standing orders sealed: `{seal.digest}`"


async def seal_told_before(read: ReadTransaction, game: Game, state: GameState) -> list[str]:
    """The line on what was sealed as the combat move of the present turn ended, once battles are fought."""
    seal = await last_seal(read, game.id) if state.phase == FIGHTS else None
    return [line_of_seal(seal)] if seal and seal.content["turn"] == turn_of(phase_key(state)) else []


async def seals_at(
    read: ReadTransaction,
    game: Game,
    seed: bytes | None,
    ended: Iterable[tuple[int, GameState, GameState]],
    orders: Mapping[str, Orders],
) -> tuple[NewSeal, ...]:
    """The standing orders of all powers, sealed by each entry that ends a combat move.

    ended: the entries that end phases, with the states before and after them; seed: if it has been read already. The
    orders change only together with the game's version, so those that an order was carried out with are in force.
    """
    moves = [each for each in ended if each[1].phase == DECLARES_BATTLES]
    if not moves:
        return ()
    secret = seed or await read.seed(game.id)
    return tuple(
        NewSeal(
            sealed(secret, str(game.id), seq, turn_of(phase_key(before)), orders),
            phase_key(before),
            after.phase == FIGHTS,
        )
        for seq, before, after in moves
    )


def seal_lines(seals: Sequence[Seal], rows: Mapping[int, Mapping[str, Any]], steps: Collection[int]) -> list[str]:
    """What is said of each seal of a game that is over: docs/verify_dice.py says the same.

    rows: those of the file of dice by entry. steps: the entries that count.
    """
    counting = [seal.seq for seal in seals if seal.seq in steps]
    return [
        _told(seal, [rows[seq] for seq in rows if seq in steps and seal.seq < seq < _next(seal.seq, counting)])
        if seal.seq in steps
        else f"{_fits(seal)}; rolled back since."
        for seal in seals
    ]


def _next(seq: int, counting: Sequence[int]) -> float:
    return next((each for each in counting if each > seq), float("inf"))


def _told(seal: Seal, following: Sequence[Mapping[str, Any]]) -> str:
    by = [row["by"] for row in following if row.get("auto") == "order"]
    had = sum(power in seal.content["orders"] for power in by)
    answers = (
        f"answers by standing orders until the next seal: {len(by)}, {had} of them for powers that had sealed some"
    )
    return f"{_fits(seal)}; {answers}."


def _fits(seal: Seal) -> str:
    round_number, _, power = seal.content["turn"].partition(".")
    return f"Round {round_number}, {power.replace('_', ' ')}: the sealed standing orders match `{seal.digest}`"

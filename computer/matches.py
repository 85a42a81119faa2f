"""Whole games between two levels, judged at the last round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from computer.judging import gained
from computer.levels import seat_at
from computer.playing import Table, play_turn
from computer.seeding import SeededDice, Story
from engine import new_game
from engine.facts.openings import Side

EVEN = 0.5
"""Who gains less than this, in IPCs, has not won."""


@dataclass(frozen=True)
class Match:
    """A game to play: the levels of both sides, and how many rounds it goes on."""

    setup: str
    axis: str
    allies: str
    rounds: int
    seed: int
    weighings: int | None = None


@dataclass(frozen=True)
class Result:
    """How a game ended. victory: the side that won as printed. axis_gained: by the frozen judge, in IPCs."""

    victory: Side | None
    rounds: int
    axis_gained: float
    orders: int
    refused: Mapping[Side, int]
    turns: Mapping[Side, int]
    fingerprint: str

    @property
    def axis_points(self) -> float:
        """1 where the Axis won, 0.5 where nobody did, 0 where the Allies won."""
        if self.victory is not None:
            return float(self.victory == "axis")
        return 0.5 if abs(self.axis_gained) < EVEN else float(self.axis_gained > 0)


def play(match: Match) -> Result:
    """Play a game to its end or its last round."""
    start = new_game(match.setup)
    table = Table(start, Story(match.setup, {}), SeededDice(match.setup, match.seed))
    levels: Mapping[Side, str] = {"axis": match.axis, "allies": match.allies}
    by_side = {side: seat_at(level, match.seed, match.weighings) for side, level in levels.items()}
    seats = {power.id: by_side[power.side] for power in start.edition.powers}
    refused, turns = dict.fromkeys(levels, 0), dict.fromkeys(levels, 0)
    while table.state.winner is None and table.state.round <= match.rounds:
        side = start.edition.power[table.state.power].side
        before = table.refused
        play_turn(table, seats)
        turns[side] += 1
        refused[side] += table.refused - before
    return Result(
        table.state.winner,
        min(table.state.round, match.rounds),
        gained(table.state, start, "axis"),
        len(table.given),
        refused,
        turns,
        table.story.fingerprint,
    )

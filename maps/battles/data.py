"""What a battle board shows, as plain data that goes through JSON; `maps.battles.board` draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter


@dataclass(frozen=True)
class Units:
    """Units of one power and type that look alike. damaged: ships hit before. lost: casualties of this round."""

    power: str
    unit: str
    count: int = 1
    damaged: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Roll:
    """Dice rolled together: those at or below `value` hit; with no value their pips are counted."""

    value: int | None
    dice: tuple[int, ...]

    @property
    def hits(self) -> int:
        """How many of the dice hit."""
        return sum(self.value is not None and face <= self.value for face in self.dice)


@dataclass(frozen=True)
class Column:
    """The units of a side that hit with `value` or less (0: they do not fire), and the dice of their main fire."""

    value: int
    units: tuple[Units, ...]
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Row:
    """Units that stand beside the battle, under a few words: "Submerged", "Retreated to Russia"."""

    label: str
    units: tuple[Units, ...]


@dataclass(frozen=True)
class Side:
    """Attackers or defenders in the round that is shown.

    title: "Germany attacks". score: "2 hits (expected 1.7)", of this round. rows: units out of the battle, casualties
    of the whole battle so far last.
    """

    powers: tuple[str, ...]
    title: str
    columns: tuple[Column, ...] = ()
    score: str = ""
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Volley:
    """Dice of some units outside the main fire (None: those of the volley before), aimed at a `target` or not."""

    units: Units | None
    roll: Roll
    target: Units | None = None


@dataclass(frozen=True)
class Strip:
    """Fire of its own kind: "Antiaircraft fire", "Bombardment", "Raid"; `result` says in words what came of it."""

    title: str
    volleys: tuple[Volley, ...]
    result: str = ""


@dataclass(frozen=True)
class Round:
    """An earlier round (or several as one, with no dice): what each side rolled, and how it went in words.

    strips: fire of its own kind that is not among the dice of the sides.
    """

    title: str
    attacker: tuple[Roll, ...]
    defender: tuple[Roll, ...]
    attacker_score: str
    defender_score: str
    strips: tuple[Strip, ...] = ()


@dataclass(frozen=True)
class BattleBoard:
    """A battle, raid or rocket strike at one moment, seen by everybody.

    title: "Ukraine". when: "round 2", "3 rounds" or nothing. strips: of the round that the sides show, in the
    order of the rules. earlier: the rounds before it, oldest first. outlook: what comes next, such as
    "Germany: press on, or retreat to Eastern Europe".
    """

    title: str
    when: str
    attacker: Side
    defender: Side
    strips: tuple[Strip, ...] = ()
    earlier: tuple[Round, ...] = ()
    outlook: str = ""


_BOARD = TypeAdapter(BattleBoard)


def board_to_json(board: BattleBoard) -> dict[str, Any]:
    """A battle board as JSON values."""
    json: dict[str, Any] = _BOARD.dump_python(board, mode="json")
    return json


def board_from_json(json: Mapping[str, Any]) -> BattleBoard:
    """The board that `board_to_json` gave; raises pydantic's ValidationError on anything else."""
    return _BOARD.validate_python(json)

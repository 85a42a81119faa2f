"""Lines of standing orders: where a line holds, what is done there, and on what conditions (ASY-55).

A line is written "space=karelia against=germany below=60 do=press"; every part but the last may be missing, and a word
alone is what is done.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import Field, ValidationError

from engine.combat.losses.assignments import HitTaking
from engine.errors import IllegalAction
from engine.facts.board import DataModel, PowerId, SpaceId
from engine.quoting import quoted

ASK = "ask"
"""What a line does that wants its owner to be asked."""

Percent = Annotated[int, Field(ge=1, le=100)]
Amount = Annotated[int, Field(ge=0, le=9999)]


class Line(DataModel):
    """What is done where all that is named holds; what is empty holds everywhere.

    against: an enemy with units in the battle. above: IPCs of units of the own side in it from which on its owner is
    asked after all. do: one word, of those that its kind knows, or ASK. goes_on: the one that has conditions.
    counts_stakes: whether `above` can be told.
    """

    goes_on: ClassVar[str]
    counts_stakes: ClassVar[bool] = True
    space: SpaceId = ""
    against: PowerId = ""
    above: Amount | None = None
    do: str

    @property
    def situation(self) -> tuple[str, ...]:
        """Where it holds: of all lines of a power and kind only one is for it."""
        return self.space, self.against

    @property
    def rank(self) -> tuple[bool, ...]:
        """How closely it names the situation: the space counts before the enemy."""
        return bool(self.space), bool(self.against)

    @abstractmethod
    def until_stopped(self, taking: HitTaking) -> str:
        """What is done by `goes_on` in a battle: that, another word where it stops, ASK where nobody can tell."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """The names of the conditions that it has."""
        own = type(self).model_fields.keys() - Line.model_fields.keys()
        return tuple(name for name in type(self).model_fields if name in own and getattr(self, name))

    def __str__(self) -> str:
        said = {name: value for name, value in self if name != "do" and value != type(self).model_fields[name].default}
        if not said:
            return self.do
        return " ".join([*(f"{name}={int(v) if v is True else v}" for name, v in said.items()), f"do={self.do}"])

    @classmethod
    def read(cls, text: str) -> Self:
        """The line that a text gives; raises IllegalAction (`form`)."""
        parts = text.split(" ") if "=" in text else [f"do={text}"]
        values = dict(part.split("=", 1) for part in parts if "=" in part)
        try:
            if len(values) == len(parts):
                return cls.model_validate(values)
        except ValidationError:
            pass
        raise IllegalAction("form", f"{quoted(text)} is not a line of a standing order.")


AnyLine = TypeVar("AnyLine", bound=Line)


def read_lines(kind: type[AnyLine], texts: Iterable[str]) -> list[AnyLine]:
    """The lines of a standing order; raises IllegalAction (`form`)."""
    return [kind.read(text) for text in texts]


def closest(lines: Sequence[AnyLine], space: SpaceId, enemies: Iterable[PowerId]) -> AnyLine | None:
    """Of the lines that hold in a space against these the one that names them most closely, of equals the first."""
    against = {"", *enemies}
    holding = [line for line in lines if line.space in ("", space) and line.against in against]
    return max(holding, key=lambda line: line.rank, default=None)

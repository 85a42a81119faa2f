"""What a question about casualties offers, and what answers it."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field, JsonValue, model_validator

from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.kinds import Count, Counts
from engine.state.pieces import PieceId
from engine.state.questions import Choice, JsonChoice, Options

__all__ = ["ABSENT", "CasualtiesChoice", "CasualtiesOptions"]


class Target(Options):
    """How many units of a kind can be hit, and how many hits destroy them all."""

    count: int
    hits: int


class CasualtiesOptions(Options):
    """The hits on a side by their sources, how many of them must be assigned, and the units that can take them."""

    side: AttackOrDefense
    round: int
    hits: Mapping[str, int]
    assign: int
    units: Mapping[PowerId, Mapping[UnitId, Target]]


def _or_by_owner_alone(schema: dict[str, JsonValue]) -> None:
    count: JsonValue = {"type": "integer", "minimum": 0}
    counts: JsonValue = {"type": "object", "additionalProperties": count}
    named: JsonValue = {key: schema.pop(key) for key in ("type", "properties", "additionalProperties")}
    schema["anyOf"] = [named, {"type": "object", "minProperties": 1, "additionalProperties": counts}]


class CasualtiesChoice(Choice, extra="forbid", json_schema_extra=_or_by_owner_alone):
    """Which units are lost and which two-hit ships are damaged: counts by unit, by owner where several own units.
    `pick` names lost pieces by id.
    """

    pick: tuple[PieceId, ...] = ()
    units: dict[PowerId | UnitId, Count | Counts] = Field(default_factory=dict)
    damaged: dict[PowerId | UnitId, Count | Counts] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _under_units(cls, said: object) -> object:
        """Counts by owner may stand alone."""
        if not isinstance(said, dict) or not said or cls.model_fields.keys() & said.keys():
            return said
        return {"units": said} if all(isinstance(counts, dict) for counts in said.values()) else said


class NoChoice(CasualtiesChoice):
    """What stands for an owner who did not answer: absence is no disagreement (ASY-12)."""

    default: bool = True


ABSENT: JsonChoice = NoChoice(default=True).to_json()

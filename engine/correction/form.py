"""What a correction of the position says."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId, Side
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId
from engine.kinds import Count, Counts, Order

__all__ = ["Edit"]


class EditedSpace(BaseModel):
    """New contents of a space; what is not named stays."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: PowerId | None = None
    units: dict[PowerId, Counts] | None = None
    facilities: tuple[UnitId, ...] | None = None
    damage: Counts | None = None
    captured_this_turn: bool | None = None


class EditedCargo(BaseModel):
    """A laden transport of the same edit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    transport: PowerId
    units: dict[PowerId, Counts]


class EditedTurn(BaseModel):
    """Where the game stands after the edit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    round: Annotated[int, Field(strict=True, ge=1)] | None = None
    power: PowerId | None = None
    phase: PhaseId | None = None


class Edit(Order):
    """The game master's correction."""

    type: Literal["edit"]
    clear_units: bool = False
    spaces: dict[SpaceId, EditedSpace] = Field(default_factory=dict)
    cargo: dict[SpaceId, tuple[EditedCargo, ...]] = Field(default_factory=dict)
    purchased: dict[AccountId, Counts] = Field(default_factory=dict)
    ipcs: dict[AccountId, Count] = Field(default_factory=dict)
    technologies: dict[PowerId, tuple[str, ...]] = Field(default_factory=dict)
    relations: tuple[tuple[PowerId, PowerId, str], ...] = ()
    damaged_units: dict[SpaceId, dict[PowerId, Counts]] = Field(default_factory=dict)
    kamikaze_tokens: dict[PowerId, Count] = Field(default_factory=dict)
    research_tokens: dict[PowerId, Count] = Field(default_factory=dict)
    roused_neutrals: dict[SpaceId, Side | None] = Field(default_factory=dict)
    turn: EditedTurn | None = None

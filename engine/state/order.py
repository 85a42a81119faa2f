"""What all orders of players have in common, as JSON shapes (docs/actions.md)."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.reading import LONGEST_NUMBER

Count = Annotated[int, Field(strict=True, ge=0, lt=10**LONGEST_NUMBER)]
Counts = dict[UnitId, Count]


class Order(BaseModel):
    """Base of the forms of all orders. `power` is named by a power that is not on turn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: str
    power: PowerId | None = None


def order_to_json(order: Order) -> dict[str, object]:
    """The shortest JSON form of an order: defaults are left out."""
    dumped = order.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"type": order.type, **{key: value for key, value in dumped.items() if key != "type"}}

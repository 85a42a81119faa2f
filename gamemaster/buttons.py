"""What buttons carry: the game, what the button was made for, and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

VERSION = "v1"
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True)
class Button:
    """A button of a post. `made_for` is the phase or request it belongs to; one that is over makes the press stale."""

    game_id: int
    made_for: str
    deed: str
    label: str
    style: Style = "secondary"

    @property
    def custom_id(self) -> str:
        """At most 100 characters, without any name of a person."""
        return f"{VERSION}:{self.game_id}:{self.made_for}:{self.deed}"


def rows_payload(rows: Sequence[Sequence[Button]]) -> list[list[dict[str, Any]]]:
    """Rows of buttons as JSON for the outbox."""
    return [[{"id": b.custom_id, "label": b.label, "style": b.style} for b in row] for row in rows if row]

"""Orders of a phase that is still open: they can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.events.changes import with_changes
from engine.state.changes import Patch, UndoEntry
from engine.state.game_state import GameState, with_values


@dataclass(frozen=True)
class OrderTaken:
    """An order of the acting power was carried out and can be undone."""

    entry: UndoEntry
    audience: str
    kind: Literal["order_taken"] = "order_taken"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, undo=(*state.undo, self.entry))


@dataclass(frozen=True)
class OrdersSealed:
    """Dice were rolled or a battle began, so the orders of this phase before that cannot be taken back."""

    audience: str
    kind: Literal["orders_sealed"] = "orders_sealed"

    def evolve(self, state: GameState) -> GameState:
        return with_values(state, undo=())


@dataclass(frozen=True)
class OrderUndone:
    """The order with this index (0 the oldest) was taken back; `patch` is what holds now.

    again: the later orders as they were given again. undo: in old games the whole stack that is left.
    """

    index: int
    order: Mapping[str, object]
    patch: Patch
    audience: str
    again: tuple[UndoEntry, ...] = ()
    undo: tuple[UndoEntry, ...] | None = None
    kind: Literal["order_undone"] = "order_undone"

    def evolve(self, state: GameState) -> GameState:
        left = (*state.undo[: self.index], *self.again) if self.undo is None else self.undo
        return with_values(with_changes(state, self.patch), undo=left)


Event = OrderTaken | OrdersSealed | OrderUndone

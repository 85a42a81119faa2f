"""The names of steps that data may list: the rules enter theirs here when the engine is loaded, before any data is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator

from engine.quoting import quoted


class StepNames:
    """The names of the steps of a turn, or of a round of a battle."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._known: dict[str, None] = {}

    def enter(self, names: Iterable[str]) -> None:
        """Steps that are carried out under these names."""
        self._known.update(dict.fromkeys(names))

    def checked(self, name: str) -> str:
        """The name; raises ValueError if no such step is carried out."""
        if name not in self._known:
            raise ValueError(f"{self._where} has no step {quoted(name)}; it has {', '.join(sorted(self._known))}")
        return name


TURN_STEPS, BATTLE_STEPS = StepNames("a turn"), StepNames("a battle")
TurnStep = Annotated[str, AfterValidator(TURN_STEPS.checked)]
BattleStep = Annotated[str, AfterValidator(BATTLE_STEPS.checked)]

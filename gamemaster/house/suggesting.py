"""What the house would do in a player's phase, for that player alone, and its orders taken once (ASY-65)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from computer.levels import AT_TABLES
from engine.errors import StaleDecision
from engine.state.words import phase_name
from gamemaster.errors import TableRefusal
from gamemaster.house.telling import reason_lines
from gamemaster.jobs.house import Position, thought_out
from gamemaster.narration.phrases import LIMIT, lines_within
from gamemaster.roles import the_house
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, WorkerPool
from store import Store

KIND = "suggestion"
LEVEL = AT_TABLES[-1]
ANSWER_FIRST = "You've been asked something. Press [Answer] below the panel; the sheet shows your chances."
WHILE_FIGHTING = "While battles are fought, press [Fight all], or see `/odds`. I can suggest orders for the next phase."
NOTHING = "The house would order nothing more in this phase. You can end it."
GONE = "That suggestion was given already, or you asked for another. `/suggest` looks again."
OVERTAKEN = "Something has been ordered since then. `/suggest` looks again."
HINT = "-# From what you see, for you alone. [Do it] gives it all as your orders; you can undo it until the phase ends."


@dataclass(frozen=True)
class Suggestion:
    """What is suggested, in words, and whether there is anything to order."""

    text: str
    is_something: bool


class Suggestions:
    """The use case of `/suggest`."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers

    async def ask(self, view: GameView, asker: Asker) -> Suggestion:
        """What the house would order now in place of the viewer, who is on turn; it is kept until it is given.

        Raises NotAllowed, TableRefusal, WorkFailed.
        """
        board = view.to_order()
        if board.requests:
            raise TableRefusal(ANSWER_FIRST)
        if board.phase == "conduct_combat":
            raise TableRefusal(WHILE_FIGHTING)
        position = Position(board, board.power, LEVEL, view.game.id)
        thought = await self._workers.slow(thought_out, position, asker=asker)
        # Ends of phases are the player's own, and what was taken back again need not be ordered.
        told = [(action, why) for action, why in zip(thought.actions, thought.why, strict=True) if why["line"]]
        kept = {"seq": view.game.seq, "actions": [dict(action) for action, _ in told]}
        async with self._store.write() as write:
            await write.keep_draft(view.game.id, view.viewer, KIND, kept)
        if not told:
            return Suggestion(NOTHING, is_something=False)
        head = f"**What {the_house(LEVEL)} would order now** · {phase_name(board.phase)}"
        lines = [head, *reason_lines(why for _, why in told)]
        return Suggestion("\n".join([*lines_within(lines, LIMIT - len(HINT) - 1, "aims"), HINT]), is_something=True)

    async def take(self, view: GameView) -> list[Mapping[str, Any]]:
        """The orders that were suggested, for the first who asks; raises TableRefusal, StaleDecision, NotAllowed."""
        view.to_order()
        async with self._store.write() as write:
            kept = await write.take_draft(view.game.id, view.viewer, KIND)
        if not kept or not kept["actions"]:
            raise TableRefusal(GONE)
        if kept["seq"] != view.game.seq:
            raise StaleDecision(OVERTAKEN)
        actions: list[Mapping[str, Any]] = kept["actions"]
        return actions

"""What the house would do in a player's phase, for that player alone, and its orders taken once (ASY-65)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from computer.levels import IN_STANCES
from engine.errors import StaleDecision
from engine.state.words import first_upper, listed, phase_name
from gamemaster.errors import TableRefusal
from gamemaster.house.telling import AVERAGES, reason_lines
from gamemaster.jobs.house import WAR, Position, Thought, plans_of
from gamemaster.narration.phrases import LIMIT, lines_within
from gamemaster.roles import the_house
from gamemaster.views.panel_buttons import end_label
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, WorkerPool
from store import JsonObject, Store

KIND = "suggestion"
LEVEL = IN_STANCES[-1]
LONGEST = 2 * LIMIT
STANCES: Mapping[str, str] = {
    "careful": "attacks where it wins four times out of five, fears counterattacks, keeps more units at home",
    "balanced": "as the house plays",
    "bold": "attacks from a 45% chance on, minds counterattacks less, keeps fewer units at home",
}
"""What each is like, in the order of what they dare."""
ANSWER_FIRST = "You've been asked something. Press [Answer] below the panel; the sheet shows your chances."
WHILE_FIGHTING = "While battles are fought, press [Fight all], or see `/odds`. I can suggest orders for the next phase."
NOTHING = "The house would order nothing more in this phase. You can end it."
KEPT_OPEN = (
    "The house would order nothing more, but with your orders this phase can't end. Press [{end}] below the panel to "
    "read why, or take orders back with `/undo`."
)
KEPT_OPEN_BESIDE = "-# With your orders so far this phase can't end: [{end}] below the panel says why."
GONE = "That suggestion was given already, or you asked for another. `/suggest` looks again."
OVERTAKEN = "Something has been ordered since then. Use /suggest again."
FOR_GOOD = "-# A war that is declared can't be undone."
LATE = "-# I ran out of time, so there may be better plans."
HINT = (
    f"-# From what you see, for you alone. {AVERAGES} "
    "A button gives its plan as your orders; undo it until the phase ends."
)


@dataclass(frozen=True)
class Suggestion:
    """What is suggested, in words, and the plans that can be ordered: the stance of each, and what its button says.

    seq: the entry of the log after which it was made.
    """

    text: str
    plans: Mapping[str, str]
    seq: int


class Suggestions:
    """The use case of `/suggest`."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers

    async def ask(self, view: GameView, asker: Asker) -> Suggestion:
        """What the house would order now in place of the viewer, who is on turn, more or less daring.

        It is kept until one of these plans is given. Raises NotAllowed, TableRefusal, WorkFailed.
        """
        board = view.to_order()
        if board.requests:
            raise TableRefusal(ANSWER_FIRST)
        if board.phase == "conduct_combat":
            raise TableRefusal(WHILE_FIGHTING)
        position = Position(board, board.power, LEVEL, view.game.id)
        thoughts = await self._workers.slow(plans_of, position, asker=asker)
        plans = _grouped(thoughts)
        kept = {"seq": view.game.seq, "plans": {stances[0]: plan.actions for stances, plan in plans if plan.actions}}
        async with self._store.write() as write:
            await write.keep_draft(view.game.id, view.viewer, KIND, kept)
        is_late = any(each.is_cut_off for each in thoughts.values())
        is_kept_open = any(each.takes_back for each in thoughts.values())
        if not any(plan.actions for _, plan in plans):
            nothing = KEPT_OPEN.format(end=end_label(board)) if is_kept_open else NOTHING
            return Suggestion(f"{LATE}\n{nothing}" if is_late else nothing, {}, view.game.seq)
        beside = [LATE] if is_late else []
        beside += [KEPT_OPEN_BESIDE.format(end=end_label(board))] if is_kept_open else []
        text, buttons = _told(phase_name(board.phase), plans, beside)
        return Suggestion(text, buttons, view.game.seq)

    async def take(self, view: GameView, stance: str = "", seq: int | None = None) -> list[Mapping[str, Any]]:
        """The orders of a plan that was suggested, for the first who asks; then the others are gone too.

        seq: of the suggestion that is meant, the last one where it isn't said. One that is asked for in vain leaves
        the last one as it is. Raises TableRefusal, StaleDecision, NotAllowed.
        """
        view.to_order()
        async with self._store.write() as write:
            kept = await write.take_draft(view.game.id, view.viewer, KIND)
            plans: Mapping[str, list[Mapping[str, Any]]] = kept.get("plans", {}) if kept else {}
            actions = plans.get(stance or next(iter(plans), ""))
            if not kept or not actions or seq not in (None, kept["seq"]):
                raise TableRefusal(GONE)
        if kept["seq"] != view.game.seq:
            raise StaleDecision(OVERTAKEN)
        return actions


@dataclass(frozen=True)
class _Plan:
    """The orders of a plan, and why."""

    actions: list[JsonObject]
    why: tuple[JsonObject, ...]


def _grouped(thoughts: Mapping[str, Thought]) -> list[tuple[list[str], _Plan]]:
    """The plans with the stances that come to them.

    Ends of phases are the player's own, and what was taken back again need not be ordered.
    """
    found: list[tuple[list[str], _Plan]] = []
    for stance, thought in thoughts.items():
        told = [(dict(action), why) for action, why in zip(thought.actions, thought.why, strict=True) if why["line"]]
        plan = _Plan([action for action, _ in told], tuple(dict(why) for _, why in told))
        same = next((stances for stances, other in found if other.actions == plan.actions), None)
        if same is None:
            found.append(([stance], plan))
        else:
            same.append(stance)
    return found


def _told(phase: str, plans: list[tuple[list[str], _Plan]], beside: Sequence[str]) -> tuple[str, dict[str, str]]:
    """All plans in words, and what the buttons of those say that order something."""
    able = [stances[0] for stances, plan in plans if plan.actions]
    buttons = {stance: f"Do the {stance} one" if len(plans) > 1 else "Do it" for stance in able}
    hint = HINT if len(buttons) > 1 else HINT.replace("A button gives its plan", f"[{buttons[able[0]]}] gives it all")
    if any(action["type"] == WAR for _, plan in plans for action in plan.actions):
        hint = f"{FOR_GOOD}\n{hint}"
    hint = "\n".join([*beside, hint])
    lines = [f"**What {the_house(LEVEL)} would order now** · {phase}"]
    room = (LONGEST - len(lines[0]) - len(hint)) // len(plans)
    for stances, plan in plans:
        head = [_head(stances)] if len(plans) > 1 else []
        lines += lines_within([*head, *(reason_lines(plan.why) or ["• nothing"])], room - 2, "aims")
    return "\n".join([*lines, hint]), buttons


def _head(stances: list[str]) -> str:
    """ "__Careful and balanced__: as the house plays"."""
    what = STANCES["balanced" if "balanced" in stances else stances[0]]
    return f"__{first_upper(listed(stances))}__: {what}"

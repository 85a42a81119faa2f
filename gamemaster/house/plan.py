"""What the house has thought out for a power, and how it is carried out: by ordinary orders (ASY-65)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from computer import VERSION
from engine import Refusal, StaleDecision
from engine.ask import Orders
from engine.state.words import phase_name, whose
from gamemaster.announcements.absence import done_by_default
from gamemaster.keys import phase_key
from gamemaster.orders.by_default import end_by_default
from gamemaster.orders.drafts import Draft, answer_standing, decide
from gamemaster.orders.loading import LoadedGame
from store import Auto, JsonObject
from store.house import Reasons

AUTO: Auto = "computer"
CAUSE = "computer."
OVERTAKEN = "The game has gone on while the house thought."
GIVEN = "The table gave it that power."
"""By what right the house orders."""


@dataclass(frozen=True)
class HousePlan:
    """What the house orders next, made for the game as it was after an entry of the log.

    why: for each order what it aims at, its odds, gain and risk. is_least: it found nothing to order that the rules
    allow, so that the game goes on by the printed defaults.
    """

    power: str
    level: str
    seed: int
    seq: int
    why: tuple[JsonObject, ...] = ()
    is_least: bool = False

    @property
    def cause(self) -> str:
        """The same for all processes that think of the same position, so that one alone carries it out."""
        return f"{CAUSE}{self.seq}{'.least' if self.is_least else ''}"

    @classmethod
    def of(cls, stored: JsonObject | None) -> HousePlan | None:
        """The plan as an open roll keeps it."""
        return cls(**{**stored, "why": tuple(stored["why"])}) if stored else None

    def reasons(self, before: LoadedGame, done: int) -> Reasons | None:
        """Why what was carried out of it was ordered, None where that was only answers or the end of a phase.

        `before` is the game before that.
        """
        why = [each for each in self.why[:done] if each["line"]]
        body = {"power": self.power, "level": self.level, "seed": self.seed, "version": VERSION, "why": why}
        return Reasons(before.game.seq + 1, phase_key(before.running), body) if why else None


def carry_out(
    plan: HousePlan,
    actions: tuple[Mapping[str, object], ...],
    loaded: LoadedGame,
    draft: Draft,
    orders: Mapping[str, Orders],
) -> None:
    """Order after order, until others must choose; what follows one that is refused is thought out anew.

    Raises StaleDecision where the game has gone on, and Refusal where not even the first order is allowed.
    """
    if loaded.game.seq != plan.seq or plan.power not in loaded.house:
        raise StaleDecision(OVERTAKEN)
    if plan.is_least:
        _do_the_least(plan.power, draft, orders)
        return
    phase = phase_key(draft.state)
    for action in actions:
        try:
            draft.apply(plan.power, action, AUTO)
        except Refusal:
            if not draft.entries:
                raise
            return
        draft.line_ends.append(len(draft.entries))
        answer_standing(draft, orders)
        if draft.state.requests or draft.state.winner or phase_key(draft.state) != phase:
            return


def _do_the_least(power: str, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The printed answers to all that the power is asked, or else the end of its phase by default."""
    if not draft.state.requests:
        end_by_default(draft, (power,), orders)
        return
    for request in draft.state.requests:
        if power in request.powers and power not in request.answers:
            draft.apply(power, decide(request, power, "default"), "default")
            answer_standing(draft, orders)
            return
    raise StaleDecision(OVERTAKEN)


def least_told(loaded: LoadedGame, draft: Draft) -> str:
    """What the table is told where the house went on by default; `loaded` is the game before it."""
    state = loaded.running
    what = f"{whose(state.edition.power[state.power].called)} {phase_name(state.phase)}"
    text = f"The house found nothing of its own to order in {what}, so it went on by default (ASY-65)."
    return f"{text} {done_by_default(draft)}".rstrip()

"""Standing orders with conditions as their owners read them (ASY-55)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import OTHERS, LossLine
from engine.conditions.kinds import ADVANTAGES, PRESS, PRINTED, STRANDED, SUBMERGE
from engine.conditions.lines import ASK, Line
from engine.facts.edition import Edition
from engine.queries.standing_orders import SituationLine
from engine.state.words import ipcs, listed
from gamemaster.announcements.losses_in_words import line_in_words as loss_line_in_words

IN_WORDS: Mapping[str, Mapping[str, str]] = {
    PRESS: {
        "press": "attackers press on",
        "default": "attackers press on while ahead; otherwise they retreat if they can",
        "retreat": "attackers retreat as soon as possible",
    },
    SUBMERGE: {
        "always": "submarines always submerge",
        "never": "submarines fight",
        "alone": "submarines submerge when no surface warship of their side fights beside them",
    },
    STRANDED: {"default": "aircraft land where the printed default puts them"},
    OTHERS: {"default": "rare questions get their default answers"},
    ADVANTAGES: {"default": "questions about national advantages get their default answers"},
}
"""What is done, by the name of the standing order."""
LEAVE = {PRESS: "retreat", SUBMERGE: "submerge"}
"""What is done once a condition holds."""


def in_words(edition: Edition, name: str, line: SituationLine) -> str:
    """ "attackers press on in Karelia; they retreat below 60% or after round 3; you're asked above 20 IPCs"."""
    if isinstance(line, LossLine):
        return loss_line_in_words(edition, line)
    done = "you're asked" if line.do == ASK else IN_WORDS[name][line.do]
    if name in PRINTED and not any(line.situation):
        return done
    stops = listed(_conditions(line), "or")
    asks = "" if line.above is None else f"; you're asked when your side has more than {ipcs(line.above)} at stake"
    return f"{done} {where_in_words(edition, line)}{f'; they {LEAVE[name]} {stops}' if stops else ''}{asks}"


def where_in_words(edition: Edition, line: Line) -> str:
    """ "in Karelia against Germany"; "in all battles"."""
    named = [
        f"in {edition.board.called(line.space)}" if line.space else "",
        f"against {edition.power[line.against].called}" if line.against else "",
    ]
    return " ".join(filter(None, named)) or "in all battles"


def _conditions(line: Line) -> list[str]:
    below, after, units = (getattr(line, name, None) for name in ("below", "after", "units"))
    found = {
        f"when the chance to win is below {below}%": below,
        f"after round {after}": after,
        f"with {units} {'unit' if units == 1 else 'units or fewer'} left": units,
        "once all but aircraft are lost": getattr(line, "aircraft", False),
    }
    return [condition for condition, is_meant in found.items() if is_meant]

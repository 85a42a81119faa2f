"""Plans for scrambles, interceptions and kamikaze strikes as players write and read them (ASY-20, ASY-22, ASY-24)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.ask import ANYWHERE, PlanLine, plan_lines
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.quoting import quoted
from engine.state.names import find_space, find_unit

_LINE = re.compile(
    r"^(?:(?P<before>[^:]+): ?)?(?P<most>\d{1,6}) ?(?:x|×|aircraft)?"
    r"(?: (?:(?:at|on|against) )?(?:each )?(?P<unit>(?!in |into ).+?))??(?: (?:in|into) (?P<behind>.+))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PlanWords:
    """How a kind of plan reads. spaces: where those rise whom it is about, anywhere; example: how it is written."""

    example: str
    what: str
    spaces: str


PLANS: Mapping[str, PlanWords] = {
    "scramble": PlanWords("2 in sz6, 1", "aircraft into", "sea zone"),
    "intercept": PlanWords("2 in germany, 1", "fighters against raids on", "territory"),
    "kamikaze": PlanWords("2 at aircraft carrier in sz6, 1 at battleship", "", "sea zone"),
}
"""By the name of the standing order."""


def read_plan(
    edition: Edition, kind: str, text: str, *, least: int = 0, against: PowerId = "", landing: bool = False
) -> list[PlanLine]:
    """The lines of "2 in sz6, 3 in sz19, 1" or, of ships, "2 at aircraft carrier in sz6, 1 at battleship"."""
    parts = [part for part in re.split(r"[,;]|\band\b", text) if part.strip()]
    return [replace(_line(edition, part, kind), least=least, against=against, landing=landing) for part in parts]


def _line(edition: Edition, text: str, kind: str) -> PlanLine:
    found = _LINE.match(text.strip())
    if found is None or bool(found["unit"]) is bool(PLANS[kind].what):
        raise IllegalAction(
            "form", f"I don't understand {quoted(text.strip())}. Write it like “{PLANS[kind].example}”."
        )
    where = found["before"] or found["behind"]
    zone = find_space(edition, where) if where else ANYWHERE
    return PlanLine(zone, find_unit(edition, found["unit"]) if found["unit"] else "", int(found["most"]))


def plan_in_words(edition: Edition, kind: str, plan: Sequence[str]) -> str:
    """ "2 at each aircraft carrier in sea zone 6, 1 at each battleship in any other sea zone"."""
    lines = plan_lines(plan)
    return ", ".join(_in_words(edition, PLANS[kind], line, lines) for line in lines)


def _in_words(edition: Edition, words: PlanWords, line: PlanLine, lines: Sequence[PlanLine]) -> str:
    what = f"{line.most} at each {edition.unit[line.unit].name} in" if line.unit else f"{line.most} {words.what}"
    others = any(other.unit == line.unit and other.zone != ANYWHERE for other in lines)
    anywhere = f"{'any other' if others else 'any'} {words.spaces}".lower()
    where = anywhere if line.zone == ANYWHERE else edition.board.called(line.zone)
    conditions = {
        f"against {edition.power[line.against].called}" if line.against else "": line.against,
        "if a landing comes from there": line.landing,
        f"if the chance to win with them is at least {line.least}%": line.least,
    }
    return " ".join([what, where, *(told for told, is_meant in conditions.items() if is_meant)])

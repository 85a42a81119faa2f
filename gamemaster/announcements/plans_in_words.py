"""Plans for scrambles and kamikaze strikes as players write and read them (ASY-20, ASY-24)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ask import ANYWHERE, PlanLine, plan_lines
from engine.errors import IllegalAction
from engine.facts.edition import Edition
from engine.quoting import quoted
from engine.state.names import find_space, find_unit

_LINE = re.compile(
    r"^(?:(?P<before>[^:]+): ?)?(?P<most>\d{1,6}) ?(?:x|×|aircraft)?"
    r"(?: (?:(?:at|on|against) )?(?:each )?(?P<unit>(?!in |into ).+?))??(?: (?:in|into) (?P<behind>.+))?$",
    re.IGNORECASE,
)


def read_plan(edition: Edition, text: str, *, of_ships: bool) -> list[str]:
    """The lines of "2 in sz6, 3 in sz19, 1" or, of ships, "2 at aircraft carrier in sz6, 1 at battleship"."""
    return [str(_line(edition, part, of_ships=of_ships)) for part in re.split(r"[,;]|\band\b", text) if part.strip()]


def _line(edition: Edition, text: str, *, of_ships: bool) -> PlanLine:
    found = _LINE.match(text.strip())
    if found is None or bool(found["unit"]) is not of_ships:
        example = "2 at aircraft carrier in sz6, 1 at battleship" if of_ships else "2 in sz6, 1"
        raise IllegalAction("form", f"I don't understand {quoted(text.strip())}. Write it like “{example}”.")
    where = found["before"] or found["behind"]
    zone = find_space(edition, where) if where else ANYWHERE
    return PlanLine(zone, find_unit(edition, found["unit"]) if found["unit"] else "", int(found["most"]))


def plan_in_words(edition: Edition, plan: Sequence[str]) -> str:
    """ "2 at each aircraft carrier in sea zone 6, 1 at each battleship in any other sea zone"."""
    lines = plan_lines(plan)
    return ", ".join(_in_words(edition, line, lines) for line in lines)


def _in_words(edition: Edition, line: PlanLine, lines: Sequence[PlanLine]) -> str:
    what = f"{line.most} at each {edition.unit[line.unit].name} in" if line.unit else f"{line.most} aircraft into"
    if line.zone != ANYWHERE:
        return f"{what} {edition.board.name(line.zone).lower()}"
    others = any(other.unit == line.unit and other.zone != ANYWHERE for other in lines)
    return f"{what} {'any other' if others else 'any'} sea zone"

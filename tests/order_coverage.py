"""Which conditions of standing orders have a scenario, by kind of question and setup; part of `make rules`.

A test names what it plays with `@pytest.mark.orders("retreat below", "retreat after")` beside its rule mark, whose
setups count. What there is to be played comes from the lines of the engine, so that a new condition is an empty cell
until it has a test, or a reason stands here.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields
from functools import cache
from pathlib import Path

from engine.combat.losses.lines import LossLine
from engine.combat.plans import PlanLine
from engine.conditions.kinds import KINDS, PRESS, SUBMERGE
from engine.facts.edition import setup_names
from engine.questions import QUESTIONS
from tests.rule_coverage import DEFAULT_SETUP, ROOT, setups_of

ANNIVERSARY = ("anniversary_1941", "anniversary_1942")
OF_1940 = ("pacific_1940", "global_1940")
NEVER_SET = {"casualties": {"spares_ships"}}
"""What a line has that nobody leaves."""
OF_PLANS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "reaction": {
        "scramble": ("zone", "most", "least", "against"),
        "intercept": ("zone", "most", "least", "against"),
    },
    "kamikaze": {"kamikaze": ("zone", "unit", "most", "against", "landing")},
}
"""What the lines of plans say."""
OF_ADVANTAGES = (
    *("joint_capture", "enigma_decoded", "colonial_garrison", "kaiten_torpedoes"),
    *("french_resistance", "salvage", "nonaggression_treaty"),
)
"""Kinds of questions that come from national advantages alone."""
ARISES: Mapping[str, tuple[Sequence[str], str]] = {
    "reaction scramble": (OF_1940, "nobody scrambles"),
    "reaction intercept": ((*ANNIVERSARY, *OF_1940), "fighters don't intercept raids"),
    "reaction reactions": ((*ANNIVERSARY, *OF_1940), "nobody rises"),
    "kamikaze": (OF_1940, "there are no kamikazes"),
    "bombardment": (("revised", *ANNIVERSARY, *OF_1940), "ships don't bombard"),
    "flak": (OF_1940, "each aircraft is fired at by itself"),
    "troop_bonus": (("global_1940",), "nobody is given units as a capital is freed"),
    "war_bonds": ((*ANNIVERSARY, *OF_1940), "there are no War Bonds"),
    **dict.fromkeys(OF_ADVANTAGES, (("revised",), "there are no such national advantages")),
}
"""In which setups questions arise that do not arise in all, and why not in the others."""
SAME_AS = {"anniversary_1942": "anniversary_1941"}
"""Setups that differ in their openings alone."""
DEFAULT = "default"
"""All that can be left for some kinds: the printed answer, by the same code in each setup, so that one test will do."""


def rows() -> dict[str, tuple[str, ...]]:
    """All that standing orders can say to each kind of question: "retreat below"."""
    lines = {PRESS: KINDS[PRESS], SUBMERGE: KINDS[SUBMERGE]}
    found: dict[str, tuple[str, ...]] = {each.kind: (DEFAULT,) for each in QUESTIONS.values() if each.takes_orders}
    found["casualties"] = tuple(f.name for f in fields(LossLine) if f.name not in NEVER_SET["casualties"])
    found |= {kind: tuple(line.model_fields) for kind, line in lines.items()}
    for kind, plans in OF_PLANS.items():
        found[kind] = tuple(f"{plan} {name}" for plan, names in plans.items() for name in names)
    found["reaction"] += ("reactions",)
    return found


@cache
def played(root: Path) -> frozenset[tuple[str, str]]:
    """The rows and setups that tests name."""
    texts = (path.read_text(encoding="utf-8") for path in sorted((root / "tests").rglob("test_*.py")))
    return frozenset(
        (row, setup)
        for text in texts
        if "mark.orders" in text
        for test in _tests(ast.parse(text))
        for row in _arguments(test, "orders")
        for setup in _setups(test)
    )


def table(root: Path) -> tuple[list[str], list[str]]:
    """The lines of the table with its reasons, and the cells that are empty without one."""
    found, missing, why = played(root), [], set()
    lines = [
        "Standing orders: x has a scenario, . does not arise, = plays as another setup, once: as printed everywhere"
    ]
    for kind, conditions in rows().items():
        for condition in conditions:
            row, cells = f"{kind} {condition}", ""
            for setup in setup_names():
                cell, reason = _cell(row, setup, found)
                cells += f"{cell:<5}"
                why |= {f"  {reason}"} if reason else set()
                if not cell:
                    missing.append(f"{row} in {setup}")
            lines.append(f"  {row:<32}{cells}".rstrip())
    return [*lines, f"  columns: {', '.join(setup_names())}", *sorted(why)], missing


def main(root: Path = ROOT) -> int:
    """Prints the table; 1 if a cell is empty, or a mark names no row."""
    lines, missing = table(root)
    wrong = [*(f"no scenario: {cell}" for cell in missing), *(f"no such row: {row}" for row in strangers(root))]
    sys.stdout.writelines(f"{line}\n" for line in (*lines, *wrong))
    return 1 if wrong else 0


def strangers(root: Path) -> list[str]:
    """Marks that name no row, and plans whose lines can say more than the table knows."""
    known = {f"{kind} {condition}" for kind, conditions in rows().items() for condition in conditions}
    named = {name for plans in OF_PLANS.values() for names in plans.values() for name in names}
    return sorted({row for row, _ in played(root)} - known) + sorted({f.name for f in fields(PlanLine)} - named)


def _cell(row: str, setup: str, found: Set[tuple[str, str]]) -> tuple[str, str]:
    if (row, setup) in found and not row.endswith(f" {DEFAULT}"):
        return "x", ""
    arises = next((ARISES[name] for name in ARISES if row.startswith(name)), None)
    if arises and setup not in arises[0]:
        return ".", f"{row.rpartition(' ')[0]}: elsewhere {arises[1]}"
    if row.endswith(f" {DEFAULT}"):
        return ("once" if any(each == row for each, _ in found) else ""), ""
    if (row, SAME_AS.get(setup, "")) in found:
        return "=", f"{setup} differs from {SAME_AS[setup]} in its opening alone"
    return "", ""


def _tests(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node


def _calls(test: ast.FunctionDef | ast.AsyncFunctionDef, mark: str) -> Iterator[ast.Call]:
    calls = (node for node in test.decorator_list if isinstance(node, ast.Call))
    return (call for call in calls if ast.unparse(call.func) == f"pytest.mark.{mark}")


def _arguments(test: ast.FunctionDef | ast.AsyncFunctionDef, mark: str) -> list[str]:
    return [ast.literal_eval(argument) for call in _calls(test, mark) for argument in call.args]


def _setups(test: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Those of the rule mark beside it; 1941 without more."""
    named = [setups_of(ast.literal_eval(keyword.value)) for call in _calls(test, "rule") for keyword in call.keywords]
    return {setup for setups in named for setup in setups} or {DEFAULT_SETUP}


if __name__ == "__main__":
    sys.exit(main())

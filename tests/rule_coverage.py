"""Which rules of the rule book have a test.

    python -m tests.rule_coverage            counts for each setup, and the rules without a test
    python -m tests.rule_coverage CMV-23     every place in the code, the game data and the tests that cites this rule

A test says which rules it plays with `@pytest.mark.rule("CMV-23", "CMV-24")`, on a function, a class, a module
(`pytestmark`) or a case of parametrize. Without more the mark counts for 1941; `setup="revised"` or
`setups=("aa1941", "revised")` names other setups, `setups="every"` one of the groups below. Marks are read from the
source, so they are literal strings. What stands in `tests/engine/rules/common` is played in all setups that it names.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.facts.edition import setup_names
from engine.facts.rulebook import RuleBook, UnknownRule, load_rulebook

ROOT = Path(__file__).parents[1]
DEFAULT_SETUP = "aa1941"
_SHARED_PLACES = {
    "every": ("aa1941", "revised", "anniversary_1941", "anniversary_1942"),
    "but revised": ("aa1941", "anniversary_1941", "anniversary_1942"),
    "but anniversary": ("aa1941", "revised"),
}
_OF_1940 = ("pacific_1940", "global_1940")
GROUPS = {
    **_SHARED_PLACES,
    **{f"{name} + 1940": (*setups, *_OF_1940) for name, setups in _SHARED_PLACES.items()},
    "1940": _OF_1940,
}
"""The setups in which rules hold that are written down once; those of 1940 are played on tests/engine/theatres.py."""
COLUMNS = 100
CODE = ("engine", "computer", "gamemaster", "cogs", "store")
GAME_DATA = ("data/boards", "data/units", "data/openings", "data/setups")
_CITATION = re.compile(r"\b([A-Z]{3})-(\d{2,3})(?:\.\.(\d{2,3}))?\b")  # CMV-23, or several as CMV-23..26


@dataclass(frozen=True)
class Mark:
    """A rule mark of a test, or what is wrong with it."""

    place: str
    rules: tuple[str, ...] = ()
    setups: tuple[str, ...] = ()
    mistake: str = ""


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Prints the report, or where one rule is cited; 1 if a citation is wrong or the rule unknown."""
    book = load_rulebook()
    if arguments:
        return _show_places(book, arguments[0], root)
    marks = list(marks_in(root))
    mistakes = [*mistakes_of(marks, book), *unknown_citations(root, book)]
    _write(report(marks, book, set(setup_names())))
    if mistakes:
        _write(["", "Wrong citations:", *(f"  {mistake}" for mistake in mistakes)])
    return 1 if mistakes else 0


def marks_in(root: Path) -> Iterator[Mark]:
    """The rule marks of all tests below `root`/tests."""
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for call in _rule_calls(ast.parse(text, filename=str(path))) if "mark.rule" in text else ():
            yield _mark(call, f"{path.relative_to(root)}:{call.lineno}")


def setups_of(named: Any) -> Any:
    """The setups of a mark that names one, several or a group of them."""
    return GROUPS.get(named, (named,)) if isinstance(named, str) else named


def mistakes_of(marks: Iterable[Mark], book: RuleBook) -> Iterator[str]:
    """Marks that cannot be read, and those that name a rule or a setup that is not there."""
    for mark in marks:
        if mark.mistake:
            yield f"{mark.place}: {mark.mistake}"
        for setup in mark.setups:
            if setup not in book.setups:
                yield f"{mark.place}: no setup is called {setup}"
        for rule_id in mark.rules:
            if rule_id not in book.rules:
                yield f"{mark.place}: the rule book has no {rule_id}"
                continue
            strangers = [setup for setup in mark.setups if not book.rules[rule_id].applies_to(setup)]
            if strangers and set(strangers) <= set(book.setups):
                yield f"{mark.place}: {rule_id} does not exist in {', '.join(strangers)}"


def unknown_citations(root: Path, book: RuleBook) -> Iterator[str]:
    """The places in the code and the game data that cite a rule which the book does not have."""
    chapters = {rule_id[:3] for rule_id in book.rules}
    for place, _, cited in _citations(root, (*CODE, *GAME_DATA)):
        for rule_id in sorted(cited - book.rules.keys()):
            if rule_id[:3] in chapters:
                yield f"{place}: the rule book has no {rule_id}"


def uncited(root: Path, book: RuleBook, setup: str) -> list[str]:
    """The rules of a setup, postponed ones apart, that neither the code nor the game data cites."""
    cited = {rule_id for _, _, ids in _citations(root, (*CODE, *GAME_DATA)) for rule_id in ids}
    return [rule.id for rule in book.applying(setup) if not rule.postponed and rule.id not in cited]


def report(marks: Iterable[Mark], book: RuleBook, present: set[str]) -> Iterator[str]:
    """The lines for each setup, then the postponed rules; `present` are the setups that can be played."""
    tested = {(rule_id, setup) for mark in marks for rule_id in mark.rules for setup in mark.setups}
    for setup in book.setups:
        rules = book.applying(setup)
        missing = [rule.id for rule in rules if (rule.id, setup) not in tested]
        yield f"{setup}: {len(rules) - len(missing)} of {len(rules)}"
        if setup in present:
            postponed = {rule.id for rule in rules if rule.postponed}
            yield from _in_chapters(set(missing) - postponed)
            yield from _in_chapters(set(missing) & postponed, "postponed: ")
        else:
            yield "  the edition is not there yet"
    yield "postponed:"
    for rule in book.rules.values():
        if rule.postponed:
            yield f"  {rule.id} {rule.postponed}"


def places_of(rule_id: str, root: Path) -> Iterator[str]:
    """Each line in the code, the game data and the tests that cites the rule, after its file and number."""
    for place, line, cited in _citations(root, (*CODE, *GAME_DATA, "tests")):
        if rule_id in cited:
            yield f"{place}: {line}"


def _rule_calls(tree: ast.Module) -> list[ast.Call]:
    """The calls of pytest.mark.rule that pytest would attach to a test, also by a constant of the module."""
    attached = [*_attached(tree)]
    used = {name.id for part in attached for name in ast.walk(part) if isinstance(name, ast.Name)}
    attached += [value for name, value in _assigned(tree.body) if name in used]
    calls = (node for part in attached for node in ast.walk(part) if isinstance(node, ast.Call))
    return [call for call in calls if ast.unparse(call.func) == "pytest.mark.rule"]


def _attached(scope: ast.Module | ast.ClassDef) -> Iterator[ast.expr]:
    """The marks of a module or class that holds tests, and the decorators of these tests."""
    if not any(_tests(ast.walk(scope))):
        return
    yield from (value for name, value in _assigned(scope.body) if name == "pytestmark")
    if isinstance(scope, ast.ClassDef):
        yield from scope.decorator_list
    for test in _tests(scope.body):
        yield from test.decorator_list
    for inner in scope.body:
        if isinstance(inner, ast.ClassDef):
            yield from _attached(inner)


def _tests(nodes: Iterable[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node


def _assigned(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def _mark(call: ast.Call, place: str) -> Mark:
    """The mark that a call writes down."""
    try:
        rules = tuple(ast.literal_eval(argument) for argument in call.args)
        named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    except ValueError:
        return Mark(place, mistake="a rule mark takes literal strings only")
    given = [named.pop(key) for key in ("setup", "setups") if key in named] or [DEFAULT_SETUP]
    setups = setups_of(given[0])
    texts = [*rules, *setups] if isinstance(setups, tuple) else [None]
    if not rules or named or len(given) > 1 or not all(isinstance(text, str) for text in texts):
        return Mark(place, mistake="a rule mark takes rule ids, and setup= or setups=")
    return Mark(place, rules, setups)


def _citations(root: Path, folders: Iterable[str]) -> Iterator[tuple[str, str, set[str]]]:
    """The place, text and cited ids of each line that cites a rule."""
    for folder in folders:
        for path in sorted(path for kind in ("*.py", "*.json") for path in (root / folder).rglob(kind)):
            text = path.read_text(encoding="utf-8")
            for number, line in enumerate(text.splitlines(), 1) if _CITATION.search(text) else ():
                cited = {
                    f"{chapter}-{row:02}"
                    for chapter, first, last in _CITATION.findall(line)
                    for row in range(int(first), int(last or first) + 1)
                }
                if cited:
                    yield f"{path.relative_to(root)}:{number}", line.strip(), cited


def _show_places(book: RuleBook, rule_id: str, root: Path) -> int:
    try:
        rule = book.rule(rule_id)
    except UnknownRule as error:
        _write([str(error)])
        return 1
    places = list(places_of(rule.id, root))
    _write([f"{rule.id} {rule.title}: {rule.sentence}", *(places or ["cited nowhere"])])
    return 0


def _in_chapters(rule_ids: Iterable[str], before: str = "") -> Iterator[str]:
    """The ids of each chapter in one paragraph, as "CMV-23 24 31" after the words that come before."""
    for chapter, ids in groupby(sorted(rule_ids, key=_number), key=lambda rule_id: rule_id[:3]):
        numbers = " ".join(rule_id[4:] for rule_id in ids)
        yield textwrap.fill(f"{before}{chapter}-{numbers}", COLUMNS, initial_indent="  ", subsequent_indent="      ")


def _number(rule_id: str) -> tuple[str, int]:
    """What ids are sorted by: SPC-99 stands before SPC-100."""
    return rule_id[:3], int(rule_id[4:])


def _write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


def _run() -> int:
    """The tool at the command line, which ends quietly when nobody reads on, as in `make rules | head -1`."""
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more as it ends, and must then find an output that takes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


if __name__ == "__main__":
    sys.exit(_run())

"""What holds for all modules of computer players: no clock, no names of boards, and some of them never change."""

from __future__ import annotations

import ast
import hashlib

import pytest

from engine import load_setup, setup_names
from engine.ask import QUESTIONS
from tests.engine.test_layers import EDITION_NAMES, ROOT, imports_of, modules_of, nodes_of, text_of

MAY_TIME = {"turn.py", "ladder.py"}
"""What runs from the command line and tells how long it took; players know no clock."""
FROZEN = {
    "judging.py": "6ecdebe33f514c87",
    "players": "9145d0cb240db2be",
    "greedy": "a3c6008883c8ba84",
}
"""The judge and the opponents of all levels, as they were when the first results were kept: a change of them makes
these worthless, and begins a new ladder. By the digest of their modules.
"""


def test_players_know_no_clock() -> None:
    timing = {
        path.name for path in modules_of("computer") for _, name in imports_of(path) if name in ("time", "datetime")
    }
    assert timing <= MAY_TIME


def test_no_module_names_an_edition_a_power_or_a_space() -> None:
    editions = [load_setup(setup) for setup in setup_names()]
    names = {power.id for edition in editions for power in edition.powers}
    names |= {space for edition in editions for space in edition.board.neighbours}
    said = {
        f"{path.name}: {node.value}"
        for path in modules_of("computer")
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
    }
    docs = {path.name for path in modules_of("computer") if EDITION_NAMES.search(text_of(path))}
    assert said | docs == set()


def test_every_kind_of_question_is_answered() -> None:
    from computer.answers.table import WEIGHED

    assert WEIGHED.keys() == QUESTIONS.keys()


def digest(place: str) -> str:
    """Of a module, or of all in a folder."""
    paths = [path for path in modules_of("computer") if place in path.relative_to(ROOT / "computer").parts]
    return hashlib.sha256("".join(map(text_of, paths)).encode()).hexdigest()[:16]


@pytest.mark.parametrize("place", FROZEN)
def test_the_judge_and_the_opponents_are_frozen(place: str) -> None:
    assert digest(place) == FROZEN[place]

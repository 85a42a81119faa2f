"""Every rule-book example of Pacific 1940 is played on its board, and on that of Global 1940 where its mark says so."""

from __future__ import annotations

import pytest

from tests.rule_coverage import setups_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each setup of its marks."""
    marks = metafunc.definition.iter_markers("rule")
    named = (mark.kwargs.get("setups", "pacific_1940") for mark in marks)
    setups = dict.fromkeys(["pacific_1940", *(setup for each in named for setup in setups_of(each))])
    metafunc.parametrize("_usual_setup", list(setups), indirect=True)


@pytest.fixture(autouse=True)
def _usual_setup(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.table.usual_setup", request.param)

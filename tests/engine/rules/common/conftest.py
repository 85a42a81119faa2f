"""Every example is played in all setups that its rule mark names."""

from __future__ import annotations

import pytest

from tests.engine.theatres import THEATRES
from tests.rule_coverage import setups_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each setup of its marks."""
    named = [mark.kwargs["setups"] for mark in metafunc.definition.iter_markers("rule")]
    setups = dict.fromkeys(setup for each in named for setup in setups_of(each))
    metafunc.parametrize("_usual_setup", list(setups), indirect=True)


@pytest.fixture(autouse=True)
def _usual_setup(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.table.usual_setup", request.param)
    if theatres := THEATRES.get(request.param):
        named = [mark.args[0] for mark in request.node.iter_markers("theatre")] or list(theatres)
        monkeypatch.setattr("tests.engine.table.theatre", theatres[named[0]])

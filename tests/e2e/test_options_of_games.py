"""The options of every edition can be chosen as a game is opened."""

from __future__ import annotations

import pytest

from cogs.game import GameCommands
from engine import load_setup
from engine.data_files import DATA

SETUPS = sorted(path.stem for path in (DATA / "setups").glob("*.json"))


@pytest.mark.parametrize("setup", SETUPS)
def test_game_create_asks_for_every_option_of_an_edition(setup: str) -> None:
    create = GameCommands().create
    assert load_setup(setup).options.keys() <= {parameter.name for parameter in create.parameters}

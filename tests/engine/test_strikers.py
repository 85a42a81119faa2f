"""Which units could strike a space in the next turn of their power."""

from __future__ import annotations

from random import Random

import pytest

from engine import apply, new_game
from engine.politics.standing import at_war
from engine.queries.striking.strikers import strikers
from engine.queries.striking.strikes import strikes
from tests.engine.random_games import RolledDice
from tests.engine.random_positions import scattered
from tests.engine.table import position
from tests.published import SETUPS


def coming(power: str, space: str, spaces: dict[str, str], **more: object) -> list[str]:
    """The units of a power that could strike a space, with only these on the board."""
    state = position("united_kingdom", "noncombat_move", spaces, **more).state  # type: ignore[arg-type]
    found = strikers(state, power, space)
    return [state.pieces[name].unit for name in found.coming]


def test_infantry_tanks_and_bombers_come_from_where_they_stand() -> None:
    spaces = {"eastern_europe": "germany: 2 infantry", "germany": "germany: 1 infantry, 2 tank, 1 bomber"}
    assert coming("germany", "karelia", spaces) == ["infantry"] * 2 + ["tank"] * 2 + ["bomber"]
    assert coming("germany", "russia", spaces) == ["bomber"]


def test_a_transport_lands_its_cargo_or_those_who_stand_beside_it() -> None:
    aboard = {"sz7": "germany: 1 transport", "germany": "germany: 3 infantry, 1 tank"}
    state = position("united_kingdom", "noncombat_move", aboard | {"sz5": "germany: 1 transport"}).state
    found = strikers(state, "germany", "united_kingdom")
    units = sorted(state.pieces[name].unit for name in found.landing)
    assert found.landing == found.coming
    assert units.count("tank") == 1
    assert len(units) == 2, units


@pytest.mark.parametrize("setup", SETUPS)
def test_somebody_comes_exactly_where_a_power_can_strike(setup: str) -> None:
    rng = Random(4)
    state = new_game(setup)
    state = apply(state, scattered(state.edition, rng), RolledDice(rng)).state
    attacked = state.edition.turn_order[0]
    by_space = strikes(state, attacked)
    enemies = [power for power in state.edition.turn_order if at_war(state, power, attacked)]
    for power in enemies:
        for space in rng.sample(sorted(state.edition.board.neighbours), 25):
            ways = [way for way, powers in by_space.get(space, {}).items() if power in powers]
            found = strikers(state, power, space)
            if not ways:
                assert not found.coming
            elif ways != ["sea"]:
                assert found.coming, (power, space, ways)
            domains = {state.edition.unit[state.pieces[name].unit].domain for name in found.coming}
            assert ("air" in domains) == ("air" in ways)

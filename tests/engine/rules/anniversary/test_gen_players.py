"""How the players of Anniversary share the powers (chapter GEN)."""

from __future__ import annotations

import pytest

from engine import load_setup


@pytest.mark.parametrize("setup", ["anniversary_1941", "anniversary_1942"])
@pytest.mark.rule("GEN-01", "GEN-06", "GEN-09", setups=("anniversary_1941", "anniversary_1942"))
def test_two_to_six_players_share_the_powers_freely_each_on_one_side(setup: str) -> None:
    edition = load_setup(setup)
    sides = {power.id: power.side for power in edition.powers}
    assert {"2", "6"} <= set(edition.seatings)
    for players, seats in edition.seatings.items():
        assert len(seats) == int(players)
        assert all(len({sides[power] for power in seat}) == 1 for seat in seats)
        assert sorted(power for seat in seats for power in seat) == sorted(sides)

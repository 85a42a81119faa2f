"""Who may play what in a game of Anniversary (GEN-01, GEN-05, GEN-06, GEN-09)."""

from __future__ import annotations

import pytest

from engine import load_setup
from gamemaster.errors import NotAllowed
from gamemaster.lobby.opening import check_seats, suggested_seats

EDITIONS = [load_setup(setup) for setup in ("anniversary_1941", "anniversary_1942")]
ANNA, BEN = 1, 2


@pytest.mark.rule("GEN-01", "GEN-05", setups=("anniversary_1941", "anniversary_1942"))
def test_six_players_lead_one_power_each_and_the_united_states_china_too() -> None:
    for edition in EDITIONS:
        groups = suggested_seats(edition, {}, 6)
        assert sorted(map(sorted, groups)) == [
            ["china", "united_states"],
            ["germany"],
            ["italy"],
            ["japan"],
            ["soviet_union"],
            ["united_kingdom"],
        ]
        assert [group[0] for group in groups if group[0] != "china"] == [
            power for power in edition.turn_order if power not in ("china", "united_states")
        ]


@pytest.mark.rule("GEN-06", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("mine", [("germany", "japan"), ("italy", "japan"), ("germany", "japan", "italy")])
def test_the_powers_of_a_side_are_shared_out_freely(mine: tuple[str, ...]) -> None:
    for edition in EDITIONS:
        check_seats(edition, {"soviet_union": BEN}, ANNA, mine)
        left = [power.id for power in edition.powers if power.side == "axis" and power.id not in mine]
        if left:
            check_seats(edition, dict.fromkeys(mine, ANNA), BEN, left)


@pytest.mark.rule("GEN-09", setups=("anniversary_1941", "anniversary_1942"))
def test_nobody_holds_powers_of_both_sides() -> None:
    for edition in EDITIONS:
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(edition, {"italy": ANNA}, ANNA, ["united_kingdom"])
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(edition, {}, BEN, ["japan", "china"])

"""Who may play what in a game of Global 1940 (GEN-01, GEN-05, GEN-08, GEN-09)."""

from __future__ import annotations

import pytest

from engine import load_setup
from gamemaster.errors import NotAllowed
from gamemaster.lobby.opening import check_seats, suggested_seats
from tests.gamemaster.seating import seated

EDITION = load_setup("global_1940")
POWERS = EDITION.turn_order
ANNA, BEN = 1, 2


@pytest.mark.rule("GEN-01", "GEN-06", "GEN-08", setup="global_1940")
@pytest.mark.parametrize("players", range(2, 10))
def test_two_to_nine_players_are_offered_all_powers_each_on_one_side(players: int) -> None:
    groups = suggested_seats(EDITION, {}, players)
    assert len(groups) == players
    assert sorted(seated(EDITION, *groups)) == sorted(POWERS)


@pytest.mark.rule("GEN-08", setup="global_1940")
def test_up_to_six_players_are_seated_as_the_table_of_the_rules_says() -> None:
    american, british = ("united_states", "china"), ("united_kingdom", "anzac")
    assert suggested_seats(EDITION, {}, 3)[1:] == (("soviet_union", *american), (*british, "france"))
    assert suggested_seats(EDITION, {}, 5)[:3] == (("germany", "italy"), ("japan",), ("soviet_union", "france"))
    assert suggested_seats(EDITION, {}, 6)[3:] == (("soviet_union", "france"), american, british)


@pytest.mark.rule("GEN-05", setup="global_1940")
def test_seats_that_are_left_are_still_suggested_and_china_goes_to_any_ally() -> None:
    left = suggested_seats(EDITION, seated(EDITION, ("italy",), ("china", "anzac")), 4)
    assert left == (("soviet_union", "france"),)
    assert seated(EDITION, ("france", "china"))["china"] == ANNA


@pytest.mark.rule("GEN-09", setup="global_1940")
def test_nobody_holds_powers_of_both_sides() -> None:
    for ally in (power for power in POWERS if EDITION.power[power].side == "allies"):
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(EDITION, {"italy": ANNA}, ANNA, [ally])
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(EDITION, {}, BEN, ["germany", ally])

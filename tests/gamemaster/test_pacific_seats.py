"""Who may play what in a game of Pacific 1940 (GEN-01, GEN-05, GEN-06, GEN-09)."""

from __future__ import annotations

import pytest

from engine import load_setup
from gamemaster.errors import NotAllowed
from gamemaster.lobby.opening import check_seats, suggested_seats
from tests.gamemaster.seating import seated

EDITION = load_setup("pacific_1940")
ALLIES = ("united_states", "china", "united_kingdom", "anzac")
ANNA, BEN = 1, 2


@pytest.mark.rule("GEN-01", setup="pacific_1940")
@pytest.mark.parametrize(
    "groups",
    [
        (("japan",), ALLIES),
        (("japan",), ("united_states", "china"), ("united_kingdom", "anzac")),
        (("japan",), ("united_states",), ("china",), ("united_kingdom", "anzac")),
    ],
)
def test_two_to_four_players_share_the_five_powers(groups: tuple[tuple[str, ...], ...]) -> None:
    seats = seated(EDITION, *groups)
    assert seats.keys() == {power.id for power in EDITION.powers if not power.bystander} == {"japan", *ALLIES}


@pytest.mark.rule("GEN-01", "GEN-06", setup="pacific_1940")
def test_two_players_are_offered_a_side_each() -> None:
    assert suggested_seats(EDITION, {}, 2) == (("japan",), ALLIES)


@pytest.mark.rule("GEN-05", "GEN-06", setup="pacific_1940")
@pytest.mark.parametrize("with_china", ["united_states", "united_kingdom", "anzac"])
def test_any_ally_leads_china_and_the_powers_of_a_side_are_shared_out_freely(with_china: str) -> None:
    others = tuple(power for power in ALLIES if power not in ("china", with_china))
    assert seated(EDITION, ("japan",), (with_china, "china"), others)["china"] == BEN
    assert seated(EDITION, ("japan",), ("china",), (*others, with_china))["china"] == BEN


@pytest.mark.rule("GEN-09", "GEN-05", setup="pacific_1940")
def test_nobody_holds_powers_of_both_sides() -> None:
    for ally in ALLIES:
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(EDITION, {"japan": ANNA}, ANNA, [ally])
        with pytest.raises(NotAllowed, match="same side"):
            check_seats(EDITION, {}, BEN, ["japan", ally])

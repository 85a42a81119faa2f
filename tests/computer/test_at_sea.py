"""What the level `normal` does with ships: whom it carries where, what guards them, and which it buys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from computer.normal.course import Force, course_of, fighters_of
from computer.normal.ground import camps_of, safe_ways, who_waits
from computer.normal.plans import Muster
from computer.normal.replies import Enemies
from computer.normal.spending.buying import buy_all
from computer.normal.weighing import Scale
from engine import GameState
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import count, on_board, played

OTHERS = {
    "japan": "japan: 4 infantry",
    "germany": "germany: 4 infantry",
    "italy": "italy: 3 infantry",
    "united_kingdom": "united_kingdom: 4 infantry",
    "russia": "soviet_union: 4 infantry",
}
BY_1942 = "anniversary_1942"


def ships(state: GameState, zone: str, power: str = "united_states") -> Counter[str]:
    """The units of a power in a zone, those aboard included."""
    return Counter(piece.unit for piece in state.at(zone) if piece.power == power)


def laden(zone: str, number: int) -> dict[str, Any]:
    """Transports with somebody aboard, as a position takes them."""
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1, "artillery": 1}}}
    return {"cargo": {zone: [aboard] * number}}


def bought(power: str, spaces: Mapping[str, str], ipcs: int, setup: str = BY_1942) -> Counter[str]:
    """What a power buys."""
    hand = hand_of(on_board(power, "purchase", spaces, setup, ipcs={power: ipcs}).state)
    buy_all(hand, Enemies(hand.state, hand.power))
    assert hand.state.treasuries[power] < 3, "no IPCs are left idle"
    return Counter(hand.state.purchased[power])


def fleet(units: str) -> Force:
    """Ships as they fight."""
    state = on_board("united_states", "noncombat_move", {"sz53": f"united_states: {units}"}, BY_1942).state
    return fighters_of(state, state.at("sz53"))


def test_transports_add_nothing_to_a_fleet_but_what_is_lost_with_it() -> None:
    raiders, alone, among = fleet("2 cruiser"), fleet("1 destroyer"), fleet("1 destroyer, 6 transport")
    assert course_of(raiders, among).win == course_of(raiders, alone).win > 0.5
    assert course_of(raiders, among).defend_loss > course_of(raiders, alone).defend_loss + 6 * 7 / 2
    assert course_of(raiders, fleet("6 transport")).win == 1


def test_where_transports_can_fight_they_count_as_fighters() -> None:
    state = on_board("united_states", "noncombat_move", {"sz56": "united_states: 3 transport, 1 destroyer"}).state
    with_them = fighters_of(state, state.at("sz56"))
    without = fighters_of(state, [piece for piece in state.at("sz56") if piece.unit != "transport"])
    raiders = fleet("2 cruiser")
    assert course_of(raiders, with_them).win < course_of(raiders, without).win


def test_whom_ships_carry_is_lost_with_them_and_time_with_the_ships() -> None:
    convoy = {**OTHERS, "sz53": "united_states: 2 transport, 1 destroyer", "sz60": "japan: 2 cruiser"}
    for edit, price in (dict[str, Any](), 7), (laden("sz53", 2), 7 + 14):
        hand = hand_of(on_board("united_states", "combat_move", convoy, BY_1942, **edit).state)
        assert Scale(Muster(hand), Enemies(hand.state, hand.power))._held["sz53"].prize == price


def test_escorts_go_with_a_convoy_and_not_home() -> None:
    carriers = "japan: 2 cruiser, 1 destroyer, 1 aircraft_carrier, 2 fighter"
    convoy = {**OTHERS, "sz53": "united_states: 2 transport, 2 destroyer", "sz60": carriers}
    home = {"western_united_states": "united_states: 6 infantry"}
    written = on_board("united_states", "noncombat_move", convoy | home, BY_1942, **laden("sz53", 2))
    state = played(written, "noncombat_move", "normal").state
    (zone,) = {piece.space for piece in state.pieces.values() if piece.unit == "transport"}
    assert zone != "sz53"
    assert ships(state, zone)["destroyer"] == 2


def test_a_convoy_that_stays_keeps_the_escorts_that_it_needs() -> None:
    convoy = {
        **OTHERS,
        "sz53": "united_states: 2 transport, 2 battleship",
        "sz57": "japan: 2 destroyer",
        "sz45": "japan: 2 destroyer",
        "sz46": "japan: 2 destroyer",
    }
    home = {"western_united_states": "united_states: 10 infantry"}
    written = on_board("united_states", "noncombat_move", convoy | home, BY_1942, **laden("sz53", 2))
    state = played(written, "noncombat_move", "normal").state
    for zone in {piece.space for piece in state.pieces.values() if piece.unit == "transport"}:
        ours = [piece for piece in state.at(zone) if piece.power == "united_states" and piece.aboard is None]
        assert Enemies(state, "united_states").falls(zone, fighters_of(state, ours)) <= 0.3


def test_transports_fetch_who_waits_a_zone_away_and_bring_them_on_in_the_same_turn() -> None:
    spaces = {
        "eastern_canada": "united_states: 4 infantry, 2 tank",
        "sz11": "united_states: 2 transport, 1 destroyer",
        "germany": "germany: 5 infantry",
        "united_kingdom": "united_kingdom: 5 infantry",
        "japan": "japan: 3 infantry",
    }
    state = played(on_board("united_states", "noncombat_move", spaces, "aa1941"), "noncombat_move", "normal").state
    assert count(state, "eastern_canada", "united_states") == 2
    transports = [piece for piece in state.pieces.values() if piece.unit == "transport"]
    assert all(len(state.cargo(ship.id)) == 2 and ship.space not in {"sz10", "sz11"} for ship in transports)


def test_troops_march_to_the_coast_where_their_ships_are() -> None:
    spaces = {
        "western_canada": "united_states: 4 infantry, 2 artillery",
        "sz1": "united_states: 3 transport, 1 destroyer",
        "japan": "japan: 4 infantry",
        "germany": "germany: 5 infantry",
        "united_kingdom": "united_kingdom: 5 infantry",
    }
    state = played(on_board("united_states", "noncombat_move", spaces), "noncombat_move", "normal").state
    assert count(state, "eastern_canada", "united_states") == 6


def test_troops_do_not_leave_their_port_for_another_coast_that_is_little_nearer() -> None:
    spaces = {
        "eastern_united_states": "united_states: 8 infantry",
        "sz11": "united_states: 1 transport",
        "western_europe": "germany: 3 infantry, 1 fighter",
        "sz45": "united_states: 1 battleship",
        "germany": "germany: 5 infantry",
        "japan": "japan: 3 infantry",
    }
    written = on_board("united_states", "noncombat_move", spaces, "aa1941")
    enemies = Enemies(written.state, "united_states")
    far = safe_ways(written.state, "united_states", enemies)
    assert "eastern_united_states" in camps_of(written.state, "united_states") & set(
        who_waits(written.state, "united_states", far)
    )
    assert min(far[n] for n in ("western_united_states", "eastern_canada")) < far["eastern_united_states"]
    state = played(written, "noncombat_move", "normal").state
    assert count(state, "eastern_united_states", "united_states") == 6


def test_who_can_march_to_an_enemy_has_no_camp() -> None:
    spaces = {"western_europe": "germany: 6 infantry", "norway": "germany: 3 infantry", "japan": "japan: 4 infantry"}
    state = on_board("germany", "noncombat_move", spaces).state
    assert camps_of(state, "germany") == set()
    assert camps_of(state, "japan") == {"japan"}


def test_no_ships_are_bought_for_those_who_wait_on_far_islands() -> None:
    home = {
        **OTHERS,
        "united_kingdom": "united_kingdom: 2 infantry",
        "sz2": "united_kingdom: 8 transport, 2 battleship",
    }
    islands = ("australia", "new_zealand", "rhodesia", "union_of_south_africa")
    far = dict.fromkeys(islands, "united_kingdom: 4 infantry")
    assert bought("united_kingdom", home | far, 30)["transport"] == bought("united_kingdom", home, 30)["transport"] == 0


def test_ships_that_are_far_from_home_carry_nobody_from_there() -> None:
    home = {**OTHERS, "united_kingdom": "united_kingdom: 10 infantry"}
    near, far = ({zone: "united_kingdom: 8 transport, 2 cruiser"} for zone in ("sz8", "sz40"))
    assert bought("united_kingdom", home | near, 30)["transport"] == 0
    assert bought("united_kingdom", home | far, 30)["transport"] >= 2


def test_warships_are_bought_where_convoys_cannot_go_on() -> None:
    """As a bomber may come, more troops would only wait; no ground nearer to the war is safe for a complex."""
    spaces = {
        **OTHERS,
        "burma": "japan: 9 infantry",
        "libya": "italy: 9 infantry, 3 tank",
        "united_kingdom": "united_kingdom: 14 infantry",
        "sz2": "united_kingdom: 7 transport",
        "germany": "germany: 4 infantry, 1 bomber",
    }
    units = bought("united_kingdom", spaces, 30)
    assert units["destroyer"] + units["cruiser"] + units["battleship"] > 0
    assert units["transport"] == 0


def test_no_transport_is_bought_for_a_port_of_another_ocean() -> None:
    """Those who wait in Great Britain are not carried by ships that are placed off India."""
    spaces = {
        "united_kingdom": "united_kingdom: 9 infantry, 1 tank",
        "india": "united_kingdom: 1 infantry",
        "sz10": "united_kingdom: 1 destroyer, 1 submarine",
        "western_europe": "germany: 4 infantry, 4 fighter",
        "germany": "germany: 6 infantry, 1 bomber",
        "japan": "japan: 3 infantry",
        "russia": "germany: 2 infantry",
    }
    units = bought("united_kingdom", spaces, 13, "aa1941")
    assert units["transport"] == 0
    assert units["fighter"] > 0


def test_an_army_that_must_be_carried_is_bought_with_ships_for_it() -> None:
    spaces = {**OTHERS, "eastern_united_states": "united_states: 1 infantry", "sz10": "united_states: 2 destroyer"}
    ships_and_army = bought("united_states", spaces, 60)
    assert ships_and_army["transport"] >= 3
    assert ships_and_army["infantry"] >= 3


def test_no_warships_are_bought_that_would_be_sunk_one_after_the_other() -> None:
    strong = "united_states: 4 battleship, 3 aircraft_carrier, 6 fighter, 4 destroyer"
    around = dict.fromkeys(("sz60", "sz61", "sz58", "sz59"), strong)
    spaces = {**OTHERS, "japan": "japan: 8 infantry", **around}
    units = bought("japan", spaces, 24)
    assert not set(units) & {"battleship", "destroyer", "cruiser", "aircraft_carrier", "transport"}


def test_fleets_cover_transports_that_will_be_placed() -> None:
    spaces = {
        **OTHERS,
        "sz56": "united_states: 1 battleship",
        "sz53": "united_states: 2 battleship, 1 destroyer",
        "sz57": "japan: 2 destroyer",
        "western_united_states": "united_states: 4 infantry",
    }
    written = on_board(
        "united_states", "noncombat_move", spaces, BY_1942, purchased={"united_states": {"transport": 4}}
    )
    state = played(written, level="normal").state
    (zone,) = {piece.space for piece in state.pieces.values() if piece.unit == "transport"}
    ours = [piece for piece in state.at(zone) if piece.power == "united_states"]
    assert Enemies(state, "united_states").falls(zone, fighters_of(state, ours)) < 0.3

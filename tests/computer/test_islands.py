"""What `easy` does where the enemy is on an island: fleets gather, voyages take several turns, aircraft help."""

from __future__ import annotations

from collections import Counter

from computer.easy.hauling import haul_all
from computer.reaching import Threats
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import count, on_board, played

SETUP = "pacific_1940"
AT_WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
TRANSPORT = {"transport": "united_states", "units": {"united_states": {"infantry": 1, "artillery": 1}}}


def test_troops_go_aboard_for_a_voyage_of_several_turns() -> None:
    spaces = {"hawaiian_islands": "united_states: 6 infantry", "sz26": "united_states: 3 transport, 2 destroyer"}
    written = on_board("united_states", "noncombat_move", spaces, SETUP, relations=AT_WAR)
    state = played(written, "noncombat_move").state
    aboard = [piece for piece in state.pieces.values() if piece.aboard]
    assert len(aboard) == 6
    assert not any(piece.space == "sz26" for piece in aboard)


def test_a_single_transport_waits_where_nobody_reaches_it_and_a_fleet_goes_on() -> None:
    enemies = {"japan": "japan: 8 infantry, 6 fighter, 2 strategic_bomber"}
    went = {}
    for number in (1, 10):
        written = on_board(
            "united_states",
            "noncombat_move",
            {**enemies, "sz12": f"united_states: {number} transport"},
            SETUP,
            relations=AT_WAR,
            cargo={"sz12": [TRANSPORT] * number},
        )
        state = played(written, "noncombat_move").state
        zones = {piece.space for piece in state.pieces.values() if piece.unit == "transport"}
        assert len(zones) == 1, "they stay together"
        went[number] = zones.pop()
    distances = written.state.edition.board.flight_distances("japan")
    assert distances[went[10]] < distances[went[1]]


def test_a_capital_is_attacked_with_all_where_less_does_not_win() -> None:
    spaces = {
        "japan": "japan: 14 infantry, 3 artillery, 5 mechanized_infantry, 2 tank, 5 aaa",
        "sz6": "united_states: 8 transport",
        "korea": "united_states: 26 fighter, 17 strategic_bomber",
    }
    tanks = {"transport": "united_states", "units": {"united_states": {"tank": 1}}}
    written = on_board(
        "united_states",
        "combat_move",
        spaces,
        SETUP,
        owners={"korea": "united_states"},
        relations=AT_WAR,
        cargo={"sz6": [tanks] * 8},
    )
    table = played(written, "combat_move")
    assert count(table.state, "japan", "united_states") > 40
    why = next(given.why for given in table.given if given.action["type"] == "move")
    assert why is not None
    assert why.odds is not None
    assert why.odds > 0.8


def test_aircraft_are_bought_where_an_army_waits_for_a_passage_already() -> None:
    spaces = {"western_united_states": "united_states: 40 infantry", "sz10": "united_states: 2 transport"}
    written = on_board("united_states", "purchase", spaces, SETUP, relations=AT_WAR, ipcs={"united_states": 60})
    bought = Counter(played(written, "purchase").state.purchased["united_states"])
    assert bought["strategic_bomber"] >= 2
    assert bought["transport"] >= 1
    assert not bought["infantry"]


def test_a_war_is_weighed_as_income_is_collected_where_ships_would_lie_in_a_convoy_zone() -> None:
    written = on_board("united_states", "collect_income", {"sz26": "japan: 2 submarine"}, SETUP, game_round=3)
    table = played(written, "collect_income")
    assert [given.action["type"] for given in table.given] == ["end_phase"]


def test_a_loaded_transport_in_a_hostile_zone_has_no_voyage() -> None:
    written = on_board(
        "united_states",
        "noncombat_move",
        {"sz6": "united_states: 1 transport; japan: 1 destroyer"},
        SETUP,
        relations=AT_WAR,
        cargo={"sz6": [TRANSPORT]},
    )
    hand = hand_of(written.state)
    assert haul_all(hand, Threats(hand.state, hand.power), ()) == set()

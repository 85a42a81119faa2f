"""Transports of Revised (CMV-54..63, CMV-67, CMV-68, UNI-61..65), with the document's German transport."""

from functools import partial

import pytest

from tests.engine.table import Table, position

revised = partial(position, setup="revised")

THE_GERMAN_TRANSPORT = {
    "sz13": "germany: 1 transport",
    "algeria": "germany: 1 infantry",
    "libya": "germany: 1 infantry",
    "southern_europe": "germany: 2 artillery",
    "germany": "germany: 1 tank",
    "sz15": "united_kingdom: 1 destroyer",
    "gibraltar": "united_kingdom: 1 infantry",
    "anglo_egypt": "united_kingdom: 1 infantry",
}


def german_transport(phase: str = "noncombat_move") -> Table:
    """The document's example: a German transport off Algeria, a British destroyer off Egypt."""
    return revised("germany", phase, THE_GERMAN_TRANSPORT, owners={"algeria": "germany"})


class TestTheGermanTransportCould:
    """The options that the document's example lists."""

    @pytest.mark.rule("CMV-55", "NCM-27", "NCM-29", setup="revised")
    def test_load_infantry_move_and_load_an_artillery(self) -> None:
        table = german_transport().move("1 infantry: algeria > sz13").move("1 transport: sz13 > sz14")
        table.move("1 artillery: southern_europe > sz14")
        table.refuses_move("1 infantry: libya > sz14", "UNI-61")

    @pytest.mark.rule("CMV-55", "UNI-61", setup="revised")
    def test_load_infantry_in_two_places(self) -> None:
        table = german_transport().move("1 infantry: algeria > sz13").move("1 transport: sz13 > sz14")
        table.move("1 infantry: libya > sz14")
        assert table.at("sz14") == {"germany": {"transport": 1, "infantry": 2}}

    @pytest.mark.rule("CMV-55", setup="revised")
    def test_move_and_then_load_from_two_coasts(self) -> None:
        table = german_transport().move("1 transport: sz13 > sz14")
        table.move("1 artillery: southern_europe > sz14").move("1 infantry: libya > sz14")

    @pytest.mark.rule("NCM-32", "CMV-59", setup="revised")
    def test_hold_onto_its_cargo_and_remain_at_sea(self) -> None:
        table = german_transport().move("1 infantry: algeria > sz13").move("1 transport: sz13 > sz14").end_phase()
        assert table.at("sz14") == {"germany": {"transport": 1, "infantry": 1}}

    @pytest.mark.rule("NCM-27", "NCM-29", setup="revised")
    @pytest.mark.parametrize(
        ("zone", "place"),
        [
            ("sz13", "western_europe"),
            ("sz14", "southern_europe"),
            ("sz13", "algeria"),
            ("sz14", "libya"),
            ("sz16", "balkans"),
        ],
    )
    def test_offload_in_friendly_territory(self, zone: str, place: str) -> None:
        table = german_transport().move("1 infantry: algeria > sz13")
        route = {"sz13": "", "sz14": "sz13 > sz14", "sz16": "sz13 > sz14 > sz16"}[zone]
        if route:
            table.move(f"1 transport: {route}")
        table.move(f"1 infantry: {zone} > {place}")

    @pytest.mark.rule("CMV-62", "CMV-69", setup="revised")
    def test_assault_gibraltar(self) -> None:
        table = german_transport("combat_move").move("1 infantry: algeria > sz13").move("1 infantry: sz13 > gibraltar")
        assert table.end_phase().pending == [("gibraltar", "land")]

    @pytest.mark.rule("CMV-63", "CMV-58", setup="revised")
    def test_engage_the_destroyer_alone_and_laden(self) -> None:
        table = (
            german_transport("combat_move").move("1 infantry: algeria > sz13").move("1 transport: sz13 > sz14 > sz15")
        )
        table.end_phase().battle("sz15", dice="3")
        assert table.at("sz15") == {"united_kingdom": {"destroyer": 1}}
        assert [piece.unit for piece in table.happened("units_lost")[0].cargo] == ["infantry"]


class TestTheGermanTransportCannot:
    """The impossibilities that the document's example lists."""

    @pytest.mark.rule("CMV-56", setup="revised")
    def test_load_a_tank_that_moved(self) -> None:
        table = german_transport().move("1 tank: germany > southern_europe").move("1 transport: sz13 > sz14")
        table.refuses_move("1 tank: southern_europe > sz14", "CMV-56")

    @pytest.mark.rule("UNI-61", setup="revised")
    def test_load_both_artillery(self) -> None:
        table = german_transport().move("1 transport: sz13 > sz14")
        table.refuses_move("2 artillery: southern_europe > sz14", "UNI-61")

    @pytest.mark.rule("CMV-60", setup="revised")
    def test_offload_in_two_territories_or_move_on(self) -> None:
        table = german_transport().move("1 transport: sz13 > sz14").move("1 artillery: southern_europe > sz14")
        table.move("1 infantry: libya > sz14").move("1 artillery: sz14 > libya")
        table.refuses_move("1 infantry: sz14 > southern_europe", "CMV-60")
        table.refuses_move("1 transport: sz14 > sz13", "CMV-60")
        table.refuses_move("1 artillery: southern_europe > sz14", "CMV-60")

    @pytest.mark.rule("CMV-57", "NCM-23", setup="revised")
    def test_offload_beside_the_destroyer(self) -> None:
        table = german_transport().move("1 infantry: algeria > sz13")
        table.refuses_move("1 transport: sz13 > sz14 > sz15", "NCM-23")

    @pytest.mark.rule("SPC-01", "SPC-05", setup="revised")
    def test_assault_egypt_past_the_destroyer(self) -> None:
        table = (
            german_transport("combat_move").move("1 infantry: algeria > sz13").move("1 transport: sz13 > sz14 > sz15")
        )
        table.move("1 infantry: sz15 > anglo_egypt").end_phase()
        table.battle("anglo_egypt", dice="6").retreat("sz14")
        assert table.at("sz14") == {"germany": {"transport": 1, "infantry": 1}}
        assert table.at("anglo_egypt") == {"united_kingdom": {"infantry": 1}}

    @pytest.mark.rule("CMV-61", setup="revised")
    def test_transfer_its_cargo(self) -> None:
        spaces = {**THE_GERMAN_TRANSPORT, "sz14": "germany: 1 transport"}
        table = revised("germany", "noncombat_move", spaces, owners={"algeria": "germany"})
        table.move("1 infantry: algeria > sz13")
        table.refuses_move("1 infantry: sz13 > sz14", "CMV-61")

    @pytest.mark.rule("CMV-56", setup="revised")
    def test_have_its_cargo_move_on_ashore(self) -> None:
        table = german_transport().move("1 infantry: algeria > sz13").move("1 infantry: sz13 > western_europe")
        table.refuses_move("1 infantry: western_europe > southern_europe", "CMV-56")

    @pytest.mark.rule("SPC-12", setup="revised")
    def test_have_its_cargo_retreat(self) -> None:
        table = german_transport("combat_move").move("1 infantry: algeria > sz13").move("1 infantry: sz13 > gibraltar")
        table.end_phase().battle("gibraltar", dice="6 6 6 1")
        assert table.at("gibraltar") == {"united_kingdom": {"infantry": 1}}


@pytest.mark.rule("CMV-54", "CMV-19", setup="revised")
def test_a_transport_loads_in_friendly_zones_on_its_way_and_above_submerged_submarines() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport, 1 battleship",
        "sz7": "germany: 1 submarine",
        "united_kingdom": "united_kingdom: 2 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 battleship: sz6 > sz7").end_phase()
    table.battle("sz7", dice="6 6").press().decide("submerge", {"submarine": 1})
    table.move("1 transport: sz6 > sz7").move("1 infantry: united_kingdom > sz7").move(
        "1 infantry: sz7 > united_kingdom"
    )


@pytest.mark.rule("CMV-57", setup="revised")
@pytest.mark.parametrize("enemy", ["submarine", "transport", "destroyer"])
def test_a_transport_stops_where_it_meets_any_enemy_unit(enemy: str) -> None:
    spaces = {"sz8": "united_kingdom: 1 transport", "sz9": f"germany: 1 {enemy}", "sz10": "germany: 1 transport"}
    revised("united_kingdom", "combat_move", spaces).refuses_move("1 transport: sz8 > sz9 > sz10", "CMV-57")


@pytest.mark.rule("CMV-58", "NCM-27", "NCM-32", setup="revised")
def test_what_was_loaded_in_the_combat_move_may_stay_aboard() -> None:
    spaces = {"sz6": "united_kingdom: 1 transport", "united_kingdom": "united_kingdom: 1 infantry"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 infantry: united_kingdom > sz6").end_phase()
    assert table.phase == "noncombat_move"
    table.end_phase()
    assert table.at("sz6")["united_kingdom"] == {"transport": 1, "infantry": 1}


@pytest.mark.rule("CMV-58", "CMV-01", setup="revised")
@pytest.mark.parametrize("ways", [["sz6 > sz3"], ["sz6 > sz3 > sz2"], ["sz6 > sz3", "sz3 > sz2"]])
def test_a_laden_transport_may_end_its_combat_move_without_an_assault_and_an_empty_one_not(ways: list[str]) -> None:
    spaces = {"sz6": "united_kingdom: 2 transport", "united_kingdom": "united_kingdom: 1 infantry"}
    table = revised("united_kingdom", "combat_move", spaces).move("1 infantry: united_kingdom > sz6")
    for way in ways:
        table.move(f"1 transport: {way}", with_cargo={"infantry": 1})
    assert table.end_phase().phase == "noncombat_move"
    empty = revised("united_kingdom", "combat_move", spaces).move("1 transport: sz6 > sz3")
    empty.refuses_move("1 transport: sz3 > sz2", "CMV-01")
    empty.refuses({"type": "end_phase"}, "CMV-01")


@pytest.mark.rule("CMV-60", setup="revised")
def test_a_transport_that_landed_an_assault_does_no_more() -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport",
        "united_kingdom": "united_kingdom: 2 infantry, 1 tank",
    }
    table = revised("united_kingdom", "combat_move", spaces).move("1 infantry, 1 tank: united_kingdom > sz6")
    table.move("1 tank: sz6 > norway")
    table.refuses_move("1 infantry: sz6 > western_europe", "CMV-60")
    table.end_phase()
    assert table.owner("norway") == "united_kingdom"
    table.refuses_move("1 infantry: sz6 > norway", "CMV-60")


@pytest.mark.rule("CMV-63", setup="revised")
def test_transports_alone_may_attack_though_they_hit_nothing() -> None:
    spaces = {"sz8": "united_kingdom: 2 transport", "sz9": "germany: 1 submarine"}
    table = revised("united_kingdom", "combat_move", spaces).move("2 transport: sz8 > sz9", attack=True).end_phase()
    table.battle("sz9", dice="2").retreat("sz8")
    assert table.at("sz8") == {"united_kingdom": {"transport": 1}}


@pytest.mark.rule("UNI-61", "UNI-62", "UNI-63", setup="revised")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "tank", "anti_aircraft_gun"])
def test_a_transport_carries_any_one_land_unit_and_one_infantry_of_any_power(unit: str) -> None:
    spaces = {
        "sz6": "united_kingdom: 1 transport",
        "united_kingdom": f"united_kingdom: 1 infantry; united_states: 1 {unit}, 1 tank",
    }
    table = revised("united_kingdom", "noncombat_move", spaces).move("1 infantry: united_kingdom > sz6").end_phase()
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "noncombat_move"}})
    table.move(f"1 {unit}: united_kingdom > sz6")
    table.refuses_move("1 tank: united_kingdom > sz6", "UNI-61")
    assert table.at("sz6")["united_states"] == {unit: 1}


@pytest.mark.rule("UNI-62", setup="revised")
def test_no_aircraft_board_a_transport() -> None:
    spaces = {"sz6": "united_kingdom: 1 transport", "united_kingdom": "united_kingdom: 1 bomber"}
    revised("united_kingdom", "noncombat_move", spaces).refuses_move("1 bomber: united_kingdom > sz6", "UNI-47")


@pytest.mark.rule("UNI-64", "UNI-65", setup="revised")
def test_cargo_neither_fires_nor_is_hit_and_sinks_with_its_ship() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 transport"}
    cargo = {"sz9": [{"transport": "germany", "units": {"germany": {"tank": 1, "infantry": 1}}}]}
    table = revised("united_kingdom", "combat_move", spaces, cargo=cargo).move("1 destroyer: sz8 > sz9").end_phase()
    table.battle("sz9", dice="1 6")
    assert table.at("sz9") == {"united_kingdom": {"destroyer": 1}}


@pytest.mark.rule("UNI-66", setup="revised")
def test_a_gun_carried_to_an_ally_stays_its_owners() -> None:
    spaces = {"sz6": "united_states: 1 transport"}
    cargo = {"sz6": [{"transport": "united_states", "units": {"united_states": {"anti_aircraft_gun": 1}}}]}
    table = revised("united_states", "noncombat_move", spaces, cargo=cargo)
    table.move("1 anti_aircraft_gun: sz6 > united_kingdom")
    assert table.at("united_kingdom") == {"united_states": {"anti_aircraft_gun": 1}}


@pytest.mark.rule("CMV-67", setup="revised")
def test_an_allys_transport_carries_over_three_turns() -> None:
    """The document's example: American infantry from the West Indies to Panama on a British transport."""
    spaces = {"sz19": "united_kingdom: 1 transport", "west_indies": "united_states: 1 infantry"}
    table = revised("united_states", "noncombat_move", spaces).move("1 infantry: west_indies > sz19")
    table.refuses_move("1 infantry: sz19 > panama", "CMV-67")
    table.do({"type": "edit", "turn": {"power": "united_kingdom", "phase": "noncombat_move"}})
    table.move("1 transport: sz19 > sz20")
    table.refuses_move("1 infantry: sz20 > panama", "power", owner="united_states")
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "noncombat_move"}})
    table.move("1 infantry: sz20 > panama")
    assert table.at("panama") == {"united_states": {"infantry": 1}}


@pytest.mark.rule("CMV-68", setup="revised")
def test_a_land_unit_assaults_from_an_allys_transport_in_its_own_turn() -> None:
    cargo = {"sz6": [{"transport": "united_kingdom", "units": {"united_states": {"infantry": 1}}}]}
    spaces = {"sz6": "united_kingdom: 1 transport", "norway": "germany: 1 infantry"}
    table = revised("united_states", "combat_move", spaces, cargo=cargo).move("1 infantry: sz6 > norway").end_phase()
    table.battle("norway", dice="1 6")
    assert table.at("norway") == {"united_states": {"infantry": 1}}

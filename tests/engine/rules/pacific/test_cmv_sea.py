"""Ships in the combat move of Pacific 1940: what stops them, what transports carry where (chapters BRD and CMV)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rules.pacific.playing import at_war
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"


def off_midway(ships: str, met: str, goal: str = "1 transport") -> Table:
    """American ships off Midway, Japanese ones in the next zone and in the zone beyond it."""
    spaces = {"sz25": f"{US}: {ships}", "sz24": f"japan: {met}", "sz17": f"japan: {goal}"}
    return at_war(US, "combat_move", spaces, kamikaze_tokens={"japan": 0})


def laden(power: str, zone: str, cargo: str, spaces: dict[str, str], *, owner: str = "", **more: Any) -> Table:
    """A transport of a power, or of this owner, with units of the power aboard since an earlier turn."""
    ship = owner or power
    aboard = {unit: int(count) for count, unit in (entry.split() for entry in cargo.split(", "))}
    held = {zone: [{"transport": ship, "units": {power: aboard}}]}
    there = "; ".join(filter(None, (f"{ship}: 1 transport", spaces.get(zone))))
    return at_war(power, more.pop("phase", "combat_move"), {**spaces, zone: there}, cargo=held, **more)


class TestWhatStopsShips:
    @pytest.mark.rule("CMV-29", setups="1940")
    @pytest.mark.parametrize("ship", ["destroyer", "cruiser", "battleship"])
    @pytest.mark.parametrize("met", ["destroyer", "cruiser", "aircraft_carrier", "battleship"])
    def test_surface_warships_stop_each_other(self, ship: str, met: str) -> None:
        table = off_midway(f"1 {ship}", f"1 {met}")
        no = table.refuses_move(f"1 {ship}: sz25 > sz24 > sz17", "CMV-29")
        assert no.endswith("cannot go on from sea zone 24: enemy surface warships stop it there.")
        table.move(f"1 {ship}: sz25 > sz24").refuses_move(f"1 {ship}: sz24 > sz17", "CMV-29")
        assert table.end_phase().pending == [("sz24", "sea")]

    @pytest.mark.rule("CMV-30", setups="1940")
    @pytest.mark.parametrize("met", ["cruiser", "aircraft_carrier", "battleship", "submarine", "transport"])
    def test_submarines_pass_all_but_destroyers(self, met: str) -> None:
        table = off_midway("1 submarine", f"1 {met}").move("1 submarine: sz25 > sz24 > sz17").end_phase()
        assert table.pending == [("sz17", "sea")]

    @pytest.mark.rule("CMV-31", setups="1940")
    def test_a_destroyer_stops_a_submarine_at_once_and_fights_it(self) -> None:
        table = off_midway("1 submarine", "1 destroyer")
        no = table.refuses_move("1 submarine: sz25 > sz24 > sz17", "CMV-31")
        assert no == "The submarine cannot go on from sea zone 24: an enemy destroyer stops it there."
        table.move("1 submarine: sz25 > sz24").refuses_move("1 submarine: sz24 > sz17", "CMV-31")
        assert table.end_phase().pending == [("sz24", "sea")]

    @pytest.mark.rule("CMV-33", "CMV-34", setups="1940")
    @pytest.mark.parametrize("met", ["1 submarine", "1 transport", "2 submarine, 1 transport"])
    def test_submarines_and_transports_stop_nobody(self, met: str) -> None:
        table = off_midway("1 destroyer, 1 battleship, 1 transport", met, "1 destroyer")
        table.move("1 destroyer, 1 battleship, 1 transport: sz25 > sz24 > sz17").end_phase()
        assert table.pending == [("sz17", "sea")]

    @pytest.mark.rule("CMV-33", "CMV-34", "BRD-19", setups="1940")
    @pytest.mark.parametrize("met", ["submarine", "transport"])
    def test_nor_do_they_keep_anybody_from_loading(self, met: str) -> None:
        spaces = {"sz20": f"japan: 1 transport, 1 destroyer; {UK}: 1 {met}", "formosa": "japan: 1 infantry"}
        table = at_war("japan", "combat_move", spaces)
        table.move("1 infantry: formosa > sz20").move("1 infantry: sz20 > kwangtung").end_phase()
        assert table.owner("kwangtung") == "japan"

    @pytest.mark.rule("BRD-19", setups="1940")
    @pytest.mark.parametrize(
        ("ship", "hostile"),
        [
            ("submarine", False),
            ("transport", False),
            ("destroyer", True),
            ("cruiser", True),
            ("aircraft_carrier", True),
            ("battleship", True),
        ],
    )
    def test_neither_submarines_nor_transports_are_surface_warships(self, ship: str, hostile: bool) -> None:
        spaces = {"sz25": f"{US}: 1 cruiser", "sz24": f"japan: 1 {ship}"}
        table = at_war(US, "noncombat_move", spaces)
        if hostile:
            table.refuses_move("1 cruiser: sz25 > sz24 > sz17", "NCM-23")
        else:
            table.move("1 cruiser: sz25 > sz24 > sz17")

    @pytest.mark.rule("CMV-57", setups="1940")
    def test_a_transport_stops_where_it_meets_surface_warships(self) -> None:
        table = off_midway("1 transport, 1 destroyer", "1 cruiser")
        no = table.refuses_move("1 transport: sz25 > sz24 > sz17", "CMV-57")
        assert no == "The transport cannot go on from sea zone 24: enemy surface warships stop it there."
        table.move("1 transport, 1 destroyer: sz25 > sz24").refuses_move("1 transport: sz24 > sz17", "CMV-57")
        assert table.end_phase().pending == [("sz24", "sea")]

    @pytest.mark.rule("CMV-57", setups="1940")
    def test_those_in_the_zone_where_it_starts_do_not_stop_it(self) -> None:
        spaces = {"sz25": f"{US}: 1 transport; japan: 1 battleship", "sz24": "japan: 2 submarine"}
        table = at_war(US, "combat_move", spaces).move("1 transport: sz25 > sz24 > sz17").end_phase()
        assert table.pending == []
        assert table.at("sz17") == {US: {"transport": 1}}


class TestLoading:
    @pytest.mark.rule("CMV-55", setups="1940")
    def test_a_transport_loads_before_it_sails_and_on_its_way(self) -> None:
        spaces = {"sz36": "japan: 1 transport", "kwangsi": "japan: 1 tank", "formosa": "japan: 1 infantry"}
        table = at_war("japan", "combat_move", spaces)
        table.move("1 tank: kwangsi > sz36").move("1 transport: sz36 > sz20").move("1 infantry: formosa > sz20")
        table.move("1 transport: sz20 > sz35").move("1 tank, 1 infantry: sz35 > philippines").end_phase()
        assert table.owner("philippines") == "japan"
        assert table.at("philippines") == {"japan": {"tank": 1, "infantry": 1}}

    @pytest.mark.rule("CMV-55", setups="1940")
    def test_and_where_it_arrives_from_several_territories(self) -> None:
        spaces = {"sz19": "japan: 1 transport", "kiangsi": "japan: 1 artillery", "formosa": "japan: 1 infantry"}
        table = at_war("japan", "combat_move", spaces).move("1 transport: sz19 > sz20")
        table.move("1 artillery: kiangsi > sz20").move("1 infantry: formosa > sz20")
        table.move("1 artillery, 1 infantry: sz20 > kwangtung").end_phase()
        assert table.at("kwangtung") == {"japan": {"artillery": 1, "infantry": 1}}

    @pytest.mark.rule("CMV-55", setups="1940")
    def test_but_in_no_hostile_zone(self) -> None:
        spaces = {"sz19": "japan: 1 transport, 1 cruiser", "sz20": f"{UK}: 1 destroyer", "formosa": "japan: 1 infantry"}
        table = at_war("japan", "combat_move", spaces).move("1 transport, 1 cruiser: sz19 > sz20")
        table.refuses_move("1 infantry: formosa > sz20", "CMV-19")

    @pytest.mark.rule("CMV-56", setups="1940")
    def test_going_aboard_is_all_that_a_land_unit_does(self) -> None:
        spaces = {"sz36": "japan: 1 transport", "kiangsi": "japan: 1 tank", "kwangsi": "japan: 1 mechanized_infantry"}
        for phase in ("combat_move", "noncombat_move"):
            table = at_war("japan", phase, spaces)
            table.refuses_move("1 tank: kiangsi > kwangsi > sz36", "CMV-56")
            table.refuses_move("1 mechanized_infantry: kwangsi > sz36 > hainan", "CMV-56")
        table.move("1 tank: kiangsi > kwangsi").refuses_move("1 tank: kwangsi > sz36", "CMV-56")

    @pytest.mark.rule("CMV-56", setups="1940")
    def test_so_is_going_ashore(self) -> None:
        table = laden("japan", "sz36", "1 tank", {}, phase="noncombat_move").move("1 tank: sz36 > kwangsi")
        no = table.refuses_move("1 tank: kwangsi > kiangsi", "CMV-56")
        assert no == "The tank has just come ashore; that was its whole move."
        table = laden("japan", "sz37", "1 tank", {}).move("1 tank: sz37 > shan_state")
        table.refuses_move("1 tank: shan_state > burma", "units")

    @pytest.mark.rule("CMV-60", setups="1940")
    def test_a_transport_serves_one_territory_and_stays_there(self) -> None:
        spaces = {"siam": "japan: 1 infantry", "sz43": f"{UK}: 1 transport", "sz37": "japan: 1 cruiser"}
        table = laden("japan", "sz37", "1 tank, 1 infantry", spaces).move("1 tank: sz37 > malaya")
        no = table.refuses_move("1 infantry: sz37 > shan_state", "CMV-60")
        assert no == "The transport in sea zone 37 offloads into Malaya this turn; it serves only one territory."
        table.refuses_move("1 transport: sz37 > sz43", "CMV-60")
        table.refuses_move("1 infantry: siam > sz37", "CMV-60")
        table.end_phase()
        assert (table.owner("malaya"), table.owner("shan_state")) == ("japan", "united_kingdom")
        table.refuses_move("1 transport: sz37 > sz36", "CMV-60")
        table.refuses_move("1 infantry: sz37 > siam", "CMV-60")

    @pytest.mark.rule("CMV-60", setups="1940")
    def test_so_it_does_in_the_noncombat_move(self) -> None:
        table = laden("japan", "sz20", "1 tank, 1 infantry", {"formosa": "japan: 1 infantry"}, phase="noncombat_move")
        table.move("1 tank: sz20 > kiangsi").refuses_move("1 infantry: sz20 > formosa", "CMV-60")
        table.refuses_move("1 transport: sz20 > sz19", "CMV-60")
        table.refuses_move("1 infantry: formosa > sz20", "CMV-60")

    @pytest.mark.rule("CMV-62", setups="1940")
    def test_a_bridge_takes_one_load_across_without_moving(self) -> None:
        spaces = {"sz37": "japan: 1 transport", "siam": "japan: 2 tank, 2 infantry"}
        table = at_war("japan", "combat_move", spaces).move("1 tank, 1 infantry: siam > sz37")
        table.refuses_move("1 infantry: siam > sz37", "UNI-61")
        table.move("1 tank, 1 infantry: sz37 > malaya").end_phase()
        assert table.at("malaya") == {"japan": {"tank": 1, "infantry": 1}}
        assert table.at("sz37") == {"japan": {"transport": 1}}
        table.refuses_move("1 transport: sz37 > sz36", "CMV-60")

    @pytest.mark.rule("CMV-62", setups="1940")
    def test_no_bridge_leads_over_a_hostile_zone(self) -> None:
        spaces = {"sz37": f"japan: 1 transport, 1 battleship; {UK}: 1 destroyer", "siam": "japan: 1 infantry"}
        at_war("japan", "combat_move", spaces).refuses_move("1 infantry: siam > sz37", "CMV-19")


class TestEscorts:
    @pytest.mark.rule("CMV-65", "BRD-19", setups="1940")
    @pytest.mark.parametrize("escort", ["submarine", "destroyer", "cruiser", "aircraft_carrier", "battleship"])
    def test_every_own_warship_lets_a_landing_pass_submarines(self, escort: str) -> None:
        table = laden("japan", "sz37", "1 infantry", {"sz37": f"japan: 1 {escort}; {UK}: 1 submarine"})
        table.move("1 infantry: sz37 > malaya").end_phase()
        assert table.owner("malaya") == "japan"
        assert table.at("sz37")[UK] == {"submarine": 1}

    @pytest.mark.rule("CMV-65", "BRD-19", setups="1940")
    def test_a_transport_is_no_warship(self) -> None:
        table = laden("japan", "sz37", "1 infantry", {"sz37": f"japan: 2 transport; {UK}: 1 submarine"})
        no = table.move("1 infantry: sz37 > malaya").refuses({"type": "end_phase"}, "CMV-64")
        assert no == (
            "A landing cannot ignore 1 submarine in sea zone 37 without one of your warships there. Bring one, or "
            "attack."
        )

    @pytest.mark.rule("CMV-66", setups="1940")
    @pytest.mark.parametrize("ships", ["1 destroyer", "1 battleship, 1 submarine"])
    def test_the_warships_of_an_ally_are_no_escort(self, ships: str) -> None:
        spaces = {"sz36": f"{US}: {ships}; japan: 1 submarine"}
        table = laden("anzac", "sz36", "1 infantry", spaces).move("1 infantry: sz36 > kwangsi")
        table.refuses({"type": "end_phase"}, "CMV-64")
        spaces = {"sz36": f"anzac: {ships}; japan: 1 submarine"}
        table = laden("anzac", "sz36", "1 infantry", spaces).move("1 infantry: sz36 > kwangsi").end_phase()
        assert table.owner("kwangsi") == "china"


class TestLandingsFromAnAllysShip:
    @pytest.mark.rule("CMV-68", setups="1940")
    def test_a_land_unit_attacks_from_it_in_its_own_turn(self) -> None:
        borneo = {"owners": {"borneo": "japan"}}
        spaces = {"borneo": "japan: 1 infantry"}
        table = laden("anzac", "sz43", "1 tank, 1 infantry", spaces, owner=UK, **borneo)
        table.refuses_move("1 transport: sz43 > sz42", "units")
        table.move("1 tank, 1 infantry: sz43 > borneo").end_phase().battle("borneo", dice="1 6 6")
        assert table.at("borneo") == {"anzac": {"tank": 1, "infantry": 1}}
        cargo = {"sz43": [{"transport": UK, "units": {"anzac": {"infantry": 1}}}]}
        table = at_war(UK, "combat_move", {**spaces, "sz43": f"{UK}: 1 transport"}, cargo=cargo, **borneo)
        table.refuses_move("1 infantry: sz43 > borneo", "units")

    @pytest.mark.rule("CMV-68", setups="1940")
    def test_and_clears_the_zone_itself(self) -> None:
        spaces = {"sz43": f"{UK}: 1 battleship; japan: 1 destroyer", "philippines": "anzac: 1 fighter"}
        table = laden("anzac", "sz43", "1 infantry", spaces, owner=UK, owners={"borneo": "japan"})
        no = table.move("1 infantry: sz43 > borneo").refuses({"type": "end_phase"}, "CMV-63")
        assert no.startswith("Sea zone 43 is held by 1 destroyer")
        table.move("1 fighter: philippines > sz35 > sz43").end_phase().battle("sz43", dice="3 6")
        assert table.owner("borneo") == UK

    @pytest.mark.rule("CMV-68", "CMV-66", setups="1940")
    def test_and_brings_its_own_escort(self) -> None:
        for mine, legal in (("", False), ("anzac: 1 submarine; ", True)):
            spaces = {"sz43": f"{mine}{UK}: 1 battleship; japan: 1 submarine"}
            table = laden("anzac", "sz43", "1 infantry", spaces, owner=UK, owners={"borneo": "japan"})
            table.move("1 infantry: sz43 > borneo")
            table.end_phase() if legal else table.refuses({"type": "end_phase"}, "CMV-64")
        assert table.owner("borneo") == UK


class TestWaysAround:
    """From Hawaii a naval base lets ships go three spaces, on the shortest way or around what bars it."""

    @pytest.mark.rule("NCM-23", "UNI-42", setups="1940")
    @pytest.mark.parametrize("ships", ["1 cruiser", "1 cruiser, 1 submarine"])
    def test_ships_told_only_where_to_go_sail_around_enemies(self, ships: str) -> None:
        table = at_war(US, "noncombat_move", {"sz26": f"{US}: {ships}", "sz25": "japan: 1 cruiser"})
        table.refuses_move(f"{ships}: sz26 > sz25 > sz16", "NCM-23")
        table.move(f"{ships}: sz26 > sz16")
        assert set(table.at("sz16")[US]) == {entry.split()[1] for entry in ships.split(", ")}

    @pytest.mark.rule("CMV-29", "UNI-42", setups="1940")
    def test_they_do_so_to_attack_too(self) -> None:
        spaces = {"sz26": f"{US}: 1 cruiser", "sz25": "japan: 1 cruiser", "sz16": "japan: 1 transport"}
        table = at_war(US, "combat_move", spaces).move("1 cruiser: sz26 > sz16")
        assert table.at("sz16")[US] == {"cruiser": 1}

    @pytest.mark.rule("NCM-23", "UNI-42", setups="1940")
    def test_whose_moves_do_not_suffice_is_told_what_bars_the_shortest_way(self) -> None:
        spaces = {"sz26": f"{US}: 1 cruiser", "sz25": "japan: 1 cruiser"}
        base = {"hawaiian_islands": {"damage": {"naval_base": 3}}}
        table = at_war(US, "noncombat_move", spaces, more_spaces=base)
        told = table.refuses_move("1 cruiser: sz26 > sz16", "NCM-23")
        assert told == "Sea zone 25 is hostile, so the cruiser cannot enter it in this phase."

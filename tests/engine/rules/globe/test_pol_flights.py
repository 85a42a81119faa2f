"""Over whose territory aircraft fly in peace; a neutral power keeps its skies, and to them (BRD-13, POL-77)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import WarNeeded
from engine.queries.reach import destinations
from engine.state.words import first_upper, place
from tests.engine.table import Table, move_order, position

UK, US, USSR = "united_kingdom", "united_states", "soviet_union"
PACIFIC_WAR = [["japan", US, "war"]]


def flight(power: str, start: str, phase: str = "noncombat_move", unit: str = "fighter", **more: Any) -> Table:
    """A single aircraft of a power, with everything else as at the start."""
    return position(power, phase, {start: f"{power}: 1 {unit}"}, **more)


def way_of(table: Table) -> tuple[str, ...]:
    """The way of the last move."""
    (moved,) = table.happened("units_moved")
    return tuple(moved.path)


class TestNeutralPowers:
    @pytest.mark.rule("POL-77", "BRD-13", "POL-12", setup="global_1940")
    @pytest.mark.parametrize(
        ("power", "path", "who", "why"),
        [
            ("germany", "poland > eastern_poland > romania", "the Soviet Union", "no other power's aircraft may"),
            (UK, "ontario > eastern_united_states > quebec", "the United States", "no other power's aircraft may"),
            (US, "alaska > british_columbia > western_united_states", "the United Kingdom", "its aircraft do not"),
            (USSR, "bessarabia > romania > eastern_poland", "Germany", "its aircraft do not"),
        ],
    )
    def test_nobody_flies_over_their_territory_and_they_over_none(
        self, power: str, path: str, who: str, why: str
    ) -> None:
        start, over, _ = path.split(" > ")
        table = flight(power, start)
        told = table.refuses_move(f"1 fighter: {path}", "POL-77")
        assert told.startswith(f"{first_upper(place(table.state, over))} belongs to {who}")
        assert f"{why} fly over it." in told

    @pytest.mark.rule("POL-77", setup="global_1940")
    @pytest.mark.parametrize(
        ("power", "start", "end", "over"),
        [
            ("germany", "poland", "romania", {"germany"}),
            (UK, "ontario", "quebec", {UK}),
            (US, "alaska", "western_united_states", {US}),
        ],
    )
    def test_a_flight_that_names_its_end_alone_goes_around(
        self, power: str, start: str, end: str, over: set[str]
    ) -> None:
        table = flight(power, start)
        (offered,) = (each for each in destinations(table.state, start, "fighter") if each.space == end)
        table.move(f"1 fighter: {start} > {end}")
        assert way_of(table) == offered.path
        assert {table.owner(space) for space in offered.path if space in table.state.owners} == over

    @pytest.mark.rule("POL-77", "POL-10", setup="global_1940")
    def test_at_war_they_fly_over_their_allies_again(self) -> None:
        table = flight(US, "alaska", relations=PACIFIC_WAR)
        table.move("1 fighter: alaska > british_columbia > western_united_states")
        guest = flight(UK, "ontario", relations=PACIFIC_WAR)
        assert way_of(guest.move("1 fighter: ontario > eastern_united_states > quebec"))[-1] == "quebec"

    @pytest.mark.rule("POL-13", "POL-77", setup="global_1940")
    def test_a_soviet_union_at_war_on_one_map_keeps_the_skies_of_the_other(self) -> None:
        in_asia: dict[str, Any] = {"relations": [["japan", USSR, "war"]]}
        flight(USSR, "bessarabia", **in_asia).refuses_move("1 fighter: bessarabia > romania > eastern_poland", "POL-77")
        flight("germany", "poland", **in_asia).refuses_move("1 fighter: poland > eastern_poland > romania", "POL-77")
        in_europe: dict[str, Any] = {"relations": [["germany", USSR, "war"]]}
        flight("japan", "korea", **in_europe).refuses_move("1 fighter: korea > amur > manchuria", "POL-77")
        flight("germany", "poland", **in_europe).move("1 fighter: poland > eastern_poland > romania")
        flight("japan", "korea", **in_asia).move("1 fighter: korea > amur > manchuria")

    @pytest.mark.rule("POL-77", "POL-04", setup="global_1940")
    def test_who_attacks_over_soviet_ground_is_told_that_he_may_declare_war(self) -> None:
        spaces = {"poland": "germany: 1 strategic_bomber", "sz127": f"{UK}: 1 destroyer"}
        table = position("germany", "combat_move", spaces)
        order = "1 strategic_bomber: poland > baltic_states > novgorod > sz127"
        assert "You may declare war on the Soviet Union now." in table.refuses_move(order, "POL-77")
        with pytest.raises(WarNeeded):
            table.do(move_order(order))
        table.do({"type": "declare_war", "on": [USSR]}).move(order)

    @pytest.mark.rule("POL-77", "CMV-38", setup="global_1940")
    def test_where_only_the_way_around_is_too_long_the_pilot_is_told_so(self) -> None:
        """Over Soviet ground it would be three spaces from Poland to the White Sea."""
        ships = dict.fromkeys(("sz127", "sz109"), f"{UK}: 1 destroyer")
        table = position("germany", "combat_move", {"poland": "germany: 1 fighter", **ships})
        assert table.refuses_move("1 fighter: poland > sz127", "CMV-38") == (
            "The fighter has 4 of 4 spaces left this turn; sea zone 127 is 5 away by the shortest way open to it."
        )
        assert table.refuses_move("1 fighter: poland > sz109", "CMV-38").endswith("; sea zone 109 is 5 away.")

    @pytest.mark.rule("POL-77", "CMV-39", setup="global_1940")
    def test_the_way_home_leads_over_no_neutral_power_either(self) -> None:
        spaces = {"western_germany": "germany: 1 strategic_bomber", "sz127": f"{UK}: 1 destroyer"}
        owners = {"norway": UK, "vyborg": "germany"}
        order = "1 strategic_bomber: western_germany > sz127"
        peace = position("germany", "combat_move", spaces, owners=owners)
        peace.refuses_move(order, "CMV-39")
        assert "sz127" not in {each.space for each in destinations(peace.state, "western_germany", "strategic_bomber")}
        position("germany", "combat_move", spaces, owners=owners, relations=[["germany", USSR, "war"]]).move(order)

    @pytest.mark.rule("POL-77", setup="global_1940")
    def test_what_lies_behind_them_is_not_offered(self) -> None:
        table = flight("germany", "romania", "combat_move")
        table.refuses_move("1 fighter: romania > sz100 > caucasus > northwest_persia", "POL-77")
        assert "northwest_persia" not in {each.space for each in destinations(table.state, "romania", "fighter")}
        war = flight("germany", "romania", "combat_move", unit="strategic_bomber", relations=[["germany", USSR, "war"]])
        assert "northwest_persia" in {each.space for each in destinations(war.state, "romania", "strategic_bomber")}

    @pytest.mark.rule("POL-77", "RES-36", setup="global_1940")
    def test_paratroopers_go_around_like_aircraft(self) -> None:
        table = position(
            "germany",
            "combat_move",
            {"poland": "germany: 1 infantry", "bessarabia": f"{UK}: 1 infantry"},
            owners={"bessarabia": UK},
            technologies={"germany": ["paratroopers"]},
            more_spaces={"poland": {"facilities": ["air_base"]}},
        )
        table.refuses_move("1 infantry: poland > eastern_poland > bessarabia", "POL-77")
        table.move("1 infantry: poland > bessarabia")
        assert way_of(table) == ("poland", "slovakia_hungary", "romania", "bessarabia")


class TestOthersInPeace:
    @pytest.mark.rule("BRD-13", "POL-77", "BRD-10", setup="global_1940")
    def test_other_powers_not_at_war_let_aircraft_pass(self) -> None:
        table = flight("japan", "kwangsi")
        assert way_of(table.move("1 fighter: kwangsi > kwangtung > kiangsi")) == ("kwangsi", "kwangtung", "kiangsi")

    @pytest.mark.rule("BRD-13", "POL-77", setup="global_1940")
    def test_but_not_land_there(self) -> None:
        assert "not at war" in flight("japan", "kwangsi").refuses_move("1 fighter: kwangsi > kwangtung", "NCM-13")

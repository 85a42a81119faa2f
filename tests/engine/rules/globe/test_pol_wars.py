"""Who may declare war on whom and when in Global 1940, and what peace keeps powers from (POL-03..37, POL-79)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import state_from_json, state_to_json
from engine.politics.grounds import chances
from engine.politics.standing import Standing, at_war, share_space, standing_of, standing_of_territory
from engine.queries.consequences import consequences
from tests.engine.table import Table, position

UK, US, USSR = "united_kingdom", "united_states", "soviet_union"
HOMES = ("eastern_united_states", "central_united_states", "western_united_states")
SOMEBODY = {
    "russia": f"{USSR}: 1 infantry",
    "eastern_united_states": f"{US}: 1 infantry",
    "szechwan": "china: 1 infantry",
}


def declare(*on: str) -> dict[str, Any]:
    """The order to declare war on these powers."""
    return {"type": "declare_war", "on": list(on)}


def at(power: str, phase: str = "combat_move", game_round: int = 1, **more: Any) -> Table:
    """A power on turn on the board at the start, with a few units."""
    spaces = {**SOMEBODY, "germany": "germany: 1 infantry", "japan": "japan: 1 infantry", **more.pop("spaces", {})}
    return position(power, phase, spaces, game_round=game_round, **more)


def foes(table: Table, power: str) -> set[str]:
    """Those with whom a power is at war."""
    return {other for other in table.state.edition.turn_order if at_war(table.state, power, other)}


def play_on(table: Table, power: str, phase: str) -> Table:
    """Everybody ends their phases until this one."""
    for _ in range(80):
        if (table.power, table.phase) == (power, phase):
            return table
        table.end_phase()
    raise AssertionError(f"{power} never comes to its {phase}")


@pytest.mark.rule("POL-07", "POL-01", setup="global_1940")
def test_the_wars_at_the_start() -> None:
    table = at("germany")
    west = {UK, "anzac", "france"}
    assert [foes(table, power) for power in ("germany", "italy", "japan", USSR, US)] == [
        west,
        west,
        {"china"},
        set(),
        set(),
    ]


class TestAxis:
    @pytest.mark.rule("POL-15", "POL-16", "POL-03", setup="global_1940")
    @pytest.mark.parametrize("power", ["germany", "italy"])
    @pytest.mark.parametrize("foe", [US, USSR, "china"])
    def test_germany_and_italy_may_go_to_war_with_each_of_three_powers_alone(self, power: str, foe: str) -> None:
        spaces = {"southern_italy": "italy: 1 infantry"}
        table = at(power, spaces=spaces).do(declare(foe))
        assert foes(table, power) == {UK, "anzac", "france", foe}
        assert foes(table, foe) == ({power, "japan"} if foe == "china" else {power})
        assert table.happened("war_declared")[0].provoked is False

    @pytest.mark.rule("POL-79", setup="global_1940")
    def test_a_war_of_germany_with_china_leaves_italy_out(self) -> None:
        table = at("germany").do(declare("china"))
        assert (at_war(table.state, "germany", "china"), at_war(table.state, "italy", "china")) == (True, False)

    @pytest.mark.rule("POL-17", "POL-19", setup="global_1940")
    @pytest.mark.parametrize("foe", ["france", USSR])
    def test_japan_may_fight_france_or_the_soviet_union_without_america(self, foe: str) -> None:
        table = at("japan").do(declare(foe))
        assert foes(table, "japan") == {"china", foe}
        play_on(table, US, "noncombat_move")
        assert foes(table, US) == set()


class TestSovietUnion:
    @pytest.mark.rule("POL-31", setup="global_1940")
    def test_it_leaves_germany_alone_before_round_four(self) -> None:
        assert "round 4" in at(USSR, game_round=3).refuses(declare("germany"), "POL-31")
        table = at(USSR, game_round=4).do(declare("germany", "italy"))
        assert foes(table, USSR) == {"germany", "italy"}

    @pytest.mark.rule("POL-31", setup="global_1940")
    def test_a_war_of_one_european_power_opens_the_other(self) -> None:
        table = play_on(at("germany").do(declare(USSR)), USSR, "combat_move").do(declare("italy"))
        assert foes(table, USSR) == {"germany", "italy"}

    @pytest.mark.rule("POL-31", setup="global_1940")
    def test_the_fall_of_london_opens_war_for_good(self) -> None:
        table = at("germany", "conduct_combat", owners={"united_kingdom": "germany"}).end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["london"]
        table.do({"type": "edit", "spaces": {"united_kingdom": {"owner": UK}}})
        play_on(table, USSR, "combat_move").do(declare("italy"))
        assert at_war(table.state, USSR, "italy")

    @pytest.mark.rule("POL-32", setup="global_1940")
    def test_it_may_fight_japan_on_any_turn(self) -> None:
        assert foes(at(USSR).do(declare("japan")), USSR) == {"japan"}

    @pytest.mark.rule("POL-11", "POL-12", "POL-13", setup="global_1940")
    def test_war_on_one_map_leaves_it_neutral_on_the_other(self) -> None:
        spaces = {
            "novosibirsk": f"{USSR}: 1 infantry",
            "turkmenistan": f"{USSR}: 2 infantry",
            "yenisey": f"{USSR}: 1 infantry",
        }
        table = at(
            USSR, "noncombat_move", relations=[["japan", USSR, "war"]], spaces=spaces, owners={"eastern_persia": UK}
        )
        state = table.state
        assert share_space(state, USSR, UK, "sz37")
        assert not share_space(state, USSR, UK, "sz98")
        assert standing_of(state, UK, USSR, "united_kingdom") is Standing.PARTNER
        assert standing_of_territory(state, "india", USSR) is Standing.ALLY
        assert table.refuses_move("1 infantry: turkmenistan > eastern_persia", "POL-10") == (
            "Eastern Persia belongs to the United Kingdom: the Soviet Union is not at war on the Europe map."
        )
        assert table.refuses_move("1 infantry: turkmenistan > afghanistan", "POL-49") == (
            "Afghanistan is neutral: only a power that is at war on the Europe map may enter it."
        )
        attack = at(USSR, relations=[["japan", USSR, "war"]], spaces=spaces)
        attack.refuses_move("1 infantry: turkmenistan > afghanistan", "POL-49")
        assert attack.move("1 infantry: yenisey > dzavhan").at("dzavhan")[USSR] == {"infantry": 1}

    @pytest.mark.rule("POL-13", setup="global_1940")
    def test_war_in_europe_opens_the_neutrals_of_europe_alone(self) -> None:
        spaces = {"caucasus": f"{USSR}: 1 infantry", "yenisey": f"{USSR}: 1 infantry"}
        table = at(USSR, "noncombat_move", relations=[["germany", USSR, "war"]], spaces=spaces)
        assert table.move("1 infantry: caucasus > northwest_persia").owner("northwest_persia") == USSR
        table = at(USSR, relations=[["germany", USSR, "war"]], spaces=spaces)
        table.refuses_move("1 infantry: yenisey > dzavhan", "POL-49")


class TestUnitedStates:
    @pytest.mark.rule("POL-23", "POL-24", setup="global_1940")
    def test_in_peace_it_waits_for_an_act_of_the_axis(self) -> None:
        assert "collect income" in at(US).refuses(declare("germany"), "POL-23")

    @pytest.mark.rule("POL-23", "POL-24", setup="global_1940")
    @pytest.mark.parametrize(("power", "on"), [("germany", US), ("italy", US), ("japan", UK), ("japan", US)])
    def test_an_axis_declaration_opens_war_with_all_the_axis(self, power: str, on: str) -> None:
        table = at(power, spaces={"southern_italy": "italy: 1 infantry"}).do(declare(on))
        play_on(table, US, "combat_move")
        left = [foe for foe in ("germany", "italy", "japan") if foe != power or on != US]
        table.do(declare(*left))
        assert foes(table, US) == {"germany", "italy", "japan"}
        assert all(event.provoked for event in table.happened("war_declared"))

    @pytest.mark.rule("POL-23", setup="global_1940")
    @pytest.mark.parametrize("territory", ["united_kingdom", "newfoundland_labrador", "greenland"])
    def test_so_does_the_fall_of_london_or_of_american_ground(self, territory: str) -> None:
        table = at("germany", "conduct_combat", owners={territory: "italy"}).end_phase()
        play_on(table, US, "combat_move").do(declare("japan"))
        assert foes(table, US) == {"japan"}

    @pytest.mark.rule("POL-25", setup="global_1940")
    def test_before_its_third_income_it_may_go_to_war_with_any_of_them(self) -> None:
        table = at(US, "mobilize", 3).end_phase()
        assert table.phase == "collect_income"
        assert foes(table.do(declare("germany")), US) == {"germany"}

    @pytest.mark.rule("POL-25", setup="global_1940")
    @pytest.mark.parametrize("orders", [[["germany", "italy", "japan"]], [["japan"], ["italy"], ["germany"]]])
    def test_then_on_all_at_once_or_on_one_after_the_other(self, orders: list[list[str]]) -> None:
        table = at(US, "mobilize", 3).end_phase()
        for on in orders:
            table.do(declare(*on))
            assert {event.rule for event in table.happened("war_declared")} == {"POL-25"}
        assert foes(table, US) == {"germany", "italy", "japan"}

    @pytest.mark.rule("POL-25", setup="global_1940")
    def test_and_on_the_others_in_later_turns(self) -> None:
        table = at(US, "mobilize", 3).end_phase().do(declare("germany")).end_phase()
        play_on(table, US, "combat_move").do(declare("japan"))
        assert foes(table, US) == {"germany", "japan"}

    @pytest.mark.rule("POL-25", setup="global_1940")
    def test_so_it_does_in_a_game_saved_without_the_ground_of_its_first_war(self) -> None:
        text = state_to_json(at(US, "mobilize", 3).end_phase().do(declare("germany")).state)
        assert ',"rule":"POL-25"' in text
        older = Table(state_from_json(text.replace(',"rule":"POL-25"', "")))
        assert foes(older.do(declare("japan")), US) == {"germany", "japan"}

    @pytest.mark.rule("POL-25", setup="global_1940")
    def test_at_war_with_one_of_them_it_declares_no_war_before_its_third_income(self) -> None:
        table = at(US, "mobilize", 3, relations=[["germany", US, "war"]]).end_phase()
        assert (table.power, table.phase) != (US, "collect_income")  # there is nothing to wait for
        waiting = at(US, "collect_income", 3, relations=[["germany", US, "war"]])
        assert "at war with nobody" in waiting.refuses(declare("japan"), "POL-25")

    @pytest.mark.rule("POL-23", "POL-25", setup="global_1940")
    def test_nor_after_a_war_that_it_declared_in_the_combat_move(self) -> None:
        table = play_on(at("japan", game_round=3).do(declare(UK)), US, "combat_move").do(declare("japan"))
        table = play_on(table, US, "noncombat_move").end_phase()
        assert table.power != US
        assert foes(table, US) == {"japan"}
        play_on(table, US, "combat_move").do(declare("germany"))

    @pytest.mark.rule("POL-25", setup="global_1940")
    def test_with_cause_it_may_still_wait_for_its_third_income_in_peace(self) -> None:
        table = play_on(at("japan", game_round=3).do(declare(UK)), US, "collect_income")
        table.do(declare("japan")).do(declare("germany"))
        assert foes(table, US) == {"germany", "japan"}

    @pytest.mark.rule("POL-29", "ASY-33", setup="global_1940")
    @pytest.mark.parametrize(("power", "on"), [("germany", US), (US, "japan")])
    def test_its_complexes_become_major_as_it_enters_the_war(self, power: str, on: str) -> None:
        damage: dict[str, Any] = {"more_spaces": {"central_united_states": {"damage": {"minor_industrial_complex": 2}}}}
        table = at(power, game_round=4, **damage).do(declare(on))
        (effort,) = table.happened("war_effort_made")
        assert set(effort.territories) == set(HOMES)
        facilities = table.state.facilities
        assert all("major_industrial_complex" in facilities[home] for home in HOMES)
        assert table.state.damage == {"central_united_states": {"major_industrial_complex": 2}}
        assert table.requests == []
        assert at_war(table.state, *(power, on))

    @pytest.mark.rule("POL-29", setup="global_1940")
    def test_they_are_upgraded_once(self) -> None:
        table = play_on(at("germany").do(declare(US)), US, "combat_move").do(declare("japan"))
        assert table.happened("war_effort_made") == []

    @pytest.mark.rule("POL-29", setup="global_1940")
    def test_the_declaration_says_so_before(self) -> None:
        state = at("germany").state
        chance = next(each for each in chances(state, "germany") if each.on == (US,))
        (effort,) = consequences(state, "germany", chance).efforts
        assert set(effort.territories) == set(HOMES)

    @pytest.mark.rule("POL-30", "PUR-11", setup="global_1940")
    def test_it_may_pay_for_an_upgrade_before(self) -> None:
        bought = {US: {"industrial_complex_upgrade": 1}}
        table = at(US, "mobilize", purchased=bought)
        table.do({"type": "mobilize", "units": {"industrial_complex_upgrade": 1}, "space": "central_united_states"})
        assert "major_industrial_complex" in table.state.facilities["central_united_states"]

    @pytest.mark.rule("POL-28", setup="global_1940")
    def test_its_ships_keep_to_american_waters_off_europe(self) -> None:
        fleet = {"sz101": f"{US}: 1 cruiser, 1 transport"}
        table = at(US, "noncombat_move", spaces=fleet)
        table.refuses_move("1 cruiser: sz101 > sz102 > sz103", "POL-28")
        table.refuses_move("1 transport: sz101 > sz102", "POL-28")
        assert table.move("1 cruiser: sz101 > sz102").at("sz102") == {US: {"cruiser": 1}}
        war = at(US, "noncombat_move", spaces=fleet, relations=[["italy", US, "war"]])
        assert war.move("1 transport: sz101 > sz102").at("sz102") == {US: {"transport": 1}}
        still = at(US, "noncombat_move", spaces=fleet, relations=[["japan", US, "war"]])
        still.refuses_move("1 transport: sz101 > sz102", "POL-28")


class TestOthers:
    @pytest.mark.rule("POL-33", setup="global_1940")
    def test_china_leaves_europe_alone(self) -> None:
        at("china").refuses(declare("germany"), "POL-33")

    @pytest.mark.rule("POL-33", setup="global_1940")
    def test_until_germany_or_italy_declares_war_on_it(self) -> None:
        table = play_on(at("germany").do(declare("china")), "china", "combat_move").do(declare("italy"))
        assert foes(table, "china") == {"germany", "italy", "japan"}

    @pytest.mark.rule("POL-33", setup="global_1940")
    def test_or_comes_near(self) -> None:
        spaces = {"korea": "italy: 1 fighter"}
        table = at("italy", "noncombat_move", spaces=spaces).move("1 fighter: korea > manchuria").end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["china"]
        table.do({"type": "edit", "spaces": {"manchuria": {"units": {}}}})
        play_on(table, "china", "combat_move").do(declare("germany"))
        assert at_war(table.state, "china", "germany")

    @pytest.mark.rule("POL-14", "CMB-27", setup="global_1940")
    @pytest.mark.parametrize("onlooker", [USSR, US])
    def test_who_is_at_war_with_others_alone_looks_on_too(self, onlooker: str) -> None:
        spaces = {"sz112": "germany: 1 cruiser", "sz110": f"{UK}: 1 destroyer; {onlooker}: 1 destroyer"}
        table = at("germany", spaces=spaces, relations=[["japan", onlooker, "war"]])
        table.move("1 cruiser: sz112 > sz110").end_phase().battle("sz110", "1 6")
        assert table.at("sz110") == {"germany": {"cruiser": 1}, onlooker: {"destroyer": 1}}

    @pytest.mark.rule("POL-37", setup="global_1940")
    def test_france_may_go_to_war_with_japan(self) -> None:
        table = at("france", spaces={"france": "france: 1 infantry"}).do(declare("japan"))
        assert foes(table, "france") == {"germany", "italy", "japan"}

    @pytest.mark.rule("POL-76", setup="global_1940")
    def test_british_units_are_one_force_whichever_economy_paid(self) -> None:
        spaces = {"egypt": f"{UK}: 1 infantry", "india": f"{UK}: 1 fighter", "ethiopia": "italy: 1 infantry"}
        table = at(UK, spaces={**spaces, "kenya": f"{UK}: 1 infantry"})
        table.move("1 infantry: kenya > ethiopia").end_phase().battle("ethiopia", "6 6")
        assert table.at("ethiopia")[UK] == {"infantry": 1}

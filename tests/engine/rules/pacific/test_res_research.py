"""Research as an option of Pacific 1940: dice that are lost, two charts, and what they bring (chapter RES)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import new_game
from engine.combat.values import values
from engine.economy.purchase import price_list, repair_cost
from engine.facilities.capacity import capacity
from tests.engine.rules.pacific.playing import japanese_attack, volleys
from tests.engine.rules.pacific.test_uni_bases import WARS
from tests.engine.table import Table, position, this_setup

CHARTS = {
    1: [
        "advanced_artillery",
        "rockets",
        "paratroopers",
        "increased_factory_production",
        "war_bonds",
        "improved_mechanized_infantry",
    ],
    2: ["super_submarines", "jet_fighters", "improved_shipyards", "radar", "long_range_aircraft", "heavy_bombers"],
}
ON = {"research": "on"}
WAR = [["japan", "united_states", "war"]]


def researching(**more: Any) -> Table:
    """Japan at its research, with 31 IPCs."""
    return position("japan", "research", {"japan": "japan: 1 infantry"}, options=ON, ipcs={"japan": 31}, **more)


def knowing(*technologies: str, power: str = "japan") -> dict[str, list[str]]:
    """Technologies of one power."""
    return {power: list(technologies)}


def roll(dice: int, chart: int) -> dict[str, Any]:
    """The order to buy so many dice and to name a chart."""
    return {"type": "research", "dice": dice, "chart": chart}


@pytest.mark.rule("RES-01", "OPT-03", "RES-15", setups="1940")
def test_research_is_an_option_and_china_does_none() -> None:
    assert new_game(this_setup()).phase == "purchase"
    state = new_game(this_setup(), ON)
    assert state.phase == "research"
    turn = state.edition.parameters.turn
    assert turn.phases_of("china") == tuple(phase for phase in turn.phases_of("japan") if phase != "research")


@pytest.mark.rule("RES-54", "RES-09", setups="1940")
def test_the_charts() -> None:
    table = new_game(this_setup(), ON).edition.technologies
    for chart, names in CHARTS.items():
        assert [(each.number, each.id) for each in table if each.chart == chart] == list(enumerate(names, 1))


@pytest.mark.rule("RES-02", "RES-03", "RES-05", "RES-07", setups="1940")
def test_dice_cost_five_and_are_lost_when_they_fail() -> None:
    table = researching().do(roll(3, 2), dice="5 1 2")
    assert table.ipcs("japan") == 16
    assert table.state.research_tokens.get("japan", 0) == 0
    assert table.state.technologies.get("japan", ()) == ()


@pytest.mark.rule("RES-04", "RES-06", "RES-10", "RES-13", setups="1940")
def test_one_breakthrough_and_a_die_for_the_chart_that_brings_something_new() -> None:
    table = researching(technologies={"japan": ["radar"], "united_states": ["heavy_bombers"]})
    table.do(roll(3, 2), dice="6 6 2 4 6")
    assert table.state.technologies["japan"] == ("radar", "heavy_bombers")


@pytest.mark.rule("RES-09", setups="1940")
def test_who_has_everything_is_told_so() -> None:
    everything = [name for names in CHARTS.values() for name in names]
    table = researching(technologies={"japan": everything})
    assert table.refuses(roll(1, 1), "RES-09") == "Japan has already developed all technologies."


@pytest.mark.rule("RES-13", setups="1940")
def test_what_an_ally_knows_serves_nobody_else() -> None:
    state = researching(technologies=knowing("jet_fighters", power="united_states")).state
    attack = {power: state.unit_of(power, "fighter").attack for power in ("united_states", "united_kingdom")}
    assert attack == {"united_states": 4, "united_kingdom": 3}


@pytest.mark.rule("RES-11", setups="1940")
def test_a_technology_works_in_the_turn_in_which_it_is_found() -> None:
    table = researching().do(roll(1, 2), dice="6 3")
    assert table.phase == "purchase"
    table.do({"type": "purchase", "units": {"submarine": 5}})
    assert table.ipcs("japan") == 1, "26 IPCs are left after the die, and submarines cost 5 with improved shipyards"


@pytest.mark.rule("RES-19", "RES-20", "RES-50", "RES-17", setups="1940")
@pytest.mark.parametrize(
    ("technology", "unit", "attack", "defense"),
    [("super_submarines", "submarine", 3, 1), ("jet_fighters", "fighter", 4, 4)],
)
def test_better_attackers(technology: str, unit: str, attack: int, defense: int) -> None:
    line = researching(technologies=knowing(technology)).state.unit_of("japan", unit)
    assert (line.attack, line.defense) == (attack, defense)


@pytest.mark.rule("RES-51", setups="1940")
def test_jets_escort_and_intercept_on_two() -> None:
    assert researching(technologies=knowing("jet_fighters")).state.unit_of("japan", "fighter").air_battle == 2


@pytest.mark.rule("RES-21", setups="1940")
def test_all_aircraft_fly_one_space_farther() -> None:
    state = researching(technologies=knowing("long_range_aircraft")).state
    moves = {unit: state.unit_of("japan", unit).move for unit in ("fighter", "tactical_bomber", "strategic_bomber")}
    assert moves == {"fighter": 5, "tactical_bomber": 5, "strategic_bomber": 7}


@pytest.mark.rule("RES-52", setups="1940")
def test_prices_of_improved_shipyards() -> None:
    prices = price_list(position("japan", "purchase", {}, technologies=knowing("improved_shipyards")).state)
    ships = ("battleship", "aircraft_carrier", "cruiser", "destroyer", "transport", "submarine")
    assert [prices[ship] for ship in ships] == [17, 13, 9, 7, 6, 5]


@pytest.mark.rule("RES-40", "RES-43", setups="1940")
def test_increased_production_makes_twelve_and_four() -> None:
    spaces = {"kiangsu": {"facilities": ["minor_industrial_complex"]}}
    more: dict[str, Any] = {"more_spaces": spaces, "technologies": knowing("increased_factory_production")}
    state = position("japan", "mobilize", {}, **more).state
    assert (capacity(state, "japan"), capacity(state, "kiangsu")) == (12, 4)
    hit = {**spaces, "japan": {"damage": {"major_industrial_complex": 5}}}
    damaged = position("japan", "mobilize", {}, **{**more, "more_spaces": hit}).state
    assert capacity(damaged, "japan") == 7


@pytest.mark.rule("RES-41", "RES-42", setups="1940")
@pytest.mark.parametrize(("complexes", "bases", "ipcs"), [(4, 0, 2), (3, 0, 2), (0, 3, 3), (3, 2, 4)])
def test_increased_production_repairs_complexes_at_half_the_price(complexes: int, bases: int, ipcs: int) -> None:
    state = position("japan", "purchase", {}, technologies=knowing("increased_factory_production")).state
    points = {"major_industrial_complex": complexes, "air_base": bases}
    assert repair_cost(state, {"japan": {unit: count for unit, count in points.items() if count}}) == ipcs


@pytest.mark.rule("RES-44", setups="1940")
def test_war_bonds_bring_a_die() -> None:
    table = position("anzac", "mobilize", {}, technologies=knowing("war_bonds", power="anzac"), ipcs={"anzac": 0})
    table.end_phase(dice="4")
    (income,) = [event for event in table.happened("income_collected") if event.power == "anzac"]
    assert income.bonds == (4,)


@pytest.mark.rule("RES-26", setups="1940")
def test_advanced_artillery_supports_two_in_any_mix() -> None:
    technologies = knowing("advanced_artillery")
    table = japanese_attack(
        "1 infantry, 2 mechanized_infantry, 1 artillery", "china: 1 infantry", technologies=technologies
    )
    pieces = [piece for piece in table.state.at("hunan") if piece.power == "japan"]
    found = values(table.state, pieces, "attacker")
    assert sorted((piece.unit, found[piece.id]) for piece in pieces) == [
        ("artillery", 2),
        ("infantry", 2),
        ("mechanized_infantry", 1),
        ("mechanized_infantry", 2),
    ]


@pytest.mark.rule("RES-48", "RES-49", setups="1940")
def test_improved_mechanized_infantry_attacks_beside_tanks_and_blitzes_alone() -> None:
    spaces = {"kiangsi": "japan: 1 mechanized_infantry, 1 tank", "kweichow": "china: 1 infantry"}
    known = knowing("improved_mechanized_infantry")
    table = position("japan", "combat_move", spaces, technologies=known, more_spaces={"hunan": {"owner": "china"}})
    table.move("1 mechanized_infantry: kiangsi > hunan > kweichow").move("1 tank: kiangsi > hunan > kweichow")
    assert table.owner("hunan") == "japan"
    table.end_phase().battle("kweichow", dice="6 6 6")
    assert volleys(table, "attackers_fire") == [("mechanized_infantry", 2, (6,)), ("tank", 3, (6,))]


@pytest.mark.rule("RES-23", "RES-25", setups="1940")
def test_the_better_die_of_a_heavy_bomber_counts() -> None:
    table = japanese_attack("2 strategic_bomber", "china: 4 infantry", technologies=knowing("heavy_bombers"))
    table.battle("hunan", dice="1 4 5 6 6 6 6 6")
    (fired,) = [event for event in table.happened("fired") if event.side == "attacker"]
    assert [(shots.dice, shots.hits, shots.best_of) for shots in fired.shots] == [((1, 4, 5, 6), 1, 2)]


@pytest.mark.rule("RES-24", setups="1940")
def test_in_a_raid_the_better_die_counts_and_two_more() -> None:
    spaces = {"kiangsi": "japan: 1 strategic_bomber"}
    works = {"hunan": {"owner": "china", "facilities": ["minor_industrial_complex"]}}
    table = position("japan", "combat_move", spaces, technologies=knowing("heavy_bombers"), more_spaces=works)
    table.move("1 strategic_bomber: kiangsi > hunan", raid="minor_industrial_complex").end_phase()
    table.do({"type": "battle", "space": "hunan", "kind": "raid"}, "6 1 3")
    assert table.state.damage["hunan"] == {"minor_industrial_complex": 5}


@pytest.mark.rule("RES-53", setups="1940")
def test_radar_serves_guns_and_facilities() -> None:
    state = researching(technologies=knowing("radar")).state
    facilities = ("minor_industrial_complex", "major_industrial_complex", "air_base", "naval_base")
    assert {state.unit_of("japan", unit).defense for unit in ("aaa", *facilities)} == {2}


@pytest.mark.rule("RES-12", setups="1940")
def test_what_is_developed_stays_even_when_the_capital_falls() -> None:
    table = researching(technologies=knowing("jet_fighters")).do(roll(1, 2), dice="6 4")
    assert table.state.technologies["japan"] == ("jet_fighters", "radar")
    cargo = {"sz6": [{"transport": "united_states", "units": {"united_states": {"infantry": 1}}}]}
    spaces = {"sz6": "united_states: 1 transport", "korea": "japan: 1 fighter"}
    fallen = position(
        "united_states",
        "combat_move",
        spaces,
        options=ON,
        relations=WAR,
        cargo=cargo,
        technologies=knowing("jet_fighters"),
    )
    fallen.move("1 infantry: sz6 > japan").end_phase()
    assert (fallen.owner("japan"), fallen.state.technologies) == ("united_states", {"japan": ("jet_fighters",)})
    assert fallen.state.unit_of("japan", "fighter").attack == 4


@pytest.mark.rule("RES-14", setup="pacific_1940")
@pytest.mark.parametrize(
    ("power", "before", "capital", "enemy"),
    [
        ("united_states", "japan", "western_united_states", "japan"),
        ("united_kingdom", "china", "india", "japan"),
        ("anzac", "united_kingdom", "new_south_wales", "japan"),
        ("japan", "anzac", "japan", "united_states"),
    ],
)
def test_a_power_without_its_capital_does_no_research(power: str, before: str, capital: str, enemy: str) -> None:
    more: dict[str, Any] = {"options": ON, "relations": WARS, "ipcs": {power: 20}}
    spaces = {"malaya": "united_kingdom: 1 infantry; anzac: 1 infantry; united_states: 1 infantry"}
    spaces["korea"] = "japan: 1 infantry"
    fallen = position(before, "mobilize", spaces, owners={capital: enemy}, **more).end_phase()
    assert fallen.power == power
    assert fallen.phase not in ("research", "purchase")
    fallen.refuses(roll(1, 1), "phase")
    free = position(before, "mobilize", spaces, **more).end_phase()
    assert (free.power, free.phase) == (power, "research")


@pytest.mark.rule("RES-18", setups="1940")
def test_number_two_of_the_first_chart_lets_air_bases_launch_rockets_and_no_gun() -> None:
    table = researching().do(roll(1, 1), dice="6 2")
    assert table.state.technologies["japan"] == ("rockets",)
    launching = [
        unit.id for unit in table.state.edition.units if table.state.unit_of("japan", unit.id).can("launches_rockets")
    ]
    assert launching == ["air_base"]


@pytest.mark.rule("RES-29", setup="pacific_1940")
@pytest.mark.parametrize("way_is_japanese", [False, True])
def test_rockets_do_not_cross_neutral_territory(way_is_japanese: bool) -> None:
    """Kansu is three spaces from Ulaanbaatar, but the way leads through Mongolia."""
    owners = {"ulaanbaatar": "japan"} | (dict.fromkeys(("dzavhan", "olgiy"), "japan") if way_is_japanese else {})
    bases = {
        "ulaanbaatar": {"facilities": ["air_base"]},
        "kansu": {"owner": "united_kingdom", "facilities": ["naval_base"]},
    }
    table = position(
        "japan",
        "combat_move",
        {"kansu": "united_kingdom: 1 infantry"},
        options=ON,
        technologies=knowing("rockets"),
        relations=[["japan", "united_kingdom", "war"]],
        owners=owners,
        more_spaces=bases,
    ).end_phase()
    order = {"type": "battle", "kind": "rocket", "space": "kansu", "pick": ["ulaanbaatar.air_base.1"]}
    if way_is_japanese:
        assert table.do(order, dice="4").state.damage["kansu"] == {"naval_base": 4}
    else:
        assert "more than 4 spaces" in table.refuses(order, "SPC-51", dice="4")


class TestRockets:
    pytestmark = pytest.mark.rule("RES-28", "SPC-51", "SPC-52", "SPC-53", "SPC-54", setups="1940")

    def begin(self, **okinawa: Any) -> Table:
        """Japan has rockets and a second air base on Okinawa, the United States hold bases on Iwo Jima."""
        bases: dict[str, Any] = {
            "okinawa": {"facilities": ["air_base"], **okinawa},
            "iwo_jima": {"owner": "united_states", "facilities": ["air_base", "naval_base"]},
        }
        spaces = {"iwo_jima": "united_states: 1 infantry"}
        table = position(
            "japan",
            "combat_move",
            spaces,
            options=ON,
            technologies=knowing("rockets"),
            relations=WAR,
            more_spaces=bases,
        )
        return table.end_phase()

    def strike(self, **more: Any) -> dict[str, Any]:
        """The order to strike Iwo Jima."""
        return {"type": "battle", "kind": "rocket", "space": "iwo_jima", **more}

    @pytest.mark.rule("SPC-104", setups="1940")
    def test_each_air_base_strikes_one_facility_within_four_spaces(self) -> None:
        table = self.begin().do(self.strike(facility="naval_base", pick=["okinawa.air_base.1"]), dice="5")
        assert table.state.damage["iwo_jima"] == {"naval_base": 5}
        table.refuses(self.strike(pick=["okinawa.air_base.1"]), "SPC-104")
        table.do(self.strike(facility="air_base", pick=["japan.air_base.1"]), dice="6")
        assert table.state.damage["iwo_jima"] == {"naval_base": 5, "air_base": 6}

    def test_a_damaged_base_launches_nothing(self) -> None:
        table = self.begin(damage={"air_base": 3})
        message = table.refuses(self.strike(pick=["okinawa.air_base.1"]), "RES-28")
        assert message == "The air base in Okinawa is too damaged to launch a rocket."

    def test_nobody_strikes_farther_than_four_spaces(self) -> None:
        table = self.begin()
        order = {"type": "battle", "kind": "rocket", "space": "hawaiian_islands", "pick": ["okinawa.air_base.1"]}
        table.refuses(order, "SPC-51")

    def test_rockets_fly_with_the_raids_and_meet_neither_guns_nor_fighters(self) -> None:
        """One die is all that is rolled, and nobody is asked; after a battle of another kind it is too late."""
        forces: dict[str, Any] = {
            "kiangsi": {"units": {"japan": {"tank": 1}}},
            "kwangsi": {"units": {"japan": {"tank": 1}}},
        }
        forces |= {space: {"units": {"china": {"infantry": 1}}} for space in ("hunan", "yunnan")}
        forces["iwo_jima"] = {
            "owner": "united_states", "facilities": ["air_base"], "units": {"united_states": {"fighter": 2, "aaa": 1}},
        }  # fmt: skip
        order = self.strike(facility="air_base", pick=["japan.air_base.1"])

        def ready() -> Table:
            known = knowing("rockets")
            table = position("japan", "combat_move", {}, options=ON, technologies=known, relations=WAR)
            return (
                table.do({"type": "edit", "spaces": forces})
                .move("1 tank: kiangsi > hunan")
                .move("1 tank: kwangsi > yunnan")
                .end_phase()
            )

        table = ready()
        assert table.questions == []
        assert table.do(order, dice="5").state.damage["iwo_jima"] == {"air_base": 5}
        assert "iwo_jima" not in [space for space, _ in table.pending]
        late = ready().battle("hunan", dice="6 6").retreat("kiangsi")
        late.refuses(order, "SPC-54", dice="5")

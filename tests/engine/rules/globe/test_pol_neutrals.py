"""Neutrals of Global 1940: three kinds of them, and Mongolia's pact with the Soviet Union (POL-45..63, POL-78)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import load_setup, state_from_json, state_to_json
from engine.politics.standing import leaning_of
from tests.engine.table import Table, position

UK, US, USSR = "united_kingdom", "united_states", "soviet_union"
BOARD = load_setup("global_1940").board
MONGOLIA = {"buyant_uhaa": 2, "central_mongolia": 0, "dzavhan": 1, "olgiy": 2, "tsagaan_olom": 0, "ulaanbaatar": 1}


def neutrals(leaning: str) -> dict[str, int]:
    """The neutrals of a kind with their armies."""
    return {t.id: t.standing_army for t in BOARD.territories if t.neutral == leaning}


@pytest.mark.rule("POL-45", "POL-46", "POL-47", setup="global_1940")
def test_neutrals_lean_to_the_allies_the_axis_or_nobody_and_have_armies() -> None:
    assert neutrals("pro_allies") == {
        "brazil": 3, "crete": 0, "eastern_persia": 0, "eire": 0, "greece": 4, "northwest_persia": 0, "persia": 2,
        "yugoslavia": 5,
    }  # fmt: skip
    assert neutrals("pro_axis") == {"bulgaria": 4, "finland": 4, "iraq": 3}
    strict = neutrals("strict")
    assert (len(strict), strict["turkey"], strict["spain"], strict["sweden"]) == (28, 8, 6, 6)
    assert MONGOLIA.items() <= strict.items()


@pytest.mark.rule("POL-47", "POL-56", setup="global_1940")
@pytest.mark.parametrize(
    ("power", "start", "neutral", "army"),
    [
        ("germany", "romania", "bulgaria", 4),
        ("germany", "norway", "finland", 4),
        (UK, "west_india", "eastern_persia", 0),
    ],
)
def test_friends_take_a_neutral_over_with_its_army(power: str, start: str, neutral: str, army: int) -> None:
    table = position(power, "noncombat_move", {start: f"{power}: 1 infantry"})
    table.move(f"1 infantry: {start} > {neutral}")
    assert (table.owner(neutral), table.at(neutral)) == (power, {power: {"infantry": 1 + army}})


@pytest.mark.rule("POL-57", setup="global_1940")
def test_nobody_attacks_a_friendly_neutral() -> None:
    table = position("germany", "combat_move", {"romania": "germany: 1 infantry, 1 fighter"})
    table.refuses_move("1 infantry: romania > bulgaria", "POL-57")
    table.refuses_move("1 fighter: romania > bulgaria > greece", "POL-50")


@pytest.mark.rule("POL-48", setup="global_1940")
def test_no_war_is_declared_on_a_neutral() -> None:
    table = position("germany", "combat_move", {"romania": "germany: 1 infantry"})
    assert "You can attack it" in table.refuses({"type": "declare_war", "on": ["greece"]}, "POL-48")


@pytest.mark.rule("POL-48", "POL-51", "POL-52", "POL-55", setup="global_1940")
def test_an_unfriendly_neutral_is_attacked_and_no_other_turns() -> None:
    table = position("germany", "combat_move", {"romania": "germany: 6 tank"})
    table.move("6 tank: romania > yugoslavia").end_phase()
    (roused,) = table.happened("neutral_roused")
    assert (roused.side, len(roused.army)) == ("allies", 5)
    table.battle("yugoslavia", "1 1 1 1 1 6 6 6 6 6 6")
    assert table.owner("yugoslavia") == "germany"
    assert leaning_of(table.state, "turkey") == "strict"
    assert leaning_of(table.state, "greece") == "pro_allies"


@pytest.mark.rule("POL-51", "ASY-31", setup="global_1940")
@pytest.mark.parametrize(
    ("power", "start", "neutral", "leader"),
    [("germany", "romania", "yugoslavia", UK), (USSR, "karelia", "finland", "germany")],
)
def test_an_enemy_of_the_attacker_leads_the_army(power: str, start: str, neutral: str, leader: str) -> None:
    """China and Japan come first in turn order, and are at war, but not with the attacker."""
    wars = [["germany", USSR, "war"]] if power == USSR else []
    table = position(power, "combat_move", {start: f"{power}: 1 tank"}, relations=wars)
    table.move(f"1 tank: {start} > {neutral}").end_phase()
    assert table.happened("neutral_roused")[0].power == leader


@pytest.mark.rule("POL-54", "POL-63", setup="global_1940")
def test_the_first_attack_on_a_strict_neutral_turns_all_others_to_the_other_side() -> None:
    table = position(
        "germany", "combat_move", {"southern_france": "germany: 6 tank"}, owners={"southern_france": "italy"}
    )
    table.move("6 tank: southern_france > spain").end_phase()
    assert {leaning_of(table.state, strict) for strict in neutrals("strict")} == {"pro_allies"}
    assert leaning_of(table.state, "iraq") == "pro_axis"


@pytest.mark.rule("POL-49", setup="global_1940")
@pytest.mark.parametrize("power", [US, USSR])
def test_powers_at_peace_enter_no_neutral(power: str) -> None:
    start, neutral = {US: ("central_america", "colombia"), USSR: ("caucasus", "northwest_persia")}[power]
    table = position(power, "noncombat_move", {start: f"{power}: 1 infantry"})
    table.refuses_move(f"1 infantry: {start} > {neutral}", "POL-49")


@pytest.mark.rule("POL-53", "POL-78", setup="global_1940")
def test_a_neutral_that_withstood_is_taken_over_by_its_new_friends() -> None:
    spaces = {"romania": "germany: 2 tank", "albania": f"{UK}: 1 infantry"}
    table = position("germany", "combat_move", spaces, owners={"albania": UK})
    table.move("2 tank: romania > yugoslavia").end_phase().battle("yugoslavia", "1 6 1 6 6 6 6")
    table.retreat("romania").end_phase()
    table.do({"type": "edit", "turn": {"power": UK, "phase": "noncombat_move"}}).move(
        "1 infantry: albania > yugoslavia"
    )
    assert (table.owner("yugoslavia"), table.at("yugoslavia")) == (UK, {UK: {"infantry": 5}})


class TestMongolia:
    def attack(self, **more: Any) -> Table:
        """Japan attacks Amur out of Manchuria; the battle is fought."""
        spaces = {"manchuria": "japan: 2 tank", "amur": f"{USSR}: 1 infantry", **more.pop("spaces", {})}
        table = position("japan", "combat_move", spaces, relations=[["japan", USSR, "war"]], **more)
        return table.move("2 tank: manchuria > amur").end_phase().battle("amur", "1 1 6")

    @pytest.mark.rule("POL-60", "POL-61", setup="global_1940")
    def test_it_joins_the_soviet_union_when_japan_attacks_beside_it(self) -> None:
        table = self.attack()
        assert {event.territory: len(event.army) for event in table.happened("neutral_joined")} == MONGOLIA
        assert {table.owner(territory) for territory in MONGOLIA} == {USSR}
        assert table.at("olgiy") == {USSR: {"infantry": 2}}

    @pytest.mark.rule("POL-60", setup="global_1940")
    def test_what_japan_took_before_stays_japanese_and_what_withstood_joins_with_what_is_left(self) -> None:
        left = {"buyant_uhaa": f"{US}: 1 infantry"}
        table = self.attack(spaces=left, owners={"ulaanbaatar": "japan"}, roused_neutrals={"buyant_uhaa": "allies"})
        assert table.owner("ulaanbaatar") == "japan"
        assert (table.owner("buyant_uhaa"), table.at("buyant_uhaa")) == (USSR, {USSR: {"infantry": 1}})
        assert table.owner("dzavhan") == USSR

    @pytest.mark.rule("POL-60", "CMV-37", setup="global_1940")
    @pytest.mark.parametrize("roused", [{}, {"spain": "allies"}], ids=["strict before", "leaned to the Allies before"])
    def test_japan_flies_over_what_has_just_joined_its_enemy(self, roused: dict[str, str]) -> None:
        """It is an enemy's like any other: only where friends win a neutral over nobody flies on in that turn."""
        spaces = {"jehol": "japan: 1 fighter"}
        table = self.attack(spaces=spaces, owners={"yakut_ssr": "japan"}, roused_neutrals=roused)
        table.move("1 fighter: jehol > buyant_uhaa > ulaanbaatar > yakut_ssr")
        assert table.at("yakut_ssr") == {"japan": {"fighter": 1}}

    @pytest.mark.rule("POL-60", setup="global_1940")
    def test_mongolian_territory_in_soviet_hands_is_beside_the_rest_of_it(self) -> None:
        """Japan took Ulaanbaatar's neighbour before, so Mongolia leans to the Allies, and the Soviets hold a part."""
        spaces = {"buyant_uhaa": "japan: 2 tank", "central_mongolia": f"{USSR}: 1 infantry"}
        table = position(
            "japan",
            "combat_move",
            spaces,
            owners={"buyant_uhaa": "japan", "central_mongolia": USSR},
            roused_neutrals={"buyant_uhaa": "allies"},
            relations=[["japan", USSR, "war"]],
        )
        table.move("2 tank: buyant_uhaa > central_mongolia").end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["soviet_border"]
        table.battle("central_mongolia", "1 1 6")
        assert {table.owner(each) for each in ("dzavhan", "olgiy", "tsagaan_olom", "ulaanbaatar")} == {USSR}
        assert (table.owner("central_mongolia"), table.owner("buyant_uhaa")) == ("japan", "japan")

    @pytest.mark.rule("POL-62", setup="global_1940")
    def test_a_soviet_attack_on_mongolian_territory_in_japanese_hands_voids_the_pact(self) -> None:
        """Britain attacked Buyant-Uhaa in vain and Japan took it over; the rest of Mongolia is strict (POL-59)."""
        spaces = {"amur": f"{USSR}: 1 infantry", "buyant_uhaa": "japan: 1 tank"}
        table = position(
            USSR,
            "combat_move",
            spaces,
            owners={"buyant_uhaa": "japan"},
            roused_neutrals={"buyant_uhaa": "axis"},
            relations=[["japan", USSR, "war"]],
        )
        assert leaning_of(table.state, "olgiy") == "strict"
        table.move("1 infantry: amur > buyant_uhaa").end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["japanese_border"]

    @pytest.mark.rule("POL-58", "POL-59", setup="global_1940")
    def test_a_soviet_attack_on_what_japan_took_of_mongolia_does_not_turn_the_rest_against_it(self) -> None:
        """Britain attacked Turkey before, so strict neutrals lean to the Axis; Mongolia leans to the Allies."""
        table = position(
            USSR,
            "combat_move",
            {"amur": f"{USSR}: 1 infantry", "buyant_uhaa": "japan: 1 tank"},
            owners={"buyant_uhaa": "japan"},
            roused_neutrals={"turkey": "axis", "buyant_uhaa": "allies"},
            relations=[["japan", USSR, "war"]],
        )
        table.move("1 infantry: amur > buyant_uhaa").end_phase()
        assert "mongolia" not in table.state.incidents
        assert (leaning_of(table.state, "sweden"), leaning_of(table.state, "olgiy")) == ("pro_axis", "pro_allies")

    @pytest.mark.rule("POL-60", setup="global_1940")
    def test_an_attack_elsewhere_leaves_it_alone(self) -> None:
        spaces = {"manchuria": "japan: 2 tank", "soviet_far_east": f"{USSR}: 1 infantry", "sz6": "japan: 1 transport"}
        cargo = {"sz5": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
        table = position(
            "japan",
            "combat_move",
            {**spaces, "sz5": "japan: 1 transport"},
            cargo=cargo,
            relations=[["japan", USSR, "war"]],
        )
        table.move("1 infantry: sz5 > soviet_far_east").end_phase().battle("soviet_far_east", "6 1")
        assert (table.happened("neutral_joined"), table.owner("olgiy")) == ([], None)

    @pytest.mark.rule("POL-62", setup="global_1940")
    @pytest.mark.parametrize("target", ["korea", "manchuria"])
    def test_a_soviet_attack_on_japan_beside_it_voids_the_pact(self, target: str) -> None:
        spaces = {"amur": f"{USSR}: 1 infantry", target: "japan: 1 tank"}
        table = position(USSR, "combat_move", spaces, relations=[["japan", USSR, "war"]])
        table.move(f"1 infantry: amur > {target}").end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["japanese_border"]
        table.battle(target, "6 1")
        units = {"manchuria": {"units": {"japan": {"tank": 2}}}, "amur": {"units": {USSR: {"infantry": 1}}}}
        table.do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move"}, "spaces": units})
        table.move("2 tank: manchuria > amur").end_phase().battle("amur", "1 1 6")
        assert (table.happened("neutral_joined"), table.owner("olgiy")) == ([], None)

    @pytest.mark.rule("POL-60", "SPC-51", setup="global_1940")
    def test_rockets_at_soviet_ground_beside_it_are_an_attack(self) -> None:
        bases = {"manchuria": {"facilities": ["air_base"]}, "amur": {"facilities": ["air_base"]}}
        table = position(
            "japan",
            "combat_move",
            {"manchuria": "japan: 1 infantry"},
            more_spaces=bases,
            options={"research": "on"},
            technologies={"japan": ["rockets"]},
            relations=[["japan", USSR, "war"]],
        )
        table.end_phase().do({"type": "battle", "space": "amur", "kind": "rocket"}, "3 3").end_phase()
        assert table.owner("olgiy") == USSR

    @pytest.mark.rule("POL-62", "CMV-24", setup="global_1940")
    def test_a_soviet_blitz_that_frees_chinese_ground_beside_it_voids_the_pact_too(self) -> None:
        table = position(USSR, "combat_move", {"amur": f"{USSR}: 1 tank"}, relations=[["japan", USSR, "war"]])
        table.move("1 tank: amur > manchuria > amur").end_phase()
        assert table.owner("manchuria") == "china"
        assert [event.incident for event in table.happened("incident_happened")] == ["japanese_border"]

    @pytest.mark.rule("POL-59", setup="global_1940")
    def test_it_never_turns_to_the_axis_unless_the_soviet_union_attacks_it(self) -> None:
        table = position(UK, "combat_move", {"gibraltar": f"{UK}: 6 tank"}, roused_neutrals={})
        table.move("6 tank: gibraltar > spain").end_phase()
        assert {leaning_of(table.state, each) for each in ("turkey", "sweden")} == {"pro_axis"}
        assert {leaning_of(table.state, each) for each in MONGOLIA} == {"strict"}

    @pytest.mark.rule("POL-59", "POL-63", setup="global_1940")
    def test_attacked_by_the_soviet_union_it_turns_with_all_others(self) -> None:
        spaces = {"yenisey": f"{USSR}: 3 infantry"}
        table = position(USSR, "combat_move", spaces, relations=[["japan", USSR, "war"]])
        table.move("3 infantry: yenisey > dzavhan").end_phase()
        assert [event.incident for event in table.happened("incident_happened")] == ["mongolia"]
        assert {leaning_of(table.state, each) for each in neutrals("strict")} == {"pro_axis"}


NO_LANDING = (
    "Eastern Poland belongs to the Soviet Union, with which you are not at war, so the fighter cannot land there."
)


@pytest.mark.rule("NCM-13", "POL-50", "POL-57", "POL-77", setup="global_1940")
@pytest.mark.parametrize(
    ("move", "rule", "sentence"),
    [
        ("poland > eastern_poland", "NCM-13", NO_LANDING),
        ("norway > sweden", "NCM-13", "Sweden is neutral, so the fighter cannot land there."),
        (
            "romania > bulgaria > yugoslavia",
            "POL-50",
            "Bulgaria is neutral; you cannot go through it or fly over it.",
        ),
    ],
)
def test_where_nothing_may_fly_or_land_the_pilot_is_told_why(move: str, rule: str, sentence: str) -> None:
    spaces = dict.fromkeys(("poland", "norway", "romania"), "germany: 1 fighter")
    assert position("germany", "noncombat_move", spaces).refuses_move(f"1 fighter: {move}", rule) == sentence


@pytest.mark.rule("POL-59", "POL-63", setup="global_1940")
def test_what_turned_before_stays_turned_when_japan_attacks_mongolia() -> None:
    """Britain attacked Ulaanbaatar: Turkey leans to the Axis for good, and what is left of Mongolia is strict."""
    spaces = {"manchuria": "japan: 1 infantry"}
    table = position("japan", "combat_move", spaces, roused_neutrals={"ulaanbaatar": "axis"})
    table.move("1 infantry: manchuria > buyant_uhaa").end_phase()
    for state in (table.state, state_from_json(state_to_json(table.state))):
        leanings = [leaning_of(state, each) for each in ("turkey", "ulaanbaatar", "buyant_uhaa", "olgiy")]
        assert leanings == ["pro_axis", "pro_axis", "pro_allies", "pro_allies"]

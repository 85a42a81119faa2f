"""Battles on land in Anniversary: order, casualties, joint defence, retreats (chapters CMB, UNI and ASY)."""

from __future__ import annotations

import pytest

from tests.engine.rules.anniversary.playing import Play, land_attack, shooters
from tests.engine.rules.playing import outcome
from tests.engine.table import Table

JOINT = "germany: 2 infantry; italy: 1 tank"


def joint_defence(play: Play, dice: str = "3 4 5") -> Table:
    """Three Soviet tanks hit a German and Italian force once."""
    return land_attack(play, JOINT, caucasus="3 tank").battle("ukraine", dice=dice)


def retreating(to: str | None, **more: object) -> dict[str, object]:
    return {"type": "decide", "kind": "retreat", "choice": {"retreat": to, **more}}


@pytest.mark.rule("CMB-02", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("first", "second"), [("finland", "ukraine"), ("ukraine", "finland")])
def test_the_attacker_picks_the_next_of_several_battles(play: Play, first: str, second: str) -> None:
    spaces = {"karelia_ssr": "soviet_union: 1 tank", "finland": "germany: 1 infantry"}
    spaces |= {"caucasus": "soviet_union: 1 tank", "ukraine": "germany: 1 infantry"}
    table = play("soviet_union", "combat_move", spaces, owners={"ukraine": "germany"})
    table.move("1 tank: karelia_ssr > finland").move("1 tank: caucasus > ukraine").end_phase()
    table.refuses({"type": "end_phase"}, "phase")
    table.battle(first, dice="6 6")
    table.refuses({"type": "battle", "space": second}, "request", dice="1 6")
    table.press(dice="1 6").battle(second, dice="1 6")
    assert (table.owner("finland"), table.phase) == ("soviet_union", "noncombat_move")


@pytest.mark.rule("CMB-12", "CMB-13", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("lost", ["infantry", "artillery", "tank", "fighter", "bomber"])
def test_the_owner_loses_whatever_unit_he_likes(play: Play, lost: str) -> None:
    defenders = "germany: 1 infantry, 1 artillery, 1 tank, 1 fighter, 1 bomber"
    table = land_attack(play, defenders, caucasus="1 tank").battle("ukraine", dice="1")
    assert table.questions == [("casualties", ("germany",))]
    table.lose(f"1 {lost}", dice="6 6 6 6 6")
    assert lost not in table.at("ukraine")["germany"]


@pytest.mark.rule("CMB-14", setups=("anniversary_1941", "anniversary_1942"))
def test_no_hit_is_spared(play: Play) -> None:
    table = land_attack(play, "germany: 2 infantry, 1 tank", caucasus="2 tank").battle("ukraine", dice="1 1")
    for units in ({}, {"tank": 1}, {"infantry": 2, "tank": 1}):
        table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": units}}, "CMB-14")
    table.lose("2 infantry", dice="6 6 6")


@pytest.mark.rule("CMB-11", "UNI-02", setups=("anniversary_1941", "anniversary_1942"))
def test_artillery_lost_in_a_round_supports_no_more_from_the_next_round_on(play: Play) -> None:
    table = land_attack(play, "germany: 2 tank", caucasus="1 infantry, 1 artillery").battle("ukraine", dice="6 6 1 6")
    table.lose("1 artillery").press(dice="2 6 6")
    assert [(shot.unit, shot.value) for shot in table.happened("fired")[0].shots] == [("infantry", 1)]
    assert table.at("ukraine")["germany"] == {"tank": 2}


@pytest.mark.rule("CMB-22", "CMB-23", setups=("anniversary_1941", "anniversary_1942"))
def test_joint_defenders_fire_together_and_agree_on_their_losses(play: Play) -> None:
    table = joint_defence(play)
    assert table.questions == [("casualties", ("germany", "italy"))]
    table.lose("italy: 1 tank", power="germany").lose("italy: 1 tank", power="italy", dice="2 6 3")
    assert [(shot.power, shot.unit, shot.hits) for shot in table.happened("fired")[0].shots] == [
        ("germany", "infantry", 1),
        ("italy", "tank", 1),
    ]
    assert table.at("ukraine") == {"soviet_union": {"tank": 1}, "germany": {"infantry": 2}}


@pytest.mark.rule("CMB-23", "ASY-12", setups=("anniversary_1941", "anniversary_1942"))
def test_when_joint_defenders_disagree_the_attacker_chooses(play: Play) -> None:
    table = joint_defence(play).lose("italy: 1 tank", power="germany").lose("germany: 1 infantry", power="italy")
    assert table.questions == [("casualties", ("soviet_union",))]
    table.lose("italy: 1 tank", power="soviet_union", dice="6 6 6")


@pytest.mark.rule("ASY-12", "ASY-11", setups=("anniversary_1941", "anniversary_1942"))
def test_the_silence_of_an_owner_is_no_dispute_and_the_largest_part_loses_first(play: Play) -> None:
    table = joint_defence(play).lose("italy: 1 tank", power="germany")
    table.decide("casualties", "default", power="italy", dice="6 6 6")
    assert table.at("ukraine")["italy"] == {"tank": 1}
    table = land_attack(play, "germany: 1 infantry; italy: 2 infantry", caucasus="1 tank").battle("ukraine", dice="1")
    table.decide("casualties", "default").decide("casualties", "default", dice="6 6 6")
    assert table.at("ukraine")["italy"] == {"infantry": 1}


@pytest.mark.rule("CMB-24", "GEN-11", setups=("anniversary_1941", "anniversary_1942"))
def test_powers_of_one_side_neither_attack_together_nor_each_other(play: Play) -> None:
    spaces = {"karelia_ssr": "soviet_union: 1 tank; united_kingdom: 1 tank", "finland": "germany: 1 infantry"}
    table = play("soviet_union", "combat_move", spaces)
    table.refuses_move("2 tank: karelia_ssr > finland", "units")
    table.refuses_move("1 tank: karelia_ssr > finland", "power", power="united_kingdom")
    table.move("1 tank: karelia_ssr > finland").end_phase().battle("finland", dice="1 6")
    assert table.at("finland") == {"soviet_union": {"tank": 1}}
    allied = {"persia": "united_kingdom: 1 tank", "caucasus": "soviet_union: 1 infantry"}
    table = play("united_kingdom", "combat_move", allied)
    table.refuses_move("1 tank: persia > caucasus", "CMV-01")


@pytest.mark.rule("CMB-30", "CMB-28", setups=("anniversary_1941", "anniversary_1942"))
def test_when_everybody_falls_the_territory_stays_as_it_was(play: Play) -> None:
    table = land_attack(play, "germany: 1 tank", caucasus="1 tank").battle("ukraine", dice="1 1")
    assert (table.at("ukraine"), table.owner("ukraine"), outcome(table)) == ({}, "germany", "nobody")


@pytest.mark.rule("CMB-36", "CMB-37", "CMB-38", "CMB-39", "CMB-41", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("to", ["caucasus", "eastern_ukraine"])
def test_the_attackers_retreat_together_after_a_round_to_a_space_that_one_of_them_came_from(
    play: Play, to: str
) -> None:
    forces = {"caucasus": "1 infantry", "eastern_ukraine": "1 tank"}
    table = land_attack(play, "germany: 2 tank", **forces).battle("ukraine", dice="6 6 1 6")
    table.refuses(retreating(to), "request")
    table.lose("1 infantry")
    table.refuses(retreating("bulgaria_romania"), "CMB-38")
    table.refuses(retreating("russia"), "CMB-38")
    table.retreat(to)
    assert table.at(to) == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-39", "CMV-24", setups=("anniversary_1941", "anniversary_1942"))
def test_a_territory_taken_in_a_blitz_is_a_place_to_retreat_to(play: Play) -> None:
    spaces = {"caucasus": "soviet_union: 1 tank", "bulgaria_romania": "germany: 2 tank"}
    table = play("soviet_union", "combat_move", spaces, owners={"ukraine": "germany"})
    table.move("1 tank: caucasus > ukraine > bulgaria_romania").end_phase()
    table.battle("bulgaria_romania", dice="6 6 6").retreat("ukraine")
    assert table.at("ukraine") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-42", "CMB-43", setups=("anniversary_1941", "anniversary_1942"))
def test_aircraft_leave_with_the_land_units_and_fly_on_in_the_noncombat_move(play: Play) -> None:
    table = land_attack(play, "germany: 2 tank", caucasus="1 infantry", air="1 fighter").battle(
        "ukraine", dice="6 6 6 6"
    )
    table.refuses(retreating(None, who=["air"]), "CMB-43")
    table.refuses(retreating("caucasus", who=["land"]), "CMB-43")
    table.retreat("caucasus")
    assert table.at("ukraine")["soviet_union"] == {"fighter": 1}
    table.move("1 fighter: ukraine > caucasus > russia")
    table = land_attack(play, "germany: 2 tank", air="1 fighter").battle("ukraine", dice="6 6 6")
    table.refuses(retreating("caucasus"), "CMB-42")
    table.retreat(None)
    assert table.phase == "noncombat_move"


@pytest.mark.rule("CMB-45", "CMB-46", "UNI-18", "UNI-48", "ASY-13", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("lost", "owner"), [("fighter", "soviet_union"), ("infantry", "germany")])
def test_only_a_surviving_land_unit_takes_the_territory(play: Play, lost: str, owner: str) -> None:
    table = land_attack(play, "germany: 1 infantry", caucasus="1 infantry", air="1 fighter")
    table.battle("ukraine", dice="6 1 1")
    assert table.state.requests[0].default == {"units": {"infantry": 1}}, "Ukraine is not worth a fighter"
    table.lose(f"1 {lost}")
    assert table.owner("ukraine") == owner


@pytest.mark.rule("UNI-18", "CMB-45", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("unit", ["infantry", "artillery", "tank"])
def test_infantry_artillery_and_tanks_take_territory(play: Play, unit: str) -> None:
    table = land_attack(play, "germany: 1 infantry", caucasus=f"2 {unit}").battle("ukraine", dice="1 6 6")
    assert table.owner("ukraine") == "soviet_union"


@pytest.mark.rule("ASY-08", "ASY-07", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("defenders", "left"),
    [
        ("1 infantry, 1 artillery, 1 tank", {"artillery": 1, "tank": 1}),
        ("1 artillery, 1 tank, 1 bomber", {"tank": 1, "bomber": 1}),
        ("1 tank, 1 bomber, 1 fighter", {"bomber": 1, "fighter": 1}),
        ("1 bomber, 1 fighter", {"fighter": 1}),
    ],
)
def test_the_default_gives_land_units_up_in_the_printed_order(play: Play, defenders: str, left: dict[str, int]) -> None:
    """Infantry, artillery, tanks, bombers, fighters."""
    table = land_attack(play, f"germany: {defenders}", caucasus="1 tank").battle("ukraine", dice="1")
    table.decide("casualties", "default", dice="6 " * (len(left) + 1))
    assert table.at("ukraine")["germany"] == left


@pytest.mark.rule("ASY-40", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(("defenders", "stays"), [("1 infantry", True), ("4 tank", False)])
def test_by_default_the_attacker_presses_on_where_he_expects_to_win(play: Play, defenders: str, stays: bool) -> None:
    table = land_attack(play, f"germany: {defenders}", caucasus="3 tank")
    table.battle("ukraine", dice="6 6 6" + " 6" * int(defenders[0]))
    (request,) = table.state.requests
    assert (request.default == {"press": True}) is stays


@pytest.mark.rule(
    "UNI-01",
    "UNI-02",
    "UNI-04",
    "UNI-06",
    "UNI-08",
    "UNI-17",
    "UNI-20",
    "UNI-26",
    "UNI-45",
    setups=("anniversary_1941", "anniversary_1942"),
)
def test_each_unit_fires_at_its_value_and_artillery_lends_strength_to_infantry_in_attack_only(play: Play) -> None:
    force = "2 infantry, 1 artillery, 1 tank"
    defenders = "germany: 1 infantry, 1 artillery, 1 tank, 1 fighter, 1 bomber"
    table = land_attack(play, defenders, caucasus=force, air="1 fighter, 1 bomber")
    table.battle("ukraine", dice="6 6 6 6 6 6 6 6 6 6 6")
    attack, defence = (sorted((s.value, s.unit, len(s.dice)) for s in event.shots) for event in table.happened("fired"))
    assert attack == [
        (1, "infantry", 1), (2, "artillery", 1), (2, "infantry", 1), (3, "fighter", 1), (3, "tank", 1), (4, "bomber", 1)
    ]  # fmt: skip
    assert defence == [
        (1, "bomber", 1), (2, "artillery", 1), (2, "infantry", 1), (3, "tank", 1), (4, "fighter", 1)
    ]  # fmt: skip


@pytest.mark.rule("UNI-28", "UNI-34", "UNI-38", setups=("anniversary_1941", "anniversary_1942"))
def test_guns_and_complexes_neither_attack_nor_fire_in_the_battle_for_their_territory(play: Play) -> None:
    spaces = {"poland": "germany: 3 tank, 1 anti_aircraft_gun", "germany": "germany: 1 anti_aircraft_gun"}
    spaces |= {"caucasus": "soviet_union: 1 infantry, 1 anti_aircraft_gun", "ukraine": "germany: 2 tank"}
    table = play("germany", "combat_move", spaces, owners={"ukraine": "germany"})
    table.refuses_move("1 anti_aircraft_gun: poland > baltic_states", "UNI-27")
    table.refuses_move("1 industrial_complex: germany > poland", "units")
    table.move("2 tank: ukraine > caucasus").end_phase().battle("caucasus", dice="1 6 6")
    assert shooters(table) == ["tank", "infantry"]
    assert table.board["facilities"]["caucasus"] == ["industrial_complex"]

"""Several powers in one battle (CMB-22..26)."""

import pytest

from tests.engine.table import Table, position

FORCE = "germany: 2 infantry; japan: 1 tank"


def attack_on_ukraine(defenders: str = FORCE, **options: str) -> Table:
    """Three Soviet tanks against a German and Japanese force; one hit."""
    table = position(
        "soviet_union", "combat_move", {"caucasus": "soviet_union: 3 tank", "ukraine": defenders}, options=options
    )
    return table.move("3 tank: caucasus > ukraine").end_phase().battle("ukraine", dice="3 4 5")


@pytest.mark.rule("CMB-22")
def test_all_friendly_units_in_an_attacked_space_defend_together() -> None:
    table = attack_on_ukraine().decide("casualties", "default").decide("casualties", "default", dice="2 6 3")
    shots = [(shot.power, shot.unit, shot.hits) for shot in table.happened("fired")[0].shots]
    assert shots == [("germany", "infantry", 1), ("japan", "tank", 1)]
    assert table.at("ukraine")["soviet_union"] == {"tank": 1}


@pytest.mark.rule("CMB-23", "CMB-12")
def test_joint_defenders_who_agree_choose_the_casualties() -> None:
    table = attack_on_ukraine()
    assert table.questions == [("casualties", ("germany", "japan"))]
    table.lose("japan: 1 tank", power="germany")
    assert table.board["acting"] == ["japan"], "nothing is settled before the other owner has spoken"
    table.lose("japan: 1 tank", power="japan", dice="6 6 6")
    assert table.at("ukraine")["germany"] == {"infantry": 2}
    assert "japan" not in table.at("ukraine")


@pytest.mark.rule("CMB-23")
def test_a_joint_defender_may_simply_agree() -> None:
    table = attack_on_ukraine()
    agree = {"type": "decide", "kind": "casualties", "power": "japan", "choice": "agree"}
    table.refuses(agree, "request", dice="6 6 6")
    table.lose("germany: 1 infantry", power="germany")
    table.decide("casualties", "agree", power="japan", dice="6 6 6")
    assert table.at("ukraine")["germany"] == {"infantry": 1}


@pytest.mark.rule("CMB-23", "ASY-12")
def test_when_joint_defenders_disagree_the_attacker_chooses() -> None:
    table = attack_on_ukraine()
    table.lose("japan: 1 tank", power="germany").lose("germany: 1 infantry", power="japan")
    assert table.questions == [("casualties", ("soviet_union",))]
    wrong = {"type": "decide", "kind": "casualties", "power": "germany", "choice": {"germany": {"infantry": 1}}}
    table.refuses(wrong, "request", dice="6 6 6")
    table.lose("japan: 1 tank", power="soviet_union", dice="6 6 6")
    assert "japan" not in table.at("ukraine")


@pytest.mark.rule("CMB-23", "ASY-12")
def test_a_table_option_lets_the_default_list_settle_a_disagreement() -> None:
    table = attack_on_ukraine(disputed_casualties="default_list")
    table.lose("japan: 1 tank", power="germany")
    table.lose("germany: 1 infantry", power="japan", dice="6 6 6")
    assert table.at("ukraine")["germany"] == {"infantry": 1}
    assert table.at("ukraine")["japan"] == {"tank": 1}


@pytest.mark.rule("CMB-23", "ASY-12")
@pytest.mark.parametrize("first", ["germany", "japan"])
def test_the_absence_of_one_owner_is_no_disagreement_and_the_default_list_decides(first: str) -> None:
    table = attack_on_ukraine()
    second = {"germany": "japan", "japan": "germany"}[first]
    table.lose("japan: 1 tank", power=first)
    table.decide("casualties", "default", power=second, dice="6 6 6")
    assert table.at("ukraine")["germany"] == {"infantry": 1}
    assert table.at("ukraine")["japan"] == {"tank": 1}


@pytest.mark.rule("CMB-23", "ASY-11")
def test_the_default_takes_from_the_largest_contingent_of_a_unit_first() -> None:
    table = attack_on_ukraine("germany: 1 infantry; japan: 2 infantry")
    table.decide("casualties", "default").decide("casualties", "default", dice="6 6 6")
    assert table.at("ukraine")["germany"] == {"infantry": 1}
    assert table.at("ukraine")["japan"] == {"infantry": 1}


@pytest.mark.rule("CMB-23")
def test_where_all_joint_defenders_fall_nobody_is_asked() -> None:
    table = position(
        "soviet_union", "combat_move", {"caucasus": "soviet_union: 3 tank", "ukraine": "germany: 1 tank; japan: 1 tank"}
    )
    table.move("3 tank: caucasus > ukraine").end_phase().battle("ukraine", dice="1 1 1 6 6")
    assert table.owner("ukraine") == "soviet_union"


@pytest.mark.rule("CMB-23")
def test_a_joint_choice_must_name_whose_units_are_lost_where_both_have_them_and_be_legal() -> None:
    table = attack_on_ukraine()
    too_many = {"germany": {"infantry": 2}}
    table.refuses({"type": "decide", "kind": "casualties", "power": "japan", "choice": too_many}, "CMB-14")
    outsider = {"type": "decide", "kind": "casualties", "power": "united_kingdom", "choice": too_many}
    table.refuses(outsider, "request")


@pytest.mark.rule("CMB-24")
def test_powers_of_one_side_do_not_attack_together() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"caucasus": "soviet_union: 1 tank; united_kingdom: 1 tank", "ukraine": "germany: 1 infantry"},
    )
    table.refuses_move("2 tank: caucasus > ukraine", "units")
    table.refuses_move("1 tank: caucasus > ukraine", "power", owner="united_kingdom")
    table.refuses_move("1 tank: caucasus > ukraine", "power", power="united_kingdom")
    table.move("1 tank: caucasus > ukraine").end_phase().battle("ukraine", dice="1 6")
    assert table.at("ukraine") == {"soviet_union": {"tank": 1}}


@pytest.mark.rule("CMB-23")
def test_joint_defenders_agree_also_when_one_names_the_piece_and_the_other_counts() -> None:
    table = attack_on_ukraine()
    tank = next(piece.id for piece in table.state.at("ukraine") if piece.power == "japan")
    table.decide("casualties", {"pick": [tank]}, power="germany")
    table.lose("japan: 1 tank", power="japan", dice="6 6 6")
    assert "japan" not in table.at("ukraine")

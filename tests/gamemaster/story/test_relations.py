"""What the picture of all relations is filled with."""

from __future__ import annotations

from dataclasses import replace

from engine import new_game
from engine.queries.relations import passers, relations
from gamemaster.narration.politics.relations import relations_table
from tests.engine.table import position


def test_nothing_is_drawn_where_all_are_at_war_from_the_start() -> None:
    assert relations_table(new_game("revised")) is None


def test_every_pair_of_powers_has_one_relation() -> None:
    state = new_game("global_1940")
    germany, japan, united_kingdom = (relations(state, power) for power in ("germany", "japan", "united_kingdom"))
    assert germany["france"] == "war"
    assert germany["japan"] == "together"
    assert germany["soviet_union"] == "may declare"
    assert relations(state, "soviet_union")["germany"] == "may later"
    assert japan["dutch"] == "peace"
    assert united_kingdom["united_states"] == "apart"
    assert united_kingdom["anzac"] == "together"


def test_a_power_at_war_on_one_map_is_together_with_its_side_there_alone() -> None:
    state = new_game("global_1940")
    assert state.wars is not None
    at_war = replace(state, wars=(*state.wars, ("germany", "soviet_union")))
    assert relations(at_war, "soviet_union")["united_kingdom"] == "partly"


def test_canals_let_through_whom_their_holders_are_not_at_war_with_and_give_leave() -> None:
    state = new_game("global_1940")
    found = passers(state)
    assert found["Danish Straits"] == ("germany", "japan", "italy")
    assert "germany" not in found["Suez Canal"]
    assert {"united_kingdom", "anzac", "france"} <= set(found["Suez Canal"])
    assert found["Turkish Straits"] == ()
    leave = ("united_kingdom", "japan", "canals")
    assert "japan" in passers(replace(state, granted_leave=(leave,)))["Suez Canal"]


def test_neutrals_stand_by_their_kind_with_the_largest_armies_first() -> None:
    table = relations_table(new_game("global_1940"))
    assert table is not None
    assert [each.leaning for each in table.neutrals] == ["strict", "pro_allies", "pro_axis"]
    assert table.neutrals[0].places[:2] == (("Turkey", 8), ("Spain", 6))
    assert table.neutrals[2].places == (("Bulgaria", 4), ("Finland", 4), ("Iraq", 3))
    taken = position("germany", "combat_move", {}, setup="global_1940", owners={"bulgaria": "germany"})
    after = relations_table(taken.state)
    assert after is not None
    assert ("Bulgaria", 4) not in after.neutrals[2].places


def test_cities_stand_by_the_map_for_which_they_count_with_their_holders() -> None:
    table = relations_table(new_game("global_1940"))
    assert table is not None
    europe, pacific, both = table.cities
    assert europe.title == "Victory on the Europe map: The Axis 3 of 8"
    assert ("London", "united_kingdom") in europe.held
    assert pacific.title == "Victory on the Pacific map: The Axis 2 of 6"
    assert both.title == "Victory: The Allies 0 of 3"

"""National advantages that give units: treaty, salvage, resistance and Chinese divisions (chapter OPT)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import TreatyOptions
from engine.state.game_state import state_to_json
from tests.engine.table import Table, position

SOVIET = "soviet_union"


def japan_attacks(*moves: str, spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """Japan's combat moves against the Soviet Union, which has its treaty."""
    board = {
        "manchuria": "japan: 3 infantry, 2 fighter, 1 bomber",
        "buryatia_ssr": "soviet_union: 1 infantry",
        "soviet_far_east": "soviet_union: 1 infantry",
    }
    known = {"advantages": {SOVIET: "nonaggression_treaty"}} | more
    table = position("japan", "combat_move", board | (spaces or {}), setup="revised", **known)
    for move in moves:
        table.move(move)
    return table.end_phase()


@pytest.mark.rule("OPT-16", "ASY-34", setup="revised")
def test_the_first_japanese_attack_meets_four_free_infantry_before_the_battle() -> None:
    table = japan_attacks("3 infantry: manchuria > buryatia_ssr")
    assert table.questions == [("nonaggression_treaty", (SOVIET,))]
    assert table.state.requests[0].default == {"space": "buryatia_ssr"}
    assert table.pending == []
    table.decide("nonaggression_treaty", {"space": "buryatia_ssr"})
    assert table.at("buryatia_ssr") == {"japan": {"infantry": 3}, SOVIET: {"infantry": 5}}
    assert table.pending == [("buryatia_ssr", "land")]
    table.battle("buryatia_ssr", dice="6 6 6  6 6 6 6 6")
    assert table.state.battle is not None
    assert len(table.state.battle.defenders) == 5


@pytest.mark.rule("OPT-16", setup="revised")
def test_of_several_attacked_territories_the_soviets_name_one() -> None:
    table = japan_attacks("1 infantry: manchuria > buryatia_ssr", "2 fighter: manchuria > soviet_far_east")
    assert list(TreatyOptions.of(table.state.requests[0]).spaces) == ["buryatia_ssr", "soviet_far_east"]
    table.refuses({"type": "decide", "kind": "nonaggression_treaty", "choice": {"space": "yakut_ssr"}}, "form")
    table.decide("nonaggression_treaty", {"space": "soviet_far_east"})
    assert table.at("soviet_far_east")[SOVIET] == {"infantry": 5}
    assert table.at("buryatia_ssr")[SOVIET] == {"infantry": 1}


@pytest.mark.rule("OPT-16", "ASY-34", setup="revised")
def test_by_default_the_infantry_appears_in_the_most_valuable_attacked_territory() -> None:
    spaces = {"archangel": "soviet_union: 1 infantry", "eastern_europe": "japan: 1 bomber"}
    table = japan_attacks("1 infantry: manchuria > buryatia_ssr", "1 bomber: eastern_europe > archangel", spaces=spaces)
    table.decide("nonaggression_treaty", "default")
    assert table.at("archangel")[SOVIET] == {"infantry": 5}


@pytest.mark.rule("OPT-16", setup="revised")
def test_an_undefended_territory_is_held_by_the_infantry_that_appears() -> None:
    table = japan_attacks("3 infantry: manchuria > buryatia_ssr", spaces={"buryatia_ssr": ""})
    table.decide("nonaggression_treaty", "default")
    assert table.owner("buryatia_ssr") == SOVIET
    assert table.pending == [("buryatia_ssr", "land")]


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_raid_is_an_attack_too() -> None:
    spaces = {"eastern_europe": "japan: 1 bomber", "russia": "soviet_union: 1 infantry"}
    board = {"manchuria": "japan: 1 infantry"} | spaces
    table = position("japan", "combat_move", board, setup="revised", advantages={SOVIET: "nonaggression_treaty"})
    table.move("1 bomber: eastern_europe > russia", raid="industrial_complex").end_phase()
    table.decide("nonaggression_treaty", "default")
    assert table.at("russia")[SOVIET] == {"infantry": 5}


def japan_blitzes() -> Table:
    """A tank passes through Buryatia, which is empty, and another follows it."""
    spaces = {"manchuria": "japan: 2 tank", "buryatia_ssr": "", "soviet_far_east": "", "yakut_ssr": ""}
    return japan_attacks(
        "1 tank: manchuria > buryatia_ssr > soviet_far_east",
        "1 tank: manchuria > buryatia_ssr > yakut_ssr",
        spaces=spaces,
    )


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_blitz_through_an_empty_territory_is_an_attack_and_stops_at_the_infantry() -> None:
    table = japan_blitzes()
    assert list(TreatyOptions.of(table.state.requests[0]).spaces) == ["buryatia_ssr", "soviet_far_east", "yakut_ssr"]
    table.decide("nonaggression_treaty", {"space": "buryatia_ssr"})
    assert table.owner("buryatia_ssr") == SOVIET
    assert table.at("buryatia_ssr") == {"japan": {"tank": 2}, SOVIET: {"infantry": 4}}
    assert table.pending == [("buryatia_ssr", "land")]
    assert table.owner("soviet_far_east") == SOVIET, "nobody came as far"
    table.battle("buryatia_ssr", dice="6 6 6 6 6 6").retreat("manchuria")
    assert table.at("manchuria") == {"japan": {"tank": 2}}


@pytest.mark.rule("OPT-16", setup="revised")
def test_where_the_infantry_appears_elsewhere_the_blitz_has_succeeded() -> None:
    table = japan_blitzes().decide("nonaggression_treaty", {"space": "yakut_ssr"})
    assert table.owner("buryatia_ssr") == "japan"
    assert table.owner("soviet_far_east") == "japan"
    assert table.at("yakut_ssr") == {"japan": {"tank": 1}, SOVIET: {"infantry": 4}}


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_landing_is_an_attack_too() -> None:
    cargo = {"sz60": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
    table = position(
        "japan",
        "combat_move",
        {"sz60": "japan: 1 transport", "buryatia_ssr": "soviet_union: 1 infantry"},
        setup="revised",
        cargo=cargo,
        advantages={SOVIET: "nonaggression_treaty"},
    )
    table.move("1 infantry: sz60 > buryatia_ssr").end_phase()
    assert table.questions == [("nonaggression_treaty", (SOVIET,))]


@pytest.mark.rule("OPT-16", setup="revised")
@pytest.mark.parametrize("choice", [{"space": "buryatia_ssr"}, {}])
def test_only_the_first_attack_counts_whether_or_not_the_infantry_was_placed(choice: dict[str, str]) -> None:
    table = japan_attacks("2 infantry: manchuria > buryatia_ssr").decide("nonaggression_treaty", choice)
    assert table.at("buryatia_ssr")[SOVIET]["infantry"] == (5 if choice else 1)
    lost = [(event.advantage, event.reason) for event in table.happened("advantage_lost")]
    assert lost == ([] if choice else [("nonaggression_treaty", "declined")])
    again = {"manchuria": {"units": {"japan": {"infantry": 1}}}, "buryatia_ssr": {"units": {SOVIET: {"infantry": 1}}}}
    table.do({"type": "edit", "spaces": again, "turn": {"power": "japan", "phase": "combat_move"}})
    table.move("1 infantry: manchuria > buryatia_ssr").end_phase()
    assert table.questions == []
    assert table.pending == [("buryatia_ssr", "land")]


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_soviet_attack_on_japan_loses_the_treaty() -> None:
    spaces = {"buryatia_ssr": "soviet_union: 2 infantry", "manchuria": "japan: 1 infantry"}
    table = position(
        "soviet_union", "combat_move", spaces, setup="revised", advantages={SOVIET: "nonaggression_treaty"}
    )
    table.move("2 infantry: buryatia_ssr > manchuria").end_phase()
    assert [event.reason for event in table.happened("advantage_lost")] == ["attacked_first"]
    table.do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move"}})
    table.do({"type": "edit", "spaces": {"buryatia_ssr": {"units": {SOVIET: {"infantry": 1}}}}})
    table.move("1 infantry: manchuria > buryatia_ssr").end_phase()
    assert table.questions == []


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_soviet_attack_on_japanese_ships_or_a_blitz_loses_it_too_but_an_attack_on_germany_does_not() -> None:
    known = {SOVIET: "nonaggression_treaty"}
    ships = {"sz62": "soviet_union: 1 submarine", "sz60": "japan: 1 transport"}
    table = position(SOVIET, "combat_move", ships, setup="revised", advantages=known)
    table.move("1 submarine: sz62 > sz60", attack=True).end_phase()
    assert len(table.happened("advantage_lost")) == 1
    tanks = {"buryatia_ssr": "soviet_union: 1 tank"}
    table = position(SOVIET, "combat_move", tanks, setup="revised", advantages=known)
    table.move("1 tank: buryatia_ssr > manchuria > buryatia_ssr").end_phase()
    assert len(table.happened("advantage_lost")) == 1
    spaces = {"karelia_ssr": "soviet_union: 1 tank", "norway": "germany: 1 infantry"}
    table = position(SOVIET, "combat_move", spaces, setup="revised", advantages=known)
    table.move("1 tank: karelia_ssr > norway").end_phase()
    assert table.happened("advantage_lost") == []


@pytest.mark.rule("OPT-14", "OPT-16", setup="revised")
def test_only_home_territory_is_covered_and_only_against_japan() -> None:
    spaces = {
        "norway": "japan: 1 infantry",
        "ukraine_ssr": "soviet_union: 1 infantry",
        "eastern_europe": "japan: 2 infantry",
    }
    table = japan_attacks("2 infantry: eastern_europe > ukraine_ssr", spaces=spaces, owners={"ukraine_ssr": SOVIET})
    assert table.questions == []
    board = {"eastern_europe": "germany: 2 infantry", "karelia_ssr": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", board, setup="revised", advantages={SOVIET: "nonaggression_treaty"})
    assert table.move("2 infantry: eastern_europe > karelia_ssr").end_phase().questions == []


def tank_dies(dice: str = "6 2 6 6", defenders: str = "soviet_union: 3 infantry", **more: Any) -> Table:
    """A German tank attacks Karelia; by default it dies at once."""
    spaces = {"norway": "germany: 1 tank", "karelia_ssr": defenders}
    known = {"advantages": {SOVIET: "salvage"}} | more
    table = position("germany", "combat_move", spaces, setup="revised", **known)
    return table.move("1 tank: norway > karelia_ssr").end_phase().battle("karelia_ssr", dice=dice)


@pytest.mark.rule("OPT-18", "ASY-35", setup="revised")
@pytest.mark.parametrize(("choice", "tanks"), [({"use": True}, 1), ("default", 1), ({}, 0), ({"use": False}, 0)])
def test_a_destroyed_attacking_tank_becomes_a_soviet_tank_if_the_soviets_want(choice: Any, tanks: int) -> None:
    table = tank_dies()
    assert table.questions == [("salvage", (SOVIET,))]
    table.decide("salvage", choice)
    assert table.at("karelia_ssr")[SOVIET].get("tank", 0) == tanks
    assert table.questions == []


@pytest.mark.rule("OPT-18", setup="revised")
def test_it_works_again_and_again() -> None:
    table = tank_dies().decide("salvage", "default")
    table.do(
        {
            "type": "edit",
            "spaces": {"norway": {"units": {"germany": {"tank": 1}}}},
            "turn": {"power": "germany", "phase": "combat_move"},
        }
    )
    table.move("1 tank: norway > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 6 2 6 6")
    assert table.questions == [("salvage", (SOVIET,))]


@pytest.mark.rule("OPT-18", setup="revised")
def test_nothing_is_salvaged_without_a_dead_tank_or_a_win() -> None:
    spaces = {"norway": "germany: 1 infantry", "karelia_ssr": "soviet_union: 3 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages={SOVIET: "salvage"})
    table.move("1 infantry: norway > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 2 6 6")
    assert table.questions == []
    assert tank_dies("1 2", "soviet_union: 1 infantry").questions == [], "nobody is left to win"
    table = tank_dies("6 6 6 6")
    assert table.retreat("norway").questions == []


@pytest.mark.rule("OPT-18", setup="revised")
def test_nothing_is_salvaged_where_allies_alone_defend() -> None:
    table = tank_dies("6 2 6 6", "united_kingdom: 3 infantry")
    assert table.owner("karelia_ssr") == SOVIET
    assert table.questions == []


@pytest.mark.rule("OPT-18", setup="revised")
def test_soviet_units_that_fell_in_the_defence_count() -> None:
    table = tank_dies("1", "soviet_union: 1 infantry; united_kingdom: 2 infantry")
    table.decide("casualties", {SOVIET: {"infantry": 1}}, power=SOVIET)
    table.decide("casualties", {SOVIET: {"infantry": 1}}, power="united_kingdom", dice="2 6 6")
    assert table.questions == [("salvage", (SOVIET,))]


@pytest.mark.rule("OPT-14", "OPT-18", setup="revised")
def test_nothing_is_salvaged_outside_held_home_territory() -> None:
    table = position(
        "germany",
        "combat_move",
        {"eastern_europe": "germany: 1 tank", "ukraine_ssr": "soviet_union: 3 infantry"},
        setup="revised",
        owners={"ukraine_ssr": SOVIET},
        advantages={SOVIET: "salvage"},
    )
    table.move("1 tank: eastern_europe > ukraine_ssr").end_phase().battle("ukraine_ssr", dice="6 2 6 6")
    assert table.questions == []


@pytest.mark.rule("OPT-18", setup="revised")
def test_a_retreat_after_a_tank_was_lost_is_a_win_of_the_defender() -> None:
    spaces = {"norway": "germany: 2 tank", "karelia_ssr": "soviet_union: 3 infantry"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages={SOVIET: "salvage"})
    table.move("2 tank: norway > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 6 2 6 6")
    table.retreat("norway")
    assert table.questions == [("salvage", (SOVIET,))]


def landing(power: str, **more: Any) -> Table:
    """A power takes undefended Western Europe from the sea."""
    cargo = {"sz6": [{"transport": power, "units": {power: {"infantry": 1}}}]}
    known = {"advantages": {"united_kingdom": "french_resistance"}} | more
    table = position(power, "combat_move", {"sz6": f"{power}: 1 transport"}, setup="revised", cargo=cargo, **known)
    return table.move("1 infantry: sz6 > western_europe").end_phase()


@pytest.mark.rule("OPT-32", "ASY-35", setup="revised")
@pytest.mark.parametrize("power", ["united_kingdom", "united_states"])
def test_three_british_infantry_rise_when_an_ally_takes_western_europe(power: str) -> None:
    table = landing(power)
    assert table.questions == [("french_resistance", ("united_kingdom",))]
    table.decide("french_resistance", {"use": True})
    assert table.at("western_europe")["united_kingdom"]["infantry"] == 3 + (power == "united_kingdom")
    assert table.owner("western_europe") == power


@pytest.mark.rule("OPT-32", setup="revised")
def test_they_rise_once_a_game_but_may_wait_for_another_day() -> None:
    cargo = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    edit: dict[str, Any] = {
        "type": "edit",
        "spaces": {
            "western_europe": {"owner": "germany", "units": {}},
            "sz6": {"units": {"united_states": {"transport": 1}}},
        },
        "cargo": {"sz6": [cargo]},
        "turn": {"power": "united_states", "phase": "combat_move"},
    }
    table = landing("united_states").decide("french_resistance", {})
    assert "united_kingdom" not in table.at("western_europe")
    table.do(edit).move("1 infantry: sz6 > western_europe").end_phase().decide("french_resistance", "default")
    assert table.at("western_europe")["united_kingdom"] == {"infantry": 3}
    table.do(edit).move("1 infantry: sz6 > western_europe").end_phase()
    assert table.questions == []


@pytest.mark.rule("OPT-32", setup="revised")
def test_they_rise_after_a_blitz_and_after_a_battle_too() -> None:
    known = {"united_kingdom": "french_resistance"}
    held = {"germany": "united_states"}
    spaces = {"germany": "united_states: 1 tank", "southern_europe": "germany: 1 infantry"}
    table = position("united_states", "combat_move", spaces, setup="revised", owners=held, advantages=known)
    table.move("1 tank: germany > western_europe > southern_europe").end_phase()
    assert table.questions == [("french_resistance", ("united_kingdom",))]
    assert table.pending == [("southern_europe", "land")]
    table.decide("french_resistance", "default")
    assert table.at("western_europe") == {"united_kingdom": {"infantry": 3}}
    spaces = {"germany": "united_states: 1 tank", "western_europe": "germany: 1 infantry"}
    table = position("united_states", "combat_move", spaces, setup="revised", owners=held, advantages=known)
    table.move("1 tank: germany > western_europe").end_phase().battle("western_europe", dice="1 6")
    assert table.questions == [("french_resistance", ("united_kingdom",))]


@pytest.mark.rule("OPT-32", setup="revised")
def test_nothing_rises_for_the_axis() -> None:
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 1 tank"},
        setup="revised",
        owners={"western_europe": "united_states"},
        advantages={"united_kingdom": "french_resistance"},
    )
    table.move("1 tank: germany > western_europe").end_phase()
    assert (table.owner("western_europe"), table.questions) == ("germany", [])


def china(owners: dict[str, str] | None = None, **more: Any) -> Table:
    """The American mobilize phase with Chinese Divisions and nothing bought."""
    known = {"advantages": {"united_states": "chinese_divisions"}} | more
    spaces = {"eastern_united_states": "united_states: 1 infantry"}
    return position("united_states", "noncombat_move", spaces, setup="revised", owners=owners, **known).end_phase()


def division(space: str) -> dict[str, str]:
    """The order for one infantry."""
    return {"type": "advantage", "name": "chinese_divisions", "space": space}


@pytest.mark.rule("OPT-41", setup="revised")
@pytest.mark.parametrize("space", ["china", "sinkiang", "kwangtung", "french_indochina"])
def test_one_infantry_a_turn_is_placed_in_a_controlled_territory_of_the_list(space: str) -> None:
    table = china({space: "united_states"})
    assert table.phase == "mobilize"
    before = state_to_json(table.state)
    table.do(division(space))
    assert table.at(space) == {"united_states": {"infantry": 1}}
    table.refuses(division(space), "OPT-41")
    table.do({"type": "undo"})
    assert state_to_json(table.state) == before


@pytest.mark.rule("OPT-41", setup="revised")
def test_the_territory_must_be_american_and_on_the_list() -> None:
    table = china()
    sentence = table.refuses(division("kwangtung"), "OPT-41")
    assert sentence.endswith("in a territory that you hold: China or Sinkiang.")
    table.refuses(division("alaska"), "OPT-41")
    table.refuses({"type": "advantage", "name": "chinese_divisions"}, "OPT-41")
    assert china({"china": "united_kingdom", "sinkiang": "japan"}).state.power != "united_states"


@pytest.mark.rule("OPT-41", setup="revised")
def test_it_takes_no_capacity_and_comes_back_every_turn() -> None:
    complex_there = {"china": {"facilities": ["industrial_complex"]}}
    table = position(
        "united_states",
        "mobilize",
        {},
        setup="revised",
        purchased={"united_states": {"infantry": 2}},
        more_spaces=complex_there,
        advantages={"united_states": "chinese_divisions"},
    )
    table.do(division("china")).do({"type": "mobilize", "units": {"infantry": 2}, "space": "china"})
    assert table.at("china") == {"united_states": {"infantry": 3}}
    table.end_phase().do({"type": "edit", "turn": {"power": "united_states", "phase": "mobilize"}}).do(
        division("china")
    )
    assert table.at("china") == {"united_states": {"infantry": 4}}

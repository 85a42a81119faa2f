"""The game master's correction of the position."""

from __future__ import annotations

from typing import Any

import pytest

from engine import describe, new_game, state_from_json, state_to_json
from engine.replay import Record, replay
from tests.engine.table import Table, position


def game() -> Table:
    """A game at its start."""
    return Table(new_game("aa1941"))


def edit(**keys: Any) -> dict[str, Any]:
    return {"type": "edit", **keys}


def test_units_of_a_space_are_replaced_and_all_others_stay() -> None:
    table = game()
    before = describe(table.state)["units"]
    table.do(edit(spaces={"germany": {"units": {"germany": {"tank": 3}, "japan": {"fighter": 1}}}}))
    assert table.at("germany") == {"germany": {"tank": 3}, "japan": {"fighter": 1}}
    after = describe(table.state)["units"]
    assert {s: u for s, u in after.items() if s != "germany"} == {s: u for s, u in before.items() if s != "germany"}


def test_a_space_can_be_emptied() -> None:
    assert game().do(edit(spaces={"germany": {"units": {}}})).at("germany") == {}


def test_a_space_that_is_named_without_units_keeps_them() -> None:
    table = game()
    before = table.at("germany")
    table.do(edit(spaces={"germany": {"owner": "japan"}}))
    assert (table.at("germany"), table.owner("germany")) == (before, "japan")


def test_clear_units_empties_the_board_of_units_and_leaves_facilities() -> None:
    table = game()
    facilities = table.board["facilities"]
    table.do(edit(clear_units=True, spaces={"japan": {"units": {"japan": {"infantry": 1}}}}))
    assert table.board["units"] == {"japan": {"japan": {"infantry": 1}}}
    assert table.board["facilities"] == facilities


def test_facilities_of_a_space_are_replaced() -> None:
    table = game().do(edit(spaces={"germany": {"facilities": []}, "iceland": {"facilities": ["industrial_complex"]}}))
    assert "germany" not in table.board["facilities"]
    assert table.board["facilities"]["iceland"] == ["industrial_complex"]


def test_new_pieces_are_numbered_on_and_numbers_never_used_again() -> None:
    table = game()
    last = table.state.serials["germany.tank"]
    table.do(edit(spaces={"germany": {"units": {"germany": {"tank": 1}}}}))
    assert f"germany.tank.{last + 1}" in table.state.pieces
    table.do(edit(spaces={"germany": {"units": {"germany": {"tank": 1}}}}))
    assert f"germany.tank.{last + 1}" not in table.state.pieces
    assert f"germany.tank.{last + 2}" in table.state.pieces


def test_cargo_lies_aboard_transports_of_the_same_edit() -> None:
    laden = {"transport": "japan", "units": {"japan": {"infantry": 1, "tank": 1}}}
    guest = {"transport": "japan", "units": {"germany": {"infantry": 1}}}
    table = game().do(
        edit(spaces={"sz45": {"units": {"japan": {"transport": 2}}}}, cargo={"sz45": [laden, guest]}, clear_units=True)
    )
    assert [(ship["transport_owner"], ship["units"]) for ship in table.board["cargo"]] == [
        ("japan", {"japan": {"infantry": 1, "tank": 1}}),
        ("japan", {"germany": {"infantry": 1}}),
    ]
    assert table.at("sz45") == {"japan": {"transport": 2, "infantry": 1, "tank": 1}, "germany": {"infantry": 1}}


def test_aircraft_at_sea_settle_on_the_carriers_there() -> None:
    table = game().do(edit(spaces={"sz45": {"units": {"japan": {"aircraft_carrier": 1, "fighter": 2}}}}))
    aboard = [p.aboard for p in table.state.at("sz45") if p.unit == "fighter"]
    assert len(set(aboard)) == 1
    assert aboard[0] is not None


def test_treasuries_and_purchases_are_set() -> None:
    table = game().do(edit(ipcs={"germany": 40}, purchased={"germany": {"tank": 2, "infantry": 0}}))
    assert (table.ipcs("germany"), table.ipcs("japan")) == (40, 9)
    assert table.board["purchased"] == {"germany": {"tank": 2}}
    assert table.do(edit(purchased={"germany": {}})).board["purchased"] == {}


def test_a_turn_is_set_with_round_power_and_phase() -> None:
    table = game().do(edit(turn={"round": 3, "power": "japan", "phase": "noncombat_move"}))
    assert (table.state.round, table.state.power, table.phase) == (3, "japan", "noncombat_move")
    assert table.board["acting"] == ["japan"]


def test_a_turn_may_name_only_what_changes() -> None:
    table = game().do(edit(turn={"phase": "combat_move"}))
    assert (table.state.round, table.state.power, table.phase) == (1, "soviet_union", "combat_move")


def in_battle() -> Table:
    """A battle that rests at a question of casualties."""
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 3 infantry, 3 tank", "western_europe": "united_kingdom: 3 infantry, 2 tank"},
        owners={"western_europe": "united_kingdom"},
    )
    table.move("3 infantry, 3 tank: germany > western_europe").end_phase()
    table.battle("western_europe", dice="1 6 6 1 6 6")
    assert table.questions
    return table


def test_a_turn_cancels_battles_and_requests_and_forgets_what_units_did() -> None:
    table = in_battle().do(edit(turn={"power": "germany", "phase": "combat_move"}))
    assert (table.questions, table.pending, table.state.battle) == ([], [], None)
    assert all(piece == piece.rested() for piece in table.state.pieces.values())


def test_an_edit_without_a_turn_leaves_battle_and_question_as_they_are() -> None:
    table = in_battle()
    questions = table.questions
    table.do(edit(ipcs={"japan": 99}))
    assert table.questions == questions
    assert table.state.battle is not None


@pytest.mark.parametrize(
    "keys",
    [
        {"clear_units": True},
        {"spaces": {"western_europe": {"units": {}}}},
        {"spaces": {"japan": {"owner": "united_states"}}},
        {"cargo": {"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}},
    ],
)
def test_units_and_owners_change_under_an_open_question_only_with_the_turn(keys: dict[str, Any]) -> None:
    assert "Western Europe" in in_battle().refuses(edit(**keys), "request")


def window() -> Table:
    """An open question to two owners of fighters at one air base, one of whom has answered under seal."""
    wars = [["japan", power, "war"] for power in ("united_states", "anzac")]
    both = {"philippines": "united_states: 1 fighter; anzac: 1 fighter"}
    spaces = {"sz36": "japan: 1 destroyer", "sz35": "united_states: 1 destroyer", **both}
    table = position("japan", "combat_move", spaces, relations=wars, setup="pacific_1940")
    table.move("1 destroyer: sz36 > sz35").end_phase()
    answer = {"scramble": {"sz35": {"philippines": {"fighter": 1}}}}
    return table.do({"type": "decide", "kind": "reaction", "power": "anzac", "choice": answer})


@pytest.mark.parametrize(
    "keys",
    [
        {"spaces": {"philippines": {"damage": {"air_base": 6}}}},
        {"spaces": {"philippines": {"facilities": []}}},
        {"relations": [["japan", "anzac", "peace"]]},
        {"kamikaze_tokens": {"japan": 1}},
        {"roused_neutrals": {"olgiy": "axis"}},
    ],
)
def test_what_a_sealed_answer_depends_on_changes_only_with_the_turn(keys: dict[str, Any]) -> None:
    """Else the last owner to answer would be refused for what another has answered unseen."""
    table = window()
    table.refuses(edit(**keys), "request")
    assert table.do({"type": "decide", "kind": "reaction", "power": "united_states", "choice": {}}).questions == []


def test_a_war_that_is_called_off_takes_its_declaration_along() -> None:
    table = position("japan", "combat_move", {"siam": "japan: 1 infantry"}, setup="pacific_1940")
    table.do({"type": "declare_war", "on": ["united_kingdom", "united_states"]})
    table.do(edit(relations=[["japan", "anzac", "peace"]]))
    assert [each.on for each in table.state.declarations] == [("united_states",)]
    assert table.state.war_pairs == {frozenset(("japan", "china")), frozenset(("japan", "united_states"))}


def test_neutrals_are_roused_and_calmed_by_a_correction() -> None:
    table = position("japan", "combat_move", {}, setup="pacific_1940", roused_neutrals={"olgiy": "allies"})
    assert table.state.roused_neutrals == {"olgiy": "allies"}
    assert table.do(edit(roused_neutrals={"olgiy": None})).state.roused_neutrals == {}
    assert "siam" in table.refuses(edit(roused_neutrals={"siam": "axis"}), "POL-51")


def test_a_territory_can_be_marked_as_captured_this_turn() -> None:
    spaces = {"ukraine": {"owner": "germany", "captured_this_turn": True, "facilities": ["industrial_complex"]}}
    turn = {"power": "germany", "phase": "mobilize"}
    table = game().do(edit(spaces=spaces, turn=turn, purchased={"germany": {"tank": 1}}))
    assert table.board["captured_this_turn"] == ["ukraine"]
    table.refuses({"type": "mobilize", "units": {"tank": 1}, "space": "ukraine"}, "MOB-01")
    table.do(edit(spaces={"ukraine": {"captured_this_turn": False}}))
    assert table.board["captured_this_turn"] == []


def test_an_owner_can_be_taken_away() -> None:
    assert game().do(edit(spaces={"ukraine": {"owner": None}})).owner("ukraine") is None


def test_everybody_is_told_of_an_edit() -> None:
    table = game().do(edit(ipcs={"japan": 1}))
    assert [(event.kind, event.audience) for event in table.events] == [("edited", "all")]


def test_an_edited_position_is_stored_like_any_other() -> None:
    state = in_battle().do(edit(spaces={"ukraine": {"damage": {}}}, ipcs={"japan": 50})).state
    assert state_from_json(state_to_json(state)) == state


@pytest.mark.parametrize(
    ("keys", "rule", "named"),
    [
        ({"spaces": {"atlantis": {"owner": "germany"}}}, "space", "atlantis"),
        ({"spaces": {"sz5": {"owner": "germany"}}}, "space", "sea zone"),
        ({"spaces": {"sz5": {"facilities": ["industrial_complex"]}}}, "space", "sea zone"),
        ({"spaces": {"germany": {"owner": "prussia"}}}, "power", "prussia"),
        ({"spaces": {"germany": {"units": {"prussia": {"tank": 1}}}}}, "power", "prussia"),
        ({"spaces": {"germany": {"units": {"germany": {"elephant": 1}}}}}, "units", "elephant"),
        ({"spaces": {"germany": {"units": {"germany": {"battleship": 1}}}}}, "units", "battleship"),
        ({"spaces": {"sz5": {"units": {"germany": {"tank": 1}}}}}, "units", "tank"),
        ({"spaces": {"germany": {"units": {"germany": {"industrial_complex": 1}}}}}, "units", "industrial_complex"),
        ({"spaces": {"germany": {"facilities": ["tank"]}}}, "units", "tank"),
        ({"spaces": {"germany": {"facilities": ["industrial_complex"] * 2}}}, "UNI-36", "Germany"),
        ({"spaces": {"switzerland": {"units": {"germany": {"tank": 1}}}}}, "BRD-12", "Switzerland"),
        ({"spaces": {"switzerland": {"owner": "germany"}}}, "BRD-12", "Switzerland"),
        ({"spaces": {"germany": {"damage": {"industrial_complex": 1}}}}, "PUR-15", "damage"),
        ({"spaces": {"germany": {"units": {"germany": {"tank": -1}}}}}, "form", "tank"),
        ({"spaces": {"germany": {"weather": "fine"}}}, "form", "weather"),
        ({"cargo": {"germany": [{"transport": "germany", "units": {}}]}}, "space", "germany"),
        ({"cargo": {"atlantis": [{"transport": "germany", "units": {}}]}}, "space", "atlantis"),
        ({"cargo": {"sz12": [{"transport": "germany", "units": {"germany": {"tank": 1}}}]}}, "units", "transport"),
        ({"cargo": {"sz12": [{"transport": "prussia", "units": {}}]}}, "power", "prussia"),
        ({"purchased": {"germany": {"elephant": 1}}}, "units", "elephant"),
        ({"purchased": {"prussia": {"tank": 1}}}, "power", "prussia"),
        ({"purchased": {"germany": {"industrial_complex": 1}}}, "PUR-09", "industrial complex"),
        ({"ipcs": {"prussia": 3}}, "power", "prussia"),
        ({"ipcs": {"germany": -3}}, "form", "ipcs"),
        ({"technologies": {"germany": ["rockets"]}}, "RES-01", "technologies"),
        ({"relations": [["japan", "united_kingdom", "peace"]]}, "POL-01", "war"),
        ({"turn": {"power": "prussia"}}, "power", "prussia"),
        ({"turn": {"phase": "research"}}, "form", "phase"),
        ({"turn": {"round": 0}}, "form", "round"),
    ],
)
def test_an_edit_that_does_not_fit_the_board_is_refused_by_name(keys: dict[str, Any], rule: str, named: str) -> None:
    assert named in game().refuses(edit(**keys), rule)


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ({"japan": {"infantry": 3}}, "UNI-61"),
        ({"japan": {"tank": 2}}, "UNI-61"),
        ({"japan": {"fighter": 1}}, "UNI-61"),
        ({"japan": {"elephant": 1}}, "units"),
        ({"prussia": {"infantry": 1}}, "power"),
        ({"united_states": {"infantry": 1}}, "power"),
    ],
)
def test_cargo_that_does_not_fit_is_refused(units: dict[str, Any], rule: str) -> None:
    spaces = {"sz45": {"units": {"japan": {"transport": 1}}}}
    game().refuses(edit(spaces=spaces, cargo={"sz45": [{"transport": "japan", "units": units}]}), rule)


def test_cargo_comes_aboard_a_ship_that_has_room_for_it() -> None:
    """With Tokyo Express destroyers carry infantry too, but no tank."""
    everybody = {"advantages": {"japan": ["tokyo_express"]}}
    table = Table(new_game("revised", everybody))
    load = {"transport": "japan", "units": {"japan": {"tank": 1}}}
    spaces = {"sz45": {"units": {"japan": {"destroyer": 1, "transport": 1}}}}
    table.do(edit(spaces=spaces, cargo={"sz45": [load]}, clear_units=True))
    assert table.state.pieces["japan.tank.2"].aboard == "japan.transport.3"


def test_a_second_load_needs_a_second_transport() -> None:
    load = {"transport": "japan", "units": {"japan": {"infantry": 1}}}
    spaces = {"sz45": {"units": {"japan": {"transport": 1}}}}
    game().refuses(edit(spaces=spaces, cargo={"sz45": [load, load]}), "units")


def test_a_game_that_is_won_can_still_be_corrected() -> None:
    table = game()
    for power in ("germany", "japan"):
        table.do({"type": "concede", "power": power})
    assert table.state.winner == "allies"
    table.do(edit(ipcs={"japan": 1}))
    assert table.ipcs("japan") == 1


def crowd(spaces: int, **units: int) -> dict[str, Any]:
    """Japanese units in as many sea zones, and nothing else on the board."""
    zones = [zone.id for zone in game().state.edition.board.sea_zones][:spaces]
    return {"clear_units": True, "spaces": {zone: {"units": {"japan": units}} for zone in zones}}


@pytest.mark.parametrize(
    ("keys", "rule", "words"),
    [
        (crowd(1, submarine=501), "units", "There can be at most 500 Japanese submarines in sea zone"),
        (crowd(8, submarine=150, destroyer=150), "units", "There would be 2400 units on the board; the limit is 2000."),
        ({"spaces": {"germany": {"units": {"germany": {"infantry": 3_000_000}}}}}, "units", "in Germany"),
        ({"purchased": {"germany": {"tank": 501}}}, "units", "at most 500 German tanks among the units bought"),
        (
            {"cargo": {"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 10**12}}}]}},
            "units",
            "There can be at most 500 Japanese infantry aboard a ship in",
        ),
        ({"cargo": {"sz45": [{"transport": "japan", "units": {}}] * 501}}, "units", "at most 500 ships"),
        ({"ipcs": {"germany": 10_000}}, "form", "Germany can have at most 9999 IPCs."),
        ({"turn": {"round": 1000}}, "form", "The round can be 1 to 999."),
        ({"turn": {"round": 0}}, "form", "turn.round"),
        ({"turn": {"round": True}}, "form", "turn.round"),
        ({"ipcs": {"germany": True}}, "form", "ipcs.germany"),
        ({"spaces": {"germany": {"units": {"germany": {"infantry": True}}}}}, "form", "infantry"),
        ({"purchased": {"germany": {"tank": -1}}}, "form", "purchased.germany.tank"),
    ],
)
def test_a_correction_has_limits_and_names_them(keys: dict[str, Any], rule: str, words: str) -> None:
    assert words in game().refuses(edit(**keys), rule)


def test_what_is_allowed_at_most_is_allowed() -> None:
    table = game().do(edit(**crowd(5, aircraft_carrier=100, fighter=200, submarine=100)))
    assert len(table.state.pieces) == 2000
    assert sum(piece.aboard is not None for piece in table.state.pieces.values()) == 1000
    table.do(edit(ipcs={"germany": 9999}, turn={"round": 999, "power": "germany", "phase": "purchase"}))
    table.refuses(edit(spaces={"germany": {"units": {"germany": {"infantry": 1}}}}), "units")


def test_the_limits_hold_for_records_too() -> None:
    millions = edit(spaces={"germany": {"units": {"germany": {"infantry": 3_000_000}}}})
    played = replay(Record(format=1, setup="aa1941", steps=[{"by": "gm", "action": millions}]))
    assert played.error == {
        "step": 0,
        "rule": "units",
        "message": "There can be at most 500 German infantry in Germany.",
    }

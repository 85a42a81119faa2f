"""Aircraft that scramble from air bases (chapters SPC, CMV and ASY)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import destinations
from engine.facilities.scrambling import scramble_ranges
from engine.state.game_state import state_from_json, state_to_json
from tests.engine.table import Table, position

ALL_AT_WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
FLEET = "united_states: 1 destroyer, 1 battleship"


def at_war(power: str, spaces: dict[str, str], **edit: Any) -> Table:
    """A position of the combat move in which Japan is at war with everybody."""
    return position(power, "combat_move", spaces, relations=edit.pop("relations", ALL_AT_WAR), **edit)


def attacked(japan: str = "japan: 4 fighter, 1 tactical_bomber, 1 strategic_bomber", **spaces: str) -> Table:
    """An American fleet attacks a Japanese transport off Japan; who scrambles is still to be said."""
    table = at_war("united_states", {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": japan, **spaces})
    return table.move("1 destroyer, 1 battleship: sz7 > sz6").end_phase()


def landed_from(zone: str = "sz6", target: str = "japan", **spaces: str) -> Table:
    """American infantry is to land from a sea zone where nobody is."""
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    fleet = "united_states: 1 transport, 1 destroyer"
    table = at_war("united_states", {zone: fleet, **spaces}, cargo={zone: [aboard]})
    return table.move(f"1 infantry: {zone} > {target}").end_phase()


def rise(zone: str = "sz6", base: str = "japan", **units: int) -> dict[str, Any]:
    """The answer that these aircraft scramble."""
    return {"scramble": {zone: {base: units or {"fighter": 1}}}}


def defenders(table: Table) -> list[str]:
    """The units that defend in the battle that began in the last action."""
    return [piece.split(".")[1] for event in table.happened("battle_began") for piece in event.battle.defenders]


@pytest.mark.rule("SPC-81", "SPC-85", "CMV-76", setups="1940")
def test_after_all_combat_moves_up_to_three_aircraft_of_a_base_may_join_a_battle_at_sea() -> None:
    table = attacked()
    assert (table.phase, table.questions) == ("conduct_combat", [("reaction", ("japan",))])
    (request,) = table.state.requests
    assert request.options["scramble"] == {"sz6": {"japan": {"fighter": 4, "tactical_bomber": 1}}}
    assert (request.options["limits"], request.default) == ({"japan": 3}, {})
    table.decide("reaction", rise(fighter=2, tactical_bomber=1)).decide("kamikaze", {})
    assert table.at("sz6")["japan"] == {"transport": 1, "fighter": 2, "tactical_bomber": 1}
    assert table.at("japan") == {"japan": {"fighter": 2, "strategic_bomber": 1}}


@pytest.mark.rule("SPC-85", setups="1940")
def test_once_the_defender_is_asked_the_attacker_changes_nothing() -> None:
    table = attacked(sz16="united_states: 1 destroyer")
    answered = Table(table.state).decide("reaction", rise()).decide("kamikaze", {})
    for board, rule in ((table, "request"), (answered, "phase")):
        board.refuses_move("1 destroyer: sz16 > sz6", "phase")
        board.refuses({"type": "undo"}, rule)


@pytest.mark.rule("SPC-81", "SPC-84", "SPC-86", setups="1940")
def test_what_cannot_scramble_is_refused_and_nothing_has_changed() -> None:
    table = attacked(korea="japan: 1 fighter")
    order = {"type": "decide", "kind": "reaction"}
    message = table.refuses({**order, "choice": rise(fighter=4)}, "SPC-81")
    assert message == "At most 3 aircraft scramble from Japan in a turn, but you named 4."
    assert table.refuses({**order, "choice": rise(strategic_bomber=1)}, "SPC-86").startswith("Strategic bombers cannot")
    assert table.refuses({**order, "choice": rise(base="korea")}, "SPC-81").startswith("There is no air base in Korea")
    assert "does not touch" in table.refuses({**order, "choice": rise(base="iwo_jima")}, "SPC-81")
    table.refuses({**order, "choice": rise("sz7")}, "SPC-82")
    table.refuses({**order, "choice": rise(fighter=1, tactical_bomber=2)}, "SPC-81")
    table.refuses({**order, "choice": rise(elephant=1)}, "units")
    table.refuses({**order, "choice": rise(base="atlantis")}, "space")
    table.refuses({**order, "choice": {"scramble": {"sz6": {"fighter": 1}}}}, "form")


@pytest.mark.rule("SPC-81", "UNI-39", setups="1940")
@pytest.mark.parametrize(("damage", "asked"), [(2, True), (3, False)])
def test_only_a_base_that_works_lets_aircraft_scramble(damage: int, asked: bool) -> None:
    base = {"japan": {"damage": {"air_base": damage}}}
    spaces = {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": "japan: 1 fighter"}
    table = at_war("united_states", spaces, more_spaces=base).move("1 destroyer: sz7 > sz6").end_phase()
    assert [kind for kind, _ in table.questions] == (["reaction"] if asked else ["kamikaze"])


@pytest.mark.rule("SPC-81", setups="1940")
def test_a_base_that_does_not_work_is_named_where_another_lets_aircraft_scramble() -> None:
    bases = {"korea": {"facilities": ["air_base"], "damage": {"air_base": 6}}}
    spaces = {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": "japan: 1 fighter", "korea": "japan: 1 fighter"}
    table = at_war("united_states", spaces, more_spaces=bases).move("1 destroyer: sz7 > sz6").end_phase()
    order = {"type": "decide", "kind": "reaction", "choice": rise(base="korea")}
    assert table.refuses(order, "SPC-81") == "The air base in Korea is damaged and does not work."


@pytest.mark.rule("SPC-82", "SPC-83", "SPC-01", "SPC-09", "UNI-46", setups="1940")
def test_a_landing_is_met_from_any_base_next_to_the_zone_where_no_ship_of_theirs_is() -> None:
    table = landed_from("sz17", "iwo_jima", japan="japan: 1 fighter", iwo_jima="japan: 1 infantry, 1 fighter")
    assert table.questions == [("kamikaze", ("japan",))], "Iwo Jima has no base, and Japan does not touch the zone"
    table = landed_from("sz6", "korea", japan="japan: 2 fighter", korea="japan: 1 infantry")
    assert table.state.requests[0].options["scramble"] == {"sz6": {"japan": {"fighter": 2}}}
    table.decide("reaction", rise(fighter=2)).decide("kamikaze", {})
    assert table.pending == [("sz6", "sea"), ("korea", "land")]
    assert defenders(table.battle("sz6", "6 1 1")) == ["fighter", "fighter"]


@pytest.mark.rule("SPC-82", setups="1940")
def test_into_a_zone_that_nobody_attacks_or_lands_from_nobody_scrambles() -> None:
    table = at_war("united_states", {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": "japan: 3 fighter"})
    table.end_phase()
    assert "scrambled" not in [event.kind for event in table.events]
    assert table.questions == []


@pytest.mark.rule("SPC-84", setups="1940")
def test_zones_share_what_one_base_may_send() -> None:
    aboard = {"transport": "japan", "units": {"japan": {"infantry": 1}}}
    spaces = {"sz1": "japan: 1 transport", "sz2": "japan: 1 transport", "alaska": "anzac: 5 fighter"}
    bases = {"alaska": {"facilities": ["air_base"]}}
    table = at_war("japan", spaces, cargo={"sz1": [aboard], "sz2": [aboard]}, more_spaces=bases)
    table.move("1 infantry: sz1 > alaska").move("1 infantry: sz2 > alaska").end_phase()
    both = {"scramble": {"sz1": {"alaska": {"fighter": 2}}, "sz2": {"alaska": {"fighter": 2}}}}
    message = table.refuses({"type": "decide", "kind": "reaction", "choice": both}, "SPC-84")
    assert message.endswith("but you named 4.")
    table.decide("reaction", {"scramble": {"sz1": {"alaska": {"fighter": 1}}, "sz2": {"alaska": {"fighter": 2}}}})
    assert (table.at("sz1")["anzac"], table.at("sz2")["anzac"]) == ({"fighter": 1}, {"fighter": 2})


@pytest.mark.rule("SPC-84", setups="1940")
def test_each_of_several_bases_sends_three() -> None:
    bases = {"korea": {"facilities": ["air_base"]}}
    spaces = {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": "japan: 4 fighter", "korea": "japan: 4 fighter"}
    table = at_war("united_states", spaces, more_spaces=bases).move("1 destroyer, 1 battleship: sz7 > sz6").end_phase()
    table.decide("reaction", {"scramble": {"sz6": {"japan": {"fighter": 3}, "korea": {"fighter": 3}}}})
    assert table.at("sz6")["japan"]["fighter"] == 6


@pytest.mark.rule("SPC-87", setups="1940")
def test_powers_that_are_not_at_war_with_the_attacker_do_not_scramble() -> None:
    spaces = {"sz36": "japan: 1 destroyer", "sz35": "united_states: 1 destroyer"}
    spaces |= {"philippines": "united_states: 1 fighter; anzac: 1 fighter"}
    only_america = [["japan", "united_states", "war"]]
    table = at_war("japan", spaces, relations=only_america).move("1 destroyer: sz36 > sz35").end_phase()
    assert table.questions == [("reaction", ("united_states",))]


@pytest.mark.rule("POL-71", "SPC-81", setups="1940")
def test_the_flying_tigers_do_not_scramble_as_they_never_leave_land() -> None:
    spaces = {"sz21": "japan: 1 destroyer", "sz20": "united_kingdom: 1 transport"}
    based = {"kwangtung": "china: 1 fighter; united_kingdom: 1 fighter"}
    base = {"kwangtung": {"facilities": ["air_base"]}}
    table = at_war("japan", spaces | based, more_spaces=base)
    table.move("1 destroyer: sz21 > sz20").end_phase()
    assert table.questions == [("reaction", ("united_kingdom",))]
    table = at_war("japan", spaces | {"kwangtung": "china: 1 fighter"}, more_spaces=base)
    table.move("1 destroyer: sz21 > sz20").end_phase()
    assert (table.questions, table.pending) == ([], [("sz20", "sea")])
    assert scramble_ranges(table.state, "japan") == {}


@pytest.mark.rule("ASY-01", "ASY-06", "ASY-20", setups="1940")
def test_all_powers_are_asked_at_once_and_nobody_sees_an_answer_before_the_last_is_in() -> None:
    spaces = {"sz36": "japan: 1 destroyer", "sz35": "united_states: 1 destroyer"}
    spaces |= {"philippines": "united_states: 2 fighter; anzac: 2 fighter"}
    table = at_war("japan", spaces).move("1 destroyer: sz36 > sz35").end_phase()
    assert table.questions == [("reaction", ("united_states",)), ("reaction", ("anzac",))]
    table.decide("reaction", rise("sz35", "philippines"), power="anzac")
    assert [(event.kind, event.audience) for event in table.events] == [("request_answered", "anzac")]
    assert table.at("sz35") == {"japan": {"destroyer": 1}, "united_states": {"destroyer": 1}}
    table.do({"type": "decide", "request": table.state.requests[1].id, "choice": {}, "power": "anzac"})
    table.decide("reaction", "default", power="united_states")
    assert table.happened("scrambled") == []


@pytest.mark.rule("ASY-21", setups="1940")
def test_at_a_base_of_several_owners_its_controller_claims_first_and_the_others_in_turn_order() -> None:
    spaces = {"sz36": "japan: 1 destroyer", "sz35": "united_states: 1 destroyer"}
    spaces |= {"philippines": "united_states: 1 fighter; united_kingdom: 2 fighter; anzac: 2 fighter"}
    table = at_war("japan", spaces, owners={"philippines": "anzac"}).move("1 destroyer: sz36 > sz35").end_phase()
    for power in ("united_kingdom", "anzac", "united_states"):
        count = 1 if power == "united_states" else 2
        table.decide("reaction", rise("sz35", "philippines", fighter=count), power=power)
    risen = {event.power: event.stayed for event in table.happened("scrambled")}
    assert table.at("sz35")["anzac"] == {"fighter": 2}
    assert table.at("sz35")["united_states"] == {"destroyer": 1, "fighter": 1}
    assert "united_kingdom" not in table.at("sz35")
    assert len(risen["united_kingdom"]) == 2
    assert risen["anzac"] == risen["united_states"] == ()


@pytest.mark.rule("ASY-23", "SPC-43", "SPC-44", setups="1940")
def test_one_card_asks_for_interceptors_and_scramble_and_no_aircraft_does_both() -> None:
    spaces = {"sz7": FLEET, "sz6": "japan: 1 transport", "japan": "japan: 3 fighter"}
    spaces |= {"iwo_jima": "united_states: 1 strategic_bomber"}
    table = at_war("united_states", spaces, owners={"iwo_jima": "united_states"})
    table.move("1 destroyer, 1 battleship: sz7 > sz6")
    table.move("1 strategic_bomber: iwo_jima > japan", raid="air_base").end_phase()
    assert table.questions == [("reaction", ("japan",))]
    assert set(table.state.requests[0].options) == {"intercept", "scramble", "limits"}
    both = {"intercept": {"japan": {"fighter": 2}}, **rise(fighter=2)}
    message = table.refuses({"type": "decide", "kind": "reaction", "choice": both}, "ASY-23")
    assert message == "Each aircraft does only one thing in a turn. In Japan you have 1 left for this, not 2 fighters."
    table.decide("reaction", {"intercept": {"japan": {"fighter": 2}}, **rise(fighter=1)})
    assert sorted(piece.space for piece in table.state.pieces.values() if piece.unit == "fighter") == [
        "japan",
        "japan",
        "sz6",
    ]
    assert sum(piece.intercepts for piece in table.state.pieces.values()) == 2


@pytest.mark.rule("SPC-04", "SPC-01", setups="1940")
def test_submarines_that_were_ignored_take_part_once_aircraft_scramble() -> None:
    spaces = {"sz6": "japan: 1 submarine, 1 transport", "japan": "japan: 1 fighter", "korea": "japan: 1 infantry"}
    spaces["sz6"] += "; united_states: 1 transport, 1 destroyer"
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    ignored = at_war("united_states", spaces, cargo={"sz6": [aboard]}).move("1 infantry: sz6 > korea").end_phase()
    peaceful = Table(ignored.state).decide("reaction", {}).decide("kamikaze", {})
    assert peaceful.pending == [("korea", "land")]
    ignored.decide("reaction", rise()).decide("kamikaze", {})
    assert ignored.pending == [("sz6", "sea"), ("korea", "land")]
    assert defenders(ignored.battle("sz6", "6 1 1")) == ["fighter", "submarine", "transport"]


@pytest.mark.rule("SPC-88", "UNI-45", setups="1940")
def test_scrambled_aircraft_defend_at_their_values_and_can_be_lost() -> None:
    table = attacked("japan: 2 fighter, 1 tactical_bomber").decide("reaction", rise(fighter=1, tactical_bomber=1))
    table.decide("kamikaze", {}).battle("sz6", "1 6")
    assert table.questions == [("casualties", ("japan",))]
    table.lose("1 tactical_bomber", "3 4")
    fired = table.happened("fired")[-1]
    assert [(shots.unit, shots.value) for shots in fired.shots] == [("tactical_bomber", 3), ("fighter", 4)]


@pytest.mark.rule("SPC-88", "SPC-09", setups="1940")
def test_what_scrambled_does_not_defend_its_territory() -> None:
    table = landed_from(japan="japan: 1 fighter, 1 infantry").decide("reaction", rise()).decide("kamikaze", {})
    table.battle("sz6", "1 6").battle("japan", "1 6")
    assert table.owner("japan") == "united_states"


@pytest.mark.rule("SPC-89", "ASY-27", "NCM-04", setups="1940")
def test_survivors_return_to_their_territory_before_the_attackers_noncombat_moves_without_a_question() -> None:
    table = attacked("japan: 2 fighter").decide("reaction", rise(fighter=2)).decide("kamikaze", {})
    table.battle("sz6", "6 6 6 6")
    assert table.at("sz6")["japan"]["fighter"] == 2
    table.retreat("sz7")
    assert table.phase == "noncombat_move"
    assert table.at("japan") == {"japan": {"fighter": 2}}
    assert [sorted(set(event.landings.values())) for event in table.happened("scramble_returned")] == [["japan"]]
    assert not any(piece.memory for piece in table.state.pieces.values())


def driven_out(**spaces: str) -> Table:
    """Korea falls overland while its fighter is scrambled over sea zone 6, where a carrier of the attacker is."""
    spaces = {"sz7": "united_states: 1 battleship", "sz6": "japan: 1 transport", "korea": "japan: 1 fighter", **spaces}
    spaces["manchuria"] = "united_states: 2 infantry"
    bases = {"korea": {"facilities": ["air_base"]}, "manchuria": {"owner": "united_states"}}
    bases |= {} if "japan" in spaces else {"japan": {"owner": "united_states"}}
    table = at_war("united_states", spaces, more_spaces=bases)
    table.move("1 battleship: sz7 > sz6").move("2 infantry: manchuria > korea").end_phase()
    table.decide("reaction", rise(base="korea")).decide("kamikaze", {})
    assert table.owner("korea") == "united_states"
    return table.battle("sz6", "6 6").retreat("sz7")


@pytest.mark.rule("SPC-89", "ASY-26", setups="1940")
def test_who_lost_its_territory_lands_one_space_away() -> None:
    table = driven_out(japan="japan: 1 infantry")
    assert table.at("japan")["japan"] == {"infantry": 1, "fighter": 1}
    assert not any(piece.memory for piece in table.state.pieces.values())


@pytest.mark.rule("SPC-89", "ASY-26", setups="1940")
def test_who_can_land_in_several_places_is_asked_and_who_can_land_nowhere_is_lost() -> None:
    table = driven_out(japan="japan: 1 infantry", sz5="japan: 1 aircraft_carrier")
    assert table.questions == [("stranded_landing", ("japan",))]
    assert table.state.requests[0].options["places"] == {"japan": 1, "sz5": 1}
    assert table.state.requests[0].default == {"japan": {"fighter": 1}}
    table.decide("stranded_landing", {"sz5": {"fighter": 1}})
    assert [piece.aboard for piece in table.state.pieces.values() if piece.unit == "fighter"] != [None]
    lost = driven_out()
    assert [(event.reason, len(event.pieces)) for event in lost.happened("units_lost")] == [("no_landing", 1)]


@pytest.mark.rule("SPC-05", setups="1940")
def test_nobody_lands_from_a_zone_in_which_scrambled_aircraft_are_left() -> None:
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    spaces = {"sz7": "united_states: 1 transport, 1 destroyer", "japan": "japan: 1 fighter"}
    table = at_war("united_states", spaces, cargo={"sz7": [aboard]}).move("1 transport, 1 destroyer: sz7 > sz6")
    table.move("1 infantry: sz6 > japan").end_phase().decide("reaction", rise()).decide("kamikaze", {})
    table.battle("sz6", "6 6").retreat("sz7")
    assert (table.owner("japan"), table.phase) == ("japan", "noncombat_move")


@pytest.mark.rule("CMV-13", setups="1940")
def test_ships_and_aircraft_may_wait_for_a_scramble_where_a_landing_begins() -> None:
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    spaces = {"sz6": "united_states: 1 transport", "sz7": "united_states: 1 destroyer, 1 aircraft_carrier, 1 fighter"}
    quiet = at_war("united_states", {**spaces, "korea": "japan: 1 infantry"}, cargo={"sz6": [aboard]})
    quiet.move("1 infantry: sz6 > korea")
    quiet.refuses_move("1 fighter: sz7 > sz6", "CMV-01")
    spaces |= {"korea": "japan: 1 infantry", "japan": "japan: 1 fighter"}
    table = at_war("united_states", spaces, cargo={"sz6": [aboard]}).move("1 infantry: sz6 > korea")
    assert "sz6" in {reach.space for reach in destinations(table.state, "sz7", "fighter")}
    table.move("1 fighter: sz7 > sz6").move("1 destroyer: sz7 > sz6").end_phase()
    table.decide("reaction", rise()).decide("kamikaze", {}).battle("sz6", "1 6 6")
    (began,) = table.happened("battle_began")[:1]
    assert sorted(i.split(".")[1] for i in began.battle.attackers) == ["destroyer", "fighter", "transport"]


@pytest.mark.rule("CMV-13", setups="1940")
def test_aircraft_do_not_wait_where_nothing_is_landed_after_all() -> None:
    spaces = {"sz6": "united_states: 1 transport", "sz7": "united_states: 1 aircraft_carrier, 1 fighter"}
    aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1}}}
    spaces |= {"korea": "japan: 1 infantry", "japan": "japan: 1 fighter"}
    table = at_war("united_states", spaces, cargo={"sz6": [aboard]}).move("1 fighter: sz7 > sz6")
    table.refuses({"type": "end_phase"}, "CMV-01")


@pytest.mark.rule("CMV-14", setups="1940")
def test_ships_may_leave_a_zone_into_which_enemies_could_scramble() -> None:
    fleet = {"sz6": "united_states: 1 destroyer"}
    at_war("united_states", fleet).refuses_move("1 destroyer: sz6 > sz7", "CMV-01")
    at_war("united_states", {**fleet, "japan": "japan: 1 strategic_bomber"}).refuses_move(
        "1 destroyer: sz6 > sz7", "CMV-01"
    )
    table = at_war("united_states", {**fleet, "japan": "japan: 1 fighter"}).move("1 destroyer: sz6 > sz7").end_phase()
    assert table.questions == []


@pytest.mark.rule("SPC-81", "SPC-82", setups="1940")
def test_how_many_enemies_may_scramble_into_which_zone_can_be_asked() -> None:
    table = at_war("united_states", {"japan": "japan: 5 fighter", "caroline_islands": "japan: 1 tactical_bomber"})
    assert scramble_ranges(table.state, "united_states") == {"sz6": {"japan": 3}, "sz33": {"caroline_islands": 1}}
    assert scramble_ranges(table.state) == scramble_ranges(table.state, "united_states")
    assert scramble_ranges(table.state, "japan") == {}


@pytest.mark.rule("SPC-89", setups="1940")
def test_a_scramble_survives_saving_and_a_correction_of_the_turn_ends_it() -> None:
    table = attacked("japan: 2 fighter").decide("reaction", rise(fighter=2)).decide("kamikaze", {})
    saved = state_from_json(state_to_json(table.state))
    assert saved == table.state
    table = Table(saved).do({"type": "edit", "turn": {"power": "china", "phase": "combat_move"}})
    assert table.at("japan") == {"japan": {"fighter": 2}}
    assert not any(piece.memory for piece in table.state.pieces.values())


@pytest.mark.rule("SPC-89", setups="1940")
def test_a_correction_during_combat_does_not_land_scrambled_aircraft_on_a_carrier() -> None:
    table = attacked("japan: 1 fighter").decide("reaction", rise()).decide("kamikaze", {})
    table.do({"type": "edit", "spaces": {"sz6": {"units": {"japan": {"aircraft_carrier": 1, "fighter": 1}}}}})
    table = attacked("japan: 1 fighter", sz6="japan: 1 aircraft_carrier").decide("reaction", rise())
    table.decide("kamikaze", {}).do({"type": "edit", "ipcs": {"japan": 3}})
    (fighter,) = (piece for piece in table.state.pieces.values() if piece.unit == "fighter")
    assert (fighter.space, fighter.aboard) == ("sz6", None)

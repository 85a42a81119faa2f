"""Enigma Decoded (OPT-30, ASY-36): the British move once after Germany's combat moves, before its battles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.ask import EnigmaMove, EnigmaOptions
from tests.engine.table import Table, position

ENIGMA = {"united_kingdom": "enigma_decoded"}
EGYPT = {
    "libya": "germany: 2 tank",
    "anglo_egypt": "united_kingdom: 2 infantry, 1 fighter",
    "trans_jordan": "united_kingdom: 3 infantry, 1 anti_aircraft_gun",
}
CHANNEL = {
    "sz5": "germany: 1 submarine, 1 destroyer",
    "sz6": "united_kingdom: 1 destroyer",
    "sz7": "united_kingdom: 1 battleship, 1 aircraft_carrier, 2 fighter",
}


def german_turn(spaces: Mapping[str, str], **more: Any) -> Table:
    """Germany's combat move, with the advantage in British hands."""
    return position("germany", "combat_move", spaces, setup="revised", advantages=ENIGMA, **more)


def attack_on_egypt(**more: Any) -> Table:
    """Two German tanks have attacked Anglo-Egypt."""
    return german_turn(EGYPT, **more).move("2 tank: libya > anglo_egypt").end_phase()


def attack_in_the_channel(**more: Any) -> Table:
    """A German submarine and a destroyer have attacked a British destroyer."""
    return german_turn(CHANNEL, **more).move("1 submarine, 1 destroyer: sz5 > sz6").end_phase()


def special_move(start: str, end: str, **units: int) -> dict[str, Any]:
    """The choice that moves these units."""
    return {"from": start, "to": end, "units": units}


def answer(choice: Any) -> dict[str, Any]:
    """The answer with this choice."""
    return {"type": "decide", "kind": "enigma_decoded", "choice": choice}


class TestBeingAsked:
    @pytest.mark.rule("OPT-30", "ASY-36", setup="revised")
    def test_the_british_are_asked_after_the_german_combat_moves_and_before_battles_are_found(self) -> None:
        table = attack_on_egypt()
        assert table.phase == "conduct_combat"
        assert table.questions == [("enigma_decoded", ("united_kingdom",))]
        assert table.pending == []
        offered = EnigmaOptions.of(table.state.requests[0])
        assert offered.attacked == ("anglo_egypt",)
        units = {"infantry": 3, "anti_aircraft_gun": 1}
        assert EnigmaMove(start="trans_jordan", end="anglo_egypt", units=units) in offered.moves

    @pytest.mark.rule("ASY-36", setup="revised")
    @pytest.mark.parametrize("choice", ["default", {}])
    def test_by_default_it_is_not_used_and_kept(self, choice: Any) -> None:
        table = attack_on_egypt().do(answer(choice))
        assert table.pending == [("anglo_egypt", "land")]
        assert table.state.has_advantage("united_kingdom", "enigma_decoded")
        assert table.at("trans_jordan") == {"united_kingdom": {"infantry": 3, "anti_aircraft_gun": 1}}

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_nobody_is_asked_where_no_british_unit_could_move(self) -> None:
        spaces = {"ukraine_ssr": "germany: 2 tank", "caucasus": "soviet_union: 1 infantry"}
        table = german_turn(spaces).move("2 tank: ukraine_ssr > caucasus").end_phase()
        assert table.questions == []

    @pytest.mark.rule("OPT-30", "ASY-03", setup="revised")
    @pytest.mark.parametrize(("ships", "is_asked"), [(1, False), (2, True)])
    def test_a_transport_does_not_leave_with_all_that_would_stay_behind(self, ships: int, is_asked: bool) -> None:
        cargo = {"sz12": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]}
        spaces = {"sz13": "germany: 1 submarine", "sz12": f"united_kingdom: {ships} transport"}
        table = german_turn(spaces, cargo=cargo).move("1 submarine: sz13 > sz12").end_phase()
        assert bool(table.questions) == is_asked

    @pytest.mark.rule("OPT-30", "ASY-03", setup="revised")
    def test_a_carrier_does_not_leave_with_its_fighters_if_nobody_else_is_there(self) -> None:
        spaces = {"sz13": "germany: 1 submarine", "sz12": "united_kingdom: 1 aircraft_carrier, 2 fighter"}
        held = {"algeria": "germany", "gibraltar": "germany"}
        table = german_turn(spaces, owners=held).move("1 submarine: sz13 > sz12").end_phase()
        assert table.questions == []

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_a_fighter_comes_along_only_where_its_carrier_can(self) -> None:
        spaces = {"sz14": "germany: 1 submarine", "sz15": "united_kingdom: 1 aircraft_carrier, 1 fighter, 1 destroyer"}
        table = german_turn(spaces, owners={"anglo_egypt": "germany"}).move("1 submarine: sz14 > sz15").end_phase()
        offered = EnigmaOptions.of(table.state.requests[0])
        to_the_red_sea = EnigmaMove(start="sz15", end="sz34", units={"fighter": 1})
        assert to_the_red_sea not in offered.moves
        assert {move.end for move in offered.moves if "fighter" in move.units} >= {"sz16"}
        table = german_turn({"libya": "germany: 1 tank", "anglo_egypt": "united_kingdom: 1 infantry"})
        table.move("1 tank: libya > anglo_egypt").end_phase()
        assert (table.questions, table.pending) == ([], [("anglo_egypt", "land")])

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_it_answers_german_attacks_only(self) -> None:
        spaces = {"kwangtung": "japan: 1 infantry", "india": "united_kingdom: 3 infantry"}
        table = position("japan", "combat_move", spaces, setup="revised", advantages=ENIGMA)
        table.do({"type": "edit", "spaces": {"french_indochina": {"units": {"japan": {"tank": 1}}}}})
        table.move("1 tank: french_indochina > india").end_phase()
        assert (table.questions, table.pending) == ([], [("india", "land")])

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_it_is_used_once_a_game(self) -> None:
        table = attack_on_egypt().do(answer(special_move("trans_jordan", "anglo_egypt", infantry=1)))
        assert "enigma_decoded" in table.state.used_advantages
        spaces = {
            "libya": {"units": {"germany": {"tank": 1}}},
            "anglo_egypt": {"units": {"united_kingdom": {"tank": 2}}},
        }
        table.do({"type": "edit", "spaces": spaces, "turn": {"phase": "combat_move"}})
        assert table.move("1 tank: libya > anglo_egypt").end_phase().questions == []


class TestReinforcing:
    @pytest.mark.rule("OPT-30", setup="revised")
    def test_units_come_from_an_adjacent_space_and_stay_after_the_battle(self) -> None:
        table = attack_on_egypt().do(
            answer(special_move("trans_jordan", "anglo_egypt", infantry=3, anti_aircraft_gun=1))
        )
        assert table.at("anglo_egypt")["united_kingdom"] == {"infantry": 5, "fighter": 1, "anti_aircraft_gun": 1}
        assert table.at("trans_jordan") == {}
        table.battle("anglo_egypt", "6 6 1 1 6 6 6 6")
        assert table.at("anglo_egypt") == {"united_kingdom": {"infantry": 5, "fighter": 1, "anti_aircraft_gun": 1}}

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_an_undefended_territory_of_an_ally_can_be_reinforced(self) -> None:
        spaces = {"ukraine_ssr": "germany: 1 infantry", "caucasus": "", "persia": "united_kingdom: 2 infantry"}
        table = german_turn(spaces).move("1 infantry: ukraine_ssr > caucasus").end_phase()
        table.do(answer(special_move("persia", "caucasus", infantry=2)))
        assert table.pending == [("caucasus", "land")]
        table.battle("caucasus", "6 1 6")
        assert table.owner("caucasus") == "soviet_union"

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_all_units_come_from_one_adjacent_space(self) -> None:
        table = attack_on_egypt()
        table.refuses(answer(special_move("persia", "anglo_egypt", infantry=1)), "OPT-30")
        table.refuses(answer(special_move("trans_jordan", "persia", infantry=1)), "OPT-30")
        table.refuses(answer(special_move("trans_jordan", "anglo_egypt", infantry=4)), "units")
        table.refuses(answer(special_move("trans_jordan", "anglo_egypt")), "units")
        table.refuses(answer({"from": "trans_jordan"}), "form")

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_only_british_units_move(self) -> None:
        spaces = {**EGYPT, "italian_east_africa": "united_states: 2 infantry"}
        table = german_turn(spaces).move("2 tank: libya > anglo_egypt").end_phase()
        table.refuses(answer(special_move("italian_east_africa", "anglo_egypt", infantry=1)), "units")

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_a_fleet_joins_the_battle_in_the_next_zone(self) -> None:
        table = attack_in_the_channel()
        table.do(answer(special_move("sz7", "sz6", battleship=1, aircraft_carrier=1, fighter=2)))
        assert table.at("sz6")["united_kingdom"] == {
            "aircraft_carrier": 1,
            "battleship": 1,
            "destroyer": 1,
            "fighter": 2,
        }
        assert all(piece.aboard for piece in table.state.at("sz6") if piece.unit == "fighter")

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_aircraft_come_only_where_they_can_land(self) -> None:
        table = attack_in_the_channel()
        table.refuses(answer(special_move("sz7", "sz6", fighter=1)), "NCM-20")

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_ships_obey_canals(self) -> None:
        spaces = {
            "sz14": "germany: 1 battleship",
            "sz15": "united_kingdom: 1 destroyer",
            "sz34": "united_kingdom: 1 battleship",
        }
        table = german_turn(spaces, owners={"trans_jordan": "germany"}).move("1 battleship: sz14 > sz15").end_phase()
        assert table.questions == []
        table = german_turn(spaces).move("1 battleship: sz14 > sz15").end_phase()
        table.do(answer(special_move("sz34", "sz15", battleship=1)))
        assert table.at("sz15")["united_kingdom"] == {"battleship": 1, "destroyer": 1}

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_a_transport_lands_its_cargo_in_an_attacked_territory(self) -> None:
        table = german_turn(
            {**EGYPT, "sz15": "united_kingdom: 1 transport"},
            cargo={"sz15": [{"transport": "united_kingdom", "units": {"united_kingdom": {"tank": 1}}}]},
        )
        table.move("2 tank: libya > anglo_egypt").end_phase()
        table.do(answer(special_move("sz15", "anglo_egypt", tank=1)))
        assert table.at("anglo_egypt")["united_kingdom"] == {"infantry": 2, "fighter": 1, "tank": 1}


class TestEvacuating:
    @pytest.mark.rule("OPT-30", setup="revised")
    def test_units_leave_an_attacked_space_but_one(self) -> None:
        table = attack_on_egypt()
        table.refuses(answer(special_move("anglo_egypt", "trans_jordan", infantry=2, fighter=1)), "OPT-30")
        table.do(answer(special_move("anglo_egypt", "trans_jordan", infantry=1, fighter=1)))
        assert table.at("trans_jordan")["united_kingdom"] == {"infantry": 4, "fighter": 1, "anti_aircraft_gun": 1}
        table.battle("anglo_egypt", "3 3 6")
        assert table.owner("anglo_egypt") == "germany"
        assert table.at("trans_jordan")["united_kingdom"] == {"infantry": 4, "fighter": 1, "anti_aircraft_gun": 1}

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_they_go_to_friendly_spaces_only(self) -> None:
        table = attack_on_egypt()
        table.refuses(answer(special_move("anglo_egypt", "libya", infantry=1)), "NCM-07")
        table.refuses(answer(special_move("anglo_egypt", "sahara", fighter=1)), "BRD-12")

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_ships_sail_out_of_an_attacked_zone(self) -> None:
        table = attack_in_the_channel()
        table.refuses(answer(special_move("sz6", "sz7", destroyer=1)), "OPT-30")
        spaces = {**CHANNEL, "sz6": "united_kingdom: 1 destroyer, 1 transport"}
        table = german_turn(spaces).move("1 submarine, 1 destroyer: sz5 > sz6").end_phase()
        table.do(answer(special_move("sz6", "sz7", transport=1)))
        assert table.at("sz7")["united_kingdom"]["transport"] == 1

    @pytest.mark.rule("OPT-30", setup="revised")
    def test_ships_do_not_flee_into_a_hostile_zone(self) -> None:
        spaces = {**CHANNEL, "sz6": "united_kingdom: 1 destroyer, 1 transport", "sz3": "germany: 1 submarine"}
        table = german_turn(spaces).move("1 submarine, 1 destroyer: sz5 > sz6").end_phase()
        table.refuses(answer(special_move("sz6", "sz3", transport=1)), "NCM-23")

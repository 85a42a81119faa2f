"""Declaring war in Pacific 1940: who, on whom, when, and what it brings (chapters POL, CMV and INC)."""

from __future__ import annotations

from typing import Any

import pytest

from engine import new_game
from engine.politics.standing import Standing, at_war, is_at_war, share_space, standing_of, standing_of_territory
from tests.engine.table import Table, position, this_setup

TOGETHER = ("united_kingdom", "anzac", "dutch")


def declare(*on: str) -> dict[str, Any]:
    """The order to declare war on these powers."""
    return {"type": "declare_war", "on": list(on)}


def at(power: str, phase: str = "combat_move", game_round: int = 1, **more: Any) -> Table:
    """The opening with this power on turn."""
    turn = {"power": power, "phase": phase, "round": game_round}
    return Table(new_game(this_setup())).do({"type": "edit", "turn": turn, **more})


def played_to(table: Table, power: str, phase: str) -> Table:
    """Everybody ends their phases until this one."""
    while (table.state.power, table.phase) != (power, phase):
        table.end_phase()
    return table


class TestWhoMayDeclare:
    @pytest.mark.rule("POL-17", "POL-18", "POL-04", setups="1940")
    @pytest.mark.parametrize("named", ["united_kingdom", "anzac"])
    def test_japan_goes_to_war_with_united_kingdom_and_anzac_at_once(self, named: str) -> None:
        table = at("japan").do(declare(named))
        assert all(at_war(table.state, "japan", power) for power in TOGETHER)
        assert not at_war(table.state, "japan", "united_states")
        assert standing_of_territory(table.state, "java", "japan") is Standing.ENEMY
        assert ["japan", "united_kingdom", "war"] in table.board["relations"]

    @pytest.mark.rule("POL-19", setup="pacific_1940")
    def test_war_with_france_changes_nothing_between_japan_and_others(self) -> None:
        table = at("japan").do(declare("france"))
        assert at_war(table.state, "japan", "france")
        assert not any(at_war(table.state, "japan", power) for power in (*TOGETHER, "united_states"))
        played_to(table, "united_states", "noncombat_move")
        assert table.ipcs("united_states") == 17

    @pytest.mark.rule("POL-17", setups="1940")
    def test_japan_may_declare_several_wars_in_one_order(self) -> None:
        table = at("japan").do(declare("united_states", "anzac", "france"))
        assert [event.on for event in table.happened("war_declared")] == [("united_states",), TOGETHER, ("france",)]

    @pytest.mark.rule("POL-34", "POL-35", setups="1940")
    @pytest.mark.parametrize("power", ["united_kingdom", "anzac"])
    def test_united_kingdom_or_anzac_go_to_war_together_and_give_america_no_ground(self, power: str) -> None:
        table = at(power).do(declare("japan"))
        assert all(at_war(table.state, "japan", each) for each in TOGETHER)
        assert table.happened("war_bonus_paid") == []
        table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move", "round": 2}})
        sentence = table.refuses(declare("japan"), "POL-23")
        assert "after an unprovoked Japanese declaration of war on the United Kingdom or ANZAC" in sentence
        assert "collect income in round 3" in sentence

    @pytest.mark.rule("POL-05", "POL-06", setups="1940")
    def test_japan_is_not_the_aggressor_where_it_was_attacked(self) -> None:
        table = at("united_kingdom").do(declare("japan"))
        table.do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move", "round": 2}})
        table.refuses(declare("anzac"), "POL-01")
        assert [(each.by, each.provoked) for each in table.state.declarations] == [("united_kingdom", False)]

    @pytest.mark.rule("POL-05", "POL-20", setups="1940")
    def test_units_of_another_ally_in_china_provoke_japan(self) -> None:
        spaces = {"yunnan": {"units": {"china": {"infantry": 4}, "united_kingdom": {"infantry": 1}}}}
        (event,) = at("japan", spaces=spaces).do(declare("anzac")).happened("war_declared")
        assert event.provoked
        (event,) = at("japan").do(declare("anzac")).happened("war_declared")
        assert not event.provoked

    @pytest.mark.rule("POL-23", "POL-24", "POL-05", setups="1940")
    def test_america_answers_an_unprovoked_attack_in_its_next_turn(self) -> None:
        at("united_states").refuses(declare("japan"), "POL-23")
        table = at("japan").do(declare("united_kingdom"))
        table.refuses({**declare("japan"), "power": "united_states"}, "power")
        table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}})
        (event,) = table.do(declare("japan")).happened("war_declared")
        assert (event.rule, event.provoked) == ("POL-23", True)

    @pytest.mark.rule("POL-23", setups="1940")
    def test_america_attacked_is_at_war_without_a_word(self) -> None:
        table = at("japan").do(declare("united_states"))
        assert at_war(table.state, "united_states", "japan")
        assert not at_war(table.state, "japan", "united_kingdom")

    @pytest.mark.rule("POL-29", setup="pacific_1940")
    def test_america_has_its_major_complex_from_the_start_and_war_upgrades_no_other(self) -> None:
        table = at("japan", spaces={"mexico": {"facilities": ["minor_industrial_complex"]}})
        before = table.state.facilities
        assert "major_industrial_complex" in before["western_united_states"]
        assert table.do(declare("united_states")).state.facilities == before

    @pytest.mark.rule("POL-25", setup="pacific_1940")
    def test_america_may_declare_war_before_its_third_income_and_in_later_turns(self) -> None:
        second = played_to(at("united_states", "purchase", 2), "china", "purchase")
        assert not is_at_war(second.state, "united_states")
        at("united_states", "combat_move", 3).refuses(declare("japan"), "POL-25")
        third = played_to(at("united_states", "purchase", 3), "united_states", "collect_income")
        third.do(declare("japan"))
        kinds = [event.kind for event in third.events]
        assert kinds.index("war_declared") < kinds.index("income_collected")
        assert third.state.power == "china"
        fourth = played_to(at("united_states", "purchase", 4), "united_states", "combat_move")
        assert fourth.do(declare("japan")).happened("war_declared")[0].rule == "POL-25"

    @pytest.mark.rule("POL-25", setups="1940")
    def test_america_may_let_its_third_income_pass_in_peace(self) -> None:
        table = played_to(at("united_states", "purchase", 3), "united_states", "collect_income")
        table.end_phase()
        assert table.state.power == "china"
        assert table.happened("income_collected")

    @pytest.mark.rule("POL-03", "POL-22", "POL-40", setup="pacific_1940")
    @pytest.mark.parametrize(
        ("power", "on", "rule"),
        [
            ("japan", "soviet_union", "POL-03"),
            ("japan", "china", "POL-01"),
            ("japan", "dutch", "POL-22"),
            ("japan", "japan", "form"),
            ("japan", "germany", "form"),
            ("united_kingdom", "china", "POL-01"),
            ("china", "japan", "POL-01"),
        ],
    )
    def test_a_war_without_ground_is_refused_by_its_rule(self, power: str, on: str, rule: str) -> None:
        at(power).refuses(declare(on), rule)

    @pytest.mark.rule("POL-01", setups="1940")
    def test_a_war_never_ends_but_by_the_game_master(self) -> None:
        table = at("japan").do(declare("united_kingdom"))
        assert "never ends" in table.refuses(declare("united_kingdom"), "POL-01")
        table.do({"type": "edit", "relations": [["japan", "anzac", "neutral"]]})
        assert not any(at_war(table.state, "japan", power) for power in TOGETHER)


class TestWhen:
    @pytest.mark.rule("POL-02", "CMV-72", setups="1940")
    def test_war_is_declared_in_the_combat_move_before_any_move(self) -> None:
        at("japan", "purchase").refuses(declare("anzac"), "POL-17")
        table = at("japan").move("1 infantry: kwangsi > hunan")
        assert "undo" in table.refuses(declare("anzac"), "CMV-72")
        table.do({"type": "undo"}).do(declare("anzac"))

    @pytest.mark.rule("POL-02", setups="1940")
    def test_nobody_declares_war_in_the_turn_of_another(self) -> None:
        at("japan").refuses({**declare("japan"), "power": "united_kingdom"}, "power")

    def test_a_declaration_is_not_undone(self) -> None:
        at("japan").do(declare("anzac")).refuses({"type": "undo"}, "phase")

    def test_declarations_are_kept_with_round_and_powers(self) -> None:
        table = at("japan", game_round=2).do(declare("united_kingdom"))
        (kept,) = table.state.declarations
        assert (kept.round, kept.by, kept.on, kept.provoked) == (2, "japan", TOGETHER, False)

    @pytest.mark.rule("GEN-17", setups="1940")
    def test_who_has_no_ground_passes_over_attack_and_combat(self) -> None:
        table = at("united_states", "purchase").end_phase()
        assert [(e.phase, e.reason) for e in table.happened("phase_skipped")] == [
            ("combat_move", "GEN-17"),
            ("conduct_combat", "GEN-17"),
        ]
        assert table.phase == "noncombat_move"

    @pytest.mark.rule("GEN-17", setup="pacific_1940")
    def test_who_could_declare_war_and_does_not_passes_over_combat(self) -> None:
        table = at("united_kingdom", "purchase").end_phase()
        assert table.phase == "combat_move"
        table.end_phase()
        assert [event.phase for event in table.happened("phase_skipped")] == ["conduct_combat"]
        assert table.phase == "noncombat_move"


class TestWhatItBrings:
    @pytest.mark.rule("INC-70", "ASY-33", setup="pacific_1940")
    @pytest.mark.parametrize("on", ["united_kingdom", "anzac", "united_states"])
    def test_an_unprovoked_attack_in_three_rounds_gives_america_30_ipcs(self, on: str) -> None:
        table = at("japan", game_round=3).do(declare(on))
        assert table.ipcs("united_states") == 47
        assert at("japan", game_round=4).do(declare(on)).ipcs("united_states") == 17

    @pytest.mark.rule("INC-70", setup="pacific_1940")
    def test_they_are_given_once(self) -> None:
        table = at("japan").do(declare("anzac"))
        table.do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move", "round": 2}})
        assert table.do(declare("united_states")).ipcs("united_states") == 47
        assert at("japan").do(declare("anzac", "united_states")).ipcs("united_states") == 47

    @pytest.mark.rule("CMV-73", setups="1940")
    def test_transports_may_load_in_the_zone_that_they_made_hostile(self) -> None:
        spaces = {"sz20": "japan: 1 transport, 1 cruiser; united_kingdom: 1 destroyer", "formosa": "japan: 2 infantry"}
        table = position("japan", "combat_move", {**spaces, "sz19": "japan: 1 transport"})
        table.do(declare("united_kingdom"))
        table.move("1 infantry: formosa > sz20").move("1 infantry: sz20 > kwangtung")
        (came_later,) = (piece.id for piece in table.state.at("sz19"))
        table.move("1 transport: sz19 > sz20")
        table.refuses_move("1 infantry: formosa > sz20", "CMV-19", transport=came_later)

    @pytest.mark.rule("CMV-73", "CMV-19", setups="1940")
    def test_a_zone_that_was_hostile_before_is_none_to_load_in(self) -> None:
        spaces = {"sz20": "japan: 1 transport, 1 cruiser; united_kingdom: 1 destroyer", "formosa": "japan: 2 infantry"}
        wars = [["japan", "united_kingdom", "war"]]
        table = position("japan", "combat_move", spaces, relations=wars).do(declare("united_states"))
        table.refuses_move("1 infantry: formosa > sz20", "CMV-19")

    @pytest.mark.rule("CMV-16", "CMV-10", setups="1940")
    def test_ships_may_leave_a_zone_that_a_declaration_made_hostile(self) -> None:
        spaces = {"sz20": "japan: 1 cruiser; united_kingdom: 1 destroyer"}
        table = position("japan", "combat_move", spaces).do(declare("united_kingdom"))
        table.move("1 cruiser: sz20 > sz19").end_phase()
        assert table.phase == "noncombat_move"

    @pytest.mark.rule("POL-22", "POL-40", "CMV-74", setups="1940")
    def test_dutch_territory_is_attacked_only_at_war_with_its_guardians(self) -> None:
        cargo = {"sz42": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
        table = position("japan", "combat_move", {"sz42": "japan: 1 transport"}, cargo=cargo)
        sentence = table.refuses_move("1 infantry: sz42 > java", "CMV-74")
        assert sentence.endswith("You may declare war on the United Kingdom or ANZAC now.")
        table.do(declare("anzac")).move("1 infantry: sz42 > java").end_phase()
        assert table.owner("java") == "japan"

    @pytest.mark.rule("POL-02", "ASY-03", setup="pacific_1940")
    def test_a_power_without_units_may_declare_all_its_wars_one_by_one(self) -> None:
        table = position("japan", "combat_move", {}).do(declare("united_kingdom"))
        assert (table.power, table.phase) == ("japan", "combat_move")
        table.do(declare("united_states"))
        assert (table.power, table.phase) == ("japan", "combat_move")
        table.do(declare("france"))
        assert table.power == "united_states"

    @pytest.mark.rule("CMV-74", "POL-09", setups="1940")
    def test_a_refused_attack_says_when_war_may_be_declared(self) -> None:
        table = at("japan").move("1 infantry: kwangsi > hunan")
        sentence = table.refuses_move("1 infantry: kwangsi > kwangtung", "CMV-74")
        assert "may declare war on the United Kingdom and ANZAC before any move" in sentence
        american = at("united_states")
        assert "collect income in round 3" in american.refuses_move("1 fighter: hawaiian_islands > iwo_jima", "CMV-74")

    def test_sharing_begins_when_both_are_at_war(self) -> None:
        state = new_game(this_setup())
        assert share_space(state, "united_kingdom", "anzac", "sz37")
        assert not share_space(state, "united_kingdom", "france", "sz37")
        assert standing_of(state, "united_states", "china", "sz37") is Standing.PARTNER
        table = at("japan").do(declare("anzac"))
        assert share_space(table.state, "united_kingdom", "china", "sz37")
        assert share_space(table.state, "united_kingdom", "france", "sz37")
        assert not share_space(table.state, "united_kingdom", "united_states", "sz37")

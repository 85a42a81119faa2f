"""National advantages at sea (OPT-24, OPT-34..36)."""

from functools import partial
from typing import Any

import pytest

from engine import state_to_json
from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def shots(table: Table) -> list[tuple[str, int, int]]:
    """(unit, value, dice) of all that fired in the last action."""
    return [(s.unit, s.value, len(s.dice)) for event in table.happened("fired") for s in event.shots]


class TestWolfPacks:
    """German submarines that attack together (OPT-24)."""

    @pytest.mark.rule("OPT-24", setup="revised")
    @pytest.mark.parametrize(("third_from", "value"), [("sz1", 3), (None, 2)])
    def test_three_submarines_that_move_into_one_zone_attack_at_three(self, third_from: str | None, value: int) -> None:
        spaces = {"sz8": "germany: 2 submarine", "sz9": "united_kingdom: 1 battleship"}
        if third_from:
            spaces[third_from] = "germany: 1 submarine"
        table = revised("germany", "combat_move", spaces, advantages={"germany": "wolf_packs"})
        table.move("2 submarine: sz8 > sz9")
        if third_from:
            table.move(f"1 submarine: {third_from} > sz9")
        table.end_phase().battle("sz9", dice="6 6 6 6" if third_from else "6 6 6")
        assert shots(table)[0] == ("submarine", value, 3 if third_from else 2)

    @pytest.mark.rule("OPT-24", setup="revised")
    def test_the_pack_attacks_at_three_to_the_end_of_the_battle_however_few_are_left(self) -> None:
        spaces = {"sz8": "germany: 3 submarine", "sz9": "united_kingdom: 1 battleship"}
        table = revised("germany", "combat_move", spaces, advantages={"germany": "wolf_packs"})
        table.move("3 submarine: sz8 > sz9").end_phase().battle("sz9", dice="6 6 6 1").press(dice="6 6 6")
        assert shots(table)[0] == ("submarine", 3, 2)

    @pytest.mark.rule("OPT-24", setup="revised")
    def test_submarines_that_were_there_before_are_no_part_of_a_pack(self) -> None:
        spaces = {"sz8": "germany: 2 submarine", "sz9": "germany: 1 submarine; united_kingdom: 1 battleship"}
        table = revised("germany", "combat_move", spaces, advantages={"germany": "wolf_packs"})
        table.move("2 submarine: sz8 > sz9").end_phase().battle("sz9", dice="6 6 6 6")
        assert shots(table)[0] == ("submarine", 2, 3)

    @pytest.mark.rule("OPT-24", "RES-19", setup="revised")
    def test_super_submarines_in_a_pack_attack_at_four_and_defend_as_ever(self) -> None:
        spaces = {"sz8": "germany: 3 submarine", "sz9": "united_kingdom: 1 submarine"}
        table = revised(
            "germany",
            "combat_move",
            spaces,
            advantages={"germany": "wolf_packs"},
            technologies={"germany": ["super_submarines"]},
        )
        table.move("3 submarine: sz8 > sz9").end_phase().battle("sz9", dice="4 6 6 6")
        assert shots(table) == [("submarine", 4, 3), ("submarine", 2, 1)]


class TestTokyoExpress:
    """Japanese destroyers that carry infantry (OPT-34)."""

    def table(self, phase: str, **spaces: str) -> Table:
        return revised("japan", phase, spaces, advantages={"japan": "tokyo_express"})

    @pytest.mark.rule("OPT-34", setup="revised")
    def test_without_it_destroyers_carry_nothing(self) -> None:
        spaces = {"sz60": "japan: 1 destroyer", "japan": "japan: 1 infantry"}
        revised("japan", "noncombat_move", spaces).refuses_move("1 infantry: japan > sz60", "units")

    @pytest.mark.rule("OPT-34", setup="revised")
    def test_a_destroyer_carries_one_infantry_and_nothing_else(self) -> None:
        table = self.table("noncombat_move", sz60="japan: 1 destroyer", japan="japan: 2 infantry, 1 tank")
        table.refuses_move("1 tank: japan > sz60", "UNI-61")
        table.move("1 infantry: japan > sz60")
        table.refuses_move("1 infantry: japan > sz60", "UNI-61")
        table.move("1 destroyer: sz60 > sz61").move("1 infantry: sz61 > manchuria")
        assert table.at("manchuria") == {"japan": {"infantry": 1}}
        table.refuses_move("1 destroyer: sz61 > sz60", "CMV-60")

    @pytest.mark.rule("OPT-34", setup="revised")
    def test_the_load_is_packed_aboard_transports_and_destroyers_together(self) -> None:
        ships = "japan: 1 destroyer, 1 transport"
        table = self.table("noncombat_move", sz60=ships, japan="japan: 3 infantry, 1 tank")
        table.move("2 infantry, 1 tank: japan > sz60")
        table.refuses_move("1 infantry: japan > sz60", "UNI-61")

    @pytest.mark.rule("OPT-34", setup="revised")
    def test_a_destroyer_lands_its_infantry_in_an_assault_after_a_sea_battle(self) -> None:
        table = self.table(
            "combat_move",
            sz62="japan: 1 destroyer",
            sz60="japan: 1 destroyer",
            japan="japan: 1 infantry",
            sz63="united_states: 1 transport",
            alaska="united_states: 1 infantry",
        )
        table.move("1 infantry: japan > sz60").move("1 destroyer: sz60 > sz62 > sz63", with_cargo={"infantry": 1})
        table.move("1 infantry: sz63 > alaska").end_phase()
        table.battle("sz63", dice="3 6").battle("alaska", dice="1 6")
        assert table.at("alaska") == {"japan": {"infantry": 1}}

    @pytest.mark.rule("OPT-34", "NCM-28", setup="revised")
    def test_a_destroyer_that_fought_may_load_or_offload_and_sinks_with_its_cargo(self) -> None:
        cargo = {"sz60": [{"transport": "japan", "units": {"japan": {"infantry": 1}}}]}
        spaces = {"sz60": "japan: 1 destroyer; united_states: 1 destroyer"}
        advantages = {"japan": "tokyo_express"}
        table = revised("japan", "combat_move", spaces, cargo=cargo, advantages=advantages)
        table.end_phase().battle("sz60", dice="3 6").move("1 infantry: sz60 > japan")
        table = revised("japan", "combat_move", spaces, cargo=cargo, advantages=advantages)
        table.end_phase().battle("sz60", dice="6 3")
        assert table.at("sz60") == {"united_states": {"destroyer": 1}}

    @pytest.mark.rule("OPT-34", "CMV-57", setup="revised")
    def test_a_destroyer_may_load_on_its_way_into_battle_and_keep_its_cargo(self) -> None:
        table = self.table(
            "combat_move", sz61="japan: 1 destroyer", japan="japan: 1 infantry", sz62="united_states: 1 transport"
        )
        table.move("1 destroyer: sz61 > sz60").move("1 infantry: japan > sz60").move("1 destroyer: sz60 > sz62")
        table.end_phase().battle("sz62", dice="3 6")
        assert table.at("sz62") == {"japan": {"destroyer": 1, "infantry": 1}}


class TestKamikazeAttacks:
    """Japanese aircraft that attack ships and do not return (OPT-35)."""

    def table(self, **spaces: str) -> Table:
        return revised("japan", "combat_move", spaces, advantages={"japan": "kamikaze_attacks"})

    def declare(self, space: str, **named: Any) -> dict[str, Any]:
        return {"type": "advantage", "name": "kamikaze_attacks", "space": space, **named}

    @pytest.mark.rule("OPT-35", "CMV-39", setup="revised")
    def test_declared_aircraft_need_no_landing_place(self) -> None:
        table = self.table(japan="japan: 2 fighter", sz52="united_states: 1 battleship")
        route = "1 fighter: japan > sz60 > sz57 > sz56 > sz52"
        table.refuses_move(route, "CMV-45")
        table.do(self.declare("japan", units={"fighter": 1})).move(route)
        table.refuses_move(route, "CMV-45")
        table.end_phase()

    @pytest.mark.rule("OPT-35", setup="revised")
    def test_they_open_fire_at_ships_alone_and_are_lost_before_the_main_fire(self) -> None:
        table = self.table(
            japan="japan: 1 fighter, 1 bomber, 1 infantry",
            sz57="united_states: 1 aircraft_carrier, 2 fighter, 1 transport",
        )
        table.do(self.declare("japan", units={"fighter": 1, "bomber": 1})).move(
            "1 fighter, 1 bomber: japan > sz60 > sz57"
        )
        table.end_phase().battle("sz57", dice="3 5")
        assert [(event.step, event.hits.kamikaze) for event in table.happened("fired")] == [("attackers_open_fire", 1)]
        fighters = {"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}
        table.refuses(fighters, "CMB-16")
        table.lose("1 transport")
        assert "japan" not in table.at("sz57")
        assert table.at("sz57")["united_states"] == {"aircraft_carrier": 1, "fighter": 2}
        assert table.phase == "noncombat_move"

    @pytest.mark.rule("OPT-35", setup="revised")
    def test_no_destroyer_lets_their_victims_fire_back_as_it_does_those_of_submarines(self) -> None:
        table = self.table(
            japan="japan: 1 fighter", sz60="japan: 1 submarine", sz57="united_states: 1 destroyer, 1 transport"
        )
        table.do(self.declare("japan", units={"fighter": 1})).move("1 fighter: japan > sz60 > sz57")
        table.move("1 submarine: sz60 > sz57").end_phase()
        table.battle("sz57", dice="2 3 6")
        assert shots(table) == [("submarine", 2, 1), ("fighter", 3, 1), ("destroyer", 3, 1)]
        chosen = [(event.lost[0].split(".")[1], event.when) for event in table.happened("casualties_chosen")]
        assert chosen == [("transport", "struck"), ("destroyer", "down")]

    @pytest.mark.rule("OPT-35", setup="revised")
    def test_alone_they_hit_submarines_without_a_destroyer(self) -> None:
        table = self.table(japan="japan: 1 fighter", sz57="united_states: 1 submarine")
        table.do(self.declare("japan", units={"fighter": 1})).move("1 fighter: japan > sz60 > sz57").end_phase()
        table.battle("sz57", dice="3")
        assert table.at("sz57") == {}

    @pytest.mark.rule("OPT-35", "RES-23", setup="revised")
    def test_a_heavy_bomber_rolls_two_dice(self) -> None:
        table = revised(
            "japan",
            "combat_move",
            {"japan": "japan: 1 bomber", "sz57": "united_states: 1 battleship"},
            advantages={"japan": "kamikaze_attacks"},
            technologies={"japan": ["heavy_bombers"]},
        )
        table.do(self.declare("japan", units={"bomber": 1})).move("1 bomber: japan > sz60 > sz57").end_phase()
        table.battle("sz57", dice="4 4")
        assert table.at("sz57") == {}

    @pytest.mark.rule("OPT-35", setup="revised")
    def test_they_must_meet_enemy_ships(self) -> None:
        table = self.table(
            japan="japan: 2 fighter",
            buryatia_ssr="soviet_union: 1 infantry",
            sz60="japan: 1 aircraft_carrier",
            sz57="united_states: 1 transport",
        )
        pick = sorted(i for i, piece in table.state.pieces.items() if piece.unit == "fighter")[0]
        table.do(self.declare("japan", pick=[pick]))
        fly = {"type": "move", "pick": [pick]}
        table.refuses({**fly, "path": ["japan", "sz60", "buryatia_ssr"]}, "OPT-35")
        table.refuses({"type": "end_phase"}, "OPT-35")
        table.do({**fly, "path": ["japan", "sz60", "sz57"]}).end_phase()
        assert table.pending == [("sz57", "sea")]

    @pytest.mark.rule("OPT-35", "CMV-51", setup="revised")
    def test_a_carrier_that_moves_must_launch_them_first(self) -> None:
        table = self.table(sz60="japan: 1 aircraft_carrier, 1 fighter", sz57="united_states: 1 transport")
        table.do(self.declare("sz60", units={"fighter": 1})).move("1 aircraft_carrier: sz60 > sz57")
        table.refuses({"type": "end_phase"}, "OPT-35")

    @pytest.mark.rule("OPT-35", setup="revised")
    def test_the_declaration_can_be_undone(self) -> None:
        table = self.table(japan="japan: 1 fighter", sz57="united_states: 1 transport")
        before = state_to_json(table.state)
        table.do(self.declare("japan", units={"fighter": 1})).do({"type": "undo"})
        assert state_to_json(table.state) == before

    @pytest.mark.rule("OPT-35", "OPT-13", setup="revised")
    def test_what_the_declaration_names_is_checked(self) -> None:
        table = self.table(japan="japan: 1 fighter, 1 tank", sz57="united_states: 1 transport")
        table.refuses(self.declare("japan"), "units")
        table.refuses(self.declare("japan", units={"fighter": 2}), "units")
        table.refuses(self.declare("japan", units={"tank": 1}), "units")
        table.refuses(self.declare("japan", units={"fighter": 1}, wings=2), "form")
        table.refuses({"type": "advantage", "name": "kamikaze_attacks"}, "form")
        other = revised("japan", "combat_move", {"japan": "japan: 1 fighter"})
        other.refuses(self.declare("japan", units={"fighter": 1}), "OPT-13")


class TestKaitenTorpedoes:
    """Japanese submarines that defend better, once (OPT-36, ASY-37)."""

    def table(self, zone: str = "sz60", **more: Any) -> Table:
        start = {"sz60": "sz57", "sz44": "sz43"}[zone]
        spaces = {start: "united_states: 1 battleship", zone: "japan: 2 submarine"}
        table = revised("united_states", "combat_move", spaces, advantages={"japan": "kaiten_torpedoes"}, **more)
        return table.move(f"1 battleship: {start} > {zone}").end_phase()

    @pytest.mark.rule("OPT-36", "ASY-37", setup="revised")
    def test_the_owner_is_asked_before_any_die_of_each_round_and_by_default_designates_none(self) -> None:
        table = self.table().battle("sz60")
        assert table.questions == [("kaiten_torpedoes", ("japan",))]
        assert table.state.requests[0].default == {}
        table.decide("kaiten_torpedoes", "default", dice="6 6 6").press().decide("submerge", {})
        assert table.questions == [("kaiten_torpedoes", ("japan",))]

    @pytest.mark.rule("OPT-36", "CMB-07", "UNI-59", setup="revised")
    @pytest.mark.parametrize(("ships", "is_asked"), [("", False), ("1 transport", True)])
    def test_nobody_is_asked_where_only_aircraft_attack_which_no_submarine_hits(
        self, ships: str, is_asked: bool
    ) -> None:
        spaces = {"sz57": "united_states: 1 aircraft_carrier, 1 fighter, 1 transport", "sz60": "japan: 1 submarine"}
        table = revised("united_states", "combat_move", spaces, advantages={"japan": "kaiten_torpedoes"})
        table.move("1 fighter: sz57 > sz60")
        if ships:
            table.move(f"{ships}: sz57 > sz60")
        table.end_phase().battle("sz60", dice="" if is_asked else "6")
        assert ("kaiten_torpedoes" in [kind for kind, _ in table.questions]) == is_asked

    @pytest.mark.rule("OPT-36", "ASY-06", setup="revised")
    def test_a_kaiten_defends_at_three_and_is_lost_besides_the_other_casualties(self) -> None:
        table = self.table().battle("sz60").decide("kaiten_torpedoes", {"submarine": 1}, dice="6 3 4")
        assert shots(table) == [("submarine", 2, 1), ("submarine", 3, 1), ("battleship", 4, 1)]
        assert table.at("sz60") == {"united_states": {"battleship": 1}}

    @pytest.mark.rule("OPT-36", "CMB-12", setup="revised")
    def test_a_kaiten_cannot_be_chosen_for_a_hit(self) -> None:
        table = revised(
            "united_states",
            "combat_move",
            {"sz57": "united_states: 1 submarine", "sz60": "japan: 1 submarine, 1 transport"},
            advantages={"japan": "kaiten_torpedoes"},
        )
        table.move("1 submarine: sz57 > sz60").end_phase().battle("sz60")
        table.decide("kaiten_torpedoes", {"submarine": 1}, dice="1 6")
        assert table.at("sz60") == {"united_states": {"submarine": 1}}

    @pytest.mark.rule("OPT-36", "RES-20", setup="revised")
    def test_super_submarines_defend_at_four_as_kaiten(self) -> None:
        table = self.table(technologies={"japan": ["super_submarines"]}).battle("sz60")
        table.decide("kaiten_torpedoes", {"submarine": 2}, dice="4 4")
        assert shots(table) == [("submarine", 4, 2)]
        assert table.at("sz60") == {}

    @pytest.mark.rule("OPT-36", "OPT-14", setup="revised")
    def test_only_in_zones_that_border_its_own_territory_which_japan_still_holds(self) -> None:
        far = self.table("sz44").battle("sz44", dice="6 6 6")
        assert [kind for kind, _ in far.questions] == ["retreat"]
        owners = {"japan": "united_states", "buryatia_ssr": "japan"}
        lost = self.table(owners=owners).battle("sz60", dice="6 6 6")
        assert [kind for kind, _ in lost.questions] == ["retreat"], "Buryatia is not orange"

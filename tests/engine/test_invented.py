"""A war that nobody sells: a power at peace, neutrals, a power without a turn, bases, and two windows before combat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import load_setup, new_game
from engine.politics.standing import Standing, share_space, standing_of_territory
from engine.position.relations import is_hostile_zone
from tests.engine.random_games import play_random_game
from tests.engine.table import Table, position
from tests.invented import NARROW_SEA, add_invented

HOME, OVERSEAS = "suland/home", "suland/overseas"


@pytest.fixture(autouse=True)
def _invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_invented(tmp_path, monkeypatch)


def table(power: str, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """A position of the invented war with only these units."""
    return position(power, phase, spaces, setup=NARROW_SEA, **more)


class TestPeace:
    def test_a_power_at_peace_is_a_stranger_to_some_and_a_partner_to_others(self) -> None:
        state = new_game(NARROW_SEA)
        assert standing_of_territory(state, "westholm", "norland") is Standing.STRANGER
        assert standing_of_territory(state, "westholm", "suland") is Standing.PARTNER
        assert standing_of_territory(state, "isle", "suland") is Standing.ALLY
        assert not share_space(state, "suland", "westmark", "isle")

    @pytest.mark.parametrize(
        ("power", "phase", "path", "rule"),
        [
            ("norland", "combat_move", "norburg > westreach", "CMV-74"),
            ("norland", "noncombat_move", "norburg > westreach", "POL-77"),
            ("suland", "noncombat_move", "suford > westreach", "POL-10"),
            ("westmark", "noncombat_move", "westreach > suford", "POL-10"),
            ("westmark", "combat_move", "westreach > norburg", "CMV-74"),
        ],
    )
    def test_nobody_attacks_or_enters_across_a_border_in_peace(
        self, power: str, phase: str, path: str, rule: str
    ) -> None:
        start = path.split(" > ", maxsplit=1)[0]
        table(power, phase, {start: f"{power}: 1 infantry"}).refuses_move(f"1 infantry: {path}", rule)

    def test_no_way_leads_through_the_land_of_a_power_at_peace(self) -> None:
        spaces = {"suford": "suland: 1 tank", "norburg": "norland: 1 infantry"}
        game = table("suland", "combat_move", spaces)
        game.refuses_move("1 tank: suford > westreach > norburg", "POL-10")

    @pytest.mark.rule("POL-09", "CMV-75", setup="global_1940")
    def test_nobody_attacks_where_units_of_a_power_at_peace_stand(self) -> None:
        spaces = {"march": "norland: 1 tank, 1 fighter", "midland": "westmark: 1 gun"}
        game = table("norland", "combat_move", spaces)
        sentence = game.refuses_move("1 tank: march > midland", "POL-09")
        assert sentence == "Midland holds units of Westmark, and you are not at war with them."
        game.refuses_move("1 tank: march > midland > suford", "POL-09")
        game.refuses_move("1 fighter: march > midland", "POL-09")

    def test_ships_share_zones_and_do_not_bar_the_way(self) -> None:
        spaces = {"sz5": "norland: 1 cruiser", "sz1": "westmark: 1 destroyer"}
        game = table("norland", "noncombat_move", spaces)
        assert not is_hostile_zone(game.state, "sz1", "norland")
        game.move("1 cruiser: sz5 > sz1")
        assert set(game.at("sz1")) == {"norland", "westmark"}

    def test_a_correction_begins_and_ends_a_war(self) -> None:
        spaces = {"norburg": "norland: 1 infantry"}
        game = table("norland", "combat_move", spaces, relations=[["norland", "westmark", "war"]])
        assert ["norland", "westmark", "war"] in game.board["relations"]
        game.move("1 infantry: norburg > westreach").do({"type": "undo"})
        game.do({"type": "edit", "relations": [["westmark", "norland", "peace"]]})
        game.refuses_move("1 infantry: norburg > westreach", "CMV-74")
        game.refuses({"type": "edit", "relations": [["suland", "westmark", "war"]]}, "POL-01")
        game.refuses({"type": "edit", "relations": [["norland", "westmark", "truce"]]}, "form")


class TestNeutrals:
    def test_a_neutral_is_friendly_to_one_side_in_every_phase_and_never_to_the_other(self) -> None:
        state = new_game(NARROW_SEA)
        assert standing_of_territory(state, "lowvale", "suland") is Standing.FRIENDLY_NEUTRAL
        assert standing_of_territory(state, "lowvale", "norland") is Standing.UNFRIENDLY_NEUTRAL
        assert standing_of_territory(state, "highvale", "norland") is Standing.STRICT_NEUTRAL

    @pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
    def test_a_strict_neutral_is_not_entered(self, phase: str) -> None:
        game = table("norland", phase, {"norburg": "norland: 1 infantry"})
        sentence = game.refuses_move("1 infantry: norburg > highvale", "BRD-12")
        assert sentence == "Highvale is neutral; nobody may enter it."

    @pytest.mark.rule("POL-56", "NCM-08", setup="global_1940")
    def test_a_friendly_neutral_is_won_with_its_army_by_who_enters_it(self) -> None:
        game = table("suland", "noncombat_move", {"midland": "suland: 1 infantry, 1 tank"})
        game.move("1 infantry: midland > lowvale")
        assert (game.owner("lowvale"), game.at("lowvale")) == ("suland", {"suland": {"infantry": 3}})
        game.do({"type": "undo"})
        assert (game.owner("lowvale"), game.at("lowvale")) == (None, {})

    def test_what_was_won_over_stays_until_the_next_turn_and_bars_the_way(self) -> None:
        game = table("suland", "noncombat_move", {"midland": "suland: 1 infantry, 1 tank"})
        game.refuses_move("1 tank: midland > lowvale > march", "POL-50")
        game.move("1 tank: midland > lowvale")
        game.refuses_move("1 infantry: lowvale > midland", "POL-57")
        game.refuses_move("1 tank: lowvale > midland", "POL-57")

    def test_a_gun_wins_nobody_over_but_comes_along_after_others(self) -> None:
        game = table("suland", "noncombat_move", {"midland": "suland: 1 infantry, 1 gun"})
        game.refuses_move("1 gun: midland > lowvale", "NCM-11")
        game.move("1 infantry: midland > lowvale").move("1 gun: midland > lowvale")

    def test_a_friendly_neutral_is_not_attacked_nor_flown_over(self) -> None:
        game = table("suland", "combat_move", {"midland": "suland: 1 infantry, 1 fighter"})
        game.refuses_move("1 infantry: midland > lowvale", "POL-57")
        game.refuses_move("1 fighter: midland > lowvale > sz5", "POL-50")

    def test_cargo_wins_a_neutral_over_from_the_sea(self) -> None:
        cargo = {"sz5": [{"transport": "suland", "units": {"suland": {"infantry": 1}}}]}
        game = table("suland", "noncombat_move", {"sz5": "suland: 1 transport"}, cargo=cargo)
        game.move("1 infantry: sz5 > lowvale")
        assert game.at("lowvale") == {"suland": {"infantry": 3}}

    def test_a_power_at_peace_enters_no_neutral(self) -> None:
        game = table("westmark", "noncombat_move", {"midland": "westmark: 1 infantry"}, owners={"midland": "westmark"})
        game.refuses_move("1 infantry: midland > lowvale", "POL-49")

    @pytest.mark.rule("POL-48", "POL-51", "POL-52", setup="global_1940")
    def test_an_attacked_neutral_joins_the_other_side_and_is_taken_when_its_army_is_gone(self) -> None:
        game = table("norland", "combat_move", {"march": "norland: 3 tank"})
        game.move("3 tank: march > lowvale").end_phase()
        (roused,) = game.happened("neutral_roused")
        assert (roused.side, roused.power) == ("allies", "suland")
        assert game.at("lowvale") == {"norland": {"tank": 3}, "suland": {"infantry": 2}}
        game.battle("lowvale", "1 1 6 6 6")
        assert (game.owner("lowvale"), game.at("lowvale")) == ("norland", {"norland": {"tank": 3}})

    def test_a_neutral_is_attacked_in_the_combat_move_alone_and_not_blitzed(self) -> None:
        spaces = {"march": "norland: 1 tank"}
        table("norland", "noncombat_move", spaces).refuses_move("1 tank: march > lowvale", "NCM-09")
        table("norland", "combat_move", spaces).refuses_move("1 tank: march > lowvale > midland", "POL-50")
        game = table("norland", "combat_move", spaces).move("1 tank: march > lowvale")
        game.refuses_move("1 tank: lowvale > midland", "POL-50")

    @pytest.mark.rule("POL-53", "POL-78", setup="global_1940")
    def test_a_neutral_that_held_out_stays_where_it_is_and_is_hostile_to_its_attacker(self) -> None:
        game = table("norland", "combat_move", {"march": "norland: 1 infantry", "norburg": "norland: 1 tank"})
        game.move("1 infantry: march > lowvale").end_phase().battle("lowvale", "6 1 6")
        assert (game.owner("lowvale"), game.at("lowvale")) == (None, {"suland": {"infantry": 2}})
        assert standing_of_territory(game.state, "lowvale", "norland") is Standing.ENEMY
        held = Table(game.end_phase().end_phase().state) if game.phase == "noncombat_move" else game
        while held.state.power != "suland" or held.phase != "noncombat_move":
            held.end_phase()
        held.refuses_move("1 infantry: lowvale > midland", "POL-53")
        held.do({"type": "edit", "spaces": {"midland": {"units": {"suland": {"tank": 1}}}}})
        held.move("1 tank: midland > lowvale")
        assert (held.owner("lowvale"), held.at("lowvale")) == ("suland", {"suland": {"tank": 1, "infantry": 2}})

    @pytest.mark.rule("POL-54", setup="global_1940")
    def test_who_attacks_one_strict_neutral_turns_the_others_against_his_side(self) -> None:
        open_to_all = {"strict_neutrals": "open"}
        game = table("norland", "combat_move", {"norburg": "norland: 2 tank"}, options=open_to_all)
        game.move("2 tank: norburg > glacier").end_phase()
        assert standing_of_territory(game.state, "highvale", "suland") is Standing.FRIENDLY_NEUTRAL
        assert standing_of_territory(game.state, "highvale", "norland") is Standing.UNFRIENDLY_NEUTRAL


class TestPowerWithoutATurn:
    def test_its_pieces_stand_behind_all_others_and_have_a_line_of_the_unit_table(self) -> None:
        state = new_game(NARROW_SEA)
        assert state.edition.order_of_powers == ("norland", "suland", "westmark", "isles")
        (fighter,) = (piece for piece in state.at("isle") if piece.unit == "fighter")
        assert state.type_of(fighter).defense == 4

    def test_another_power_answers_for_it(self) -> None:
        spaces = {"sz5": "norland: 1 cruiser", "sz3": "isles: 1 destroyer, 1 submarine; suland: 1 destroyer"}
        game = table("norland", "combat_move", spaces).move("1 cruiser: sz5 > sz3").end_phase()
        game.battle("sz3")
        assert game.questions == [("submerge", ("suland",))]
        game.decide("submerge", {"submarine": 1}, "1")
        assert game.questions == [("casualties", ("suland",))]
        game.lose("isles: 1 destroyer", "6 6")
        assert game.at("sz3")["isles"] == {"submarine": 1}

    def test_it_has_no_turn_and_gives_no_orders(self) -> None:
        game = table("suland", "purchase", {})
        sentence = game.refuses({"type": "end_phase", "power": "isles"}, "power")
        assert sentence == "Isles has no turn; Suland answers its questions."

    def test_its_land_pays_nobody_until_it_is_taken(self) -> None:
        assert "isles" not in new_game(NARROW_SEA).treasuries
        assert [power.id for power in load_setup(NARROW_SEA).powers_with_turns] == ["norland", "suland", "westmark"]


class TestBlitzInCompany:
    @pytest.mark.rule("UNI-25", "CMV-28", setup="global_1940")
    def test_each_tank_takes_one_along(self) -> None:
        spaces = {"march": "norland: 3 mechanized_infantry, 1 tank", "suford": "suland: 1 infantry"}
        game = table("norland", "combat_move", spaces)
        sentence = game.refuses_move("3 mechanized_infantry, 1 tank: march > midland > suford", "UNI-25")
        assert sentence == (
            "Mechanized infantry can blitz only beside a tank, one beside each; you named 3 mechanized infantry and 1 "
            "tank to go together."
        )
        game.refuses_move("1 mechanized_infantry: march > midland > suford", "CMV-06")
        game.move("1 mechanized_infantry, 1 tank: march > midland > suford")
        assert game.owner("midland") == "norland"


class TestWindows:
    def test_one_window_after_another_opens_before_the_battles(self) -> None:
        """Interceptors are named and revealed before anybody is asked for the border guards."""
        spaces = {
            "norburg": "norland: 1 bomber",
            "march": "norland: 1 infantry",
            "suford": "suland: 2 fighter",
            "midland": "suland: 1 infantry",
        }
        game = table("norland", "combat_move", spaces, advantages={"suland": "nonaggression_treaty"})
        game.move("1 bomber: norburg > suford", raid="great_works").move("1 infantry: march > midland")
        game.end_phase()
        assert game.questions == [("reaction", ("suland",))]
        first = game.state.step
        game.decide("reaction", {"intercept": {"suford": {"fighter": 1}}})
        assert [event.fighters for event in game.happened("intercepted")] == [{"suford": ("suland.fighter.5",)}]
        assert game.questions == [("nonaggression_treaty", ("suland",))]
        assert first is not None
        assert game.state.step == first + 2
        game.decide("nonaggression_treaty", {"space": "midland"})
        assert game.at("midland")["suland"] == {"infantry": 3}
        assert game.state.step is None
        assert game.pending == [("suford", "land"), ("midland", "land")]


@pytest.mark.parametrize("seed", [1, 4, 8])
def test_random_games_of_the_invented_war_keep_every_promise_of_the_engine(seed: int) -> None:
    assert play_random_game(seed, 80, NARROW_SEA, advantages=seed == 4, every=5).counts["order_taken"]

"""What the house answers in battles and before them, in positions in which it is clear what should be said."""

from __future__ import annotations

import pytest

from computer.chances import chances_in
from computer.normal.prizes import nearer_to_victory, prize_at
from computer.playing import Reply
from engine.odds.position import under_way
from tests.computer.asking import asked, damaged, raid_met, settled
from tests.computer.test_positions import WEIGHING, fought
from tests.engine.rules.pacific.test_spc_kamikaze import attacked as attacked_by_a_fleet
from tests.engine.rules.pacific.test_spc_raids import AIR_BASE, UK, over, raid
from tests.engine.rules.pacific.test_spc_scramble import at_war, attacked, landed_from
from tests.engine.rules.revised.test_spc_bombardment import two_landings
from tests.engine.table import Table, position


def gain(found: Reply) -> float:
    """What an answer brings by its own words."""
    assert found.why.gain is not None
    return found.why.gain


class TestPressing:
    @pytest.mark.parametrize("level", WEIGHING)
    def test_the_numbers_are_those_of_the_battle(self, level: str) -> None:
        table = fought("3 infantry, 2 tank", "2 infantry", "6 6 6 1 6 6 6")
        setting = under_way(table.state)
        assert setting is not None
        chances, why = chances_in(setting), asked(table, "retreat", "normal").why
        prize = prize_at(table.state, "karelia_ssr", nearer_to_victory(table.state))
        worth = chances.win * prize + chances.enemy_loss - chances.own_loss
        assert (why.aim, why.odds) == ("press on in Karelia S.S.R.", round(chances.win, 4))
        assert (why.gain, why.risk) == (round(worth, 2), round(chances.own_loss, 2))
        assert why.instead is not None
        assert (why.instead.aim, why.instead.gain) == ("leave Karelia S.S.R.", 0)
        assert asked(table, "retreat", level).choice == {"press": True}

    def test_who_came_from_the_sea_fights_on_and_aircraft_stay_where_they_decide(self) -> None:
        spaces = {
            "united_kingdom": "united_kingdom: 2 fighter",
            "western_europe": "germany: 2 infantry",
            "sz7": "united_kingdom: 1 transport, 1 battleship",
        }
        aboard = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 2}}}
        table = position("united_kingdom", "combat_move", spaces, setup="revised", cargo={"sz7": [aboard]})
        table.move("2 infantry: sz7 > western_europe").move("2 fighter: united_kingdom > western_europe").end_phase()
        table.battle("western_europe", "6 6 6 6 6 6 6")
        found = asked(table, "retreat")
        assert found.choice == {"press": True}
        assert found.why.instead is not None
        assert found.why.instead.aim == "leave Western Europe with all who can"
        assert found.why.instead.odds is not None, "those who stay fight on"


class TestSubmarines:
    def table(self, beside: str, zone: str = "japan: 1 submarine") -> Table:
        spaces = {"sz57": f"united_states: {beside}", "sz60": zone}
        table = position("united_states", "combat_move", spaces, setup="revised")
        return table.move(f"{beside}: sz57 > sz60").end_phase()

    def test_alone_against_a_fleet_they_dive(self) -> None:
        table = self.table("2 battleship").battle("sz60", "6 6 6")
        table.press()
        found = asked(table, "submerge")
        assert found.choice == {"submarine": 1}
        assert (found.why.gain, found.why.risk) == (0, 0)
        assert found.why.instead is not None
        assert found.why.instead.gain is not None
        assert found.why.instead.gain < 0

    def test_beside_a_fleet_that_wins_they_fight(self) -> None:
        table = self.table("1 transport, 1 submarine", "japan: 1 submarine, 2 battleship").battle("sz60", "6 6 6 6")
        table.press()
        assert asked(table, "submerge", power="japan").choice == {}


class TestJointDefence:
    def table(self) -> Table:
        spaces = {
            "russia": "germany: 4 tank",
            "west_russia": "soviet_union: 2 infantry, 1 fighter; united_kingdom: 1 infantry, 1 fighter",
        }
        owners = {"russia": "germany", "west_russia": "soviet_union"}
        table = position("germany", "combat_move", spaces, setup="revised", owners=owners)
        table.move("4 tank: russia > west_russia").end_phase()
        return table.battle("west_russia", "1 6 6 6")

    def test_who_is_asked_first_proposes_and_the_others_agree(self) -> None:
        table = self.table()
        (request,) = table.state.requests
        assert request.powers == ("soviet_union", "united_kingdom")
        game = settled(table)
        assert [given.action["choice"] == "agree" for given in game.given] == [False, True]
        assert sum(piece.power != "germany" for piece in game.state.at("west_russia")) == 5 - 1

    def test_an_enemy_who_is_asked_wants_the_least_to_be_left(self) -> None:
        table = self.table()
        table.decide("casualties", {"units": {"soviet_union": {"infantry": 1}}}, power="soviet_union")
        table.decide("casualties", {"units": {"united_kingdom": {"infantry": 1}}}, power="united_kingdom")
        (request,) = table.state.requests
        assert request.powers == ("germany",)
        found = asked(table, "casualties")
        assert found.why.aim == "lose 1 fighter in West Russia"


@pytest.mark.usefixtures("in_the_pacific")
class TestScrambling:
    @pytest.mark.parametrize("level", WEIGHING)
    def test_aircraft_rise_where_the_battle_is_won_with_them(self, level: str) -> None:
        table = landed_from(japan="japan: 3 fighter")
        found = asked(table, "reaction", level)
        assert found.choice == {"scramble": {"sz6": {"japan": {"fighter": 3}}}}
        assert found.why.instead is not None
        assert found.why.instead.gain is not None
        assert gain(found) > found.why.instead.gain

    def test_nobody_rises_where_only_aircraft_would_be_lost(self) -> None:
        spaces = {
            "sz7": "united_states: 6 battleship, 2 destroyer",
            "sz6": "japan: 1 transport",
            "japan": "japan: 1 fighter",
        }
        table = at_war("united_states", spaces)
        found = asked(table.move("6 battleship, 2 destroyer: sz7 > sz6").end_phase(), "reaction")
        assert found.choice == {}
        assert (found.why.gain, found.why.aim) == (0, "scramble nobody into sea zone 6")

    def test_no_base_sends_more_than_it_can(self) -> None:
        table = attacked("japan: 6 fighter")
        choice = asked(table, "reaction").choice
        assert choice == {"scramble": {"sz6": {"japan": {"fighter": 3}}}}


class TestIntercepting:
    def test_fighters_meet_bombers_that_come_alone(self) -> None:
        found = asked(raid_met(3), "reaction")
        assert found.choice == {"intercept": {"germany": {"fighter": 3}}}
        assert gain(found) > 0

    def test_a_fighter_stays_where_many_escorts_come(self) -> None:
        assert asked(raid_met(1, escorts=6), "reaction").choice == {}


@pytest.mark.usefixtures("in_the_pacific")
class TestKamikazes:
    @pytest.mark.parametrize("unit", ["aircraft_carrier", "battleship"])
    def test_a_ship_that_one_hit_sinks_is_struck_before_cheaper_ones(self, unit: str) -> None:
        table, name = damaged("2 destroyer, 1 aircraft_carrier, 1 battleship, 3 cruiser", unit)
        found = asked(table, "kamikaze")
        assert found.choice == {"sz6": [[name, 1]]}
        assert found.why.odds == round(1 / 3, 4)
        assert gain(found) > 0

    def test_they_are_kept_where_a_hit_sinks_nobody(self) -> None:
        found = asked(attacked_by_a_fleet("united_states: 3 battleship", kamikaze_tokens={"japan": 1}), "kamikaze")
        assert (found.choice, found.why.aim, found.why.gain) == ({}, "keep the kamikazes", 0)
        assert found.why.instead is not None
        assert found.why.instead.gain is not None
        assert found.why.instead.gain <= 0

    def test_the_escort_of_a_landing_that_takes_the_capital_is_struck_though_it_is_cheap(self) -> None:
        aboard = {"transport": "united_states", "units": {"united_states": {"infantry": 1, "tank": 1}}}
        fleet = "1 transport, 1 destroyer"
        spaces = {"sz6": f"united_states: {fleet}; japan: 1 destroyer", "japan": "japan: 1 infantry"}
        table = at_war("united_states", spaces, cargo={"sz6": [aboard]}, kamikaze_tokens={"japan": 3})
        table.move("1 infantry, 1 tank: sz6 > japan").end_phase()
        choice = asked(table, "kamikaze").choice
        (escort,) = (p.id for p in table.state.at("sz6") if (p.power, p.unit) == ("united_states", "destroyer"))
        assert choice == {"sz6": [[escort, 3]]}


class TestLandings:
    def test_ships_support_the_landing_that_needs_them(self) -> None:
        table = two_landings().battle("norway")
        found = asked(table, "bombardment")
        assert found.choice != {}
        assert gain(found) > 0
        assert found.why.aim.startswith("bombard ")

    @pytest.mark.usefixtures("in_the_pacific")
    def test_the_cheaper_raider_falls(self) -> None:
        board = raid(over([AIR_BASE], "1 strategic_bomber, 1 tactical_bomber"), "1 strategic_bomber", AIR_BASE)
        raid(board, "1 tactical_bomber", AIR_BASE).end_phase().battle("formosa", "1 6")
        assert board.questions == [("flak", (UK,))]
        found = asked(board, "flak")
        assert found.choice == {"units": {"tactical_bomber": 1}}
        assert (found.why.risk, found.why.instead and found.why.instead.risk) == (11, 12)

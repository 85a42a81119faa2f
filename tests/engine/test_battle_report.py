"""The report of a battle, folded from what happened: examples as the rule book has them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.battle_report import reading
from engine.battle_report.items import (
    AntiAircraftFire,
    Casualties,
    FacilityStrike,
    Fire,
    Item,
    KamikazeStrikes,
    Losses,
    Retreat,
    Submerging,
    Volley,
)
from engine.battle_report.reading import Happened, battle_reports, item_of, items_of, with_more
from engine.battle_report.report import BattleReport
from engine.events import Event, evolve
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from tests.engine.table import Table, position


class Reported:
    """A table at which everything is reported from one moment on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Happened] = []

    def battle(self, space: str, dice: str = "", **more: Any) -> Reported:
        return self.do({"type": "battle", "space": space, **more}, dice)

    def decide(self, kind: str, choice: Any, dice: str = "") -> Reported:
        return self.do({"type": "decide", "kind": kind, "choice": choice}, dice)

    def do(self, action: dict[str, Any], dice: str = "") -> Reported:
        state = self.table.state
        for event in self.table.do(action, dice).events:
            after = evolve(state, event)
            self.steps.append((state, event, after))
            state = after
        return self

    @property
    def report(self) -> BattleReport:
        (report,) = battle_reports(self.steps)
        return report

    @property
    def items(self) -> tuple[Item, ...]:
        return items_of(self.steps)


def counted(pieces: tuple[Piece, ...]) -> dict[str, int]:
    """Pieces by unit."""
    return dict(Counter(piece.unit for piece in pieces))


def west_russia() -> Reported:
    """Three Soviet infantry and two tanks attack three German infantry and a fighter, and hit twice."""
    spaces = {"russia": "soviet_union: 3 infantry, 2 tank", "west_russia": "germany: 3 infantry, 1 fighter"}
    table = position("soviet_union", "combat_move", spaces).move("3 infantry, 2 tank: russia > west_russia")
    return Reported(table.end_phase()).battle("west_russia", "1 3 6 2 4")


@pytest.mark.rule("CMB-07")
def test_a_round_says_who_stands_there_what_each_needs_and_what_was_rolled() -> None:
    report = west_russia().report
    assert {side: counted(pieces) for side, pieces in report.met.items()} == {
        "attacker": {"infantry": 3, "tank": 2},
        "defender": {"infantry": 3, "fighter": 1},
    }
    first = report.rounds[-1]
    pieces = {piece.id: piece for side in first.fighting.values() for piece in side}
    assert {(pieces[i].power, pieces[i].unit, needed) for i, needed in first.needed.items()} == {
        ("soviet_union", "infantry", 1),
        ("soviet_union", "tank", 3),
        ("germany", "infantry", 2),
        ("germany", "fighter", 4),
    }
    (fire,) = first.items
    assert isinstance(fire, Fire)
    assert fire.volleys == (
        Volley("soviet_union", "infantry", 3, 1, (1, 3, 6), 1),
        Volley("soviet_union", "tank", 2, 3, (2, 4), 1),
    )
    assert [volley.expected for volley in fire.volleys] == [Fraction(1, 2), Fraction(1)]
    assert (first.hits("attacker").hits, first.hits("attacker").expected) == (2, Fraction(3, 2))


@pytest.mark.rule("CMB-09")
def test_casualties_still_fire_but_no_longer_stand_there() -> None:
    fought = west_russia().decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    report = fought.report
    assert report.standing
    assert counted(report.standing["defender"]) == {"infantry": 1, "fighter": 1}
    first = report.rounds[-1]
    assert counted(first.fighting["defender"]) == {"infantry": 3, "fighter": 1}
    assert [(item.side, counted(item.lost)) for item in first.items if isinstance(item, Casualties)] == [
        ("defender", {"infantry": 2})
    ]
    assert first.hits("defender").hits == 2
    assert counted(first.lost("defender")) == {"infantry": 2}
    assert report.end is None


@pytest.mark.rule("CMB-45")
def test_at_the_end_the_report_says_who_is_left_after_how_many_rounds_and_that_the_territory_was_taken() -> None:
    fought = west_russia().decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    fought.decide("casualties", {"units": {"infantry": 2}}).decide("retreat", {"press": True}, "1 3 5 6 6")
    report = fought.report
    assert report.end
    assert (report.end.outcome, report.end.rounds, report.taken) == ("attacker", 2, True)
    assert report.standing is None
    assert {side: counted(pieces) for side, pieces in report.survivors.items()} == {
        "attacker": {"infantry": 1, "tank": 2},
        "defender": {},
    }
    assert [counted(each.fighting["attacker"]) for each in report.rounds[1:]] == [
        {"infantry": 3, "tank": 2},
        {"infantry": 1, "tank": 2},
    ]
    assert sum(counted(each.lost("defender")).get("fighter", 0) for each in report.rounds) == 1


@pytest.mark.rule("CMB-42")
def test_who_retreats_is_named_with_where_to_and_aircraft_apart() -> None:
    spaces = {"russia": "soviet_union: 2 infantry, 1 fighter", "west_russia": "germany: 3 infantry, 1 tank"}
    table = position("soviet_union", "combat_move", spaces).move("2 infantry, 1 fighter: russia > west_russia")
    fought = Reported(table.end_phase()).battle("west_russia", "6 6 6 6 6 6 6").decide("retreat", {"retreat": "russia"})
    report = fought.report
    assert isinstance(report.retreat, Retreat)
    assert (report.retreat.power, report.retreat.to) == ("soviet_union", "russia")
    assert (counted(report.retreat.pieces), counted(report.retreat.aircraft)) == ({"infantry": 2}, {"fighter": 1})
    assert len(report.rounds[-1].left) == 3
    assert report.end
    assert (report.end.outcome, report.taken) == ("defender", False)


@pytest.mark.rule("SPC-73")
def test_submarines_that_submerge_leave_the_battle_and_those_that_strike_say_in_which_step() -> None:
    spaces = {"sz5": "germany: 2 submarine, 1 battleship", "sz6": "united_kingdom: 2 submarine, 1 aircraft_carrier"}
    table = position("germany", "combat_move", spaces).move("2 submarine, 1 battleship: sz5 > sz6", attack=True)
    fought = Reported(table.end_phase()).battle("sz6").decide("submerge", {})
    fought.decide("submerge", {"submarine": 2}, "6 6 6 6")
    dives = [item for item in fought.report.items if isinstance(item, Submerging)]
    assert [(dive.side, counted(dive.pieces)) for dive in dives] == [("defender", {"submarine": 2})]
    first = next(item for item in fought.report.items if isinstance(item, Fire))
    assert (first.step, counted_volleys(first)) == ("attackers_strike", {"submarine": 2})
    assert fought.report.standing
    assert counted(fought.report.standing["defender"]) == {"aircraft_carrier": 1}


def counted_volleys(fire: Fire) -> dict[str, int]:
    """How many of each unit fire."""
    return {volley.unit: volley.count for volley in fire.volleys}


@pytest.mark.rule("UNI-57")
def test_a_hit_on_a_battleship_is_damage_and_it_is_upright_after_the_battle() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer", "sz9": "germany: 1 battleship"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised").move("1 destroyer: sz8 > sz9")
    report = Reported(table.end_phase()).battle("sz9", "1 4").report
    (damage, *_) = [item for item in report.items if isinstance(item, Casualties)]
    assert (counted(damage.lost), counted(damage.damaged), damage.wasted) == ({}, {"battleship": 1}, 0)
    assert report.end
    assert [(piece.unit, piece.hits_taken) for piece in report.end.repaired] == [("battleship", 0)]


@pytest.mark.rule("SPC-31", "SPC-34", setup="revised")
def test_a_raid_is_what_the_guns_hit_and_what_the_bombs_cost() -> None:
    spaces = {"united_kingdom": "united_kingdom: 3 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", ipcs={"germany": 40})
    table.move("3 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    guns, lost, bombs = Reported(table).battle("germany", "1 4 5 4 6", kind="raid").items
    assert isinstance(guns, AntiAircraftFire)
    assert (guns.gun, guns.occasion, [shot.hit for shot in guns.shots], guns.in_battle) == (
        "anti_aircraft_gun", "raid", [True, False, False], False
    )  # fmt: skip
    assert isinstance(lost, Losses)
    assert (counted(lost.of("attacker", lost.all_lost)), lost.of("defender", lost.all_lost)) == ({"bomber": 1}, ())
    assert isinstance(bombs, FacilityStrike)
    assert ([strike.dice for strike in bombs.strikes], bombs.owing, bombs.ipcs) == ([(4,), (6,)], 10, 10)
    assert [strike.score.expected for strike in bombs.strikes] == [3.5, 3.5]


@pytest.mark.rule("SPC-95", setup="pacific_1940")
def test_kamikaze_strikes_say_what_befell_each_ship_and_how_many_tokens_are_left() -> None:
    spaces = {"sz7": "united_states: 2 destroyer", "sz6": "japan: 1 transport"}
    war = [["japan", "united_states", "war"]]
    table = position("united_states", "combat_move", spaces, setup="pacific_1940", relations=war)
    asked = Reported(table.move("2 destroyer: sz7 > sz6").end_phase())
    ship = next(piece.id for piece in asked.table.pieces if piece.unit == "destroyer")
    left = asked.table.state.kamikaze_tokens["japan"]
    asked.decide("kamikaze", {"sz6": [[ship, 2]]}, "1 5")
    (strikes,) = (item for item in asked.items if isinstance(item, KamikazeStrikes))
    (struck,) = strikes.strikes
    assert (struck.ship.id, struck.dice, struck.hits, struck.is_sunk) == (ship, (1, 5), 1, True)
    assert strikes.tokens_left == left - 2


@pytest.mark.rule("GEN-35")
def test_who_lost_the_one_that_raised_it_is_said_to_need_less_when_it_fires() -> None:
    """A tactical bomber hits with 4 beside a fighter, and with 3 once the guns brought that down."""
    spaces = {"kiangsi": "japan: 1 fighter, 1 tactical_bomber", "hunan": "china: 2 infantry, 1 aaa"}
    table = position("japan", "combat_move", spaces, setup="pacific_1940")
    table.move("1 fighter, 1 tactical_bomber: kiangsi > hunan").end_phase()
    fought = Reported(table).battle("hunan", "1 6")
    bomber = next(piece.id for piece in fought.table.pieces if piece.unit == "tactical_bomber")
    assert fought.report.rounds[-1].needed[bomber] == 4
    fought.do({"type": "decide", "kind": "casualties", "choice": {"units": {"fighter": 1}}}, "5 6 6")
    assert [each.needed[bomber] for each in fought.report.rounds if bomber in each.needed][-1] == 3


def forty_a_side() -> Reported:
    """Forty infantry on each side that miss for six rounds."""
    spaces = {"russia": "soviet_union: 40 infantry", "west_russia": "germany: 40 infantry"}
    table = position("soviet_union", "combat_move", spaces).move("40 infantry: russia > west_russia")
    fought = Reported(table.end_phase()).battle("west_russia", "6 " * 80)
    for _ in range(5):
        fought.decide("retreat", {"press": True}, "6 " * 80)
    return fought


def test_a_report_that_grows_is_the_same_as_one_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fought = forty_a_side()
    read: list[Event] = []

    def noted(state: GameState, event: Event) -> Item | None:
        read.append(event)
        return item_of(state, event)

    at_once = battle_reports(fought.steps)
    monkeypatch.setattr(reading, "item_of", noted)
    growing: tuple[BattleReport, ...] = ()
    for step in fought.steps:
        growing = with_more(growing, [step])
    assert growing == at_once
    assert len(read) <= len(fought.steps), "each event is read once, however long the battle"

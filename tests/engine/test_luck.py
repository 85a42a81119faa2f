"""Luck in IPCs, against every face that the dice could have shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from engine.battle_report.reading import Happened, battle_reports
from engine.events import evolve
from engine.odds.rolls import of_alike
from engine.queries.luck import Luck, Throw, luck_of
from engine.queries.swings import luck_of_battle, luck_of_turn
from tests.engine.table import Table, position

Scoring = Callable[[Sequence[int]], int]


@dataclass(frozen=True)
class ByHand:
    """A volley as a player would count it: so many dice, what their faces come to in IPCs, and the faces that fell."""

    fell: tuple[int, ...]
    value: Scoring


def shots(faces: str, needed: Sequence[int], worth: int, room: int = 99) -> ByHand:
    """A die for each number needed; each hit is worth so much, and no more of them than `room` find anybody."""

    def value(dice: Sequence[int]) -> int:
        return worth * min(room, sum(die <= number for die, number in zip(dice, needed, strict=True)))

    return ByHand(tuple(int(face) for face in faces.split()), value)


def face_by_face(*volleys: ByHand) -> Luck:
    """The swing, and how often all the faces that could have fallen come to less, and to more."""
    came = sum(volley.value(volley.fell) for volley in volleys)
    sums = [
        sum(values)
        for values in product(
            *([volley.value(faces) for faces in product(range(1, 7), repeat=len(volley.fell))] for volley in volleys)
        )
    ]
    count = len(sums)
    return Luck(came - sum(sums) / count, sum(s < came for s in sums) / count, sum(s > came for s in sums) / count)


def is_as(found: Luck | None, expected: Luck) -> bool:
    assert found is not None
    assert (found.swing, found.less, found.more) == pytest.approx(
        (expected.swing, expected.less, expected.more), abs=1e-9
    )
    return True


class Fought:
    """A table at which everything is remembered that happens from now on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Happened] = []

    def do(self, action: dict[str, Any], dice: str = "") -> Fought:
        state = self.table.state
        for event in self.table.do(action, dice).events:
            after = evolve(state, event)
            self.steps.append((state, event, after))
            state = after
        return self

    def battle(self, space: str, dice: str = "", **more: Any) -> Fought:
        return self.do({"type": "battle", "space": space, **more}, dice)

    def decide(self, kind: str, choice: Any, dice: str = "") -> Fought:
        return self.do({"type": "decide", "kind": kind, "choice": choice}, dice)

    @property
    def luck(self) -> Luck | None:
        (report,) = battle_reports(self.steps)
        return luck_of_battle(report)

    @property
    def of_turn(self) -> Luck | None:
        return luck_of_turn(self.steps)


def attacked(attackers: str, defenders: str, setup: str = "aa1941", **more: Any) -> Fought:
    """Soviet units attack West Russia."""
    spaces = {"russia": f"soviet_union: {attackers}", "west_russia": f"germany: {defenders}"}
    table = position("soviet_union", "combat_move", spaces, setup=setup, **more)
    return Fought(table.move(f"{attackers}: russia > west_russia").end_phase())


def test_a_hit_is_worth_what_it_takes() -> None:
    fought = attacked("2 infantry, 1 tank", "2 infantry").battle("west_russia", "1 5 2 2 6")
    # Two hits, on infantry of 3 IPCs each; one German hit, on an infantry.
    ours = shots("1 5 2", (1, 1, 3), 3, room=2)
    assert is_as(fought.luck, face_by_face(ours, shots("2 6", (2, 2), -3)))


def test_where_nobody_is_hit_a_hit_is_worth_what_the_printed_order_takes_next() -> None:
    fought = attacked("1 tank", "1 tank").battle("west_russia", "6 6")
    fought.decide("retreat", {"retreat": "russia"})
    tank = fought.table.state.edition.unit["tank"].cost or 0
    assert tank not in (0, 3)
    assert is_as(fought.luck, face_by_face(shots("6", (3,), tank), shots("6", (3,), -tank)))


def test_hits_are_worth_the_mean_price_of_what_they_took_in_whole_ipcs() -> None:
    fought = attacked("4 infantry, 1 tank", "1 infantry, 2 tank").battle("west_russia", "1 1 1 1 6 6 6 6")
    # Four hits on two tanks and an infantry: no more than three find anybody, and (3 + 6 + 6) / 3 is their mean.
    tank = fought.table.state.edition.unit["tank"].cost or 0
    mean = round((3 + 2 * tank) / 3)
    ours = shots("1 1 1 1 6", (1, 1, 1, 1, 3), mean, room=3)
    assert is_as(fought.luck, face_by_face(ours, shots("6 6 6", (2, 3, 3), -3)))


def test_hits_that_nobody_is_left_to_take_bring_no_luck() -> None:
    fought = attacked("6 tank", "1 infantry").battle("west_russia", "1 1 1 1 1 1 6")
    ours = face_by_face(shots("1 1 1 1 1 1", (3,) * 6, 3, room=1), shots("6", (2,), -cost(fought, "tank")))
    assert ours.swing < 3
    assert is_as(fought.luck, ours)


def cost(fought: Fought, unit: str) -> int:
    return fought.table.state.edition.unit[unit].cost or 0


def test_rounds_count_together() -> None:
    fought = attacked("2 infantry", "1 infantry").battle("west_russia", "6 6 1")
    fought.decide("retreat", {"press": True}, "1 6")
    first = (shots("6 6", (1, 1), 3, room=1), shots("1", (2,), -3))
    then = (shots("1", (1,), 3), shots("6", (2,), -3))
    assert is_as(fought.luck, face_by_face(*first, *then))
    assert fought.of_turn == fought.luck


@pytest.mark.rule("UNI-57", setup="revised")
def test_each_hit_on_a_ship_that_takes_two_is_worth_half_of_it() -> None:
    spaces = {"sz5": "germany: 1 battleship", "sz6": "united_kingdom: 1 fighter, 1 aircraft_carrier, 1 submarine"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    fought = Fought(table.move("1 submarine, 1 aircraft_carrier: sz6 > sz5").end_phase())
    fought.battle("sz5", "2 6 6")
    half = (table.state.edition.unit["battleship"].cost or 0) // 2
    luck = fought.luck
    assert luck is not None
    sub, carrier = shots("2", (2,), half), shots("6", (1,), half)
    submarine = table.state.edition.unit["submarine"].cost or 0
    assert is_as(luck, face_by_face(sub, carrier, shots("6", (4,), -submarine)))


def test_with_low_luck_only_the_die_of_the_rest_is_luck() -> None:
    fought = attacked("3 infantry, 2 tank", "2 infantry", options={"low_luck": "battles"})
    fought.battle("west_russia", "3 5")

    def strength_nine(dice: Sequence[int]) -> int:
        return 3 * min(2, 1 + (dice[0] <= 3))

    ours, theirs = ByHand((3,), strength_nine), shots("5", (4,), -3)
    assert is_as(fought.luck, face_by_face(ours, theirs))


def test_where_low_luck_leaves_no_die_there_is_no_luck() -> None:
    fought = attacked("2 tank", "3 infantry", options={"low_luck": "battles"}).battle("west_russia")
    assert fought.luck is None


@pytest.mark.rule("RES-24", setup="revised")
def test_of_dice_of_which_the_best_counts_it_counts() -> None:
    def best(dice: Sequence[int]) -> int:
        return 3 * sum(min(pair) <= 4 for pair in (dice[:2], dice[2:]))

    assert is_as(luck_of([Throw(3, of_alike(2, 4, 2), 2)]), face_by_face(ByHand((6, 1, 2, 2), best)))


@pytest.mark.rule("SPC-62", "RES-24", setup="revised")
def test_guns_aim_at_each_aircraft_and_bombs_count_in_ipcs() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", ipcs={"germany": 40})
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    fought = Fought(table).do({"type": "battle", "space": "germany", "kind": "raid"}, "6 1 5")
    bomber = table.state.edition.unit["bomber"].cost or 0
    guns = shots("6 1", (1, 1), -bomber)
    assert is_as(fought.of_turn, face_by_face(guns, ByHand((5,), lambda dice: dice[0])))


@pytest.mark.rule("SPC-38", setup="anniversary_1941")
def test_bombs_count_no_more_than_can_be_lost() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 bomber", "germany": ""}
    damaged = {"germany": {"damage": {"industrial_complex": 15}}}
    table = position("united_kingdom", "combat_move", spaces, setup="anniversary_1941", more_spaces=damaged)
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    fought = Fought(table).battle("germany", "4 6")
    by_hand = [ByHand((4,), lambda dice: min(5, dice[0])), ByHand((6,), lambda dice: min(1, dice[0]))]
    assert is_as(fought.of_turn, face_by_face(*by_hand))


def test_one_die_that_is_counted_on_from_one_aircraft_to_the_next() -> None:
    options = {"low_luck": "all"}
    fought = attacked("1 fighter, 1 bomber", "1 anti_aircraft_gun, 1 infantry", "revised", options=options)
    table = fought.battle("west_russia", "2 3 6").table
    cost = {unit: table.state.edition.unit[unit].cost or 0 for unit in ("fighter", "bomber")}

    def fallen(dice: Sequence[int]) -> int:  # the fighter on a 1, the bomber on a 2
        return -(cost["fighter"] if dice[0] == 1 else cost["bomber"] if dice[0] == 2 else 0)

    report = battle_reports(fought.steps)[0]
    guns = report.items[0]
    assert type(guns).__name__ == "AntiAircraftFire"
    luck = luck_of_battle(report)
    ours = ByHand((3,), lambda dice: 3 * (dice[0] <= 3))
    theirs = shots("6", (2,), -cost["fighter"])
    assert is_as(luck, face_by_face(ByHand((2,), fallen), ours, theirs))


def test_without_dice_there_is_no_luck() -> None:
    assert luck_of([]) is None
    assert luck_of([Throw(0, of_alike(2, 3), 1)]) is None
    assert luck_of([Throw(3, of_alike(2, 6), 2)]) is None


def test_luck_of_the_enemy_is_the_same_from_the_other_side() -> None:
    luck = luck_of([Throw(3, of_alike(2, 2), 2), Throw(-4, of_alike(1, 1), 0)])
    mirrored = luck_of([Throw(-3, of_alike(2, 2), 2), Throw(4, of_alike(1, 1), 0)])
    assert luck
    assert mirrored
    assert is_as(mirrored, luck.of_the_enemy)


def test_what_is_cut_off_at_the_ends_is_nothing_that_could_be_told() -> None:
    """Each sum of twenty throws with its exact probability."""
    dice = [(2 + n % 9, 1 + n % 4, (3, -4, 5, -3, 10, -6)[n % 6], n % 3) for n in range(20)]
    exact = {0: Fraction(1)}
    for count, needed, worth, _ in dice:
        chance, after = Fraction(needed, 6), dict[int, Fraction]()
        for value, share in exact.items():
            for hits in range(count + 1):
                of_hits = comb(count, hits) * chance**hits * (1 - chance) ** (count - hits)
                after[value + worth * hits] = after.get(value + worth * hits, Fraction()) + share * of_hits
        exact = after
    came = sum(worth * hits for _, _, worth, hits in dice)
    mean = sum(value * share for value, share in exact.items())
    less = sum(share for value, share in exact.items() if value < came)
    more = sum(share for value, share in exact.items() if value > came)
    throws = [Throw(worth, of_alike(count, needed), hits) for count, needed, worth, hits in dice]
    assert is_as(luck_of(throws), Luck(float(came - mean), float(less), float(more)))


def test_a_war_of_many_volleys_sums_up_to_one() -> None:
    throws = [Throw(worth, of_alike(7, 1 + n % 4), 3) for n in range(800) for worth in (3 + n % 5, -(3 + n % 7))]
    luck = luck_of(throws)
    assert luck
    assert 0 < luck.less < 1
    assert luck.less + luck.more == pytest.approx(1, abs=1e-2)


@pytest.mark.rule("RES-23", setup="revised")
def test_two_dice_of_a_unit_may_both_hit() -> None:
    heavy = {"soviet_union": ["heavy_bombers"]}
    fought = attacked("1 bomber", "2 tank", "revised", technologies=heavy).battle("west_russia", "4 1 6 6")
    bomber, tank = cost(fought, "bomber"), cost(fought, "tank")
    assert is_as(fought.luck, face_by_face(shots("4 1", (4, 4), tank), shots("6 6", (3, 3), -bomber, room=1)))


def over_formosa(raiders: str, technologies: Mapping[str, list[str]] | None = None, **formosa: Any) -> Table:
    spaces = {"kwangtung": f"united_kingdom: {raiders}", "formosa": ""}
    war = [["japan", "united_kingdom", "war"]]
    return position(
        "united_kingdom",
        "combat_move",
        spaces,
        setup="pacific_1940",
        relations=war,
        technologies=technologies or {},
        more_spaces={"formosa": formosa},
    )


@pytest.mark.rule("RES-23", setup="pacific_1940")
def test_of_two_dice_of_a_unit_the_best_may_count() -> None:
    heavy = {"united_kingdom": ["heavy_bombers"]}
    there = {"units": {"japan": {"infantry": 2}}}
    table = over_formosa("1 strategic_bomber", technologies=heavy, **there)
    fought = Fought(table.move("1 strategic_bomber: kwangtung > formosa").end_phase())
    fought.battle("formosa", "6 2 6 6")
    ours = ByHand((6, 2), lambda dice: 3 * (min(dice) <= 4))
    theirs = shots("6 6", (2, 2), -cost(fought, "strategic_bomber"), room=1)
    assert is_as(fought.luck, face_by_face(ours, theirs))


@pytest.mark.rule("SPC-33", setup="pacific_1940")
def test_where_the_attacker_chooses_who_falls_to_flak_each_hit_is_worth_the_mean_of_all_shot_at() -> None:
    table = over_formosa("1 strategic_bomber, 1 tactical_bomber", facilities=["air_base"])
    for bomber in ("1 strategic_bomber", "1 tactical_bomber"):
        table.move(f"{bomber}: kwangtung > formosa", raid="air_base")
    fought = Fought(table.end_phase()).battle("formosa", "1 6")
    fought.decide("flak", {"units": {"tactical_bomber": 1}}, "4")
    mean = (cost(fought, "strategic_bomber") + cost(fought, "tactical_bomber") + 1) // 2
    bombs = ByHand((4,), lambda dice: min(6, dice[0] + 2))
    assert is_as(fought.of_turn, face_by_face(shots("1 6", (1, 1), -mean), bombs))


@pytest.mark.rule("SPC-62", setup="pacific_1940")
def test_shots_that_nobody_aims_are_a_volley_like_any_other() -> None:
    table = over_formosa("1 fighter, 1 tactical_bomber", units={"japan": {"aaa": 1, "infantry": 1}})
    fought = Fought(table.move("1 fighter, 1 tactical_bomber: kwangtung > formosa").end_phase())
    fought.battle("formosa", "1 6")
    lost, left = cost(fought, "fighter"), cost(fought, "tactical_bomber")
    fought.decide("casualties", {"units": {"fighter": 1}}, "3")
    fought.decide("casualties", {"units": {"infantry": 1}}, "6")
    flak = shots("1 6", (1, 1), -lost)
    assert is_as(fought.luck, face_by_face(flak, shots("3", (3,), 3), shots("6", (2,), -left)))


@pytest.mark.rule("SPC-62", setup="pacific_1940")
def test_guns_that_miss_would_have_hit_an_aircraft() -> None:
    spaces = {"kwangtung": "united_kingdom: 1 infantry, 1 fighter", "kwangsi": ""}
    there = {"kwangsi": {"units": {"japan": {"aaa": 1}}}}
    war = [["japan", "united_kingdom", "war"]]
    table = position(
        "united_kingdom", "combat_move", spaces, setup="pacific_1940", relations=war, more_spaces=there
    ).move("1 infantry, 1 fighter: kwangtung > kwangsi")
    fought = Fought(table.end_phase()).battle("kwangsi", "6")
    assert is_as(fought.of_turn, face_by_face(shots("6", (1,), -cost(fought, "fighter"))))


@pytest.mark.rule("SPC-95", setup="pacific_1940")
def test_kamikazes_are_worth_the_ship_that_they_strike() -> None:
    spaces = {"sz7": "united_states: 2 destroyer", "sz6": "japan: 1 transport"}
    war = [["japan", "united_states", "war"]]
    table = position("united_states", "combat_move", spaces, setup="pacific_1940", relations=war)
    fought = Fought(table.move("2 destroyer: sz7 > sz6").end_phase())
    ship = next(piece.id for piece in table.pieces if piece.unit == "destroyer")
    fought.decide("kamikaze", {"sz6": [[ship, 2]]}, "1 2")
    assert is_as(fought.of_turn, face_by_face(shots("1 2", (2, 2), -cost(fought, "destroyer"), room=1)))

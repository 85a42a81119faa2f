"""A game in figures, counted by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple
from math import sqrt
from typing import Any

import pytest

from engine.battle_report.scores import Score
from engine.events import Event
from engine.queries.chronicle import Chronicle, Moment, by_side, chronicle
from tests.engine.table import Table, position


class Chronicled(Table):
    """A table that remembers where it began and all that happened."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.state)
        self.start = table.state
        self.told: list[Event] = []

    def do(self, action: Mapping[str, Any], dice: str = "") -> Chronicled:
        super().do(action, dice)
        self.told += self.events
        return self

    @property
    def moments(self) -> tuple[Moment, ...]:
        return self.chronicle.moments

    @property
    def chronicle(self) -> Chronicle:
        return chronicle(self.start, self.told, self.state)


def to_the_next_turn(table: Table) -> None:
    power = table.state.power
    while table.state.power == power:
        table.end_phase()


WEST_RUSSIA = {"russia": "soviet_union: 2 infantry, 1 tank", "west_russia": "germany: 1 infantry"}


def west_russia(phase: str = "combat_move", **more: Any) -> Chronicled:
    """Three Soviet units beside one German; more of the Germans elsewhere."""
    spaces = {**WEST_RUSSIA, "germany": "germany: 1 infantry", "sz5": "germany: 1 battleship"}
    return Chronicled(position("soviet_union", phase, spaces, **more))


def test_luck_is_what_was_hit_above_the_sum_of_all_chances() -> None:
    table = west_russia()
    table.move("2 infantry, 1 tank: russia > west_russia").end_phase()
    table.battle("west_russia", dice="1 2 6 6")
    hits = table.moments[-1].hits
    assert astuple(hits["soviet_union"]) == pytest.approx((3, 1, 5 / 6, 19 / 36))
    assert astuple(hits["germany"]) == pytest.approx((1, 0, 2 / 6, 8 / 36))
    assert hits["soviet_union"].luck == pytest.approx(1 / 6)
    assert hits["soviet_union"].sigmas == pytest.approx((1 / 6) / sqrt(19 / 36))
    assert "japan" not in hits


def test_the_luck_of_a_side_is_that_of_its_powers_together() -> None:
    edition = west_russia().state.edition
    scores = {
        "soviet_union": Score(3, 1, 0.5, 0.4),
        "japan": Score(4, 4, 2, 1),
        "united_kingdom": Score(1, 0, 0.5, 0.2),
    }
    sides = by_side(edition, scores)
    assert sides["axis"] == Score(4, 4, 2, 1)
    assert astuple(sides["allies"]) == pytest.approx((4, 1, 1.0, 0.6))
    assert sum(side.luck for side in sides.values()) == pytest.approx(sum(score.luck for score in scores.values()))


def test_without_dice_there_is_no_luck() -> None:
    assert Score().sigmas == 0
    assert Score(2, 2, 2.0, 0.0).sigmas == 0


@pytest.mark.rule("SPC-62", "RES-24", setup="revised")
def test_guns_count_by_hits_and_raids_by_ipcs() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 bomber", "germany": "germany: 1 anti_aircraft_gun"}
    known = {"united_kingdom": ["heavy_bombers"]}
    table = Chronicled(
        position("united_kingdom", "combat_move", spaces, setup="revised", technologies=known, ipcs={"germany": 40})
    )
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "6 2 3 1 6 5")
    last = table.moments[-1]
    assert list(last.hits) == ["germany"]
    assert astuple(last.hits["germany"]) == pytest.approx((2, 0, 2 / 6, 10 / 36))
    # Two dice of at most 10 IPCs: 11 in two ways and 12 in one lose 1 and 2.
    raids = last.raids["united_kingdom"]
    assert (raids.dice, raids.scored) == (4, 14)
    assert raids.expected == pytest.approx(2 * (7 - 4 / 36))


@pytest.mark.rule("SPC-38", setup="anniversary_1941")
def test_raiders_share_the_damage_that_a_complex_can_still_take() -> None:
    spaces = {"united_kingdom": "united_kingdom: 2 bomber", "germany": ""}
    damaged = {"germany": {"damage": {"industrial_complex": 15}}}
    table = Chronicled(position("united_kingdom", "combat_move", spaces, setup="anniversary_1941", more_spaces=damaged))
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    table.battle("germany", "4 6")
    raids = table.moments[-1].raids["united_kingdom"]
    # At most 5 points: 1, 2, 3, 4, 5 or 5 by the first, whose 4 leave just 1 to the second.
    assert astuple(raids) == pytest.approx((2, 5, 20 / 6 + 1, 80 / 6 - (20 / 6) ** 2))


def test_figures_are_taken_at_the_end_of_each_turn() -> None:
    table = west_russia(purchased={"soviet_union": {"tank": 1}})
    before = table.moments[0].standings
    table.move("2 infantry, 1 tank: russia > west_russia").end_phase()
    table.battle("west_russia", dice="1 2 6 6")
    table.end_phase()
    table.do({"type": "mobilize", "units": {"tank": 1}, "space": "russia"})
    to_the_next_turn(table)
    start, turn = table.moments
    assert (start.time, start.round) == (0, 0)
    assert (turn.time, turn.round, turn.power) == (0.2, 1, "soviet_union")
    value = table.state.edition.board.territory["west_russia"].ipc
    assert value > 0
    for power, change in (("soviet_union", value), ("germany", -value)):
        earned = [standings[power].earnings[power].income for standings in (before, turn.standings)]
        assert earned[1] - earned[0] == change
    prices = {unit.id: unit.cost or 0 for unit in table.state.edition.units}
    assert before["soviet_union"].unit_value == 2 * prices["infantry"] + prices["tank"]
    assert turn.standings["soviet_union"].unit_value == 2 * prices["infantry"] + 2 * prices["tank"]
    assert turn.standings["germany"].unit_value == prices["infantry"] + prices["battleship"]


def test_victory_cities_count_for_whoever_holds_them() -> None:
    table = Chronicled(position("soviet_union", "combat_move", WEST_RUSSIA, owners={"germany": "soviet_union"}))
    standings = table.moments[0].standings
    assert (standings["soviet_union"].victory_cities, standings["germany"].victory_cities) == (2, 0)


@pytest.mark.parametrize("objectives", ["on", "off"])
def test_what_objectives_would_pay_counts_as_income_where_they_are_played(objectives: str) -> None:
    spaces = {"germany": "germany: 1 infantry"}
    options = {"objectives": objectives}
    table = Chronicled(position("germany", "purchase", spaces, setup="anniversary_1941", options=options))
    germany = table.moments[0].standings["germany"].earnings["germany"]
    assert germany.territories == table.state.edition.start.income["germany"]
    assert germany.objectives == (5 if objectives == "on" else 0)
    assert germany.income == germany.territories + germany.objectives


def test_a_turn_under_way_is_shown_once_it_has_changed_something() -> None:
    table = west_russia()
    assert [moment.time for moment in table.moments] == [0]
    table.move("2 infantry, 1 tank: russia > west_russia").end_phase()
    assert [moment.time for moment in table.moments] == [0]
    table.battle("west_russia", dice="1 2 6 6")
    assert [moment.time for moment in table.moments] == [0, 0.1]


def test_after_a_whole_round_the_time_is_one() -> None:
    table = west_russia(phase="purchase")
    for _ in table.state.edition.turn_order:
        to_the_next_turn(table)
    assert [moment.time for moment in table.moments] == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert table.moments[-1].power == "united_states"


def test_a_turn_that_a_correction_lets_be_played_again_counts_as_it_was_played_last() -> None:
    table = west_russia(phase="purchase")
    to_the_next_turn(table)
    to_the_next_turn(table)
    assert [moment.power for moment in table.moments[1:]] == ["soviet_union", "germany"]
    again = {"round": 1, "power": "soviet_union", "phase": "purchase"}
    table.do({"type": "edit", "spaces": {"russia": {"units": {"soviet_union": {"infantry": 9}}}}, "turn": again})
    to_the_next_turn(table)
    assert [moment.power for moment in table.moments[1:]] == ["soviet_union"]
    assert table.moments[1].standings["soviet_union"].unit_value == 9 * 3

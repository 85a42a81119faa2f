"""Battles with the numbers that the map shows."""

from __future__ import annotations

from gamemaster.narration import Timeline, clashes_ahead, phase_report
from gamemaster.narration.battles.clashes import clashes_fought
from gamemaster.narration.history.timeline import followed
from maps import Battles, Changes, Clash, Force, Moves
from tests.engine.table import Table, position


def test_a_battle_ahead_counts_units_and_what_they_need_to_hit_on_both_sides() -> None:
    table = position(
        "germany",
        "combat_move",
        {"ukraine": "germany: 3 infantry, 2 tank", "caucasus": "soviet_union: 2 infantry; united_kingdom: 1 fighter"},
    )
    table.move("3 infantry, 2 tank: ukraine > caucasus")
    assert clashes_ahead(table.state) == (
        Clash("caucasus", Force(("germany",), 5, 9), Force(("soviet_union", "united_kingdom"), 3, 8)),
    )


def test_infantry_beside_artillery_counts_with_the_value_it_attacks_with() -> None:
    units = {"ukraine_ssr": "germany: 2 infantry, 1 artillery", "caucasus": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", units, setup="revised")
    table.move("2 infantry, 1 artillery: ukraine_ssr > caucasus")
    (clash,) = clashes_ahead(table.state)
    assert clash.attacker == Force(("germany",), 3, 5)


def test_a_raid_counts_bombers_alone() -> None:
    units = {"germany": "germany: 1 infantry", "united_kingdom": "united_kingdom: 2 bomber"}
    table = position("united_kingdom", "combat_move", units, setup="revised")
    table.move("2 bomber: united_kingdom > germany", raid="industrial_complex")
    bombed = ("industrial_complex",)
    raid = Clash("germany", Force(("united_kingdom",), 2, None), raid=True, targets=bombed)
    assert clashes_ahead(table.state) == (raid,)


def test_a_battle_being_fought_is_counted_as_it_stands() -> None:
    table = _attack()
    table.battle("caucasus", "1 6 4 4")
    assert clashes_ahead(table.state) == (Clash("caucasus", Force(("germany",), 2, 6), Force(("soviet_union",), 1, 2)),)


def test_battles_fought_are_told_with_what_both_sides_brought() -> None:
    table = _attack()
    start = table.state
    table.battle("caucasus", "1 1 4 4")
    assert clashes_fought(followed(start, table.events)) == (
        Clash("caucasus", Force(("germany",), 2, 6), Force(("soviet_union",), 2, 4)),
    )


def test_the_report_of_a_combat_move_shows_moves_and_battles_and_that_of_a_combat_what_changed() -> None:
    table = _attack_prepared()
    start = table.state
    table.move("2 tank: ukraine > caucasus")
    events = list(table.events)
    table.end_phase()
    moved = phase_report(Timeline.of(start, [*events, *table.events]))
    assert [type(overlay) for overlay in moved.overlays] == [Battles, Moves]
    fought = phase_report(Timeline(table.state))
    assert [type(overlay) for overlay in fought.overlays] == [Battles, Changes, Moves]


def _attack_prepared() -> Table:
    units = {"ukraine": "germany: 2 tank", "caucasus": "soviet_union: 2 infantry", "russia": "soviet_union: 1 infantry"}
    return position("germany", "combat_move", units)


def _attack() -> Table:
    return _attack_prepared().move("2 tank: ukraine > caucasus").end_phase()

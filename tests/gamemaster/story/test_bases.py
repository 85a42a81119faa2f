"""What is told and typed where a territory has several facilities: raids, repairs, captures, and their pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.orders.moves import move_action
from cogs.orders.production import read_repairs, write_order
from engine import IllegalAction, load_setup
from engine.facts.openings import load_opening, opening, opening_names
from gamemaster.narration import Timeline, clashes_ahead, phase_report, raid_board
from gamemaster.narration.battles.clashes import clashes_fought
from gamemaster.narration.history.timeline import followed
from gamemaster.narration.open_orders import order_line
from maps import describe_in_words
from maps.board.facts import symbol_of
from maps.signs.silhouettes import SILHOUETTES
from maps.stacks.contents import stacks_of
from tests.bases import AIR_BASE, MAJOR, NAVAL_BASE, SETUP, add_bases
from tests.engine.table import Table, position

UK = "united_kingdom"


@pytest.fixture(autouse=True)
def _bases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_bases(tmp_path, monkeypatch)


def table(power: str, phase: str, spaces: dict[str, str], **more: Any) -> Table:
    """A position of the invented setup."""
    return position(power, phase, spaces, setup=SETUP, **more)


def two_raids() -> Table:
    """Bombers ordered to Germany, one against the complex, two against the air base."""
    board = table(UK, "combat_move", {UK: f"{UK}: 3 bomber"})
    for line in ("1 bomber uk > germany raid major", "2 bomber uk > germany raid on the air base"):
        board.do(move_action(board.state, line))
    return board


class TestRaids:
    def test_a_typed_raid_names_what_it_bombs_where_several_facilities_stand(self) -> None:
        board = two_raids()
        assert [entry.order["raid"] for entry in board.state.undo] == [MAJOR, AIR_BASE]
        assert order_line(board.state, board.state.undo[1].order).endswith("(raid on the air base)")
        with pytest.raises(IllegalAction, match="Say which of them you raid"):
            move_action(board.state, "1 bomber uk > germany raid")

    def test_it_need_not_where_one_alone_can_be_raided(self) -> None:
        state = table(UK, "combat_move", {UK: f"{UK}: 1 bomber, 1 fighter"}).state
        assert move_action(state, "1 bomber uk > france raid")["raid"] == AIR_BASE
        assert move_action(state, "1 fighter uk > germany (raid)")["raid"] == AIR_BASE

    def test_each_target_is_told_with_what_it_takes(self) -> None:
        board = two_raids()
        (ahead,) = clashes_ahead(board.state)
        assert (ahead.targets, ahead.attacker and ahead.attacker.units) == ((MAJOR, AIR_BASE), 3)
        board.end_phase()
        start = board.state
        board.battle("germany", "4 1 5 3 6")
        told = Timeline.of(start, board.events)
        lines = phase_report(told).text
        assert "The major industrial complex in Germany fires at the raiders: bomber 4 — no hit" in lines
        assert "The air base in Germany fires at the raiders: bomber **1** 5 — 1 bomber shot down" in lines
        assert "Raid on Germany: bomber 3 — the major industrial complex takes 3 damage (3 in all)" in lines
        (fought,) = clashes_fought(followed(start, board.events))
        assert (fought.targets, fought.attacker and fought.attacker.units) == ((MAJOR, AIR_BASE), 2)
        shown = raid_board(told)
        assert shown is not None
        assert (shown.defender.title, shown.defender.score) == ("Germany holds the air base", "6 of 6 damage")


class TestRepairs:
    def test_they_name_the_facility_where_several_are_damaged(self) -> None:
        hurt = {"germany": {"damage": {MAJOR: 4, AIR_BASE: 3}}, "france": {"damage": {AIR_BASE: 2}}}
        board = table("germany", "purchase", {}, more_spaces=hurt, ipcs={"germany": 20})
        read = read_repairs(board.state, "2 air base in Germany, 1 France")
        assert read == {"germany": {AIR_BASE: 2}, "france": {AIR_BASE: 1}}
        assert read_repairs(board.state, "Germany") == {"germany": {MAJOR: 4, AIR_BASE: 3}}
        with pytest.raises(IllegalAction, match="Say which to repair, such as “1 major industrial"):
            read_repairs(board.state, "2 Germany")
        board.do({"type": "purchase", "units": {}, "repairs": read})
        assert write_order(board.state) == "repair 2 air base in Germany, 1 France"
        assert read_repairs(board.state, "2 air base in Germany, 1 France") == read

    def test_what_is_not_there_is_not_repaired(self) -> None:
        state = table("germany", "purchase", {}).state
        with pytest.raises(IllegalAction, match="There is no industrial complex, air base or naval base in Finland"):
            read_repairs(state, "1 Finland")


def test_the_fall_of_a_complex_is_told() -> None:
    spaces = {"libya": "germany: 1 tank", "egypt": "united_kingdom: 1 infantry"}
    board = table("germany", "combat_move", spaces, more_spaces={"egypt": {"facilities": [MAJOR, NAVAL_BASE]}})
    start = board.move("1 tank: libya > egypt").end_phase().state
    told = phase_report(Timeline.of(start, board.battle("egypt", "1 6").events))
    assert "The major industrial complex in Egypt becomes a minor industrial complex." in told.text


class TestPictures:
    @pytest.mark.parametrize("name", opening_names())
    def test_every_facility_has_a_drawing(self, name: str) -> None:
        facilities = [unit.id for unit in load_opening(name).units if unit.facility]
        assert [unit for unit in facilities if symbol_of(name, unit) not in SILHOUETTES] == []

    def test_a_facility_without_one_of_its_own_is_drawn_by_that_of_another(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lines = tmp_path / "units" / f"{SETUP}.json"
        text = lines.read_text(encoding="utf-8").replace('"air_base"', '"airfield"')
        text = text.replace('{"kind": "air base"', '{"symbol": "air_base", "kind": "air base"')
        lines.write_text(text.replace('"name": "air base"', '"name": "airfield"'), encoding="utf-8")
        table_of = tmp_path / "openings" / f"{SETUP}.json"
        table_of.write_text(table_of.read_text(encoding="utf-8").replace('"air_base"', '"airfield"'), encoding="utf-8")
        facts = load_setup.__wrapped__(SETUP)
        monkeypatch.setattr("maps.board.facts.facts_of", lambda _: facts)
        there = {"setup": SETUP, "facilities": {"france": ["airfield"]}}
        assert [cell.unit for cell in stacks_of(there)["france"].signs[0].cells] == ["air_base"]
        position = {**opening("anniversary_1941"), **there}
        assert "airfield" in describe_in_words("anniversary", position)

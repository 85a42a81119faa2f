"""Looking back at rounds, turns, phases and battles: what everybody may know, from the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.jobs.past.history import Moment
from gamemaster.roles import Actor
from gamemaster.views.history import PastMoment
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.gamemaster.test_catching_up import END, MOVE, idle_turn, soviet_turn


async def looked_at(table: Desk, who: Actor = BEN, moment: Moment | None = None) -> PastMoment:
    return await table.master.histories.of(await table.view(who), moment)


async def test_before_a_phase_has_ended_there_is_nothing_to_look_back_at(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await looked_at(table)
    (second := tmp_path / "second").mkdir()
    async with desk(second) as table:
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}})
        with pytest.raises(TableRefusal, match="No phase of this game has ended yet"):
            await looked_at(table, ANNA)


async def test_a_turn_its_phases_its_battle_and_its_round_are_told(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        await idle_turn(table, BEN)
        turn = await looked_at(table)
        assert turn.moment == Moment("1.germany")
        assert turn.turns == ("1.soviet_union", "1.germany")
        soviet = await looked_at(table, moment=Moment("1.soviet_union"))
        assert soviet.told.text.startswith("**Soviet Union, round 1**\n")
        assert "6 infantry, 1 tank" in soviet.told.text
        assert dict(soviet.told.phases)["combat_move"] == "Combat move"
        assert soviet.told.battles == ("West Russia",)
        moves = await looked_at(table, moment=Moment("1.soviet_union", "combat_move"))
        assert moves.told.text.startswith("**Soviet Union, round 1, combat move**\nMoves:\n")
        battle = await looked_at(table, moment=Moment("1.soviet_union", "", 0))
        assert battle.told.text.startswith("**West Russia")
        assert battle.told.space == "west_russia"
        assert "Attackers rolled" in battle.told.text or "round" in battle.told.text
        whole = await looked_at(table, moment=Moment("1"))
        assert whole.told.text.startswith("**Round 1**\n**Soviet Union, round 1**: ")
        pictures = {each.picture.alt_text for each in (turn, soviet, moves, battle, whole) if each.picture}
        assert len(pictures) == 5
        assert "Next:" not in "".join(each.told.text for each in (turn, soviet, moves, battle, whole))


async def test_the_whole_board_is_shown_as_it_was_after_a_phase(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        await idle_turn(table, BEN)
        asked = [Moment.board_after(f"1.soviet_union.{phase}") for phase in ("combat_move", "conduct_combat")]
        moves, fought = [await looked_at(table, moment=moment) for moment in asked]
        assert (moves.moment, moves.told.title) == (asked[0], "Soviet Union, round 1, combat move")
        pictures = [each.told.picture or {} for each in (moves, fought)]
        assert [each["position"]["owners"]["west_russia"] for each in pictures] == ["germany", "soviet_union"]
        assert [each["spaces"] for each in pictures] == [[], []]


async def test_a_phase_to_which_a_correction_led_again_is_offered_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for units in ({"infantry": 1}, {"infantry": 2}):
            await table.act(ANNA, {"type": "purchase", "units": units})
            await table.act(ANNA, END)
            await table.correct({"type": "edit", "turn": {"round": 1, "power": "soviet_union", "phase": "purchase"}})
        await table.act(ANNA, END)
        turn = await looked_at(table, moment=Moment("1.soviet_union"))
        phases = [phase for phase, _ in turn.told.phases]
        assert phases.count("purchase") == 1
        assert len(set(phases)) == len(phases)


async def test_orders_of_an_open_phase_are_told_to_nobody(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        before = [(await looked_at(table, who)).told for who in (ANNA, BEN)]
        await table.act(ANNA, MOVE)
        assert [(await looked_at(table, who)).told for who in (ANNA, BEN)] == before
        assert before[0].phases == (("purchase", "Purchase"),)


@pytest.mark.parametrize(
    "code", ["", "x", "9.germany", "9-germany..", "1-japan.purchase.7", "1-soviet_union..99", "....."]
)
async def test_a_moment_that_is_not_on_record_leads_to_the_last_turn_or_to_the_whole_one(
    tmp_path: Path, code: str
) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        found = await looked_at(table, moment=Moment.of(code))
        assert found.told.text.startswith("**Soviet Union, round 1")


async def test_the_way_back_leads_to_the_end_of_what_is_shown(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        found = await looked_at(table, moment=Moment("1.soviet_union", "purchase"))
        kept = dict(await table.master.games.kept_phases(await table.view(ANNA)))
        assert found.entry is not None
        assert kept[found.entry].endswith("1.soviet_union.purchase")
        await table.roll_back(found.entry)
        assert (await table.state()).phase == "purchase"


def test_the_code_of_a_moment_says_all_of_it() -> None:
    for moment in (Moment("2"), Moment("2.germany"), Moment("2.germany", "purchase"), Moment("2.germany", "", 3)):
        assert Moment.of(moment.code) == moment

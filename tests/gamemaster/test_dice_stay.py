"""Dice that have fallen stay: what fails behind them is told, and they are on record once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import GameState, IllegalAction, Outcome, apply
from engine.dice import Dice as AnyDice
from gamemaster.errors import LineRefused, RolledInVain
from gamemaster.orders import drafts
from gamemaster.orders.requested import TypedForm
from tests.gamemaster.desk import ANNA, BEN, desk
from tests.gamemaster.rolling import BATTLE, REVISED, before_a_battle, check_the_round, is_open, rolls_of

OVER_THE_GUN: dict[str, Any] = {
    "type": "move",
    "units": {"bomber": 40},
    "path": ["eastern_europe", "belorussia", "ukraine_ssr"],
}
ALL_OF_THEM_ON: dict[str, Any] = {"type": "move", "units": {"bomber": 40}, "path": ["ukraine_ssr", "balkans"]}
MARCH: dict[str, Any] = {"type": "move", "units": {"infantry": 1}, "path": ["eastern_europe", "balkans"]}
FORTY_BOMBERS: dict[str, dict[str, dict[str, int]]] = {
    "eastern_europe": {"germany": {"bomber": 40, "infantry": 1}},
    "belorussia": {"soviet_union": {"anti_aircraft_gun": 1}},
}


async def test_a_flight_over_guns_stands_although_the_line_behind_it_fails(tmp_path: Path) -> None:
    """Revised, noncombat move: the second line is legal only if nobody is hit. It cannot be tried again."""
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        form = TypedForm("move", ("over the gun", "all of them on"))
        orders = [OVER_THE_GUN, ALL_OF_THEM_ON]
        acted = await table.master.acting.act(table.game_id, BEN, orders, "press A", form)
        (roll,) = await rolls_of(table)
        assert 1 in roll.faces
        assert isinstance(acted.stopped, LineRefused)
        assert (acted.stopped.line, acted.stopped.kept) == (1, 1)
        shot_down = roll.faces.count(1)
        state = await table.state()
        assert sum(piece.unit == "bomber" for piece in state.at("ukraine_ssr")) == 40 - shot_down
        assert state == acted.state
        assert await table.master.typed_lines.kept(table.game_id, BEN.user_id, "move") == "all of them on"
        again = await table.master.acting.act(table.game_id, BEN, orders, "press A", form)
        assert again.repeated
        assert await rolls_of(table) == (roll,)


async def test_lines_behind_the_last_that_rolled_are_all_or_none(tmp_path: Path) -> None:
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        again = {**MARCH, "units": {"infantry": 2}}
        form = TypedForm("move", ("over the gun", "march", "march once more"))
        acted = await table.master.acting.act(table.game_id, BEN, [OVER_THE_GUN, MARCH, again], "press A", form)
        assert isinstance(acted.stopped, LineRefused)
        assert (acted.stopped.line, acted.stopped.kept) == (2, 1)
        state = await table.state()
        assert [piece.space for piece in state.pieces.values() if piece.unit == "infantry"] == ["eastern_europe"]
        assert await table.master.typed_lines.kept(table.game_id, BEN.user_id, "move") == "march\nmarch once more"


async def test_lines_before_any_dice_are_all_or_none(tmp_path: Path) -> None:
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        with pytest.raises(LineRefused) as refused:
            await table.act(BEN, MARCH, MARCH, OVER_THE_GUN)
        assert (refused.value.line, refused.value.kept) == (1, 0)
        assert await rolls_of(table) == ()
        assert not await is_open(table)
        acted = await table.act(BEN, MARCH, OVER_THE_GUN)
        assert acted.stopped is None
        assert len(await rolls_of(table)) == 1


def fails_after(monkeypatch: pytest.MonkeyPatch, actions: int, error: Exception, *, rolled: bool) -> None:
    """From so many actions on, the engine fails: after it has rolled, or before."""
    count = 0

    def apply_or_fail(state: GameState, action: Any, dice: AnyDice) -> Outcome:
        nonlocal count
        if count == actions and not rolled:
            raise error
        outcome = apply(state, action, dice)  # Without dice this ends here, as soon as some are wanted.
        count += 1
        if count > actions:
            dice.roll(2, "what happens next")
            raise error
        return outcome

    monkeypatch.setattr(drafts, "apply", apply_or_fail)


async def test_rounds_that_were_fought_stay_when_a_later_step_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with before_a_battle(tmp_path) as table:
        fails_after(monkeypatch, 3, IllegalAction("form", "No more."), rolled=False)
        acting = table.master.acting
        await table.master.standing_orders.leave(await table.loaded(), BEN.user_id, "germany", "land", ["infantry"])
        acted = await acting.fight_to_the_end(table.game_id, ANNA, [BATTLE], "press A")
        assert isinstance(acted.stopped, IllegalAction)
        assert len(await rolls_of(table)) >= 2
        async with table.master.store.read() as read:
            assert len(await read.entries_of_cause(table.game_id, "press A")) in (1, 2, 3), "up to the last that rolled"
        assert (await table.state()) == acted.state
        assert not await is_open(table)


@pytest.mark.parametrize("fault", [IllegalAction("form", "The engine should have said so before."), KeyError("piece")])
async def test_dice_of_an_action_that_fails_stay_on_record_and_count_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async with before_a_battle(tmp_path) as table:
        before = await table.state()
        with monkeypatch.context() as broken:
            fails_after(broken, 0, fault, rolled=True)
            acted = await table.act(ANNA, BATTLE, cause="press A")
        assert isinstance(acted.stopped, RolledInVain)
        assert acted.stopped.reference in str(acted.stopped)
        assert await table.state() == before == acted.state
        assert [len(roll.faces) for roll in await rolls_of(table)] == [18, 12, 2]
        assert not await is_open(table)
        async with table.master.store.read() as read:
            (entry,) = await read.entries_of_cause(table.game_id, "press A")
        assert (entry.action["type"], entry.action["action"], entry.events) == ("void", BATTLE, ())
        assert (await table.act(ANNA, BATTLE, cause="press A")).repeated
        await table.act(ANNA, BATTLE, cause="press B")
        assert [roll.number for roll in await rolls_of(table)] == [1, 2, 3, 4, 5]
        assert [roll.seq for roll in await rolls_of(table)] == [4, 4, 4, 5, 5]


async def test_what_cannot_be_told_is_saved_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.send()
        with monkeypatch.context() as broken:
            broken.setattr("gamemaster.announcements.announcer.battle_posts", lambda *_: 1 / 0)
            await table.act(ANNA, BATTLE, cause="press A")
        await check_the_round(table, "press A")
        note, panel = await table.send()
        assert note.content.startswith("Dice were rolled and the result is saved")
        assert panel.rows

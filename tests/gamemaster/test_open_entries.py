"""What a record of a running game holds: nothing that is still secret, no matter who acted after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.replay import read_record, replay
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_telling import END, MOVE, _json

SEATS = {ANNA: ("soviet_union", "united_states"), BEN: ("germany", "japan"), CLEO: ("united_kingdom",)}
BUY: dict[str, Any] = {"type": "purchase", "units": {"infantry": 2}}
UNDO: dict[str, Any] = {"type": "undo"}
REFUSE: dict[str, Any] = {
    "type": "leave",
    "power": "united_kingdom",
    "to": "united_states",
    "what": "carriers",
    "granted": False,
}
CONCEDE: dict[str, Any] = {"type": "concede", "power": "germany"}


async def types(table: Desk) -> list[str]:
    """The types of the actions in the record, which replays."""
    record = await table.record()
    assert replay(read_record(_json(record))).error is None
    return [step["action"]["type"] for step in record["steps"]]


async def test_what_others_do_uncovers_no_order_and_is_shown_with_them(tmp_path: Path) -> None:
    async with desk(tmp_path, SEATS) as table:
        await table.act(CLEO, REFUSE)
        assert await types(table) == []
        await table.act(ANNA, BUY)
        await table.act(CLEO, {**REFUSE, "granted": True})
        await table.act(BEN, CONCEDE)
        assert await types(table) == []
        await table.act(ANNA, END)
        assert await types(table) == ["leave", "purchase", "leave", "concede", "end_phase"]


async def test_orders_that_were_taken_back_are_in_no_record(tmp_path: Path) -> None:
    async with desk(tmp_path, SEATS) as table:
        await table.act(ANNA, END)
        for count in (2, 3, 1):
            await table.act(ANNA, {**MOVE, "units": {"infantry": count}})
        await table.act(ANNA, {**UNDO, "order": 1})
        await table.act(ANNA, END)
        record = await table.record()
        moved = [step["action"]["units"] for step in record["steps"] if step["action"]["type"] == "move"]
        assert moved == [{"infantry": 2}, {"infantry": 1}]
        assert "undo" not in await types(table)


async def test_a_correction_opens_no_orders(tmp_path: Path) -> None:
    async with desk(tmp_path, SEATS) as table:
        await table.act(ANNA, BUY)
        await table.correct({"ipcs": {"japan": 1}})
        assert await types(table) == []
        await table.act(ANNA, END)
        assert await types(table) == ["edit", "end_phase"]


async def test_a_war_that_is_conceded_ends_on_the_board_that_everybody_sees(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        before = await table.view(BEN)
        await table.act(ANNA, MOVE)
        await table.act(BEN, CONCEDE, {**CONCEDE, "power": "japan"})
        state = await table.state()
        assert state.winner == "allies"
        assert state.pieces == before.board.pieces
        assert await types(table) == ["end_phase", "concede", "concede"]

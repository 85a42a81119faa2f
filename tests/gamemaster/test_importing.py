"""Records of strangers: what is taken, what is refused and with which words, and what stays as it was."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine import describe
from engine.replay import InvalidRecord, read_record
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.jobs.records import LONGEST_ACTION, MOST_BYTES, MOST_DICE, MOST_STEPS, play_record
from gamemaster.version import ENGINE_VERSION
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

RECORDS = Path(__file__).parents[1] / "records"
FINISHED = json.loads((RECORDS / "aa1941_finished.json").read_text(encoding="utf-8"))
EXPECTED = json.loads((RECORDS / "aa1941_finished.expected.json").read_text(encoding="utf-8"))
MILLIONS = {"germany": {"infantry": 3_000_000}}
END_PHASE = {"by": "soviet_union", "action": {"type": "end_phase"}}


def record(*steps: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A record that begins with these steps."""
    return {"format": 1, "engine": "0.1.0", "setup": "aa1941", "options": {}, "steps": list(steps)} | changes


def refusal(brought: object) -> str:
    """The words with which a record is refused."""
    data = brought if isinstance(brought, bytes) else json.dumps(brought).encode()
    with pytest.raises(TableRefusal) as refused:
        play_record(data, "aa1941", {})
    return str(refused.value)


def test_a_record_keeps_no_more_orders_open_than_a_game_does() -> None:
    army = {"spaces": {"russia": {"units": {"soviet_union": {"infantry": 500}}}}}
    turn = {"round": 1, "power": "soviet_union", "phase": "noncombat_move"}
    moved = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "urals"]}
    steps = [
        {"by": "gm", "action": {"type": "edit", **army, "turn": turn}},
        *[{"by": "soviet_union", "action": moved}] * 600,
    ]
    assert "Step 201 of the record is not legal: You have given 200 orders in this phase" in refusal(record(*steps))
    assert len(play_record(json.dumps(record(*steps[:201])).encode(), "aa1941", {}).last.undo) == 200


async def is_untouched(table: Desk) -> bool:
    """Whether the game is in its lobby, with nothing in its log."""
    loaded = await table.loaded()
    return (loaded.game.status, loaded.game.seq, loaded.game.name) == ("lobby", 0, "Test")


async def test_the_turn_that_an_imported_record_stands_in_is_folded_from_its_beginning(tmp_path: Path) -> None:
    moved = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "urals"]}
    back: list[dict[str, Any]] = [{"by": "soviet_union", "action": action} for action in (moved, {"type": "undo"})]
    many = [*[END_PHASE] * 2, *back * 20, END_PHASE, {"by": "germany", "action": {"type": "end_phase"}}]
    async with desk(tmp_path, started=False) as table:
        await table.bring(record(*many))
        loaded = await table.loaded()
        kept = await table.master.games.kept_phases(loaded)
        assert [key for _, key in kept][-1].startswith("1.germany.")
        assert [key for _, key in kept][-2].startswith("1.soviet_union.")
        later = await table.master.loader.by_id(table.game_id)
        async with table.master.store.read() as read:
            turn = await table.master.loader.open_turn(read, later.game, later.running)
            former = await table.master.loader.state_at(read, later.game, kept[-2][0])
        assert turn.course.start.power == "germany"
        assert former.power == "soviet_union"


async def test_a_record_leads_to_its_position_and_is_logged_step_by_step(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await table.bring(FINISHED)
        loaded = await table.loaded()
        board = describe(loaded.running)
        assert {key: board[key] for key in ("units", "owners", "ipcs", "winner")} == {
            key: EXPECTED[key] for key in ("units", "owners", "ipcs", "winner")
        }
        assert loaded.game.status == "finished"
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        logged = [(entry.by, entry.action, list(entry.dice), entry.auto) for entry in entries]
        assert logged == [(s["by"], s["action"], s.get("dice", []), s.get("auto")) for s in FINISHED["steps"]]


async def test_the_version_is_that_of_who_played_the_record_whatever_it_says(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await table.bring(record(END_PHASE, engine="9.9"))
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        assert {entry.engine_version for entry in entries} == {ENGINE_VERSION}


async def test_every_seat_is_taken_before_a_record_is_played(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("soviet_union", "united_kingdom", "united_states")}, started=False) as table:
        with pytest.raises(TableRefusal, match=r"Nobody plays Germany or Japan yet\. Take the seats with /game join"):
            await table.bring(record(END_PHASE))
        assert await is_untouched(table)


@pytest.mark.parametrize(
    ("advantages", "told"),
    [
        ("roll 2", "can't roll for national advantages"),
        ("choose 2", "Choose the national advantages of the Soviet Union"),
    ],
)
async def test_a_position_as_text_waits_for_its_national_advantages(tmp_path: Path, advantages: str, told: str) -> None:
    """Else the game would wait for ever for advantages that nobody rolls or chooses."""
    options = {"advantages": advantages}
    async with desk(tmp_path, setup="revised", options=options, started=False) as table:
        with pytest.raises(TableRefusal, match=told):
            await table.bring(b"Germany: 9 infantry")
        assert await is_untouched(table)


async def test_the_file_of_whoever_may_not_import_is_never_fetched(tmp_path: Path) -> None:
    async def fetch() -> bytes:
        raise AssertionError

    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotAllowed):
            await table.master.records.import_record(await table.loaded(), BEN, fetch, "import")


async def test_no_more_than_three_files_are_held_at_once(tmp_path: Path) -> None:
    asked, never = asyncio.Semaphore(0), asyncio.Event()

    async def fetch() -> bytes:
        asked.release()
        await never.wait()
        return b""

    async with desk(tmp_path, started=False) as table:
        loaded, records = await table.loaded(), table.master.records
        held = [asyncio.create_task(records.import_record(loaded, ANNA, fetch, f"import {n}")) for n in range(3)]
        for _ in held:
            await asked.acquire()
        with pytest.raises(TableRefusal, match="I'm busy importing other records"):
            await table.bring(record())
        for each in held:
            each.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        await table.bring(record())


@pytest.mark.real_workers
async def test_what_takes_too_long_is_given_up_and_the_game_stays_in_its_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamemaster.records.exchange.SECONDS", 0.01)
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(TableRefusal, match="needs more time or memory than a game may use"):
            await table.bring(FINISHED)
        assert await is_untouched(table)


@pytest.mark.parametrize(
    ("brought", "words"),
    [
        (b"\xff\xfe", "it isn't text"),
        (b"{", "line 1, column 2"),
        (b"[" * 100_000, "nested deeper than 40 levels"),
        (record(format=True), "format: "),
        (record(format=1.0), "format: "),
        (record(format=2), "format: "),
        (record(engine="x" * 21), "engine: "),
        (record(engine=["0.1.0"]), "engine: "),
        (record(more="x"), "more: "),
        (record({**END_PHASE, "more": "x"}), "steps.0.more: "),
        (record({**END_PHASE, "by": "x" * 100}), "steps.0.by: there is no power “xxx"),
        (record({**END_PHASE, "by": 1}), "steps.0.by: "),
        (record({**END_PHASE, "auto": "x"}), "steps.0.auto: "),
        (record({**END_PHASE, "dice": [True]}), "steps.0.dice.0: "),
        (record({**END_PHASE, "dice": [7]}), "Step 0 of the record is not legal: A die shows 1 to 6, not 7."),
        (record(options={"victory": "x" * 3000}), "options: "),
        (record(setup="revised"), "That record is for Axis & Allies Revised, but this game is Axis & Allies: 1941."),
        (record(*[END_PHASE] * (MOST_STEPS + 1)), "The record has 10,001 steps. The limit is 10,000."),
        (
            record(END_PHASE, {**END_PHASE, "dice": [1] * (MOST_DICE + 1)}),
            "Step 1 of the record has 5,001 dice. The limit is 5,000.",
        ),
        (
            record({"by": "soviet_union", "action": {"type": "advantage", "name": "x", "more": "x" * LONGEST_ACTION}}),
            "Step 0 of the record has an action of 10,041 characters. The limit is 10,000.",
        ),
        (
            record({"by": "gm", "action": {"type": "edit", "spaces": {"x" * 101_000: {}}}}),
            "characters. The limit is 100,000.",
        ),
        (
            record({"by": "gm", "action": {"type": "edit", "spaces": {"russia": {"units": MILLIONS}}}}),
            "Step 0 of the record is not legal: ",
        ),
    ],
)  # fmt: skip
def test_what_is_no_record_of_a_game_is_refused_with_place_and_reason(brought: object, words: str) -> None:
    assert words in refusal(brought)


def test_a_record_in_which_more_happens_than_in_any_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.jobs.records.LONGEST_LOG", 20_000)
    assert "more has happened in the record than in any real game" in refusal(FINISHED)


async def test_a_file_of_too_many_bytes_is_not_even_read(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(TableRefusal, match="The limit is 2,000,000 bytes"):
            await table.bring(b" " * (MOST_BYTES + 1))
        assert await is_untouched(table)


def test_the_engine_reads_versions_of_usual_length_only() -> None:
    assert read_record(json.dumps(record(engine="10.20.30-beta.4"))).engine == "10.20.30-beta.4"
    with pytest.raises(InvalidRecord, match="engine: "):
        read_record(json.dumps(record(engine="x" * 1_000_000)))

"""`python -m engine.replay` as hosts and players run it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from engine import ScriptedDice, apply, describe, new_game, state_to_json
from engine.replay import InvalidRecord, Record, action_of, main, read_record, replay, report
from tests.bench.kept import kept_record

RECORDS = Path(__file__).parent.parent / "records"
FINISHED = RECORDS / "aa1941_finished.json"
MID_BATTLE = RECORDS / "aa1941_mid_battle.json"
EXPECTED = {path: path.with_suffix(".expected.json") for path in (FINISHED, MID_BATTLE)}


def run(record: Path | str, *arguments: str) -> tuple[int, Any, str]:
    """Exit code, the printed object, and what was said about errors, without a process of its own."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as said:
        code = main([str(record), *arguments])
    return code, json.loads(printed.getvalue()) if printed.getvalue() else None, said.getvalue()


def run_as_program(record: Path, *arguments: str) -> tuple[int, Any, str]:
    """The same as hosts and players run it."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "engine.replay", str(record), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent.parent.parent,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def write(tmp_path: Path, record: dict[str, Any]) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def opening(*steps: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A record that begins with these steps."""
    return {"format": 1, "engine": "0.1.0", "setup": "aa1941", "options": {}, "steps": list(steps)} | changes


END_PHASE = {"by": "soviet_union", "action": {"type": "end_phase"}}


@pytest.mark.parametrize("record", [FINISHED, MID_BATTLE], ids=lambda path: path.stem)
def test_a_committed_record_leads_to_the_position_that_was_written_down(record: Path) -> None:
    code, board, _ = run_as_program(record)
    assert code == 0
    assert board == load(EXPECTED[record])


def test_the_finished_game_has_a_winner_and_nobody_to_act() -> None:
    played = replay(read_record(FINISHED.read_text(encoding="utf-8")))
    assert played.state.winner in ("axis", "allies")
    assert describe(played.state)["acting"] == []


def test_the_record_of_a_battle_ends_at_the_open_question() -> None:
    board = report(replay(read_record(MID_BATTLE.read_text(encoding="utf-8"))))
    assert board["phase"] == "conduct_combat"
    assert board["requests"]
    assert board["acting"]


def test_until_stops_after_so_many_steps_everywhere_in_a_game() -> None:
    record = read_record(FINISHED.read_text(encoding="utf-8"))
    state = new_game(record.setup, record.options)
    for number, step in enumerate(record.steps[:120]):
        if number % 10 == 0:
            assert state_to_json(replay(record, number).state) == state_to_json(state)
        state = apply(state, action_of(step), ScriptedDice(step.dice)).state


@pytest.mark.parametrize("until", [0, 7, 40])
def test_a_record_that_is_cut_gives_the_same_position_as_until(tmp_path: Path, until: int) -> None:
    record = load(FINISHED)
    cut = write(tmp_path, record | {"steps": record["steps"][:until]})
    assert run(cut) == run(FINISHED, "--until", str(until))


def test_pieces_are_added_on_demand() -> None:
    _, board, _ = run(MID_BATTLE, "--pieces")
    total = sum(n for powers in board["units"].values() for units in powers.values() for n in units.values())
    assert len(board["pieces"]) == total
    assert all(piece["id"] == piece_id for piece_id, piece in board["pieces"].items())
    assert "pieces" not in run(MID_BATTLE)[1]


def test_events_are_added_on_demand_one_list_for_each_step() -> None:
    _, board, _ = run(MID_BATTLE, "--events")
    assert len(board["events"]) == len(load(MID_BATTLE)["steps"])
    assert all(event["kind"] for step in board["events"] for event in step)


def test_a_refused_step_gives_exit_code_3_and_the_position_before_it(tmp_path: Path) -> None:
    wrong = {"by": "soviet_union", "action": {"type": "purchase", "units": {"tank": 50}}}
    code, board, _ = run(write(tmp_path, opening(wrong, END_PHASE)))
    assert code == 3
    assert board["error"] == {
        "step": 0,
        "rule": "PUR-02",
        "message": "50 tanks cost 300 IPCs; you have 7.",
    }
    start = describe(new_game("aa1941", {}))
    assert {key: board[key] for key in start} == start
    assert board["dice_left"] == 0


def test_steps_after_a_refused_one_are_not_played(tmp_path: Path) -> None:
    stranger = {"by": "germany", "action": {"type": "end_phase"}}
    code, board, _ = run(write(tmp_path, opening(END_PHASE, stranger, END_PHASE)))
    assert (code, board["error"]["step"], board["error"]["rule"]) == (3, 1, "power")
    assert (board["power"], board["phase"]) == ("soviet_union", "combat_move")


def test_dice_left_over_are_refused_and_counted(tmp_path: Path) -> None:
    code, board, _ = run(write(tmp_path, opening({**END_PHASE, "dice": [1, 2, 3]})))
    assert (code, board["error"]["rule"], board["dice_left"]) == (3, "dice", 3)
    assert board["phase"] == "purchase"


def test_too_few_dice_are_refused(tmp_path: Path) -> None:
    record = load(MID_BATTLE)
    last = next(step for step in reversed(record["steps"]) if step.get("dice"))
    last["dice"] = last["dice"][:-1]
    code, board, _ = run(write(tmp_path, record))
    assert (code, board["error"]["rule"]) == (3, "dice")
    assert board["error"]["step"] == record["steps"].index(last)


def test_a_die_shows_1_to_6(tmp_path: Path) -> None:
    code, board, _ = run(write(tmp_path, opening({**END_PHASE, "dice": [7]})))
    assert (code, board["error"]["rule"]) == (3, "dice")


def test_a_replayed_state_is_the_same_whether_or_not_orders_name_their_power() -> None:
    record = load(MID_BATTLE)
    named = [{**s, "action": {**s["action"], "power": s["by"]}} if s["by"] != "gm" else s for s in record["steps"]]
    plain = replay(Record.model_validate(record))
    assert state_to_json(replay(Record.model_validate(record | {"steps": named})).state) == state_to_json(plain.state)


def test_no_error_and_no_dice_are_left_after_a_legal_record() -> None:
    _, board, _ = run(MID_BATTLE)
    assert board["error"] is None
    assert board["dice_left"] == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"format": 1,\n "engine": }', "line 2, column 12"),
        ("", "line 1, column 1"),
        ("[]", "the file as a whole"),
        (json.dumps(opening() | {"format": 2}), "format"),
        (json.dumps(opening({"by": "germany"})), "steps.0.action"),
        (json.dumps(opening() | {"weather": "fine"}), "weather"),
        (json.dumps(opening() | {"setup": "risk"}), "risk"),
        (json.dumps(opening() | {"options": {"victory": "never"}}), "never"),
        (json.dumps(opening() | {"options": {"fog": "on"}}), "fog"),
    ],
)
def test_a_file_that_is_no_record_gives_exit_code_2_and_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    code, board, complaint = run(path)
    assert code == 2
    assert board is None
    assert reason in complaint
    assert str(path) in complaint


def test_a_file_that_does_not_exist_gives_exit_code_2(tmp_path: Path) -> None:
    code, _, complaint = run_as_program(tmp_path / "missing.json")
    assert code == 2
    assert "missing.json" in complaint


def test_a_file_that_is_no_text_gives_exit_code_2(tmp_path: Path) -> None:
    path = tmp_path / "picture.webp"
    path.write_bytes(b"\xff\xfe\x00\x80RIFF")
    assert run(path)[0] == 2


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.replay.MOST_BYTES", 50)
    record = tmp_path / "record.json"
    record.write_text(MID_BATTLE.read_text())
    assert run(record) == (2, None, f"{record} is not a game record: it has more than 50 bytes\n")


def test_a_record_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text(MID_BATTLE.read_text(), "utf-8-sig")
    assert run(record)[1] == run(MID_BATTLE)[1]


@pytest.mark.parametrize("program", ["engine.replay", "computer.turn", "computer.review"])
def test_what_cannot_be_printed_is_said_in_words(program: str) -> None:
    record, arguments = (MID_BATTLE, ("--answer",) if program == "computer.turn" else ())
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-m", program, str(record), *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=Path(__file__).parent.parent.parent,
        )
    assert (done.returncode, done.stderr) == (2, "That can't be printed: No space left on device\n")


def test_reading_a_record_names_the_place_of_the_first_problem() -> None:
    with pytest.raises(InvalidRecord, match=r"steps\.1\.dice\.0"):
        read_record(json.dumps(opening(END_PHASE, {**END_PHASE, "dice": ["six"]})))


def test_the_long_game_that_is_measured_can_be_read() -> None:
    record = read_record(kept_record("global_1940"))
    assert record.setup == "global_1940"
    assert {step.by for step in record.steps} >= {"germany", "soviet_union", "japan", "united_states", "china", "italy"}
    assert replay(record, until=1).error is None

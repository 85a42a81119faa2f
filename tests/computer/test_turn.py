"""`python -m computer.turn`: a turn or an answer as JSON, and refusals in words."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from computer.turn import main
from engine.replay import read_record, replay

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
MID_BATTLE, FINISHED = RECORDS / "aa1941_mid_battle.json", RECORDS / "aa1941_finished.json"
KEYS = ["power", "level", "seed", "orders", "dice", "why", "weighed", "refused", "cut_off", "seconds"]
WHY = ["order", "aim", "odds", "gain", "risk", "falls", "shields", "instead"]


def run(record: Path, *arguments: str) -> tuple[int, Any, str]:
    """Exit code, the printed object, and what was said about errors."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as said:
        code = main([str(record), *arguments])
    return code, json.loads(printed.getvalue()) if printed.getvalue() else None, said.getvalue()


def opening(folder: Path, *steps: dict[str, Any], setup: str = "revised", **options: str) -> Path:
    """A record that begins with these steps."""
    path = folder / "record.json"
    path.write_text(json.dumps({"format": 1, "setup": setup, "options": options, "steps": list(steps)}))
    return path


def continued(record: Path, played: dict[str, Any]) -> str:
    """The record with what was ordered."""
    told = json.loads(record.read_text())
    for action, dice in zip(played["orders"], played["dice"], strict=True):
        told["steps"].append({"by": action.get("power", played["power"]), "action": action, "dice": dice})
    return json.dumps(told)


def test_a_turn_is_printed_so_that_the_record_can_go_on_with_it(tmp_path: Path) -> None:
    record = opening(tmp_path)
    code, played, _ = run(record, "--level", "greedy", "--seed", "7")
    assert code == 0
    assert list(played) == KEYS
    assert (played["power"], played["level"], played["seed"]) == ("soviet_union", "greedy", 7)
    assert played["refused"] == 0
    assert played["weighed"] > 0
    after = replay(read_record(continued(record, played)))
    assert after.error is None
    assert after.state.power == "germany"


def test_every_order_of_the_player_says_why(tmp_path: Path) -> None:
    _, played, _ = run(opening(tmp_path), "--level", "greedy", "--until", "combat_move")
    assert [why["order"] for why in played["why"]] == list(range(len(played["orders"])))
    attacks = [why for why in played["why"] if why["odds"] is not None]
    assert attacks
    assert all(list(why) == WHY for why in played["why"])
    assert all(why["aim"] and 0 < why["odds"] <= 1 and why["gain"] > 0 for why in attacks)


def test_a_turn_ends_with_the_phase_that_is_named(tmp_path: Path) -> None:
    record = opening(tmp_path)
    _, played, _ = run(record, "--level", "random", "--until", "combat_move")
    state = replay(read_record(continued(record, played))).state
    assert (state.power, state.phase) == ("soviet_union", "conduct_combat")


def test_the_open_question_is_answered() -> None:
    code, played, _ = run(MID_BATTLE, "--level", "greedy", "--answer")
    assert code == 0
    assert played["power"] == "germany"
    assert [order["type"] for order in played["orders"]] == ["decide"]
    assert replay(read_record(continued(MID_BATTLE, played))).error is None


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_an_answer_says_why_with_what_was_rejected(level: str) -> None:
    _, played, _ = run(MID_BATTLE, "--level", level, "--answer")
    (why,) = played["why"]
    assert list(why) == WHY
    assert why["aim"] != "the answer that is worth most"
    assert why["gain"] is not None
    assert why["instead"] is None or why["instead"]["gain"] <= why["gain"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "grandmaster"), "There is no level “grandmaster”."),
        (("--level", "greedy", "--answer"), "No question is open."),
        (("--level", "greedy", "--until", "tea"), "The turn has no phase “tea” left."),
        (("--level", "greedy", "--power", "japan"), "It is the turn of the Soviet Union."),
        (("--level", "greedy", "--power", "atlantis"), "There is no power “atlantis”"),
        (("--level", "greedy", "--weigh", "0"), "A turn can weigh 1 to 100000 choices, not 0."),
        (("--level", "greedy", "--weigh", "1000000000"), "A turn can weigh 1 to 100000 choices"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    code, printed, error = run(opening(tmp_path), *arguments)
    assert (code, printed) == (2, None)
    assert error.startswith(said)


def test_records_that_cannot_be_played_are_refused_as_by_replay(tmp_path: Path) -> None:
    assert run(FINISHED)[::2] == (2, "The game is over.\n")
    assert run(MID_BATTLE, "--answer", "--power", "japan")[::2] == (2, "That question is for Germany.\n")
    assert run(opening(tmp_path, setup="risk"))[0] == 2
    assert run(tmp_path / "nowhere.json")[0] == 2
    no_phase = "An answer is no phase. Leave out --until or --answer.\n"
    assert run(MID_BATTLE, "--answer", "--until", "mobilize")[::2] == (2, no_phase)
    broken = opening(tmp_path, {"by": "germany", "action": {"type": "end_phase"}})
    code, printed, error = run(broken)
    assert (code, printed) == (3, None)
    assert error.startswith("The record breaks off at step 0")
    broken.write_text(MID_BATTLE.read_text()[:500])
    assert run(broken)[0] == 2


ASKED = (
    ("easy", "--until", "noncombat_move"),
    ("normal", "--until", "noncombat_move"),
    ("hard", "--until", "noncombat_move", "--weigh", "900"),
    ("normal", "--answer"),
)
"""Levels, and what is asked of them; with so many weighings `hard` plays on in thought."""
ALL_ASKED = """
import json, sys
from computer.turn import main
for arguments in json.loads(sys.argv[1]):
    assert main(arguments) == 0
    print(end="\\0")
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What two runs of Python that hash in other ways print where they are asked all this."""
    record = opening(tmp_path_factory.mktemp("turn"), setup="aa1941")
    records = [MID_BATTLE if "--answer" in what else record for what in ASKED]
    asked = [[str(record), "--level", *what] for record, what in zip(records, ASKED, strict=True)]
    printed = []
    for hash_seed in ("1", "2"):
        done = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-c", ALL_ASKED, json.dumps(asked)],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        printed.append(done.stdout.split("\0")[:-1])
    return printed


@pytest.mark.parametrize("number", range(len(ASKED)), ids=["-".join(what) for what in ASKED])
def test_the_same_bytes_come_whatever_the_hash_seed(told: list[list[str]], number: int) -> None:
    one, other = (json.dumps({**json.loads(printed[number]), "seconds": 0}) for printed in told)
    assert one == other


def test_a_turn_is_asked_for_by_the_name_of_the_module(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "computer.turn", str(opening(tmp_path)), "--level", "grandmaster"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603  # our own program
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("There is no level “grandmaster”.")

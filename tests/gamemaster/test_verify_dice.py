"""The script in the documentation, which shares no code with us: it confirms true files and accepts no forged one."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.gamemaster.dice_games import GAMES, SCRIPT, Ended, canonical, fingerprint, the_script
from tests.gamemaster.forgeries import WAYS, Forged, having, one_more, without
from tests.samples import Sample

SEED = bytes(range(32))
Way = Callable[[Ended], Forged]


class Played(dict[str, Ended]):
    """Games by name, each played when it is first asked for, with dice that are the same each time."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        super().__init__()
        self._folders = folders

    def __missing__(self, name: str) -> Ended:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("gamemaster.lobby.opening.new_seed", lambda: SEED)
            self[name] = asyncio.run(GAMES[name](self._folders.mktemp("game"), patch))
        return self[name]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory)


@pytest.fixture
def script() -> ModuleType:
    return the_script()


def answer(script: ModuleType, folder: Path, data: bytes, commitment: str, posted: str) -> int:
    """What the script says to a file, as its exit code."""
    file = folder / "dice.json"
    file.write_bytes(data)
    code: int = script.main([str(file), "--commitment", commitment, "--fingerprint", posted])
    return code


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


@pytest.mark.parametrize("name", GAMES)
def test_a_true_game_is_confirmed_as_the_bot_confirms_it(name: str, games: Played, tmp_path: Path) -> None:
    game = games[name]
    (tmp_path / "record.json").write_bytes(game.record)
    (tmp_path / "dice.json").write_bytes(game.dice)
    assert fingerprint(game.dice) == game.fingerprint
    posted = ["--commitment", game.commitment.upper(), "--fingerprint", f" `{game.fingerprint}`"]
    result = run(str(tmp_path / "dice.json"), *posted, "--record", str(tmp_path / "record.json"))
    whole = "NOT COVERED" not in game.verdict
    assert (result.returncode, result.stderr) == (0 if whole else 3, "")
    assert set(result.stdout.splitlines()) <= {line.replace("`", "") for line in game.verdict.splitlines()}
    assert result.stdout.splitlines()[0] == game.verdict.splitlines()[0]
    assert game.fingerprint in game.verdict


def test_what_the_games_have_come_to(games: Played) -> None:
    """So that no kind of entry is left out of these tests by mistake."""
    said = {name: games[name].verdict for name in GAMES}
    assert "All 13 rolls of 33 dice are genuine, and the seed matches" in said["war"]
    assert "Of the rolls, 2 were rolled back and 3 are void; they stay on record" in said["war"]
    left_out = {entry.get("left_out") for name in GAMES for entry in games[name].file["log"]}
    assert left_out == {None, "void", "after the record"}
    assert {entry["auto"] for entry in games["timed"].file["log"]} >= {"order", "default"}
    assert said["imported"].startswith("NOT COVERED: 4 of 10 steps came with an imported record; their 30 dice were")
    assert said["in_secret"].startswith("NOT COVERED: what 1 roll decided; the game was abandoned in that phase")
    assert said["never_begun"].startswith("No dice were rolled here, and the seed matches")


def test_both_posts_are_wanted_and_are_those_of_the_game(games: Played, tmp_path: Path) -> None:
    game, file = games["war"], tmp_path / "dice.json"
    file.write_bytes(game.dice)
    other = "0" * 64
    assert run(str(file), "--commitment", other, "--fingerprint", game.fingerprint).returncode == 1
    assert run(str(file), "--commitment", game.commitment, "--fingerprint", other).returncode == 1
    for posted in (["--commitment", game.commitment], ["--fingerprint", game.fingerprint], []):
        assert run(str(file), *posted).returncode == 2
    for odd in ("", "1", "g" * 64, f"{other}0"):
        assert run(str(file), "--commitment", odd, "--fingerprint", game.fingerprint).returncode == 2
    missing = run(str(tmp_path / "none.json"), "--commitment", other, "--fingerprint", other)
    assert (missing.returncode, "Traceback" in missing.stderr) == (2, False)


def test_a_file_of_earlier_versions_is_refused_with_a_word(tmp_path: Path) -> None:
    old = {"game": "7", "method": 2, "seed": "0" * 64, "commitment": "", "made": {}, "imported_steps": 0, "rolls": []}
    file, data = tmp_path / "dice.json", json.dumps(old, indent=1).encode()
    file.write_bytes(data)
    of_the_rolls = run(str(file), "--commitment", "0" * 64, "--fingerprint", "1" * 64)
    assert (of_the_rolls.returncode, of_the_rolls.stderr) == (1, "")
    assert "of an earlier version" in of_the_rolls.stdout
    of_the_file = run(str(file), "--commitment", "0" * 64, "--fingerprint", fingerprint(data))
    assert (of_the_file.returncode, of_the_file.stdout) == (2, "")
    assert "/game export gives the present form" in of_the_file.stderr


def test_the_example_of_the_documentation_is_a_true_file(script: ModuleType, tmp_path: Path) -> None:
    (example,) = re.findall(r"```json\n(.*?)\n```", (SCRIPT.parent / "dice.md").read_text(encoding="utf-8"), re.DOTALL)
    data = canonical(json.loads(example))
    assert data.decode() == "".join(line.strip() for line in example.splitlines()) + "\n"
    assert answer(script, tmp_path, data, hashlib.sha256(bytes(32)).hexdigest(), fingerprint(data)) == 0


def rolls_in(data: bytes) -> list[tuple[int, int, str, list[int]]]:
    """Every roll of a file in order, with the entry and the cause that it belongs to."""
    log = json.loads(data)["log"]
    return [(number, row["entry"], row["cause"], faces) for row in log for number, faces in row.get("rolls", [])]


@pytest.mark.sampled
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("name", ["war", "imported", "imported_after_a_start_that_failed", "in_secret"])
def test_no_forged_file_is_accepted(
    name: str,
    way: Way,
    games: Played,
    script: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    sample: Sample[tuple[str, bytes]],
) -> None:
    """Nor can a host who posts the fingerprint of a forged file give a roll another place or another face.

    A host can change orders without dice and stop early, which players know from what they saw; and a die left out or
    made from another cause may fall as the host wants it, by chance.
    """
    game = games[name]
    true, refused, by_chance = rolls_in(game.dice), 0, 0
    for what, data in sample(way(game), 4):
        assert data != game.dice, what
        assert answer(script, tmp_path, data, game.commitment, game.fingerprint) == 1, what
        capsys.readouterr()
        code = answer(script, tmp_path, data, game.commitment, fingerprint(data))
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        if code not in (0, 3):
            refused += 1
            continue
        assert ("NOT COVERED: " in said.out[:13]) == (code == 3)
        kept = rolls_in(data)
        others = [roll for roll in kept if roll not in true]
        assert [roll[0] for roll in kept] == [roll[0] for roll in true][: len(kept)], what
        assert sum(len(faces) for *_, faces in others) <= 1, what
        by_chance += bool(others)
    assert refused > 0
    assert by_chance < refused / 100 or by_chance <= 1


def test_there_are_more_than_a_hundred_ways(games: Played) -> None:
    assert len({data for way in WAYS for _, data in way(games["war"])}) > 1000


def test_what_only_the_posts_give_away(games: Played, script: ModuleType, tmp_path: Path) -> None:
    """One more roll with the published seed, the end cut off, another order without dice: all of one piece."""
    played = games["war"]
    for forged in (
        one_more(played),
        without(played, "log", -1),
        having(played, {"infantry": 1}, "log", 3, "action", "units"),
    ):
        assert answer(script, tmp_path, forged, played.commitment, fingerprint(forged)) == 0
        assert answer(script, tmp_path, forged, played.commitment, played.fingerprint) == 1


def test_everything_called_imported_is_said_first_and_is_no_success(
    games: Played, script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = games["timed"].file
    file["imported"] = len(file["log"])
    for row in file["log"]:
        row["dice"] = [face for _, faces in row.pop("rolls", []) for face in faces]
        row["cause"] = "import"
        row.pop("entry", None)
    forged = canonical(file)
    assert answer(script, tmp_path, forged, games["timed"].commitment, games["timed"].fingerprint) == 1
    capsys.readouterr()
    assert answer(script, tmp_path, forged, games["timed"].commitment, fingerprint(forged)) == 3
    steps, dice = len(file["log"]), sum(len(row["dice"]) for row in file["log"])
    said = f"NOT COVERED: {steps} of {steps} steps came with an imported record; their {dice} dice were rolled"
    assert capsys.readouterr().out.startswith(f"{said} elsewhere.\n")


def changes_of_record(record: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A record that is another, in one place."""
    for place, step in enumerate(record["steps"]):
        for key, value in (
            ("by", "italy"),
            ("action", {"type": "end_phase", "by": 1}),
            ("dice", [1]),
            ("dice", [True]),
        ):
            new = copy.deepcopy(record)
            new["steps"][place][key] = value
            yield f"step {place} with {key} {value}", new
        new = copy.deepcopy(record)
        new["steps"].pop(place)
        yield f"without step {place}", new
        if step.get("dice"):
            new = copy.deepcopy(record)
            new["steps"][place]["dice"][0] = float(step["dice"][0])
            yield f"step {place} with a fraction", new
    yield "with the log", {**record, "log": []}
    yield "with another setup", {**record, "setup": "revised"}
    yield "without steps", {**record, "steps": []}
    yield "with another commitment", {**record, "commitment": "0" * 64}


def test_a_record_beside_the_dice_is_that_of_the_game_or_refused(
    games: Played, script: ModuleType, tmp_path: Path
) -> None:
    game, dice, beside = games["war"], tmp_path / "dice.json", tmp_path / "record.json"
    dice.write_bytes(game.dice)
    posted = ["--commitment", game.commitment, "--fingerprint", game.fingerprint]
    arguments = [str(dice), *posted, "--record", str(beside)]
    beside.write_bytes(game.record)
    assert script.main(arguments) == 0
    for what, record in changes_of_record(json.loads(game.record)):
        beside.write_text(json.dumps(record))
        assert script.main(arguments) == 1, what
    twice = game.record.replace(b'"steps":', b'"steps": [],\n "steps":')
    for data in (twice, b"", b"[]", b"{}", game.dice, b"[" * 200_000, games["imported"].record):
        beside.write_bytes(data)
        assert script.main(arguments) in (1, 2)

"""The script in the documentation, which shares no code with us: it confirms a genuine game and finds every change."""

from __future__ import annotations

import copy
import importlib.util
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import text

from engine import IllegalAction
from gamemaster.errors import TableRefusal
from gamemaster.rolls import roll_faces
from tests.gamemaster.desk import ANNA, BEN, FAY, Desk, desk
from tests.gamemaster.rolling import BATTLE, END, before_a_battle
from tests.gamemaster.test_dice_stay import fails_after

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_dice.py"
SMALL = {"infantry": 3, "tank": 1}
Files = tuple[dict[str, Any], dict[str, Any]]


def the_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults(script: ModuleType, files: Files, **posted: Any) -> list[str]:
    """What the script finds; a file it cannot read is found too."""
    both = files[0] | files[1]
    try:
        return [*script.check_rolls(both), *script.check_totals(both, posted), *script.check_record(both, both)]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        return [repr(error)]


async def files_of(table: Desk) -> Files:
    """The record and the dice, as /game export gives them."""
    loaded = await table.loaded()
    dice = await table.master.records.dice_check(loaded)
    assert dice is not None
    return json.loads(await table.master.records.export(loaded)), json.loads(dice)


async def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: int = 2) -> tuple[Files, str, str]:
    """A small war: a round that is rolled back, dice that are void, a battle that counts; then the end."""
    monkeypatch.setattr("gamemaster.lobby.new_seed", lambda: bytes(range(32)))
    async with before_a_battle(tmp_path, infantry=SMALL["infantry"], tanks=SMALL["tank"]) as table:
        async with table.master.store.write() as write:
            await write.connection.execute(text("UPDATE games SET dice_method = :method"), {"method": method})
        await table.act(ANNA, BATTLE)
        await table.roll_back(1)  # the position that was dealt
        await table.act(ANNA, {"type": "move", "units": SMALL, "path": ["russia", "west_russia"]}, END)
        with monkeypatch.context() as broken:
            fails_after(broken, 0, IllegalAction("form", "No."), rolled=True)
            await table.act(ANNA, BATTLE)
        await table.act(ANNA, BATTLE)
        while requests := (await table.state()).requests:
            request = requests[0]
            actor = ANNA if request.power == "soviet_union" else BEN
            choice = {"press": True} if request.kind == "retreat" else "default"
            await table.act(actor, {"type": "decide", "request": request.id, "choice": choice})
        await table.wish(FAY, "end")
        async with table.master.store.read() as read:
            last = (await read.unsent_messages(table.game_id))[-1]
        verdict = await table.master.records.verify_dice(await table.loaded())
        return await files_of(table), last.payload["content"], verdict


def write_files(folder: Path, files: Files) -> list[str]:
    paths = [folder / "record.json", folder / "dice.json"]
    for path, file in zip(paths, files, strict=True):
        path.write_text(json.dumps(file), encoding="utf-8")
    return [str(path) for path in paths]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


async def test_a_genuine_game_is_confirmed_by_the_script_and_by_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, notice, verdict = await played(tmp_path, monkeypatch)
    dice = files[1]
    asides = [roll.get("aside") for roll in dice["rolls"]]
    assert asides[:5] == ["rolled back"] * 2 + ["void"] * 3
    assert set(asides[5:]) == {None}
    made = dice["made"]
    assert f"Seed of its dice: `{dice['seed']}`" in notice
    assert f"There were {made['rolls']} rolls of {made['dice']} dice" in notice
    assert f"`{made['fingerprint']}`" in notice
    assert f"All {made['rolls']} rolls of {made['dice']} dice are genuine" in verdict
    assert "5 of them were rolled back or are void" in verdict
    assert made["fingerprint"] in verdict
    paths = write_files(tmp_path, files)
    posted = ["--commitment", dice["commitment"], "--rolls", str(made["rolls"]), "--fingerprint", made["fingerprint"]]
    confirmed = f"All {made['rolls']} rolls are genuine and those of the record; the seed fits the commitment.\n"
    for arguments in (paths, [*reversed(paths), *posted]):
        result = run(*arguments)
        assert (result.returncode, result.stdout, result.stderr) == (0, confirmed, "")
    for wrong in (["--commitment", "0" * 64], ["--rolls", "1"], ["--fingerprint", "0" * 64]):
        assert run(*paths, *wrong).returncode == 1
    assert run(paths[1]).returncode == 2


def changed_rolls(dice: dict[str, Any], steps: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every single change of the file of dice."""

    def copied() -> tuple[dict[str, Any], list[dict[str, Any]]]:
        rolls = [{**roll, "faces": list(roll["faces"])} for roll in dice["rolls"]]
        return {**dice, "rolls": rolls}, rolls

    for at, roll in enumerate(dice["rolls"]):
        faces, entries = roll["faces"], {each["entry"] for each in dice["rolls"]}
        for die, face in itertools.product(range(len(faces)), range(1, 7)):
            if faces[die] != face:
                new, rolls = copied()
                rolls[at]["faces"][die] = face
                yield f"die {die} of roll {at} turned to {face}", new
        cut = [other for other in (faces[1:], faces[:-1], [*faces[:1], *faces[2:]], []) if other != faces]
        for other in [*cut, *([*faces, face] for face in range(1, 7)), *([face, *faces] for face in range(1, 7))]:
            new, rolls = copied()
            rolls[at]["faces"] = other
            yield f"roll {at} with {len(other)} dice", new
        values: dict[str, list[Any]] = {
            "number": [0, roll["number"] + 1],
            "cause": ["1", f"{roll['cause']}0", ""],
            "entry": [0, *entries, max(entries) + 1],
            "step": [None, *range(-1, steps + 1)],
        }
        for key, value in ((name, other) for name in values for other in values[name] if other != roll[name]):
            new, rolls = copied()
            rolls[at][key] = value
            yield f"roll {at} with {key} {value}", new
        new, rolls = copied()
        del rolls[at]
        yield f"without roll {at}", new
        new, rolls = copied()
        rolls.insert(at, rolls[at])
        yield f"roll {at} twice", new
    for one, other_one in itertools.combinations(range(len(dice["rolls"])), 2):
        new, rolls = copied()
        rolls[one], rolls[other_one] = rolls[other_one], rolls[one]
        yield f"rolls {one} and {other_one} exchanged", new
    for first, last in itertools.combinations(range(len(dice["rolls"]) + 1), 2):
        new, rolls = copied()
        del rolls[first:last]
        yield f"without rolls {first} to {last - 1}", new
    new, rolls = copied()
    rolls.append(one_more(dice))
    yield "one more roll, made with the published seed", new
    others: dict[str, list[Any]] = {
        "seed": [bytes(32).hex()],
        "commitment": ["0" * 64, None],
        "game": ["8"],
        "method": [3 - dice["method"], 3],
        "imported_steps": [-1, *range(1, steps + 2)],
    }
    for key, value in ((name, other) for name in others for other in others[name]):
        yield f"{key} {value}", {**dice, key: value}
    for key, value in (("rolls", 1), ("rolls", None), ("dice", 1), ("fingerprint", "0" * 64)):
        yield f"{key} {value} made", {**dice, "made": {**dice["made"], key: value}}


def one_more(dice: dict[str, Any]) -> dict[str, Any]:
    last = dice["rolls"][-1]
    number, cause, entry = last["number"] + 1, last["cause"], last["entry"] + 1
    step = entry if dice["method"] == 2 else None
    faces = list(roll_faces(bytes.fromhex(dice["seed"]), dice["game"], number, cause, 3, step))
    return {"number": number, "entry": entry, "step": None, "aside": "void", "cause": cause, "faces": faces}


def changed_steps(record: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every single change of the dice in the record, and of the places of steps with dice."""
    with_dice = [at for at, step in enumerate(record["steps"]) if step.get("dice")]
    for at in with_dice:
        faces = record["steps"][at]["dice"]
        for die, face in itertools.product(range(len(faces)), range(1, 7)):
            if faces[die] != face:
                new = copy.deepcopy(record)
                new["steps"][at]["dice"][die] = face
                yield f"die {die} of step {at} turned to {face}", new
        for other in ([], faces[1:], faces[:-1], [*faces, 6]):
            new = copy.deepcopy(record)
            new["steps"][at]["dice"] = other
            yield f"step {at} with {len(other)} dice", new
        for gone in range(at + 1):
            new = copy.deepcopy(record)
            del new["steps"][gone]
            yield f"without step {gone}, before step {at}", new
    for one, other_one in itertools.combinations(with_dice, 2):
        new = copy.deepcopy(record)
        new["steps"][one], new["steps"][other_one] = new["steps"][other_one], new["steps"][one]
        yield f"steps {one} and {other_one} exchanged", new
    yield "without steps", {**record, "steps": []}


@pytest.mark.parametrize("method", [1, 2])
async def test_every_single_change_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: int) -> None:
    (record, dice), _, _ = await played(tmp_path, monkeypatch, method)
    script = the_script()
    assert faults(script, (record, dice)) == []
    tried = 0
    for what, altered in changed_rolls(dice, len(record["steps"])):
        assert faults(script, (record, altered)), what
        tried += 1
    for what, altered in changed_steps(record):
        assert faults(script, (altered, dice)), what
        tried += 1
    assert tried > 300


async def test_a_file_made_to_fit_is_given_away_by_what_was_posted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever cuts the record, the rolls and their totals alike, or rolls on with the published seed."""
    (record, dice), _, _ = await played(tmp_path, monkeypatch)
    script = the_script()
    posted = {"rolls": dice["made"]["rolls"], "fingerprint": dice["made"]["fingerprint"]}
    assert faults(script, (record, dice), **posted) == []
    last = dice["rolls"][-1]["step"]
    cut = [roll for roll in dice["rolls"] if roll["step"] != last]
    for rolls, steps in ((cut, record["steps"][:last]), ([*dice["rolls"], one_more(dice)], record["steps"])):
        rows = [[roll["number"], roll["entry"], roll["cause"], roll["faces"]] for roll in rolls]
        made = {"rolls": len(rows), "dice": sum(len(row[3]) for row in rows)}
        made["fingerprint"] = script.hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()
        forged = ({**record, "steps": steps}, {**dice, "rolls": rolls, "made": made})
        assert faults(script, forged) == []
        for key, value in posted.items():
            assert faults(script, forged, **{key: value}), key


async def test_dice_of_an_imported_record_are_said_to_be_unchecked(tmp_path: Path) -> None:
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        await table.act(ANNA, {"type": "concede", "power": "soviet_union"})
        await table.wish(FAY, "end")
        record, _ = await files_of(table)
    (tmp_path / "copy").mkdir()
    async with desk(tmp_path / "copy", started=False) as table:
        await table.bring(record)
        request = (await table.state()).requests[0]
        actor = ANNA if request.power == "soviet_union" else BEN
        with pytest.raises(TableRefusal, match="when the game is over"):
            await table.master.records.verify_dice(await table.loaded())
        await table.act(actor, {"type": "decide", "request": request.id, "choice": "default"})
        await table.wish(FAY, "end")
        files = await files_of(table)
        assert faults(the_script(), files) == []
        assert files[1]["imported_steps"] == 1 + max(n for n, step in enumerate(record["steps"]) if step.get("dice"))
        paths = write_files(tmp_path, files)
        assert "steps were imported: their dice were not rolled here." in run(*paths).stdout
        assert "imported were not rolled here" in await table.master.records.verify_dice(await table.loaded())


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"seed": "zz", "commitment": "", "rolls": []}', "{}"])
def test_the_script_refuses_what_is_no_export(tmp_path: Path, text: str) -> None:
    export = tmp_path / "game.json"
    export.write_text(text, encoding="utf-8")
    result = run(str(export))
    assert result.returncode == 2
    assert "not the record and the dice of a game that is over" in result.stderr
    assert "Traceback" not in result.stderr

"""Checks the dice of a game that is over: python3 verify_dice.py RECORD.json DICE.json (explained in dice.md).

Add what was posted: --commitment at the start, --rolls and --fingerprint with the seed.
"""

import argparse
import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def make_roll(dice: dict[str, Any], roll: dict[str, Any]) -> list[int]:
    seed, count = bytes.fromhex(dice["seed"]), len(roll["faces"])
    text = f"{dice['game']}\n{roll['number']}\n{roll['cause']}"
    if dice["method"] == 2:
        text += f"\n{roll['entry']}\n{count}"
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(seed, f"{text}\n{block}".encode(), "sha256")
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return faces[:count]


def check_rolls(dice: dict[str, Any]) -> Iterator[str]:
    if dice["method"] not in (1, 2):
        yield f"There is no method {dice['method']}."
    if hashlib.sha256(bytes.fromhex(dice["seed"])).hexdigest() != dice["commitment"]:
        yield "The seed does not fit the commitment."
    entry = 0
    for number, roll in enumerate(dice["rolls"], start=1):
        if roll["number"] != number:
            yield f"Roll {number} is missing: roll {roll['number']} stands in its place."
        if roll["entry"] < entry or not roll["faces"]:
            yield f"Roll {number} stands in the wrong place, or has no dice."
        entry = roll["entry"]
        if (made := make_roll(dice, roll)) != roll["faces"]:
            yield f"Roll {number} should be {made}, but the file says {roll['faces']}."


def check_totals(dice: dict[str, Any], posted: dict[str, Any]) -> Iterator[str]:
    rows = [[roll["number"], roll["entry"], roll["cause"], roll["faces"]] for roll in dice["rolls"]]
    found = {
        "commitment": dice["commitment"],
        "rolls": len(rows),
        "dice": sum(len(faces) for *_, faces in rows),
        "fingerprint": hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest(),
    }
    said = [(name, dice["made"][name]) for name in ("rolls", "dice", "fingerprint")]
    for name, there in [*said, *posted.items()]:
        if there != found[name]:
            yield f"The {name} should be {there}, but the files have {found[name]}."


def check_record(dice: dict[str, Any], record: dict[str, Any]) -> Iterator[str]:
    steps, imported = record["steps"], dice["imported_steps"]
    rolled: dict[int, list[int]] = {}
    for roll in dice["rolls"]:
        if roll["step"] is not None:
            rolled.setdefault(roll["step"], []).extend(roll["faces"])
        elif roll["aside"] not in ("rolled back", "void", "after the record"):
            yield f"Roll {roll['number']} belongs to no step, and nothing says why."
    if imported and not (0 < imported <= len(steps) and steps[imported - 1].get("dice")):
        yield f"The first {imported} steps cannot be those that were imported."
    for step in sorted({*rolled, *range(imported, len(steps))}):
        told = steps[step].get("dice", []) if imported <= step < len(steps) else []
        if told != rolled.get(step, []):
            yield f"Step {step} of the record has the dice {told}, but {rolled.get(step, [])} were rolled for it."


def main(arguments: argparse.Namespace) -> int:
    try:
        files: dict[str, Any] = {}
        for path in arguments.files:
            files |= json.loads(Path(path).read_text(encoding="utf-8"))
        posted = {key: value for key, value in vars(arguments).items() if key != "files" and value is not None}
        faults = [*check_rolls(files), *check_totals(files, posted), *check_record(files, files)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.stderr.write(f"This is not the record and the dice of a game that is over: {error!r}\n")
        return 2
    verdict = f"All {len(files['rolls'])} rolls are genuine and those of the record; the seed fits the commitment."
    if files["imported_steps"]:
        verdict += f" The first {files['imported_steps']} steps were imported: their dice were not rolled here."
    sys.stdout.write("\n".join(faults or [verdict]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check the dice of a game that is over.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="the record and the dice from /game export")
    parser.add_argument("--commitment", help="as posted when the game was created")
    parser.add_argument("--rolls", type=int, help="how many there were, as posted with the seed")
    parser.add_argument("--fingerprint", help="as posted with the seed")
    sys.exit(main(parser.parse_args()))

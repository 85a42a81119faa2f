"""Checks the dice of a game that is over, with no code of the bot; dice.md explains the file and the answers.

python3 verify_dice.py GAME-dice.json --commitment POSTED_AT_THE_START --fingerprint POSTED_WITH_THE_SEED
"""

import argparse
import hashlib
import hmac
import json
import string
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

HEAD = {"format", "game", "imported", "log", "method", "options", "seed", "setup", "status"}
SHOWN = {"action", "auto", "by", "cause", "engine", "entry"}  # and "rolls", or "dice" where it was imported
LEFT_OUT = {"cause", "entry", "left_out", "rolls"}
WHY = ("rolled back", "taken back", "void", "after the record")
OLD = "File or fingerprint of an earlier version? /game export and /dice verify in the channel give those of today."
Json = dict[str, Any]


def once(pairs: list[tuple[str, Any]]) -> Json:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


def canonical(value: Any) -> bytes:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return text.encode() + b"\n"


def read(data: bytes) -> Json:
    file = json.loads(data.decode("ascii"), object_pairs_hook=once)
    expect(type(file) is dict and file.keys() == HEAD, "it has other keys; /game export gives the present form")
    expect(canonical(file) == data, "it is not in canonical form")
    check_shape(file)
    return dict(file)


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def is_count(value: Any, least: int = 1, most: int = 10**15) -> bool:
    return type(value) is int and least <= value < most


def are_faces(value: Any) -> bool:
    return type(value) is list and all(is_count(face, 1, 7) for face in value)


def are_rolls(value: Any) -> bool:
    pairs = type(value) is list and all(type(roll) is list and len(roll) == 2 for roll in value)
    return pairs and all(is_count(number) and faces and are_faces(faces) for number, faces in value)


def check_shape(file: Json) -> None:
    expect(is_count(file["format"], 2, 3) and is_count(file["method"], 1, 3), "its format or method is unknown")
    texts = [file[key] for key in ("game", "seed", "setup", "status")]
    expect(all(type(text) is str for text in texts), "game, seed, setup and status are texts")
    expect(file["game"].isascii() and file["game"].isdecimal(), "the number of the game is none")
    expect(len(file["seed"]) == 64 and set(file["seed"]) <= set("0123456789abcdef"), "the seed is no 32 bytes")
    expect(file["status"] in ("finished", "abandoned"), "the game is not over")
    expect(type(file["options"]) is dict and type(file["log"]) is list, "options or log are missing")
    expect(is_count(file["imported"], 0, len(file["log"]) + 1), "more is imported than there is")
    for place, entry in enumerate(file["log"], start=1):
        expect(type(entry) is dict and is_entry(entry, place <= file["imported"]), f"entry {place} is malformed")


def is_entry(entry: Json, imported: bool) -> bool:
    if not (is_count(entry.get("entry")) and type(entry.get("cause")) is str and "\n" not in entry["cause"]):
        return False
    if "left_out" in entry:
        return entry.keys() == LEFT_OUT and entry["left_out"] in WHY and are_rolls(entry["rolls"])
    holds = are_faces(entry.get("dice")) if imported else are_rolls(entry.get("rolls"))
    texts = type(entry.get("by")) is str and type(entry.get("engine")) is str
    keys = entry.keys() == SHOWN | {"dice" if imported else "rolls"} and entry["auto"] in (None, "order", "default")
    return holds and texts and keys and type(entry["action"]) is dict


def dice_of(entry: Json) -> list[int]:
    return list(entry["dice"]) if "dice" in entry else [face for _, faces in entry["rolls"] for face in faces]


def is_rollback(entry: Json) -> bool:
    return "action" in entry and entry["action"].get("type") == "rollback"


def make_roll(file: Json, entry: Json, number: int, count: int) -> list[int]:
    text = f"{file['game']}\n{number}\n{entry['cause']}"
    if file["method"] == 2:
        text += f"\n{entry['entry']}\n{count}"
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(bytes.fromhex(file["seed"]), f"{text}\n{block}".encode(), "sha256")
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return faces[:count]


def check_rolls(file: Json) -> Iterator[str]:
    rolls = [(entry, *roll) for entry in file["log"] for roll in entry.get("rolls", [])]
    for number, (entry, there, faces) in enumerate(rolls, start=1):
        if there != number:
            yield f"Roll {number} is missing: roll {there} stands in its place."
        if (made := make_roll(file, entry, there, len(faces))) != faces:
            yield f"Roll {there} should be {made}, but the file says {faces}."


def check_order(file: Json) -> Iterator[str]:
    """Entries follow without gap, and those of one cause together; what stayed secret is behind the record."""
    last, behind = 0, False
    for entry in file["log"]:
        number = entry["entry"]
        behind = behind or entry.get("left_out") == "after the record"
        if number <= last or (number > last + 1 and not behind):
            yield f"Entry {last + 1} is missing: entry {number} stands in its place."
        if behind and (entry.get("left_out") != "after the record" or file["status"] != "abandoned"):
            yield f"Entry {number} cannot stand behind the record."
        last = number
    causes = [entry["cause"] for entry in file["log"]]
    if len([*groupby(causes)]) > len(set(causes)):
        yield "Entries with the same cause do not stand together."


def check_imported(file: Json) -> Iterator[str]:
    """What was imported has one cause, and stands first; only the rolls of a start that failed may stand before."""
    log, imported = file["log"], file["imported"]
    brought = [entry for entry in log[:imported] if entry.get("left_out") != "void"]
    causes = {entry["cause"] for entry in brought}
    if imported and (len(causes) != 1 or causes & {entry["cause"] for entry in log[imported:]}):
        yield f"The first {imported} entries cannot be those that were imported."
    if any(entry.get("rolls") for entry in brought):
        yield "Nothing can have been rolled for what was imported."


def counting(log: list[Json]) -> tuple[set[int], list[str]]:
    """The entries that no rollback has undone; what is wrong with the rollbacks."""
    counts: list[int] = []
    faults = []
    for entry in log:
        number = entry["entry"]
        if is_rollback(entry):
            to = entry["action"].get("to")
            if entry["action"].keys() != {"to", "type"} or entry["by"] != "gm" or dice_of(entry):
                faults.append(f"Entry {number} is no rollback.")
            if not is_count(to, 0, number) or to not in (0, *counts):
                faults.append(f"Entry {number} goes back to entry {to}, which does not count.")
            else:
                counts = [other for other in counts if other <= to]
        counts.append(number)
    return set(counts), faults


def check_places(file: Json) -> Iterator[str]:
    """Why an order is left out, or shown though it does not count, is not taken from its label alone."""
    counts, faults = counting(file["log"])
    yield from faults
    for entry in file["log"]:
        counts_now, rolled = entry["entry"] in counts, bool(dice_of(entry))
        fits = {
            "rolled back": not counts_now and not rolled,
            "taken back": counts_now and not rolled,
            "void": rolled,
            "after the record": rolled,
            None: counts_now or rolled or is_rollback(entry),
        }
        if not fits[entry.get("left_out")]:
            yield f"Entry {entry['entry']} cannot be {entry.get('left_out', 'shown, since it was rolled back')}."


def steps_of(file: Json) -> list[Json]:
    counts, _ = counting(file["log"])
    return [e for e in file["log"] if e["entry"] in counts and "action" in e and not is_rollback(e)]


def check_record(file: Json, data: bytes) -> Iterator[str]:
    record = json.loads(data.decode(), object_pairs_hook=once)
    expect(type(record) is dict and type(record.pop("engine", None)) is str, "the record is none")
    steps = []
    for entry in steps_of(file):
        step = {key: entry[key] for key in ("action", "auto", "by", "engine") if entry[key] is not None}
        steps.append({**step, **({"dice": dice} if (dice := dice_of(entry)) else {})})
    commitment = hashlib.sha256(bytes.fromhex(file["seed"])).hexdigest()
    told = {"commitment": commitment, "format": 1, "options": file["options"], "setup": file["setup"], "steps": steps}
    if canonical(record) != canonical(told):
        yield "The record is not that of this game."


def uncovered(file: Json) -> list[str]:
    steps, rows = steps_of(file), []
    if imported := [entry for entry in steps if "dice" in entry]:
        dice = sum(len(entry["dice"]) for entry in imported)
        rows.append(
            f"NOT COVERED: {len(imported)} of {counted(len(steps), 'step')} came with an imported record; "
            f"their {counted(dice, 'die', 'dice')} fell elsewhere."
        )
    if behind := sum(len(e["rolls"]) for e in file["log"] if e.get("left_out") == "after the record"):
        rows.append(
            f"NOT COVERED: what {counted(behind, 'roll')} decided; the game was abandoned in that phase, "
            "and its orders stay secret."
        )
    return rows


def verdict(file: Json) -> list[str]:
    rolls = [[roll[0], e["entry"], e["cause"], roll[1]] for e in file["log"] for roll in e.get("rolls", [])]
    counts, _ = counting(file["log"])
    void = sum(len(e["rolls"]) for e in file["log"] if e.get("left_out") == "void")
    undone = sum(len(e.get("rolls", [])) for e in file["log"] if e["entry"] not in counts and "action" in e)
    dice = sum(len(faces) for *_, faces in rolls)
    all_of_them = f"{counted(len(rolls), 'roll')} of {counted(dice, 'die', 'dice')}"
    genuine = f"All {all_of_them} are genuine" if len(rolls) > 1 else f"The {all_of_them} is genuine"
    rows = [f"{genuine if rolls else 'No die was rolled here'}, and the seed fits the commitment posted at the start."]
    if void or undone:
        rows.append(
            f"Of the rolls {undone} were rolled back and {void} are void; they stay on record and do not count."
        )
    alone = hashlib.sha256(json.dumps(rolls, separators=(",", ":")).encode()).hexdigest()
    return [*rows, f"Fingerprint of the rolls alone, as earlier versions posted it with the seed: {alone}"]


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def digest(text: str) -> str:
    found = text.strip("` \n").lower()
    if len(found) != 64 or not set(found) <= set(string.hexdigits):
        raise argparse.ArgumentTypeError("64 hexadecimal digits are wanted, as they stand in the channel")
    return found


def faults(file: Json, commitment: str, record: bytes | None) -> Iterator[str]:
    if hashlib.sha256(bytes.fromhex(file["seed"])).hexdigest() != commitment:
        yield "The seed does not fit the commitment."
    yield from (*check_rolls(file), *check_order(file), *check_imported(file), *check_places(file))
    if record is not None:
        yield from check_record(file, record)


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the dice of a game that is over.")
    parser.add_argument("file", type=Path, help="the dice from /game export")
    parser.add_argument("--commitment", type=digest, required=True, help="as posted when the game was created")
    parser.add_argument("--fingerprint", type=digest, required=True, help="as posted with the seed, or by /dice verify")
    parser.add_argument("--record", type=Path, help="the record from /game export, to be held against the dice")
    said = parser.parse_args(given)
    try:
        data = said.file.read_bytes()
        if (found := hashlib.sha256(data).hexdigest()) != said.fingerprint:
            sys.stdout.write(f"This is not the file that was made for this game: its fingerprint is {found}.\n{OLD}\n")
            return 1
        file = read(data)
        wrong = list(faults(file, said.commitment, said.record.read_bytes() if said.record else None))
    except (OSError, ValueError, RecursionError, KeyError, TypeError) as error:
        sys.stderr.write(f"This is not the file of dice of a game that is over: {error}\n")
        return 2
    lines = ["The dice of this game are not in order.", *wrong] if wrong else [*uncovered(file), *verdict(file)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if wrong else 3 if uncovered(file) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks the dice of a game that is over, with no code of the bot; dice.md explains the file and the answers.

python3 verify_dice.py GAME-dice.json --commitment POSTED_AT_THE_START --fingerprint POSTED_WITH_THE_SEED
"""

import argparse
import hashlib
import hmac
import json
import string
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

HEAD = {"format", "game", "imported", "log", "method", "options", "seed", "setup", "status"}  # "sealed" where any was
SEALED = {"entry", "game", "nonce", "orders", "turn"}
STEP = {"action", "auto", "by", "cause", "engine"}  # "dice" where it was imported, else what rolled has ROLLED
ROLLED = {"entry", "rolls"}
WHY = ("void", "after the record")
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
    expect(
        type(file) is dict and file.keys() - {"sealed"} == HEAD,
        "it has other keys; /game export gives the present form",
    )
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
    pairs = type(value) is list and value and all(type(roll) is list and len(roll) == 2 for roll in value)
    return bool(pairs) and all(is_count(number) and faces and are_faces(faces) for number, faces in value)


def check_shape(file: Json) -> None:
    expect(is_count(file["format"], 2, 3) and is_count(file["method"], 1, 3), "its format or method is unknown")
    texts = [file[key] for key in ("game", "seed", "setup", "status")]
    expect(all(type(text) is str for text in texts), "game, seed, setup and status are texts")
    expect(file["game"].isascii() and file["game"].isdecimal(), "the number of the game is none")
    expect(len(file["seed"]) == 64 and set(file["seed"]) <= set("0123456789abcdef"), "the seed is no 32 bytes")
    expect(file["status"] in ("finished", "abandoned"), "the game is not over")
    expect(type(file["options"]) is dict and type(file["log"]) is list, "options or log are missing")
    expect(is_count(file["imported"], 0, len(file["log"]) + 1), "more is imported than there is")
    for place, row in enumerate(file["log"], start=1):
        expect(type(row) is dict and is_row(row, place <= file["imported"]), f"row {place} of the log is malformed")
    if "sealed" in file:
        expect(type(file["sealed"]) is list and len(file["sealed"]) > 0, "nothing is sealed in it, though it says so")
        expect(all(is_seal(seal, file["log"]) for seal in file["sealed"]), "what is sealed in it is malformed")


def is_row(row: Json, imported: bool) -> bool:
    if type(row.get("cause")) is not str or "\n" in row["cause"]:
        return False
    if "rolls" in row and not (is_count(row.get("entry")) and are_rolls(row["rolls"])):
        return False
    if "left_out" in row:
        return row.keys() == {"cause", "left_out"} | ROLLED and row["left_out"] in WHY
    if "back_to" in row:
        return row.keys() == {"back_to", "cause"} and is_count(row["back_to"], 0) and not imported
    keys = STEP | ({"dice"} if imported else ROLLED if "rolls" in row else set())
    texts = row.keys() == keys and type(row["by"]) is str and type(row["engine"]) is str
    dice = "dice" not in row or are_faces(row["dice"])
    return texts and dice and type(row["action"]) is dict and row["auto"] in (None, "order", "default")


def is_seal(seal: Any, log: list[Json]) -> bool:
    """What was sealed, with its hash, and the row that ended the phase, unless that was rolled back."""
    if type(seal) is not dict or seal.keys() != {"hash", "row", "text"} or type(seal["hash"]) is not str:
        return False
    row, text = seal["row"], seal["text"]
    ends = is_count(row, 1, len(log) + 1) and log[row - 1].get("action", {}).get("type") == "end_phase"
    return (row is None or ends) and type(text) is str and is_content(json.loads(text, object_pairs_hook=once), text)


def is_content(content: Any, text: str) -> bool:
    if type(content) is not dict or content.keys() != SEALED or canonical(content) != text.encode() + b"\n":
        return False
    orders, texts = content["orders"], [content[key] for key in ("game", "nonce", "turn")]
    powers = type(orders) is dict and all(type(left) is dict for left in orders.values())
    return powers and is_count(content["entry"]) and all(type(text) is str for text in texts)


def dice_of(row: Json) -> list[int]:
    return list(row["dice"]) if "dice" in row else [face for _, faces in row.get("rolls", []) for face in faces]


def rolls_of(rows: Iterable[Json]) -> list[tuple[Json, int, list[int]]]:
    return [(row, number, faces) for row in rows for number, faces in row.get("rolls", [])]


def make_roll(file: Json, row: Json, number: int, count: int) -> list[int]:
    text = f"{file['game']}\n{number}\n{row['cause']}"
    if file["method"] == 2:
        text += f"\n{row['entry']}\n{count}"
    return make_faces(file, text, count)


def make_faces(file: Json, text: str, count: int) -> list[int]:
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(bytes.fromhex(file["seed"]), f"{text}\n{block}".encode(), "sha256")
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return faces[:count]


def check_rolls(file: Json) -> Iterator[str]:
    for number, (row, there, faces) in enumerate(rolls_of(file["log"]), start=1):
        if there != number:
            yield f"Roll {number} is missing: roll {there} stands in its place."
        if (made := make_roll(file, row, there, len(faces))) != faces:
            yield f"Roll {there} should be {made}, but the file says {faces}."


def check_order(file: Json) -> Iterator[str]:
    """Numbers of entries rise with each row; rows of one cause stand together, and so do those behind the record."""
    entry, behind = 0, False
    for place, row in enumerate(file["log"], start=1):
        if row.get("entry", entry + 1) <= entry:
            yield f"Row {place} of the log stands in the wrong place: it is entry {row['entry']}, after entry {entry}."
        entry = row.get("entry", entry + 1)
        behind = behind or row.get("left_out") == "after the record"
        if behind and (row.get("left_out") != "after the record" or file["status"] != "abandoned"):
            yield f"Row {place} of the log cannot stand behind the record."
    causes = [row["cause"] for row in file["log"]]
    if len([*groupby(causes)]) > len(set(causes)):
        yield "Rows of the log with the same cause do not stand together."


def check_imported(file: Json) -> Iterator[str]:
    """What was imported has one cause, and stands first; only the rolls of a start that failed may stand before."""
    log, imported = file["log"], file["imported"]
    causes = {row["cause"] for row in log[:imported] if row.get("left_out") != "void"}
    if imported and (len(causes) != 1 or causes & {row["cause"] for row in log[imported:]}):
        yield f"The first {imported} rows of the log cannot be those that were imported."


def counting(log: list[Json]) -> set[int]:
    """The places of the rows that no rollback has undone."""
    counts: list[int] = []
    for place, row in enumerate(log, start=1):
        if "back_to" in row:
            counts = [other for other in counts if other <= row["back_to"]]
        counts.append(place)
    return set(counts)


def check_rollbacks(file: Json) -> Iterator[str]:
    """Each goes back to a row that counts; of the rows that it has undone those alone are shown that have dice."""
    log, counts = file["log"], counting(file["log"])
    for place, row in enumerate(log, start=1):
        if "back_to" in row and row["back_to"] not in {0, *counting(log[: place - 1])}:
            yield f"Row {place} of the log goes back to row {row['back_to']}, which does not count."
        if "action" in row and place not in counts and not dice_of(row):
            yield f"Row {place} of the log was rolled back and has no dice, so it should not be shown."


def check_seals(file: Json) -> Iterator[str]:
    """Each text has the hash that was posted, and was sealed with the seed, for its entry; entries and rows rise."""
    entry, last = 0, 0
    for seal in file.get("sealed", []):
        told = json.loads(seal["text"])
        text = f"{file['game']}\nseal\n{told['entry']}"
        nonce = hmac.digest(bytes.fromhex(file["seed"]), text.encode(), "sha256").hex()
        is_ours = (told["game"], told["nonce"]) == (file["game"], nonce)
        if not is_ours or hashlib.sha256(seal["text"].encode()).hexdigest() != seal["hash"]:
            yield f"The standing orders that entry {told['entry']} sealed do not fit the hash that was posted."
        row = seal["row"] or last + 1
        if told["entry"] <= entry or row <= last or (seal["row"] and not is_between(file["log"], row, told["entry"])):
            yield f"What entry {told['entry']} sealed stands in the wrong place."
        entry, last = told["entry"], seal["row"] or last


def is_between(log: list[Json], row: int, entry: int) -> bool:
    """Whether the entries before and behind a row, as far as they have numbers, lie before and behind this one."""
    numbered = [(place, other["entry"]) for place, other in enumerate(log, start=1) if "entry" in other]
    return all((place < row, place > row) == (other < entry, other > entry) for place, other in numbered)


def sealed(file: Json) -> Iterator[str]:
    """A line for each seal; standing orders may be left after it, so that not all answers need to come from it."""
    counts = counting(file["log"])
    rows = [seal["row"] for seal in file.get("sealed", []) if seal["row"] in counts]
    for seal in file.get("sealed", []):
        told = json.loads(seal["text"])
        round_number, _, power = told["turn"].partition(".")
        said = f"Round {round_number}, {power.replace('_', ' ')}: the sealed standing orders match {seal['hash']}"
        if seal["row"] not in counts:
            yield f"{said}; rolled back since."
            continue
        behind = min((row for row in rows if row > seal["row"]), default=len(file["log"]) + 1)
        following = [file["log"][place - 1] for place in range(seal["row"] + 1, behind) if place in counts]
        by = [row["by"] for row in following if row.get("auto") == "order"]
        had = sum(power in told["orders"] for power in by)
        answered = f"{len(by)}, {had} of them for powers that had sealed some"
        yield f"{said}; answers by standing orders until the next seal: {answered}."


def steps_of(file: Json) -> list[Json]:
    counts = counting(file["log"])
    return [row for place, row in enumerate(file["log"], start=1) if place in counts and "action" in row]


def check_record(file: Json, data: bytes) -> Iterator[str]:
    record = json.loads(data.decode(), object_pairs_hook=once)
    expect(type(record) is dict and type(record.pop("engine", None)) is str, "the record is none")
    steps = []
    for row in steps_of(file):
        step = {key: row[key] for key in ("action", "auto", "by", "engine") if row[key] is not None}
        steps.append({**step, **({"dice": dice} if (dice := dice_of(row)) else {})})
    commitment = hashlib.sha256(bytes.fromhex(file["seed"])).hexdigest()
    told = {"commitment": commitment, "format": 1, "options": file["options"], "setup": file["setup"], "steps": steps}
    if canonical(record) != canonical(told):
        yield "The record is not that of this game."


def left_out(file: Json, why: str) -> int:
    return len(rolls_of(row for row in file["log"] if row.get("left_out") == why))


def uncovered(file: Json) -> list[str]:
    steps, said = steps_of(file), []
    if imported := [row for row in steps if "dice" in row]:
        dice = sum(len(row["dice"]) for row in imported)
        said.append(
            f"NOT COVERED: {len(imported)} of {counted(len(steps), 'step')} came with an imported record; "
            f"their {counted(dice, 'die', 'dice')} were rolled elsewhere."
        )
    if behind := left_out(file, "after the record"):
        said.append(
            f"NOT COVERED: what {counted(behind, 'roll')} decided; the game was abandoned in that phase, "
            "and its orders stay secret."
        )
    return said


def verdict(file: Json) -> list[str]:
    rolls = [[number, row["entry"], row["cause"], faces] for row, number, faces in rolls_of(file["log"])]
    shown = len(rolls_of(row for row in file["log"] if "action" in row))
    undone, void = shown - len(rolls_of(steps_of(file))), left_out(file, "void")
    dice = sum(len(faces) for *_, faces in rolls)
    all_of_them = f"{counted(len(rolls), 'roll')} of {counted(dice, 'die', 'dice')}"
    genuine = f"All {all_of_them} are genuine" if len(rolls) > 1 else f"The {all_of_them} is genuine"
    said = [
        f"{genuine if rolls else 'No dice were rolled here'}, and the seed matches the commitment posted at the start."
    ]
    if void or undone:
        said.append(
            f"Of the rolls, {undone} were rolled back and {void} are void; they stay on record and do not count."
        )
    said += sealed(file)
    alone = hashlib.sha256(json.dumps(rolls, separators=(",", ":")).encode()).hexdigest()
    return [*said, f"Fingerprint of the rolls alone, as earlier versions posted it with the seed: {alone}"]


def drawn_seats(file: Json, users: list[int]) -> str:
    """The dice of each as the lobby posted them, who begins first, and the die between equal calls under seal."""
    dice = {user: make_faces(file, f"{file['game']}\n0\nseats {user}", 8) for user in users}
    order = sorted(dice.items(), key=lambda each: each[1], reverse=True)
    drawn = ", ".join(f"{user} ({''.join(map(str, faces))})" for user, faces in order)
    (die,) = make_faces(file, f"{file['game']}\n0\nseats auction", 1)
    between = f"Between equal calls under seal: {die}, for the {'Axis' if die <= 3 else 'Allies'}."
    return f"Order of the draft: {drawn}. {between}" if drawn else between


def drawn_pick(file: Json, user: int, taken: int, open_powers: int) -> str:
    faces = make_faces(file, f"{file['game']}\n0\nseats {user} {taken}", 8)
    place = 1 + sum((face - 1) * 6**power for power, face in enumerate(faces)) % open_powers
    return (
        f"For {user}, with {counted(taken, 'seat')} taken, the dice pick number {place} of {open_powers} open powers."
    )


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def digest(text: str) -> str:
    found = text.strip("` \n").lower()
    if len(found) != 64 or not set(found) <= set(string.hexdigits):
        raise argparse.ArgumentTypeError("64 hexadecimal digits are wanted, as they stand in the channel")
    return found


def number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise argparse.ArgumentTypeError("a number is wanted")
    return int(text)


def faults(file: Json, commitment: str, record: bytes | None) -> Iterator[str]:
    if hashlib.sha256(bytes.fromhex(file["seed"])).hexdigest() != commitment:
        yield "The seed does not fit the commitment."
    yield from (
        *check_rolls(file),
        *check_order(file),
        *check_imported(file),
        *check_rollbacks(file),
        *check_seals(file),
    )
    if record is not None:
        yield from check_record(file, record)


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the dice of a game that is over.")
    parser.add_argument("file", type=Path, help="the dice from /game export")
    parser.add_argument("--commitment", type=digest, required=True, help="as posted when the game was created")
    parser.add_argument("--fingerprint", type=digest, required=True, help="as posted with the seed, or by /dice verify")
    parser.add_argument("--record", type=Path, help="the record from /game export, to be held against the dice")
    parser.add_argument("--seats", type=number, nargs="*", metavar="USER", help="repeat what the lobby drew for these")
    pick, help_of_pick = ("USER", "TAKEN", "OPEN"), "repeat a pick of the dice: seats taken then, powers open then"
    parser.add_argument("--pick", type=number, nargs=3, action="append", default=[], metavar=pick, help=help_of_pick)
    said = parser.parse_args(given)
    if any(not open_powers for *_, open_powers in said.pick):
        parser.error("--pick: at least one power was open")
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
    lines = ["Something is wrong with the dice of this game.", *wrong] if wrong else [*uncovered(file), *verdict(file)]
    if not wrong:
        lines += [drawn_seats(file, said.seats)] if said.seats is not None else []
        lines += [drawn_pick(file, *pick) for pick in said.pick]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if wrong else 3 if uncovered(file) else 0


if __name__ == "__main__":
    sys.exit(main())

"""Ways to forge a file of dice: each gives other bytes under a name that says what was done."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gamemaster.rolls import roll_faces
from tests.gamemaster.dice_games import Ended, canonical

Forged = Iterator[tuple[str, bytes]]
File = dict[str, Any]
ODD: tuple[Any, ...] = (None, True, False, 0, -1, 1.0, 10**30, "1", "", "ⅰ", [], [[1]], {}, {"1": 1})
"""What stands nowhere for anything else."""


def without(game: Ended, *way: Any) -> bytes:
    """The file without what stands at the end of a way of keys and places."""
    file = game.file
    del _at(file, way[:-1])[way[-1]]
    return canonical(file)


def having(game: Ended, value: Any, *way: Any) -> bytes:
    """The file with another value there."""
    file = game.file
    _at(file, way[:-1])[way[-1]] = value
    return canonical(file)


def doubled(game: Ended, *way: Any) -> bytes:
    """The file with what stands there twice."""
    file = game.file
    _at(file, way[:-1]).insert(way[-1], _at(file, way))
    return canonical(file)


def exchanged(game: Ended, one: tuple[Any, ...], other: tuple[Any, ...]) -> bytes:
    """The file with two things in each other's place."""
    first, second = _at(game.file, one), _at(game.file, other)
    file = game.file
    _at(file, one[:-1])[one[-1]], _at(file, other[:-1])[other[-1]] = second, first
    return canonical(file)


def _at(file: Any, way: Sequence[Any]) -> Any:
    for key in way:
        file = file[key]
    return file


def rolling(file: File) -> list[int]:
    """The places of the entries that have rolls."""
    return [place for place, entry in enumerate(file["log"]) if entry.get("rolls")]


def head(game: Ended) -> Forged:
    """Every key of the whole: gone, or with another value."""
    seed = game.file["seed"]
    others: dict[str, list[Any]] = {
        "format": [1, 3, 2.0],
        "game": ["8", "01", "１", "1\n", " 1", 1, f"1\n{game.file['method']}"],
        "imported": [1.0, len(game.file["log"]) + 1],
        "method": [3 - game.file["method"], 3, 2.0],
        "seed": [bytes(32).hex(), seed.upper(), seed[:-2], f"{seed}00", "zz" * 32],
        "status": ["running", "lobby", "Finished", "finished\n"],
    }
    for key in game.file:
        yield f"without {key}", without(game, key)
        for value in [*others.get(key, []), *ODD]:
            if canonical(value) != canonical(game.file[key]):
                yield f"{key} is {value!r}", having(game, value, key)
    for key in ("steps", "commitment", "made", "rolls", "Seed", "seed\u200b"):
        yield f"with {key}", having(game, game.file["log"], key)


def entries(game: Ended) -> Forged:
    """Entries cut, doubled, exchanged, numbered otherwise; their keys gone, added, or with odd values."""
    log = game.file["log"]
    for first, behind in itertools.combinations(range(len(log) + 1), 2):
        yield f"without {first} to {behind}", without(game, "log", slice(first, behind))
    for first, behind in itertools.combinations(range(len(log)), 2):
        yield f"{first} and {behind} exchanged", exchanged(game, ("log", first), ("log", behind))
    shapes: set[frozenset[str]] = set()
    for place, entry in enumerate(log):
        odd = ODD if frozenset(entry) not in shapes else (None, True, "1")
        shapes.add(frozenset(entry))
        yield f"{place} twice", doubled(game, "log", place)
        yield f"{place} with a note", having(game, 1, "log", place, "note")
        for number in (entry["entry"] - 1, entry["entry"] + 1, len(log) + 7):
            yield f"{place} is entry {number}", having(game, number, "log", place, "entry")
        for key in entry:
            yield f"{place} without {key}", without(game, "log", place, key)
            for value in odd:
                if canonical(value) != canonical(entry[key]):
                    yield f"{place}: {key} is {value!r}", having(game, value, "log", place, key)


def faces(game: Ended) -> Forged:
    """Every die turned, every roll cut, doubled, joined, divided, exchanged, moved, numbered otherwise."""
    for at in rolling(game.file):
        for which, (number, fell) in enumerate(game.file["log"][at]["rolls"]):

            def put(value: Any, at: int = at, which: int = which) -> bytes:
                return having(game, value, "log", at, "rolls", which)

            turned = itertools.product(range(len(fell)), range(1, 7))
            for die, face in [*turned, *((0, odd) for odd in (7, *ODD))]:
                if canonical(face) != canonical(fell[die]):
                    yield f"die {die} of {number} is {face!r}", put([number, [*fell[:die], face, *fell[die + 1 :]]])
            cuts = [fell[1:], fell[:-1], [], *([*fell, face] for face in range(1, 7)), [fell], [*fell, fell]]
            for other in [*cuts, *([fell[::-1]] if fell[::-1] != fell else [])]:
                yield f"{number} is {other}", put([number, other])
            for odd in [*ODD, number + 1, number - 1]:
                yield f"{number} has the number {odd!r}", put([odd, fell])
                if odd != []:
                    yield f"{number} falls {odd!r}", put([number, odd])
            for pair in ([number], [number, fell, fell], {"number": number, "faces": fell}, [fell, number]):
                yield f"{number} as {pair}", put(pair)
            yield f"without {number}", without(game, "log", at, "rolls", which)
            yield (
                f"{number} twice",
                doubled(game, "log", at, "rolls", which),
            )


def owners(game: Ended) -> Forged:
    """Rolls that belong to other steps than those they were made for."""
    places = rolling(game.file)
    for one, other in itertools.combinations(places, 2):
        for key in ("rolls", "cause", "entry"):
            said = f"{key} of {one} and {other} exchanged"
            yield said, exchanged(game, ("log", one, key), ("log", other, key))
    for at, to in itertools.product(places, range(len(game.file["log"]))):
        if at != to and "rolls" in game.file["log"][to]:
            both = game.file["log"][to]["rolls"] + game.file["log"][at]["rolls"]
            yield f"rolls of {at} and {to} exchanged", exchanged(game, ("log", at, "rolls"), ("log", to, "rolls"))
            yield f"rolls of {at} in {to} as well", having(game, both, "log", to, "rolls")


def labels(game: Ended) -> Forged:
    """Steps hidden under a label that does not fit, with their rolls or without."""
    for place, entry in enumerate(game.file["log"]):
        place_of = {"cause": entry["cause"], "entry": entry["entry"]}
        for why in ("rolled back", "taken back", "void", "after the record", "imported", "lost", "Void", None):
            fell: list[Any] = entry.get("rolls", [])
            for rolls in (fell[:0], fell):
                hidden = {**place_of, "left_out": why, "rolls": rolls}
                if canonical(hidden) != canonical(entry):
                    yield f"{place} is {why} with {rolls}", having(game, hidden, "log", place)
        shown = {"action": {"type": "end_phase"}, "auto": None, "by": "germany", "engine": "0.2.0"}
        if "left_out" in entry:
            yield f"{place} is a step", having(game, {**place_of, **shown, "rolls": entry["rolls"]}, "log", place)
        yield f"{place} is both", having(game, {**entry, **shown, "left_out": "rolled back"}, "log", place)


def is_step(entry: File) -> bool:
    return "action" in entry and entry["action"]["type"] != "rollback"


def rollbacks(game: Ended) -> Forged:
    """Rollbacks that go elsewhere, that nobody ordered, or that did happen and are not there."""
    for place, entry in enumerate(game.file["log"]):
        back = {"action": {"to": 1, "type": "rollback"}, "auto": None, "by": "gm", "cause": "back", "engine": "0.2.0"}
        and_rolls = {**back, **entry, "action": back["action"]}
        yield f"{place} is a rollback", having(game, {**back, "entry": entry["entry"], "rolls": []}, "log", place)
        if entry.get("action") != back["action"]:
            yield (
                f"{place} is a rollback with rolls",
                having(game, and_rolls, "log", place),
            )
        if "action" in entry and not is_step(entry):
            for to in [*range(-1, len(game.file["log"]) + 1), *ODD]:
                if canonical(to) != canonical(entry["action"]["to"]):
                    action = {**entry["action"], "to": to}
                    yield f"back to {to!r}", having(game, {**entry, "action": action}, "log", place)
            for change in ({"by": "germany"}, {"action": {"type": "rollback"}}, {"rolls": [[1, [1]]]}, {"dice": [1]}):
                yield f"rollback with {change}", having(game, {**entry, **change}, "log", place)
            yield "rollback with more", having(game, {**entry, "action": {**entry["action"], "of": 1}}, "log", place)
            yield "no rollback", having(game, {**entry, "action": {"type": "end_phase"}}, "log", place)


def brought(game: Ended) -> Forged:
    """More or less called imported than came with a record."""
    for imported in range(len(game.file["log"]) + 1):
        if imported != game.file["imported"]:
            yield f"{imported} imported", having(game, imported, "imported")
            yield f"{imported} imported, with their dice", called_imported(game, imported, range(imported))
    for place in rolling(game.file):
        yield f"{place} imported", called_imported(game, game.file["imported"], [place])


def called_imported(game: Ended, imported: int, places: Iterable[int]) -> bytes:
    """The file with dice of a record in place of the rolls of these entries."""
    file = game.file
    file["imported"] = imported
    for entry in (file["log"][place] for place in places):
        if "rolls" in entry:
            entry["dice"] = [face for _, fell in entry.pop("rolls") for face in fell]
    return canonical(file)


def texts(game: Ended) -> Forged:
    """The same file, or something like it, in other bytes."""
    data, file = game.dice, game.file
    text = data.decode()
    loose = {
        "indented": json.dumps(file, sort_keys=True, indent=1) + "\n",
        "with spaces": json.dumps(file, sort_keys=True) + "\n",
        "in another order": json.dumps(dict(reversed(file.items())), separators=(",", ":")) + "\n",
        "without its end of line": text[:-1],
        "with two ends of line": text + "\n",
        "with the end of line of Windows": text[:-1] + "\r\n",
        "with a space before it": " " + text,
        "with a space behind it": text + " ",
        "with a mark of byte order": "\ufeff" + text,
        "twice": text + text,
        "twice, with a comma": text[:-1] + "," + text,
        "in a list": f"[{text[:-1]}]\n",
        "with a comment": "// true\n" + text,
        "with a comma too much": text[:-2] + ",}\n",
        "with a letter escaped": text.replace('"seed"', '"s\\u0065ed"'),
        "with a slash escaped": text.replace('"setup":"', '"setup":"\\/'),
        "with a capital escape": text.replace('"setup":"', '"setup":"\\u00C9'),
        "with half a character": text.replace('"game":"', '"game":"\\ud800'),
        "with a letter that is no ASCII": text.replace('"setup":"', '"setup":"é'),
        "with a number as a fraction": text.replace('"imported":0', '"imported":0.0'),
        "with a negative nothing": text.replace('"imported":0', '"imported":-0'),
        "with a number with exponent": text.replace('"method":', '"method":1e0,"method":'),
        "with NaN": text.replace('"options":{', '"options":{"a":NaN,'),
        "with infinity": text.replace('"options":{', '"options":{"a":-Infinity,'),
        "with more than a number can be": text.replace('"options":{', '"options":{"a":1e999,'),
        "with ten thousand digits": text.replace('"options":{', '"options":{"a":' + "9" * 10_000 + ","),
        "with depths": text.replace('"options":{', '"options":{"a":' + "[" * 200_000 + "]" * 200_000 + ","),
        "with depths alone": "[" * 200_000,
        "empty": "",
        "nothing": "null\n",
        "no file but a list": "[]\n",
        "no file but a number": "2\n",
        "an empty one": "{}\n",
        "the record": game.record.decode(),
        "an old one": canonical({"game": "1", "method": 2, "seed": file["seed"], "made": {}, "rolls": []}).decode(),
    }
    for name, other in loose.items():
        if other != text:
            yield name, other.encode()
    yield "in UTF-16", text.encode("utf-16")
    yield "in no coding", b"\xff" + data
    yield "with a nought", data + b"\0"
    for end in range(0, len(data), 97):
        yield f"cut off at {end}", data[:end]
    yield from _twice(game)


def _twice(game: Ended) -> Forged:
    """A key twice in an object: readers take the first or the last."""
    text = game.dice.decode()
    other = copy.deepcopy(game.file)
    other["log"] = other["log"][:-1]
    for key in game.file:
        for value in (game.file[key], other[key]):
            said = canonical({key: value}).decode()[1:-2]
            yield f"{key} twice, first", f"{{{said},{text[1:]}".encode()
            yield f"{key} twice, last", f"{text[:-2]},{said}}}\n".encode()
    for key in ("entry", "cause", "rolls", "left_out", "action"):
        for before, after in ((f'"{key}":', f'"{key}":0,"{key}":'),):
            if before in text:
                yield f"{key} of an entry twice", text.replace(before, after, 1).encode()
    if '"type":' in text:
        yield "the type of an order twice", text.replace('"type":', '"type":"end_phase","type":', 1).encode()


def causes(game: Ended) -> Forged:
    """Other causes, which give other dice; also such as look the same."""
    for at in rolling(game.file):
        cause = game.file["log"][at]["cause"]
        for other in (
            f"{cause}0",
            f"{cause} ",
            "1",
            "",
            f"{cause}\n1",
            f"{cause}\u200b",
            f"\u202e{cause}",
            cause.upper(),
        ):
            yield f"cause of {at} is {other!r}", having(game, other, "log", at, "cause")
    for place, entry in enumerate(game.file["log"]):
        if entry["cause"] != game.file["log"][0]["cause"]:
            yield f"{place} has the first cause", having(game, game.file["log"][0]["cause"], "log", place, "cause")


WAYS: tuple[Callable[[Ended], Forged], ...] = (
    head,
    entries,
    faces,
    owners,
    labels,
    rollbacks,
    brought,
    texts,
    causes,
)


def one_more(game: Ended) -> bytes:
    """A roll at the end that nobody ordered, made with the published seed."""
    file = game.file
    number = 1 + sum(len(entry.get("rolls", [])) for entry in file["log"])
    entry = file["log"][-1]["entry"] + 1
    step = entry if file["method"] == 2 else None
    fell = list(roll_faces(bytes.fromhex(file["seed"]), file["game"], number, "one more", 3, step))
    added = {"cause": "one more", "entry": entry, "left_out": "void", "rolls": [[number, fell]]}
    return having(game, [*file["log"], added], "log")

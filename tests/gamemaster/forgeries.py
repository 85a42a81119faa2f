"""Ways to forge a file of dice: each gives other bytes under a name that says what was done."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gamemaster.dice.rolls import roll_faces
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
    """Rows of the log cut, doubled, exchanged, numbered otherwise; their keys gone, added, or with odd values."""
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
        for number in (entry.get("entry", 1) - 1, entry.get("entry", 1) + 1, len(log) + 7):
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
        if at != to:
            one, other = game.file["log"][at], game.file["log"][to]
            for entry in {one["entry"], other.get("entry", to + 1)}:
                yield f"rolls of {at} moved to {to}", _moved(game, at, to, entry)
            both = {**other, "entry": other.get("entry", to + 1), "rolls": other.get("rolls", []) + one["rolls"]}
            yield f"rolls of {at} in {to} as well", having(game, both, "log", to)


def _moved(game: Ended, at: int, to: int, entry: int) -> bytes:
    file = game.file
    rolls = file["log"][at].pop("rolls")
    del file["log"][at]["entry"]
    file["log"][to] |= {"entry": entry, "rolls": rolls}
    return canonical(file)


def labels(game: Ended) -> Forged:
    """Steps hidden under a label that does not fit, with their rolls or without."""
    for place, row in enumerate(game.file["log"]):
        fell = {key: row[key] for key in ("entry", "rolls") if key in row}
        for why in ("void", "after the record", "rolled back", "taken back", "imported", "Void", None, True):
            for rolled in (fell, {}, {"entry": place + 1, "rolls": []}):
                hidden = {"cause": row["cause"], "left_out": why, **rolled}
                if canonical(hidden) != canonical(row):
                    yield f"{place} is {why} with {rolled}", having(game, hidden, "log", place)
        shown = {"action": {"type": "end_phase"}, "auto": None, "by": "germany", "cause": row["cause"], "engine": "1"}
        if "left_out" in row or "back_to" in row:
            yield f"{place} is a step", having(game, {**fell, **shown}, "log", place)
        yield f"{place} is a step without its rolls", having(game, shown, "log", place)
        yield f"{place} is both", having(game, {**row, **shown, "left_out": "void"}, "log", place)


def rollbacks(game: Ended) -> Forged:
    """Rollbacks that go elsewhere, that nobody ordered, or that did happen and are not there."""
    for place, row in enumerate(game.file["log"]):
        back = {"back_to": min(1, place), "cause": "back"}
        yield f"{place} is a rollback", having(game, back, "log", place)
        yield f"{place} is a rollback as well", having(game, {**row, **back, "back_to": 0}, "log", place)
        yield f"a rollback before {place}", having(game, [back], "log", slice(place, place))
        if "back_to" in row:
            for to in [*range(-1, len(game.file["log"]) + 1), *ODD]:
                if canonical(to) != canonical(row["back_to"]):
                    yield f"back to {to!r}", having(game, to, "log", place, "back_to")
            added: list[File] = [{"by": "gm"}, {"action": {}}, {"entry": place, "rolls": [[1, [1]]]}, {"dice": [1]}]
            for more in added:
                yield f"rollback with {more}", having(game, {**row, **more}, "log", place)


def brought(game: Ended) -> Forged:
    """More or less called imported than came with a record."""
    for imported in range(len(game.file["log"]) + 1):
        if imported != game.file["imported"]:
            yield f"{imported} imported", having(game, imported, "imported")
            yield f"{imported} imported, with their dice", called_imported(game, imported, range(imported))
    for place in (place for place in rolling(game.file) if "action" in game.file["log"][place]):
        yield f"{place} imported", called_imported(game, game.file["imported"], [place])


def called_imported(game: Ended, imported: int, places: Iterable[int]) -> bytes:
    """The file with dice of a record in place of the rolls of these entries."""
    file = game.file
    file["imported"] = imported
    for row in (file["log"][place] for place in places):
        if "action" in row:
            row["dice"] = [face for _, fell in row.pop("rolls", []) for face in fell]
            row.pop("entry", None)
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
    for key in ("entry", "cause", "rolls", "left_out", "back_to", "action"):
        if f'"{key}":' in text:
            yield f"{key} of a row twice", text.replace(f'"{key}":', f'"{key}":0,"{key}":', 1).encode()
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
    number, entry = 1 + sum(len(row.get("rolls", [])) for row in file["log"]), 999
    step = entry if file["method"] == 2 else None
    fell = list(roll_faces(bytes.fromhex(file["seed"]), file["game"], number, "one more", 3, step))
    added = {"cause": "one more", "entry": entry, "left_out": "void", "rolls": [[number, fell]]}
    return having(game, [*file["log"], added], "log")

"""Checks the dice of a finished game: python3 verify_dice.py EXPORT.json (the method is explained in dice.md)."""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def make_roll(seed: bytes, game: str, number: int, cause: str, count: int) -> list[int]:
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        digest = hmac.digest(seed, f"{game}\n{number}\n{cause}\n{block}".encode(), "sha256")
        faces += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return faces[:count]


def find_faults(export: dict[str, Any]) -> Iterator[str]:
    seed = bytes.fromhex(export["seed"])
    if hashlib.sha256(seed).hexdigest() != export["commitment"]:
        yield "The seed does not fit the commitment."
    expected = 1
    for roll in export["rolls"]:
        number, faces = roll["number"], roll["faces"]
        if number != expected:
            yield f"Roll {expected} is missing: roll {number} stands in its place."
        made = make_roll(seed, export["game"], number, roll["cause"], len(faces))
        if made != faces:
            yield f"Roll {number} should be {made}, but the file says {faces}."
        expected = number + 1


def main(path: str) -> int:
    try:
        export = json.loads(Path(path).read_text(encoding="utf-8"))
        faults = list(find_faults(export))
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.stderr.write(f"{path} is not the export of a finished game: {error!r}\n")
        return 2
    verdict = f"All {len(export['rolls'])} rolls are genuine, and the seed fits the commitment {export['commitment']}."
    sys.stdout.write("\n".join(faults or [verdict]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "Say which file: python3 verify_dice.py EXPORT.json")

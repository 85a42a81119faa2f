"""The dice: fair, repeatable from the seed, and checked by a script that shares no code with them."""

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamemaster.rolls import Dice, commitment, new_seed, roll_faces

DOCS = Path(__file__).parents[2] / "docs"
SEED = bytes(range(32))


def test_a_seed_is_32_bytes_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_the_example_in_the_documentation_is_true() -> None:
    example = ", ".join(str(face) for face in roll_faces(bytes(32), "7", 1, "1000", 6))
    assert f"six dice gives {example}." in (DOCS / "dice.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "other",
    [(bytes(32), "7", 1, "1000"), (SEED, "8", 1, "1000"), (SEED, "7", 2, "1000"), (SEED, "7", 1, "1001")],
    ids=["seed", "game", "number", "cause"],
)
def test_a_roll_depends_on_seed_game_number_and_cause(other: tuple[bytes, str, int, str]) -> None:
    faces = roll_faces(SEED, "7", 1, "1000", 40)
    assert faces == roll_faces(SEED, "7", 1, "1000", 40)
    assert faces != roll_faces(*other, 40)


def test_number_and_cause_cannot_be_confused() -> None:
    assert roll_faces(SEED, "7", 1, "11", 40) != roll_faces(SEED, "7", 11, "1", 40)


def test_a_roll_of_more_dice_than_one_block_gives_goes_on_evenly() -> None:
    faces = roll_faces(SEED, "7", 1, "1000", 500)
    assert len(faces) == 500
    assert faces[:31] == roll_faces(SEED, "7", 1, "1000", 31)
    assert faces[100:150] != faces[:50]


def test_the_faces_are_spread_as_chance_would() -> None:
    """Chi-square with 5 degrees of freedom lies between 0.21 and 20.5 in 99.8 % of all samples."""
    rolls = [roll_faces(SEED, "7", number, str(number * 7), 12) for number in range(1, 5001)]
    counts = Counter(face for faces in rolls for face in faces)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert 0.21 < chi_square < 20.5


def test_neighbouring_dice_are_independent() -> None:
    """Chi-square of pairs with 35 degrees of freedom lies below 66.6 in 99.9 % of all samples."""
    faces = roll_faces(SEED, "7", 1, "1", 72_000)
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    chi_square = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))
    assert chi_square < 66.6


@pytest.mark.parametrize(("game", "count"), [("7", 0), ("7", -1), ("7\n8", 1)])
def test_a_roll_without_dice_or_with_an_ambiguous_game_is_a_bug(game: str, count: int) -> None:
    with pytest.raises(ValueError, match="at least one die"):
        roll_faces(SEED, game, 1, "1000", count)


def test_dice_number_their_rolls_and_remember_them() -> None:
    dice = Dice(SEED, "7", 41, "1000")
    first = dice.roll(3, "2 infantry, 1 tank attack")
    second = dice.roll(2, "2 infantry defend")
    assert [(roll.number, roll.cause, roll.why) for roll in dice.rolls] == [
        (41, "1000", "2 infantry, 1 tank attack"),
        (42, "1000", "2 infantry defend"),
    ]
    assert first == roll_faces(SEED, "7", 41, "1000", 3)
    assert dice.faces == first + second


def finished_game() -> dict[str, Any]:
    """The export of a game with forty rolls, among them one that needs several blocks."""
    rolls: list[dict[str, Any]] = []
    for turn in range(20):
        dice = Dice(SEED, "7", len(rolls) + 1, f"12345678901234{turn:04}")
        dice.roll(turn + 1, "attack")
        dice.roll(90, "defence")
        rolls += [{"number": roll.number, "cause": roll.cause, "faces": list(roll.faces)} for roll in dice.rolls]
    return {"game": "7", "seed": SEED.hex(), "commitment": commitment(SEED), "rolls": rolls}


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(DOCS / "verify_dice.py"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def test_the_script_in_the_documentation_confirms_a_genuine_game(tmp_path: Path) -> None:
    export = tmp_path / "game.json"
    export.write_text(json.dumps(finished_game()), encoding="utf-8")
    result = verify(export)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"All 40 rolls are genuine, and the seed fits the commitment {commitment(SEED)}.\n"


def turn_a_die(export: dict[str, Any]) -> None:
    faces = export["rolls"][4]["faces"]
    faces[1] = faces[1] % 6 + 1


def exchange_the_seed(export: dict[str, Any]) -> None:
    export["seed"] = bytes(32).hex()


def exchange_seed_and_commitment(export: dict[str, Any]) -> None:
    export["seed"], export["commitment"] = bytes(32).hex(), commitment(bytes(32))


def drop_a_roll(export: dict[str, Any]) -> None:
    del export["rolls"][4]


def repeat_a_roll(export: dict[str, Any]) -> None:
    export["rolls"].insert(4, export["rolls"][3])


@pytest.mark.parametrize(
    ("alter", "verdict"),
    [
        (turn_a_die, "Roll 5 should be ["),
        (exchange_the_seed, "The seed does not fit the commitment."),
        (exchange_seed_and_commitment, "Roll 1 should be ["),
        (drop_a_roll, "Roll 5 is missing: roll 6 stands in its place."),
        (repeat_a_roll, "Roll 5 is missing: roll 4 stands in its place."),
    ],
)
def test_the_script_reports_what_was_altered(
    tmp_path: Path, alter: Callable[[dict[str, Any]], None], verdict: str
) -> None:
    game = finished_game()
    alter(game)
    export = tmp_path / "game.json"
    export.write_text(json.dumps(game), encoding="utf-8")
    result = verify(export)
    assert result.returncode == 1
    assert verdict in result.stdout
    assert "genuine" not in result.stdout


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"seed": "zz", "commitment": "", "rolls": []}', "{}"])
def test_the_script_refuses_what_is_no_export(tmp_path: Path, text: str) -> None:
    export = tmp_path / "game.json"
    export.write_text(text, encoding="utf-8")
    result = verify(export)
    assert result.returncode == 2
    assert "is not the export of a finished game" in result.stderr
    assert "Traceback" not in result.stderr

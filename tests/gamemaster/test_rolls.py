"""The dice: fair, repeatable from the seed, and checked by a script that shares no code with them."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from gamemaster.dice.rolls import Dice, commitment, new_seed, roll_faces

DOCS = Path(__file__).parents[2] / "docs"
SEED = bytes(range(32))


def test_a_seed_is_32_bytes_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize(("step", "words"), [(3, "entry 3 and six dice gives"), (None, "by method 1")])
def test_the_examples_in_the_documentation_are_true(step: int | None, words: str) -> None:
    example = ", ".join(str(face) for face in roll_faces(bytes(32), "7", 1, "1000", 6, step))
    assert f"{words} {example}" in " ".join((DOCS / "dice.md").read_text(encoding="utf-8").split())


def test_a_roll_is_bound_to_its_log_entry_and_to_how_many_dice_it_has() -> None:
    faces = roll_faces(SEED, "7", 1, "1000", 40, 3)
    assert faces == roll_faces(SEED, "7", 1, "1000", 40, 3)
    assert faces != roll_faces(SEED, "7", 1, "1000", 40, 4)
    assert faces[:39] != roll_faces(SEED, "7", 1, "1000", 39, 3)


def test_games_of_before_go_on_with_the_method_that_they_began_with() -> None:
    assert roll_faces(SEED, "7", 41, "1000", 6) == roll_faces(SEED, "7", 41, "1000", 12)[:6]
    assert Dice(SEED, "7", 41, "1000").roll(6, "attack") == roll_faces(SEED, "7", 41, "1000", 6)


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
    """Chi-square with 5 degrees of freedom lies between 0.21 and 20.5 in 99.8% of all samples."""
    rolls = [roll_faces(SEED, "7", number, str(number * 7), 12) for number in range(1, 5001)]
    counts = Counter(face for faces in rolls for face in faces)
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert 0.21 < chi_square < 20.5


def test_neighbouring_dice_are_independent() -> None:
    """Chi-square of pairs with 35 degrees of freedom lies below 66.6 in 99.9% of all samples."""
    faces = roll_faces(SEED, "7", 1, "1", 72_000)
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    chi_square = sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7))
    assert chi_square < 66.6


@pytest.mark.parametrize(
    ("game", "cause", "count"), [("7", "1000", 0), ("7", "1000", -1), ("7\n8", "1000", 1), ("7", "10\n3\n1", 1)]
)
def test_a_roll_without_dice_or_with_an_ambiguous_name_is_a_bug(game: str, cause: str, count: int) -> None:
    with pytest.raises(ValueError, match="at least one die"):
        roll_faces(SEED, game, 1, cause, count)


def test_dice_number_their_rolls_and_remember_them() -> None:
    dice = Dice(SEED, "7", 41, "1000")
    first = dice.roll(3, "2 infantry, 1 tank attack")
    second = dice.roll(2, "2 infantry defend")
    assert [(roll.number, roll.cause, roll.why) for roll in dice.rolls] == [
        (41, "1000", "2 infantry, 1 tank attack"),
        (42, "1000", "2 infantry defend"),
    ]
    assert first == roll_faces(SEED, "7", 41, "1000", 3)
    assert [roll.faces for roll in dice.rolls] == [first, second]

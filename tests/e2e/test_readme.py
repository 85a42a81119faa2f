"""The turn in the README is a turn of the game: its commands are given, and answered with its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled

README = Path(__file__).parents[2] / "README.md"
GIVEN = "Anna  /"
DICE = [(4, 1, 5, 6, 4, 2, 6), (2, 5, 6), (6, 4, 1, 5, 5, 3), (6,)]
"""Of West Russia: who attacks, who defends, and both once more."""


def turn() -> Iterator[tuple[str, dict[str, str], list[str]]]:
    """Each command of the example with its options, and what it is answered with."""
    example = README.read_text(encoding="utf-8").split("## A turn as it looks")[1].split("```")[1]
    for given in example.split(GIVEN)[1:]:
        command, *answers = given.splitlines()
        name, _, options = command.partition(" ")
        pairs = (option.partition(": ") for option in options.split("; ") if option)
        yield name, {key: value for key, _, value in pairs}, [line.strip() for line in answers if line.strip()]


def fallen(rolls: Iterator[tuple[int, ...]], *wanted: object) -> tuple[int, ...]:
    """The next dice of the example."""
    faces = next(rolls)
    assert len(faces) in wanted
    return faces


async def test_the_turn_of_the_readme_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.dice.rolls.roll_faces", partial(fallen, iter(DICE)))
    async with house(tmp_path) as (table, bot):
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna)
        await settled(bot)
        played = list(turn())
        assert len(played) == 13
        for name, options, answers in played:
            before = {message.id for message in await anna.messages(CHANNEL)}
            await anna.command(CHANNEL, name, wait_thinking=True, **options)
            await settled(bot)
            told = "\n".join(each.text for each in await anna.messages(CHANNEL) if each.id not in before)
            assert [line for line in answers if line not in told] == [], told

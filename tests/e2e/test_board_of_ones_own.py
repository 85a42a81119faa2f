"""The board of `docs/adding-a-setup.md` is opened, played and drawn from the files of that page alone."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import bot as entry
from engine import load_setup, new_game
from gamemaster.outbox.pictures import draw, picture_request
from local import Message
from maps.board.assets import load_meta
from maps.board.powers import style_of
from maps.check import check_board
from maps.looks.reading import looks
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, settled
from tests.guide import BOARD, FILES, followed
from tests.invented import NARROW_SEA, among_the_setups
from tests.sketches import AtOnce

OUT_OF_THE_BALTIC: dict[str, Any] = {"from": "sz 3"}
FROM_GERMANY: dict[str, Any] = {"from": "germany"}


def words_of(message: Message | None) -> str:
    """What the only picture of a message shows, in words."""
    assert message is not None
    (file,) = message.attachments
    return file.alt_text or ""


@pytest.fixture
def _guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("gamemaster.master.shared_workers", AtOnce)
    with followed(tmp_path / "data", monkeypatch):
        yield


def test_the_page_writes_five_files_of_data_and_nothing_else() -> None:
    written = [path.as_posix() for path in FILES if path.stem == BOARD]
    assert written == [
        "data/boards/baltic.json",
        "maps/geography/baltic.json",
        "data/looks/baltic.json",
        "data/openings/baltic.json",
        "data/setups/baltic.json",
    ]


@pytest.mark.usefixtures("_guide")
def test_its_picture_is_that_of_its_facts_and_its_geography() -> None:
    """Compiling takes libraries that tests do without, so the picture that came of it is kept beside them."""
    geography, meta = json.loads(FILES[Path("maps/geography/baltic.json")]), load_meta(BOARD)
    assert check_board(BOARD).is_right
    assert [meta["size"], list(meta["regions"])] == [geography["size"], list(geography["regions"])]
    assert meta["spaces"].keys() == {space["id"] for space in geography["spaces"]}


@pytest.mark.usefixtures("_guide")
@pytest.mark.usefixtures("cogs_read_anew")
async def test_its_game_is_created_with_its_option_played_and_drawn(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        offered = await anna.autocomplete(CHANNEL, "game create", focused="sound", edition=BOARD)
        assert [choice.value for choice in offered] == ["open", "closed"]
        await begin(ben, anna, edition=BOARD, options={"sound": "closed"})
        await settled(bot)
        first = await found(anna, lambda post: post.content.startswith("**First** begins."))
        assert "Sweden (Nordland): industrial complex; 3 infantry, 1 tank, 1 fighter" in words_of(first)
        await ben.command(CHANNEL, "buy", units="2 tanks")
        await ben.command(CHANNEL, "end-phase")
        shut = await ben.command(CHANNEL, "move", units="1 destroyer", to="sz 2", **OUT_OF_THE_BALTIC)
        assert shut.content.startswith("The straits are closed to all ships")
        await correct(table, {"turn": {"power": "hansa", "phase": "noncombat_move"}})
        moved = await ben.command(CHANNEL, "move", units="1 tank", to="denmark", **FROM_GERMANY)
        assert "1. 1 tank: Germany to Denmark" in moved.content
        seen = await ben.command(CHANNEL, "map")
        assert "Denmark (Hansa): 2 infantry, 1 tank" in words_of(seen.message)
        rules = await ben.command(CHANNEL, "rules search", text="tank blitz")
        assert "CMV-" in rules.content
        assert table.refusals == []


@pytest.mark.usefixtures("_guide")
def test_its_powers_have_looks_of_their_own_and_its_unclaimed_land_is_painted() -> None:
    picture = draw(picture_request(new_game(BOARD)))
    shown = Image.open(io.BytesIO(picture.data)).convert("RGB")
    for power in load_setup(BOARD).powers:
        assert style_of(power.id).emblem == looks().powers[power.id].emblem
    latvia, bothnia = shown.crop((1080, 830, 1081, 831)).tobytes(), shown.crop((720, 450, 721, 451)).tobytes()
    assert max(latvia) - min(latvia) < 30 < max(bothnia) - min(bothnia)  # grey land, blue water


async def test_players_and_host_are_told_what_a_board_without_pictures_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("gamemaster.master.shared_workers", AtOnce)
    with among_the_setups(tmp_path / "data", monkeypatch):
        entry.check_setups()
        assert "Games of the setup narrow_sea have no maps: draw its board" in caplog.text
        assert "no file in data/looks lists them: norland, suland, westmark, isles." in caplog.text
        async with house(tmp_path) as (table, bot):
            anna, ben = table.user("Anna"), table.user("Ben")
            await begin(ben, anna, edition=NARROW_SEA)
            await settled(bot)
            first = await found(anna, lambda post: "begins." in post.content and not post.ephemeral)
            assert "-# This board has no pictures yet, so I'll tell you what happens in words." in first.content
            ways: list[dict[str, Any]] = [{}, {"region": "front"}, {"region": "x"}, {"words": True}]
            for options in ways:
                told = await anna.command(CHANNEL, "map", **options)
                assert told.content.startswith("This board has no pictures yet. You can play on without them"), options
            assert "narrow_sea has no pictures in" in caplog.text
            assert "Traceback" not in caplog.text
            assert table.refusals == []

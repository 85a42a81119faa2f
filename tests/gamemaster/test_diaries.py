"""War diaries: one page with every turn, told to everybody alike."""

from __future__ import annotations

import io
from base64 import b64decode
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import ClassVar

import pytest
from PIL import Image

from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.jobs.past.diary import Diary
from gamemaster.records.diaries import Diaries
from gamemaster.records.diary_page import html_of
from gamemaster.roles import Actor
from tests.bench.war import fight
from tests.gamemaster.asked import side_by_side
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_catching_up import END, idle_turn, soviet_turn
from tests.gamemaster.test_notes import note

NAMES = {ANNA.user_id: "Anna", BEN.user_id: "Ben </script><b>**&**"}


class Page(HTMLParser):
    """What stands in a page: all tags are closed, nothing comes from elsewhere, every picture has words."""

    EMPTY: ClassVar = {"meta", "img"}

    def __init__(self, diary: Diary) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags = Counter[str]()
        self.text = ""
        self.alts: list[str] = []
        self.feed(diary.page.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags[tag] += 1
        self.open += [] if tag in self.EMPTY else [tag]
        if tag == "img":
            head, data = (given["src"] or "").split(";base64,")
            with Image.open(io.BytesIO(b64decode(data))) as image:
                assert head == f"data:{image.get_format_mimetype()}"
            self.alts.append(given["alt"] or "")
        if tag == "a":
            assert (given["href"] or "").startswith("#")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if self.open and self.open[-1] != "style" else ""


async def diary(table: Desk, who: Actor = BEN, first: int = 1, last: int = 1) -> Diary:
    return await table.master.diaries.diary(await table.view(who), first, last, NAMES)


async def test_each_turn_is_told_with_its_battles_the_board_and_the_charts(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        await idle_turn(table, BEN)
        told = await diary(table)
    page = Page(told)
    assert told.rounds == 1
    assert "Soviet Union, round 1Took West Russia (+1 income).Bought nothing; 7 IPCs kept." in page.text
    assert "West Russia, 2 rounds: taken; destroyed 3 infantry without loss" in page.text
    assert "Germany, round 1" in page.text
    assert "Anna: Soviet Union, United Kingdom and United States" in page.text
    assert "Ben </script><b>**&**: Germany and Japan" in page.text
    assert "The war so far" in page.text
    assert told.pictures == len(page.alts) == 1 + 1 + 1 + 5  # board, in motion, battle, charts
    assert all(page.alts)
    assert page.tags["script"] == 0


async def test_everybody_gets_the_same_page_without_what_is_secret(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await note(table, ANNA, "Hold *Moscow* </blockquote>")
        before = (await diary(table)).page
        await table.act(ANNA, {"type": "move", "units": {"infantry": 3}, "path": ["russia", "west_russia"]})
        pages = [(await diary(table, who)).page for who in (ANNA, BEN, CLEO)]
        assert pages == [before] * 3
        assert "Moscow" not in Page(await diary(table)).text
        await table.act(ANNA, {"type": "undo"})
        while (await table.state()).power == "soviet_union":
            await table.act(ANNA, END)
        assert "Hold *Moscow* </blockquote>" in Page(await diary(table)).text


async def test_a_war_of_some_rounds_names_them_and_the_dearest_battles(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await diary(table)
        await table.bring(fight(rounds=3).record)
        page = Page(await diary(table, first=2, last=3))
        assert "Round 1" not in page.text.split("Round 2")[0]
        assert {"Round 2", "Round 3", "The costliest battles", "The war in figures"} <= set(_links(page))
        with pytest.raises(TableRefusal, match="Rounds 1 to"):
            await diary(table, last=99)
        small = Diaries(table.master.store, table.master.workers, largest_file=20_000)
        with pytest.raises(TableRefusal, match="Choose fewer rounds"):
            await small.diary(await table.view(BEN), 1, 3, {})


def _links(page: Page) -> list[str]:
    return [name for name in ("Round 2", "Round 3", "The costliest battles", "The war in figures") if name in page.text]


async def test_before_the_first_phase_has_ended_there_is_nothing_to_tell(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(TableRefusal, match="nothing to tell"):
            await diary(table)


@pytest.mark.parametrize(
    ("line", "html"),
    [
        ("**Took** __Ukraine__", "<strong>Took</strong> <u>Ukraine</u>"),
        (
            r"\*\*no\*\* \_\_no\_\_ \<b> & \[c\](d)",
            "&#42;&#42;no&#42;&#42; &#95;&#95;no&#95;&#95; &#60;b&#62; &#38; &#91;c&#93;(d)",
        ),
        ("<img src=x onerror=alert(1)>", "&#60;img src=x onerror=alert(1)&#62;"),
    ],
)
def test_what_users_typed_stands_in_the_page_as_they_typed_it(line: str, html: str) -> None:
    assert html_of(line) == html


@pytest.mark.whole
@pytest.mark.real_workers
@pytest.mark.parametrize(("setup", "rounds"), [("aa1941", 20), ("anniversary_1941", 12), ("global_1940", 12)])
async def test_the_diary_of_a_long_war_fits_into_a_post(tmp_path: Path, setup: str, rounds: int) -> None:
    async with desk(tmp_path, side_by_side(setup), setup=setup, started=False) as table:
        await table.bring(fight(setup, rounds).record)
        last = (await table.state()).round
        told = await diary(table, last=last)
        assert len(told.page) <= 8 * 1024 * 1024
        assert len(Page(told).alts) == told.pictures > last

"""Templates of a server: saved from a game, opened by name, locked by managers, refused in words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.rematch import as_last_time
from gamemaster.table_settings import PACES, Pause, Vacation, table_settings_of
from store.agreements import Template, keep_template, templates_of
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, FAY, GUILD, Desk, desk

ELSEWHERE = CHANNEL + 1
LEAGUE = replace(PACES["league"], pauses=(Pause(1, 2),), vacations=(Vacation(BEN.user_id, 1, 2),))


async def kept(table: Desk) -> tuple[Template, ...]:
    async with table.master.store.read() as read:
        return await templates_of(read, GUILD)


async def test_a_game_is_opened_by_what_another_agreed_on_and_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path, options={"victory": "shorter"}, customs=LEAGUE) as table:
        templates, loaded = table.master.templates, await table.loaded()
        assert "no templates" in await templates.told(GUILD)
        await templates.save(loaded, ANNA, " League A ")
        assert "• **League A**: Axis & Allies: 1941\n" in await templates.told(GUILD)
        opened = await templates.open(GUILD, ELSEWHERE, BEN, "league a")
        settings = table_settings_of(opened.game)
        assert opened.game.options["victory"] == "shorter"
        assert (settings.pace, settings.pauses, settings.vacations) == ("league", (), ())
        assert next(iter(settings.in_words)) == "By this server's template “League A”"
        again = await as_last_time(table.master.lobby, loaded.game, ANNA, GUILD, ELSEWHERE + 1)
        assert table_settings_of(again.game) == replace(LEAGUE, pauses=(), vacations=())


async def test_the_record_names_the_template(tmp_path: Path) -> None:
    customs = replace(PACES["daily"], template="League A")
    async with desk(tmp_path, customs=customs) as table:
        assert (await table.record())["template"] == "League A"
    (second := tmp_path / "second").mkdir()
    async with desk(second) as table:
        assert "template" not in await table.record()


async def test_who_may_save_replace_lock_and_delete(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        templates, loaded = table.master.templates, await table.loaded()
        with pytest.raises(NotAllowed):
            await templates.save(loaded, BEN, "Mine")
        with pytest.raises(NotAllowed):
            await templates.lock(GUILD, ANNA, "Mine", locked=True)
        await templates.save(loaded, FAY, "League A")
        with pytest.raises(NotAllowed, match="Only whoever saved it, or a server manager,"):
            await templates.save(loaded, ANNA, "league A")
        await templates.save(loaded, ANNA, "Anna's")
        await templates.lock(GUILD, FAY, "anna's", locked=True)
        with pytest.raises(NotAllowed, match="Only a server manager can change or delete"):
            await templates.delete(GUILD, ANNA, "Anna's")
        await templates.lock(GUILD, FAY, "Anna's", locked=False)
        await templates.delete(GUILD, ANNA, "Anna's")
        with pytest.raises(TableRefusal, match="This server has no template “Anna's”"):
            await templates.delete(GUILD, ANNA, "Anna's")
        assert [each.name for each in await kept(table)] == ["League A"]


async def test_a_name_has_no_effect_of_its_own_where_it_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        templates, loaded = table.master.templates, await table.loaded()
        name, plain = "**@everyone** [x](http://a.b)", "“\\*\\*@\u200beveryone\\*\\* \\[x](http\\://a.b)”"
        assert plain in await templates.save(loaded, ANNA, name)
        opened = await templates.open(GUILD, ELSEWHERE, BEN, name)
        assert next(iter(table_settings_of(opened.game).in_words)) == f"By this server's template {plain}"
        assert plain in await templates.lock(GUILD, FAY, name, locked=True)
        with pytest.raises(NotAllowed) as no:
            await templates.delete(GUILD, ANNA, name)
        assert plain in str(no.value)
        assert plain in await templates.delete(GUILD, FAY, name)
        with pytest.raises(TableRefusal) as unknown:
            await templates.open(GUILD, ELSEWHERE, BEN, name)
        assert plain in str(unknown.value)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "x" * 6000])
async def test_a_name_has_to_be_one_to_forty_characters(tmp_path: Path, name: str) -> None:
    async with desk(tmp_path) as table:
        with pytest.raises(TableRefusal, match="1 to 40 characters"):
            await table.master.templates.save(await table.loaded(), ANNA, name)
        assert await kept(table) == ()


async def test_a_template_whose_options_are_gone_is_refused_in_words_and_stays(tmp_path: Path) -> None:
    gone = {
        "option": Template("option", "aa1941", {"zeppelins": "on"}, None, False, 1),
        "choice": Template("choice", "aa1941", {"victory": "endless"}, None, False, 1),
        "edition": Template("edition", "aa1939", {}, None, False, 1),
        "times": Template("times", "aa1941", {}, {"moon_phase": 3}, False, 1),
    }
    async with desk(tmp_path) as table:
        async with table.master.store.write() as write:
            for template in gone.values():
                await keep_template(write, GUILD, template)
        for name in gone:
            with pytest.raises(TableRefusal, match=f"The template “{name}” no longer fits"):
                await table.master.templates.open(GUILD, ELSEWHERE, ANNA, name)
        assert len(await kept(table)) == len(gone)
        assert "an edition that I don't have any more" in await table.master.templates.told(GUILD)


async def test_a_server_keeps_twenty(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        templates, loaded = table.master.templates, await table.loaded()
        for number in range(20):
            await templates.save(loaded, ANNA, f"Number {number}")
        with pytest.raises(TableRefusal, match="A server keeps 20 templates"):
            await templates.save(loaded, ANNA, "One more")
        await templates.save(loaded, ANNA, "Number 3")
        assert len(await kept(table)) == 20

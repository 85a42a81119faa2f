"""Following a game: one ping as each turn begins, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import NotBegun, TableRefusal
from gamemaster.lobby.following import MOST_FOLLOWERS
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from store.followers import followers_of
from store.games.deleting import delete_games, delete_person
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, Desk, desk
from tests.gamemaster.test_catching_up import END, idle_turn, soviet_turn


async def follow(table: Desk, who: Actor, *, stops: bool = False) -> str:
    return await table.master.following.choose(await table.view(who), stops=stops)


def pings(posts: list[Outgoing], who: Actor) -> list[str]:
    return [post.content for post in posts if who.user_id in post.ping]


async def test_who_follows_gets_one_ping_as_each_turn_begins(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        assert (await follow(table, CLEO)).startswith("You follow **Test**: you'll get one ping as each turn begins")
        await soviet_turn(table)
        (told,) = pings(await table.send(), CLEO)
        assert told.startswith("**Germany · round 1 · purchase**")
        assert "\n-# Followed by <@3>" in told
        await table.act(BEN, END)
        assert pings(await table.send(), CLEO) == []
        await idle_turn(table, BEN)
        assert len(pings(await table.send(), CLEO)) == 1
        assert await follow(table, CLEO, stops=True) == "You no longer follow **Test**."
        await idle_turn(table, ANNA)
        posts = await table.send()
        assert pings(posts, CLEO) == []
        assert not any("Followed by" in post.content for post in posts)


async def test_a_player_who_follows_is_pinged_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await follow(table, BEN)
        await table.send()
        await idle_turn(table, ANNA)
        (told,) = pings(await table.send(), BEN)
        assert "Followed by" not in told


async def test_twice_too_many_too_early_and_too_late(tmp_path: Path) -> None:
    second = tmp_path / "running"
    second.mkdir()
    async with desk(tmp_path, started=False) as table:
        with pytest.raises(NotBegun):
            await follow(table, CLEO)
    async with desk(second) as table:
        await follow(table, CLEO)
        assert await follow(table, CLEO) == "You already follow **Test**. To stop, use `/follow stop: True`."
        assert await follow(table, DAN, stops=True) == "You don't follow **Test**."
        for number in range(MOST_FOLLOWERS - 1):
            await follow(table, Actor(1000 + number, "Somebody"))
        with pytest.raises(TableRefusal, match="20 people follow this game already"):
            await follow(table, DAN)
        async with table.master.store.write() as write:
            await delete_person(write, CLEO.user_id)
            assert CLEO.user_id not in await followers_of(write, table.game_id)
        await table.wish(ANNA, "end")
        await table.say(BEN, "agree")
        with pytest.raises(TableRefusal, match="This game is over"):
            await follow(table, CLEO)
        async with table.master.store.write() as write:
            await delete_games(write, [table.game_id])
            assert await followers_of(write, table.game_id) == ()

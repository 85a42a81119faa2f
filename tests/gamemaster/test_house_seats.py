"""Who may give a power to the house, and when (ASY-65)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.rematch import rematch
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, FAY, GUILD, TWO, Desk, desk
from tests.gamemaster.house_desk import ALLIES, against_the_house, give, work_here
from tests.gamemaster.test_consent import named

pytestmark = pytest.mark.rule("ASY-65")
REVISED = {ANNA: ("soviet_union", "united_kingdom", "united_states")}


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("actor", [BEN, CLEO], ids=["a player", "a spectator"])
async def test_only_the_organiser_and_server_managers_decide(tmp_path: Path, actor: Actor, *, started: bool) -> None:
    async with desk(tmp_path, started=started) as table:
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager can let the house play"):
            await give(table, actor, "germany")


@pytest.mark.parametrize(
    ("power", "level", "why"),
    [
        ("germany", "best", "The house has no level “best”. Choose easy, normal or hard, or “nobody”."),
        ("germany", "greedy", "The house has no level “greedy”."),
        ("germany", "easy", "Germany is played by the house (easy) already."),
        ("united_states", "nobody", "<@1> plays the United States."),
        ("atlantis", "easy", "There is no power “atlantis”. Choose the Soviet Union,"),
        ("", "", "The house has no level “”."),
    ],
)
async def test_what_is_refused(tmp_path: Path, power: str, level: str, why: str) -> None:
    async with against_the_house(tmp_path) as (table, _):
        before = await table.loaded()
        with pytest.raises(TableRefusal) as refused:
            await give(table, ANNA, power, level)
        assert why in str(refused.value)
        assert await table.loaded() == before


@pytest.mark.rule("ASY-66")
async def test_a_power_that_somebody_plays_is_given_to_the_house_as_it_is_to_another_player(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        work_here(table.master)
        asked = await table.wish(ANNA, "house", power="germany", level="easy")
        assert list(asked.users) == [BEN.user_id]
        assert "germany" in (await table.loaded()).seats
        card = named(await table.send(), "let the house (easy) play Germany in place of <@2>")
        assert "nobody answers by" in card.content
        await table.say(BEN, "agree")
        assert named(
            await table.send(), "Germany is now played by the house (easy) in place of <@2> (decided by Anna; "
        )
        loaded = await table.loaded()
        assert (loaded.house, loaded.seats.get("japan")) == ({"germany": "easy"}, BEN.user_id)
        assert not (await table.wish(ANNA, "house", power="japan", level="easy", has_left=True)).users
        assert set((await table.loaded()).house) == {"germany", "japan"}


@pytest.mark.rule("ASY-66")
async def test_nobody_is_left_without_a_player_at_the_table(tmp_path: Path) -> None:
    async with desk(tmp_path, ALLIES, started=False) as table:
        for power in ("germany", "japan"):
            await give(table, ANNA, power)
        await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        await give(table, ANNA, "united_kingdom")
        await give(table, ANNA, "united_states")
        with pytest.raises(TableRefusal, match="Then nobody but the house would play here"):
            await give(table, ANNA, "soviet_union")


async def test_the_table_is_told_who_decided(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await table.send()
        await give(table, FAY, "germany", "nobody")
        assert named(await table.send(), "Germany is now played by nobody (decided by Fay).")
        await table.wish(ANNA, "call", left=[])
        assert "Free: **Germany**." in named(await table.send(), "Wanted: a new player.").content
        await give(table, ANNA, "germany")
        assert "All seats have a player again." in [edit.content.split("\n")[0] for _, edit in await edits(table)]


async def edits(table: Desk) -> list[tuple[int, Outgoing]]:
    await table.send()
    return table.mailbox.edits


async def test_a_game_that_is_over_stays_as_it_is(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await table.wish(FAY, "end")
        with pytest.raises(TableRefusal, match="This game is over, so its seats stay as they are"):
            await give(table, ANNA, "germany", "nobody")


async def test_it_does_not_play_alone_unasked(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False) as table:
        for powers in TWO.values():
            for power in powers:
                await give(table, ANNA, power)
        with pytest.raises(TableRefusal, match="Nobody has a seat here, so the house would play every power"):
            await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        await table.master.lobby.join(await table.loaded(), DAN.user_id, ["germany"])
        begun = await table.master.lobby.start(await table.loaded(), ANNA, "the start")
        assert (begun.player_of("germany"), begun.player_of("japan")) == ("<@4>", "the house (easy)")
        await table.wish(DAN, "resign", powers=["germany"])
        with pytest.raises(TableRefusal, match="Then nobody but the house would play here"):
            await give(table, ANNA, "germany")


async def test_what_the_house_cannot_agree_on_in_a_lobby(tmp_path: Path) -> None:
    for number, (setup, options, why) in enumerate(
        (
            ("revised", {"advantages": "choose 2"}, "The house can't choose national advantages"),
            ("revised", {"bid": "auction allies"}, "The house can't call in an auction"),
        )
    ):
        (place := tmp_path / str(number)).mkdir()
        async with desk(place, REVISED, setup=setup, options=options, started=False) as table:
            with pytest.raises(TableRefusal, match=why):
                await give(table, ANNA, "germany")


async def test_powers_that_are_played_together_are_given_together(tmp_path: Path) -> None:
    players = {ANNA: ("germany", "italy", "japan")}
    async with desk(tmp_path, players, setup="anniversary_1941", started=False) as table:
        await give(table, ANNA, "china")
        assert dict((await table.loaded()).house) == {"china": "easy", "united_states": "easy"}
        await give(table, ANNA, "united_states", "nobody")
        assert dict((await table.loaded()).house) == {}


async def test_a_rematch_begins_with_free_seats(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await table.wish(FAY, "end")
        opened = await rematch(table.master.lobby, await table.loaded(), ANNA, GUILD, 4711)
        assert dict(opened.house) == {}

"""A table of computers: confirmed, a turn an hour, and over after its last round (ASY-67)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.house import alone
from gamemaster.jobs.house import Position, Thought
from gamemaster.lobby.rematch import agreed_in
from gamemaster.lobby.server_games import text_of
from gamemaster.master import GameMaster
from gamemaster.roles import Actor
from gamemaster.table_settings import AN_HOUR, Alone, table_settings_of
from gamemaster.workers import Asker
from store import utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, EVE, FAY, GUILD, TWO, Desk, Mailbox, desk
from tests.gamemaster.house_desk import Here, against_the_house, give, log_of, play, work_here
from tests.gamemaster.test_consent import labels, named

pytestmark = pytest.mark.rule("ASY-67")
END = {"type": "end_phase"}
DEFAULT = {"type": "decide", "choice": "default"}
ALL = [power for powers in TWO.values() for power in powers]


def only_ends(position: Position) -> Thought:
    """A house that attacks nobody, so that its turns are short."""
    return Thought((DEFAULT if position.board.requests else END,), ({"line": ""},))


@asynccontextmanager
async def of_computers(tmp_path: Path, now: list[int]) -> AsyncIterator[tuple[Desk, Here]]:
    """The house plays every power, as Anna has confirmed; she organises the game."""
    async with desk(tmp_path, {}, started=False, clock=lambda: now[0]) as table:
        here = work_here(table.master)
        here.answer = only_ends
        for power in ALL:
            await give(table, ANNA, power)
        await begin(table, is_alone=True)
        yield table, here


async def begin(table: Desk, actor: Actor = ANNA, *, is_alone: bool) -> None:
    await table.master.lobby.start(await table.loaded(), actor, "the start", is_alone=is_alone)


async def play_a_turn(table: Desk) -> None:
    """One turn, of which nothing is posted yet."""
    before = (await table.state()).power
    while (await table.state()).power == before:
        assert await table.master.house.sweep()


async def last_round(table: Desk, number: int) -> None:
    """Have the table end after another round."""
    game = (await table.loaded()).game
    async with table.master.store.write() as write:
        await write.commit_turn(game.id, game.version)
        customs = replace(table_settings_of(game), alone=Alone(number)).stored
        await write.change_game(game.id, customs=customs)


async def test_the_organiser_confirms_it(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False) as table:
        lobby = table.master.lobby
        for power in ALL[1:]:
            await give(table, ANNA, power)
        assert await lobby.question(await table.loaded(), ANNA) == "", "one seat is free"
        await give(table, ANNA, ALL[0])
        with pytest.raises(NotAllowed, match="Only the organiser or a server manager can start the game"):
            await lobby.question(await table.loaded(), BEN)
        asked = await lobby.question(await table.loaded(), ANNA)
        for part in ("about a turn an hour", "after round 12, in about 3 days", "/game pause", "/game end", "ASY-67"):
            assert part in asked
        with pytest.raises(TableRefusal, match="the house would play every power"):
            await begin(table, is_alone=False)
        with pytest.raises(NotAllowed, match="Only the organiser"):
            await begin(table, BEN, is_alone=True)
        await begin(table, is_alone=True)
        with pytest.raises(TableRefusal, match="This game has already begun"):
            await begin(table, is_alone=True)
        assert table_settings_of((await table.loaded()).game).alone == Alone(12)
        posts = await table.send()
        assert "until a side has won or round 12 is over." in named(posts, "**Test** begins.").content
        assert "-# The house plays every power, about a turn an hour, up to the end of round 12." in posts[-1].content
        assert not any(post.ping for post in posts)


async def test_a_confirmation_holds_only_while_nobody_plays(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False) as table:
        for power in ALL:
            await give(table, ANNA, power)
        await table.master.lobby.join(await table.loaded(), DAN.user_id, ["germany"])
        with pytest.raises(TableRefusal, match="Somebody has taken a seat since I asked"):
            await begin(table, is_alone=True)
        assert await table.master.lobby.question(await table.loaded(), ANNA) == ""
        await begin(table, is_alone=False)
        assert table_settings_of((await table.loaded()).game).alone is None
        assert "every power" not in (await table.send())[-1].content


async def test_a_turn_an_hour_and_none_twice_after_a_restart(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        await table.send()
        await play_a_turn(table)
        posts = await table.send()
        begins = now[0] + AN_HOUR
        assert f"This turn begins by <t:{begins}:t>." in posts[-1].content
        assert "Order units" not in posts[-1].content
        assert labels(posts[-1]) == ["Map", "Catch up"], "nobody could press anything else"
        assert not any(post.ping for post in posts)
        for seconds in (0, AN_HOUR // 2, AN_HOUR // 2 - 1):
            now[0] += seconds
            restarted = GameMaster(table.master.store, Mailbox(), lambda: now[0], edit_pause=0.0)
            work_here(restarted).answer = only_ends
            assert not await table.master.house.sweep()
            assert not await restarted.house.sweep()
        now[0] += 1
        assert (await table.state()).power == "germany"
        assert await restarted.house.sweep()
        await play_a_turn(table)
        assert (await table.state()).power == "united_kingdom"
        await table.send()
        events = [event["kind"] for entry in await log_of(table) for event in entry.events]
        assert events.count("turn_began") == 2
        assert not await table.master.house.sweep()
        now[0] += 9 * AN_HOUR
        await play_a_turn(table)
        await table.send()
        assert not await table.master.house.sweep(), "what an absence has cost is not caught up with"


async def test_a_clock_set_back_keeps_no_table_waiting(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        await play_a_turn(table)
        await table.send()
        assert not await table.master.house.sweep()
        now[0] -= AN_HOUR // 2
        assert not await table.master.house.sweep()
        now[0] -= 3 * AN_HOUR
        await play_a_turn(table)
        await table.send()
        assert not await table.master.house.sweep(), "by that clock it has just played"
        now[0] += AN_HOUR
        assert await table.master.house.sweep()


async def test_it_waits_while_what_it_did_cannot_be_read(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        await play_a_turn(table)
        now[0] += AN_HOUR
        assert not await table.master.house.sweep()
        await table.send()
        now[0] += table.master.house.look_again_seconds
        async with table.master.store.write() as write:
            await write.outbox.park_channel(CHANNEL, "Missing Access")
        assert not await table.master.house.sweep()
        async with table.master.store.write() as write:
            await write.outbox.unpark_channel(CHANNEL)
        now[0] += table.master.house.look_again_seconds
        assert await table.master.house.sweep()


async def test_it_ends_after_its_last_round_as_games_end(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, here):
        table.master.house.turn_seconds = 0
        await last_round(table, 1)
        while (await table.loaded()).game.status == "running":
            assert await table.master.house.sweep()
            await table.send()
        assert (await table.loaded()).game.status == "abandoned"
        assert (await table.state()).round == 2
        assert len(here.asked) == len(await log_of(table)), "nothing was thought of a round that isn't played"
        assert not await table.master.house.sweep()
        ended = named(table.mailbox.all_posted, "**Test** is over: round 1 was the last, and nobody has won.")
        assert "As the house judges the board, " in ended.content
        assert "Victory cities: Allies 3, Axis 2" in ended.content
        assert labels(ended) == ["Charts", "War diary", "Review", "Rematch"]
        assert ended.pictures
        standing = [post.content for post in table.mailbox.posts.values()]
        assert not any("the house (easy)'s turn" in content for content in standing), "the panel waits for nobody"
        assert "The seed of the dice of **Test** was" in named(table.mailbox.all_posted, "The seed").content
        assert not any(post.ping for post in table.mailbox.all_posted)
        loaded = await table.loaded()
        assert "No dice were rolled" in await table.master.records.verify_dice(loaded)
        assert '"status":"abandoned"' in f"{await table.master.records.dice_check(loaded)}"
        assert (await table.record())["steps"]
        view = await table.view(BEN)
        assert "Ended without a winner" in await table.master.summaries.summary(view, {}, None)
        assert (await table.master.reviews.of(view, Asker(BEN.user_id, table.game_id))).text


async def test_who_takes_a_seat_plays_an_ordinary_game(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        table.master.house.most_alone = 2
        await play_a_turn(table)
        await table.replace(ANNA, "united_kingdom", EVE)
        told = named(await table.send(), "The United Kingdom is now played by <@5>").content
        assert "From now on this is an ordinary game" in told
        settings = table_settings_of((await table.loaded()).game)
        assert (settings.alone, settings.is_of_computers) == (Alone(12, ended=(await table.loaded()).game.seq), False)
        await play(table.master)
        state = await table.state()
        assert (state.power, state.round) == ("united_kingdom", 1), "at once, and no matter how long it played alone"
        panel = (await table.send())[-1]
        assert (panel.ping, "every power" in panel.content) == ([EVE.user_id], False)
        assert "Order units for" in panel.content
        assert "Buy units" in labels(panel)
        await last_round(table, 0)
        now[0] += AN_HOUR
        assert not await play(table.master)
        assert (await table.loaded()).game.status == "running"


async def test_who_would_like_to_play_is_told_how(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        with pytest.raises(TableRefusal, match=r"already begun\. `/game wait` says how you get a seat"):
            await table.master.lobby.join(await table.loaded(), DAN.user_id, ["germany"])
        ask = r"The house plays the Soviet Union, .*so you needn't wait\. Ask <@1> to give you a seat with `/game"
        with pytest.raises(TableRefusal, match=ask):
            await table.master.waiters.wait(await table.loaded(), DAN.user_id)
        with pytest.raises(
            TableRefusal, match=r"No seat is free here.*or one that the house plays, use `/game replace`"
        ):
            await table.wish(ANNA, "call", left=[])
        with pytest.raises(NotAllowed, match=r"It is the Soviet Union's turn, which the house plays\. Nothing changed"):
            (await table.view(DAN)).to_order()
        await table.wish(ANNA, "end")
        with pytest.raises(TableRefusal, match=r"This game is over\. Start a new one with /game create"):
            await table.master.lobby.join(await table.loaded(), DAN.user_id, ["germany"])


async def test_pausing_and_ending_it_is_up_to_the_organiser(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        await play_a_turn(table)
        for actor, deed in ((BEN, "pause"), (BEN, "end")):
            with pytest.raises(NotAllowed):
                await table.wish(actor, deed)
        await table.send()
        assert not (await table.wish(ANNA, "pause")).users
        assert "This turn begins" not in (await table.send())[-1].content
        now[0] += 5 * AN_HOUR
        assert not await table.master.house.sweep()
        await table.wish(ANNA, "resume")
        await table.send()
        assert await table.master.house.sweep()
        await table.wish(ANNA, "end")
        assert not await table.master.house.sweep()
        assert (await table.loaded()).game.status == "abandoned"


async def other_table(table: Desk, number: int) -> int:
    """Another game of Anna's, in its lobby."""
    loaded = await table.master.lobby.create(ANNA, GUILD, 1_000 + number, "aa1941", {}, f"Test {number}")
    for power in ALL:
        body = {"power": power, "level": "easy"}
        await table.master.consent.wish(loaded.game.id, ANNA, "house", body, f"{number} {power}")
    return loaded.game.id


async def test_a_server_has_only_a_few_of_them(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, _):
        lobby, games = table.master.lobby, table.master.loader
        numbers = [await other_table(table, number) for number in range(alone.MOST_IN_A_SERVER)]
        for number in numbers[:-1]:
            await lobby.start(await games.by_id(number), ANNA, "the start", is_alone=True)
        last = await games.by_id(numbers[-1])
        with pytest.raises(TableRefusal, match="the house already plays 3 games by itself"):
            await lobby.question(last, ANNA)
        with pytest.raises(TableRefusal, match="the house already plays 3 games by itself"):
            await lobby.start(last, ANNA, "the start", is_alone=True)
        await table.replace(ANNA, "germany", BEN)
        assert (await lobby.start(last, ANNA, "the start", is_alone=True)).game.status == "running"


async def test_tables_of_people_come_first_and_those_of_computers_one_at_a_time(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, here):
        second = await other_table(table, 2)
        loader, lobby = table.master.loader, table.master.lobby
        await lobby.start(await loader.by_id(second), ANNA, "the start", is_alone=True)
        of_people = await other_table(table, 3)
        await lobby.join(await loader.by_id(of_people), BEN.user_id, ["germany"])
        await lobby.start(await loader.by_id(of_people), ANNA, "the start")
        here.asked.clear()
        while (await loader.by_id(of_people)).running.power == "soviet_union":
            assert await table.master.house.sweep() == 1
        assert {position.seed for position in here.asked} == {of_people}
        assert await table.master.house.sweep() == 1
        assert here.asked[-1].seed == table.game_id


async def test_a_game_whose_position_is_lost_keeps_no_other_waiting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor is it looked at every few seconds."""
    now = [utc_seconds()]
    async with of_computers(tmp_path, now) as (table, here):
        loader, lobby, master = table.master.loader, table.master.lobby, table.master
        second = await other_table(table, 2)
        await lobby.start(await loader.by_id(second), ANNA, "the start", is_alone=True)
        async with master.store.write() as write:
            await write.connection.execute(text("DELETE FROM states WHERE game_id = 1"))
        anew = GameMaster(master.store, Mailbox(), lambda: now[0], edit_pause=0.0)
        here = work_here(anew)
        here.answer = only_ends
        assert [await anew.house.sweep() for _ in range(3)] == [1, 1, 1]
        assert {position.seed for position in here.asked} == {second}
        assert caplog.text.count("What is due in game 1 cannot be done") == 1
        assert "**Test 2** in" in text_of(await anew.server_games.page(GUILD, lambda _: True, 1))
        assert "**Test 2** is waiting for the house (easy)" in (await anew.duties.of(ANNA.user_id)).text


async def test_where_the_last_player_leaves_the_organiser_decides(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        here.answer = only_ends
        with pytest.raises(TableRefusal, match="Nobody else plays here who could agree to a draw"):
            await table.wish(ANNA, "draw")
        await table.wish(ANNA, "resign", powers=list(TWO[ANNA]))
        told = named(await table.send(), "Anna gave up the Soviet Union").content
        assert (
            "Nobody but the house plays here now, so it rests until somebody takes a seat. <@1> can let it play on by "
            "itself: give it a free power with `/game house`."
        ) in told
        assert not await play(table.master)
        with pytest.raises(TableRefusal, match="Then nobody but the house would play here"):
            await give(table, ANNA, "united_kingdom")
        await give(table, ANNA, "germany", "normal")
        await give(table, ANNA, "germany", "easy")
        assert not await play(table.master), "another level is no word that it may play alone"
        with pytest.raises(NotAllowed):
            await table.wish(BEN, "house", power="united_kingdom", level="easy", alone=True)
        await table.wish(FAY, "house", power="united_kingdom", level="normal", alone=True)
        told = named(await table.send(), "are now played by the house (normal) (decided by Fay).").content
        assert "until a side has won or round 12 is over." in told
        assert dict((await table.loaded()).house) == {
            "germany": "easy",
            "japan": "easy",
            **dict.fromkeys(TWO[ANNA], "normal"),
        }
        with pytest.raises(TableRefusal, match="Who plays here has changed since I asked"):
            await table.wish(FAY, "house", power="germany", level="normal", alone=True)
        assert await table.master.house.sweep()
        await give(table, ANNA, "germany", "nobody")
        await give(table, ANNA, "germany", "normal")
        assert (await table.loaded()).house["germany"] == "normal"


async def test_who_sits_down_before_the_answer_keeps_the_house_from_playing_alone(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await table.wish(ANNA, "resign", powers=list(TWO[ANNA]))
        await table.replace(ANNA, "soviet_union", CLEO)
        with pytest.raises(TableRefusal, match="Who plays here has changed since I asked"):
            await table.wish(ANNA, "house", power="united_kingdom", level="easy", alone=True)
        assert table_settings_of((await table.loaded()).game).alone is None


async def test_no_record_is_imported_there_and_no_later_table_begins_alone(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with against_the_house(tmp_path) as (table, _):
        record = await table.record()
    (other := tmp_path / "other").mkdir()
    async with desk(other, {}, started=False) as table:
        for power in ALL:
            await give(table, ANNA, power)
        with pytest.raises(TableRefusal, match="A record can't be imported while the house plays every power"):
            await table.bring(record)
    (third := tmp_path / "third").mkdir()
    async with of_computers(third, now) as (table, _):
        assert agreed_in((await table.loaded()).game)[1].alone is None

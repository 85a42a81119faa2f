"""The house stands in for players who are away: the seat stays theirs, and their next order takes it back (ASY-66)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from gamemaster.announcements.announcer import users_waited_for
from gamemaster.announcements.asking_ahead import users_ahead
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import NotAllowed, NotBegun, TableRefusal
from gamemaster.house.playing import whose_move
from gamemaster.jobs.house import Position, Thought, thought_out
from gamemaster.lobby.rematch import agreed_in
from gamemaster.roles import Actor
from gamemaster.table_settings import PACES, USUAL, table_settings_of
from store import Entry, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CLEO, GUILD, TWO, Desk, desk
from tests.gamemaster.house_desk import Here, against_the_house, attack_ahead, germany_is_asked, log_of, play, work_here
from tests.gamemaster.rolling import another_process
from tests.gamemaster.test_catching_up import idle_turn
from tests.gamemaster.test_consent import named
from tests.gamemaster.test_seats import left_an_order

pytestmark = pytest.mark.rule("ASY-66", setups="every + 1940")
END = {"type": "end_phase"}
BUY = {"type": "purchase", "units": {"infantry": 1}}
HOUR = 3600


@asynccontextmanager
async def two(tmp_path: Path, **more: object) -> AsyncIterator[tuple[Desk, Here]]:
    """Anna plays the Allies, Ben the Axis."""
    async with desk(tmp_path, **more) as table:  # type: ignore[arg-type]
        here = work_here(table.master)
        yield table, here


async def away(table: Desk, actor: Actor = BEN, power: str = "", *, turn: bool = False) -> str:
    return await table.master.standing_in.begin(table.game_id, actor, "turn" if turn else "back", power)


def of_the_house(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.by for entry in entries if entry.auto == "computer"]


async def stand_ins(table: Desk) -> tuple[str, ...]:
    return tuple(each.power for each in table_settings_of((await table.loaded()).game).stand_ins)


async def test_whoever_ends_their_vacation_plays_again(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        vacations = table.master.vacations
        await vacations.begin(table.game_id, BEN, utc_seconds() + 48 * HOUR)
        await away(table)
        await table.send()
        assert await vacations.end(table.game_id, BEN) == "You're back."
        assert await stand_ins(table) == ()
        (panel,) = await table.send()
        assert panel.content.startswith("<@2> is back and plays Germany and Japan again (ASY-66). Their clocks")
        await away(table)
        await table.send()
        await vacations.everywhere(GUILD, BEN, None)
        assert (await table.send())[-1].content.startswith("<@2> is back and plays Germany and Japan again (ASY-66).")
        assert await stand_ins(table) == ()
        with pytest.raises(TableRefusal, match="You aren't away in this game"):
            await vacations.end(table.game_id, BEN)
        await away(table)
        await vacations.begin(table.game_id, BEN, utc_seconds() + 48 * HOUR)
        assert await stand_ins(table) == ("germany", "japan"), "who is away may well let the house play"
        told = await table.master.standing_in.end(table.game_id, BEN)
        assert told.startswith(
            "Welcome back: Germany and Japan are yours to play. Your own clocks stand still until <t:"
        )


async def answer_all(table: Desk, power: str) -> None:
    """Let the house play a turn to its end, Anna taking the printed losses."""
    await play(table.master)
    while (await table.state()).power == power:
        await table.act(ANNA, {"type": "decide", "choice": "default"})
        await play(table.master)


async def test_for_one_turn_the_house_plays_it_and_no_other(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        told = await away(table, power="germany", turn=True)
        assert told == "Done. The house plays Germany in the turn of round 1."
        assert await play(table.master) == 0, "it is not its turn yet"
        (post,) = [each for each in await table.send() if "plays Germany for Ben" in each.content]
        assert post.content.startswith("The house (normal) plays Germany for Ben in the turn of round 1.")
        await idle_turn(table, ANNA)
        await answer_all(table, "germany")
        assert set(of_the_house(await log_of(table))) == {"germany"}
        assert BEN.user_id not in {user for each in await table.send() for user in each.ping}
        assert (await table.loaded()).seats["germany"] == BEN.user_id
        before = len(await log_of(table))
        while (await table.state()).round == 1 or (await table.state()).power != "germany":
            power = (await table.state()).power
            await idle_turn(table, BEN if power in TWO[BEN] else ANNA)
        assert await play(table.master) == 0
        assert not of_the_house((await log_of(table))[before:])


async def thoughts(folder: Path, *, secrets: bool) -> list[Position]:
    """What the house sees as it plays Germany's purchase for Ben, with what others keep secret or without."""
    async with two(folder) as (table, here):
        if secrets:
            await left_an_order(table, ANNA, "soviet_union")
            await table.act(ANNA, BUY)
            await table.act(ANNA, {"type": "undo"})
        await idle_turn(table, ANNA)
        await away(table, power="germany")
        await table.master.house.sweep()
        return here.asked


async def test_it_sees_nothing_that_its_seat_does_not_see(tmp_path: Path) -> None:
    found = []
    for name in ("plain", "secret"):
        folder = tmp_path / name
        await asyncio.to_thread(folder.mkdir)
        found.append(await thoughts(folder, secrets=name == "secret"))
    plain, secret = found
    assert [thought_out(position) for position in plain] == [thought_out(position) for position in secret]
    assert plain == secret
    assert {position.board.undo for position in plain} == {()}


async def test_the_next_order_of_the_player_takes_it_back_and_the_table_is_told_once(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await idle_turn(table, ANNA)
        await away(table)
        await table.send()
        assert whose_move(await table.loaded()) == "germany"
        await table.act(BEN, BUY)
        assert whose_move(await table.loaded()) is None
        assert await play(table.master) == 0
        assert await stand_ins(table) == ()
        assert (await table.loaded()).game.house is None
        (told,) = [each.content for each in await table.send() if "is back" in each.content]
        assert told.startswith("<@2> is back and plays Germany and Japan again (ASY-66).")
        await table.act(BEN, BUY)
        assert not [each for each in await table.send() if "is back" in each.content]


async def test_an_order_also_takes_back_the_turns_that_were_to_follow(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table, ANNA, turn=True)
        await table.act(BEN, {"type": "concede", "power": "japan"})
        assert await stand_ins(table) == TWO[ANNA]
        await table.act(ANNA, BUY)
        assert await stand_ins(table) == ()
        told = "<@1> is back and plays the Soviet Union, the United Kingdom and the United States again (ASY-66)."
        assert named(await table.send(), told)


async def test_who_had_proposed_something_is_not_back_as_others_agree_to_it(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        assert (await table.wish(ANNA, "edit", change={"ipcs": {"japan": 5}})).users == (BEN.user_id,)
        await away(table, ANNA)
        assert await table.say(BEN, "agree") == "You agreed. I've told the table."
        assert await stand_ins(table) == TWO[ANNA]


async def test_the_status_says_who_is_away(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table, power="germany")
        await away(table, power="japan", turn=True)
        named_now = (await table.loaded()).players_named()
        assert (named_now["germany"], named_now["japan"]) == ("<@2>, away: the house plays", "<@2>")


async def test_an_order_that_is_refused_and_those_of_others_take_nothing_back(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table)
        with pytest.raises(NotAllowed):
            await table.act(BEN, BUY)
        await table.act(ANNA, BUY)
        assert set(await stand_ins(table)) == {"germany", "japan"}


class Meanwhile(Here):
    """While it thinks, its player orders something."""

    def __init__(self, table: Desk) -> None:
        super().__init__()
        self._table = table

    async def think(self, work: Callable[[Position], Thought], position: Position, **more: object) -> Thought:
        thought = await super().think(work, position, **more)
        await self._table.act(BEN, BUY)
        return thought


async def test_what_it_thought_out_while_the_player_came_back_is_not_ordered(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await idle_turn(table, ANNA)
        await away(table)
        table.master.house._workers = Meanwhile(table)  # type: ignore[assignment]
        await play(table.master, 2)
        germany = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert [(entry.action["type"], entry.auto) for entry in germany] == [("purchase", None)]


async def test_two_processes_and_one_that_follows_give_no_order_twice(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _), another_process(tmp_path) as other:
        work_here(other)
        await attack_ahead(table)
        await away(table)
        await asyncio.gather(table.master.house.sweep(), other.house.sweep())
        async with another_process(tmp_path) as after:
            work_here(after)
            await after.house.sweep()
        entries = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert [entry.action["type"] for entry in entries].count("end_phase") == 1
        assert [entry.action["type"] for entry in entries].count("battle") == 1
        assert all(entry.auto == "computer" for entry in entries)


@pytest.mark.rule("ASY-42")
async def test_a_table_may_agree_that_it_plays_the_rest_of_a_turn_whose_time_is_up(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = read_table_settings(pace="daily", time_up="house")
    assert "When the time for a turn is up, the house plays the rest of it (ASY-66)" in list(customs.in_words)
    async with two(tmp_path, clock=lambda: now[0], customs=customs) as (table, _):
        await idle_turn(table, ANNA)
        await table.act(BEN, BUY)
        await table.send()
        now[0] += 25 * HOUR
        assert await play(table.master) == 0
        await table.master.deadlines.sweep()
        await table.master.deadlines.sweep()
        told = [each for each in await table.send() if "The house plays the rest of it" in each.content]
        assert len(told) == 1
        assert "their next order takes it back (ASY-66)." in told[0].content
        assert list(told[0].ping) == [BEN.user_id]
        assert await stand_ins(table) == ("germany",)
        await answer_all(table, "germany")
        germany = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert germany[0].auto is None
        assert {entry.auto for entry in germany[1:]} == {"computer"}
        assert (await table.state()).power == "united_kingdom"
        assert whose_move(await table.loaded()) is None


async def test_a_player_who_is_there_again_plays_on_in_the_turn_whose_time_was_up(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = read_table_settings(pace="daily", time_up="house")
    async with two(tmp_path, clock=lambda: now[0], customs=customs) as (table, _):
        await idle_turn(table, ANNA)
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        await table.act(BEN, BUY)
        assert await play(table.master) == 0
        assert await stand_ins(table) == ()
        now[0] += 25 * HOUR
        await table.master.deadlines.sweep()
        assert await stand_ins(table) == (), "once a turn is enough"


async def test_it_answers_for_a_player_who_is_away(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table)
        await germany_is_asked(table)
        assert [request.powers for request in (await table.state()).requests] == [("germany",)]
        await play(table.master)
        answers = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert [(entry.action["type"], entry.auto) for entry in answers] == [("decide", "computer")]


async def test_while_it_plays_for_somebody_neither_they_nor_their_deputy_are_pinged(tmp_path: Path) -> None:
    async with two(tmp_path, customs=replace(USUAL, ask_from=2)) as (table, _):
        await table.master.deputies.name(table.game_id, BEN, CLEO.user_id)
        spaces = {
            "russia": {"units": {"soviet_union": {"tank": 20}}},
            "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 12, "fighter": 12}}},
        }
        turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        move = {"type": "move", "units": {"tank": 20}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move, END)
        loaded, state = await table.loaded(), await table.state()
        assert users_ahead(loaded, state) == (BEN.user_id,)
        await away(table)
        await table.send()
        assert users_ahead(await table.loaded(), state) == ()
        await table.act(ANNA, {"type": "battle", "space": "west_russia"})
        loaded, state = await table.loaded(), await table.state()
        asked = replace(state, requests=tuple(replace(each, powers=("germany",)) for each in state.requests))
        assert asked.requests
        assert users_waited_for(loaded, asked) == ()
        await play(table.master)
        assert not {user for post in await table.send() for user in post.ping} & {BEN.user_id, CLEO.user_id}


async def test_a_button_or_the_end_of_a_deputy_takes_it_back_too(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table)
        (post,) = [each for each in await table.send() if "for Ben until they are back" in each.content]
        assert [button["label"] for row in post.rows for button in row] == ["I'm back"]
        assert await table.master.standing_in.end(table.game_id, BEN) == (
            "Welcome back: Germany and Japan are yours to play."
        )
        assert named(await table.send(), "<@2> is back and plays Germany and Japan again (ASY-66).")
        with pytest.raises(TableRefusal, match="The house doesn't play for you here"):
            await table.master.standing_in.end(table.game_id, BEN)


async def test_who_takes_the_seat_plays_it_and_a_rematch_knows_nothing_of_it(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        await away(table, power="germany")
        assert agreed_in((await table.loaded()).game)[1].stand_ins == ()
        await table.wish(BEN, "resign", powers=["germany"])
        assert "germany" not in (await table.loaded()).seats
        await idle_turn(table, ANNA)
        assert whose_move(await table.loaded()) is None
        assert (await table.loaded()).house == {}


async def test_what_is_not_allowed_is_said_in_words(tmp_path: Path) -> None:
    async with two(tmp_path) as (table, _):
        with pytest.raises(NotAllowed, match="only your own powers"):
            await away(table, power="soviet_union")
        with pytest.raises(NotAllowed, match="only your own powers"):
            await away(table, power="atlantis")
        with pytest.raises(NotAllowed, match="You have no seat"):
            await away(table, CLEO)
        await away(table)
        with pytest.raises(TableRefusal, match="The house plays that for you already"):
            await away(table)
        with pytest.raises(TableRefusal, match="Then the house would play alone"):
            await away(table, ANNA)
        await away(table, ANNA, turn=True)
        assert whose_move(await table.loaded()) == "soviet_union", "Anna is there again after it"
        for power in ("germany", "japan"):
            await table.act(BEN, {"type": "concede", "power": power})
        with pytest.raises(NotAllowed, match="This game is over"):
            await away(table, turn=True)


async def test_who_also_plays_a_lent_seat_is_away_from_their_own_alone(tmp_path: Path) -> None:
    seats = {ANNA: ("soviet_union",), CLEO: ("united_kingdom", "united_states"), BEN: TWO[BEN]}
    async with two(tmp_path, seats=seats) as (table, _):
        await table.wish(ANNA, "lend", powers=["soviet_union"], user_id=CLEO.user_id)
        await table.say(CLEO, "agree")
        with pytest.raises(NotAllowed, match="You only play the Soviet Union for <@1>, so it isn't yours to give away"):
            await away(table, CLEO)
        assert await away(table, CLEO, "united_states") == "Done. The house plays the United States until you are back."


async def test_before_a_game_begins_nobody_is_away(tmp_path: Path) -> None:
    async with two(tmp_path, started=False) as (table, _):
        with pytest.raises(NotBegun):
            await away(table)


def test_the_option_is_for_a_pace_with_a_time() -> None:
    with pytest.raises(TableRefusal, match="is for a pace with a time for turns"):
        read_table_settings(time_up="house")
    assert PACES["daily"].time_up == "default"


async def test_the_only_player_may_be_away_for_a_turn_and_not_for_longer(tmp_path: Path) -> None:
    async with against_the_house(
        tmp_path, *TWO[BEN], "united_kingdom", "united_states", seats={ANNA: ("soviet_union",)}
    ) as (
        table,
        _,
    ):
        with pytest.raises(TableRefusal, match="Then the house would play alone"):
            await away(table, ANNA)
        await away(table, ANNA, turn=True)
        assert whose_move(await table.loaded()) == "soviet_union"

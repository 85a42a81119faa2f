"""How fast a table agreed to play: how long the player on turn has, and what the lobby and the panel say of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from engine import GameState
from engine.errors import IllegalAction, StaleDecision
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.keys import phase_key
from gamemaster.orders import by_default
from gamemaster.orders.loading import Loader
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from gamemaster.table_settings import PACES, TableSettings
from gamemaster.times import Standstill, gone_by, joined, moment_after
from gamemaster.upkeep.deadlines import Deadlines
from store import utc_seconds
from store.games.reminding import games_with_settings
from tests.gamemaster.asked import side_by_side
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, Desk, desk
from tests.gamemaster.test_telling import begin_battle, fight_on
from tests.published import SETUPS

HOUR = 3600
DAILY = replace(PACES["daily"], ask_from=0)
"""With each question asked, so that its time can be seen."""
END = {"type": "end_phase"}
ASKED = "Defenders are asked about losses and submarines only where another choice is worth 2 IPCs or more"


async def turn_until(table: Desk) -> int | None:
    """Until when the player on turn has time."""
    async with table.master.store.read() as read:
        return (await table.master.loader.times(read, await table.loaded())).turn_until


async def test_a_turn_lasts_as_long_as_its_player_is_waited_for(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        began = now[0]
        told = (await table.send())[-1].content
        assert f"-# Time for this turn: until <t:{began + 24 * HOUR}:f>, <t:{began + 24 * HOUR}:R>." in told
        now[0] += HOUR
        await begin_battle(table)  # the position is corrected, so the turn begins anew
        assert await turn_until(table) is None  # Ben is asked
        now[0] += 5 * HOUR
        await fight_on(table)
        assert (await table.state()).requests[0].powers == ("soviet_union",)
        until = await turn_until(table)
        assert until == began + (1 + 24 + 5) * HOUR
        while (state := await table.state()).power == "soviet_union":
            if state.requests:
                await fight_on(table)
            else:
                assert await turn_until(table) == until
                await table.act(ANNA, {"type": "end_phase"})
        assert await turn_until(table) == now[0] + 24 * HOUR


async def test_a_turn_that_the_game_was_put_back_to_has_all_its_time(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        await table.act(ANNA, {"type": "end_phase"})
        there = (await table.loaded()).game.seq
        await table.act(ANNA, {"type": "end_phase"})
        now[0] += 20 * HOUR
        await table.roll_back(there)
        assert await turn_until(table) == now[0] + 24 * HOUR


@pytest.mark.parametrize(
    ("pace", "deadline", "lines"),
    [
        ("none", None, [ASKED]),
        (
            "daily",
            None,
            [
                "Pace daily: 24 hours for a turn; after 12 hours without an answer the printed default applies",
                "7 days of vacation for each player",
                ASKED,
            ],
        ),
        (
            "league",
            None,
            [
                "Pace league: 72 hours for a turn; after 24 hours without an answer the printed default applies",
                (
                    "The other side may restart the time for a turn with /bump, 3 times; after 9 days in all the "
                    "organiser may end its phases"
                ),
                "Pauses: 21 days in all; 21 days of vacation for each player, pauses included",
                ASKED,
            ],
        ),
        (
            "weekend",
            0,
            [
                "Pace weekend: 72 hours for a turn; questions wait for an answer",
                "14 days of vacation for each player",
                ASKED,
            ],
        ),
    ],
)
def test_what_a_lobby_says_of_the_pace(pace: str, deadline: int | None, lines: list[str]) -> None:
    assert list(read_table_settings(pace=pace, deadline_hours=deadline).in_words) == lines


def test_a_setting_of_ones_own_goes_before_that_of_the_pace() -> None:
    chosen = read_table_settings(pace="daily", deadline_hours=6, reminder_hours=0, ask_from=0)
    assert (chosen.turn_hours, chosen.deadline_hours, chosen.reminder_hours) == (24, 6, 0)
    assert list(chosen.in_words)[2:] == ["Defenders are asked about all losses and submarines", "No reminders"]
    assert TableSettings(**chosen.stored) == chosen


def test_a_pace_that_is_none() -> None:
    with pytest.raises(TableRefusal, match="none, daily, weekend, league or live, not “hasty”"):
        read_table_settings(pace="hasty")


async def later(table: Desk, now: list[int], hours: float) -> list[Outgoing]:
    """Let so many hours pass; gives what is posted then."""
    now[0] += int(hours * HOUR)
    await table.master.deadlines.sweep()
    return await table.send()


async def end_for(table: Desk, actor: Actor) -> list[Outgoing]:
    """Somebody ends the phase of the player on turn; gives what is posted."""
    phase = phase_key(await table.state())
    await table.master.acting.end_for_absent(table.game_id, actor, phase, f"press {next(table.causes)}")
    return await table.send()


@pytest.mark.rule("ASY-42")
async def test_the_table_is_told_once_and_the_other_side_may_end_the_phase(tmp_path: Path) -> None:
    now = [utc_seconds()]
    seats = {ANNA: ("soviet_union",), CLEO: ("united_kingdom", "united_states"), BEN: ("germany", "japan")}
    async with desk(tmp_path, seats, clock=lambda: now[0], customs=DAILY) as table:
        await table.send()
        began = now[0]
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}})
        assert await later(table, now, 23) == []
        with pytest.raises(TableRefusal, match="Nobody can end this phase for somebody else before"):
            await end_for(table, BEN)
        [panel] = await later(table, now, 1)
        up = began + 24 * HOUR
        assert panel.content.startswith(f"<@1>'s time for the Soviet Union's turn ran out on <t:{up}:f>.")
        assert "a player of the other side or the organiser may end this phase. <@1> may still act." in panel.content
        assert "End the phase for Soviet Union" in str(panel.rows)
        assert list(panel.ping) == [ANNA.user_id]
        assert await later(table, now, 5) == []
        for no_opponent in (CLEO, DAN):
            with pytest.raises(NotAllowed, match="a player of the other side"):
                await end_for(table, no_opponent)
        told, *_ = await end_for(table, BEN)
        assert told.content.startswith(
            f"Ben ended the Soviet Union's purchase for <@1>, whose time ran out on <t:{up}:f> (ASY-42)."
        )
        state = await table.state()
        assert (state.phase, state.purchased["soviet_union"]) == ("combat_move", {"infantry": 2})
        await table.act(ANNA, END)  # may still act
        with pytest.raises(StaleDecision):
            await table.master.acting.end_for_absent(table.game_id, BEN, "1.soviet_union.combat_move", "late")


@pytest.mark.rule("ASY-42", "ASY-43", "ASY-40")
async def test_a_whole_turn_by_default(tmp_path: Path) -> None:
    """Battles are fought, aircraft land, units are placed; questions to others stay theirs."""
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=PACES["weekend"]) as table:
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}})
        await table.act(ANNA, END)
        move = {"type": "move", "units": {"infantry": 6, "fighter": 1}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move)
        await later(table, now, 72)
        told: list[str] = []
        for _ in range(30):
            if (state := await table.state()).power != "soviet_union":
                break
            if state.requests:
                assert await turn_until(table) is None or state.requests[0].power == "soviet_union"
                await fight_on(table)
            else:
                told += [post.content for post in await end_for(table, ANNA if state.phase == "purchase" else BEN)]
        assert (await table.state()).power == "germany"
        assert any("By default: 2 units placed." in text for text in told)
        assert any("battle begun" in text for text in told)
        assert sum("-# Standing orders sealed: `" in text for text in told) == 1


def _infantry(state: GameState, power: str) -> int:
    return sum(piece.unit == "infantry" and piece.power == power for piece in state.pieces.values())


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.rule("ASY-42", "ASY-43", "ASY-44", setups="every + 1940")
async def test_in_every_setup_the_other_side_bumps_a_turn_and_the_organiser_ends_it(tmp_path: Path, setup: str) -> None:
    """What was bought is placed by default, and the next power is on turn."""
    now, sides = [utc_seconds()], side_by_side(setup)
    async with desk(tmp_path, sides, setup=setup, clock=lambda: now[0], customs=PACES["league"]) as table:
        power = (await table.state()).power
        player, other = (ANNA, BEN) if power in sides[ANNA] else (BEN, ANNA)
        while (await table.state()).phase != "purchase":
            await table.act(player, END)
        await table.act(player, {"type": "purchase", "units": {"infantry": 1}})
        infantry = _infantry(await table.state(), power)
        now[0] += 9 * 24 * HOUR
        with pytest.raises(NotAllowed, match="other side can bump"):
            await table.master.bumping.bump(table.game_id, player)
        await table.master.bumping.bump(table.game_id, other)
        for _ in range(30):
            if (state := await table.state()).power != power:
                break
            await (fight_on(table) if state.requests else end_for(table, ANNA))
        assert _infantry(state, power) == infantry + 1
        assert not state.purchased.get(power)


async def test_two_processes_tell_it_once(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        master, store = table.master, table.master.store
        loader = Loader(store)
        other = Deadlines(store, lambda: now[0], loader, master.acting, master.saving, master.announcer)
        now[0] += 24 * HOUR
        async with store.read() as read:
            games = await games_with_settings(read, 0, 5)
        for each in (master.deadlines, other):
            each._next = AsyncMock(return_value=await each._next(games[0]))  # type: ignore[method-assign]
        assert [await each._done(games[0]) for each in (master.deadlines, other)] == [True, False]
        assert len([post for post in await table.send() if "ran out on" in post.content]) == 1


@pytest.mark.rule("ASY-42", "CMV-63")
async def test_a_transport_alone_leaves_an_enemy_and_other_orders_stand(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        ships = {"soviet_union": {"transport": 1}, "germany": {"destroyer": 1}}
        await table.place("soviet_union", "combat_move", {"sz3": ships})
        now[0] += 24 * HOUR
        await end_for(table, BEN)
        state = await table.state()
        assert state.phase != "combat_move"
        assert [state.type_of(piece).name for piece in state.at("sz3")] == ["destroyer"]


async def test_a_choice_that_no_default_makes_is_named_by_its_rule_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders of the open phase stay secret, also where they keep it from ending."""
    monkeypatch.setattr(by_default, "_leave", lambda _: None)
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        ships = {"soviet_union": {"transport": 1}, "germany": {"destroyer": 1}}
        await table.place("soviet_union", "combat_move", {"sz3": ships})
        now[0] += 24 * HOUR
        with pytest.raises(IllegalAction, match="it needs a choice that has no default"):
            await end_for(table, BEN)


@pytest.mark.rule("ASY-44")
async def test_the_other_side_bumps_and_the_organiser_ends_what_has_gone_on_for_nine_days(tmp_path: Path) -> None:
    now = [utc_seconds()]
    seats = {BEN: ("soviet_union", "united_kingdom", "united_states"), CLEO: ("germany", "japan")}
    async with desk(tmp_path, seats, clock=lambda: now[0], customs=PACES["league"]) as table:
        bump = table.master.bumping.bump
        await table.send()
        [told] = await later(table, now, 72)
        assert (
            "-# Time is up: the other side can use /bump (3 left), and the organiser may end this phase from <t:"
            in (told.content)
        )
        for no_opponent, why in ((BEN, "other side can bump the Soviet Union's turn"), (DAN, "You have no seat")):
            with pytest.raises(NotAllowed, match=why):
                await bump(table.game_id, no_opponent)
        await bump(table.game_id, CLEO)
        [post] = await table.send()
        assert post.content.startswith("Cleo bumps the Soviet Union's turn: <@2>, its time starts again (bump 1 of 3).")
        assert list(post.ping) == [BEN.user_id]
        assert await turn_until(table) == now[0] + 72 * HOUR
        with pytest.raises(TableRefusal, match="You can bump again"):
            await bump(table.game_id, CLEO)
        for _ in range(2):
            assert len(await later(table, now, 72)) == 1  # told once of each time
            await bump(table.game_id, CLEO)
            await table.send()
        for actor in (CLEO, ANNA):  # 9 days are over, so the organiser may
            with suppress(NotAllowed):
                await end_for(table, actor)
                assert actor == ANNA
        assert (await table.state()).phase == "combat_move"
        now[0] += HOUR
        with pytest.raises(TableRefusal, match="This turn has no bumps left"):
            await bump(table.game_id, CLEO)


async def pause(table: Desk, actor: Actor, other: Actor, deed: str = "pause") -> list[Outgoing]:
    """One asks for a pause, or its end, and the other agrees; gives what is posted."""
    asked = await table.wish(actor, deed)
    assert asked.users == (other.user_id,)
    async with table.master.store.read() as read:
        number = (await read.proposals(table.game_id, "open"))[-1].id
    await table.send()
    await table.say(other, "agree", number)
    return await table.send()


async def test_no_time_runs_while_a_game_is_paused_and_what_remained_goes_on(tmp_path: Path) -> None:
    now = [utc_seconds()]
    customs = replace(DAILY, reminder_hours=24)
    async with desk(tmp_path, clock=lambda: now[0], customs=customs) as table:
        await table.send()
        until = await turn_until(table)
        now[0] += 20 * HOUR
        panel = (await pause(table, BEN, ANNA))[-1]
        assert panel.content.startswith("Ben paused the game. Anna agreed.")
        assert f"-# Paused since <t:{now[0]}:f>: no clock is running. To go on, use /game resume." in panel.content
        assert await later(table, now, 100) == []
        assert await table.master.reminding.sweep() == 0
        with pytest.raises(TableRefusal, match="No clock is running: the game is paused"):
            await end_for(table, BEN)
        with pytest.raises(TableRefusal, match="This game is already paused"):
            await table.wish(ANNA, "pause")
        panel = (await pause(table, ANNA, BEN, "resume"))[-1]
        assert list(panel.ping) == [ANNA.user_id]
        assert await turn_until(table) == (until or 0) + 100 * HOUR
        assert await later(table, now, 3) == []
        assert "ran out on" in (await later(table, now, 1))[0].content
        with pytest.raises(TableRefusal, match="isn't paused"):
            await table.wish(ANNA, "resume")


async def test_a_question_keeps_what_was_left_of_its_time(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=DAILY) as table:
        await begin_battle(table)
        await table.send()
        now[0] += 10 * HOUR
        await pause(table, BEN, ANNA)
        assert await later(table, now, 100) == []
        await pause(table, BEN, ANNA, "resume")
        assert await later(table, now, 1) == []
        assert (await later(table, now, 1))[0].content.startswith("Time is up: the bot answered for Germany")


async def test_a_league_has_21_days_of_pause_in_all(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with desk(tmp_path, clock=lambda: now[0], customs=PACES["league"]) as table:
        until = await turn_until(table) or 0
        for days in (20, 2):
            await pause(table, ANNA, BEN)
            now[0] += days * 24 * HOUR
            if days == 20:
                await pause(table, ANNA, BEN, "resume")
        assert await turn_until(table) == until + 21 * 24 * HOUR
        with pytest.raises(TableRefusal, match="isn't paused"):
            await table.wish(ANNA, "resume")
        with pytest.raises(TableRefusal, match="21 days of pause in all, and none is left"):
            await table.wish(ANNA, "pause")


@pytest.mark.parametrize(
    ("stood", "until"),
    [
        ((), 100),
        (((20, 50),), 130),
        (((100, 110),), 110),
        (((20, None),), None),
        (((101, None),), 100),
        (((0, 5),), 100),
    ],
)
def test_when_so_much_time_has_run(stood: tuple[Standstill, ...], until: int | None) -> None:
    """90 seconds from the tenth on."""
    assert moment_after(10, 90, joined(stood)) == until


def test_standstills_that_overlap_count_once() -> None:
    assert gone_by(0, 100, joined([(40, 60), (10, 50), (90, None)])) == 40

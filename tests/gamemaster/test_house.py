"""The house plays powers without a player: from what their seats see, by ordinary orders (ASY-65)."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from engine.replay import outcomes, read_record, start_of
from gamemaster.announcements.asking_ahead import users_ahead
from gamemaster.errors import NotSavedYet, TableRefusal
from gamemaster.jobs.house import Position, Thought
from gamemaster.lobby.own_games import OwnGame
from gamemaster.table_settings import USUAL
from gamemaster.views.duties import waits_for_others
from gamemaster.workers import WorkFailed
from store import DatabaseFull, utc_seconds
from store.house import last_reasons
from tests.gamemaster.desk import ANNA, BEN, CLEO, EVE, FAY, TWO, Desk, desk
from tests.gamemaster.house_desk import against_the_house, attack_ahead, germany_is_asked, give, log_of, play, work_here
from tests.gamemaster.rolling import another_process, before_write, failing
from tests.gamemaster.test_consent import named
from tests.gamemaster.test_open_rolls import KilledError
from tests.gamemaster.test_seats import left_an_order, seats

pytestmark = pytest.mark.rule("ASY-65")
END = {"type": "end_phase"}
SILENT = {"line": ""}


async def on_turn(table: Desk) -> str:
    state = await table.state()
    return f"{state.power} {state.phase}"


async def test_the_house_plays_until_somebody_else_must_choose(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        answer = {"type": "decide", "choice": "default"}
        await play(table.master)
        posts = await table.send()
        assert "the house (easy)'s turn" in named(posts, "**Germany · round 1 · conduct combat**").content
        while (await table.state()).power == "germany":
            await table.act(ANNA, answer)
            await play(table.master)
        assert await on_turn(table) == "united_kingdom purchase"
        assert {user for post in [*posts, *await table.send()] for user in post.ping} == {ANNA.user_id}
        own = [entry for entry in await log_of(table) if entry.by in ("germany", "japan")]
        assert {entry.auto for entry in own} == {"computer"}
        assert all(entry.cause == f"computer.{entry.seq - entry.cause_index - 1}" for entry in own)


async def test_nobody_is_asked_to_answer_before_its_dice_which_do_not_wait(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=replace(USUAL, ask_from=2)) as table:
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
        left = {power: user for power, user in loaded.seats.items() if power != "soviet_union"}
        attacks = replace(loaded, seats=left, game=replace(loaded.game, house={"soviet_union": "easy"}))
        assert users_ahead(attacks, state) == ()


async def test_why_it_ordered_is_kept_with_level_and_version(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await play(table.master)
        async with table.master.store.read() as read:
            kept = await last_reasons(read, table.game_id, 50)
        moves = kept[0].body
        assert (kept[0].phase_key, moves["level"], moves["power"]) == ("1.germany.combat_move", "easy", "germany")
        west_russia = [why for why in moves["why"] if why["line"].endswith("to West Russia")]
        assert west_russia
        assert west_russia[0]["odds"] > 0.5
        assert all(why["line"] for why in moves["why"]), "the end of a phase needs no words"


async def test_everybody_reads_why_once_the_phase_is_over_and_nobody_before(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        move = {"type": "move", "units": {"tank": 3}, "path": ["eastern_europe", "west_russia"]}
        why = {"line": "3 tanks", "aim": "take it", "odds": 0.9996, "gain": 6.26, "risk": 2.04, "falls": 0.0004}
        here.answer = lambda _: Thought((move,), (why,))
        await table.master.house.sweep()
        assert (await table.state()).undo
        for actor in (ANNA, CLEO):
            with pytest.raises(TableRefusal, match="There is nothing to explain yet"):
                await table.master.whys.told(await table.view(actor))
        here.answer = lambda _: Thought((END,), (SILENT,))
        await table.master.house.sweep()
        for actor in (ANNA, CLEO):
            assert await table.master.whys.told(await table.view(actor)) == (
                "**Germany, round 1**: why the house (easy) did what it did. IPCs are averages.\n__Combat move__\n"
                "• **Take it** (over 99% to succeed, worth 6.3 IPCs, losses 2.0 IPCs, under 1% to fall): 3 tanks"
            )
        with pytest.raises(TableRefusal, match="There is nothing to explain yet"):
            await table.master.whys.told(await table.view(ANNA), "japan")


async def test_a_bot_that_is_killed_between_two_orders_is_followed_by_one_that_goes_on(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        assert await table.master.house.sweep() == 1
        assert await on_turn(table) == "germany conduct_combat"
        before = len(await log_of(table))
        async with another_process(tmp_path) as after:
            work_here(after)
            assert await after.house.sweep() == 1
        entries = await log_of(table)
        assert [entry.action["type"] for entry in entries].count("end_phase") == 1
        assert [entry.action["type"] for entry in entries[before:]].count("battle") == 1
        assert len({(entry.cause, entry.cause_index) for entry in entries}) == len(entries)


async def test_two_processes_that_think_of_the_same_order_once(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _), another_process(tmp_path) as other:
        work_here(other)
        await attack_ahead(table)
        await asyncio.gather(table.master.house.sweep(), other.house.sweep())
        moves = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert [entry.action["type"] for entry in moves].count("end_phase") == 1
        assert len({entry.cause for entry in moves}) == 1


@pytest.mark.parametrize("failure", [KilledError(), DatabaseFull("It is full.")])
async def test_dice_of_the_house_that_could_not_be_saved_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await table.master.house.sweep()
        with monkeypatch.context() as broken:
            before_write(broken, table.master, 2, failing(failure))
            with suppress(KilledError, NotSavedYet):
                await table.master.house.sweep()
        assert (await table.loaded()).game.roll_is_open
        assert await table.master.house.sweep() == 0, "what has rolled comes first"
        await table.master.settling.sweep()
        battles = [entry for entry in await log_of(table) if entry.action["type"] == "battle"]
        assert [(each.by, each.auto, len(each.dice) > 0) for each in battles] == [("germany", "computer", True)]


async def test_what_it_may_not_do_ends_with_the_printed_defaults_and_the_table_is_told(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        await table.send()
        here.answer = lambda _: Thought(
            ({"type": "move", "units": {"tank": 99}, "path": ["japan", "russia"]},), (SILENT,)
        )
        assert await table.master.house.sweep() == 1
        assert await on_turn(table) == "germany noncombat_move"
        told = named(await table.send(), "The house found nothing of its own to order")
        assert "in Germany's combat move, so it went on by default (ASY-65)." in told.content
        here.answer = None
        await table.master.house.sweep()
        assert await on_turn(table) == "united_kingdom purchase"


async def test_what_follows_a_refused_order_is_thought_out_anew(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        move = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]}
        here.answer = lambda _: Thought((move, {**move, "units": {"tank": 9}}, END), (SILENT, SILENT, SILENT))
        await table.master.house.sweep()
        assert await on_turn(table) == "germany combat_move"
        assert len((await table.state()).undo) == 1
        here.answer = None
        await table.master.house.sweep()
        assert await on_turn(table) == "germany conduct_combat"


async def test_a_worker_that_fails_is_asked_once_more(tmp_path: Path) -> None:
    def lost(_: Position) -> Thought:
        raise WorkFailed

    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        here.answer = lost
        assert await table.master.house.sweep() == 0
        assert await on_turn(table) == "germany combat_move"
        assert await table.master.house.sweep() == 1
        assert await on_turn(table) == "germany noncombat_move"


async def test_it_never_thinks_without_end(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        move = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]}

        def there_and_back(position: Position) -> Thought:
            return Thought(({"type": "undo"} if position.board.undo else move,), (SILENT,))

        here.answer = there_and_back
        table.master.house.most_plans = 6
        assert await play(table.master) < 60
        assert len(here.asked) == 6


async def test_it_rests_while_the_game_is_paused(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await table.wish(ANNA, "pause")
        assert await play(table.master) == 0
        await table.wish(ANNA, "resume")
        assert await table.master.house.sweep() == 1


async def test_after_a_rollback_it_plays_that_phase_again(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        before = (await table.loaded()).game.seq
        await play(table.master)
        await table.roll_back(before)
        assert await on_turn(table) == "germany combat_move"
        await table.master.house.sweep()
        assert await on_turn(table) == "germany conduct_combat"
        async with table.master.store.read() as read:
            kept = await last_reasons(read, table.game_id, 50)
        assert [each.phase_key for each in kept] == ["1.germany.combat_move"], "what was rolled back doesn't count"


async def test_a_seat_of_the_house_is_taken_over_and_given_back(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await table.replace(ANNA, "germany", EVE)
        assert dict((await table.loaded()).house) == {"japan": "easy"}
        assert await play(table.master) == 0
        await table.act(EVE, END)
        await table.wish(EVE, "resign", powers=["germany"])
        assert await play(table.master) == 0, "a seat that was given up is free"
        await table.send()
        await give(table, FAY, "germany")
        told = named(await table.send(), "Germany is now played by the house (easy) (decided by Fay).")
        assert not told.ping
        assert await play(table.master) > 0


async def test_it_plays_no_more_once_nobody_else_does(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await table.wish(ANNA, "resign", powers=list(TWO[ANNA]))
        assert await play(table.master) == 0


async def test_it_agrees_with_those_who_take_losses_beside_it(tmp_path: Path) -> None:
    players = {ANNA: ("united_kingdom", "united_states"), BEN: ("germany", "japan")}
    async with against_the_house(tmp_path, "soviet_union", seats=players) as (table, _):
        both = {"soviet_union": {"infantry": 12}, "united_kingdom": {"infantry": 12, "tank": 1}}
        spaces = {
            "russia": {"owner": "germany", "units": {"germany": {"infantry": 6, "tank": 12}}},
            "west_russia": {"owner": "soviet_union", "units": both},
        }
        turn = {"round": 1, "power": "germany", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        attack = {"type": "move", "units": {"infantry": 6, "tank": 12}, "path": ["russia", "west_russia"]}
        await table.act(BEN, attack, END)
        await table.act(BEN, {"type": "battle", "space": "west_russia"})
        asked = (await table.state()).requests[0]
        assert await play(table.master) == 0, "it waits for the proposal of a person"
        await table.act(ANNA, {"type": "decide", "choice": "default"})
        await play(table.master)
        assert (await table.state()).request(asked.id) is None


async def test_records_say_what_it_ordered_and_replay(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        await play(table.master)
        exported = await table.record()
        assert "computer" in {step.get("auto") for step in exported["steps"]}
        record = read_record(json.dumps(exported))
        last = [outcome.state for outcome in outcomes(record, start_of(record))][-1]
        assert last.pieces.keys() == (await table.state()).pieces.keys()


async def test_what_a_player_left_standing_answers_before_it_does(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        work_here(table.master)
        spaces = {
            "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 12}}},
            "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 12, "tank": 12}}},
        }
        turn = {"round": 1, "power": "soviet_union", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        await left_an_order(table, BEN, "germany")
        await table.wish(BEN, "resign", powers=["germany"])
        await give(table, ANNA, "germany")
        move = {"type": "move", "units": {"infantry": 6, "tank": 12}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move, END, {"type": "battle", "space": "west_russia"})
        answers = [entry.auto for entry in await log_of(table) if entry.by == "germany"]
        assert answers == ["order"]


async def test_who_waited_for_the_house_alone_is_not_pinged_again(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await germany_is_asked(table)
        await table.send()
        assert [request.powers for request in (await table.state()).requests] == [("germany",)]
        assert await play(table.master) > 0
        posts = await table.send()
        assert not (await table.state()).requests or (await table.state()).requests[0].power == "soviet_union"
        assert [user for post in posts for user in post.ping] == []


async def test_standing_orders_and_sealed_things_of_others_change_nothing_of_what_it_sees(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, here):
        await attack_ahead(table)
        await table.master.house.sweep()
        await left_an_order(table, ANNA, "soviet_union")
        await table.master.house._thought(await table.loaded(), "germany")
        seen = here.asked[-1]
        await table.master.standing_orders.leave(
            await table.loaded(), ANNA.user_id, "soviet_union", "land", ["infantry"]
        )
        await table.master.house._thought(await table.loaded(), "germany")
        assert here.asked[-1] == seen


async def test_nobody_is_pinged_or_reminded_for_it_and_lists_name_it(tmp_path: Path) -> None:
    async with against_the_house(tmp_path) as (table, _):
        await attack_ahead(table)
        assert await seats(table) == dict.fromkeys(TWO[ANNA], ANNA.user_id)
        games: list[OwnGame] = await table.master.games.of_user(ANNA.user_id)
        assert [game.waits_for for game in games] == [()]
        view = await table.view(ANNA)
        assert waits_for_others(view, await table.master.games.times(view), 0).endswith(
            "is waiting for the house (easy)"
        )


async def test_people_can_follow_its_turn_and_wait_for_no_answer(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with against_the_house(tmp_path, clock=lambda: now[0]) as (table, _):
        table.master.house.pause_seconds = 30
        await attack_ahead(table)
        times = list[int]()
        for _ in range(400):
            before = len(table.mailbox.all_posted)
            done = await table.master.house.sweep()
            await table.send()
            if len(table.mailbox.all_posted) > before and not (await table.state()).requests:
                times.append(now[0])
            while (await table.state()).requests:
                await play(table.master)
                if (await table.state()).requests:
                    await table.act(ANNA, {"type": "decide", "choice": "default"})
            if (await table.state()).power != "germany":
                break
            now[0] += 0 if done else 1
        assert (await table.state()).power == "united_kingdom"
        assert len(times) > 1
        assert all(later - earlier >= 30 for earlier, later in pairwise(times))


async def test_the_house_does_not_wait_until_a_clock_that_was_set_back_has_caught_up(tmp_path: Path) -> None:
    now = [utc_seconds()]
    async with against_the_house(tmp_path, clock=lambda: now[0]) as (table, _):
        table.master.house.pause_seconds = 30
        await attack_ahead(table)
        while await table.master.house.sweep():
            assert (await table.state()).power == "germany"
        now[0] -= 86_400
        assert await table.master.house.sweep()

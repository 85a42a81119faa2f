"""What the table is told, and that it arrives once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import event_from_json, fold, new_game, state_to_json
from engine.replay import read_record, replay
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.keys import phase_key
from gamemaster.narration.history.chapters import played_phases
from gamemaster.narration.history.timeline import followed
from gamemaster.outbox.sender import Outgoing
from gamemaster.records.exchange import record_of
from gamemaster.table_settings import TableSettings
from gamemaster.views.visible import at_phase_start
from store import Entry, utc_seconds
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, TWO, Desk, desk, ids_from

END: dict[str, Any] = {"type": "end_phase"}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 6}, "path": ["russia", "west_russia"]}


def titled(posts: list[Outgoing]) -> list[str]:
    """The first line of each post."""
    return [post.content.split("\n")[0] for post in posts]


async def soviet_turn(table: Desk) -> None:
    """A short turn: one purchase, one battle to the end, one placement."""
    await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}}, END)
    await table.act(ANNA, MOVE, END)
    battle = {"type": "battle", "space": "west_russia"}
    await table.master.acting.fight_to_the_end(table.game_id, ANNA, [battle], "the battle")
    await table.act(ANNA, END)
    await table.act(ANNA, {"type": "mobilize", "units": {"infantry": 2}, "space": "russia"}, END)


async def test_each_phase_is_told_once_and_the_panel_pings_at_the_hand_over(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        opening = titled(await table.send())
        assert opening[0] == "**Test** begins."
        assert opening[1].startswith("**Soviet Union · round 1 · purchase** — <@1>'s turn")
        await soviet_turn(table)
        posts = await table.send()
        titles = titled(posts)
        reports = [title for title in titles if title.startswith("**Soviet Union, round 1")]
        phases = ("purchase", "combat move", "conduct combat", "mobilize")
        assert reports == [f"**Soviet Union, round 1, {phase}**" for phase in phases]
        assert titles[-1].startswith("**Germany · round 1 · purchase** — <@2>'s turn")
        assert [list(post.ping) for post in posts if post.ping] == [[BEN.user_id]]
        told = next(post for post in posts if post.content.startswith("**Soviet Union, round 1, mobilize"))
        assert "\n-# No noncombat moves.\n" in told.content
        assert "The Soviet Union collects" in told.content
        assert "Next: Germany, purchase." in told.content


async def test_the_panel_says_since_when_the_turn_lasts(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        loaded = await table.loaded()
        (_, opening) = await table.send()
        since = f"<t:{loaded.game.started_at}:R>"
        assert since in opening.content
        await table.act(ANNA, END)
        assert await table.send() == []
        assert since in table.mailbox.edits[-1][1].content


async def test_the_panel_says_since_when_this_player_is_waited_for(tmp_path: Path) -> None:
    now = utc_seconds()
    async with desk(tmp_path, clock=lambda: now) as table:
        await begin_battle(table)
        now += 3600
        await fight_on(table)
        assert f"<t:{now}:R>" in (await table.send())[-1].content
        later = now + 7200
        async with table.master.store.read() as read:
            turn = await table.master.loader.open_turn(read, (await table.loaded()).game, await table.state())
        assert turn.waiting_since((await table.loaded()).seats) == now < later


async def test_secret_orders_change_no_post_however_old_the_panel_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        table.mailbox.numbers = ids_from(utc_seconds() - 51 * 60)
        await table.send()
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        await table.act(ANNA, {"type": "undo"})
        assert await table.send() == []
        assert table.mailbox.edits == []
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}}, END)
        tags = [post.content.rpartition("·")[2] for post in await table.send()]
        assert tags[0] == "3"


async def test_a_panel_that_discord_may_not_change_any_more_is_posted_anew(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        table.mailbox.numbers = ids_from(utc_seconds() - 51 * 60)
        await begin_battle(table)
        await table.send()
        table.mailbox.edits.clear()
        await fight_on(table)
        panel = (await table.send())[-1]
        assert panel.rows
        assert not any("conduct combat**" in message.content for _, message in table.mailbox.edits)


async def test_a_panel_that_is_over_goes(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        first = list(table.mailbox.posts)[-1]
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}}, END)
        await table.send()
        assert first not in table.mailbox.posts
        titles = titled(list(table.mailbox.posts.values()))
        assert titles[1] == "**Soviet Union, round 1, purchase**"
        assert titles[2].startswith("**Soviet Union · round 1 · combat move**")
        assert len(titles) == 3


async def test_a_panel_becomes_the_next_one_where_nothing_was_posted_below_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        first = list(table.mailbox.posts)[-1]
        await table.act(ANNA, END)
        assert await table.send() == []
        changed, panel = table.mailbox.edits[-1]
        assert changed == first
        assert panel.content.startswith("**Soviet Union · round 1 · combat move**")


async def test_an_old_panel_that_cannot_be_touched_stops_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        table.mailbox.deletes = False
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}}, END)
        assert len(await table.send()) == 2
        assert await table.master.channels.refusal_in(CHANNEL) is None


async def test_whoever_newly_has_to_act_is_called_once_with_his_buttons_and_the_attacker_is_called_back(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as table:
        await begin_battle(table)
        posts = await table.send()
        assert [list(post.ping) for post in posts if post.ping] == [[ANNA.user_id], [BEN.user_id]]
        assert "waiting for Germany (<@2>) · <t:" in posts[-1].content.splitlines()[0]
        assert [button["label"] for button in posts[-1].rows[0]] == ["Choose casualties"]
        await fight_on(table)
        (panel,) = await table.send()
        assert list(panel.ping) == [ANNA.user_id]
        assert [button["label"] for button in panel.rows[0]] == ["Press on or retreat"]
        standing = titled(list(table.mailbox.posts.values()))
        assert sum("conduct combat**" in title for title in standing) == 1
        assert not any("This is answered" in post.content for post in table.mailbox.posts.values())


async def test_a_battle_that_waits_for_nobody_else_stands_in_the_report_of_its_phase(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        forces = {"russia": {"soviet_union": {"tank": 6}}, "west_russia": {"germany": {"infantry": 1}}}
        await table.place("soviet_union", "combat_move", forces)
        await table.act(ANNA, {**MOVE, "units": {"tank": 6}}, END)
        battle = {"type": "battle", "space": "west_russia"}
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, [battle], "the battle")
        posts = await table.send()
        assert not any(title.startswith("**West Russia") for title in titled(posts))
        report = next(post for post in posts if "conduct combat**\n" in post.content)
        assert "\nWest Russia, " in report.content
        assert "\n> Attackers roll: tank " in report.content or "\n> __Round 1__\n> Attackers" in report.content


async def test_the_turn_is_summed_up_to_be_pasted_elsewhere(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        told = next(post for post in await table.send() if post.content.startswith("**Soviet Union, round 1, mobilize"))
        _, block, tag = told.content.split("```")
        assert block.startswith("\nSoviet Union, round 1\nBought 2 infantry for 6 IPCs; 1 IPC left.\n")
        assert "\nPlaced 2 infantry in Russia.\nThe Soviet Union collects " in block
        assert not set("*<>@_`") & set(block)
        assert tag.startswith("\n-# #1·")


async def test_a_table_may_want_one_report_a_turn(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=TableSettings(posts="one a turn")) as table:
        await table.send()
        await soviet_turn(table)
        sealed, _panel, *posts = await table.send()
        assert sealed.content.startswith("-# Standing orders sealed: `")
        assert titled(posts)[0].startswith("**Soviet Union, round 1** \N{EM DASH} Took West Russia")
        assert len(posts) == 2
        assert "\n-# Bought 2 infantry" in posts[0].content
        assert "\nPlaced 2 infantry in Russia.\nThe Soviet Union collects " in posts[0].content
        assert posts[0].pictures


async def test_the_commitment_of_the_dice_stays_in_the_channel(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        commitment = (await table.loaded()).game.commitment
        assert f"SHA-256 of the seed of the dice: {commitment}" in (await table.send())[0].content
        assert (await table.record())["commitment"] == commitment


async def test_a_post_that_arrived_before_the_bot_died_is_found_by_its_tag(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        store = table.master.store
        async with store.write() as write:
            ((claimed,), _) = await write.outbox.claim("a process that dies", 0, 5)
        arrived = Outgoing(claimed.channel_id, f"arrived\n-# {claimed.tag}", (), (), claimed.nonce)
        number = await table.mailbox.post(arrived)
        await table.send()
        tags = [post.content.rpartition("\n-# ")[2] for post in table.mailbox.posts.values()]
        assert tags == ["#1·1", "#1·2"]
        assert table.mailbox.posts[number].content.startswith("arrived")


async def test_opponents_see_the_board_without_the_open_orders(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        before = await table.state()
        await table.act(ANNA, MOVE)
        state = await table.state()
        assert (await table.view(ANNA)).own_orders() is state
        for actor in (BEN, CLEO):
            view = await table.view(actor)
            assert view.board == at_phase_start(state)
            assert view.board.pieces == before.pieces
            for door in (view.own_orders, view.to_order):
                with pytest.raises(NotAllowed, match="It is the Soviet Union's turn"):
                    door()


async def test_phases_are_cut_where_they_begin(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        events = [event_from_json(event) for entry in entries for event in entry.events]
        start = new_game("aa1941", {})
        phases = list(played_phases(start, followed(start, events)))
        keys = [phase_key(phase.start).removeprefix("1.") for phase in phases]
        assert keys == [
            "soviet_union.purchase",
            "soviet_union.combat_move",
            "soviet_union.conduct_combat",
            "soviet_union.noncombat_move",
            "soviet_union.mobilize",
            "soviet_union.collect_income",
            "germany.purchase",
        ]
        assert [phase.is_closed for phase in phases] == [True] * 6 + [False]


async def test_record_log_and_stored_state_tell_the_same_game_cut_anywhere(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await soviet_turn(table)
        loaded = await table.loaded()
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
            for seq in range(1, loaded.game.seq + 1):
                folded = await table.master.loader.state_at(read, loaded.game, seq)
                steps = {**record_of(loaded, entries), "steps": _steps(entries[:seq])}
                played = replay(read_record(_json(steps)))
                assert played.error is None
                assert state_to_json(played.state) == state_to_json(folded), f"after entry {seq}"
        events = [event_from_json(event) for entry in entries for event in entry.events]
        assert state_to_json(fold(new_game("aa1941", {}), events)) == state_to_json(loaded.running)


def _steps(entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    return [{"by": e.by, "action": dict(e.action), **({"dice": list(e.dice)} if e.dice else {})} for e in entries]


def _json(record: dict[str, Any]) -> str:
    return json.dumps(record)


async def begin_battle(table: Desk) -> None:
    """Forces so large that a round does not end it, whatever the dice: somebody is asked something."""
    forces = {"russia": {"soviet_union": {"tank": 20}}, "west_russia": {"germany": {"infantry": 24, "tank": 2}}}
    await table.place("soviet_union", "combat_move", forces)
    await table.act(ANNA, {**MOVE, "units": {"tank": 20}}, END)
    await table.act(ANNA, {"type": "battle", "space": "west_russia"})


async def fight_on(table: Desk) -> None:
    """Answer the open question with its default."""
    request = (await table.state()).requests[0]
    actor = ANNA if request.power in TWO[ANNA] else BEN
    await table.act(actor, {"type": "decide", "request": request.id, "power": request.power, "choice": "default"})


async def test_the_post_of_a_battle_is_edited_with_a_picture_of_the_battle_as_it_stands(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin_battle(table)
        told = next(post for post in await table.send() if post.content.startswith("**West Russia"))
        (board,) = told.pictures
        assert board.alt_text.startswith("West Russia, round 1.")
        await fight_on(table)
        await table.send()
        edited = [message for _, message in table.mailbox.edits if message.content.startswith("**West Russia")]
        assert [len(message.pictures) for message in edited] == [1]
        assert edited[0].pictures != told.pictures


async def test_an_edit_whose_picture_is_refused_comes_in_words(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await begin_battle(table)
        await table.send()
        table.mailbox.takes_pictures = False
        await fight_on(table)
        await table.send()
        (edited,) = (message for _, message in table.mailbox.edits if message.content.startswith("**West Russia"))
        assert edited.pictures == ()
        assert " defends: on 2: " in edited.content


async def test_the_orders_of_the_open_phase_are_in_no_record(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        assert (await table.record())["steps"] == []
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        await table.act(ANNA, {"type": "undo"})
        await table.act(ANNA, MOVE)
        assert [step["action"]["type"] for step in (await table.record())["steps"]] == ["purchase", "end_phase"]
        assert await table.master.records.dice_check(await table.loaded()) is None


async def test_a_rollback_restores_the_state_and_uses_no_roll_number_twice(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE)
        there = (await table.loaded()).game.seq
        before = state_to_json(await table.state())
        await table.act(ANNA, END, {"type": "battle", "space": "west_russia"})
        rolled = (await table.loaded()).game.next_roll
        with pytest.raises(NotAllowed, match="Only the organiser"):
            await table.master.consent.wish(table.game_id, BEN, "rollback", {"to": there}, "press R")
        with pytest.raises(TableRefusal, match="no such phase"):
            await table.roll_back(999)
        await table.roll_back(there)
        loaded = await table.loaded()
        assert state_to_json(loaded.running) == before
        assert loaded.game.next_roll == rolled > 1
        await table.act(ANNA, END, {"type": "battle", "space": "west_russia"})
        async with table.master.store.read() as read:
            rolls = await read.rolls(table.game_id)
        assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1))
        note = next(post for post in await table.send() if "put the game back" in post.content)
        assert note.content.startswith("Fay put the game back.")


async def test_a_correction_names_who_made_it_and_begins_a_phase_of_its_own(tmp_path: Path) -> None:
    async with desk(tmp_path, TWO) as table:
        await table.send()
        await table.place("soviet_union", "combat_move", {"russia": {"soviet_union": {"infantry": 6}}})
        await table.act(ANNA, END)
        titles = titled(await table.send())
        assert "Fay corrected the position." in titles
        assert "**Soviet Union, round 1, combat move**" in titles
        assert "**Soviet Union, round 1, purchase**" not in titles


async def test_the_picture_at_the_end_of_a_turn_bears_the_emblem_of_whose_turn_it_was(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await soviet_turn(table)
        async with table.master.store.read() as read:
            waiting = await read.unsent_messages(table.game_id)
        pictures = [message.picture for message in waiting if message.picture and "position" in message.picture]
        assert [picture["position"]["power"] for picture in pictures] == ["soviet_union"] * len(pictures)
        assert pictures[-1]["title"] == "Soviet Union, round 1, mobilize"

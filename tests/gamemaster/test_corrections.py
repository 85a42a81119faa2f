"""Corrections of the position: edits alone, and told with what was before and what is now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import ScriptedDice, apply, describe, new_game
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.narration import correction_lines
from gamemaster.outbox.sender import Outgoing
from store import utc_seconds
from tests.gamemaster.desk import ANNA, BEN, EVE, FAY, TWO, Desk, desk
from tests.gamemaster.test_answering import HOUR, Watch

MOVE = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
END = {"type": "end_phase"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"type": "concede", "power": "germany"}, "always has the type “edit”"),
        ({"type": "end_phase"}, "always has the type “edit”"),
        ({"type": "decide", "choice": "default"}, "always has the type “edit”"),
        ({"type": ["edit"]}, "always has the type “edit”"),
        ({"power": "germany"}, "no key “power”; it takes clear_units"),
        ({"ipcs": {"germany": 1}, "<@1>" * 100: 1}, "no key “\\<@\u200b1>"),
        (["edit"], "is a JSON object"),
        ("edit", "is a JSON object"),
        (None, "is a JSON object"),
    ],
)
async def test_a_correction_is_an_edit_and_nothing_else(tmp_path: Path, change: Any, words: str) -> None:
    async with desk(tmp_path) as table:
        before = (await table.loaded()).game.seq
        with pytest.raises(TableRefusal) as refused:
            await table.correct(change)
        assert words in str(refused.value)
        assert len(str(refused.value)) < 400
        assert (await table.loaded()).game.seq == before


async def test_the_post_says_how_everything_was_and_how_it_is(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        change = {
            "spaces": {
                "germany": {"units": {"germany": {"infantry": 9}}},
                "ukraine": {"owner": "soviet_union", "facilities": ["industrial_complex"], "captured_this_turn": True},
            },
            "ipcs": {"germany": 40},
            "purchased": {"soviet_union": {"tank": 2}},
            "turn": {"round": 2, "phase": "mobilize"},
        }
        await table.correct(change)
        note = next(post.content for post in await table.send() if "corrected the position" in post.content)
        for line in (
            "Fay corrected the position.",
            "• On turn: Soviet Union, round 1, purchase → Soviet Union, round 2, mobilize",
            "• Owner of Ukraine: Germany → Soviet Union",
            "• Germany: German infantry 3 → 9, fighter 1 → 0, bomber 1 → 0",
            "• Facilities in Ukraine: none → industrial complex",
            "• Taken this turn: none → Ukraine",
            "• IPCs of Germany: 12 → 40",
            "• Units bought by Soviet Union: none → 2 tanks",
        ):
            assert line in note, note


async def test_a_long_correction_is_told_whole_in_several_posts(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        stood = list(describe(await table.state())["units"])
        await table.correct({"clear_units": True})
        posts = [post.content for post in await table.send() if " → 0" in post.content]
        told = "\n".join(posts)
        assert len(posts) > 1
        assert all(len(post) <= 2000 for post in posts)
        assert told.count("• ") == len(stood)


def test_a_battle_and_its_question_that_are_called_off_are_told() -> None:
    state = new_game("aa1941")
    for action, dice in ((END, ()), (MOVE, ()), (END, ())):
        state = apply(state, action, ScriptedDice(dice)).state
    state = apply(state, {"type": "battle", "space": "west_russia"}, ScriptedDice([1, 6, 6, 6, 6, 6, 6, 6, 6, 1])).state
    after = apply(state, {"type": "edit", "turn": {"phase": "combat_move"}}, ScriptedDice(())).state
    lines = correction_lines(state, after)
    assert "On turn: Soviet Union, round 1, conduct combat → Soviet Union, round 1, combat move" in lines
    assert "Battle that is being fought: West Russia, round 1 → none" in lines
    assert any(line.startswith("Open questions: casualties in West Russia of") for line in lines)
    assert any(line.startswith("West Russia, used this turn: Soviet") for line in lines)


def test_what_no_line_is_written_for_is_told_as_the_record_describes_it() -> None:
    state = new_game("anniversary_1941")
    lines = correction_lines(state, replace(state, winner="axis"))
    assert lines == ["Winner: none → axis"]


def test_research_dice_that_are_kept_are_told_power_by_power() -> None:
    state = new_game("anniversary_1941")
    lines = correction_lines(
        replace(state, research_tokens={"japan": 2}), replace(state, research_tokens={"germany": 1})
    )
    assert lines == ["Research dice of Germany: 0 → 1", "Research dice of Japan: 2 → 0"]


async def test_a_correction_does_not_open_the_orders_of_the_phase(tmp_path: Path) -> None:
    """An empty one would show every move that the enemy has prepared."""
    now = utc_seconds()
    async with desk(tmp_path, clock=lambda: now) as table:
        await table.act(ANNA, END)
        await table.send()
        await table.correct({"ipcs": {"germany": 13}})
        without = [post.content for post in await table.send()]
    (tmp_path / "games.db").unlink()
    async with desk(tmp_path, clock=lambda: now) as table:
        await table.act(ANNA, END)
        await table.send()
        await table.act(ANNA, MOVE)
        await table.correct({"ipcs": {"germany": 13}})
        moved = [post.content for post in await table.send()]
        assert [text.rpartition("\n-# ")[0] for text in moved] == [text.rpartition("\n-# ")[0] for text in without]
        assert "Any orders of the Soviet Union's open phase have been undone." in moved[0]
        assert not (await table.state()).undo
        russia = [piece.unit for piece in (await table.state()).at("russia")]
        assert russia.count("infantry") >= 6
        assert await table.act(ANNA, MOVE)


def named(posts: list[Outgoing], words: str) -> Outgoing:
    return next(post for post in posts if words in post.content)


async def orders_given(table: Desk) -> None:
    """Anna has ordered a move that nobody else sees yet."""
    await table.act(ANNA, END)
    await table.act(ANNA, MOVE)
    await table.send()


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"ipcs": {"germany": 12}},
        {"spaces": {"germany": {"owner": "germany"}}},
        {"spaces": {"germany": {"units": {"germany": {"infantry": 3, "fighter": 1, "bomber": 1}}}}},
        {"turn": {"round": 1}},
        {"turn": {"power": "soviet_union", "phase": "combat_move"}},
    ],
)
async def test_a_correction_that_changes_nothing_takes_no_orders_back(tmp_path: Path, change: Any) -> None:
    async with desk(tmp_path) as table:
        await orders_given(table)
        before = (await table.loaded()).game.seq
        for actor in (FAY, ANNA):
            with pytest.raises(TableRefusal, match=r"The position is already like that\. Nothing changed"):
                await table.wish(actor, "edit", change=change)
        assert (await table.loaded()).game.seq == before
        assert len((await table.state()).undo) == 1
        assert await table.send() == []


async def test_whoever_plays_corrects_nothing_without_the_other_side(tmp_path: Path) -> None:
    """Otherwise an organiser could undo an opponent's orders as often as they like."""
    async with desk(tmp_path, {BEN: TWO[ANNA], ANNA: TWO[BEN]}) as table:
        await table.act(BEN, END)
        await table.act(BEN, MOVE)
        await table.send()
        assert (await table.wish(ANNA, "edit", change={"ipcs": {"germany": 13}})).users == (BEN.user_id,)
        assert len((await table.state()).undo) == 1
        card = named(await table.send(), "asks to correct the position")
        assert card.ping == [BEN.user_id]
        assert card.content.startswith(
            "<@2> **Test**: Anna asks to correct the position.\n• IPCs of Germany: 12 → 13\n"
            "This would undo any orders of the open phase."
        )
        for stranger in (ANNA, EVE):
            with pytest.raises(NotAllowed, match="Only <@2>"):
                await table.say(stranger, "agree")
        assert await table.say(BEN, "agree") == "You agreed. I've told the table."
        state = await table.state()
        assert (state.treasuries["germany"], state.undo) == (13, ())
        told = named(await table.send(), "corrected the position").content
        assert told.startswith("Anna corrected the position. Ben agreed.\n• IPCs of Germany: 12 → 13")


async def test_a_manager_who_plays_corrects_by_the_right_of_those_who_agree(tmp_path: Path) -> None:
    manager = replace(EVE, manages_server=True)
    async with desk(tmp_path, {BEN: TWO[ANNA], manager: TWO[BEN]}) as table:
        assert (await table.wish(manager, "edit", change={"ipcs": {"germany": 13}})).users == (BEN.user_id,)
        assert await table.say(FAY, "agree") == "You agreed. I've told the table."
        assert (await table.state()).treasuries["germany"] == 13
        assert named(await table.send(), "Eve corrected the position. Fay, a server manager, agreed.")


async def test_a_card_for_a_correction_tells_and_closes_nothing_by_orders_that_nobody_sees(tmp_path: Path) -> None:
    cards = []
    for ordered in (False, True):
        folder = tmp_path / str(ordered)
        folder.mkdir()
        async with desk(folder) as table:
            await table.act(ANNA, END)
            if ordered:
                await table.act(ANNA, MOVE)
            await table.send()
            change = {"spaces": {"russia": {"units": {"soviet_union": {"infantry": 1}}}}}
            await table.wish(ANNA, "edit", change=change)
            posts = [post.content for post in await table.send()]
            for action in (MOVE, {"type": "undo"}) if not ordered else ({"type": "undo"}, MOVE):
                await table.act(ANNA, action)
            edits = [post for _, post in table.mailbox.edits if "asks to correct" in post.content]
            cards.append((posts, edits))
            assert await table.say(BEN, "agree") == "You agreed. I've told the table."
    assert cards[0] == cards[1]
    assert "• Russia: Soviet infantry " in cards[0][0][-1]


async def test_a_card_for_a_correction_is_off_once_the_position_is_another(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await orders_given(table)
        await table.wish(ANNA, "edit", change={"ipcs": {"germany": 13}})
        await table.act(ANNA, END)
        await table.send()
        (_, card) = table.mailbox.edits[-1]
        assert "The game has gone on since, so this is off. Anna can ask again with `/game edit`." in card.content
        assert (await table.say(BEN, "agree")).startswith("The game has gone on since")
        assert (await table.state()).treasuries["germany"] == 12


async def test_nobody_agrees_to_a_correction_that_was_made_meanwhile(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "edit", change={"ipcs": {"germany": 13}})
        await table.correct({"ipcs": {"germany": 13}})
        before = (await table.loaded()).game.seq
        assert (await table.say(BEN, "agree")).startswith("The game has gone on since, so this is off.")
        with pytest.raises(TableRefusal, match=r"The position is already like that\. Nothing changed"):
            await table.wish(ANNA, "edit", change={"ipcs": {"germany": 13}})
        assert (await table.loaded()).game.seq == before


async def test_all_of_a_long_correction_is_told_before_anybody_agrees(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        stood = list(describe(await table.state())["units"])
        await table.send()
        await table.wish(ANNA, "edit", change={"clear_units": True})
        *above, card = await table.send()
        assert len(card.content) <= 2000
        assert sum(post.content.count(" → 0") > 0 for post in above) > 1
        assert "\n".join(post.content for post in above).count("• ") == len(stood)


@pytest.mark.parametrize("deed", ["edit", "answer"])
async def test_a_game_that_was_ended_is_neither_corrected_nor_answered_in(tmp_path: Path, deed: str) -> None:
    watch = Watch()
    async with desk(tmp_path, clock=watch) as table:
        forces = {"russia": {"soviet_union": {"tank": 20}}, "west_russia": {"germany": {"infantry": 24, "tank": 2}}}
        await table.place("soviet_union", "combat_move", forces)
        move = {"type": "move", "units": {"tank": 20}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move, END, {"type": "battle", "space": "west_russia"})
        (request,) = (await table.state()).requests
        await table.wish(FAY, "end")
        watch.now += 30 * HOUR
        before = (await table.loaded()).game
        body: dict[str, dict[str, Any]] = {
            "edit": {"change": {"ipcs": {"germany": 1}}},
            "answer": {"request": request.id},
        }
        with pytest.raises(TableRefusal, match="This game is over"):
            await table.wish(FAY, deed, **body[deed])
        assert (await table.loaded()).game == before

"""Deeds that nobody who plays may do alone: going back, ending, taking somebody's seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import state_to_json
from gamemaster.errors import NotAllowed, NotBegun, TableRefusal
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import Actor
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk

END = {"type": "end_phase"}
MOVE = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
FIGHT = {"type": "battle", "space": "west_russia"}
FOUR = {ANNA: ("soviet_union", "united_states"), BEN: ("japan",), CLEO: ("germany",), DAN: ("united_kingdom",)}
DAY = 24 * 3600


class HandSetClock:
    """Time as the test says."""

    def __init__(self) -> None:
        self.now = 1_900_000_000

    def __call__(self) -> int:
        return self.now


async def fought(table: Desk) -> int:
    """A lost battle; gives the entry to which its loser would like to go back."""
    await table.act(ANNA, END)
    await table.act(ANNA, MOVE)
    there = (await table.loaded()).game.seq
    await table.act(ANNA, END, FIGHT)
    await table.send()
    return there


def named(posts: list[Outgoing], words: str) -> Outgoing:
    return next(post for post in posts if words in post.content)


def labels(post: Outgoing) -> list[str]:
    return [button["label"] for row in post.rows for button in row]


async def test_an_organiser_who_plays_cannot_go_back_alone(tmp_path: Path) -> None:
    """Otherwise an organiser could roll the same battle until they like it."""
    async with desk(tmp_path) as table:
        there = await fought(table)
        before = state_to_json(await table.state())
        asked = await table.wish(ANNA, "rollback", to=there)
        assert asked.users == (BEN.user_id,)
        assert state_to_json(await table.state()) == before
        card = named(await table.send(), "asks to put the game back")
        assert card.ping == [BEN.user_id]
        assert labels(card) == ["Agree", "Refuse", "Withdraw"]
        for words in (
            "<@2> **Test**: Anna asks to put the game back to the end of the Soviet Union, round 1, combat move.",
            "• Soviet Union, round 1: conduct combat",
            "Orders and answers: Soviet Union 1",
            "Discarded: ",
            "They stay on record but don't count.",
        ):
            assert words in card.content, card.content
        for stranger in (ANNA, EVE, Actor(EVE.user_id, "Eve")):
            with pytest.raises(NotAllowed, match="Only <@2>"):
                await table.say(stranger, "agree")
        assert await table.say(BEN, "agree") == "You agreed. I've told the table."
        state = await table.state()
        assert (state.phase, len(state.undo)) == ("combat_move", 1)
        note = named(await table.send(), "put the game back")
        assert note.content.startswith(
            "Anna put the game back. Ben agreed. It is now at the end of the Soviet Union, round 1"
        )
        assert "Discarded: " in note.content


async def test_whose_dice_are_given_up_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        async with table.master.store.read() as read:
            rolls = await read.rolls(table.game_id)
        await table.wish(ANNA, "rollback", to=there)
        card = named(await table.send(), "asks to put").content
        dice = sum(len(roll.faces) for roll in rolls)
        assert f"Discarded: {len(rolls)} rolls with {dice} dice (Soviet Union 7 and Germany {dice - 7})" in card


async def test_whoever_does_not_play_goes_back_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        assert (await table.wish(FAY, "rollback", to=there)).users == ()
        assert (await table.state()).phase == "combat_move"
        assert "Fay put the game back." in named(await table.send(), "put the game back").content


async def test_a_server_manager_who_plays_needs_consent_like_everybody(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        manager = Actor(BEN.user_id, "Ben", manages_server=True)
        assert (await table.wish(manager, "rollback", to=there)).users == (ANNA.user_id,)
        with pytest.raises(NotAllowed):
            await table.say(manager, "agree")


async def test_a_server_manager_who_does_not_play_may_agree_for_the_other_side(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "rollback", to=await fought(table))
        await table.say(FAY, "agree")
        assert (await table.state()).phase == "combat_move"
        assert "Fay, a server manager, agreed." in named(await table.send(), "put the game back. ").content


async def test_any_one_player_of_the_other_side_is_enough_and_an_ally_is_not(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        asked = await table.wish(ANNA, "rollback", to=await fought(table))
        assert asked.users == (BEN.user_id, CLEO.user_id)
        with pytest.raises(NotAllowed):
            await table.say(DAN, "agree")
        await table.say(CLEO, "agree")
        assert (await table.state()).phase == "combat_move"


async def test_giving_ones_seat_to_a_friend_does_not_make_a_neutral_organiser(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        for power in ("soviet_union", "united_kingdom", "united_states"):
            assert (await table.replace(ANNA, power, EVE)).users == ()
        assert (await table.wish(ANNA, "rollback", to=there)).users == (BEN.user_id,)
        manager = Actor(ANNA.user_id, "Anna", manages_server=True)
        with pytest.raises(NotAllowed):
            await table.say(manager, "agree")


async def test_a_second_press_changes_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "rollback", to=await fought(table))
        await table.say(BEN, "agree")
        seq = (await table.loaded()).game.seq
        assert "<@2> has already agreed to that" in await table.say(BEN, "agree")
        assert "already agreed to" in await table.say(BEN, "refuse")
        assert "already agreed to" in await table.say(ANNA, "withdraw")
        assert (await table.loaded()).game.seq == seq


async def test_an_interaction_that_arrives_twice_asks_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        body = {"to": await fought(table)}
        for _ in range(2):
            await table.master.consent.wish(table.game_id, ANNA, "rollback", body, "one interaction")
        assert len([post for post in await table.send() if "asks to" in post.content]) == 1
        await table.wish(ANNA, "rollback", **body)
        assert [post for post in await table.send() if "asks to" in post.content] == []


async def test_a_refusal_is_told_and_the_same_is_not_asked_again_today(tmp_path: Path) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        there = await fought(table)
        await table.wish(ANNA, "rollback", to=there)
        await table.say(BEN, "refuse")
        told = named(await table.send(), "refused to put the game back")
        assert told.ping == [ANNA.user_id]
        with pytest.raises(TableRefusal, match="<@2> refused that"):
            await table.wish(ANNA, "rollback", to=there)
        clock.now += DAY
        assert (await table.wish(ANNA, "rollback", to=there)).users == (BEN.user_id,)


async def test_only_who_asked_withdraws(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "rollback", to=await fought(table))
        with pytest.raises(NotAllowed, match="Only Anna"):
            await table.say(BEN, "withdraw")
        assert await table.say(ANNA, "withdraw") == "Withdrawn."
        assert "<@1> withdrew that" in await table.say(BEN, "agree")
        assert (await table.state()).phase != "combat_move"


async def test_a_card_that_the_game_has_overtaken_is_off_and_says_what_it_would_mean_now(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "rollback", to=await fought(table))
        await table.send()
        while (await table.state()).phase != "noncombat_move":
            await table.act(ANNA, {"type": "decide", "choice": "default"})
        await table.act(ANNA, END)
        await table.send()
        card = next(post for _, post in table.mailbox.edits if "is off" in post.content)
        assert labels(card) == []
        answer = await table.say(BEN, "agree")
        assert "The game has gone on since, so this is off" in answer
        assert (
            "As the game stands now, to put the game back to the end of the Soviet Union, round 1, combat move"
            in answer
        )
        assert (await table.state()).phase != "combat_move"


async def test_a_newer_question_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        await table.wish(ANNA, "rollback", to=there)
        await table.wish(ANNA, "rollback", to=0)
        assert "newer question" in await table.say(BEN, "agree", 1)
        await table.say(BEN, "agree", 2)
        assert (await table.state()).phase == "purchase"


async def test_whoever_asks_for_what_they_were_asked_agrees_to_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        assert (await table.wish(ANNA, "pause")).users == (BEN.user_id,)
        assert (await table.wish(BEN, "pause")).users == ()
        posts = await table.send()
        assert named(posts, "Anna paused the game. Ben agreed.")
        assert not [post for post in posts if "Ben asks" in post.content]


async def test_no_card_tells_of_the_hidden_orders_of_the_open_phase(tmp_path: Path) -> None:
    async def card_after(path: Path, *orders: dict[str, Any]) -> str:
        async with desk(path) as table:
            await table.act(ANNA, END)
            if orders:
                await table.act(ANNA, *orders)
            await table.wish(Actor(BEN.user_id, "Ben", manages_server=True), "rollback", to=0)
            return named(await table.send(), "asks to").content.rpartition("\n-# ")[0]

    for name in ("with", "without"):
        (tmp_path / name).mkdir()
    without = await card_after(tmp_path / "without")
    assert "Any orders of the open phase (the Soviet Union, round 1, combat move)." in without
    assert await card_after(tmp_path / "with", MOVE) == without


async def test_a_game_whose_seed_is_public_never_goes_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        there = await fought(table)
        await table.wish(FAY, "end")
        with pytest.raises(TableRefusal, match=r"its dice seed is public.*with a new seed, use /game export here"):
            await table.roll_back(there)
        assert (await table.loaded()).game.status == "abandoned"


async def test_nobody_escapes_defeat_by_ending_the_game(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        assert (await table.wish(ANNA, "end")).users == (BEN.user_id,)
        assert (await table.loaded()).game.status == "running"
        card = named(await table.send(), "asks to end the game").content
        assert "/concede" in card
        await table.say(BEN, "agree")
        assert (await table.loaded()).game.status == "abandoned"
        note = named(await table.send(), "Seed of its dice")
        assert note.content.startswith("Anna ended the game **Test**. Ben agreed. Seed of its dice: `")
        check_nobody_is_waited_for(table)


async def test_a_draw_that_is_agreed_leaves_no_panel(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await table.wish(ANNA, "draw")
        await table.send()
        await table.say(BEN, "agree")
        note = named(await table.send(), "Seed of its dice")
        assert note.content.startswith("**Test** ended as a draw, offered by Anna. Ben agreed. Seed of its dice: `")
        assert labels(note) == ["Charts", "War diary", "Review", "Rematch"]
        check_nobody_is_waited_for(table)


def check_nobody_is_waited_for(table: Desk) -> None:
    """No panel stands there any more that names a turn and has buttons for orders."""
    assert not [post.content for post in table.mailbox.posts.values() if "'s turn in" in post.content]


async def test_a_game_that_has_not_begun_is_ended_by_its_organiser(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        assert (await table.wish(ANNA, "end")).users == ()
        assert (await table.loaded()).game.status == "abandoned"
        with pytest.raises(NotBegun, match=r"This game ended before it began\. Start a new one"):
            _ = (await table.view(BEN)).board


@pytest.mark.parametrize(
    ("actor", "power", "player", "asked"),
    [
        (ANNA, "germany", EVE, (BEN, CLEO)),  # an opponent's seat to a second account
        (ANNA, "united_kingdom", ANNA, (BEN, CLEO, DAN)),  # an ally's seat
        (ANNA, "soviet_union", EVE, ()),  # one's own
        (FAY, "germany", EVE, ()),  # by somebody without a stake
        (FAY, "germany", FAY, (BEN, CLEO)),  # who would have one by it
    ],
)
async def test_nobody_who_plays_takes_a_seat_on_his_own_word(
    tmp_path: Path, actor: Actor, power: str, player: Actor, asked: tuple[Actor, ...]
) -> None:
    async with desk(tmp_path, FOUR) as table:
        before = (await table.loaded()).seats[power]
        found = await table.replace(actor, power, player)
        assert found.users == tuple(each.user_id for each in asked)
        assert ((await table.loaded()).seats[power] == before) is bool(asked)


async def test_who_is_replaced_may_agree_himself(tmp_path: Path) -> None:
    async with desk(tmp_path, FOUR) as table:
        await table.replace(ANNA, "germany", EVE)
        await table.say(CLEO, "agree")
        assert (await table.loaded()).seats["germany"] == EVE.user_id
        note = named(await table.send(), "is now played by")
        assert "Germany is now played by <@5> in place of <@3> (decided by Anna; Cleo agreed)." in note.content


async def test_a_player_who_left_the_server_is_no_obstacle(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        assert (await table.replace(ANNA, "germany", EVE, has_left=True)).users == ()
        assert (await table.loaded()).seats["germany"] == EVE.user_id


async def test_an_absent_friend_is_replaced_after_three_days_of_silence(tmp_path: Path) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        await table.replace(ANNA, "germany", EVE)
        card = named(await table.send(), "asks to give Germany to <@5>")
        assert f"If nobody answers by <t:{clock.now + 3 * DAY}:f>, Anna can do it with `/game replace`." in card.content
        clock.now += 3 * DAY - 1
        assert (await table.replace(ANNA, "germany", EVE)).users == (BEN.user_id,)
        assert [post for post in await table.send() if "asks to" in post.content] == []
        clock.now += 1
        assert (await table.replace(ANNA, "germany", EVE)).users == ()
        assert (await table.loaded()).seats["germany"] == EVE.user_id
        assert "Nobody has answered since" in named(await table.send(), "is now played by").content


async def test_silence_is_no_consent_to_go_back(tmp_path: Path) -> None:
    clock = HandSetClock()
    async with desk(tmp_path, clock=clock) as table:
        there = await fought(table)
        await table.wish(ANNA, "rollback", to=there)
        clock.now += 100 * DAY
        assert (await table.wish(ANNA, "rollback", to=there)).users == (BEN.user_id,)
        assert (await table.state()).phase != "combat_move"


async def test_advantages_that_have_been_rolled_are_not_rolled_again(tmp_path: Path) -> None:
    async with desk(tmp_path, setup="revised", options={"advantages": "roll 2"}) as table:
        with pytest.raises(TableRefusal, match="before the roll of the national advantages"):
            await table.roll_back(0)

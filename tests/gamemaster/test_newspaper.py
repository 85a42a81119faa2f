"""Brief posts: a few a turn, each growing with its phases; nothing is told twice, and dice are always public."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.announcements import newspaper
from gamemaster.chosen_settings import read_table_settings
from gamemaster.dice.battles import dice_in_words
from gamemaster.errors import TableRefusal
from gamemaster.outbox.sender import Outgoing
from gamemaster.table_settings import USUAL, TableSettings, stored_settings
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.gamemaster.test_telling import END, begin_battle, fight_on, soviet_turn

BRIEF = TableSettings(posts="brief")
FOUGHT = "1.soviet_union.conduct_combat"


def standing(table: Desk) -> list[Outgoing]:
    """What stands in the channel, without the first picture and the panel."""
    return list(table.mailbox.posts.values())[1:-1]


def labels(post: Outgoing) -> list[str]:
    return [button["label"] for row in post.rows for button in row]


async def test_a_turn_leaves_two_posts(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=BRIEF) as table:
        await table.send()
        await soviet_turn(table)
        await table.send()
        attack, end = standing(table)
    assert attack.content.startswith(
        "**Soviet Union, round 1** \N{EM DASH} Took West Russia (+1 income).\n-# Bought 2 infantry"
    )
    assert "West Russia, " in attack.content
    assert "Attackers roll" not in attack.content
    board, battle = attack.pictures
    assert board.alt_text.startswith("Soviet Union, round 1. ")
    assert battle.alt_text.startswith("West Russia, ")
    assert ", dice " in battle.alt_text
    assert labels(attack) == ["Dice", "Whole board"]
    assert end.content.startswith("**Soviet Union, round 1, turn ends**\n")
    assert "Placed 2 infantry in Russia.\nThe Soviet Union collects " in end.content
    assert len(end.pictures) == 1
    assert labels(end) == []


async def test_the_seal_stays_in_the_post_that_grows(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=BRIEF) as table:
        await table.send()
        await soviet_turn(table)
        sent = await table.send()
        sealed = {line for post in sent for line in post.content.split("\n") if "sealed" in line}
        assert len(sealed) == 1
        assert sealed <= set(standing(table)[0].content.split("\n"))


async def test_the_dice_of_a_turn_are_told_in_words_also_long_after(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=BRIEF) as table:
        await soviet_turn(table)
        fought = table.master.fought_battles
        told = dice_in_words(await fought.of(await table.loaded(), FOUGHT))
        assert told.startswith("**Soviet Union, round 1, dice**\n**West Russia, ")
        assert "\nAttackers roll: " in told
        await table.act(BEN, END)
        assert dice_in_words(await fought.of(await table.loaded(), FOUGHT)) == told
        with pytest.raises(TableRefusal, match="older version"):
            await fought.of(await table.loaded(), "atlantis")
        with pytest.raises(TableRefusal, match="on record"):
            await fought.of(await table.loaded(), "7.germany.conduct_combat")


async def test_a_battle_with_a_post_of_its_own_is_not_told_again(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=BRIEF) as table:
        await begin_battle(table)
        await table.send()
        (waiting,) = [post for post in standing(table) if post.content.startswith("**West Russia, ")]
        assert "\nRound 1: attackers " in waiting.content
        assert "Attackers roll" not in waiting.content
        while (await table.state()).battle:
            await fight_on(table)
        if (await table.state()).phase == "conduct_combat":
            await table.act(ANNA, END)
        await table.send()
        _, battle = table.mailbox.edits[-1]
        report = next(post for post in reversed(standing(table)) if "Already posted above" in post.content)
        assert battle.content.startswith("**West Russia, ")
        assert "\nRound 1: " not in battle.content
        assert labels(battle) == ["Dice"]
        assert "\nAlready posted above: West Russia." in report.content
        assert "\nWest Russia, " not in report.content
        assert len(report.pictures) == 1


async def test_a_purchase_without_an_attack_stands_in_the_next_post(tmp_path: Path) -> None:
    async with desk(tmp_path, customs=BRIEF) as table:
        await table.send()
        await table.act(ANNA, {"type": "purchase", "units": {"infantry": 2}}, END)
        assert await table.send() == []
        await table.act(ANNA, END)
        await table.act(ANNA, END)
        await table.act(ANNA, {"type": "mobilize", "units": {"infantry": 2}, "space": "russia"}, END)
        await table.send()
        (end,) = standing(table)
    title, bought, placed, *_ = end.content.split("\n")
    assert title == "**Soviet Union, round 1**"
    assert bought == "-# Bought 2 infantry for 6 IPCs; 1 IPC left."
    assert placed == "Placed 2 infantry in Russia."


async def test_more_boards_than_a_post_takes_come_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newspaper, "IN_A_GALLERY", 1)
    async with desk(tmp_path, customs=BRIEF) as table:
        await table.send()
        await soviet_turn(table)
        await table.send()
        attack, more, _ = standing(table)
    assert [len(post.pictures) for post in (attack, more)] == [1, 1]
    assert more.content.startswith("**Soviet Union, round 1**, more battles\n")
    assert more.pictures[0].alt_text.startswith("West Russia, ")


@pytest.mark.parametrize(
    ("stored", "form"), [({}, "full"), ({"posts": "phases"}, "full"), ({"posts": "turns"}, "one a turn")]
)
def test_games_of_earlier_versions_keep_what_they_have(stored: dict[str, str], form: str) -> None:
    assert stored_settings(stored).posts == form


def test_new_games_are_told_briefly() -> None:
    assert read_table_settings().posts == "brief"
    assert stored_settings(read_table_settings().stored) == read_table_settings()
    assert USUAL.posts == "full"
    assert read_table_settings(posts="One a turn").posts == "one a turn"
    with pytest.raises(TableRefusal, match="Posts can be brief, full or one a turn"):
        read_table_settings(posts="loud")

"""The bot is killed without warning (kill -9) and started again: the game goes on, nothing is lost or told twice."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from local import LocalTable, Message, Player
from tests.e2e.playing import CHANNEL, begin, button_id, correct, found, has_button, tags
from tests.e2e.processes import SKETCHING_BOT, for_table, launch, running, until_connected
from tests.patience import PATIENCE_SECONDS

BIG_BATTLE = json.dumps(
    {
        "spaces": {
            "west_russia": {"units": {"germany": {"infantry": 12, "tank": 6}}},
            "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 6}}},
        },
        "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
    }
)


ALL_OF_IT: Any = {"from": "russia", "units": "12 infantry, 6 tanks", "to": "west russia"}


async def attack(table: LocalTable, anna: Player) -> Message:
    """A battle in which both sides surely have choices, up to the panel from which it is fought."""
    await correct(table, BIG_BATTLE)
    await anna.command(CHANNEL, "move", **ALL_OF_IT)
    await anna.command(CHANNEL, "end-phase")
    return await found(anna, lambda message: not message.ephemeral and has_button(message, "fight.west_russia"))


def posted(database: Path) -> list[tuple[str, int]]:
    """(state, message id) of all posts in the outbox that no other has replaced, in order."""
    standing = (
        "SELECT state, message_id FROM outbox AS each WHERE kind = 'post' AND NOT EXISTS "
        "(SELECT * FROM outbox AS later WHERE later.kind = 'post' AND later.role = each.role AND later.id > each.id) "
        "ORDER BY id"
    )
    with sqlite3.connect(database) as connection:
        return connection.execute(standing).fetchall()


async def check_nothing_is_doubled(player: Player, folder: Path) -> None:
    """Every post of the outbox stands in the channel exactly once, when what was to be taken away is gone too."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            posts = posted(folder / "games.db")
            public = [message.id for message in await player.messages(CHANNEL) if not message.ephemeral]
            by_outbox = [str(message_id) for _, message_id in posts]
            if {state for state, _ in posts} == {"sent"} and public[1:] == by_outbox:  # after the invitation
                break
            await asyncio.sleep(0.05)


async def start_the_game(table: LocalTable, anna: Player, ben: Player) -> None:
    await begin(ben, anna)
    await found(anna, lambda message: "Order units" in message.content)


@pytest.mark.long
@pytest.mark.parametrize(
    "moment", [*(pytest.param(each, marks=pytest.mark.whole) for each in ("acknowledged", "answered")), "asked"]
)
async def test_a_battle_goes_on_after_a_kill(tmp_path: Path, moment: str) -> None:
    async with LocalTable(new_messages=1000) as table:
        settings = for_table(table, tmp_path)
        anna, ben = table.user("Anna"), table.user("Ben")
        async with running(tmp_path, SKETCHING_BOT, **settings):
            await start_the_game(table, anna, ben)
            panel = await attack(table, anna)
            fight = button_id(panel, "fight.west_russia")
            await anna.press(panel, custom_id=fight, wait_thinking=moment != "acknowledged")
            if moment == "asked":
                await found(ben, lambda message: has_button(message, ":answer") and "Ben" in message.mentions)

        async with running(tmp_path, SKETCHING_BOT, **settings):
            if not battle_has_begun(tmp_path / "games.db"):
                await anna.press(panel, custom_id=fight)
            await fight_on(anna, ben)
            await check_nothing_is_doubled(anna, tmp_path)
        # A panel that was gone before the kill may be taken away once more, as nothing says that it is.
        assert [each for each in table.refusals if not each.startswith("DELETE ") or "10008" not in each] == []


def battle_has_begun(database: Path) -> bool:
    with sqlite3.connect(database) as connection:
        (count,) = connection.execute("SELECT count(*) FROM log WHERE action LIKE '%\"battle\"%'").fetchone()
    return bool(count)


async def fight_on(anna: Player, ben: Player) -> None:
    """Ben answers with the button of the old post, Anna with that of the panel, until the panel says what is next."""
    question = await found(ben, lambda message: has_button(message, ":answer") and "Ben" in message.mentions)
    card = await ben.press(question, "Choose casualties")
    assert "from your 12 infantry, 6 tanks" in card.content
    await ben.press(card.shown, card.shown.labels[0])
    await ben.wait_until_gone(question)
    answered = button_id(question, ":answer")
    while True:
        asked = await next_question(anna, answered)
        answered = button_id(asked, ":answer")
        card = await anna.press(asked, custom_id=answered)
        retreat = [label for label in card.shown.labels if label.startswith("Retreat to Russia")]
        await anna.press(card.shown, *(retreat or card.shown.labels[:1]))
        if retreat:
            break
    over = await found(anna, lambda message: "The Soviet Union retreats to Russia" in message.text)
    assert "West Russia holds" in over.text
    await found(anna, lambda message: has_button(message, "noncombat_move") and not message.ephemeral)


async def next_question(player: Player, answered: str) -> Message:
    """The panel with the button of another question than the one already answered."""

    def asks(message: Message) -> bool:
        return not message.ephemeral and has_button(message, ":answer") and not has_button(message, answered)

    return await found(player, asks)


@pytest.mark.whole
async def test_the_local_table_outlives_a_kill_too(tmp_path: Path, unused_tcp_port: int) -> None:
    settings = {
        "LOCAL_PORT": str(unused_tcp_port),
        "LOCAL_STATE": str(tmp_path / "table.sqlite3"),
    }
    address = f"http://127.0.0.1:{unused_tcp_port}"
    async with running(tmp_path, **settings) as process:
        assert process.stdout is not None
        assert (await process.stdout.readline()).decode() == f"The local table is open: {address}\n"
        anna, ben = Player(address, "Anna"), Player(address, "Ben")
        await begin(ben, anna)
        bought = await anna.command(CHANNEL, "buy", units="1 infantry")
        assert "Ordered: 1 infantry" in bought.content
        await anna.close()
        await ben.close()
    async with running(tmp_path, **settings):
        anna = Player(address, "Anna")
        panel = await found(anna, lambda message: has_button(message, "1.soviet_union.purchase:undo"))
        shown = await anna.press(panel, "My orders")
        assert "Ordered: 1 infantry for 3 IPCs" in shown.content
        await anna.press(panel, "End purchases")
        await found(anna, lambda message: has_button(message, "1.soviet_union.purchase:endnow"))
        everything = await anna.messages(CHANNEL)
        assert len(tags(everything)) == len(set(tags(everything)))
        await anna.close()


async def test_the_bot_stops_at_a_signal_without_a_word(tmp_path: Path) -> None:
    async with LocalTable() as table:
        process = await launch(tmp_path, **for_table(table, tmp_path))
        await until_connected(process)
        process.terminate()
        async with asyncio.timeout(PATIENCE_SECONDS):
            _, said = await process.communicate()
        assert process.returncode == 0
        assert b"Traceback" not in said

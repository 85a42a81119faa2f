"""What players read and see when an order fails behind its dice, or what has rolled cannot be saved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from local import LocalTable
from store import DatabaseFull, LoggedRoll, Store, WriteTransaction
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, begin, correct, found, game, has_button

OVER_THE_GUN = {
    "clear_units": True,
    "spaces": {
        "eastern_europe": {"units": {"germany": {"bomber": 40, "infantry": 1}}},
        "belorussia": {"units": {"soviet_union": {"anti_aircraft_gun": 1}}},
    },
    "turn": {"round": 1, "power": "germany", "phase": "noncombat_move"},
}
BATTLE: dict[str, Any] = {
    "spaces": {
        "west_russia": {"units": {"germany": {"infantry": 12}}},
        "russia": {"units": {"soviet_union": {"infantry": 12, "tank": 6}}},
    },
    "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
}
ALL_OF_IT: Any = {"from": "russia", "units": "12 infantry, 6 tanks", "to": "west russia"}


async def test_a_form_of_orders_cannot_try_guns_again_and_again(tmp_path: Path) -> None:
    """Revised: a flight over guns, and behind it a line that is legal only if nobody was hit."""
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="revised")
        await correct(table, OVER_THE_GUN)
        lines = ["40 bombers: eastern europe > belorussia > ukraine", "40 bombers: ukraine > balkans"]
        form = (await ben.command(CHANNEL, "orders")).opened
        reply = await ben.submit(form, {"text": "\n".join(lines)})
        assert reply.content.startswith("Line 2: You ordered 40 bombers")
        assert "Line 1 is done, because dice were rolled. The rest isn't." in reply.content
        again = (await ben.press(reply.shown, "Correct it")).opened
        assert again.fields[0].value == lines[1]
        await found(anna, lambda message: not message.ephemeral and "ntiaircraft" in message.content)
        assert table.refusals == []


async def rolls_of(store: Store) -> tuple[LoggedRoll, ...]:
    async with store.read() as read:
        return await read.rolls(1)


async def test_what_could_not_be_saved_is_carried_out_when_the_bot_starts_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalTable(new_messages=1000) as table:
        anna, ben = table.user("Anna"), table.user("Ben")
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            await begin(ben, anna)
            await correct(table, BATTLE)
            await anna.command(CHANNEL, "move", **ALL_OF_IT)
            await anna.command(CHANNEL, "end-phase")
            panel = await found(anna, lambda m: not m.ephemeral and has_button(m, "fight.west_russia"))
            await bot.master.publisher.stop()
            begin_writing = bot.master.store.write

            @asynccontextmanager
            async def write() -> AsyncIterator[WriteTransaction]:
                async with begin_writing() as writing:
                    if (await writing.game(1)).roll_is_open:
                        raise DatabaseFull("The disk is full.")
                    yield writing

            monkeypatch.setattr(bot.master.store, "write", write)
            told = await anna.press(panel, "Fight in West Russia")
            assert told.content.startswith("Your order is safe, but I couldn't save its result yet.")
            assert await rolls_of(bot.master.store) == ()
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            await found(anna, lambda m: not m.ephemeral and has_button(m, ":answer"))
            rolls = await rolls_of(bot.master.store)
            assert [(roll.number, len(roll.faces)) for roll in rolls] == [(1, 18), (2, 12)]
            again = await anna.command(CHANNEL, "battle", space="west russia")
            assert "number:" not in again.content
            assert len(await rolls_of(bot.master.store)) == 2
            assert (await game(bot, table.world.channel_named(CHANNEL)["id"])).running.battle is not None
        assert [each for each in table.refusals if not each.startswith("DELETE ")] == []  # a panel goes once or twice

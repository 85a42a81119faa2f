"""/todo tells what is owed: for oneself, as a deputy and on cards; and whom the other games wait for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamemaster.orders.drafts import stored_state
from gamemaster.roles import Actor
from gamemaster.table_settings import TableSettings
from store import utc_seconds
from tests.gamemaster.asked import defender_is_asked
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, EVE, GUILD, Desk, desk
from tests.gamemaster.test_consent import labels
from tests.gamemaster.test_drafts import DRAFTED, next_in
from tests.gamemaster.test_telling import END
from tests.store.examples import new_game

HOUR = 3600
JOINT = {"soviet_union": {"infantry": 6}, "united_kingdom": {"infantry": 6, "tank": 2}}


async def todo(table: Desk, who: Actor) -> str:
    return (await table.master.duties.of(who.user_id)).text


async def links(table: Desk, who: Actor) -> list[tuple[str, str]]:
    """What the buttons say, and the end of where they lead."""
    owed = await table.master.duties.of(who.user_id)
    return [(link.label, link.url.removeprefix(f"https://discord.com/channels/{GUILD}/")) for link in owed.links]


async def test_a_deputy_is_told_what_they_may_answer_and_for_whom(tmp_path: Path) -> None:
    now = utc_seconds()
    async with defender_is_asked(tmp_path, "aa1941", TableSettings(deadline_hours=48), lambda: now) as asked:
        table, request, absent = asked
        assert await todo(table, CLEO) == "Nothing is waiting for you. Start a game with /game create."
        await table.master.deputies.name(table.game_id, absent, CLEO.user_id)
        until = now + 48 * HOUR
        assert await todo(table, CLEO) == (
            f"1 game is waiting for you:\n• **Test**: for <@2>, Germany, choose casualties · <t:{now}:R>, default "
            f"answer <t:{until}:R>"
        )
        await table.send()
        (panel,) = [number for number, post in table.mailbox.posts.items() if "Map" in labels(post)]
        assert await links(table, CLEO) == [("Test: Germany", f"{CHANNEL}/{panel}")]
        assert await todo(table, ANNA) == (
            "Nothing is waiting for you.\nYour games that are waiting for others:\n"
            f"• **Test** is waiting for <@2> until <t:{until}:f>"
        )
        assert "for <@" not in await todo(table, absent)
        await table.act(CLEO, {"type": "decide", "request": request.id, "choice": "default"})
        assert (await todo(table, CLEO)).startswith("Nothing is waiting for you.")


async def test_on_a_players_own_turn_their_deputy_owes_nothing(tmp_path: Path) -> None:
    now = utc_seconds()
    async with desk(tmp_path, customs=TableSettings(turn_hours=24), clock=lambda: now) as table:
        await table.master.deputies.name(table.game_id, ANNA, CLEO.user_id)
        assert (await todo(table, CLEO)).startswith("Nothing is waiting for you.")
        told = f"• **Test**: Soviet Union, purchase · <t:{now}:R>, until <t:{now + 24 * HOUR}:f>"
        assert (await todo(table, ANNA)).startswith(f"1 game is waiting for you:\n{told}")


async def test_a_card_waits_for_those_whom_it_asks_until_it_is_answered(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "end")
        await table.send()
        (card,) = [number for number, post in table.mailbox.posts.items() if "asks to end the game" in post.content]
        told = (await todo(table, BEN)).split("\n")
        assert told[0] == "1 card is waiting for your answer:"
        assert told[1].startswith("• **Test**: Anna asks to end the game for good, without a winner. · <t:")
        assert told[1].endswith(":f> without you")
        assert await links(table, BEN) == [("Card: Test", f"{CHANNEL}/{card}")]
        assert told[2:] == ["Your games that are waiting for others:", "• **Test** is waiting for <@1>"]
        assert "card" not in await todo(table, ANNA)
        await table.say(BEN, "refuse")
        assert "card" not in await todo(table, BEN)


async def test_nobody_learns_who_has_answered_what_is_revealed_later(tmp_path: Path) -> None:
    """Two owners are asked together; the answer of one of them shows in nobody's list."""
    seats = {ANNA: ("soviet_union",), CLEO: ("united_kingdom", "united_states"), BEN: ("germany", "japan")}
    async with desk(tmp_path, seats) as table:
        spaces: dict[str, Any] = {"eastern_europe": {"germany": {"tank": 6}}, "karelia": JOINT}
        await table.place("germany", "combat_move", spaces)
        move = {"type": "move", "units": {"tank": 6}, "path": ["eastern_europe", "karelia"]}
        await table.act(BEN, move, END)
        await table.act(BEN, {"type": "battle", "space": "karelia"})
        (request,) = (await table.state()).requests
        before = [await todo(table, who) for who in (BEN, CLEO)]
        assert "• **Test** is waiting for <@1> and <@3>" in before[0]
        await table.act(ANNA, {"type": "decide", "request": request.id, "choice": "default"})
        assert (await table.state()).requests[0].answers
        assert [await todo(table, who) for who in (BEN, CLEO)] == before
        assert "• **Test** is waiting for <@3>" in await todo(table, ANNA)


async def test_sixty_games_of_each_kind_fit_into_one_message(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.wish(ANNA, "end")
        start = stored_state(await table.state())
        async with table.master.store.write() as write:
            for number in range(180):
                new = new_game(channel_id=1000 + number, name="*The_very_long_war*" * 4, organiser_id=EVE.user_id)
                game = await write.create_game(new)
                await write.commit_turn(game.id, 0, state=start, status="running")
                kind = number % 3
                await write.set_seat(game.id, "soviet_union", BEN.user_id if kind == 0 else DAN.user_id)
                if kind == 1:
                    await write.set_seat(game.id, "united_kingdom", BEN.user_id)
                elif kind == 2:
                    await write.set_deputy(game.id, "soviet_union", BEN.user_id)
        told = await todo(table, BEN)
        assert len(told) <= 1900
        assert told.startswith("60 games are waiting for you:\n• **")
        assert "-# And 52 more; `/game list` has them all." in told
        assert "-# As a deputy you may be asked in 52 more games; you'll get a ping there when you are." in told
        assert "1 card is waiting for your answer:\n• **Test**: Anna asks" in told
        assert told.endswith(f"In {61 - told.count(' is waiting for <@')} more games it's somebody else's turn.")
        async with table.master.store.write() as write:
            for each in await write.games_of_user(BEN.user_id):
                if "soviet_union" in each.powers:
                    await write.set_seat(each.game.id, "soviet_union", DAN.user_id)
        told = await todo(table, BEN)
        assert len(told) <= 1900
        assert told.count(" is waiting for <@") == 5
        assert told.endswith("In 56 more games it's somebody else's turn.")


async def test_a_lobby_waits_for_a_call_and_then_for_its_start(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False, options={"bid": "sealed auction allies"}) as table:
        to_call, nothing = "1 game is waiting for you:\n• **Test**: call in the auction", "Nothing is waiting for you."
        assert (await todo(table, ANNA), await todo(table, BEN)) == (to_call, to_call)
        await table.master.auctioning.call_sealed((await table.loaded()).seating, ANNA.user_id, 9)
        assert (await todo(table, ANNA)).startswith(nothing)
        assert await todo(table, BEN) == to_call
        await table.master.auctioning.call_sealed((await table.loaded()).seating, BEN.user_id, 8)
        assert await todo(table, ANNA) == "1 game is waiting for you:\n• **Test**: start the game"
        assert (await todo(table, BEN)).startswith(nothing)
        assert await links(table, ANNA) == [("Test", str(CHANNEL))]


async def test_a_lobby_waits_for_national_advantages(tmp_path: Path) -> None:
    async with desk(tmp_path, setup="revised", started=False, options={"advantages": "choose 1"}) as table:
        assert await todo(table, BEN) == "1 game is waiting for you:\n• **Test**: choose national advantages"


async def test_a_lobby_waits_for_who_picks_next(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        for actor in (ANNA, BEN):
            await table.master.drafts.join((await table.loaded()).seating, actor.user_id)
        assert (await todo(table, ANNA)).startswith("Nothing is waiting for you.")
        await table.master.drafts.begin((await table.loaded()).seating, ANNA)
        while next_in(await table.loaded()) != ANNA.user_id:
            await table.master.drafts.pick((await table.loaded()).seating, BEN.user_id, ["japan"])
        assert await todo(table, ANNA) == "1 game is waiting for you:\n• **Test**: pick a power"

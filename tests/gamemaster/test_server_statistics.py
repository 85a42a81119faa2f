"""What came of the games of a server: counted once, named only by consent, forgotten by one's own wish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gamemaster.errors import TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.guests import gathering_of
from store.followers import keep_follower
from store.forgetting import games_that_know, tables_with_guest
from store.games.deleting import delete_games, delete_person, names_person
from store.results import Result, count, games_to_count, results_of_player, totals_of
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, FAY, GUILD, TWO, Desk, desk
from tests.gamemaster.test_drafts import DRAFTED
from tests.gamemaster.test_invitations import BY_INVITATION, invite
from tests.gamemaster.test_waiting_lists import wait

END = {"type": "end_phase"}
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 6, "tank": 1}, "path": ["russia", "west_russia"]}
BATTLE = {"type": "battle", "space": "west_russia"}


async def won_by_allies(table: Desk) -> None:
    """A battle is fought, then the Axis concedes."""
    await table.act(ANNA, END)
    await table.act(ANNA, MOVE)
    await table.act(ANNA, END, BATTLE)
    while (state := await table.state()).requests:
        asked = state.requests[0]
        player = ANNA if asked.power == "soviet_union" else BEN
        await table.act(player, {"type": "decide", "request": asked.id, "choice": "default"})
    await table.act(BEN, *({"type": "concede", "power": power} for power in ("germany", "japan")))
    assert (await table.loaded()).game.status == "finished"


async def test_a_game_is_counted_once_and_not_before_it_is_won(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        statistics, sweep = table.master.server_statistics, table.master.counting.sweep
        assert await sweep() == 0
        assert "No game of this server has been won yet" in await statistics.of_server(GUILD)
        await won_by_allies(table)
        assert (await sweep(), await sweep()) == (1, 0)
        told = await statistics.of_server(GUILD)
        assert "**Games won in this server: 1**" in told
        assert "• Axis & Allies: 1941: 1 game, won by Allies 1; on average 1.0 rounds in less than a day" in told
        assert "Soviet Union, round 1: West Russia" in told
        assert "<@" not in told
        assert "won yet" in await statistics.of_server(GUILD + 1)
        async with table.master.store.write() as write:
            assert not await count(write, table.game_id, None), "two processes count it once"
            await delete_games(write, [table.game_id])
        assert "won yet" in await statistics.of_server(GUILD)


async def test_what_was_imported_as_it_ended_does_not_count(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await won_by_allies(table)
        record = await table.record()
    (again := tmp_path / "again").mkdir()
    async with desk(again, started=False) as table:
        await table.bring(record)
        assert (await table.loaded()).game.status == "finished"
        assert await table.master.counting.sweep() == 1
        assert "won yet" in await table.master.server_statistics.of_server(GUILD)


async def test_a_game_that_cannot_be_counted_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with desk(tmp_path) as table:
        await won_by_allies(table)

        async def broken(*_: Any, **__: Any) -> None:
            raise ValueError("damaged")

        monkeypatch.setattr(table.master.workers, "slow", broken)
        await table.master.counting.sweep()
        async with table.master.store.read() as read:
            assert await games_to_count(read, 5) == ()


@pytest.mark.parametrize(
    "damage",
    ["DELETE FROM states", """UPDATE games SET customs = '{"gathering": {"of_a_later_version": 1}}'"""],
)
async def test_a_game_whose_rows_are_damaged_keeps_no_other_from_being_counted(tmp_path: Path, damage: str) -> None:
    async with desk(tmp_path) as table:
        await won_by_allies(table)
        async with table.master.store.write() as write:
            await write.connection.execute(text(damage))
        assert await table.master.counting.sweep() == 1
        async with table.master.store.read() as read:
            assert await games_to_count(read, 5) == ()


async def test_players_are_shown_only_by_their_own_choice(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        statistics = table.master.server_statistics
        await won_by_allies(table)
        await table.master.counting.sweep()
        for user in (ANNA.user_id, CLEO.user_id):
            with pytest.raises(TableRefusal, match=f"<@{user}> doesn't share their games here"):
                await statistics.of_player(GUILD, user)
        for _ in range(2):
            await statistics.choose(GUILD, ANNA.user_id, shown=True)
        told = await statistics.of_player(GUILD, ANNA.user_id)
        assert told.startswith(
            "**Games of <@1> in this server: 1**\n• Axis & Allies: 1941: 1 game; Allies: 1 of 1 won;"
        )
        assert "IPCs in their turns" in told
        assert "<@2>" not in told
        with pytest.raises(TableRefusal, match="doesn't share"):
            await statistics.of_player(GUILD + 1, ANNA.user_id)
        await statistics.choose(GUILD, CLEO.user_id, shown=True)
        assert "hasn't played in any game" in await statistics.of_player(GUILD, CLEO.user_id)
        await statistics.choose(GUILD, ANNA.user_id, shown=False)
        with pytest.raises(TableRefusal, match="doesn't share"):
            await statistics.of_player(GUILD, ANNA.user_id)


async def test_who_wishes_it_is_forgotten_in_games_that_are_over(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        statistics, store = table.master.server_statistics, table.master.store
        await statistics.choose(GUILD, ANNA.user_id, shown=True)
        await table.wish(BEN, "draw")
        told = await statistics.forget(ANNA.user_id)
        assert told.startswith("I've forgotten you in 0 games that ended, in games where you were only invited")
        assert "outside games. 1 game still needs to know you" in told
        assert ANNA.user_id in (await table.loaded()).seats.values()
        await won_by_allies(table)
        await table.master.counting.sweep()
        await table.send()
        assert "in 1 game that ended" in await statistics.forget(ANNA.user_id)
        loaded = await table.loaded()
        assert set(loaded.seats.values()) == {BEN.user_id}
        assert loaded.game.organiser_id == 0
        async with store.read() as read:
            assert await games_that_know(read, ANNA.user_id) == ((), 0)
            assert all(ANNA.user_id not in (*card.asked, card.proposer_id) for card in await read.proposals(1))
            assert [each.games for each in await totals_of(read, GUILD)] == [1]
            assert [powers for _, powers in await results_of_player(read, GUILD, BEN.user_id, 5)] == [
                ("germany", "japan")
            ]
        assert "in 0 games that ended" in await statistics.forget(ANNA.user_id)


async def test_who_was_only_invited_waited_or_looked_on_is_forgotten_while_the_game_goes_on(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: TWO[ANNA]}, started=False, customs=BY_INVITATION) as table:
        statistics = table.master.server_statistics
        await invite(table, BEN)
        await table.master.lobby.join(await table.loaded(), BEN.user_id, TWO[BEN])
        for guest in (CLEO, DAN):
            await invite(table, guest)
            await wait(table, guest)
        await table.master.invitations.withdraw(await table.loaded(), ANNA, CLEO.user_id)
        await invite(table, CLEO)
        await wait(table, CLEO)
        await table.master.lobby.leave(await table.loaded(), BEN.user_id)
        async with table.master.store.write() as write:
            await keep_follower(write, table.game_id, DAN.user_id)
        await table.send()
        assert "still" not in await statistics.forget(DAN.user_id)
        gathering = gathering_of((await table.loaded()).game)
        assert not names_person(gathering.stored, DAN.user_id)
        assert (gathering.waiting, gathering.kept_for) == ((CLEO.user_id,), CLEO.user_id)
        assert [each.ping for each in await table.send()] == [[CLEO.user_id]], "the seat kept for them goes to the next"
        async with table.master.store.read() as read:
            assert await tables_with_guest(read, DAN.user_id) == ()
        await statistics.forget(CLEO.user_id)
        gathering = gathering_of((await table.loaded()).game)
        assert not names_person(gathering.stored, CLEO.user_id)
        assert "1 game still needs to know you" in await statistics.forget(ANNA.user_id)
        assert "in 0 games that ended" in await statistics.forget(FAY.user_id)


async def test_who_waits_for_a_draft_is_known_until_they_leave(tmp_path: Path) -> None:
    async with desk(tmp_path, {}, started=False, customs=DRAFTED) as table:
        await table.master.drafts.join(await table.loaded(), CLEO.user_id)
        assert "1 game still needs to know you" in await table.master.server_statistics.forget(CLEO.user_id)
        await table.master.drafts.leave(await table.loaded(), CLEO.user_id)
        assert "still" not in await table.master.server_statistics.forget(CLEO.user_id)
        assert not names_person(gathering_of((await table.loaded()).game).stored, CLEO.user_id)


async def test_a_host_who_deletes_a_person_deletes_their_choice(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.master.server_statistics.choose(GUILD, CLEO.user_id, shown=True)
        async with table.master.store.write() as write:
            await delete_person(write, CLEO.user_id)
        with pytest.raises(TableRefusal, match="doesn't share"):
            await table.master.server_statistics.of_player(GUILD, CLEO.user_id)


async def test_who_waited_is_forgotten_as_the_game_ends(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.master.waiters.wait(await table.loaded(), CLEO.user_id)
        await table.wish(FAY, "end")
        assert await table.master.counting.sweep() == 1
        assert gathering_of((await table.loaded()).game) == Gathering()


async def test_an_edition_that_is_gone_is_told_without_its_name(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        result = Result(
            game_id=table.game_id,
            guild_id=GUILD,
            setup="aa1900",
            winner="axis",
            rounds=3,
            seconds=172_800,
            luck={},
            battle=None,
            battle_cost=0,
        )
        async with table.master.store.write() as write:
            assert await count(write, table.game_id, result)
        told = await table.master.server_statistics.of_server(GUILD)
        assert "An edition of another version: 1 game, won by Axis 1; on average 3.0 rounds in 2 days" in told
        assert "costliest" not in told

"""Seats, and who may do what."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from engine import load_setup
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.opening import suggested_seats
from gamemaster.lobby.rematch import rematch
from gamemaster.lobby.swapping import powers_after_swap
from gamemaster.outbox.sender import Outgoing
from gamemaster.roles import ROLES_FOR, Actor, SeatedGame, check_may
from tests.gamemaster.desk import ANNA, BEN, CHANNEL, CLEO, DAN, EVE, desk
from tests.invented import NARROW_SEA, add_invented

INVITED = Outgoing(CHANNEL, "Take your seats.", (), (), "1")
PLAYERS = (ANNA, BEN, CLEO, DAN, EVE)


@pytest.mark.rule("GEN-01", "GEN-06")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_two_to_five_players_can_play_with_the_seats_that_are_suggested(tmp_path: Path, players: int) -> None:
    groups = suggested_seats(load_setup("aa1941"), {}, players)
    assert len(groups) == players
    assert sorted(power for group in groups for power in group) == sorted(load_setup("aa1941").power)
    async with desk(tmp_path, dict(zip(PLAYERS, groups, strict=False))) as table:
        loaded = await table.loaded()
        assert loaded.game.status == "running"
        assert len(set(loaded.seats.values())) == players


@pytest.mark.rule("GEN-01", "GEN-06", setup="revised")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
async def test_two_to_five_players_can_play_revised_with_the_seats_of_its_table(tmp_path: Path, players: int) -> None:
    groups = suggested_seats(load_setup("revised"), {}, players)
    assert len(groups) == players
    async with desk(tmp_path, dict(zip(PLAYERS, groups, strict=False)), setup="revised") as table:
        loaded = await table.loaded()
        assert loaded.game.status == "running"
        assert len(set(loaded.seats.values())) == players


@pytest.mark.rule("GEN-01")
async def test_a_sixth_player_finds_no_seat(tmp_path: Path) -> None:
    powers = load_setup("aa1941").turn_order
    seats = {player: (power,) for player, power in zip(PLAYERS, powers, strict=True)}
    async with desk(tmp_path, seats, started=False) as table:
        with pytest.raises(TableRefusal, match="<@2> plays Germany"):
            await table.master.lobby.join(await table.loaded(), 6, ["germany"])
    assert suggested_seats(load_setup("aa1941"), {}, 6) == ()


@pytest.mark.parametrize(
    ("seats", "player", "powers"),
    [
        ({ANNA: "allies", BEN: "axis"}, ANNA, {"germany", "japan"}),
        ({ANNA: "allies", BEN: "axis"}, BEN, {"soviet_union", "united_kingdom", "united_states"}),
        (
            {ANNA: "soviet_union", BEN: "united_kingdom united_states", CLEO: "germany", DAN: "japan"},
            DAN,
            {
                "united_kingdom",
                "united_states",
            },
        ),
        ({ANNA: "allies", BEN: "germany", CLEO: "japan"}, ANNA, set()),
        ({ANNA: "allies", BEN: "axis"}, CLEO, set()),
    ],
)
def test_in_a_rematch_those_who_sat_across_change_places(
    seats: dict[Actor, str], player: Actor, powers: set[str]
) -> None:
    """Where there were as many players on each side; else everybody chooses anew."""
    edition = load_setup("aa1941")
    held = {power: actor.user_id for actor, text in seats.items() for power in edition.power if in_text(power, text)}
    over = SeatedGame(SimpleNamespace(setup="aa1941"), held)  # type: ignore[arg-type]
    assert set(powers_after_swap(over, player.user_id)) == powers


def in_text(power: str, text: str) -> bool:
    """Whether a text names a power, or its side."""
    return power in text.split() or load_setup("aa1941").power[power].side == text


async def test_a_game_that_goes_on_has_no_rematch(tmp_path: Path) -> None:
    async with desk(
        tmp_path, {ANNA: ("soviet_union", "united_kingdom", "united_states"), BEN: ("germany", "japan")}
    ) as table:
        with pytest.raises(TableRefusal, match="isn't over yet"):
            await rematch(table.master.lobby, await table.loaded(), ANNA, 1, CHANNEL)


@pytest.mark.rule("GEN-06")
async def test_any_split_within_one_side_is_allowed(tmp_path: Path) -> None:
    seats = {ANNA: ("soviet_union", "united_states"), BEN: ("japan",), CLEO: ("germany",), DAN: ("united_kingdom",)}
    async with desk(tmp_path, seats) as table:
        assert (await table.loaded()).powers_of(ANNA.user_id) == ("soviet_union", "united_states")


@pytest.mark.rule("GEN-09")
async def test_nobody_holds_powers_of_both_sides(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("soviet_union",)}, started=False) as table:
        lobby, loaded = table.master.lobby, await table.loaded()
        with pytest.raises(NotAllowed, match="same side"):
            await lobby.join(loaded, ANNA.user_id, ["germany"])
        with pytest.raises(NotAllowed, match="same side"):
            await lobby.join(loaded, BEN.user_id, ["japan", "united_states"])
        await lobby.join(loaded, BEN.user_id, ["germany", "japan"])
        with pytest.raises(NotAllowed, match="same side"):
            await table.replace(ANNA, "united_kingdom", BEN)
        assert (await table.loaded()).seats == {"soviet_union": 1, "germany": 2, "japan": 2}


async def test_a_game_begins_once_every_power_has_a_player(tmp_path: Path) -> None:
    async with desk(tmp_path, {ANNA: ("soviet_union",)}, started=False) as table:
        with pytest.raises(TableRefusal, match="plays Germany, the United Kingdom, Japan or the United States yet"):
            await table.master.lobby.start(await table.loaded(), ANNA, "a press")


async def test_a_seat_given_up_is_free_again(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        await table.master.lobby.leave(await table.loaded(), BEN.user_id)
        assert "germany" not in (await table.loaded()).seats
        with pytest.raises(TableRefusal, match="no seat"):
            await table.master.lobby.leave(await table.loaded(), BEN.user_id)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
async def test_of_invitations_the_newest_stays_in_whatever_order_they_are_written_down(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    async with desk(tmp_path, started=False) as table:
        posts = {number: await table.mailbox.post(INVITED) for number in sorted(order)}
        for number in order:
            await table.master.lobby.invited(await table.loaded(), CHANNEL, posts[number])
        await table.send()
        assert list(table.mailbox.posts) == [posts[3]]


async def test_an_invitation_that_comes_as_the_game_begins_is_to_be_closed(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False) as table:
        lobby, loaded = table.master.lobby, await table.loaded()
        assert await lobby.invited(loaded, CHANNEL, await table.mailbox.post(INVITED))
        await lobby.start(loaded, ANNA, "the start")
        assert not await lobby.invited(loaded, CHANNEL, await table.mailbox.post(INVITED))


@pytest.mark.parametrize("deed", ROLES_FOR)
async def test_the_table_of_roles_decides_every_deed(tmp_path: Path, deed: str) -> None:
    async with desk(tmp_path) as table:
        await table.master.deputies.name(table.game_id, BEN, CLEO.user_id)
        loaded = await table.loaded()
        people = {"seat": BEN, "deputy": CLEO, "organiser": ANNA}
        people |= {"server_manager": Actor(8, "Max", True), "spectator": Actor(9, "Sue")}
        for role, actor in people.items():
            allowed = {role, "spectator"} & set(ROLES_FOR[deed])  # type: ignore[index]
            if role == "organiser":
                allowed |= {"seat"} & set(ROLES_FOR[deed])  # type: ignore[index]
            if allowed:
                check_may(deed, actor, loaded)  # type: ignore[arg-type]
            else:
                with pytest.raises(NotAllowed, match=r"Only|You have no seat"):
                    check_may(deed, actor, loaded)  # type: ignore[arg-type]


async def test_a_power_without_a_turn_has_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_invented(tmp_path / "data", monkeypatch)
    seats = {ANNA: ("suland", "westmark"), BEN: ("norland",)}
    async with desk(tmp_path, {ANNA: ("suland",)}, started=False, setup=NARROW_SEA) as table:
        with pytest.raises(TableRefusal, match=r"There is no power “isles”\. Choose Norland, Suland"):
            await table.master.lobby.join(await table.loaded(), ANNA.user_id, ["isles"])
    (tmp_path / "begun").mkdir()
    async with desk(tmp_path / "begun", seats, setup=NARROW_SEA) as table:
        assert (await table.loaded()).game.status == "running"

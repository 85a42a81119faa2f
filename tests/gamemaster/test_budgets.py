"""What may be asked for in a while, and what a user who asks for more is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamemaster.budgets import (
    BUDGETS,
    MOST_BUCKETS,
    MOST_OPEN_OF_ORGANISER,
    MOST_OPEN_OF_SERVER,
    Budgets,
    OverBudget,
    TooManyGames,
    Wish,
)
from tests.gamemaster.desk import ANNA, BEN, GUILD, desk

ANNAS, BENS = ANNA.user_id, BEN.user_id
GAME = 1


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budgets(clock: Clock) -> Budgets:
    return Budgets(clock)


def spend(
    budgets: Budgets, wish: Wish, times: int, user_id: int = ANNAS, game_id: int = GAME, guild_id: int = GUILD
) -> None:
    for _ in range(times):
        budgets.take([wish], user_id, game_id, guild_id)


def test_a_map_a_second_for_half_a_minute_is_no_trouble(budgets: Budgets, clock: Clock) -> None:
    for _ in range(30):
        spend(budgets, "picture", 1)
        clock.now += 1


def test_who_asks_for_more_hears_when_the_next_can_be_had(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, "picture", 40)
    with pytest.raises(OverBudget) as over:
        spend(budgets, "picture", 1)
    assert str(over.value) == "You've asked for 40 maps in a minute. Try again in 2 s."
    clock.now += 2
    spend(budgets, "picture", 1)
    with pytest.raises(OverBudget):
        spend(budgets, "picture", 1)


def test_a_clock_that_is_set_back_keeps_nobody_waiting_until_it_has_caught_up(budgets: Budgets, clock: Clock) -> None:
    spend(budgets, "picture", 40)
    clock.now -= 86_400
    with pytest.raises(OverBudget):
        spend(budgets, "picture", 1)
    clock.now += 30
    spend(budgets, "picture", 1)


def test_others_and_other_wishes_are_not_concerned(budgets: Budgets) -> None:
    spend(budgets, "picture", 40)
    spend(budgets, "picture", 40, BENS)
    spend(budgets, "chart", 1)


@pytest.mark.parametrize("wish", BUDGETS)
def test_a_game_and_a_server_have_budgets_of_their_own(budgets: Budgets, wish: Wish) -> None:
    game, server = BUDGETS[wish]["game"], BUDGETS[wish]["server"]
    for member in range(game.most):
        spend(budgets, wish, 1, 1000 + member)
    if game.most > BUDGETS[wish]["member"].most:
        with pytest.raises(OverBudget, match=f"This game has asked for {game.most} "):
            spend(budgets, wish, 1)
    for member in range(server.most - game.most):
        spend(budgets, wish, 1, 2000 + member, 100 + member)
    with pytest.raises(OverBudget, match=f"This server has asked for {server.most} "):
        spend(budgets, wish, 1, BENS, 99)
    spend(budgets, wish, 1, BENS, 98, GUILD + 1)


def test_of_two_wishes_at_once_none_is_counted_where_one_is_too_many(budgets: Budgets) -> None:
    spend(budgets, "post", 6)
    with pytest.raises(OverBudget, match=r"public posts in 5 minutes\. Try again in 50 s"):
        budgets.take(["chart", "post"], ANNAS, GAME, GUILD)
    spend(budgets, "chart", 8)


def test_buckets_that_are_full_again_are_forgotten(budgets: Budgets, clock: Clock) -> None:
    for member in range(MOST_BUCKETS):
        spend(budgets, "import", 1, member, member, member)
        clock.now += 10
    assert len(budgets._buckets) < MOST_BUCKETS / 2


async def test_orders_are_never_counted(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for _ in range(100):
            await table.act(ANNA, {"type": "purchase", "units": {"infantry": 1}})
        assert table.master.budgets._buckets == {}


async def test_open_games_are_bounded_by_organiser_and_by_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_OPEN_OF_ORGANISER < MOST_OPEN_OF_SERVER
    monkeypatch.setattr("gamemaster.budgets.MOST_OPEN_OF_ORGANISER", 2)
    monkeypatch.setattr("gamemaster.budgets.MOST_OPEN_OF_SERVER", 3)
    async with desk(tmp_path) as table:
        create = table.master.lobby.create
        await create(ANNA, GUILD, 2, "aa1941", {})
        with pytest.raises(TooManyGames, match="You have 2 unfinished games here"):
            await create(ANNA, GUILD, 3, "aa1941", {})
        await create(BEN, GUILD, 3, "aa1941", {})
        with pytest.raises(TooManyGames, match="This server has 3 unfinished games"):
            await create(BEN, GUILD, 4, "aa1941", {})
        await create(ANNA, GUILD + 1, 5, "aa1941", {})
        game = (await table.loaded()).game
        async with table.master.store.write() as write:
            await write.commit_turn(game.id, game.version, status="abandoned")
        await create(ANNA, GUILD, 6, "aa1941", {})

"""Statements that are made ready once."""

from __future__ import annotations

import os
from typing import Any, NoReturn

import pytest
from sqlalchemy import bindparam, insert, literal, select, text
from sqlalchemy.exc import IntegrityError

from store import DatabaseFull, Store
from store.database import tables
from store.database.prepared import Prepared
from store.errors import DatabaseUnavailable
from tests.postgresql import VARIABLE
from tests.store.examples import running_game

_GAMES = tables.games.c
_BY_ID = Prepared(
    select(_GAMES.id, _GAMES.options, _GAMES.imported, literal("always").label("word")).where(
        _GAMES.id == bindparam("game", type_=_GAMES.id.type)
    )
)


async def test_rows_have_their_columns_by_name_and_as_they_are_meant(store: Store) -> None:
    first, second = await running_game(store, channel_id=1), await running_game(store, channel_id=2)
    async with store.read() as read:
        for game in (first, second):
            (row,) = await _BY_ID.rows(read.connection, {"game": game.id})
            assert (row.id, row.options, row.imported, row.word) == (game.id, game.options, False, "always")
        assert list(await _BY_ID.rows(read.connection, {"game": 0})) == []


async def test_a_list_is_refused_as_each_length_of_it_would_be_another_statement(store: Store) -> None:
    listed = Prepared(select(_GAMES.id).where(_GAMES.id.in_(bindparam("games", expanding=True))))
    async with store.read() as read:
        with pytest.raises(ValueError, match="games"):
            await listed.rows(read.connection, {"games": [1, 2]})


async def test_what_fails_is_told_as_by_any_statement_without_its_values_and_undone(store: Store) -> None:
    game = await running_game(store)
    seats = tables.seats
    seat = Prepared(insert(seats).values({column: bindparam(column.name, type_=column.type) for column in seats.c}))
    values = {"game_id": game.id, "power": "a secret", "user_id": 5, "deputy_id": None, "lender_id": None}

    async def sit_down_twice() -> None:
        async with store.write() as write:
            await seat.rows(write.connection, values)
            await seat.rows(write.connection, values)

    with pytest.raises(IntegrityError) as caught:
        await sit_down_twice()
    assert "a secret" not in str(caught.value).split("[SQL")[1]
    async with store.read() as read:
        assert "a secret" not in {taken.power for taken in await read.seats(game.id)}


async def test_all_questions_of_one_moment_see_the_same(store: Store) -> None:
    game = await running_game(store)
    async with store.read_if_asked() as read:
        before = await read.seated_game(game.id)
        async with store.write() as write:
            await write.commit_turn(game.id, game.version)
        assert await read.seated_game(game.id) == before
    async with store.read() as read:
        assert (await read.seated_game(game.id)).game.version == game.version + 1


@pytest.mark.skipif(VARIABLE not in os.environ, reason="needs PostgreSQL: make postgres starts one for it")
@pytest.mark.parametrize("is_prepared", [True, False])
async def test_a_connection_that_the_server_is_just_cutting_is_used_no_more(
    store: Store, monkeypatch: pytest.MonkeyPatch, is_prepared: bool
) -> None:
    asyncpg: Any = pytest.importorskip("asyncpg")
    process = text("SELECT pg_backend_pid()")
    async with store.write() as write:
        before = (await write.connection.execute(process)).scalar_one()

    async def ask() -> None:
        async with store.write() as write:
            if is_prepared:
                await _BY_ID.rows(write.connection, {"game": 0})
            await write.connection.execute(select(_GAMES.id))

    async def is_being_cut(*_args: Any, **_kwargs: Any) -> NoReturn:
        raise asyncpg.InternalClientError("cannot switch to state 11; another operation (2) is in progress")

    with monkeypatch.context() as at_this_moment:
        at_this_moment.setattr(asyncpg.Connection, "prepare", is_being_cut)
        with pytest.raises(DatabaseUnavailable, match="does not answer"):
            await ask()
    async with store.write() as write:
        assert (await write.connection.execute(process)).scalar_one() != before


@pytest.mark.skipif(VARIABLE in os.environ, reason="SQLite ends a transaction by itself where the disk is full")
async def test_nothing_of_a_change_is_saved_where_the_disk_is_full(store: Store) -> None:
    """What the first draft took is free again once SQLite has ended the transaction, so the second alone would fit."""
    game, drafts = await running_game(store), tables.drafts
    draft = Prepared(insert(drafts).values({column: bindparam(column.name, type_=column.type) for column in drafts.c}))
    large = {"game_id": game.id, "user_id": 5, "body": "x" * 60_000, "written_at": 0}

    async def keep_both() -> None:
        async with store.write() as write:
            pages = (await write.connection.execute(text("PRAGMA page_count"))).scalar_one()
            await write.connection.execute(text(f"PRAGMA max_page_count = {pages + 25}"))
            for kind in ("first", "second"):
                await draft.rows(write.connection, {**large, "kind": kind})

    with pytest.raises(DatabaseFull):
        await keep_both()
    async with store.read() as read:
        assert [await read.draft(game.id, 5, kind) for kind in ("first", "second")] == [None, None]

"""What came of games that are over, counted once each, and who lets their own be shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import func, insert, literal, select, true, update

from store.database import tables
from store.database.upsert import put
from store.games.reading import ReadTransaction
from store.games.rows import JsonObject, values_of
from store.games.writing import WriteTransaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of a game. winner: a side. seconds: from its start to its end. luck: IPCs above what was to be
    expected, by power and by side. battle: the dearest, in words; battle_cost: what both sides lost in it, in IPCs.
    """

    game_id: int
    guild_id: int
    setup: str
    winner: str
    rounds: int
    seconds: int
    luck: Mapping[str, int]
    battle: str | None
    battle_cost: int


@dataclass(frozen=True, slots=True)
class Totals:
    """All games of an edition that a side won in a server."""

    setup: str
    winner: str
    games: int
    rounds: int
    seconds: int


async def games_to_count(read: ReadTransaction, most: int) -> tuple[int, ...]:
    """Games that are over and were not counted yet, oldest first."""
    games = tables.games.c
    over = [literal(status, literal_execute=True) for status in ("finished", "abandoned")]
    query = select(games.id).where(games.is_counted.is_(False), games.status.in_(over))
    return tuple((await read.connection.execute(query.order_by(games.id).limit(most))).scalars())


async def count(
    write: WriteTransaction, game_id: int, result: Result | None, customs: JsonObject | None = None
) -> bool:
    """Keeps what came of a game, None: nothing that counts; gives whether it was not counted before.

    customs: the settings of its table from now on, where they change.
    """
    games = tables.games
    values = {"is_counted": true(), **({} if customs is None else {"customs": customs})}
    claim = update(games).where(games.c.id == game_id, games.c.is_counted.is_(False)).values(values)
    if (await write.connection.execute(claim)).rowcount != 1:
        return False
    if result is not None:
        await write.connection.execute(insert(tables.results).values({**values_of(result), "luck": dict(result.luck)}))
    return True


async def totals_of(read: ReadTransaction, guild_id: int) -> tuple[Totals, ...]:
    """The games of a server that are over, by edition and winner."""
    results = tables.results.c
    query = (
        select(results.setup, results.winner, func.count(), func.sum(results.rounds), func.sum(results.seconds))
        .where(results.guild_id == guild_id)
        .group_by(results.setup, results.winner)
        .order_by(results.setup, results.winner)
    )
    rows = (await read.connection.execute(query)).all()
    return tuple(
        Totals(setup, winner, games, int(rounds), int(seconds)) for setup, winner, games, rounds, seconds in rows
    )


async def has_rolled(read: ReadTransaction, game_id: int) -> bool:
    """Whether dice of a game were rolled here; those of a record that was imported were not."""
    games = tables.games.c
    return int((await read.connection.execute(select(games.next_roll).where(games.id == game_id))).scalar_one()) > 1


async def dearest_battles(read: ReadTransaction, guild_id: int, most: int) -> tuple[Result, ...]:
    """The games of a server with the dearest battles, the dearest first."""
    results = tables.results
    query = select(results).where(results.c.guild_id == guild_id, results.c.battle_cost > 0)
    rows = (await read.connection.execute(query.order_by(results.c.battle_cost.desc()).limit(most))).all()
    return tuple(Result(**row._mapping) for row in rows)


async def results_of_player(
    read: ReadTransaction, guild_id: int, user_id: int, most: int
) -> tuple[tuple[Result, tuple[str, ...]], ...]:
    """The games of a server that are over in which somebody sat at the end, with their powers; the newest first."""
    results, seats = tables.results, tables.seats
    mine = select(seats.c.game_id).where(seats.c.user_id == user_id)
    here = results.c.guild_id + 0 == guild_id  # A sum, or all games of the server are looked at instead of theirs.
    query = select(results).where(results.c.game_id.in_(mine), here)
    rows = (await read.connection.execute(query.order_by(results.c.game_id.desc()).limit(most))).all()
    found = [Result(**row._mapping) for row in rows]
    held: dict[int, tuple[str, ...]] = {}
    powers = select(seats.c.game_id, seats.c.power).where(seats.c.user_id == user_id).order_by(seats.c.power)
    for game_id, power in (await read.connection.execute(powers)).all():
        held[game_id] = (*held.get(game_id, ()), power)
    return tuple((result, held[result.game_id]) for result in found)


async def is_shown(read: ReadTransaction, guild_id: int, user_id: int) -> bool:
    """Whether somebody lets what came of their games in a server be shown."""
    shown = tables.shown_players.c
    query = select(shown.user_id).where(shown.guild_id == guild_id, shown.user_id == user_id)
    return (await read.connection.execute(query)).first() is not None


async def show_player(write: WriteTransaction, guild_id: int, user_id: int, *, shown: bool) -> None:
    """Remembers that somebody lets it be shown, or forgets that."""
    key = {"guild_id": guild_id, "user_id": user_id}
    await put(write.connection, tables.shown_players, key, {} if shown else None)

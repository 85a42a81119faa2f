"""Deleting for good: a game, all games of a server, all that is known of a person."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import delete, select, update

from store.database import tables
from store.errors import DeletionRefused
from store.games.reading import ReadTransaction
from store.games.rows import UNFINISHED
from store.games.writing import WriteTransaction

NOBODY = 0


async def delete_games(write: WriteTransaction, game_ids: Iterable[int]) -> None:
    """Deletes games with all that belongs to them: seeds, logs, states, and what was to be told."""
    wanted = list(game_ids)
    for table in reversed(tables.metadata.sorted_tables):
        if "game_id" in table.c:
            await write.connection.execute(delete(table).where(table.c.game_id.in_(wanted)))
    await write.connection.execute(delete(tables.games).where(tables.games.c.id.in_(wanted)))
    write.changed.update(dict.fromkeys(wanted))
    await _forget_channels_of_no_game(write)


async def _forget_channels_of_no_game(write: WriteTransaction) -> None:
    parked = tables.parked_channels
    used = select(tables.games.c.channel_id)
    await write.connection.execute(delete(parked).where(parked.c.channel_id.not_in(used)))


async def delete_templates(write: WriteTransaction, guild_id: int) -> None:
    """Deletes what a server keeps for further games, and who is shown in its statistics."""
    for table in (tables.templates, tables.shown_players):
        await write.connection.execute(delete(table).where(table.c.guild_id == guild_id))


async def games_with(read: ReadTransaction, user_id: int) -> tuple[int, ...]:
    """The games that somebody plays in, has played in, or organises."""
    games, seats, former = tables.games, tables.seats, tables.former_players
    query = select(games.c.id).where(
        (games.c.organiser_id == user_id)
        | games.c.id.in_(select(seats.c.game_id).where((seats.c.user_id == user_id) | (seats.c.lender_id == user_id)))
        | games.c.id.in_(select(former.c.game_id).where(former.c.user_id == user_id))
    )
    return tuple((await read.connection.execute(query.order_by(games.c.id))).scalars())


async def delete_person(write: WriteTransaction, user_id: int) -> None:
    """Deletes what is known about a person; the games stay, with empty seats, and what was ordered stands.

    Raises `DeletionRefused` while one of the person's orders is being carried out.
    """
    await _check_no_open_roll(write, user_id)
    await _delete_loans(write, user_id)
    await _delete_orders_left(write, user_id)
    await delete_from_settings(write, user_id)
    for table in (
        *(tables.seats, tables.former_players, tables.followers),
        *(tables.drafts, tables.own_reminders, tables.late_pings, tables.shown_players),
    ):
        await write.connection.execute(delete(table).where(table.c.user_id == user_id))
    deputised = update(tables.seats).where(tables.seats.c.deputy_id == user_id)
    await write.connection.execute(deputised.values(deputy_id=None))
    organised = update(tables.games).where(tables.games.c.organiser_id == user_id)
    await write.connection.execute(organised.values(organiser_id=NOBODY))
    made = update(tables.templates).where(tables.templates.c.made_by == user_id)
    await write.connection.execute(made.values(made_by=NOBODY))
    await _delete_proposals(write, user_id)
    await _delete_messages(write, user_id)


async def _check_no_open_roll(write: WriteTransaction, user_id: int) -> None:
    games = tables.games
    query = select(games.c.id, games.c.open_roll).where(games.c.open_roll.is_not(None))
    for row in (await write.connection.execute(query)).all():
        if names_person(row.open_roll, user_id):
            raise DeletionRefused(
                f"An order in game {row.id} is still being carried out. Start the bot, then try again."
            )


async def _delete_orders_left(write: WriteTransaction, user_id: int) -> None:
    """Standing orders go with the seat they were left for."""
    seats, orders = tables.seats, tables.standing_orders
    for game_id, power in (
        await write.connection.execute(select(seats.c.game_id, seats.c.power).where(seats.c.user_id == user_id))
    ).all():
        his = (orders.c.game_id == game_id) & (orders.c.power == power)
        await write.connection.execute(delete(orders).where(his))


async def _delete_loans(write: WriteTransaction, user_id: int) -> None:
    """A seat that was lent to the person goes back; one that they lent stays with who plays it."""
    seats = tables.seats
    borrowed = (seats.c.user_id == user_id) & seats.c.lender_id.is_not(None)
    back = {"user_id": seats.c.lender_id, "deputy_id": None, "lender_id": None}
    await write.connection.execute(update(seats).where(borrowed).values(back))
    await write.connection.execute(update(seats).where(seats.c.lender_id == user_id).values(lender_id=None))


async def delete_from_settings(write: WriteTransaction, user_id: int, game_ids: Collection[int] | None = None) -> None:
    """Take a person out of the settings of some games, None: of all; the house keeps no seat in which it stood in."""
    games = tables.games
    query = select(games.c.id, games.c.customs, games.c.house).where(games.c.customs.is_not(None))
    here = query if game_ids is None else query.where(games.c.id.in_(game_ids))
    for row in (await write.connection.execute(here)).all():
        customs = _without_person(row.customs, user_id)
        if customs != row.customs:
            stood_in = {each["power"] for each in row.customs.get("stand_ins", []) if each["user_id"] == user_id}
            house = {power: level for power, level in (row.house or {}).items() if power not in stood_in}
            change = update(games).where(games.c.id == row.id).values(customs=customs, house=house or None)
            await write.connection.execute(change)


def _without_person(customs: dict[str, Any], user_id: int) -> dict[str, Any]:
    """Settings of a table without somebody's vacations and stand-ins, and without them among those who came."""
    gathering = customs.get("gathering", {})
    came = {
        name: [each for each in ids if each != user_id] if isinstance(ids, list) else NOBODY if ids == user_id else ids
        for name, ids in gathering.items()
    }
    vacations = [each for each in customs.get("vacations", []) if each["user_id"] != user_id]
    stand_ins = [each for each in customs.get("stand_ins", []) if each["user_id"] != user_id]
    left = {"vacations": vacations, "stand_ins": stand_ins, "gathering": came}
    return {name: left.get(name, value) for name, value in customs.items()}


async def _delete_proposals(write: WriteTransaction, user_id: int) -> None:
    """What the person asked of others, or others of or about them; what they only answered stays without their name."""
    proposals = tables.proposals
    rows = (await write.connection.execute(select(proposals))).all()
    his = [row.id for row in rows if names_person(dict(row._mapping) | {"closed_by": None}, user_id)]
    await write.connection.execute(delete(proposals).where(proposals.c.id.in_(his)))
    closed = update(proposals).where(proposals.c.closed_by == user_id)
    await write.connection.execute(closed.values(closed_by=None))


async def _delete_messages(write: WriteTransaction, user_id: int) -> None:
    """Posts that name the person; what was waiting in them is told again by the next panel."""
    outbox = tables.outbox
    rows = (await write.connection.execute(select(outbox.c.id, outbox.c.payload))).all()
    his = [row.id for row in rows if names_person(row.payload, user_id)]
    for start in range(0, len(his), 500):
        await write.connection.execute(delete(outbox).where(outbox.c.id.in_(his[start : start + 500])))


def names_person(value: Any, user_id: int) -> bool:
    """Whether a user's id is somewhere in a value, as a number or in a text."""
    if isinstance(value, dict):
        return any(names_person(each, user_id) for each in value.values())
    if isinstance(value, list | tuple):
        return any(names_person(each, user_id) for each in value)
    return str(user_id) in value if isinstance(value, str) else value == user_id


async def unfinished_in(read: ReadTransaction, game_ids: Iterable[int]) -> int:
    """How many of these games are not over."""
    return sum([(await read.game(game_id)).status in UNFINISHED for game_id in game_ids])

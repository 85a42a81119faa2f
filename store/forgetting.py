"""Forgetting a person by their own wish: all that is known of them in games that are over, and beside games."""

from collections.abc import Sequence

from sqlalchemy import delete, literal, select, union, update

from store.database import tables
from store.games.deleting import NOBODY, delete_from_settings, names_person
from store.games.reading import ReadTransaction
from store.games.rows import UNFINISHED
from store.games.writing import WriteTransaction

GAMES_AT_ONCE = 200


async def games_that_know(read: ReadTransaction, user_id: int) -> tuple[tuple[int, ...], int]:
    """The games that are over in which something is known of a person, and how many that are not."""
    seats, former, games = tables.seats.c, tables.former_players.c, tables.games.c
    drafts, followers = tables.drafts.c, tables.followers.c
    known = union(
        select(seats.game_id).where(seats.user_id == user_id),
        select(seats.game_id).where(seats.deputy_id == user_id),
        select(seats.game_id).where(seats.lender_id == user_id),
        select(former.game_id).where(former.user_id == user_id),
        select(drafts.game_id).where(drafts.user_id == user_id),
        select(followers.game_id).where(followers.user_id == user_id),
        select(games.id).where(games.organiser_id == user_id),
    ).subquery()
    query = select(games.id, games.status).where(games.id.in_(select(known.c.game_id))).order_by(games.id)
    rows = (await read.connection.execute(query)).all()
    over = tuple(row.id for row in rows if row.status not in UNFINISHED)
    return over, len(rows) - len(over)


async def tables_with_guest(read: ReadTransaction, user_id: int) -> tuple[int, ...]:
    """Games that are not over and know a person as a guest or an onlooker, whether they have a seat there or not."""
    games, drafts, followers = tables.games.c, tables.drafts.c, tables.followers.c
    seen = union(
        select(drafts.game_id).where(drafts.user_id == user_id),
        select(followers.game_id).where(followers.user_id == user_id),
    ).subquery()
    looking = select(games.id).where(games.id.in_(select(seen.c.game_id)), games.status.in_(UNFINISHED))
    known: list[int] = [*(await read.connection.execute(looking)).scalars()]
    for status in UNFINISHED:
        here = games.status == literal(status, literal_execute=True)
        last = 0
        while True:
            query = select(games.id, games.customs).where(here, games.customs.is_not(None), games.id > last)
            rows = (await read.connection.execute(query.order_by(games.id).limit(GAMES_AT_ONCE))).all()
            known += [row.id for row in rows if names_person(row.customs.get("gathering"), user_id)]
            if len(rows) < GAMES_AT_ONCE:
                break
            last = rows[-1].id
    return tuple(dict.fromkeys(known))


async def forget_guest(write: WriteTransaction, user_id: int, game_id: int) -> None:
    """Deletes what is kept of a person beside the seats of a game in which they have no part."""
    for table in (tables.followers, tables.drafts, tables.late_pings):
        await write.connection.execute(delete(table).where(table.c.game_id == game_id, table.c.user_id == user_id))
    await _forget_cards_and_posts(write, user_id, [game_id])


async def forget_in(write: WriteTransaction, user_id: int, game_ids: Sequence[int]) -> None:
    """Deletes what is known of a person in some games that are over, and stay."""
    run = write.connection.execute
    seats, games = tables.seats, tables.games
    for table in (seats, tables.former_players, tables.followers, tables.drafts, tables.late_pings):
        await run(delete(table).where(table.c.game_id.in_(game_ids), table.c.user_id == user_id))
    for column in (seats.c.deputy_id, seats.c.lender_id):
        await run(update(seats).where(seats.c.game_id.in_(game_ids), column == user_id).values({column.name: None}))
    organised = update(games).where(games.c.id.in_(game_ids), games.c.organiser_id == user_id)
    await run(organised.values(organiser_id=NOBODY))
    await delete_from_settings(write, user_id, game_ids)
    await _forget_cards_and_posts(write, user_id, game_ids)


async def _forget_cards_and_posts(write: WriteTransaction, user_id: int, game_ids: Sequence[int]) -> None:
    proposals, outbox = tables.proposals, tables.outbox
    cards = (await write.connection.execute(select(proposals).where(proposals.c.game_id.in_(game_ids)))).all()
    his: list[int] = [card.id for card in cards if names_person(dict(card._mapping) | {"closed_by": None}, user_id)]
    await write.connection.execute(delete(proposals).where(proposals.c.id.in_(his)))
    closed = update(proposals).where(proposals.c.game_id.in_(game_ids), proposals.c.closed_by == user_id)
    await write.connection.execute(closed.values(closed_by=None))
    columns = outbox.c.id, outbox.c.payload
    posts = (await write.connection.execute(select(*columns).where(outbox.c.game_id.in_(game_ids)))).all()
    told: list[int] = [post.id for post in posts if names_person(post.payload, user_id)]
    await write.connection.execute(delete(outbox).where(outbox.c.id.in_(told)))


async def forget_beside_games(write: WriteTransaction, user_id: int, *, plays: bool) -> None:
    """Deletes what is known of a person beside games; how they are reminded stays while they play."""
    run = write.connection.execute
    gone = [tables.shown_players] if plays else [tables.shown_players, tables.own_reminders]
    for table in gone:
        await run(delete(table).where(table.c.user_id == user_id))
    templates = tables.templates
    await run(update(templates).where(templates.c.made_by == user_id).values(made_by=NOBODY))

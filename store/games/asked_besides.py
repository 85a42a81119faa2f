"""What a user may be asked besides orders for their own powers: as somebody's deputy, and on cards."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, select

from store.database import tables
from store.games.orders import GAME_COLUMNS, game_of
from store.games.reading import ReadTransaction
from store.games.rows import Game, Proposal


@dataclass(frozen=True)
class DeputisedSeat:
    """A power of a running game whose deputy a user is, its player, and where the game stands, as in `UsersGame`."""

    game: Game
    power: str
    player_id: int
    phase_key: str
    acting: tuple[str, ...] | None


async def seats_of_deputy(read: ReadTransaction, user_id: int) -> tuple[DeputisedSeat, ...]:
    """The powers whose deputy a user is in games under way, by game."""
    games, seats, states = tables.games, tables.seats, tables.states
    last_state = and_(states.c.game_id == games.c.id, states.c.seq == games.c.seq)
    query = (
        select(*GAME_COLUMNS, seats.c.power, seats.c.user_id, states.c.phase_key, states.c.acting)
        .select_from(seats.join(games, games.c.id == seats.c.game_id).join(states, last_state))
        .where(seats.c.deputy_id == user_id, games.c.status == "running")
        .order_by(games.c.id, seats.c.power)
    )
    rows: Any = (await read.connection.execute(query)).all()
    return tuple(
        DeputisedSeat(
            game_of(row), row.power, row.user_id, row.phase_key, None if row.acting is None else tuple(row.acting)
        )
        for row in rows
    )


async def cards_for(read: ReadTransaction, user_id: int) -> tuple[Proposal, ...]:
    """The open proposals in games where a user has a seat, of those that ask them, oldest first."""
    proposals, seats = tables.proposals, tables.seats
    own = select(seats.c.game_id).where(seats.c.user_id == user_id)
    query = select(proposals).where(proposals.c.game_id.in_(own), proposals.c.status == "open")
    rows = (await read.connection.execute(query.order_by(proposals.c.id))).all()
    return tuple(Proposal(**{**row._mapping, "asked": tuple(row.asked)}) for row in rows if user_id in row.asked)

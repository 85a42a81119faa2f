"""Queries. All answers of one `ReadTransaction` show the database at one moment."""

import json
import logging
import zlib
from itertools import groupby
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Row, Select, Text, and_, bindparam, cast, func, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from store.database import tables
from store.database.prepared import Prepared
from store.errors import StateNotKept, UnknownGame
from store.games.orders import (
    FOR_ORDER,
    FOR_ORDER_HERE,
    GAME_COLUMNS,
    IS_UNFINISHED,
    SEATED_BY_ID,
    SEATED_HERE,
    for_order,
    game_of,
    seated_row,
    unpacked,
)
from store.games.rows import (
    Entry,
    ForOrder,
    Game,
    LoggedRoll,
    Message,
    OpenRoll,
    ParkedChannel,
    Post,
    Proposal,
    ProposalStatus,
    Seat,
    SeatedRow,
    SetAside,
    StandingOrder,
    StoredState,
    UsersGame,
    tag_of,
)

log = logging.getLogger(__name__)

_LEASE = {"claimed_by", "lease_until", "not_before"}
MESSAGE_COLUMNS = [column for column in tables.outbox.c if column.name not in _LEASE]
_IS_WHOLE = func.length(tables.states.c.body) > 0
_WHOLE_STATE = Prepared(
    select(tables.states)
    .where(
        tables.states.c.game_id == bindparam("game_id", type_=BigInteger),
        tables.states.c.seq.between(bindparam("first", type_=BigInteger), bindparam("last", type_=BigInteger)),
        _IS_WHOLE,
    )
    .order_by(tables.states.c.seq.desc())
    .limit(1)
)
_OF_GAME = bindparam("game_id", type_=BigInteger)
_GAME = Prepared(select(*GAME_COLUMNS).where(tables.games.c.id == _OF_GAME))
_SEATS = Prepared(
    select(tables.seats.c.power, tables.seats.c.user_id, tables.seats.c.deputy_id, tables.seats.c.lender_id)
    .where(tables.seats.c.game_id == _OF_GAME)
    .order_by(tables.seats.c.power)
)
_POSTS = Prepared(
    select(tables.posts.c.role, tables.posts.c.channel_id, tables.posts.c.message_id)
    .where(tables.posts.c.game_id == _OF_GAME)
    .order_by(tables.posts.c.role)
)


class ReadTransaction:
    """What can be asked of the store."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection

    async def game(self, game_id: int) -> Game:
        """Raises `UnknownGame`."""
        rows = await _GAME.rows(self.connection, {"game_id": game_id})
        if not rows:
            raise UnknownGame(game_id)
        return game_of(rows[0])

    async def seated_game(self, game_id: int) -> SeatedRow:
        """A game with its seats; raises `UnknownGame`."""
        rows = await SEATED_BY_ID.rows(self.connection, {"game_id": game_id})
        if not rows:
            raise UnknownGame(game_id)
        return seated_row(rows)

    async def seated_game_in_channel(self, channel_id: int) -> SeatedRow | None:
        """The game of this channel or thread that is not over, else the one that was created last, with its seats."""
        rows = await SEATED_HERE.rows(self.connection, {"channel_id": channel_id})
        return seated_row(rows, is_parked=rows[0].is_parked) if rows else None

    async def game_for_order(self, game_id: int, cause: str) -> ForOrder:
        """What an interaction with a game needs besides its state; raises `UnknownGame`."""
        rows = await FOR_ORDER.rows(self.connection, {"game_id": game_id, "cause": cause})
        if not rows:
            raise UnknownGame(game_id)
        return for_order(rows)

    async def game_here_for_order(self, channel_id: int, cause: str) -> ForOrder | None:
        """The same of the game that `seated_game_in_channel` gives."""
        rows = await FOR_ORDER_HERE.rows(self.connection, {"channel_id": channel_id, "cause": cause})
        return for_order(rows, is_parked=rows[0].is_parked) if rows else None

    async def game_in_channel(self, channel_id: int) -> Game | None:
        """The game of this channel or thread that is not over."""
        found = await self._games(tables.games.c.channel_id == channel_id, IS_UNFINISHED)
        return found[0] if found else None

    async def last_game_in_channel(self, channel_id: int) -> Game | None:
        """The game of this channel or thread that was created last, over or not."""
        found = await self._games(tables.games.c.channel_id == channel_id)
        return found[-1] if found else None

    async def games_of_guild(self, guild_id: int) -> tuple[Game, ...]:
        """All games of a server, over or not, oldest first."""
        return await self._games(tables.games.c.guild_id == guild_id)

    async def games_of_user(self, user_id: int) -> tuple[UsersGame, ...]:
        """The games that are not over in which this user has a seat or which they organise, oldest first."""
        games, seats, states = tables.games, tables.seats, tables.states
        own_seats = and_(seats.c.game_id == games.c.id, seats.c.user_id == user_id)
        # By their numbers, so that no game of others is looked at.
        own = union(
            select(seats.c.game_id).where(seats.c.user_id == user_id),
            select(games.c.id).where(games.c.organiser_id == user_id),
        )
        last_state = and_(states.c.game_id == games.c.id, states.c.seq == games.c.seq)
        query = (
            select(*GAME_COLUMNS, seats.c.power, states.c.phase_key, states.c.acting)
            .select_from(games.outerjoin(seats, own_seats).outerjoin(states, last_state))
            .where(games.c.id.in_(own), IS_UNFINISHED)
            .order_by(games.c.id, seats.c.power)
        )
        found = await self._rows(query)
        return tuple(_users_game(list(rows)) for _, rows in groupby(found, lambda row: row.id))

    async def all_games(self) -> tuple[Game, ...]:
        """All games, over or not, oldest first."""
        return await self._games()

    async def games_played_last(self, most: int) -> tuple[Game, ...]:
        """The games under way in which the bot posted last, the last one first."""
        games = tables.games.c
        under_way = games.status == "running", games.last_message_id.is_not(None)
        query = select(*GAME_COLUMNS).where(*under_way).order_by(games.last_message_id.desc()).limit(most)
        return tuple(game_of(row) for row in await self._rows(query))

    async def unfinished_games_of_guild(self, guild_id: int) -> tuple[Game, ...]:
        """The games of a server that are not over, oldest first."""
        return await self._games(tables.games.c.guild_id == guild_id, IS_UNFINISHED)

    async def _games(self, *conditions: ColumnElement[bool]) -> tuple[Game, ...]:
        rows = await self._rows(select(*GAME_COLUMNS).where(*conditions).order_by(tables.games.c.id))
        return tuple(game_of(row) for row in rows)

    async def seed(self, game_id: int) -> bytes:
        """The secret seed of the dice, never shown before the game is over; raises `UnknownGame`."""
        rows = await self._rows(select(tables.games.c.seed).where(tables.games.c.id == game_id))
        if not rows:
            raise UnknownGame(game_id)
        return bytes(rows[0].seed)

    async def open_roll(self, game_id: int) -> OpenRoll | None:
        """The orders that are about to roll, secret like all orders; raises `UnknownGame`."""
        rows = await self._rows(select(tables.games.c.open_roll).where(tables.games.c.id == game_id))
        if not rows:
            raise UnknownGame(game_id)
        return OpenRoll(**rows[0].open_roll) if rows[0].open_roll else None

    async def fight_all(self, game_id: int) -> Any | None:
        """How the battles of the phase go on by themselves, secret like all orders; raises `UnknownGame`."""
        rows = await self._rows(select(tables.games.c.fight_all).where(tables.games.c.id == game_id))
        if not rows:
            raise UnknownGame(game_id)
        return rows[0].fight_all

    async def games_with_open_rolls(self) -> tuple[Game, ...]:
        """All games whose orders have been written down to be rolled for, oldest first."""
        return await self._games(tables.games.c.open_roll.is_not(None))

    async def seats(self, game_id: int) -> tuple[Seat, ...]:
        """The seats taken, by power."""
        return tuple(Seat(**row._asdict()) for row in await _SEATS.rows(self.connection, {"game_id": game_id}))

    async def standing_orders(self, game_id: int) -> tuple[StandingOrder, ...]:
        """Everybody's standing orders, by power and domain: secret, each shown only to its owner."""
        orders = tables.standing_orders
        query = select(orders).where(orders.c.game_id == game_id).order_by(orders.c.power, orders.c.domain)
        return tuple(StandingOrder(row.power, row.domain, tuple(row.order)) for row in await self._rows(query))

    async def entries_since(
        self, game_id: int, seq: int, *, until: int | None = None, rolled_back: bool = False
    ) -> tuple[Entry, ...]:
        """The log after entry `seq` up to and with `until`; with `rolled_back` also what no longer counts."""
        log = tables.log
        query = select(log).where(log.c.game_id == game_id, log.c.seq > seq).order_by(log.c.seq)
        if until is not None:
            query = query.where(log.c.seq <= until)
        if not rolled_back:
            query = query.where(log.c.rolled_back_by.is_(None))
        return tuple(_entry(row) for row in await self._rows(query))

    async def events_as_text(self, game_id: int, seq: int, *, until: int) -> tuple[str, ...]:
        """The events of the entries after `seq` up to and with `until`, but not rolled back, as a line of JSON each."""
        log = tables.log
        columns = (cast(log.c.events, Text).label("as_text"), log.c.packed)
        query = select(*columns).where(log.c.game_id == game_id, log.c.seq > seq, log.c.seq <= until)
        rows = await self._rows(query.where(log.c.rolled_back_by.is_(None)).order_by(log.c.seq))
        return tuple(row.as_text if row.packed is None else unpacked(row.packed) for row in rows)

    async def entries_of_cause(self, game_id: int, cause: str) -> tuple[Entry, ...]:
        """What an interaction led to; empty if it has not been acted on."""
        log = tables.log
        query = select(log).where(log.c.game_id == game_id, log.c.cause == cause).order_by(log.c.cause_index)
        return tuple(_entry(row) for row in await self._rows(query))

    async def rolls(self, game_id: int) -> tuple[LoggedRoll, ...]:
        """Every roll ever made in the game, in order, those rolled back too."""
        rolls = tables.rolls
        query = select(rolls).where(rolls.c.game_id == game_id).order_by(rolls.c.number)
        return tuple(
            LoggedRoll(row.number, row.cause, row.why, tuple(row.faces), row.seq) for row in await self._rows(query)
        )

    async def latest_state(self, game_id: int) -> StoredState:
        """The last state that can be read: where that is damaged, one before it. Raises `StateNotKept` without any."""
        game = await self.game(game_id)
        return await self.state_at_or_before(game_id, game.seq)

    async def state_at(self, game_id: int, seq: int) -> StoredState:
        """The state just after an entry; raises `StateNotKept` where it is no longer stored."""
        return await self._state(game_id, seq, seq)

    async def state_at_or_before(self, game_id: int, seq: int) -> StoredState:
        """The nearest state from which the entries up to `seq` can be folded; raises `StateNotKept`."""
        return await self._state(game_id, 0, seq)

    async def _state(self, game_id: int, first: int, seq: int) -> StoredState:
        last = seq
        while rows := await _WHOLE_STATE.rows(self.connection, {"game_id": game_id, "first": first, "last": last}):
            row = rows[0]
            try:
                body = zlib.decompress(row.body).decode()
            except (zlib.error, UnicodeDecodeError):
                log.warning(
                    "The position of game %s after entry %s is damaged, so an earlier one is read.", game_id, row.seq
                )
                last = row.seq - 1
                continue
            return StoredState(body=body, phase_key=row.phase_key, format=row.format, acting=_acting(row), seq=row.seq)
        raise StateNotKept(game_id, seq)

    async def last_of_turn_before(self, game_id: int, turn: str) -> int:
        """The last entry with a state on record whose phase key does not begin so; 0 where there is none."""
        states = tables.states
        query = select(states.c.seq).where(
            states.c.game_id == game_id, ~states.c.phase_key.startswith(turn, autoescape=True)
        )
        rows = await self._rows(query.order_by(states.c.seq.desc()).limit(1))
        return int(rows[0].seq) if rows else 0

    async def kept_states(self, game_id: int) -> tuple[tuple[int, str], ...]:
        """Entry number and phase key of each state on record, oldest first: whole, or to be folded from one before."""
        return await self._states(game_id)

    async def whole_states(self, game_id: int) -> tuple[tuple[int, str], ...]:
        """The same of those alone that are stored whole."""
        return await self._states(game_id, _IS_WHOLE)

    async def _states(self, game_id: int, *conditions: ColumnElement[bool]) -> tuple[tuple[int, str], ...]:
        states = tables.states
        query = select(states.c.seq, states.c.phase_key).where(states.c.game_id == game_id, *conditions)
        return tuple((row.seq, row.phase_key) for row in await self._rows(query.order_by(states.c.seq)))

    async def post(self, game_id: int, role: str) -> Post | None:
        """Where the post with this role stands."""
        return next((post for post in await self.posts(game_id) if post.role == role), None)

    async def posts(self, game_id: int) -> tuple[Post, ...]:
        """The remembered posts of a game, by role."""
        return tuple(Post(**row._asdict()) for row in await _POSTS.rows(self.connection, {"game_id": game_id}))

    async def draft(self, game_id: int, user_id: int, kind: str) -> Any | None:
        """What a user has begun to write, as it was kept."""
        drafts = tables.drafts
        query = select(drafts.c.body).where(
            drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.kind == kind
        )
        rows = await self._rows(query)
        return rows[0].body if rows else None

    async def proposals(self, game_id: int, status: ProposalStatus | None = None) -> tuple[Proposal, ...]:
        """The proposals of a game, all or those of one status, oldest first."""
        proposals = tables.proposals
        query = select(proposals).where(proposals.c.game_id == game_id).order_by(proposals.c.id)
        if status is not None:
            query = query.where(proposals.c.status == status)
        return tuple(Proposal(**{**row._mapping, "asked": tuple(row.asked)}) for row in await self._rows(query))

    async def former_players(self, game_id: int) -> tuple[Seat, ...]:
        """Who had a seat in the game and gave it up after its start, by power."""
        former = tables.former_players
        query = select(former.c.power, former.c.user_id).where(former.c.game_id == game_id).order_by(former.c.power)
        return tuple(Seat(**row._mapping) for row in await self._rows(query))

    async def message(self, message_id: int) -> Message | None:
        """A message of the outbox; None once it was sent and forgotten."""
        rows = await self._rows(select(*MESSAGE_COLUMNS).where(tables.outbox.c.id == message_id))
        return Message(**rows[0]._mapping) if rows else None

    async def unsent_messages(self, game_id: int) -> tuple[Message, ...]:
        """The messages of a game that wait, are under way or are parked, in order."""
        outbox = tables.outbox
        query = select(*MESSAGE_COLUMNS).where(outbox.c.game_id == game_id, outbox.c.state != "sent")
        return tuple(Message(**row._mapping) for row in await self._rows(query.order_by(outbox.c.id)))

    async def set_aside_messages(self) -> tuple[SetAside, ...]:
        """The messages that could never be sent, newest first."""
        outbox = tables.outbox
        query = select(outbox.c.id, outbox.c.game_id, outbox.c.channel_id, outbox.c.failure)
        rows = await self._rows(query.where(tables.in_state(outbox, "parked")).order_by(outbox.c.id.desc()))
        return tuple(SetAside(tag_of(row.game_id, row.id), row.channel_id, row.failure or "") for row in rows)

    async def registered_commands(self, application_id: int) -> str | None:
        """The fingerprint of the commands that Discord has for an application."""
        table = tables.registered_commands
        rows = await self._rows(select(table.c.fingerprint).where(table.c.application_id == application_id))
        return rows[0].fingerprint if rows else None

    async def open_games(self, guild_id: int, organiser_id: int) -> tuple[int, int]:
        """How many games of a server are not over: those that somebody organises, and all."""
        games = tables.games
        organised = func.count().filter(games.c.organiser_id == organiser_id)
        query = select(organised, func.count()).where(games.c.guild_id == guild_id, IS_UNFINISHED)
        mine, all_of_them = (await self.connection.execute(query)).one()
        return mine, all_of_them

    async def unfinished_games(self) -> tuple[int, int]:
        """How many games are under way, and how many in their lobby."""
        status = tables.games.c.status
        query = select(func.count().filter(status == "running"), func.count().filter(status == "lobby"))
        running, lobbies = (await self.connection.execute(query.where(IS_UNFINISHED))).one()
        return running, lobbies

    async def number_of_waiting_posts(self, game_id: int) -> int:
        """How many posts of a game wait or are under way, to the channel where it is played."""
        outbox, games = tables.outbox, tables.games
        here = select(games.c.channel_id).where(games.c.id == game_id).scalar_subquery()
        waits = and_(outbox.c.kind == "post", tables.in_line(outbox))
        mine = and_(outbox.c.game_id == game_id, outbox.c.channel_id == here, waits)
        return int((await self.connection.execute(select(func.count()).where(mine))).scalar_one())

    async def parked_channel(self, channel_id: int) -> ParkedChannel | None:
        """The channel, if nothing can be sent to it."""
        rows = await self._rows(select(tables.parked_channels).where(tables.parked_channels.c.channel_id == channel_id))
        return ParkedChannel(**rows[0]._mapping) if rows else None

    async def parked_channels(self) -> tuple[ParkedChannel, ...]:
        """The channels nothing can be sent to."""
        rows = await self._rows(select(tables.parked_channels).order_by(tables.parked_channels.c.channel_id))
        return tuple(ParkedChannel(**row._mapping) for row in rows)

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        return list((await self.connection.execute(query)).all())


def _users_game(rows: list[Row[Any]]) -> UsersGame:
    """A game from its rows, one for each power of the user."""
    first = rows[0]
    return UsersGame(
        game=game_of(first),
        powers=tuple(row.power for row in rows if row.power is not None),
        phase_key=first.phase_key,
        acting=_acting(first),
    )


def _acting(row: Row[Any]) -> tuple[str, ...] | None:
    return None if row.acting is None else tuple(row.acting)


def _entry(row: Row[Any]) -> Entry:
    values = dict(row._mapping)
    stored = values.pop("packed")
    events = row.events if stored is None else json.loads(unpacked(stored))
    return Entry(**{**values, "dice": tuple(row.dice), "events": tuple(events)})

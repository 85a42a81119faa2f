"""Changes. Everything written through one `WriteTransaction` is saved together, or nothing of it."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from store.clock import Clock
from store.database import tables
from store.database.prepared import Prepared
from store.database.upsert import put
from store.errors import AlreadyDone, ChannelTaken, GameOver, NoSuchEntry, RollIsOpen, StaleVersion, StoreError
from store.games.orders import LOG_ENTRY, SUPERSEDE, Claim, game_of, packed, row_of
from store.games.reading import ReadTransaction
from store.games.rows import (
    Committed,
    Game,
    GameStatus,
    JsonObject,
    NewEntry,
    NewGame,
    NewMessage,
    NewProposal,
    NewState,
    OpenRoll,
    ProposalStatus,
    values_of,
)
from store.outbox.messages import Outbox
from store.sqlite.mark import Noted

ROWS_AT_ONCE = 100  # of a long list, as nobody else is heard while they are made ready
STATE_LEVEL = 1  # of compression: a position is written with each order, and most are soon replaced


class WriteTransaction(ReadTransaction):
    """What can be changed in the store, and asked meanwhile. `outbox` holds what is to be told."""

    def __init__(self, connection: AsyncConnection, clock: Clock, process: str | None = None) -> None:
        """`process`: as whom others are told of messages."""
        super().__init__(connection)
        self._clock = clock
        self._is_far = connection.dialect.name != "sqlite"
        self.changed: dict[int, Noted | None] = {}
        self.outbox = Outbox(connection, clock, process)

    async def create_game(self, new: NewGame) -> Game:
        """A game in its lobby, version 0; raises `ChannelTaken`."""
        if await self.game_in_channel(new.channel_id) is not None:
            raise ChannelTaken(new.channel_id)
        start = {"status": "lobby", "version": 0, "seq": 0, "next_roll": 1, "created_at": self._clock()}
        created = insert(tables.games).values(**values_of(new), **start).returning(tables.games.c.id)
        try:
            game_id = (await self.connection.execute(created)).scalar_one()
        except IntegrityError as error:
            raise ChannelTaken(new.channel_id) from error
        game = await self.game(game_id)
        self._note(game)
        return game

    def _note(self, game: Game) -> None:
        """How far a game comes with what is written here."""
        self.changed[game.id] = Noted(game.version, game.seq, game.name)

    async def commit_turn(
        self,
        game_id: int,
        expected_version: int,
        entries: Sequence[NewEntry] = (),
        state: NewState | None = None,
        outbox: Sequence[NewMessage] = (),
        *,
        status: GameStatus | None = None,
        winner: str | None = None,
        closes_roll: bool = False,
    ) -> Committed:
        """Logs what an interaction led to, with the state after it and what is to be told.

        Every change of a game begins with this, if only to make sure that nobody else has changed it since it was
        read. `closes_roll`: this is what the open roll led to; nothing else is committed while one is open.

        Raises `AlreadyDone` where the interaction is on record, `StaleVersion` where the game has changed,
        `RollIsOpen`, `UnknownGame`, and `GameOver` where a game that is over would go on.
        """
        if entries and state is None:
            raise ValueError("entries come with the state after them")
        claim = Claim(
            game_id=game_id,
            expected_version=expected_version,
            cause=_cause_of(entries),
            entries=len(entries),
            rolls=sum(len(entry.rolls) for entry in entries),
            keeps_state=state is not None,
            status=status,
            winner=winner,
            now=self._clock(),
            closes_roll=closes_roll,
        )
        if self._is_far and state is not None and len(entries) == 1 and not entries[0].rolls:
            game = await self._claim_and_save(claim, entries[0], state)
        else:
            game = await self._claim(claim)
            if entries:
                await self._log(game, entries)
            if state is not None:
                await self._keep_state(game_id, game.seq, state, is_new=bool(entries))
        return Committed(game.version, game.seq, await self.outbox.enqueue(game_id, outbox))

    async def open_roll_of(self, game_id: int, expected_version: int, roll: OpenRoll) -> None:
        """Writes down orders that are about to roll; until they are carried out, nothing else can be committed.

        Raises as `commit_turn` does.
        """
        claim = Claim(game_id=game_id, expected_version=expected_version, cause=roll.cause, opens=values_of(roll))
        await self._claim(claim)

    async def _claim(self, claim: Claim) -> Game:
        """Changes a game, all or nothing; gives it as it is then.

        It is the first of a transaction: on PostgreSQL it takes the lock of the row, so that what follows is alone.
        """
        return await self._claimed(claim, claim.statement(), claim.values())

    async def _claim_and_save(self, claim: Claim, entry: NewEntry, state: NewState) -> Game:
        """The same, which logs an entry without dice and keeps the state after it at once."""
        rows = row_of(tables.log, self._logged(entry)) | row_of(tables.states, _kept(state))
        return await self._claimed(claim, claim.statement_with_order(), claim.values() | rows)

    async def _claimed(self, claim: Claim, statement: Prepared, values: Mapping[str, Any]) -> Game:
        rows = await statement.rows(self.connection, values)
        if not rows:
            raise await self._why_not(claim)
        game = game_of(rows[0])
        self._note(game)
        return game

    async def hold(self, game_id: int) -> None:
        """Lets no other transaction change a game until this one ends; where `commit_turn` comes first, that does."""
        await self.connection.execute(select(tables.games.c.id).where(tables.games.c.id == game_id).with_for_update())

    async def hold_games_of_channel(self, channel_id: int) -> tuple[int, ...]:
        """Does the same with every game of a channel; their numbers."""
        games = tables.games
        held = select(games.c.id).where(games.c.channel_id == channel_id).order_by(games.c.id).with_for_update()
        return tuple((await self.connection.execute(held)).scalars())

    async def _why_not(self, claim: Claim) -> StoreError:
        if claim.cause is not None:
            await self._refuse_repetition(claim.game_id, claim.cause)
        game = await self.game(claim.game_id)
        if game.version != claim.expected_version:
            return StaleVersion(claim.game_id, claim.expected_version)
        is_open = game.roll_is_open and not claim.closes_roll
        return RollIsOpen(claim.game_id) if is_open else GameOver(claim.game_id)

    async def _refuse_repetition(self, game_id: int, cause: str) -> None:
        if done := await self.entries_of_cause(game_id, cause):
            raise AlreadyDone(done)

    async def _log(self, game: Game, entries: Sequence[NewEntry]) -> None:
        """Writes the last entries of a game as it is with them."""
        first_roll = game.next_roll - sum(len(entry.rolls) for entry in entries)
        logged: list[dict[str, Any]] = []
        rolled: list[dict[str, Any]] = []
        for seq, entry in enumerate(entries, start=game.seq - len(entries) + 1):
            if len(logged) == ROWS_AT_ONCE:
                await self.connection.execute(insert(tables.log), logged)
                logged = []
            place = {"game_id": game.id, "seq": seq}
            if entry.rolls and entry.dice != tuple(face for roll in entry.rolls for face in roll.faces):
                raise ValueError("the dice of an entry are the faces of its rolls")
            for roll in entry.rolls:
                if roll.number != first_roll + len(rolled):
                    raise ValueError(f"roll {roll.number} is out of order")
                rolled.append({**values_of(roll), **place})
            logged.append({**self._logged(entry), **place})
        if len(logged) == 1:
            await LOG_ENTRY.rows(self.connection, row_of(tables.log, logged[0]))
        elif logged:
            await self.connection.execute(insert(tables.log), logged)
        if rolled:
            await self.connection.execute(insert(tables.rolls), rolled)

    def _logged(self, entry: NewEntry) -> dict[str, Any]:
        """The row of an entry, but for its place."""
        values = values_of(entry) | {"events": [], "packed": packed(entry.events), "written_at": self._clock()}
        del values["rolls"]
        return values

    async def _keep_state(self, game_id: int, seq: int, state: NewState, *, is_new: bool) -> None:
        """Keeps the last state and the last one of each phase; `is_new`: there is none of this entry yet."""
        states, row = tables.states, {"seq": seq, **_kept(state)}
        if not is_new:
            await self.connection.execute(delete(states).where(states.c.game_id == game_id, states.c.seq == seq))
        new = {f"new_{name}": value for name, value in row.items() if name != "phase_key"}
        if not await SUPERSEDE.rows(self.connection, {"of_game": game_id, "of_phase": state.phase_key, **new}):
            await self.connection.execute(insert(states), {"game_id": game_id, **row})

    async def keep_former_state(self, game_id: int, seq: int, state: NewState) -> None:
        """Keeps the state after an earlier entry of what was just logged at once, whose phase has none on record."""
        await self.connection.execute(insert(tables.states), {"game_id": game_id, "seq": seq, **_kept(state)})

    async def thin_states(self, game_id: int, seqs: Sequence[int]) -> None:
        """Keeps of these states only that they were: what they were like can be folded from one before, as long as
        there is one that is whole.
        """
        states = tables.states
        these = (states.c.game_id == game_id) & states.c.seq.in_(seqs)
        columns = [column for column in states.c if column.name != "body"]
        # Made anew, as SQLite leaves the room of a row that only grows smaller to that row; of what another process has
        # taken away meanwhile nothing is. An empty body, as a column that may be NULL would have the whole table made
        # anew in databases from before.
        rows = (await self.connection.execute(delete(states).where(these).returning(*columns))).all()
        if rows:
            await self.connection.execute(insert(states), [{**row._mapping, "body": b""} for row in rows])

    async def rollback(
        self,
        game_id: int,
        expected_version: int,
        to_seq: int,
        entry: NewEntry,
        state: NewState | None = None,
        outbox: Sequence[NewMessage] = (),
    ) -> Committed:
        """Puts the game back to where it was after entry `to_seq`; `entry` records who did so and has no events.

        Later entries are marked, not removed; their rolls stay on record and their numbers stay used. Without
        `state` the stored one is restored. Raises `StateNotKept` where there is none: fold the events from
        `state_at_or_before`, then give the state; `NoSuchEntry`; and all that `commit_turn` raises.
        """
        await self._refuse_repetition(game_id, entry.cause)
        if to_seq and not await self.entries_since(game_id, to_seq - 1, until=to_seq):
            raise NoSuchEntry(game_id, to_seq)
        restored = state or await self.state_at(game_id, to_seq)
        committed = await self.commit_turn(game_id, expected_version, [entry], restored, outbox, status="running")
        log, states = tables.log, tables.states
        undone = (log.c.game_id == game_id) & (log.c.seq > to_seq) & (log.c.seq < committed.seq)
        marks = update(log).where(undone, log.c.rolled_back_by.is_(None)).values(rolled_back_by=committed.seq)
        await self.connection.execute(marks)
        # A state of the abandoned line must never be taken as the start of a fold.
        abandoned = (states.c.game_id == game_id) & (states.c.seq > to_seq) & (states.c.seq < committed.seq)
        await self.connection.execute(delete(states).where(abandoned))
        return committed

    async def change_game(
        self,
        game_id: int,
        *,
        name: str | None = None,
        options: JsonObject | None = None,
        organiser_id: int | None = None,
        customs: JsonObject | None = None,
    ) -> None:
        """Changes what is given; call `commit_turn` first."""
        given = {"name": name, "options": options, "organiser_id": organiser_id, "customs": customs}
        values = {key: value for key, value in given.items() if value is not None}
        if values:
            await self.connection.execute(update(tables.games).where(tables.games.c.id == game_id).values(values))

    async def keep_fight_all(self, game_id: int, fight_all: JsonObject | None) -> None:
        """Keeps how the battles of the phase go on by themselves, None: they don't; call `commit_turn` first."""
        games = tables.games
        await self.connection.execute(update(games).where(games.c.id == game_id).values(fight_all=fight_all))

    async def move_game(self, game_id: int, guild_id: int, channel_id: int) -> None:
        """Puts a game into another channel, with what waits to be told; call `commit_turn` first.

        Raises `ChannelTaken` where a game is played there that is not over.
        """
        game, there = await self.game(game_id), await self.game_in_channel(channel_id)
        if there is not None and there.id != game_id:
            raise ChannelTaken(channel_id)
        place = {"guild_id": guild_id, "channel_id": channel_id, "last_message_id": None}
        games = tables.games
        try:
            await self.connection.execute(update(games).where(games.c.id == game_id).values(place))
        except IntegrityError as error:
            raise ChannelTaken(channel_id) from error
        await self.outbox.redirect(game_id, game.channel_id, channel_id)

    async def set_seat(self, game_id: int, power: str, user_id: int | None, lender_id: int | None = None) -> None:
        """Gives a power to a user, or to nobody, without a deputy; call `commit_turn` first.

        lender_id: whose seat it stays. Whoever sits down is nobody's deputy any more, as it may be on the other side.
        """
        seats, values = tables.seats, {"user_id": user_id, "deputy_id": None, "lender_id": lender_id}
        if user_id is not None:
            was_deputy = (seats.c.game_id == game_id) & (seats.c.deputy_id == user_id)
            await self.connection.execute(update(seats).where(was_deputy).values(deputy_id=None))
        await put(self.connection, seats, {"game_id": game_id, "power": power}, values if user_id else None)

    async def set_deputy(self, game_id: int, power: str, deputy_id: int | None) -> None:
        """Says who may answer questions for the player of a power, or that nobody may; call `commit_turn` first."""
        seats = tables.seats
        seat = (seats.c.game_id == game_id) & (seats.c.power == power)
        await self.connection.execute(update(seats).where(seat).values(deputy_id=deputy_id))

    async def keep_former_player(self, game_id: int, power: str, user_id: int) -> None:
        """Remembers that a user had a power; call `commit_turn` first."""
        await put(self.connection, tables.former_players, {"game_id": game_id, "power": power, "user_id": user_id}, {})

    async def add_proposal(self, new: NewProposal) -> int:
        """A proposal that is open, and its number; call `commit_turn` first."""
        values = {**values_of(new), "asked": list(new.asked), "status": "open", "created_at": self._clock()}
        added = insert(tables.proposals).values(values).returning(tables.proposals.c.id)
        number: int = (await self.connection.execute(added)).scalar_one()
        return number

    async def close_proposal(self, proposal_id: int, status: ProposalStatus, closed_by: int | None = None) -> bool:
        """Ends a proposal that is open; gives whether it was."""
        proposals = tables.proposals
        is_open = (proposals.c.id == proposal_id) & (proposals.c.status == "open")
        values = {"status": status, "closed_by": closed_by, "closed_at": self._clock()}
        return (await self.connection.execute(update(proposals).where(is_open).values(values))).rowcount == 1

    async def set_standing_order(self, game_id: int, power: str, domain: str, order: Sequence[Any] | None) -> None:
        """Keeps a power's order of loss, or forgets it."""
        key = {"game_id": game_id, "power": power, "domain": domain}
        await put(self.connection, tables.standing_orders, key, _or_none(order=order))

    async def remember_post(self, game_id: int, role: str, channel_id: int, message_id: int) -> None:
        """Remembers where the post with this role stands that was no message of the outbox."""
        place = {"channel_id": channel_id, "message_id": message_id}
        await put(self.connection, tables.posts, {"game_id": game_id, "role": role}, place)

    async def remember_registered_commands(self, application_id: int, fingerprint: str | None) -> None:
        """Remembers what commands Discord has for an application; None where that is not known."""
        key = {"application_id": application_id}
        await put(self.connection, tables.registered_commands, key, _or_none(fingerprint=fingerprint))

    async def keep_draft(self, game_id: int, user_id: int, kind: str, body: Any) -> None:
        """Keeps what a user has begun to write, in place of what was kept before."""
        key = {"game_id": game_id, "user_id": user_id, "kind": kind}
        await put(self.connection, tables.drafts, key, {"body": body, "written_at": self._clock()})

    async def take_draft(self, game_id: int, user_id: int, kind: str) -> Any | None:
        """Forgets a draft and gives it: to one of those who ask at once, None to the others."""
        drafts = tables.drafts
        query = delete(drafts).where(drafts.c.game_id == game_id, drafts.c.user_id == user_id, drafts.c.kind == kind)
        taken = (await self.connection.execute(query.returning(drafts.c.body))).first()
        return taken.body if taken else None

    async def drop_draft(self, game_id: int, user_id: int, kind: str) -> None:
        """Forgets a draft."""
        await put(self.connection, tables.drafts, {"game_id": game_id, "user_id": user_id, "kind": kind}, None)


def _kept(state: NewState) -> dict[str, Any]:
    """The row of a state, but for its place."""
    body = zlib.compress(state.body.encode(), level=STATE_LEVEL)
    return {"phase_key": state.phase_key, "acting": state.acting, "format": state.format, "body": body}


def _cause_of(entries: Sequence[NewEntry]) -> str | None:
    causes = {entry.cause for entry in entries}
    if len(causes) > 1:
        raise ValueError("what is logged at once leads from one interaction")
    return causes.pop() if causes else None


def _or_none(**value: Any) -> dict[str, Any] | None:
    return None if None in value.values() else value

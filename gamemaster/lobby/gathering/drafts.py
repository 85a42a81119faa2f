"""Tables at which seats are given out: joining, drawing the order, picking, drawing for who is away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import load_setup
from engine.state.words import listed, number
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.draft_order import drawn_order, drawn_power, on_turn, open_to, picks_of, settled
from gamemaster.lobby.gathering.draft_words import told_of_leaving, told_of_order, told_of_pick, told_of_seats
from gamemaster.lobby.gathering.guests import check_invited, gathering_of, with_gathering
from gamemaster.lobby.opening import Lobby, check_lobby
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import Actor, SeatedGame, check_may
from gamemaster.table_settings import A_DAY
from store import Clock, NewMessage, WriteTransaction

LEAST = 2
"""Players, as each side needs one (GEN-01)."""


class Drafts:
    """The use cases of a lobby at which seats are given out by the dice, or picked in turn."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    async def join(self, loaded: SeatedGame, user_id: int) -> SeatedGame:
        """Play too; the last for whom there is a power has the order drawn. Raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            gathering = _check_gives_out(now)
            check_invited(now, user_id)
            most = len(picks_of(load_setup(now.game.setup)))
            if gathering.order:
                raise TableRefusal("The order is drawn already, so nobody else can join. Nothing changed.")
            if user_id in gathering.joined:
                raise TableRefusal(f"You have joined already; {number(len(gathering.joined), 'player')} so far.")
            joined = (*gathering.joined, user_id)
            if len(joined) < most:
                await _commit(write, now, replace(gathering, joined=joined), now.seats, [])
            else:
                await self._draw(write, now, joined)

        return await self._lobby.saved(loaded, change)

    async def leave(self, loaded: SeatedGame, user_id: int) -> SeatedGame:
        """Play no longer; a draft that has begun is off, and all its seats are free. Raises TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            gathering = _check_gives_out(now)
            if user_id not in gathering.joined:
                raise TableRefusal("You haven't joined this game.")
            joined = tuple(each for each in gathering.joined if each != user_id)
            kept = {power: user for power, user in now.seats.items() if user not in gathering.joined}
            told = [told_of_leaving(now, user_id)] if gathering.order else []
            await _commit(write, now, replace(gathering, joined=joined, order=(), since=0), kept, told)

        return await self._lobby.saved(loaded, change)

    async def begin(self, loaded: SeatedGame, actor: Actor) -> SeatedGame:
        """Draw the order with those who have joined; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            check_may("start", actor, now)
            gathering = _check_gives_out(now)
            if gathering.order:
                raise TableRefusal("The order is drawn already. Nothing changed.")
            if len(gathering.joined) < LEAST:
                raise TableRefusal(f"At least {LEAST} players have to join first, one for each side (GEN-01).")
            await self._draw(write, now, gathering.joined)

        return await self._lobby.saved(loaded, change)

    async def pick(self, loaded: SeatedGame, user_id: int, powers: Sequence[str]) -> SeatedGame:
        """Pick a power in one's turn; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            gathering = _check_draft(now)
            await self._picked(write, now, gathering, _check_pick(now, gathering, user_id, powers))

        return await self._lobby.saved(loaded, change)

    async def draw_for(self, loaded: SeatedGame, actor: Actor) -> SeatedGame:
        """Let the dice pick for who has been on turn for a day; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            check_may("start", actor, now)
            gathering, edition = _check_draft(now), load_setup(now.game.setup)
            user, since = _on_turn(now, gathering), gathering.since + A_DAY
            if self._clock() < since:
                raise TableRefusal(f"<@{user}> has a day to pick; from <t:{since}:f> on the dice can do it for them.")
            offered = open_to(edition, gathering.order, now.seats, user)
            power = drawn_power(await write.seed(now.game.id), now.game.id, user, now.seats, offered)
            await self._picked(write, now, gathering, power)

        return await self._lobby.saved(loaded, change)

    async def _draw(self, write: WriteTransaction, now: LoadedGame, joined: tuple[int, ...]) -> None:
        seed, game_id, edition = await write.seed(now.game.id), now.game.id, load_setup(now.game.setup)
        dice = drawn_order(seed, game_id, joined)
        gathering = replace(gathering_of(now.game), joined=joined, order=tuple(dice), since=self._clock())
        seats = settled(edition, gathering.order, now.seats)
        while gathering.seating == "random" and (user := on_turn(edition, gathering.order, seats)) is not None:
            power = drawn_power(seed, game_id, user, seats, open_to(edition, gathering.order, seats, user))
            seats |= dict.fromkeys(edition.played_together([power]), user)
            seats = settled(edition, gathering.order, seats)
        await self._go_on(write, now, gathering, seats, told_of_order(dice))

    async def _picked(self, write: WriteTransaction, now: LoadedGame, gathering: Gathering, power: str) -> None:
        edition, user = load_setup(now.game.setup), _on_turn(now, gathering)
        picked = {**now.seats, **dict.fromkeys(edition.played_together([power]), user)}
        seats = settled(edition, gathering.order, picked)
        told = f"<@{user}> picks {edition.power[power].called}."
        await self._go_on(write, now, replace(gathering, since=self._clock()), seats, told)

    async def _go_on(
        self, write: WriteTransaction, now: LoadedGame, gathering: Gathering, seats: Mapping[str, int], told: str
    ) -> None:
        """Save who sits where, and ping who picks next; without anybody the seats are given out."""
        edition, after = load_setup(now.game.setup), SeatedGame(now.game, seats)
        user = on_turn(edition, gathering.order, seats)
        if user is None:
            done = replace(gathering, joined=(), is_seated=True)
            await _commit(write, now, done, seats, [told_of_seats(after, told, gathering.order)])
        else:
            offered = open_to(edition, gathering.order, seats, user)
            await _commit(write, now, gathering, seats, [told_of_pick(after, told, user, offered)])


async def _commit(
    write: WriteTransaction,
    now: LoadedGame,
    gathering: Gathering,
    seats: Mapping[str, int],
    told: Sequence[NewMessage],
) -> None:
    await write.commit_turn(now.game.id, now.game.version, outbox=told)
    await write.change_game(now.game.id, customs=with_gathering(now.game, gathering))
    for power in sorted(now.seats.keys() | seats.keys()):
        if now.seats.get(power) != seats.get(power):
            await write.set_seat(now.game.id, power, seats.get(power))


def _check_gives_out(loaded: SeatedGame) -> Gathering:
    gathering = gathering_of(loaded.game)
    check_lobby(loaded.game)
    if not gathering.gives_out_seats:
        raise TableRefusal("Seats are taken at will here, with /game join. Nothing changed.")
    return gathering


def _check_draft(loaded: SeatedGame) -> Gathering:
    gathering = _check_gives_out(loaded)
    if not gathering.order:
        raise TableRefusal(
            "Seats are given out here, and the order isn't drawn yet. Press [Join the game] if you haven't."
        )
    return gathering


def _on_turn(loaded: SeatedGame, gathering: Gathering) -> int:
    user = on_turn(load_setup(loaded.game.setup), gathering.order, loaded.seats)
    if user is None:
        raise TableRefusal("All seats are given out. Nothing changed.")
    return user


def _check_pick(loaded: SeatedGame, gathering: Gathering, user_id: int, powers: Sequence[str]) -> str:
    """The power that somebody picks; raises NotAllowed, TableRefusal."""
    edition, user = load_setup(loaded.game.setup), _on_turn(loaded, gathering)
    if user_id not in gathering.order:
        raise NotAllowed("You haven't joined this draft, so you can't pick. Nothing changed.")
    if user_id != user:
        raise NotAllowed(f"It's <@{user}>'s turn to pick; I'll ping you when it's yours. Nothing changed.")
    offered = open_to(edition, gathering.order, loaded.seats, user)
    named = listed((edition.power[power].called for power in offered), "or")
    picked = {edition.power[power].acts_with or power for power in powers if power in edition.power}
    if len(picked) != 1 or len(powers) > len(edition.played_together(powers)):
        raise TableRefusal(f"Pick one power: {named}.")
    (power,) = picked
    if power in loaded.seats:
        raise TableRefusal(f"<@{loaded.seats[power]}> has {as_plain_text(edition.power[power].called)}. Pick {named}.")
    if power not in offered:
        raise TableRefusal(
            f"You can't pick {edition.power[power].called}: your powers are on one side, and each side needs a player "
            f"(GEN-01, GEN-09). Pick {named}."
        )
    return power

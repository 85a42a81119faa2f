"""Tables by invitation: the organiser says who may take a seat."""

from __future__ import annotations

from engine import load_setup
from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import after_seats
from gamemaster.lobby.opening import Lobby
from gamemaster.lobby.places.ground import calling_place
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor, SeatedGame, check_may
from store import Clock, NewMessage, WriteTransaction

MOST_PINGED = 25
"""People whom a table invites in all: each of them is pinged once."""


class Invitations:
    """The use cases of `/game invite`."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock

    async def invite(self, loaded: SeatedGame, actor: Actor, user_id: int) -> str:
        """Let somebody take a seat and ping them, once; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            gathering = _check(now, actor)
            _check_new(now, gathering, user_id)
            pings = user_id not in gathering.withdrawn
            where = await calling_place(write, now.game)
            told = [post(now, _told(now, actor, user_id, where), ping=[user_id])] if pings else []
            await write.commit_turn(now.game.id, now.game.version, outbox=told)
            await write.change_game(now.game.id, customs=with_gathering(now.game, gathering.with_invited(user_id)))

        await self._lobby.saved(loaded, change)
        return f"<@{user_id}> is invited and can take a seat. `/game invite withdraw: True` takes that back."

    async def withdraw(self, loaded: SeatedGame, actor: Actor, user_id: int) -> str:
        """Take an invitation back from somebody who has no seat yet; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> None:
            gathering = _check(now, actor)
            if user_id in now.seats.values():
                raise TableRefusal(
                    f"<@{user_id}> has a seat already. Give it to somebody else with `/game replace`; nothing changed."
                )
            if user_id not in gathering.invited:
                raise TableRefusal(f"<@{user_id}> isn't invited. Nothing changed.")
            if gathering.order and user_id in gathering.joined:
                raise TableRefusal(
                    f"<@{user_id}> is in the draft already. Give their seat to somebody else with `/game replace` once "
                    "it's over; nothing changed."
                )
            left, offered = gathering.without_invited(user_id), list[NewMessage]()
            if left.waiting != gathering.waiting and now.game.status == "lobby":
                left, offered = after_seats(now, left, None, self._clock())
            await write.commit_turn(now.game.id, now.game.version, outbox=offered)
            await write.change_game(now.game.id, customs=with_gathering(now.game, left))

        await self._lobby.saved(loaded, change)
        return f"The invitation of <@{user_id}> is taken back. They aren't told."

    def told(self, loaded: SeatedGame, actor: Actor) -> str:
        """Who is invited, for who may invite; raises NotAllowed, TableRefusal."""
        gathering = _check(loaded, actor)
        if not gathering.invited:
            return "Nobody is invited yet. `/game invite player: …` lets somebody take a seat and pings them once."
        here = [f"<@{user}>{'' if user in loaded.seats.values() else ' (no seat yet)'}" for user in gathering.invited]
        return f"Invited: {', '.join(here)}. `withdraw: True` takes an invitation back."


def _check(loaded: SeatedGame, actor: Actor) -> Gathering:
    """Who comes to the table; raises NotAllowed, TableRefusal where this user invites nobody."""
    check_may("invite", actor, loaded)
    if loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is over, so nobody needs a seat any more.")
    gathering = gathering_of(loaded.game)
    if gathering.joining != "invited":
        raise TableRefusal(
            "Everybody who sees this channel can take a seat here, so nobody needs an invitation. `/game create "
            "seats: invited` opens a table by invitation."
        )
    return gathering


def _check_new(loaded: SeatedGame, gathering: Gathering, user_id: int) -> None:
    edition = load_setup(loaded.game.setup)
    if powers := loaded.powers_of(user_id):
        raise TableRefusal(f"<@{user_id}> plays {listed(edition.power[each].called for each in powers)} already.")
    if user_id in gathering.invited or user_id == loaded.game.organiser_id:
        raise TableRefusal(f"<@{user_id}> can take a seat already. Nothing changed.")
    most = len(edition.turn_order)
    if sum(user not in loaded.seats.values() for user in gathering.invited) >= most:
        raise TableRefusal(
            f"{most} people are invited and have no seat yet; the game has no more seats. Take one back first, with "
            "`/game invite withdraw: True`."
        )
    if len({*gathering.invited, *gathering.withdrawn, user_id}) > MOST_PINGED:
        raise TableRefusal(f"{MOST_PINGED} people were invited to this table already, and that is the limit.")


def _told(loaded: SeatedGame, actor: Actor, user_id: int, where: int) -> str:
    game = loaded.game
    lobby = "here in this channel" if where == game.channel_id else f"in <#{where}>"
    how = f"Take a seat in the lobby, {lobby}, or with `/game join`."
    if gathering_of(game).gives_out_seats:
        how = f"Press [Join the game] in the lobby, {lobby}; seats are given out later."
    if game.status == "running":
        how = "Once a seat is free, you can ask for it below my call for players."
    title = load_setup(game.setup).title
    name = as_plain_text(game.name)
    named = f"**{name}**" if game.name == title else f"**{name}** ({title})"
    return f"<@{user_id}>, {as_plain_text(actor.name)} invites you to {named}. {how}"

"""The house stands in for a player who asks for it: in their next turn, or until they are back (ASY-66)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Literal

from computer.levels import STANDS_IN
from engine import GameState
from engine.state.words import listed
from gamemaster.announcements.announcer import Announcer
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.house.plan import back_text, keep_stand_ins, stand_ins_but, stood_in
from gamemaster.keys import Button, round_of
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor, check_may, the_house
from gamemaster.table_settings import StandIn, table_settings_of
from gamemaster.views.view import check_unfinished
from store import Store, WriteTransaction

Until = Literal["turn", "back"]
UNTIL: dict[Until, str] = {"turn": "For my next turn, or the rest of this one", "back": "Until I'm back"}
ALONE = "Then the house would play alone. At least one player has to stay (ASY-65)."
NOT_STANDING = "The house doesn't play for you here. Nothing changed."

Change = Callable[[WriteTransaction, LoadedGame], Awaitable[str]]


class StandingIn:
    """The use cases of `/deputy house` and its end."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, wake: Callable[[], None]):
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._wake = wake

    async def begin(self, game_id: int, actor: Actor, until: Until, power: str = "") -> str:
        """Let the house play one of the player's powers, or all of them; raises NotAllowed, TableRefusal, NotBegun."""

        async def change(write: WriteTransaction, now: LoadedGame) -> str:
            state, mine = now.running, now.powers_of(actor.user_id)
            if power and power not in mine:
                raise NotAllowed("The house can play only your own powers for you. Nothing changed.")
            powers = [each for each in (state.edition.played_together([power]) if power else mine) if each in mine]
            if lent := next((each for each in powers if each in now.lenders), None):
                owner, what = now.lenders[lent], "it" if power else state.edition.power[lent].called
                raise NotAllowed(f"You only play {what} for <@{owner}>, so it isn't yours to give away (ASY-63).")
            turns = {each: "" if until == "back" else next_turn(state, each) for each in powers}
            known = table_settings_of(now.game).stand_ins
            new = [StandIn(each, actor.user_id, STANDS_IN, turn) for each, turn in turns.items()]
            if set(new) <= set(known):
                raise TableRefusal("The house plays that for you already. Nothing changed.")
            kept = (*stand_ins_but(now, now.running, powers), *new)
            if until == "back" and now.seats.keys() <= {each.power for each in kept if not each.turn}:
                raise TableRefusal(ALONE)
            when = "until they are back" if until == "back" else f"in {_turns_named(turns.values())}"
            text = (
                f"{the_house(STANDS_IN).capitalize()} plays {_named(state, powers)} for {actor.name} {when}. "
                "Their next order, or [I'm back], ends it (ASY-66)."
            )
            await self._keep(write, now, kept, text, row=True)
            return f"Done. The house plays {_named(state, powers)} {when.replace('they are', 'you are')}."

        return await self._saved(game_id, actor, change)

    async def end(self, game_id: int, actor: Actor) -> str:
        """Let a player play again; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> str:
            powers = stood_in(now, now.running, actor.user_id)
            if not powers:
                raise TableRefusal(NOT_STANDING)
            await self._keep(write, now, stand_ins_but(now, now.running, powers), back_text(now, actor.user_id, powers))
            are = "is" if len(powers) == 1 else "are"
            vacation = table_settings_of(now.game).vacation_at(actor.user_id, self._store.now())
            told = f"Welcome back: {_named(now.running, powers)} {are} yours to play."
            if vacation is None:
                return told
            return f"{told} Your own clocks stand still until <t:{vacation.until}:f>; `/vacation end` lets them run."

        return await self._saved(game_id, actor, change)

    async def _keep(
        self, write: WriteTransaction, now: LoadedGame, kept: Collection[StandIn], text: str, *, row: bool = False
    ) -> None:
        rows = [[Button(now.game.id, "", "imback", "I'm back", "secondary")]] if row else []
        await write.commit_turn(now.game.id, now.game.version, outbox=[post(now, text, rows=rows)])
        await keep_stand_ins(write, now, tuple(kept))

    async def _saved(self, game_id: int, actor: Actor, change: Change) -> str:
        async def attempt() -> str:
            async with self._store.write() as write:
                now = await self._loader.with_reading(write, await write.game(game_id))
                check_unfinished(now.game)
                _ = now.running
                check_may("let the house stand in", actor, now)
                return await change(write, now)

        told = await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()
        self._wake()
        return told


def next_turn(state: GameState, power: str) -> str:
    """The present turn of a power, or else its next one: "3.germany"."""
    order = state.edition.turn_order
    is_over = order.index(power) < order.index(state.power)
    return f"{state.round + is_over}.{power}"


def _turns_named(turns: Collection[str]) -> str:
    rounds = listed(map(str, sorted({round_of(f"{turn}.") for turn in turns})))
    return f"the turn of round {rounds}" if rounds.isdecimal() else f"the turns of rounds {rounds}"


def _named(state: GameState, powers: Collection[str]) -> str:
    return listed(state.edition.power[power].called for power in state.edition.turn_order if power in powers)

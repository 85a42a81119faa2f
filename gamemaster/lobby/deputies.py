"""Deputies: who may answer questions for a player, named and dismissed by the player (ASY-05)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from engine import load_setup
from engine.state.words import first_upper, listed
from gamemaster.announcements.announcer import Announcer, users_waited_for
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.roles import Actor, check_may
from gamemaster.times import Times
from gamemaster.views.view import check_unfinished
from store import Store, WriteTransaction

Change = Callable[[WriteTransaction, LoadedGame], Awaitable[str]]


class Deputies:
    """`/deputy name`, and its end: a deputy answers questions; orders stay the player's, and what is secret in them."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving

    async def name(self, game_id: int, actor: Actor, user_id: int, power: str = "") -> str:
        """Let a user answer for one of the player's powers, or all of them; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> str:
            powers = _own_powers(now, actor, power)
            _check_side(now, actor, user_id, powers)
            if all(now.deputies.get(each) == user_id for each in powers):
                return f"<@{user_id}> is already the deputy for {_named(now, powers)}. Nothing else changed."
            text = (
                f"{actor.name} made <@{user_id}> deputy for {_named(now, powers)}: they may answer questions too, but "
                "give no orders. `/deputy end` ends it."
            )
            await self._save(write, now, dict.fromkeys(powers, user_id), text)
            return f"Done. <@{user_id}> may answer for {_named(now, powers)} until you use /deputy end."

        return await self._saved(game_id, change)

    async def end(self, game_id: int, actor: Actor) -> str:
        """Dismiss a player's deputies, and let the user be nobody's deputy; raises NotAllowed, TableRefusal."""

        async def change(write: WriteTransaction, now: LoadedGame) -> str:
            check_may("name a deputy", actor, now)
            own = now.powers_of(actor.user_id)
            powers = [each for each, deputy in now.deputies.items() if each in own or deputy == actor.user_id]
            if not powers:
                raise TableRefusal("You have no deputy in this game and are nobody's deputy.")
            text = f"{first_upper(_named(now, powers))} no longer {'has' if len(powers) == 1 else 'have'} a deputy"
            await self._save(write, now, dict.fromkeys(powers), f"{text} (ended by {actor.name}).")
            return f"Done. {text}."

        return await self._saved(game_id, change)

    async def _saved(self, game_id: int, change: Change) -> str:
        async def attempt() -> str:
            async with self._store.write() as write:
                now = await self._loader.with_reading(write, await write.game(game_id))
                check_unfinished(now.game)
                return await change(write, now)

        told = await self._saving.until_saved(game_id, attempt)
        self._announcer.wake()
        return told

    async def _save(
        self, write: WriteTransaction, now: LoadedGame, deputies: dict[str, int] | dict[str, None], text: str
    ) -> None:
        """Write down the deputies of these powers, and tell the table."""
        left = {power: user for power, user in now.deputies.items() if power not in deputies}
        after = replace(now, deputies=left | {power: user for power, user in deputies.items() if user is not None})
        waited_for = [users_waited_for(each, now.state) if now.state else () for each in (now, after)]
        newly = [user for user in waited_for[1] if user not in waited_for[0]]
        times = await self._loader.times(write, now) if newly else Times(0)
        told = self._announcer.deputy_told(after, text, times, newly)
        await write.commit_turn(now.game.id, now.game.version, outbox=[told])
        for power, user in deputies.items():
            await write.set_deputy(now.game.id, power, user)


def _own_powers(now: LoadedGame, actor: Actor, power: str) -> Sequence[str]:
    """The powers that the deputy is for; raises NotAllowed."""
    mine = now.powers_of(actor.user_id)
    if not mine or (power and power not in mine):
        raise NotAllowed("You can name a deputy only for your own powers (ASY-05).")
    return load_setup(now.game.setup).played_together([power]) if power else mine


def _check_side(now: LoadedGame, actor: Actor, user_id: int, powers: Sequence[str]) -> None:
    """Raise TableRefusal for a deputy who plays, or answers for, the other side."""
    if user_id == actor.user_id:
        raise TableRefusal("You already answer for your own powers. Name somebody else.")
    power = load_setup(now.game.setup).power
    if {power[each].side for each in now.answers_for(user_id)} - {power[powers[0]].side}:
        raise TableRefusal(f"<@{user_id}> is on the other side and can't answer for you (ASY-05).")


def _named(now: LoadedGame, powers: Collection[str]) -> str:
    edition = load_setup(now.game.setup)
    return listed(edition.power[each].called for each in edition.turn_order if each in powers)

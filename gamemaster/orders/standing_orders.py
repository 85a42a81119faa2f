"""Standing orders (ASY-04): what a player has decided ahead, left and withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine import GameState, StaleDecision
from engine.ask import Orders, PlanLine, plan_lines
from engine.facts.presets import Preset
from engine.queries.standing_orders import SituationLine, can_be_answered, check_orders, lines_left, with_preset
from gamemaster.errors import NotAllowed
from gamemaster.keys import phase_key
from gamemaster.orders.drafts import standing_orders
from gamemaster.orders.fights import AHEAD, Ahead, AheadLine
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.roles import SeatedGame
from store import Store

Order = Sequence[str]
Change = Callable[[Order], Order | None]
ChangeAll = Callable[[Orders], Mapping[str, Order | None]]


class StandingOrders:
    """Those of one player at a time; nobody sees another's."""

    def __init__(self, store: Store, loader: Loader, saving: Saving) -> None:
        self._store = store
        self._loader = loader
        self._saving = saving

    async def of(self, loaded: SeatedGame, user_id: int) -> dict[str, Orders]:
        """The standing orders that a user has left, by power and domain."""
        async with self._store.read() as read:
            rows = await read.standing_orders(loaded.game.id)
        mine = loaded.powers_of(user_id)
        return standing_orders(row for row in rows if row.power in mine)

    async def leave(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, order: Order | None, *, answering: str = ""
    ) -> None:
        """Leave a standing order, or withdraw it (None); raises NotAllowed, Refusal.

        answering: the question that the same press answers.
        """
        await self._change(loaded, user_id, power, domain, lambda _: order, answering)

    async def leave_line(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, line: SituationLine, *, answering: str = ""
    ) -> None:
        """Leave a line for its situation, in place of the one that was left for it; as `leave` does."""

        def added(order: Order) -> Order:
            lines = {each.situation: each for each in lines_left(domain, order)}
            return [str(each) for each in {**lines, line.situation: line}.values()]

        await self._change(loaded, user_id, power, domain, added, answering)

    async def leave_plan(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, against: str, lines: Sequence[PlanLine]
    ) -> None:
        """Leave a plan against a power, or against all others, in place of the one left for that; raises as `leave`."""

        def changed(order: Order) -> Order | None:
            kept = [line for line in plan_lines(order) if line.against != against]
            return [str(line) for line in (*kept, *lines)] or None

        await self._change(loaded, user_id, power, domain, changed)

    async def take_back_line(
        self,
        loaded: SeatedGame,
        user_id: int,
        power: str,
        domain: str,
        situation: tuple[str, ...],
        *,
        is_there: bool = True,
    ) -> None:
        """Take back the line for a situation; raises NotAllowed, also where there is none though it should be there."""

        def left(order: Order) -> Order | None:
            lines = lines_left(domain, order)
            kept = [str(line) for line in lines if line.situation != situation]
            if is_there and len(kept) == len(lines):
                raise NotAllowed("You have no such order for just that. `/standing-order show` lists those you have.")
            return kept or None

        await self._change(loaded, user_id, power, domain, left)

    async def leave_preset(
        self, loaded: SeatedGame, user_id: int, power: str, preset: Preset, above: int | None
    ) -> None:
        """Leave a set of orders, in place of those for all battles; raises as `leave` does."""
        state = (await self._loader.by_id(loaded.game.id)).running
        await self._change_all(loaded, user_id, power, lambda left: with_preset(state, power, left, preset, above))

    async def ahead(self, loaded: SeatedGame, user_id: int) -> dict[str, Ahead]:
        """What a user has answered ahead for the battles of the present phase, by power (ASY-61)."""
        phase = phase_key((await self._loader.by_id(loaded.game.id)).running)
        async with self._store.read() as read:
            rows = await read.standing_orders(loaded.game.id)
        kept = {row.power: list(row.order) for row in rows if row.domain == AHEAD}
        return {power: Ahead.of(kept.get(power, ()), phase) for power in loaded.powers_of(user_id)}

    async def answer_ahead(self, loaded: SeatedGame, user_id: int, answers: Sequence[AheadLine]) -> None:
        """Answer ahead for battles that have not begun; raises NotAllowed, Refusal (ASY-61).

        An open question in another battle does not keep anybody from it.
        """
        powers = {each.power for each in answers}
        if not powers <= set(loaded.powers_of(user_id)):
            raise NotAllowed("You can leave standing orders only for your own powers.")

        async def attempt() -> None:
            now = await self._loader.by_id(loaded.game.id)
            _check_ahead(now.running, answers)
            async with self._store.write() as write:
                await write.commit_turn(now.game.id, now.game.version)  # why, see _change_all
                rows = {row.power: row.order for row in await write.standing_orders(now.game.id) if row.domain == AHEAD}
                for power in powers:
                    ahead = Ahead.of(list(rows.get(power, ())), phase_key(now.running))
                    for each in answers:
                        ahead = ahead.with_line(each.name, each.space, each.line) if each.power == power else ahead
                    await write.set_standing_order(now.game.id, power, AHEAD, ahead.stored)

        await self._saving.until_saved(loaded.game.id, attempt)

    async def take_back_all(self, loaded: SeatedGame, user_id: int, power: str) -> None:
        """Withdraw all orders of a power; raises as `leave` does."""
        await self._change_all(loaded, user_id, power, lambda left: {**dict.fromkeys(left), AHEAD: None})

    async def _change(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, change: Change, answering: str = ""
    ) -> None:
        await self._change_all(loaded, user_id, power, lambda left: {domain: change(left.get(domain, ()))}, answering)

    async def _change_all(
        self, loaded: SeatedGame, user_id: int, power: str, change: ChangeAll, answering: str = ""
    ) -> None:
        """change: gives the orders that are other now, by domain, None for those withdrawn."""
        if power not in loaded.powers_of(user_id):
            raise NotAllowed("You can leave standing orders only for your own powers.")
        state = (await self._loader.by_id(loaded.game.id)).running
        others = (request for request in state.requests if request.id != answering)
        if any(can_be_answered(request) and power in request.powers for request in others):
            raise NotAllowed("This power has an open question. Answer it first, then change its orders (ASY-04).")

        async def attempt() -> None:
            async with self._store.write() as write:
                changed = change(standing_orders(await write.standing_orders(loaded.game.id)).get(power, {}))
                checked = {domain: order or () for domain, order in changed.items() if domain != AHEAD}
                check_orders(state, power, checked)
                # So no roll is open, whose course would change, and no order is saved that knows nothing of this one.
                await write.commit_turn(loaded.game.id, (await write.game(loaded.game.id)).version)
                for domain, order in changed.items():
                    await write.set_standing_order(loaded.game.id, power, domain, order)

        await self._saving.until_saved(loaded.game.id, attempt)


def _check_ahead(state: GameState, answers: Iterable[AheadLine]) -> None:
    waiting = {battle.space for battle in state.pending if battle.kind == "combat"}
    for each in answers:
        if each.space not in waiting:
            raise StaleDecision("That battle has begun, so nothing changed. /todo tells where you are asked.")
        check_orders(state, each.power, {each.name: [f"space={each.space} {each.line}"] if each.line else []})

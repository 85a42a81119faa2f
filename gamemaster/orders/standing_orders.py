"""Standing orders (ASY-04): what a player has decided ahead, left and withdrawn."""

from __future__ import annotations

from collections.abc import Sequence

from engine.queries.standing_orders import can_be_answered, check_orders
from gamemaster.errors import NotAllowed
from gamemaster.orders.loading import Loader
from gamemaster.orders.saving import Saving
from gamemaster.seats import SeatedGame
from store import Store


class StandingOrders:
    """Those of one player at a time; nobody sees another's."""

    def __init__(self, store: Store, loader: Loader, saving: Saving) -> None:
        self._store = store
        self._loader = loader
        self._saving = saving

    async def of(self, loaded: SeatedGame, user_id: int) -> dict[str, dict[str, Sequence[str]]]:
        """The standing orders that a user has left, by power and domain."""
        async with self._store.read() as read:
            rows = await read.standing_orders(loaded.game.id)
        mine = loaded.powers_of(user_id)
        found: dict[str, dict[str, Sequence[str]]] = {}
        for row in rows:
            if row.power in mine:
                found.setdefault(row.power, {})[row.domain] = row.order
        return found

    async def leave(
        self, loaded: SeatedGame, user_id: int, power: str, domain: str, order: Sequence[str] | None
    ) -> None:
        """Leave a standing order, or withdraw it (None); raises NotAllowed, Refusal."""
        if power not in loaded.powers_of(user_id):
            raise NotAllowed("You can leave orders only for your own powers.")
        state = (await self._loader.by_id(loaded.game.id)).running
        if any(can_be_answered(request) and power in request.powers for request in state.requests):
            raise NotAllowed("This power has an open question. Answer it first, then change its orders (ASY-04).")
        check_orders(state, power, {domain: order or ()})

        async def attempt() -> None:
            async with self._store.write() as write:
                # So no roll is open, whose course would change, and no order is saved that knows nothing of this one.
                await write.commit_turn(loaded.game.id, (await write.game(loaded.game.id)).version)
                await write.set_standing_order(loaded.game.id, power, domain, order)

        await self._saving.until_saved(loaded.game.id, attempt)

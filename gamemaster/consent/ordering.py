"""Deeds that are carried out as an order.

They may lead to rolls, so they are written down as an open roll, which is carried out as soon as it is saved.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from engine.dice import DiceWanted
from gamemaster.consent.kinds import Case
from gamemaster.keys import phase_key
from gamemaster.orders.drafts import Draft, standing_orders
from gamemaster.orders.requested import USES, OrderRequest
from gamemaster.views.view import check_unfinished


async def tried(case: Case, order: OrderRequest) -> Draft | None:
    """What the order would lead to as the game stands, None where dice decide it; raises the refusal.

    Who may ask for it has been checked.
    """
    check_unfinished(case.loaded.game)
    draft = Draft(case.loaded.running, case.loaded.game, case.cause)
    with suppress(DiceWanted):
        rows = await case.write.standing_orders(case.loaded.game.id)
        orders = standing_orders(rows, phase_key(case.loaded.running))
        await asyncio.to_thread(USES[order.use].carry_out, order, case.loaded, draft, orders)
        return draft
    return None


async def write_down(case: Case, order: OrderRequest) -> None:
    """Have the order carried out, if possible; raises the refusal."""
    await tried(case, order)
    game = case.loaded.game
    await case.write.open_roll_of(game.id, game.version, order.written_down())

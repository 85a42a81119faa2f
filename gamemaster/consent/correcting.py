"""Correcting the position. It undoes the orders of the open phase, so no player does it alone."""

from __future__ import annotations

import json
from hashlib import sha256

from engine.state.game_state import state_to_json
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.ordering import tried, write_down
from gamemaster.consent.stakes import Stakes
from gamemaster.narration import correction_lines, orders_are_unseen
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.corrections import read_correction
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.requested import OrderRequest
from gamemaster.views.visible import seen_by_all
from store import JsonObject


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    """What everybody sees of the game: no order of the open phase and no sealed answer overtakes a card."""
    if loaded.state is None:
        return "lobby"
    return f"position {sha256(state_to_json(seen_by_all(loaded.state)).encode()).hexdigest()[:32]}"


def _order(case: Case, consent: str = "") -> OrderRequest:
    change = read_correction(case.body["change"])
    return OrderRequest("edit", case.actor, case.cause, (change,), consent=consent, proposal=case.proposal)


async def _check(case: Case) -> None:
    await tried(case, _order(case))


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    return stakes.opponents(case.actor.user_id)


async def _title(_: Case) -> str:
    return "correct the position"


async def _summary(case: Case) -> str:
    """What the table would be told of it, which reveals no order that is still secret."""
    after = await tried(case, _order(case))
    if after is None:
        change = as_plain_text(json.dumps(dict(case.body["change"]), ensure_ascii=False))
        return f"{change}\nDice decide what follows from it."
    lines = correction_lines(seen_by_all(case.loaded.running), seen_by_all(after.state))
    return "\n".join([*(f"• {line}" for line in lines), *_taken_back(case)])


def _taken_back(case: Case) -> list[str]:
    unseen = orders_are_unseen(case.loaded.running)
    return ["This would undo any orders of the open phase."] if unseen else []


async def _perform(case: Case, consent: str) -> None:
    await write_down(case, _order(case, consent))


CORRECTION = DeedKind("edit", "`/game edit`", _made_for, _check, _asks, _title, _summary, _perform)

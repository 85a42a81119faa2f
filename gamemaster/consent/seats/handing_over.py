"""Handing one's own seat to somebody else, who accepts it on a card, with or without one's standing orders."""

from __future__ import annotations

from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.seating import (
    check_can_sit,
    check_is_own,
    check_running,
    forget_standing_orders,
    named,
    owes,
    seat,
)
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.orders.loading import LoadedGame
from store import JsonObject


def players_before(loaded: LoadedGame, body: JsonObject) -> str:
    """Who plays the powers now."""
    return ", ".join(f"{power} of {loaded.seats.get(power, 'nobody')}" for power in body["powers"])


async def check_can_give(case: Case) -> None:
    """Raise NotAllowed, TableRefusal where the powers are not the player's own, or the other may not play them."""
    check_running(case.loaded)
    powers, user = case.body["powers"], case.body["user_id"]
    check_is_own(case, powers)
    if user == case.actor.user_id:
        raise TableRefusal("You already play that yourself. Name somebody else.")
    await check_can_sit(case, user, powers)


def asks_receiver(case: Case, _: Stakes) -> frozenset[int]:
    """Who is to play."""
    return frozenset({case.body["user_id"]})


async def _title(case: Case) -> str:
    return f"hand {named(case.loaded, case.body['powers'])} over to <@{case.body['user_id']}>"


async def _summary(_: Case) -> str:
    return "Whoever agrees plays from then on, gives the orders, sees those of the open phase, and can use `/dossier`."


async def _perform(case: Case, consent: str) -> None:
    powers, user = case.body["powers"], case.body["user_id"]
    plays = "is" if len(powers) == 1 else "are"
    by = f"handed over by {case.actor.name}; {consent.removesuffix('.')}"
    text = f"{first_upper(named(case.loaded, powers))} {plays} now played by <@{user}> ({by})."
    await seat(case, powers, user, text, {user} if owes(case, powers) else ())
    if not case.body["keep_orders"]:
        await forget_standing_orders(case, powers)


HANDING_OVER = DeedKind(
    "hand over a seat",
    "`/game handover`",
    players_before,
    check_can_give,
    asks_receiver,
    _title,
    _summary,
    _perform,
    is_personal=True,
    is_of_each=True,
)

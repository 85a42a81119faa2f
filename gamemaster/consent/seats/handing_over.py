"""Handing one's own seat to somebody else, who accepts it on a card, with or without one's standing orders."""

from __future__ import annotations

from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.seating import check_can_sit, check_running, forget_standing_orders, named, owes, seat
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.orders.loading import LoadedGame
from store import JsonObject


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return ", ".join(f"{power} of {loaded.seats.get(power, 'nobody')}" for power in body["powers"])


async def _check(case: Case) -> None:
    check_running(case.loaded)
    powers, user = case.body["powers"], case.body["user_id"]
    if not powers or set(powers) - set(case.loaded.powers_of(case.actor.user_id)):
        raise NotAllowed("You can hand over only your own powers.")
    if user == case.actor.user_id:
        raise TableRefusal("You already play that yourself. Name somebody else.")
    await check_can_sit(case, user, powers)


def _asks(case: Case, _: Stakes) -> frozenset[int]:
    return frozenset({case.body["user_id"]})


async def _title(case: Case) -> str:
    return f"hand {named(case.loaded, case.body['powers'])} over to <@{case.body['user_id']}>"


async def _summary(_: Case) -> str:
    return (
        "Whoever agrees plays it from then on, gives its orders, sees those of the open phase, and can use `/dossier`."
    )


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
    _made_for,
    _check,
    _asks,
    _title,
    _summary,
    _perform,
    is_personal=True,
    is_of_each=True,
)

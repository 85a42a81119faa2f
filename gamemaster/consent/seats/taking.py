"""Taking a seat without a player. Who looks after the game may at once, all others ask that side and the organiser."""

from __future__ import annotations

from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.seating import check_can_sit, check_running, decided_by, free_seats, named, owes, seat
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import is_host
from store import JsonObject


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return ", ".join(free_seats(loaded).get(body["side"], ())) or "taken"


def _powers(case: Case) -> tuple[str, ...]:
    return free_seats(case.loaded).get(case.body["side"], ())


async def _check(case: Case) -> None:
    check_running(case.loaded)
    if not _powers(case):
        raise TableRefusal("That seat has a player already. Nothing changed.")
    await check_can_sit(case, case.actor.user_id, _powers(case))


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    """The players of that side and the organiser; where there are none, all players."""
    actor, organiser = case.actor, case.loaded.game.organiser_id
    if is_host(actor, case.loaded):
        return frozenset()
    asked = stakes.players_of(case.body["side"], without=actor.user_id) | ({organiser} if organiser else set())
    return frozenset(asked) or stakes.players(without=actor.user_id)


async def _title(case: Case) -> str:
    return f"play {named(case.loaded, _powers(case))}, which nobody plays now"


async def _summary(case: Case) -> str:
    return f"<@{case.actor.user_id}> would give the orders from then on and see those of the open phase."


async def _perform(case: Case, consent: str) -> None:
    powers, user = _powers(case), case.actor.user_id
    plays = "is" if len(powers) == 1 else "are"
    text = f"{first_upper(named(case.loaded, powers))} {plays} now played by <@{user}> ({decided_by(case, consent)})."
    await seat(case, powers, user, text, {user} if owes(case, powers) else ())


TAKING = DeedKind(
    "take a seat without a player",
    "[Take …] below the call",
    _made_for,
    _check,
    _asks,
    _title,
    _summary,
    _perform,
    is_of_each=True,
)

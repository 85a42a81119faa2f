"""Giving one's own seat up, and calling for players where somebody has left: nobody needs to consent."""

from __future__ import annotations

from engine.state.words import first_upper, listed
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.seating import call, check_is_own, check_running, free_seats, named, seat
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.lobby.gathering.guests import gathering_of, with_gathering
from gamemaster.orders.loading import LoadedGame
from store import JsonObject


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    return loaded.game.status


def _asks(_: Case, __: Stakes) -> frozenset[int]:
    return frozenset()


async def _check_can_resign(case: Case) -> None:
    check_running(case.loaded)
    check_is_own(case, case.body["powers"])


async def _resign_title(case: Case) -> str:
    return f"give up {named(case.loaded, case.body['powers'])}"


async def _resign_summary(_: Case) -> str:
    return "Somebody else can take the seat."


async def _resign(case: Case, _: str) -> None:
    powers = case.body["powers"]
    await seat(case, powers, None, f"{case.actor.name} gave up {named(case.loaded, powers)}.")


async def _check_can_call(case: Case) -> None:
    check_running(case.loaded)
    if not _left(case) and not free_seats(case.loaded):
        raise TableRefusal(
            "No seat is free here, and all players are on this server. To give a seat away, or one that the house "
            "plays, use `/game replace`."
        )


def _left(case: Case) -> tuple[str, ...]:
    """The powers of those who have left the server; a seat that was lent is its owner's, who can take it back."""
    loaded = case.loaded
    return tuple(p for p, user in loaded.seats.items() if user in case.body["left"] and p not in loaded.lenders)


async def _call_title(_: Case) -> str:
    return "call for a player"


async def _call(case: Case, _: str) -> None:
    """Seats of those who have left are free from now on; a call that stands already is posted once more, below."""
    left, game = _left(case), case.loaded.game
    if left:
        who = listed(f"<@{user}>" for user in dict.fromkeys(case.loaded.seats[power] for power in left))
        powers = named(case.loaded, left)
        await seat(case, left, None, f"{first_upper(powers)}: {who} left the server (reported by {case.actor.name}).")
        return
    messages, gathering = await call(case, case.loaded)
    await case.write.commit_turn(game.id, game.version, outbox=messages)
    if gathering != gathering_of(game):
        await case.write.change_game(game.id, customs=with_gathering(game, gathering))


RESIGNING = DeedKind(
    "give up a seat", "`/game resign`", _made_for, _check_can_resign, _asks, _resign_title, _resign_summary, _resign
)
CALLING = DeedKind(
    "call for a player", "`/game call`", _made_for, _check_can_call, _asks, _call_title, _resign_summary, _call
)

"""Giving a power to another player. No player takes a seat from another without consent."""

from __future__ import annotations

from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.seating import check_can_sit, decided_by, edition_of, owes, seat, together
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.lobby.gathering.guests import check_at_will
from gamemaster.orders.loading import LoadedGame
from store import JsonObject


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return f"{body['power']} of {loaded.seats.get(body['power'], 'nobody')}"


async def _check(case: Case) -> None:
    power, user = case.body["power"], case.body["user_id"]
    edition, seats = edition_of(case.loaded), case.loaded.seats
    if case.loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is over, so its seats stay as they are.")
    check_at_will(case.loaded)
    if seats.get(power) == user:
        raise TableRefusal(f"<@{user}> already plays {edition.power[power].called}.")
    await check_can_sit(case, user, together(case.loaded, [power]))


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    return who_loses_it(case, stakes, takes_it=case.body["user_id"] == case.actor.user_id)


def who_loses_it(case: Case, stakes: Stakes, *, takes_it: bool = False) -> frozenset[int]:
    """The player and their allies; the opponents too where the organiser is one of these allies.

    Of a seat that is lent its owner alone.
    """
    actor, holder = case.actor.user_id, case.loaded.seats.get(case.body["power"])
    if owner := case.loaded.lenders.get(case.body["power"]):
        return frozenset({owner}) - {actor}
    if case.loaded.game.status != "running" or holder in (None, actor) or case.body.get("has_left"):
        return frozenset()
    if not stakes.has_stake(actor) and not takes_it:
        return frozenset()
    side = stakes.side_of[case.body["power"]]
    if side in stakes.sides.get(actor, ()):
        return stakes.players(without=actor)
    return stakes.players_of(side, without=actor)


async def _title(case: Case) -> str:
    power, user = case.body["power"], case.body["user_id"]
    holder = case.loaded.seats.get(power)
    instead = f" in place of <@{holder}>" if holder else ""
    return f"give {edition_of(case.loaded).power[power].called} to <@{user}>{instead}"


async def _summary(_: Case) -> str:
    return "The new player would give the orders from then on and see those of the open phase."


async def _perform(case: Case, consent: str) -> None:
    power, user = case.body["power"], case.body["user_id"]
    holder = case.loaded.seats.get(power)
    told = {user} if owes(case, [power]) else set()
    if holder not in (None, case.actor.user_id) and not case.body["has_left"]:
        told.add(holder)
    instead = f" in place of <@{holder}>" if holder else ""
    called = first_upper(edition_of(case.loaded).power[power].called)
    await seat(
        case, [power], user, f"{called} is now played by <@{user}>{instead} ({decided_by(case, consent)}).", told
    )


REPLACEMENT = DeedKind("replace", "`/game replace`", _made_for, _check, _asks, _title, _summary, _perform)

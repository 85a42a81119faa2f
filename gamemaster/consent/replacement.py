"""Giving a power to another player. No player takes a seat from another without consent."""

from __future__ import annotations

from engine import load_setup
from engine.facts.edition import Edition
from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.lobby.opening import check_seats
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import post
from gamemaster.views.visible import acting_for_all
from store import JsonObject


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return f"{body['power']} of {loaded.seats.get(body['power'], 'nobody')}"


def _edition(case: Case) -> Edition:
    return load_setup(case.loaded.game.setup)


async def _check(case: Case) -> None:
    power, user = case.body["power"], case.body["user_id"]
    edition, seats = _edition(case), case.loaded.seats
    if case.loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is over, so its seats stay as they are.")
    if seats.get(power) == user:
        raise TableRefusal(f"<@{user}> already plays {edition.power[power].called}.")
    together = edition.played_together([power])
    check_seats(edition, {p: u for p, u in seats.items() if p not in together}, user, [power])


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    """The player and their allies; the opponents too where the organiser is one of these allies."""
    actor, holder = case.actor.user_id, case.loaded.seats.get(case.body["power"])
    takes_it = case.body["user_id"] == actor
    if case.loaded.game.status != "running" or holder in (None, actor) or case.body["has_left"]:
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
    return f"give {_edition(case).power[power].called} to <@{user}>{instead}"


async def _summary(_: Case) -> str:
    return "The new player would give its orders from then on and see those of the open phase."


async def _perform(case: Case, consent: str) -> None:
    game, power, user = case.loaded.game, case.body["power"], case.body["user_id"]
    holder, state = case.loaded.seats.get(power), case.loaded.state
    edition = _edition(case)
    owes = state is not None and power in acting_for_all(state)
    told = {user} if owes else set()
    if holder not in (None, case.actor.user_id) and not case.body["has_left"]:
        told.add(holder)
    instead = f" in place of <@{holder}>" if holder else ""
    decided = f"decided by {case.actor.name}" + (f"; {consent.removesuffix('.')}" if consent else "")
    text = f"{first_upper(edition.power[power].called)} is now played by <@{user}>{instead} ({decided})."
    await case.write.commit_turn(game.id, game.version, outbox=[post(case.loaded, text, ping=sorted(told))])
    for each in edition.played_together([power]):
        if game.status == "running" and (former := case.loaded.seats.get(each)):
            await case.write.keep_former_player(game.id, each, former)
        await case.write.set_seat(game.id, each, user)


REPLACEMENT = DeedKind("replace", "`/game replace`", _made_for, _check, _asks, _title, _summary, _perform)

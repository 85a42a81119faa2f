"""More time for a turn: the other side gives it at once, whoever else wants it asks the other side (ASY-45)."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from engine.state.words import number, whose
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.house.plan import given_time_anew, keep_stand_ins
from gamemaster.orders.loading import LoadedGame
from gamemaster.table_settings import AN_HOUR, table_settings_of
from gamemaster.times import Times, check_time_runs, gone_by
from store import JsonObject
from store.games.turn_times import note_turn_time

MOST_HOURS = 72
"""As many hours may be given at once, in whole hours."""
MOST_IN_A_TURN = 14 * 24 * AN_HOUR
USUAL_HOURS = 24


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    return f"turn {loaded.state.round} {loaded.state.power}" if loaded.state else "lobby"


async def _check(case: Case) -> None:
    times, hours = await _times(case), case.body["hours"]
    if not 1 <= hours <= MOST_HOURS:
        raise TableRefusal(f"A turn can be given 1 to {MOST_HOURS} hours at a time.")
    given_at = times.noted.extended_at
    if given_at is not None and given_at + AN_HOUR > case.now:
        raise TableRefusal(
            f"This turn was given more time <t:{given_at}:R>. It can get more <t:{given_at + AN_HOUR}:R>."
        )
    if times.noted.extra + hours * AN_HOUR > MOST_IN_A_TURN:
        left = (MOST_IN_A_TURN - times.noted.extra) // AN_HOUR
        rest = f"can still get {number(left, 'hour')}" if left > 0 else "has had them"
        raise TableRefusal(f"A turn can get {MOST_IN_A_TURN // AN_HOUR // 24} days more in all. This one {rest}.")


async def _times(case: Case) -> Times:
    """The times of the game; raises NotBegun, TableRefusal where no time for a turn runs."""
    _ = case.loaded.running
    if case.loaded.game.status != "running":
        raise TableRefusal("This game is already over.")
    times = await case.loader.times(case.write, case.loaded)
    check_time_runs(table_settings_of(case.loaded.game), times, case.now)
    return times


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    """The other side than that of the power on turn; nobody where one of it gives the time, or who has no stake."""
    actor, side = case.actor.user_id, stakes.side_of[case.loaded.running.power]
    others = stakes.players(without=actor) - stakes.players_of(side)
    is_opponent = actor in stakes.players() - stakes.players_of(side)
    return frozenset() if is_opponent or not stakes.has_stake(actor) else others


def _what(case: Case) -> str:
    """ "24 hours more for Germany's turn"."""
    power = case.loaded.running.edition.power[case.loaded.running.power]
    return f"{number(case.body['hours'], 'hour')} more for {whose(power.called)} turn"


async def _title(case: Case) -> str:
    return f"get {_what(case)}"


async def _summary(_: Case) -> str:
    return "If its time is up by then, the hours count from the moment you agree."


async def _perform(case: Case, consent: str) -> None:
    """The hours begin now where the time is up already."""
    game, times = case.loaded.game, await _times(case)
    late = gone_by(times.turn_until or case.now, case.now, times.of_turn)
    extra = times.noted.extra + late + case.body["hours"] * AN_HOUR
    noted = replace(times.noted, extra=extra, extended_at=case.now, told_at=None)
    after = await case.loader.times_in(
        case.write, case.loaded, await case.loader.open_turn(case.write, game, case.loaded.running), noted
    )
    on_turn = case.loaded.seats.get(case.loaded.running.power)
    gave = "has" if on_turn == case.actor.user_id else f"gave <@{on_turn}>" if on_turn else "gave"
    before, standing = table_settings_of(case.loaded.game).stand_ins, given_time_anew(case.loaded)
    turn = f"{case.loaded.running.round}.{case.loaded.running.power}"
    is_given_back = turn in {each.turn for each in before} - {each.turn for each in standing}
    back = " The house leaves the turn to its player again." if is_given_back else ""
    text = f"{case.actor.name} {gave} {_what(case)} (ASY-45).{back} {consent}".rstrip()
    told = await asyncio.to_thread(case.announcer.above_panel, case.loaded, after, text, ())
    await case.write.commit_turn(game.id, game.version, outbox=[told])
    await note_turn_time(case.write, game.id, noted)
    if is_given_back:
        await keep_stand_ins(case.write, case.loaded, standing)


EXTENSION = DeedKind("extend", "`/extend`", _made_for, _check, _asks, _title, _summary, _perform)

"""Putting a game back to the end of an earlier phase. The dice since then stay on record; none is rolled again."""

from __future__ import annotations

from dataclasses import replace

from engine import GameState, IllegalAction
from engine.ask import check_rolled
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.stakes import Stakes, stakes_in
from gamemaster.consent.undoing import undone_since, undone_text
from gamemaster.dice.phases import START
from gamemaster.errors import TableRefusal
from gamemaster.house.plan import given_time_anew, keep_stand_ins
from gamemaster.keys import turn_of
from gamemaster.narration.phrases import the_moment
from gamemaster.orders.drafts import stored_state
from gamemaster.orders.loading import EVENT_FORMAT, LoadedGame
from gamemaster.orders.open_turn import PUT_BACK, OpenTurn
from gamemaster.table_settings import table_settings_of
from gamemaster.version import ENGINE_VERSION
from store import Game, JsonObject, NewEntry
from store.games.turn_times import TurnTime, banked_at, forget_banked_after, note_turn_time
from store.notes import forget_notes

IS_OVER = (
    "This game is over and can't go on: its dice seed is public, so everybody could know every roll to come. To play "
    "on with a new seed, use /game export here, then /game create and /game import in another channel."
)
NO_TAKE_BACKS = (
    "This table plays without take-backs, so a phase that has ended stands. Where something went wrong, an organiser "
    "or a server manager who has neither played here nor answered for a player can put the game back. Nothing changed."
)
NO_SUCH_MOMENT = "There is no such phase. Choose one of the suggested phases."


def may_go_back(game: Game, seq: int) -> bool:
    """Whether an entry is an earlier moment; the start always is, or it would show that something secret followed."""
    return seq < game.seq or seq == 0


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    return f"entry {loaded.game.seq}"


async def _check(case: Case) -> None:
    game = case.loaded.game
    if game.status in ("finished", "abandoned"):
        raise TableRefusal(IS_OVER)
    _ = case.loaded.running
    if table_settings_of(game).take_backs == "never" and await _has_a_stake(case):
        raise TableRefusal(NO_TAKE_BACKS)
    kept = [seq for seq, _ in await case.write.kept_states(game.id)]
    if case.body["to"] not in kept or not may_go_back(game, case.body["to"]):
        raise TableRefusal(NO_SUCH_MOMENT)
    try:
        check_rolled(await _target(case))
    except IllegalAction as no:
        raise TableRefusal(
            "You can't go back before the roll of the national advantages. Choose a later moment."
        ) from no


async def _has_a_stake(case: Case) -> bool:
    """Also who has handed their seat on, or else a player could do that first and have it back afterwards."""
    user_id = case.actor.user_id
    return user_id in case.loaded.lenders.values() or (await stakes_in(case.write, case.loaded)).has_stake(user_id)


async def _target(case: Case) -> GameState:
    return await case.loader.state_at(case.write, case.loaded.game, case.body["to"])


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    return stakes.opponents(case.actor.user_id)


async def _title(case: Case) -> str:
    return f"put the game back to {_moment(case, await _target(case))}"


def _moment(case: Case, state: GameState) -> str:
    return f"the {'start' if case.body['to'] == 0 else 'end'} of {the_moment(state)}"


async def _summary(case: Case) -> str:
    undone = await undone_since(case.write, case.loaded, await _target(case), case.body["to"])
    return undone_text(case.loaded.running, undone)


async def _perform(case: Case, consent: str) -> None:
    loaded, to = case.loaded, int(case.body["to"])
    state = await _target(case)
    entry = NewEntry(
        by="gm",
        action={"type": PUT_BACK, "to": to},
        cause=case.cause,
        engine_version=ENGINE_VERSION,
        event_format=EVENT_FORMAT,
    )
    what = (
        f"{case.actor.name} put the game back.{f' {consent}' if consent else ''} It is now at {_moment(case, state)}."
    )
    text = f"{what}\n{await _summary(case)}"
    noted = TurnTime("", banked=await banked_at(case.write, loaded.game.id, to))
    times = await case.loader.times_in(case.write, loaded, OpenTurn.beginning(state, case.now), noted)
    settings, standing = table_settings_of(loaded.game), given_time_anew(loaded)
    after = replace(loaded, game=replace(loaded.game, customs=replace(settings, stand_ins=standing).stored))
    messages = case.announcer.rolled_back(after, state, times, text)
    await case.write.rollback(loaded.game.id, loaded.game.version, to, entry, stored_state(state), messages)
    await forget_banked_after(case.write, loaded.game.id, to)
    turns = {turn_of(key.removeprefix(START)) for _, key in await case.write.kept_states(loaded.game.id)}
    await forget_notes(case.write, loaded.game.id, but=turns)
    await note_turn_time(case.write, loaded.game.id, noted)
    if standing != settings.stand_ins:
        await keep_stand_ins(case.write, loaded, standing)
    await case.write.keep_fight_all(loaded.game.id, None)


ROLLBACK = DeedKind("roll back", "`/game rollback`", _made_for, _check, _asks, _title, _summary, _perform)

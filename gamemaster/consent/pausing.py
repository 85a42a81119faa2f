"""Pausing a game, and going on with it. Both sides agree, as no deadline, reminder or time for a turn runs then."""

from __future__ import annotations

from dataclasses import replace

from engine.state.words import number
from gamemaster.announcements.announcer import users_waited_for
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.orders.loading import LoadedGame
from gamemaster.table_settings import TableSettings, table_settings_of
from store import JsonObject

MOST_PAUSES = 50


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    """Those who agreed to a pause in one round may have changed their minds in the next."""
    paused = len(table_settings_of(loaded.game).pauses)
    return f"round {loaded.state.round}, {paused} pauses" if loaded.state else "lobby"


async def _check_can_pause(case: Case) -> None:
    settings = table_settings_of(case.loaded.game)
    _ = case.loaded.running
    if case.loaded.game.status != "running":
        raise TableRefusal("This game is already over.")
    if settings.pause_at(case.now):
        raise TableRefusal("This game is already paused. Resume it with /game resume.")
    if len(settings.pauses) >= MOST_PAUSES:
        raise TableRefusal(f"This game has been paused {MOST_PAUSES} times. That is the limit.")
    if settings.pause_days and not settings.pause_left:
        raise TableRefusal(
            f"This table agreed on {number(settings.pause_days, 'day')} of pause in all, and none is left."
        )


async def _check_can_resume(case: Case) -> None:
    if table_settings_of(case.loaded.game).pause_at(case.now) is None:
        raise TableRefusal("This game isn't paused.")


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    return stakes.opponents(case.actor.user_id)


async def _pause_title(_: Case) -> str:
    return "pause the game"


async def _resume_title(_: Case) -> str:
    return "resume the game"


def _until(case: Case) -> str:
    settings = table_settings_of(case.loaded.game)
    return f", until <t:{case.now + settings.pause_left}:f> at the latest" if settings.pause_days else ""


async def _pause_summary(case: Case) -> str:
    return f"Deadlines, reminders and turn times would stop until both sides use /game resume{_until(case)}."


async def _resume_summary(_: Case) -> str:
    return "Deadlines, reminders and the time for the turn would run again from where they stopped."


async def _pause(case: Case, consent: str) -> None:
    text = f"{case.actor.name} paused the game{_until(case)}. {consent}".rstrip()
    await _keep(case, table_settings_of(case.loaded.game).paused(case.now), text, is_over=False)


async def _resume(case: Case, consent: str) -> None:
    text = f"{case.actor.name} resumed the game. {consent}".rstrip()
    await _keep(case, table_settings_of(case.loaded.game).resumed(case.now), text, is_over=True)


async def _keep(case: Case, settings: TableSettings, text: str, *, is_over: bool) -> None:
    """Write it down, and tell the table above the panel; those who are waited for hear when the game goes on."""
    game = case.loaded.game
    after = replace(case.loaded, game=replace(game, customs=settings.stored))
    users = users_waited_for(after, after.running) if is_over else ()
    told = case.announcer.above_panel(after, await case.loader.times(case.write, after), text, users)
    await case.write.commit_turn(game.id, game.version, outbox=[told])
    await case.write.change_game(game.id, customs=settings.stored)
    if not is_over:
        await case.write.keep_fight_all(game.id, None)


PAUSE = DeedKind("pause", "`/game pause`", _made_for, _check_can_pause, _asks, _pause_title, _pause_summary, _pause)
RESUME = DeedKind(
    "pause", "`/game resume`", _made_for, _check_can_resume, _asks, _resume_title, _resume_summary, _resume
)

"""What is told where others go on for a player whose time is up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine import GameState
from engine.state.words import listed, number, phase_name, whose
from gamemaster.keys import phase_key
from gamemaster.narration.phrases import duration
from gamemaster.orders.drafts import Draft
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import MAY_END, PACE_OF_COMPUTERS, PAUSE_OF_COMPUTERS, TableSettings, table_settings_of
from gamemaster.times import Times


def away_notes(settings: TableSettings, users: Iterable[int], now: int) -> list[str]:
    """A line for all players who are away, with until when."""
    away = [each for user in dict.fromkeys(users) if (each := settings.vacation_at(user, now))]
    told = listed(f"<@{each.user_id}> until <t:{each.over_at}:f>" for each in away)
    return [f"-# Away: {told}. Their clocks are stopped."] if away else []


def time_notes(settings: TableSettings, times: Times, state: GameState, player: str, now: int) -> list[str]:
    """The lines of the panel on the time for the turn."""
    if pause := settings.pause_at(now):
        latest = f", until <t:{pause.until}:f> at the latest" if pause.until else ""
        return [f"-# Paused since <t:{pause.began}:f>{latest}: no clock is running. To go on, use /game resume."]
    banked = _banked_notes(settings, times, state)
    if times.turn_until is None:
        return banked
    lines = [f"-# Time for this turn: until <t:{times.turn_until}:f>, <t:{times.turn_until}:R>.", *banked]
    who = MAY_END[settings.ended_by]
    if times.may_be_ended(now):
        lines.append(f"-# Time is up: {who} may end this phase. {player} may still act.")
    elif times.is_up(now):
        bump = f"the other side can use /bump ({times.bumps} left), and " if times.bumps > 0 else ""
        lines.append(f"-# Time is up: {bump}{who} may end this phase from <t:{times.end_from}:f>.")
    return lines


def is_of_computers(seated: SeatedGame) -> bool:
    """Whether the house plays every power of a game that has begun, as the organiser confirmed."""
    return not seated.seats and table_settings_of(seated.game).is_of_computers


def alone_notes(settings: TableSettings, times: Times, state: GameState, now: int) -> list[str]:
    """A line on the pace of a table of computers, and by when its next turn begins (ASY-67)."""
    if settings.alone is None or not settings.is_of_computers or settings.pause_at(now):
        return []
    begins = times.since + PAUSE_OF_COMPUTERS
    is_ahead = state.phase == state.edition.parameters.turn.phases_of(state.power)[0] and not state.requests
    soon = f" This turn begins by <t:{begins}:t>." if is_ahead and now < begins else ""
    until = f"up to the end of round {settings.alone.last_round}"
    return [f"-# The house plays every power, {PACE_OF_COMPUTERS}, {until}.{soon}"]


def _banked_notes(settings: TableSettings, times: Times, state: GameState) -> list[str]:
    """What each power that isn't on turn has left of its time for the whole game."""
    if not settings.bank_minutes:
        return []
    full = settings.bank_minutes * 60
    others = (power for power in state.edition.powers_with_turns if power.id != state.power)
    told = (f"{power.name} {duration(times.noted.banked.get(power.id, full))}" for power in others)
    return [f"-# Time left for the whole game: {', '.join(told)}."]


BY_DEFAULT = {
    "undo": ("order taken back", "orders taken back"),
    "battle": ("battle begun", "battles begun"),
    "decide": ("question answered", "questions answered"),
    "move": ("landing", "landings"),
    "mobilize": ("unit placed", "units placed"),
}
"""What is done by default, as it is counted."""


def ended_text(loaded: LoadedGame, since: int, by: str, draft: Draft) -> str:
    """ "Ben ended the Soviet Union's purchase for <@1>, whose time ran out on …. By default: 2 units placed."

    `loaded` is the game before it.
    """
    state = loaded.running
    user = loaded.seats.get(state.power)
    did = "went on with" if phase_key(draft.state) == phase_key(state) else "ended"
    phase = f"{whose(state.edition.power[state.power].called)} {phase_name(state.phase)}"
    why = f"for <@{user}>, whose time ran out" if user else "as nobody plays it and its time ran out"
    text = f"{by} {did} {phase} {why} on <t:{since}:f> (ASY-42)."
    return f"{text} {in_words}" if (in_words := done_by_default(draft)) else text


def done_by_default(draft: Draft) -> str:
    """ "By default: 2 units placed."; empty where nothing had to be."""
    done = Counter(str(entry.action["type"]) for entry in draft.logged if entry.auto == "default")
    counted = [number(done[kind], *words) for kind, words in BY_DEFAULT.items() if done[kind]]
    return f"By default: {listed(counted)}." if counted else ""

"""Since when a game waits for those who must act or choose now, and until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gamemaster.errors import TableRefusal
from gamemaster.orders.open_turn import OpenTurn, WaitedFor
from gamemaster.seats import SeatedGame
from gamemaster.table_settings import AN_HOUR, table_settings_of


@dataclass(frozen=True)
class Times:
    """When those who must act or choose now were asked to, in UTC seconds, as all other times here.

    answer_by: when open questions get the printed default; turn_until: when the time of the player on turn is up. None
    where nobody is asked, while the game waits for others alone, and where the table waits as long as it takes. turn:
    which turn that is, another one where the game was put back to it.
    """

    since: int
    answer_by: int | None = None
    turn_until: int | None = None
    turn: str = ""

    def is_up(self, now: int) -> bool:
        """Whether the player on turn has had their time."""
        return self.turn_until is not None and self.turn_until <= now


def times_of(game: SeatedGame, turn: OpenTurn) -> Times:
    """The times of a game in its present turn."""
    settings, since = table_settings_of(game.game), turn.waiting_since(game.seats)
    is_asked = bool(turn.waits[-1][1].asked)
    answer_by = since + settings.deadline_hours * AN_HOUR if is_asked and settings.deadline_hours else None
    until = _turn_until(turn.waits, game.seats, settings.turn_hours * AN_HOUR) if settings.turn_hours else None
    began, wait = turn.waits[0][0], turn.waits[-1][1]
    return Times(since, answer_by, until, f"{wait.on_turn} {began}")


def _turn_until(waits: Sequence[tuple[int, WaitedFor]], seats: Mapping[str, int], seconds: int) -> int | None:
    """When the player on turn has been waited for that long; the time in which others are waited for is not theirs."""
    began, now = waits[-1]
    if not _is_for(now, now, seats):
        return None
    past = sum(ended - since for (since, wait), (ended, _) in pairwise(waits) if _is_for(wait, now, seats))
    return began + seconds - past


def _is_for(wait: WaitedFor, now: WaitedFor, seats: Mapping[str, int]) -> bool:
    """Whether a game waited for the player who is on turn now, in the same turn."""
    return wait.on_turn == now.on_turn and seats.get(now.on_turn) in {seats.get(power) for power in wait.acting}


def check_time_is_up(times: Times, now: int) -> None:
    """Raise TableRefusal while the player on turn still has time, or always has."""
    if times.is_up(now):
        return
    if times.turn_until is None:
        raise TableRefusal("No time for a turn is running here, so nobody can end a phase for somebody else.")
    raise TableRefusal(f"This turn has time until <t:{times.turn_until}:f>, <t:{times.turn_until}:R>. Nothing changed.")

"""Since when a game waits for those who must act or choose now, and until when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gamemaster.orders.open_turn import OpenTurn, WaitedFor
from gamemaster.seats import SeatedGame
from gamemaster.table_settings import AN_HOUR, table_settings_of


@dataclass(frozen=True)
class Times:
    """When those who must act or choose now were asked to, in UTC seconds, as all other times here.

    answer_by: when open questions get the printed default; turn_until: when the time of the player on turn is up. None
    where nobody is asked, while the game waits for others alone, and where the table waits as long as it takes.
    """

    since: int
    answer_by: int | None = None
    turn_until: int | None = None


def times_of(game: SeatedGame, turn: OpenTurn) -> Times:
    """The times of a game in its present turn."""
    settings, since = table_settings_of(game.game), turn.waiting_since(game.seats)
    is_asked = bool(turn.waits[-1][1].asked)
    answer_by = since + settings.deadline_hours * AN_HOUR if is_asked and settings.deadline_hours else None
    until = _turn_until(turn.waits, game.seats, settings.turn_hours * AN_HOUR) if settings.turn_hours else None
    return Times(since, answer_by, until)


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

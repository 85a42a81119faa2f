"""Times in which no time of a game runs: pauses that both sides agreed to, and absences of the bot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Standstill = tuple[int, int | None]
"""From when to when, in UTC seconds; None: nobody knows yet until when."""


def joined(standstills: Iterable[Standstill]) -> list[Standstill]:
    """The same in order, those that overlap as one."""
    found: list[Standstill] = []
    for began, ended in sorted(standstills, key=lambda each: each[0]):
        if found and ((last := found[-1])[1] is None or began <= last[1]):
            until = None if last[1] is None or ended is None else max(last[1], ended)
            found[-1] = last[0], until
        else:
            found.append((began, ended))
    return found


def gone_by(since: int, until: int, standstills: Sequence[Standstill]) -> int:
    """How many seconds have run between two moments; joined standstills do not count."""
    stood = sum(
        max(0, min(until, until if ended is None else ended) - max(since, began)) for began, ended in standstills
    )
    return max(0, until - since - stood)


def moment_after(began: int, seconds: int, standstills: Sequence[Standstill]) -> int | None:
    """When so many seconds will have run; None while a standstill without an end comes first."""
    now, left = began, seconds
    for stood_from, until in standstills:
        if until is not None and until <= now:
            continue
        if stood_from > now + left or left < 0:
            break
        left -= max(0, stood_from - now)
        if until is None:
            return None
        now = max(now, until)
    return now + left

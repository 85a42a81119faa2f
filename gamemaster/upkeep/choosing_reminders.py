"""How players want to be reminded: where, and in which hours of their own time zone not at all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text
from store import Clock, Store
from store.games.own_reminders import OwnReminders, Way, keep_own_reminders, own_reminders

WAYS: Mapping[Way, str] = {
    "direct": "by direct message",
    "channel": "in the game's channel",
    "never": "never",
}
USUAL = OwnReminders()
"""What holds for who has chosen nothing."""
NEAR = timedelta(minutes=15)
"""A clock that somebody types may go so wrong, or they may type so slowly."""
NONE = "off"
REGIONS = ("Europe", "America", "Asia", "Australia", "Pacific", "Africa", "Atlantic", "Indian", "Arctic", "Antarctica")


class ChoosingReminders:
    """The use case of `/reminders`: each user chooses for themselves, for all their games."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def choose(self, user_id: int, way: str = "", quiet: str = "", zone: str = "") -> str:
        """Change what is not empty, and tell what holds now; raises TableRefusal."""
        async with self._store.read() as read:
            known = (await own_reminders(read, [user_id])).get(user_id, OwnReminders())
        # To look for zones takes many files.
        chosen = await asyncio.to_thread(_changed, known, way, quiet, zone)
        if (way, quiet, zone) != ("", "", ""):
            async with self._store.write() as write:
                await keep_own_reminders(write, user_id, chosen)
            return self._told(chosen)
        return f"{self._told(chosen)}\n-# To change this, add `way`, `quiet` or `zone` to /reminders."

    async def is_refused(self, user_id: int) -> bool:
        """Whether a user wants to be reminded by direct message, and took none when the last one was sent."""
        async with self._store.read() as read:
            chosen = (await own_reminders(read, [user_id])).get(user_id, OwnReminders())
        return chosen.way == "direct" and chosen.is_closed

    async def zones(self, typed: str) -> list[tuple[str, str]]:
        """Time zones with what a clock shows there now: those with these words in their names, or at this time."""
        return await asyncio.to_thread(self._zones, typed)

    def _zones(self, typed: str) -> list[tuple[str, str]]:
        now, wanted = self._now(), typed.strip().lower().replace(" ", "_")
        clock = re.fullmatch(r"(\d{1,2})[:.](\d{2})", wanted)
        found = (name for name in _zone_names() if _is_at(name, now, clock) or (not clock and wanted in name.lower()))
        return [(f"{name.replace('_', ' ')} ({now.astimezone(ZoneInfo(name)):%H:%M} now)", name) for name in found]

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

    def _told(self, chosen: OwnReminders) -> str:
        lines = [f"Once a game has waited for you long enough, I'll remind you {WAYS[chosen.way]}."]
        if chosen.way == "never":
            lines = ["I'll never remind you. You'll still get one ping when it's your turn or a question opens."]
        elif chosen.is_closed:
            lines.append("I can't send you direct messages, so I use the channel. Allow them, then choose again.")
        if chosen.quiet_from is not None and chosen.quiet_until is not None:
            local = f"{self._now().astimezone(ZoneInfo(chosen.zone or 'UTC')):%H:%M}"
            hours = f"from {chosen.quiet_from}:00 to {chosen.quiet_until}:00"
            lines.append(
                f"No pings {hours} ({_named(chosen)}, {local} now): they come afterwards. Live games don't wait."
            )
        return "\n".join(lines)


def is_quiet(chosen: OwnReminders, now: int) -> bool:
    """Whether a user wants no ping at this time, in UTC seconds."""
    return quiet_until(chosen, now) is not None


def quiet_until(chosen: OwnReminders, now: int) -> int | None:
    """When the quiet hours end in which a user is now, in UTC seconds; None where it is not in them."""
    begins, ends = chosen.quiet_from, chosen.quiet_until
    if begins is None or ends is None:
        return None
    try:
        local = datetime.fromtimestamp(now, ZoneInfo(chosen.zone or "UTC"))
    except ZoneInfoNotFoundError:  # known where it was chosen, but no more
        return None
    hour = local.hour
    if not (begins <= hour < ends if begins < ends else hour >= begins or hour < ends):
        return None
    morning = local.replace(hour=ends, minute=0, second=0, microsecond=0)
    return int((morning if ends > hour else morning + timedelta(days=1)).timestamp())


def way_to(chosen: OwnReminders) -> Way:
    """How a user is reminded now."""
    return "channel" if chosen.way == "direct" and chosen.is_closed else chosen.way


@cache
def _zone_names() -> Iterable[str]:
    """Zones by place, as "Europe/Berlin", those of most players first, and UTC."""
    rank = {region: number for number, region in enumerate(REGIONS)}
    named = {name: name.partition("/")[0] for name in available_timezones()}
    return sorted(
        (name for name, region in named.items() if region in rank or name == "UTC"),
        key=lambda name: (rank.get(named[name], len(rank)), name),
    )


def _is_at(zone: str, now: datetime, clock: re.Match[str] | None) -> bool:
    if clock is None or int(clock[1]) > 23 or int(clock[2]) > 59:
        return False
    there = now.astimezone(ZoneInfo(zone))
    apart = abs(there - there.replace(hour=int(clock[1]), minute=int(clock[2])))
    return min(apart, timedelta(days=1) - apart) <= NEAR


def _changed(chosen: OwnReminders, way: str, quiet: str, zone: str) -> OwnReminders:
    return _with_quiet(_with_zone(_with_way(chosen, way), zone), quiet)


def _with_way(chosen: OwnReminders, way: str) -> OwnReminders:
    if not way:
        return chosen
    known = next((each for each in WAYS if each == way), None)
    if known is None:
        raise TableRefusal(f"I can remind you {', '.join(WAYS.values())}; choose one of the suggestions.")
    return replace(chosen, way=known, is_closed=False)


def _with_zone(chosen: OwnReminders, zone: str) -> OwnReminders:
    if not zone:
        return chosen
    known = {name.lower(): name for name in _zone_names()}
    name = known.get(zone.strip().lower().replace(" ", "_"))
    if name is None:
        raise TableRefusal(
            f"I don't know the time zone “{as_plain_text(zone)}”. Type what your clock shows, such as 21:40, "
            "and choose one."
        )
    return replace(chosen, zone=name)


def _with_quiet(chosen: OwnReminders, quiet: str) -> OwnReminders:
    if not quiet:
        return chosen
    if quiet.strip().lower() == NONE:
        return replace(chosen, quiet_from=None, quiet_until=None)
    hours = re.fullmatch(r"(\d{1,2})(?::00)?\s*(?:-|–|to|until)\s*(\d{1,2})(?::00)?", quiet.strip().lower())
    begins, ends = (int(hours[1]), int(hours[2]) % 24) if hours else (24, 24)
    if not hours or begins > 23 or int(hours[2]) > 24 or begins == ends:
        raise TableRefusal(f"Write quiet hours as two whole hours, such as 22-7, or {NONE}.")
    if chosen.zone is None:
        raise TableRefusal("I don't know your time zone yet. Give it too: type what your clock shows, such as 21:40.")
    return replace(chosen, quiet_from=begins, quiet_until=ends)


def _named(chosen: OwnReminders) -> str:
    return (chosen.zone or "UTC").replace("_", " ")

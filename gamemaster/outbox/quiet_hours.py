"""Posts that come in somebody's quiet hours: they ping only who is awake, and the others once these hours end."""

from __future__ import annotations

from dataclasses import replace

from gamemaster.upkeep.choosing_reminders import USUAL, quiet_until
from store import Message, Store
from store.games.own_reminders import own_reminders
from store.late_pings import drop_late_pings, keep_late_pings, late_pings


async def heeding_quiet_hours(store: Store, message: Message, now: int) -> Message:
    """The post without the pings that have to wait; where nobody is left to be pinged it makes no sound.

    What waits is kept before the post is sent, so that a crash loses no ping. Raises StoreError.
    """
    pinged = message.payload["ping"]
    if not pinged or message.payload.get("at_once"):
        return message
    async with store.read() as read:
        chosen, waiting = await own_reminders(read, pinged), await late_pings(read, message.game_id)
    ends = {user: quiet_until(chosen.get(user, USUAL), now) for user in pinged}
    later = {user: end for user, end in ends.items() if end is not None}
    awake = [user for user in pinged if user not in later]
    pinged_now = [user for user in awake if user in waiting]
    if later or pinged_now:
        async with store.write() as write:
            await keep_late_pings(write, message.game_id, later)
            await drop_late_pings(write, message.game_id, pinged_now)
    if not later:
        return message
    return replace(message, payload={**message.payload, "ping": awake, "silent": not awake})

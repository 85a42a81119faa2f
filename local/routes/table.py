"""The table itself: new channels and threads, shortcuts, and the clock that can be moved forward."""

from __future__ import annotations

from aiohttp import web

from local.interactions import asking
from local.interactions.options import InputError
from local.messages import threads
from local.routes.common import person
from local.table import administration
from local.table.core import Core
from local.wire.http import answer
from local.world.everything import PUBLIC_THREAD

routes = web.RouteTableDef()
LONGEST_NAME = 100
LONGEST_STEP = 30 * 86400.0


@routes.post("/local/channels")
async def make_channel(request: web.Request) -> web.Response:
    """A new text channel `name`, which anybody may make here; a name that is taken gets a number."""
    core, _, sent = await person(request, "name")
    name = "-".join(_name(sent["name"], "channel").lower().split())
    return answer({"channel": administration.add_channel(core, _free_name(core, name))["id"]})


@routes.post("/local/threads")
async def make_thread(request: web.Request) -> web.Response:
    """A new public thread `name` in a channel, of the user who makes it."""
    core, user_id, sent = await person(request, "channel", "name")
    parent = core.world.channel_named(sent["channel"])
    wanted = {"type": PUBLIC_THREAD, "name": _name(sent["name"], "thread")}
    return answer({"channel": threads.start(core, parent, wanted, owner_id=user_id)["id"]})


def _name(sent: object, of: str) -> str:
    name = sent.strip() if isinstance(sent, str) else ""
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InputError(f"A {of}'s name has 1 to {LONGEST_NAME} characters.")
    return name


@routes.post("/local/shortcuts/{number}")
async def press_shortcut(request: web.Request) -> web.Response:
    """Makes a channel and uses the shortcut's command there; the answer names the channel."""
    core, user_id, _ = await person(request)
    number = request.match_info["number"]
    if not number.isdigit() or int(number) >= len(core.shortcuts):
        raise InputError("There is no such shortcut.")
    shortcut = core.shortcuts[int(number)]
    options = dict(shortcut.options)
    if shortcut.other_person:
        options[shortcut.other_person] = _other_person(core, user_id)
    channel = administration.add_channel(core, _free_name(core, shortcut.channel))
    interaction = asking.run_command(core, user_id, channel, shortcut.command, options)
    return answer({"channel": channel["id"], **interaction.report()})


def _other_person(core: Core, user_id: str) -> str:
    return next(member for member in core.world.members if member not in (user_id, core.world.bot_id))


def _free_name(core: Core, wanted: str) -> str:
    taken = {channel["name"] for channel in core.world.guild_channels()}
    number = 1
    while (name := f"{wanted}-{number}" if number > 1 else wanted) in taken:
        number += 1
    return name


@routes.post("/local/clock")
async def move_clock(request: web.Request) -> web.Response:
    """`advance` in seconds; everybody sees how far the table now is ahead of real time."""
    core, _, sent = await person(request, "advance")
    seconds = sent["advance"]
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST_STEP:
        raise InputError("The clock is moved forward by up to 30 days, in seconds.")
    core.move_clock(float(seconds))
    return answer({"ahead": core.clock_ahead})

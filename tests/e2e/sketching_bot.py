"""The bot as a process of its own that sketches its pictures, for tests in which nobody looks at them.

Otherwise a second process would be started with each, which takes as long as the bot to load what it needs.
"""

from __future__ import annotations

import bot
from gamemaster import master
from tests.sketches import Sketches


def main() -> int:
    """The exit code of the bot."""
    sketches = Sketches()
    vars(master)["shared_workers"] = lambda: sketches
    return bot.main()

"""The bot as a process of its own that sketches its pictures, for tests in which nobody looks at them.

Otherwise a second process would be started with each, which takes as long as the bot to load what it needs.
"""

from __future__ import annotations

import sys

import bot
from gamemaster import master
from tests.sketches import Sketches

if __name__ == "__main__":
    sketches = Sketches()
    vars(master)["shared_workers"] = lambda: sketches
    sys.exit(bot.main())

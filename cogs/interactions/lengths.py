"""How long what is typed into a command may be: enough for all that makes sense there, and little more."""

from __future__ import annotations

from discord import app_commands

Name = app_commands.Range[str, 0, 100]
"""One space, power, rule, technology; Discord's suggestions have 100 characters too."""

Names = app_commands.Range[str, 0, 400]
"""Several with commas."""

Units = app_commands.Range[str, 0, 400]
"""All units of a board with their numbers."""

GameName = app_commands.Range[str, 0, 80]
Number = app_commands.Range[str, 0, 20]

Json = app_commands.Range[str, 0, 6000]
"""All that Discord takes."""

"""What can be chosen in options of /standing-order."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from engine.facts.presets import load_presets
from gamemaster.announcements.lines_in_words import IN_WORDS as LINES_IN_WORDS

WHERE = [
    app_commands.Choice(name=f"battles {text}", value=value)
    for value, text in (
        ("land", "on land"),
        ("sea", "at sea"),
        ("air", "where only aircraft can be hit"),
    )
]

SIDES = [
    app_commands.Choice(name="when you attack", value="attacker"),
    app_commands.Choice(name="when you defend", value="defender"),
]

IN_WORDS: Mapping[str, Mapping[str, str]] = {
    **LINES_IN_WORDS,
    "reactions": {
        "default": "default: nobody scrambles, no kamikaze strikes, fighters intercept if there are enough",
        "all": "everything that can intercept or scramble does; kamikazes have an order of their own",
    },
}
ASK, BACK = "ask", "back"
PRESETS = [
    *(app_commands.Choice(name=f"{each.title}: {each.says}", value=name) for name, each in load_presets().items()),
    app_commands.Choice(name="None: withdraw all your standing orders", value="none"),
]
"""The sets that can be left at once."""


def choices_of(domain: str, *, takes_back: bool = False) -> list[app_commands.Choice[str]]:
    """What can be left for a kind of questions, to be asked again, and to take back what was left for a situation."""
    left = [app_commands.Choice(name=text, value=value) for value, text in IN_WORDS[domain].items()]
    left.append(app_commands.Choice(name="ask me", value=ASK))
    return [*left, app_commands.Choice(name="withdraw just this order", value=BACK)] if takes_back else left

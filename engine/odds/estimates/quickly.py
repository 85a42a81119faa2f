"""How likely attackers who press on to the end win a battle, exactly where that is quick, else about.

For whoever must know it in the midst of an order, in the bot's own process and always in the same time.
"""

from __future__ import annotations

from engine.odds.estimates.estimate import Kind, strengths_of, win_share
from engine.odds.leaving.ahead import AheadOneByOne, is_won
from engine.odds.outcomes.chain import rounds_of
from engine.odds.rounds import Rounds
from engine.odds.setting import Intents, Setting
from engine.odds.volleys import TooLarge

MOST_EXACTLY = 144
"""Hits that one side can take times those of the other: about a tenth of a second."""


def win_quickly(setting: Setting) -> float:
    """A share of 1, the same whenever it is asked for; both sides lose as printed.

    The battle is one at sea, or one whose first round has been fought, which no other round is like.
    """
    fought = rounds_of(setting, Intents())
    try:
        if not fought.is_large and sum(fought.attack.full) * sum(fought.defend.full) <= MOST_EXACTLY:
            return _exactly(fought)
    except TooLarge:
        pass
    kind: Kind = "sea" if setting.battle.part == "sea" else "land"
    return win_share(kind, *strengths_of(setting, fought.attack, fought.defend))


def _exactly(fought: Rounds) -> float:
    start = fought.before()
    if start.is_over:
        return float(is_won(fought, start.attack, start.defend))
    return AheadOneByOne(fought).win(start.attack, start.defend)

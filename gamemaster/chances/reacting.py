"""What the chances of a battle ahead come to where the defenders react: from what lies open on the board alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from engine import GameState, Refusal
from engine.odds.odds import Odds
from engine.odds.reactions.kamikazes import ship_to_strike, struck, tokens_against
from engine.odds.reactions.scrambles import able_to_scramble, with_scrambled
from engine.odds.setting import Setting
from engine.state.words import with_article
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.posing import are_reactions_open, intents_of
from gamemaster.jobs.chances import chance_of
from maps.battles.chances import percent

MOST_ROWS = 6
SECONDS = 2.0
"""What is not begun by then is left out."""


def reactions_in_words(state: GameState, setting: Setting, choice: OddsChoice) -> list[str]:
    """ "If 1 aircraft scrambles, attackers win 54%; 2: 31%"; nothing where nobody could or all have answered.

    Kamikazes are taken to strike the costliest warship.
    """
    if not _are_open(state, choice):
        return []
    found = []
    able = len(able_to_scramble(setting))
    if scrambled := _rows(_counts(able), lambda count: [(with_scrambled(setting, count), 1.0)], choice):
        found.append(f"If 1 aircraft scrambles, attackers win {'; '.join(scrambled)}")
    ship, tokens = ship_to_strike(setting), tokens_against(setting)
    if ship and tokens and (rows := _rows(_counts(tokens), lambda count: struck(setting, ship, count), choice)):
        name = with_article(state.type_of(ship).name)
        found.append(f"If 1 kamikaze strikes {name}, attackers win {'; '.join(rows)}")
    return found


def _are_open(state: GameState, choice: OddsChoice) -> bool:
    """Whether reactions to the battle are still to come."""
    if choice.kind == "attack":
        return True
    return choice.kind == "battle" and (state.phase == "combat_move" or are_reactions_open(state))


def _counts(most: int) -> list[int]:
    """1, 2, 3 … and the most."""
    counts = list(range(1, most + 1))
    return counts if most <= MOST_ROWS else [*counts[: MOST_ROWS - 1], most]


def _rows(
    counts: Iterable[int], posed: Callable[[int], Iterable[tuple[Setting, float]]], choice: OddsChoice
) -> list[str]:
    """ "54%", "2: 31%", and so on. posed: the battles that so many may lead to, and how likely each is."""
    found: list[str] = []
    until = time.monotonic() + SECONDS
    for count in counts:
        if time.monotonic() > until:
            break
        odds = [(_odds(setting, choice), share) for setting, share in posed(count)]
        known = [(each, share) for each, share in odds if each is not None]
        if len(known) < len(odds):
            break
        win = sum(each.attacker_win * share for each, share in known)
        margin = max(each.margin for each, _ in known)
        found.append(f"{f'{count}: ' if count > 1 else ''}{percent(win, margin)}")
    return found


def _odds(setting: Setting, choice: OddsChoice) -> Odds | None:
    """The chances; None where the battle has grown too large for them."""
    try:
        odds = chance_of(setting, intents_of(choice, setting))
    except Refusal:
        return None
    return odds if isinstance(odds, Odds) else None

"""What comes of an attack that a player has in mind: who can come, and how it is likely to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import GameState
from engine.ask import expected_battles, with_sides_taken
from engine.odds.odds import Odds
from engine.odds.position import ahead
from gamemaster.jobs.chances import chance_of
from gamemaster.sheets.attack_plan import Gathered, Stack, Target, gather

ENOUGH = 0.8


@dataclass(frozen=True)
class AttackWish:
    """Who is to attack where, on the board as its player sees it. enough: as few of these as win often enough."""

    board: GameState
    target: Target
    chosen: tuple[Stack, ...]
    enough: bool = False


@dataclass(frozen=True)
class Outlook:
    """Who comes, who can't and why, and the odds of the battle; none where nobody defends, or they can't be told."""

    chosen: tuple[Stack, ...]
    left_out: tuple[str, ...]
    odds: Odds | None
    is_defended: bool


def attack_outlook(wish: AttackWish) -> Outlook:
    """The outlook of an attack."""
    chosen = _enough(wish) if wish.enough else wish.chosen
    gathered = gather(wish.board, wish.target, chosen)
    odds, is_defended = _odds(gathered, wish.target)
    return Outlook(chosen, gathered.left_out, odds, is_defended)


def _odds(gathered: Gathered, target: Target) -> tuple[Odds | None, bool]:
    if target.raid:
        return None, True
    shown = with_sides_taken(gathered.state)
    due = [battle for battle in expected_battles(shown) if battle.space == target.space]
    settings = [setting for battle in due if (setting := ahead(shown, battle))]
    found = chance_of(settings[0]) if settings else None
    return (found if isinstance(found, Odds) else None), bool(due)


def _enough(wish: AttackWish) -> tuple[Stack, ...]:
    """As few as win often enough, those first who are strongest for their price; all where even they don't."""
    row = [replace(stack, count=1) for stack in wish.chosen for _ in range(stack.count)]
    row.sort(key=lambda stack: -_worth(wish.board, stack))
    few, many = 1, len(row)
    while few < many:
        half = (few + many) // 2
        if _wins(wish, row[:half]):
            many = half
        else:
            few = half + 1
    return _joined(row[:many])


def _worth(state: GameState, stack: Stack) -> float:
    kind = state.unit_of(state.power, stack.unit)
    return (kind.attack + 2 * kind.hits) / (kind.cost or 1)


def _wins(wish: AttackWish, row: Sequence[Stack]) -> bool:
    odds, is_defended = _odds(gather(wish.board, wish.target, _joined(row)), wish.target)
    return odds.attacker_win >= ENOUGH if odds else not is_defended


def _joined(row: Sequence[Stack]) -> tuple[Stack, ...]:
    counts = Counter(row)
    return tuple(replace(stack, count=count) for stack, count in counts.items())

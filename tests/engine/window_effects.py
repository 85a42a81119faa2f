"""What events of the windows between combat moves and battles may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine import GameState
from engine.events.combat.kamikaze_strikes import KamikazesStruck
from engine.events.combat.scramble import Scrambled, ScrambleReturned
from tests.engine.effects import Effect
from tests.engine.rules_in_short.windows import check_kamikazes, check_return, check_scramble


def _scrambled(before: GameState, event: Scrambled) -> Effect:
    check_scramble(before, event)
    return Effect(moved={i: z for z, bases in event.aircraft.items() for ids in bases.values() for i in ids})


def _returned(before: GameState, event: ScrambleReturned) -> Effect:
    check_return(before, event)
    return Effect(moved=event.landings)


def _kamikazes(before: GameState, event: KamikazesStruck) -> Effect:
    check_kamikazes(before, event)
    hits = {i: before.pieces[i].hits_taken + count for i, count in event.damaged.items()}
    return Effect(hits=hits, others=frozenset({"kamikaze_tokens"}))


WINDOWS: Mapping[type, Callable[[GameState, Any], Effect]] = {
    Scrambled: _scrambled,
    ScrambleReturned: _returned,
    KamikazesStruck: _kamikazes,
}

"""Questions that are asked between the combat moves and the first battle (ASY-01)."""

from __future__ import annotations

from collections.abc import Callable

from engine.advantages import enigma, resistance, treaty
from engine.combat import interception
from engine.combat.begin import find_battles_unless_asked
from engine.play import Play

BEFORE_COMBAT: tuple[Callable[[Play], None], ...] = (
    resistance.ask_after_blitz,
    treaty.ask,
    enigma.ask,
    interception.ask,
)


def begin_combat(play: Play) -> None:
    """Ask all that is to be asked before the first die, and find the battles unless they must wait for an answer."""
    for ask in BEFORE_COMBAT:
        ask(play)
    find_battles_unless_asked(play)

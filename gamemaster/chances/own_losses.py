"""The standing orders of loss of whoever asks for chances: they count for their own side (ASY-41).

Those of others are not known here, nor are any where a number is told to more than their owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine import GameState
from engine.ask import LOSSES, Orders, loss_lines
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.odds.losing.lines import lines_of
from engine.odds.setting import NO_LINES, Intents, Lines, Setting
from engine.queries.standing_orders import DOMAINS
from engine.state.battles import Battle

OwnLosses = tuple[tuple[PowerId, tuple[tuple[str, tuple[str, ...]], ...]], ...]
"""By power, and by domain, what somebody left: part of what they ask, so that answers are told apart by it."""


def own_losses(orders: Mapping[PowerId, Orders]) -> OwnLosses:
    """All that one user has left about losses, of their standing orders by power."""
    found = (
        (power, tuple((domain, tuple(left[domain])) for domain in (*DOMAINS, LOSSES) if left.get(domain)))
        for power, left in orders.items()
    )
    return tuple((power, left) for power, left in found if left)


def without_places(own: OwnLosses) -> OwnLosses:
    """Those that hold in a battle which is fought nowhere."""
    return tuple(
        (power, tuple((domain, _without_places(domain, left)) for domain, left in rows)) for power, rows in own
    )


def _without_places(domain: str, left: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(line) for line in loss_lines(left) if not line.space) if domain == LOSSES else left


def by_own_losses(intents: Intents, setting: Setting, own: OwnLosses) -> Intents:
    """What both sides mean to do, and what the asker's units are lost by where they named no other order."""
    attack = NO_LINES if intents.attacker_loss else _lines(setting, own, "attacker")
    defend = NO_LINES if intents.defender_loss else _lines(setting, own, "defender")
    return replace(intents, attacker_lines=attack, defender_lines=defend)


def _lines(setting: Setting, own: OwnLosses, side: AttackOrDefense) -> Lines:
    """Of several powers of a user on one side, those of the first that has any."""
    found = (
        lines_of(setting, side, dict(left))
        for power, left in own
        if side_of(setting.state, setting.battle, power) == side
    )
    return next((lines for lines in found if any(lines)), NO_LINES)


def side_of(state: GameState, battle: Battle, power: PowerId) -> AttackOrDefense | None:
    """On which side of a battle a power chooses losses."""
    if battle.attacker == power or any(piece.power == power for piece in state.select(battle.attackers)):
        return "attacker"
    owners = {state.edition.representative(piece.power) for piece in state.select(battle.defenders)}
    return "defender" if power in owners else None

"""Who could take a capital next, worked out where nobody else waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine import GameState
from engine.ask import at_war
from engine.errors import Refusal
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.odds import odds_in
from engine.odds.position import attack_on
from engine.odds.setting import Intents
from engine.queries.striking.strikers import strikers
from gamemaster.chances.own_losses import OwnLosses, by_own_losses

WITH_A_CAPTOR = Intents(keep_land_unit=True)
"""Aircraft alone take nothing, so a land unit is lost last."""


@dataclass(frozen=True)
class Threat:
    """What an enemy could attack a space with in its next turn; held: how likely the defenders stop it."""

    space: SpaceId
    enemy: PowerId
    units: Mapping[UnitId, int]
    held: float
    margin: float = 0.0


def threats_to_capitals(state: GameState, power: PowerId, own: OwnLosses = ()) -> tuple[Threat, ...]:
    """For each capital that a power holds the enemy that would most likely take it, from where all stand now.

    Each enemy comes with all that can reach it, and for itself. own: what standing orders whoever asks has left.
    """
    capitals = [account.capital for account in state.edition.accounts_of(power)]
    held = [space for space in capitals if space and state.owners[space] == power]
    worst = (min(_threats(state, space, power, own), key=lambda each: each.held, default=None) for space in held)
    return tuple(threat for threat in worst if threat)


def _threats(state: GameState, space: SpaceId, power: PowerId, own: OwnLosses) -> list[Threat]:
    enemies = [enemy for enemy in state.edition.turn_order if at_war(state, enemy, power)]
    return [threat for enemy in enemies if (threat := _threat(state, space, enemy, own))]


def _threat(state: GameState, space: SpaceId, enemy: PowerId, own: OwnLosses) -> Threat | None:
    """None where an enemy cannot come with anything that takes the space, or that cannot be worked out."""
    coming = strikers(state, enemy, space)
    if not any(state.type_of(piece).can("captures") for piece in state.select(coming.coming)):
        return None
    units = Counter(piece.unit for piece in state.select(coming.coming))
    setting = attack_on(state, space, enemy, coming.coming, coming.landing)
    if setting is None:
        return Threat(space, enemy, units, 0.0)
    try:
        odds = odds_in(setting, by_own_losses(WITH_A_CAPTOR, setting, own))
    except Refusal:
        return None
    return Threat(space, enemy, units, 1 - odds.attacker_win, odds.margin)

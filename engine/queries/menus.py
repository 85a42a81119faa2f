"""What can be done now: menus are made of these, and whatever they offer is accepted."""

from __future__ import annotations

from engine.combat.amphibious.assault import landing_ships
from engine.combat.amphibious.bombardment import supporting_ships
from engine.economy.accounts import open_accounts, treasury
from engine.economy.purchase import funds, most_of, price_list
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account, AccountId
from engine.facts.unit_types import UnitId
from engine.position.due import battles_due, is_defended, own_units_at_sea, turn_of
from engine.position.relations import defenders_at, is_hostile_zone
from engine.queries.legality import is_legal
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import PieceId
from engine.state.questions import Request

__all__ = [
    "affordable",
    "battle_options",
    "bombardments",
    "expected_battles",
    "landings",
    "requests_of",
    "ways_to_pay",
    "zones_to_engage",
]


def affordable(state: GameState, account: Account | None = None) -> dict[UnitId, int]:
    """How many of each unit an account could buy with all that it has, none where nothing is bought now.

    Without an account as many as any one of the power on turn could.
    """
    if state.phase != "purchase":
        return {}
    payers = (account,) if account else open_accounts(state, state.power)
    budgets = {payer: funds(state, payer) for payer in payers}
    counts = {
        unit: max((_most_for(state, unit, budget // price, payer) for payer, budget in budgets.items()), default=0)
        for unit, price in price_list(state).items()
    }
    return {unit: count for unit, count in counts.items() if count}


def _most_for(state: GameState, unit: UnitId, paid: int, payer: Account) -> int:
    limit = most_of(state, unit, payer)
    return paid if limit is None else min(paid, limit)


def ways_to_pay(state: GameState, cost: int) -> tuple[dict[AccountId, int], ...]:
    """Shares of the power's open accounts that come to a cost: each alone, or with the others where it has too little.

    Any other shares will do as well (RES-16).
    """
    able = open_accounts(state, state.power)
    found = []
    for first in able:
        shares: dict[AccountId, int] = {}
        for account in (first, *(other for other in able if other != first)):
            if share := min(treasury(state, account), cost - sum(shares.values())):
                shares[account.id] = share
        if sum(shares.values()) == cost and shares not in found:
            found.append(shares)
    return tuple(found)


def zones_to_engage(state: GameState) -> dict[SpaceId, tuple[bool, ...]]:
    """Zones with submarines or transports that armed own units may attack (True) or ignore (False) now (CMV-20)."""
    zones = [
        zone
        for zone in state.edition.board.sea_zone
        if any(state.type_of(piece).attack for piece in own_units_at_sea(state, zone))
        and defenders_at(state, zone, state.power)
        and not is_hostile_zone(state, zone, state.power)
    ]
    stances = {zone: tuple(attack for attack in (True, False) if _may_engage(state, zone, attack)) for zone in zones}
    return {zone: accepted for zone, accepted in stances.items() if accepted}


def _may_engage(state: GameState, zone: SpaceId, attack: bool) -> bool:
    return is_legal(state, {"type": "engage", "space": zone, "attack": attack})


def expected_battles(state: GameState) -> tuple[PendingBattle, ...]:
    """Battles and raids that the moves so far lead to; undefended territory, which falls without one, is left out."""
    due = state.pending if state.phase == "conduct_combat" else battles_due(state)
    return tuple(b for b in due if b.kind == "raid" or is_defended(state, b.space))


def battle_options(state: GameState) -> tuple[PendingBattle, ...]:
    """Battles and raids that may be begun now (CMB-01, CMB-02)."""
    if state.phase != "conduct_combat" or state.battle or state.requests:
        return ()
    first = min((turn_of(state, battle) for battle in state.pending), default=0)
    return tuple(battle for battle in state.pending if turn_of(state, battle) == first)


def landings(state: GameState) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Transports that land as a battle begins, by its territory; each may keep its cargo aboard instead (SPC-06)."""
    ships = {battle.space: landing_ships(state, battle) for battle in battle_options(state)}
    return {space: laden for space, laden in ships.items() if laden}


def bombardments(state: GameState) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Ships that can support a landing as its battle begins, by territory; each may keep silent instead (SPC-22)."""
    ships = {battle.space: supporting_ships(state, battle) for battle in battle_options(state)}
    return {space: able for space, able in ships.items() if able}


def requests_of(state: GameState, power: PowerId) -> tuple[Request, ...]:
    """Open requests that a power has still to answer."""
    return tuple(r for r in state.requests if power in r.powers and power not in r.answers)

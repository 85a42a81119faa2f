"""Taking territory: capture, liberation, capitals and their treasuries."""

from __future__ import annotations

from engine.board import PowerId, SpaceId
from engine.events import TerritoryReverted, TerritoryTaken, TreasuryPlundered
from engine.play import Play
from engine.relations import are_friends, at_war, is_capital_lost
from engine.state import GameState


def new_owner(state: GameState, territory: SpaceId, captor: PowerId) -> PowerId:
    """Who controls a territory that `captor` takes (CMB-45, CMB-52, CMB-53).

    An ally's own territory goes back to it, unless its capital is in enemy hands and stays so: then the captor holds
    it. A capital freed later in the same turn gives such territory back (CMB-65), so the test at the end of the turn
    comes out the same as this one.
    """
    original = state.edition.board.territory[territory].emblem
    if original is None or not are_friends(state, original, captor):
        return captor
    is_its_capital = state.edition.power[original].capital == territory
    return original if is_its_capital or not is_capital_lost(state, original) else captor


def take_territory(play: Play, territory: SpaceId) -> None:
    """The acting power takes a hostile territory (CMV-24, CMB-45..66)."""
    state = play.state
    former = state.owners[territory]
    owner = new_owner(state, territory, play.power)
    play.emit(TerritoryTaken(play.power, territory, owner, former, audience=play.audience))
    for power in state.edition.powers:
        if power.capital == territory:
            _capital_changed_hands(play, power.id)


def _capital_changed_hands(play: Play, original: PowerId) -> None:
    if at_war(play.state, original, play.power):
        amount = play.state.treasuries[original]
        play.emit(TreasuryPlundered(play.power, original, amount, audience=play.audience))
        return
    _give_back(play, original)


def _give_back(play: Play, original: PowerId) -> None:
    """With its capital free a power regains its own territories from its allies (CMB-65)."""
    for territory in play.board.territories:
        holder = play.state.owners[territory.id]
        if territory.emblem != original or holder is None or holder == original:
            continue
        if are_friends(play.state, holder, original):
            play.emit(TerritoryReverted(territory.id, original, holder, audience=play.audience))

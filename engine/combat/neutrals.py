"""Territories that change sides by politics: neutrals, attacked or entered by friends (POL-47..62), and wards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from engine.events.territory import TerritoryTakenOver
from engine.facilities.production import new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.politics.standing import PRO, are_on_one_side, at_war, can_be_won, is_at_war_in, leaning_of, side_of
from engine.position.due import battles_due
from engine.state.game_state import GameState
from engine.state.known import of_position
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_values

__all__ = ["may_take_over", "neutral_army", "neutrals_attacked", "turned_by", "with_sides_taken"]


def take_sides(play: Play) -> None:
    """Attacked neutrals join the other side, and their armies stand up (POL-51), with nothing to decide (ASY-30)."""
    for territory in neutrals_attacked(play.state):
        play.emit(_roused(play.state, territory))


def neutrals_attacked(state: GameState) -> tuple[SpaceId, ...]:
    """The neutral territories that the moves so far attack for the first time."""
    attacked = dict.fromkeys(battle.space for battle in battles_due(state) if battle.part == "land")
    return tuple(each for each in attacked if state.owners[each] is None and each not in state.roused_neutrals)


def with_sides_taken(state: GameState) -> GameState:
    """The board as it will be once the moves are made, with the armies of attacked neutrals (POL-51)."""
    risen = _with_armies_risen(state)
    if risen is None:
        return state
    return risen if risen.undo is state.undo else with_values(risen, undo=state.undo)


@of_position
def _with_armies_risen(state: GameState) -> GameState | None:
    """That board, None where no army stands up."""
    attacked = neutrals_attacked(state)
    for territory in attacked:
        state = _roused(state, territory).evolve(state)
    return state if attacked else None


def with_army_risen(state: GameState, space: SpaceId) -> GameState:
    """The board once the power on turn attacks a space: if that is a neutral, its army has stood up (POL-51)."""
    return _roused(state, space).evolve(state) if neutral_army(state, space) else state


def turned_by(state: GameState, territory: SpaceId) -> tuple[SpaceId, ...]:
    """The other strict neutrals that an attack on one turns to the other side (POL-54), none in all other cases."""
    if state.edition.board.territory[territory].neutral != "strict":
        return ()
    after = _roused(state, territory).evolve(state)
    others = (each for each in state.edition.board.neutrals if each != territory and state.owners[each] is None)
    return tuple(each for each in others if leaning_of(state, each) == "strict" != leaning_of(after, each))


def _roused(state: GameState, territory: SpaceId) -> NeutralRoused:
    defender = _next_enemy(state, territory)
    return NeutralRoused(territory, side_of(state, defender), defender, _army(state, territory, defender))


def _next_enemy(state: GameState, territory: SpaceId) -> PowerId:
    """The next power of the other side in turn order (POL-51, ASY-31).

    An enemy of the attacker comes before others that are at war, and these before those at peace.
    """
    order = state.edition.turn_order
    place = order.index(state.power)
    following = [*order[place:], *order[:place]]
    others = [power for power in following if side_of(state, power) != side_of(state, state.power)]
    return min(others, key=lambda p: (not at_war(state, p, state.power), not is_at_war_in(state, p, territory)))


def neutral_army(state: GameState, space: SpaceId) -> dict[UnitId, int]:
    """The army of a neutral that would stand up against an attack, or join who wins it over (POL-47)."""
    rules = state.edition.parameters.politics.neutrals
    if rules is None or space in state.roused_neutrals or state.owners.get(space, state.power) is not None:
        return {}
    count = state.edition.board.territory[space].standing_army
    return {rules.army: count} if count else {}


def _army(state: GameState, territory: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    return new_pieces(state, power, neutral_army(state, territory), territory)


def win_over(play: Play, territory: SpaceId, power: PowerId) -> None:
    """A power's land units enter a friendly neutral: it is theirs with its army, or what an attack left (POL-56)."""
    state = play.state
    if state.phase != "noncombat_move" or territory not in state.owners or not can_be_won(state, territory, power):
        return
    army, joined = _forces(state, territory, power)
    play.emit(NeutralWon(power, territory, army, joined, audience=play.audience))


def _forces(state: GameState, territory: SpaceId, power: PowerId) -> tuple[tuple[Piece, ...], tuple[PieceId, ...]]:
    """What a neutral brings to its new owner: its army as new pieces, or what an attack left of it."""
    army = () if territory in state.roused_neutrals else _army(state, territory, power)
    friends = (p for p in state.at(territory) if p.power != power and are_on_one_side(state, p.power, power))
    return army, tuple(piece.id for piece in friends)


def keep_pacts(play: Play) -> None:
    """What a power protects joins it with its armies once it was invaded, unless the pact was broken (POL-60..62).

    Those that are strict or lean to its side do, and those that withstood an attack of the other side.
    """
    for pact in play.parameters.politics.pacts:
        if pact.invaded not in play.state.incidents or pact.broken in play.state.incidents:
            continue
        willing = ("strict", PRO[side_of(play.state, pact.protector)])
        for territory in pact.territories:
            if play.state.owners[territory] is None and leaning_of(play.state, territory) in willing:
                army, joined = _forces(play.state, territory, pact.protector)
                play.emit(NeutralJoined(pact.protector, territory, army, joined, pact.rule))


def may_take_over(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether land units of a power that come in the noncombat move make a territory its own (POL-38).

    What an enemy has captured once never belongs to its first power again, so nobody takes it over (POL-39).
    """
    owner = state.owners.get(territory)
    return owner is not None and power in state.edition.parameters.politics.wards.get(owner, ())


def take_over(play: Play, territory: SpaceId, came: Sequence[Piece]) -> None:
    """Let land units that come to a guarded territory take it over; guns alone do not (NCM-11)."""
    state, power = play.state, came[0].power
    former = state.owners.get(territory)
    if state.phase != "noncombat_move" or former is None or not may_take_over(state, territory, power):
        return
    if any(state.type_of(piece).can("captures") for piece in came):
        play.emit(TerritoryTakenOver(power, territory, former, audience=play.audience))

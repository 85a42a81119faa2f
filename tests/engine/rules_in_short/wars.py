"""Who fights whom, and who shares what with whom, in the shortest form (POL-01, POL-10, POL-51)."""

from __future__ import annotations

from engine import GameState
from engine.events.politics import WarDeclared
from engine.events.territory import TerritoryTakenOver
from engine.politics.war import are_on_one_side
from engine.table.pieces import Piece

TOGETHER = {"united_kingdom", "anzac", "dutch"}
"""They go to war as one, and share their spaces before (POL-18)."""
AT_WAR_ELSEWHERE = {"france"}
NEAR_AMERICA = {"sz1", "sz2", "sz3", "sz8", "sz9", "sz10", "sz11", "sz12"}
OUT_OF_CHINA_IN_PEACE = {"united_states", "united_kingdom", "anzac"}


def are_at_war(state: GameState, one: str, other: str) -> bool:
    """Of different sides, and at war where wars are declared."""
    if are_on_one_side(state, one, other):
        return False
    return state.wars is None or (one, other) in state.wars or (other, one) in state.wars


def is_friend(state: GameState, other: str | None, power: str) -> bool:
    """The power itself, or one of its side; where wars are declared both must be at war, or go to war as one."""
    if other is None or other == power:
        return other is not None
    fighters = {each for pair in state.wars or () for each in pair} | AT_WAR_ELSEWHERE
    if {other, power} <= TOGETHER:
        return True
    return are_on_one_side(state, other, power) and (state.wars is None or {other, power} <= fighters)


def is_friendly(state: GameState, space: str, power: str) -> bool:
    """Whether a territory belongs to the power or a friend."""
    return is_friend(state, state.owners[space], power)


def enemies_in(state: GameState, space: str, power: str) -> list[Piece]:
    """Enemies in a space, cargo aside, submerged or not; among them the army of a neutral that was attacked."""

    def fights(other: Piece) -> bool:
        of_neutral = space in state.roused_neutrals and state.owners[space] is None
        return not are_on_one_side(state, other.power, power) if of_neutral else are_at_war(state, other.power, power)

    found = (other for other in state.at(space) if fights(other))
    return [other for other in found if not (other.aboard and state.type_of(other).domain == "land")]


def check_declared(state: GameState, event: WarDeclared) -> None:
    """On one's own turn, before any move, on a ground of the rules, and never twice (POL-02, POL-03, POL-17..35)."""
    assert event.power == state.power, f"POL-02: {event.power} declares war in the turn of {state.power}"
    assert not state.undo, "CMV-72: war is declared after moves"
    assert not any(piece.moved == "combat_move" for piece in state.pieces.values()), "CMV-72: declared after moves"
    assert event.joined[0:1] == (event.power,) or event.power in event.joined, "the power itself stays out of its war"
    foes = set(event.on)
    assert foes in (TOGETHER, {"japan"}, {"united_states"}, {"france"}), f"POL-03: war is declared on {foes}"
    for other in foes:
        assert not are_at_war(state, event.power, other), f"POL-01: {event.power} is at war with {other} already"
        assert not are_on_one_side(state, event.power, other), f"POL-03: {event.power} declares war on its ally {other}"
    assert set(event.joined) == (TOGETHER if event.power in TOGETHER else {event.power}), "POL-18: others go to war"
    late = event.power == "united_states" and not _japan_attacked(state)
    assert not late or state.round >= 3, "POL-25: the United States declares war before its third income"
    in_time = "collect_income" if late and state.round == 3 else "combat_move"
    assert state.phase == in_time, f"POL-02: war is declared in the {state.phase} phase"
    assert event.provoked == (event.power == "united_states" and not late) or _in_china(state, foes), "POL-05: provoked"


def check_taken_over(state: GameState, event: TerritoryTakenOver) -> None:
    """Dutch territory alone falls to those who guard it, as they come in the noncombat move (POL-38, POL-39)."""
    assert state.owners[event.territory] == event.former == "dutch", f"POL-38: {event.territory} is taken over"
    assert event.power in TOGETHER - {"dutch"}, f"POL-38: {event.power} takes {event.territory} over"
    assert state.phase == "noncombat_move", f"POL-38: {event.territory} is taken over in the {state.phase} phase"


def check_peaceful(state: GameState, piece: Piece, path: tuple[str, ...]) -> None:
    """What a power keeps away from until it is at war (POL-09, POL-21, POL-26, POL-27, POL-36, POL-77)."""
    territory = state.edition.board.territory
    lands = [space for space in path[1:] if space in territory]
    if state.wars is None or state.edition.parameters.politics.grounds == ():
        return
    if piece.power in OUT_OF_CHINA_IN_PEACE and not are_at_war(state, piece.power, "japan"):
        assert not any(territory[space].emblem == "china" for space in lands), f"POL-27: {piece.id} enters China"
    if lands and lands[-1] == path[-1] and (owner := state.owners[path[-1]]):
        is_enemy = are_at_war(state, owner, piece.power)
        assert is_enemy or is_friend(state, owner, piece.power), f"POL-77: {piece.id} comes to {path[-1]} of {owner}"
        others = [p for p in state.at(path[-1]) if not are_on_one_side(state, p.power, piece.power)]
        strangers = [p.id for p in others if not are_at_war(state, p.power, piece.power)]
        assert not (is_enemy and strangers), f"POL-09: {piece.id} attacks {strangers}"
    if state.type_of(piece).domain != "sea":
        return
    end = path[-1]
    if piece.power == "japan" and not are_at_war(state, "japan", "united_states"):
        assert end not in NEAR_AMERICA, f"POL-21: {piece.id} ends in {end}"
    if piece.power == "united_states" and not are_at_war(state, "japan", "united_states"):
        beside = [state.owners[coast] for coast in state.edition.board.coasts_of(end)]
        assert "japan" not in beside, f"POL-26: {piece.id} ends in {end}"


def _japan_attacked(state: GameState) -> bool:
    """Whether Japan has declared war, unprovoked, on United Kingdom and ANZAC (POL-23)."""
    own = (each for each in state.declarations if each.by == "japan" and not each.provoked)
    return any("anzac" in each.on for each in own)


def _in_china(state: GameState, powers: set[str]) -> bool:
    """Whether units of these powers stand in China, which provokes Japan (POL-20)."""
    there = (piece for piece in state.pieces.values() if piece.power in powers and piece.space in state.owners)
    return any(state.edition.board.territory[piece.space].emblem == "china" for piece in there)

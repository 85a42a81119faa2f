"""Declarations of war and what powers keep away from in peace, in the shortest form. Raises AssertionError."""

from __future__ import annotations

from engine import GameState
from engine.events.politics import IncidentHappened, WarDeclared
from engine.events.territory import TerritoryTakenOver
from engine.politics.standing import are_on_one_side
from engine.state.pieces import Piece
from tests.engine.rules_in_short.wars import TOGETHER, are_at_war, fights_in, is_friend

EUROPEAN_AXIS = ("germany", "italy")
AXIS = (*EUROPEAN_AXIS, "japan")
MAY_DECLARE_ON = {
    "germany": ({"united_states"}, {"soviet_union"}, {"china"}),
    "italy": ({"united_states"}, {"soviet_union"}, {"china"}),
    "japan": (TOGETHER, {"united_states"}, {"france"}, {"soviet_union"}),
    "soviet_union": ({"germany"}, {"italy"}, {"japan"}),
    "united_states": ({"germany"}, {"italy"}, {"japan"}),
    "china": ({"germany"}, {"italy"}),
    "united_kingdom": ({"japan"},),
    "anzac": ({"japan"},),
    "france": ({"japan"},),
}
"""Whom a single declaration brings to war with a power (POL-15..37)."""
NORTH_AMERICA = frozenset((
    "alaska", "alberta_saskatchewan_manitoba", "aleutian_islands", "british_columbia", "central_america",
    "central_united_states", "eastern_united_states", "greenland", "mexico", "new_brunswick_nova_scotia",
    "newfoundland_labrador", "ontario", "quebec", "southeastern_mexico", "west_indies", "western_united_states",
    "yukon_territory",
))  # fmt: skip
NEAR_AMERICA = {"sz1", "sz2", "sz3", "sz8", "sz9", "sz10", "sz11", "sz12"}
NEUTRAL = {"united_states", "soviet_union"}
"""Powers that are neutral until they are at war."""
OUT_OF_CHINA_IN_PEACE = {"united_states", "united_kingdom", "anzac"}


def check_declared(state: GameState, event: WarDeclared) -> None:
    """On one's own turn, before any move, on a ground of the rules, and never twice (POL-02, POL-03, POL-17..35)."""
    power, foes = event.power, set(event.on)
    assert power == state.power, f"POL-02: {power} declares war in the turn of {state.power}"
    assert not state.undo, "CMV-72: war is declared after other orders"
    is_late = any(piece.moved == "combat_move" for piece in state.pieces.values())
    assert not (is_late and state.phase == "combat_move"), "CMV-72: war is declared after moves"
    assert power in event.joined, "the power itself stays out of its war"
    assert foes in MAY_DECLARE_ON[power], f"POL-03: {power} declares war on {foes}"
    for other in foes:
        assert not are_at_war(state, power, other), f"POL-01: {power} is at war with {other} already"
        assert not are_on_one_side(state, power, other), f"POL-03: {power} declares war on its ally {other}"
    assert set(event.joined) == (TOGETHER if power in TOGETHER else {power}), "POL-18: others go to war"
    answers, in_time = _ground(state, power, foes)
    assert state.phase in in_time, f"POL-02: war is declared in the {state.phase} phase"
    assert event.provoked == answers or _in_china(state, foes), "POL-05: provoked"


def _ground(state: GameState, power: str, foes: set[str]) -> tuple[bool, set[str]]:
    """Whether a declaration answers what others did, and the phases in which it is due."""
    if power == "united_states":
        is_provoked, is_free = _america_is_provoked(state), state.round >= 3 and _america_chose_its_wars(state)
        assert is_provoked or is_free, "POL-25: the United States declares war too early, or at war with others"
        at_income = {"collect_income"} if is_free and state.round == 3 else set()
        return is_provoked, at_income | ({"combat_move"} if is_provoked or state.round > 3 else set())
    if power == "soviet_union" and foes <= {*EUROPEAN_AXIS}:
        answers = _declared(state, EUROPEAN_AXIS, "soviet_union") or _fallen(state, "london", {"united_kingdom"})
        assert answers or state.round >= 4, "POL-31: the Soviet Union declares war too early"
        return answers, {"combat_move"}
    if power == "china":
        answers = _declared(state, EUROPEAN_AXIS, "china") or "china" in state.incidents
        assert answers, "POL-33: China declares war unprovoked"
        return True, {"combat_move"}
    return False, {"combat_move"}


def _america_chose_its_wars(state: GameState) -> bool:
    """Whether it is at war with nobody but those on whom it declared out of peace (POL-25)."""
    wars = [set(pair) - {"united_states"} for pair in state.wars or () if "united_states" in pair]
    chosen = [set(each.on) for each in state.declarations if (each.by, each.rule) == ("united_states", "POL-25")]
    return set().union(*wars) <= set().union(*chosen)


def _america_is_provoked(state: GameState) -> bool:
    """By a declaration on it, by Japan's on United Kingdom and ANZAC, or by what the Axis took (POL-23)."""
    attacked = _declared(state, AXIS, "united_states") or _declared(state, ("japan",), "anzac")
    lost = _fallen(state, "london", {"united_kingdom"}) or _fallen(state, "north_america", NORTH_AMERICA)
    return attacked or lost


def _declared(state: GameState, powers: tuple[str, ...], on: str) -> bool:
    """Whether one of these powers has declared war, unprovoked, on another."""
    return any(each.by in powers and on in each.on and not each.provoked for each in state.declarations)


def _fallen(state: GameState, incident: str, places: set[str] | frozenset[str]) -> bool:
    """Whether the Axis holds one of these territories of Global, or has held it."""
    if incident not in state.edition.parameters.politics.incidents:
        return False
    return incident in state.incidents or any(state.owners[place] in AXIS for place in places)


def check_incident(state: GameState, event: IncidentHappened) -> None:
    """What is remembered happens, and happens once (POL-23, POL-31, POL-33, POL-59..62)."""
    assert event.incident not in state.incidents, f"{event.incident} happens twice"
    if event.incident in ("london", "north_america"):
        places = {"united_kingdom"} if event.incident == "london" else NORTH_AMERICA
        assert set(event.territories) <= places, f"POL-23: {event.territories}"
        assert all(state.owners[t] in AXIS for t in event.territories), f"POL-23: {event.territories} are not taken"
    elif event.incident == "china":
        guests = {piece.space for piece in state.pieces.values() if piece.power in EUROPEAN_AXIS}
        assert set(event.territories) <= guests, f"POL-33: nobody has come to {event.territories}"
    else:
        own = [piece for piece in state.pieces.values() if piece.power == state.power]
        attacked = {p.space for p in own if p.moved == "combat_move"} | {p.assault for p in own if p.assault}
        attacked |= set(state.turn.owners_before)  # what tanks have taken on their way
        assert state.power == ("japan" if event.incident == "soviet_border" else "soviet_union"), "POL-60: who attacks"
        assert set(event.territories) <= attacked, f"POL-60: nobody attacks {event.territories}"


def check_taken_over(state: GameState, event: TerritoryTakenOver) -> None:
    """Dutch territory alone falls to those who guard it, as they come in the noncombat move (POL-38, POL-39)."""
    assert state.owners[event.territory] == event.former == "dutch", f"POL-38: {event.territory} is taken over"
    assert event.power in TOGETHER - {"dutch"}, f"POL-38: {event.power} takes {event.territory} over"
    assert state.phase == "noncombat_move", f"POL-38: {event.territory} is taken over in the {state.phase} phase"


def check_peaceful(state: GameState, piece: Piece, path: tuple[str, ...]) -> None:
    """What a power keeps away from until it is at war (POL-09, POL-21, POL-26..28, POL-36, POL-77)."""
    if state.wars is None or state.edition.parameters.politics.grounds == ():
        return
    lands = [space for space in path[1:] if space in state.owners]
    if piece.power in OUT_OF_CHINA_IN_PEACE and not are_at_war(state, piece.power, "japan"):
        territory = state.edition.board.territory
        assert not any(territory[space].emblem == "china" for space in lands), f"POL-27: {piece.id} enters China"
    for space in lands:
        _check_apart(state, piece, space)
    if lands and lands[-1] == path[-1]:
        _check_arrival(state, piece, path[-1])
    if state.type_of(piece).domain == "sea":
        _check_berth(state, piece, path[-1])


def _check_apart(state: GameState, piece: Piece, territory: str) -> None:
    """Neutral great powers and others keep out of each other's territory, also on the way (POL-12, POL-77)."""
    owner = state.owners[territory]
    if owner is None or owner == piece.power or are_at_war(state, owner, piece.power):
        return
    neutral = [power for power in (owner, piece.power) if power in NEUTRAL and not fights_in(state, power, territory)]
    assert not neutral, f"POL-77: {piece.id} comes through {territory}, and {neutral} are neutral"


def _check_arrival(state: GameState, piece: Piece, territory: str) -> None:
    """Units come to friends and enemies alone, and to neutrals where their power is at war (POL-09, POL-49, POL-77)."""
    owner = state.owners[territory]
    if owner is None:
        assert fights_in(state, piece.power, territory), f"POL-49: {piece.id} enters neutral {territory} in peace"
        return
    is_enemy = are_at_war(state, owner, piece.power)
    assert is_enemy or is_friend(state, owner, piece.power, territory), f"POL-77: {piece.id} comes to {territory}"
    others = [p for p in state.at(territory) if not are_on_one_side(state, p.power, piece.power)]
    strangers = [p.id for p in others if not are_at_war(state, p.power, piece.power)]
    assert not (is_enemy and strangers), f"POL-09: {piece.id} attacks {strangers}"


def _check_berth(state: GameState, ship: Piece, zone: str) -> None:
    beside = {state.owners[coast] for coast in state.edition.board.coasts_of(zone)}
    at_peace_with_japan = not are_at_war(state, "united_states", "japan")
    if ship.power == "japan" and at_peace_with_japan:
        assert zone not in NEAR_AMERICA, f"POL-21: {ship.id} ends in {zone}"
    if ship.power != "united_states":
        return
    assert not (at_peace_with_japan and "japan" in beside), f"POL-26: {ship.id} ends in {zone}"
    in_europe = state.edition.board.map_of.get(zone) == "europe"
    if in_europe and not any(are_at_war(state, "united_states", foe) for foe in EUROPEAN_AXIS):
        on_watch = zone == "sz102" and state.type_of(ship).can("warship")
        assert on_watch or "united_states" in beside, f"POL-28: {ship.id} ends in {zone}"


def _in_china(state: GameState, powers: set[str]) -> bool:
    """Whether units of these powers stand in China, which provokes Japan (POL-20)."""
    there = (piece for piece in state.pieces.values() if piece.power in powers and piece.space in state.owners)
    return any(state.edition.board.territory[piece.space].emblem == "china" for piece in there)

"""Pressing on, retreating or submerging (CMB-36..44, SPC-12..15, SPC-73)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from engine.combat.fire import current
from engine.combat.losses.casualties import is_cargo
from engine.combat.submerge import (
    able_to_submerge,
    attacker_submerges_after_fire,
    by_unit,
    chosen_submarines,
    diving,
    submerge,
)
from engine.combat.values import fire_expected, values
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense, Retreated
from engine.events.movement import DROPPED_FROM
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.play import Play
from engine.politics.limits import berth_limit
from engine.politics.standing import is_friendly_territory
from engine.position.relations import is_hostile_zone
from engine.quoting import quoted
from engine.requests import Orders, Question, open_request
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Request
from engine.state.words import listed, place


@dataclass(frozen=True)
class WaysOut:
    """What of the attackers may retreat and where to; only aircraft need no space (None)."""

    ground: tuple[Piece, ...]
    aircraft: tuple[Piece, ...]
    spaces: tuple[SpaceId | None, ...]


def retreat_spaces(state: GameState, space: SpaceId, attackers: tuple[Piece, ...]) -> tuple[SpaceId, ...]:
    """Spaces that land or sea units left on their way, the last or any, and that are friendly (CMB-38..41, CMB-68)."""
    board = state.edition.board
    on_the_ground = [piece for piece in attackers if piece.used and state.type_of(piece).domain != "air"]
    entered = {piece.came_from for piece in on_the_ground if piece.came_from}
    if state.edition.parameters.combat.retreat_along == "whole_way":
        entered |= {space for piece in on_the_ground for space in piece.way}
    if board.is_sea(space):
        ships = [piece for piece in attackers if state.type_of(piece).domain == "sea"]
        found = [zone for zone in entered if board.is_sea(zone) and _is_friendly_zone(state, zone, ships)]
    else:
        found = [t for t in entered if board.is_land(t) and is_friendly_territory(state, t, state.power)]
    return tuple(sorted(zone for zone in found if board.are_adjacent(zone, space)))


def _is_friendly_zone(state: GameState, zone: SpaceId, ships: Iterable[Piece]) -> bool:
    """Whether ships may retreat to a sea zone: by how it is now, or how it was when the turn began (CMB-40).

    No ship goes where its power keeps away in peace (POL-21, POL-26, POL-28).
    """
    if any(berth_limit(state, ship.power, ship.unit, zone) for ship in ships):
        return False
    if state.edition.parameters.combat.retreat_to_zones == "friendly":
        return not is_hostile_zone(state, zone, state.power)
    if zone in state.turn.newly_hostile:
        return not is_hostile_zone(state, zone, state.power)
    return zone not in state.turn.hostile_zones


def ways_out(state: GameState) -> WaysOut | None:
    """How the attackers of the present battle could retreat, or None where they cannot.

    Submarines that have submerged are no longer attackers and stay (CMB-69), and so do paratroopers where nobody
    attacked over land (RES-38).
    """
    battle = state.battle
    if battle is None:
        return None
    attackers = state.select(battle.attackers)
    aircraft = tuple(p for p in attackers if state.type_of(p).domain == "air")
    stays = {p.id for p in attackers if DROPPED_FROM.of(p) and not battle.retreats}.union(battle.seaborne)
    ground = tuple(p for p in attackers if state.type_of(p).domain != "air" and p.id not in stays)
    if battle.amphibious and battle.part == "land" and not state.edition.parameters.assaults.overland_may_leave:
        ground = ()
    if ground:
        return WaysOut(ground, aircraft, battle.retreats) if battle.retreats else None
    return WaysOut((), aircraft, (None,)) if aircraft else None


def press_or_retreat(play: Play) -> None:
    """Ask the attacker after a full round; with no way out the battle goes on without a question (CMB-36).

    Where submarines submerge after the fire they may do so whether the others press on or retreat (SPC-73).
    """
    battle = current(play)
    ways = ways_out(play.state) or WaysOut((), (), ())
    divers = able_to_submerge(play, "attacker") if attacker_submerges_after_fire(play) else []
    if not ways.spaces and not divers:
        return
    options: dict[str, Any] = {
        "press": True,
        "round": battle.round,
        "retreat": list(ways.spaces),
        "who": [domain for domain, pieces in _domains(play.state, ways) if pieces],
    }
    if divers:
        options["submerge"] = by_unit(divers)
    default = _default(play.state, ways, divers)
    open_request(play, "retreat", battle.space, (battle.attacker,), options, default, f"{battle.round}")


def _default(state: GameState, ways: WaysOut, divers: Sequence[Piece]) -> Choice:
    """Press when ahead, else retreat, or submerge where only submarines are left without a retreat (ASY-40)."""
    battle = state.battle
    if is_ahead(state) or battle is None:
        return {"press": True}
    if ways.spaces:
        return {"retreat": ways.spaces[0]}
    return {"press": True, "submerge": by_unit(divers)} if len(divers) == len(battle.attackers) else {"press": True}


def _domains(state: GameState, ways: WaysOut) -> list[tuple[str, tuple[Piece, ...]]]:
    land = tuple(p for p in ways.ground if state.type_of(p).domain == "land")
    sea = tuple(p for p in ways.ground if state.type_of(p).domain == "sea")
    return [("land", land), ("sea", sea), ("air", ways.aircraft)]


def is_ahead(state: GameState) -> bool:
    """Whether the attacker is ahead in expected result (ASY-40): fire in the next round times staying power."""
    battle = state.battle
    if battle is None:
        return False
    attackers, defenders = state.select(battle.attackers), state.select(battle.defenders)
    next_round = replace(state, battle=replace(battle, round=battle.round + 1))

    def strength(pieces: tuple[Piece, ...], side: AttackOrDefense) -> Fraction:
        fire = fire_expected(state, pieces, side, values(next_round, pieces, side))
        return fire * sum(state.type_of(piece).hits - piece.hits_taken for piece in pieces)

    return strength(attackers, "attacker") >= strength(defenders, "defender")


def answer(play: Play, request: Request, _power: PowerId, choice: Choice | str) -> None:
    """Press on, or retreat all that may; submarines named under `submerge` leave the battle first (SPC-100)."""
    if choice in ("default", "agree"):
        choice = request.default
    if not isinstance(choice, dict) or (choice.get("press") is True) == ("retreat" in choice):
        raise IllegalAction(
            "form", "Say {“press”: true}, or {“retreat”: “<space>”} with null if only aircraft retreat."
        )
    if unknown := sorted(set(choice) - {"press", "retreat", "who", "submerge"}):
        raise IllegalAction("form", f"A retreat has no {quoted(unknown[0])}.")
    divers = _divers(play, request, choice.get("submerge", {}))
    play.emit(RequestClosed(request.id, choice))
    submerge(play, "attacker", divers)
    if choice.get("press"):
        return
    ways = ways_out(play.state)
    if ways is None:
        raise IllegalAction("CMB-38", "There is nowhere to retreat to.")
    to = choice["retreat"]
    _check(play.state, ways, to, choice.get("who"))
    _go(play, ways, to)


def _divers(play: Play, request: Request, counts: object) -> list[Piece]:
    """The submarines that submerge with this answer; raises IllegalAction."""
    if counts and not attacker_submerges_after_fire(play):
        raise IllegalAction("SPC-73", "Submarines cannot submerge at this point of the battle.")
    able = able_to_submerge(play, "attacker")
    if counts and "submerge" not in request.options:
        raise IllegalAction("SPC-74", "Your submarines cannot submerge here: an enemy destroyer prevents it.")
    return chosen_submarines(play.state, able, counts, request.space, "submerge")


def _check(state: GameState, ways: WaysOut, to: SpaceId | None, who: object) -> None:
    able = [domain for domain, pieces in _domains(state, ways) if pieces]
    if who is not None and (not isinstance(who, list) or sorted(who) != sorted(able)):
        raise IllegalAction("CMB-43", f"Everything that can leave this battle retreats together: {listed(able)}.")
    if to in ways.spaces:
        return
    if not ways.ground:
        raise IllegalAction(
            "CMB-42", "Only aircraft can retreat here. They stay over the battle and land in the noncombat move."
        )
    names = listed((place(state, space) for space in ways.spaces if space), "or")
    if to is None:
        raise IllegalAction("CMB-37", f"Land and sea units retreat together with the aircraft. Name a space: {names}.")
    raise IllegalAction("CMB-38", f"Retreat to where an attacker came from: {names}.")


def _go(play: Play, ways: WaysOut, to: SpaceId | None) -> None:
    aboard = (cargo for piece in ways.ground for cargo in play.state.cargo(piece.id))
    carried = tuple(cargo.id for cargo in aboard if is_cargo(play.state, cargo))
    ground = tuple(piece.id for piece in ways.ground)
    aircraft = tuple(piece.id for piece in ways.aircraft)
    play.emit(Retreated(current(play).space, to, ground, carried, aircraft))


def answer_by_orders(state: GameState, request: Request, orders: Orders) -> Choice | None:
    """Pressing on or retreating, with the submarines that submerge before; None where something is left to say."""
    if state.battle is None:
        return None
    ways = request.options["retreat"]
    (policy,) = orders.get("retreat") or ("",)
    dive: Choice | None = {}
    if "submerge" in request.options:
        dive = diving(state, state.battle, request, "attacker", orders)
    if policy == "default":
        return request.default
    if dive is None or (ways and not policy):
        return None
    going: dict[str, Any] = {"retreat": ways[0]} if policy == "retreat" and ways else {"press": True}
    return {**going, "submerge": dive} if dive else going


RETREAT = Question("retreat", answer, answer_by_orders, {"retreat": ("press", "default", "retreat")})

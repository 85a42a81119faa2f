"""Pressing on, retreating or submerging (CMB-36..44, SPC-12..15, SPC-73)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

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
from engine.events.movement import DROPPED_BY, DROPPED_FROM
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Orders, Question, say
from engine.play import Play
from engine.politics.limits import berth_limit
from engine.politics.standing import is_friendly_territory
from engine.position.relations import is_hostile_zone
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Options, Request
from engine.state.words import listed, place

__all__ = ["RetreatChoice", "RetreatOptions", "ways_out"]

Domain = Literal["land", "sea", "air"]


@dataclass(frozen=True)
class WaysOut:
    """What of the attackers may retreat and where to; only aircraft need no space (None)."""

    ground: tuple[Piece, ...]
    aircraft: tuple[Piece, ...]
    spaces: tuple[SpaceId | None, ...]


class RetreatOptions(Options):
    """Ways to retreat, None where aircraft alone leave the battle; who would go; and what may submerge first."""

    press: bool
    round: int
    retreat: tuple[SpaceId | None, ...]
    who: tuple[Domain, ...]
    submerge: Mapping[UnitId, int] = Field(default_factory=dict)


def _either_or(schema: dict[str, object]) -> None:
    press: dict[str, object] = {"properties": {"press": {"const": True}, "retreat": False}, "required": ["press"]}
    schema["oneOf"] = [press, {"properties": {"press": {"const": False}}, "required": ["retreat"]}]


class RetreatChoice(Choice, extra="forbid", json_schema_extra=_either_or):
    """Press on, or retreat all that may to one of the offered spaces; null where only aircraft leave the battle.
    Submarines named under `submerge` leave the battle first, where the request offers it.
    """

    press: Annotated[bool, Field(strict=True)] = False
    retreat: SpaceId | None = None
    who: tuple[Domain, ...] | None = None
    submerge: Counts = Field(default_factory=dict)

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        if self.press == ("retreat" in self.model_fields_set):
            raise ValueError("press on, or retreat")
        return self


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
    attacked over land (RES-38); in an assault those of bombers too, which hold no aircraft there (SPC-15).
    """
    battle = state.battle
    if battle is None:
        return None
    attackers = state.select(battle.attackers)
    aircraft = tuple(p for p in attackers if state.type_of(p).domain == "air")
    stays = set(battle.seaborne)
    if not battle.retreats:
        stays |= {p.id for p in attackers if DROPPED_FROM.of(p) or (battle.amphibious and DROPPED_BY.of(p))}
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
    offered = RetreatOptions(
        press=True,
        round=battle.round,
        retreat=ways.spaces,
        who=tuple(domain for domain, pieces in _domains(play.state, ways) if pieces),
        submerge=by_unit(divers),
    )
    default = _default(play.state, ways, divers)
    RETREAT.ask(play, battle.space, (battle.attacker,), offered, default, f"{battle.round}")


def _default(state: GameState, ways: WaysOut, divers: Sequence[Piece]) -> RetreatChoice:
    """Press when ahead, else retreat, or submerge where only submarines are left without a retreat (ASY-40)."""
    battle = state.battle
    if is_ahead(state) or battle is None:
        return RetreatChoice(press=True)
    if ways.spaces:
        return RetreatChoice(retreat=ways.spaces[0])
    only_divers = len(divers) == len(battle.attackers)
    return RetreatChoice(press=True, submerge=by_unit(divers)) if only_divers else RetreatChoice(press=True)


def _domains(state: GameState, ways: WaysOut) -> list[tuple[Domain, tuple[Piece, ...]]]:
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


def answer(play: Play, request: Request, _power: PowerId, said: RetreatChoice) -> None:
    """Press on, or retreat all that may; submarines named under `submerge` leave the battle first (SPC-100)."""
    divers = _divers(play, request, said.submerge)
    play.emit(RequestClosed(request.id, said.to_json()))
    submerge(play, "attacker", divers)
    if said.press:
        return
    ways = ways_out(play.state)
    if ways is None:
        raise IllegalAction("CMB-38", "There is nowhere to retreat to.")
    _check(play.state, ways, said.retreat, said.who)
    _go(play, ways, said.retreat)


def _divers(play: Play, request: Request, counts: Counts) -> list[Piece]:
    """The submarines that submerge with this answer; raises IllegalAction."""
    if counts and not attacker_submerges_after_fire(play):
        raise IllegalAction("SPC-73", "Submarines cannot submerge at this point of the battle.")
    able = able_to_submerge(play, "attacker")
    if counts and not RetreatOptions.of(request).submerge:
        raise IllegalAction("SPC-74", "Your submarines cannot submerge here: an enemy destroyer prevents it.")
    return chosen_submarines(play.state, able, counts, request.space, "submerge")


def _check(state: GameState, ways: WaysOut, to: SpaceId | None, who: Sequence[Domain] | None) -> None:
    able = [domain for domain, pieces in _domains(state, ways) if pieces]
    if who is not None and sorted(who) != sorted(able):
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


def by_orders(state: GameState, request: Request, orders: Orders) -> RetreatChoice | None:
    """Pressing on or retreating, with the submarines that submerge before; None where something is left to say."""
    if state.battle is None:
        return None
    offered = RetreatOptions.of(request)
    (policy,) = orders.get("retreat") or ("",)
    dive: Counts | None = {}
    if offered.submerge:
        dive = diving(state, state.battle, offered.submerge, "attacker", orders)
    if policy == "default":
        return RetreatChoice.of(request.default)
    if dive is None or (offered.retreat and not policy):
        return None
    if policy == "retreat" and offered.retreat:
        to = offered.retreat[0]
        return RetreatChoice(retreat=to, submerge=dive) if dive else RetreatChoice(retreat=to)
    return RetreatChoice(press=True, submerge=dive) if dive else RetreatChoice(press=True)


RETREAT = Question(
    "retreat",
    RetreatOptions,
    RetreatChoice,
    say("Say {“press”: true}, or {“retreat”: “<space>”} with null if only aircraft retreat."),
    answer,
    by_orders=by_orders,
    policies={"retreat": ("press", "default", "retreat")},
)

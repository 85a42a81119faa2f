"""Rolling for the units of one side (CMB-07, CMB-08, GEN-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from engine.combat.hits import SOURCES, Profile, Source, profile_in_battle, source_of
from engine.combat.values import best_die_of, dice_of, values_in_battle
from engine.events.combat.battle import AttackOrDefense, Fired, Shots
from engine.facts.unit_types import UnitType
from engine.landing.proof import gives_itself_up
from engine.play import Play
from engine.state.battles import Battle, Hits
from engine.state.pieces import Piece, PieceId
from engine.state.words import place


def current(play: Play) -> Battle:
    """The battle being fought."""
    if play.state.battle is None:
        raise AssertionError("a step of a battle was taken without one")
    return play.state.battle


def round_steps(play: Play) -> tuple[str, ...]:
    """The names of the steps of a round of this battle (CMB-06)."""
    return play.parameters.combat.steps_of(current(play).part)


def attackers_fire(play: Play) -> None:
    """All attackers that have not fired yet this round, submarines kept from striking among them (SPC-71).

    They roll first, but whom they hit still fires (GEN-36).
    """
    battle = current(play)
    _fire(play, "attacker", "attackers_fire", play.state.select(battle.attackers))


def defenders_fire(play: Play) -> None:
    """All defenders that have not fired yet this round, the casualties of this round among them (CMB-09)."""
    battle = current(play)
    _fire(play, "defender", "defenders_fire", play.state.select(battle.defenders))


def attackers_strike(play: Play) -> None:
    """Attacking submarines strike by surprise in each round without an enemy destroyer (SPC-66, SPC-67, SPC-70).

    Destroyers of their own side change nothing for them (SPC-72).
    """
    battle = current(play)
    if not battle.defender_destroyer:
        _fire(play, "attacker", "attackers_strike", _submarines(play, battle.attackers))


def defenders_strike(play: Play) -> None:
    """Defending submarines strike, those just hit among them (SPC-67, SPC-69)."""
    battle = current(play)
    if not battle.attacker_destroyer:
        _fire(play, "defender", "defenders_strike", _submarines(play, battle.defenders))


def attackers_open_fire(play: Play) -> None:
    """Attacking submarines fire before all others, whether there are destroyers or not (SPC-66, SPC-67, SPC-70).

    So do aircraft that make a kamikaze attack (OPT-35).
    """
    attackers = play.state.select(current(play).attackers)
    _fire(play, "attacker", "attackers_open_fire", [p for p in attackers if _opens_fire(play, p)], _opening_source)


def defenders_open_fire(play: Play) -> None:
    """Defending submarines do so too, those just hit among them (SPC-69)."""
    defenders = play.state.select(current(play).defenders)
    _fire(play, "defender", "defenders_open_fire", [p for p in defenders if _opens_fire(play, p)], _opening_source)


def _opens_fire(play: Play, piece: Piece) -> bool:
    return play.state.type_of(piece).can("surprise_strike") or gives_itself_up(play.state, piece)


def _opening_source(unit: UnitType) -> Source:
    return "kamikaze" if unit.domain == "air" else "submarine"


def _submarines(play: Play, ids: Iterable[str]) -> list[Piece]:
    return [piece for piece in play.state.select(ids) if play.state.type_of(piece).can("surprise_strike")]


def _fire(
    play: Play,
    side: AttackOrDefense,
    step: str,
    pieces: Iterable[Piece],
    source: Callable[[UnitType], Source] = source_of,
) -> None:
    """Fire of those of these pieces that have not fired yet this round and can hit an enemy who still stands."""
    battle = current(play)
    can_be_hit_by = _open_to(play, side)
    if not can_be_hit_by:
        return
    able = [piece for piece in pieces if piece.id not in battle.fired]
    if not play.idle_units_fire:
        able = [piece for piece in able if source(play.state.type_of(piece)) in can_be_hit_by]
    in_battle = battle.attackers if side == "attacker" else battle.defenders
    fighting = play.state.select(in_battle)
    value = values_in_battle(play.state, fighting, side)
    roll(play, side, step, able, value, source)


def _open_to(play: Play, side: AttackOrDefense) -> Profile:
    """The classes of hits that some enemy of a side who is no casualty yet can take (CMB-07, CMB-16)."""
    battle = current(play)
    enemies = battle.defenders if side == "attacker" else battle.attackers
    enemy_side: AttackOrDefense = "defender" if side == "attacker" else "attacker"
    out = {*battle.down, *battle.struck}
    standing = play.state.select(piece_id for piece_id in enemies if piece_id not in out)
    return frozenset[Source]().union(*(profile_in_battle(play.state, battle, p, enemy_side) for p in standing))


def roll(
    play: Play,
    side: AttackOrDefense,
    step: str,
    pieces: Iterable[Piece],
    value: Mapping[PieceId, int],
    source: Callable[[UnitType], Source] = source_of,
    dice: Mapping[PieceId, int] | None = None,
) -> None:
    """Roll for these pieces of one side: each needs its value, and scores hits of its source.

    dice: how many each rolls, where that is not what it always rolls.
    """
    battle = current(play)
    state = play.state
    shooters = sorted(
        (piece for piece in pieces if value[piece.id] > 0), key=lambda piece: (value[piece.id], *state.rank(piece))
    )
    if not shooters:
        return
    count = dice or {piece.id: dice_of(state.type_of(piece), side, battle.part) for piece in shooters}
    barrels = [piece for piece in shooters for _ in range(count[piece.id])]
    faces = play.dice.roll(len(barrels), f"{place(state, battle.space)}, round {battle.round}: the {side}'s fire")
    scored = dict.fromkeys(SOURCES, 0)
    shots = []
    rolled = iter(zip(barrels, faces, strict=True))
    for (_, unit, power), group in groupby(rolled, key=lambda shot: (value[shot[0].id], shot[0].unit, shot[0].power)):
        volley = list(group)
        needed, line = value[volley[0][0].id], state.unit_of(power, unit)
        on_target = [piece.id for piece, face in volley if face <= needed]
        hits = len(set(on_target) if line.best_die_counts else on_target)
        scored[source(line)] += hits
        best_of = best_die_of(line, side, battle.part)
        shots.append(Shots(power, unit, needed, tuple(face for _, face in volley), hits, best_of))
    ids = tuple(piece.id for piece in shooters)
    play.emit(Fired(battle.space, battle.round, step, side, tuple(shots), ids, Hits(**scored)))

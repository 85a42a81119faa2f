"""Rolling for the units of one side (CMB-07, CMB-08, GEN-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from engine.combat.hits import SOURCES, Profile, Source, profile_in_battle, source_of
from engine.combat.values import best_die_of, dice_of, values_in_battle
from engine.dice import FACES, Dice, counted_on
from engine.events.combat.battle import AttackOrDefense, Fired, LowLuck, Shots
from engine.facts.unit_types import UnitType
from engine.landing.proof import gives_itself_up
from engine.play import Play
from engine.state.battles import Battle, Hits
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import label


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
    return "kamikaze" if unit.domain == "air" else source_of(unit)


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
    return frozenset[Source]().union(*_profiles_before(play, side))


def _profiles_before(play: Play, side: AttackOrDefense) -> list[Profile]:
    """What each enemy of a side can take who is no casualty yet."""
    battle = current(play)
    enemies = battle.defenders if side == "attacker" else battle.attackers
    enemy_side: AttackOrDefense = "defender" if side == "attacker" else "attacker"
    out = {*battle.down, *battle.struck}
    standing = play.state.select(piece_id for piece_id in enemies if piece_id not in out)
    return [profile_in_battle(play.state, battle, piece, enemy_side) for piece in standing]


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

    dice: how many each rolls, where that is not what it always rolls. With low luck all that can hit the same enemies
    fire together, but for those of whose dice only the best counts.
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
    best_of = {piece.id: best_die_of(state.type_of(piece), side, battle.part) for piece in shooters}
    is_low = _is_low(state, step)
    group = _groups(play, side) if is_low else {}
    together = [group.get(source(state.type_of(p))) if best_of[p.id] == 1 else None for p in barrels]
    why = f"{label(state, battle.space)}, round {battle.round}: the {side}'s fire"
    faces, low_luck = _thrown(play.dice, why, [value[piece.id] for piece in barrels], together)
    scored = dict.fromkeys(SOURCES, 0)
    shots = []
    rolled = iter(zip(barrels, faces, strict=True))
    for (_, unit, power), alike in groupby(rolled, key=lambda shot: (value[shot[0].id], shot[0].unit, shot[0].power)):
        volley = list(alike)
        first = volley[0][0].id
        needed, line = value[first], state.unit_of(power, unit)
        on_target = [piece.id for piece, face in volley if face <= needed]
        hits = len(set(on_target) if line.best_die_counts else on_target)
        scored[source(line)] += hits
        if is_low and best_of[first] == 1:
            shots.append(Shots(power, unit, needed, (), hits, unrolled=len(volley)))
        else:
            shots.append(Shots(power, unit, needed, tuple(face for _, face in volley), hits, best_of[first]))
    ids = tuple(piece.id for piece in shooters)
    play.emit(Fired(battle.space, battle.round, step, side, tuple(shots), ids, Hits(**scored), low_luck))


def covers_all_fire(state: GameState) -> bool:
    """Whether antiaircraft guns and kamikazes fire with low luck at this table, too."""
    return state.edition.parameters.combat.low_luck == "all"


def covers_battles(state: GameState) -> bool:
    """Whether units fire together with low luck in battles: rules and chances both ask here."""
    return state.edition.parameters.combat.low_luck != "off"


def _is_low(state: GameState, step: str) -> bool:
    """Whether those that fire in a step fire together with low luck."""
    return covers_all_fire(state) if step == "anti_aircraft_fires" else covers_battles(state)


def _groups(play: Play, side: AttackOrDefense) -> dict[Source, Source]:
    """For each class of hits the first that can hit the same enemies: those who score them fire together."""
    profiles = _profiles_before(play, side)
    open_to = {source: tuple(source in profile for profile in profiles) for source in SOURCES}
    return {source: next(each for each in SOURCES if open_to[each] == open_to[source]) for source in SOURCES}


def _thrown(
    dice: Dice, why: str, needed: Sequence[int], together: Sequence[Source | None]
) -> tuple[list[int], tuple[LowLuck, ...]]:
    """A face for each die that counts: its own, or the one die of those that fire together as it is counted on."""
    own = [at for at, group in enumerate(together) if group is None]
    faces = dict(zip(own, dice.roll(len(own), why) if own else (), strict=True))
    fired: list[LowLuck] = []
    for source in SOURCES:
        if members := [at for at, group in enumerate(together) if group == source]:
            strengths = [needed[at] for at in members]
            rest = sum(strengths) % FACES
            fired.append(LowLuck(sum(strengths), dice.roll(1, why) if rest else ()))
            die = fired[-1].dice[0] if fired[-1].dice else 1
            faces |= dict(zip(members, counted_on(strengths, die), strict=True))
    return [faces[at] for at in range(len(together))], tuple(fired)

"""The course of a battle: rounds made of small named steps (CMB-06), when it is over, and what follows (CMB-28..35,
CMB-45..48).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.combat.air.air_battle import bombers_go_on
from engine.combat.air.anti_aircraft import anti_aircraft_fires, guns_are_to_fire
from engine.combat.amphibious.bombardment import ships_bombard
from engine.combat.capture import occupy
from engine.combat.fire import (
    attackers_fire,
    attackers_open_fire,
    attackers_strike,
    current,
    defenders_fire,
    defenders_open_fire,
    defenders_strike,
    round_steps,
)
from engine.combat.hits import can_hit_any
from engine.combat.losses.casualties import (
    attacker_chooses,
    cargo_lost_with,
    defender_chooses,
    remove,
    remove_casualties,
    remove_struck,
)
from engine.combat.retreat import press_or_retreat, ways_out
from engine.combat.submerge import attacker_submerges, defender_submerges
from engine.events.combat.battle import BattleEnded, Outcome, RoundBegan, StepDone, UnitsLost
from engine.facts.board import SpaceId
from engine.facts.parameters import BATTLE_STEPS
from engine.landing.basing import land_stranded
from engine.play import AFTER_BATTLE, BEFORE_FIRE, Play
from engine.politics.standing import is_hostile_territory
from engine.position.relations import commands, defenders_at
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


def end_or_go_on(play: Play) -> None:
    """End the battle if nobody is left to fight it, or nobody can hit anybody; this comes before a retreat (CMB-29)."""
    outcome = outcome_now(play)
    if outcome is not None:
        end(play, _without_casualties(play, outcome))


def _without_casualties(play: Play, outcome: Outcome) -> Outcome:
    """How the battle ends once the units that only remained to fire are gone (CMB-10, CMB-21)."""
    battle = current(play)
    if not (casualties := (*battle.struck, *battle.down)):
        return outcome
    remove(play, casualties)
    return outcome_now(play) or outcome


def outcome_now(play: Play) -> Outcome | None:
    """How the battle ends now, or None while it goes on.

    Defenceless transports are sunk on the way (CMB-31..33), and guns that nobody protects are removed (SPC-65).
    """
    attackers, defenders = _sides(play)
    if not (attackers and defenders):
        return _survivors(attackers, defenders)
    attacker_hits = can_hit_any(play.state, attackers, defenders, "attacker")
    defender_hits = can_hit_any(play.state, defenders, attackers, "defender")
    if guns_are_to_fire(play.state, current(play)):
        return None
    if _others(play, defenders) != list(defenders) and attacker_hits and not _can_fight_on(play, attackers, defenders):
        _sink(play, [piece for piece in defenders if piece not in _others(play, defenders)])
        attackers, defenders = _sides(play)
        return _survivors(attackers, defenders) if not defenders else "both"
    if not attacker_hits and not defender_hits:
        return None if _only_transports_may_leave(play, attackers, defenders) else "both"
    if not _others(play, attackers) and defender_hits and ways_out(play.state) is None:
        _sink(play, attackers)
        return "defender"
    return None


def _sides(play: Play) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    battle = current(play)
    return play.state.select(battle.attackers), play.state.select(battle.defenders)


def _survivors(attackers: Sequence[Piece], defenders: Sequence[Piece]) -> Outcome:
    if attackers:
        return "attacker"
    return "defender" if defenders else "nobody"


def _others(play: Play, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces that are not defenceless, as transports are, and in some editions guns."""
    return [piece for piece in pieces if not play.state.type_of(piece).can("defenseless")]


def _can_fight_on(play: Play, attackers: Sequence[Piece], defenders: Sequence[Piece]) -> bool:
    """Whether, the defender's transports apart, one side can still hit the other (CMB-32)."""
    fighting = _others(play, defenders)
    return can_hit_any(play.state, attackers, fighting, "attacker") or can_hit_any(
        play.state, fighting, attackers, "defender"
    )


def _only_transports_may_leave(play: Play, attackers: Sequence[Piece], defenders: Sequence[Piece]) -> bool:
    """With only transports on both sides the attacker's may stay or retreat (CMB-34): asked at the end of the round."""
    only_transports = not _others(play, attackers) and not _others(play, defenders)
    battle = current(play)
    is_still_asked = battle.round > 0 and battle.step < len(round_steps(play))
    return only_transports and is_still_asked and ways_out(play.state) is not None


def _sink(play: Play, transports: Sequence[Piece]) -> None:
    pieces = tuple(transports)
    play.emit(UnitsLost(current(play).space, pieces, cargo_lost_with(play.state, pieces), "defenseless"))


def end(play: Play, outcome: Outcome) -> None:
    """End the battle: repair, remember who fought, and take the territory if attackers able to hold it are left.

    Who only sank lone transports has fought too (CMB-67).
    """
    battle = current(play)
    state = play.state
    own = [p.id for p in state.at(battle.space) if commands(state, p) and p.submerged]
    fought = tuple(dict.fromkeys([*battle.attackers, *own]))
    repaired = _repaired(state, battle)
    zone_open = _zone_is_open(play, outcome) if battle.part == "sea" else None
    captors = [p for p in state.select(battle.attackers) if state.type_of(p).can("captures")]
    play.emit(BattleEnded(battle.space, battle.part, outcome, battle.round, fought, repaired, zone_open))
    for effect in AFTER_BATTLE.of_all(play.state):
        effect(play, battle, outcome)
    if battle.part == "land" and outcome == "attacker" and captors and _is_hostile_still(play, battle.space):
        occupy(play, battle.space, captors)


def _repaired(state: GameState, battle: Battle) -> tuple[PieceId, ...]:
    """Ships that are set upright again after their battle, where no base is needed for that (UNI-57)."""
    if state.edition.parameters.combat.damaged_ships == "need_a_base":
        return ()
    damaged = [piece for piece in sorted(state.pieces.values(), key=state.rank) if piece.hits_taken]
    return tuple(p.id for p in damaged if p.retreated or p.id in battle.attackers or p.id in battle.defenders)


def _is_hostile_still(play: Play, territory: SpaceId) -> bool:
    """Whether the territory was not taken by a blitz while a landing was on its way (CMV-24)."""
    return is_hostile_territory(play.state, territory, play.power)


def _zone_is_open(play: Play, outcome: Outcome) -> bool:
    """Whether cargo may land from the zone now: only transports and submerged submarines are left there (SPC-05)."""
    if outcome == "defender":
        return False
    left = defenders_at(play.state, current(play).space, play.power)
    return all(play.state.type_of(piece).can("defenseless") for piece in left)


def before_fire(play: Play) -> None:
    """What advantages do in a round before any die is rolled (OPT-36)."""
    for effect in BEFORE_FIRE.of_all(play.state):
        effect(play)


STEPS: Mapping[str, Callable[[Play], None]] = {
    "anti_aircraft_fires": anti_aircraft_fires,
    "ships_bombard": ships_bombard,
    "attacker_submerges": attacker_submerges,
    "defender_submerges": defender_submerges,
    "attackers_strike": attackers_strike,
    "defenders_strike": defenders_strike,
    "before_fire": before_fire,
    "attackers_open_fire": attackers_open_fire,
    "defenders_open_fire": defenders_open_fire,
    "remove_struck": remove_struck,
    "attackers_fire": attackers_fire,
    "defender_chooses": defender_chooses,
    "defenders_fire": defenders_fire,
    "attacker_chooses": attacker_chooses,
    "remove_casualties": remove_casualties,
    "end_or_go_on": end_or_go_on,
    "press_or_retreat": press_or_retreat,
    "bombers_go_on": bombers_go_on,
}

BATTLE_STEPS.enter(STEPS)


def fight(play: Play) -> None:
    """Go on with the battle until it ends or somebody must choose.

    Where the edition says so, defenders whose carrier was sunk land before the next battle (SPC-80, NCM-04).
    """
    while play.state.battle is not None and not play.state.requests:
        battle = current(play)
        if battle.round == 0 or battle.step >= len(round_steps(play)):
            _next_round(play)
        else:
            step = battle.step
            STEPS[round_steps(play)[step]](play)
            if play.state.battle is not None:
                play.emit(StepDone(step + 1))
    if play.state.battle is None and play.parameters.air.stranded_land == "after_battle":
        land_stranded(play)


def _next_round(play: Play) -> None:
    """Begin a round, unless there is nothing to fight: from the start, or since the attacker retreated.

    Only destroyers that fight count against submarines, not those of an ally who looks on (CMB-26).
    """
    end_or_go_on(play)
    if play.state.battle is None:
        return
    battle = current(play)

    def has_destroyer(ids: tuple[PieceId, ...]) -> bool:
        return any(play.state.type_of(piece).can("anti_submarine") for piece in play.state.select(ids))

    play.emit(
        RoundBegan(battle.space, battle.round + 1, has_destroyer(battle.attackers), has_destroyer(battle.defenders))
    )

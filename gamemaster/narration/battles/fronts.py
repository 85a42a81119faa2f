"""Battles ahead: who will meet whom, who will bomb what, and what rockets can reach."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask import (
    commands,
    defenders_at,
    enemy_guns,
    escorts_at,
    expected_battles,
    interceptors_at,
    is_on_raid,
    landing_cargo,
    launchers,
    raiders_at,
    rocket_targets,
    sea_attackers,
    supporting_ships,
)
from engine.facts.board import SpaceId
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import listed, place
from gamemaster.narration.battles.scrambles import risen
from gamemaster.narration.phrases import force, heading, spaces_named
from gamemaster.narration.trying import would_be_accepted


def attackers_of(state: GameState, battle: PendingBattle) -> tuple[Piece, ...]:
    """Who will attack in a battle that is due, seaborne units included; the raiders of a raid."""
    if battle.kind == "raid":
        return raiders_at(state, battle.space)
    if battle.part == "sea":
        return sea_attackers(state, battle.space)
    own = tuple(piece for piece in state.at(battle.space) if commands(state, piece) and not is_on_raid(piece))
    return (*own, *landing_cargo(state, battle.space))


def battle_name(state: GameState, battle: PendingBattle) -> str:
    """ "West Russia", "the raid on Germany"."""
    where = place(state, battle.space)
    return f"the raid on {where}" if battle.kind == "raid" else where


def kinds_named(battles: Sequence[PendingBattle]) -> str:
    """What must be fought before others: "the raid", "the raids and the amphibious assaults"."""
    raids = [battle for battle in battles if battle.kind == "raid"]
    assaults = [battle for battle in battles if battle.kind == "combat" and battle.amphibious]
    landings = [battle for battle in assaults if battle.part == "land"]
    found = [f"the {'raids' if raids[1:] else 'raid'}"] if raids else []
    found += [f"the amphibious {'assaults' if landings[1:] else 'assault'}"] if assaults else []
    return listed(found)


def front_line(state: GameState, battle: PendingBattle) -> str:
    """ "West Russia: 3 infantry, 1 tank against 3 infantry", "Germany: raid by 2 bombers, under antiaircraft fire"."""
    attackers = attackers_of(state, battle)
    ours = force(state, attackers)
    aircraft = [piece.id for piece in attackers if state.type_of(piece).domain == "air"]
    fire = ", under antiaircraft fire" if aircraft and enemy_guns(state, battle.space, state.power) else ""
    if battle.kind == "raid":
        return f"{heading(state, battle.space)}: raid by {ours}{_in_the_air(state, battle)}{fire}"
    defenders = defenders_at(state, battle.space, state.power)
    rose = risen(state, defenders)
    theirs = f"{force(state, defenders)}{f' (scrambled: {rose})' if rose else ''}"
    assault = f" (amphibious assault{_support(state, battle)})" if battle.part == "land" and battle.amphibious else ""
    return f"{heading(state, battle.space)}: {ours} against {theirs}{assault}{fire}"


def _support(state: GameState, battle: PendingBattle) -> str:
    """Which ships could bombard as a landing begins: "; 1 battleship can bombard"; not those that have to fight."""
    fights = {each.space for each in expected_battles(state)}
    ships = force(state, (s for s in state.select(supporting_ships(state, battle)) if s.space not in fights), "")
    return f"; {ships} can bombard" if ships else ""


def _in_the_air(state: GameState, raid: PendingBattle) -> str:
    """ " with 1 fighter, intercepted by 2 fighters" where a raid has escorts and interceptors."""
    escorts, interceptors = escorts_at(state, raid.space), interceptors_at(state, raid.space)
    beside = f" with {force(state, escorts)}" if escorts else ""
    return beside + (f", intercepted by {force(state, interceptors)}" if interceptors else "")


def front_lines(state: GameState) -> list[str]:
    """A line for each battle ahead."""
    return [front_line(state, battle) for battle in expected_battles(state)]


def rockets_line(state: GameState) -> str:
    """ "Rockets can strike Germany or Southern Europe.", or nothing."""
    targets = rocket_targets(state)
    return f"Rockets can strike {spaces_named(state, targets, 'or')}." if targets else ""


def rocket_launchers(state: GameState, target: SpaceId) -> tuple[Piece, ...]:
    """Guns and bases that could launch a rocket at a territory now."""
    order = {"type": "battle", "kind": "rocket", "space": target}
    return tuple(
        p for p in sorted(launchers(state), key=state.rank) if would_be_accepted(state, {**order, "pick": [p.id]})
    )

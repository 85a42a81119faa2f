"""Battles ahead: who will meet whom, who may rise against them, what can take nothing, what rockets can reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import ask
from engine.ask import (
    battles_due,
    can_hit_any,
    commands,
    defenders_at,
    enemy_guns,
    escorts_at,
    expected_battles,
    interceptors_at,
    is_defended,
    is_on_raid,
    landing_cargo,
    launchers,
    raiders_at,
    rocket_targets,
    scramble_range,
    sea_attackers,
    supporting_ships,
    zones_attacked,
)
from engine.events.advantages import KAMIKAZE
from engine.events.combat.scramble import SCRAMBLED_FROM
from engine.facts.board import SpaceId
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import listed, place
from gamemaster.narration.phrases import behind_your, by_number, force, heading, spaces_named, the_power
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


def scrambles_to_expect(state: GameState) -> list[str]:
    """What enemies may send where the power on turn attacks or lands, such as "… into sea zone 6: 3 from Japan."."""
    if not any(unit.can("scrambles") for unit in state.edition.units):
        return []
    ranges = {zone: scramble_range(state, zone, state.power) for zone in by_number(zones_attacked(state))}
    return [
        f"Enemy aircraft may scramble into {place(state, zone)}: "
        f"{listed(f'{count} from {place(state, base)}' for base, count in bases.items())}."
        for zone, bases in ranges.items()
        if bases
    ]


def kamikazes_to_expect(state: GameState) -> list[str]:
    """By whom ships of the power on turn may be struck before the battles as its moves stand, and how hard."""
    if not any(state.kamikaze_tokens.values()):
        return []
    hits = listed(map(str, range(1, state.edition.parameters.combat.kamikaze_strikes.hits_on + 1)), "or")
    return [
        f"Kamikazes may strike your warships in {spaces_named(state, by_number(where))} before the battle: "
        f"{the_power(state, power)} has {state.kamikaze_tokens[power]} left, each hits on {hits}, and where one "
        "strikes, no ship can bombard."
        for power, where in ask.kamikazes_to_expect(state).items()
    ]


def risen(state: GameState, pieces: Iterable[Piece]) -> str:
    """Those of the pieces that scrambled: "2 fighters from Japan and 1 fighter from Korea", or nothing."""
    return listed(f"{force(state, group)} from {place(state, base)}" for base, group in by_base(pieces).items())


def by_base(pieces: Iterable[Piece]) -> dict[SpaceId, list[Piece]]:
    """Those of the pieces that scrambled, by the territory of their base."""
    found: dict[SpaceId, list[Piece]] = {}
    for piece in pieces:
        if base := SCRAMBLED_FROM.of(piece):
            found.setdefault(base, []).append(piece)
    return found


_NO_DESTROYER = "aircraft hit submarines only beside one of your destroyers"
_NO_RAID = "no raid goes there that needs an escort"


def futile_lines(state: GameState) -> list[str]:
    """Which attackers can hit nobody where they go, and why: "Your fighter cannot hit anything in sea zone 5: …"."""
    lines = [line for battle in expected_battles(state) if (line := _futile_line(state, battle))]
    lines += _without_prey(state)
    return [*lines, *(_idle_line(state, battle) for battle in walkovers(state) if not takes(state, battle))]


def walkovers(state: GameState) -> list[PendingBattle]:
    """Attacks on territory that nobody defends."""
    return [each for each in battles_due(state) if each.kind != "raid" and not is_defended(state, each.space)]


def takes(state: GameState, battle: PendingBattle) -> bool:
    """Whether anybody who attacks can take territory."""
    return any(state.type_of(piece).can("captures") for piece in attackers_of(state, battle))


def _idle_line(state: GameState, battle: PendingBattle) -> str:
    """ "Your bomber cannot take Gibraltar: only land units take territory."."""
    pieces = attackers_of(state, battle)
    only = "only land units take territory"
    return f"Your {behind_your(force(state, pieces))} cannot take {place(state, battle.space)}: {only}."


def _without_prey(state: GameState) -> list[str]:
    """Aircraft that flew to where they find nobody whom they may attack."""
    if state.phase != "combat_move":
        return []
    due = {battle.space for battle in battles_due(state)}
    sent = [p for p in state.pieces.values() if p.moved == "combat_move" and p.space not in due and commands(state, p)]
    flew = [piece for piece in sent if state.type_of(piece).domain == "air" and not piece.aboard]
    zones = by_number(zone for zone in {piece.space for piece in flew} if defenders_at(state, zone, state.power))
    idle = {zone: behind_your(force(state, (piece for piece in flew if piece.space == zone))) for zone in zones}
    sea = state.edition.board.is_sea
    return [
        f"Your {units} cannot attack anything in {place(state, zone)}: {_NO_DESTROYER if sea(zone) else _NO_RAID}."
        for zone, units in idle.items()
    ]


def _futile_line(state: GameState, battle: PendingBattle) -> str:
    """Nothing where all who are armed can hit somebody, or somebody can at least take the territory."""
    attackers, defenders = attackers_of(state, battle), defenders_at(state, battle.space, state.power)
    if battle.kind != "combat" or not defenders or _has_other_aims(state, attackers):
        return ""
    hunters = [piece for piece in attackers if state.type_of(piece).can("anti_submarine")]
    armed = [piece for piece in attackers if state.type_of(piece).attack]
    one_of_each = {piece.unit: piece for piece in armed}.values()
    useful = {one.unit for one in one_of_each if can_hit_any(state, [one, *hunters], defenders, "attacker")}
    idle = [piece for piece in armed if piece.unit not in useful]
    if armed and not idle:
        return ""
    useless = idle if len(idle) < len(armed) else attackers
    units = behind_your(force(state, useless))
    return f"Your {units} cannot hit anything in {place(state, battle.space)}: {_why(state, idle)}."


def _has_other_aims(state: GameState, attackers: Sequence[Piece]) -> bool:
    """Whether any unit may take the territory, or is spent in an attack on ships (OPT-35)."""
    return any(state.type_of(piece).can("captures") or KAMIKAZE.of(piece) for piece in attackers)


def _why(state: GameState, idle: Sequence[Piece]) -> str:
    types = [state.type_of(piece) for piece in idle]
    reasons = ["submarines cannot hit aircraft"] if any(unit.can("cannot_hit_air") for unit in types) else []
    if any(unit.domain == "air" for unit in types):
        reasons.append(_NO_DESTROYER)
    return ", and ".join(reasons) or "nothing you sent can fire"

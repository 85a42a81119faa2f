"""What must still be done before a phase may end."""

from __future__ import annotations

from engine.errors import IllegalAction, Unfinished
from engine.facilities.scrambling import may_be_scrambled_into
from engine.facts.board import SpaceId
from engine.landing.basing import all_unlanded, decks_at
from engine.landing.proof import carriers_to_come, landing_plan
from engine.movement.paratroopers import check_paratroopers_joined
from engine.movement.sea import check_sea_move, keeps_cargo, leaves_hostile_zone, unarmed_in_words
from engine.play import CHECK_COMBAT_MOVED
from engine.position.due import assaults_from, has_prey, is_sea_battle_due, own_units_at_sea, sea_attackers
from engine.position.relations import commands, defenders_at, is_hostile_zone, leaves_combat_to_ally
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, listed, pieces_in_words, place


def check_battles_fought(state: GameState) -> None:
    """Raise IllegalAction while battles are due."""
    if state.pending:
        due = listed(place(state, battle.space) for battle in state.pending)
        raise IllegalAction("phase", f"You still have battles to fight: {due}.")


def check_combat_moves(state: GameState) -> None:
    """CMV-01, CMV-16, CMV-58, CMV-63, CMV-64, OPT-35, RES-35 at the end of the combat moves; raises IllegalAction.

    Cargo may stay aboard for later (NCM-32). An ally that fights for the power answers for both (OPT-28).
    """
    if leaves_combat_to_ally(state):
        return
    own = sorted((piece for piece in state.pieces.values() if commands(state, piece)), key=state.rank)
    for piece in own:
        _check_has_reason(state, piece)
        _check_loaded_for_assault(state, piece)
        for check in CHECK_COMBAT_MOVED.of(state, piece.power):
            check(state, piece)
    check_paratroopers_joined(state)
    for zone in (zone for zone in state.edition.board.sea_zone if zone in state.by_space):
        _check_zone(state, zone)
    if stranded := landing_plan(state).stranded:
        movers = [piece for piece in stranded if piece.moved]
        if movers:
            name, where = state.type_of(movers[0]).name, place(state, movers[0].space)
            raise Unfinished("CMV-39", f"I can't find a landing place for the {name} over {where}.", movers[0].id)


def _check_has_reason(state: GameState, piece: Piece) -> None:
    """A unit at sea that moved must fight, cover an assault, or have left a hostile zone (CMV-01, CMV-10..12).

    Where cargo need not land, a laden transport needs no other reason (CMV-58).
    """
    at_sea = state.edition.board.is_sea(piece.space) and state.type_of(piece).domain != "land"
    if piece.moved != "combat_move" or not piece.used or not at_sea:
        return
    zone = piece.space
    covers = assaults_from(state, zone) and _may_cover(state, piece, zone)
    if leaves_hostile_zone(state, piece, zone) or covers or keeps_cargo(state, piece):
        return
    if is_sea_battle_due(state, zone) and piece in sea_attackers(state, zone):
        return
    if state.type_of(piece).domain == "air" and defenders_at(state, zone, piece.power):
        _check_has_prey(state, piece)
    if _is_to_look_on(state, piece):
        enemies = pieces_in_words(state, defenders_at(state, zone, piece.power))
        raise Unfinished(
            "CMV-01",
            f"The {state.type_of(piece).name} moved to {place(state, zone)} but does not attack {enemies} there. Let "
            "it attack, or undo that move and make it in the noncombat move.",
            piece.id,
        )
    raise Unfinished(
        "CMV-01",
        f"The {state.type_of(piece).name} in {place(state, zone)} has nothing to fight and no assault to cover. Undo "
        "that move and make it in the noncombat move.",
        piece.id,
    )


def _is_to_look_on(state: GameState, piece: Piece) -> bool:
    """Whether a unit could attack in its zone as the moves stand, but has been told not to."""
    armed = any(state.type_of(own).attack for own in own_units_at_sea(state, piece.space))
    return armed and bool(defenders_at(state, piece.space, piece.power))


def _check_has_prey(state: GameState, aircraft: Piece) -> None:
    """CMV-12."""
    if not has_prey(state, aircraft.space, own_units_at_sea(state, aircraft.space)):
        raise Unfinished(
            "CMV-12",
            f"The {state.type_of(aircraft).name} in {place(state, aircraft.space)} finds only submarines, which "
            "aircraft attack only beside one of your destroyers. Send one, or undo that move.",
            aircraft.id,
        )


def _may_cover(state: GameState, piece: Piece, zone: SpaceId) -> bool:
    """Ships cover any landing, aircraft one against which others might scramble (CMV-11, CMV-13)."""
    return state.type_of(piece).domain == "sea" or may_be_scrambled_into(state, zone, piece.power)


def _check_loaded_for_assault(state: GameState, piece: Piece) -> None:
    """What boarded in the combat move must assault (CMV-58); what was aboard before may stay (CMV-59)."""
    must_land = state.edition.parameters.assaults.cargo_must_land and piece.assault is None
    if must_land and piece.loaded == "combat_move":
        raise Unfinished(
            "CMV-58",
            f"The {state.type_of(piece).name} aboard in {place(state, piece.space)} was loaded this phase. Declare its "
            "assault, or undo the loading.",
            piece.id,
        )


def _check_zone(state: GameState, zone: SpaceId) -> None:
    own = own_units_at_sea(state, zone)
    assaults = assaults_from(state, zone)
    if not own and not assaults:
        return
    fights = is_sea_battle_due(state, zone)
    if fights or is_hostile_zone(state, zone, state.power):
        _check_strength(state, zone, sea_attackers(state, zone) if fights else own, assaults)
    if assaults and not fights:
        _check_escort(state, zone, own)


def _check_strength(state: GameState, zone: SpaceId, own: tuple[Piece, ...], assaults: tuple[SpaceId, ...]) -> None:
    """Somebody must be there to fight (SPC-01), and able to hit where transports may not attack alone (CMV-63)."""
    if any(state.type_of(piece).attack for piece in own):
        return
    enemies = pieces_in_words(state, defenders_at(state, zone, state.power))
    held = f"{first_upper(place(state, zone))} is held by {enemies}"
    if state.edition.parameters.sea.transports_may_attack_alone:
        if not own:
            raise IllegalAction(
                "SPC-01", f"{held}. Nobody can land from there until your own ships have fought a battle."
            )
    elif assaults or any(_could_have_stayed_away(state, zone, piece) for piece in own):
        rule, alone, bring = unarmed_in_words(state, own)
        raise IllegalAction(rule, f"{held}, and {alone.lower()} alone cannot attack. Bring {bring}, or leave.")


def _could_have_stayed_away(state: GameState, zone: SpaceId, piece: Piece) -> bool:
    """Whether a ship attacks unforced, entered the zone by its own move, or could still leave it (CMV-16, CMV-20)."""
    if piece.used or not is_hostile_zone(state, zone, piece.power):
        return True
    for there in state.edition.board.neighbours[piece.space]:
        if state.edition.board.is_sea(there) and not is_hostile_zone(state, there, piece.power):
            try:
                check_sea_move(state, piece, (piece.space, there))
            except IllegalAction:
                continue
            return True
    return False


def _check_escort(state: GameState, zone: SpaceId, own: tuple[Piece, ...]) -> None:
    """Ignored submarines forbid a landing without an own warship in the zone (CMV-64..66)."""
    if not state.edition.parameters.assaults.need_escort_past_submarines:
        return
    submarines = [p for p in defenders_at(state, zone, state.power) if state.type_of(p).can("submerge")]
    if submarines and not any(state.type_of(piece).can("warship") for piece in own):
        raise IllegalAction(
            "CMV-64",
            f"A landing cannot ignore {pieces_in_words(state, submarines)} in {place(state, zone)} without one of your "
            "warships there. Bring one, or attack.",
        )


def check_landings(state: GameState) -> None:
    """As many aircraft as possible must be landed; which ones is the player's choice (NCM-19, NCM-20)."""
    plan = landing_plan(state)
    lost = all_unlanded(state)
    if len(lost) <= len(plan.stranded):
        return
    piece = next(piece for piece in lost if piece not in plan.stranded)
    name, where = state.type_of(piece).name, place(state, piece.space)
    zone = plan.zones.get(piece.id)
    if zone is None:
        raise IllegalAction("NCM-20", f"The {name} over {where} can still reach a landing place. Land it first.")
    coming = listed((place(state, ship.space) for ship in carriers_to_come(state, zone)), "or")
    if zone != piece.space and (decks_at(state, zone, state.power) or not coming):
        raise IllegalAction(
            "NCM-19", f"The {name} over {where} can be saved by a carrier in {place(state, zone)}. Move it there."
        )
    if zone != piece.space:
        saved = f"The {name} over {where} can land in {place(state, zone)}"
        raise IllegalAction("NCM-19", f"{saved} on the carrier from {coming}. Move both there.")
    if decks_at(state, piece.space, state.power):
        raise IllegalAction("NCM-20", f"Another aircraft can make room for the {name} on the carrier in {where}.")
    which = f"The carrier in {coming}" if coming else "A carrier"
    raise IllegalAction("NCM-19", f"{which} can still come to {where} for the {name}, so move it there.")

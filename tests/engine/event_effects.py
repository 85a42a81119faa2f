"""What each kind of event may do to what lies on the table: exactly what it says, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import GameState
from engine.events import Event
from engine.events.advantages import (
    AdvantageLapsed,
    AdvantageLost,
    AdvantagesRolled,
    AdvantageUsed,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    UnitsConverted,
)
from engine.events.changes import OrderUndone
from engine.events.combat.battle import (
    BattleBegan,
    BattleEnded,
    BattlesFound,
    CasualtiesChosen,
    Fired,
    Retreated,
    Submerged,
    Surfaced,
    UnitsLost,
)
from engine.events.combat.raids import AntiAircraftFired
from engine.events.correction import Edited
from engine.events.economy import BidPlaced, TroopBonusPlaced
from engine.events.landing import AircraftBoarded, StrandedLanded
from engine.events.mobilization import UnitsMobilized
from engine.events.movement import DROPPED_BY, UnitsLoaded, UnitsMoved, UnitsOffloaded
from engine.events.politics import LeaveChanged
from engine.events.territory import GunsChangedHands, TerritoryReverted, TerritoryTaken
from engine.events.turn import Conceded, GameWon, HoldBegan, HoldEnded, TurnBegan
from tests.engine.economy_effects import ECONOMY, payer
from tests.engine.effects import Effect, changed, changes_in, delivered, effect_between, gained, grown, new_pieces
from tests.engine.facility_effects import FACILITIES
from tests.engine.neutral_effects import NEUTRALS
from tests.engine.rules_in_short.fire import check_anti_aircraft, check_fire
from tests.engine.rules_in_short.moves import check_loading, check_move, check_offloading
from tests.engine.rules_in_short.territory import (
    check_battle_began,
    check_battles_found,
    check_mobilized,
    check_retreat,
    check_taken,
)
from tests.engine.rules_in_short.victory import check_begins, check_ends, check_held_for_a_round, check_holdings
from tests.engine.war_effects import WARS
from tests.engine.window_effects import WINDOWS

# What is bought, placed and earned


def _mobilized(before: GameState, event: UnitsMobilized) -> Effect:
    placed, account = Counter(piece.unit for piece in event.pieces), payer(before, event.complex, event.power)
    assert placed <= Counter(before.purchased[account]), "more is placed than was bought"
    check_mobilized(before, event)
    return Effect(new=new_pieces(before, event.pieces, event.power, event.space), delivered={account: placed})


# What moves and fights


def _moved(before: GameState, event: UnitsMoved) -> Effect:
    ids = (*event.pieces, *event.carried)
    assert {before.pieces[i].space for i in ids} == {event.path[0]}, "pieces move from where they are not"
    check_move(before, event)
    return Effect(moved=dict.fromkeys(ids, event.path[-1]))


def _lost(before: GameState, event: UnitsLost) -> Effect:
    lost = (*event.pieces, *event.cargo)
    assert all(before.pieces[piece.id] == piece for piece in lost), "the lost pieces are told other than they were"
    assert all(before.type_of(piece).hits for piece in event.pieces), "something is lost that cannot be a casualty"
    aboard = {cargo.id for piece in event.pieces for cargo in before.cargo(piece.id)}
    aboard |= {p.id for p in event.cargo if DROPPED_BY.of(p) in {piece.id for piece in event.pieces}}
    assert {piece.id for piece in event.cargo} <= aboard, "cargo is lost that was not aboard"
    return Effect(gone=frozenset(piece.id for piece in lost))


def _fired(before: GameState, event: Fired) -> Effect:
    check_fire(before, event)
    return Effect()


def _casualties_chosen(before: GameState, event: CasualtiesChosen) -> Effect:
    assert all(before.type_of(before.pieces[i]).hits for i in event.lost), "something is chosen that cannot be hit"
    return Effect(hits={i: before.pieces[i].hits_taken + 1 for i in event.damaged})


def _battle_ended(before: GameState, event: BattleEnded) -> Effect:
    battle = before.battle
    assert battle is not None, "a battle ends that is not fought"
    assert not {*battle.down, *battle.struck}, f"casualties survive the battle in {event.space}"
    surfaced = before.edition.parameters.sea.submerged_until == "end_of_battle"
    under_water = [piece.id for piece in before.at(event.space) if piece.submerged] if surfaced else []
    return Effect(hits=dict.fromkeys(event.repaired, 0), submerged=dict.fromkeys(under_water, False))


def _hold_began(before: GameState, event: HoldBegan) -> Effect:
    check_begins(before, event)
    return Effect(others=frozenset({"holdings"}))


def _hold_ended(before: GameState, event: HoldEnded) -> Effect:
    check_ends(before, event)
    return Effect(others=frozenset({"holdings"}))


def _won(before: GameState, event: GameWon) -> Effect:
    check_held_for_a_round(before, event)
    return Effect()


def _turn_began(before: GameState, event: TurnBegan) -> Effect:
    check_holdings(before)
    return Effect(submerged={piece.id: False for piece in before.pieces.values() if piece.submerged})


def _battles_found(before: GameState, event: BattlesFound) -> Effect:
    check_battles_found(before, event)
    return Effect()


def _battle_began(before: GameState, event: BattleBegan) -> Effect:
    check_battle_began(before, event)
    return Effect(moved=dict.fromkeys(event.landed, event.battle.space))


def _loaded(before: GameState, event: UnitsLoaded) -> Effect:
    check_loading(before, event)
    return Effect(moved=dict.fromkeys(event.aboard, event.zone))


def _offloaded(before: GameState, event: UnitsOffloaded) -> Effect:
    check_offloading(before, event)
    return Effect(moved=dict.fromkeys(event.pieces, event.territory))


def _shot_at(before: GameState, event: AntiAircraftFired) -> Effect:
    check_anti_aircraft(before, event)
    return Effect()


def _taken(before: GameState, event: TerritoryTaken) -> Effect:
    check_taken(before, event)
    return Effect(owners={event.territory: event.owner})


def _retreated(before: GameState, event: Retreated) -> Effect:
    check_retreat(before, event)
    return Effect(moved=dict.fromkeys((*event.pieces, *event.carried), event.to)) if event.to else Effect()


def _converted(before: GameState, event: UnitsConverted) -> Effect:
    assert Counter(p.unit for p in event.gone) == Counter(p.unit for p in event.pieces), "other units come than go"
    assert {piece.power for piece in event.gone} == {event.owner}, "somebody else's units are converted"
    assert all(before.pieces[piece.id] == piece for piece in event.gone), "converted pieces are told otherwise"
    new = new_pieces(before, event.pieces, event.power, event.space)
    return Effect(gone=frozenset(piece.id for piece in event.gone), new=new)


def _edited(before: GameState, event: Edited) -> Effect:
    gone = frozenset(i for i, piece in event.pieces.items() if piece is None)
    kept = {i: piece for i, piece in event.pieces.items() if piece and i in before.pieces}
    awake = before.pieces.values() if event.phase is not None else ()
    return Effect(
        gone=gone,
        new=frozenset(i for i, piece in event.pieces.items() if piece and i not in before.pieces),
        moved={i: piece.space for i, piece in kept.items() if piece.space != before.pieces[i].space},
        hits={i: piece.hits_taken for i, piece in kept.items()},
        submerged={piece.id: False for piece in awake if piece.submerged and piece.id not in gone},
        money=gained(before.treasuries, event.treasuries or before.treasuries),
        owners=changed(before.owners, event.owners or before.owners, None),
        facilities=changed(before.facilities, before.facilities if event.facilities is None else event.facilities, ()),
        damage=grown(before.damage, before.damage if event.damage is None else event.damage),
        technologies=event.technologies or {},
        delivered=delivered(before.purchased, before.purchased if event.purchased is None else event.purchased),
        others=frozenset({"wars"}) if event.wars is not None else frozenset(),
    )


def _leave_changed(before: GameState, event: LeaveChanged) -> Effect:
    """Allies are refused what they have else, others granted what they have not (ASY-28, ASY-29)."""
    sides = {before.edition.power[power].side for power in (event.power, event.ally)}
    return Effect(others=frozenset({"refused_leave" if len(sides) == 1 else "granted_leave"}))


def _troop_bonus(before: GameState, event: TroopBonusPlaced) -> Effect:
    """Units of 12 IPCs at most, once in the game, in the freed territory of their power (POL-43)."""
    assert event.power not in before.troop_bonuses, "POL-43: it was given before"
    cost = sum(before.unit_of(event.power, piece.unit).cost or 0 for piece in event.pieces)
    assert cost <= 12, "POL-43: too much"
    assert before.owners[event.space] == event.power, "POL-43: not in freed territory of its own"
    new = new_pieces(before, event.pieces, event.power, event.space)
    return Effect(new=new, others=frozenset({"troop_bonuses"}))


EFFECTS: Mapping[type, Callable[[GameState, Any], Effect]] = {
    **ECONOMY,
    UnitsMobilized: _mobilized,
    UnitsMoved: _moved,
    UnitsLost: _lost,
    Fired: _fired,
    CasualtiesChosen: _casualties_chosen,
    BattleEnded: _battle_ended,
    TurnBegan: _turn_began,
    HoldBegan: _hold_began,
    HoldEnded: _hold_ended,
    GameWon: _won,
    Retreated: _retreated,
    UnitsConverted: _converted,
    Edited: _edited,
    AircraftBoarded: lambda _, event: Effect(moved=dict.fromkeys(event.aboard, event.zone)),
    UnitsLoaded: _loaded,
    UnitsOffloaded: _offloaded,
    AntiAircraftFired: _shot_at,
    BattlesFound: _battles_found,
    BattleBegan: _battle_began,
    StrandedLanded: lambda _, event: Effect(moved=event.landings),
    Surfaced: lambda _, event: Effect(submerged=dict.fromkeys(event.pieces, False)),
    Submerged: lambda _, event: Effect(submerged=dict.fromkeys(event.pieces, True)),
    TerritoryTaken: _taken,
    **NEUTRALS,
    **WINDOWS,
    **FACILITIES,
    TerritoryReverted: lambda _, event: Effect(owners={event.territory: event.owner}),
    GunsChangedHands: lambda _, event: Effect(handed=event.guns),
    BlitzStopped: lambda _, event: Effect(
        moved=dict.fromkeys(event.pieces, event.territory), owners={event.territory: event.power}
    ),
    TroopBonusPlaced: _troop_bonus,
    BidPlaced: lambda before, event: Effect(new=new_pieces(before, event.pieces, event.power, event.space)),
    FreeUnitsPlaced: lambda before, event: Effect(new=new_pieces(before, event.pieces, event.power, event.space)),
    AdvantagesRolled: lambda _, event: Effect(others=frozenset({"advantages"})),
    AdvantageUsed: lambda _, event: Effect(others=frozenset({"used_advantages", "advantages_in_force"})),
    AdvantageLapsed: lambda _, event: Effect(others=frozenset({"advantages_in_force"})),
    AdvantageLost: lambda _, event: Effect(others=frozenset({"used_advantages"})),
    AttackedFirst: lambda _, event: Effect(others=frozenset({"incidents"})),
    **WARS,
    LeaveChanged: _leave_changed,
    Conceded: lambda _, event: Effect(others=frozenset({"conceded"})),
}
"""Kinds of events that are not listed change nothing of all this."""


def check_event(before: GameState, event: Event, after: GameState) -> None:
    """Raise AssertionError where an event did something else than it says.

    An undone order puts back whatever it changed; that undoing restores the position is checked as a whole.
    """
    if isinstance(event, OrderUndone):
        return
    effect = EFFECTS.get(type(event))
    expected = effect(before, event) if effect else Effect()
    actual = effect_between(before, after)
    expected = replace(expected, others=expected.others & actual.others)
    assert actual == changes_in(expected, before), f"{event.kind} says {expected} and does {actual}"

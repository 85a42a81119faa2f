"""Convoy disruption: what enemy ships in convoy zones cost an income (INC-12..22)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.economy.accounts import open_accounts
from engine.events.economy import ConvoyAttack, ConvoysDisrupted
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.parameters import ConvoyRules
from engine.play import Play
from engine.politics.standing import at_war
from engine.state.game_state import GameState
from engine.state.known import of_position
from engine.state.pieces import Piece

__all__ = ["Convoy", "convoys_in_danger", "most_at_stake"]

Losses = Mapping[SpaceId, Mapping[SpaceId, int]]
"""IPCs lost in each zone, by the territory that loses them."""


@dataclass(frozen=True)
class Convoy:
    """A convoy that enemies disrupt: the zone, the territories of its power beside it, the ships and aircraft that
    roll for it, and how many dice these have."""

    zone: SpaceId
    territories: tuple[SpaceId, ...]
    raiders: tuple[Piece, ...]
    dice: int


@of_position
def convoys_in_danger(state: GameState, power: PowerId) -> tuple[Convoy, ...]:
    """The convoys that would be disrupted if a power collected its income now, in the order of the board (INC-13).

    What has nothing to lose is no convoy; own and friendly ships protect nothing (INC-14).
    """
    rules = state.edition.parameters.economy.convoys
    if rules is None or power in rules.exempt:
        return ()
    values = _values(state, power)
    found = []
    for zone in state.edition.board.sea_zones:
        beside = tuple(t for t in state.edition.board.neighbours[zone.id] if t in values) if zone.convoy else ()
        enemies = [piece for piece in state.at(zone.id) if at_war(state, piece.power, power)] if beside else []
        if not any(state.type_of(piece).can("warship") for piece in enemies):
            continue
        raiders = tuple(piece for piece in enemies if _dice_of(state, piece))
        if raiders:
            found.append(Convoy(zone.id, beside, raiders, sum(_dice_of(state, piece) for piece in raiders)))
    return tuple(found)


def most_at_stake(state: GameState, power: PowerId) -> dict[SpaceId, dict[SpaceId, int]]:
    """What a power could lose at most in each zone if it collected its income now, by territory."""
    rules = state.edition.parameters.economy.convoys
    convoys = convoys_in_danger(state, power)
    if rules is None or not convoys:
        return {}
    return divided(state, convoys, {convoy.zone: convoy.dice * rules.counts_up_to for convoy in convoys})


def disrupt_convoys(play: Play) -> Mapping[SpaceId, int]:
    """Roll for all convoys of the power on turn (INC-22); gives the IPCs that each of its territories loses."""
    rules, convoys = play.parameters.economy.convoys, convoys_in_danger(play.state, play.power)
    if rules is None or not convoys:
        return {}
    board, name = play.board, play.edition.power[play.power].called
    dice = {c.zone: play.dice.roll(c.dice, f"Convoy of {name} in {board.name(c.zone)}") for c in convoys}
    lost = divided(play.state, convoys, {zone: damage_of(faces, rules) for zone, faces in dice.items()})
    attacks = tuple(ConvoyAttack(zone, faces, sum(lost[zone].values())) for zone, faces in dice.items())
    territories = {t for row in lost.values() for t in row}
    losses = {t: sum(row.get(t, 0) for row in lost.values()) for t in sorted(territories)}
    play.emit(ConvoysDisrupted(play.power, attacks, losses))
    return losses


def lost_by(state: GameState, account: Account, losses: Mapping[SpaceId, int]) -> int:
    """The part of these losses that an account bears: that of its own territories (INC-08)."""
    return sum(lost for t, lost in losses.items() if state.edition.account_of(t, account.power) == account)


def _values(state: GameState, power: PowerId) -> dict[SpaceId, int]:
    """What a power's territories are worth that can lose anything; those of a lost capital cannot (INC-21)."""
    able = [account for account in open_accounts(state, power) if account.ipcs is not None]
    held = (t for t in state.edition.board.territories if t.ipc and state.owners[t.id] == power)
    return {t.id: t.ipc for t in held if state.edition.account_of(t.id, power) in able}


def _dice_of(state: GameState, piece: Piece) -> int:
    """Dice that a unit brings; aircraft only from a carrier (INC-15)."""
    line = state.type_of(piece)
    return 0 if line.domain == "air" and piece.aboard is None else line.convoy_dice


def damage_of(dice: Iterable[int], rules: ConvoyRules) -> int:
    """IPCs that dice cost before any limit (INC-16)."""
    return sum(die for die in dice if die <= rules.counts_up_to)


def divided(
    state: GameState, convoys: Iterable[Convoy], damage: Mapping[SpaceId, int]
) -> dict[SpaceId, dict[SpaceId, int]]:
    """The damage of each zone divided among territories, so that as much as possible is lost (INC-17, INC-18)."""
    territory = state.edition.board.territory
    beside = {convoy.zone: convoy.territories for convoy in convoys}
    room = {t: territory[t].ipc for near in beside.values() for t in near}
    return largest_losses(damage, beside, room)


def largest_losses(
    damage: Mapping[SpaceId, int], beside: Mapping[SpaceId, tuple[SpaceId, ...]], room: Mapping[SpaceId, int]
) -> dict[SpaceId, dict[SpaceId, int]]:
    """The largest losses in zones with this damage, where no territory beside them loses more than its room.

    IPC by IPC, zone by zone: where the territories beside a zone have no room left, one of them passes a loss that it
    took for another zone on to a neighbour of that zone (augmenting paths).
    """
    lost_to: dict[SpaceId, list[SpaceId]] = {territory: [] for territory in room}

    def lose(zone: SpaceId, tried: set[SpaceId]) -> bool:
        for territory in beside[zone]:
            if territory in tried:
                continue
            tried.add(territory)
            here = lost_to[territory]
            if len(here) < room[territory]:
                here.append(zone)
                return True
            for other in dict.fromkeys(here):
                if lose(other, tried):
                    here[here.index(other)] = zone
                    return True
        return False

    for zone, points in damage.items():
        for _ in range(points):
            if not lose(zone, set()):
                break
    return {
        zone: {territory: count for territory in near if (count := lost_to[territory].count(zone))}
        for zone, near in beside.items()
    }

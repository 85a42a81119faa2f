"""Strategic bombing raids: how they are declared and fought (SPC-26..38)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from engine.combat.air.anti_aircraft import fire_at, fire_from
from engine.combat.air.flak import FlakChoice, FlakOptions, by_orders, check_losses, fall
from engine.economy.accounts import treasury
from engine.errors import IllegalAction
from engine.events.combat.battle import BattleDropped
from engine.events.combat.raids import ProductionStruck, Strike
from engine.events.questions import RequestClosed
from engine.facilities.damage import room_for_damage, value_of
from engine.facilities.meaning import check_one_stands
from engine.facilities.targets import can_raid, can_strike, kinds_raided, raidable
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId, UnitType
from engine.kinds import AS_PRINTED_ALONE, OTHERS, Question, say
from engine.play import Play
from engine.politics.limits import only_at_war
from engine.politics.standing import Standing, is_hostile_territory, standing_of
from engine.position.relations import commands
from engine.quoting import quoted
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Request
from engine.state.words import label, place, with_article

__all__ = ["escorts_at", "interceptors_at", "raiders_at", "strike_limits"]


def check_raid(state: GameState, raided: str | None, target: SpaceId, *, is_escort: bool) -> None:
    """Raise IllegalAction if a move cannot raid, or escort those who raid (CMV-71, SPC-26, SPC-27, SPC-40)."""
    if state.edition.parameters.raids.loss is None:
        raise IllegalAction("SPC-26", "There are no bombing raids in this edition.")
    if is_escort:
        _check_escorted(state, raided, target)
    if state.phase != "combat_move":
        raise IllegalAction("CMV-71", "Declare raids in the combat move.")
    if raided is None:
        return
    check_one_stands(state, raided, target, "SPC-27")
    if raided not in raidable(state):
        raise IllegalAction("SPC-27", f"A raid strikes {kinds_raided(state)}, not {quoted(raided)}.")
    facility = state.edition.unit[raided]
    if facility.id not in state.facilities.get(target, ()):
        raise IllegalAction("SPC-27", f"There is no {facility.name} in {place(state, target)} to raid.")
    if not is_hostile_territory(state, target, state.power):
        owner = state.owners[target]
        if owner and standing_of(state, owner, state.power, target) is Standing.STRANGER:
            name = state.edition.power[owner].called
            told = f"The {facility.name} in {place(state, target)} belongs to {name}, with which you are not at war."
            raise only_at_war(state, state.power, [owner], "SPC-26", told)
        raise IllegalAction("SPC-26", f"The {facility.name} in {place(state, target)} is not an enemy's.")


def _check_escorted(state: GameState, raided: str | None, target: SpaceId) -> None:
    """Escorts fly with raiders, which are ordered first, and do not raid themselves (SPC-40, SPC-42)."""
    if not state.edition.parameters.combat.air_battle:
        raise IllegalAction("SPC-40", "Raids have no escorts in this game.")
    if raided:
        raise IllegalAction("SPC-42", "Escorts only escort. Give the bombers and the escorts separate orders.")
    if not raiders_at(state, target):
        raise IllegalAction("SPC-42", f"There is no raid on {place(state, target)} yet. Order its bombers first.")


def check_escort(state: GameState, piece: Piece) -> None:
    """Raise IllegalAction (SPC-40) if a piece cannot escort a raid, such as a tactical bomber (SPC-41)."""
    unit = state.type_of(piece)
    if not unit.can("escorts"):
        able = " and ".join(other.plural for other in state.edition.units if other.can("escorts"))
        raise IllegalAction("SPC-40", f"{unit.plural.capitalize()} cannot escort a raid; {able} can.")


def check_raider(state: GameState, piece: Piece, target: UnitId) -> None:
    """Raise IllegalAction (SPC-26, SPC-27) if a piece cannot raid such a facility."""
    unit, facility = state.type_of(piece), state.edition.unit[target]
    if can_strike(unit, facility):
        return
    others = (state.unit_of(piece.power, other.id) for other in state.edition.units if other.domain == "air")
    able = " and ".join(other.plural for other in others if can_strike(other, facility))
    what = f" {with_article(facility.name)}" if can_raid(state, unit) else ""
    raise IllegalAction("SPC-27" if what else "SPC-26", f"{unit.plural.capitalize()} cannot raid{what}; {able} can.")


def raiders_at(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """Aircraft that are to raid a territory and have not done so yet."""
    return tuple(p for p in state.at(territory) if p.raid is not None and not p.fought and commands(state, p))


def escorts_at(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """Aircraft that protect the raiders of a territory, wherever they came from (SPC-42)."""
    return tuple(piece for piece in state.at(territory) if piece.escort and commands(state, piece))


def interceptors_at(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """The fighters that were named for the air battle over a territory (SPC-44)."""
    return tuple(piece for piece in state.at(territory) if piece.intercepts)


def is_void(state: GameState, raid: PendingBattle) -> bool:
    """Whether a raid has no raiders left, or its target no longer belongs to an enemy."""
    return not raiders_at(state, raid.space) or not is_hostile_territory(state, raid.space, state.power)


def drop_bombs(play: Play, raid: PendingBattle) -> None:
    """Guns fire at every raider; those that get through bomb what they came for (SPC-30, SPC-31, SPC-33).

    They fight in no other battle this turn (SPC-28), which others may fight there (SPC-29), and wait over the
    territory to land in the noncombat move (SPC-103).
    """
    _meet_guns_and_bomb(play, raid.space, raidable(play.state))


def _meet_guns_and_bomb(play: Play, territory: SpaceId, facilities: Sequence[UnitId]) -> None:
    """Facilities with guns of their own fire at those who bomb them, one gun of the territory at all others (SPC-31).

    Where the attacker must say which raiders are lost, the rest waits for that answer.
    """
    table = play.edition.unit
    raiders = raiders_at(play.state, territory)
    for facility in facilities:
        if table[facility].defense:
            fire_from(play, territory, facility, (piece.id for piece in raiders if piece.raid == facility))
        if play.state.requests:
            return
    others = (piece.id for piece in raiders if piece.raid and not table[piece.raid].defense)
    fire_at(play, territory, others, "raid")
    _bomb(play, territory)


def _bomb(play: Play, territory: SpaceId) -> None:
    bombers = raiders_at(play.state, territory)
    if not bombers:
        play.emit(BattleDropped(next(p for p in play.state.pending if (p.space, p.kind) == (territory, "raid"))))
    for facility in raidable(play.state):
        if over_it := [piece for piece in bombers if piece.raid == facility]:
            strike(play, territory, facility, over_it, "raid")


def answer_flak(play: Play, request: Request, _power: PowerId, said: FlakChoice) -> None:
    """Lose to the guns of a facility whom the attacker names, and go on with the raid."""
    territory, facility = request.space, FlakOptions.of(request).facility
    units = {unit: count for unit, count in said.units.items() if count}
    play.emit(RequestClosed(request.id, FlakChoice(units=units).to_json()))
    fall(play, territory, [p for p in raiders_at(play.state, territory) if p.raid == facility], units)
    facilities = raidable(play.state)
    _meet_guns_and_bomb(play, territory, facilities[facilities.index(facility) + 1 :])


def strike(
    play: Play, territory: SpaceId, facility: UnitId, strikers: Iterable[Piece], weapon: Literal["raid", "rocket"]
) -> None:
    """Roll for what these pieces destroy: IPCs on hand of the controller of a facility, or they damage the facility.

    As IPCs each counts for no more than the value of the territory, and the facility is not harmed (SPC-34..39, SPC-52,
    RES-24). As damage all count together, as far as the facility can take more; the rest has no effect (SPC-38).
    """
    state = play.state
    victim = state.owners[territory]
    if victim is None:
        raise AssertionError(f"nobody holds {territory}, and yet it is struck")
    limits = strike_limits(state, territory, facility)
    strikes: list[Strike] = []
    for piece in sorted(strikers, key=lambda piece: (piece.id.rpartition(".")[0], piece.number)):
        unit = state.type_of(piece)
        dice = play.dice.roll(unit.attack_dice, f"{label(state, territory)}: {weapon} by 1 {unit.name}")
        before = sum(strike.loss for strike in strikes)
        strikes.append(Strike(piece.id, piece.unit, dice, limits.added(before, effect(unit, dice))))
    loss = limits.comes_to(sum(strike.loss for strike in strikes))
    ipcs, damage = (0, loss) if limits.is_damage else (loss, 0)
    play.emit(
        ProductionStruck(
            play.power, territory, victim, weapon, limits.each, tuple(strikes), ipcs, facility, damage=damage
        )
    )


class StrikeLimits(NamedTuple):
    """How much a strike may come to: each piece, and all together."""

    is_damage: bool
    each: int
    together: int

    def added(self, before: int, amount: int) -> int:
        """What a piece adds to what others struck before; IPCs are only limited by those on hand in the end."""
        return min(self.together - before if self.is_damage else self.each, self.each, amount)

    def comes_to(self, loss: int) -> int:
        """What all of it costs."""
        return min(self.together, loss)


def strike_limits(state: GameState, territory: SpaceId, facility: UnitId) -> StrikeLimits:
    """The limits of a strike at a facility (SPC-35..39)."""
    victim = state.owners[territory]
    if victim is None:
        raise AssertionError(f"nobody holds {territory}, and yet it is struck")
    if state.edition.parameters.raids.loss == "damage":
        room = room_for_damage(state, territory, facility)
        return StrikeLimits(True, room, room)
    in_hand = treasury(state, state.edition.account_of(territory, victim))
    return StrikeLimits(False, value_of(state, territory), in_hand)


def effect(unit: UnitType, dice: tuple[int, ...]) -> int:
    """What the dice of one raider come to: their sum, or the best (RES-24), each with its bonus (SPC-34).

    Dive bombers count half of each, rounded up (OPT-25).
    """
    halved = unit.can("dive_bombing") and not unit.can("strategic_bombing")
    counted = ((die + 1) // 2 if halved else die + unit.raid_bonus for die in dice)
    return max(counted) if unit.best_die_counts else sum(counted)


FLAK = Question(
    "flak",
    FlakOptions,
    FlakChoice,
    say("Say which units are lost, such as {“units”: {“tactical_bomber”: 1}}."),
    answer_flak,
    check_losses,
    by_orders=by_orders,
    printed_by=OTHERS,
    policies=AS_PRINTED_ALONE,
)

"""Declaring war (POL-02..06, POL-15..37), and what others are given for it (INC-70)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.economy.accounts import treasury
from engine.errors import IllegalAction
from engine.events.politics import WarBonusPaid, WarDeclared, WarEffortMade
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters.politics import WarBonus, WarEffort
from engine.kinds import After, Order, OrderKind, on_turn
from engine.play import Play
from engine.politics.grounds import WarChance, chances, declarable, unprovoked
from engine.politics.standing import are_on_one_side, as_one_with, at_war, is_at_war
from engine.position.relations import hostile_zones
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, place_and

__all__ = ["war_to_declare"]


class DeclareWar(Order):
    """Declare war."""

    type: Literal["declare_war"]
    on: tuple[PowerId, ...]


def declare_war(play: Play, order: DeclareWar) -> None:
    """The power on turn declares war on all these powers; raises IllegalAction, and then on none."""
    for chance in _meant(play.state, order.on):
        _declare(play, chance)


def war_to_declare(state: GameState, other: PowerId) -> WarChance:
    """The war that the power on turn may declare now on another; raises IllegalAction where it may not."""
    check_war_is_declared(state)
    return _chance_of(state, other)


def declaration(state: GameState, power: PowerId, chance: WarChance) -> WarDeclared:
    """What happens when a power takes its chance: who is at war with whom then, and where (POL-04, POL-18).

    What those who are not named are to one another stays as it is (POL-19, POL-79).
    """
    joined = tuple(p for p in as_one_with(state, power) if not all(at_war(state, p, o) for o in chance.on))
    event = WarDeclared(power, chance.on, joined, chance.rule, chance.provoked)
    before = hostile_zones(state, power)
    zones = tuple(zone for zone in hostile_zones(event.evolve(state), power) if zone not in before)
    return WarDeclared(power, chance.on, joined, chance.rule, chance.provoked, zones)


def bonuses_due(before: GameState, after: GameState) -> tuple[WarBonus, ...]:
    """The bonuses that a declaration is the first to give (INC-70)."""
    bonuses = before.edition.parameters.politics.war_bonuses
    in_time = (each for each in bonuses if after.round <= each.last_round)
    return tuple(each for each in in_time if unprovoked(after, each.after) and not unprovoked(before, each.after))


def efforts_due(before: GameState, after: GameState) -> tuple[WarEffortMade, ...]:
    """What powers gain that were at war with nobody before a declaration and are after it (POL-29)."""
    entering = [
        effort
        for effort in before.edition.parameters.politics.war_efforts
        if is_at_war(after, effort.power) and not is_at_war(before, effort.power)
    ]
    found = [WarEffortMade(each.power, each.facility, each.into, _at_hand(after, each), each.rule) for each in entering]
    return tuple(each for each in found if each.territories)


def _at_hand(state: GameState, effort: WarEffort) -> tuple[SpaceId, ...]:
    held = (t for t in effort.territories if state.owners[t] == effort.power)
    return tuple(t for t in held if effort.facility in state.facilities.get(t, ()))


def check_war_is_declared(state: GameState) -> None:
    """Raise IllegalAction where no war is ever declared (POL-01, POL-03)."""
    if state.wars is None:
        raise IllegalAction(
            "POL-01", "Powers of different sides are at war from the start, so you need not declare war."
        )
    if not state.edition.parameters.politics.grounds:
        raise IllegalAction("POL-03", "Nobody can declare war in this edition.")


def _declare(play: Play, chance: WarChance) -> None:
    before = play.state
    play.emit(declaration(before, play.power, chance))
    for effort in efforts_due(before, play.state):
        play.emit(effort)
    for bonus in bonuses_due(before, play.state):
        (account, *_) = play.edition.accounts_of(bonus.power)
        left = treasury(play.state, account) + bonus.ipcs
        play.emit(WarBonusPaid(bonus.power, bonus.ipcs, left, bonus.rule, account.mark))


def _meant(state: GameState, on: Iterable[PowerId]) -> tuple[WarChance, ...]:
    """The wars that an order declares, each once."""
    found: dict[tuple[PowerId, ...], WarChance] = {}
    for other in on:
        chance = _chance_of(state, other)
        found[chance.on] = chance
    if not found:
        raise IllegalAction("form", f"Name the power on which you declare war{_offer(state)}.")
    return tuple(found.values())


def _chance_of(state: GameState, other: PowerId) -> WarChance:
    power, powers = state.power, state.edition.power
    if other in state.owners and state.owners[other] is None:
        raise IllegalAction(
            "POL-48", f"{place_and('is', state, other)} neutral. You can attack it without declaring war."
        )
    if other not in powers:
        raise IllegalAction("form", f"There is no power {quoted(other)} in this edition{_offer(state)}.")
    name, foe = first_upper(powers[power].called), powers[other].called
    if other == power:
        raise IllegalAction("form", f"{name} cannot declare war on itself{_offer(state)}.")
    if are_on_one_side(state, other, power):
        raise IllegalAction(
            "POL-01", f"{first_upper(foe)} and {powers[power].called} are on the same side, so they are never at war."
        )
    if at_war(state, other, power):
        raise IllegalAction("POL-01", f"{name} and {foe} are already at war, and a war never ends.")
    chance = next((each for each in chances(state, power) if other in each.on), None)
    if chance is None:
        raise IllegalAction("POL-03", f"{name} has no grounds to declare war on {foe}{_offer(state)}.")
    if other not in chance.named:
        named = listed((powers[each].called for each in chance.named), "or")
        raise IllegalAction("POL-22", f"{first_upper(foe)} goes to war together with others. Declare war on {named}.")
    if chance.when == "now":
        return chance
    if chance.when == "after undo":
        raise IllegalAction("CMV-72", chance.why_not)
    raise IllegalAction(chance.rule, chance.why_not)


def _offer(state: GameState) -> str:
    """ "; it may declare war on Japan now"."""
    names = state.edition.power
    foes = [names[other].called for chance in declarable(state) for other in chance.named]
    return f"; {names[state.power].called} may declare war on {listed(foes, 'or')} now" if foes else ""


def _check_is_declared(state: GameState, _order: DeclareWar) -> None:
    check_war_is_declared(state)


DECLARE_WAR = OrderKind(DeclareWar, declare_war, After.GAME_GOES_ON, (_check_is_declared, on_turn))

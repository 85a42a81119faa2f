"""Who may declare war on whom, on which ground, and when (POL-02, POL-03, POL-15..37)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.facts.board import PowerId
from engine.facts.parameters.politics import Deed, WarGround
from engine.politics.standing import are_on_one_side, as_one_with, at_war
from engine.state.game_state import Declaration, GameState
from engine.state.known import of_position
from engine.state.words import first_upper, listed

__all__ = ["WarChance", "chances", "declarable"]

When = Literal["now", "after undo", "on turn", "later"]


@dataclass(frozen=True)
class WarChance:
    """What the rules say of a war that a power is not in.

    on: the powers that would be at war with it, and named: those of them on which it declares. rule: the ground, or
    what forbids it yet. provoked: whether its declaration would answer the other's acts (POL-05). when: now, once the
    moves made in this phase are taken back (CMV-72), on its turn, or later. time: that in words, as in "in round 4 or
    later". title: who may declare war on whom.
    """

    on: tuple[PowerId, ...]
    named: tuple[PowerId, ...]
    rule: str
    provoked: bool
    when: When
    title: str
    time: str

    @property
    def why_not(self) -> str:
        """A sentence that says when the war may be declared, or nothing where it is now."""
        return "" if self.when == "now" else f"{self.title} {self.time}."


def chances(state: GameState, power: PowerId) -> tuple[WarChance, ...]:
    """All wars for which the rules give a power grounds, now or later, and which it is not in."""
    return _chances(state, power, has_moved_to_attack(state))


@of_position
def _chances(state: GameState, power: PowerId, has_moved: bool) -> tuple[WarChance, ...]:
    found: dict[tuple[PowerId, ...], WarChance] = {}
    for other in state.edition.order_of_powers:
        if are_on_one_side(state, other, power) or at_war(state, other, power):
            continue
        group = as_one_with(state, other)
        if group not in found and (grounds := _grounds(state, power, group)):
            found[group] = _chance(state, power, group, grounds, has_moved)
    return tuple(found.values())


def declarable(state: GameState) -> tuple[WarChance, ...]:
    """The wars that the power on turn may declare at this moment."""
    return tuple(chance for chance in chances(state, state.power) if chance.when == "now")


def is_provoked(state: GameState, power: PowerId, group: tuple[PowerId, ...]) -> bool:
    """Whether units of one of these powers stand where that is an act of war against a power (POL-05, POL-20)."""
    acts = [act.enter for act in state.edition.parameters.politics.acts_of_war if act.on == power]
    territory = state.edition.board.territory
    entered = (p for p in state.pieces.values() if p.power in group and p.space in territory)
    return any(territory[piece.space].emblem in acts for piece in entered)


def unprovoked(state: GameState, deed: Deed) -> tuple[Declaration, ...]:
    """The unprovoked declarations of war of a power on others, those of the present turn too (POL-05, POL-35)."""
    own = (each for each in state.declarations if each.by in deed.by and not each.provoked)
    return tuple(each for each in own if not set(deed.on).isdisjoint(each.on))


def declared_unprovoked(state: GameState, power: PowerId, on: tuple[PowerId, ...]) -> tuple[PowerId, ...]:
    """Those of these powers on which a power declared war unprovoked, also by declaring it on an ally (POL-18)."""
    foes = {other for each in unprovoked(state, Deed(by=(power,), on=on)) for other in each.on}
    return tuple(other for other in on if other in foes)


def has_moved_to_attack(state: GameState) -> bool:
    """Whether orders of this combat move stand: war is declared before any (CMV-72)."""
    if state.phase != "combat_move":
        return False
    return bool(state.undo) or _has_moved(state)


@of_position
def _has_moved(state: GameState) -> bool:
    return any(piece.moved == "combat_move" for piece in state.pieces.values())


def _grounds(state: GameState, power: PowerId, group: tuple[PowerId, ...]) -> list[WarGround]:
    grounds = state.edition.parameters.politics.grounds
    return [each for each in grounds if power in each.by and not set(each.on).isdisjoint(group)]


def _chance(
    state: GameState, power: PowerId, group: tuple[PowerId, ...], grounds: list[WarGround], has_moved: bool
) -> WarChance:
    good = [each for each in grounds if _holds(state, power, each)]
    named = tuple(other for other in group if any(other in each.on for each in grounds))
    usable = [each for each in good if _is_now(state, each)]
    rule = (usable or [each for each in grounds if _is_first_time(state, each)] or good or grounds)[0].rule
    provoked = any(each.after or each.after_incident for each in good) or is_provoked(state, power, group)
    when, time = _when(state, power, grounds, good, has_moved)
    name = state.edition.power
    title = f"{first_upper(name[power].called)} may declare war on {listed(name[other].called for other in named)}"
    return WarChance(group, named, rule, provoked, when, title, time)


def _holds(state: GameState, power: PowerId, ground: WarGround) -> bool:
    """Whether a ground is good in the present or next turn of a power, at the time that it names."""
    if state.round < ground.from_round or (ground.out_of_peace and not _comes_out_of_peace(state, power, ground)):
        return False
    if ground.after_incident and ground.after_incident in state.incidents:
        return True
    if ground.after is None:
        return ground.after_incident is None
    return bool(unprovoked(state, ground.after))


def _comes_out_of_peace(state: GameState, power: PowerId, ground: WarGround) -> bool:
    """Whether a power is at war with nobody but those on whom it declared on the same ground (POL-25)."""
    own = (each for each in state.declarations if each.by == power and each.rule in (ground.rule, ""))
    declared = {foe for each in own for foe in each.on}
    return all(pair - {power} <= declared for pair in state.war_pairs if power in pair)


def _is_now(state: GameState, ground: WarGround) -> bool:
    is_first = state.round == ground.from_round
    return state.phase == (ground.first_phase if is_first else "combat_move")


def _is_first_time(state: GameState, ground: WarGround) -> bool:
    return (state.round, state.phase) == (ground.from_round, ground.first_phase)


def _is_to_come(state: GameState, ground: WarGround) -> bool:
    """Whether the moment for it in this turn is not over yet."""
    phases = state.edition.parameters.turn.phases_of(state.power)
    moment = ground.first_phase if state.round == ground.from_round else "combat_move"
    return phases.index(moment) > phases.index(state.phase)


def _when(
    state: GameState, power: PowerId, grounds: list[WarGround], good: list[WarGround], has_moved: bool
) -> tuple[When, str]:
    if not good:
        return "later", _times_of(state, grounds)
    if state.power != power:
        return "on turn", f"{_at(good[0].first_phase, state.round == good[0].from_round)} in its next turn"
    if not any(_is_now(state, each) for each in good):
        coming = [each for each in good if _is_to_come(state, each)]
        return "on turn", _times_of(state, coming) if coming else f"{_at('combat_move', False)} in its next turn"
    if has_moved:
        return "after undo", "before any move; undo the orders of this phase first"
    return "now", "now"


def _times_of(state: GameState, grounds: Iterable[WarGround]) -> str:
    """ "at the start of its combat move after an unprovoked Japanese declaration of war on the United Kingdom"."""
    by_phase: dict[str, list[str]] = {}
    for ground in grounds:
        by_phase.setdefault(_at(ground.first_phase, True), []).append(_condition_of(state, ground))
    return "; or ".join(" ".join(filter(None, (when, listed(which, "or")))) for when, which in by_phase.items())


def _condition_of(state: GameState, ground: WarGround) -> str:
    """ "after an unprovoked Japanese declaration of war on United Kingdom", "in round 4 or later"."""
    words = []
    if ground.after is not None:
        by = listed((state.edition.power[power].adjective for power in ground.after.by), "or")
        on = listed((state.edition.power[power].called for power in ground.after.on), "or")
        words.append(f"after an unprovoked {by} declaration of war on {on}")
    if ground.after_incident is not None:
        words.append(f"once {state.edition.parameters.politics.incidents[ground.after_incident].words}")
    if ground.from_round > 1:
        late = ground.first_phase != "combat_move"
        words.append(
            f"in round {ground.from_round}" + (", and of its combat move in later rounds" if late else " or later")
        )
    if ground.out_of_peace:
        words[-1:] = [f"{words[-1]}, if it is at war with nobody by then"]
    return " ".join(words)


def _at(phase: str, is_first: bool) -> str:
    return f"at the start of its {(phase if is_first else 'combat_move').replace('_', ' ')}"

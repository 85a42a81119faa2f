"""Nonaggression Treaty: the first attack by the power of the treaty meets fresh infantry (OPT-16, ASY-34)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.advantages.free_units import place_free_units
from engine.advantages.rule import AdvantageRule
from engine.advantages.territories import is_of_its_colour
from engine.errors import IllegalAction
from engine.events.advantages import AdvantageLost, AdvantageUsed, AttackedFirst, BlitzStopped
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Advantage
from engine.facts.unit_types import UnitId
from engine.kinds import Question
from engine.play import AFTER_ROCKETS, Play
from engine.position.due import battles_due
from engine.position.relations import enemies_at
from engine.state.game_state import GameState
from engine.state.questions import Choice, Options, Request, RequestKind
from engine.state.words import listed, place

__all__ = ["TreatyChoice", "TreatyOptions"]

NAME: RequestKind = "nonaggression_treaty"


class TreatyOptions(Options):
    """The attacked territories, one of which gets these units."""

    spaces: tuple[SpaceId, ...]
    units: Mapping[UnitId, int]


class TreatyChoice(Choice, extra="forbid"):
    """The attacked territory where the infantry appears; {} for none, which gives the advantage up."""

    space: SpaceId = ""


def ask(play: Play) -> None:
    """With the combat moves done, ask where the infantry appears; a power that breaks the treaty loses it.

    It breaks nothing once it was attacked itself, on other ground or at sea, which it is asked nothing about.
    """
    state = play.state
    advantage = state.edition.advantage.get(NAME)
    if advantage is None or not state.has_advantage(advantage.power, NAME):
        return
    was_attacked = NAME in state.incidents
    if play.power == advantage.power and not was_attacked and _attacks(state, advantage.powers):
        play.emit(AdvantageLost(advantage.power, NAME, "attacked_first"))
    elif play.power in advantage.powers and (territories := _attacked(state, advantage)):
        offered = TreatyOptions(spaces=tuple(territories), units=advantage.units)
        default = TreatyChoice(space=territories[0])
        QUESTION.ask(play, territories[0], (advantage.power,), offered, default, "attack")
    elif play.power in advantage.powers and not was_attacked and _attacks(state, (advantage.power,)):
        play.emit(AttackedFirst(advantage.power, NAME, play.power))


def notice_rockets(play: Play, territory: SpaceId) -> None:
    """Rockets attack as well, though nobody moves: they break the treaty of the power that launches them first."""
    advantage, holder = play.edition.advantage[NAME], play.state.owners[territory]
    if NAME in play.state.incidents:
        return
    if play.power == advantage.power and holder in advantage.powers:
        play.emit(AdvantageLost(advantage.power, NAME, "attacked_first"))
    elif play.power in advantage.powers and holder == advantage.power:
        play.emit(AttackedFirst(advantage.power, NAME, play.power))


def _attacked(state: GameState, advantage: Advantage) -> list[SpaceId]:
    """Home territory under attack, raids and what a blitz took included, the most valuable first."""
    spaces = {battle.space for battle in battles_due(state) if battle.kind != "rocket"}
    territory = state.edition.board.territory
    home = [space for space in spaces if is_of_its_colour(state, space, advantage.power)]
    home += [t for t in _blitzed(state, advantage.power) if territory[t].emblem == advantage.power]
    return sorted(home, key=lambda space: (-territory[space].ipc, space))


def _blitzed(state: GameState, power: PowerId) -> list[SpaceId]:
    """Territories that were taken from a power in the present combat move."""
    before = state.turn.owners_before.items()
    return [territory for territory, former in before if former == power and state.owners[territory] != power]


def _stop_in(play: Play, territory: SpaceId, power: PowerId) -> None:
    """What passed through the territory stops there and fights."""
    passed = (piece for piece in play.state.pieces.values() if territory in piece.way and piece.space != territory)
    pieces = tuple(piece.id for piece in sorted(passed, key=play.state.rank))
    play.emit(BlitzStopped(power, territory, pieces, audience=play.audience))


def _attacks(state: GameState, powers: tuple[PowerId, ...]) -> bool:
    """Whether the power on turn attacks or took something of these powers, or units of theirs."""
    spaces = [battle.space for battle in battles_due(state)]
    taken = any(former in powers for former in state.turn.owners_before.values())
    attacked = any(
        state.owners.get(space) in powers or any(p.power in powers for p in enemies_at(state, space, state.power))
        for space in spaces
    )
    return taken or attacked


def how(state: GameState, request: Request) -> tuple[str, str]:
    """How to answer."""
    names = listed((place(state, space) for space in TreatyOptions.of(request).spaces), "or")
    return "form", f"Name the territory that gets the infantry ({names}), or answer {{}} for none."


def check(state: GameState, request: Request, _power: PowerId, said: TreatyChoice) -> None:
    """Raise IllegalAction unless an answer names one of the attacked territories, or none."""
    if said.model_fields_set and said.space not in TreatyOptions.of(request).spaces:
        raise IllegalAction(*how(state, request))


def answer(play: Play, request: Request, power: PowerId, said: TreatyChoice) -> None:
    """Place the infantry in one of the attacked territories, or let the only chance pass."""
    play.emit(RequestClosed(request.id, said.to_json()))
    if said.space:
        play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
        if said.space in _blitzed(play.state, power):
            _stop_in(play, said.space, power)
        place_free_units(play, NAME, said.space)
    else:
        play.emit(AdvantageLost(power, NAME, "declined"))


QUESTION = Question(
    NAME,
    TreatyOptions,
    TreatyChoice,
    how,
    answer,
    check,
    printed_by="advantages",
    before_battles=True,
    sealed=True,
)
RULE = AdvantageRule(NAME, (AFTER_ROCKETS.by(notice_rockets),), question=QUESTION, steps={"ask_for_treaty": ask})

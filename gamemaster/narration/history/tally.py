"""What a stretch of events comes to: hits against expectation, units lost, territory taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.battle_report.items import SIDES, Fire, Item, Losses
from engine.battle_report.reading import side_of_power
from engine.battle_report.scores import HitsScored
from engine.dice import FACES
from engine.events import Event
from engine.events.combat.battle import AttackOrDefense, LowLuck
from engine.events.economy import TreasuryPlundered
from engine.events.neutrals import NeutralWon
from engine.events.territory import TerritoryReverted, TerritoryTaken, TerritoryTakenOver
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, listed, number, place, place_and, whose
from gamemaster.narration.phrases import force, the_account, the_power, worth
from gamemaster.narration.politics.diplomacy import won_line

COUNTED_ON = " (low luck: one die for all, counting down from target to target)"
"""Beside dice that were not rolled one by one."""


@dataclass
class Tally:
    """Hits and losses of both sides; cargo that sank counts among the losses."""

    hits: dict[AttackOrDefense, HitsScored] = field(default_factory=lambda: {side: HitsScored() for side in SIDES})
    lost: Mapping[AttackOrDefense, list[Piece]] = field(default_factory=lambda: {side: [] for side in SIDES})


def tally(state: GameState, items: Iterable[Item]) -> Tally:
    """Count the hits and the losses of what happened in the turn of `state.power`."""
    found = Tally()
    for item in items:
        if isinstance(item, Fire):
            found.hits[item.side] += item.hits
        elif isinstance(item, Losses):
            for piece in item.all_lost:
                found.lost[side_of_power(state, piece.power)].append(piece)
    return found


def hits_in_words(scored: HitsScored) -> str:
    """ "3 hits (expected 2.3)"."""
    return f"{number(scored.hits, 'hit')} (expected {float(scored.expected):.1f})"


def low_luck_in_words(groups: Iterable[LowLuck]) -> str:
    """ "strength 9: 1 sure, die **2** (hits on 1-3)" for those that fired together; else nothing."""
    return " · ".join(
        f"strength {each.strength}: {', '.join([*_sure(each), *(_rest(each, die) for die in each.dice)])}"
        for each in groups
    )


def _sure(group: LowLuck) -> list[str]:
    return [f"{group.strength // FACES} sure"] if group.strength >= FACES else []


def _rest(group: LowLuck, die: int) -> str:
    face = f"**{die}**" if die <= group.rest else f"{die}"
    return f"die {face} (hits on {'1' if group.rest == 1 else f'1-{group.rest}'})"


def luck_in_words(scored: HitsScored) -> str:
    """ "7 hits, 1.4 above expectation"."""
    difference = round(float(scored.hits - scored.expected), 1)
    where = f"{abs(difference):.1f} {'above' if difference > 0 else 'below'} expectation"
    return f"{number(scored.hits, 'hit')}, {where if difference else 'as expected'}"


def losses_in_words(state: GameState, lost: Sequence[Piece]) -> str:
    """ "3 infantry, 1 bomber (21 IPCs)"; nothing for none."""
    return f"{force(state, lost)} ({ipcs(worth(state, lost))})" if lost else ""


def exchanged(own: str, enemy: str) -> str:
    """ "lost 1 infantry for 3 infantry", "destroyed 3 infantry without loss", "no losses"."""
    if own:
        return f"lost {own} for {enemy or 'nothing'}"
    return f"destroyed {enemy} without loss" if enemy else "no losses"


def _freed(state: GameState, event: TerritoryTaken) -> str:
    """ "Liberated Java for the Dutch."; "Liberated France." where a power's land bears its name."""
    where, owner = place(state, event.territory), the_power(state, event.owner)
    return f"Liberated {where}." if where == owner else f"Liberated {where} for {owner}."


def _taken_over(state: GameState, event: TerritoryTakenOver) -> str:
    """ "Took over Java from the Dutch (+4 income)."."""
    value = state.edition.board.territory[event.territory].ipc
    return f"Took over {place(state, event.territory)} from {the_power(state, event.former)} (+{value} income)."


def gains(state: GameState, events: Iterable[Event]) -> list[str]:
    """Sentences on what changed hands: "Took West Russia and Ukraine (+4 income)."."""
    taken: list[SpaceId] = []
    others: list[str] = []
    for event in events:
        if isinstance(event, TerritoryTaken) and event.owner == event.power:
            taken.append(event.territory)
        elif isinstance(event, TerritoryTaken):
            others.append(_freed(state, event))
        elif isinstance(event, TerritoryTakenOver):
            others.append(_taken_over(state, event))
        elif isinstance(event, NeutralWon):
            others.append(won_line(state, event))
        elif isinstance(event, TerritoryReverted):
            others.append(
                first_upper(f"{place_and('goes', state, event.territory)} back to {the_power(state, event.owner)}.")
            )
        elif isinstance(event, TreasuryPlundered):
            victim = the_account(state, event.victim, event.account)
            others.append(f"Took {ipcs(event.amount)} from {whose(victim)} treasury.")
    if not taken:
        return others
    value = sum(state.edition.board.territory[territory].ipc for territory in taken)
    return [f"Took {listed(place(state, territory) for territory in taken)} (+{value} income).", *others]

"""Aircraft that scramble and come home, and kamikaze strikes, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.ask import ScrambleOptions, sea_attackers
from engine.battle_report.items import KamikazeStrikes
from engine.events.combat.scramble import Scrambled, ScrambleReturned
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import PieceId
from engine.state.words import listed, number, place
from gamemaster.narration.history.tally import COUNTED_ON
from gamemaster.narration.phrases import by_number, force, heading, row, spaces_named, the_power, whoever

Counts = Mapping[UnitId, int]


def scramble_lines(state: GameState, offered: ScrambleOptions) -> list[str]:
    """For each sea zone of a question who can scramble: "Sea zone 6: 4 fighters from Japan against 1 destroyer"."""
    zones = offered.scramble
    return [
        f"{heading(state, zone)}: {_risers(state, zones[zone], offered.limits, 'from')} against "
        f"{force(state, sea_attackers(state, zone))}"
        for zone in by_number(zones)
    ]


def scramble_told(state: GameState, offered: ScrambleOptions) -> str:
    """Who can scramble into the only sea zone: "into sea zone 6 against 1 destroyer: 4 fighters in Japan"."""
    ((zone, bases),) = offered.scramble.items()
    against = force(state, sea_attackers(state, zone))
    return f"into {place(state, zone)} against {against}: {_risers(state, bases, offered.limits, 'in')}"


def _risers(state: GameState, bases: Mapping[SpaceId, Counts], limits: Mapping[SpaceId, int], where: str) -> str:
    return listed(
        f"{row(state, units)} {where} {place(state, base)}{_at_most(units.values(), limits[base])}"
        for base, units in bases.items()
    )


def scrambles_in_short(state: GameState, offered: ScrambleOptions) -> str:
    """ "into sea zone 6 or sea zone 19, from Japan or Korea"."""
    zones = offered.scramble
    bases = dict.fromkeys(base for each in zones.values() for base in each)
    return f"into {spaces_named(state, by_number(zones), 'or')}, from {spaces_named(state, bases, 'or')}"


def _at_most(counts: Iterable[int], limit: int) -> str:
    return f" ({limit} at most)" if sum(counts) > limit else ""


def scrambled_line(state: GameState, event: Scrambled) -> str:
    """ "Japan scrambles 2 fighters from Japan into sea zone 6"; who stayed because others came first."""
    groups = [
        f"{listed(_rising(state, bases))} into {place(state, zone)}" for zone, bases in event.aircraft.items() if bases
    ]
    who = whoever(state, event.power)
    stayed = f"{force(state, state.select(event.stayed))} must stay: the base can send no more"
    if not groups:
        return f"{who} scrambles nothing; {stayed}"
    return f"{who} scrambles {listed(groups)}{f'; {stayed}' if event.stayed else ''}"


def _rising(state: GameState, bases: Mapping[SpaceId, Iterable[PieceId]]) -> list[str]:
    return [f"{force(state, state.select(ids))} from {place(state, base)}" for base, ids in bases.items()]


def returned_line(state: GameState, event: ScrambleReturned) -> str:
    """ "Back from their scramble: 2 Japanese fighters in Japan.", as others may have risen beside them."""
    homes = dict.fromkeys(event.landings.values())
    groups = (
        f"{force(state, state.select(_landing_in(event, base)), by_owner=True)} in {place(state, base)}"
        for base in homes
    )
    return f"Back from their scramble: {listed(groups)}."


def _landing_in(event: ScrambleReturned, base: SpaceId) -> list[PieceId]:
    return [piece for piece, home in event.landings.items() if home == base]


def kamikazes_line(state: GameState, strikes: KamikazeStrikes) -> str:
    """ "Kamikazes strike in sea zone 6 and hit on 1 or 2: destroyer **1** 4 — 1 destroyer sunk; Japan has 4 left"."""
    table = state.edition.unit
    ships = " · ".join(f"{table[each.ship.unit].name} {_dice(each.dice, strikes.needed)}" for each in strikes.strikes)
    left = number(strikes.tokens_left, "token")
    who = the_power(state, strikes.power)
    hits = f"hit on {listed(map(str, range(1, strikes.needed + 1)), 'or')}"
    strike = f"Kamikazes strike in {place(state, strikes.space)} and {hits}{COUNTED_ON * strikes.low_luck}"
    return f"{strike}: {ships} — {_fates(state, strikes)}; {who} has {left} left"


def _dice(dice: Sequence[int], needed: int) -> str:
    return " ".join(f"**{die}**" if die <= needed else str(die) for die in dice)


def _fates(state: GameState, strikes: KamikazeStrikes) -> str:
    """ "1 destroyer sunk, 1 battleship damaged", or "no hit"."""
    sunk = [each.ship for each in strikes.strikes if each.is_sunk]
    damaged = [each.ship for each in strikes.strikes if each.hurt]
    parts = [f"{force(state, sunk)} sunk"] if sunk else []
    return ", ".join([*parts, *([f"{force(state, damaged)} damaged"] if damaged else [])]) or "no hit"


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    Scrambled: scrambled_line,
    ScrambleReturned: returned_line,
}

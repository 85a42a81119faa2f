"""One round of a battle as its board shows it: who stands in which column, what was rolled, who was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.battle_report.items import SIDES, AntiAircraftFire, Fire, Volley, hits_of
from engine.battle_report.report import BattleRound
from engine.battle_report.scores import HitsScored
from engine.events.combat.battle import AttackOrDefense, LowLuck
from engine.state.game_state import GameState
from engine.state.words import first_upper
from gamemaster.narration.history.tally import hits_in_words, low_luck_in_words
from gamemaster.narration.phrases import row
from maps.battles import data
from maps.battles.data import Column, Roll, Round, Strip, Units
from maps.board.facts import symbol_of

MAIN_FIRE = ("attackers_fire", "defenders_fire")
BEFORE_THE_BATTLE = ("anti_aircraft_fires", "ships_bombard")
STRIPS: Mapping[str, str] = {
    "anti_aircraft_fires": "Antiaircraft fire",
    "ships_bombard": "Bombardment",
    "attackers_strike": "Surprise strike",
    "defenders_strike": "Surprise strike",
    "attackers_open_fire": "Opening fire",
    "defenders_open_fire": "Opening fire",
}
"""What fire outside the columns is called, by the step of the round; "Fire" where it has no name of its own."""


def strips(state: GameState, told: BattleRound) -> tuple[Strip, ...]:
    """All fire outside the columns, in the order of the rules: guns and ships before submarines."""
    return (*_before_the_battle(state, told), *(strip for _, strip in _openings(state, told)))


def has_fire_of_its_own(told: BattleRound) -> bool:
    """Whether guns or ships fired in a round."""
    return any(
        isinstance(item, AntiAircraftFire) or (isinstance(item, Fire) and item.step in BEFORE_THE_BATTLE)
        for item in told.items
    )


def _before_the_battle(state: GameState, told: BattleRound) -> Iterator[Strip]:
    """Fire of guns and bombardment."""
    for item in told.items:
        if isinstance(item, AntiAircraftFire):
            yield anti_aircraft_strip(state, item)
        elif isinstance(item, Fire) and item.step in BEFORE_THE_BATTLE:
            yield from _strips(state, item)


def _openings(state: GameState, told: BattleRound) -> Iterator[tuple[AttackOrDefense, Strip]]:
    """Fire of submarines and others before the main fire, with the side that fires."""
    for item in told.items:
        if isinstance(item, Fire) and item.step not in (*MAIN_FIRE, *BEFORE_THE_BATTLE):
            yield from ((item.side, strip) for strip in _strips(state, item))


def _main_fires(told: BattleRound, side: AttackOrDefense) -> list[Fire]:
    return [item for item in told.items if isinstance(item, Fire) and item.step in MAIN_FIRE and item.side == side]


def _dice(fire: Fire) -> Iterator[Roll]:
    """What was rolled, also by those that fired together."""
    yield from (Roll(volley.needed, volley.dice) for volley in fire.volleys if volley.dice)
    yield from (Roll(group.rest, group.dice) for group in fire.low_luck if group.dice)


def columns(told: BattleRound, side: AttackOrDefense) -> tuple[Column, ...]:
    """The columns of a side, without those who submerged or retreated."""
    groups: dict[int, Counter[tuple[str, str, bool, bool]]] = {}
    dice: dict[int, list[int]] = {}
    gone, hurt, left = told.gone, told.damaged, told.left
    for volley in (volley for fire in _main_fires(told, side) for volley in fire.volleys):
        groups.setdefault(volley.needed, Counter())
        dice.setdefault(volley.needed, []).extend(volley.dice)
    for piece in told.fighting[side]:
        if piece.id not in left:
            is_lost = piece.id in gone
            is_damaged = (piece.hits_taken > 0 or piece.id in hurt) and not is_lost
            kind = (piece.power, piece.unit, is_damaged, is_lost)
            groups.setdefault(told.needed.get(piece.id, 0), Counter())[kind] += 1
    values_shown = sorted(groups, key=lambda value: (value == 0, value))
    return tuple(Column(value, tuple(_units(groups[value])), tuple(dice.get(value, ()))) for value in values_shown)


def in_short(state: GameState, told: BattleRound) -> Round:
    """A round as a row of dice."""
    openings = list(_openings(state, told))

    def rolled(side: AttackOrDefense) -> tuple[Roll, ...]:
        first = (volley.roll for firing, strip in openings if firing == side for volley in strip.volleys)
        return (*first, *(roll for fire in _main_fires(told, side) for roll in _dice(fire)))

    attacks, defends = (hits_in_words(told.hits(side)) for side in SIDES)
    others = tuple(_before_the_battle(state, told))
    return Round(f"Round {told.number}", rolled("attacker"), rolled("defender"), attacks, defends, others)


def _units(kinds: Mapping[tuple[str, str, bool, bool], int]) -> Iterable[Units]:
    for (power, unit, damaged, lost), count in sorted(kinds.items()):
        yield Units(power, unit, count, damaged, lost)


def _strips(state: GameState, fire: Fire) -> list[Strip]:
    """Fire outside the columns; aircraft that fire with submarines make a kamikaze attack of their own."""
    found = []
    for title, flying in ((STRIPS.get(fire.step, "Fire"), False), ("Kamikaze attack", True)):
        volleys = [each for each in fire.volleys if (state.edition.unit[each.unit].domain == "air") is flying]
        if volleys:
            found.append(Strip(title, tuple(map(_shown, volleys)), scored_in_words(hits_of(volleys), fire.low_luck)))
    return found


def scored_in_words(hits: HitsScored, low_luck: Iterable[LowLuck]) -> str:
    """ "2 hits (expected 1.5)", after how those that fired together came by them."""
    together = _without_bold(low_luck)
    return f"{together} — {hits_in_words(hits)}" if together else hits_in_words(hits)


def low_luck_lines(told: BattleRound, side: AttackOrDefense) -> list[str]:
    """A line for each of those of a side that fired together in the main fire: "Strength 9: 1 sure, die 2 …"."""
    groups = (group for fire in _main_fires(told, side) for group in fire.low_luck)
    return [first_upper(_without_bold([group])) for group in groups]


def _without_bold(low_luck: Iterable[LowLuck]) -> str:
    return low_luck_in_words(low_luck).replace("**", "")


def _shown(volley: Volley) -> data.Volley:
    return data.Volley(Units(volley.power, volley.unit, volley.count), Roll(volley.needed, volley.dice))


def anti_aircraft_strip(state: GameState, fire: AntiAircraftFire) -> Strip:
    """The dice of a gun at each kind of aircraft; the gun stands there once."""
    fires = symbol_of(state.setup, fire.facility) if fire.facility else fire.gun
    gun: Units | None = Units(fire.power, fires)
    dice: dict[tuple[str, str], list[int]] = {}
    for shot in fire.shots:
        dice.setdefault((shot.power, shot.unit), []).append(shot.die)
    volleys = []
    for (power, unit), faces in dice.items():
        volleys.append(data.Volley(gun, Roll(fire.needed, tuple(faces)), Units(power, unit, len(faces))))
        gun = None
    down = Counter(shot.unit for shot in fire.shots if shot.hit)
    return Strip("Antiaircraft fire", tuple(volleys), f"{row(state, down)} shot down" if down else "no hit")

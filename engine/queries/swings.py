"""The swing of what was fought: what its dice won or lost in IPCs, against what was to be expected (docs/dice.md).

A hit is worth the mean price of what the hits of its volley took, or where nobody was lost of what the printed order of
loss takes next. Hits beyond what those who stood there could take count neither as scored nor as expected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from engine.battle_report.items import (
    AntiAircraftFire,
    Bombs,
    Casualties,
    FacilityStrike,
    Fire,
    Item,
    KamikazeStrikes,
    StruckShip,
    Volley,
)
from engine.battle_report.reading import item_of, side_of_power
from engine.battle_report.report import BattleReport
from engine.battle_report.scores import losses_by_bombs
from engine.combat.hits import Source, source_of
from engine.combat.losses.assignments import HitTaking
from engine.combat.losses.default_losses import wishes_in_order
from engine.dice import FACES, counted_on
from engine.events import Event
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitType
from engine.odds.rolls import Shares, of_alike, of_strength, together
from engine.queries.luck import Luck, Throw, luck_of
from engine.state.battles import Hits
from engine.state.game_state import GameState
from engine.state.pieces import Piece

OTHER: dict[AttackOrDefense, AttackOrDefense] = {"attacker": "defender", "defender": "attacker"}
SIGN: dict[AttackOrDefense, int] = {"attacker": 1, "defender": -1}
OWN_CLASS: dict[str, Source] = {"ships_bombard": "bombardment", "anti_aircraft_fires": "anti_aircraft"}
"""Steps in which all hits are of one class, whoever scores them."""
OPENING = ("attackers_open_fire", "defenders_open_fire")


def luck_of_battle(report: BattleReport) -> Luck | None:
    """The luck of the attacker in a battle, of all its dice; None where none decided anything."""
    throws = Throws()
    for told in report.rounds:
        states = iter([state for state, _ in told.fired_in])
        for item in told.items:
            throws.add(next(states) if isinstance(item, Fire) else told.began_in, item)
    return luck_of(throws.all_of())


def luck_of_turn(steps: Iterable[tuple[GameState, Event, GameState]]) -> Luck | None:
    """The luck of the power on turn in all that is fought in a stretch of its turn."""
    throws = Throws()
    for before, event, _ in steps:
        if item := item_of(before, event):
            throws.add(before, item)
    return luck_of(throws.all_of())


@dataclass(frozen=True)
class _Volley:
    """The fire of a side in a step, and those who are under it."""

    power: PowerId
    side: AttackOrDefense
    shares: Shares
    scored: int
    targets: HitTaking | None

    def worth(self, price: int | None) -> Throw:
        """Its dice, where hits are worth so much; without a price, what the printed order of loss takes next."""
        each = price if price is not None else _next_price(self.targets) if self.targets else 0
        return Throw(SIGN[self.side] * each, self.shares, self.scored)


class Throws:
    """All dice of what was fought, as it happened, with whose turn it was: what attackers gain by counts above 0."""

    def __init__(self) -> None:
        self.settled: list[tuple[PowerId, Throw]] = []
        self._open: dict[AttackOrDefense, _Volley] = {}
        self._swings: dict[PowerId, float] = {}

    def add(self, state: GameState, item: Item) -> None:
        """One more item, with the state before it."""
        if isinstance(item, Fire):
            self._settle(item.side)
            self._open[item.side] = _volley(state, item)
            if not item.hits.hits:
                self._settle(item.side)
        elif isinstance(item, Casualties):
            self._settle(OTHER[item.side], price_of_hits(state, item))
        else:
            for throw in _beside(state, item):
                self._keep(state.power, throw)

    def all_of(self, powers: Collection[PowerId] | None = None) -> Iterator[Throw]:
        """All dice, or those of some powers' turns. Where victims are not chosen yet the printed order takes them."""
        return (throw for power, throw in (*self.settled, *self._pending()) if powers is None or power in powers)

    def swings(self) -> dict[PowerId, float]:
        """What all dice won or lost each power in its turns."""
        found = dict(self._swings)
        for power, throw in self._pending():
            found[power] = found.get(power, 0.0) + throw.swing
        return found

    def _pending(self) -> list[tuple[PowerId, Throw]]:
        return [(volley.power, volley.worth(None)) for volley in self._open.values()]

    def _settle(self, side: AttackOrDefense, price: int | None = None) -> None:
        if volley := self._open.pop(side, None):
            self._keep(volley.power, volley.worth(price))

    def _keep(self, power: PowerId, throw: Throw) -> None:
        self.settled.append((power, throw))
        self._swings[power] = self._swings.get(power, 0.0) + throw.swing


def price_of_hits(state: GameState, taken: Casualties) -> int | None:
    """The mean price of the hits that a side took, in whole IPCs; None where it took none.

    A unit that takes several hits is worth as much less by each.
    """
    hits = [(piece, state.type_of(piece).hits - piece.hits_taken) for piece in taken.lost]
    hits += [(piece, 1) for piece in taken.damaged]
    total = sum(count for _, count in hits)
    prices = sum((_price(state.type_of(piece)) * count for piece, count in hits), Fraction())
    return _whole(prices / total) if total > 0 else None


def _price(unit: UnitType) -> Fraction:
    """What a hit on a unit costs."""
    return Fraction(unit.cost or 0, max(1, unit.hits))


def _whole(price: Fraction) -> int:
    return floor(price + Fraction(1, 2))


def _volley(state: GameState, fire: Fire) -> _Volley:
    shares: Shares = (1.0,)
    for volley in fire.volleys:
        if not volley.unrolled:
            shares = together(shares, of_alike(len(volley.dice) // volley.best_of, volley.needed, volley.best_of))
    for group in fire.low_luck:
        shares = together(shares, of_strength(group.strength))
    scored, targets = fire.hits.hits, None
    if battle := state.battle:
        classes = {_class_of(state, fire, volley) for volley in fire.volleys}
        targets = HitTaking(state, replace(battle, hits=Hits(**dict.fromkeys(classes, 1))), OTHER[fire.side])
        room = len(targets.slots)
        shares, scored = _within(shares, room), min(scored, room)
    return _Volley(state.power, fire.side, shares, scored, targets)


def _class_of(state: GameState, fire: Fire, volley: Volley) -> Source:
    unit = state.unit_of(volley.power, volley.unit)
    if fire.step in OPENING and unit.domain == "air":
        return "kamikaze"
    return OWN_CLASS.get(fire.step) or source_of(unit)


def _next_price(taking: HitTaking) -> int:
    wishes: Sequence[Piece] = [taking.state.pieces[piece] for piece, _ in wishes_in_order(taking, ())]
    first = min(wishes, key=taking.is_last, default=None)
    return _whole(_price(taking.state.type_of(first))) if first else 0


def _within(shares: Shares, room: int) -> Shares:
    """The same where no more than so many hits find anybody."""
    return shares if len(shares) <= room + 1 else (*shares[:room], sum(shares[room:]))


def _beside(state: GameState, item: Item) -> Iterable[Throw]:
    """The dice of what has its victims in itself."""
    if isinstance(item, AntiAircraftFire):
        return _anti_aircraft(state, item)
    if isinstance(item, FacilityStrike):
        return [_bombs(state, item, bombs) for bombs in item.strikes]
    if isinstance(item, KamikazeStrikes):
        return [_kamikazes(state, item, struck) for struck in item.strikes]
    return ()


def _sign(state: GameState, power: PowerId) -> int:
    return SIGN[side_of_power(state, power)]


def _anti_aircraft(state: GameState, fire: AntiAircraftFire) -> Iterable[Throw]:
    """A die for each aircraft. Where the attacker chooses who is lost, each is worth the mean of all shot at."""
    sign, needed = _sign(state, fire.power), fire.needed
    prices = [_whole(_price(state.edition.unit[shot.unit])) for shot in fire.shots]
    hit = [shot.hit for shot in fire.shots]
    if fire.chosen and prices:
        prices = [_whole(Fraction(sum(prices), len(prices)))] * len(prices)
    if not fire.low_luck:
        return [
            Throw(sign * price, of_alike(1, needed), int(is_hit)) for price, is_hit in zip(prices, hit, strict=True)
        ]
    faces = [counted_on([needed] * len(prices), face) for face in range(1, FACES + 1)]
    fallen = [sum(price for price, die in zip(prices, dice, strict=True) if die <= needed) for dice in faces]
    return [Throw(sign, _shares_of(fallen), sum(price for price, is_hit in zip(prices, hit, strict=True) if is_hit))]


def _bombs(state: GameState, strike: FacilityStrike, bombs: Bombs) -> Throw:
    """Damage counts as the IPCs that repair it."""
    losses = losses_by_bombs(state.unit_of(bombs.power, bombs.unit), len(bombs.dice), bombs.room)
    return Throw(_sign(state, strike.power), _shares_of(losses), min(bombs.loss, bombs.room))


def _kamikazes(state: GameState, strikes: KamikazeStrikes, struck: StruckShip) -> Throw:
    dice, needed, ship = len(struck.dice), strikes.needed, state.type_of(struck.ship)
    shares = of_strength(dice * needed) if strikes.low_luck else of_alike(dice, needed)
    room = ship.hits - struck.ship.hits_taken
    return Throw(_sign(state, strikes.power) * _whole(_price(ship)), _within(shares, room), min(struck.hits, room))


def _shares_of(values: Sequence[int]) -> Shares:
    """The probability of 0, 1, 2 … where each of these is as likely as another."""
    found = [0.0] * (max(values, default=0) + 1)
    for value in values:
        found[value] += 1 / len(values)
    return tuple(found)

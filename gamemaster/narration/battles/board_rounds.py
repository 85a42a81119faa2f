"""One round of a battle as its board shows it: who stands in which column, what was rolled, who was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.ask import dice_of, values_in_battle
from engine.events import Event
from engine.events.combat.battle import AttackOrDefense, CasualtiesChosen, Fired, Retreated, Shots, Submerged, UnitsLost
from engine.events.combat.raids import AntiAircraftFired
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from gamemaster.narration.history.tally import SIDES, Fire
from gamemaster.narration.phrases import row
from maps.battles.data import Column, Roll, Round, Strip, Units, Volley
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


@dataclass
class BoardRound:
    """A round so far. Round 0 holds what came before the first shot.

    fighting: who stood there when it began. needed: what each of them needs to hit.
    """

    number: int
    fighting: Mapping[AttackOrDefense, Sequence[Piece]]
    needed: dict[PieceId, int]
    fire: Mapping[AttackOrDefense, Fire] = field(default_factory=lambda: {side: Fire() for side in SIDES})
    rolls: Mapping[AttackOrDefense, list[Roll]] = field(default_factory=lambda: {side: [] for side in SIDES})
    openings: list[tuple[AttackOrDefense, Strip]] = field(default_factory=list)
    others: list[Strip] = field(default_factory=list)  # bombardment, antiaircraft fire
    lost: set[PieceId] = field(default_factory=set)
    damaged: set[PieceId] = field(default_factory=set)
    left: set[PieceId] = field(default_factory=set)

    def take(self, state: GameState, event: Event) -> None:
        """Note an event; `state` is the one before it."""
        if isinstance(event, Fired):
            self._fired(state, event)
        elif isinstance(event, AntiAircraftFired):
            self.others.append(anti_aircraft_strip(state, event))
        elif isinstance(event, CasualtiesChosen):
            self.lost.update(event.lost)
            self.damaged.update(event.damaged)
        elif isinstance(event, UnitsLost):
            self.lost.update(piece.id for piece in (*event.pieces, *event.cargo))
        elif isinstance(event, Submerged):
            self.left.update(event.pieces)
        elif isinstance(event, Retreated):
            self.left.update((*event.pieces, *event.aircraft))

    def _fired(self, state: GameState, event: Fired) -> None:
        self.fire[event.side].add(event)
        battle = state.battle
        if battle is not None:
            in_battle = battle.attackers if event.side == "attacker" else battle.defenders
            needed = values_in_battle(state, state.select(in_battle), event.side)
            self.needed |= {piece: needed[piece] for piece in event.pieces if piece in needed}
        if event.step in MAIN_FIRE:
            self.rolls[event.side].extend(Roll(shots.value, shots.dice) for shots in event.shots)
            return
        for strip in _strips(state, event):
            if event.step in BEFORE_THE_BATTLE:
                self.others.append(strip)
            else:
                self.openings.append((event.side, strip))

    @property
    def strips(self) -> tuple[Strip, ...]:
        """All fire outside the columns, in the order of the rules: guns and ships before submarines."""
        return (*self.others, *(strip for _, strip in self.openings))

    def columns(self, side: AttackOrDefense) -> tuple[Column, ...]:
        """The columns of a side, without those who submerged or retreated."""
        groups: dict[int, Counter[tuple[str, str, bool, bool]]] = {}
        dice: dict[int, list[int]] = {}
        for roll in self.rolls[side]:
            groups.setdefault(roll.value or 0, Counter())
            dice.setdefault(roll.value or 0, []).extend(roll.dice)
        for piece in self.fighting[side]:
            if piece.id not in self.left:
                is_lost = piece.id in self.lost
                is_damaged = (piece.hits_taken > 0 or piece.id in self.damaged) and not is_lost
                kind = (piece.power, piece.unit, is_damaged, is_lost)
                groups.setdefault(self.needed.get(piece.id, 0), Counter())[kind] += 1
        values_shown = sorted(groups, key=lambda value: (value == 0, value))
        return tuple(Column(value, tuple(_units(groups[value])), tuple(dice.get(value, ()))) for value in values_shown)

    @property
    def in_short(self) -> Round:
        """The round as a row of dice."""

        def rolled(side: AttackOrDefense) -> tuple[Roll, ...]:
            first = (volley.roll for firing, strip in self.openings if firing == side for volley in strip.volleys)
            return (*first, *self.rolls[side])

        attacks, defends = (self.fire[side].in_words for side in SIDES)
        others = tuple(self.others)
        return Round(f"Round {self.number}", rolled("attacker"), rolled("defender"), attacks, defends, others)


def line_up(state: GameState) -> BoardRound:
    """The round that begins in this state."""
    battle = state.battle
    if battle is None:
        raise ValueError("a round was begun without a battle")
    attackers, defenders = state.select(battle.attackers), state.select(battle.defenders)
    needed = {**values_in_battle(state, attackers, "attacker"), **values_in_battle(state, defenders, "defender")}
    return BoardRound(battle.round, {"attacker": attackers, "defender": defenders}, needed)


def _units(kinds: Mapping[tuple[str, str, bool, bool], int]) -> Iterable[Units]:
    for (power, unit, damaged, lost), count in sorted(kinds.items()):
        yield Units(power, unit, count, damaged, lost)


def _strips(state: GameState, event: Fired) -> list[Strip]:
    """Fire outside the columns; aircraft that fire with submarines make a kamikaze attack of their own."""
    found = []
    for title, flying in ((STRIPS.get(event.step, "Fire"), False), ("Kamikaze attack", True)):
        shots = [s for s in event.shots if (state.edition.unit[s.unit].domain == "air") is flying]
        if shots:
            fire = Fire(sum(s.hits for s in shots), sum((s.expected for s in shots), Fraction()))
            found.append(Strip(title, tuple(_volley(state, event, s) for s in shots), fire.in_words))
    return found


def _volley(state: GameState, event: Fired, shots: Shots) -> Volley:
    if event.step == "anti_aircraft_fires":  # each gun has several shots
        guns = state.select(event.pieces)
        count = sum(1 for gun in guns if (gun.power, gun.unit) == (shots.power, shots.unit))
    else:
        count = len(shots.dice) // dice_of(state.unit_of(shots.power, shots.unit), event.side)
    return Volley(Units(shots.power, shots.unit, count), Roll(shots.value, shots.dice))


def anti_aircraft_strip(state: GameState, event: AntiAircraftFired) -> Strip:
    """The dice of a gun at each kind of aircraft; the gun stands there once."""
    fires = symbol_of(state.setup, event.facility) if event.facility else state.pieces[event.gun].unit
    gun: Units | None = Units(event.power, fires)
    dice: dict[tuple[str, str], list[int]] = {}
    for shot in event.shots:
        dice.setdefault((state.pieces[shot.piece].power, shot.unit), []).append(shot.die)
    volleys = []
    for (power, unit), faces in dice.items():
        volleys.append(Volley(gun, Roll(event.needed, tuple(faces)), Units(power, unit, len(faces))))
        gun = None
    down = Counter(shot.unit for shot in event.shots if shot.hit)
    return Strip("Antiaircraft fire", tuple(volleys), f"{row(state, down)} shot down" if down else "no hit")

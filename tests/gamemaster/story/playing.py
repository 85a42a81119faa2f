"""Games played at random but repeatably, to show the texts every kind of position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine import GameState, IllegalAction, apply, new_game
from engine.ask import affordable, battle_options
from engine.economy.mobilize import placements
from engine.events import Event
from engine.landing.proof import airborne
from gamemaster.narration import Timeline, battle_board, battle_text, event_line, phase_reports
from maps.battles.data import BattleBoard
from tests.engine.table import Table, position

LAND_ATTACK = ("infantry", "tank", "fighter", "bomber")
LAND_DEFENSE = ("infantry", "tank", "fighter", "bomber")
SEA = ("submarine", "transport", "destroyer", "aircraft_carrier", "battleship", "fighter")


class RandomDice:
    """Dice of a seeded generator."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """Roll `count` dice."""
        return tuple(self.rng.randint(1, 6) for _ in range(count))


class Game:
    """A game that remembers the start and the events of its present phase."""

    def __init__(self, state: GameState, rng: Random) -> None:
        self.state = state
        self.rng = rng
        self.dice = RandomDice(rng)
        self.start = state
        self.events: list[Event] = []

    def do(self, action: Mapping[str, Any]) -> tuple[Event, ...]:
        """Carry out an action; raises IllegalAction."""
        outcome = apply(self.state, action, self.dice)
        self.state = outcome.state
        self.events += outcome.events
        return outcome.events

    def attempt(self, action: Mapping[str, Any]) -> bool:
        """Carry out an action if it is legal."""
        try:
            self.do(action)
        except IllegalAction:
            return False
        return True


def told_battle(course: Timeline) -> str:
    """The post of the first battle of a stretch as it stands at its end."""
    return battle_text(course.end, course.battles[0])


def shown_battle(course: Timeline) -> BattleBoard:
    """The board of the first battle of a stretch as it stands at its end."""
    return battle_board(course.end, course.battles[0])


def battle_at_random(rng: Random) -> Game:
    """A game just after a battle on land or at sea has begun."""
    return _sea_battle(rng) if rng.random() < 0.6 else _land_battle(rng)


def _some(rng: Random, units: tuple[str, ...], most: int) -> str:
    chosen = rng.sample(units, rng.randint(1, min(4, len(units))))
    return ", ".join(f"{rng.randint(1, most)} {unit}" for unit in chosen)


def _land_battle(rng: Random) -> Game:
    spaces = {
        "germany": f"germany: {_some(rng, LAND_ATTACK, 4)}, 1 infantry",
        "ukraine": f"germany: {_some(rng, LAND_ATTACK, 3)}, 1 tank",
        "eastern_europe": f"soviet_union: {_some(rng, LAND_DEFENSE, 4)}; united_kingdom: {_some(rng, LAND_DEFENSE, 3)}",
    }
    table = position("germany", "combat_move", spaces, owners={"eastern_europe": "soviet_union"})
    game = Game(table.state, rng)
    for space in ("germany", "ukraine"):
        for piece in game.state.at(space):
            if game.state.type_of(piece).move:
                game.attempt({"type": "move", "pick": [piece.id], "path": [space, "eastern_europe"]})
    return _begun(game, "eastern_europe")


def _sea_battle(rng: Random) -> Game:
    defenders = f"united_kingdom: {_some(rng, SEA, 3)}"
    if rng.random() < 0.5:
        defenders += f"; united_states: {_some(rng, SEA, 3)}"
    spaces = {
        "sz5": f"germany: {_some(rng, SEA[:5], 3)}, 1 destroyer",
        "sz6": defenders,
        "norway_finland": "germany: 2 fighter, 1 bomber",
        "western_europe": "germany: 1 fighter, 1 bomber",
    }
    table = position("germany", "combat_move", spaces)
    game = Game(table.state, rng)
    for space in ("sz5", "norway_finland", "western_europe"):
        for piece in game.state.at(space):
            game.attempt({"type": "move", "pick": [piece.id], "path": [space, "sz6"], "attack": True})
    return _begun(game, "sz6")


def _begun(game: Game, space: str) -> Game:
    game.start, game.events = game.state, []
    game.do({"type": "end_phase"})
    if any(battle.space == space for battle in game.state.pending):
        game.do({"type": "battle", "space": space})
    return game


def turns_at_random(rng: Random, turns: int) -> Iterator[Game]:
    """A game from its beginning, at each moment when somebody is to act; the caller answers requests."""
    game = Game(new_game("aa1941"), rng)
    last = game.state.power
    while turns and game.state.winner is None:
        yield game
        if game.state.requests:
            continue
        _act(game)
        if game.state.power != last:
            last = game.state.power
            turns -= 1


def _act(game: Game) -> None:
    """One order at random, or the end of the phase."""
    phase, rng = game.state.phase, game.rng
    if phase == "purchase" and rng.random() < 0.7:
        budget = affordable(game.state)
        unit = rng.choice(sorted(budget))
        game.do({"type": "purchase", "units": {unit: rng.randint(1, budget[unit])}})
    elif phase in ("combat_move", "noncombat_move") and rng.random() < 0.96:
        _move(game)
        return
    elif phase == "conduct_combat":
        game.do({"type": "battle", "space": rng.choice(battle_options(game.state)).space})
        return
    elif phase == "mobilize":
        _place(game)
    _finish(game)


def _move(game: Game) -> None:
    state, rng = game.state, game.rng
    if state.undo and rng.random() < 0.1:
        game.attempt({"type": "undo", "order": rng.randrange(len(state.undo))})
        return
    own = sorted(piece.id for piece in state.pieces.values() if piece.power == state.power)
    piece = state.pieces[rng.choice(own)]
    near = state.edition.board.neighbours[piece.space]
    path = [piece.space, rng.choice(near)]
    if state.type_of(piece).move > 1 and rng.random() < 0.4:
        path.append(rng.choice(state.edition.board.neighbours[path[-1]]))
    game.attempt({"type": "move", "pick": [piece.id], "path": path})


def _place(game: Game) -> None:
    for unit, count in sorted(game.state.purchased.get(game.state.power, {}).items()):
        for _ in range(count):
            if places := placements(game.state, unit):
                space, complex_at = game.rng.choice(places)
                game.do({"type": "mobilize", "units": {unit: 1}, "space": space, "complex": complex_at})


def _finish(game: Game) -> None:
    """End the phase; where something forbids it, take back all orders and bring the aircraft home first."""
    if game.attempt({"type": "end_phase"}):
        return
    while game.state.undo:
        game.do({"type": "undo"})
    while _bring_one_home(game):
        pass
    if not game.attempt({"type": "end_phase"}):
        game.do({"type": "edit", "turn": {"phase": "mobilize"}})


def _bring_one_home(game: Game) -> bool:
    state = game.state
    if state.phase != "noncombat_move":
        return False
    aloft = [p for p in airborne(state, state.power) if p.aboard is None and p.moved != "noncombat_move"]
    return any(
        state.owners.get(space) == state.power
        and game.attempt({"type": "move", "pick": [piece.id], "path": [piece.space, space]})
        for piece in aloft
        for space in state.edition.board.flight_distances(piece.space)
    )


class Told:
    """A game that remembers where a phase began and what happened since."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.begin()

    def begin(self) -> None:
        self.start: GameState = self.table.state
        self.events: list[Event] = []

    def do(self, *args: object, **more: object) -> Told:
        self.table.do(*args, **more)  # type: ignore[arg-type]
        self.events += self.table.events
        return self

    def end_phase(self, dice: str = "") -> Told:
        return self.do({"type": "end_phase"}, dice)

    @property
    def reports(self) -> list[tuple[str, list[str]]]:
        return [
            (report.title, report.text.split("\n")) for report in phase_reports(Timeline.of(self.start, self.events))
        ]

    def line(self, kind: str) -> str | None:
        (event,) = (event for event in self.events if event.kind == kind)
        return event_line(self.start, event)

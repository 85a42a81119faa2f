"""A player who chooses at random among what the engine offers, and likes to attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import GameState, queries
from engine.combat.losses import HitTaking, Slot
from engine.purchase import funds, price_list
from engine.queries import Reach
from engine.relations import enemies_at, is_hostile_territory
from engine.state import Piece, Request

Action = dict[str, Any]


@dataclass(frozen=True)
class Order:
    """An action. `offered`: the engine says that it may be given, so it must be accepted."""

    action: Action
    offered: bool


class RandomPlayer:
    """Plays all powers; the same random numbers give the same orders. `odd`: does what is seldom done, too."""

    def __init__(self, rng: Random, *, odd: bool = True) -> None:
        self.rng = rng
        self._odd = odd
        self._moves_left = 0
        self._phase: tuple[int, str, str] | None = None
        self._target: str | None = None

    def orders(self, state: GameState) -> Iterator[Order]:
        """Orders to try in turn, until one is accepted; the phase can always be ended, or an order undone."""
        if state.requests:
            yield self._answer(state)
            return
        if self._phase != (state.round, state.power, state.phase):
            self._phase = (state.round, state.power, state.phase)
            self._moves_left = self.rng.randint(1, 12)
            self._target = None
        if self._odd and self.rng.random() < 0.03:
            yield self._oddity(state)
        if state.undo and self.rng.random() < 0.05:
            yield Order({"type": "undo", "order": self.rng.randrange(len(state.undo))}, offered=False)
            yield Order({"type": "undo"}, offered=True)
        yield from getattr(self, f"_{state.phase}")(state)
        yield from self._end_phase(state)

    def _end_phase(self, state: GameState) -> Iterator[Order]:
        """End the phase; where something must be done first, do what may help."""
        self._moves_left = 0
        yield Order({"type": "end_phase", "phase": state.phase}, offered=False)
        if state.phase == "noncombat_move":
            yield from self._land_aircraft(state)
        if state.undo:
            yield Order({"type": "undo"}, offered=True)
        yield from self._any_move(state)

    def _oddity(self, state: GameState) -> Order:
        """Something that is seldom done."""
        power, ally = self.rng.sample(state.edition.turn_order, 2)
        kind = self.rng.random()
        if kind < 0.05 or state.conceded:
            return Order({"type": "concede", "power": power}, offered=True)
        what = self.rng.choice(("carriers", "transports", "territories"))
        granted = kind < 0.7
        return Order({"type": "leave", "power": power, "to": ally, "what": what, "granted": granted}, offered=False)

    # Buying and placing

    def _purchase(self, state: GameState) -> Iterator[Order]:
        if self._moves_left == 0 or (state.purchased.get(state.power) and self.rng.random() < 0.6):
            return
        self._moves_left -= 1
        prices = price_list(state)
        assert all(prices[unit] * n <= funds(state, state.power) for unit, n in queries.affordable(state).items())
        basket: dict[str, int] = {}
        left = funds(state, state.power)
        while choices := [unit for unit, price in prices.items() if price <= left]:
            unit = self.rng.choice(choices)
            basket[unit] = basket.get(unit, 0) + 1
            left -= prices[unit]
            if self.rng.random() < 0.1:
                break
        yield Order({"type": "purchase", "units": basket}, offered=True)

    def _mobilize(self, state: GameState) -> Iterator[Order]:
        for unit, count in self._shuffled(list(state.purchased.get(state.power, {}).items())):
            for space, complex_at in self._shuffled(queries.placements(state, unit)):
                order = {"type": "mobilize", "space": space, "complex": complex_at}
                yield Order({**order, "units": {unit: self.rng.randint(1, count)}}, offered=False)
                yield Order({**order, "units": {unit: 1}}, offered=False)

    # Moving

    def _combat_move(self, state: GameState) -> Iterator[Order]:
        yield from self._few_moves(state)

    def _noncombat_move(self, state: GameState) -> Iterator[Order]:
        yield from self._few_moves(state)

    def _few_moves(self, state: GameState) -> Iterator[Order]:
        if self._moves_left <= 0:
            return
        self._moves_left -= 1
        if state.phase == "combat_move" and self.rng.random() < 0.1:
            yield from self._engage(state)
        own = self._shuffled([piece for piece in state.pieces.values() if piece.power == state.power])
        own.sort(key=lambda piece: self._is_idle(state, piece))
        for piece in own[:6]:
            yield from self._move(state, piece)

    def _is_idle(self, state: GameState, piece: Piece) -> tuple[bool, int]:
        """Cargo goes first, then what is near the space that is being attacked."""
        domain = state.type_of(piece).domain
        far = state.edition.board.flight_distances(piece.space).get(self._target, 9) if self._target else 0
        return piece.aboard is None or domain != "land", far if far > state.type_of(piece).move else 0

    def _any_move(self, state: GameState) -> Iterator[Order]:
        for group in self._shuffled(list(queries.movable(state))):
            reaches = queries.destinations(state, group.space, group.unit)
            assert reaches, f"{group} is called movable, but there is nowhere to go"
            yield Order(_move_order({group.unit: 1}, self.rng.choice(reaches)), offered=True)

    def _move(self, state: GameState, piece: Piece) -> Iterator[Order]:
        reaches = queries.destinations(state, piece.space, piece.unit)
        if not reaches:
            return
        reach = max(reaches, key=lambda reach: self._wish(state, reach, piece) * self.rng.random())
        if self._target is None and self._wish(state, reach, piece) >= 4 and state.phase == "combat_move":
            self._target = reach.space
        together = sum(1 for p in state.at(piece.space) if p.power == state.power and p.unit == piece.unit)
        if together > 1 and self.rng.random() < 0.8:
            yield Order(_move_order({piece.unit: together}, reach), offered=False)
        yield Order(_move_order({piece.unit: 1}, reach), offered=True)

    def _wish(self, state: GameState, reach: Reach, piece: Piece) -> float:
        """How much a random player likes to go somewhere."""
        if reach.space == self._target:
            return 40
        if is_capital(state, reach.space):
            return 30
        if state.edition.board.is_land(reach.space):
            return 4 if is_hostile_territory(state, reach.space, state.power) else 1
        if state.type_of(piece).domain == "land":
            return 4
        return 3 if enemies_at(state, reach.space, state.power) else 1.5

    def _engage(self, state: GameState) -> Iterator[Order]:
        for zone, stances in self._shuffled(list(queries.zones_to_engage(state).items())):
            attack = self.rng.random() < 0.7 if len(stances) > 1 else stances[0]
            yield Order({"type": "engage", "space": zone, "attack": attack}, offered=True)

    def _land_aircraft(self, state: GameState) -> Iterator[Order]:
        """Moves of aircraft and of the carriers that they may need, each space in turn."""
        helpful = [
            piece
            for piece in state.pieces.values()
            if piece.power == state.power and (state.type_of(piece).domain == "air" or state.carries(piece, "air"))
        ]
        for piece in self._shuffled(helpful):
            for reach in self._shuffled(list(queries.destinations(state, piece.space, piece.unit)))[:3]:
                yield Order(_move_order({piece.unit: 1}, reach), offered=True)

    # Fighting

    def _conduct_combat(self, state: GameState) -> Iterator[Order]:
        for battle in self._shuffled(list(queries.battle_options(state))):
            yield Order({"type": "battle", "space": battle.space, "kind": battle.kind}, offered=True)

    def _answer(self, state: GameState) -> Order:
        request = self.rng.choice(state.requests)
        power = self.rng.choice([power for power in request.powers if power not in request.answers])
        choice: Any = "default"
        if request.answers and self.rng.random() < 0.3:
            agreed = any(answer != {"default": True} for answer in request.answers.values())
            choice = "agree" if agreed else "default"
        elif self.rng.random() < 0.7:
            choice = getattr(self, f"_choose_{request.kind}")(state, request)
        named: Action = {"request": request.id} if self.rng.random() < 0.5 else {"kind": request.kind}
        if "kind" in named:
            named |= {"space": request.space}
        return Order({"type": "decide", **named, "power": power, "choice": choice}, offered=True)

    def _choose_casualties(self, state: GameState, request: Request) -> Action:
        assert state.battle is not None
        taking = HitTaking(state, state.battle, request.options["side"])
        pieces = self._shuffled(list(taking.targets))
        slots: list[Slot] = [(piece.id, n) for piece in pieces for n in range(1, taking.hits_left(piece) + 1)]
        if self.rng.random() < 0.5:
            slots.sort(key=lambda slot: slot[1])
        lost, damaged = taking.outcome(taking.fill(slots))
        counts: dict[str, int] = {}
        for piece_id in damaged:
            unit = state.pieces[piece_id].unit
            counts[unit] = counts.get(unit, 0) + 1
        return {"pick": list(lost), "damaged": counts}

    def _choose_retreat(self, state: GameState, request: Request) -> Action:
        if self.rng.random() < 0.75:
            return {"press": True}
        chosen: Action = {"retreat": self.rng.choice(request.options["retreat"])}
        return chosen | ({"who": request.options["who"]} if self.rng.random() < 0.3 else {})

    def _choose_submerge(self, state: GameState, request: Request) -> Action:
        return {unit: self.rng.randint(0, count) for unit, count in request.options["submerge"].items()}

    def _choose_stranded_landing(self, state: GameState, request: Request) -> Action:
        room = dict(request.options["places"])
        landings: dict[str, dict[str, int]] = {}
        for unit, count in request.options["units"].items():
            for _ in range(count):
                if open_places := [space for space, places in room.items() if places]:
                    space = self.rng.choice(open_places)
                    room[space] -= 1
                    row = landings.setdefault(space, {})
                    row[unit] = row.get(unit, 0) + 1
        return landings

    def _shuffled(self, things: list[Any]) -> list[Any]:
        return self.rng.sample(things, len(things))


def is_capital(state: GameState, space: str) -> bool:
    """Whether an enemy's capital is there to be taken."""
    hostile = space in state.owners and is_hostile_territory(state, space, state.power)
    return hostile and any(power.capital == space for power in state.edition.powers)


def _move_order(units: dict[str, int], reach: Reach) -> Action:
    return {"type": "move", "units": units, "path": list(reach.path)}


def illegal_orders(state: GameState, rng: Random) -> list[Action]:
    """Orders that are wrong in every position of a running game."""
    space, other = rng.sample(sorted(state.edition.board.neighbours), 2)
    stranger = next(p for p in state.edition.turn_order if p != state.power)
    unit = rng.choice(sorted(state.edition.unit))
    wrong: list[Action] = [
        {"type": "move", "units": {unit: 99}, "path": [space, other]},
        {"type": "move", "units": {unit: 1}, "path": [space, "atlantis"]},
        {"type": "move", "units": {"elephant": 1}, "path": [space, other]},
        {"type": "move", "units": {unit: -1}, "path": [space, other]},
        {"type": "move", "units": {}, "path": [space, other]},
        {"type": "move", "pick": [f"{state.power}.{unit}.9999"], "path": [space, other]},
        {"type": "move", "units": {unit: 1}, "path": [space]},
        {"type": "purchase", "units": {unit: 1000}},
        {"type": "mobilize", "units": {unit: 1000}, "space": space},
        {"type": "battle", "space": "atlantis"},
        {"type": "decide", "request": "long ago", "choice": "default"},
        {"type": "decide", "kind": "scramble", "choice": {}},
        {"type": "undo", "order": len(state.undo)},
        {"type": "end_phase", "power": stranger},
        {"type": "end_phase", "power": "atlantis"},
        {"type": "end_phase", "phase": "research"},
        {"type": "end_phase", "why": "because"},
        {"type": "promise", "carrier": "new", "space": "atlantis"},
        {"type": "declare_war", "on": [stranger]},
        {"type": "research", "dice": 1},
        {"type": "leave", "to": state.power, "what": "carriers", "granted": True},
        {"type": "edit", "spaces": {space: {"units": {stranger: {"elephant": 1}}}}},
        {"type": "dance"},
        {},
    ]
    for request in state.requests:
        wrong += [
            {"type": "decide", "request": request.id, "power": request.powers[0], "choice": {"nonsense": 1}},
            {"type": "decide", "request": request.id, "power": request.powers[0], "choice": {"units": {unit: 77}}},
            {"type": "end_phase"},
        ]
    return wrong

"""Random positions of fleets and aircraft far from home, for the landing proof."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from engine import GameState, ScriptedDice, apply, new_game
from engine.facilities.service import move_of
from engine.state.pieces import Piece
from engine.state.successors import with_pieces

SETUPS = ("pacific_1940", "global_1940")
POWERS = ("japan", "united_states", "anzac", "united_kingdom")
FOES = ("united_states", "united_kingdom", "anzac", "france", "china")
ALLIES_OF = {"united_states": "anzac", "anzac": "united_states", "united_kingdom": "anzac", "japan": "japan"}
ENEMIES_OF = {"japan": "united_states"}
NEAR = 3
"""So far from the middle of a position its pieces are at most."""


@cache
def empty_board(setup: str, power: str, phase: str) -> GameState:
    """The board of a setup without units, all at war, with a power on turn."""
    powers = new_game(setup).edition.power
    edit: dict[str, Any] = {
        "type": "edit",
        "clear_units": True,
        "relations": [["japan", foe, "war"] for foe in FOES if foe in powers],
        "turn": {"round": 5, "power": power, "phase": phase},
    }
    return apply(new_game(setup), edit, ScriptedDice(())).state


class _Dealer:
    """Deals pieces into the middle of an ocean."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.phase = rng.choice(("combat_move", "noncombat_move"))
        self.power = rng.choice(POWERS)
        self.empty = empty_board(rng.choice(SETUPS), self.power, self.phase)
        self.pieces: dict[str, Piece] = {}
        board = self.empty.edition.board
        coasts = sorted({zone for t in self.empty.facilities for zone in board.zones_of(t)})
        middle = rng.choice(sorted(board.sea_zone)) if rng.random() < 0.7 or not coasts else rng.choice(coasts)
        near = board.flight_distances(middle)
        self.zones = sorted(zone for zone in board.sea_zone if near.get(zone, 9) <= NEAR)
        self.ground = sorted(t for t in board.territory if near.get(t, 9) <= NEAR and self.empty.owners[t])

    def put(self, power: str, unit: str, space: str, **doings: Any) -> Piece:
        """One piece more."""
        name = f"{power}.{unit}.{len(self.pieces) + 1}"
        self.pieces[name] = piece = Piece(name, power, unit, space, **doings)
        return piece

    def deal(self) -> GameState:
        """A position."""
        rng = self.rng
        waters = rng.sample(self.zones, min(len(self.zones), rng.randint(3, 7)))
        own, enemy = waters[:-1], waters[-1]
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
            self._carrier(self.power, rng.choice(own))
        if rng.random() < 0.3:
            self._carrier(ALLIES_OF[self.power], rng.choice(own))
        for _ in range(rng.randint(0, 2)):
            foe = ENEMIES_OF.get(self.power, "japan")
            self.put(foe, rng.choice(("destroyer", "submarine", "aircraft_carrier")), enemy)
        if rng.random() < 0.3:
            self.put(self.power, rng.choice(("destroyer", "submarine")), enemy, moved="combat_move", used=1)
        for _ in range(rng.randint(1, 7)):
            self._aloft(rng.choice(own if rng.random() < 0.85 or not self.ground else self.ground))
        return self._with_bounds(replace(self.empty, pieces=self.pieces))

    def _carrier(self, power: str, zone: str) -> None:
        rng = self.rng
        moved: dict[str, Any] = {}
        if power == self.power and rng.random() < 0.35:
            phase = rng.choice(("combat_move", self.phase))
            moved = {"moved": phase, "used": rng.randint(1, 2), "began": rng.choice(self.zones)}
        elif self.phase == "noncombat_move" and rng.random() < 0.1:
            moved = {"fought": True}
        ship = self.put(power, "aircraft_carrier", zone, hits_taken=int(rng.random() < 0.1), **moved)
        for _ in range(rng.choice((0, 0, 1, 2))):
            guest = self.power if power == self.power else rng.choice((power, self.power))
            self.put(guest, rng.choice(("fighter", "tactical_bomber")), zone, aboard=ship.id)

    def _aloft(self, space: str) -> None:
        unit = self.rng.choice(("fighter", "fighter", "tactical_bomber", "tactical_bomber", "strategic_bomber"))
        move = self.empty.unit_of(self.power, unit).move
        began = self.rng.choice((self.rng.choice(self.zones), *self.ground[:1]))
        used = move - self.rng.choice((0, 0, 1, 1, 2, 3))
        self.put(self.power, unit, space, used=used, moved="combat_move", began=began)

    def _with_bounds(self, state: GameState) -> GameState:
        """The position with what the turn knows: promises, carriers bought, and ground that was taken just now."""
        rng = self.rng
        ships = [p.id for p in state.pieces.values() if p.power == self.power and p.unit == "aircraft_carrier"]
        promises = [(ship, rng.choice(self.zones)) for ship in ships if rng.random() < 0.25]
        owners, before = dict(state.owners), dict[str, str | None]()
        for territory in self.ground:
            foe = ENEMIES_OF.get(self.power, "japan")
            if rng.random() < 0.8:
                owners[territory] = foe
            if owners[territory] == foe and rng.random() < 0.3:
                before[territory], owners[territory] = foe, self.power
        state = replace(state, owners=owners)
        if rng.random() < 0.3:
            account = state.edition.accounts_of(self.power)[0].id
            state = replace(state, purchased={account: {"aircraft_carrier": rng.randint(1, 2)}})
            if rng.random() < 0.4:
                promises.append(("new", rng.choice(self.zones)))
        return replace(state, turn=replace(state.turn, promises=tuple(promises), owners_before=before))


def landing_position(seed: int) -> GameState:
    """The same position for the same number."""
    return _Dealer(Random(seed)).deal()


def after_a_move(state: GameState, seed: int) -> GameState:
    """The position after an aircraft or a carrier has gone one space on, wherever that leads, and if it could not."""
    rng, board = Random(f"move {seed}"), state.edition.board
    own = (piece for piece in state.pieces.values() if piece.power == state.power)
    steps = [
        (piece, there)
        for piece in own
        for there in board.neighbours[piece.space]
        if piece.used < move_of(state, piece) and (state.type_of(piece).domain == "air" or board.is_sea(there))
    ]
    if not steps:
        return state
    piece, there = rng.choice(steps)
    doings: dict[str, Any] = {"space": there, "moved": state.phase, "used": piece.used + 1}
    doings["began"] = piece.began or piece.space
    cargo = [replace(guest, space=there) for guest in state.cargo(piece.id)]
    return with_pieces(state, [replace(piece, aboard=None, **doings), *cargo])

"""A player who chooses at random among what the engine offers, and likes to attack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine import GameState, ask
from engine.advantages.uses import owed_rolls
from engine.ask import Reach
from engine.combat.air.raids import raiders_at
from engine.economy.accounts import open_accounts, treasury, waiting_units
from engine.economy.purchase import funds, price_list, repair_cost, repairable
from engine.economy.research import can_research, open_charts, research_funds
from engine.facilities.targets import targets_in
from engine.facts.openings import Account
from engine.facts.unit_types import Ability
from engine.landing.basing import unlanded
from engine.politics.grounds import declarable
from engine.politics.standing import is_attackable, is_hostile_territory
from engine.position.relations import commands, enemies_at, is_hostile_zone
from engine.state.pieces import Piece
from tests.engine.random_advantages import advantage_orders
from tests.engine.random_aims import (
    DROP,
    can_raid,
    drops,
    is_capital,
    is_defenceless,
    is_upgrade,
    is_watched,
    landings,
    looks_possible,
    may_take_over,
    raids,
    take_over,
)
from tests.engine.random_answers import RandomAnswers
from tests.engine.random_forces import has_windows
from tests.engine.random_positions import correction

Action = dict[str, Any]


MOVES = {"combat_move": (2, 14), "noncombat_move": (0, 6)}
"""How many orders a random player gives in a phase, at least and at most; elsewhere a few."""
PATIENCE = 30
"""So often a random player tries to end a phase before it takes back all its orders and does only what must be done."""


@dataclass(frozen=True)
class Order:
    """An action. `offered`: the engine says that it may be given, so it must be accepted."""

    action: Action
    offered: bool


class RandomPlayer(RandomAnswers):
    """Plays all powers; the same random numbers give the same orders. `odd`: does what is seldom done, too."""

    def __init__(self, rng: Random, *, odd: bool = True) -> None:
        self.rng = rng
        self._odd = odd
        self._moves_left = 0
        self._phase: tuple[int, str, str] | None = None
        self._target: str | None = None
        self._tries = 0
        self._has_begun_anew = False

    def orders(self, state: GameState) -> Iterator[Order]:
        """Orders to try in turn, until one is accepted; the phase can always be ended, or an order undone."""
        if owed_rolls(state):
            yield Order({"type": "roll_advantages"}, offered=True)
        if state.requests:
            yield self._answer(state)
            return
        if self._phase != (state.round, state.power, state.phase):
            self._phase = (state.round, state.power, state.phase)
            least, most = MOVES.get(state.phase, (1, 4))
            self._moves_left = self.rng.randint(most // 2 if has_windows(state.edition) else least, most)
            self._target = None
            self._tries, self._has_begun_anew = 0, False
        if self._odd and self.rng.random() < 0.03:
            yield self._oddity(state)
        if state.undo and self.rng.random() < 0.05:
            yield Order({"type": "undo", "order": self.rng.randrange(len(state.undo))}, offered=False)
            yield Order({"type": "undo"}, offered=True)
        if self._moves_left > 0 and self.rng.random() < 0.3:
            yield from (Order(action, offered=True) for action in advantage_orders(state, self.rng))
        yield from getattr(self, f"_{state.phase}")(state)
        yield from self._end_phase(state)

    def _end_phase(self, state: GameState) -> Iterator[Order]:
        """End the phase; where something must be done first, do what may help, and after many tries begin it anew."""
        self._moves_left = 0
        self._tries += 1
        yield Order({"type": "end_phase", "phase": state.phase}, offered=False)
        if state.phase == "noncombat_move":
            yield from self._land_aircraft(state)
        self._has_begun_anew |= self._tries > PATIENCE and not state.undo
        if self._has_begun_anew:
            yield from self._leave_enemies(state)
        if state.undo:
            yield Order({"type": "undo"}, offered=True)
        yield from self._any_move(state)

    def _oddity(self, state: GameState) -> Order:
        """Something that is seldom done."""
        power, ally = self.rng.sample(state.edition.turn_order, 2)
        kind = self.rng.random()
        if kind < 0.05 or state.conceded:
            return Order({"type": "concede", "power": power}, offered=True)
        if kind < 0.3 and not state.undo:
            return Order(correction(state, self.rng), offered=True)
        what = self.rng.choice(("carriers", "transports", "territories", "bases", "canals", "lend_lease"))
        granted = kind < 0.7
        return Order({"type": "leave", "power": power, "to": ally, "what": what, "granted": granted}, offered=False)

    # Researching, buying and placing

    def _research(self, state: GameState) -> Iterator[Order]:
        price = state.edition.parameters.research.price
        known = state.technologies.get(state.power, ())
        open_ones = [name for name in state.edition.technology if name not in known]
        charts = open_charts(state, state.power)
        if charts and can_research(state, state.power) and self.rng.random() < 0.5:
            dice = self.rng.randint(0, min(3, research_funds(state, state.power) // (price or 1)))
            chart = self.rng.choice(charts)
            if dice or state.research_tokens.get(state.power):
                payers = self._payers(state, dice * (price or 0))
                yield Order({"type": "research", "dice": dice, "chart": chart, **payers}, offered=False)
        elif price and not charts and open_ones and state.treasuries[state.power] >= price and self.rng.random() < 0.4:
            dice = self.rng.randint(1, min(4, state.treasuries[state.power] // price))
            yield Order({"type": "research", "dice": dice, "technology": self.rng.choice(open_ones)}, offered=False)

    def _payers(self, state: GameState, cost: int) -> dict[str, Any]:
        """What each of several accounts pays for research dice, as much as it can."""
        able = open_accounts(state, state.power)
        if len(able) == 1:
            return {}
        shares: dict[str, int] = {}
        for account in self.rng.sample(able, len(able)):
            shares[account.id] = min(treasury(state, account), cost - sum(shares.values()))
        return {"from": shares}

    def _payer(self, state: GameState) -> tuple[Account, dict[str, str]]:
        """An account that can pay, and how an order names it where there is a choice."""
        able = open_accounts(state, state.power)
        account = self.rng.choice(able) if len(able) > 1 else able[0]
        return account, {"from": account.id} if len(able) > 1 else {}

    def _purchase(self, state: GameState) -> Iterator[Order]:
        if self._moves_left == 0 or (waiting_units(state, state.power) and self.rng.random() < 0.6):
            return
        self._moves_left -= 1
        if not open_accounts(state, state.power):
            return
        prices = price_list(state)
        account, payer = self._payer(state)
        left = funds(state, account)
        most = ask.affordable(state, account)
        assert all(prices[unit] * n <= left for unit, n in most.items())
        repairs = self._repairs(state, account, left)
        left -= repair_cost(state, repairs)
        basket: dict[str, int] = {}
        while choices := [u for u, price in prices.items() if price <= left and basket.get(u, 0) < most.get(u, 0)]:
            rare = [unit for unit in choices if is_upgrade(state, unit)]
            unit = self.rng.choice(rare if rare and self.rng.random() < 0.7 else choices)
            basket[unit] = basket.get(unit, 0) + 1
            left -= prices[unit]
            if self.rng.random() < 0.1:
                break
        yield Order({"type": "purchase", "units": basket, "repairs": repairs, **payer}, offered=True)

    def _repairs(self, state: GameState, account: Account, left: int) -> dict[str, dict[str, int]]:
        """Some of the damage to facilities of an account, if there is any, for no more than it can pay."""
        found: dict[str, dict[str, int]] = {}
        for space, row in repairable(state, account).items():
            for unit, points in row.items():
                count = self.rng.randint(0, min(points, left))
                found.setdefault(space, {})[unit] = count
                left -= count
        return found

    def _mobilize(self, state: GameState) -> Iterator[Order]:
        if self.rng.random() < 0.3:
            yield from self._board_new_carriers(state)
        for unit, count in self._shuffled(list(waiting_units(state, state.power).items())):
            for space, complex_at in self._shuffled(ask.placements(state, unit)):
                order: Action = {"type": "mobilize", "space": space}
                if complex_at:
                    order["complex"] = complex_at
                yield Order({**order, "units": {unit: self.rng.randint(1, count)}}, offered=False)
                yield Order({**order, "units": {unit: 1}}, offered=False)

    def _board_new_carriers(self, state: GameState) -> Iterator[Order]:
        """Fighters in a territory may fly to a carrier that was just placed beside it."""
        for zone in state.edition.board.sea_zone:
            if any(state.carries(ship, "air") and commands(state, ship) for ship in state.at(zone)):
                for land in state.edition.board.coasts_of(zone):
                    yield Order({"type": "move", "units": {"fighter": 1}, "path": [land, zone]}, offered=False)

    # Moving

    def _combat_move(self, state: GameState) -> Iterator[Order]:
        yield from self._declare_war(state, 0.5 if has_windows(state.edition) else 0.25)
        yield from self._few_moves(state)

    def _collect_income(self, state: GameState) -> Iterator[Order]:
        """Nothing but advantages are used in this phase, where it does not begin with a war."""
        yield from self._declare_war(state, 0.7)

    def _declare_war(self, state: GameState, eagerness: float) -> Iterator[Order]:
        """Now and then a war that may be declared is."""
        open_now = declarable(state)
        if open_now and self.rng.random() < eagerness:
            foe = self.rng.choice(self.rng.choice(open_now).named)
            yield Order({"type": "declare_war", "on": [foe]}, offered=True)

    def _noncombat_move(self, state: GameState) -> Iterator[Order]:
        yield from (Order(action, offered=False) for action in take_over(state))
        yield from self._few_moves(state)

    def _few_moves(self, state: GameState) -> Iterator[Order]:
        if self._moves_left <= 0:
            return
        self._moves_left -= 1
        if state.phase == "combat_move" and self.rng.random() < 0.1:
            yield from self._engage(state)
        if state.phase == "combat_move" and has_windows(state.edition) and self.rng.random() < 0.3:
            seldom = (*drops(state, self.rng), *raids(state, self.rng))
            yield from (Order(action, offered=False) for action in seldom)
        own = self._shuffled([piece for piece in state.pieces.values() if commands(state, piece)])
        own.sort(key=lambda piece: self._is_idle(state, piece))
        for piece in own[:6]:
            yield from self._move(state, piece)

    def _is_idle(self, state: GameState, piece: Piece) -> tuple[bool, int]:
        """Cargo and laden transports go first, then what is near the space that is being attacked."""
        domain = state.type_of(piece).domain
        on_the_way = any(state.type_of(cargo).domain == "land" for cargo in (*state.cargo(piece.id), piece))
        far = state.edition.board.flight_distances(piece.space).get(self._target, 9) if self._target else 0
        is_afloat = state.edition.board.is_sea(piece.space)
        return not (is_afloat and on_the_way and domain != "air"), far if far > state.type_of(piece).move else 0

    def _any_move(self, state: GameState) -> Iterator[Order]:
        """A move that is offered."""
        for group in self._shuffled(list(ask.movable(state))):
            units = [group.unit, *([group.company] if group.company else [])]
            reaches = ask.shared_destinations(state, group.space, units, group.owner)
            assert reaches, f"{group} is called movable, but there is nowhere to go"
            order = _to(self.rng.choice(list(reaches.values())), group.unit, group.owner)
            yield Order({**order, "units": dict.fromkeys(units, 1)}, offered=True)

    def _leave_enemies(self, state: GameState) -> Iterator[Order]:
        """Moves of ships that cannot fight, from hostile zones to others (CMV-16, CMV-63)."""
        for group in self._shuffled(list(ask.movable(state))):
            if state.edition.unit[group.unit].domain == "sea" and is_defenceless(state, group.space):
                for reach in self._shuffled(list(ask.destinations(state, group.space, group.unit, group.owner))):
                    if not is_hostile_zone(state, reach.space, state.power):
                        yield Order(_to(reach, group.unit, group.owner), offered=True)

    def _move(self, state: GameState, piece: Piece) -> Iterator[Order]:
        """Mostly a way that looks good, legal or not; now and then one that the engine offers."""
        if self.rng.random() < 0.1:
            reaches = ask.destinations(state, piece.space, piece.unit, piece.power)
            for reach in sorted(reaches, key=lambda reach: -self._wish(state, reach.space, piece))[:1]:
                yield Order(_to(reach, piece.unit, piece.power), offered=True)
            return
        drops = state.type_of(piece).can("paratrooper") and not piece.moved
        left = DROP if drops else state.type_of(piece).move - piece.used
        distances = state.edition.board.flight_distances(piece.space)
        near = sorted(space for space, far in distances.items() if 0 < far <= max(left, 1))
        if has_windows(state.edition):
            near = [space for space in near if looks_possible(state, space, piece)]
        near.sort(key=lambda space: -self._wish(state, space, piece))
        together = [p for p in state.at(piece.space) if p.power == piece.power and p.unit == piece.unit]
        for space in near[: 4 if piece.aboard else 2]:
            self._set_target(state, space, piece)
            order: Action = {"type": "move", "path": [piece.space, space], **self._special(state, space, piece)}
            for companion in self._companions(state, piece):
                yield Order({**order, "units": {piece.unit: 1, companion: 1}}, offered=False)
            if len(together) > 1 and self.rng.random() < 0.8:
                count = len(together) if self.rng.random() < 0.6 else self.rng.randint(2, len(together))
                yield Order({**order, "units": {piece.unit: count}}, offered=False)
            yield Order({**order, "units": {piece.unit: 1}}, offered=False)

    def _companions(self, state: GameState, piece: Piece) -> list[str]:
        """Infantry that a tank or a bomber may take along, this time."""
        unit = state.type_of(piece)
        if not (unit.can("blitz") or unit.can("carries_paratrooper")):
            return []
        own = {p.unit: state.type_of(p) for p in state.at(piece.space) if p.power == piece.power and not p.moved}
        rider: tuple[Ability, ...] = ("moves_beside_tank", "blitzes_beside_tank", "paratrooper")
        able = [name for name, other in own.items() if any(other.can(ability) for ability in rider)]
        return able if able and self.rng.random() < 0.6 else []

    def _special(self, state: GameState, space: str, piece: Piece) -> Action:
        """What a move may say beside units and path."""
        unit = state.type_of(piece)
        more: Action = {} if piece.power == state.power else {"owner": piece.power}
        targets = targets_in(state, space, [unit]) if state.phase == "combat_move" and unit.domain == "air" else ()
        if targets and self.rng.random() < 0.6:
            more["raid"] = targets[0] if len(targets) == 1 else self.rng.choice(targets)
        if raiders_at(state, space) and unit.can("escorts") and self.rng.random() < 0.7:
            more["escort"] = True
        if state.phase == "combat_move" and state.edition.board.is_sea(space) and self.rng.random() < 0.05:
            more["attack"] = self.rng.random() < 0.5
        hosts = sorted({ship.power for ship in state.at(space) if state.carries(ship, unit.domain)})
        if state.phase == "noncombat_move" and hosts and self.rng.random() < 0.3:
            more["transport_owner"] = self.rng.choice(hosts)
        return more

    def _set_target(self, state: GameState, space: str, piece: Piece) -> None:
        board = state.edition.board
        wanted = space in state.owners and is_hostile_territory(state, space, state.power)
        if self._target is None and state.phase == "combat_move" and wanted and board.is_land(piece.space):
            self._target = space

    def _wish(self, state: GameState, space: str, piece: Piece) -> float:
        """How much a random player likes to go somewhere, this time."""
        return self._attraction(state, space, piece) * self.rng.random()

    def _attraction(self, state: GameState, space: str, piece: Piece) -> float:
        if space == self._target:
            return 40
        if is_capital(state, space):
            return 30
        if may_take_over(state, space, piece):
            return 25
        if state.phase == "combat_move" and state.edition.board.is_land(space) and can_raid(state, space, piece):
            return 12
        if state.edition.board.is_land(space):
            return 6 if is_attackable(state, space, state.power) else 1
        if state.type_of(piece).domain == "land":
            return 4
        if has_windows(state.edition) and is_watched(state, space, state.power):
            return 8
        return 3 if enemies_at(state, space, state.power) else 1.5

    def _engage(self, state: GameState) -> Iterator[Order]:
        for zone, stances in self._shuffled(list(ask.zones_to_engage(state).items())):
            attack = self.rng.random() < 0.7 if len(stances) > 1 else stances[0]
            yield Order({"type": "engage", "space": zone, "attack": attack}, offered=True)

    def _land_aircraft(self, state: GameState) -> Iterator[Order]:
        """Moves of the aircraft that would be lost, and of carriers that they may need, each space in turn."""
        lost = unlanded(state, state.power)
        carriers = [p for p in state.pieces.values() if commands(state, p) and state.carries(p, "air")]
        others = [p for p in state.pieces.values() if commands(state, p) and state.type_of(p).domain == "air"]
        if has_windows(state.edition):
            guesses = (guess for piece in self._shuffled(list(lost)) for guess in landings(state, piece, self.rng))
            yield from (Order(guess, offered=False) for guess in guesses)
        for piece in (*self._shuffled(list(lost)), *self._shuffled(carriers), *self._shuffled(others)):
            reaches = ask.destinations(state, piece.space, piece.unit, piece.power)
            for reach in self._shuffled(list(reaches))[:3]:
                yield Order(_to(reach, piece.unit, piece.power), offered=True)

    # Fighting

    def _conduct_combat(self, state: GameState) -> Iterator[Order]:
        for battle in self._shuffled(list(ask.battle_options(state))):
            order: Action = {"type": "battle", "space": battle.space, "kind": battle.kind}
            if battle.part == "land" and battle.amphibious and self.rng.random() < 0.2:
                ships = [p.id for p in state.pieces.values() if p.assault == battle.space and state.carries(p, "land")]
                land = "none" if self.rng.random() < 0.3 else self.rng.sample(sorted(ships), len(ships) // 2)
                yield Order({**order, "land": land}, offered=False)
            if able := ask.bombardments(state).get(battle.space):
                guns = "none" if self.rng.random() < 0.3 else self.rng.sample(able, self.rng.randint(0, len(able)))
                yield Order({**order, "bombard": guns}, offered=False)
            yield Order(order, offered=True)
        for target in self._shuffled(list(ask.rocket_targets(state))):
            yield Order({"type": "battle", "space": target, "kind": "rocket"}, offered=True)

    def _answer(self, state: GameState) -> Order:
        owing = [(request, power) for request in state.requests for power in request.powers]
        if self.rng.random() < 0.9:
            owing = [(request, power) for request, power in owing if power not in request.answers]
        request, power = self.rng.choice(owing)
        named: Action = {"request": request.id} if self.rng.random() < 0.5 else {"kind": request.kind}
        if "kind" in named:
            named |= {"space": request.space}
        choice = self.choice_for(state, request)
        return Order({"type": "decide", **named, "power": power, "choice": choice}, offered=True)


def _to(reach: Reach, unit: str, owner: str) -> Action:
    return {"type": "move", "units": {unit: 1}, "path": list(reach.path), "owner": owner}

"""What a plan of attacks is worth: what they bring on average, less the best that each enemy can answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from computer.chances import Chances, price
from computer.normal.course import Force, course_of, fighters_of, force_of, left_after
from computer.normal.plans import Muster, Plan, Sent
from computer.normal.prizes import prizes_of
from computer.normal.replies import Enemies, Held
from computer.weights import PLACES
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.state.pieces import Piece, PieceId

EXACTLY = 120
"""Hits that one side can take times those of the other, up to which a battle that is only thought of is exact."""
SAFE = 0.12
"""The capitals fall no more often than this, or than without any attack."""
NEVER = 1000.0
"""What it costs, in IPCs, to leave a capital that could be held."""
FAR_FROM_HOME = 0.12
"""So much of its price an aircraft risks that must land elsewhere than where it started."""
LATE = 0.5
"""So much of the price of a transport is lost beside it: whom it would carry must wait for another."""
KEPT_OF_A_CAPITAL = 0.7
"""So much of what is won with a capital stays, even if it is lost again at once: its IPCs and what they bought."""


class Worth(NamedTuple):
    """What a plan brings, in IPCs, and what the enemies' answer takes of all that is held then.

    peril: how much likelier capitals fall than they should, as far as the war isn't won before.
    """

    gain: float
    lost: float
    peril: float

    @property
    def net(self) -> float:
        """What it is worth, capitals apart."""
        return self.gain - self.lost

    @property
    def rank(self) -> float:
        """By what it is compared with others: no gain is worth a capital that could be held."""
        return round(self.net - NEVER * self.peril, PLACES)


class Scale:
    """Weighs plans of one position against each other."""

    def __init__(self, muster: Muster, enemies: Enemies) -> None:
        self.muster, self.enemies = muster, enemies
        self.state, self.power = muster.hand.state, muster.hand.power
        self._chances: dict[tuple[object, ...], Chances] = {}
        self._capitals = tuple(
            account.capital
            for account in self.state.edition.accounts_of(self.power)
            if account.capital and self.state.owners[account.capital] == self.power
        )
        self._all_capitals = {account.capital for account in self.state.edition.accounts}
        self._prizes = prizes_of(self.state, self.power)
        self._here = garrisons(self.state, self.power)
        self._held = {
            space: Held(space, self._garrison(pieces), self._prize(space, pieces), space in self.state.owners)
            for space, pieces in self._here.items()
            if enemies.reached(space)
        }
        self._falls = {capital: self._capital_falls(capital, self._held, ()) for capital in self._capitals}

    def worth(self, plan: Plan) -> Worth:
        """Of a plan."""
        return self.worth_of(self.muster.sent_by(plan))

    def worth_of(self, sent: Sequence[Sent]) -> Worth:
        """Of attacks."""
        gain, held, gone = -self._landing_risk(sent), dict(self._held), set[SpaceId]()
        for space in self._left_behind(sent):
            self._set(held, space, self._staying(space, sent))
        at_sea = [attack for attack in sent if attack.target.space in self.muster.zones]
        cleared = {attack.target.space: self.chances(attack).win for attack in at_sea}
        comes = self._unmet(sent) | cleared
        wins: dict[SpaceId, float] = {}
        for attack in sent:
            chances = self._once_cleared(attack, comes)
            wins[attack.target.space] = chances.win
            gain += chances.win * attack.target.prize + chances.enemy_loss - chances.own_loss
            if chances.win > 1 / 2:
                gone.add(attack.target.space)
                self._hold(held, attack, chances.win)
        for zone, ships in _landed_from(self.state, sent).items():
            if zone in cleared and zone in held:
                garrison = force_of((*held[zone].garrison, *fighters_of(self.state, ships)))
                held[zone] = replace(held[zone], garrison=garrison)
            else:
                self._set(held, zone, self._staying(zone, sent), ships)
        lost = self.enemies.take(list(held.values()), gone, wins)
        peril = sum(
            max(0.0, self._capital_falls(capital, held, gone) - max(SAFE, self._falls[capital]))
            for capital in self._capitals
        )
        peril *= 1 - self.enemies.won(wins)
        return Worth(round(gain, PLACES), round(lost, PLACES), round(peril, PLACES))

    def chances(self, attack: Sent) -> Chances:
        """How an attack goes: exactly where that is quick."""
        fighters, force = self.muster.fighters, attack.force
        names, landed = force.pieces, set(force.landed)
        state = self.state
        of_kind = sorted((state.pieces[n].unit, state.pieces[n].hits_taken, n in landed) for n in names)
        key = (attack.target.space, *of_kind)
        if key not in self._chances:
            ours = force_of(fighters[name] for name in names if name in fighters)
            theirs = self._garrison(attack.target.defenders)
            if sum(f.hits for f in ours) * sum(f.hits for f in theirs) <= EXACTLY:
                self._chances[key] = self.muster.chances_of(attack.target, force)
            else:
                self._chances[key] = self._roughly(attack, ours, theirs)
        return self._chances[key]

    def _roughly(self, attack: Sent, ours: Force, theirs: Force) -> Chances:
        """The same by arithmetic alone; those who may rise do so where that is worse."""
        met = Chances(*course_of(ours, theirs))
        if attack.target.space not in self.muster.risers:
            return met
        there = [piece for piece in attack.target.defenders if piece.space == attack.target.space]
        calm = Chances(*course_of(ours, self._garrison(there)))
        return min(calm, met, key=lambda chances: self.muster.gain_of(attack.target, attack.force, chances))

    def _unmet(self, sent: Sequence[Sent]) -> dict[SpaceId, float]:
        """How likely those who land from a zone are kept safe there from aircraft that may rise."""
        zones = {zone for attack in sent for zone in attack.zones if zone in self.muster.risers}
        ships = _landed_from(self.state, sent)
        found = {}
        for zone in sorted(zones):
            ours = self._garrison([*self._staying(zone, sent), *ships[zone]])
            found[zone] = course_of(ours, self._garrison(self.muster.risers[zone])).win
        return found

    def _once_cleared(self, attack: Sent, safely: Mapping[SpaceId, float]) -> Chances:
        """How an attack goes if the zones from which it lands must be safe first: else all who land are lost."""
        chances, comes = self.chances(attack), min((safely.get(zone, 1.0) for zone in attack.zones), default=1.0)
        if comes == 1:
            return chances
        sunk = [*attack.force.landed, *(route.ship for route in attack.force.landing)]
        lost = comes * chances.own_loss + (1 - comes) * price(self.state, self.state.select(sunk))
        return Chances(comes * chances.win, lost, comes * chances.enemy_loss)

    def lost_again(self, attack: Sent, chances: Chances) -> float:
        """What of an attack is lost again where the likeliest enemy strikes back, whatever else happens."""
        held: dict[SpaceId, Held] = {}
        self._hold(held, attack, chances.win)
        return self.enemies.take(list(held.values()), (attack.target.space,), {attack.target.space: chances.win})

    def _garrison(self, pieces: Sequence[Piece]) -> Force:
        return force_of(self.muster.fighters[piece.id] for piece in pieces if piece.id in self.muster.fighters)

    def _left_behind(self, sent: Sequence[Sent]) -> list[SpaceId]:
        """Where somebody has gone away."""
        names = [name for attack in sent for name in (*attack.force.pieces, *(r.ship for r in attack.force.landing))]
        return sorted({self.state.pieces[name].space for name in names})

    def _staying(self, space: SpaceId, sent: Sequence[Sent]) -> list[Piece]:
        """Who is there at the end: aircraft that have not gone too far for it come back."""
        away = {name for attack in sent for name in attack.force.landed}
        away |= {route.ship for attack in sent for route in attack.force.landing}
        for attack in sent:
            away |= {name for name, path in attack.force.marching if not self._returns(name, path)}
        return [piece for piece in self._here.get(space, ()) if piece.id not in away]

    def _landing_risk(self, sent: Sequence[Sent]) -> float:
        """What aircraft risk that can't come back to where they were."""
        marching = (step for attack in sent for step in attack.force.marching)
        types = (
            self.state.type_of(self.state.pieces[name]) for name, path in marching if not self._returns(name, path)
        )
        return FAR_FROM_HOME * sum(unit.cost or 0 for unit in types if unit.domain == "air")

    def _returns(self, name: PieceId, path: Sequence[SpaceId]) -> bool:
        unit = self.state.type_of(self.state.pieces[name])
        return unit.domain == "air" and path[0] in self.state.owners and 2 * (len(path) - 1) <= unit.move

    def _set(
        self, held: dict[SpaceId, Held], space: SpaceId, staying: Sequence[Piece], landed: Sequence[Piece] = ()
    ) -> None:
        """A space as it is held by those who stay there, and by ships that have landed whom they carried."""
        is_land, pieces = space in self.state.owners, [*staying, *landed]
        if not self.enemies.reached(space) or not (pieces or is_land):
            held.pop(space, None)
            return
        prize = self._prize(space, staying) + LATE * sum(self.state.type_of(ship).cost or 0 for ship in landed)
        held[space] = Held(space, self._garrison(pieces), prize, is_land)

    def _prize(self, space: SpaceId, pieces: Sequence[Piece]) -> float:
        """What is lost with a space beside those who hold it: at sea whom their ships carry, and time."""
        ships = sum(self.state.type_of(p).cost or 0 for p in pieces if self.state.carries(p, "land"))
        return self._prizes.get(space, 0.0) + cargo_price(self.state, pieces) + LATE * ships

    def _hold(self, held: dict[SpaceId, Held], attack: Sent, win: float) -> None:
        """A target as it is held after the attack, as far as it is likely."""
        space, state = attack.target.space, self.state
        if not self.enemies.reached(space):
            return
        staying = [p for p in state.select(attack.force.pieces) if state.type_of(p).domain != "air"]
        attackers = self._garrison(list(state.select(attack.force.pieces)))
        left = left_after(attackers, self._garrison(attack.target.defenders))
        grounded = self._garrison(staying)
        kept = force_of([fighter for fighter in grounded if fighter in left] or grounded[-1:])
        prize = win * self._lost_again(attack)
        held[space] = Held(space, kept[-len(left) :], prize, space in state.owners)

    def _lost_again(self, attack: Sent) -> float:
        """What of a prize is lost where it is retaken at once: what it yields until then stays."""
        space, prize = attack.target.space, attack.target.prize
        if space in self._all_capitals:
            return (1 - KEPT_OF_A_CAPITAL) * prize
        territory = self.state.edition.board.territory.get(space)
        return prize - (territory.ipc if territory else 0)

    def _capital_falls(self, capital: SpaceId, held: Mapping[SpaceId, Held], gone: Collection[SpaceId]) -> float:
        return self.enemies.falls(capital, held[capital].garrison, gone) if capital in held else 0.0


def garrisons(state: GameState, power: PowerId) -> dict[SpaceId, list[Piece]]:
    """Who would defend each space in which a power has something to lose."""
    spaces = {piece.space for piece in state.pieces.values() if piece.power == power}
    spaces |= {space for space, owner in state.owners.items() if owner == power}
    return {space: defenders(state, space, power) for space in sorted(spaces)}


def defenders(state: GameState, space: SpaceId, power: PowerId) -> list[Piece]:
    """Who would defend a space beside a power."""
    is_land = space in state.owners
    return [
        piece
        for piece in state.at(space)
        if ask.are_on_one_side(state, piece.power, power) and (is_land or state.type_of(piece).domain != "land")
    ]


def cargo_price(state: GameState, ships: Collection[Piece]) -> int:
    """The price of the land units that ships carry."""
    return sum(
        state.type_of(piece).cost or 0
        for ship in ships
        for piece in state.cargo(ship.id)
        if state.type_of(piece).domain == "land"
    )


def _landed_from(state: GameState, sent: Sequence[Sent]) -> dict[SpaceId, list[Piece]]:
    """Transports where they end their turn."""
    found: dict[SpaceId, list[Piece]] = {}
    for attack in sent:
        for route in attack.force.landing:
            found.setdefault(route.to_land[-1], []).append(state.pieces[route.ship])
    return found

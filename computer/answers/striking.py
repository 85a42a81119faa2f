"""Kamikazes and kaiten torpedoes: what is given up for hits, where they save most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import Stake, coming, landing_worth, of_battle
from computer.chances import chances_in, price
from computer.playing import Reply, Why
from computer.weights import PLACES
from engine import GameState, ask
from engine.conditions.worth import between_rounds
from engine.dice import FACES
from engine.facts.board import SpaceId
from engine.odds.reactions.kamikazes import struck
from engine.odds.setting import Setting
from engine.state.pieces import PieceId
from engine.state.words import number, pieces_in_words, place

KEPT = 3.0
"""What a kamikaze that is kept for later is worth, in IPCs."""
HIT = 2.0
"""What a hit that sinks nobody is worth, beside what it changes in the battle."""
MOST_ON_ONE = 4
"""No more strikes are weighed on one ship."""


class Strike(NamedTuple):
    """Kamikazes against a ship: how many, and what they bring beyond what they would be worth later."""

    zone: SpaceId
    ship: PieceId
    tokens: int
    gain: float
    sinks: float

    @property
    def rank(self) -> tuple[float, SpaceId, PieceId]:
        """The one that brings most for each kamikaze first."""
        return -round(self.gain / self.tokens, PLACES), self.zone, self.ship


def kamikaze(asked: Asked) -> Reply:
    """Strike where each brings more than it is worth later, one ship after the other."""
    state, offered = asked.state, ask.KamikazeOptions.of(asked.request)
    rated = sorted(
        (strike for zone, ships in offered.ships.items() for strike in _against(asked, offered, zone, ships)),
        key=lambda strike: strike.rank,
    )
    left, chosen, rejected = offered.tokens, list[Strike](), list[Strike]()
    for strike in rated:
        is_free = strike.ship not in {other.ship for other in chosen}
        if strike.gain > 0 and strike.tokens <= left and is_free:
            chosen.append(strike)
            left -= strike.tokens
        elif is_free:
            rejected.append(strike)
    told: dict[str, object] = {}
    for zone in offered.ships:
        if here := [[strike.ship, strike.tokens] for strike in chosen if strike.zone == zone]:
            told[zone] = here
    nobody = Option({}, "keep the kamikazes", 0.0)
    instead = [_told(state, strike).why for strike in rejected[:1]] or ([nobody.why] if chosen else [])
    if not chosen:
        return Reply({}, nobody.why.rather_than(instead[0] if instead else None))
    if len(chosen) == 1:
        return Reply(told, _told(state, chosen[0]).why.rather_than(instead[0]))
    aims = "; ".join(_told(state, strike).aim for strike in chosen)
    gain = round(sum(round(strike.gain, 2) for strike in chosen), 2)
    return Reply(told, Why(aims, gain=gain, instead=instead[0]))


def _told(state: GameState, strike: Strike) -> Option:
    ship = pieces_in_words(state, state.select([strike.ship]))
    aim = f"strike {ship} in {place(state, strike.zone)} with {number(strike.tokens, 'kamikaze')}"
    return Option({}, aim, strike.gain, strike.sinks)


def _against(asked: Asked, offered: ask.KamikazeOptions, zone: SpaceId, ships: tuple[PieceId, ...]) -> Iterator[Strike]:
    """One, two and so on strikes on each ship of a zone."""
    state = asked.state
    setting, landings = coming(state, zone), landing_worth(state, zone, asked.prize)
    now, silenced = _worth(setting, landings), _guns(asked, zone)
    for name in ships:
        ship = state.pieces[name]
        goes_down = price(state, [ship, *ask.cargo_lost_with(state, [ship])])
        left = state.type_of(ship).hits - ship.hits_taken
        for count in range(1, min(offered.tokens, MOST_ON_ONE) + 1):
            gain, sinks = silenced - count * KEPT, 0.0
            for hits, share in enumerate(_shares(count, offered.hits_on / FACES, left)):
                is_sunk = hits == left
                sinks += share * is_sunk
                gain += share * (goes_down if is_sunk else HIT * min(hits, 1))
            if setting is not None:
                after = sum(share * _worth(each, landings) for each, share in struck(setting, ship, count))
                gain += now - after
            yield Strike(zone, name, count, round(gain, PLACES), sinks)


def _shares(count: int, chance: float, most: int) -> list[float]:
    """How likely so many hits are; those beyond the last that counts are taken together."""
    shares = [1.0]
    for _ in range(count):
        grown = [0.0] * min(len(shares) + 1, most + 1)
        for hits, share in enumerate(shares):
            grown[hits] += share * (1 - chance)
            grown[min(hits + 1, most)] += share * chance
        shares = grown
    return shares


def _worth(setting: Setting | None, landings: float) -> float:
    """What a sea battle brings the attackers with what lands behind it."""
    return Stake(chances_in(setting), landings).attackers_gain if setting and setting.battle.attackers else 0.0


def _guns(asked: Asked, zone: SpaceId) -> float:
    """What the guns of the ships there bring landings, which keep silent once kamikazes have struck."""
    state, found = asked.state, 0.0
    for beach in ask.assaults_from(state, zone):
        setting = coming(state, beach)
        if setting is not None and any(ship.space == zone for ship in setting.bombarding):
            silent = replace(setting, bombarding=tuple(ship for ship in setting.bombarding if ship.space != zone))
            prize = asked.prize(beach)
            loud, without = (Stake(chances_in(each), prize).attackers_gain for each in (setting, silent))
            found += max(0.0, loud - without)
    return found


def kaiten(asked: Asked) -> Reply | None:
    """Submarines become torpedoes where they are likely to be lost anyway, for what the better shot brings."""
    state, offered = asked.state, ask.KaitenOptions.of(asked.request)
    if state.battle is None:
        return None
    battle, now = between_rounds(state, state.battle, (), ())
    stake = of_battle(now, battle, asked.prize)
    able = [piece for piece in now.select(battle.defenders) if piece.unit in offered.submarines]
    cheapest = min((price(now, [piece]) for piece in now.select(battle.attackers)), default=0)
    hit = cheapest / FACES
    lost = price(now, able) * (1 - stake.chances.win)
    where, what = place(state, asked.request.space), pieces_in_words(state, able)
    keep = Option({}, f"keep {what} in {where} from giving themselves up", 0.0)
    give = Option(
        dict(offered.submarines), f"make kaiten torpedoes of {what} in {where}", hit * len(able) - lost, None, lost
    )
    return best_of([keep, give])

"""Kamikazes and kaiten torpedoes: what is given up for hits, where they save most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import Stake, coming, landing_worth, of_battle
from computer.chances import chances_in, price
from computer.playing import Reply
from computer.weights import PLACES
from engine import GameState, ask
from engine.conditions.worth import between_rounds
from engine.dice import FACES
from engine.facts.board import SpaceId
from engine.odds.reactions.kamikazes import struck
from engine.odds.setting import Setting
from engine.state.pieces import PieceId
from engine.state.words import listed, number, pieces_in_words, place

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


Chosen = dict[PieceId, Strike]


def kamikaze(asked: Asked) -> Reply:
    """Strike where each brings more than it is worth later: one step after the other, the best for each token first."""
    state, offered = asked.state, ask.KamikazeOptions.of(asked.request)
    strikes = [strike for zone, ships in offered.ships.items() for strike in _against(asked, offered, zone, ships)]
    silenced = {zone: _guns(asked, zone) for zone in offered.ships}
    chosen: Chosen = {}
    while step := _next(strikes, chosen, silenced, offered.tokens):
        chosen[step.ship] = step
    told: dict[str, object] = {}
    for zone in offered.ships:
        if here := [[strike.ship, strike.tokens] for strike in chosen.values() if strike.zone == zone]:
            told[zone] = here
    gain = sum(strike.gain for strike in chosen.values())
    gain += sum(silenced[zone] for zone in told)
    keep = Option({}, "keep the kamikazes", 0.0)
    if not chosen:
        best = max(strikes, key=lambda strike: round(strike.gain, PLACES), default=None)
        other = _told(state, [best], best.gain + silenced[best.zone]).why if best else None
        return Reply({}, keep.why.rather_than(other))
    return Reply(told, _told(state, list(chosen.values()), gain).why.rather_than(keep.why))


def _next(strikes: list[Strike], chosen: Chosen, silenced: Mapping[SpaceId, float], tokens: int) -> Strike | None:
    """The strike that brings most for each token more, in place of a smaller one on the same ship; None in the end."""
    left = tokens - sum(strike.tokens for strike in chosen.values())
    struck_zones = {strike.zone for strike in chosen.values()}
    rated = []
    for at, strike in enumerate(strikes):
        before = chosen.get(strike.ship)
        more = strike.tokens - (before.tokens if before else 0)
        gain = strike.gain - (before.gain if before else 0.0)
        gain += 0.0 if strike.zone in struck_zones else silenced[strike.zone]
        if 0 < more <= left and round(gain, PLACES) > 0:
            rated.append((-round(gain / more, PLACES), at, strike))
    return min(rated)[2] if rated else None


def _told(state: GameState, strikes: list[Strike], gain: float) -> Option:
    parts = [
        f"{pieces_in_words(state, state.select([strike.ship]))} in {place(state, strike.zone)} "
        f"with {number(strike.tokens, 'kamikaze')}"
        for strike in strikes
    ]
    return Option({}, f"strike {listed(parts)}", gain, strikes[0].sinks if len(strikes) == 1 else None)


def _against(asked: Asked, offered: ask.KamikazeOptions, zone: SpaceId, ships: tuple[PieceId, ...]) -> Iterator[Strike]:
    """One, two and so on strikes on each ship of a zone."""
    state = asked.state
    setting, landings = coming(state, zone), landing_worth(state, zone, asked.prize)
    now = _worth(setting, landings)
    for name in ships:
        ship = state.pieces[name]
        goes_down = price(state, [ship, *ask.cargo_lost_with(state, [ship])])
        left = state.type_of(ship).hits - ship.hits_taken
        for count in range(1, min(offered.tokens, MOST_ON_ONE) + 1):
            gain, sinks = -count * KEPT, 0.0
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

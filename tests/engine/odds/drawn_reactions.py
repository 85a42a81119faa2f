"""Odd battles drawn by a seed in which the enemy reacts: scrambled aircraft, kamikazes, raids that fighters meet.

Their chances are held against fights through `apply`, from the end of the combat move or the order to begin on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine import GameState, apply, load_setup, new_game
from engine.events import Event
from engine.odds.odds import Odds, SideOdds, odds_in
from engine.odds.position import ahead
from engine.odds.raids.air_battles import MetRaidOdds, met_raid_odds
from engine.odds.reactions.kamikazes import ship_to_strike, struck
from engine.odds.reactions.scrambles import able_to_scramble, with_scrambled
from engine.odds.setting import Setting
from engine.state.battles import PendingBattle
from tests.engine.odds.fights import Fought, answer_to, at_the_end, distance, who_can_fight
from tests.engine.odds.test_air_battles import MET, Sky, part_of, sky, with_air_battles
from tests.engine.odds.test_raids import RAIDED
from tests.engine.odds.test_raids import raided as unmet_raid
from tests.engine.odds.test_scrambles import POSITION
from tests.engine.random_games import RolledDice

OFF_JAPAN = ("pacific_1940", "global_1940")
"""Setups with an air base in Japan, and a zone in which kamikazes strike."""
ZONE = PendingBattle("sz6", "sea", amphibious=False)
FLEET = {"submarine": 2, "destroyer": 2, "cruiser": 2, "battleship": 1, "transport": 1}
GUARDS = {"submarine": 1, "destroyer": 1, "cruiser": 1, "transport": 2, "battleship": 1}
ON_JAPAN = {"fighter": 3, "tactical_bomber": 2, "strategic_bomber": 1}


@dataclass(frozen=True)
class Defence:
    """Americans have moved to attack off Japan. rising: so many aircraft scramble. strikes: on one of the ships."""

    moved: GameState
    rising: int
    strikes: int

    @property
    def setting(self) -> Setting:
        """The battle with those who rise, before any strike."""
        found = ahead(self.moved, ZONE)
        assert found
        return with_scrambled(found, self.rising)


def drawn_defence(seed: int) -> Defence:
    """In one setup after the other."""
    rng = Random(f"defence {seed}")
    setup = OFF_JAPAN[seed % len(OFF_JAPAN)]
    fleet = {**_some(rng, FLEET), rng.choice(("destroyer", "cruiser", "battleship")): rng.randint(1, 2)}
    guards = {**_some(rng, GUARDS), rng.choice(("destroyer", "submarine")): 1}
    spaces = {
        "sz6": {"units": {"japan": guards}},
        "sz7": {"units": {"united_states": fleet}},
        "japan": {"units": {"japan": {"infantry": 1, **_some(rng, ON_JAPAN)}}},
    }
    low_luck = rng.choice(("off", "off", "battles", "all"))
    state = new_game(setup, {"low_luck": low_luck})
    moved = _played(state, POSITION | {"spaces": spaces}, {"type": "move", "units": fleet, "path": ["sz7", "sz6"]})
    found = ahead(moved, ZONE)
    assert found
    able = len(able_to_scramble(found))
    return Defence(moved, rng.randint(0, able), rng.randint(0, 3) if ship_to_strike(found) else 0)


def _some(rng: Random, most: Mapping[str, int]) -> dict[str, int]:
    drawn = {unit: rng.randint(0, count) for unit, count in most.items()}
    return {unit: count for unit, count in drawn.items() if count}


def _played(state: GameState, *orders: Mapping[str, Any]) -> GameState:
    for order in orders:
        state = apply(state, dict(order), RolledDice(Random(1))).state
    return state


def defence_odds(about: Defence) -> Odds:
    """The chances over all that the strikes may come to."""
    setting = about.setting
    ship = ship_to_strike(setting)
    ways = struck(setting, ship, about.strikes) if ship and about.strikes else [(setting, 1.0)]
    return _mixed([(odds_in(after), share) for after, share in ways])


def _mixed(ways: Sequence[tuple[Odds, float]]) -> Odds:
    def mean(of: Callable[[Odds], float]) -> float:
        return sum(of(odds) * share for odds, share in ways)

    return replace(
        ways[0][0],
        attacker_win=mean(lambda odds: odds.attacker_win),
        defender_win=mean(lambda odds: odds.defender_win),
        draw=mean(lambda odds: odds.draw),
        rounds=mean(lambda odds: odds.rounds),
        attacker=_mixed_side([(odds.attacker, share) for odds, share in ways]),
        defender=_mixed_side([(odds.defender, share) for odds, share in ways]),
    )


def _mixed_side(ways: Sequence[tuple[SideOdds, float]]) -> SideOdds:
    left: dict[str, float] = {}
    at_least: dict[str, list[float]] = {}
    for side, share in ways:
        for unit, mean in side.left.items():
            left[unit] = left.get(unit, 0.0) + share * mean
            row = at_least.setdefault(unit, [])
            row += [0.0] * (len(side.at_least[unit]) - len(row))
            for at, likely in enumerate(side.at_least[unit]):
                row[at] += share * likely
    return SideOdds(left, {unit: tuple(row) for unit, row in at_least.items()}, 0.0, 0.0)


def defended(about: Defence, fights: int, seed: int) -> Fought:
    """Fight it so many times, from the answers of the defender on."""
    setting, rng, found = about.setting, Random(seed), Fought()
    before = _until_struck(about)
    sides = {"attacker": setting.battle.attackers, "defender": setting.battle.defenders}
    for _ in range(fights):
        state, rounds = _fought_on(before, about, rng)
        found.fights += 1
        found.rounds[rounds] += 1
        for side, ids in sides.items():
            for piece in state.select(ids):
                found.left[side, piece.unit] += 1
        found.wins[who_can_fight(setting.state, state)] += 1
    return found


def _until_struck(about: Defence) -> GameState:
    """Up to the question about kamikazes, or to the battle."""
    state = _played(about.moved, {"type": "end_phase"})
    while state.requests and state.requests[0].kind != "kamikaze":
        request = state.requests[0]
        choice = _scrambled(about) if request.kind == "reaction" else "default"
        state = _played(state, _decided(request.kind, choice, request.powers[0]))
    return state


def _decided(kind: str, choice: Any, power: str) -> dict[str, Any]:
    return {"type": "decide", "kind": kind, "choice": choice, "power": power}


def _scrambled(about: Defence) -> dict[str, Any]:
    setting = ahead(about.moved, ZONE)
    assert setting
    rising = able_to_scramble(setting)[: about.rising]
    return {"scramble": {"sz6": {"japan": dict(Counter(piece.unit for _, piece in rising))}}} if rising else {}


def _fought_on(state: GameState, about: Defence, rng: Random) -> tuple[GameState, int]:
    dice, ship, rounds = RolledDice(rng), ship_to_strike(about.setting), 0
    while state.requests and state.phase != "noncombat_move":
        request = state.requests[0]
        strikes = {"sz6": [[ship.id, about.strikes]]} if ship and about.strikes else {}
        choice = strikes if request.kind == "kamikaze" else "default"
        state = apply(state, _decided(request.kind, choice, request.powers[0]), dice).state
    if not any(battle.space == ZONE.space for battle in state.pending):
        return state, 0
    before, outcome = state, apply(state, {"type": "battle", "space": ZONE.space}, dice)
    events: tuple[Event, ...] = outcome.events
    rounds = _rounds(events)
    while outcome.state.battle is not None:
        before, request = outcome.state, outcome.state.requests[0]
        outcome = apply(before, _decided(request.kind, answer_to(request, ()), request.powers[0]), dice)
        events, rounds = outcome.events, max(rounds, _rounds(outcome.events))
    return at_the_end(before, events), rounds


def _rounds(events: Sequence[Event]) -> int:
    return max((event.round for event in events if event.kind == "round_began"), default=0)


def errors_of_defence(seed: int, fights: int) -> dict[str, float]:
    """How many standard errors chances and fights lie apart."""
    about = drawn_defence(seed)
    return distance(defence_odds(about), defended(about, fights, seed))


def drawn_raid(seed: int) -> Sky:
    """In one setup after the other, met by fighters where they can rise."""
    rng = Random(f"raid {seed}")
    setup = RAIDED[seed % len(RAIDED)]
    powers = ("japan", "united_states") if setup.startswith("pacific") else ("germany", "united_kingdom")
    known = [name for name in ("jet_fighters", "heavy_bombers", "radar") if name in load_setup(setup).technology]
    technologies = {power: tuple(name for name in known if rng.random() < 0.3) for power in powers}
    options = {"low_luck": rng.choice(("off", "off", "battles", "all"))}
    if setup in MET:
        state = with_air_battles(setup, **options)
        return sky(state, rng.randint(1, 4), rng.randint(0, 2), rng.randint(0, 3), technologies)
    state, raid = unmet_raid(setup, rng.randint(1, 4), guns=rng.random() < 0.7)
    return Sky(replace(state, technologies=technologies), raid, ())


@dataclass
class Raided:
    """What came of many raids: the sums, and those of the squares, of damage and of those lost by part and unit."""

    raids: int = 0
    sums: Counter[str] = field(default_factory=Counter)
    squares: Counter[str] = field(default_factory=Counter)


def raided(about: Sky, raids: int, seed: int) -> Raided:
    """Carry it out so many times."""
    rng, found = Random(seed), Raided()
    for _ in range(raids):
        dice = RolledDice(rng)
        outcome = apply(about.state, {"type": "battle", "space": about.raid.space, "kind": "raid"}, dice)
        events = list(outcome.events)
        while (after := outcome.state).requests:
            request = after.requests[0]
            outcome = apply(after, _decided(request.kind, "default", request.powers[0]), dice)
            events += outcome.events
        down = (piece for name, piece in about.state.pieces.items() if name not in after.pieces)
        told = Counter(map(part_of, down))
        told["damage"] = sum(event.damage or event.ipcs for event in events if event.kind == "production_struck")
        found.raids += 1
        found.sums += told
        found.squares += Counter({what: count * count for what, count in told.items()})
    return found


def errors_of_raid(seed: int, raids: int) -> dict[str, float]:
    """How many standard errors chances and raids lie apart, on average."""
    about = drawn_raid(seed)
    found, told = raided(about, raids, seed), _means(met_raid_odds(about.state, about.raid, about.rising))
    assert set(found.sums) <= set(told), "nobody is lost of whom nothing is told"
    away: dict[str, float] = {}
    for what, mean in told.items():
        seen, square = found.sums[what] / raids, found.squares[what] / raids
        error = max((max(square - seen * seen, 0.0) / raids) ** 0.5, 1 / raids)
        away[what] = abs(seen - mean) / error
    return away


def _means(odds: MetRaidOdds) -> dict[str, float]:
    rows = {"raider": odds.raid.lost, "escort": odds.escorts_lost, "interceptor": odds.interceptors_lost}
    lost = {f"{part} {unit}": count for part, row in rows.items() for unit, count in row.items()}
    return {**lost, "damage": sum(strike.mean for strike in odds.raid.strikes.values())}

"""Raids ahead, rockets that reach a territory and convoys in danger, in a few lines each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine import GameState
from engine.ask import (
    all_who_can_rise,
    battles_due,
    escorts_at,
    expected_battles,
    interceptors_at,
    raiders_at,
    rocket_targets,
    strike_limits,
)
from engine.facts.board import SpaceId
from engine.odds.raids.air_battles import MetRaidOdds, met_raid_odds
from engine.odds.raids.convoys import convoy_odds
from engine.odds.raids.rockets import rocket_odds
from engine.odds.raids.strikes import StrikeOdds
from engine.state.battles import PendingBattle
from engine.state.pieces import Piece
from engine.state.words import first_upper, label, listed, pieces_in_words, place
from gamemaster.chances.choice import OddsChoice
from gamemaster.narration.phrases import the_power
from maps.battles.chances import percent

MOST_RISING = 6
"""So many interceptors have a row of their own."""


def raided_in(state: GameState) -> tuple[SpaceId, ...]:
    """Where raids are ahead, as far as they are seen."""
    return tuple(raid.space for raid in _raids(state))


def raiding_lines(state: GameState, choice: OddsChoice) -> list[str]:
    """What is to be said of the space of a choice beside a battle there."""
    if choice.kind not in ("battle", "attack", "raid") or state.winner:
        return []
    convoys = _convoy_lines(state, choice.space) if choice.kind != "battle" else []
    raids = [line for raid in _raids(state) if raid.space == choice.space for line in _raid_lines(state, raid)]
    return [*raids, *_rocket_lines(state, choice.space), *convoys]


def _raids(state: GameState) -> list[PendingBattle]:
    if state.winner or state.phase not in ("combat_move", "conduct_combat") or state.battle is not None:
        return []
    due = expected_battles(state) if _are_named(state) else battles_due(state)
    return [raid for raid in due if raid.kind == "raid" and raiders_at(state, raid.space)]


def _raid_lines(state: GameState, raid: PendingBattle) -> list[str]:
    """Who raids, and what it comes to against each number of fighters that may rise."""
    raiders, escorts = raiders_at(state, raid.space), escorts_at(state, raid.space)
    with_whom = f", escorted by {pieces_in_words(state, escorts)}" if escorts else ""
    where = first_upper(label(state, raid.space))
    lines = [f"**{where}**: raid by {pieces_in_words(state, raiders)}{with_whom}"]
    able = sorted(all_who_can_rise(state, raid.space), key=lambda piece: -state.type_of(piece).air_battle)
    if not _are_named(state) and able:
        for count in range(min(len(able), MOST_RISING) + 1):
            start = f"Against {pieces_in_words(state, able[:count])}" if count else "If nobody intercepts"
            lines.append(f"{start}: {_came_to(state, raid, able[:count])}")
        return lines
    rising = interceptors_at(state, raid.space)
    against = f"Against {pieces_in_words(state, rising)}: " if rising else ""
    return [*lines, first_upper(f"{against}{_came_to(state, raid, rising)}")]


def _are_named(state: GameState) -> bool:
    """Whether it is known who intercepts: all have answered (SPC-44)."""
    return state.phase == "conduct_combat" and not any(request.kind == "reaction" for request in state.requests)


def _came_to(state: GameState, raid: PendingBattle, rising: Iterable[Piece]) -> str:
    """ "6.2 damage to the industrial complex on average (all of 20: 3%); each bomber is shot down 17% of the
    time".
    """
    odds = met_raid_odds(state, raid, tuple(rising))
    struck = [_struck(state, raid.space, facility, strike) for facility, strike in odds.raid.strikes.items()]
    return f"{listed(struck)}; {_lost(state, raid, odds)}"


def _struck(state: GameState, territory: SpaceId, facility: str, strike: StrikeOdds) -> str:
    most, name = strike_limits(state, territory, facility).together, state.edition.unit[facility].name
    at_most = f" (all of {most}: {percent(strike.shares[most])})" if most and strike.shares.get(most) else ""
    if strike.is_damage:
        return f"**{strike.mean:.1f}** damage to the {name} on average{at_most}"
    return f"**{strike.mean:.1f} IPCs** lost on average{at_most}"


def _lost(state: GameState, raid: PendingBattle, odds: MetRaidOdds) -> str:
    raiders = Counter(piece.unit for piece in raiders_at(state, raid.space))
    escorts = Counter(piece.unit for piece in escorts_at(state, raid.space))
    rows = [f"each {name} is shot down {share} of the time" for name, share in _shares(state, odds.raid.lost, raiders)]
    rows += [
        f"each escort {share} of the time" for _, share in _shares(state, odds.escorts_lost, escorts) if share != "0%"
    ]
    return listed(rows)


def _shares(state: GameState, lost: Mapping[str, float], there: Mapping[str, int]) -> list[tuple[str, str]]:
    return [(state.edition.unit[unit].name, percent(lost.get(unit, 0.0) / count)) for unit, count in there.items()]


def _rocket_lines(state: GameState, territory: SpaceId) -> list[str]:
    """ "Rockets at Germany: 2 antiaircraft guns cost **7.0 IPCs** on average"."""
    odds = rocket_odds(state, territory) if territory in rocket_targets(state) else None
    if odds is None:
        return []
    struck = _struck(state, territory, odds.facility, odds.strike)
    return [f"Rockets of {pieces_in_words(state, odds.launchers)} at {place(state, territory)}: {struck}"]


def _convoy_lines(state: GameState, zone: SpaceId) -> list[str]:
    """ "Convoys of Japan in sea zone 19: **5.1 IPCs** lost on average if it collected its income now"."""
    lines = []
    for power in state.edition.turn_order:
        odds = convoy_odds(state, power)
        if odds is None or zone not in odds.zones:
            continue
        whole = f" (in all zones {odds.mean:.1f}, {odds.most} at most)" if len(odds.zones) > 1 else ""
        lost = f"**{odds.zones[zone]:.1f} IPCs** lost on average{whole}"
        lines.append(
            f"Convoys of {the_power(state, power)} in {place(state, zone)}: {lost} if it collected its income now"
        )
    return lines

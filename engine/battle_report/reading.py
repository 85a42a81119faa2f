"""Reading events of battles, raids and strikes: the one place where they become items of reports that grow by them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.battle_report.items import (
    AimedDie,
    AntiAircraftFire,
    BattleEnd,
    Bombs,
    Casualties,
    FacilityStrike,
    Fire,
    GunsTaken,
    Item,
    KamikazeStrikes,
    Losses,
    Retreat,
    StruckShip,
    Submerging,
    Torpedoes,
    Volley,
)
from engine.battle_report.report import BattleReport, BattleRound, both
from engine.battle_report.scores import score_of_bombs, score_of_shots_at
from engine.combat.values import dice_of
from engine.events import Event
from engine.events.advantages import KaitenDesignated, is_spent
from engine.events.combat.battle import (
    AttackOrDefense,
    BattleBegan,
    BattleEnded,
    CasualtiesChosen,
    Fired,
    Retreated,
    RoundBegan,
    Shots,
    Submerged,
    UnitsLost,
)
from engine.events.combat.kamikaze_strikes import KamikazesStruck, StrikesOnShip
from engine.events.combat.raids import AimedShot, AntiAircraftFired, ProductionStruck
from engine.events.territory import FacilityFell, GunsChangedHands, TerritoryTaken
from engine.events.turn import PhaseBegan
from engine.facilities.capacity import complex_in
from engine.facilities.service import is_operative
from engine.facts.board import PowerId, SpaceId
from engine.politics.standing import are_on_one_side
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


def item_of(state: GameState, event: Event) -> Item | None:
    """What an event is in a battle report, None where it belongs in none; `state` is the one before it."""
    read = _READERS.get(type(event))
    return read(state, event) if read else None


def items_of(steps: Iterable[tuple[GameState, Event, GameState]]) -> tuple[Item, ...]:
    """The items of a stretch: events with the states before and after them."""
    read = (item_of(before, event) for before, event, _ in steps)
    return tuple(item for item in read if item)


def battle_begun(event: Event) -> Battle | None:
    """The battle that begins with an event; also one in which nobody defends, so that territory is simply taken."""
    return event.battle if isinstance(event, BattleBegan) else None


def battles_begun(events: Iterable[Event]) -> tuple[Battle, ...]:
    """The battles of two sides that begin with these events."""
    return tuple(battle for event in events if (battle := battle_begun(event)) and battle.defenders)


def battle_ended(state: GameState, event: Event) -> BattleEnd | None:
    """How a battle ends with an event; ships are repaired as they are in `state`."""
    if not isinstance(event, BattleEnded):
        return None
    return BattleEnd(event.space, event.outcome, event.rounds, state.select(event.repaired))


def is_fighting(event: Event) -> bool:
    """Whether a battle begins, or somebody fires, bombs or strikes outside one."""
    return isinstance(event, BattleBegan | AntiAircraftFired | ProductionStruck | KamikazesStruck)


def where_fought(events: Iterable[Event]) -> Iterator[tuple[Event, SpaceId | None]]:
    """Each event with the space of the battle of two sides that it belongs to, from its beginning to its end."""
    here: SpaceId | None = None
    for event in events:
        if begun := battle_begun(event):
            here = begun.space if begun.defenders else None
        yield event, here
        if isinstance(event, BattleEnded):
            here = None


def side_of_power(state: GameState, power: PowerId) -> AttackOrDefense:
    """The side on which a power is while `state.power` attacks."""
    return "attacker" if are_on_one_side(state, power, state.power) else "defender"


def _fire(state: GameState, event: Fired) -> Fire:
    volleys = tuple(_volley(state, event, shots) for shots in event.shots)
    return Fire(event.step, event.side, volleys, event.pieces, event.low_luck)


def _volley(state: GameState, event: Fired, shots: Shots) -> Volley:
    if event.step == "anti_aircraft_fires":  # each gun has several shots
        guns = state.select(event.pieces)
        count = sum(1 for gun in guns if (gun.power, gun.unit) == (shots.power, shots.unit))
    else:
        part = state.battle.part if state.battle else "land"
        dice = len(shots.dice) + shots.unrolled
        count = dice // dice_of(state.unit_of(shots.power, shots.unit), event.side, part)
    return Volley(shots.power, shots.unit, count, shots.value, shots.dice, shots.hits, shots.best_of, shots.unrolled)


def _anti_aircraft(state: GameState, event: AntiAircraftFired) -> AntiAircraftFire:
    gun = event.facility or (state.pieces[event.gun].unit if event.gun in state.pieces else "")
    return AntiAircraftFire(
        event.space,
        event.power,
        gun,
        event.occasion,
        event.needed,
        tuple(_aimed(state, event, shot) for shot in event.shots),
        state.select(shot.piece for shot in event.shots if shot.hit),
        event.facility,
        event.chosen,
        in_battle=state.battle is not None,
        low_luck=event.low_luck,
    )


def _aimed(state: GameState, event: AntiAircraftFired, shot: AimedShot) -> AimedDie:
    target = state.pieces.get(shot.piece)
    power = target.power if target else state.power
    return AimedDie(power, shot.unit, shot.die, shot.hit, target.raid if target else event.facility or None)


def _casualties(state: GameState, event: CasualtiesChosen) -> Casualties:
    return Casualties(event.side, state.select(event.lost), state.select(event.damaged), event.wasted)


def _losses(state: GameState, event: UnitsLost) -> Losses:
    spent = tuple(piece for piece in event.pieces if is_spent(state, piece))
    powers = dict.fromkeys(piece.power for piece in (*event.pieces, *event.cargo))
    sides = {power: side_of_power(state, power) for power in powers}
    return Losses(event.space, event.reason, event.pieces, event.cargo, spent, sides)


def _submerging(state: GameState, event: Submerged) -> Submerging:
    return Submerging(event.side, state.select(event.pieces))


def _retreat(state: GameState, event: Retreated) -> Retreat:
    return Retreat(state.power, event.to, state.select(event.pieces), state.select(event.aircraft))


def _torpedoes(state: GameState, event: KaitenDesignated) -> Torpedoes:
    return Torpedoes(event.power, state.select(event.pieces))


def _guns_taken(state: GameState, event: GunsChangedHands) -> GunsTaken:
    powers = dict.fromkeys(event.guns.values())
    taken = {power: state.select(i for i, owner in event.guns.items() if owner == power) for power in powers}
    return GunsTaken(event.territory, taken)


def _strike(state: GameState, event: ProductionStruck) -> FacilityStrike:
    facility, space = event.facility, event.space
    had = state.damage.get(space, {}).get(facility, 0)
    worked, works = (
        bool(facility and event.damage) and is_operative(state, space, facility, more) for more in (0, event.damage)
    )
    return FacilityStrike(
        event.power,
        space,
        event.victim,
        event.weapon,
        facility or complex_in(state, space),
        facility,
        _bombs(state, event),
        event.ipcs,
        event.damage,
        had + event.damage,
        put_out=worked and not works,
    )


def _bombs(state: GameState, event: ProductionStruck) -> tuple[Bombs, ...]:
    """Expected is what is left to be struck: where a facility takes damage, all strikes share what it can take."""
    found, room = [], event.limit
    for strike in event.strikes:
        striker = state.pieces.get(strike.piece)
        power = striker.power if striker else event.power
        score = score_of_bombs(state.unit_of(power, strike.unit), len(strike.dice), strike.loss, room)
        found.append(Bombs(strike.piece, power, strike.unit, strike.dice, strike.loss, room, score))
        room -= strike.loss if event.damage else 0
    return tuple(found)


def _kamikazes(state: GameState, event: KamikazesStruck) -> KamikazeStrikes:
    left = state.kamikaze_tokens[event.power] - sum(len(strike.dice) for strike in event.strikes)
    strikes = tuple(_struck(state, event, strike) for strike in event.strikes)
    return KamikazeStrikes(event.power, event.space, event.needed, strikes, left, event.low_luck)


def _struck(state: GameState, event: KamikazesStruck, strike: StrikesOnShip) -> StruckShip:
    score = score_of_shots_at(len(strike.dice), strike.hits, event.needed, event.low_luck)
    hurt = event.damaged.get(strike.piece, 0)
    return StruckShip(state.pieces[strike.piece], strike.dice, strike.hits, hurt, score)


_READERS: Mapping[type, Callable[[GameState, Any], Item]] = {
    Fired: _fire,
    AntiAircraftFired: _anti_aircraft,
    CasualtiesChosen: _casualties,
    UnitsLost: _losses,
    Submerged: _submerging,
    Retreated: _retreat,
    KaitenDesignated: _torpedoes,
    GunsChangedHands: _guns_taken,
    FacilityFell: lambda _, event: event,
    ProductionStruck: _strike,
    KamikazesStruck: _kamikazes,
}


Happened = tuple[GameState, Event, GameState]
"""An event with the state before it and the one after."""


def battle_reports(steps: Iterable[Happened], start: GameState | None = None) -> tuple[BattleReport, ...]:
    """The battles of a stretch; also the one that was under way in the state `start` before it."""
    under_way = (report_of(start, start.battle),) if start and start.battle else ()
    return with_more(under_way, steps)


def with_more(reports: Sequence[BattleReport], steps: Iterable[Happened]) -> tuple[BattleReport, ...]:
    """The reports after something more has happened; nothing that they know already is read again."""
    found = list(reports)
    for step in steps:
        if begun := battle_begun(step[1]):
            found.append(report_of(step[2], begun))
        elif found and not found[-1].is_closed:
            found[-1] = after(found[-1], step)
    return tuple(found)


def report_of(state: GameState, battle: Battle) -> BattleReport:
    """The report of a battle that begins, or is first seen, in this state."""
    standing = both(_in_action(state, battle, battle.attackers), _in_action(state, battle, battle.defenders))
    survivors = both(state.select(battle.attackers), state.select(battle.defenders))
    return BattleReport(battle, standing, (_line_up(state, battle),), standing, survivors)


def after(report: BattleReport, step: Happened) -> BattleReport:
    """The report after one more event."""
    before, event, state = step
    if report.end and isinstance(event, PhaseBegan):
        return replace(report, is_closed=True)
    if isinstance(event, RoundBegan) and state.battle:
        return replace(report, rounds=(*report.rounds, _line_up(state, state.battle)))
    item = item_of(before, event)
    if end := battle_ended(state, event):
        report = replace(report, end=end)
    elif report.end:
        report = _followed(report, event, item)
    elif item:
        report = replace(report, rounds=(*report.rounds[:-1], _with(report.rounds[-1], before, item)))
    return report if isinstance(item, Fire) or _stands_as_before(before, state) else _as_it_stands(report, state)


def _followed(report: BattleReport, event: Event, item: Item | None) -> BattleReport:
    aftermath = (*report.aftermath, item) if item else report.aftermath
    taken = isinstance(event, TerritoryTaken) and event.territory == report.began.space
    return replace(report, aftermath=aftermath, followed=(*report.followed, event), taken=report.taken or taken)


def _stands_as_before(before: GameState, state: GameState) -> bool:
    """Whether nobody was hit, lost, or left; those who fire or are asked stay where they are."""
    then, now = before.battle, state.battle
    if then is None or now is None:
        return then is now and before.pieces is state.pieces
    standing = ((battle.attackers, battle.defenders, battle.down, battle.struck) for battle in (then, now))
    return next(standing) == next(standing) and before.pieces is state.pieces


def _as_it_stands(report: BattleReport, state: GameState) -> BattleReport:
    """The report with who is left in this state."""
    battle, began = state.battle, report.began
    standing = None
    if battle and not report.end:
        standing = both(_in_action(state, battle, battle.attackers), _in_action(state, battle, battle.defenders))
    end = report.end and replace(report.end, repaired=state.select(piece.id for piece in report.end.repaired))
    survivors = both(state.select(began.attackers), state.select(began.defenders))
    return replace(report, standing=standing, survivors=survivors, end=end)


def _in_action(state: GameState, battle: Battle, ids: Iterable[PieceId]) -> tuple[Piece, ...]:
    """The pieces of a side that are not casualties of this round."""
    out = {*battle.down, *battle.struck}
    return state.select(i for i in ids if i not in out)


def _line_up(state: GameState, battle: Battle) -> BattleRound:
    """The round that begins in this state."""
    return BattleRound(battle.round, both(state.select(battle.attackers), state.select(battle.defenders)), state)


def _with(told: BattleRound, state: GameState, item: Item) -> BattleRound:
    """The round with one more item, which happened in this state."""
    fired = ((state, item),) if isinstance(item, Fire) else ()
    return replace(told, items=(*told.items, item), fired_in=(*told.fired_in, *fired))

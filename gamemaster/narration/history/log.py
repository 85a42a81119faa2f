"""One line for each thing that happened, for the log; and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.ask import gives_leave
from engine.battle_report.items import AntiAircraftFire, BattleEnd, FacilityStrike, Fire, Item, KamikazeStrikes
from engine.battle_report.reading import battle_begun, battle_ended, item_of
from engine.events import Event
from engine.events.advantages import (
    AdvantageLost,
    AdvantageUsed,
    AircraftRefuelled,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    UnitsConverted,
)
from engine.events.changes import OrderUndone
from engine.events.combat.battle import LandingCalledOff, ShipsAssigned
from engine.events.combat.raids import Intercepted
from engine.events.combat.scramble import Scrambled
from engine.events.correction import Edited
from engine.events.economy import (
    BidKept,
    BidPlaced,
    IncomeCollected,
    ObjectiveGivenUp,
    Researched,
    TreasuryPlundered,
    TroopBonusPlaced,
    UnitsGranted,
    UnitsPurchased,
    UnitsReturned,
)
from engine.events.landing import BerthsChosen, LandingPromised, StrandedLanded
from engine.events.mobilization import FacilityMoved, UnitsMobilized
from engine.events.movement import AssaultDeclared, Engaged, UnitsLoaded, UnitsMoved, UnitsOffloaded
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from engine.events.politics import LeaveChanged
from engine.events.questions import RequestOpened
from engine.events.territory import TerritoryReverted, TerritoryTaken, TerritoryTakenOver
from engine.events.turn import Conceded, GameWon, HoldBegan, HoldEnded, PhaseBegan, PhaseSkipped, TurnBegan
from engine.facts.board import PowerId
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, label, number, phase_name, pieces_in_words, place, whose
from gamemaster.narration import improvements
from gamemaster.narration.battles import air_war, convoys, scrambles, sea_war
from gamemaster.narration.battles.rounds import line_of
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.journeys import journeys, move_line
from gamemaster.narration.phrases import (
    LIMIT,
    account_first,
    account_name,
    bought,
    force,
    heading,
    incomes,
    lines_within,
    power_name,
    row,
    side_name,
    stance,
    the_power,
    the_powers,
    whoever,
)
from gamemaster.narration.politics import diplomacy, victory
from gamemaster.narration.politics.diplomacy import joined_line, roused_line
from gamemaster.narration.politics.objectives import extra_income, given_up_line
from gamemaster.narration.questions import request_text

CAPITAL_LOST = ("RES-14", "PUR-08", "CMB-62", "INC-03")
"""Rules by which a phase is passed over while the capital is in enemy hands."""
IDLE_WITHOUT_CAPITAL = {"research": "researches nothing", "purchase": "buys nothing", "mobilize": "places nothing"}
"""What a power does in a phase that is passed over then; that it collects nothing is told with its income."""

AT_ONCE = (
    Researched,
    AntiAircraftFire,
    FacilityStrike,
    FreeUnitsPlaced,
    TroopBonusPlaced,
    UnitsConverted,
    FacilityMoved,
    AircraftRefuelled,
)
"""What the player who gave an order learns at once."""


IN_COMBAT = (
    AntiAircraftFire,
    Intercepted,
    Scrambled,
    KamikazeStrikes,
    NeutralRoused,
    NeutralJoined,
    ObjectiveGivenUp,
    FacilityStrike,
    AdvantageUsed,
    AdvantageLost,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    TroopBonusPlaced,
    HoldBegan,
    HoldEnded,
    LandingCalledOff,
    StrandedLanded,
    UnitsMoved,
    UnitsLoaded,
    UnitsOffloaded,
)
"""What the table learns at once while battles are fought; what happens in a battle stands in its post."""


def event_line(state_before: GameState, event: Event) -> str | None:
    """An event on one line, or None where it is of no interest. Whom it may be shown to, `event.audience` says."""
    if item := item_of(state_before, event):
        return _item_line(state_before, item) or None
    if begun := battle_begun(event):
        return _began(state_before, begun) or None
    if end := battle_ended(state_before, event):
        return _ended(state_before, end) or None
    line = _LINES.get(type(event))
    return line(state_before, event) or None if line else None


def news(steps: Iterable[Step]) -> tuple[str, ...]:
    """What the player who gave an order wants to know at once: dice outside battles, and what advantages brought."""

    def is_told(state: GameState, event: Event) -> bool:
        return _is_declared(state, event) or (state.battle is None and _is_among(AT_ONCE, state, event))

    return _lines(steps, is_told)


def table_news(steps: Iterable[Step], *, only_declared: bool = False) -> str:
    """What the table learns at once beside the posts of the battles, in at most LIMIT characters.

    Antiaircraft fire in the noncombat move opens the orders that led to it. `only_declared`: what powers declare, on
    turn or not; raids, rockets and guns stand in the report of the phase.
    """

    def is_told(state: GameState, event: Event) -> bool:
        if only_declared or _is_declared(state, event):
            return _is_declared(state, event)
        kinds = IN_COMBAT if state.phase == "conduct_combat" else (AntiAircraftFire,)
        return state.battle is None and _is_among(kinds, state, event)

    return "\n".join(lines_within(_lines(steps, is_told), LIMIT, "lines"))


def _is_among(kinds: tuple[type, ...], state: GameState, event: Event) -> bool:
    """Whether an event, or what it is in the report of a battle or strike, is of one of these kinds."""
    return isinstance(item_of(state, event) or event, kinds)


def _is_declared(state: GameState, event: Event) -> bool:
    """Whether a power, on turn or not, says something new.

    That is war, what its allies may use, what became of a bid, or that it would concede.
    """
    if type(event) in diplomacy.LINES or isinstance(event, BidKept | BidPlaced):
        return True
    if isinstance(event, LeaveChanged):
        return event.granted is not gives_leave(state, event.power, event.ally, event.what)
    return isinstance(event, Conceded) and event.power not in state.conceded


def _lines(steps: Iterable[Step], is_told: Callable[[GameState, Event], bool]) -> tuple[str, ...]:
    told = (event_line(state, event) for state, event, _ in steps if is_told(state, event))
    return tuple(line for line in told if line)


def winner_text(state: GameState, reason: str, individual_winners: Sequence[PowerId] = ()) -> str:
    """The end of the game: who won, why, and what each power was worth then.

    individual_winners: the powers of the winning side that grew most, where the table names them (OPT-08).
    """
    side = first_upper(side_name(state.winner or ""))
    lines = [f"**{side} {'wins' if state.winner == 'axis' else 'win'}.** {reason}"]
    if individual_winners:
        verb = "is the individual winner" if len(individual_winners) == 1 else "are the individual winners"
        lines.append(f"{first_upper(the_powers(state, individual_winners))} {verb}: no power on its side grew more.")
    return "\n".join([*lines, f"Round {state.round}. Income: {incomes(state)}."])


def _skipped(state: GameState, event: PhaseSkipped) -> str:
    if event.reason == "OPT-28" and event.phase == "combat_move":
        return f"{whoever(state, event.power)} leaves its attacks to the next turn of its ally (Joint Strike)."
    if event.reason not in CAPITAL_LOST:
        return ""
    idle = IDLE_WITHOUT_CAPITAL.get(event.phase)
    return f"{whoever(state, event.power)} {idle}: its capital is in enemy hands." if idle else ""


def _purchased(state: GameState, event: UnitsPurchased) -> str:
    order = bought(state, event.units, event.repairs)
    who = account_first(state, event.power, event.account)
    return f"{who} orders {f'{order} for {ipcs(event.cost)}' if order else 'nothing'}; {ipcs(event.ipcs)} left."


def _moved(state: GameState, event: Event) -> str:
    return "; ".join(move_line(state, journey) for journey in journeys(state.pieces, [event]))


def _engaged(state: GameState, event: Engaged) -> str:
    return f"{heading(state, event.zone)}: {force(state, state.select(event.pieces))}, {stance(event.attack)}"


def _promised(state: GameState, event: LandingPromised) -> str:
    which = "A new carrier" if event.carrier == "new" else "A carrier"
    return f"{which} will be in {place(state, event.space)} for aircraft to land on"


def _berths(state: GameState, event: BerthsChosen) -> str:
    ship = state.pieces[event.carrier]
    whose = f"{state.edition.power[ship.power].adjective} {state.type_of(ship).name}"
    return f"{force(state, state.select(event.aircraft))} will land on the {whose} in {place(state, event.space)}"


def _gained(state: GameState, event: Event) -> str:
    return f"{power_name(state, state.power)}: {' '.join(gains(state, [event]))}"


def _began(state: GameState, battle: Battle) -> str:
    if not battle.defenders:
        return ""
    sides = [force(state, state.select(ids)) for ids in (battle.attackers, battle.defenders)]
    return f"Battle in {place(state, battle.space)}: {sides[0]} against {sides[1]}"


def _item_line(state: GameState, item: Item) -> str:
    joint = isinstance(item, Fire) and len({volley.power for volley in item.volleys}) > 1
    return line_of(state, item, joint=joint)


def _ended(state: GameState, end: BattleEnd) -> str:
    outcome = {
        "attacker": "the attackers win",
        "defender": "the defenders hold",
        "nobody": "nobody is left",
        "both": "neither side can go on",
    }[end.outcome]
    return f"{heading(state, end.space)}: {outcome} after {number(end.rounds, 'round')}" if end.rounds else ""


def _landed(state: GameState, event: StrandedLanded) -> str:
    spaces = dict.fromkeys(event.landings.values())
    groups = (
        f"{pieces_in_words(state, state.select(i for i in event.landings if event.landings[i] == space))} "
        f"in {place(state, space)}"
        for space in spaces
    )
    return f"{whoever(state, event.power)} lands {', '.join(groups)}."


def _granted(state: GameState, event: UnitsGranted) -> str:
    who, held = whoever(state, event.power), f"{event.territories} territories"
    return f"{who} gets {row(state, event.units)} for the {held} it holds."


def _mobilized(state: GameState, event: UnitsMobilized) -> str:
    who, units = whoever(state, event.power), force(state, event.pieces)
    return f"{who} places {units} in {place(state, event.space)}"


def _returned(state: GameState, event: UnitsReturned) -> str:
    back = sum(count * (state.unit_of(event.power, unit).cost or 0) for unit, count in event.units.items())
    to = f" to {account_name(state, event.power, event.account)}" if event.account else ""
    return f"No room for {row(state, event.units)}: returned{to} for {ipcs(back)}."


def _called_off(state: GameState, event: LandingCalledOff) -> str:
    who, where = whoever(state, event.power), place(state, event.territory)
    pieces = state.select(event.pieces)
    stay = "stays" if len(pieces) == 1 else "stay"
    return f"{who} calls off the landing in {where}: {force(state, pieces)} {stay} aboard."


def _assigned(state: GameState, event: ShipsAssigned) -> str:
    """Where ships support landings; nothing of those that keep silent."""
    targets = dict.fromkeys(territory for territory in event.ships.values() if territory)
    groups = [
        f"{force(state, state.select(i for i, there in event.ships.items() if there == territory))} "
        f"{label(state, territory)}"
        for territory in targets
    ]
    return f"Bombardment from {place(state, event.zone)}: {', '.join(groups)}" if groups else ""


def _income(state: GameState, event: IncomeCollected) -> str:
    """What a power collects, and how it came by every IPC where it has more than its territories."""
    who = account_first(state, event.power, event.account)
    if event.reason:
        return f"{who} collects no income: {event.reason}."
    lost = f", {event.interdicted} lost to submarines" if event.interdicted else ""
    lost += f", {event.convoys} lost with convoys" if event.convoys else ""
    extra = extra_income(state, event)
    told = extra or event.convoys
    sources = f": {', '.join([f'{event.from_territories} from territories', *extra])}" if told else ""
    return f"{who} collects {ipcs(event.amount)}{sources}{lost}; {ipcs(event.ipcs)} in the treasury."


def _leave(state: GameState, event: LeaveChanged) -> str:
    verb = "lets" if event.granted else "does not let"
    deed = "take over its units (Lend-Lease)" if event.what == "lend_lease" else f"use its {event.what}"
    return f"{whoever(state, event.power)} {verb} {the_power(state, event.ally)} {deed}."


_LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    TurnBegan: lambda state, event: f"Round {event.round}: {whose(the_power(state, event.power))} turn",
    PhaseBegan: lambda state, event: f"{power_name(state, event.power)}: {phase_name(event.phase)}",
    PhaseSkipped: _skipped,
    UnitsPurchased: _purchased,
    OrderUndone: lambda _, event: f"Order {event.index + 1} taken back",
    UnitsMoved: _moved,
    UnitsLoaded: _moved,
    UnitsOffloaded: _moved,
    AssaultDeclared: _moved,
    Engaged: _engaged,
    BerthsChosen: _berths,
    LandingPromised: _promised,
    TerritoryTaken: _gained,
    TerritoryTakenOver: _gained,
    NeutralWon: _gained,
    NeutralRoused: roused_line,
    NeutralJoined: joined_line,
    TerritoryReverted: _gained,
    TreasuryPlundered: _gained,
    RequestOpened: lambda state, event: request_text(state, event.request),
    StrandedLanded: _landed,
    UnitsGranted: _granted,
    UnitsMobilized: _mobilized,
    UnitsReturned: _returned,
    IncomeCollected: _income,
    ObjectiveGivenUp: given_up_line,
    LeaveChanged: _leave,
    Conceded: lambda state, event: f"{whoever(state, event.power)} is ready to concede.",
    GameWon: lambda _, event: event.reason,
    Edited: lambda *_: "The game master corrected the position.",
    LandingCalledOff: _called_off,
    ShipsAssigned: _assigned,
    **air_war.LINES,
    **convoys.LINES,
    **diplomacy.LINES,
    **improvements.LINES,
    **sea_war.LINES,
    **victory.LINES,
    **scrambles.LINES,
}

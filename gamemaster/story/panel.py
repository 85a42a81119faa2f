"""What everybody may read at any time: the panel, and the state of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.advantages.uses import usable
from engine.board import PowerId
from engine.combat.raids import can_raid
from engine.describe import acting_powers
from engine.edition import VictoryCondition
from engine.game import phase_name
from engine.grants import grant_of, granted_units
from engine.objectives import achieved
from engine.openings import Side
from engine.production import income
from engine.purchase import funds, repairable
from engine.queries import battle_options
from engine.relations import commanded_powers, commands, is_capital_lost
from engine.research import open_charts, research_price
from engine.state import GameState
from engine.words import first_upper, ipcs, listed, number
from gamemaster.story.fronts import battle_name, rockets_line
from gamemaster.story.improvements import advantage_name, improvements_line
from gamemaster.story.questions import open_questions
from gamemaster.story.words import LIMIT, ago, lines_within, power_name, row, side_name
from gamemaster.visible import at_phase_start

MOVES = ("combat_move", "noncombat_move")


def panel_text(
    state: GameState, player: str, since: int | None, others: Mapping[PowerId, str] = MappingProxyType({})
) -> str:
    """The public panel: whose turn it is, what is to be done, and what others owe; nothing of the open orders.

    player: name or mention of who plays the power on turn; `others` of those who may be asked, by power. since: when
    whoever must act now was asked to, in unix seconds.
    """
    public = at_phase_start(state)
    where = f"**{power_name(state, state.power)} · round {state.round} · {phase_name(state.phase)}**"
    if state.winner:
        return f"{where}\nThe game is over: {side_name(state.winner)} won."
    if state.requests:
        asked = listed(_with_player(state, power, others) for power in acting_powers(state))
        lines = [f"{where} — {player}'s turn, waiting for {asked}{ago(since)}", *open_questions(state)]
    else:
        lines = [f"{where} — {player}'s turn{ago(since)}", _TO_DO[state.phase](public), *_usable(public)]
    return "\n".join(lines_within(lines, LIMIT, "questions"))


def _with_player(state: GameState, power: PowerId, players: Mapping[PowerId, str]) -> str:
    """ "Germany (@Ben)"."""
    player = players.get(power, "")
    return f"{power_name(state, power)} ({player})" if player else power_name(state, power)


def _research(state: GameState) -> str:
    price, left = research_price(state), ipcs(state.treasuries[state.power])
    if open_charts(state, state.power):
        kept = state.research_tokens.get(state.power, 0)
        also = f"; {number(kept, 'die', 'dice')} kept from earlier turns cost nothing" if kept else ""
        return (
            f"Research on a chart: a die costs {price} of the {left}{also}; one 6 is enough. Or end the phase without."
        )
    return (
        f"Research a technology: a die costs {price} of the {left}, and one that shows its number is enough. "
        "Or end the phase without."
    )


def _purchase(state: GameState) -> str:
    repairs = " and repairs" if repairable(state, state.power) else ""
    return f"Order units{repairs} for up to {ipcs(funds(state, state.power))}, then end the phase."


def _combat_move(state: GameState) -> str:
    """How to attack, and what else the units at hand can do: raid, escort a raid, carry infantry or take it along."""
    rules = state.edition.parameters
    own = [state.type_of(piece) for piece in state.pieces.values() if commands(state, piece)]
    lines = ["Move units into battle; to attack nowhere, end the phase."]
    if rules.raids.loss and any(map(can_raid, own)):
        lines.append("To raid an industrial complex, write “raid” behind the move.")
        if rules.combat.air_battle and any(unit.can("escorts") for unit in own):
            lines.append("Fighters go with a raid by “escort” behind theirs.")
    if any(unit.can("carries_paratrooper") for unit in own):
        lines.append("A bomber drops an infantry that is named in the same order.")
    if any(unit.can("moves_beside_tank") for unit in own):
        lines.append("An infantry keeps up with a tank that is named in the same order.")
    return " ".join(lines)


def _combat(state: GameState) -> str:
    due = battle_options(state)
    later = len(state.pending) - len(due)
    first = "Fight next" if later else "Battles to fight"
    more = f"; {later} more after the amphibious assaults" if later else ""
    names = listed(dict.fromkeys(battle_name(state, battle) for battle in due))
    rockets = rockets_line(state)
    fights = f"{first}: {names}{more}." if due else "No battle is left."
    return f"{fights} {rockets} Then end the phase." if rockets else fights


def _noncombat_move(state: GameState) -> str:
    guns = " Antiaircraft guns move now; enemy guns fire at what flies over them."
    rules = state.edition.parameters.air.anti_aircraft
    todo = "Land all aircraft and make the remaining moves, then end the phase."
    return f"{todo}{guns if rules and rules.fires == 'overflight' else ''}"


def _mobilize(state: GameState) -> str:
    """What is to be placed; where a new complex may stand, and how fighters come on new carriers, if it matters."""
    bought = state.purchased.get(state.power, {})
    table = state.edition.unit
    lines = [f"Place {row(state, bought)}."] if bought else []
    if bought and (grant := grant_of(state, state.power)):
        lines.append(f"They come into your own territories, at most {grant.most} units in each afterwards.")
    if any(table[unit].domain == "facility" for unit in bought):
        lines.append("A new industrial complex stands in a territory that you have held since your turn began.")
    boards = state.edition.parameters.air.aircraft_board_new_carriers
    if boards and any(state.edition.carries(table[unit], "air") for unit in bought):
        lines.append("Fighters may start on the new carrier: new ones with /place, others there with /move.")
    return " ".join(lines) or "End the turn."


_TO_DO: Mapping[str, Callable[[GameState], str]] = {
    "research": _research,
    "purchase": _purchase,
    "combat_move": _combat_move,
    "conduct_combat": _combat,
    "noncombat_move": _noncombat_move,
    "mobilize": _mobilize,
    "collect_income": lambda _: "Use a national advantage or not, then collect your income.",
}


def _usable(state: GameState) -> list[str]:
    """Allied units that the power on turn leads, and national advantages that it could use now."""
    allies = [p for p in commanded_powers(state) if p != state.power]
    adjectives = [state.edition.power[p].adjective for p in allies if state.phase in MOVES]
    lines = [
        f"The {adjective} units move with yours: write “2 {adjective} infantry …”, or name the owner in /move."
        for adjective in adjectives
    ]
    names = [advantage_name(state, name) for name in usable(state)]
    return [*lines, f"National advantages to use now: {', '.join(names)}."] if names else lines


def income_line(state: GameState, power: PowerId) -> str:
    """ "Germany: 12 IPCs, income 10"; "income 10 and 5 by objectives"; "China: no IPCs, 3 infantry each turn"."""
    if power not in state.treasuries:
        grant = row(state, granted_units(state, power)) or "nothing"
        return f"{power_name(state, power)}: no IPCs, {grant} each turn"
    paid = sum(achieved(state, power).values())
    more = f" and {paid} by objectives" if paid else ""
    return f"{power_name(state, power)}: {ipcs(state.treasuries[power])}, income {income(state, power)}{more}"


def status_text(state: GameState, seats: Mapping[PowerId, str], since: int | None) -> str:
    """Round, power and phase, each power's IPCs, income and player, and how far each side is from victory.

    seats: name or mention of the player by power; a power that is not there has none. Nothing of the open orders.
    """
    public = at_phase_start(state)
    lines = [f"**Round {state.round} · {power_name(state, state.power)} · {phase_name(state.phase)}**{ago(since)}"]
    for power in state.edition.turn_order:
        lost = ", capital lost" if is_capital_lost(state, power) else ""
        lines.append(f"{income_line(public, power)}{lost} — {seats.get(power, 'nobody')}")
        lines += [f"-# {line}"] if (line := improvements_line(public, power)) else []
    lines += _option_lines(state)
    lines += _victory_lines(public)
    if state.winner:
        lines.append(f"The game is over: {side_name(state.winner)} won.")
    return "\n".join(lines_within([*lines, *open_questions(state)], LIMIT, "lines"))


def _option_lines(state: GameState) -> list[str]:
    """Options of the table that are not as usual, except how the war is won, which has its own lines."""
    return [
        f"{first_upper(name.replace('_', ' '))}: {option.choices[state.options[name]]}."
        for name, option in state.edition.options.items()
        if name != "victory" and option.takes is None and state.options.get(name, option.default) != option.default
    ]


def _victory_lines(state: GameState) -> list[str]:
    """How far each side is from victory; the moment of the count once where it is the same for both."""
    conditions = state.edition.victory[state.options["victory"]]
    moments = [f"counted after the turn of {power_name(state, each.after_turn_of)}" for each in conditions]
    lines = [_victory_line(state, each) for each in conditions]
    if len(set(moments)) == 1:
        return [*lines, f"Victory is {moments[0]}."]
    return [f"{line}, {moment}" for line, moment in zip(lines, moments, strict=True)]


def _victory_line(state: GameState, condition: VictoryCondition) -> str:
    """ "The Axis: 1 of 2 needed for victory (London; not Moscow, Washington DC)".

    Where all cities count, those that one side lacks stand in the line of the other.
    """
    board = state.edition.board
    cities = {t: board.territory[t].city or board.name(t) for t in condition.of or state.edition.victory_cities}
    held = [city for t, city in cities.items() if _side(state, state.owners[t]) == condition.side]
    missing = [city for city in cities.values() if city not in held] if condition.of else []
    named = "; ".join(part for part in (", ".join(held), f"not {', '.join(missing)}" if missing else "") if part)
    which = f" ({named})" if named else ""
    return f"{first_upper(side_name(condition.side))}: {len(held)} of {condition.need} needed for victory{which}"


def _side(state: GameState, power: PowerId | None) -> Side | None:
    return state.edition.power[power].side if power else None

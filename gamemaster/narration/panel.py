"""What everybody may read at any time: the panel, and the state of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.ask import (
    acting_powers,
    commanded_powers,
    granted_units,
    income_of,
    is_capital_lost,
    paid_into,
    treasury,
    usable,
)
from engine.facts.board import PowerId
from engine.facts.openings import Account
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, listed, phase_name
from gamemaster.narration.improvements import advantage_name, improvements_line
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.phrases import (
    LIMIT,
    ago,
    in_brackets,
    lines_within,
    moment,
    power_name,
    row,
    side_name,
    the_power,
)
from gamemaster.narration.politics.diplomacy import wars_line
from gamemaster.narration.politics.victory import victory_lines
from gamemaster.narration.questions import open_questions
from gamemaster.views.visible import asked_together, at_phase_start, seen_by_all

ROOM_FOR_NOW = 600
SEALED = "-# You'll see who answered when everybody has."


def panel_text(
    state: GameState,
    player: str,
    since: int | None,
    others: Mapping[PowerId, str] = MappingProxyType({}),
    deadline: int | None = None,
    time_notes: Sequence[str] = (),
    game: str = "",
    *,
    is_watched: bool = False,
) -> str:
    """The public panel: whose turn it is, what is to be done, and what others owe; nothing of the open orders.

    player: name or mention of who plays the power on turn; `others` of those who may be asked, by power. since: when
    those who must act now were asked to, and deadline: when the printed default answers for them, in unix seconds.
    time_notes: lines on the time for the turn, or on a pause. game: its name, as whoever is pinged may play in several.
    is_watched: whether nobody reads it who could do anything.
    """
    public = seen_by_all(state)
    where = f"**{power_name(state, state.power)} · round {state.round} · {phase_name(state.phase)}**"
    if state.winner:
        return f"{where}\nThe game is over: {side_name(state.winner)} won."
    turn = f"{player}'s turn in **{game}**" if game else f"{player}'s turn"
    if state.requests:
        acting = acting_powers(public)
        asked = listed(_with_player(state, power, others) for power in acting)
        waits = "" if tuple(acting) == (state.power,) else f", waiting for {asked}"
        until = [f"-# Without an answer the printed default applies <t:{deadline}:R>."] if deadline else []
        told = [*until, *time_notes, *open_questions(public), *([SEALED] if _is_sealed(public) else [])]
        lines = [f"{where} — {turn}{waits}{ago(since)}", *told]
    else:
        to_do = [] if is_watched else [TELLINGS[state.phase].to_do(public), *_usable(public)]
        lines = [f"{where} — {turn}{ago(since)}", *time_notes, *to_do]
    return "\n".join(lines_within(lines, LIMIT, "questions"))


def _is_sealed(state: GameState) -> bool:
    """Whether several owners are asked together."""
    windows = (asked_together(state, request) for request in state.requests)
    return any(len({power for request in window for power in request.powers}) > 1 for window in windows)


def turn_help(state: GameState) -> str:
    """What is to be done now, and the phases of the turn; nothing of the open orders."""
    if state.winner:
        return f"The game is over: {side_name(state.winner)} won."
    to_do = TELLINGS[state.phase].to_do(at_phase_start(state))
    now = "\n".join(lines_within(open_questions(state), ROOM_FOR_NOW, "questions")) if state.requests else to_do
    phases = ", ".join(map(phase_name, state.edition.parameters.turn.phases_of(state.power)))
    return f"**Now: {moment(state)}**\n{now}\nThe phases of this turn: {phases}."


def _with_player(state: GameState, power: PowerId, players: Mapping[PowerId, str]) -> str:
    """ "the United States (@Ben)"."""
    player = players.get(power, "")
    return f"{the_power(state, power)} {in_brackets(player)}" if player else the_power(state, power)


def _usable(state: GameState) -> list[str]:
    """Allied units that the power on turn leads, and national advantages that it could use now."""
    allies = [p for p in commanded_powers(state) if p != state.power]
    adjectives = [state.edition.power[p].adjective for p in allies if TELLINGS[state.phase].moves_units]
    lines = [
        f"The {adjective} units move with yours. Write “2 {adjective} infantry …”, or name the owner in /move."
        for adjective in adjectives
    ]
    names = [advantage_name(state, name) for name in usable(state)]
    return [*lines, f"National advantages to use now: {', '.join(names)}."] if names else lines


def income_line(state: GameState, power: PowerId) -> str:
    """ "Germany: 12 IPCs, income 10"; "income 10 and 5 from objectives"; "China: no IPCs, 3 infantry each turn".

    Where a power has several accounts it is a part for each of them.
    """
    return "; ".join(_account_line(state, account) for account in state.edition.accounts_of(power))


def _account_line(state: GameState, account: Account) -> str:
    lost = ", capital lost" if is_capital_lost(state, account) else ""
    if account.ipcs is None:
        grant = row(state, granted_units(state, account.power)) or "nothing"
        return f"{account.name}: no IPCs, {grant} each turn{lost}"
    paid = sum(paid_into(state, account).values())
    more = f" and {paid} from objectives" if paid else ""
    return f"{account.name}: {ipcs(treasury(state, account))}, income {income_of(state, account)}{more}{lost}"


def status_text(state: GameState, seats: Mapping[PowerId, str], since: int | None) -> str:
    """Round, power and phase, each power's IPCs, income and player, and how far each side is from victory.

    seats: name or mention of the player by power; a power that is not there has none. Nothing of the open orders.
    """
    public = at_phase_start(state)
    lines = [f"**Round {state.round} · {power_name(state, state.power)} · {phase_name(state.phase)}**{ago(since)}"]
    for power in state.edition.turn_order:
        lines.append(f"{income_line(public, power)} — {seats.get(power, 'nobody')}")
        lines += [f"-# {line}"] if (line := improvements_line(public, power)) else []
    lines += [wars] if (wars := wars_line(public)) else []
    lines += option_lines(state)
    lines += victory_lines(public)
    if state.winner:
        lines.append(f"The game is over: {side_name(state.winner)} won.")
    return "\n".join(lines_within([*lines, *open_questions(state)], LIMIT, "lines"))


def option_lines(state: GameState) -> list[str]:
    """Options of the table that are not as usual, except how the war is won, which has its own lines."""
    return [
        f"{first_upper(name.replace('_', ' '))}: {option.meaning(value)}."
        for name, option in state.edition.options.items()
        if (value := state.options.get(name, option.default)) != option.default
        and name != "victory"
        and option.takes != "advantages"
    ]

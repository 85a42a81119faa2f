"""Placing of new units."""

from __future__ import annotations

from engine.ask import grant_of, homeless, placements, prices, rural_of, waiting_units
from engine.events.economy import UnitsReturned
from engine.events.mobilization import UnitsMobilized
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId, UnitType
from engine.state.game_state import GameState
from engine.state.words import ipcs, listed, place
from gamemaster.narration.history.log import event_line
from gamemaster.narration.open_orders import order_lines, to_place, usable_now, yards
from gamemaster.narration.phases.telling import PhaseTelling, ToldChapter, orders_and_end
from gamemaster.narration.phrases import force, named_after, row, waiting_row


def _report(told: ToldChapter) -> list[str]:
    state = told.end
    placed: dict[SpaceId, dict[str, int]] = {}
    for event in told.events:
        if isinstance(event, UnitsMobilized):
            units = placed.setdefault(event.space, {})
            for piece in event.pieces:
                units[piece.unit] = units.get(piece.unit, 0) + 1
    lines = [f"{row(state, units)} in {place(state, space)}" for space, units in placed.items()]
    returned = [event for event in told.events if isinstance(event, UnitsReturned)]
    text = [f"Placed {'; '.join(lines)}."] if lines else ["Placed nothing."]
    return text + [event_line(told.start, event) or "" for event in returned]


def _to_do(state: GameState) -> str:
    """What is to be placed; where a new facility may stand, and how fighters come on new carriers, if it matters."""
    bought = waiting_units(state, state.power)
    table = state.edition.unit
    lines = [f"Place {waiting_row(state, state.power)}."] if bought else []
    if bought and (grant := grant_of(state, state.power)):
        lines.append(f"Place them in your own territories, at most {grant.most} units in each afterwards.")
    if bought and rural_of(state, state.power):
        lines.append(f"Place them in any {state.edition.power[state.power].adjective} territory that you hold.")
    if facilities := [table[unit].name for unit in bought if _is_new_facility(table[unit])]:
        what = listed(facilities, "or")
        lines.append(f"Place a new {what} in a territory that you have held since your turn began.")
    boards = state.edition.parameters.air.aircraft_board_new_carriers
    if boards and any(state.edition.carries(table[unit], "air") for unit in bought):
        lines.append("Fighters may start on the new carrier: place new ones with /place, move others with /move.")
    return " ".join(lines) or "End the turn."


def _is_new_facility(unit: UnitType) -> bool:
    return unit.facility is not None and unit.facility.upgrade is None


def _draft(state: GameState) -> list[str]:
    left = to_place(state)
    return [*order_lines(state), *([left, yards(state)] if left else ["All units are placed."]), usable_now(state)]


def _warnings(state: GameState) -> list[str]:
    found = [line for account in state.edition.accounts_of(state.power) for line in _stuck(state, account)]
    lost = homeless(state, state.power)
    return found + [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: no carrier."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]


def _stuck(state: GameState, account: Account) -> list[str]:
    """What an account has bought and no place takes."""
    waiting = state.purchased.get(account.id, {})
    stuck = {unit: count for unit, count in waiting.items() if not _places(state, unit, account)}
    worth = sum(count * prices(state)[unit] for unit, count in stuck.items())
    fate = "will wait for your next turn" if grant_of(state, state.power) else f"will be returned for {ipcs(worth)}"
    return [f"You cannot place {named_after(account, row(state, stuck))}, which {fate}."] if stuck else []


def _places(state: GameState, unit: UnitId, account: Account) -> list[SpaceId]:
    found = placements(state, unit)
    return [space for space, source in found if state.edition.account_of(source, account.power) == account]


TELLING = PhaseTelling(
    kind="mobilize",
    report=_report,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=orders_and_end("spot", "Place units", "End turn", also=("place", "Type placements")),
    is_compared=True,
    shown_with="noncombat_move",
)

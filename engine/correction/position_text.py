"""A position as text, a line for each space, such as players keep it or bring it from another table.

`Germany: 9 infantry, 1 tank; Italy: 1 fighter`, with the owner in brackets where it is not that of the start, what
ships carry and `damaged` in brackets behind them, and lines for the turn, IPCs, technologies and wars above.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import phase_name

__all__ = ["position_text"]

POSITION, TURN, IPCS, BOUGHT = "Position", "Turn", "IPCs", "Bought"
TECHNOLOGIES, RESEARCH, WARS = "Technologies", "Research dice", "Wars"
KAMIKAZES, JOINED = "Kamikazes", "Joined"
FACILITIES, NONE, NOBODY, DAMAGE, DAMAGED = "facilities", "none", "nobody", "damage", "damaged"


def position_text(state: GameState) -> str:
    """Where everything stands; open battles, questions and what happens once a game are not told."""
    return "\n".join([*_headlines(state), "", *_spaces(state), ""])


def _headlines(state: GameState) -> Iterator[str]:
    yield f"{POSITION}: {state.edition.title}"
    yield from (f"{name}: {text}" for name, text in headlines(state).items() if text)


def headlines(state: GameState) -> dict[str, str]:
    """What is told of the whole game, by name; "" where there is nothing to tell."""
    edition = state.edition
    turn = f"round {state.round}, {edition.power[state.power].name}, {phase_name(state.phase)}"
    lists = {
        IPCS: (f"{account.name} {state.treasuries.get(account.id, 0)}" for account in _with_ipcs(state)),
        BOUGHT: (
            f"{edition.account[each].name}: {_row(state, units)}" for each, units in state.purchased.items() if units
        ),
        TECHNOLOGIES: (
            f"{edition.power[power].name}: {', '.join(edition.technology[each].name for each in known)}"
            for power, known in state.technologies.items()
            if known
        ),
        RESEARCH: (f"{edition.power[power].name} {kept}" for power, kept in state.research_tokens.items() if kept),
        WARS: _wars(state),
        KAMIKAZES: (f"{edition.power[power].name} {left}" for power, left in state.kamikaze_tokens.items()),
        JOINED: (f"{edition.board.name(space)}: {side}" for space, side in state.roused_neutrals.items()),
    }
    return {TURN: turn, **{name: "; ".join(parts) for name, parts in lists.items()}}


def _with_ipcs(state: GameState) -> Iterator[Account]:
    return (account for account in state.edition.accounts if account.ipcs is not None)


def _wars(state: GameState) -> Iterator[str]:
    """ "Germany with France, United Kingdom", where wars are declared."""
    wars = {frozenset(pair) for pair in state.wars or ()}
    for power in state.edition.powers:
        foes = [foe.name for foe in state.edition.powers if frozenset((power.id, foe.id)) in wars]
        if foes and power.side == "axis":
            yield f"{power.name} with {', '.join(foes)}"


def _spaces(state: GameState) -> Iterator[str]:
    board = state.edition.board
    for space in (*(each.id for each in board.territories), *(each.id for each in board.sea_zones)):
        owner = state.owners.get(space)
        is_as_ever = not board.is_land(space) or owner == state.edition.starting_owner(space)
        parts = [*forces(state, space, owner), *_facilities(state, space)]
        if parts or not is_as_ever:
            named = "" if is_as_ever else f" ({state.edition.power[owner].name if owner else NOBODY})"
            yield f"{board.name(space)}{named}: {'; '.join(parts)}".rstrip()


def forces(state: GameState, space: SpaceId, owner: PowerId | None) -> Iterator[str]:
    """Who has what there, the owner's first and without its name."""
    there = state.at(space)
    present = {piece.power for piece in there if not _is_cargo(state, piece)}
    powers = sorted(present, key=lambda power: (power != owner, state.edition.turn_rank[power]))
    for power in powers:
        text = ", ".join(_units(state, [piece for piece in there if piece.power == power]))
        yield text if power == owner else f"{state.edition.power[power].name}: {text}"


def _units(state: GameState, pieces: Iterable[Piece]) -> list[str]:
    """ "2 transports (1 infantry)", "1 battleship (damaged)", "3 infantry"."""
    alike = Counter((piece.unit, _condition(state, piece)) for piece in pieces if not _is_cargo(state, piece))
    ranked = sorted(alike, key=lambda each: (state.edition.unit_rank[each[0]], each[1]))
    return [f"{state.edition.unit[each[0]].counted(alike[each])}{each[1]}" for each in ranked]


def _condition(state: GameState, piece: Piece) -> str:
    cargo = [each for each in state.cargo(piece.id) if _is_cargo(state, each)]
    parts = [DAMAGED] if piece.hits_taken else []
    for power in dict.fromkeys(each.power for each in cargo):
        row = _row(state, Counter(each.unit for each in cargo if each.power == power))
        parts.append(row if power == piece.power else f"{state.edition.power[power].name}: {row}")
    return f" ({'; '.join(parts)})" if parts else ""


def _is_cargo(state: GameState, piece: Piece) -> bool:
    return piece.aboard is not None and state.type_of(piece).domain == "land"


def _row(state: GameState, units: Mapping[UnitId, int]) -> str:
    return ", ".join(state.edition.unit[unit].counted(units[unit]) for unit in state.edition.unit if units.get(unit))


def _facilities(state: GameState, space: SpaceId) -> list[str]:
    """What stands there and its damage, where that is not as at the start."""
    there, hurt = state.facilities.get(space, ()), state.damage.get(space, {})
    if not hurt and sorted(there) == sorted(state.edition.start.facilities.get(space, ())):
        return []
    return [f"{FACILITIES}: {facilities_text(state, space)}"]


def facilities_text(state: GameState, space: SpaceId) -> str:
    """ "industrial complex (2 damage), air base", or "none"."""
    there, hurt = state.facilities.get(space, ()), state.damage.get(space, {})
    named = [f"{state.edition.unit[each].name}{f' ({hurt[each]} {DAMAGE})' if each in hurt else ''}" for each in there]
    return ", ".join(named) or NONE

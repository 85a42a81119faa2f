"""What a correction changed, by comparing the position before with the one after: nothing that it did is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.facts.unit_types import UnitId
from engine.queries.describe import describe, relations_described
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, listed, place
from gamemaster.narration.phrases import heading, moment, power_name, the_power, the_powers

NOTHING = "none"

Counts = Counter[tuple[SpaceId, PowerId, UnitId]]


def correction_lines(before: GameState, after: GameState) -> list[str]:
    """A line for each space, treasury and so on that differs: how it was, and how it is."""
    return _lines(before, after) or ["Nothing on the board is different."]


def is_different(before: GameState, after: GameState) -> bool:
    """Whether a correction changed anything at all, also of what no line tells; new numbers of units are nothing."""
    return bool(_lines(before, after)) or _untold(before) != _untold(after)


def _lines(before: GameState, after: GameState) -> list[str]:
    return [line for tell in (*_TELLERS, _anything_else) for line in tell(before, after)]


def _untold(state: GameState) -> GameState:
    """The state without what lines tell of each piece, and without what is found anew at each correction."""
    return replace(state, pieces={}, serials={}, undo=(), turn=replace(state.turn, hostile_zones=()))


def _whose_turn(before: GameState, after: GameState) -> list[str]:
    return [f"On turn: {moment(before)} → {moment(after)}"] if moment(before) != moment(after) else []


def _battles(before: GameState, after: GameState) -> list[str]:
    def fought(state: GameState) -> str:
        battle = state.battle
        return f"{place(state, battle.space)}, round {battle.round}" if battle else NOTHING

    def to_fight(state: GameState) -> str:
        waiting = (f"{place(state, b.space)}{'' if b.kind == 'combat' else f' ({b.kind})'}" for b in state.pending)
        return listed(waiting) or NOTHING

    def asked(state: GameState) -> str:
        kinds = (f"{r.kind.replace('_', ' ')} in {place(state, r.space)} of " for r in state.requests)
        who = (the_powers(state, r.powers) for r in state.requests)
        return listed(kind + names for kind, names in zip(kinds, who, strict=True)) or NOTHING

    rows = [("Battle that is being fought", fought), ("Battles to fight", to_fight), ("Open questions", asked)]
    return [f"{what}: {was}" for what, tell in rows if (was := _arrow(tell(before), tell(after)))]


def _owners(before: GameState, after: GameState) -> list[str]:
    def owner(state: GameState, space: SpaceId) -> str:
        power = state.owners[space]
        return power_name(state, power) if power else "nobody"

    changed = (space for space in before.edition.board.territory if before.owners[space] != after.owners[space])
    return [f"Owner of {place(before, space)}: {owner(before, space)} → {owner(after, space)}" for space in changed]


def _units(before: GameState, after: GameState) -> list[str]:
    """All but the cargo of transports, which is told apart; aircraft count where their carrier is."""
    return _counts(before, after, lambda state, piece: not _is_cargo(state, piece), "")


def _cargo(before: GameState, after: GameState) -> list[str]:
    return _counts(before, after, _is_cargo, ", aboard ships")


def _is_cargo(state: GameState, piece: Piece) -> bool:
    return piece.aboard is not None and state.edition.unit[piece.unit].domain == "land"


def _conditions(before: GameState, after: GameState) -> list[str]:
    """Damaged, submerged, and what has moved or fought this turn."""
    return [
        *_counts(before, after, lambda _, piece: bool(piece.hits_taken), ", damaged"),
        *_counts(before, after, lambda _, piece: piece.submerged, ", submerged"),
        *_counts(before, after, lambda _, piece: piece != piece.rested(), ", used this turn"),
    ]


def _counts(before: GameState, after: GameState, which: Callable[[GameState, Piece], bool], what: str) -> list[str]:
    """ "Germany: German infantry 3 → 5, tank 1 → 0; Japanese fighter 0 → 1"."""
    was, now = (_counted(state, which) for state in (before, after))
    changed = {key for key in was.keys() | now.keys() if was[key] != now[key]}
    lines = []
    spaces = {space for space, _, _ in changed}
    for space in (each for each in before.edition.board.neighbours if each in spaces):
        owners = []
        for power in before.edition.order_of_powers:
            units = [unit for unit in before.edition.unit if (space, power, unit) in changed]
            parts = [f"{_unit(before, u)} {was[space, power, u]} → {now[space, power, u]}" for u in units]
            if parts:
                owners.append(f"{before.edition.power[power].adjective} {', '.join(parts)}")
        lines.append(f"{heading(before, space)}{what}: {'; '.join(owners)}")
    return lines


def _counted(state: GameState, which: Callable[[GameState, Piece], bool]) -> Counts:
    return Counter((piece.space, piece.power, piece.unit) for piece in state.pieces.values() if which(state, piece))


def _unit(state: GameState, unit: UnitId) -> str:
    return state.edition.unit[unit].counted(1).partition(" ")[2]


def _facilities(before: GameState, after: GameState) -> list[str]:
    def built(state: GameState, space: SpaceId) -> str:
        damage = state.damage.get(space, {})
        parts = (
            _unit(state, facility) + (f" ({damage[facility]} damage)" if damage.get(facility) else "")
            for facility in state.facilities.get(space, ())
        )
        return ", ".join(parts) or NOTHING

    spaces = before.edition.board.neighbours
    rows = ((space, _arrow(built(before, space), built(after, space))) for space in spaces)
    return [f"Facilities in {place(before, space)}: {change}" for space, change in rows if change]


def _captured(before: GameState, after: GameState) -> list[str]:
    def taken(state: GameState) -> str:
        return listed(place(state, space) for space in sorted(state.turn.owners_before)) or NOTHING

    change = _arrow(taken(before), taken(after))
    return [f"Taken this turn: {change}"] if change else []


def _treasuries(before: GameState, after: GameState) -> list[str]:
    names = [name for name in after.treasuries if before.treasuries.get(name) != after.treasuries[name]]
    return [
        f"IPCs of {before.edition.account[name].name}: {before.treasuries.get(name)} → {after.treasuries[name]}"
        for name in names
    ]


def _purchased(before: GameState, after: GameState) -> list[str]:
    def bought(state: GameState, account: Account) -> str:
        units = state.purchased.get(account.id, {})
        return ", ".join(state.edition.unit[u].counted(units[u]) for u in state.edition.unit if units.get(u)) or NOTHING

    accounts = (a for power in before.edition.turn_order for a in before.edition.accounts_of(power))
    rows = ((account.name, _arrow(bought(before, account), bought(after, account))) for account in accounts)
    return [f"Units bought by {name}: {change}" for name, change in rows if change]


def _technologies(before: GameState, after: GameState) -> list[str]:
    def known(state: GameState, power: PowerId) -> str:
        return listed(state.edition.technology[name].name for name in state.technologies.get(power, ())) or NOTHING

    return _by_power(before, after, "Technologies of", known)


def _kamikaze_tokens(before: GameState, after: GameState) -> list[str]:
    def left(state: GameState, power: PowerId) -> str:
        return str(state.kamikaze_tokens.get(power, 0))

    return _by_power(before, after, "Kamikaze tokens of", left)


def _research_tokens(before: GameState, after: GameState) -> list[str]:
    def kept(state: GameState, power: PowerId) -> str:
        return str(state.research_tokens.get(power, 0))

    return _by_power(before, after, "Research dice of", kept)


def _wars(before: GameState, after: GameState) -> list[str]:
    """ "Norland and Westmark: peace → war"."""
    was, now = ({(one, other) for one, other, _ in relations_described(state)} for state in (before, after))
    begun = [f"{_both(before, pair)}: peace → war" for pair in sorted(now - was)]
    return [*begun, *(f"{_both(before, pair)}: war → peace" for pair in sorted(was - now))]


def _both(state: GameState, pair: tuple[PowerId, PowerId]) -> str:
    return first_upper(the_powers(state, pair))


def _by_power(before: GameState, after: GameState, what: str, tell: Callable[[GameState, PowerId], str]) -> list[str]:
    rows = ((power, _arrow(tell(before, power), tell(after, power))) for power in before.edition.turn_order)
    return [f"{what} {the_power(before, power)}: {change}" for power, change in rows if change]


def _arrow(was: str, now: str) -> str:
    return f"{was} → {now}" if was != now else ""


def _anything_else(before: GameState, after: GameState) -> list[str]:
    was, now = describe(before), describe(after)
    told = {key for keys in _TELLERS.values() for key in keys}
    keys = (key for key in {**was, **now} if key not in told and was.get(key) != now.get(key))
    return [f"{first_upper(key.replace('_', ' '))}: {_plain(was.get(key))} → {_plain(now.get(key))}" for key in keys]


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(entry)}" for key, entry in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain, value)) or NOTHING
    return NOTHING if value is None else str(value)


_TELLERS: Mapping[Callable[[GameState, GameState], list[str]], tuple[str, ...]] = {
    _whose_turn: ("round", "power", "phase", "acting"),
    _battles: ("pending_battles", "requests"),
    _owners: ("owners",),
    _units: ("units",),
    _cargo: ("cargo",),
    _conditions: ("damaged_units", "submerged"),
    _facilities: ("facilities", "damage"),
    _captured: ("captured_this_turn",),
    _treasuries: ("ipcs",),
    _purchased: ("purchased",),
    _technologies: ("technologies",),
    _kamikaze_tokens: ("kamikaze_tokens",),
    _research_tokens: ("research_tokens",),
    _wars: ("relations",),
}
"""What of `describe` each tells; anything else that differs is told as it stands there."""

"""What to look at once more before a phase ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.aircraft import homeless
from engine.combat.due import battles_due, will_fight
from engine.grants import grant_of
from engine.landing import landing_plan
from engine.mobilize import placements
from engine.movement.sea import was_used_in_combat_move
from engine.production import capacity, usable_complexes
from engine.purchase import price_list
from engine.queries import destinations, movable
from engine.relations import defenders_at, is_hostile_territory
from engine.state import GameState, Piece
from engine.strikes import strikes
from engine.words import ipcs, number, place
from gamemaster.story.draft import unmoved_stacks
from gamemaster.story.fronts import rockets_line
from gamemaster.story.words import force, joined_within, powers_named, row, spaces_named

ROOM_FOR_IDLE = 200


def end_phase_warnings(state: GameState) -> tuple[str, ...]:
    """Slips that the rules allow; nothing where there is nothing worth saying. Each is one sentence."""
    find = _WARNINGS.get(state.phase)
    return tuple(find(state)) if find else ()


def _research(state: GameState) -> list[str]:
    kept = state.research_tokens.get(state.power, 0)
    return [f"{number(kept, 'die', 'dice')} kept from earlier turns could be rolled for nothing."] if kept else []


def _purchase(state: GameState) -> list[str]:
    found = []
    left = state.treasuries[state.power]
    if left >= min(price_list(state).values()):
        found.append(f"{ipcs(left)} are not spent.")
    bought = state.purchased.get(state.power, {})
    ordered = sum(count for unit, count in bought.items() if state.edition.unit[unit].domain != "facility")
    yards = usable_complexes(state, state.power)
    room = sum(capacity(state, yard) for yard in yards)
    if ordered > room:
        where = f"{spaces_named(state, yards)} can place {room}" if yards else "no industrial complex can place any"
        found.append(f"{number(ordered, 'unit')} ordered, but {where}: the rest will be returned.")
    ships = _ordered_ships(state)
    if ships and not any(state.edition.board.zones_of(yard) for yard in yards):
        found.append(f"{ships} cannot be placed: no usable industrial complex lies on a coast.")
    return found


def _ordered_ships(state: GameState) -> str:
    units = state.purchased.get(state.power, {})
    return row(state, {unit: n for unit, n in units.items() if state.edition.unit[unit].domain == "sea"})


def _combat_move(state: GameState) -> list[str]:
    """Transports used in the combat move can do nothing more this turn, unless a battle frees them (NCM-27, NCM-28)."""
    found = _open_capitals(state)
    for ship in _laden_transports(state):
        staying = [cargo for cargo in state.cargo(ship.id) if cargo.assault is None]
        if staying and _is_done_for_the_turn(state, ship):
            how = "took" if any(cargo.loaded == "combat_move" for cargo in staying) else "moved with"
            found.append(
                f"The transport in {place(state, ship.space)} {how} {force(state, staying)} aboard and cannot offload "
                "any more this turn."
            )
    return found


def _open_capitals(state: GameState) -> list[str]:
    """Enemy capitals that nobody defends and that an own land unit could take now."""
    due = {battle.space for battle in battles_due(state)}
    capitals = [
        power.capital
        for power in state.edition.powers
        if power.capital
        and power.capital not in due
        and is_hostile_territory(state, power.capital, state.power)
        and not defenders_at(state, power.capital, state.power)
    ]
    if not capitals:
        return []
    found = []
    for entry in movable(state):
        if state.unit_of(entry.owner, entry.unit).domain == "land":
            reached = {reach.space for reach in destinations(state, entry.space, entry.unit, entry.owner)}
            found += [(capital, entry) for capital in capitals if capital in reached]
    return [
        f"Nobody defends {place(state, capital)}, and {row(state, {entry.unit: entry.count})} in "
        f"{place(state, entry.space)} could take it."
        for capital, entry in dict(reversed(found)).items()
    ]


def _is_done_for_the_turn(state: GameState, ship: Piece) -> bool:
    """Whether a ship with cargo that is not to land has been used up, as far as can be said before the battles."""
    rules = state.edition.parameters
    loaded_now = any(cargo.loaded == "combat_move" for cargo in state.cargo(ship.id))
    if ship.offloaded or (loaded_now and rules.assaults.cargo_must_land):
        return False
    if rules.sea.transports_after_battle == "load_or_offload" and will_fight(state, ship):
        return False
    return was_used_in_combat_move(state, ship)


def _combat(state: GameState) -> list[str]:
    """Rockets that nobody launched."""
    rockets = rockets_line(state)
    return [] if state.pending or not rockets else [rockets]


def _noncombat(state: GameState) -> list[str]:
    lost = landing_plan(state).stranded
    found = _open_home(state)
    found += [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: "
        "no landing place."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]
    found += [
        f"The transport in {place(state, ship.space)} still carries {force(state, state.cargo(ship.id))}."
        for ship in _laden_transports(state)
        if not (ship.moved or ship.fought)
    ]
    return found or _idle(state)


def _idle(state: GameState) -> list[str]:
    """A phase in which nothing has moved may have been taken for another one."""
    stacks = [] if state.undo else unmoved_stacks(state)
    return [f"Nothing has moved: {joined_within(stacks, ROOM_FOR_IDLE, '; ', 'more places')}."] if stacks else []


def _open_home(state: GameState) -> list[str]:
    """One's own capital without a defender, where enemies could come next turn."""
    capital = state.edition.power[state.power].capital
    if not capital or state.owners[capital] != state.power:
        return []
    if any(state.type_of(piece).domain != "facility" and state.type_of(piece).defense for piece in state.at(capital)):
        return []
    ways = strikes(state, state.power).get(capital, {})
    enemies = {enemy for way in ("land", "sea") for enemy in ways.get(way, ())}
    names = powers_named(state, [power for power in state.edition.turn_order if power in enemies])
    return [f"Nobody stands in {place(state, capital)}, and {names} could come there next turn."] if enemies else []


def _laden_transports(state: GameState) -> list[Piece]:
    own = (piece for piece in sorted(state.pieces.values(), key=state.rank) if piece.power == state.power)
    return [ship for ship in own if state.carries(ship, "land") and state.cargo(ship.id)]


def _mobilize(state: GameState) -> list[str]:
    waiting = state.purchased.get(state.power, {})
    stuck = {unit: count for unit, count in waiting.items() if not placements(state, unit)}
    worth = sum(count * price_list(state)[unit] for unit, count in stuck.items())
    fate = "wait for the next turn" if grant_of(state, state.power) else f"will be returned for {ipcs(worth)}"
    found = [f"{row(state, stuck)} cannot be placed and {fate}."] if stuck else []
    lost = homeless(state, state.power)
    return found + [
        f"{force(state, [p for p in lost if p.space == space])} over {place(state, space)} will be lost: no carrier."
        for space in dict.fromkeys(piece.space for piece in lost)
    ]


_WARNINGS: Mapping[str, Callable[[GameState], list[str]]] = {
    "research": _research,
    "purchase": _purchase,
    "combat_move": _combat_move,
    "conduct_combat": _combat,
    "noncombat_move": _noncombat,
    "mobilize": _mobilize,
}

"""Suggestions for orders while they are typed: only what is legal now on the player's own board."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from itertools import chain, islice

from cogs.service.client import Interaction, game_of, work_out
from cogs.table.autocomplete import MOST, Choices, offered
from engine import Refusal
from engine.ask import (
    Reach,
    affordable,
    all_repairable,
    battle_options,
    commands,
    declarable,
    landings,
    missing_technologies,
    most_at_once,
    movable,
    movable_from,
    open_accounts,
    open_charts,
    placements,
    price_list,
    raidable,
    rocket_facilities,
    rocket_targets,
    shared_destinations,
    shippable_at,
    targets_in,
    usable,
    waiting_units,
    ways_to_pay,
    zones_to_engage,
)
from engine.queries.notation import ANY_UNIT, read_units
from engine.state.game_state import GameState
from engine.state.names import find_power, find_space, resembling, unit_names
from engine.state.words import ipcs
from gamemaster.errors import TableRefusal
from gamemaster.narration import order_line
from gamemaster.narration.phrases import row, shares_in_words
from gamemaster.narration.politics.diplomacy import who_stands_in
from gamemaster.orders.shipping import coasts_from, harbours

FEW_TO_MOVE, FEW_TO_BUY = 6, 3
"""Of each unit so many are offered, and more where the number is typed."""


async def _offered(
    interaction: Interaction, typed: str, offers: Callable[[GameState, Interaction], Iterable[tuple[str, str]]]
) -> Choices:
    """What fits on the board with the user's own orders; nothing for a user who is not on turn, or has asked for too
    much."""
    try:
        loaded = await game_of(interaction)
        state = loaded.own_orders()
        return await work_out(interaction, loaded, lambda: offered(offers(state, interaction), typed))
    except TableRefusal:
        return []


def of_state(
    offers: Callable[[GameState, Interaction], Iterable[tuple[str, str]]],
) -> Callable[[Interaction, str], Coroutine[object, object, Choices]]:
    """Make an autocomplete callback from a function of the player's board."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        return await _offered(interaction, typed, offers)

    return complete


def _from_spaces(state: GameState, interaction: Interaction) -> Iterator[tuple[str, str]]:
    """Spaces from which one's units can move, as many as are shown of those that fit what is typed."""
    own = dict.fromkeys(piece.space for piece in state.pieces.values() if commands(state, piece))
    names = {state.edition.board.name(space): space for space in sorted(own)}
    typed = str(getattr(interaction.namespace, "from_", "") or getattr(interaction.namespace, "from", "") or "")
    able = (name for name in resembling(typed, names) if movable_from(state, names[name]))
    return ((name, names[name]) for name in islice(able, MOST))


def _units_to_move(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """All units, and one unit of each type, that can move from the space already named.

    What can go only in company is offered with as many of those that take it along.
    """
    chosen = _space_typed(state, interaction, "from_")
    owner = _owner_typed(state, interaction)
    rows: dict[str, dict[str, int]] = {}
    table = state.edition.unit
    found: dict[str, str] = {}
    for entry in movable_from(state, chosen) if chosen else movable(state):
        if entry.owner != owner:
            continue
        row = rows.setdefault(entry.space, {})
        if entry.company is None:
            row[entry.unit] = entry.count
            continue
        beside = sum(1 for p in state.at(entry.space) if (p.unit, p.power) == (entry.company, entry.owner))
        for number in range(1, min(entry.count, beside, 6) + 1):
            name = f"{table[entry.unit].counted(number)}, {table[entry.company].counted(number)}"
            found[name] = f"{number} {entry.unit}, {number} {entry.company}"
    for units in rows.values():
        for unit, count in units.items():
            for number in _numbers(interaction, count, FEW_TO_MOVE):
                found[table[unit].counted(number)] = f"{number} {unit}"
        if len(units) > 1 and chosen:
            name = ", ".join(table[unit].counted(count) for unit, count in units.items())
            found[f"all: {name}"] = ", ".join(f"{count} {unit}" for unit, count in units.items())
    return list(found.items())


def _numbers(interaction: Interaction, most: int, few: int) -> list[int]:
    """The first few numbers up to the most, and those that are typed already."""
    typed = re.findall(r"[0-9]{1,4}", getattr(interaction.namespace, "units", None) or "")
    return [n for n in sorted({*range(1, few + 1), *map(int, typed)}) if 0 < n <= most]


def _owner_typed(state: GameState, interaction: Interaction) -> str:
    """The power whose units are moved: the one named, or the power on turn."""
    try:
        return find_power(state.edition, getattr(interaction.namespace, "owner", None) or state.power)
    except Refusal:
        return state.power


def _space_typed(state: GameState, interaction: Interaction, option: str) -> str | None:
    text = getattr(interaction.namespace, option, None) or getattr(interaction.namespace, option.rstrip("_"), None)
    try:
        return find_space(state.edition, text) if text else None
    except Refusal:
        return None


def _to_spaces(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Where all the named units can go, to raid or to escort if that is said, with the movement it costs.

    The value names the way where land units or ships could go another: a blitz is no other move to the same place.
    Infantry that goes by parachute takes any way that is open to it.
    """
    start = _space_typed(state, interaction, "from_")
    if start is None:
        return []
    owner = _owner_typed(state, interaction)
    groups = _units_meant(state, interaction, start, owner)
    escort = bool(getattr(interaction.namespace, "escort", False))
    ways: dict[str, Reach] = {}
    for raid in _raids_meant(state, interaction):
        for units in groups:
            ways = {**shared_destinations(state, start, units, owner, raid, escort=escort), **ways}
    if getattr(interaction.namespace, "drop", False):
        ways = {space: reach for space, reach in ways.items() if reach.drops}
    flies = all(state.edition.unit[unit].domain == "air" for unit in chain.from_iterable(groups))
    name = state.edition.board.name
    found = []
    for reach in sorted(ways.values(), key=lambda reach: (reach.cost, name(reach.space))):
        between = () if flies or reach.drops else reach.path[1:-1]
        via = " by parachute" if reach.drops else f" via {', '.join(map(name, between))}" if between else ""
        there = who_stands_in(state, reach.space)
        met = f", {there}" if there else ""
        found.append((f"{name(reach.space)}{via} ({reach.cost}){met}", " > ".join((*between, reach.space))))
    return found


def _units_meant(state: GameState, interaction: Interaction, start: str, owner: str) -> list[list[str]]:
    """The kinds that go together: those named, or each that can move for itself where all are meant, else all."""
    able = [entry.unit for entry in movable_from(state, start) if entry.owner == owner]
    try:
        named = list(read_units(state.edition, interaction.namespace.units or "", may_be_all=True))
    except (Refusal, AttributeError):
        return [able]
    return [[unit] for unit in able] if ANY_UNIT in named else [named]


def _raids_meant(state: GameState, interaction: Interaction) -> tuple[str | None, ...]:
    """The facilities that a move may raid: the one named, any that can be raided, or none where it is no raid."""
    named = getattr(interaction.namespace, "target", None)
    if not named:
        return raidable(state) if getattr(interaction.namespace, "raid", False) else (None,)
    meant = unit_names(state.edition.setup).meant(named)
    return tuple(unit for unit in raidable(state) if unit in meant) or raidable(state)


def _targets(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """What the named units may raid where they go, or anywhere."""
    owner, table = _owner_typed(state, interaction), state.edition.unit
    end = (getattr(interaction.namespace, "to", None) or "").rpartition(">")[2]
    try:
        lines = [state.unit_of(owner, unit) for unit in read_units(state.edition, interaction.namespace.units)]
        found = targets_in(state, find_space(state.edition, end), lines)
    except (Refusal, AttributeError):
        found = raidable(state)
    return [(table[unit].name, unit) for unit in found]


def _purchases(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Up to three of each unit, or as many as is typed; one from every treasury first, where the power has several."""
    table, prices, able = state.edition.unit, price_list(state), open_accounts(state, state.power)
    most = {account: affordable(state, account) for account in able}
    dearest = {unit: max((row.get(unit, 0) for row in most.values()), default=0) for unit in prices}
    wares = [(n, unit) for unit in prices for n in _numbers(interaction, dearest[unit], FEW_TO_BUY)]
    if len(able) > 1:
        wares.sort(key=lambda ware: ware[0])
    return [
        (f"{payer}{table[unit].counted(n)} ({ipcs(n * prices[unit])})", f"{payer}{n} {unit}")
        for n, unit in wares
        for account in able
        for payer in [f"{account.name}: " if account.mark else ""]
        if n <= most[account].get(unit, 0)
    ]


def _repairs(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    """All damage, or that of one facility, by its place where it stands alone there."""
    damaged = all_repairable(state)
    each = [(points, typed) for s, row in damaged.items() for typed, points in _each_repair(state, s, row)]
    whole = [(f"all ({sum(points for points, _ in each)} damage)", "all")] if len(each) > 1 else []
    return whole + [(f"{typed.partition(' ')[2]} ({points} damage)", typed) for points, typed in each]


def _each_repair(state: GameState, space: str, row: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    return zip(repairs_typed(state, space, row), row.values(), strict=True)


def repairs_typed(state: GameState, space: str, row: Mapping[str, int]) -> list[str]:
    """Repairs in a territory as they are typed: "2 Germany", or "2 air base in Germany" where several stand there."""
    where, alone = state.edition.board.name(space), len(state.facilities.get(space, ())) == 1
    return [f"{n} {where}" if alone else f"{n} {state.edition.unit[unit].name} in {where}" for unit, n in row.items()]


def _to_place(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    table = state.edition.unit
    most = {unit: most_at_once(state, unit) for unit in waiting_units(state, state.power)}
    return [(table[unit].counted(n), f"{n} {unit}") for unit in most for n in range(most[unit], 0, -1)]


def _places(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    try:
        units = list(read_units(state.edition, interaction.namespace.units or ""))
    except (Refusal, AttributeError):
        units = list(waiting_units(state, state.power))
    spaces = dict.fromkeys(space for unit in units for space, _ in placements(state, unit))
    return [(state.edition.board.name(space), space) for space in spaces]


def _coasts(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Coasts to which a transport could take units from the space already named."""
    start = _space_typed(state, interaction, "from_")
    return [(state.edition.board.name(space), space) for space in (coasts_from(state, start) if start else ())]


def _harbours(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    """Where units stand that a transport could take ashore now."""
    return [(state.edition.board.name(space), space) for space in harbours(state)]


def _units_to_ship(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Each number of each kind that can board in the territory already named, and all of them."""
    start = _space_typed(state, interaction, "from_")
    units = shippable_at(state, start) if start else {}
    told = state.edition.unit
    found = [(told[unit].counted(n), f"{n} {unit}") for unit, most in units.items() for n in range(1, min(most, 6) + 1)]
    return [*found, *([("all: " + row(state, units), "all")] if len(units) > 1 else [])]


def _battles(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Where a battle may begin, a raid be flown, a rocket be launched: those of the kind named, if any; or all."""
    kind = getattr(interaction.namespace, "kind", None)
    number = len(state.pending) if battle_options(state) else 0
    every = [(f"all {number} battles, each to the end", "all")] if number > 1 and kind is None else []
    spaces = [battle.space for battle in battle_options(state) if kind in (None, battle.kind)]
    spaces += rocket_targets(state) if kind in (None, "rocket") else ()
    return [*((state.edition.board.name(space), space) for space in dict.fromkeys(spaces)), *every]


def _rocketed(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """What rockets may strike in the space already named, or anywhere."""
    space = _space_typed(state, interaction, "space")
    found = dict.fromkeys(
        unit for each in ((space,) if space else rocket_targets(state)) for unit in rocket_facilities(state, each)
    )
    return [(state.edition.unit[unit].name, unit) for unit in found]


def _landing_zones(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Nobody, or the zones from which transports land in the space already named."""
    space = _space_typed(state, interaction, "space")
    ships = state.select(landings(state).get(space or "", ()))
    zones = dict.fromkeys(ship.space for ship in ships)
    return [("none: nobody lands", "none"), *((state.edition.board.name(zone), zone) for zone in zones)]


def _zones(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    return [(state.edition.board.name(zone), zone) for zone in zones_to_engage(state)]


def _undoable(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    return [(f"{i + 1}. {order_line(state, entry.order)}", str(i + 1)) for i, entry in enumerate(state.undo)][::-1]


def _technologies(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    if charts := open_charts(state, state.power):
        return [(f"Chart {chart}", str(chart)) for chart in charts]
    return [(f"{each.name} ({each.number})", each.id) for each in missing_technologies(state, state.power)]


def _payers(state: GameState, interaction: Interaction) -> list[tuple[str, str]]:
    """Who could pay for so many research dice, where a power has several treasuries."""
    price = state.edition.parameters.research.price
    dice = getattr(interaction.namespace, "dice", None)
    if price is None or state.phase != "research" or len(state.edition.accounts_of(state.power)) == 1:
        return []
    name = state.edition.account
    return [
        (
            shares_in_words(state, shares),
            ", ".join(f"{share} {name[each].name}" for each, share in shares.items()),
        )
        for shares in ways_to_pay(state, (dice if isinstance(dice, int) else 1) * price)
    ]


def _advantages(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    """What can be used now."""
    return [(state.edition.advantage[name].name, name) for name in usable(state)]


def _foes(state: GameState, _: Interaction) -> list[tuple[str, str]]:
    """The powers on which war may be declared now."""
    named = (power for chance in declarable(state) for power in chance.named)
    return [(state.edition.power[power].name, power) for power in named]


from_spaces = of_state(_from_spaces)
units_to_move = of_state(_units_to_move)
to_spaces = of_state(_to_spaces)
targets = of_state(_targets)
purchases = of_state(_purchases)
repairs = of_state(_repairs)
units_to_place = of_state(_to_place)
places = of_state(_places)
coasts = of_state(_coasts)
harbours_to_ship_from = of_state(_harbours)
units_to_ship = of_state(_units_to_ship)
battles = of_state(_battles)
rocketed = of_state(_rocketed)
landing_zones = of_state(_landing_zones)
zones = of_state(_zones)
undoable = of_state(_undoable)
technologies = of_state(_technologies)
payers = of_state(_payers)
advantages = of_state(_advantages)
foes = of_state(_foes)

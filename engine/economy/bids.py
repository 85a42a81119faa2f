"""Units and IPCs that a side is given before the first turn to even the chances (OPT-10, ASY-47)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pydantic import Field

from engine.errors import IllegalAction
from engine.events.economy import BidKept, BidPlaced
from engine.events.questions import RequestClosed
from engine.facilities.production import new_pieces
from engine.facts.bids import bids_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account, AccountId, Side
from engine.facts.unit_types import UnitId
from engine.kinds import Count, Counts, Question, keep_sealed, say
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.questions import Choice, Options, Request
from engine.state.selection import check_units_known
from engine.state.words import ipcs, listed, number, place

__all__ = ["BidChoice", "BidOptions", "bid_accounts", "bid_prices", "bid_spaces", "is_sealed_bid"]


class BidOptions(Options):
    """How many IPCs a side is given, the powers that share them, and how many units may go to one space."""

    ipcs: int
    powers: tuple[PowerId, ...]
    units_a_space: int | None


class BidChoice(Choice, extra="forbid"):
    """Units by power and space, and IPCs by treasury; the rest goes to the treasury that the default names."""

    units: dict[PowerId, dict[SpaceId, Counts]] = Field(default_factory=dict)
    ipcs: dict[AccountId, Count] = Field(default_factory=dict)


def ask_for_bid(play: Play) -> None:
    """Ask each side that was given a bid what it makes of it, before anything else happens."""
    for bid in bids_of(play.state.options.get("bid", "")):
        _ask_side(play, bid.side, bid.ipcs)


def _ask_side(play: Play, side: Side, ipcs: int) -> None:
    powers = tuple(p for p in play.edition.turn_order if play.edition.power[p].side == side)
    limit = play.parameters.economy.bids.units_a_space
    offered = BidOptions(ipcs=ipcs, powers=powers, units_a_space=limit)
    first = _accounts(play.state, powers)[0]
    usual = BidChoice(ipcs={first.id: ipcs})
    space = next(iter((*play.edition.power[first.power].capitals, *bid_spaces(play.state, first.power))))
    BID.ask(play, space, (first.power,), offered, usual, "bid")


def bid_accounts(state: GameState, request: Request) -> list[Account]:
    """The treasuries that may be given IPCs of a bid."""
    return _accounts(state, BidOptions.of(request).powers)


def _accounts(state: GameState, powers: tuple[PowerId, ...]) -> list[Account]:
    return [each for power in powers for each in state.edition.accounts_of(power) if each.ipcs is not None]


def bid_spaces(state: GameState, power: PowerId) -> dict[SpaceId, None]:
    """Where a bid may place units of a power: where it has some, and where the table agreed so in its territories."""
    able = dict.fromkeys(piece.space for piece in state.pieces.values() if piece.power == power)
    if state.edition.parameters.economy.bids.where == "territories":
        able |= dict.fromkeys(territory for territory, owner in state.owners.items() if owner == power)
    return able


def bid_prices(state: GameState, power: PowerId) -> dict[UnitId, int]:
    """IPCs for each unit that a bid may give a power: what it could buy, but nothing built."""
    economy = state.edition.parameters.economy
    able: Iterable[UnitId] = state.edition.unit
    if rural := economy.rural.get(power):
        able = rural.units
    elif grant := economy.grants.get(power):
        able = [grant.unit]
    lines = (state.unit_of(power, unit) for unit in able)
    return {line.id: line.cost for line in lines if line.cost and not line.facility and not line.produces}


def check(state: GameState, request: Request, _power: PowerId, said: BidChoice) -> None:
    """Raise IllegalAction (OPT-10, `units`, `space`, `power`) unless the bid may be used so."""
    offered = BidOptions.of(request)
    cost = 0
    there: Counter[SpaceId] = Counter()
    for power, spaces in said.units.items():
        _check_power(state, offered, power)
        for space, units in spaces.items():
            check_units_known(state, units)
            for unit in units:
                _check_place(state, power, space, unit)
            cost += _cost(state, power, units)
            there[space] += sum(units.values())
    _check_room(state, offered.units_a_space, there)
    _check_sum(state, request, said, cost)


def _check_room(state: GameState, limit: int | None, there: Mapping[SpaceId, int]) -> None:
    full = [space for space, count in there.items() if limit is not None and count > limit]
    if full:
        most, where = number(limit or 0, "unit"), place(state, full[0])
        raise IllegalAction(
            "OPT-10", f"A bid places at most {most} in each space; you named {there[full[0]]} for {where}."
        )


def _check_power(state: GameState, offered: BidOptions, power: PowerId) -> None:
    if power not in state.edition.power:
        raise IllegalAction("power", f"There is no power {quoted(power)} in this edition.")
    if power not in offered.powers:
        able = listed((state.edition.power[each].called for each in offered.powers), "or")
        raise IllegalAction("OPT-10", f"This bid is for {able}, not for {state.edition.power[power].called}.")


def _check_place(state: GameState, power: PowerId, space: SpaceId, unit: UnitId) -> None:
    line, whose = state.edition.unit[unit], state.edition.power[power]
    if space not in state.edition.board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(space)} on this board.")
    where = place(state, space)
    if unit not in (offered := bid_prices(state, power)):
        names = listed((state.edition.unit[each].name for each in offered), "or")
        raise IllegalAction("OPT-10", f"A bid gives {whose.called} no {line.name}. Name {names}.")
    if (line.domain == "sea") == state.edition.board.is_land(space):
        kind = "a sea zone" if line.domain == "sea" else "a territory"
        raise IllegalAction("OPT-10", f"{line.counted(1)} can't be placed in {where}. Name {kind}.")
    if space not in (able := bid_spaces(state, power)):
        limits = {"units": "only where the power has", "territories": "in the power's territories and where it has"}
        raise IllegalAction(
            "OPT-10",
            f"A bid places units {limits[state.edition.parameters.economy.bids.where]} some already; {whose.called} "
            f"has none in {where}.{_nearest(state, space, able, at_sea=line.domain == 'sea')}",
        )


def _nearest(state: GameState, space: SpaceId, able: Iterable[SpaceId], *, at_sea: bool) -> str:
    """ " The nearest place is Egypt."; nothing where there is none."""
    board = state.edition.board
    far = board.flight_distances(space)
    fitting = [each for each in able if board.is_land(each) != at_sea and each in far]
    return f" The nearest place is {place(state, min(fitting, key=lambda each: far[each]))}." if fitting else ""


def _check_sum(state: GameState, request: Request, said: BidChoice, cost: int) -> None:
    most, able = BidOptions.of(request).ipcs, {account.id: account.name for account in bid_accounts(state, request)}
    if strangers := [name for name in said.ipcs if name not in able]:
        raise IllegalAction(
            "OPT-10", f"{quoted(strangers[0])} can't be given IPCs of this bid. Name {listed(able.values(), 'or')}."
        )
    given = sum(said.ipcs.values())
    if cost + given > most:
        parts = listed([f"{ipcs(cost)} of units"] * bool(cost) + [f"{ipcs(given)} in treasuries"] * bool(given))
        raise IllegalAction("OPT-10", f"You named {parts}; the bid is {ipcs(most)}.")


def answer(play: Play, request: Request, power: PowerId, said: BidChoice) -> None:
    """Let a bid happen; where both sides have one, keep it unseen until both are in (ASY-06, ASY-64)."""
    if not is_sealed_bid(play.state):
        _let_happen(play, request, said)
        return
    for window in keep_sealed(play, request, power, said):
        for choice in window.answers.values():
            _let_happen(play, window, BidChoice.of(choice))


def is_sealed_bid(state: GameState) -> bool:
    """Whether both sides place a bid now, so that neither sees the other's before it has placed its own."""
    return sum(request.kind == BID.kind for request in state.requests) > 1


def _let_happen(play: Play, request: Request, said: BidChoice) -> None:
    """Place the units, and give the IPCs that are left to the treasury that the default names."""
    left = BidOptions.of(request).ipcs - sum(said.ipcs.values())
    play.emit(RequestClosed(request.id, said.to_json()))
    for power, spaces in said.units.items():
        for space, named in spaces.items():
            units = {unit: count for unit, count in named.items() if count}
            left -= _cost(play.state, power, units)
            if units:
                play.emit(BidPlaced(power, new_pieces(play.state, power, units, space), space))
    (usual,) = BidChoice.of(request.default).ipcs
    if kept := +(Counter(said.ipcs) + Counter({usual: left})):
        play.emit(BidKept(kept))


def _cost(state: GameState, power: PowerId, units: Mapping[UnitId, int]) -> int:
    prices = bid_prices(state, power)
    return sum(prices[unit] * count for unit, count in units.items())


BID = Question(
    "bid",
    BidOptions,
    BidChoice,
    say("Name units by power and space, and IPCs by treasury, such as {“ipcs”: {“germany”: 3}}."),
    answer,
    check,
    sealed=True,
)

"""What a side makes of the bid that it was given before the first turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.ask import BidChoice, BidOptions, Counts, bid_accounts, bid_prices, bid_spaces, is_sealed_bid
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account, AccountId
from engine.queries.notation import read_placed
from engine.reading import LONGEST_NUMBER
from engine.state.game_state import GameState
from engine.state.names import find_account, find_power, find_space, folded
from engine.state.questions import JsonChoice, Request
from engine.state.words import counted, first_upper, ipcs, number, place
from gamemaster.narration.phrases import the_power, the_powers
from gamemaster.narration.questions.offers import Card, Offer, default_first
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO

SEALED = " The other side places a bid too: both are posted once both are in, and you can change yours until then."
_PARTS = re.compile(r"[;,\n]")
_IPCS = re.compile(rf"^(\d{{1,{LONGEST_NUMBER}}}) ?ipcs?(?: (?:for|to) (?:the )?(.+))?$", re.IGNORECASE)
_FOR = re.compile(r"^(.+?) for (?:the )?(.+)$", re.IGNORECASE)


def _line(state: GameState, request: Request) -> str:
    offered = BidOptions.of(request)
    for_whom = f" for {the_powers(state, offered.powers)}" if len(offered.powers) > 1 else ""
    return f"{first_upper(the_power(state, request.power))} places a bid of {ipcs(offered.ipcs)}{for_whom}."


def _card(state: GameState, request: Request) -> Card:
    limit = BidOptions.of(request).units_a_space
    most = f"at most {number(limit, 'unit')} in each space" if limit else "any number in a space"
    own = "in the power's territories and " if state.edition.parameters.economy.bids.where == "territories" else ""
    text = (
        f"{_line(state, request)} You can add units {own}where the power has some already, {most}, and keep the rest "
        f"as IPCs. To place units, use /decide, such as “{_example(state, request)}”."
        f"{SEALED if is_sealed_bid(state) else ''}"
    )
    offers = [_kept_by(request, account) for account in bid_accounts(state, request)]
    return text, default_first(offers, request.default)


def _told(state: GameState, _request: Request, choice: JsonChoice) -> str:
    """ "1 infantry in Ukraine for Germany, 3 IPCs for Japan"; "no units" where all of it stays IPCs."""
    said = BidChoice.of(choice)
    placed = [
        f"{counted(state, units)} in {place(state, space)} for {the_power(state, power)}"
        for power, spaces in said.units.items()
        for space, units in spaces.items()
        if any(units.values())
    ]
    kept = [f"{ipcs(count)} for {state.edition.account[each].name}" for each, count in said.ipcs.items() if count]
    return ", ".join([*placed, *kept]) or "no units"


def _kept_by(request: Request, account: Account) -> Offer:
    worth = BidOptions.of(request).ipcs
    return Offer(
        f"{ipcs(worth)} for {account.name}", "No units are placed", BidChoice(ipcs={account.id: worth}).to_json()
    )


def _example(state: GameState, request: Request) -> str:
    """ "1 infantry in Germany, 6 IPCs for Japan": what is possible now."""
    offered = BidOptions.of(request)
    power, where, units = next(_affordable(state, request), (request.power, "", {}))
    left = offered.ipcs - sum(bid_prices(state, power)[unit] * count for unit, count in units.items())
    placed = [f"{counted(state, units)} in {place(state, where)} for {the_power(state, power)}"] if units else []
    last = bid_accounts(state, request)[-1].name
    return ", ".join([*placed, f"{ipcs(left)} for {last}"] if left else placed)


def _affordable(state: GameState, request: Request) -> Iterator[tuple[PowerId, SpaceId, Counts]]:
    """The cheapest unit in each territory where a power of the side stands."""
    for power in BidOptions.of(request).powers:
        prices = bid_prices(state, power)
        land = [unit for unit in prices if state.edition.unit[unit].domain == "land"]
        cheapest = min(land, key=lambda unit: prices[unit])
        if prices[cheapest] <= BidOptions.of(request).ipcs:
            yield from (
                (power, space, {cheapest: 1})
                for space in bid_spaces(state, power)
                if state.edition.board.is_land(space)
            )


def _read(state: GameState, request: Request, text: str) -> BidChoice:
    """ "1 infantry in Karelia, 1 tank in Egypt for the United Kingdom, 2 IPCs for Russia", or "none" to keep all."""
    if folded(text) in NO:
        return BidChoice.of(request.default)
    units: dict[PowerId, dict[SpaceId, Counter[str]]] = {}
    (usual,) = BidChoice.of(request.default).ipcs
    kept: Counter[AccountId] = Counter()
    waiting: Counter[str] = Counter()
    for part in filter(None, map(str.strip, _PARTS.split(text))):
        if money := _IPCS.match(part):
            kept[find_account(state.edition, money[2]) if money[2] else usual] += int(money[1])
            continue
        named = _FOR.match(part)
        counts, where = read_placed(state.edition, named[1] if named else part)
        waiting.update(counts)
        if where:
            space = find_space(state.edition, where)
            power = find_power(state.edition, named[2]) if named else _power_in(state, request, space)
            units.setdefault(power, {}).setdefault(space, Counter()).update(waiting)
            waiting.clear()
    if waiting:
        told = counted(state, waiting)
        raise IllegalAction("form", f"Say where to place {told}, such as “{_example(state, request)}”.")
    spaces = {power: {space: dict(row) for space, row in rows.items()} for power, rows in units.items()}
    return BidChoice.of({**({"units": spaces} if spaces else {}), **({"ipcs": kept} if kept else {})})


def _power_in(state: GameState, request: Request, space: SpaceId) -> PowerId:
    """The power that has units in a space; raises IllegalAction (`power`) where several of the side have some."""
    able = [power for power in BidOptions.of(request).powers if space in bid_spaces(state, power)]
    if len(able) > 1:
        where = place(state, space)
        example = f"in {where} for {the_power(state, able[0])}"
        whose = first_upper(the_powers(state, able))
        raise IllegalAction("power", f"{whose} have units in {where}. Say whose to place, such as “{example}”.")
    return able[0] if able else request.power


TELLING = QuestionTelling(
    kind="bid",
    line=_line,
    card=_card,
    read=_read,
    label="Place the bid",
    is_typed=True,
    told=_told,
)

"""The words that tell pieces of one unit and owner apart where their owner must choose among them (CMB-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from engine.ask import Aboard, HitTaking, Traits
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.pieces import Piece, PieceId
from engine.state.words import listed, place
from gamemaster.narration.phrases import row


def told_apart(taking: HitTaking, piece: Piece) -> str:
    """ "with 1 tank for Egypt", "range 2": what other targets of the same unit and owner do not all share, or ""."""
    differing = taking.differing.get((piece.power, piece.unit), ())
    if not differing:
        return ""
    words = _words(taking.state, piece, taking.traits[piece.id])
    return ", ".join(words[name] for name in differing)


def pieces_meant(
    taking: HitTaking, power: PowerId | None, unit: UnitId, count: int, words: str, taken: Collection[PieceId]
) -> list[PieceId]:
    """The pieces of a unit that words from `told_apart`, or a part of them, mean; raises IllegalAction (`units`)."""
    free = [p for p in taking.targets if p.unit == unit and power in (None, p.power) and p.id not in taken]
    told = {piece.id: told_apart(taking, piece) for piece in sorted(free, key=taking.to_lose)}
    said = folded(words)
    exact = [piece for piece, full in told.items() if folded(full) == said]
    meant = exact or [piece for piece, full in told.items() if said in folded(full)]
    name = taking.state.edition.unit[unit].name
    if len({told[piece] for piece in meant}) > 1:
        known = " or ".join(f"({each})" for each in dict.fromkeys(told[piece] for piece in meant))
        raise IllegalAction("units", f"{quoted(words)} fits several. Say which {name}: {known}.")
    if len(meant) < count:
        known = ", ".join(f"({each})" for each in dict.fromkeys(told.values()) if each)
        ways = f"there are {known}" if known else "nothing tells them apart"
        raise IllegalAction("units", f"{len(meant)} {name} {quoted(words)} can be chosen here: {ways}.")
    return meant[:count]


def _words(state: GameState, piece: Piece, trait: Traits) -> dict[str, str]:
    """Words for each trait of a piece, also for the absence of one."""
    edition = state.edition
    host = edition.power[trait.host].adjective + " carrier" if trait.host else ""
    marked = [edition.advantage[name].name for name in trait.marked]
    return {
        "hits_taken": "already damaged" if trait.hits_taken else "undamaged",
        "aboard": _aboard(state, piece, trait.aboard),
        "range_left": f"range {trait.range_left}",
        "awaited_in": f"awaited in {listed(place(state, zone) for zone in trait.awaited_in)}"
        if trait.awaited_in
        else "not awaited",
        "host": f"aboard the {host}" if host else "aboard no carrier",
        "seaborne": "seaborne" if trait.seaborne else "overland",
        "marked": listed(marked) if marked else "no advantage",
        "raid": "raids" if trait.raid else "does not raid",
        "escort": "escorts" if trait.escort else "no escort",
        "scrambled_from": f"from {place(state, trait.scrambled_from)}" if trait.scrambled_from else "not scrambled",
    }


def _aboard(state: GameState, ship: Piece, aboard: tuple[Aboard, ...]) -> str:
    """ "with 1 infantry and 1 tank for Egypt", "empty"."""
    loads: dict[tuple[str, str], Counter[str]] = {}
    for power, unit, coast in aboard:
        whose = "" if power == ship.power else state.edition.power[power].adjective + " "
        loads.setdefault((whose, f" for {place(state, coast)}" if coast else ""), Counter())[unit] += 1
    parts = [f"{_of(row(state, units), whose)}{coast}" for (whose, coast), units in loads.items()]
    return f"with {listed(parts)}" if parts else "empty"


def _of(units: str, whose: str) -> str:
    """ "1 British infantry" for "1 infantry"."""
    number, _, name = units.partition(" ")
    return f"{number} {whose}{name}"

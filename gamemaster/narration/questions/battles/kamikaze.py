"""Which ships kamikazes strike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.ask import KamikazeChoice, KamikazeOptions
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import find_space, find_unit, folded, parts_of
from engine.state.pieces import PieceId
from engine.state.questions import Request
from engine.state.words import listed, number, place
from gamemaster.narration.phrases import by_number, force, lines_within, row, spaces_named
from gamemaster.narration.questions.offers import Card, Offer, asked, offer_of, usual_and_others
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO

MOST_ZONES_TOLD = 3
MOST_STRIKES_OFFERED = 3
ROOM_FOR_SHIPS = 900
_STRIKES = re.compile(r"^(\d{1,6}) ?(?:x|×|kamikazes?|strikes?)?(?: (?:at|on|against))?(?: the)? (.+)$", re.IGNORECASE)
_NUMBERED = re.compile(r"^(.*?) ?(?:no\.? ?)?(\d{1,6})$", re.IGNORECASE)
_CONDITION = re.compile(r" ?\([^()]*\)")
_PLACED = re.compile(r"^(.+) in (.+)$", re.IGNORECASE)


def _line(state: GameState, request: Request) -> str:
    ships = KamikazeOptions.of(request).ships
    zones = [_fleet(state, zone, ships[zone]) for zone in by_number(ships)]
    return _asking(state, request, listed(zones) if len(zones) <= MOST_ZONES_TOLD else _where(state, request))


def _in_short(state: GameState, request: Request) -> str:
    return _asking(state, request, _where(state, request))


def _asking(state: GameState, request: Request, where: str) -> str:
    who, ending = asked(state, request)
    left = number(KamikazeOptions.of(request).tokens, "token")
    return f"{who} decide{ending} whether kamikazes strike, with {left} left: {where}."


def _where(state: GameState, request: Request) -> str:
    return spaces_named(state, by_number(KamikazeOptions.of(request).ships))


def _fleet(state: GameState, zone: SpaceId, ships: Sequence[PieceId]) -> str:
    """ "sea zone 6 with 1 destroyer, 1 battleship"."""
    return f"{place(state, zone)} with {force(state, state.select(ships))}"


def _card(state: GameState, request: Request) -> Card:
    others = (_offer(state, request, choice) for choice in _choices(state, request))
    offers, _ = usual_and_others(_offer(state, request, KamikazeChoice.of(request.default)), others)
    most = KamikazeOptions.of(request).hits_on
    hits = listed(map(str, range(1, most + 1)), "or")
    text = (
        f"{_in_short(state, request)} Each strike takes a token and hits its ship with {hits}, before any battle; no "
        "ship bombards from a sea zone that is struck. Nobody sees your answer until it is final."
    )
    zones = [_ships_told(state, request, zone) for zone in by_number(KamikazeOptions.of(request).ships)]
    more = f"To choose other strikes, use /decide, such as “{_example(state, request)}”."
    lines = [text, *lines_within(zones, ROOM_FOR_SHIPS, "sea zones"), more]
    return "\n".join(lines), offers


def _example(state: GameState, request: Request) -> str:
    """ "sz19: 2 at aircraft carrier, 1 at destroyer 2": strikes that are possible now."""
    zone = by_number(KamikazeOptions.of(request).ships)[0]
    ships = KamikazeOptions.of(request).ships[zone]
    names = list(_names(state, ships).values())
    dearest, *others = sorted(zip(ships, names, strict=True), key=lambda ship: -_cost(state, ship[0]))
    tokens = KamikazeOptions.of(request).tokens
    strikes = [f"{min(2, tokens)} at {dearest[1]}"]
    strikes += [f"1 at {name}" for _, name in others[:1] if tokens > 2]
    return f"{zone}: {', '.join(strikes)}"


def _ships_told(state: GameState, request: Request, zone: SpaceId) -> str:
    """ "sea zone 6: aircraft carrier with 2 fighters, destroyer 1, destroyer 2"."""
    names = _names(state, KamikazeOptions.of(request).ships[zone])
    told = (f"{name}{_condition(state, ship)}" for ship, name in names.items())
    return f"{place(state, zone)}: {', '.join(told)}"


def _names(state: GameState, ships: Sequence[PieceId]) -> dict[PieceId, str]:
    """What each ship is called: "battleship", or "battleship 2" where there are several."""
    units = Counter(state.pieces[ship].unit for ship in ships)
    seen: Counter[UnitId] = Counter()
    found = {}
    for ship in ships:
        unit = state.pieces[ship].unit
        seen[unit] += 1
        name = state.edition.unit[unit].name
        found[ship] = name if units[unit] == 1 else f"{name} {seen[unit]}"
    return found


def _condition(state: GameState, ship: PieceId) -> str:
    """ " (damaged, with 2 fighters)": what tells a ship from others."""
    aboard = Counter(piece.unit for piece in state.cargo(ship))
    parts = ["damaged"] if state.pieces[ship].hits_taken else []
    parts += [f"with {row(state, aboard)}"] if aboard else []
    return f" ({', '.join(parts)})" if parts else ""


def _choices(state: GameState, request: Request) -> Iterator[KamikazeChoice]:
    """None, then one, two and three strikes at each ship, the dearest of all zones first."""
    yield KamikazeChoice({})
    zones = KamikazeOptions.of(request).ships
    targets = [(zone, ship) for zone, ships in zones.items() for ship in ships]
    targets.sort(key=lambda target: -_cost(state, target[1]))
    for count in range(1, min(MOST_STRIKES_OFFERED, KamikazeOptions.of(request).tokens) + 1):
        for zone, ship in targets:
            yield KamikazeChoice({zone: ((ship, count),)})


def _cost(state: GameState, ship: PieceId) -> int:
    return state.type_of(state.pieces[ship]).cost or 0


def _offer(state: GameState, request: Request, answer: KamikazeChoice) -> Offer:
    strikes_by_zone, choice = answer.root, answer.to_json()
    if not strikes_by_zone:
        return Offer("No strikes", "No token is used up", choice)
    in_full, in_short = list[str](), list[str]()
    for zone, strikes in strikes_by_zone.items():
        names = _names(state, KamikazeOptions.of(request).ships[zone])
        for ship, count in strikes:
            in_full.append(f"{count} at {names[ship]}{_condition(state, ship)} in {place(state, zone)}")
            in_short.append(f"{count} at {names[ship]} in {place(state, zone)}")
    used = sum(count for strikes in strikes_by_zone.values() for _, count in strikes)
    left = KamikazeOptions.of(request).tokens - used
    return offer_of((in_full, in_short), f"Takes {number(used, 'token')}, leaves {left}", choice)


def _read(state: GameState, request: Request, text: str) -> KamikazeChoice:
    """ "sz6: 2 at aircraft carrier, 1 at destroyer 2; sz19: 1 battleship", "2 at carrier in sz6", or "none"."""
    if folded(text) in NO:
        return KamikazeChoice({})
    zones = KamikazeOptions.of(request).ships
    named: dict[SpaceId, list[tuple[PieceId, int]]] = {}
    for group in filter(None, map(str.strip, _CONDITION.sub("", text).split(";"))):
        before, colon, behind = group.partition(":")
        where = find_space(state.edition, before) if colon else next(iter(zones)) if len(zones) == 1 else ""
        for part in parts_of(behind if colon else group):
            placed = _PLACED.match(part)
            zone = find_space(state.edition, placed[2]) if placed else where
            if not zone:
                example = _example(state, request)
                raise IllegalAction("form", f"Say in which sea zone they strike, such as “{example}”.")
            told = placed[1] if placed else part
            named.setdefault(zone, []).append(_strike(state, request, zones.get(zone, ()), told))
    return KamikazeChoice({zone: tuple(strikes) for zone, strikes in named.items()})


def _strike(state: GameState, request: Request, ships: Sequence[PieceId], text: str) -> tuple[PieceId, int]:
    """The ship and the number of strikes of "2 at aircraft carrier"."""
    found = _STRIKES.match(text)
    if found is None:
        example = _example(state, request)
        raise IllegalAction("form", f"{quoted(text)}: write how many strike which ship, such as “{example}”.")
    return _ship_meant(state, ships, found[2]), int(found[1])


def _ship_meant(state: GameState, ships: Sequence[PieceId], text: str) -> PieceId:
    """The ship by its id, its unit, or its unit and number; raises IllegalAction (`units`) where several fit."""
    if text in ships:
        return text
    numbered = _NUMBERED.match(text)
    unit = find_unit(state.edition, numbered[1] if numbered else text)
    kin = [ship for ship in ships if state.pieces[ship].unit == unit]
    place_of = int(numbered[2]) if numbered else 1
    if 1 <= place_of <= len(kin) and (numbered or len(kin) == 1 or not any(_condition(state, ship) for ship in kin)):
        return kin[place_of - 1]
    names = listed(f"{name}{_condition(state, ship)}" for ship, name in _names(state, ships).items())
    told = f"there are {names}" if names else "no surface warship can be struck there"
    raise IllegalAction("units", f"I don't understand {quoted(text)}: {told}.")


TELLING = QuestionTelling(
    kind="kamikaze",
    line=_line,
    card=_card,
    read=_read,
    in_short=_in_short,
    label="Kamikazes",
    is_typed=True,
    told=lambda state, request, choice: _offer(state, request, KamikazeChoice.of(choice)).label,
)
"""Offers are single ships; several are typed."""

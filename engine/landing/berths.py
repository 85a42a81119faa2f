"""Which aircraft can land on carriers all together: each carrier ends in one zone and takes a few of them (CMV-39).

Aircraft that reach the same zones are one kind, and so are carriers alike: the work grows with the kinds, not with the
pieces. Kinds are matched as if a carrier could be in several zones at once; that bounds what any choice of zones can
save. The carriers of each kind are then shared out over their zones by that matching, which nearly always saves as
many. Where it does not, one carrier is tried in each of its zones, the likeliest first, and what cannot beat the best
choice so far is left. Zones where a carrier meets fewer aircraft than in another never come into it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise

from engine.facts.board import SpaceId

MOST_TRIES = 200
"""Matchings tried for one proof: a bound on its work that no position met so far has come near."""
MOST_LOOKS = 200_000
"""Pairs of aircraft and carriers looked at in all of them; the first matching is always made to its end."""

MOST_KEPT = 1_000
"""Proofs that are kept, of some kilobytes each."""

Kind = int
"""Aircraft that reach the same zones, by their place in the list of kinds."""
Guests = Counter[Kind]


@dataclass(frozen=True)
class Deck:
    """Room on one carrier and the zones where it can end; `yard` is the complex of a carrier not yet built."""

    zones: frozenset[SpaceId]
    room: int
    yard: SpaceId | None = None


@dataclass(frozen=True)
class _Open:
    """Decks alike, and the zones open for each. New carriers are sure to be built once they are `launched`."""

    zones: tuple[SpaceId, ...]
    room: int
    is_new: bool
    launched: bool = False
    count: int = 1


def berths(wanted: Sequence[frozenset[SpaceId]], decks: Sequence[Deck], new_carriers: int) -> list[SpaceId | None]:
    """For each aircraft, with the zones in its reach, a zone where a deck takes it; as many as possible are saved.

    new_carriers: how many of the decks with a yard can be built.
    """
    kinds: dict[frozenset[SpaceId], list[int]] = {}
    for number, zones in enumerate(wanted):
        kinds.setdefault(zones, []).append(number)
    found: list[SpaceId | None] = [None] * len(wanted)
    aircraft = tuple((zones, len(alike)) for zones, alike in kinds.items())
    alike_decks = tuple(Counter(decks).items())
    for alike, saved in zip(kinds.values(), shared(aircraft, alike_decks, new_carriers), strict=True):
        for number, zone in zip(alike, saved, strict=False):
            found[number] = zone
    return found


@lru_cache(MOST_KEPT)
def shared(
    aircraft: tuple[tuple[frozenset[SpaceId], int], ...], decks: tuple[tuple[Deck, int], ...], new_carriers: int
) -> tuple[tuple[SpaceId, ...], ...]:
    """For each kind of aircraft (the zones that they reach, and how many they are) one zone for each that is saved.

    decks: each with how many are alike. Menus ask for the same again and again: what one move changes others do too.
    """
    search = _Search([count for _, count in aircraft], _met(decks, [zones for zones, _ in aircraft]), new_carriers)
    search.look(_alike(search.opened(deck, count) for deck, count in decks))
    found: list[list[SpaceId]] = [[] for _ in aircraft]
    for zone, guests in search.landings:
        for kind, count in guests.items():
            found[kind] += [zone] * count
    return tuple(map(tuple, found))


def _met(decks: Sequence[tuple[Deck, int]], kinds: Sequence[frozenset[SpaceId]]) -> dict[SpaceId, frozenset[Kind]]:
    """The kinds that a carrier meets in each zone, of those in which it meets any."""
    zones = sorted(frozenset[SpaceId]().union(*(deck.zones for deck, _ in decks)))
    met = {zone: frozenset(kind for kind, reached in enumerate(kinds) if zone in reached) for zone in zones}
    return {zone: group for zone, group in met.items() if group}


@dataclass
class _Search:
    """How many aircraft there are of each kind, whom a carrier meets in each zone, and the best landing so far."""

    aircraft: Sequence[int]
    met: Mapping[SpaceId, frozenset[Kind]]
    new_carriers: int
    saved: int = 0
    landings: list[tuple[SpaceId, Guests]] = field(default_factory=list)
    tried: set[frozenset[_Open]] = field(default_factory=set)
    looks: int = 0

    def opened(self, deck: Deck, count: int) -> _Open:
        """Decks alike with the zones that are worth a thought: one for each of the largest groups that they meet."""
        is_new = deck.yard is not None
        first: dict[frozenset[Kind], SpaceId] = {}
        for zone, group in self.met.items() if self.new_carriers or not is_new else ():  # in the order of their names
            if zone in deck.zones:
                first.setdefault(group, zone)
        zones = tuple(zone for group, zone in first.items() if not any(group < other for other in first))
        return _Open(zones, deck.room, is_new, count=count)

    def look(self, decks: tuple[_Open, ...]) -> None:
        """Keep the best landing that is open to these decks, as far as the bounds on the work allow."""
        alike = frozenset(decks)
        if alike in self.tried or len(self.tried) >= MOST_TRIES or self.looks >= MOST_LOOKS:
            return
        self.tried.add(alike)
        guests = self._matched(decks)
        most = _number(guests)
        if most <= self.saved:
            return
        self._keep(self._settled(decks, guests))
        for narrower in self._narrower(decks, guests):
            if self.saved >= most:
                return
            self.look(narrower)

    def _keep(self, settled: tuple[_Open, ...]) -> None:
        """Keep what decks save that have one zone each, if it is the most so far."""
        guests = self._matched(settled)
        if _number(guests) > self.saved:
            self.saved = _number(guests)
            self.landings = [(deck.zones[0], aboard) for deck, aboard in zip(settled, guests, strict=True)]

    def _settled(self, decks: tuple[_Open, ...], guests: Sequence[Guests]) -> tuple[_Open, ...]:
        """The decks with one zone each: as many in each zone as its guests fill."""
        building = self.new_carriers - sum(deck.count for deck in decks if deck.launched)
        found: list[_Open] = []
        for deck, aboard in zip(decks, guests, strict=True):
            left, waiting = deck.count, Counter(aboard)
            if deck.is_new and not deck.launched:
                left = min(left, building, -(-waiting.total() // deck.room))
                building -= left
            while left and deck.zones:
                zone = self._likeliest(deck, waiting)[0]
                here = sum(count for kind, count in waiting.items() if kind in self.met[zone])
                filled = min(left, here // deck.room or 1) if waiting.total() else left
                found.append(replace(deck, zones=(zone,), count=filled))
                waiting -= _first(waiting, self.met[zone], filled * deck.room)
                left -= filled
        return _alike(found)

    def _likeliest(self, deck: _Open, guests: Guests) -> list[SpaceId]:
        """The zones of a deck, those first where it meets most of its guests."""
        met = {zone: sum(guests[kind] for kind in guests if kind in self.met[zone]) for zone in deck.zones}
        return sorted(deck.zones, key=lambda zone: (-met[zone], zone))

    def _narrower(self, decks: tuple[_Open, ...], guests: Sequence[Guests]) -> Iterator[tuple[_Open, ...]]:
        """The ways to mend what is wrong with a matching; none where nothing is."""
        used = [
            -(-aboard.total() // deck.room) if deck.is_new else 0 for deck, aboard in zip(decks, guests, strict=True)
        ]
        if sum(used) > self.new_carriers:
            number = next(each for each, deck in enumerate(decks) if used[each] and not deck.launched)
            yield self._launched(decks, number)
            yield _without(decks, number, decks[number].count)
            return
        for number, (deck, aboard) in enumerate(zip(decks, guests, strict=True)):
            if not any(aboard.keys() <= self.met[zone] for zone in deck.zones) and aboard:
                for zone in self._likeliest(deck, aboard):
                    yield _alike((*_without(decks, number, 1), replace(deck, zones=(zone,), count=1)))
                return

    def _launched(self, decks: tuple[_Open, ...], number: int) -> tuple[_Open, ...]:
        """With a new carrier built; once all are, the yards build no other."""
        decks = _alike((*_without(decks, number, 1), replace(decks[number], launched=True, count=1)))
        if sum(deck.count for deck in decks if deck.launched) < self.new_carriers:
            return decks
        return tuple(deck for deck in decks if deck.launched or not deck.is_new)

    def _matched(self, decks: Sequence[_Open]) -> list[Guests]:
        """The guests of each kind of decks, as many as possible, as if a carrier could be in several zones at once."""
        matching = _Matching(
            [frozenset[Kind]().union(*(self.met[zone] for zone in deck.zones)) for deck in decks],
            [deck.room * deck.count for deck in decks],
            len(self.aircraft),
        )
        for kind, count in enumerate(self.aircraft):
            matching.place(kind, count)
        self.looks += matching.looks
        return matching.guests


def _number(guests: Iterable[Guests]) -> int:
    return sum(aboard.total() for aboard in guests)


def _first(guests: Guests, group: frozenset[Kind], most: int) -> Guests:
    """The first so many of the guests that are of a group."""
    found: Guests = Counter()
    for kind, count in guests.items():
        if kind in group and most > 0:
            found[kind] = min(count, most)
            most -= found[kind]
    return found


def _alike(decks: Iterable[_Open]) -> tuple[_Open, ...]:
    """The decks with those put together that are alike; those that no zone is open to take nobody."""
    alike: dict[tuple[tuple[SpaceId, ...], int, bool, bool], int] = {}
    for deck in decks:
        if deck.zones and deck.room and deck.count:
            key = deck.zones, deck.room, deck.is_new, deck.launched
            alike[key] = alike.get(key, 0) + deck.count
    return tuple(_Open(*key, count) for key, count in alike.items())


def _without(decks: tuple[_Open, ...], number: int, fewer: int) -> tuple[_Open, ...]:
    """The decks with so many fewer of one kind."""
    rest = replace(decks[number], count=decks[number].count - fewer)
    return (*decks[:number], *([rest] if rest.count else []), *decks[number + 1 :])


class _Matching:
    """Aircraft of several kinds find room on decks of several kinds; those that have found some keep it."""

    def __init__(self, meets: Sequence[frozenset[Kind]], room: Sequence[int], kinds: int) -> None:
        self.guests: list[Guests] = [Counter() for _ in room]
        self.looks = sum(map(len, meets))
        self._room = list(room)
        self._open_to = [[number for number, group in enumerate(meets) if kind in group] for kind in range(kinds)]
        self._full: set[int] = set()

    def place(self, kind: Kind, count: int) -> None:
        """Find room for this many of a kind, or for as many as possible; others make room where they can."""
        while count and (way := self._way(kind)):
            making_room = [(number, each) for (_, number), (each, _) in pairwise(way)]
            last = way[-1][1]
            moved = min(count, self._room[last], *(self.guests[number][each] for number, each in making_room))
            for each, number in way:
                self.guests[number][each] += moved
            for number, each in making_room:
                self.guests[number][each] -= moved
                self.guests[number] = +self.guests[number]
            self._room[last] -= moved
            count -= moved

    def _way(self, kind: Kind) -> list[tuple[Kind, int]]:
        """Who goes where so that one of a kind finds room: itself, whom it displaces, and so on; empty without room."""
        came: dict[int, tuple[Kind, int | None]] = {}
        waiting: deque[tuple[Kind, int | None]] = deque([(kind, None)])
        asked = {kind}
        while waiting:
            each, left = waiting.popleft()
            for number in self._open_to[each]:
                self.looks += 1
                if number in came or number in self._full:
                    continue
                came[number] = each, left
                if self._room[number]:
                    return _back(came, number)
                others = [other for other in self.guests[number] if other not in asked]
                asked.update(others)
                waiting.extend((other, number) for other in others)
        self._full |= came.keys()  # those that come later find no room there either
        return []


def _back(came: Mapping[int, tuple[Kind, int | None]], last: int) -> list[tuple[Kind, int]]:
    """The steps that led to a deck with room, the first of them first."""
    way: list[tuple[Kind, int]] = []
    number: int | None = last
    while number is not None:
        each, left = came[number]
        way.append((each, number))
        number = left
    return way[::-1]

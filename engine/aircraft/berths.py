"""Which aircraft can land on carriers all together: each carrier ends in one zone and takes a few of them (CMV-39).

Aircraft and decks are matched as if a carrier could be in several zones at once; that bounds what any choice of zones
can save. Where such a matching asks a carrier to be in two zones, each of them is tried, the likeliest first, and what
cannot beat the best choice so far is left. Zones where a carrier meets fewer aircraft than in another never come into
it, and carriers that are alike are tried once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.facts.board import SpaceId

MOST_TRIES = 200
"""Matchings tried for one proof: a bound on its work that no position met so far has come near."""

Group = frozenset[int]
"""Aircraft, by their place in the list, that a carrier meets in one zone."""


@dataclass(frozen=True)
class Deck:
    """Room on one carrier and the zones where it can end; `yard` is the complex of a carrier not yet built."""

    zones: frozenset[SpaceId]
    room: int
    yard: SpaceId | None = None


@dataclass(frozen=True)
class _Open:
    """What is open for a deck: one of these groups. A new carrier is sure to be built once it is `launched`."""

    groups: tuple[Group, ...]
    room: int
    is_new: bool
    launched: bool = False

    @property
    def meets(self) -> Group:
        return frozenset[int]().union(*self.groups)

    def holds(self, guests: set[int]) -> bool:
        """Whether one zone is enough for these guests."""
        return not guests or any(guests <= group for group in self.groups)

    def likeliest(self, guests: set[int]) -> list[Group]:
        return sorted(self.groups, key=lambda group: (-len(group & guests), sorted(group)))


def berths(wanted: Sequence[frozenset[SpaceId]], decks: Sequence[Deck], new_carriers: int) -> list[SpaceId | None]:
    """For each aircraft, with the zones in its reach, a zone where a deck takes it; as many as possible are saved.

    new_carriers: how many of the decks with a yard can be built.
    """
    met = [_groups(deck, wanted) if new_carriers or deck.yard is None else {} for deck in decks]
    search = _Search(len(wanted), new_carriers)
    search.look(tuple(_Open(tuple(g), deck.room, deck.yard is not None) for g, deck in zip(met, decks, strict=True)))
    found: list[SpaceId | None] = [None] * len(wanted)
    for groups, guests in zip(met, search.guests, strict=True):
        for aircraft in guests:
            found[aircraft] = next(zone for group, zone in groups.items() if guests <= group)
    return found


def _groups(deck: Deck, wanted: Sequence[frozenset[SpaceId]]) -> dict[Group, SpaceId]:
    """The largest groups of aircraft that a deck can meet, each with the first of its zones."""
    met: dict[Group, SpaceId] = {}
    for zone in sorted(deck.zones):
        if group := frozenset(number for number, zones in enumerate(wanted) if zone in zones):
            met.setdefault(group, zone)
    return {group: zone for group, zone in met.items() if not any(group < other for other in met)}


@dataclass
class _Search:
    aircraft: int
    new_carriers: int
    saved: int = -1
    guests: list[set[int]] = field(default_factory=list)
    tried: set[frozenset[tuple[_Open, int]]] = field(default_factory=set)

    def look(self, decks: tuple[_Open, ...]) -> None:
        """Keep the best use of the decks in `guests`: the aircraft that each of them takes."""
        alike = frozenset(Counter(decks).items())
        if alike in self.tried or len(self.tried) >= MOST_TRIES:
            return
        self.tried.add(alike)
        guests = _matched(decks, self.aircraft)
        most = sum(map(len, guests))
        if most <= self.saved:
            return
        is_whole = True
        for narrower in self._narrower(decks, guests):
            is_whole = False
            self.look(narrower)
            if self.saved == most:
                return
        if is_whole:
            self.saved, self.guests = most, guests

    def _narrower(self, decks: tuple[_Open, ...], guests: list[set[int]]) -> Iterator[tuple[_Open, ...]]:
        """The ways to mend what is wrong with a matching; none where nothing is."""
        used = [number for number, aboard in enumerate(guests) if aboard and decks[number].is_new]
        if len(used) > self.new_carriers:
            number = next(each for each in used if not decks[each].launched)
            yield self._launched(decks, number)
            yield _with(decks, number, replace(decks[number], groups=()))
            return
        for number, (deck, aboard) in enumerate(zip(decks, guests, strict=True)):
            if not deck.holds(aboard):
                for group in deck.likeliest(aboard):
                    yield _with(decks, number, replace(deck, groups=(group,)))
                return

    def _launched(self, decks: tuple[_Open, ...], number: int) -> tuple[_Open, ...]:
        """With a new carrier built; once all are, the other yards build none."""
        decks = _with(decks, number, replace(decks[number], launched=True))
        if sum(deck.launched for deck in decks) < self.new_carriers:
            return decks
        return tuple(replace(deck, groups=()) if deck.is_new and not deck.launched else deck for deck in decks)


def _with(decks: tuple[_Open, ...], number: int, deck: _Open) -> tuple[_Open, ...]:
    return (*decks[:number], deck, *decks[number + 1 :])


def _matched(decks: Sequence[_Open], aircraft: int) -> list[set[int]]:
    """The guests of each deck, as many as possible, as if a carrier could be in several zones at once."""
    meets = [deck.meets for deck in decks]
    guests: list[set[int]] = [set() for _ in decks]

    def place(each: int, asked: set[int]) -> bool:
        for number, deck in enumerate(decks):
            if each not in meets[number] or number in asked:
                continue
            asked.add(number)
            if len(guests[number]) < deck.room:
                guests[number].add(each)
                return True
            for other in sorted(guests[number]):
                if place(other, asked):
                    guests[number].remove(other)
                    guests[number].add(each)
                    return True
        return False

    for each in range(aircraft):
        place(each, set())
    return guests

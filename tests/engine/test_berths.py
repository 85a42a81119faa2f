"""Where carriers must be so that as many aircraft as possible can land, compared with trying every choice of zones."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.landing.berths import MOST_TRIES, Deck, _Search, berths

ZONES = ("a", "b", "c", "d", "e")
some_zones = st.frozensets(st.sampled_from(ZONES), min_size=1, max_size=4)
decks = st.builds(Deck, some_zones, st.integers(1, 2), st.sampled_from([None, None, "yard"]))


def most_saved(wanted: list[frozenset[str]], carriers: list[Deck], new_carriers: int) -> int:
    """How many aircraft can land at most: every carrier is tried in each of its zones."""
    most = 0
    for zones in product(*([*sorted(deck.zones), *([None] if deck.yard else [])] for deck in carriers)):
        built = sum(deck.yard is not None and zone is not None for deck, zone in zip(carriers, zones, strict=True))
        if built <= new_carriers:
            places = [zone for deck, zone in zip(carriers, zones, strict=True) if zone for _ in range(deck.room)]
            most = max(most, _matched(wanted, places))
    return most


def _matched(wanted: list[frozenset[str]], places: list[str]) -> int:
    guests: dict[int, int] = {}

    def place(aircraft: int, asked: set[int]) -> bool:
        for number, zone in enumerate(places):
            if zone in wanted[aircraft] and number not in asked:
                asked.add(number)
                if number not in guests or place(guests[number], asked):
                    guests[number] = aircraft
                    return True
        return False

    return sum(place(aircraft, set()) for aircraft in range(len(wanted)))


def _have_room(landings: Counter[str], carriers: list[Deck], new_carriers: int) -> bool:
    """Whether the carriers can be so that each zone has room for all that land there."""
    for zones in product(*([*sorted(deck.zones), None] for deck in carriers)):
        used = [(deck, zone) for deck, zone in zip(carriers, zones, strict=True) if zone]
        room: Counter[str] = Counter()
        for deck, zone in used:
            room[zone] += deck.room
        if landings <= room and sum(deck.yard is not None for deck, _ in used) <= new_carriers:
            return True
    return False


@pytest.mark.rule("CMV-39", setups=("aa1941", "revised", "anniversary_1941", "anniversary_1942"))
@settings(max_examples=150)
@given(st.lists(some_zones, max_size=7), st.lists(decks, max_size=4), st.integers(0, 2))
def test_as_many_land_as_in_the_best_of_all_choices(
    wanted: list[frozenset[str]], carriers: list[Deck], new_carriers: int
) -> None:
    found = berths(wanted, carriers, new_carriers)
    assert sum(zone is not None for zone in found) == most_saved(wanted, carriers, new_carriers)
    assert all(zone is None or zone in zones for zone, zones in zip(found, wanted, strict=True))
    assert _have_room(Counter(zone for zone in found if zone), carriers, new_carriers)


def test_a_proof_has_a_bound_on_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    look = _Search.look

    def counted(self: _Search, *args: object) -> None:
        look(self, *args)  # type: ignore[arg-type]
        tries.append(len(self.tried))

    monkeypatch.setattr(_Search, "look", counted)
    rng = Random(39)
    for _ in range(20):
        sea = [f"sz{number}" for number in range(12)]
        wanted = [frozenset(rng.sample(sea, 3)) for _ in range(20)]
        berths(wanted, [Deck(frozenset(rng.sample(sea, 6)), 2) for _ in range(10)], 0)
    assert max(tries) <= MOST_TRIES

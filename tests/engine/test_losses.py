"""Who can take which hits, against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

from hypothesis import assume, given
from hypothesis import strategies as st

from engine import GameState
from engine.combat.hits import SOURCES, Profile, Source, by_source, most_hits
from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.casualties import chosen_slots
from engine.combat.losses.default_losses import as_choice, slots_in_order
from engine.state.battles import Battle, Hits
from tests.engine.table import position

HITS = st.builds(Hits, air=st.integers(0, 3), submarine=st.integers(0, 3), other=st.integers(0, 3))
PROFILES: list[Profile] = [frozenset(found) for size in (1, 2, 3) for found in combinations(SOURCES, size)]
SHIPS = st.dictionaries(
    st.sampled_from(["submarine", "transport", "destroyer", "aircraft_carrier", "battleship", "fighter"]),
    st.integers(1, 2),
    min_size=1,
    max_size=3,
)


def most_by_trying(hits: Hits, slots: list[Profile]) -> int:
    """The largest matching of hits to places, place after place with each hit that it can take."""
    left = [source for source, count in by_source(hits).items() for _ in range(count)]

    def best(index: int, open_hits: tuple[Source, ...]) -> int:
        if index == len(slots):
            return 0
        found = best(index + 1, open_hits)
        for source in set(open_hits) & slots[index]:
            rest = list(open_hits)
            rest.remove(source)
            found = max(found, 1 + best(index + 1, tuple(rest)))
        return found

    return best(0, tuple(left))


@given(HITS, st.lists(st.sampled_from(PROFILES), max_size=5))
def test_as_many_hits_are_assigned_as_a_search_of_all_assignments_finds(hits: Hits, slots: list[Profile]) -> None:
    assert most_hits(hits, Counter(slots)) == most_by_trying(hits, slots)


def taking(ships: dict[str, int], hits: Hits, *, destroyer: bool) -> HitTaking:
    """A Japanese fleet that takes these hits."""
    text = ", ".join(f"{count} {unit}" for unit, count in ships.items())
    state: GameState = position("united_states", "conduct_combat", {"sz45": f"japan: {text}"}).state
    defenders = tuple(piece.id for piece in state.at("sz45"))
    battle = Battle(
        "sz45", "sea", False, "united_states", (), defenders, round=1, attacker_destroyer=destroyer, hits=hits
    )
    return HitTaking(state, battle, "defender")


def legal_assignments(side: HitTaking) -> list[tuple[Slot, ...]]:
    """All legal assignments, found by trying every set of places where first hits come before second ones."""
    found = []
    for slots in combinations(side.slots, side.must_take):
        in_order = all(n == 1 or (piece, n - 1) in slots for piece, n in slots)
        if in_order and side.is_legal(slots):
            found.append(slots)
    return found


@given(SHIPS, HITS, st.booleans())
def test_the_default_is_legal_and_a_choice_is_seen_exactly_where_there_is_one(
    ships: dict[str, int], hits: Hits, destroyer: bool
) -> None:
    assume(hits.total)
    side = taking(ships, hits, destroyer=destroyer)
    default = slots_in_order(side, ())
    assert side.is_legal(default)
    outcomes = {
        tuple(sorted(Counter(side.kind(slot) for slot in slots).items(), key=str)) for slots in legal_assignments(side)
    }
    assert side.has_choice(default) == (len(outcomes) > 1)


@given(SHIPS, HITS, st.booleans())
def test_an_assignment_written_as_a_choice_reads_back(ships: dict[str, int], hits: Hits, destroyer: bool) -> None:
    side = taking(ships, hits, destroyer=destroyer)
    default = slots_in_order(side, ())
    again = chosen_slots(side, as_choice(side, default))
    assert side.is_legal(again)
    assert Counter(map(side.kind, again)) == Counter(map(side.kind, default))


@given(SHIPS, HITS, st.permutations(["submarine", "transport", "destroyer", "aircraft_carrier", "battleship"]))
def test_every_order_of_loss_gives_a_legal_assignment(ships: dict[str, int], hits: Hits, order: list[str]) -> None:
    side = taking(ships, hits, destroyer=True)
    assert side.is_legal(slots_in_order(side, order))


def test_the_search_of_all_assignments_knows_a_case_by_hand() -> None:
    only_ships: Profile = frozenset({"submarine", "other"})
    anything: Profile = frozenset({"air", "submarine", "other"})
    assert [most_by_trying(Hits(air=2), list(slots)) for slots in permutations([only_ships, anything])] == [1, 1]

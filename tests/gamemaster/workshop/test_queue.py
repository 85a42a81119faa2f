"""Who comes next."""

from __future__ import annotations

from random import Random
from typing import TypeVar

import pytest

from gamemaster.workers.queue import Asker, FairQueue

ANNA, BEN, CLEO = Asker(1, 1), Asker(2, 1), Asker(3, 1)
DAN = Asker(4, 2)
"""This player is in another game than the others."""


T = TypeVar("T")


def taken(queue: FairQueue[T]) -> list[T]:
    """All that waits, in the order in which it comes."""
    found = []
    while (thing := queue.take(0)) is not None:
        found.append(thing)
    return found


def test_what_somebody_asks_for_comes_in_the_order_of_asking() -> None:
    queue = FairQueue[str]()
    for wish in ("first", "second", "third"):
        queue.put(wish, ANNA)
    assert taken(queue) == ["first", "second", "third"]


def test_who_asks_fifty_times_does_not_hold_up_a_single_wish_of_another() -> None:
    queue = FairQueue[str]()
    for number in range(50):
        queue.put(f"Anna {number}", ANNA)
    queue.put("Ben", BEN)
    assert taken(queue)[:3] == ["Anna 0", "Ben", "Anna 1"]


def test_members_are_served_in_turn() -> None:
    queue = FairQueue[str]()
    for number in (1, 2):
        for asker, name in ((ANNA, "Anna"), (BEN, "Ben"), (CLEO, "Cleo")):
            queue.put(f"{name} {number}", asker)
    assert queue.take(0) == "Anna 1"
    queue.put("Anna 3", ANNA)
    assert taken(queue) == ["Ben 1", "Cleo 1", "Anna 2", "Ben 2", "Cleo 2", "Anna 3"]


def test_a_game_of_which_many_ask_for_something_does_not_hold_up_another() -> None:
    queue = FairQueue[str]()
    for user in range(10, 60):
        queue.put(f"member {user}", Asker(user, 1))
    queue.put("Dan 1", DAN)
    queue.put("Dan 2", DAN)
    assert taken(queue)[:4] == ["member 10", "Dan 1", "member 11", "Dan 2"]


def test_whoever_asks_hears_how_much_comes_before_it() -> None:
    queue = FairQueue[str]()
    befores = [queue.put("wish", asker) for asker in (ANNA, ANNA, BEN, ANNA, CLEO, DAN, DAN, None, None, BEN)]
    assert befores == [0, 1, 1, 3, 2, 1, 3, 0, 1, 8]


@pytest.mark.parametrize("seed", range(20))
def test_what_comes_before_a_wish_is_taken_before_it(seed: int) -> None:
    """Where nothing is added later on."""
    rng = Random(seed)
    queue = FairQueue[int]()
    for number in range(rng.randrange(1, 30)):
        asker = None if rng.random() < 0.2 else Asker(rng.randrange(4), rng.randrange(3))
        before = queue.put(number, asker)
    assert taken(queue).index(number) == before


def test_posts_of_games_come_before_all_wishes() -> None:
    queue = FairQueue[str]()
    queue.put("Anna", ANNA)
    queue.put("first post", None)
    queue.put("second post", None)
    assert taken(queue) == ["first post", "second post", "Anna"]


def test_it_is_known_how_much_waits_for_somebody() -> None:
    queue = FairQueue[str]()
    queue.put("first", ANNA)
    queue.put("second", ANNA)
    queue.put("post", None)
    assert (queue.waiting(ANNA.user), queue.waiting(BEN.user)) == (2, 0)
    taken(queue)
    assert queue.waiting(ANNA.user) == 0


def test_an_empty_queue_gives_nothing_after_the_time_that_is_waited() -> None:
    assert FairQueue[str]().take(0) is None


def test_what_is_in_hand_comes_before_all_that_waits_until_it_is_done() -> None:
    queue = FairQueue[str]()
    assert queue.put("Anna", ANNA) == 0
    assert not queue.is_in_hand
    assert queue.take(0) == "Anna"
    assert queue.is_in_hand
    assert queue.put("Ben", BEN) == 1
    queue.done()
    assert not queue.is_in_hand
    assert queue.put("Cleo", CLEO) == 1

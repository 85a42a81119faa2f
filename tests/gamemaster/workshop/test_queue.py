"""Who comes next."""

from __future__ import annotations

from gamemaster.workshop.queue import FairQueue

ANNA, BEN, CLEO = 1, 2, 3


def taken(queue: FairQueue[str]) -> list[str]:
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
    assert (queue.waiting(ANNA), queue.waiting(BEN)) == (2, 0)
    taken(queue)
    assert queue.waiting(ANNA) == 0


def test_an_empty_queue_gives_nothing_after_the_time_that_is_waited() -> None:
    assert FairQueue[str]().take(0) is None

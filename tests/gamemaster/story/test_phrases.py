"""Lists that are too long for a message."""

from __future__ import annotations

from gamemaster.narration.phrases import joined_within, latest_within, lines_within, split_lines


def test_long_lists_are_cut_at_whole_lines_and_say_how_many_are_left_out() -> None:
    lines = [f"move number {n}" for n in range(10)]
    assert lines_within(lines, 70, "moves") == [*lines[:3], "and 7 more moves"]
    assert lines_within(lines[:2], 70, "moves") == lines[:2]
    assert split_lines("one\ntwo three\nfour", 9) == ("one", "two three", "four")
    assert split_lines("one two three", 8) == ("one two", "three")


def test_what_is_left_out_is_counted_as_one_where_it_is_one() -> None:
    assert joined_within(["3 infantry in Norway", "1 submarine in Poland"], 39, "; ", "more places") == (
        "3 infantry in Norway; and 1 more place"
    )


def test_of_many_orders_the_latest_are_told() -> None:
    lines = [f"{n}. 1 infantry: Germany to Poland" for n in range(1, 31)]
    assert latest_within(reversed(lines), len(lines), 110, "orders") == ["28 earlier orders", *lines[28:]]
    assert latest_within(reversed(lines[:2]), 2, 110, "orders") == lines[:2]

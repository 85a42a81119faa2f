"""How much room posts take on a phone, 390 by 844 pixels, estimated as the page of the local table shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from local import Message

HEIGHT, WIDTH = 844, 320  # what is seen at once; what stands beside the avatar
MARGIN, BUTTONS_IN_A_ROW, BUTTON = 8, 3, 48
LINES = {"": (38, 24), "-# ": (46, 18)}
"""How a line begins, how many characters stand in it, and how high it is."""
FRAME, CONTAINER = 28, 17
"""How much room a frame takes, and Discord's kind of a component that is one."""
MAP = 0.84
"""How high a map is that stands alone, as a part of its width."""


def screens(posts: Iterable[Message]) -> float:
    """How many screens posts fill."""
    return sum(_height(post) for post in posts) / HEIGHT


def _height(post: Message) -> float:
    words = sum(_lines(line) for line in post.content.split("\n"))
    buttons = ceil(len(post.buttons) / BUTTONS_IN_A_ROW) * BUTTON
    return MARGIN + words + WIDTH * _of_pictures(_pictures(post)) + buttons + FRAME * _is_framed(post)


def _pictures(post: Message) -> int:
    """What stands below the words; an emblem stands beside the first of them, which takes no more room."""
    return len(post.attachments) - _is_framed(post)


def _is_framed(post: Message) -> bool:
    return any(each["type"] == CONTAINER for each in post.raw["components"])


def _lines(line: str) -> int:
    begins = max((begin for begin in LINES if line.startswith(begin)), key=len)
    most, height = LINES[begins]
    return height * max(1, ceil(len(line.removeprefix(begins)) / most))


def _of_pictures(number: int) -> float:
    """One alone, else as Discord puts them together: two, a large one and two small, or rows of two and three."""
    few: Sequence[float] = (0, MAP, 1 / 2, 2 / 3, 1)
    if number < len(few):
        return few[number]
    return number // 3 / 3 + (0, 1 / 2, 1 / 2)[number % 3]

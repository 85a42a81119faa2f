"""The picture of a battle's chances: nothing overlaps or leaves it, and its words have the same numbers."""

from __future__ import annotations

from itertools import combinations

import pytest

from maps.battles.chances import Bar, ChancesBoard, Fighting, chances_in_words, left_in_words, percent
from maps.battles.chances_board import MOST_BARS, draw_chances, gathered, lay_out_chances
from maps.battles.data import Units
from maps.battles.layout import MOST_HEIGHT, WIDTH

KINDS = (
    "infantry",
    "artillery",
    "mechanized_infantry",
    "tank",
    "aaa",
    "fighter",
    "tactical_bomber",
    "strategic_bomber",
)


def board(ends: int, *, kinds: int = 3, powers: tuple[str, ...] = ("germany",), margin: float = 0.0) -> ChancesBoard:
    """A battle that may end in so many ways either way."""
    units = tuple(Units(power, kind, 40) for power in powers for kind in KINDS[:kinds])
    attacker = Fighting(powers, "Germany attacks", units, 0.6, 31.4, 12.2)
    defenders = ("soviet_union", "united_kingdom", "united_states")[: len(powers)]
    defending = tuple(Units(power, kind, 7) for power in defenders for kind in KINDS[:kinds])
    title = "The Soviet Union, the United Kingdom and the United States defend"
    defender = Fighting(defenders, title, defending, 0.38, 30.0, 9.0)
    bars = tuple(Bar(left, 1 / (2 * ends + 1)) for left in range(ends, -ends - 1, -1))
    return ChancesBoard("Northwestern Persia and Iraq", attacker, defender, 0.02, 3.14, bars, 1, margin, "")


BOARDS = (
    board(1),
    board(12),
    board(200, kinds=8, powers=("germany", "italy", "japan")),
    board(30, kinds=8, margin=0.002),
)


@pytest.mark.parametrize("shown", BOARDS)
def test_everything_is_in_the_picture_and_no_word_covers_another(shown: ChancesBoard) -> None:
    page = lay_out_chances(shown)
    assert page.bottom <= MOST_HEIGHT
    for item in (*page.items, *page.panels):
        assert 0 <= item.box[0] <= item.box[2] <= WIDTH, item
        assert 0 <= item.box[1] <= item.box[3] <= page.bottom, item
    for one, other in combinations(page.items, 2):
        apart = one.box[2] <= other.box[0] or other.box[2] <= one.box[0]
        assert apart or one.box[3] <= other.box[1] + 4 or other.box[3] <= one.box[1] + 4, (one, other)


@pytest.mark.parametrize("shown", BOARDS)
def test_the_words_have_the_numbers_of_the_picture(shown: ChancesBoard) -> None:
    words = chances_in_words(shown)
    picture = draw_chances(shown)
    assert picture.alt_text == words
    assert len(words) <= 1000
    for number in (percent(0.6, shown.margin), percent(0.38, shown.margin), "31 IPCs", "3.1 rounds", "1 attacker left"):
        assert number in words


def test_endings_next_to_each_other_are_put_together_where_there_are_many() -> None:
    many = BOARDS[2].bars
    bars = gathered(many)
    assert len(bars) <= MOST_BARS
    assert sum(bar.share for bar in bars) == pytest.approx(1)
    assert [bar.left for bar in bars] == sorted((bar.left for bar in bars), reverse=True)
    assert gathered(BOARDS[1].bars) == list(BOARDS[1].bars)


def test_shares_never_claim_more_than_they_are() -> None:
    assert [percent(share) for share in (0, 0.004, 0.714, 0.996, 1)] == [
        "0%",
        "under 1%",
        "71%",
        "over 99%",
        "100%",
    ]
    assert percent(0.7134, 0.002) == "71.3 ± 0.2%"
    assert [percent(share, 0.00004) for share in (0, 0.0001, 0.9999, 1)] == [
        "under 1%",
        "under 1%",
        "over 99%",
        "over 99%",
    ]
    assert [left_in_words(left) for left in (2, 1, 0, -1)] == [
        "2 attackers left",
        "1 attacker left",
        "nobody left",
        "1 defender left",
    ]
    assert [left_in_words(left, both=True) for left in (2, 0, -1)] == [
        "2 more attackers left",
        "as many left on both sides",
        "1 more defender left",
    ]

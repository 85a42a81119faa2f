"""Random wars with all national advantages: whatever happens has words that fit a message.

`python -m tests.soak_words` plays more of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.gamemaster.story.random_wars import War, fight
from tests.invented import NARROW_SEA, invented
from tests.samples import Sample

ORDERS = 120
"""Of each war; the suite fights the first half of them."""

WITH_ARTICLE = "United States|United Kingdom|Soviet Union|Dutch"
DOES = (
    "asks|attacks?|breaks|buys|calls|chooses?|collects|decides?|declares?|defends?|does|gets|goes|go|intercepts?|"
    "is asked|lands|lets|loses|makes|may|moves|must|orders|places|proposes|raids|retreats|scrambles|sends|"
    "spends|takes|uses|wants"
)
WITHOUT_ARTICLE = re.compile(
    rf"(?<![Tt]he )(?<!ern )(?<!ral )\b(?:(?:{WITH_ARTICLE}) (?:{DOES})|(?:of|by|for) (?:{WITH_ARTICLE}))\b.*"
)
"""What is done by a power, or belongs to one, whose name has an article and is without it here."""


def heard_without_article(found: set[str]) -> Callable[[str, str], None]:
    """What hears the texts of a war and keeps those in which an article is missing."""

    def hear(group: str, text: str) -> None:
        found.update(f"{group}: {slip}" for slip in WITHOUT_ARTICLE.findall(text))

    return hear


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("setup", "seed"),
    [
        ("revised", 0),
        pytest.param("revised", 1, marks=pytest.mark.whole),
        ("anniversary_1941", 0),
        ("anniversary_1942", 1),
        ("pacific_1940", 1),
        ("global_1940", 2),
    ],
)
def test_whatever_happens_in_a_random_war_has_words_that_fit(setup: str, seed: int, sample: Sample[int]) -> None:
    bare = set[str]()
    war = fight(War(setup, seed, heard_without_article(bare)), len(list(sample(range(ORDERS), 2))))
    assert {"fired", "battle_ended", "phase_began"} <= war.kinds
    assert not bare


def test_a_war_with_a_power_at_peace_neutrals_and_a_power_without_a_turn_has_words_too() -> None:
    """Not every war comes to the neutrals: others follow until one does."""
    with invented():
        assert any({"neutral_roused", "phase_began"} <= fight(War(NARROW_SEA, seed)).kinds for seed in range(2, 10))

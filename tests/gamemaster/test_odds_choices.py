"""What buttons below odds carry: the battle in a few characters, and a sentence for what nobody ever wrote."""

from __future__ import annotations

from random import Random

import pytest

from engine import load_setup
from engine.errors import IllegalAction
from engine.queries.notation import ALL
from gamemaster.chances.choice import KINDS, MOST_PERCENT, MOST_ROUNDS, OddsChoice
from gamemaster.chances.plans import read_losses
from gamemaster.errors import TableRefusal
from tests.published import SETUPS


@pytest.mark.parametrize("setup", SETUPS)
def test_what_a_button_carries_is_read_again(setup: str) -> None:
    edition, rng = load_setup(setup), Random(2)
    powers = ["", *edition.power]
    for _ in range(200):
        units = tuple((unit, rng.randint(1, 40)) for unit in rng.sample(sorted(edition.unit), 3))
        kind = rng.choice(list(KINDS.values()))
        space = "" if kind == "units" else rng.choice([*edition.board.territory, *edition.board.sea_zone])
        choice = OddsChoice(
            kind,
            space,
            rng.choice(powers),
            rng.choice(powers),
            units,
            units[:2],
            rng.randint(0, MOST_ROUNDS),
            rng.random() < 0.5,
            rng.random() < 0.5,
            rng.random() < 0.5,
            rng.choice((0, rng.randint(1, MOST_PERCENT))),
            rng.choice(((), ("attacker",), ("defender",), ("attacker", "defender"))),
            *rng.choice((((), ""), (units[1:], "attacker"), (units[:1], "defender"))),
        )
        code = choice.code(edition)
        assert OddsChoice.from_code(edition, code) == choice
        assert ":" not in code


FORGED = (
    *("", "x", "b", "b.atlantis.....", "b.west_russia.z....", "b.west_russia...9z...", "b.west_russia.....99"),
    *(
        "b......",
        "u.russia.a.b.1a.1a.",
        "b.russia.....1kw\n",
        "b.russia...9999a...",
        "b.russia....." + "1" * 4000,
        "b.russia.....l100",
        "b.russia.....ua2b",
        "b.russia.....f2b",
        "b.russia.....fa2z",
    ),
)


@pytest.mark.parametrize("code", FORGED)
def test_forged_buttons_get_a_sentence(code: str) -> None:
    with pytest.raises(TableRefusal, match="Use /odds to ask again"):
        OddsChoice.from_code(load_setup("aa1941"), code)


def test_an_order_of_loss_is_typed_with_numbers_or_names_alone() -> None:
    edition = load_setup("aa1941")
    assert read_losses(edition, "1 tank 2 inf") == (("tank", 1), ("infantry", 2))
    assert read_losses(edition, "tank, then infantry") == (("tank", ALL), ("infantry", ALL))
    assert read_losses(edition, "all tanks, 1 ftr") == (("tank", ALL), ("fighter", 1))
    for line in ("x" * 6000, "1 " * 3000, "2 cruisers", "mechanized infantry"):
        with pytest.raises(IllegalAction) as no:
            read_losses(edition, line)
        assert len(no.value.message) < 300

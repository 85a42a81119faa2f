"""A usual answer says why it gives up what is dearer than something that it keeps."""

from __future__ import annotations

import pytest

from gamemaster.narration import request_card
from tests.engine.table import Table, position


def attacked(territory: str) -> Table:
    """A German infantry and a fighter fight for a territory, and one of them is hit."""
    spaces = {
        "west_russia": "germany: 1 infantry, 1 fighter",
        territory: "soviet_union: 2 infantry",
        "eastern_europe": "germany: 1 infantry",
    }
    table = position("germany", "combat_move", spaces, owners={"west_russia": "germany"})
    table.move(f"1 infantry, 1 fighter: west_russia > {territory}").end_phase()
    table.battle(territory, "6 6 1 6")
    return table


@pytest.mark.rule("ASY-13")
@pytest.mark.parametrize(
    ("territory", "lost", "said"),
    [
        ("russia", "1 fighter (default)", "keeps a unit that can take Russia, 10 IPCs lost; left: 1 infantry"),
        ("archangel", "1 infantry (default)", "3 IPCs lost; left: 1 fighter"),
    ],
)
def test_a_dear_loss_is_proposed_for_a_prize_alone_and_with_its_reason(territory: str, lost: str, said: str) -> None:
    state = attacked(territory).state
    _, offers = request_card(state, state.requests[0], "germany")
    assert (offers[0].label, offers[0].description) == (lost, said)
    assert all("keeps" not in offer.description for offer in offers[1:])

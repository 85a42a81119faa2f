"""Research of a power with two economies: who pays for the dice, and which of them the war bonds are paid into."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import state_from_json, state_to_json
from engine.economy.research import can_research
from engine.events.economy import BONDS_PAID_INTO
from tests.engine.table import Table
from tests.two_economies import EUROPE, PACIFIC, UK, add_two_economies, table


@pytest.fixture(autouse=True)
def _two_economies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_two_economies(tmp_path, monkeypatch)


class TestResearch:
    @pytest.mark.rule("RES-16", setup="global_1940")
    def test_either_pays_for_the_dice(self) -> None:
        game = table(UK, "research", ipcs={EUROPE: 10, PACIFIC: 6})
        order = {"type": "research", "dice": 1, "chart": 1}
        game.refuses(order, "RES-16")
        game.refuses({**order, "dice": 2, "from": PACIFIC}, "RES-02")
        game.do({**order, "from": PACIFIC}, "1")
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (10, 1)
        assert game.happened("researched")[0].paid == {PACIFIC: 5}

    @pytest.mark.rule("RES-16", setup="global_1940")
    def test_both_pay_any_share_of_the_dice_together(self) -> None:
        game = table(UK, "research", ipcs={EUROPE: 10, PACIFIC: 9})
        game.do({"type": "research", "dice": 3, "chart": 1, "from": {EUROPE: 6, PACIFIC: 9}}, "1 2 3")
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (4, 0)
        assert state_from_json(state_to_json(game.state)) == game.state

    @pytest.mark.parametrize(
        ("shares", "rule", "sentence"),
        [
            ({EUROPE: 6, PACIFIC: 3}, "RES-16", "2 research dice cost 10 IPCs; the shares come to 9."),
            (
                {EUROPE: 8, PACIFIC: 2},
                "RES-02",
                "2 research dice cost 10 IPCs, 5 each; UK Europe has 7, less than its share of 8.",
            ),
            ({EUROPE: 5, "germany": 5}, "GEN-12", None),
            ({EUROPE: 10, "germany": 0}, "GEN-12", None),
        ],
    )
    def test_shares_come_to_the_cost_and_lie_there(self, shares: Any, rule: str, sentence: str | None) -> None:
        game = table(UK, "research", ipcs={EUROPE: 7, PACIFIC: 9})
        refused = game.refuses({"type": "research", "dice": 2, "chart": 1, "from": shares}, rule)
        assert sentence in (refused, None)

    @pytest.mark.rule("RES-14", "RES-16", setup="global_1940")
    def test_a_fallen_economy_pays_no_share(self) -> None:
        game = table(UK, "research", owners={"india": "japan"}, ipcs={EUROPE: 10, PACIFIC: 10})
        game.refuses({"type": "research", "dice": 2, "chart": 1, "from": {EUROPE: 5, PACIFIC: 5}}, "RES-14")

    @pytest.mark.rule("RES-16", setup="global_1940")
    def test_what_neither_pays_alone_keeps_the_phase_open(self) -> None:
        """Five IPCs in two treasuries are a die."""
        waits = table(UK, "research", ipcs={EUROPE: 2, PACIFIC: 3})
        assert can_research(waits.state, UK)
        fallen = table(UK, "research", owners={"india": "japan"}, ipcs={EUROPE: 2, PACIFIC: 3})
        assert not can_research(fallen.state, UK)

    @pytest.mark.rule("RES-07", "RES-16", setup="global_1940")
    def test_dice_kept_from_before_are_paid_by_none(self) -> None:
        game = table(UK, "research", ipcs={EUROPE: 5, PACIFIC: 0})
        game.state = replace(game.state, research_tokens={UK: 1})
        game.do({"type": "research", "dice": 0, "chart": 1}, "1")
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (5, 0)

    @pytest.mark.rule("RES-14", setup="global_1940")
    def test_a_fallen_economy_pays_for_none(self) -> None:
        game = table(UK, "research", owners={"india": "japan"}, ipcs={EUROPE: 10, PACIFIC: 10})
        game.refuses({"type": "research", "dice": 1, "chart": 1, "from": PACIFIC}, "RES-14")
        game.do({"type": "research", "dice": 1, "chart": 1}, "1")
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (5, 10)


@pytest.mark.rule("RES-45", setup="global_1940")
class TestWarBonds:
    def bonds(self, **more: Any) -> Table:
        """The last phase of a power that has developed war bonds is over."""
        known = {UK: ["war_bonds"]}
        return table(UK, "mobilize", technologies=known, ipcs={EUROPE: 0, PACIFIC: 0}, **more)

    def test_the_power_names_the_account_before_the_roll(self) -> None:
        game = self.bonds().end_phase()
        assert game.questions == [("war_bonds", (UK,))]
        assert not game.happened("income_collected")
        game.decide("war_bonds", {"account": PACIFIC}, "5")
        paid = {event.account: event.bonds for event in game.happened("income_collected")}
        assert paid == {EUROPE: (), PACIFIC: (5,)}
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (29, 24)

    def test_a_stranger_is_not_paid(self) -> None:
        game = self.bonds().end_phase()
        order = {"type": "decide", "kind": "war_bonds", "choice": {"account": "united_states"}}
        sentence = game.refuses(order, "form")
        assert sentence == f"Name the treasury that gets the war bonds: {EUROPE} or {PACIFIC}."

    def test_the_only_open_account_is_paid_unasked(self) -> None:
        game = self.bonds(owners={"india": "japan"}).end_phase("5")
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (34, 0)

    def test_the_answer_holds_for_one_turn(self) -> None:
        game = self.bonds().end_phase().decide("war_bonds", {"account": PACIFIC}, "5")
        assert BONDS_PAID_INTO.of(game.state.turn) == ""

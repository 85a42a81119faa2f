"""What the forms of the game say before anything is typed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, has_button


async def test_the_price_list_of_the_order_form_is_never_cut_within_a_price(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        panel = await found(anna, lambda message: has_button(message, ":buy"))
        form = (await anna.press(panel, "Buy units")).opened
        hint = form.fields[0].placeholder or ""
        assert hint.startswith("infantry 3, ")
        assert hint.endswith("destroyer 8, …")
        assert len(hint) <= 100


async def test_prices_offered_while_typing_are_those_that_will_be_paid(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="anniversary_1941")
        change = {
            "technologies": {"germany": ["improved_shipyards"]},
            "turn": {"round": 1, "power": "germany", "phase": "purchase"},
        }
        await anna.command(CHANNEL, "game edit", change=json.dumps(change))
        offered = await ben.autocomplete(CHANNEL, "buy", focused="units", units="1 destroyer")
        assert [choice.name for choice in offered] == ["1 destroyer (7 IPCs)"]
        bought = await ben.command(CHANNEL, "buy", units="1 destroyer")
        assert "Ordered: 1 destroyer for 7 IPCs" in bought.content

"""What the forms of the game say before anything is typed."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.house import house
from tests.e2e.playing import begin, found, has_button


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

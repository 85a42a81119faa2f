"""What the sheet of a set-up offers: all of it can be chosen, fits into a button, and is taken by the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import load_setup
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.keys import custom_id
from gamemaster.lobby.advantages import OPTION, read_plan
from gamemaster.lobby.contracts import JOINS, OF_THE_TABLE, PACE, PLACE, POSTED, SEATS, TAKEN_BACK, Contract, offers_of
from gamemaster.sheets.page import MOST_ENTRIES, Menu
from gamemaster.sheets.setting_up import contract_sheet
from tests.gamemaster.desk import ANNA, BEN, CLEO, desk
from tests.published import SETUPS

LONGEST_ID, ROOM_FOR_OTHERS = 100, 40
"""A setup of one's own may have a longer name, and more options."""


@pytest.mark.parametrize("setup", SETUPS)
def test_every_value_can_be_chosen_and_is_taken(setup: str) -> None:
    edition = load_setup(setup)
    offers = offers_of(edition)
    assert {each.name for each in offers} == {*OF_THE_TABLE, *edition.options}
    for offer in offers:
        assert len(offer.values) <= MOST_ENTRIES
        for value in offer.values:
            contract = Contract(setup).having(offer.name, value)
            assert Contract.of(contract.code).value(offer) == value
            menu = contract_sheet(contract, offer.name).parts[1]
            assert isinstance(menu, Menu)
            assert menu.placeholder == offer.asks
            assert len(custom_id(0, "", menu.deed)) <= LONGEST_ID - ROOM_FOR_OTHERS
            if offer.name == PACE:
                assert contract.settings == read_table_settings(pace=value)
            elif offer.name == POSTED:
                assert contract.settings == read_table_settings(value)
            elif offer.name == PLACE:
                assert contract.settings == read_table_settings("brief" if value == "here" else f"brief, {value}")
            elif offer.name == JOINS:
                assert contract.settings == read_table_settings(joining=value)
            elif offer.name == SEATS:
                assert contract.settings == read_table_settings(seating=value)
            elif offer.name == TAKEN_BACK:
                assert contract.settings == read_table_settings(take_backs=value)
            elif offer.name == OPTION:
                assert read_plan(edition, contract.options[OPTION]).typed == value
            else:
                assert edition.resolve_options(contract.options)[offer.name] == value


@pytest.mark.parametrize("setup", SETUPS)
def test_a_sheet_says_what_each_option_means_with_the_usual_chosen(setup: str) -> None:
    sheet = contract_sheet(Contract(setup), "victory")
    first, *rest = sheet.parts
    lines = str(first).split("\n")
    for offer in Contract(setup).offers:
        assert any(line.startswith(f"{offer.title}: {offer.usual}") for line in lines), offer.name
    menus = [part for part in rest if isinstance(part, Menu)]
    assert menus[0].placeholder == "How the war is won"
    assert all(any(entry.chosen for entry in menu.entries) for menu in menus[:-1])


def test_what_is_not_offered_is_refused() -> None:
    for name, value in (("victory", "endless"), ("weather", "fair"), (PACE, "slow")):
        with pytest.raises(TableRefusal, match="from another version"):
            Contract("aa1941").having(name, value)


async def test_without_take_backs_only_who_has_no_seat_puts_the_game_back(tmp_path: Path) -> None:
    customs = Contract("aa1941").having(TAKEN_BACK, "never").settings
    assert any(line.startswith("Take-backs: never (") for line in customs.in_words)
    async with desk(tmp_path, customs=customs) as table:
        await table.act(ANNA, {"type": "end_phase"})
        for player in (ANNA, BEN):
            with pytest.raises((TableRefusal, NotAllowed), match=r"without take-backs|can put the game back"):
                await table.wish(player, "rollback", to=0)
        await table.replace(ANNA, "germany", CLEO)
        await table.say(BEN, "agree")
        for former in (BEN, CLEO):
            manager = replace(former, manages_server=True)
            with pytest.raises(TableRefusal, match="neither played here nor"):
                await table.wish(manager, "rollback", to=0)
        await table.roll_back(0)
        assert (await table.state()).phase == "purchase"
    with pytest.raises(TableRefusal, match="Take-backs can be agreed or never"):
        read_table_settings(take_backs="always")

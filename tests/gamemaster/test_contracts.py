"""What the sheet of a set-up offers: all of it can be chosen, fits into a button, and is taken by the rules."""

from __future__ import annotations

import pytest

from engine import load_setup
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.keys import custom_id
from gamemaster.lobby.advantages import OPTION, read_plan
from gamemaster.lobby.contracts import JOINS, OF_THE_TABLE, PACE, PLACE, POSTED, SEATS, Contract, offers_of
from gamemaster.sheets.page import MOST_ENTRIES, Menu
from gamemaster.sheets.setting_up import contract_sheet
from tests.published import SETUPS

LONGEST_ID = 100


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
            assert len(custom_id(0, "", f"setup.set.{contract.code}.{offer.name}")) <= LONGEST_ID
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

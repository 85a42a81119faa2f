"""The words that say the same as a picture."""

import pytest

from maps import Arrow, Battles, Changes, Moves, UnknownPlace, describe_in_words, draw_board, region_view
from tests.maps.positions import crowded, everywhere, opening

BOARD = "aa1941"


def test_the_full_text_tells_moment_owners_units_and_facilities() -> None:
    words = describe_in_words(BOARD, opening())
    assert words.startswith("Soviet Union, round 1, purchase.")
    assert "Caucasus (Soviet Union): industrial complex; 3 infantry, 1 tank." in words
    assert "Sea Zone 5: " in words
    assert "Held by the United States without units" in words


def test_foreign_units_and_damage_are_told() -> None:
    words = describe_in_words(BOARD, crowded())
    assert "1 battleship" in words
    assert "(1 battleship damaged)" in words
    assert (
        "Western Europe (United Kingdom): 5 infantry, 3 tanks, 1 fighter; United States 6 infantry, 4 tanks." in words
    )


def test_every_occupied_space_is_in_the_full_text() -> None:
    position = crowded()
    words = describe_in_words(BOARD, position)
    for powers in position["units"].values():
        for units in powers.values():
            for unit, count in units.items():
                assert f"{count} {unit.replace('_', ' ')}" in words


@pytest.mark.parametrize("position", [opening(), crowded(), everywhere()])
def test_an_alt_text_fits_discord_and_says_what_it_leaves_out(position: dict[str, object]) -> None:
    title = "Germany, round 2, combat move"
    text = draw_board(BOARD, position, title=title).alt_text
    assert len(text) <= 1000
    assert text.startswith("Germany, round 2, combat move.")
    told, _, left = text.removesuffix(" more.").rpartition(" And ")
    sentences = describe_in_words(BOARD, position, title=title).split("\n")
    assert told == " ".join(sentences[: -int(left)])
    assert len(f"{told} {sentences[-int(left)]} And {int(left) - 1} more.") > 1000


def test_an_alt_text_begins_with_what_is_new() -> None:
    move = Arrow(("united_kingdom", "sz7", "western_europe"), "united_kingdom", "2 infantry")
    text = draw_board(
        BOARD, crowded(), region_view(BOARD, "europe"), overlays=[Moves((move,)), Battles.at(["sz5"])]
    ).alt_text
    assert "The map shows Europe and the Mediterranean." in text
    assert "Captured this turn: Western Europe." in text
    assert "Battles: sea zone 5." in text
    assert "United Kingdom: 2 infantry from United Kingdom to Western Europe." in text


def test_an_alt_text_of_a_region_leaves_out_what_is_not_seen() -> None:
    text = draw_board(BOARD, opening(), region_view(BOARD, "south_america")).alt_text
    assert "Karelia" not in text
    assert "Brazil" in text


def test_words_about_an_unknown_board_or_space_are_refused() -> None:
    with pytest.raises(UnknownPlace, match="atlantis"):
        describe_in_words("atlantis", opening())
    with pytest.raises(UnknownPlace, match="atlantis"):
        describe_in_words(BOARD, opening(), overlays=[Battles.at(["atlantis"])])


def test_words_about_a_region_leave_out_battles_moves_and_changes_elsewhere() -> None:
    here, there = (
        Arrow(("brazil", "sz22"), "united_states", "1 infantry"),
        Arrow(("russia", "urals"), "soviet_union", ""),
    )
    changed = Changes.since(crowded(), "round 1")
    overlays = [Moves((here, there)), Battles.at(["sz5", "sz22"]), changed]
    words = describe_in_words(BOARD, opening(), region_view(BOARD, "south_america"), overlays=overlays)
    assert "Battles: sea zone 22." in words
    assert "United States: 1 infantry from Brazil to sea zone 22." in words
    for elsewhere in ("Urals", "Western Europe", "sea zone 5", "Captured"):
        assert elsewhere not in words
    assert "Western Europe" in describe_in_words(BOARD, opening(), overlays=overlays)


def test_a_power_that_holds_the_land_of_its_name_is_named_once() -> None:
    words = describe_in_words(BOARD, opening())
    assert "\nGermany: industrial complex; 3 infantry" in words
    taken = opening()
    taken["owners"]["germany"] = "united_states"
    assert "\nGermany (United States): " in describe_in_words(BOARD, taken)

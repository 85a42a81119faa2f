"""One line of text for units, orders and positions, typed by people in a hurry."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import IllegalAction, load_setup
from engine.queries.notation import read_by_space, read_move, read_placed, read_units, write_units
from engine.state.names import NameList, find_power, find_space, find_unit, parts_of, resembling
from tests.published import SETUPS

EDITION = load_setup("aa1941")
MOVERS = [unit.id for unit in EDITION.units if unit.domain != "facility"]
SPACES = sorted(EDITION.board.neighbours)

counts = st.dictionaries(st.sampled_from(MOVERS), st.integers(1, 99), min_size=1)


@given(counts)
def test_units_that_are_written_read_back(units: dict[str, int]) -> None:
    assert read_units(EDITION, write_units(units)) == units


@given(counts, st.lists(st.sampled_from(SPACES), min_size=2, max_size=7))
def test_moves_that_are_written_read_back(units: dict[str, int], path: list[str]) -> None:
    line = f"{write_units(units)}: {' > '.join(path)}"
    assert read_move(EDITION, line) == {"type": "move", "units": units, "path": path}


@given(st.sampled_from(SPACES), st.sampled_from(("{}", " {} ", "{}.", "({})")), st.booleans())
def test_printed_names_of_spaces_are_understood_in_any_dress(space: str, dress: str, shouted: bool) -> None:
    name = EDITION.board.name(space)
    assert find_space(EDITION, dress.format(name.upper() if shouted else name)) == space


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    for read in (read_units, read_move, partial(read_by_space, example="japan: 1 fighter")):
        refusal = "Read."
        try:
            read(EDITION, text)
        except IllegalAction as refused:
            refusal = refused.message
        assert refusal.endswith((".", "?")), refusal


def test_what_cannot_be_seen_in_a_text_is_not_read() -> None:
    assert read_units(EDITION, "\u20663 infan\u200btry\u2069, \ufeff1 tank\u200e") == {"infantry": 3, "tank": 1}
    assert read_move(EDITION, "\u202a1 tank:\u00a0russia\u200b > west russia\u202c") == read_move(
        EDITION, "1 tank: russia > west russia"
    )


def test_units_are_written_with_ids_where_there_are_any() -> None:
    assert write_units({"infantry": 3, "tank": 1}) == "3 infantry, 1 tank"
    assert write_units({"infantry": 0, "tank": 2}) == "2 tank"


@pytest.mark.parametrize(
    "text",
    [
        "3 infantry, 1 tank: germany > eastern_europe",
        "3 inf 1 tank germany > eastern europe",
        "3 Infantry and 1 Tank from Germany to Eastern Europe",
        "  3x inf,1 arm: GERMANY->EASTERN EUROPE  ",
        "1 inf, 2 infantry, 1 armour: germany → eastern_europe",
        "3 inf & 1 tank: germany > eastern e",
        "inf 3, tank 1 ger -> e europe",
        "germany > eastern europe: 3 inf 1 tank",
        "from germany to eeur 3 inf, 1 tank",
        "ger => eastern europe inf 3 tank x1",
    ],
)
def test_a_move_may_be_typed_sloppily(text: str) -> None:
    assert read_move(EDITION, text) == {
        "type": "move",
        "units": {"infantry": 3, "tank": 1},
        "path": ["germany", "eastern_europe"],
    }


def test_a_move_may_name_every_step() -> None:
    path = read_move(EDITION, "1 bb: sz5 > sz6 > sz2")["path"]
    assert path == ["sz5", "sz6", "sz2"]


@pytest.mark.parametrize("text", ["sz5", "SZ 5", "sea zone 5", "Sea Zone 5", "zone 5", "z5", "Z 5"])
def test_sea_zones_have_many_spellings(text: str) -> None:
    assert find_space(EDITION, text) == "sz5"


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("inf", "infantry"),
        ("Aircraft Carriers", "aircraft_carrier"),
        ("carrier", "aircraft_carrier"),
        ("bb", "battleship"),
        ("ftr", "fighter"),
        ("trans", "transport"),
        ("dest", "destroyer"),
    ],
)
def test_units_have_many_names(text: str, unit: str) -> None:
    assert find_unit(EDITION, text) == unit


@pytest.mark.parametrize(
    ("text", "power"),
    [("UK", "united_kingdom"), ("german", "germany"), ("ussr", "soviet_union"), ("america", "united_states")],
)
def test_powers_have_many_names(text: str, power: str) -> None:
    assert find_power(EDITION, text) == power


def test_a_beginning_that_means_one_space_is_enough_and_one_that_means_two_is_not() -> None:
    assert find_space(EDITION, "manch") == "manchuria"
    with pytest.raises(IllegalAction) as refusal:
        find_space(EDITION, "eastern")
    assert refusal.value.rule == "space"


@pytest.mark.parametrize(
    ("text", "rule", "near"),
    [
        ("1 tank: grmny > eastern europe", "space", "Germany"),
        ("1 tank: germany > eastrn eurpe", "space", "Eastern Europe"),
        ("1 tnk: germany > eastern europe", "units", "tank"),
        ("1 batelshp: sz5 > sz6", "units", "battleship"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(text: str, rule: str, near: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_move(EDITION, text)
    assert refusal.value.rule == rule
    assert "Did you mean" in refusal.value.message
    assert near in refusal.value.message


@pytest.mark.parametrize(
    ("setup", "text", "space"),
    [
        *((setup, "karela", "karelia") for setup in ("aa1941", "global_1940")),
        *((setup, "Karela", "karelia_ssr") for setup in ("revised", "anniversary_1942")),
        ("aa1941", "Ukrane", "ukraine"),
        ("aa1941", "urkaine", "ukraine"),
        ("aa1941", "eastrn europe", "eastern_europe"),
        ("aa1941", "east europa", "eastern_europe"),
        ("aa1941", "sea zon 5", "sz5"),
        ("global_1940", "Jugoslavia", "yugoslavia"),
    ],
)
def test_one_slip_in_the_name_of_a_space_is_understood(setup: str, text: str, space: str) -> None:
    assert find_space(load_setup(setup), text) == space


def test_one_slip_in_the_name_of_a_unit_or_power_is_understood() -> None:
    assert read_units(EDITION, "2 infantri, 1 fightr, 1 battelship") == {"infantry": 2, "fighter": 1, "battleship": 1}
    assert find_power(EDITION, "germny") == "germany"


def test_a_slip_that_fits_two_names_is_asked_back_and_a_number_is_never_a_slip() -> None:
    names = NameList({"west bay": "a", "east bay": "b", "sz55": "c", "iran": "d", "karelia s s r": "e"})
    assert names.slipped("eest bay") == ("a", "b")
    assert names.slipped("sz56") == ()
    assert names.slipped("irak") == (), "too short to be sure"
    assert names.slipped("karela") == ("e",), "the first of its words"


def test_suggestions_are_made_also_for_a_name_with_a_slip() -> None:
    assert resembling("karela", ["Karelia", "Korea"]) == ["Karelia"]
    assert resembling("kar", ["Karelia", "Karera"]) == ["Karelia", "Karera"]


def test_a_misspelt_power_is_answered_with_the_nearest() -> None:
    with pytest.raises(IllegalAction) as refusal:
        find_power(EDITION, "grmny")
    assert (refusal.value.rule, "Germany" in refusal.value.message) == ("power", True)


@pytest.mark.parametrize(
    "text", ["", "germany > eastern europe", "3 infantry", "3 infantry: germany", "infantry: a > b"]
)
def test_half_an_order_is_answered_with_how_to_write_it(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_move(EDITION, text)
    assert refusal.value.rule in ("form", "space")
    assert refusal.value.message.endswith(".")


@pytest.mark.parametrize("text", ["", "many tanks", "3 infantry please", "3"])
def test_units_without_a_number_or_with_more_words_are_not_understood(text: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        read_units(EDITION, text)
    assert refusal.value.rule == "form"


@pytest.mark.parametrize(
    "text",
    [
        *("2 inf russia", "2 inf in russia", "2 inf: russia", "russia: 2 inf", "russia 2 inf", "infantry 2 russia"),
        *("russia infantry 2", "2 Infantry at Moscow", "inf x2, rus", "1 inf, 1 inf to russia"),
    ],
)
def test_units_and_their_place_may_stand_in_any_order(text: str) -> None:
    units, where = read_placed(EDITION, text)
    assert (units, find_space(EDITION, where)) == ({"infantry": 2}, "russia")


def test_numbers_of_zones_are_not_numbers_of_units() -> None:
    for text in ("2 transport sz 5", "sz 5: 2 transport", "sz 5 2 transports", "z5 transport 2", "trans 2 sz5"):
        units, where = read_placed(EDITION, text)
        assert (units, find_space(EDITION, where)) == ({"transport": 2}, "sz5"), text


def test_units_by_space_may_share_a_place() -> None:
    expected = {"japan": {"fighter": 1, "bomber": 1}, "sz5": {"fighter": 1}}
    for text in ("japan: 1 fighter, 1 bomber; z5: 1 fighter", "1 fighter to japan, 1 bomber; sz 5 1 ftr"):
        assert read_by_space(EDITION, text, "japan: 1 fighter") == expected, text


SHORT_NAMES = (
    *(("uk", "united_kingdom"), ("eus", "eastern_united_states"), ("wus", "western_united_states")),
    *(("eastern us", "eastern_united_states"), ("W. USA", "western_united_states"), ("ger", "germany")),
    *(("sz8", "sz8"), ("z8", "sz8"), ("cauc", "caucasus"), ("jap", "japan"), ("rus", "russia")),
    *(("moscow", "russia"), ("london", "united_kingdom"), ("berlin", "germany"), ("FWA", "french_west_africa")),
    *(("nsw", "new_south_wales"), ("fic", "french_indo_china"), ("manila", "philippines")),
)


def places_of(setup: str) -> set[str]:
    """All spaces of a board."""
    board = load_setup(setup).board
    return {*board.territory, *board.sea_zone}


@pytest.mark.parametrize(
    ("setup", "text", "space"),
    [(setup, *named) for setup in SETUPS for named in SHORT_NAMES if named[1] in places_of(setup)],
)
def test_short_names_of_spaces_work_on_every_board_that_has_them(setup: str, text: str, space: str) -> None:
    assert find_space(load_setup(setup), text) == space


@pytest.mark.parametrize("setup", [setup for setup in SETUPS if "ukraine" in str(places_of(setup))])
def test_karelia_has_a_short_name_whatever_it_is_called(setup: str) -> None:
    assert find_space(load_setup(setup), "kar").startswith("karelia")


@pytest.mark.parametrize(
    ("text", "among"),
    [("us", "Eastern United States and Western United States"), ("eur", "Western Europe"), ("e", "Eastern Canada")],
)
def test_a_name_that_fits_several_is_asked_back(text: str, among: str) -> None:
    with pytest.raises(IllegalAction, match=f"“{text}” fits .*{among}.*. Say which one") as refusal:
        find_space(EDITION, text)
    assert refusal.value.rule == "space"


def test_a_number_of_a_zone_that_is_not_there_means_no_longer_one() -> None:
    with pytest.raises(IllegalAction, match="no space"):
        find_space(load_setup("revised"), "sz99")


def test_a_unit_with_two_slips_is_named() -> None:
    with pytest.raises(IllegalAction, match=r"no unit “imfamtry”\. Did you mean infantry"):
        read_move(EDITION, "3 imfamtry germany > ukraine")


@pytest.mark.parametrize(
    ("text", "unit"), [("inf", "infantry"), ("2 infantry, tank", "tanks"), ("AC", "aircraft carriers")]
)
def test_a_unit_without_a_number_is_asked_back(text: str, unit: str) -> None:
    with pytest.raises(IllegalAction, match=f"How many {unit}[?] Write the number too, such as “2 {unit}”."):
        read_units(EDITION, text)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("2 infantry, tank germany > ukraine", "tanks"),
        ("6 infantry, tank, fighter germany > ukraine", "tanks"),
        ("1 tank and fighter germany > ukraine", "fighters"),
    ],
)
def test_a_later_unit_of_a_move_without_a_number_is_asked_back(text: str, unit: str) -> None:
    with pytest.raises(IllegalAction, match=f"How many {unit}[?] Write the number too, such as “2 {unit}”."):
        read_move(EDITION, text)


@pytest.mark.parametrize("text", ["1 sub 9 > 8", "1 sub from 9 to 8", "9 > 8 1 sub", "1 sub: 9->8", "1 sub sz9 > 8"])
def test_a_number_where_a_place_stands_is_a_sea_zone(text: str) -> None:
    assert read_move(EDITION, text) == {"type": "move", "units": {"submarine": 1}, "path": ["sz9", "sz8"]}


def test_a_number_without_a_sea_zone_is_no_place() -> None:
    with pytest.raises(IllegalAction, match="There is no space “99”"):
        find_space(EDITION, "99")


def test_a_name_is_asked_back_by_the_words_that_are_written_of_it() -> None:
    edition = load_setup("global_1940")
    with pytest.raises(IllegalAction, match=r"no space “normandie”\. Did you mean Normandy/Bordeaux\?"):
        find_space(edition, "normandie")


def test_artillery_is_arty_to_many() -> None:
    assert read_units(load_setup("global_1940"), "2 arty") == {"artillery": 2}


def test_a_list_is_parted_by_commas_and_words() -> None:
    assert parts_of("uk, anzac and france") == ["uk", "anzac", "france"]
    assert parts_of("infantry, then tanks & fighters") == ["infantry", "tanks", "fighters"]
    assert parts_of("poland, finland") == ["poland", "finland"]

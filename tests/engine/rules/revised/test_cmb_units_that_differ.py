"""Units of one type that differ in what comes later: their owner chooses which of them is lost (CMB-12, ASY-03)."""

from functools import partial

import pytest

from engine import IllegalAction
from gamemaster.narration import read_choice, request_card
from tests.engine.table import Table, position

revised = partial(position, setup="revised")


def offered(table: Table) -> list[str]:
    """The labels on the card of the open question."""
    (request,) = table.state.requests
    _, offers = request_card(table.state, request, request.power)
    return [offer.label for offer in offers]


def lose(table: Table, words: str, dice: str = "") -> Table:
    """Answer the open question about casualties in words."""
    return table.decide("casualties", read_choice(table.state, table.state.requests[0], words), dice)


def two_landings(*coasts: str, escort: str = "1 destroyer", dice: str) -> Table:
    """British transports off several coasts, with a tank each, fight two destroyers for the sea zone."""
    spaces = {
        "united_kingdom": "united_kingdom: 2 tank",
        "sz7": f"united_kingdom: 2 transport, {escort}",
        "sz6": "germany: 2 destroyer",
        "norway": "germany: 1 infantry",
        "western_europe": "germany: 1 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces)
    table.move("2 tank: united_kingdom > sz7").move(f"2 transport, {escort}: sz7 > sz6")
    for coast in coasts:
        table.move(f"1 tank: sz6 > {coast}")
    return table.end_phase().battle("sz6", dice)


@pytest.mark.rule("CMB-12", "ASY-03", "CMV-69", setup="revised")
@pytest.mark.parametrize(("sunk", "landed"), [("Norway", "western_europe"), ("Western Europe", "norway")])
def test_the_attacker_chooses_which_landing_fails(sunk: str, landed: str) -> None:
    table = two_landings("norway", "western_europe", dice="6 1 6")
    assert offered(table) == [
        "1 transport (with 1 tank for Norway) (default)",
        "1 destroyer",
        "1 transport (with 1 tank for Western Europe)",
    ]
    lose(table, f"1 transport (for {sunk})")
    (left,) = [piece for piece in table.state.pieces.values() if piece.unit == "tank"]
    assert left.assault == landed


@pytest.mark.rule("ASY-03", setup="revised")
def test_transports_to_one_coast_are_all_the_same() -> None:
    table = two_landings("norway", "norway", dice="6 1 6")
    assert offered(table) == ["1 transport (default)", "1 destroyer"]


@pytest.mark.rule("CMB-12", setup="revised")
def test_words_that_fit_several_or_none_are_asked_back() -> None:
    table = two_landings("norway", "western_europe", dice="6 1 6")
    for words, said in (
        ("1 transport (with 1 tank)", "“with 1 tank” fits several. Say which transport"),
        ("1 transport (for Egypt)", "0 transport “for Egypt” can be chosen here: there are (with 1 tank for Norway)"),
    ):
        with pytest.raises(IllegalAction) as refused:
            lose(table, words)
        assert refused.value.message.startswith(said)


@pytest.mark.rule("OPT-24", "CMB-12", setup="revised")
def test_a_submarine_of_a_wolf_pack_and_one_outside_it_are_told_apart() -> None:
    spaces = {"sz8": "germany: 3 submarine", "sz9": "germany: 1 submarine; united_kingdom: 1 battleship"}
    table = revised("germany", "combat_move", spaces, advantages={"germany": "wolf_packs"})
    table.move("3 submarine: sz8 > sz9").end_phase().battle("sz9", dice="6 6 6 6 1")
    assert offered(table) == ["1 submarine (no advantage) (default)", "1 submarine (Wolf Packs)"]
    lose(table, "1 submarine (wolf packs)")
    assert table.state.battle is not None
    assert len(table.state.battle.marked["wolf_packs"]) == 3
    assert sum(piece in table.state.pieces for piece in table.state.battle.marked["wolf_packs"]) == 2


@pytest.mark.rule("CMB-12", "UNI-51", setup="revised")
def test_a_guest_on_an_allied_carrier_and_fighters_on_their_own_are_told_apart() -> None:
    spaces = {
        "sz45": "japan: 1 battleship",
        "sz46": "united_kingdom: 1 aircraft_carrier, 3 fighter; united_states: 1 aircraft_carrier",
    }
    table = revised("japan", "combat_move", spaces)
    table.move("1 battleship: sz45 > sz46").end_phase().battle("sz46", dice="1")
    labels = [label.removesuffix(" (default)") for label in offered(table)]
    assert "1 British fighter (aboard the British carrier)" in labels
    assert "1 British fighter (aboard the American carrier)" in labels


@pytest.mark.rule("CMB-12", "CMV-46", setup="revised")
def test_an_aircraft_that_a_carrier_must_meet_is_told_apart_from_another() -> None:
    spaces = {
        "sz14": "germany: 1 aircraft_carrier",
        "libya": "germany: 2 fighter",
        "anglo_egypt": "united_kingdom: 1 infantry, 1 tank",
    }
    table = revised("germany", "combat_move", spaces)
    carrier = next(piece.id for piece in table.state.at("sz14"))
    table.move("1 fighter: libya > anglo_egypt").do({"type": "promise", "carrier": carrier, "space": "sz14"})
    table.move("1 fighter: libya > anglo_egypt").end_phase().battle("anglo_egypt", dice="6 6 1 6")
    assert sorted(label.removesuffix(" (default)") for label in offered(table)) == [
        "1 fighter (awaited in sea zone 14)",
        "1 fighter (not awaited)",
    ]


@pytest.mark.rule("CMB-12", "UNI-53", setup="revised")
def test_carriers_with_and_without_fighters_are_told_apart() -> None:
    spaces = {
        "sz45": "united_states: 1 battleship",
        "sz46": "japan: 2 aircraft_carrier, 2 fighter",
    }
    table = revised("united_states", "combat_move", spaces)
    table.move("1 battleship: sz45 > sz46").end_phase().battle("sz46", dice="1")
    assert offered(table) == [
        "1 fighter (default)",
        "1 aircraft carrier (empty)",
        "1 aircraft carrier (with 2 fighters)",
    ]


@pytest.mark.rule("CMB-12", "CMB-41", setup="aa1941")
def test_who_came_overland_and_may_retreat_and_who_landed_are_told_apart() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 infantry",
        "sz8": "united_kingdom: 1 transport",
        "southern_europe": "united_kingdom: 1 infantry",
        "western_europe": "germany: 2 infantry",
    }
    table = position("united_kingdom", "combat_move", spaces, owners={"southern_europe": "united_kingdom"})
    table.move("1 infantry: united_kingdom > sz8").move("1 transport: sz8 > sz7")
    table.move("1 infantry: sz7 > western_europe").move("1 infantry: southern_europe > western_europe")
    table.end_phase().battle("western_europe", dice="6 6 1 6")
    assert sorted(label.removesuffix(" (default)") for label in offered(table)) == [
        "1 infantry (overland)",
        "1 infantry (seaborne)",
    ]
    lose(table, "1 infantry (overland)", dice="6 1 6")
    assert table.questions == []


@pytest.mark.rule("ASY-03", "CMB-41", setup="revised")
def test_how_they_came_is_not_asked_where_nobody_may_retreat() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 1 infantry",
        "sz8": "united_kingdom: 1 transport",
        "southern_europe": "united_kingdom: 1 infantry",
        "western_europe": "germany: 2 infantry",
    }
    table = revised("united_kingdom", "combat_move", spaces, owners={"southern_europe": "united_kingdom"})
    table.move("1 infantry: united_kingdom > sz8").move("1 transport: sz8 > sz7")
    table.move("1 infantry: sz7 > western_europe").move("1 infantry: southern_europe > western_europe")
    table.end_phase().battle("western_europe", dice="6 6 1 6 6 1 6")
    assert not table.happened("request_opened")


@pytest.mark.rule("OPT-24", "SPC-73", setup="revised")
def test_submarines_outside_the_pack_submerge_first() -> None:
    spaces = {"sz8": "germany: 3 submarine", "sz9": "germany: 1 submarine; united_kingdom: 1 battleship"}
    table = revised("germany", "combat_move", spaces, advantages={"germany": "wolf_packs"})
    outsider = next(piece.id for piece in table.state.at("sz9") if piece.unit == "submarine")
    table.move("3 submarine: sz8 > sz9").end_phase().battle("sz9", dice="6 6 6 6 6")
    table.decide("retreat", {"press": True, "submerge": {"submarine": 1}}, dice="6 6 6 6")
    assert [piece.id for piece in table.state.pieces.values() if piece.submerged] == [outsider]

"""Choosing casualties (CMB-12..20)."""

import pytest

from tests.engine.rules.playing import british_attack, soviet_attack


@pytest.mark.rule("CMB-12")
def test_the_owner_of_the_hit_side_chooses_its_casualties() -> None:
    table = soviet_attack("2 tank", "germany: 1 infantry, 1 tank").battle("ukraine", dice="1 6")
    assert table.questions == [("casualties", ("germany",))]
    request = table.state.requests[0].id
    choice = {"type": "decide", "choice": {"units": {"infantry": 1}}, "power": "soviet_union"}
    table.refuses({**choice, "request": request}, "power", dice="6 6")
    table.refuses({**choice, "kind": "casualties"}, "request", dice="6 6")
    table.lose("1 tank", dice="2 6")
    assert table.questions[0] == ("retreat", ("soviet_union",))
    assert table.at("ukraine") == {"soviet_union": {"tank": 1}, "germany": {"infantry": 1}}


@pytest.mark.rule("CMB-12")
def test_the_attacker_chooses_among_his_own_units() -> None:
    table = soviet_attack("1 infantry, 1 tank", "germany: 1 tank").battle("ukraine", dice="6 6 3")
    assert table.questions == [("casualties", ("soviet_union",))]
    for counts, rule in (({"fighter": 1}, "units"), ({"infantry": 1, "tank": 1}, "CMB-14"), ({"tank": True}, "form")):
        table.refuses({"type": "decide", "kind": "casualties", "choice": {"units": counts}}, rule)
    table.lose("1 tank")
    assert table.at("ukraine")["soviet_union"] == {"infantry": 1}


@pytest.mark.rule("CMB-13")
@pytest.mark.parametrize("lost", ["infantry", "tank", "fighter", "bomber"])
def test_any_unit_in_the_battle_may_be_the_casualty(lost: str) -> None:
    table = soviet_attack("1 tank", "germany: 1 infantry, 1 tank, 1 fighter, 1 bomber").battle("ukraine", dice="1")
    table.lose(f"1 {lost}", dice="6 6 6 6")
    assert lost not in table.at("ukraine")["germany"]


@pytest.mark.rule("CMB-14", "CMB-16")
def test_the_rule_books_example_a_destroyer_and_two_submarines_score_three_hits() -> None:
    table = british_attack("2 submarine, 1 destroyer", "germany: 1 destroyer, 1 aircraft_carrier, 1 fighter")
    table.battle("sz9", dice="1 1 1 6 6 6")
    assert table.at("sz9") == {"united_kingdom": {"submarine": 2, "destroyer": 1}}
    assert [(event.lost, event.wasted) for event in table.happened("casualties_chosen")] == [
        (("germany.fighter.4", "germany.destroyer.2", "germany.aircraft_carrier.1"), 0)
    ]


@pytest.mark.rule("CMB-16", "UNI-60")
def test_aircraft_do_not_hit_submarines_without_a_destroyer_of_their_own() -> None:
    table = british_attack("1 battleship", "germany: 1 submarine, 1 destroyer", "1 fighter")
    table.battle("sz9").decide("submerge", {}, dice="6 1 6 6")
    assert [event.lost for event in table.happened("casualties_chosen")] == [("germany.destroyer.2",)]


@pytest.mark.rule("CMB-17", "UNI-57", setups=("aa1941", "anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize("setup", ["aa1941", "anniversary_1941", "anniversary_1942"])
@pytest.mark.parametrize("ending", ["won", "retreated"])
def test_a_damaged_battleship_is_repaired_when_its_battle_is_over(ending: str, setup: str) -> None:
    table = british_attack("1 battleship", "germany: 1 destroyer", setup=setup).battle("sz9", dice="6 1")
    assert table.board["damaged_units"] == {"sz9": {"united_kingdom": {"battleship": 1}}}
    if ending == "won":
        table.press(dice="1 6")
    else:
        table.retreat("sz8")
    assert table.board["damaged_units"] == {}
    assert table.at("sz9" if ending == "won" else "sz8")["united_kingdom"] == {"battleship": 1}


@pytest.mark.rule("CMB-18", "CMB-14")
def test_more_hits_than_warships_fall_on_the_transports_as_well() -> None:
    table = british_attack("2 battleship", "germany: 1 destroyer, 2 transport").battle("sz9", dice="1 1 2")
    lost = table.happened("casualties_chosen")[0].lost
    assert sorted(lost) == ["germany.destroyer.2", "germany.transport.3"]
    assert table.at("sz9") == {"united_kingdom": {"battleship": 2}}, "the last transport is defenceless"


@pytest.mark.rule("CMB-12")
def test_casualties_may_be_picked_piece_by_piece_and_nonsense_is_refused_in_words() -> None:
    table = soviet_attack("2 tank", "germany: 1 infantry, 2 tank").battle("ukraine", dice="1 6")
    pieces = [piece.id for piece in table.state.at("ukraine") if piece.power == "germany" and piece.unit == "tank"]
    decide = {"type": "decide", "kind": "casualties"}
    malformed: list[object] = [{"pick": 5}, {"units": [1]}, {"units": {"infantry": "one"}}, {"lost": {}}]
    for choice in malformed:
        table.refuses({**decide, "choice": choice}, "form")
    unknown: list[object] = [{"pick": ["germany.tank.99"]}, {"units": {"dragon": 1}}]
    for choice in unknown:
        table.refuses({**decide, "choice": choice}, "units")
    table.decide("casualties", {"pick": [pieces[0]]}, dice="6 6 6")
    assert pieces[0] not in table.state.pieces
    assert pieces[1] in table.state.pieces

"""Escorts and interceptors, an option of Anniversary (chapters SPC, OPT and ASY)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.ask import destinations, is_legal, shared_destinations
from engine.state.game_state import state_to_json
from tests.engine.rules.anniversary.playing import Play
from tests.engine.table import Table

RAID = {"raid": "industrial_complex"}
ESCORT = {"escort": True}


def sky(
    play: Play,
    britain: str = "1 bomber, 1 fighter",
    germany: str = "germany: 1 fighter",
    *,
    option: str = "on",
    **edit: Any,
) -> Table:
    """British aircraft at home in the combat move, what stands in Germany, and France in British hands."""
    spaces = {"united_kingdom": f"united_kingdom: {britain}", "germany": germany, **edit.pop("more", {})}
    options, owners = {"air_battles": option}, {"france": "united_kingdom"}
    return play("united_kingdom", "combat_move", spaces, options=options, owners=owners, **edit)


def raided(play: Play, bombers: int = 1, fighters: int = 1, germany: str = "germany: 1 fighter", **edit: Any) -> Table:
    """A raid on Germany with escorts, and the question who intercepts."""
    table = sky(play, f"{bombers} bomber" + (f", {fighters} fighter" if fighters else ""), germany, **edit)
    table.move(f"{bombers} bomber: united_kingdom > germany", **RAID)
    if fighters:
        table.move(f"{fighters} fighter: united_kingdom > germany", **ESCORT)
    return table.end_phase()


def rise(count: int = 1, space: str = "germany") -> dict[str, Any]:
    """The answer that so many fighters intercept."""
    return {"intercept": {space: {"fighter": count}}}


@pytest.mark.rule("OPT-06", "SPC-40", setups=("anniversary_1941", "anniversary_1942"))
def test_without_the_option_raids_meet_guns_alone(play: Play) -> None:
    table = sky(play, option="off").move("1 bomber: united_kingdom > germany", **RAID)
    table.refuses_move("1 fighter: united_kingdom > germany", "SPC-40", **ESCORT)
    table.end_phase()
    assert table.questions == []
    assert table.battle("germany", "4").board["damage"] == {"germany": {"industrial_complex": 4}}


@pytest.mark.rule("SPC-42", "CMV-71", setups=("anniversary_1941", "anniversary_1942"))
def test_menus_offer_escorts_no_place_but_where_a_raid_is_ordered(play: Play) -> None:
    table = sky(play, more={"northwestern_europe": "germany: 1 infantry"})
    assert destinations(table.state, "united_kingdom", "fighter", escort=True) == ()
    table.move("1 bomber: united_kingdom > germany", **RAID)
    (reach,) = destinations(table.state, "united_kingdom", "fighter", escort=True)
    assert reach.space == "germany"
    table.move(f"1 fighter: {' > '.join(reach.path)}", **ESCORT)
    assert shared_destinations(table.state, "united_kingdom", ["bomber"], escort=True) == {}


@pytest.mark.rule("OPT-06", setups=("anniversary_1941", "anniversary_1942"))
def test_the_option_is_off_unless_chosen(play: Play) -> None:
    table = play("united_kingdom", "combat_move", {"germany": "germany: 1 fighter"}, setup="anniversary_1942")
    assert table.state.options["air_battles"] == "off"


@pytest.mark.rule("SPC-40", "CMV-71", setups=("anniversary_1941", "anniversary_1942"))
def test_fighters_escort_and_nothing_else_does(play: Play) -> None:
    table = sky(play, "2 bomber, 1 fighter").move("1 bomber: united_kingdom > germany", **RAID)
    message = table.refuses_move("1 bomber: united_kingdom > germany", "SPC-40", **ESCORT)
    assert message == "Bombers cannot escort a raid; fighters can."
    table.move("1 fighter: united_kingdom > germany", **ESCORT)


@pytest.mark.rule("SPC-42", "CMV-71", setups=("anniversary_1941", "anniversary_1942"))
def test_escorts_fly_where_a_raid_is_ordered_and_do_not_raid(play: Play) -> None:
    table = sky(play)
    table.refuses_move("1 fighter: united_kingdom > germany", "SPC-42", **ESCORT)
    table.refuses_move("1 bomber: united_kingdom > germany", "SPC-42", **ESCORT, **RAID)


@pytest.mark.rule("SPC-42", setups=("anniversary_1941", "anniversary_1942"))
def test_escorts_come_from_anywhere_in_range_and_fight_in_no_battle_there(play: Play) -> None:
    table = sky(
        play,
        "1 bomber",
        "germany: 1 infantry, 1 fighter",
        more={"sz6": "united_kingdom: 1 aircraft_carrier, 1 fighter", "france": "united_kingdom: 1 infantry"},
    )
    table.move("1 bomber: united_kingdom > germany", **RAID).move("1 fighter: sz6 > germany", **ESCORT)
    table.move("1 infantry: france > germany").end_phase().decide("reaction", {})
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "3")
    table.do({"type": "battle", "space": "germany", "kind": "combat"}, "6 6 6")
    assert table.state.battle is not None
    assert [table.state.pieces[i].unit for i in table.state.battle.attackers] == ["infantry"]


@pytest.mark.rule("SPC-43", "SPC-44", setups=("anniversary_1941", "anniversary_1942"))
def test_owners_of_fighters_in_raided_territory_are_asked_after_the_combat_moves(play: Play) -> None:
    table = raided(play, 2, 0, "germany: 2 fighter, 1 bomber; italy: 1 fighter", more={"poland": "germany: 3 fighter"})
    assert table.phase == "conduct_combat"
    assert table.questions == [("reaction", ("germany",)), ("reaction", ("italy",))]
    options = table.state.requests[0].options["intercept"]
    assert options == {"germany": {"fighters": {"fighter": 2}, "raiders": {"bomber": 2}, "escorts": {}}}


@pytest.mark.rule("SPC-43", setups=("anniversary_1941", "anniversary_1942"))
def test_any_number_of_fighters_intercepts_whether_there_are_escorts_or_not(play: Play) -> None:
    table = raided(play, 1, 0, "germany: 3 fighter")
    request = {"type": "decide", "kind": "reaction", "power": "germany"}
    table.refuses({**request, "choice": rise(4)}, "SPC-43")
    table.refuses({**request, "choice": rise(1, "france")}, "SPC-43")
    table.refuses({**request, "choice": {"intercept": {"germany": {"bomber": 1}}}}, "SPC-43")
    table.refuses({**request, "choice": {"scramble": {"sz5": {"germany": {"fighter": 1}}}}}, "form")
    table.decide("reaction", {**rise(2), "scramble": {}})
    assert sum(piece.intercepts for piece in table.state.pieces.values()) == 2


@pytest.mark.rule("SPC-44", "ASY-06", setups=("anniversary_1941", "anniversary_1942"))
def test_answers_stay_sealed_and_may_be_changed_until_the_last_is_in(play: Play) -> None:
    table = raided(play, 1, 0, "germany: 1 fighter; italy: 1 fighter")
    table.decide("reaction", rise(), power="germany")
    (stored,) = table.events
    assert (stored.kind, stored.audience) == ("request_answered", "germany")
    table.do({"type": "decide", "request": table.state.requests[0].id, "power": "germany", "choice": {}})
    assert table.questions == [("reaction", ("germany",)), ("reaction", ("italy",))]
    table.decide("reaction", rise(), power="italy")
    assert table.questions == []
    assert [event.power for event in table.happened("intercepted")] == ["italy"]


@pytest.mark.rule("SPC-46", "SPC-47", setups=("anniversary_1941", "anniversary_1942"))
def test_one_round_in_the_air_in_which_everybody_hits_with_a_one(play: Play) -> None:
    table = raided(play, 1, 1, "germany: 2 fighter, 2 infantry").decide("reaction", rise(2))
    table.battle("germany", "2 2 3 2 5")
    kinds = [event.kind for event in table.events]
    assert kinds.count("round_began") == 1
    fired = table.happened("fired")
    assert [(event.side, [shots.value for shots in event.shots]) for event in fired] == [
        ("attacker", [1, 1]),
        ("defender", [1]),
    ]
    assert table.board["damage"] == {"germany": {"industrial_complex": 5}}
    assert table.at("germany")["germany"] == {"infantry": 2, "fighter": 2}


@pytest.mark.rule("RES-51", "SPC-47", setups=("anniversary_1941", "anniversary_1942"))
def test_jet_fighters_hit_with_a_one_or_a_two_on_both_sides(play: Play) -> None:
    known = {"germany": ["jet_fighters"], "united_kingdom": ["jet_fighters", "heavy_bombers"]}
    table = raided(play, 1, 1, technologies=known).decide("reaction", rise())
    table.battle("germany", "2 3 3 6 1")
    attack, defence = table.happened("fired")
    assert [(shots.unit, shots.value, shots.dice) for shots in attack.shots] == [
        ("bomber", 1, (2,)),
        ("fighter", 2, (3,)),
    ]
    assert [(shots.unit, shots.value) for shots in defence.shots] == [("fighter", 2)]
    assert table.board["damage"] == {"germany": {"industrial_complex": 7}}


@pytest.mark.rule("SPC-48", "ASY-16", setups=("anniversary_1941", "anniversary_1942"))
def test_each_side_picks_its_losses_and_who_is_hit_still_fires(play: Play) -> None:
    table = raided(play, 1, 1).decide("reaction", rise())
    table.battle("germany", "1 6 1")
    assert table.questions == [("casualties", ("united_kingdom",))]
    table.lose("1 fighter", "4")
    assert table.at("germany") == {"united_kingdom": {"bomber": 1}}
    assert table.board["damage"] == {"germany": {"industrial_complex": 4}}


@pytest.mark.rule("SPC-46", "SPC-47", "SPC-49", "RES-51", setups=("anniversary_1941", "anniversary_1942"))
def test_an_air_battle_and_the_raid_after_it_as_in_the_document(play: Play) -> None:
    jets = {"united_kingdom": ["jet_fighters"]}
    table = raided(play, 2, 1, "germany: 2 fighter, 1 anti_aircraft_gun", technologies=jets)
    first, second = sorted(piece.id for piece in table.state.pieces.values() if piece.unit == "bomber")
    table.decide("reaction", rise(2)).battle("germany", "6 1 2 4 1")
    attack, defence = table.happened("fired")
    assert [(shots.unit, shots.value, shots.dice) for shots in attack.shots] == [
        ("bomber", 1, (6, 1)),
        ("fighter", 2, (2,)),
    ]
    assert [(shots.unit, shots.value, shots.dice) for shots in defence.shots] == [("fighter", 1, (4, 1))]
    assert table.questions == [("casualties", ("united_kingdom",))]
    table.lose("1 fighter", "5 1 4")
    (flak,) = table.happened("anti_aircraft_fired")
    assert [(shot.piece, shot.die) for shot in flak.shots] == [(first, 5), (second, 1)]
    (struck,) = table.happened("production_struck")
    assert [(strike.piece, strike.dice) for strike in struck.strikes] == [(first, (4,))]


@pytest.mark.rule("SPC-48", "ASY-16", setups=("anniversary_1941", "anniversary_1942"))
def test_owners_of_interceptors_choose_together(play: Play) -> None:
    table = raided(play, 1, 1, "germany: 1 fighter; italy: 1 fighter")
    table.decide("reaction", rise(), power="germany").decide("reaction", rise(), power="italy")
    table.battle("germany", "1 6")
    assert table.questions == [("casualties", ("germany", "italy"))]
    table.lose("italy: 1 fighter", power="germany").decide("casualties", "agree", "6 6 3", power="italy")
    assert table.at("germany")["germany"] == {"fighter": 1}
    assert "italy" not in table.at("germany")


@pytest.mark.rule("SPC-46", setups=("anniversary_1941", "anniversary_1942"))
def test_with_all_raiders_shot_down_no_bomb_falls(play: Play) -> None:
    table = raided(play, 1, 0).decide("reaction", rise())
    table.battle("germany", "6 1")
    assert table.happened("production_struck") == []
    assert (table.at("germany"), table.pending) == ({"germany": {"fighter": 1}}, [])


@pytest.mark.rule("SPC-49", setups=("anniversary_1941", "anniversary_1942"))
def test_guns_fire_at_raiders_only_after_the_escorts_have_left(play: Play) -> None:
    table = raided(play, 1, 1, "germany: 1 fighter, 1 anti_aircraft_gun").decide("reaction", rise())
    table.battle("germany", "6 6 6 4 2")
    (fired,) = table.happened("anti_aircraft_fired")
    assert [shot.unit for shot in fired.shots] == ["bomber"]
    table.move("1 fighter: germany > france")


@pytest.mark.rule("SPC-49", "SPC-43", setups=("anniversary_1941", "anniversary_1942"))
def test_without_interceptors_there_is_no_air_battle_and_no_gun_fires_at_escorts(play: Play) -> None:
    table = raided(play, 1, 1, "germany: 1 fighter, 1 anti_aircraft_gun").decide("reaction", {})
    table.battle("germany", "4 2")
    assert table.happened("battle_began") == []
    assert [shot.unit for shot in table.happened("anti_aircraft_fired")[0].shots] == ["bomber"]


def attacked(play: Play, **edit: Any) -> Table:
    """A raid on Germany beside an attack by three tanks from France."""
    table = sky(
        play,
        "1 bomber",
        "germany: 1 infantry, 1 fighter",
        more={"france": "united_kingdom: 3 tank"},
        **edit,
    )
    return table.move("1 bomber: united_kingdom > germany", **RAID).move("3 tank: france > germany").end_phase()


@pytest.mark.rule("SPC-45", setups=("anniversary_1941", "anniversary_1942"))
def test_interceptors_fight_in_no_other_battle_not_even_for_their_own_territory(play: Play) -> None:
    table = attacked(play).decide("reaction", rise())
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "6 6 3")
    table.do({"type": "battle", "space": "germany", "kind": "combat"}, "6 6 6 6")
    assert table.state.battle is not None
    assert [table.state.pieces[i].unit for i in table.state.battle.defenders] == ["infantry"]


@pytest.mark.rule("SPC-50", "SPC-45", setups=("anniversary_1941", "anniversary_1942"))
def test_interceptors_whose_territory_was_taken_land_one_space_away_before_the_noncombat_moves(play: Play) -> None:
    table = attacked(play).decide("reaction", rise())
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, "6 6 3")
    table.do({"type": "battle", "space": "germany", "kind": "combat"}, "1 6 6 6")
    assert table.owner("germany") == "united_kingdom"
    assert table.questions == [("stranded_landing", ("germany",))]
    table.decide("stranded_landing", {"poland": {"fighter": 1}})
    assert table.at("poland") == {"germany": {"fighter": 1}}
    assert "germany" not in table.at("germany")


@pytest.mark.rule("SPC-50", setups=("anniversary_1941", "anniversary_1942"))
def test_interceptors_return_home_and_defend_again_next_turn(play: Play) -> None:
    table = raided(play, 1, 0).decide("reaction", rise()).battle("germany", "6 6 3")
    assert table.at("germany")["germany"] == {"fighter": 1}
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}})
    assert not any(piece.intercepts or piece.escort for piece in table.state.pieces.values())


@pytest.mark.rule("ASY-22", setups=("anniversary_1941", "anniversary_1942"))
@pytest.mark.parametrize(
    ("bombers", "fighters", "germany", "default"),
    [
        (1, 1, "germany: 2 fighter", rise(2)),
        (1, 1, "germany: 1 fighter", {}),
        (2, 0, "germany: 1 fighter; italy: 1 fighter", rise()),
    ],
)
def test_who_says_nothing_intercepts_with_all_unless_there_are_more_raiders_and_escorts(
    play: Play, bombers: int, fighters: int, germany: str, default: dict[str, Any]
) -> None:
    assert raided(play, bombers, fighters, germany).state.requests[0].default == default


@pytest.mark.rule("ASY-22", "RES-51", setups=("anniversary_1941", "anniversary_1942"))
def test_for_the_default_jets_count_twice_and_an_attack_on_the_territory_keeps_fighters_at_home(play: Play) -> None:
    jets = raided(play, 1, 1, technologies={"germany": ["jet_fighters"]})
    assert jets.state.requests[0].default == rise()
    assert attacked(play).state.requests[0].default == {}


@pytest.mark.rule("SPC-42", "CMV-71", setups=("anniversary_1941", "anniversary_1942"))
def test_escorts_are_undone_like_any_move(play: Play) -> None:
    table = sky(play).move("1 bomber: united_kingdom > germany", **RAID)
    before = state_to_json(table.state)
    table.move("1 fighter: united_kingdom > germany", **ESCORT)
    assert not is_legal(table.state, {"type": "undo", "order": 0})
    assert state_to_json(table.do({"type": "undo"}).state) == before

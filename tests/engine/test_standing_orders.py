"""Orders of loss that a power leaves behind for when it is asleep."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState, IllegalAction, new_game, setup_names
from engine.ask import HitTaking, at_stake
from engine.facts.presets import Preset, load_presets
from engine.odds.position import ahead
from engine.queries.standing_orders import answer_by_orders, check_orders, with_preset
from engine.state.questions import Request
from tests.engine.questions import QUESTIONS, stranded_landing
from tests.engine.table import Table, position


def asked(table: Table) -> tuple[GameState, Request]:
    """The state and its open request."""
    return table.state, table.state.requests[0]


def land_battle(defenders: str, dice: str) -> Table:
    """Germany attacks Western Europe and hits so often."""
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 3 infantry, 3 tank", "western_europe": defenders},
        owners={"western_europe": "united_kingdom"},
    )
    return table.move("3 infantry, 3 tank: germany > western_europe").end_phase().battle("western_europe", dice)


def sea_battle(dice: str) -> Table:
    """The United States attack a Japanese fleet and hit so often."""
    fleet = "japan: 1 destroyer, 1 submarine, 1 battleship, 1 aircraft_carrier, 2 fighter"
    table = position(
        "united_states", "combat_move", {"sz46": "united_states: 2 battleship, 1 destroyer", "sz45": fleet}
    )
    return table.move("2 battleship, 1 destroyer: sz46 > sz45", attack=True).end_phase().battle("sz45", dice)


BRITISH = "united_kingdom: 2 infantry, 2 tank, 1 fighter"


def test_casualties_fall_in_the_order_that_was_left_for_land_battles() -> None:
    state, request = asked(land_battle(BRITISH, "1 1 6 6 6 6"))
    orders = {"land": ["fighter", "tank"]}
    assert answer_by_orders(state, request, "united_kingdom", orders) == {"units": {"fighter": 1, "tank": 1}}


def test_what_an_order_does_not_name_follows_in_the_printed_order() -> None:
    state, request = asked(land_battle(BRITISH, "1 1 1 1 6 6"))
    answer = answer_by_orders(state, request, "united_kingdom", {"land": ["fighter"]})
    assert answer == {"units": {"fighter": 1, "infantry": 2, "tank": 1}}


def test_the_order_for_sea_battles_is_used_at_sea() -> None:
    state, request = asked(sea_battle("6 1 1"))
    orders = {"land": ["fighter"], "sea": ["destroyer", "aircraft_carrier"]}
    assert answer_by_orders(state, request, "japan", orders) == {"units": {"destroyer": 1, "aircraft_carrier": 1}}


def test_an_order_may_spare_the_first_hit_on_a_battleship_or_take_it_first() -> None:
    state, request = asked(sea_battle("6 1 6"))
    first = answer_by_orders(state, request, "japan", {"sea": ["battleship:damage"]})
    later = answer_by_orders(state, request, "japan", {"sea": ["submarine"]})
    assert first == {"units": {}, "damaged": {"battleship": 1}}
    assert later == {"units": {"submarine": 1}}


def test_the_order_for_aircraft_is_used_where_only_aircraft_are_left() -> None:
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 4 tank", "western_europe": "united_kingdom: 2 fighter, 2 bomber"},
        owners={"western_europe": "united_kingdom"},
    )
    table.move("4 tank: germany > western_europe").end_phase().battle("western_europe", dice="1 6 6 6")
    state, request = asked(table)
    orders = {"land": ["bomber"], "air": ["fighter"]}
    assert answer_by_orders(state, request, "united_kingdom", orders) == {"units": {"fighter": 1}}
    assert answer_by_orders(state, request, "united_kingdom", {"land": ["bomber"]}) == {"units": {"bomber": 1}}


def test_without_an_order_for_the_battle_nothing_is_answered() -> None:
    state, request = asked(land_battle(BRITISH, "1 6 6 6 6 6"))
    assert answer_by_orders(state, request, "united_kingdom", {"sea": ["fighter"]}) is None
    assert answer_by_orders(state, request, "united_kingdom", {}) is None


def test_orders_answer_for_no_power_that_is_not_asked() -> None:
    state, request = asked(land_battle(BRITISH, "1 6 6 6 6 6"))
    assert answer_by_orders(state, request, "japan", {"land": ["fighter"]}) is None


def test_orders_answer_no_other_kind_of_question() -> None:
    table = land_battle("united_kingdom: 5 infantry", "6 6 6 6 6 6 6 6 6 6 6")
    state, request = asked(table)
    assert request.kind == "retreat"
    assert answer_by_orders(state, request, "germany", {"land": ["infantry"]}) is None


def test_in_a_joint_defence_the_order_of_one_owner_is_its_proposal_for_all() -> None:
    allies = "united_kingdom: 2 infantry, 1 fighter; united_states: 1 infantry, 1 tank"
    table = land_battle(allies, "1 1 6 6 6 6")
    state, request = asked(table)
    assert request.powers == ("united_kingdom", "united_states")
    british = answer_by_orders(state, request, "united_kingdom", {"land": ["tank", "fighter"]})
    assert british == {"units": {"united_kingdom": {"fighter": 1}, "united_states": {"tank": 1}}}
    american = answer_by_orders(state, request, "united_states", {"land": ["tank", "fighter"]})
    for power, choice in (("united_kingdom", british), ("united_states", american)):
        dice = "" if power == "united_kingdom" else "6 6 6 6 6"
        table.do({"type": "decide", "request": request.id, "power": power, "choice": choice}, dice)
    lost = table.happened("casualties_chosen")[0].lost
    assert sorted(piece.rpartition(".")[0] for piece in lost) == ["united_kingdom.fighter", "united_states.tank"]


def test_the_answer_is_legal_and_the_state_is_left_alone() -> None:
    table = land_battle(BRITISH, "1 1 1 6 6 6")
    state, request = asked(table)
    choice = answer_by_orders(state, request, "united_kingdom", {"land": ["tank"]})
    assert table.state is state
    table.do({"type": "decide", "request": request.id, "choice": choice}, "6 6 6 6 6")


@pytest.mark.parametrize(
    "orders", [{}, {"land": []}, {"land": ["tank", "infantry"], "sea": ["submarine"], "air": ["bomber"]}]
)
def test_orders_of_loss_in_the_units_of_the_edition_are_good(orders: Any) -> None:
    check_orders(new_game("aa1941"), "germany", orders)


@pytest.mark.parametrize(
    ("orders", "rule", "named"),
    [
        ({"space": ["tank"]}, "form", "space"),
        ({"land": ["elephant"]}, "units", "elephant"),
        ({"land": ["industrial_complex"]}, "units", "industrial_complex"),
        ({"land": ["tank", "tank"]}, "units", "once"),
    ],
)
def test_orders_of_loss_that_make_no_sense_are_refused(orders: Any, rule: str, named: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        check_orders(new_game("aa1941"), "germany", orders)
    assert refusal.value.rule == rule
    assert named in refusal.value.message


def attack_on_egypt(setup: str = "revised") -> Table:
    """Germany attacks Anglo-Egypt, and the British may use Enigma Decoded."""
    spaces = {"libya": "germany: 2 tank", "anglo_egypt": "united_kingdom: 2 infantry"}
    spaces["trans_jordan"] = "united_kingdom: 3 infantry"
    advantages = {"united_kingdom": "enigma_decoded"}
    table = position("germany", "combat_move", spaces, setup=setup, advantages=advantages)
    return table.move("2 tank: libya > anglo_egypt").end_phase()


def test_questions_of_national_advantages_get_their_printed_answers_where_that_was_left() -> None:
    state, request = asked(attack_on_egypt())
    assert request.kind == "enigma_decoded"
    assert answer_by_orders(state, request, "united_kingdom", {"land": ["infantry"]}) is None
    assert answer_by_orders(state, request, "united_kingdom", {"advantages": ["default"]}) == request.default
    assert answer_by_orders(state, request, "germany", {"advantages": ["default"]}) is None


def test_advantages_are_left_to_their_printed_answers_where_there_are_any() -> None:
    revised = new_game("revised")
    check_orders(revised, "germany", {"advantages": ["default"]})
    with pytest.raises(IllegalAction, match="For advantages there is default or ask, not"):
        check_orders(revised, "germany", {"advantages": ["tank"]})
    with pytest.raises(IllegalAction, match="no national advantages"):
        check_orders(new_game("aa1941"), "germany", {"advantages": ["default"]})


def submarines_attacked(fleet: str) -> tuple[GameState, Request]:
    """Two British battleships attack a German fleet, whose submarines could submerge."""
    spaces = {"sz8": "united_kingdom: 2 battleship", "sz9": f"germany: {fleet}"}
    table = position("united_kingdom", "combat_move", spaces).move("2 battleship: sz8 > sz9", attack=True).end_phase()
    return asked(table.battle("sz9", dice=""))


@pytest.mark.rule("ASY-04", "ASY-17")
@pytest.mark.parametrize(
    ("fleet", "policy", "dive"),
    [
        ("2 submarine", "always", {"submarine": 2}),
        ("2 submarine", "never", {}),
        ("2 submarine", "alone", {"submarine": 2}),
        ("2 submarine, 1 transport", "alone", {"submarine": 2}),
        ("2 submarine, 1 battleship", "always", {"submarine": 2}),
        ("2 submarine, 1 battleship", "alone", {}),
        ("2 submarine", "", None),
    ],
)
def test_submarines_submerge_as_their_owner_has_said(fleet: str, policy: str, dive: dict[str, int] | None) -> None:
    state, request = submarines_attacked(fleet)
    assert request.kind == "submerge"
    orders = {"submerge": [policy]} if policy else {"sea": ["submarine"]}
    assert answer_by_orders(state, request, "germany", orders) == dive


@pytest.mark.rule("ASY-04", "ASY-40")
@pytest.mark.parametrize(
    ("policy", "choice"),
    [("press", {"press": True}), ("retreat", {"retreat": "russia"}), ("default", {"retreat": "russia"}), ("", None)],
)
def test_an_attacker_who_is_away_presses_on_or_retreats_as_he_has_said(policy: str, choice: Any) -> None:
    spaces = {"russia": "soviet_union: 3 infantry", "west_russia": "germany: 9 infantry"}
    table = position("soviet_union", "combat_move", spaces).move("3 infantry: russia > west_russia").end_phase()
    table.battle("west_russia", dice="6 6 6 6 6 6 6 6 6 6 6 6")
    state, request = asked(table)
    assert request.kind == "retreat"
    assert answer_by_orders(state, request, "soviet_union", {"retreat": [policy]} if policy else {}) == choice


@pytest.mark.orders("stranded_landing default")
@pytest.mark.rule("ASY-04", "ASY-25")
def test_stranded_aircraft_land_by_default_where_their_owner_has_said_so() -> None:
    state, request = asked(stranded_landing())
    assert request.kind == "stranded_landing"
    assert answer_by_orders(state, request, "japan", {}) is None
    assert answer_by_orders(state, request, "japan", {"stranded": ["default"]}) == request.default


@pytest.mark.parametrize(
    "orders",
    [{"submerge": ["sometimes"]}, {"retreat": ["press", "retreat"]}, {"stranded": ["japan"]}, {"reactions": ["none"]}],
)
def test_only_known_policies_can_be_left(orders: Any) -> None:
    with pytest.raises(IllegalAction, match=r"there is|only one order"):
        check_orders(new_game("aa1941", {}), "germany", orders)


@pytest.mark.parametrize(("domain", "line"), [("scramble", "sz5 2"), ("kamikaze", "sz5 destroyer 2")])
def test_where_nobody_scrambles_and_no_kamikaze_strikes_no_plan_is_left(domain: str, line: str) -> None:
    with pytest.raises(IllegalAction, match=r"in this edition|on this board"):
        check_orders(position("germany", "combat_move", {}).state, "germany", {domain: [line]})


@pytest.mark.rule("ASY-41")
def test_of_orders_against_two_defenders_of_one_battle_the_first_that_was_left_decides() -> None:
    spaces = {
        "germany": "germany: 3 infantry, 3 tank",
        "western_europe": "united_kingdom: 1 tank; united_states: 1 tank",
    }
    table = position("germany", "combat_move", spaces, owners={"western_europe": "united_kingdom"})
    table.move("3 infantry, 3 tank: germany > western_europe").end_phase()
    table.battle("western_europe", dice="6 6 6 6 6 6 1 6")
    state, request = asked(table)
    lines = ["against=united_states lose=tank", "against=united_kingdom lose=infantry"]
    assert answer_by_orders(state, request, "germany", {"losses": lines}) == {"units": {"tank": 1}}
    assert answer_by_orders(state, request, "germany", {"losses": lines[::-1]}) == {"units": {"infantry": 1}}


@pytest.mark.rule("ASY-41")
def test_what_only_aircraft_suffer_is_closer_than_battles_on_land() -> None:
    table = position(
        "germany",
        "combat_move",
        {"germany": "germany: 4 tank", "western_europe": "united_kingdom: 2 fighter, 2 bomber"},
        owners={"western_europe": "united_kingdom"},
    )
    table.move("4 tank: germany > western_europe").end_phase().battle("western_europe", dice="1 6 6 6")
    state, request = asked(table)
    lines = ["part=land lose=fighter", "part=air lose=bomber"]
    assert answer_by_orders(state, request, "united_kingdom", {"losses": lines}) == {"units": {"bomber": 1}}


@pytest.mark.rule("ASY-41")
def test_what_ships_carry_is_at_stake_with_them() -> None:
    spaces = {"sz46": "united_states: 2 destroyer", "sz45": "japan: 1 destroyer, 1 transport"}
    cargo = {"sz45": [{"transport": "japan", "units": {"japan": {"infantry": 2}}}]}
    table = position("united_states", "combat_move", spaces, cargo=cargo)
    table.move("2 destroyer: sz46 > sz45", attack=True).end_phase()
    assert table.state.battle is None
    setting = ahead(table.state, table.state.pending[0])
    assert setting is not None
    assert at_stake(HitTaking(setting.state, setting.battle, "defender")) == 8 + 7 + 2 * 3


@pytest.mark.parametrize(
    ("setup", "power", "line", "told"),
    [
        ("global_1940", "china", "space=sz6 lose=fighter", "Your units never fight in sea zone 6. Name "),
        (
            "pacific_1940",
            "japan",
            "against=dutch side=defender lose=infantry",
            "No attack ever comes from the Dutch. Name the United States",
        ),
    ],
)
def test_no_order_of_loss_is_left_for_battles_that_a_power_never_fights(
    setup: str, power: str, line: str, told: str
) -> None:
    with pytest.raises(IllegalAction) as refusal:
        check_orders(new_game(setup), power, {"losses": [line]})
    assert told in refusal.value.message
    assert len(refusal.value.message) < 400


@pytest.mark.rule("ASY-59", setups="every + 1940")
@pytest.mark.parametrize("setup", setup_names())
@pytest.mark.parametrize("preset", load_presets().values(), ids=load_presets())
def test_a_set_replaces_the_orders_for_all_battles_and_leaves_those_for_a_place(setup: str, preset: Preset) -> None:
    state = new_game(setup)
    place = next(space for space, owner in state.owners.items() if owner == "japan")
    own = {"losses": [f"space={place} lose=tank", "lose=fighter"], "land": ["tank"]}
    orders = with_preset(state, "japan", own, preset, above=20)
    check_orders(state, "japan", orders)
    assert orders["land"] == ["tank"]
    assert orders["losses"][0] == own["losses"][0]
    assert [line.startswith("above=20 ") for line in orders["losses"]] == [False, True]


@pytest.mark.rule("ASY-59", setup="revised")
@pytest.mark.parametrize("preset", load_presets().values(), ids=load_presets())
def test_a_set_leaves_out_what_a_game_does_not_know(preset: Preset) -> None:
    assert "scramble" not in with_preset(new_game("revised"), "germany", {}, preset), "nobody scrambles in this edition"


@pytest.mark.parametrize("setup", setup_names())
def test_sets_fit_into_a_menu_and_into_every_game(setup: str) -> None:
    for preset in load_presets().values():
        assert len(f"{preset.title}: {preset.says}") <= 100
        check_orders(new_game(setup), "japan", with_preset(new_game(setup), "japan", {}, preset))


ADVANTAGES = [
    "kaiten_torpedoes",
    "nonaggression_treaty",
    "salvage",
    "french_resistance",
    "colonial_garrison",
    "enigma_decoded",
]


@pytest.mark.orders(
    "kaiten_torpedoes default",
    "nonaggression_treaty default",
    "salvage default",
    "french_resistance default",
    "colonial_garrison default",
    "enigma_decoded default",
)
@pytest.mark.parametrize("kind", ADVANTAGES)
def test_each_question_of_an_advantage_gets_its_printed_answer_where_that_was_left(kind: str) -> None:
    state = QUESTIONS[kind]().state
    (request, *_) = state.requests
    assert answer_by_orders(state, request, request.power, {"advantages": ["default"]}) == request.default


@pytest.mark.orders(
    "bombardment default", "joint_capture default", "flak default", "troop_bonus default", "war_bonds default"
)
@pytest.mark.parametrize("kind", ["bombardment", "joint_capture", "flak", "troop_bonus", "war_bonds"])
def test_what_seldom_comes_up_gets_its_default_where_that_was_left(kind: str) -> None:
    state = QUESTIONS[kind]().state
    (request, *_) = state.requests
    assert answer_by_orders(state, request, request.power, {"land": ["infantry"]}) is None
    assert answer_by_orders(state, request, request.power, {"others": ["default"]}) == request.default

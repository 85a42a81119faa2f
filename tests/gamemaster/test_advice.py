"""What forms are filled with and hints show is legal as it stands."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cogs.orders.moves import move_action
from cogs.orders.production import placement_action, usual_places_typed
from engine import GameState, apply, load_setup, new_game
from engine.ask import movable_from
from engine.dice import NoDice
from engine.economy.mobilize import placements
from engine.errors import Refusal
from gamemaster.narration import read_choice
from gamemaster.narration.trying import would_be_accepted
from gamemaster.orders.examples import example_answer, example_move, fitting_places, places_to_move_from
from gamemaster.sheets.bringing.aims import Stack
from gamemaster.sheets.bringing.moving_plan import ends_from
from tests.engine.full_boards import SPACES, board
from tests.engine.questions import QUESTIONS, asked
from tests.engine.random_positions import scattered
from tests.engine.table import position
from tests.published import SETUPS

SEEDS = range(5)


def edited(setup: str, change: dict[str, Any], seed: int) -> GameState:
    """A position of random units, with something more put right."""
    rng = Random(seed)
    state = apply(new_game(setup), scattered(load_setup(setup), rng), NoDice()).state
    return apply(state, {"type": "edit", **change}, NoDice()).state


def to_mobilize(setup: str, seed: int) -> GameState:
    """A power with a complex that places more than it has room for."""
    rng = Random(seed)
    edition = load_setup(setup)
    power = rng.choice([power.id for power in edition.powers if power.capital])
    buyable = [unit.id for unit in edition.units if unit.cost is not None]
    bought = {unit: rng.randrange(1, 9) for unit in rng.sample(buyable, 4)}
    turn = {"round": 2, "power": power, "phase": "mobilize"}
    return edited(setup, {"turn": turn, "purchased": {power: bought}}, seed)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_placement_form_sent_in_as_it_is_places_all_there_is_room_for(setup: str, seed: int) -> None:
    state = to_mobilize(setup, seed)
    for line in usual_places_typed(state).split("\n"):
        if line:
            state = apply(state, placement_action(state, line), NoDice()).state
    assert [unit for unit in state.purchased.get(state.power, {}) if placements(state, unit)] == []


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("phase", ["combat_move", "noncombat_move"])
def test_the_example_of_a_move_can_be_ordered(setup: str, seed: int, phase: str) -> None:
    power = Random(seed).choice(load_setup(setup).turn_order)
    state = edited(setup, {"turn": {"round": 2, "power": power, "phase": phase}}, seed)
    if example := example_move(state):
        assert apply(state, move_action(state, example), NoDice()).state != state


def test_the_example_of_a_combat_move_leaves_nobody_with_cargo_to_land() -> None:
    turn = {"round": 1, "power": "united_states", "phase": "combat_move"}
    state = apply(new_game("aa1941"), {"type": "edit", "turn": turn}, NoDice()).state
    then = apply(state, move_action(state, example_move(state)), NoDice()).state
    assert apply(then, {"type": "end_phase"}, NoDice()).state.phase == "conduct_combat"


@pytest.mark.parametrize("kind", [*QUESTIONS])
def test_the_example_of_an_answer_would_be_accepted(kind: str) -> None:
    state = asked(kind)
    request = next(each for each in state.requests if each.kind == kind)
    example = example_answer(state, request, request.powers[0])
    choice = read_choice(state, request, example)
    answer = {"type": "decide", "request": request.id, "power": request.powers[0], "choice": choice}
    assert would_be_accepted(state, answer)


def test_the_only_move_of_somebody_without_units_is_none() -> None:
    state = edited("aa1941", {"clear_units": True, "turn": {"round": 2, "power": "japan", "phase": "combat_move"}}, 0)
    assert example_move(state) == ""
    with pytest.raises(Refusal):
        move_action(state, example_move(state))


def test_a_sea_zone_between_two_complexes_is_offered_once() -> None:
    """Discord takes no menu in which a line stands twice."""
    bought = {"purchased": {"united_states": {"infantry": 3, "fighter": 1, "aircraft_carrier": 1}}}
    turn = {"round": 2, "power": "united_states", "phase": "mobilize"}
    state = edited("global_1940", {**bought, "turn": turn}, seed=0)
    places = [(unit, space) for unit, _, space in fitting_places(state)]
    zones = [space for unit, space in places if unit == "aircraft_carrier"]
    assert zones
    assert len(places) == len(set(places))


def test_no_more_places_are_looked_at_than_a_menu_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    state = board(SPACES["fleets everywhere"])
    asked_about: list[str] = []

    def counted(state: GameState, space: str) -> Any:
        asked_about.append(space)
        return movable_from(state, space)

    monkeypatch.setattr("gamemaster.orders.examples.movable_from", counted)
    places = places_to_move_from(state, 26)
    assert len(places) == 26
    assert asked_about == list(places)


def test_the_dearest_places_come_first_and_those_where_nothing_moves_are_left_out() -> None:
    state = board({"sz6": {"battleship": 2}, "manchuria": {"infantry": 1}, "sz7": {"destroyer": 2}})
    assert list(places_to_move_from(state, 25)) == ["sz6", "sz7", "manchuria"]
    assert places_to_move_from(state, 25)["sz7"]["destroyer"] == 2
    state = apply(state, {"type": "move", "units": {"infantry": 1}, "path": ["manchuria", "korea"]}, NoDice()).state
    assert list(places_to_move_from(state, 25)) == ["sz6", "sz7"]


def test_where_enemies_stand_comes_before_empty_places() -> None:
    spaces = {"ukraine": "germany: 1 tank", "west_russia": "soviet_union: 1 infantry"}
    table = position("germany", "combat_move", spaces, owners={"west_russia": "soviet_union"})
    ends = ends_from(table.state, "ukraine", (Stack("ukraine", "tank", 1),))
    assert [end.target.space for end in ends][:2] == ["west_russia", "caucasus"]

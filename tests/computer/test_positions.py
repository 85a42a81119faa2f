"""What the levels `easy`, `normal` and `hard` do in positions in which it is clear what should be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from computer.levels import seat_at
from computer.playing import Action, Table, Why, answer, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from engine.queries.striking.strikes import strikes
from engine.state.pieces import Piece
from tests.engine.table import Table as Written
from tests.engine.table import position

WEIGHING = ("easy", "normal", "hard")
"""The levels that weigh what comes back."""
WEIGHINGS = {"hard": 300}
"""Where it is clear what should be done, so many suffice to play the war on in thought, too."""


@dataclass
class Watched(Table):
    """A game that keeps which aircraft were lost for want of a landing as noncombat moves ended."""

    stranded: list[Piece] = field(default_factory=list)

    def take(self, by: PowerId, action: Action, why: Why | None = None) -> bool:
        """Carry out an order if it is legal."""
        before = self.state
        is_taken = super().take(by, action, why)
        if before.phase == "noncombat_move" and action["type"] == "end_phase":
            aircraft = (piece for piece in before.pieces.values() if before.type_of(piece).domain == "air")
            self.stranded += [piece for piece in aircraft if piece.id not in self.state.pieces]
        return is_taken


def played(written: Written, last_phase: PhaseId | None = None, level: str = "easy", seed: int = 1) -> Watched:
    """The table after the power on turn has played to the end of a phase."""
    state = written.state
    table = Watched(state, Story(state.setup, state.options), SeededDice(seed))
    seats = {power.id: seat_at(level, seed, WEIGHINGS.get(level)) for power in state.edition.powers}
    play_turn(table, seats, last_phase)
    assert table.refused == 0
    return table


def on_board(power: str, phase: str, spaces: Mapping[str, str], setup: str = "revised", **edit: Any) -> Written:
    """A position of a setup."""
    return position(power, phase, spaces, setup=setup, **edit)


def count(state: GameState, space: str, power: str) -> int:
    """Units of a power in a space."""
    return sum(piece.power == power for piece in state.at(space))


@pytest.mark.parametrize("level", ["greedy", *WEIGHING])
@pytest.mark.parametrize("setup", ["revised", "aa1941"])
def test_an_open_enemy_capital_is_taken(setup: str, level: str) -> None:
    written = on_board("germany", "combat_move", {"west_russia": "germany: 2 infantry, 1 tank"}, setup)
    assert played(written, "conduct_combat", level).state.owners["russia"] == "germany"


@pytest.mark.parametrize("level", ["greedy", *WEIGHING])
def test_an_island_capital_is_taken_from_the_sea(level: str) -> None:
    spaces = {
        "western_europe": "germany: 4 infantry, 2 tank",
        "sz7": "germany: 3 transport, 2 battleship",
        "united_kingdom": "united_kingdom: 1 infantry",
    }
    table = played(on_board("germany", "combat_move", spaces), "conduct_combat", level)
    assert table.state.owners["united_kingdom"] == "germany"


@pytest.mark.parametrize("level", WEIGHING)
def test_the_own_capital_is_not_left_to_an_enemy_who_stands_before_it(level: str) -> None:
    spaces = {
        "russia": "soviet_union: 6 infantry, 1 tank",
        "west_russia": "germany: 5 infantry, 2 tank",
        "caucasus": "germany: 1 infantry",
    }
    owners = {"west_russia": "germany", "caucasus": "germany"}
    written = on_board("soviet_union", "purchase", spaces, owners=owners, ipcs={"soviet_union": 12})
    state = played(written, level=level).state
    assert count(state, "russia", "soviet_union") >= 9


def test_greedy_leaves_its_capital_open_so_that_guarding_is_no_accident() -> None:
    spaces = {"germany": "germany: 3 infantry", "western_europe": "united_kingdom: 4 infantry, 2 tank"}
    owners = {"western_europe": "united_kingdom"}
    stays = {
        level: count(
            played(on_board("germany", "noncombat_move", spaces, owners=owners), "noncombat_move", level).state,
            "germany",
            "germany",
        )
        for level in ("greedy", *WEIGHING)
    }
    assert stays == {"greedy": 0, **dict.fromkeys(WEIGHING, 3)}


@pytest.mark.parametrize("level", WEIGHING)
def test_no_aircraft_is_lost_for_want_of_a_landing(level: str) -> None:
    spaces = {
        "germany": "germany: 2 fighter, 1 bomber, 4 infantry",
        "eastern_europe": "germany: 4 infantry, 2 tank",
        "belorussia": "soviet_union: 1 infantry",
        "karelia_ssr": "soviet_union: 2 infantry",
        "sz6": "united_kingdom: 1 transport",
    }
    owners = {"belorussia": "soviet_union"}
    table = played(on_board("germany", "combat_move", spaces, owners=owners), "noncombat_move", level)
    assert table.stranded == []
    told = [given for given in table.given if given.action["type"] == "move"]
    assert told


def test_an_aircraft_that_cannot_land_is_noticed() -> None:
    table = played(on_board("germany", "noncombat_move", {"sz26": "germany: 1 fighter"}), "noncombat_move")
    assert [piece.unit for piece in table.stranded] == ["fighter"]


@pytest.mark.parametrize("level", WEIGHING)
def test_an_attack_that_loses_more_than_it_brings_is_left(level: str) -> None:
    spaces = {"eastern_europe": "germany: 3 infantry", "karelia_ssr": "soviet_union: 8 infantry, 2 fighter"}
    table = played(on_board("germany", "combat_move", spaces), "combat_move", level)
    assert [given.action["type"] for given in table.given] == ["end_phase"]


def fought(attackers: str, defenders: str, dice: str) -> Written:
    """A battle of Karelia after its first round, in which the attackers are asked whether they press on."""
    spaces = {"karelia_ssr": f"soviet_union: {defenders}", "belorussia": f"germany: {attackers}"}
    written = on_board("germany", "combat_move", spaces)
    written.move(f"{attackers}: belorussia > karelia_ssr").end_phase()
    return written.battle("karelia_ssr", dice)


@pytest.mark.parametrize(
    ("attackers", "defenders", "dice", "choice"),
    [
        ("3 infantry, 2 tank", "2 infantry", "6 6 6 1 6 6 6", {"press": True}),
        ("2 infantry", "3 infantry", "6 6 6 6 6", {"retreat": "belorussia"}),
    ],
)
def test_a_won_battle_is_pressed_and_a_lost_one_is_left(
    attackers: str, defenders: str, dice: str, choice: dict[str, object]
) -> None:
    state = fought(attackers, defenders, dice).state
    assert [request.kind for request in state.requests] == ["retreat"]
    table = Table(state, Story("revised", {}), SeededDice(1))
    answer(table, {"germany": seat_at("easy", 1)})
    assert table.given[0].action["choice"] == choice


def test_a_march_stops_where_a_column_would_be_struck_down() -> None:
    spaces = {"belorussia": "germany: 2 infantry", "russia": "soviet_union: 8 infantry, 4 tank"}
    for level, there in (("greedy", 2), *((level, 0) for level in WEIGHING)):
        table = played(on_board("germany", "noncombat_move", spaces), "noncombat_move", level)
        assert count(table.state, "west_russia", "germany") == there


@pytest.mark.parametrize("level", WEIGHING)
def test_a_strong_column_goes_where_a_weak_one_would_not(level: str) -> None:
    spaces = {"belorussia": "germany: 14 infantry, 4 tank", "russia": "soviet_union: 8 infantry, 4 tank"}
    table = played(on_board("germany", "noncombat_move", spaces), "noncombat_move", level)
    assert count(table.state, "west_russia", "germany") >= 10


@pytest.mark.parametrize("level", WEIGHING)
def test_a_transport_does_not_stay_alone_where_bombers_reach_it(level: str) -> None:
    spaces = {
        "germany": "germany: 3 fighter",
        "sz6": "united_kingdom: 1 transport",
        "united_kingdom": "united_kingdom: 3 infantry",
    }
    table = played(on_board("united_kingdom", "noncombat_move", spaces), "noncombat_move", level)
    (ship,) = (p for p in table.state.pieces.values() if p.unit == "transport")
    assert "air" in strikes(table.state, "united_kingdom")["sz6"]
    assert "air" not in strikes(table.state, "united_kingdom").get(ship.space, {})


def test_guards_that_take_all_places_are_as_strong_as_the_ipcs_allow() -> None:
    spaces = {"russia": "soviet_union: 2 infantry", "west_russia": "germany: 12 infantry, 6 tank"}
    owners = {"west_russia": "germany", "caucasus": "germany"}
    written = on_board("soviet_union", "purchase", spaces, owners=owners, ipcs={"soviet_union": 33})
    state = played(written, "purchase").state
    assert state.purchased["soviet_union"] == {"infantry": 3, "artillery": 1, "tank": 4}
    assert state.treasuries["soviet_union"] == 0


@pytest.mark.parametrize("level", WEIGHING)
def test_troops_on_an_island_get_ships_and_cross(level: str) -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 6 infantry, 2 tank",
        "sz6": "united_kingdom: 2 transport, 2 battleship",
        "norway": "germany: 1 infantry",
        "germany": "germany: 9 infantry",
        "western_europe": "germany: 9 infantry",
        "eastern_europe": "germany: 9 infantry",
        "algeria": "germany: 3 infantry",
    }
    table = played(on_board("united_kingdom", "combat_move", spaces), "conduct_combat", level)
    assert table.state.owners["norway"] == "united_kingdom"


def test_war_is_declared_where_much_is_within_reach_and_says_why() -> None:
    spaces = {"caroline_islands": "japan: 2 infantry", "sz33": "japan: 2 battleship, 4 aircraft_carrier"}
    weak = played(on_board("japan", "combat_move", spaces, "pacific_1940"), "combat_move")
    assert "declare_war" not in [given.action["type"] for given in weak.given]
    strong = {
        "sz35": "japan: 3 transport, 3 battleship",
        "formosa": "japan: 4 infantry, 2 tank",
        "sz36": "japan: 4 transport, 2 battleship, 2 cruiser",
        "kwangsi": "japan: 8 infantry, 4 artillery, 4 fighter",
        "kwangtung": "united_kingdom: 1 infantry",
        "philippines": "united_states: 1 infantry",
    }
    table = played(on_board("japan", "combat_move", strong, "pacific_1940", game_round=2), "combat_move")
    wars = [given for given in table.given if given.action["type"] == "declare_war"]
    assert wars
    assert wars[0].why is not None
    assert "within reach" in wars[0].why.aim


def losses_chosen(attackers: str, defenders: str, dice: str) -> list[str]:
    """The units that the attackers of Berlin lose by their own choice."""
    spaces = {"western_europe": f"united_kingdom: {attackers}", "germany": f"germany: {defenders}"}
    written = on_board("united_kingdom", "combat_move", spaces, owners={"western_europe": "united_kingdom"})
    written.move(f"{attackers}: western_europe > germany").end_phase()
    state = written.battle("germany", dice).state
    assert [(request.kind, request.power) for request in state.requests] == [("casualties", "united_kingdom")]
    table = Table(state, Story("revised", {}), SeededDice(1))
    answer(table, {"united_kingdom": seat_at("easy", 1)})
    choice = table.given[0].action["choice"]
    chosen = state.requests[0].default if choice == "default" else choice
    assert isinstance(chosen, dict)
    return list(chosen["units"])


def test_aircraft_are_lost_before_the_last_unit_that_takes_a_capital() -> None:
    assert losses_chosen("1 infantry, 2 fighter", "2 infantry", "6 6 1 1 6") == ["fighter"]


def test_the_weaker_and_cheaper_aircraft_is_lost_first() -> None:
    assert losses_chosen("2 fighter, 1 bomber", "3 infantry", "6 6 6 1 6 6") == ["fighter"]


@pytest.mark.parametrize("level", WEIGHING)
@pytest.mark.parametrize("setup", ["pacific_1940", "global_1940"])
def test_china_buys_infantry_though_it_has_no_complex(setup: str, level: str) -> None:
    written = on_board("china", "purchase", {"szechwan": "china: 2 infantry"}, setup, ipcs={"china": 12})
    table = played(written, level=level)
    assert sum(count(table.state, space, "china") for space in table.state.by_space) >= 5

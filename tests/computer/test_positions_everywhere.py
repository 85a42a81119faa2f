"""What the levels do in clear positions, in one setup after the other: `normal` where no other is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from computer.levels import seat_at
from computer.normal.course import fighters_of
from computer.normal.replies import Enemies
from computer.normal.weighing import defenders
from computer.playing import Given, Table, answer, play_turn
from computer.seeding import SeededDice, Story
from engine import GameState, new_game
from tests.computer.test_positions import WEIGHING, Watched, on_board, played
from tests.engine.table import Table as Written
from tests.published import SETUPS

ALLIES = ("united_states", "united_kingdom", "anzac", "france", "soviet_union")
WAR_WITH_JAPAN = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
WAR_OF_ALL = [
    *([axis, power, "war"] for axis in ("germany", "italy", "japan") for power in ALLIES),
    ["germany", "china", "war"],
    ["italy", "china", "war"],
]
AT_WAR: Mapping[str, dict[str, Any]] = {
    "pacific_1940": {"relations": WAR_WITH_JAPAN},
    "global_1940": {"relations": WAR_OF_ALL},
}
"""What makes enemies of all where powers begin at peace."""


def in_war(power: str, phase: str, setup: str, spaces: Mapping[str, str], **edit: Any) -> Written:
    """A position of a war of all."""
    return on_board(power, phase, spaces, setup, **AT_WAR.get(setup, {}), **edit)


def falls(state: GameState, space: str, power: str) -> float:
    """How likely a place is lost before a power moves again."""
    return Enemies(state, power).falls(space, fighters_of(state, defenders(state, space, power)))


class Open(NamedTuple):
    """A capital that nobody guards, and who stands before it."""

    setup: str
    power: str
    capital: str
    spaces: Mapping[str, str]
    owners: Mapping[str, str] = {}


OPEN = [
    Open("anniversary_1941", "germany", "russia", {"caucasus": "germany: 2 infantry, 1 tank"}, {"caucasus": "germany"}),
    Open("anniversary_1942", "japan", "russia", {"kazakh_ssr": "japan: 3 infantry"}, {"kazakh_ssr": "japan"}),
    Open("pacific_1940", "japan", "india", {"burma": "japan: 2 infantry"}, {"burma": "japan"}),
    Open("global_1940", "germany", "france", {"holland_belgium": "germany: 3 infantry, 1 tank"}),
    Open("global_1940", "united_kingdom", "southern_italy", {"northern_italy": "united_kingdom: 3 infantry"}, {
        "northern_italy": "united_kingdom"}),
]  # fmt: skip


@pytest.mark.parametrize("level", WEIGHING)
@pytest.mark.parametrize("at", OPEN, ids=lambda at: f"{at.setup}-{at.capital}")
def test_an_open_enemy_capital_is_taken(at: Open, level: str) -> None:
    written = in_war(at.power, "combat_move", at.setup, at.spaces, owners=at.owners)
    assert played(written, "conduct_combat", level).state.owners[at.capital] == at.power


class Besieged(NamedTuple):
    """A capital before which an enemy stands, and what its power has to keep it."""

    setup: str
    power: str
    capital: str
    spaces: Mapping[str, str]
    owners: Mapping[str, str]
    ipcs: int


BESIEGED = [
    Besieged("aa1941", "soviet_union", "russia", {
        "russia": "soviet_union: 2 infantry", "archangel": "soviet_union: 3 infantry",
        "west_russia": "germany: 3 infantry, 1 tank"}, {"west_russia": "germany"}, 9),
    Besieged("anniversary_1941", "italy", "italy", {
        "italy": "italy: 3 infantry", "france": "united_states: 5 infantry, 1 tank"}, {"france": "united_states"}, 12),
    Besieged("revised", "united_kingdom", "united_kingdom", {
        "united_kingdom": "united_kingdom: 3 infantry", "sz7": "germany: 3 transport, 2 battleship",
        "western_europe": "germany: 4 infantry, 2 tank"}, {}, 18),
    Besieged("anniversary_1942", "soviet_union", "russia", {
        "russia": "soviet_union: 3 infantry", "archangel": "soviet_union: 3 infantry",
        "caucasus": "germany: 3 infantry, 3 tank"}, {"caucasus": "germany"}, 15),
    Besieged("pacific_1940", "united_kingdom", "india", {
        "india": "united_kingdom: 3 infantry", "burma": "japan: 5 infantry, 1 artillery"}, {"burma": "japan"}, 12),
    Besieged("global_1940", "germany", "germany", {
        "germany": "germany: 4 infantry", "western_germany": "united_states: 6 infantry, 2 tank",
        "poland": "germany: 3 infantry"}, {"western_germany": "united_states"}, 24),
]  # fmt: skip


@pytest.mark.parametrize("at", BESIEGED, ids=lambda at: f"{at.setup}-{at.capital}")
def test_the_own_capital_is_not_left_where_it_can_be_held(at: Besieged) -> None:
    written = in_war(at.power, "purchase", at.setup, at.spaces, owners=at.owners, ipcs={at.power: at.ipcs})
    assert falls(written.state, at.capital, at.power) > 0.2
    assert falls(played(written, level="normal").state, at.capital, at.power) <= 0.2


RICH = [
    ("aa1941", "germany", "russia", "soviet_union", 20),
    *((setup, "germany", "russia", "soviet_union", 40) for setup in SETUPS if setup not in ("aa1941", "pacific_1940")),
    ("pacific_1940", "japan", "india", "united_kingdom", 40),
]


@pytest.mark.parametrize("level", WEIGHING)
@pytest.mark.parametrize(("setup", "power", "there", "enemy", "ipcs"), RICH, ids=[row[0] for row in RICH])
def test_no_ipcs_are_left_idle(setup: str, power: str, there: str, enemy: str, ipcs: int, level: str) -> None:
    spaces = {power: f"{power}: 3 infantry", there: f"{enemy}: 3 infantry"}
    written = in_war(power, "purchase", setup, spaces, ipcs={power: ipcs})
    assert played(written, "purchase", level).state.treasuries[power] < 3
    assert played(written, level=level).state.purchased == {}


UNSAFE = [
    ("aa1941", "united_kingdom", "sz6", {"western_europe": "germany: 3 fighter"}, "united_kingdom"),
    ("revised", "united_kingdom", "sz7", {"western_europe": "germany: 3 fighter"}, "united_kingdom"),
    ("anniversary_1941", "united_kingdom", "sz7", {"france": "germany: 3 fighter"}, "united_kingdom"),
    ("anniversary_1942", "united_kingdom", "sz7", {"france": "germany: 3 fighter"}, "united_kingdom"),
    ("global_1940", "united_kingdom", "sz110", {"holland_belgium": "germany: 3 fighter"}, "united_kingdom"),
    ("pacific_1940", "united_states", "sz7", {"japan": "japan: 3 fighter"}, "hawaiian_islands"),
]


@pytest.mark.parametrize(("setup", "power", "zone", "strikers", "home"), UNSAFE, ids=[row[0] for row in UNSAFE])
def test_no_transport_ends_where_a_strike_on_it_pays(
    setup: str, power: str, zone: str, strikers: dict[str, str], home: str
) -> None:
    spaces = {zone: f"{power}: 2 transport", home: f"{power}: 3 infantry", **strikers}
    state = played(in_war(power, "noncombat_move", setup, spaces), "noncombat_move", "normal").state
    assert falls(in_war(power, "noncombat_move", setup, spaces).state, zone, power) > 0.8
    for ship in (piece for piece in state.pieces.values() if piece.unit == "transport"):
        assert falls(state, ship.space, power) < 0.3


def turns(setup: str, rounds: int = 1) -> Iterator[tuple[GameState, Watched, list[Given]]]:
    """The first turns of a game at normal: the position before each, the table after it, and what was ordered in it."""
    state = new_game(setup)
    table = Watched(state, Story(setup, {}), SeededDice(setup))
    seats = {power.id: seat_at("normal", 1, 120) for power in state.edition.powers}
    while table.state.winner is None and table.state.round <= rounds:
        before, given = table.state, len(table.given)
        play_turn(table, seats, "noncombat_move")
        yield before, table, table.given[given:]
        if (table.state.round, table.state.power) == (before.round, before.power) and table.state.winner is None:
            play_turn(table, seats)


@pytest.mark.parametrize("setup", SETUPS)
def test_a_round_costs_no_aircraft_for_want_of_a_landing_and_no_attack_brings_less_than_it_costs(setup: str) -> None:
    for before, table, given in turns(setup):
        assert table.stranded == []
        for why in (each.why for each in given if each.action["type"] == "move"):
            assert why is not None
            assert why.aim
            if why.odds is not None:
                assert why.gain is not None
                assert why.gain >= 0, f"{before.power}: {why.aim}"
    assert table.refused == 0


FOUGHT = [
    ("aa1941", "germany: ukraine", "soviet_union: caucasus"),
    ("revised", "germany: ukraine_ssr", "soviet_union: caucasus"),
    ("anniversary_1941", "germany: poland", "soviet_union: east_poland"),
    ("anniversary_1942", "germany: ukraine", "soviet_union: caucasus"),
    ("pacific_1940", "japan: kiangsi", "china: hunan"),
    ("global_1940", "germany: poland", "soviet_union: eastern_poland"),
]
PRESSED = [("3 infantry, 2 tank", "2 infantry", "press"), ("2 infantry", "5 infantry", "retreat")]


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize(("attackers", "defending", "expected"), PRESSED, ids=[row[-1] for row in PRESSED])
@pytest.mark.parametrize(("setup", "origin", "target"), FOUGHT, ids=[row[0] for row in FOUGHT])
def test_a_won_battle_is_pressed_and_a_lost_one_is_left(
    setup: str, origin: str, target: str, attackers: str, defending: str, expected: str, level: str
) -> None:
    (power, start), (enemy, place) = origin.split(": "), target.split(": ")
    spaces = {start: f"{power}: {attackers}", place: f"{enemy}: {defending}"}
    written = in_war(power, "combat_move", setup, spaces)
    written.move(f"{attackers}: {start} > {place}").end_phase().battle(place, "6 6 6 6 6 6 6")
    state = written.state
    assert [request.kind for request in state.requests] == ["retreat"]
    table = Table(state, Story(setup, {}), SeededDice(1))
    answer(table, {power: seat_at(level, 1)})
    choice = table.given[0].action["choice"]
    assert isinstance(choice, dict)
    assert list(choice) == [expected]


def landing(setup: str, escort: str) -> Table:
    """Americans aboard off Japan, where fighters may rise from an air base, with so many warships beside them."""
    cargo = {"transport": "united_states", "units": {"united_states": {"infantry": 1, "artillery": 1}}}
    fleet = "united_states: 3 transport" + (f", {escort}" if escort else "")
    spaces = {"sz6": fleet, "japan": "japan: 3 fighter, 1 infantry", "hawaiian_islands": "united_states: 1 infantry"}
    written = in_war("united_states", "combat_move", setup, spaces, cargo={"sz6": [cargo] * 3})
    return played(written, "combat_move", "normal")


@pytest.mark.parametrize("setup", ["pacific_1940", "global_1940"])
def test_a_scramble_is_expected_before_a_landing(setup: str) -> None:
    lands = {
        escort: {given.why.aim for given in landing(setup, escort).given if given.why} & {"take Japan", "take Korea"}
        for escort in ("", "4 battleship, 4 cruiser")
    }
    assert not lands[""]
    assert lands["4 battleship, 4 cruiser"]


@pytest.mark.parametrize("setup", ["pacific_1940", "global_1940"])
def test_a_scramble_is_expected_in_an_attack_at_sea(setup: str) -> None:
    """A cruiser beats a destroyer more often than not, but not beside three fighters."""
    goes = {}
    for there in ("1 strategic_bomber", "3 fighter"):
        spaces = {
            "sz7": "united_states: 2 cruiser",
            "sz6": "japan: 1 destroyer",
            "japan": f"japan: {there}, 9 infantry",
        }
        table = played(in_war("united_states", "combat_move", setup, spaces), "combat_move", "normal")
        goes[there] = any(given.action["type"] == "move" for given in table.given)
    assert goes == {"1 strategic_bomber": True, "3 fighter": False}


IDLE = [
    ("aa1941", "united_states", "eastern_united_states", "sz11"),
    ("revised", "united_states", "eastern_united_states", "sz10"),
    ("anniversary_1941", "united_states", "eastern_united_states", "sz10"),
    ("anniversary_1942", "united_states", "eastern_united_states", "sz10"),
    ("global_1940", "united_states", "eastern_united_states", "sz101"),
    ("pacific_1940", "united_states", "western_united_states", "sz10"),
]


def landed(table: Table, power: str) -> int:
    """How many units a power has brought ashore; those who fought there may have died since."""
    land, count = table.state.edition.board.territory, 0
    for action in (given.action for given in table.given if given.by == power and given.action["type"] == "move"):
        path, picked = action["path"], action["pick"]
        assert isinstance(path, Sequence)
        assert isinstance(picked, Sequence)
        if path[0] not in land and path[-1] in land:
            units = [table.state.edition.unit[piece.split(".")[1]] for piece in picked]
            count += sum(unit.domain == "land" for unit in units)
    return count


@pytest.mark.parametrize(("setup", "power", "coast", "zone"), IDLE, ids=[row[0] for row in IDLE])
def test_troops_on_a_coast_with_ships_nearby_do_not_stand_idle_for_three_turns(
    setup: str, power: str, coast: str, zone: str
) -> None:
    spaces = {
        coast: f"{power}: 4 infantry, 2 tank",
        zone: f"{power}: 3 transport, 2 battleship, 2 destroyer",
        "japan": "japan: 4 infantry",
        "united_kingdom": "united_kingdom: 4 infantry",
        "germany": "germany: 4 infantry",
    }
    spaces = {
        space: units
        for space, units in spaces.items()
        if space in new_game(setup).edition.board.territory or space == zone
    }
    written = in_war(power, "purchase", setup, spaces, ipcs={power: 0}, game_round=4)
    waiting = {piece.id for piece in written.state.at(coast) if piece.power == power}
    table = Table(written.state, Story(setup, {}), SeededDice(1))
    seats = {each.id: seat_at("normal" if each.id == power else "random", 1) for each in written.state.edition.powers}
    for _ in range(3 * len(seats)):
        if table.state.winner is None:
            play_turn(table, seats)
    left = [piece for piece in table.state.at(coast) if piece.id in waiting]
    assert len(left) <= 2
    assert landed(table, power) >= 4


TO_ROMANIA = {
    "eastern_poland": "soviet_union: 8 infantry, 4 tank",
    "poland": "germany: 1 infantry",
    "romania": "germany: 1 infantry",
}
OFF_HAWAII = {
    "hawaiian_islands": "united_states: 2 infantry",
    "sz26": "united_states: 3 transport, 3 battleship",
    "sz31": "japan: 2 transport",
}
SOUTHWARD = {
    "sz35": "japan: 3 transport, 3 battleship",
    "formosa": "japan: 4 infantry, 2 tank",
    "sz36": "japan: 4 transport, 2 battleship, 2 cruiser",
    "kwangsi": "japan: 8 infantry, 4 artillery, 4 fighter",
    "kwangtung": "united_kingdom: 1 infantry",
    "philippines": "united_states: 1 infantry",
}
WARS = [
    ("soviet_union", "global_1940", 4, "combat_move", TO_ROMANIA),
    ("united_states", "global_1940", 3, "collect_income", OFF_HAWAII),
    ("united_states", "pacific_1940", 5, "combat_move", OFF_HAWAII),
    ("japan", "global_1940", 2, "combat_move", SOUTHWARD),
    ("japan", "pacific_1940", 2, "combat_move", SOUTHWARD),
]


@pytest.mark.parametrize(
    ("power", "setup", "game_round", "phase", "spaces"), WARS, ids=[f"{w[1]}-{w[0]}" for w in WARS]
)
def test_wars_are_declared_for_reasons_that_can_be_read(
    power: str, setup: str, game_round: int, phase: str, spaces: dict[str, str]
) -> None:
    written = on_board(power, phase, spaces, setup, game_round=game_round)
    table = played(written, phase, "normal")  # type: ignore[arg-type]
    wars = [given.why for given in table.given if given.action["type"] == "declare_war"]
    assert wars
    for why in wars:
        assert why is not None
        assert why.gain is not None
        assert f"{why.gain:g} IPCs more are within reach" in why.aim
        assert "-" not in why.aim

"""The board of a battle for its picture: columns, dice, casualties and what comes next, told by events alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.events import Event
from engine.events.combat.battle import Fired
from engine.state.game_state import GameState
from gamemaster.narration import Timeline, raid_board, waiting_for
from maps.battles.board import draw_battle
from maps.battles.data import BattleBoard, Column, Roll, Row, Side, Strip, Units, Volley, board_from_json, board_to_json
from maps.battles.layout import MOST_HEIGHT, lay_out
from tests.engine.table import Table, position
from tests.gamemaster.story.playing import Game, battle_at_random, shown_battle
from tests.samples import every


class Fight:
    """A battle with all its events, shown from its beginning."""

    def __init__(self, table: Table, space: str, dice: str = "") -> None:
        self.table = table
        self.start = table.state
        table.battle(space, dice)
        self.events: list[Event] = list(table.events)

    def decide(self, kind: str, choice: object, dice: str = "", **more: str) -> None:
        """Answer a question."""
        self.table.decide(kind, choice, dice, **more)
        self.events += self.table.events

    @property
    def board(self) -> BattleBoard:
        """The board now."""
        return shown_battle(Timeline.of(self.start, self.events))


def west_russia() -> Fight:
    spaces = {"russia": "soviet_union: 3 infantry, 2 tank", "west_russia": "germany: 3 infantry, 1 fighter"}
    table = position("soviet_union", "combat_move", spaces).move("3 infantry, 2 tank: russia > west_russia")
    return Fight(table.end_phase(), "west_russia", "1 3 6 2 4")


def test_units_stand_in_the_columns_of_what_they_hit_with_and_their_dice_below() -> None:
    board = west_russia().board
    assert (board.title, board.when) == ("West Russia", "round 1")
    assert board.attacker == Side(
        ("soviet_union",),
        "The Soviet Union attacks",
        (
            Column(1, (Units("soviet_union", "infantry", 3),), (1, 3, 6)),
            Column(3, (Units("soviet_union", "tank", 2),), (2, 4)),
        ),
        "2 hits (expected 1.5)",
    )
    assert board.defender == Side(
        ("germany",),
        "Germany defends",
        (Column(2, (Units("germany", "infantry", 3),)), Column(4, (Units("germany", "fighter", 1),))),
    )
    assert board.outlook == "Germany chooses casualties for 2 hits"


def test_casualties_stay_in_their_column_struck_through_and_are_counted_below() -> None:
    fight = west_russia()
    fight.decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    defender = fight.board.defender
    assert defender.columns[0] == Column(
        2, (Units("germany", "infantry", 1), Units("germany", "infantry", 2, lost=True)), (2, 2, 5)
    )
    assert defender.rows == (Row("Lost so far, 6 IPCs", (Units("germany", "infantry", 2),)),)
    assert fight.board.outlook == "The Soviet Union chooses casualties for 2 hits"


def test_after_the_last_shot_the_board_shows_the_last_round_the_earlier_ones_in_short_and_who_won() -> None:
    fight = west_russia()
    fight.decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    fight.decide("casualties", {"units": {"infantry": 2}})
    assert fight.board.outlook == "Soviet Union: press on, or retreat to Russia"
    fight.decide("retreat", {"press": True}, "1 3 5 6 6")
    board = fight.board
    assert board.when == "2 rounds"
    (first,) = board.earlier
    assert (first.title, first.attacker) == ("Round 1", (Roll(1, (1, 3, 6)), Roll(3, (2, 4))))
    assert first.defender_score == "2 hits (expected 1.7)"
    assert [column.dice for column in board.attacker.columns] == [(1,), (3, 5)]
    assert all(group.lost for column in board.defender.columns for group in column.units)
    assert board.attacker.rows == (Row("Lost, 6 IPCs", (Units("soviet_union", "infantry", 2),)),)
    assert (
        board.outlook == "The Soviet Union wins in West Russia with 1 infantry, 2 tanks. Took West Russia (+1 income)."
    )


def test_who_retreats_leaves_the_columns_for_a_row_of_its_own() -> None:
    spaces = {"russia": "soviet_union: 2 infantry, 1 fighter", "west_russia": "germany: 3 infantry, 1 tank"}
    table = position("soviet_union", "combat_move", spaces).move("2 infantry, 1 fighter: russia > west_russia")
    fight = Fight(table.end_phase(), "west_russia", "6 6 6 6 6 6 6")
    fight.decide("retreat", {"retreat": "russia"})
    attacker = fight.board.attacker
    assert [column.units for column in attacker.columns] == [(), ()]
    assert attacker.rows == (
        Row("Retreated to Russia", (Units("soviet_union", "infantry", 2),)),
        Row("Will land in the noncombat move", (Units("soviet_union", "fighter", 1),)),
    )
    assert fight.board.outlook == "West Russia holds with 3 infantry, 1 tank."


def test_submarines_strike_in_a_strip_of_their_own_and_what_was_aboard_is_lost_with_its_ship() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 2 submarine, 1 battleship",
            "sz6": "united_kingdom: 1 transport, 1 aircraft_carrier, 1 fighter",
        },
        cargo={"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
    )
    table.move("2 submarine, 1 battleship: sz5 > sz6", attack=True)
    fight = Fight(table.end_phase(), "sz6")
    assert fight.board.defender.rows == (Row("Aboard", (Units("united_kingdom", "infantry", 1),)),)
    fight.decide("submerge", {}, "1 1 6 6")
    (strip,) = fight.board.strips
    assert strip == Strip(
        "Surprise strike", (Volley(Units("germany", "submarine", 2), Roll(2, (1, 1))),), "2 hits (expected 0.7)"
    )
    lost = (Units("united_kingdom", unit, 1) for unit in ("aircraft_carrier", "infantry", "transport"))
    assert fight.board.defender.rows == (Row("Lost so far, 22 IPCs", tuple(lost)),)


def test_a_hit_that_damages_a_battleship_marks_it_in_its_column() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer, 1 transport", "sz9": "germany: 1 battleship"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    table.move("1 destroyer, 1 transport: sz8 > sz9")
    fight = Fight(table.end_phase(), "sz9", "1 4")
    assert fight.board.defender.columns == (Column(4, (Units("germany", "battleship", 1, damaged=True),), (4,)),)
    assert fight.board.attacker.columns[-1].value == 0, "the transport does not fire"


def test_a_damaged_battleship_that_retreats_is_still_shown_as_damaged() -> None:
    spaces = {"sz8": "united_kingdom: 1 destroyer, 1 battleship", "sz9": "germany: 3 destroyer"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised")
    table.move("1 destroyer, 1 battleship: sz8 > sz9")
    fight = Fight(table.end_phase(), "sz9", "6 6 1 6 6")
    fight.decide("casualties", {"damaged": {"battleship": 1}})
    fight.decide("retreat", {"retreat": "sz8"})
    retreated = (Units("united_kingdom", "battleship", 1, damaged=True), Units("united_kingdom", "destroyer", 1))
    assert fight.board.attacker.rows == (Row("Retreated to sea zone 8", retreated),)


def test_guns_at_aircraft_and_ships_that_bombard_have_strips_before_the_first_round() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz8": "united_kingdom: 1 transport, 1 battleship",
            "united_kingdom": "united_kingdom: 1 fighter, 1 bomber",
            "western_europe": "germany: 2 infantry, 1 anti_aircraft_gun",
        },
        setup="revised",
        cargo={"sz8": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
    )
    table.move("1 transport, 1 battleship: sz8 > sz7").move("1 infantry: sz7 > western_europe")
    table.move("1 fighter, 1 bomber: united_kingdom > western_europe")
    fight = Fight(table.end_phase(), "western_europe", "1 5 3 6 6 6")
    board = fight.board
    guns, bombardment = board.strips
    assert guns == Strip(
        "Antiaircraft fire",
        (
            Volley(Units("germany", "anti_aircraft_gun", 1), Roll(1, (1,)), Units("united_kingdom", "fighter", 1)),
            Volley(None, Roll(1, (5,)), Units("united_kingdom", "bomber", 1)),
        ),
        "1 fighter shot down",
    )
    assert bombardment.title == "Bombardment"
    assert bombardment.volleys[0].roll == Roll(4, (3,))
    assert board.attacker.title == "The United Kingdom lands"
    assert Units("united_kingdom", "fighter", 1, lost=True) in board.attacker.columns[1].units
    assert "Lost so far, 10 IPCs" in [row.label for row in board.attacker.rows]
    fight.decide("retreat", {"press": True}, "6 6 6")
    assert fight.board.strips == ()
    assert fight.board.earlier[0].strips == (guns, bombardment)


def raid(dice: str, bombers: int, garrison: str = "", setup: str = "revised") -> BattleBoard:
    """The board of a British raid on Germany."""
    spaces = {"united_kingdom": f"united_kingdom: {bombers} bomber", "germany": garrison}
    table = position("united_kingdom", "combat_move", spaces, setup=setup, ipcs={"germany": 40})
    table.move(f"{bombers} bomber: united_kingdom > germany", raid="industrial_complex").end_phase()
    before = table.state
    table.do({"type": "battle", "space": "germany", "kind": "raid"}, dice)
    board = raid_board(Timeline.of(before, table.events))
    assert board is not None
    return board


def test_a_raid_shows_the_guns_the_bombs_and_what_they_cost() -> None:
    board = raid("1 4 5 4 6", 3, "germany: 1 anti_aircraft_gun")
    assert board.title == "Raid on Germany"
    guns, bombs = board.strips
    assert guns.result == "1 bomber shot down"
    complex_there = Units("germany", "industrial_complex", 1)
    assert bombs == Strip(
        "Bombs", (Volley(Units("united_kingdom", "bomber", 2), Roll(None, (4, 6)), complex_there),), "counts 10"
    )
    assert board.attacker.rows == (Row("Lost, 15 IPCs", (Units("united_kingdom", "bomber", 1),)),)
    assert board.outlook == "Germany loses 10 IPCs and has 30 left"


def test_a_raid_that_damages_a_complex_says_how_much() -> None:
    board = raid("5", 1, setup="anniversary_1941")
    assert board.outlook == "The industrial complex takes 5 damage (5 in all)"


def test_a_raid_that_was_shot_down_says_so() -> None:
    board = raid("1", 1, "germany: 1 anti_aircraft_gun")
    assert board.outlook == "No raider got through"


def test_rockets_have_a_board_and_other_news_have_none() -> None:
    guns = {"caucasus": "soviet_union: 1 anti_aircraft_gun"}
    known = {"soviet_union": ["rockets"]}
    table = position("soviet_union", "combat_move", guns, setup="revised", technologies=known, ipcs={"germany": 40})
    before = table.state
    assert raid_board(Timeline.of(before, table.end_phase().events)) is None
    before = table.state
    table.do({"type": "battle", "space": "germany", "kind": "rocket"}, "3")
    board = raid_board(Timeline.of(before, table.events))
    assert board is not None
    assert (board.title, board.attacker.title) == ("Rockets at Germany", "The Soviet Union launches rockets")
    assert board.outlook == "Germany loses 3 IPCs and has 37 left"


def test_many_rounds_are_told_on_one_row_but_for_the_last_eight() -> None:
    spaces = {"russia": "soviet_union: 1 infantry", "west_russia": "germany: 1 infantry"}
    table = position("soviet_union", "combat_move", spaces).move("1 infantry: russia > west_russia")
    fight = Fight(table.end_phase(), "west_russia", "6 6")
    for _ in range(20):
        fight.decide("retreat", {"press": True}, "6 6")
    assert [rolled.title for rolled in fight.board.earlier] == [
        "Rounds 1 to 12",
        *(f"Round {n}" for n in range(13, 21)),
    ]
    assert fight.board.earlier[0].attacker_score == "0 hits (expected 2.0)"


def standing(state: GameState, side: str) -> Counter[tuple[str, str]]:
    """Who is left in the battle of a state, casualties waiting to be removed among them."""
    if state.battle is None:
        return Counter()
    ids = state.battle.attackers if side == "attacker" else state.battle.defenders
    return Counter((piece.power, piece.unit) for piece in state.select(ids))


def shown(side: Side) -> Counter[tuple[str, str]]:
    """Who stands in the columns of a side."""
    found: Counter[tuple[str, str]] = Counter()
    for column in side.columns:
        for group in column.units:
            found[group.power, group.unit] += group.count
    return found


def rolled(board: BattleBoard) -> Counter[int]:
    """All dice of a board."""
    rolls = [Roll(column.value, column.dice) for side in (board.attacker, board.defender) for column in side.columns]
    rolls += [roll for each in board.earlier for roll in (*each.attacker, *each.defender)]
    strips = [*board.strips, *(strip for each in board.earlier for strip in each.strips)]
    rolls += [volley.roll for strip in strips for volley in strip.volleys]
    return Counter(face for roll in rolls for face in roll.dice)


def check(game: Game) -> None:
    """The board has everybody who fights, every die, and a picture without overlaps."""
    board = shown_battle(Timeline.of(game.start, game.events))
    assert board_from_json(board_to_json(board)) == board
    for role, side in (("attacker", board.attacker), ("defender", board.defender)):
        assert standing(game.state, role) <= shown(side)
    fired = [event for event in game.events if isinstance(event, Fired)]
    if max((event.round for event in fired), default=0) < 9:
        assert rolled(board) == Counter(face for event in fired for shots in event.shots for face in shots.dice)
    layout = lay_out(board)
    assert layout.size[1] <= MOST_HEIGHT
    for a, b in combinations((item.box for item in layout.items), 2):
        assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
    assert len(draw_battle(board).alt_text) <= 1000


@pytest.mark.parametrize("seed", every(2, range(25)))
def test_at_every_moment_of_a_battle_the_board_has_everybody_and_every_die(seed: int) -> None:
    rng = Random(seed)
    game = battle_at_random(rng)
    while game.state.requests:
        check(game)
        request = rng.choice(game.state.requests)
        power = rng.choice(waiting_for(request))
        game.do({"type": "decide", "request": request.id, "power": power, "choice": "default"})
    check(game)

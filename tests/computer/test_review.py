"""A game looked back on: every number is worked out again here by other ways, or from what was ordered."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from computer.chances import attack_chances
from computer.judging import score
from computer.levels import seat_at
from computer.normal.plans import Muster
from computer.normal.victory.rivals import Rivals
from computer.normal.weighing import Scale
from computer.playing import Budget, Hand, Table
from computer.review.__main__ import main, review_to_json, reviewed
from computer.review.attacks import Choice, choice_of, ordered_attacks, value
from computer.review.course import CombatMove, PlayedTurn, turns_of
from computer.review.fights import swing_of
from computer.review.reviewing import MOST_PLANS, Review, review_of, time_of
from computer.seeding import SeededDice, Story
from computer.weights import JUDGE
from engine import GameState, IllegalAction, apply, ask
from engine.battle_report.reading import battle_reports
from engine.battle_report.report import BattleReport
from engine.dice import NoDice
from engine.events import Event, evolve
from engine.odds.odds import odds_in
from engine.odds.position import under_way
from engine.replay import Record, outcomes, read_record, start_of
from tests.engine.table import position

RECORDS = Path(__file__).parents[1] / "records"
MID_BATTLE, FINISHED = RECORDS / "aa1941_mid_battle.json", RECORDS / "aa1941_finished.json"
PLANS = 8


def events_of(record: Record) -> Iterator[Event]:
    for outcome in outcomes(record, start_of(record)):
        yield from outcome.events


@pytest.fixture(scope="module")
def record() -> Record:
    return read_record(FINISHED.read_text())


@pytest.fixture(scope="module")
def turns(record: Record) -> list[PlayedTurn]:
    return list(turns_of(start_of(record), events_of(record)))


@pytest.fixture(scope="module")
def review(record: Record) -> Review:
    return reviewed(record, None, PLANS)


@pytest.fixture(scope="module")
def reports(record: Record) -> list[tuple[GameState, BattleReport]]:
    """The battles as the reports of the engine tell them, each with the board as it began."""
    steps, state = [], start_of(record)
    for event in events_of(record):
        after = evolve(state, event)
        steps.append((state, event, after))
        state = after
    found = [report for report in battle_reports(steps) if report.has_two_sides and report.end]
    return [(report.rounds[0].began_in, report) for report in found]


def test_the_chance_to_win_comes_from_the_frozen_judge(record: Record, review: Review) -> None:
    state, start, ends = start_of(record), start_of(record), list[GameState]()
    for event in events_of(record):
        after = evolve(state, event)
        if after.power != state.power:
            ends.append(state)
        state = after
    ends.append(state)
    worth = sum(start.type_of(piece).cost or 0 for piece in start.pieces.values())
    accounts = [account for power in start.edition.powers for account in start.edition.accounts_of(power.id)]
    incomes = sum(ask.income_of(start, account) for account in accounts)
    assert review.scale == pytest.approx(0.07 * (worth + JUDGE.income * incomes))
    assert len(review.standings) == len(ends) + 1
    first, *rest, last = review.standings
    assert (first.time, first.gained, first.chance) == (0.0, 0.0, 0.5)
    for standing, end in zip(rest, ends, strict=False):
        gained = score(end, "axis") - score(start, "axis")
        assert standing.gained == pytest.approx(gained)
        assert standing.chance == pytest.approx(1 / (1 + 3 ** (-gained / review.scale)), abs=1e-4)
        assert standing.time == time_of(end.edition, end.round, end.power)
    assert last.chance == float(state.winner == "axis")
    assert (last.time, review.turns) == (3.0 - 0.0 if state.power == "united_states" else last.time, len(ends))


def test_swings_are_what_came_less_what_was_to_be_expected(
    turns: list[PlayedTurn], reports: list[tuple[GameState, BattleReport]]
) -> None:
    fights = [(fight, swing) for turn in turns for fight in turn.fights if (swing := swing_of(fight))]
    assert len(fights) == len(reports) > 10
    for (fight, swing), (state, report) in zip(fights, reports, strict=True):
        assert swing.space == report.began.space
        setting = under_way(fight.began)
        assert setting is not None
        odds = odds_in(setting)
        worth = 0.0
        territory = state.edition.board.territory.get(report.began.space)
        if territory and any(state.type_of(piece).can("captures") for piece in report.met["attacker"]):
            owner = state.owners[territory.id]
            worth = 2 * JUDGE.income * territory.ipc + 2 * JUDGE.city * bool(territory.city)
            for account in state.edition.accounts:
                if account.capital == territory.id and account.power == owner:
                    rest = ask.income_of(state, account) - territory.ipc  # who has lost a capital collects nothing
                    worth += JUDGE.capital + 2 * ask.treasury(state, account) + JUDGE.income * rest
        taken = report.taken
        prices = {side: sum(state.type_of(p).cost or 0 for p in report.met[side]) for side in ("attacker", "defender")}
        left = {
            side: sum(state.type_of(p).cost or 0 for p in report.met[side] if p.id in fight.ended.pieces)
            for side in ("attacker", "defender")
        }
        came = worth * taken + (prices["defender"] - left["defender"]) - (prices["attacker"] - left["attacker"])
        expected = swing.odds * worth + odds.defender.loss_ipcs - odds.attacker.loss_ipcs
        assert swing.swing == pytest.approx(came - expected, abs=0.02), swing
        if not worth:
            assert swing.odds == pytest.approx(odds.attacker_win, abs=1e-4)


def scale_at(move: CombatMove) -> Scale:
    table = Table(move.before, Story("", {}), SeededDice(0))
    muster = Muster(Hand(table, seat_at("normal", 0), Budget(0)))
    return Scale(muster, Rivals(move.before, move.power))


def after_orders(move: CombatMove, orders: tuple[Any, ...]) -> GameState:
    """The board with these orders given, all of which are legal."""
    state = move.before
    for order in orders:
        state = apply(state, order, NoDice()).state
    return state


@pytest.fixture(scope="module")
def found(turns: list[PlayedTurn]) -> list[tuple[CombatMove, Choice]]:
    """What was chosen in each turn."""
    return [(move, choice_of(move, PLANS)) for turn in turns if (move := turn.combat_move)]


def test_choices_are_worth_what_their_orders_are_worth(
    turns: list[PlayedTurn], found: list[tuple[CombatMove, Choice]]
) -> None:
    assert len(found) == len(turns)
    costly = [choice for _, choice in found if choice.is_costly]
    assert costly
    for turn, choice in found:
        assert choice.edge == pytest.approx(choice.worth - choice.better_worth)
        scale = scale_at(turn)
        better = list(ordered_attacks(scale.muster, scale.state, after_orders(turn, choice.orders)))
        assert value(scale.worth_of(better)) == pytest.approx(choice.better_worth), choice
        played = list(ordered_attacks(scale.muster, scale.state, turn.ordered))
        worth = scale.worth_of(played)
        assert choice.worth == pytest.approx(worth.net - 100 * worth.peril)
        assert choice.peril == worth.peril
        assert 0 < choice.weighed <= PLANS


def test_attacks_have_their_exact_odds_and_what_the_plan_is_worth_without_them(
    found: list[tuple[CombatMove, Choice]],
) -> None:
    checked = 0
    for turn, choice in found:
        state = turn.before
        scale = scale_at(turn)
        played = list(ordered_attacks(scale.muster, scale.state, turn.ordered))
        for attack in choice.attacks:
            (sent,) = [each for each in played if each.target.space == attack.space]
            names = sent.force.pieces
            chances = attack_chances(state, attack.space, turn.power, names, sent.force.landed)
            assert attack.odds == pytest.approx(chances.win, abs=1e-4)
            assert sum(count for _, count in attack.units) == len(names)
            without = value(scale.worth_of([each for each in played if each is not sent]))
            assert attack.gain == pytest.approx(choice.worth - without)
            checked += 1
    assert checked > 10


def test_the_review_holds_the_weightiest_of_all_turns(
    review: Review, turns: list[PlayedTurn], found: list[tuple[CombatMove, Choice]]
) -> None:
    swings = [swing for turn in turns for fight in turn.fights if (swing := swing_of(fight))]
    assert list(review.swings) == sorted(swings, key=lambda each: -abs(each.swing))[:5]
    choices = [choice for _, choice in found]
    assert list(review.choices) == sorted(choices, key=lambda each: each.edge)[:3]
    assert all(choice.edge < 0 for choice in review.choices)
    assert all(choice.edge > 0 for choice in review.finds)
    assert review.weighed == sum(choice.weighed for choice in choices)


PLACES = {
    "germany": "germany: 3 infantry, 1 fighter",
    "eastern_europe": "germany: 3 infantry, 3 tank",
    "karelia": "soviet_union: 1 infantry",
    "russia": "soviet_union: 8 infantry",
}


def move_with(moves: str, **more: str) -> CombatMove:
    """Germany's combat move with these orders."""
    table = position("germany", "combat_move", {**PLACES, **more})
    before = table.state
    after = table.move(moves).state if moves else before
    return CombatMove(1, "germany", before, after)


def weighed(move: CombatMove) -> Choice:
    return choice_of(move, PLANS)


def test_what_is_left_undone_costs_and_what_the_house_finds_costs_nothing() -> None:
    turn = move_with("")
    idle = weighed(turn)
    assert idle.is_costly
    assert idle.attacks == ()
    assert "karelia" in {attack.space for attack in idle.better}
    played = weighed(replace(turn, ordered=after_orders(turn, idle.orders)))
    assert not played.is_costly
    assert not played.is_find
    assert (played.attacks, played.better) == ((), ())


def test_a_hopeless_attack_costs_more_than_none() -> None:
    many = "soviet_union: 9 infantry"
    none = weighed(move_with("", karelia=many))
    hopeless = weighed(move_with("1 infantry: eastern_europe > karelia", karelia=many))
    assert hopeless.better_worth == none.better_worth
    assert hopeless.edge < none.edge
    (attack,) = hopeless.attacks
    assert (attack.space, attack.units) == ("karelia", (("infantry", 1),))
    assert attack.odds < 0.01
    assert attack.gain < 0


def test_turns_of_one_player_are_looked_at_alone(record: Record, review: Review) -> None:
    own = reviewed(record, ["japan"], PLANS)
    assert {each.power for each in own.swings} == {"japan"}
    assert {each.power for each in (*own.choices, *own.finds)} == {"japan"}
    known = {each.time: each for each in review.standings}
    assert own.turns == len(own.standings) - 1 < review.turns
    assert all(known[each.time] == each for each in own.standings)


def test_of_many_turns_those_are_weighed_in_which_a_side_fared_worst(
    record: Record, turns: list[PlayedTurn], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("computer.review.reviewing.MOST_COMPARED", 2)
    found = reviewed(record, None, PLANS)
    assert (found.turns, found.compared) == (len(turns), 2)
    changes = {
        (turn.round, turn.power): score(turn.end, side) - score(turn.start, side)
        for turn in turns
        for side in [turn.start.edition.power[turn.power].side]
    }
    worst = sorted(changes, key=lambda turn: changes[turn])[:2]
    assert {(each.round, each.power) for each in (*found.choices, *found.finds)} <= set(worst)
    assert 0 < found.weighed <= 2 * PLANS


def test_a_turn_that_is_not_over_is_no_part_of_it() -> None:
    whole = read_record(MID_BATTLE.read_text())
    ended = [n for n, step in enumerate(whole.steps) if step.action == {"type": "end_phase", "phase": "mobilize"}]
    closed = whole.model_copy(update={"steps": whole.steps[: ended[-1] + 1]})
    assert len(closed.steps) < len(whole.steps)
    assert reviewed(whole, None, PLANS) == reviewed(closed, None, PLANS)


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, what was printed, and what was said about errors."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as said:
        code = main(list(arguments))
    return code, printed.getvalue(), said.getvalue()


def test_the_command_line_prints_the_same_bytes_each_time(review: Review) -> None:
    code, printed, _ = run(str(FINISHED), "--plans", str(PLANS))
    assert code == 0
    assert printed == json.dumps(review_to_json(review), ensure_ascii=False, indent=1) + "\n"
    told = json.loads(printed)
    assert [each["swing"] for each in told["swings"]] == [each.swing for each in review.swings]
    assert [each["edge"] for each in told["choices"]] == [each.edge for each in review.choices]
    assert told["level"] == "normal"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((str(FINISHED), "--plans", "0"), 2, "A turn can be weighed against 1 to 1000 plans, not 0."),
        ((str(FINISHED), "--plans", "1000000000"), 2, "not 1000000000."),
        ((str(FINISHED), "--power", "atlantis"), 2, "There is no power “atlantis”"),
        (("nowhere.json",), 2, "nowhere.json is not a game record"),
        ((str(RECORDS / "aa1941_finished.expected.json"),), 2, "is not a game record"),
    ],
)
def test_what_cannot_be_looked_back_on_is_said_in_words(arguments: tuple[str, ...], code: int, words: str) -> None:
    found, printed, said = run(*arguments)
    assert (found, printed) == (code, "")
    assert words in said


def test_a_record_that_breaks_off_or_has_no_turn_yet(tmp_path: Path) -> None:
    told: dict[str, Any] = {"format": 1, "setup": "aa1941", "options": {}, "steps": []}
    path = tmp_path / "record.json"
    path.write_text(json.dumps(told))
    assert run(str(path)) == (2, "", "No turn of these powers is over in this record.\n")
    told["steps"] = [{"by": "soviet_union", "action": {"type": "end_phase", "phase": "mobilize"}}]
    path.write_text(json.dumps(told))
    code, printed, said = run(str(path))
    assert (code, printed) == (3, "")
    assert said.startswith("The record breaks off at step 0")


def test_the_number_of_plans_is_bounded(record: Record) -> None:
    for plans in (0, -1, MOST_PLANS + 1, 10**9):
        with pytest.raises(IllegalAction):
            review_of(start_of(record), (), plans=plans)

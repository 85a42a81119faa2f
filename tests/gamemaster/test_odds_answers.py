"""Answers to /odds in all setups: the same numbers in words and picture, and a sentence where there is no battle."""

from __future__ import annotations

from random import Random

import pytest

from engine import GameState, apply, new_game
from gamemaster.chances.additions import cheapest, odds_for
from gamemaster.chances.answers import chances_of_answers
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.posing import battles_of, posed
from gamemaster.chances.typed import read_battle
from gamemaster.errors import TableRefusal
from gamemaster.jobs import chances
from gamemaster.jobs import odds as jobs
from gamemaster.jobs.ahead import open_choices
from gamemaster.jobs.odds import OddsAnswer, OddsRequest, odds_answer
from maps import Picture
from maps.battles.chances import ChancesBoard, chances_in_words, percent
from tests.engine.odds.test_positions import positions
from tests.engine.random_games import RolledDice
from tests.engine.random_positions import scattered
from tests.engine.table import position
from tests.published import SETUPS

MOST_PIECES = 14


def small(state: GameState, space: str) -> bool:
    return 0 < len(state.at(space)) <= MOST_PIECES


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> list[ChancesBoard]:
    """What would be drawn."""
    drawn: list[ChancesBoard] = []

    def sketch(board: ChancesBoard) -> Picture:
        drawn.append(board)
        return Picture(b"", "odds.jpg", chances_in_words(board), (1, 1))

    monkeypatch.setattr(jobs, "draw_chances", sketch)
    return drawn


def check(answer: OddsAnswer, board: ChancesBoard) -> None:
    assert answer.picture is not None
    shown = f"Attackers win **{percent(board.attacker.win, board.margin)}**"
    assert shown in answer.text
    assert f"wins {percent(board.attacker.win, board.margin)}" in answer.picture.alt_text
    assert sum(bar.share for bar in board.bars) == pytest.approx(1, abs=0.01)
    assert board.attacker.win + board.defender.win + board.draw == pytest.approx(1)
    assert len(answer.text) < 1000
    assert len(answer.picture.alt_text) <= 1000


@pytest.mark.parametrize("setup", SETUPS)
def test_every_battle_ahead_is_answered(setup: str, boards: list[ChancesBoard]) -> None:
    asked = 0
    for state in positions(setup, seed=6, actions=120):
        if asked > 6:
            break
        for battle in battles_of(state)[:2] if state.phase == "combat_move" else ():
            if not small(state, battle.space):
                continue
            for kind in ("battle", "back"):
                try:
                    answer = odds_answer(OddsRequest(state, OddsChoice(kind, battle.space), (state.power,)))
                except TableRefusal as no:
                    assert any(word in str(no) for word in ("battle", "worked out", "take it back", "take back")), no  # noqa: PT017
                    continue
                check(answer, boards[-1])
                asked += 1
    assert asked


@pytest.mark.parametrize("setup", SETUPS)
def test_every_space_is_answered_by_odds_or_a_sentence(setup: str, boards: list[ChancesBoard]) -> None:
    rng = Random(8)
    state = new_game(setup)
    state = apply(state, scattered(state.edition, rng), RolledDice(rng)).state
    spaces = [space for space in (*state.edition.board.territory, *state.edition.board.sea_zone) if small(state, space)]
    told = 0
    for space in rng.sample(spaces, min(len(spaces), 20)):
        for own in ((), (state.power,)):
            try:
                answer = odds_answer(OddsRequest(state, OddsChoice("attack", space), own))
            except TableRefusal as no:
                assert str(no).endswith((".", "it.")), no  # noqa: PT017
                continue
            check(answer, boards[-1])
            told += 1
    assert told


def test_the_cheapest_units_that_are_enough_are_found() -> None:
    spaces = {
        "russia": "soviet_union: 6 infantry, 2 tank, 1 fighter",
        "west_russia": "germany: 2 infantry",
    }
    state = position("soviet_union", "combat_move", spaces, owners={"west_russia": "germany"}).state
    choice = OddsChoice("attack", "west_russia", "soviet_union")
    found = cheapest(state, choice, posed(state, choice))
    assert dict(found.attackers) == {"infantry": 2, "tank": 1}, "12 IPCs; 3 infantry are too few"


def test_attackers_of_whom_none_is_left_on_average_hold_nothing_that_could_be_taken_back() -> None:
    spaces = {"russia": "soviet_union: 2 infantry", "west_russia": "germany: 4 infantry", "ukraine": "germany: 2 tank"}
    state = position(
        "soviet_union", "combat_move", spaces, owners={"west_russia": "germany", "ukraine": "germany"}
    ).state
    with pytest.raises(TableRefusal, match="none of the attackers is left to hold West Russia"):
        posed(state, OddsChoice("back", "west_russia", "soviet_union"))


@pytest.mark.rule("POL-47", "POL-51", setup="global_1940")
def test_the_army_of_a_neutral_stands_up_against_an_attack_that_might_come() -> None:
    state = new_game("global_1940")
    against = {space: posed(state, OddsChoice("attack", space, "germany")) for space in ("turkey", "sweden", "greece")}
    armies = {space: len(found.setting.battle.defenders) for space, found in against.items()}
    assert armies == {"turkey": 8, "sweden": 6, "greece": 4}
    with pytest.raises(TableRefusal, match="Germany can't attack Bulgaria"):
        posed(state, OddsChoice("attack", "bulgaria", "germany"))


@pytest.mark.usefixtures("boards")
def test_no_side_is_told_that_it_cannot_win_because_that_is_negligible() -> None:
    attackers = (("infantry", 7), ("tank", 4), ("fighter", 3), ("bomber", 1))
    defenders = (("infantry", 1), ("tank", 1))
    typed = OddsChoice("units", "", "germany", "soviet_union", attackers, defenders)
    answer = odds_answer(OddsRequest(new_game("aa1941"), typed, ("germany",)))
    assert "Attackers win **over 99%**, defenders under 1%" in answer.text
    assert answer.picture is not None
    assert "wins under 1%" in answer.picture.alt_text


def test_ships_alone_fight_nobody_on_land() -> None:
    with pytest.raises(TableRefusal, match="Ships don't fight on land"):
        read_battle(new_game("revised"), "3 battleship v 2 inf", "", "", "germany")


def test_a_search_among_many_units_ends_in_time() -> None:
    spaces = {
        "russia": "soviet_union: 20 infantry, 20 tank, 12 fighter, 8 bomber",
        "west_russia": "germany: 20 infantry, 10 tank",
    }
    state = position("soviet_union", "combat_move", spaces, owners={"west_russia": "germany"}).state
    choice = OddsChoice("attack", "west_russia", "soviet_union")
    found = cheapest(state, choice, posed(state, choice))
    assert 0.8 <= odds_for(state, found).attacker_win < 0.9


@pytest.fixture
def all_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle is too large to be worked out exactly, and none is remembered."""
    monkeypatch.setattr("engine.odds.rounds.MOST_OUT_OF_LINE", 0)
    monkeypatch.setattr("engine.odds.rounds.MOST_POSITIONS", 0)
    monkeypatch.setattr(chances, "_KEPT", chances.Remembered())


@pytest.mark.usefixtures("all_are_sampled", "boards")
def test_an_estimate_is_nowhere_called_certain() -> None:
    fleet = {"sz5": "germany: 6 battleship", "sz6": "united_kingdom: 1 destroyer, 1 aircraft_carrier"}
    table = position("germany", "combat_move", fleet, setup="aa1941")
    typed = OddsChoice("units", "", "germany", "united_kingdom", (("battleship", 6),), (("destroyer", 1),))
    answer = odds_answer(OddsRequest(table.state, typed, ("germany",)))
    assert "Attackers win **over 99%**" in answer.text
    assert answer.text.endswith("With one more: +1 battleship over 99%")
    assert "+1 battleship: over 99%" in [label for label, _ in answer.more]
    table.move("6 battleship: sz5 > sz6").end_phase()
    weighed = [each for choice in open_choices(table.state, ("united_kingdom",)) for each in choice.options]
    assert {percent(each.win) for each in weighed if each.win is not None} == {"under 1%"}
    table.battle("sz6", "1 6 6 6 6 6").decide("casualties", {"units": {"destroyer": 1}}, "6 6")
    (request,) = table.state.requests
    (win,) = chances_of_answers(table.state, request, "germany", [{"press": True}], ())
    assert win is not None
    assert percent(win) == "over 99%"


def test_who_fights_is_understood_from_what_is_typed() -> None:
    state = new_game("aa1941")

    def powers(text: str, own: str) -> tuple[str, str]:
        choice = read_battle(state, text, "", "", own)
        return choice.power, choice.enemy

    assert powers("3 inf v 2 inf", "soviet_union") == ("soviet_union", "germany")
    assert powers("3 inf v 2 inf", "japan") == ("japan", "soviet_union")
    assert powers("3 inf v germany 2 inf", "japan") == ("soviet_union", "germany")
    assert powers("uk: 3 inf against japan: 2 inf", "germany") == ("united_kingdom", "japan")

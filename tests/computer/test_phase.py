"""Orders up to the next dice: no die falls while a player thinks, and nothing secret changes what it thinks of."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from computer.easy.stances import STANCES
from computer.levels import AT_TABLES, LEVELS, Level
from computer.phase import orders_of
from computer.players.printed import PrintedPlayer
from computer.playing import Answer
from engine import GameState, IllegalAction, apply, ask, new_game
from engine.dice import NoDice
from engine.facts.board import PowerId
from engine.state.questions import Request
from tests.e2e.secret_cases import interception
from tests.engine.table import Table, position
from tests.published import SETUPS

PLACES = {
    "eastern_europe": "germany: 4 infantry, 3 tank",
    "germany": "germany: 3 infantry",
    "karelia_ssr": "soviet_union: 2 infantry",
}


def attack_ahead() -> Table:
    """Karelia can be taken by what stands beside it."""
    return position("germany", "combat_move", PLACES, setup="revised")


@pytest.mark.parametrize("level", AT_TABLES)
def test_it_orders_to_the_end_of_the_phase_and_then_up_to_the_first_battle(level: str) -> None:
    table = attack_ahead()
    given = orders_of(table.state, "germany", level, 1)
    assert [each.action["type"] for each in given][-1] == "end_phase"
    assert all(each.why for each in given)


@pytest.mark.parametrize("level", AT_TABLES)
def test_an_order_that_stood_before_and_keeps_the_phase_open_costs_no_attack(level: str) -> None:
    places = {
        "eastern_europe": "germany: 4 infantry, 3 tank",
        "germany": "germany: 3 infantry",
        "sz5": "germany: 1 transport",
        "russia": "soviet_union: 1 infantry",
        "karelia": "soviet_union: 12 infantry",
        "united_kingdom": "united_kingdom: 12 infantry",
    }
    table = position("germany", "combat_move", places, setup="aa1941").move("1 infantry: germany > sz5")
    given = orders_of(table.state, "germany", level, 1)
    assert [each.action for each in given if each.action["type"] == "undo"] == [{"type": "undo", "order": 0}]
    assert given[-1].action["type"] == "end_phase"
    state = table.state
    for each in given:
        state = apply(state, each.action, NoDice()).state
    assert state.phase == "conduct_combat"
    assert ask.battle_options(state)


def test_the_order_that_rolls_is_the_last() -> None:
    table = attack_ahead()
    fought = table.move("3 infantry, 3 tank: eastern_europe > karelia_ssr").end_phase().state
    assert fought.phase == "conduct_combat"
    assert [each.action["type"] for each in orders_of(fought, "germany", "easy", 1)] == ["battle"]


@dataclass
class Looker(PrintedPlayer):
    """Keeps what it is shown, and what chance says."""

    seen: list[tuple[GameState, float]] = field(default_factory=list)

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:
        self.seen.append((state, rng.random()))
        return super().answer(state, request, power, rng)


def test_sealed_answers_of_others_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    case = interception()
    table = Table(new_game(case.setup, {"air_battles": "on"}))
    turn = {"power": case.power, "phase": case.phase}
    table = table.do({"type": "edit", "clear_units": True, "turn": turn, **case.edit})
    for action in case.public:
        table = table.do(action)
    asked = table.state
    of_italy = next(request for request in asked.requests if request.powers == ("italy",))
    said = {"type": "decide", "request": of_italy.id, "power": "italy", "choice": "default"}
    answered = table.do(said).state
    assert answered != asked
    looker = Looker()
    monkeypatch.setitem(LEVELS, "looker", Level(lambda: looker, 1))
    for state in (asked, answered):
        orders_of(state, "germany", "looker", 7)
    assert looker.seen[0] == looker.seen[1]


@pytest.mark.parametrize("level", ["random", "normal"])
def test_the_same_position_leads_to_the_same_orders(level: str) -> None:
    table = attack_ahead()
    assert orders_of(table.state, "germany", level, 3) == orders_of(table.state, "germany", level, 3)


@pytest.mark.rule("ASY-65", setups="every + 1940")
@pytest.mark.parametrize("level", AT_TABLES)
@pytest.mark.parametrize("setup", SETUPS)
def test_what_it_orders_first_is_accepted_in_every_setup(setup: str, level: str) -> None:
    board = new_game(setup)
    begun = board.phase
    given = orders_of(board, board.power, level, 1)
    for each in given:
        board = apply(board, each.action, NoDice()).state
    assert given[-1].action["type"] == "end_phase"
    assert board.phase != begun


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(IllegalAction, match="There is no level"):
        orders_of(position("germany", "purchase", {}, setup="revised").state, "germany", "best", 1)


DARING = {
    "eastern_europe": "germany: 3 infantry, 4 tank",
    "germany": "germany: 6 infantry",
    "karelia_ssr": "soviet_union: 4 infantry, 1 tank",
    "ukraine_ssr": "soviet_union: 3 infantry",
    "russia": "soviet_union: 6 infantry",
}


def test_stances_dare_more_or_less() -> None:
    board = position("germany", "combat_move", DARING, setup="revised").state
    for stance, known in STANCES.items():
        given = orders_of(board, "germany", "easy", 1, stance)
        odds = [each.why.odds for each in given if each.why and each.why.odds is not None]
        assert all(share >= known.enough - 1e-4 for share in odds), stance
    told = [
        {each.why for each in orders_of(board, "germany", "easy", 1, stance) if each.why and each.why.gain is not None}
        for stance in STANCES
    ]
    alike = [(one, other) for one in told[0] for other in told[2] if (one.aim, one.odds) == (other.aim, other.odds)]
    assert all(one.gain == other.gain for one, other in alike), "what it is worth is no matter of fear"
    assert orders_of(board, "germany", "easy", 1, "balanced") == orders_of(board, "germany", "easy", 1)
    bounds = list(STANCES.values())
    assert [each.enough for each in bounds] == sorted((each.enough for each in bounds), reverse=True)
    assert [each.safe for each in bounds] == sorted(each.safe for each in bounds)


@pytest.mark.parametrize(("level", "stance"), [("easy", "reckless"), ("normal", "bold"), ("greedy", "careful")])
def test_a_stance_that_a_level_has_not_is_refused(level: str, stance: str) -> None:
    with pytest.raises(IllegalAction, match="has no stance"):
        orders_of(attack_ahead().state, "germany", level, 1, stance)

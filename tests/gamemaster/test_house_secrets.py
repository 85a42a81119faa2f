"""What others have secret changes no byte of what the house thinks, orders and says of it (ASY-65)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from computer.levels import AT_TABLES
from engine import GameState, apply
from engine.ask import acting_powers
from engine.dice import NoDice
from gamemaster.jobs.house import Position, thought_out
from gamemaster.views.visible import seen_by
from tests.e2e.secret_cases import Case, answers, begun, cases, interception, over_london, scramble, secrets
from tests.gamemaster.desk import ANNA, BEN, Desk, desk
from tests.gamemaster.house_desk import attack_ahead, give, log_of, work_here
from tests.gamemaster.test_seats import left_an_order
from tests.published import SETUPS

pytestmark = pytest.mark.rule("ASY-65")
SEALED = (interception(), scramble(), over_london())


def thought(state: GameState, power: str, level: str) -> bytes:
    """What the house comes to at a seat, and why, to the last byte."""
    found = thought_out(Position(seen_by(state, (power,)), power, level, 7))
    return json.dumps([found.actions, found.why], sort_keys=True).encode()


@pytest.mark.parametrize("level", AT_TABLES)
@pytest.mark.parametrize("case", SEALED, ids=str)
def test_no_answer_under_seal_changes_what_it_answers(case: Case, level: str) -> None:
    asked, holder = begun(case), case.holder or ""
    said = [{**answer, "power": holder} for answer in answers(asked, holder)]
    sealed = [asked, *(apply(asked, answer, NoDice()).state for answer in said)]
    others = [power for power in acting_powers(asked) if power != holder]
    assert others
    assert len(sealed) > 2
    assert all(each.requests and each != asked for each in sealed[1:])
    for power in others:
        assert len({thought(state, power, level) for state in sealed}) == 1


@pytest.mark.parametrize("setup", SETUPS)
def test_orders_of_an_open_phase_of_another_are_not_in_what_its_seat_sees(setup: str) -> None:
    case = next(each for each in cases(setup) if each.phase == "combat_move")
    state = begun(case)
    seat = next(power.id for power in state.edition.powers_with_turns if power.id != case.power)
    for seed in range(3):
        ordered = state
        for order in secrets(state, seed):
            ordered = apply(ordered, order, NoDice()).state
        assert ordered != state or not ordered.undo
        assert seen_by(ordered, (seat,)) == seen_by(state, (seat,))


async def a_turn(tmp_path: Path, *, secret: bool) -> list[tuple[object, ...]]:
    """What the house orders in a phase for Germany, beside what the other players keep to themselves, and why."""
    async with desk(tmp_path) as table:
        work_here(table.master)
        await table.wish(BEN, "resign", powers=["germany"])
        await give(table, ANNA, "germany", "normal")
        await attack_ahead(table)
        if secret:
            await _keep_secrets(table)
        await table.master.house.sweep()
        own = [entry for entry in await log_of(table) if entry.by == "germany"]
        assert own[-1].action["type"] == "end_phase"
        told = await table.master.whys.told(await table.view(BEN))
        return [*((entry.action, entry.dice) for entry in own), (told,)]


async def _keep_secrets(table: Desk) -> None:
    """Orders left standing by both sides, and lines of a form that aren't ordered yet."""
    await left_an_order(table, ANNA, "soviet_union")
    await left_an_order(table, BEN, "japan")
    async with table.master.store.write() as write:
        await write.keep_draft(table.game_id, ANNA.user_id, "move", "3 infantry: Russia to West Russia")


async def test_a_game_with_secrets_of_others_goes_on_as_one_without(tmp_path: Path) -> None:
    for name in ("open", "secret"):
        (tmp_path / name).mkdir()
    assert await a_turn(tmp_path / "open", secret=False) == await a_turn(tmp_path / "secret", secret=True)

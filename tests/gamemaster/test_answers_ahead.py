"""Answers that defenders give before a battle, for it alone (ASY-61)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import IllegalAction, StaleDecision, new_game
from engine.ask import LOSSES
from gamemaster.errors import NotAllowed
from gamemaster.jobs.ahead import OpenChoice, open_choices
from gamemaster.keys import phase_key
from gamemaster.orders.drafts import standing_orders
from gamemaster.orders.fights import AHEAD, Ahead, AheadLine
from gamemaster.sheets.answers.ahead import ahead_sheet, answers, small_ones
from gamemaster.sheets.page import Menu
from store import StandingOrder
from tests.engine.table import position
from tests.gamemaster.asked import ATTACKERS, DEFENDERS, front, side_by_side
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.test_fight_all import TANKS, TARGETS, attack
from tests.published import SETUPS

FIRST, MIXED, LAST = TARGETS
CHEAPEST = AheadLine("germany", LOSSES, MIXED, "side=defender lose=cheapest")


async def answer_ahead(table: Desk, *lines: AheadLine) -> None:
    await table.master.standing_orders.answer_ahead(await table.loaded(), BEN.user_id, lines)


async def fight_all(table: Desk) -> None:
    await table.master.acting.fight_all(table.game_id, ANNA, "press all")


@pytest.mark.rule("ASY-61")
async def test_whoever_has_answered_ahead_is_not_asked_in_the_battle(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, mixed=MIXED)
        await answer_ahead(table, CHEAPEST)
        await fight_all(table)
        state = await table.state()
        assert not state.requests
        assert state.phase == "noncombat_move"
        loaded = await table.loaded()
        async with table.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        assert any(entry.auto == "order" for entry in entries)


@pytest.mark.rule("ASY-61", setups="every + 1940")
@pytest.mark.parametrize("setup", SETUPS)
async def test_in_every_setup_an_answer_ahead_goes_before_the_question(tmp_path: Path, setup: str) -> None:
    state, sides = new_game(setup, {}), side_by_side(setup)
    start, target = front(state)
    attacker, defender = str(state.owners[start]), str(state.owners[target])
    async with desk(tmp_path, sides, setup=setup) as table:
        await table.place(attacker, "combat_move", {start: {attacker: ATTACKERS}, target: {defender: DEFENDERS}})
        on_turn, other = (ANNA, BEN) if attacker in sides[ANNA] else (BEN, ANNA)
        await table.act(on_turn, {"type": "move", "units": ATTACKERS, "path": [start, target]}, {"type": "end_phase"})
        (choice,) = open_choices(await table.state(), sides[other])
        assert {option.key for option in choice.options} >= {"printed", "ask"}
        standing = table.master.standing_orders
        await standing.answer_ahead(await table.loaded(), other.user_id, answers(choice, "printed"))
        await table.master.acting.fight_all(table.game_id, on_turn, "press all")
        assert not [r for r in (await table.state()).requests if defender in r.powers]


@pytest.mark.rule("ASY-61")
async def test_while_asked_in_one_battle_a_defender_answers_ahead_for_the_next(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        both = {start: {"soviet_union": TANKS} for start in (TARGETS[MIXED], TARGETS[LAST])}
        both |= {target: {"germany": {"infantry": 8, "tank": 8}} for target in (MIXED, LAST)}
        await table.place("soviet_union", "combat_move", both)
        moves = [{"type": "move", "units": TANKS, "path": [TARGETS[target], target]} for target in (MIXED, LAST)]
        await table.act(ANNA, *moves, {"type": "end_phase"})
        await fight_all(table)
        asked = (await table.state()).requests[0].space
        (later,) = {MIXED, LAST} - {asked}
        with pytest.raises(StaleDecision, match="has begun"):
            await answer_ahead(table, AheadLine("germany", LOSSES, asked, "side=defender lose=cheapest"))
        await answer_ahead(table, AheadLine("germany", LOSSES, later, "side=defender lose=cheapest"))
        while requests := (await table.state()).requests:
            assert requests[0].space == asked
            await table.act(BEN, {"type": "decide", "request": requests[0].id, "choice": "default"})
        assert not (await table.state()).pending


@pytest.mark.rule("ASY-61")
async def test_nobody_else_sees_that_there_are_answers(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, mixed=MIXED)
        await table.send()
        board = (await table.view(ANNA)).board
        await answer_ahead(table, CHEAPEST)
        assert await table.send() == []
        assert (await table.view(ANNA)).board == board
        assert await table.master.standing_orders.ahead(await table.loaded(), CLEO.user_id) == {}


async def test_answers_that_cannot_be_kept_change_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack(table, mixed=MIXED)
        with pytest.raises(IllegalAction):
            await answer_ahead(table, AheadLine("germany", LOSSES, MIXED, "lose=zeppelin"))
        with pytest.raises(StaleDecision):
            await answer_ahead(table, AheadLine("germany", LOSSES, "norway", "lose=cheapest"))
        with pytest.raises(NotAllowed):
            await answer_ahead(table, AheadLine("soviet_union", LOSSES, MIXED, "lose=cheapest"))
        with pytest.raises(NotAllowed):
            await table.master.standing_orders.answer_ahead(await table.loaded(), CLEO.user_id, [CHEAPEST])
        async with table.master.store.read() as read:
            assert await read.standing_orders(table.game_id) == ()


@pytest.mark.rule("ASY-61")
def test_answers_go_before_standing_orders_there_and_end_with_the_phase() -> None:
    ahead = Ahead("1.soviet_union.conduct_combat").with_line(LOSSES, "ukraine", "side=defender lose=tank")
    rows = [
        StandingOrder("germany", LOSSES, ("space=ukraine against=soviet_union lose=fighter", "lose=cheapest")),
        StandingOrder("germany", AHEAD, tuple(ahead.stored or ())),
    ]
    now = standing_orders(rows, ahead.phase)["germany"]
    assert now == {LOSSES: ("space=ukraine side=defender lose=tank", "lose=cheapest")}
    later = standing_orders(rows, "1.germany.conduct_combat")["germany"]
    assert later == standing_orders(rows)["germany"] == {LOSSES: rows[0].order}
    assert Ahead.of(ahead.stored or (), ahead.phase) == ahead
    assert ahead.with_line(LOSSES, "ukraine", "").stored is None


def choices() -> tuple[OpenChoice, ...]:
    """Germany holds Ukraine with tanks and aircraft, and West Russia with infantry alone."""
    spaces = {
        "russia": "soviet_union: 6 infantry",
        "caucasus": "soviet_union: 8 infantry, 2 tank",
        "west_russia": "germany: 3 infantry",
        "ukraine": "germany: 3 infantry, 2 tank, 1 fighter",
    }
    table = position("soviet_union", "combat_move", spaces, setup="aa1941")
    table.move("6 infantry: russia > west_russia").move("8 infantry, 2 tank: caucasus > ukraine").end_phase()
    return open_choices(table.state, ("germany", "japan"))


def test_only_battles_in_which_something_can_be_chosen_are_asked_about() -> None:
    (choice,) = choices()
    assert (choice.name, choice.space, choice.powers) == (LOSSES, "ukraine", ("germany",))
    assert [option.key for option in choice.options] == ["printed", "air_first", "ask"]
    printed, air_first, ask = choice.options
    assert printed.win is not None
    assert air_first.win is not None
    assert ask.win is None
    assert choice.worth == pytest.approx(abs(printed.gain - air_first.gain))


def test_where_all_that_makes_sense_is_the_printed_order_it_can_be_left_to_that() -> None:
    """Infantry and tanks: the cheapest fall first as printed, and no question need be waited for."""
    spaces = {"russia": "soviet_union: 9 infantry", "west_russia": "germany: 3 infantry, 2 tank"}
    table = position("soviet_union", "combat_move", spaces, setup="aa1941").move("9 infantry: russia > west_russia")
    (choice,) = open_choices(table.end_phase().state, ("germany",))
    assert [option.key for option in choice.options] == ["printed", "ask"]
    assert choice.worth == 0


def test_the_sheet_tells_what_is_chosen_and_leaves_small_ones_as_printed() -> None:
    (choice,) = choices()
    spaces = {"russia": "soviet_union: 6 infantry", "west_russia": "germany: 3 infantry"}
    state = position("soviet_union", "combat_move", spaces, setup="aa1941").state
    ahead = Ahead(phase_key(state)).with_line(LOSSES, "ukraine", "side=defender lose=fighter")
    sheet = ahead_sheet(7, state, [choice], {"germany": ahead}, choice.key)
    assert "• Ukraine: losses, lose aircraft first; " in str(sheet.parts[0])
    _, how = (part for part in sheet.parts if isinstance(part, Menu))
    assert [entry.label for entry in how.entries if entry.chosen] == ["Lose aircraft first"]
    assert how.entries[1].description.startswith("Chance to win: ")
    assert small_ones([choice], {"germany": ahead}) == []
    none = {"germany": Ahead(phase_key(state))}
    small = small_ones([choice], none)
    assert bool(small) == ((choice.worth or 0) <= 2)
    assert "nothing to choose" in str(ahead_sheet(7, state, [], none).parts[0])

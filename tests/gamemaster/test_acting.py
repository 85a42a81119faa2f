"""Carrying out what players want, and what stands for those who are away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction, StaleDecision
from gamemaster.errors import LineRefused, NotAllowed
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, Desk, desk

END: dict[str, Any] = {"type": "end_phase"}
SIX = {"infantry": 12, "tank": 6}


async def attack_on_west_russia(table: Desk, defenders: dict[str, dict[str, int]]) -> None:
    """Twelve Soviet infantry and six tanks attack; some dice hit for certain. The first round is rolled."""
    await table.place("soviet_union", "combat_move", {"russia": {"soviet_union": SIX}, "west_russia": defenders})
    move = {"type": "move", "units": SIX, "path": ["russia", "west_russia"]}
    await table.act(ANNA, move, END, {"type": "battle", "space": "west_russia"})


async def decide(table: Desk, actor: Any, choice: Any) -> None:
    request = (await table.state()).requests[0]
    await table.act(actor, {"type": "decide", "request": request.id, "choice": choice})


@pytest.mark.rule("GEN-37")
async def test_a_player_of_several_powers_acts_for_the_one_on_turn(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        order = {"type": "purchase", "units": {"infantry": 1}}
        for power in ("united_kingdom", "united_states"):
            with pytest.raises(IllegalAction) as refusal:
                await table.act(ANNA, {**order, "power": power})
            assert refusal.value.rule in ("power", "phase")
        await table.act(ANNA, order)
        state = await table.state()
        assert state.purchased == {"soviet_union": {"infantry": 1}}
        assert state.treasuries["united_kingdom"] == 12


async def test_the_same_interaction_is_carried_out_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        order = {"type": "purchase", "units": {"infantry": 1}}
        first = await table.act(ANNA, order, cause="press A")
        again = await table.act(ANNA, order, cause="press A")
        assert (first.repeated, again.repeated) == (False, True)
        assert len((await table.record())["steps"]) in (0, 1)
        assert (await table.loaded()).game.seq == 1


async def test_several_orders_are_carried_out_all_or_none(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.act(ANNA, END)
        good = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "west_russia"]}
        bad = {"type": "move", "units": {"infantry": 9}, "path": ["russia", "west_russia"]}
        with pytest.raises(LineRefused) as refused:
            await table.act(ANNA, good, bad)
        assert refused.value.line == 1
        assert (await table.state()).undo == ()


@pytest.mark.rule("ASY-03")
async def test_a_decision_with_one_answer_is_taken_without_asking(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await table.send()
        await attack_on_west_russia(table, {"germany": {"infantry": 30}})
        requests = (await table.state()).requests
        assert [request.power for request in requests] == ["soviet_union"], "the defender's infantry are all alike"
        assert not any("<@2>" in post.content for post in await table.send() if post.ping)


@pytest.mark.rule("ASY-01")
async def test_all_who_must_choose_in_a_step_are_asked_at_once(tmp_path: Path) -> None:
    seats = {ANNA: ("soviet_union", "united_states"), BEN: ("germany",), CLEO: ("japan",), DAN: ("united_kingdom",)}
    async with desk(tmp_path, seats) as table:
        await attack_on_west_russia(table, {"germany": {"infantry": 12}, "japan": {"tank": 12}})
        (request,) = (await table.state()).requests
        assert request.powers == ("germany", "japan")
        asked = [post for post in await table.send() if "choose casualties" in post.content]
        assert [sorted(post.ping) for post in asked if post.ping] == [[BEN.user_id, CLEO.user_id]]
        await decide(table, BEN, "default")
        assert (await table.state()).requests[0].id == request.id, "the other owner has not spoken"
        await decide(table, CLEO, "default")
        assert all(each.id != request.id for each in (await table.state()).requests)


async def test_one_player_answers_for_both_of_his_powers(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack_on_west_russia(table, {"germany": {"infantry": 12}, "japan": {"tank": 12}})
        first = (await table.state()).requests[0]
        await decide(table, BEN, first.default)
        assert (await table.state()).request(first.id) is None


async def test_only_the_asked_may_answer(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack_on_west_russia(table, {"germany": SIX})
        with pytest.raises(NotAllowed, match="That question is for Germany"):
            await decide(table, ANNA, "default")
        with pytest.raises(NotAllowed):
            await decide(table, EVE, "default")


@pytest.mark.rule("ASY-04")
async def test_a_standing_order_answers_before_anybody_is_asked(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        loaded = await table.loaded()
        await table.master.standing_orders.leave(loaded, BEN.user_id, "germany", "land", ["tank"])
        with pytest.raises(NotAllowed, match="your own powers"):
            await table.master.standing_orders.leave(loaded, BEN.user_id, "soviet_union", "land", ["tank"])
        with pytest.raises(IllegalAction):
            await table.master.standing_orders.leave(loaded, BEN.user_id, "germany", "land", ["factory"])
        await attack_on_west_russia(table, {"germany": {"infantry": 30, "tank": 3}})
        state = await table.state()
        assert all(request.power == "soviet_union" for request in state.requests)
        async with table.master.store.read() as read:
            entries = await read.entries_since(table.game_id, 0)
        (answer,) = [entry for entry in entries if entry.auto == "order"]
        lost = answer.action["choice"]["units"]
        assert answer.by == "germany"
        assert lost["tank"] == min(3, sum(lost.values())), "tanks go first, as ordered"
        assert await table.master.standing_orders.of(await table.loaded(), ANNA.user_id) == {}


async def test_a_game_does_not_wait_for_advantages_that_were_left_to_their_default(tmp_path: Path) -> None:
    async with desk(tmp_path, setup="revised", options={"advantages": "roll 6"}) as table:
        spaces = {
            "libya": {"germany": {"tank": 2}},
            "anglo_egypt": {"united_kingdom": {"infantry": 1}},
            "trans_jordan": {"united_kingdom": {"infantry": 3}},
        }
        attack = {"type": "move", "units": {"tank": 2}, "path": ["libya", "anglo_egypt"]}
        for order, asked in ((None, ["enigma_decoded"]), (["default"], [])):
            await table.place("germany", "combat_move", spaces)
            await table.master.standing_orders.leave(
                await table.loaded(), ANNA.user_id, "united_kingdom", "advantages", order
            )
            await table.act(BEN, attack, {"type": "end_phase"})
            assert [request.kind for request in (await table.state()).requests] == asked
        async with table.master.store.read() as read:
            last = (await read.entries_since(table.game_id, 0))[-1]
        assert (last.by, last.auto, last.action["choice"]) == ("united_kingdom", "order", {})


@pytest.mark.rule("ASY-04")
async def test_a_standing_order_is_not_changed_while_its_question_is_open(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack_on_west_russia(table, {"germany": SIX})
        loaded = await table.loaded()
        with pytest.raises(NotAllowed, match="Answer it first"):
            await table.master.standing_orders.leave(loaded, BEN.user_id, "germany", "land", ["tank"])
        await decide(table, BEN, "default")
        await table.master.standing_orders.leave(await table.loaded(), BEN.user_id, "germany", "land", ["tank"])


async def test_standing_orders_of_both_sides_answer_one_after_the_other(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        for actor, power in ((BEN, "germany"), (ANNA, "soviet_union")):
            await table.master.standing_orders.leave(
                await table.loaded(), actor.user_id, power, "land", ["infantry", "tank"]
            )
        await attack_on_west_russia(table, {"germany": SIX})
        assert [request.kind for request in (await table.state()).requests] == ["retreat"]


async def test_a_battle_is_fought_to_the_end_without_more_questions_to_the_attacker(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        spaces = {"russia": {"soviet_union": {"infantry": 20, "tank": 20}}, "west_russia": {"germany": {"infantry": 3}}}
        await table.place("soviet_union", "combat_move", spaces)
        move = {"type": "move", "units": {"infantry": 20, "tank": 20}, "path": ["russia", "west_russia"]}
        await table.act(ANNA, move, END)
        battle = {"type": "battle", "space": "west_russia"}
        await table.master.acting.fight_to_the_end(table.game_id, ANNA, [battle], "press D")
        state = await table.state()
        assert state.owners["west_russia"] == "soviet_union"
        assert state.phase == "noncombat_move"


async def test_a_finished_game_takes_no_orders_and_tells_its_seed(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        concede = [{"type": "concede", "power": power} for power in ("germany", "japan")]
        await table.act(BEN, *concede)
        loaded = await table.loaded()
        assert (loaded.game.status, loaded.game.winner) == ("finished", "allies")
        async with table.master.store.read() as read:
            seed = (await read.seed(table.game_id)).hex()
        told = "\n".join(post.content for post in await table.send())
        assert seed in told
        assert told.index("Japan is ready to concede.") < told.index("**The Allies win.**")
        with pytest.raises(NotAllowed, match="This game is over"):
            await table.act(ANNA, END)


async def test_fighting_on_to_the_end_from_a_question_keeps_to_the_order_of_loss_and_happens_once(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path) as table:
        await table.master.standing_orders.leave(await table.loaded(), ANNA.user_id, "soviet_union", "land", ["tank"])
        await attack_on_west_russia(table, {"germany": {"infantry": 4, "tank": 4}})
        await decide(table, BEN, "default")
        (request,) = (await table.state()).requests
        assert (request.kind, request.power) == ("retreat", "soviet_union")
        acting = table.master.acting
        await acting.fight_to_the_end(table.game_id, ANNA, (), "press A", request.id)
        left = [piece.unit for piece in (await table.state()).pieces.values() if piece.power == "soviet_union"]
        assert left.count("infantry") == SIX["infantry"] or not left.count("tank")
        assert len(left) < sum(SIX.values())
        with pytest.raises(StaleDecision):
            await acting.fight_to_the_end(table.game_id, ANNA, (), "press B", request.id)

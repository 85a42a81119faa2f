"""A player on turn is told what the house would do, and may have it done once (ASY-65)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import StaleDecision
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.jobs.house import Position, Thought, thought_out
from gamemaster.roles import Actor
from gamemaster.workers import Asker
from tests.engine.table import units
from tests.gamemaster.desk import ANNA, BEN, CLEO, Desk, desk
from tests.gamemaster.house_desk import STRONG_JAPAN, Here, attack_ahead, log_of

pytestmark = pytest.mark.rule("ASY-65")


def thinks_here(table: Desk) -> Here:
    """Have suggestions worked out in this process."""
    here = Here()
    table.master.suggestions._workers = here  # type: ignore[assignment]
    return here


async def suggested(table: Desk, actor: Actor) -> str:
    view = await table.view(actor)
    return (await table.master.suggestions.ask(view, Asker(actor.user_id, table.game_id))).text


async def do_it(table: Desk, actor: Actor) -> None:
    await table.act(actor, *map(dict, await table.master.suggestions.take(await table.view(actor))))


async def test_what_is_suggested_says_why_and_is_ordered_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        here = thinks_here(table)
        await attack_ahead(table)
        text = await suggested(table, BEN)
        head, *aims, hint = text.split("\n")
        assert head == "**What the house (easy) would order now** · combat move"
        attack = next(line for line in aims if line.startswith("• **Take West Russia** ("))
        assert ", worth " in attack
        assert "IPCs are averages." in hint
        assert "3 infantry, 2 tanks: Eastern Europe to West Russia" in attack
        assert hint.startswith("-# From what you see, for you alone.")
        assert here.asked[0].board == (await table.view(BEN)).board
        before = len(await log_of(table))
        await do_it(table, BEN)
        assert (await table.state()).phase == "combat_move", "the player ends the phase"
        ordered = (await log_of(table))[before:]
        assert {(entry.by, entry.auto) for entry in ordered} == {("germany", None)}
        assert len((await table.state()).undo) == len(ordered) > 0
        with pytest.raises(TableRefusal, match="That suggestion was given already"):
            await do_it(table, BEN)


async def rash(table: Desk) -> None:
    """Germany can take West Russia for sure, and the Ukraine as likely as not."""
    spaces = {
        "germany": {"units": {"germany": {"infantry": 6}}},
        "eastern_europe": {"units": {"germany": {"infantry": 3, "tank": 4}}},
        "west_russia": {"owner": "soviet_union", "units": {"soviet_union": {"infantry": 1}}},
        "ukraine": {"owner": "soviet_union", "units": {"soviet_union": {"infantry": 3}}},
        "russia": {"units": {"soviet_union": {"infantry": 6}}},
        "japan": {"units": {"japan": {"infantry": 3}}},
    }
    turn = {"round": 1, "power": "germany", "phase": "combat_move"}
    await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})


async def test_plans_of_several_stances_are_told_and_one_of_them_is_given(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        await rash(table)
        view = await table.view(BEN)
        asker = Asker(BEN.user_id, table.game_id)
        found = await table.master.suggestions.ask(view, asker)
        heads = [line for line in found.text.split("\n") if line.startswith("__")]
        assert len(heads) == len(found.plans) > 1
        assert all(label == f"Do the {stance} one" for stance, label in found.plans.items())
        bold = list(found.plans)[-1]
        with pytest.raises(TableRefusal, match="That suggestion was given already"):
            await table.master.suggestions.take(view, "reckless")
        await table.master.suggestions.ask(view, asker)
        thought = thought_out(Position(view.board, "germany", "easy", table.game_id, bold))
        wanted = [dict(action) for action, why in zip(thought.actions, thought.why, strict=True) if why["line"]]
        assert await table.master.suggestions.take(view, bold) == wanted
        with pytest.raises(TableRefusal, match="That suggestion was given already"):
            await table.master.suggestions.take(view, "careful")


async def test_where_all_stances_come_to_the_same_there_is_one_plan(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        turn = {"round": 1, "power": "germany", "phase": "combat_move"}
        units = {
            "germany": {"units": {"germany": {"infantry": 6}}},
            "russia": {"units": {"soviet_union": {"infantry": 1}}},
        }
        await table.correct({"clear_units": True, "spaces": units, "turn": turn})
        found = await table.master.suggestions.ask(await table.view(BEN), Asker(BEN.user_id, table.game_id))
        assert found.plans in ({}, {"careful": "Do it"})
        assert not [line for line in found.text.split("\n") if line.startswith("__")]


async def test_where_one_stance_alone_orders_something_the_note_names_its_button(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack_ahead(table)
        move = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]}
        why = {"aim": "dare it", "line": "1 tank", "odds": None, "gain": None, "risk": 0.0, "falls": None}
        thinks_here(table).answer = lambda _: {"careful": Thought((), ()), "bold": Thought((move,), (why,))}  # type: ignore[assignment, return-value]
        found = await table.master.suggestions.ask(await table.view(BEN), Asker(BEN.user_id, table.game_id))
        assert found.plans == {"bold": "Do the bold one"}
        assert "[Do the bold one] gives it all as your orders" in found.text


async def test_who_has_orders_with_which_the_phase_cannot_end_is_told_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        spaces = {
            "germany": {"units": {"germany": {"infantry": 6}}},
            "sz5": {"units": {"germany": {"transport": 1}}},
            "karelia": {"units": {"soviet_union": {"infantry": 9}}},
            "united_kingdom": {"units": {"united_kingdom": {"infantry": 9}}},
            "japan": {"units": {"japan": {"infantry": 3}}},
        }
        turn = {"round": 1, "power": "germany", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        assert await suggested(table, BEN) == "The house would order nothing more in this phase. You can end it."
        await table.act(BEN, {"type": "move", "units": {"infantry": 1}, "path": ["germany", "sz5"]})
        assert await suggested(table, BEN) == (
            "The house would order nothing more, but with your orders this phase can't end. Press [End moves] "
            "below the panel to read why, or take orders back with `/undo`."
        )


async def test_orders_with_which_the_phase_cannot_end_cost_no_suggestion(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        await attack_ahead(table)
        spaces = {
            "sz5": {"units": {"germany": {"transport": 1}}},
            "karelia": {"units": {"soviet_union": {"infantry": 9}}},
            "united_kingdom": {"units": {"united_kingdom": {"infantry": 9}}},
        }
        await table.correct({"spaces": spaces})
        await table.act(BEN, {"type": "move", "units": {"infantry": 1}, "path": ["germany", "sz5"]})
        told = await suggested(table, BEN)
        assert "\n• **Take West Russia** (" in told
        note, hint = told.split("\n")[-2:]
        assert note == "-# With your orders so far this phase can't end: [End moves] below the panel says why."
        assert hint.startswith("-# From what you see")
        await do_it(table, BEN)
        assert len((await table.state()).undo) > 1


async def test_a_suggestion_is_for_the_position_that_it_was_made_for(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        await attack_ahead(table)
        await suggested(table, BEN)
        await table.act(BEN, {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]})
        with pytest.raises(StaleDecision, match="Something has been ordered since then"):
            await do_it(table, BEN)
        assert len((await table.state()).undo) == 1


async def test_only_the_player_on_turn_is_told_anything(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        here = thinks_here(table)
        await attack_ahead(table)
        await table.send()
        await suggested(table, BEN)
        for actor in (ANNA, CLEO):
            with pytest.raises(NotAllowed, match="It is Germany's turn"):
                await suggested(table, actor)
            with pytest.raises(NotAllowed, match="It is Germany's turn"):
                await do_it(table, actor)
        assert len(here.asked) == 1
        assert await table.send() == []


async def test_while_battles_are_fought_nothing_is_suggested(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        thinks_here(table)
        await attack_ahead(table)
        await suggested(table, BEN)
        await do_it(table, BEN)
        await table.act(BEN, {"type": "end_phase"})
        with pytest.raises(TableRefusal, match="While battles are fought"):
            await suggested(table, BEN)


async def test_a_plan_that_declares_war_says_so_and_declares_it(tmp_path: Path) -> None:
    seats = {ANNA: ("china", "united_states", "united_kingdom", "anzac"), BEN: ("japan",)}
    async with desk(tmp_path, seats, setup="pacific_1940") as table:
        thinks_here(table)
        spaces = {space: {"units": units(text)} for space, text in STRONG_JAPAN.items()}
        turn = {"round": 2, "power": "japan", "phase": "combat_move"}
        await table.correct({"clear_units": True, "spaces": spaces, "turn": turn})
        view = await table.view(BEN)
        found = await table.master.suggestions.ask(view, Asker(BEN.user_id, table.game_id))
        assert ": declare war on " in found.text
        assert "-# A war that is declared can't be undone." in found.text
        await table.act(BEN, *map(dict, await table.master.suggestions.take(view, list(found.plans)[-1])))
        state = await table.state()
        assert state.undo, "what follows the declaration is ordered, too"
        assert next(entry.action["type"] for entry in await log_of(table) if entry.by == "japan") == "declare_war"


async def test_suggestions_that_were_cut_off_say_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as table:
        await attack_ahead(table)
        late = thinks_here(table)
        late.answer = lambda position: {"bold": replace(thought_out(position), is_cut_off=True)}  # type: ignore[assignment, return-value]
        *_, told_late, hint = (await suggested(table, BEN)).splitlines()
        assert told_late == "-# I ran out of time, so there may be better plans."
        assert hint.endswith("undo it until the phase ends.")


async def test_the_button_of_an_older_suggestion_gives_no_newer_plan_and_leaves_it(tmp_path: Path) -> None:
    """Ben asks, orders something himself, asks again, and then presses below the first answer, further up."""
    async with desk(tmp_path) as table:
        thinks_here(table)
        await attack_ahead(table)
        asker = Asker(BEN.user_id, table.game_id)
        first = await table.master.suggestions.ask(await table.view(BEN), asker)
        move = {"type": "move", "units": {"tank": 1}, "path": ["eastern_europe", "west_russia"]}
        await table.act(BEN, move)
        second = await table.master.suggestions.ask(await table.view(BEN), asker)
        assert first.plans.keys() & second.plans.keys(), "both have such a button"
        view = await table.view(BEN)
        for stance in first.plans:
            with pytest.raises(TableRefusal, match="you asked for another"):
                await table.master.suggestions.take(view, stance, first.seq)
        for gone in ("reckless", "bold"):
            if gone not in second.plans:
                with pytest.raises(TableRefusal, match="you asked for another"):
                    await table.master.suggestions.take(view, gone, second.seq)
        assert await table.master.suggestions.take(view, next(iter(second.plans)), second.seq)

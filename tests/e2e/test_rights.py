"""Everybody presses everything: whatever is forged, nobody changes a game except by their own right.

Buttons, menus and forms are taken from those that are registered, so a new one takes part by itself.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from cogs.interactions.presses import deeds, reacts_to
from gamemaster.consent.registry import KINDS
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.requested import USES
from gamemaster.roles import RIGHTS
from store import Entry
from tests.e2e.outsiders import Outsider
from tests.e2e.playing import settled
from tests.e2e.secret_cases import END, HOLDER, Case, cases, joint_defence, scramble
from tests.e2e.sitting import ROLES, Sitting, sitting

EVERYBODY = (*ROLES, "holder")


def attacker_asked() -> Case:
    """Only the attacker owes an answer, so only the attacker may fight to the end from it."""
    spaces = {
        "russia": {"units": {"soviet_union": {"infantry": 9, "tank": 9}}},
        "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 9}}},
    }
    attack = {"type": "move", "units": {"infantry": 9, "tank": 9}, "path": ["russia", "west_russia"]}
    battle = {"type": "battle", "space": "west_russia"}
    return Case("aa1941", "soviet_union", "combat_move", {"spaces": spaces}, public=(attack, END, battle))


ASKED = {make.__name__: make() for make in (joint_defence, scramble, attacker_asked)}
PHASES = {case.phase: case for case in (*cases("revised"), *cases("global_1940"))}
"""Rights are the same in every phase: one with purchases and one with moves stand for all."""
MOMENTS = [*ASKED, *(pytest.param(phase, marks=pytest.mark.long) for phase in ("purchase", "combat_move"))]


def test_nothing_is_registered_without_its_right() -> None:
    assert inspect.signature(reacts_to).parameters["right"].default is inspect.Parameter.empty
    rights = [*deeds().values(), *(use.deed for use in USES.values()), *(kind.deed for kind in KINDS.values())]
    assert {*rights} <= {*RIGHTS}


async def everybody_presses(at: Sitting, game_id: int, case: Case) -> dict[str, list[Entry]]:
    """What each of those around the table did to the game: nothing, or entries of the log."""
    scene = await at.scene(case, game_id, case.public)
    people = {**at.people, "holder": Outsider("holder", at.table.user(HOLDER), at.bot)}
    made: dict[str, list[Entry]] = {}
    for role in EVERYBODY:
        before = await at.bot.master.loader.by_id(game_id)
        await people[role].press_everything(scene)
        await settled(at.bot)
        made[role] = await _entries_since(at, before)
        after = (await at.bot.master.loader.by_id(game_id)).game
        assert made[role] or after.version == before.game.version, f"{role} saved an empty turn"
        mine = set(before.answers_for(int(at.table.world.user_named(people[role].player.name)["id"])))
        assert {entry.by for entry in made[role]} <= mine, f"{role} acted for others: {made[role]}"
    return made


async def _entries_since(at: Sitting, before: LoadedGame) -> list[Entry]:
    async with at.bot.master.store.read() as read:
        return list(await read.entries_since(before.game.id, before.game.seq))


@pytest.mark.parametrize("moment", MOMENTS)
async def test_nobody_orders_or_answers_for_anybody_else(moment: str, tmp_path: Path) -> None:
    case = (ASKED | PHASES)[moment]
    async with sitting(tmp_path) as at:
        made = await everybody_presses(at, await at.begin(case), case)
    for role in ("organiser", "manager", "spectator"):
        assert made[role] == []
    assert made["holder"] or made["ally"], "whoever may do nothing here proves nothing"

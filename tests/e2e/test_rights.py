"""Everybody presses everything: whatever is forged, nobody changes a game except by their own right.

Buttons, menus and forms are taken from those that are registered, so a new one takes part by itself.
`python -m tests.soak_rights` has everybody press everything at all moments, in every phase.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from cogs.interactions.presses import deeds, reacts_to
from gamemaster.consent.registry import KINDS
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.requested import USES
from gamemaster.roles import RIGHTS, is_for_all
from store import Entry
from tests.e2e.outsiders import Outsider
from tests.e2e.playing import settled
from tests.e2e.secret_cases import END, HOLDER, Case, cases, joint_defence, scramble
from tests.e2e.sitting import ROLES, Sitting, sitting

WITHOUT_SEATS, PLAYERS = ("organiser", "manager", "spectator"), ("opponent", "ally", "holder")
EVERYBODY = (*WITHOUT_SEATS, *PLAYERS)
"""Those who may do something come last, so that the others find the phase and its questions open."""


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
MOMENTS = ("combat_move", "purchase", *ASKED)
SELDOM = ("purchase", "joint_defence", "attacker_asked")
"""In `make soak` alone."""


def test_nothing_is_registered_without_its_right() -> None:
    assert inspect.signature(reacts_to).parameters["right"].default is inspect.Parameter.empty
    rights = [*deeds().values(), *(use.deed for use in USES.values()), *(kind.deed for kind in KINDS.values())]
    assert {*rights} <= {*RIGHTS}


def tried_at(moment: int) -> dict[str, Sequence[str]]:
    """For which deeds who presses buttons at a moment: the players, and one of the others, for what not everybody may.

    At the first moment the others all take part, and who has no role at all presses everything. At later ones every
    third of the many ways to give orders stands for all of them.
    """
    limited = {word: right for word, right in deeds().items() if not is_for_all(right)}
    if not moment:
        return {**dict.fromkeys((*WITHOUT_SEATS, *PLAYERS), tuple(limited)), "spectator": tuple(deeds())}
    orders = [word for word, right in limited.items() if right == "give orders"]
    fewer = tuple(word for word in limited if word not in orders or word in orders[moment % 3 :: 3])
    return dict.fromkeys((WITHOUT_SEATS[moment % len(WITHOUT_SEATS)], *PLAYERS), fewer)


def test_everybody_takes_part() -> None:
    assert {*EVERYBODY} == {*ROLES, "holder"}
    assert {role for moment in range(1, len(MOMENTS)) for role in tried_at(moment)} == {*EVERYBODY}


async def everybody_presses(at: Sitting, case: Case, tried: Mapping[str, Sequence[str]]) -> dict[str, list[Entry]]:
    """What each did to the game who pressed buttons for these deeds: nothing, or entries of the log."""
    game_id = await at.begin(case)
    scene = await at.scene(case, game_id, case.public)
    people = {**at.people, "holder": Outsider("holder", at.table.user(HOLDER), at.bot)}
    made: dict[str, list[Entry]] = {}
    for role, words in tried.items():
        before = await at.bot.master.loader.by_id(game_id)
        for ends_the_phase in (False, True):
            some = [word for word in words if word.startswith("end") == ends_the_phase]
            await people[role].press_everything(scene, some)
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


def check_rights(made: dict[str, list[Entry]]) -> None:
    """Raise AssertionError where somebody without a seat did something, or nobody could."""
    for role in WITHOUT_SEATS:
        assert made.get(role, []) == []
    assert made["holder"] or made["ally"], "whoever may do nothing here proves nothing"


@pytest.mark.long
@pytest.mark.parametrize(
    "moment",
    [pytest.param(n, id=name, marks=[pytest.mark.whole] * (name in SELDOM)) for n, name in enumerate(MOMENTS)],
)
async def test_nobody_orders_or_answers_for_anybody_else(moment: int, tmp_path: Path) -> None:
    async with sitting(tmp_path) as at:
        case = (ASKED | PHASES)[MOMENTS[moment]]
        check_rights(await everybody_presses(at, case, tried_at(moment)))

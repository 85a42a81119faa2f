"""Windows of several owners before the battles of Pacific 1940, and wars declared, as the game master keeps them."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import IllegalAction, StaleDecision
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.roles import Actor
from tests.gamemaster.desk import ANNA, BEN, CLEO, DAN, EVE, FAY, Desk, desk
from tests.gamemaster.test_answering import HOUR, Watch
from tests.gamemaster.test_open_entries import types

SEATS: dict[Actor, tuple[str, ...]] = {
    ANNA: ("united_states", "china"),
    BEN: ("japan",),
    CLEO: ("anzac",),
    DAN: ("united_kingdom",),
}
WARS = [["japan", power, "war"] for power in ("united_states", "united_kingdom")]
END: dict[str, Any] = {"type": "end_phase"}
RISE: dict[str, Any] = {"scramble": {"sz35": {"philippines": {"fighter": 1}}}}
SEALED = re.compile("(?<=^-# Standing orders sealed: )`[0-9a-f]{64}`$", re.MULTILINE)
DESTROYER: dict[str, Any] = {"type": "move", "units": {"destroyer": 1}, "path": ["sz36", "sz35"]}


def position(power: str, spaces: dict[str, dict[str, dict[str, int]]]) -> dict[str, Any]:
    """A combat move in which Japan is at war with all others, and these units alone are on the board."""
    units = {space: {"units": here} for space, here in spaces.items()}
    turn = {"round": 1, "power": power, "phase": "combat_move"}
    return {"clear_units": True, "spaces": units, "relations": WARS, "turn": turn}


ATTACK = position(
    "japan",
    {
        "sz36": {"japan": {"destroyer": 1}},
        "sz35": {"united_states": {"destroyer": 1}},
        "philippines": {"united_states": {"fighter": 1}, "anzac": {"fighter": 1}},
    },
)


@asynccontextmanager
async def window(tmp_path: Path, attacker: Actor = BEN, **more: Any) -> AsyncIterator[Desk]:
    """Fighters of two owners at the air base of the Philippines, before which a Japanese destroyer attacks."""
    seats = SEATS | {ANNA: SEATS[BEN], BEN: SEATS[ANNA]} if attacker == ANNA else SEATS
    async with desk(tmp_path, seats, setup="pacific_1940", **more) as table:
        await table.correct(ATTACK)
        await table.act(attacker, DESTROYER)
        yield table


async def leave(table: Desk, actor: Actor, power: str, policy: str) -> None:
    await table.master.standing_orders.leave(
        await table.view(actor), actor.user_id, power, "reactions", None if policy == "ask" else (policy,)
    )


async def answer(table: Desk, actor: Actor, power: str, choice: Any) -> None:
    (request,) = [r for r in (await table.state()).requests if power in r.powers]
    await table.act(actor, {"type": "decide", "request": request.id, "power": power, "choice": choice})


async def asked(table: Desk) -> list[tuple[str, str]]:
    return [(request.kind, power) for request in (await table.state()).requests for power in request.powers]


async def test_one_owner_has_choiceed_and_nobody_else_learns_how(tmp_path: Path) -> None:
    async with window(tmp_path) as table:
        await table.act(BEN, END)
        before = await table.record()
        await answer(table, CLEO, "anzac", RISE)
        views = {actor: (await table.view(actor)).board for actor in (ANNA, BEN, CLEO, DAN, FAY)}
        seen = {actor: view.requests[1].answers for actor, view in views.items()}
        assert seen == {ANNA: {}, BEN: {}, CLEO: {"anzac": RISE}, DAN: {}, FAY: {}}
        assert (await table.record())["steps"] == before["steps"]
        with pytest.raises(NotAllowed):
            await answer(table, BEN, "united_states", {})
        assert not any("scrambles" in post.content for post in await table.send())
        await answer(table, ANNA, "united_states", {})
        posts = [post.content for post in await table.send()]
        assert any("ANZAC scrambles 1 fighter from the Philippines into sea zone 35" in text for text in posts)
        with pytest.raises((IllegalAction, StaleDecision, NotAllowed)):
            await table.act(CLEO, {"type": "decide", "kind": "reaction", "choice": {}})


@pytest.mark.parametrize(("policy", "fighters"), [("default", 0), ("all", 1)])
async def test_a_window_whose_owners_left_orders_keeps_nobody_waiting(
    tmp_path: Path, policy: str, fighters: int
) -> None:
    async with window(tmp_path) as table:
        await leave(table, ANNA, "united_states", policy)
        await leave(table, CLEO, "anzac", policy)
        await table.act(BEN, END)
        state = await table.state()
        assert (state.phase, state.requests) == ("conduct_combat", ())
        assert len([piece for piece in state.at("sz35") if piece.unit == "fighter"]) == 2 * fighters
        assert not {ANNA.user_id, CLEO.user_id} & {user for post in await table.send() for user in post.ping}


async def test_an_owner_who_is_asked_is_not_kept_from_it_by_the_orders_of_another(tmp_path: Path) -> None:
    async with window(tmp_path) as table:
        await leave(table, CLEO, "anzac", "all")
        await table.act(BEN, END)
        state = (await table.view(BEN)).board
        assert [request.answers for request in state.requests] == [{}, {}]
        await answer(table, ANNA, "united_states", RISE)
        assert len([piece for piece in (await table.state()).at("sz35") if piece.unit == "fighter"]) == 2


async def test_what_an_absent_owner_does_is_nothing_once_the_grace_time_is_over(tmp_path: Path) -> None:
    watch = Watch()
    async with window(tmp_path, clock=watch) as table:
        await table.act(BEN, END)
        await table.send()
        first, second = [request.id for request in (await table.state()).requests]
        with pytest.raises(TableRefusal, match="This table waits"):
            await table.wish(FAY, "answer", request=first)
        watch.now += 25 * HOUR
        await table.wish(FAY, "answer", request=first)
        state = await table.state()
        assert (state.requests, len(state.at("philippines"))) == ((), 2)
        told = next(post.content for post in await table.send() if "answered for" in post.content)
        for line in ("Fay answered for the United States (<@1>) in ", "Fay answered for ANZAC (<@3>) in "):
            assert line in told
        with pytest.raises(TableRefusal, match="That question has been answered"):
            await table.wish(FAY, "answer", request=second)


async def test_kamikazes_of_whoever_left_orders_or_is_away_stay_and_cost_nothing(tmp_path: Path) -> None:
    watch, fleet = Watch(), {"sz7": {"united_states": {"destroyer": 1}}, "sz6": {"japan": {"transport": 1}}}
    attack = {"type": "move", "units": {"destroyer": 1}, "path": ["sz7", "sz6"]}
    async with desk(tmp_path, SEATS, setup="pacific_1940", clock=watch) as table:
        for policy, waiting in (("default", []), ("all", [("kamikaze", "japan")])):
            await leave(table, BEN, "japan", policy)
            await table.correct(position("united_states", fleet))
            await table.act(ANNA, attack, END)
            assert await asked(table) == waiting
        watch.now += 25 * HOUR
        await table.wish(FAY, "answer", request=(await table.state()).requests[0].id)
        assert (await asked(table), (await table.state()).kamikaze_tokens) == ([], {"japan": 6})


@pytest.mark.parametrize("before", [0, 1, 2])
async def test_a_record_shows_a_war_whatever_was_ordered_and_taken_back_before(tmp_path: Path, before: int) -> None:
    march: dict[str, Any] = {"type": "move", "units": {"infantry": 1}, "path": ["kwangsi", "yunnan"]}
    async with desk(tmp_path, SEATS, setup="pacific_1940") as table:
        await table.act(BEN, END)
        for _ in range(before):
            await table.act(BEN, march)
            await table.act(BEN, {"type": "undo"})
        await table.act(BEN, {"type": "declare_war", "on": ["anzac"]})
        await table.act(BEN, march)
        assert await types(table) == ["end_phase", "declare_war"]


@pytest.mark.parametrize("by", ["hand", "standing order"])
async def test_a_window_is_answered_as_one_for_those_alone_who_have_not(tmp_path: Path, by: str) -> None:
    """Neither the refusal, nor the card, nor its end says before that who has: it may be by a standing order."""
    watch = Watch()
    async with window(tmp_path, attacker=ANNA, clock=watch) as table:
        if by == "standing order":
            await leave(table, CLEO, "anzac", "all")
        await table.act(ANNA, END)
        _, second = [request.id for request in (await table.state()).requests]
        both = "the United States and ANZAC"
        with pytest.raises(TableRefusal, match="The United States and ANZAC were asked"):
            await table.wish(FAY, "answer", request=second)
        watch.now += 25 * HOUR
        assert (await table.wish(ANNA, "answer", request=second)).users
        card = (await table.send())[-1].content
        assert f"Anna asks to answer for those of {both} who have not answered in " in card
        if by == "hand":
            await answer(table, CLEO, "anzac", RISE)
        assert await table.say(BEN, "agree") == "You agreed. I've told the table."
        assert [piece.power for piece in (await table.state()).at("sz35") if piece.unit == "fighter"] == ["anzac"]
        told = next(post.content for post in await table.send() if "answered for" in post.content)
        assert "answered for the United States (<@2>)" in told
        assert "answered for ANZAC" not in told


async def test_until_a_window_closes_nothing_tells_who_left_an_order(tmp_path: Path) -> None:
    """All who are asked get the same ping and stand in the panel, no matter who has answered and how (ASY-06)."""
    told, panels = {}, []
    for policy in ("ask", "default", "all"):
        folder = tmp_path / policy
        folder.mkdir()
        watch = Watch()
        watch.now = 1_900_000_000
        async with window(folder, clock=watch) as table:
            await leave(table, CLEO, "anzac", policy)
            await table.send()
            await table.act(BEN, END)
            watch.now += 600
            posts = await table.send()
            panels.append(posts[-1])
            await table.replace(FAY, "anzac", EVE)
            posts += await table.send()
            views = [(await table.view(actor)).board.requests for actor in (ANNA, BEN, DAN, FAY)]
            leave_to = {"type": "leave", "to": "anzac", "what": "carriers", "granted": False}
            await table.act(DAN, {**leave_to, "power": "united_kingdom"})
            rest = ((await table.record())["steps"], await table.master.games.waiting_since(await table.view(DAN)))
            seen = [(SEALED.sub("HASH", post.content), post.ping, post.rows) for post in posts]
            assert "-# Standing orders sealed: HASH" in seen[0][0]
            told[policy] = (seen, views, rest)
    assert told["ask"] == told["default"] == told["all"]
    for panel in panels:
        assert "waiting for the United States (<@1>) and ANZAC (<@3>)" in panel.content
        assert panel.ping == [ANNA.user_id, CLEO.user_id]
        assert panel.content.splitlines()[-2] == "-# You'll see who answered when everybody has."
        assert len(panel.rows[0]) == 2


async def test_an_answer_under_seal_is_told_by_nothing_until_the_last_is_in(tmp_path: Path) -> None:
    async with window(tmp_path) as table:
        await table.act(BEN, END)
        await table.send()
        edits = len(table.mailbox.edits)
        await answer(table, CLEO, "anzac", RISE)
        assert (await table.send(), table.mailbox.edits[edits:]) == ([], [])


async def test_whoever_left_an_order_may_answer_otherwise_until_the_last_is_in(tmp_path: Path) -> None:
    async with window(tmp_path) as table:
        await leave(table, CLEO, "anzac", "all")
        await table.act(BEN, END)
        await answer(table, CLEO, "anzac", {})
        with pytest.raises(NotAllowed, match="You've already given that answer"):
            await answer(table, CLEO, "anzac", {})
        await answer(table, ANNA, "united_states", {})
        assert not [piece for piece in (await table.state()).at("sz35") if piece.unit == "fighter"]


async def test_a_card_says_so_where_what_was_agreed_to_failed_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("a fault in the telling")

    watch = Watch()
    async with window(tmp_path, attacker=ANNA, clock=watch) as table:
        await table.act(ANNA, END)
        watch.now += 25 * HOUR
        first = (await table.state()).requests[0].id
        await table.wish(ANNA, "answer", request=first)
        await table.send()
        with monkeypatch.context() as patch:
            patch.setattr(table.master.announcer, "answered_for", fail)
            with pytest.raises(TableRefusal, match="so I couldn't carry out your order"):
                await table.say(BEN, "agree")
        await table.send()
        (_, card) = table.mailbox.edits[-1]
        why = "Ben agreed, but something went wrong, so I couldn't do it. Nothing changed."
        assert f"**{why}**" in card.content
        assert (await table.state()).request(first)
        assert (await table.wish(ANNA, "answer", request=first)).users
        await table.send()
        assert await table.say(BEN, "agree", 2) == "You agreed. I've told the table."
        assert await asked(table) == []

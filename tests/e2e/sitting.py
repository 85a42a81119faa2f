"""People around a table who look on while somebody has a secret, and what they see of it."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from cogs.service.client import TableBot
from engine import GameState
from gamemaster.jobs.board import BoardRequest, picture_of, request_for
from gamemaster.jobs.past.charts import drawn
from gamemaster.keys import phase_key
from gamemaster.orders.fights import AheadLine
from gamemaster.outbox.pictures import draw
from gamemaster.roles import Actor
from gamemaster.workers import Asker
from local import LocalTable, Player
from maps import Picture
from maps.relations.drawing import draw_relations
from tests.e2e.house import house
from tests.e2e.outsiders import EVERYTHING, Outsider
from tests.e2e.playing import CHANNEL, settled
from tests.e2e.scene import Scene
from tests.e2e.secret_cases import ALLY, HOLDER, OPPONENT, Action, Case
from tests.sketches import AtOnce

Told = Mapping[str, Sequence[tuple[str, str]]]
CORE = (
    *("game export", "game status", "map", "panel", "my-orders", "orders", "permit", "concede", "decide"),
    *("move", "ship", "promise", "undo", "buy", "place", "advantage", "end-phase", "charts", "replay", "odds"),
)
CHANCES = (
    *("odds", "panel", "my-orders", "catch-up", "charts", "dice log", "history", "plan", "what-if", "game status"),
    *("todo", "standing-order show", "map"),
)
"""The commands that tell a chance or what comes of one, or stand beside those that do."""
PRESSED_FOR_CHANCES = ("odds", "oddsof", "orders", "catchup", "charts", "history", "rolls", "sheet", "map")
AT_THE_END = ("game export", "game status", "map", "move", "odds")
ORGANISER, MANAGER, SPECTATOR = "Eve", "Anna", "Finn"
ROLES = {"ally": ALLY, "opponent": OPPONENT, "organiser": ORGANISER, "manager": MANAGER, "spectator": SPECTATOR}


@dataclass(frozen=True)
class Plan:
    """Who looks at everything after the first secret orders, and who at the core after what others did since then.

    asked: who also looks at the sheet of a question. chances: who asks for all that is told of chances. to_the_end:
    whether they look at everything then, too. shares: which part of everything, for one after the other of those who
    look.
    """

    thorough: Sequence[str] = ()
    afterwards: Sequence[str] = ("opponent",)
    asked: Sequence[str] = ()
    chances: Sequence[str] = ()
    to_the_end: bool = False
    shares: Sequence[slice] = (EVERYTHING,)

    def share(self, number: int) -> slice:
        """The share of the nth of those who look."""
        return self.shares[number % len(self.shares)]


class Sketches(AtOnce):
    """Does the work at once; instead of drawing pictures it keeps what they were asked to show."""

    async def quick(self, work: Any, *arguments: Any, asker: Asker | None = None) -> Any:  # type: ignore[override]
        if isinstance(arguments[0], BoardRequest):
            wanted = request_for(arguments[0])
            return sketch(wanted) if work is picture_of else json.dumps(wanted, sort_keys=True)
        if work is draw:
            return sketch(*arguments)
        if work is draw_relations:
            return (sketch(*arguments),)
        return tuple(map(sketch, arguments[0])) if work is drawn else work(*arguments)


def sketch(*wanted: Any, **more: Any) -> Picture:
    """A picture that shows nothing; its words stand for all that was to be shown."""
    told = json.dumps([wanted, more], default=repr, sort_keys=True)
    return Picture(b"picture", "picture.png", hashlib.sha256(told.encode()).hexdigest(), (1, 1))


@dataclass
class Sitting:
    """People around a table at which one game after the other is played in the same channel."""

    table: LocalTable
    bot: TableBot
    people: Mapping[str, Outsider]
    causes: Iterator[int] = field(default_factory=itertools.count)
    _begun: tuple[Case, int] | None = None

    async def told(self, case: Case, orders: Sequence[Action], scene_orders: Sequence[Action], plan: Plan) -> Told:
        """All that outsiders get out of a game with these secret orders, half of them given after others acted."""
        for person in self.people.values():
            person.told = []
        game_id = await self.begin(case)
        await self.act(game_id, HOLDER, *orders[: len(orders) // 2])
        await self.act(game_id, case.seats()[case.power], *case.then)
        scene = await self.scene(case, game_id, scene_orders)
        for number, role in enumerate(plan.thorough):
            await self.people[role].look(scene, share=plan.share(number))
        await self._others_act(case)
        await self.act(game_id, HOLDER, *orders[len(orders) // 2 :])
        await self._permit(case, granted=False)
        for role in plan.chances:
            await self.people[role].ask(scene, CHANCES, PRESSED_FOR_CHANCES)
        for role in plan.asked:
            await self.people[role].use("decide")
        for number, role in enumerate(plan.afterwards):
            if plan.to_the_end:
                await self.people[role].look(scene, share=plan.share(number))
            else:
                await self.people[role].look(scene, CORE, thorough=False)
        await self._correct(case)
        for role in plan.afterwards:
            await self.people[role].look(scene, AT_THE_END, thorough=False)
        await self._end(case)
        for role in plan.afterwards:
            await self.people[role].look(scene, AT_THE_END, thorough=False)
        return {role: person.told for role, person in self.people.items()}

    async def state_of(self, case: Case) -> GameState:
        """The state from which the player on turn gives orders, in a game that is the next one to be begun."""
        game_id = await self.begin(case)
        self._begun = case, game_id
        return (await self.bot.master.loader.by_id(game_id)).running

    async def begin(self, case: Case) -> int:
        """A game in the phase of the case, organised by somebody without a seat.

        Where orders are the secret, the ally is deputy of who gives them: deputies see as little of them as others.
        """
        begun, self._begun = self._begun, None
        if begun is not None and begun[0] == case:
            return begun[1]
        lobby, actor = self.bot.master.lobby, self._actor(ORGANISER)
        guild, channel = self.bot.guilds[0].id, int(self.table.world.channel_named(CHANNEL)["id"])
        seated = await lobby.create(actor, guild, channel, case.setup, case.options, "Game")
        for power, name in case.seats().items():
            if power not in seated.seats:  # some come with another
                seated = await lobby.join(seated, self._actor(name).user_id, [power])
        if case.holder is None:
            await self.bot.master.deputies.name(seated.game.id, self._actor(HOLDER), self._actor(ALLY).user_id)
        await lobby.start(seated, actor, self._cause())
        turn = {"round": 2, "power": case.power, "phase": case.phase}
        change = {"change": {**case.edit, "turn": turn}}
        if not case.at_start:
            await self.bot.master.consent.wish(seated.game.id, actor, "edit", change, self._cause())
        await self.act(seated.game.id, case.seats()[case.power], *case.public)
        return seated.game.id

    async def scene(self, case: Case, game_id: int, orders: Sequence[Action]) -> Scene:
        state = (await self.bot.master.loader.by_id(game_id)).running
        spaces = [space for order in orders for space in (*order.get("path", ()), order.get("space")) if space]
        units = [unit for order in orders for unit in order.get("units", ())]
        away = [power for power in case.seats() if power != case.power]
        requests = tuple(request.id for request in state.requests)
        some = tuple(dict.fromkeys([*spaces, str(case.edition.power[case.power].capital)]))[:6]
        kinds = tuple(dict.fromkeys([*units, "infantry"]))[:3]
        return Scene(game_id, phase_key(state), away, some, kinds, requests, await self._next_proposal(game_id))

    async def _next_proposal(self, game_id: int) -> int:
        """The number of the next proposal: a number of an earlier game would be answered in the first game alone."""
        async with self.bot.master.store.read() as read:
            found = [await read.proposals(number) for number in range(1, game_id + 1)]
        return max((each.id for some in found for each in some), default=0) + 1

    async def act(self, game_id: int, name: str, *actions: Action) -> None:
        """Orders of a player, and commands that only they see."""
        for action in actions:
            if action["type"] == "command":
                await self.table.user(name).command(CHANNEL, action["name"], **action["options"])
                continue
            if action["type"] == "plan":
                await self._draft(self.table.user(name), action)
                continue
            if action["type"] == "ahead":
                await self._answer_ahead(game_id, name, AheadLine(*action["line"]))
                continue
            await self.bot.master.acting.act(game_id, self._actor(name), [action], self._cause())

    async def _draft(self, player: Player, action: Action) -> None:
        plan = await player.command(CHANNEL, "plan", power=action["power"])
        form = (await player.press(plan.shown, action["button"])).opened
        assert action["text"] in (await player.submit(form, {"text": action["text"]})).content

    async def _answer_ahead(self, game_id: int, name: str, line: AheadLine) -> None:
        master = self.bot.master
        await master.standing_orders.answer_ahead(await master.loader.by_id(game_id), self._actor(name).user_id, [line])

    async def _others_act(self, case: Case) -> None:
        """What allies and enemies may do meanwhile."""
        enemies = [power for power, name in case.seats().items() if name == OPPONENT]
        await self._permit(case, granted=True)
        await self.people["ally"].use("concede", confirm=True)
        await self.people["opponent"].use("standing-order leave", power=enemies[0], where="land", units="tank")

    async def _permit(self, case: Case, *, granted: bool) -> None:
        allies = [power for power, name in case.seats().items() if name == ALLY]
        for what in ("carriers", "territories", "lend_lease") if allies else ():
            permitted = {"power": allies[0], "ally": case.holder or case.power, "what": what, "granted": granted}
            await self.people["ally"].use("permit", **permitted)

    async def _correct(self, case: Case) -> None:
        """The organiser puts the game back or something right, which takes back what was ordered."""
        organiser = self.people["organiser"]
        if case.phase == "mobilize":
            offered = await organiser.player.autocomplete(CHANNEL, "game rollback", focused="to")
            await organiser.use("game rollback", to=str(offered[-1].value))
            return
        await organiser.use("game edit", change=json.dumps({"ipcs": {case.power: 33}}))

    async def _end(self, case: Case) -> None:
        """The enemies concede, or the organiser ends the game: neither shows what was ordered."""
        if case.phase in ("purchase", "noncombat_move") and not case.holder:
            await self.people["opponent"].use("concede", confirm=True)
        else:
            await self.people["organiser"].use("game end", confirm=True)
        await settled(self.bot)

    def _actor(self, name: str) -> Actor:
        return Actor(int(self.table.world.user_named(name)["id"]), name)

    def _cause(self) -> str:
        return f"sitting {next(self.causes)}"


def differences(one: Told, other: Told) -> list[str]:
    """What somebody saw in one game and not in the other."""
    found = []
    for role, answers in one.items():
        for (what, mine), (_, theirs) in zip(answers, other[role], strict=True):
            if mine != theirs:
                parting = next((n for n, pair in enumerate(zip(mine, theirs, strict=False)) if pair[0] != pair[1]), 0)
                at = max(parting - 100, 0)
                found.append(f"{what}\n  one:   {mine[at : at + 400]}\n  other: {theirs[at : at + 400]}")
    return found


@asynccontextmanager
async def sitting(tmp_path: Path) -> AsyncIterator[Sitting]:
    """A house with all roles at the table, who may ask as often as they like; pictures are only sketched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamemaster.master.shared_workers", Sketches)
        patch.setattr("gamemaster.budgets.Budgets.take", lambda *_: None)
        patch.setattr("gamemaster.jobs.past.replays.draw_replay", sketch)
        patch.setattr("gamemaster.jobs.odds.draw_chances", sketch)
        patch.setattr("gamemaster.dice.rolls.roll_faces", lambda *about: (1,) * about[4])
        async with house(tmp_path) as (table, bot):
            table.add_user(SPECTATOR)
            people = {
                role: Outsider(role, table.user(name), bot, may_upset=role in ("organiser", "manager"))
                for role, name in ROLES.items()
            }
            for person in people.values():
                await person.player.connect()  # Those who come later do not see the oldest posts.
            yield Sitting(table, bot, people)
            assert table.refusals == []

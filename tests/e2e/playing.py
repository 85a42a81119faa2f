"""Players who play: they choose legal orders by the engine's queries, and give them through Discord as people do."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import discord
from sqlalchemy import text

from cogs.service.client import TableBot
from engine import GameState, Refusal, ScriptedDice, apply
from engine.ask import affordable, battle_options, destinations, is_legal, movable, placements, refusal_of
from engine.landing.proof import airborne, landing_plan
from engine.landing.ranges import is_landing_territory
from engine.position.relations import is_hostile_zone
from engine.queries.notation import read_move, write_units
from engine.state.pieces import Piece
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.keys import phase_key
from gamemaster.narration import request_card
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.shipping import shipping_orders
from local import LocalTable, Message, Permission, Player, Reply
from tests.e2e.laid_out import LAYOUTS
from tests.e2e.sheets import answer_on_card
from tests.patience import PATIENCE_SECONDS

CHANNEL = "war-room"
TAG = re.compile(r"\n-# (#\d+·\d+)$")
REFEREE = "Rita"

SIDES = {
    "axis": ("germany", "japan"),
    "allies": ("soviet_union", "united_kingdom", "united_states"),
}


async def untold(player: Player, *words: str) -> list[str]:
    """Which of these words no public post of the channel has."""
    told = "\n".join(post.content for post in await player.messages(CHANNEL) if not post.ephemeral)
    return [each for each in words if each not in told]


async def game(bot: TableBot, channel_id: str) -> LoadedGame:
    """The game of a channel as the store has it."""
    return await bot.master.loader.in_channel(int(channel_id))


async def is_refused(
    bot: TableBot, channel_id: str, player: Player, command: str, options: Mapping[str, Any], words: tuple[str, ...]
) -> None:
    """Check that a command is answered with these words, and changes nothing."""
    before = (await game(bot, channel_id)).game.version
    reply = await player.command(CHANNEL, command, **options)
    assert all(word in reply.content for word in words), reply.content
    assert (await game(bot, channel_id)).game.version == before, (command, options)


async def settled(bot: TableBot, patience: float = PATIENCE_SECONDS) -> None:
    """Wait until everything in the outbox has been sent."""
    query = text("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')")
    async with asyncio.timeout(patience):
        while True:
            async with bot.master.store.read() as read:
                if not (await read.connection.execute(query)).scalar():
                    return
            await asyncio.sleep(0.01)


async def new_thread(table: LocalTable, bot: TableBot) -> str:
    """A thread "campaign" of the usual channel; gives its id."""
    channel = bot.get_channel(int(table.world.channel_named(CHANNEL)["id"]))
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="campaign", type=discord.ChannelType.public_thread)
    return str(thread.id)


def tags(messages: list[Message]) -> list[str]:
    """The tags of the bot's public posts, in order."""
    found = (TAG.search(message.content) for message in messages)
    return [match.group(1) for match in found if match]


async def begin(
    axis: Player,
    allies: Player,
    channel: str = CHANNEL,
    name: str = "First",
    edition: str = "aa1941",
    options: Mapping[str, str] | None = None,
) -> None:
    """A game of two, of 1941 if nothing else is said, created by the Allies; laid out with posts like one before."""
    agreed = {"edition": edition, "name": name, "ask_from": "0", **(options or {})}
    wanted = (axis.name, allies.name, channel, *sorted(agreed.items()))
    await LAYOUTS.begin(allies.base_url, wanted, lambda: begin_by_commands(axis, allies, channel, **agreed), settled)


async def begin_by_commands(axis: Player, allies: Player, channel: str = CHANNEL, **agreed: Any) -> None:
    """The same, always played step by step."""
    options: dict[str, Any] = {"edition": "aa1941", "name": "First", "ask_from": "0", **agreed}
    await allies.command(channel, "game create", **options)
    await allies.command(channel, "game join", powers="allies")
    await axis.command(channel, "game join", powers="axis")
    assert (await allies.command(channel, "game start")).content == "The game begins."


def referee_at(table: LocalTable) -> Player:
    """A server manager who does not play."""
    if not any(user["global_name"] == REFEREE for user in table.world.users.values()):
        table.add_user(REFEREE)
        table.grant(REFEREE, Permission.MANAGE_GUILD)
    return table.user(REFEREE)


async def correct(table: LocalTable, change: str | Mapping[str, Any], channel: str = CHANNEL) -> Reply:
    """Correct the position, by one who does not play, so that nobody need agree."""
    text = change if isinstance(change, str) else json.dumps(change)
    reply = await referee_at(table).command(channel, "game edit", change=text)
    assert reply.content == "Corrected. I've told the table.", reply.content
    return reply


@dataclass
class Campaign:
    """Two sides at the table; `seen` counts the ways in which questions were answered."""

    bot: TableBot
    players: Mapping[str, Player]  # by power
    channel_id: str
    ways: itertools.cycle[str] = field(default_factory=lambda: itertools.cycle(("card", "typed", "panel")))
    seen: dict[str, int] = field(default_factory=dict)

    async def state(self) -> GameState:
        """The present state."""
        return (await game(self.bot, self.channel_id)).running

    async def order(self, command: str, **options: Any) -> Reply:
        """A command of the player on turn."""
        state = await self.state()
        return await self.players[state.power].command(CHANNEL, command, **options)

    async def end_phase(self) -> GameState:
        """End the phase by command, and confirm where the bot asks once more."""
        before = await self.state()
        reply = await self.order("end-phase")
        if "End anyway" in reply.shown.labels:
            reply = await self.players[before.power].press(reply.shown, "End anyway")
        after = await self.state()
        assert phase_key(after) != phase_key(before) or after.winner, reply.content
        return after

    async def play_turn(self) -> None:
        """A whole turn of the power on turn."""
        power = (await self.state()).power
        await self.purchase()
        await self.combat_moves()
        await self.battles()
        await self.noncombat_moves()
        await self.mobilize()
        state = await self.state()
        assert state.power != power or state.winner

    async def purchase(self) -> None:
        """Buy infantry and at most one tank."""
        state = await self.state()
        budget = affordable(state)
        if state.phase != "purchase":
            return
        if budget.get("infantry", 0) > 3:
            bought = await self.order("buy", units=f"{budget['infantry'] - 2} infantry, 1 tank")
            assert "1 tank" in bought.content
        elif budget.get("infantry"):
            await self.order("buy", units="1 infantry")
        await self.end_phase()

    async def combat_moves(self) -> None:
        """Attack what is weaker: by lines in the form, by single commands, and over the sea."""
        state = await self.state()
        if state.phase != "combat_move":
            return
        assault = best_assault(state)
        if assault is not None:
            start, units, end = assault
            reply = await self.order("ship", **{"from": start, "units": units, "to": end})
            assert place(state, end) in reply.content, reply.content
        lines = combat_lines(await self.state())
        if lines[1:]:
            await self._by_form(lines[1:])
        for line in lines[:1]:
            units, _, way = line.partition(":")
            start, end = (space.strip() for space in way.split(">"))
            reply = await self.order("move", **{"from": start, "units": units, "to": end})
            assert place(state, end) in reply.content, reply.content
        await self.end_phase()

    async def _by_form(self, lines: list[str]) -> None:
        player = self.players[(await self.state()).power]
        form = (await player.command(CHANNEL, "orders")).opened
        reply = await player.submit(form, {"text": "\n".join(lines)})
        assert "No line was carried out" not in reply.content, reply.content

    async def battles(self) -> None:
        """Fight every battle, answering as questions come."""
        while (state := await self.state()).phase == "conduct_combat":
            if state.requests:
                await self.answer(state, state.requests[0])
                continue
            battle = battle_options(state)[0]
            await self.order("battle", space=battle.space)

    async def answer(self, state: GameState, request: Request) -> None:
        """Answer a question by its card, by typed words, or from the panel, in turns."""
        power = next(power for power in request.powers if power not in request.answers)
        player = self.players[power]
        way = next(self.ways)
        key = f"{request.kind} by {way}"
        self.seen[key] = self.seen.get(key, 0) + 1
        _, offers = request_card(state, request, power)
        label = _wanted(state, request, [offer.label for offer in offers])
        if way == "typed":
            words = label.removesuffix(" (default)") if len(request.powers) == 1 else "default"
            await player.command(CHANNEL, "decide", choice=words)
            assert (await self.state()).request(request.id) is None, words
            return
        if way == "panel":
            post = await self.post_with(player, f":{request.id}:answer")
            card = await player.press(post, custom_id=button_id(post, f":{request.id}:answer"))
        else:
            card = await player.command(CHANNEL, "decide")
        await answer_on_card(player, card, label)

    async def post_with(self, player: Player, part: str) -> Message:
        """The public post with a button whose custom id has this part, waited for."""
        return await found(player, lambda message: not message.ephemeral and has_button(message, part))

    async def noncombat_moves(self) -> None:
        """Land all aircraft, then move up some infantry."""
        state = await self.state()
        if state.phase != "noncombat_move":
            return
        while landing := _landing(state):
            piece, end = landing
            reply = await self.order("move", **{"from": piece.space, "units": f"1 {piece.unit}", "to": end})
            assert place(state, end) in reply.content, reply.content
            state = await self.state()
        await self.end_phase()

    async def mobilize(self) -> None:
        """Place everything that can be placed."""
        while (state := await self.state()).phase == "mobilize":
            waiting = state.purchased.get(state.power, {})
            unit = next((unit for unit, count in waiting.items() if count and placements(state, unit)), None)
            if unit is None:
                await self.end_phase()
                return
            space, _ = placements(state, unit)[0]
            count = most_to_place(state, unit, space)
            reply = await self.order("place", units=f"{count} {unit}", space=space)
            assert place(state, space) in reply.content, reply.content


def has_button(message: Message, part: str) -> bool:
    """Whether a message has a button whose custom id has this part."""
    return any(part in (button.custom_id or "") for button in message.buttons)


def button_id(message: Message, part: str) -> str:
    """The custom id of the first button that has this part in it."""
    return next(button.custom_id for button in message.buttons if part in (button.custom_id or "") and button.custom_id)


def most_to_place(state: GameState, unit: str, space: str) -> int:
    """How many of the bought units fit into a place."""
    wanted = range(state.purchased[state.power][unit], 0, -1)
    orders = ({"type": "mobilize", "units": {unit: count}, "space": space} for count in wanted)
    return next(count for count, order in zip(wanted, orders, strict=True) if is_legal(state, order))


async def found(player: Player, where: Callable[[Message], bool], channel: str = CHANNEL) -> Message:
    """The first message of the channel that passes, now or after as many posts and edits as that takes."""
    first = (await player.messages(channel))[0]
    return first if where(first) else await player.next_message(channel, where, after=first, patience=PATIENCE_SECONDS)


def _wanted(state: GameState, request: Request, labels: list[str]) -> str:
    """Press on while stronger, else retreat; otherwise the first answer that is offered."""
    if request.kind == "retreat" and state.battle:
        stronger = len(state.battle.attackers) > len(state.battle.defenders)
        word = "Press" if stronger else "Retreat"
        return next((label for label in labels if label.startswith(word)), labels[0])
    return labels[0]


def enemy_at(state: GameState, space: str) -> list[Piece]:
    """Units of the other side in a space."""
    side = state.edition.power[state.power].side
    return [piece for piece in state.at(space) if state.edition.power[piece.power].side != side]


def is_hostile(state: GameState, space: str) -> bool:
    """Whether the other side owns a territory."""
    owner = state.owners.get(space)
    return bool(owner) and state.edition.power[str(owner)].side != state.edition.power[state.power].side


def combat_lines(state: GameState) -> list[str]:
    """Attacks after which the phase can be ended, with transports led away from where they cannot stay."""
    lines = [*lines_to_leave(state), *attack_lines(state)]
    while lines:
        moved = reduce(_moved, lines, state)
        if refusal_of(moved, {"type": "end_phase"}) is None:
            break
        lines.pop()
    return lines


def _moved(state: GameState, line: str) -> GameState:
    return apply(state, read_move(state.edition, line), ScriptedDice(())).state


def attack_lines(state: GameState) -> list[str]:
    """Moves into weaker hostile territories and sea zones, one line each, all legal one after the other."""
    candidates: dict[str, list[tuple[str, str, int]]] = {}
    for entry in movable(state):
        unit = state.unit_of(state.power, entry.unit)
        if unit.carry:
            continue
        domain = unit.domain
        for reach in destinations(state, entry.space, entry.unit):
            hostile = is_hostile(state, reach.space) if domain != "sea" else bool(enemy_at(state, reach.space))
            if hostile and (domain != "air" or enemy_at(state, reach.space)):
                candidates.setdefault(reach.space, []).append((entry.space, entry.unit, entry.count))
    lines: list[str] = []
    for target in sorted(candidates, key=lambda space: (-len(enemy_at(state, space)), space)):
        force = [f"{count} {unit}: {space} > {target}" for space, unit, count in candidates[target]]
        if sum(count for _, _, count in candidates[target]) > len(enemy_at(state, target)) + 1:
            for line in force:
                moved = _after(state, line)
                if moved is not None:
                    state = moved
                    lines.append(line)
    return lines


def lines_to_leave(state: GameState) -> list[str]:
    """Moves of transports that stand alone among hostile warships to the first zone that is free (CMV-63)."""
    lines = []
    for zone in state.edition.board.sea_zone:
        own = [piece for piece in state.at(zone) if piece.power == state.power]
        alone = own and all(state.carries(piece, "land") for piece in own)
        if alone and is_hostile_zone(state, zone, state.power):
            ways = [reach.space for reach in destinations(state, zone, own[0].unit) if not enemy_at(state, reach.space)]
            lines += [f"{len(own)} {own[0].unit}: {zone} > {way}" for way in ways[:1]]
    return lines


def _after(state: GameState, line: str) -> GameState | None:
    """The board after a move, None where it is refused or only a carrier could take the aircraft back."""
    try:
        moved = _moved(state, line)
    except Refusal:
        return None
    return None if landing_plan(moved).zones else moved


def best_assault(state: GameState) -> tuple[str, str, str] | None:
    """(from, units, to) of a landing that a transport can make, best on a defended coast; None if there is none."""
    found: list[tuple[int, str, str, str]] = []
    for start in state.edition.board.territory:
        own = {p.unit: 1 for p in state.at(start) if p.power == state.power and state.type_of(p).domain == "land"}
        if state.owners[start] != state.power or not own:
            continue
        for end in state.edition.board.territory:
            if is_hostile(state, end) and len(enemy_at(state, end)) < 3:
                try:
                    orders = shipping_orders(state, own, start, end)
                    ashore = reduce(lambda board, order: apply(board, order, ScriptedDice(())).state, orders, state)
                    apply(ashore, {"type": "end_phase"}, ScriptedDice(()))
                except Refusal:
                    continue
                found.append((len(enemy_at(state, end)), start, write_units(own), end))
    return max(found)[1:] if found else None


def _landing(state: GameState) -> tuple[Piece, str] | None:
    """An aircraft that is not at home, and a territory where it may land."""
    for piece in airborne(state, state.power):
        for reach in destinations(state, piece.space, piece.unit):
            if is_landing_territory(state, reach.space, state.power):
                return piece, reach.space
    return None

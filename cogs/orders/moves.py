"""Moving: one order at a time, many lines at once, and whole sea transports in one order."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, open_form, say
from cogs.interactions.components import button_row, text_modal
from cogs.interactions.lengths import Name, Names, Number, Units
from cogs.interactions.life import OPENS_FORM
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.orders.lines import acted_lines
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.table import autocomplete
from engine import IllegalAction, StaleDecision
from engine.ask import (
    move_in_numbers,
    raid_target,
    shipped_in_numbers,
    undone_together,
    units_at,
    way_meant,
)
from engine.facts.edition import Edition
from engine.queries.notation import ANY_UNIT, MoveAction, in_one_go, read_move, read_units
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.names import find_facility, find_power, find_space
from engine.state.words import listed
from gamemaster.errors import OtherOffered
from gamemaster.keys import custom_id, phase_key
from gamemaster.narration import landing_hint, order_line
from gamemaster.orders.examples import example_move
from gamemaster.orders.shipping import ship_hint, shipping_orders
from gamemaster.views.view import GameView

_ABOARD = re.compile(r"\b(?:on|aboard)\s+(?:an?\s+|the\s+)?(\S.*?)\s+(?:carrier|transport|ship)s?$", re.IGNORECASE)
_ESCORT = re.compile(r"\(?\bescort\b\)?$", re.IGNORECASE)
_DROP = re.compile(r"\(?\b(?:drop|by parachute)\b\)?$", re.IGNORECASE)
_RAID = re.compile(r"\(?\braid\b(?:\s+(?:on\s+)?(?:the\s+|an?\s+)?(?P<what>[^>()]*?))?\)?$", re.IGNORECASE)


def move_action(state: GameState, line: str) -> dict[str, object]:
    """The move that a line means: "2 bomber germany > united kingdom raid", "1 British tank egypt > libya".

    A carrier or transport of an ally is named at the end: "1 fighter japan > sz 60 on a German carrier"; what is raided
    too, where several facilities stand: "raid air base". "drop" says that an air base drops infantry.
    """
    line, host = _host_named(state.edition, in_one_go(line))
    raid, escort, drop = _RAID.search(line), bool(_ESCORT.search(line)), bool(_DROP.search(line))
    bare = _DROP.sub("", _ESCORT.sub("", _RAID.sub("", line)))
    owner, text = _owner_named(state.edition, bare.rstrip(" ,"))
    order = read_move(state.edition, text, may_be_all=True, way_of=partial(_way_of, state, owner))
    bombed = _bombed(state, order, owner, raid["what"] or "") if raid else None
    how = how_it_goes(state, raid=bombed, escort=escort, drop=drop, owner=owner, host=host)
    return move_in_numbers(state, {**order, **how})


def _way_of(state: GameState, owner: str | None, units: Mapping[str, int], names: Sequence[str]) -> list[str]:
    return way_meant(state, tuple(units), names, owner)


def _bombed(state: GameState, order: MoveAction, owner: str | None, named: str) -> str:
    """The facility that a raid strikes: the one named, or what alone these units may raid there."""
    if named.strip():
        return find_facility(state.edition, named, state.facilities.get(order["path"][-1], ()))
    units = units_at(state, order["path"][0], owner) if ANY_UNIT in order["units"] else order["units"]
    lines = [state.unit_of(owner or state.power, unit) for unit in units]
    return raid_target(state, order["path"][-1], lines)


def how_it_goes(
    state: GameState, *, raid: str | None, escort: bool, drop: bool, owner: str | None, host: str | None
) -> dict[str, object]:
    """The keys of a move: what is raided, whether it escorts or drops, whose units are led, and whose ship is used."""
    keys: dict[str, object] = {"owner": owner} if owner and owner != state.power else {}
    keys |= {"transport_owner": host} if host else {}
    keys |= {"escort": True} if escort else {}
    keys |= {"drop": True} if drop else {}
    return keys | ({"raid": raid} if raid else {})


def _host_named(edition: Edition, line: str) -> tuple[str, str | None]:
    """The line without whose carrier or transport it names, and that power."""
    aboard = _ABOARD.search(line)
    if aboard is None:
        return line, None
    named = aboard[1].casefold()
    power = next((power.id for power in edition.powers if power.adjective.casefold() == named), None)
    return line[: aboard.start()].rstrip(" ,"), power or find_power(edition, aboard[1])


def _owner_named(edition: Edition, line: str) -> tuple[str | None, str]:
    """The power whose adjective stands behind a number, and the line without it."""
    for power in edition.powers:
        text, times = re.subn(rf"\b([0-9]{{1,6}}) {re.escape(power.adjective)}\b", r"\1", line, flags=re.IGNORECASE)
        if times:
            return power.id, text
    return None, line


@reacts_to("move", right="give orders", opens_form=True)
async def orders_pressed(interaction: Interaction, press: Press) -> None:
    """The order form, or the form sent in."""
    loaded = await loaded_for(interaction, press)
    if press.fields is not None:
        await acted_lines(interaction, loaded, press.fields.get("text", ""), move_action, "move", hint=move_hint)
        return
    await open_order_form(interaction, loaded)


async def open_order_form(interaction: Interaction, loaded: GameView) -> None:
    """The form for several moves, with what was typed before and refused."""
    state = loaded.to_order()
    modal_id = custom_id(loaded.game.id, phase_key(state), "move")
    kept = await interaction.client.master.typed_lines.kept(loaded.game.id, interaction.user.id, "move")
    example = await work_out(interaction, loaded, example_move, state)
    await open_form(interaction, text_modal("Orders", modal_id, "One move per line", kept, example))


@reacts_to("undo", right="give orders")
async def undo_pressed(interaction: Interaction, press: Press) -> None:
    """The last order taken back, or one with those that depend on it."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    if not press.argument:
        await carry_out(interaction, loaded, [{"type": "undo"}])
        return
    index, _, given = press.argument.partition(".")
    number, orders = read_number(index), read_number(given)
    if number is None or orders != len(state.undo) or number >= len(state.undo):
        raise StaleDecision("Your orders have changed since. See them with /my-orders.")
    await defer(interaction, is_order=True)
    together = await work_out(interaction, loaded, undone_together, state, number)
    await carry_out(interaction, loaded, undoing(together))


@reacts_to("undoall", right="give orders")
async def undo_all_pressed(interaction: Interaction, press: Press) -> None:
    """All orders of the open phase taken back, if they are still those that were shown."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    if not state.undo or read_number(press.argument) != len(state.undo):
        raise StaleDecision("Your orders have changed since. See them with /my-orders.")
    await carry_out(interaction, loaded, undoing(range(len(state.undo))))


def undoing(orders: Sequence[int]) -> list[dict[str, object]]:
    """Take orders back, the last one first."""
    return [{"type": "undo", "order": order} for order in sorted(orders, reverse=True)]


async def _offer_to_undo(interaction: Interaction, loaded: GameView, orders: Sequence[int]) -> None:
    """What depends on an order, and a button that takes all of it back."""
    state = loaded.to_order()
    first, *others = (f"{number + 1} ({order_line(state, state.undo[number].order)})" for number in orders)
    numbers = listed(str(number + 1) for number in sorted(orders))
    view = discord.ui.View(timeout=None)
    button_row(view, loaded.game.id, phase_key(state), f"undo.{orders[0]}.{len(state.undo)}", f"Undo {numbers}")
    text = f"{'Orders' if len(others) > 1 else 'Order'} {listed(others)} can't stand without order {first}."
    await say(interaction, text, view=view)


def move_hint(state: GameState, no: IllegalAction, order: Mapping[str, object]) -> IllegalAction:
    """The refusal of a move, with what would do instead where that can be told."""
    return ship_hint(state, landing_hint(state, no, order), order)


def _voyages(state: GameState, wanted: Mapping[str, int], start: str, end: str) -> list[Mapping[str, object]]:
    """The moves that take units across the sea, “all” in numbers."""
    return shipping_orders(state, shipped_in_numbers(state, wanted, start), start, end)


class MoveCommands(commands.Cog):
    """Combat moves and noncombat moves."""

    @app_commands.command(description="Move, load or offload units")
    @app_commands.describe(
        from_="Where they are",
        units="Such as 2 infantry, 1 tank; or all infantry; or all",
        to="Where they go",
        via="Spaces on the way, with commas",
        raid="Bomb a facility there, such as an industrial complex, instead of fighting",
        target="What to bomb, if there are several facilities",
        escort="Protect a raid there against fighters instead of fighting",
        drop="Drop infantry there from its air base",
        owner="Whose units, if you lead an ally's",
        ship_of="Whose carrier or transport they board, if several have room",
    )
    @app_commands.rename(from_="from")
    @app_commands.autocomplete(
        from_=order_suggestions.from_spaces,
        units=order_suggestions.units_to_move,
        to=order_suggestions.to_spaces,
        via=autocomplete.spaces,
        target=order_suggestions.targets,
        owner=autocomplete.powers,
        ship_of=autocomplete.powers,
    )
    async def move(
        self,
        interaction: Interaction,
        from_: Name,
        units: Units,
        to: Name,
        via: Names = "",
        raid: bool = False,
        escort: bool = False,
        owner: Name = "",
        ship_of: Name = "",
        target: Name = "",
        drop: bool = False,
    ) -> None:
        """One move; from land to a sea zone loads, from a sea zone to land offloads or declares an assault."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        edition = state.edition
        names = [from_, *filter(str.strip, via.split(",")), *to.split(">")]
        ally, host = (find_power(edition, name) if name else None for name in (owner, ship_of))
        wanted = read_units(edition, units, may_be_all=True)

        def meant() -> dict[str, object]:
            move: MoveAction = {"type": "move", "units": wanted, "path": way_meant(state, tuple(wanted), names, ally)}
            bombed = _bombed(state, move, ally, target) if raid or target else None
            how = how_it_goes(state, raid=bombed, escort=escort, drop=drop, owner=ally, host=host)
            return move_in_numbers(state, {**move, **how})

        order = await work_out(interaction, loaded, meant)
        try:
            await carry_out(interaction, loaded, [order])
        except IllegalAction as no:
            hinted = await work_out(interaction, loaded, move_hint, state, no, order)
            raise no.in_words_of(hinted) if isinstance(no, OtherOffered) else hinted from no

    @app_commands.command(description="Type several moves at once, one per line", extras={OPENS_FORM: True})
    async def orders(self, interaction: Interaction) -> None:
        """Open the order form."""
        await open_order_form(interaction, await game_of(interaction))

    @app_commands.command(description="Load, ship and land units in one order")
    @app_commands.describe(from_="Where they are", units="Such as 1 infantry, 1 tank; or all", to="Where they land")
    @app_commands.rename(from_="from")
    @app_commands.autocomplete(
        from_=order_suggestions.harbours_to_ship_from,
        units=order_suggestions.units_to_ship,
        to=order_suggestions.coasts,
    )
    async def ship(self, interaction: Interaction, from_: Name, units: Units, to: Name) -> None:
        """Find transports and a way, then load, move and land; in the combat move the landing is an assault."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        start, end = find_space(state.edition, from_), find_space(state.edition, to)
        wanted = read_units(state.edition, units, may_be_all=True)
        await defer(interaction, is_order=True)
        orders = await work_out(interaction, loaded, _voyages, state, wanted, start, end)
        await carry_out(interaction, loaded, orders)

    @app_commands.command(description="Attack or ignore submarines and transports in a sea zone")
    @app_commands.describe(zone="Sea zone", what="Attack or ignore", units="Only these units of yours there")
    @app_commands.choices(
        what=[app_commands.Choice(name="attack", value="attack"), app_commands.Choice(name="ignore", value="ignore")]
    )
    @app_commands.autocomplete(zone=order_suggestions.zones)
    async def engage(
        self, interaction: Interaction, zone: Name, what: app_commands.Choice[str], units: Units = ""
    ) -> None:
        """Say whether what may be ignored is attacked."""
        loaded = await game_of(interaction, to_order=True)
        edition = loaded.to_order().edition
        action: dict[str, object] = {
            "type": "engage",
            "space": find_space(edition, zone),
            "attack": what.value == "attack",
        }
        if units:
            action["units"] = read_units(edition, units)
        await carry_out(interaction, loaded, [action])

    @app_commands.command(description="Promise a carrier to a sea zone for aircraft to land on")
    @app_commands.describe(
        carrier="Where the carrier is now, or “new” for one bought this turn", zone="Where it will be"
    )
    @app_commands.autocomplete(carrier=autocomplete.spaces, zone=autocomplete.spaces)
    async def promise(self, interaction: Interaction, carrier: Name, zone: Name) -> None:
        """Narrow the landing proof to one place."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        piece = "new" if carrier.strip().lower() == "new" else _carrier_at(state, find_space(state.edition, carrier))
        action = {"type": "promise", "carrier": piece, "space": find_space(state.edition, zone)}
        await carry_out(interaction, loaded, [action])

    @app_commands.command(description="Undo an order of this phase")
    @app_commands.describe(order="Which one; the last if left empty")
    @app_commands.autocomplete(order=order_suggestions.undoable)
    async def undo(self, interaction: Interaction, order: Number = "") -> None:
        """Undo the last order, or one that nothing depends on."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        action: dict[str, object] = {"type": "undo"}
        if order:
            number = read_number(order)
            if not number:
                raise IllegalAction("form", "Give the number of the order in your list, counted from 1.")
            action["order"] = number - 1
            is_there = number <= len(state.undo)
            together = await work_out(interaction, loaded, undone_together, state, number - 1) if is_there else ()
            if len(together) > 1:
                await _offer_to_undo(interaction, loaded, together)
                return
        await carry_out(interaction, loaded, [action])


def _carrier_at(state: GameState, space: str) -> str:
    own = (p for p in state.at(space) if p.power == state.power and state.carries(p, "air"))
    carrier = next(own, None)
    if carrier is None:
        raise IllegalAction("units", f"You have no carrier in {state.edition.board.name(space)}.")
    return carrier.id


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(MoveCommands())

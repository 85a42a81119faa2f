"""Buying and placing units."""

from __future__ import annotations

import re
from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import open_form
from cogs.interactions.components import text_modal
from cogs.interactions.lengths import Name, Names, Units
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for
from cogs.orders.lines import acted_lines
from cogs.service.client import Interaction, TableBot, game_of, work_out
from engine import IllegalAction
from engine.ask import (
    affordable,
    all_repairable,
    complex_in,
    funds,
    open_accounts,
    placed_in_numbers,
    placements,
    price_list,
    repairable,
    waiting_units,
)
from engine.facts.openings import Account
from engine.queries.notation import in_one_go, read_placed, read_units, write_units
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import account_named, find_facility, find_space
from engine.state.words import ipcs, listed, place
from gamemaster.keys import custom_id, phase_key
from gamemaster.orders.examples import usual_places

NOTHING = "nothing"
EXAMPLE = "2 infantry, 1 tank"
CLEARED = ("", "0", NOTHING, "none")
_REPAIRS = re.compile(r"[;,]? ?\brepairs?\b:?", re.IGNORECASE)
_NEXT_PAYER = re.compile(r"\n|[;,](?!\s*repairs?\s*:)(?=[^;,:\n]+:)", re.IGNORECASE)
_PAYER = re.compile(r"\s*(?P<name>[^;,:]+):(?P<order>.*)")
_REPAIR = re.compile(
    r"(?:(?P<points>[0-9]{1,6}) )?(?:damage )?(?:(?:(?P<what>.+?) )?(?:in|at) )?(?P<place>.+?)"
    r"(?:[: ]+(?P<behind>[0-9]{1,6}))?",
    re.IGNORECASE,
)


def orders_by_payer(state: GameState, text: str) -> list[str]:
    """A line for each treasury that is named in a text, such as "UK Europe: 1 tank, 2 infantry; repair 1 Egypt".

    What follows a name is paid by it until the next one. Raises IllegalAction (`form`) for one that is not there.
    """
    if len(state.edition.accounts_of(state.power)) == 1:
        return [" ".join(text.split()) or NOTHING]
    if text.strip().lower() in CLEARED:
        return [f"{account.name}: {NOTHING}" for account in open_accounts(state, state.power)]
    orders: dict[str, list[str]] = {}
    payer = ""
    for part in _NEXT_PAYER.split(text):
        if (found := _PAYER.fullmatch(part)) and not _REPAIRS.search(found["name"]):
            payer = _payer_called(state, found["name"])
        orders.setdefault(payer, []).append(found["order"] if found else part)
    return [f"{payer}{': ' if payer else ''}{_joined(parts)}" for payer, parts in orders.items()]


def _payer_called(state: GameState, name: str) -> str:
    """The full name of a treasury of the power on turn."""
    if account := account_named(state.edition, state.power, name):
        return state.edition.account[account].name
    names = listed((each.name for each in state.edition.accounts_of(state.power)), "or")
    raise IllegalAction("form", f"You have no treasury {quoted(name.strip())}: write {names} before the colon.")


def _joined(orders: list[str]) -> str:
    """Several orders to one treasury as one, with all repairs behind all units."""
    parts = [_REPAIRS.split(" ".join(order.split()), maxsplit=1) for order in orders]
    units = ", ".join(part[0].strip(" ,;") for part in parts if part[0].strip(" ,;"))
    repairs = ", ".join(part[1].strip(" ,;") for part in parts if len(part) > 1)
    return "; ".join(filter(None, (units, f"repair {repairs}" if repairs else "")))


def purchase_actions(state: GameState, text: str, repairs: str = "") -> list[dict[str, object]]:
    """The purchase of each treasury that a text names; raises IllegalAction (`form`) where repairs go with several."""
    orders = orders_by_payer(state, text)
    if repairs and len(orders) > 1:
        example = f"“{orders[0].partition(':')[0]}: 1 infantry; repair 2 …”"
        raise IllegalAction("form", f"Write repairs after the units of the treasury that pays for them: {example}.")
    return [purchase_action(state, order, repairs) for order in orders]


def purchase_action(state: GameState, text: str, repairs: str = "") -> dict[str, object]:
    """The purchase that a text means, such as "3 infantry; repair 2 Germany"; "nothing" clears the order.

    Where a power has several treasuries the one that pays stands before it, such as "UK Pacific: 3 infantry".
    """
    account, order = _payer_named(state, in_one_go(text))
    wanted = _REPAIRS.split(order, maxsplit=1)
    units = {} if wanted[0].strip().lower() in CLEARED else read_units(state.edition, wanted[0])
    action: dict[str, object] = {"type": "purchase", "units": {unit: count for unit, count in units.items() if count}}
    if account:
        action["from"] = account
    if more := (*wanted[1:], *filter(None, [repairs])):
        action["repairs"] = {space: row for text in more for space, row in read_repairs(state, text, account).items()}
    return action


def _payer_named(state: GameState, text: str) -> tuple[str, str]:
    """The account named before a colon, if its power has several, and the rest of the text."""
    named, colon, order = text.partition(":")
    several = len(state.edition.accounts_of(state.power)) > 1
    account = account_named(state.edition, state.power, named) if colon and several else None
    return (account, order) if account else ("", text)


def read_repairs(state: GameState, text: str, account: str = "") -> dict[str, dict[str, int]]:
    """Points of damage to repair: "2 Germany, 1 Italy", "Germany" for all of it there, or "all" (of the account).

    Where several facilities are damaged the one that is meant stands before the place: "2 air base in Germany".
    """
    damaged = repairable(state, state.edition.account[account]) if account else all_repairable(state)
    text = in_one_go(text)
    if text.lower() in ("all", "everything"):
        return damaged
    found: dict[str, dict[str, int]] = {}
    for part in filter(str.strip, re.split(r"[,;]|\band\b", text)):
        named = _REPAIR.fullmatch(part.strip())
        if named is None:
            raise IllegalAction("form", f"{quoted(part)}: write the damage and the place, such as “2 Germany”.")
        space = find_space(state.edition, named["place"])
        there, said = damaged.get(space, {}), named["points"] or named["behind"]
        here, what = state.facilities.get(space, ()), named["what"]
        meant = [find_facility(state.edition, what, here)] if what else list(there) or _standing(state, space)
        if said and len(meant) > 1:
            raise IllegalAction("PUR-15", _which_one(state, space, there))
        row = found.setdefault(space, {})
        row |= {facility: int(said) if said else there.get(facility, 0) for facility in meant}
    return found


def _standing(state: GameState, space: str) -> list[str]:
    """A facility of a territory where nothing is damaged, which is therefore not repaired."""
    here = [facility for facility in (complex_in(state, space), *state.facilities.get(space, ())) if facility]
    if not here:
        kinds = dict.fromkeys(unit.facility.kind for unit in state.edition.units if unit.facility)
        raise IllegalAction("PUR-15", f"There is no {listed(kinds, 'or')} in {place(state, space)}.")
    return here[:1]


def _which_one(state: GameState, space: str, damaged: Mapping[str, int]) -> str:
    names = {state.edition.unit[facility].name: points for facility, points in damaged.items()}
    there = listed(f"the {name} ({points})" for name, points in names.items())
    where = state.edition.board.name(space)
    return f"{where} has damage to {there}. Say which to repair, such as “1 {next(iter(names))} in {where}”."


def write_order(state: GameState) -> str:
    """The purchase order so far, as it is typed: a line for each treasury."""
    able = open_accounts(state, state.power)
    return "\n".join(f"{a.name}: {_order_of(state, a)}" if a.mark else _order_of(state, a) for a in able)


def _order_of(state: GameState, account: Account) -> str:
    units = write_units(state.purchased.get(account.id, {}))
    own = repairable(state, account)
    repaired = [(space, row) for space, row in state.turn.repaired.items() if space in own]
    repairs = ", ".join(
        typed for space, row in repaired for typed in order_suggestions.repairs_typed(state, space, row)
    )
    return "; ".join(filter(None, (units, f"repair {repairs}" if repairs else "")))


def placement_action(state: GameState, text: str) -> dict[str, object]:
    """The placement that a line such as "2 tanks: germany" means."""
    units, where = read_placed(state.edition, text, may_be_all=True)
    if not where:
        raise IllegalAction("form", f"{quoted(text)}: write units and place, such as “2 tanks: germany”.")
    return {"type": "mobilize", "units": placed_in_numbers(state, units), "space": _place_meant(state, where)}


def _place_meant(state: GameState, where: str) -> str:
    """The place that is named: of several that a name fits, the one that takes units."""

    def takes_some(space: str) -> bool:
        waiting = waiting_units(state, state.power)
        return any(space == able for unit in waiting for able, _ in placements(state, unit))

    return find_space(state.edition, where, takes_some)


def usual_places_typed(state: GameState) -> str:
    """A line for each place."""
    return "\n".join(f"{write_units(units)}: {space}" for space, units in usual_places(state))


@reacts_to("buytext", right="give orders", opens_form=True)
async def typed_pressed(interaction: Interaction, press: Press) -> None:
    """The form for the whole order as text, or the form sent in."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    if press.fields is not None:
        await acted_lines(
            interaction, loaded, press.fields.get("text", ""), purchase_action, "buytext", orders_by_payer
        )
        return
    kept = await interaction.client.master.typed_lines.kept(loaded.game.id, interaction.user.id, "buytext")
    ordered = write_order(state)
    modal_id = custom_id(loaded.game.id, phase_key(state), "buytext")
    able = open_accounts(state, state.power)
    title = f"Buy for {' and '.join(_budget(state, account) for account in able)}"
    text = kept or ordered or _nothing_yet(state)
    await open_form(interaction, text_modal(title, modal_id, "How many of each", text, EXAMPLE, _prices(state)))


def _budget(state: GameState, account: Account) -> str:
    """ "12 IPCs", or "12 (UK Pacific)" where several must fit in a title."""
    there = funds(state, account)
    return f"{there} ({account.name})" if account.mark else ipcs(there)


def _prices(state: GameState) -> str:
    """What everything costs, and what damage there is: "Prices: infantry 3, tank 6. Damage: Germany 2."."""
    costs = ", ".join(f"{state.edition.unit[unit].name} {cost}" for unit, cost in price_list(state).items())
    damaged = all_repairable(state)
    names = ", ".join(f"{state.edition.board.name(space)} {sum(row.values())}" for space, row in damaged.items())
    return f"Prices: {costs}.{f' Damage to repair: {names}.' if names else ''}"


def _nothing_yet(state: GameState) -> str:
    """A line for each unit that can be bought, with the number to be changed; nothing where several treasuries pay."""
    if len(open_accounts(state, state.power)) != 1:
        return ""
    most = affordable(state, open_accounts(state, state.power)[0])
    return "".join(f"0 {state.edition.unit[unit].name}\n" for unit in price_list(state) if most.get(unit))


@reacts_to("place", right="give orders", opens_form=True)
async def place_pressed(interaction: Interaction, press: Press) -> None:
    """The placement form, or the form sent in: one line per place."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    if press.fields is not None:
        await acted_lines(interaction, loaded, press.fields.get("text", ""), placement_action, "place")
        return
    kept = await interaction.client.master.typed_lines.kept(loaded.game.id, interaction.user.id, "place")
    modal_id = custom_id(loaded.game.id, phase_key(state), "place")
    usual = await work_out(interaction, loaded, usual_places_typed, state)
    await open_form(interaction, text_modal("Place units", modal_id, "One line per place", kept or usual, usual))


class ProductionCommands(commands.Cog):
    """What is bought at the start of a turn and placed at its end."""

    @app_commands.command(description="Order units; this replaces your order so far")
    @app_commands.describe(
        units="Such as 3 infantry, 1 tank; or nothing; with several treasuries, write one and a colon first",
        repairs="Damage to repair, such as 2 Germany; or all",
    )
    @app_commands.autocomplete(units=order_suggestions.purchases, repairs=order_suggestions.repairs)
    async def buy(self, interaction: Interaction, units: Units, repairs: Names = "") -> None:
        """Order units and repairs in the purchase phase."""
        loaded = await game_of(interaction, to_order=True)
        await carry_out(interaction, loaded, purchase_actions(loaded.to_order(), units, repairs))

    @app_commands.command(description="Place bought units")
    @app_commands.describe(units="Such as 2 tanks; or all", space="Where", complex="Which complex, if several could")
    @app_commands.autocomplete(
        units=order_suggestions.units_to_place, space=order_suggestions.places, complex=order_suggestions.places
    )
    async def place(self, interaction: Interaction, units: Units, space: Name, complex: Name = "") -> None:  # noqa: A002
        """Place units in the mobilize phase."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        action: dict[str, object] = {
            "type": "mobilize",
            "units": placed_in_numbers(state, read_units(state.edition, units, may_be_all=True)),
            "space": _place_meant(state, space),
        }
        if complex:
            action["complex"] = find_space(state.edition, complex)
        await carry_out(interaction, loaded, [action])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ProductionCommands())

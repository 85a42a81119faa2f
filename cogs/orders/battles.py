"""Fighting battles: combat, bombing raids, rocket strikes, and landings called off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import answer_here, defer, is_on_sheet
from cogs.interactions.components import button_row, select_row
from cogs.interactions.lengths import Name, Names
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for, tell, with_way_back
from cogs.service.client import Interaction, TableBot, actor_of, cause_of, game_of
from cogs.sheets.showing import show_refused
from cogs.table import autocomplete
from engine import IllegalAction, Refusal
from engine.ask import bombardments, landings, rocket_facilities
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.names import find_facility, find_space
from engine.state.pieces import Piece
from engine.state.words import pieces_in_words, place
from gamemaster.errors import NotAllowed
from gamemaster.keys import phase_key
from gamemaster.narration import rocket_launchers
from gamemaster.orders.fights import FightAll
from gamemaster.sheets.page import MOST_ENTRIES, Entry
from gamemaster.views.view import GameView

Ships = Sequence[str]
"""Their ids, or NOBODY."""
KINDS = [app_commands.Choice(name=kind, value=kind) for kind in ("combat", "raid", "rocket")]
NOBODY, ALL = "none", "all"
PLAN = "fight all"
"""The kind of draft that the order of all battles is kept as until it is given."""


@reacts_to("fight", right="give orders")
async def fight_pressed(interaction: Interaction, press: Press) -> None:
    """A battle or raid begun; the attacker's own questions follow as a card."""
    loaded = await loaded_for(interaction, press)
    loaded.to_order()
    space, _, kind = press.argument.partition(".")
    try:
        await carry_out(interaction, loaded, [battle_action(space, kind)])
    except Refusal as no:
        if not is_on_sheet(interaction):
            raise
        await show_refused(interaction, loaded, no)


@reacts_to("fightend", right="give orders")
async def fight_to_the_end_pressed(interaction: Interaction, press: Press) -> None:
    """Round after round until the battle ends or somebody else must choose."""
    loaded = await loaded_for(interaction, press)
    await defer(interaction, is_order=True)
    actor, cause = actor_of(interaction), cause_of(interaction)
    acting = interaction.client.master.acting
    await tell(interaction, loaded, await acting.fight_to_the_end(loaded.game.id, actor, (), cause, press.made_for))


async def planned(interaction: Interaction, loaded: GameView) -> FightAll:
    """In which order and how the player has chosen, in this phase, to have all battles fought."""
    kept = await interaction.client.master.plans.kept(loaded.game.id, interaction.user.id, PLAN)
    plan, phase = FightAll.of(kept), phase_key(loaded.to_order())
    return plan if plan and plan.phase == phase else FightAll(phase)


async def fight_all(interaction: Interaction, loaded: GameView, plan: FightAll) -> None:
    """Fight all battles as planned, and tell what came of it."""
    await defer(interaction, is_order=True)
    acting = interaction.client.master.acting
    await tell(
        interaction, loaded, await acting.fight_all(loaded.game.id, actor_of(interaction), cause_of(interaction), plan)
    )


@reacts_to("rocket", "launch", right="give orders")
async def rocket_pressed(interaction: Interaction, press: Press) -> None:
    """A rocket strike; which guns or bases launch and at what, where there is a choice."""
    loaded = await loaded_for(interaction, press)
    target, origin, named = (*press.argument.split("."), "", "")[:3]
    state = loaded.to_order()
    facility = _facility_of(state, named)
    guns, struck = rocket_launchers(state, target), rocket_facilities(state, target)
    origin = origin or (ALL if press.word == "launch" or len(guns) < 2 else "")
    if origin and (facility or len(struck) < 2):
        origins = () if origin == ALL else (origin,)
        await carry_out(interaction, loaded, [rocket_action(state, target, origins, facility)])
        return
    view, where = discord.ui.View(timeout=None), place(state, target)
    kind, kinds = _launchers_in_words(state)
    if not origin:
        question = f"Which {kinds} launch rockets at {where}?"
        labels = {ALL: f"All {len(guns)} {kinds}"}
        labels |= {gun.space: f"One {kind} in {place(state, gun.space)}" for gun in guns}
    else:
        question = f"What do the rockets strike in {where}?"
        # By its number in the table: with its name the id of a button could be too long for Discord.
        units = list(state.edition.unit)
        labels = {f"{origin}.{units.index(unit)}": state.edition.unit[unit].name.capitalize() for unit in struck}
    for number, (chosen, label) in enumerate(labels.items()):
        style = discord.ButtonStyle.secondary if number else discord.ButtonStyle.primary
        button_row(view, loaded.game.id, phase_key(state), f"rocket.{target}.{chosen}", label, style=style)
    await answer_here(interaction, question, with_way_back(interaction, loaded, view))


def _facility_of(state: GameState, named: str) -> str:
    """The facility that a button means by its number in the table of units, or, on older ones, by its name."""
    units, number = list(state.edition.unit), read_number(named)
    return units[number] if number is not None and number < len(units) else named


@reacts_to("calloff", right="give orders")
async def call_off_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet on which a landing is called off, for all ships or for some, or what was chosen on it."""
    loaded = await loaded_for(interaction, press)
    state, territory = loaded.to_order(), press.argument
    if press.values:
        land = NOBODY if NOBODY in press.values else list(press.values)
        await carry_out(interaction, loaded, [battle_action(territory, "", land)])
        return
    ships = state.select(landings(state).get(territory, ()))[: MOST_ENTRIES - 1]
    where = place(state, territory)
    entries = [Entry("Nobody lands", NOBODY, "Only the units that came by land fight")]
    labels = _told_apart([_laden(state, ship) for ship in ships])
    entries += [Entry(label, ship.id, f"Lands in {where}") for ship, label in zip(ships, labels, strict=True)]
    await _ask_for_ships(interaction, press, loaded, "Who lands", f"Who still lands in {where}?", entries)


@reacts_to("guns", right="give orders")
async def guns_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet on which ships are chosen that support a landing, or what was chosen on it (SPC-22)."""
    loaded = await loaded_for(interaction, press)
    state, territory = loaded.to_order(), press.argument
    if press.values:
        guns = NOBODY if NOBODY in press.values else list(press.values)
        await carry_out(interaction, loaded, [battle_action(territory, bombard=guns)])
        return
    ships = state.select(bombardments(state).get(territory, ()))[: MOST_ENTRIES - 1]
    where = place(state, territory)
    entries = [Entry("All hold their fire", NOBODY, "The battle begins without a bombardment")]
    labels = _told_apart([_afloat(state, ship) for ship in ships])
    entries += [Entry(label, ship.id, f"Fires at {where}") for ship, label in zip(ships, labels, strict=True)]
    question = f"Which ships support the landing in {where}?"
    await _ask_for_ships(interaction, press, loaded, "Who fires", question, entries)


async def _ask_for_ships(
    interaction: Interaction, press: Press, loaded: GameView, placeholder: str, question: str, entries: list[Entry]
) -> None:
    """A menu of ships, any of which may be chosen, before a battle begins."""
    view = discord.ui.View(timeout=None)
    key = phase_key(loaded.board)
    select_row(view, press.game_id, key, press.deed, placeholder, entries, max_values=len(entries))
    text = f"{question} The battle begins when you answer."
    await answer_here(interaction, text, with_way_back(interaction, loaded, view))


def _told_apart(labels: Sequence[str]) -> list[str]:
    """The labels; those of ships that are alike are counted: "1. Battleship in sea zone 6", "2. Battleship …"."""
    alike, seen, found = Counter(labels), Counter[str](), list[str]()
    for label in labels:
        seen[label] += 1
        found.append(f"{seen[label]}. {label}" if alike[label] > 1 else label)
    return found


def _afloat(state: GameState, ship: Piece) -> str:
    return f"{state.type_of(ship).name.capitalize()} in {place(state, ship.space)}"


def _laden(state: GameState, ship: Piece) -> str:
    cargo = [piece for piece in state.cargo(ship.id) if piece.assault]
    return f"{_afloat(state, ship)}: {pieces_in_words(state, cargo)}"


def battle_action(
    space: str, kind: str = "", land: Ships | None = None, bombard: Ships | None = None
) -> dict[str, object]:
    """The action that begins a battle; `land` and `bombard` name ships or "none", without them all do it."""
    named = {"kind": kind or None, "land": land, "bombard": bombard}
    return {"type": "battle", "space": space, **{key: value for key, value in named.items() if value is not None}}


def rocket_action(state: GameState, target: str, origins: tuple[str, ...], facility: str = "") -> dict[str, object]:
    """The action that launches rockets: one gun or base for each space named, or all that reach the target.

    facility: what they strike there, where several stand.
    """
    action = {**battle_action(target, "rocket"), **({"facility": facility} if facility else {})}
    if not origins:
        return action
    picked: list[str] = []
    for space, count in Counter(origins).items():
        guns = [gun.id for gun in rocket_launchers(state, target) if gun.space == space]
        if len(guns) < count:
            where = place(state, space)
            raise IllegalAction(
                "SPC-51",
                f"You have no {_launchers_in_words(state)[0]} in {where} that can launch a rocket at "
                f"{place(state, target)} now.",
            )
        picked += guns[:count]
    return {**action, "pick": picked}


def _launchers_in_words(state: GameState) -> tuple[str, str]:
    """What launches rockets in this edition, one of it and several."""
    lines = (state.unit_of(state.power, unit.id) for unit in state.edition.units)
    bases = (line for line in lines if line.domain == "facility" and line.can("launches_rockets"))
    base = next(bases, None)
    return (base.name, base.plural) if base else ("gun", "guns")


def _ships_named(state: GameState, territory: str, text: str) -> Ships:
    """The ships that still land: "none", or all of the sea zones named."""
    if text.strip().lower() == NOBODY:
        return NOBODY
    zones = [find_space(state.edition, part) for part in text.split(",") if part.strip()]
    return [ship.id for ship in state.select(landings(state).get(territory, ())) if ship.space in zones]


class BattleCommands(commands.Cog):
    """Conduct combat."""

    @app_commands.command(description="Fight a battle, bomb a facility, or launch rockets at one")
    @app_commands.describe(
        space="Where, or all: one battle after the other, each to the end",
        to_the_end="Press on until it ends or somebody else has to choose",
        kind="Combat, raid or rocket, if more than one is possible",
        land="Who still lands: none, or the sea zones whose transports land",
        bombard="False if the ships at the landing hold their fire",
        guns="For rockets: where the guns or bases are; all in range if left empty",
        target="For rockets: what they strike, if there are several facilities",
    )
    @app_commands.choices(kind=KINDS)
    @app_commands.autocomplete(
        space=order_suggestions.battles,
        land=order_suggestions.landing_zones,
        guns=autocomplete.spaces,
        target=order_suggestions.rocketed,
    )
    async def battle(
        self,
        interaction: Interaction,
        space: Name,
        to_the_end: bool = False,
        kind: app_commands.Choice[str] | None = None,
        land: Names = "",
        guns: Names = "",
        bombard: bool = True,
        target: Name = "",
    ) -> None:
        """Begin a battle."""
        loaded = await game_of(interaction, to_order=True)
        state = loaded.to_order()
        if space.strip().lower() == ALL:
            await fight_all(interaction, loaded, await planned(interaction, loaded))
            return
        where = find_space(state.edition, space)
        if kind and kind.value == "rocket":
            origins = tuple(find_space(state.edition, part) for part in guns.split(",") if part.strip())
            there = state.facilities.get(where, ())
            struck = find_facility(state.edition, target, there) if target else ""
            action = rocket_action(state, where, origins, struck)
        else:
            landing = _ships_named(state, where, land) if land else None
            firing = None if bombard else NOBODY
            action = battle_action(where, kind.value if kind else "", landing, firing)
        await carry_out(interaction, loaded, [action], to_the_end=to_the_end)

    @app_commands.command(description="Say you're ready to concede; your side concedes when all its players do")
    @app_commands.describe(confirm="True to concede for all your powers")
    async def concede(self, interaction: Interaction, confirm: bool) -> None:
        """Concede for all one's powers (GEN-34)."""
        if not confirm:
            raise NotAllowed("Nothing changed. To concede, set confirm to True.")
        loaded = await game_of(interaction, to_order=True)
        actions = [{"type": "concede", "power": power} for power in loaded.powers]
        if not actions:
            raise NotAllowed("You have no seat in this game.")
        await carry_out(interaction, loaded, actions)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(BattleCommands())

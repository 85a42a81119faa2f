"""/rules: the rule book by id or words, and the editions compared."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table.autocomplete import offered
from engine import load_setup, setup_names
from engine.facts.edition import Edition
from engine.facts.rulebook import Rule, UnknownRule, load_rulebook
from engine.state.names import find_power
from gamemaster.errors import TableRefusal
from gamemaster.lobby.advantages import advantages_of


def rule_named(rule_id: str) -> Rule:
    """The rule with this id; raises TableRefusal with the nearest ids."""
    try:
        return load_rulebook().rule(rule_id)
    except UnknownRule as unknown:
        near = ", ".join(unknown.nearest)
        raise TableRefusal(f"There is no rule with that id{f'; did you mean {near}' if near else ''}.") from unknown


def rule_text(rule: Rule, setup: str | None) -> str:
    """A rule with its value in the edition being played."""
    value = rule.values.get(setup) if setup else None
    here = f"\nHere: {value}" if value and value not in ("yes", "True") else ""
    return f"**{rule.id} · {rule.title}**\n{rule.sentence}{here}{_not_yet(rule)}"


def _not_yet(rule: Rule) -> str:
    """What of a rule the bot does not do yet."""
    return f"\n**Not yet:** {rule.postponed}" if rule.postponed else ""


def advantage_names(edition: Edition) -> str:
    """A line for each power, with the numbers that are rolled."""
    lines = [f"**National advantages in {edition.title}**"]
    for power in edition.turn_order:
        names = ", ".join(f"{each.number} {each.name}" for each in advantages_of(edition, power))
        lines.append(f"{edition.power[power].name}: {names}")
    return "\n".join(lines)


def advantage_table(edition: Edition, power: str) -> str:
    """A power's advantages, each with its number, its rule and what it does."""
    book = load_rulebook()
    lines = [f"**National advantages of {edition.power[power].called}**"]
    for each in advantages_of(edition, power):
        rule = book.rule(each.rule)
        value = rule.values.get(edition.setup, "yes")
        lines.append(f"{each.number}. **{each.name}** ({rule.id}): {rule.sentence}{_here(value)}")
    return "\n".join(lines)


def _here(value: str | None) -> str:
    return "" if value in (None, "yes", "True") else f" Here: {value}."


async def _edition_with_advantages(interaction: Interaction) -> Edition:
    """The edition of the game here if it has national advantages, else the first that has; raises TableRefusal."""
    setup = await _setup_here(interaction)
    editions = [load_setup(name) for name in ((setup,) if setup else ()) + setup_names()]
    found = next((edition for edition in editions if edition.advantages), None)
    if found is None:
        raise TableRefusal("No edition here has national advantages.")
    return found


async def _setup_here(interaction: Interaction) -> str | None:
    try:
        return (await game_of(interaction)).game.setup
    except TableRefusal:
        return None


@reacts_to("rule", right="export")
async def why_pressed(interaction: Interaction, press: Press) -> None:
    """The rule behind a refusal."""
    rule = await asyncio.to_thread(rule_named, press.made_for)
    await say(interaction, rule_text(rule, await _setup_here(interaction)))


@app_commands.allowed_contexts(guilds=True, dms=True)
class RuleCommands(commands.GroupCog, group_name="rules", group_description="The rule book"):
    """Every rule has an id, which refusals name."""

    @app_commands.command(description="Find rules by id or words")
    @app_commands.describe(text="Such as CMV-23, or: tank blitz")
    async def search(self, interaction: Interaction, text: Name) -> None:
        """The best five rules."""
        setup = await _setup_here(interaction)
        found = await _search(text, setup, 5)
        await say(
            interaction, "\n\n".join(rule_text(rule, setup) for rule in found) or "No rule has those words. Try fewer."
        )

    @app_commands.command(description="How a rule differs between the editions")
    @app_commands.describe(rule="The id, such as SPC-67, or words")
    async def compare(self, interaction: Interaction, rule: Name) -> None:
        """One rule in all editions."""
        found = await asyncio.to_thread(rule_named, rule)
        rows = "\n".join(f"{name}: {value}" for name, value in load_rulebook().compare(found.id).items())
        await say(interaction, f"{rule_text(found, None)}\n{rows}")

    @app_commands.command(description="The national advantages that powers can have")
    @app_commands.describe(power="One power in full; the names of all if left empty")
    async def advantages(self, interaction: Interaction, power: Name = "") -> None:
        """The tables of national advantages, in an edition that has them."""
        edition = await _edition_with_advantages(interaction)
        chosen = find_power(edition, power) if power else None
        await say(interaction, advantage_table(edition, chosen) if chosen else advantage_names(edition))

    @advantages.autocomplete("power")
    async def _powers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        edition = await _edition_with_advantages(interaction)
        return offered([(power.name, power.id) for power in edition.powers], typed)

    @search.autocomplete("text")
    async def _rules_here(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await _rules_like(typed, await _setup_here(interaction))

    @compare.autocomplete("rule")
    async def _rules(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await _rules_like(typed, None)


async def _search(text: str, setup: str | None, limit: int) -> tuple[Rule, ...]:
    """The rules that fit best, searched for beside the event loop; of all editions in a setup that the book lacks."""
    book = load_rulebook()
    known = setup if setup in book.setups else None
    return await asyncio.to_thread(book.search, text, known, limit=limit)


async def _rules_like(typed: str, setup: str | None) -> list[app_commands.Choice[str]]:
    """Rules of an edition, or of all."""
    found = await _search(typed, setup, 25) if typed.strip() else ()
    return offered([(_in_list(rule), rule.id) for rule in found], "")


def _in_list(rule: Rule) -> str:
    return f"{rule.id} {rule.title}{' (not yet)' if rule.postponed else ''}"


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(RuleCommands())

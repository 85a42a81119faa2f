"""Suggestions while typing, by name, 25 at most: what belongs to the table rather than to one's orders."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from discord import app_commands

from cogs.service.client import Interaction, game_of
from engine import Refusal, load_setup, setup_names
from engine.ask import (
    requests_of,
)
from engine.facts.edition import Edition
from engine.facts.openings import Power
from engine.state.names import find_setup, resembling
from gamemaster.chosen_settings import IN_A_THREAD
from gamemaster.errors import TableRefusal
from gamemaster.lobby.advantages import plans_to_offer
from gamemaster.lobby.contracts import offers_of
from gamemaster.table_settings import POSTS
from gamemaster.views.board_choices import words_for_shows
from gamemaster.views.view import GameView
from maps import region_names

MOST = 25
Choices = list[app_commands.Choice[str]]


def offered(pairs: Iterable[tuple[str, str]], typed: str) -> Choices:
    """Choices (name, value) that fit what is typed, in full or in short; names that begin with it first."""
    given = list(pairs)
    rank = {name: number for number, name in enumerate(resembling(typed, (name for name, _ in given)))}
    fitting = sorted((pair for pair in given if pair[0] in rank), key=lambda pair: rank[pair[0]])
    return [app_commands.Choice(name=name[:100], value=value[:100]) for name, value in fitting[:MOST]]


async def editions(_: Interaction, typed: str) -> Choices:
    """Editions that can be played."""
    return offered([(load_setup(name).title, name) for name in setup_names()], typed)


def option(name: str) -> Callable[[Interaction, str], Coroutine[Any, Any, Choices]]:
    """Make an autocomplete callback for an option of the edition that is named already."""

    async def complete(interaction: Interaction, typed: str) -> Choices:
        edition = _edition_named(interaction)
        if edition is None or name not in edition.options:
            return []
        if edition.options[name].takes == "advantages":
            return offered([(plan.in_words, plan.typed) for plan in plans_to_offer(edition)], typed)
        offer = next(each for each in offers_of(edition) if each.option == name)
        return offered([(f"{key}: {text}", key) for key, text in offer.values.items()], typed)

    return complete


async def posts(_: Interaction, typed: str) -> Choices:
    """How much can be posted, in the channel or in a thread of its own."""
    here = [(f"{name}: {form.words}", str(name)) for name, form in POSTS.items()]
    in_threads = [
        (f"{name}, {IN_A_THREAD[0]}: {form.words}", f"{name}, {IN_A_THREAD[0]}") for name, form in POSTS.items()
    ]
    return offered([*here, *in_threads], typed)


def _edition_named(interaction: Interaction) -> Edition | None:
    try:
        return load_setup(find_setup(interaction.namespace.edition or ""))
    except Refusal:
        return None


async def spaces(interaction: Interaction, typed: str) -> Choices:
    """All spaces of the board."""
    try:
        board = (await game_of(interaction)).board.edition.board
    except TableRefusal:
        return []
    return offered([(board.name(space), space) for space in (*board.territory, *board.sea_zone)], typed)


async def overlays(interaction: Interaction, typed: str) -> Choices:
    """What can be laid over a map: the names already typed, and one more."""
    try:
        words = words_for_shows((await game_of(interaction)).board)
    except TableRefusal:
        return []
    said = [part.strip() for part in typed.split(",")[:-1] if part.strip()]
    lists = [", ".join([*said, name]) for name in words if name not in said]
    wanted = ", ".join([*said, typed.rpartition(",")[2].strip()])
    return offered([(text, text) for text in lists], wanted)


async def regions(interaction: Interaction, typed: str) -> Choices:
    """Named parts of the board."""
    try:
        board = (await game_of(interaction)).board.edition.board.board
    except TableRefusal:
        return []
    return offered([(name, region) for region, name in region_names(board).items()], typed)


async def free_powers(interaction: Interaction, typed: str) -> Choices:
    """Powers without a player."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    edition = load_setup(loaded.game.setup)
    return offered([(p.name, p.id) for p in edition.powers_with_turns if p.id not in loaded.seats], typed)


async def own_powers(interaction: Interaction, typed: str) -> Choices:
    """The powers that one plays oneself."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    return offered([(power.name, power.id) for power in _powers_of(loaded) if power.id in loaded.powers], typed)


async def own_side(interaction: Interaction, typed: str) -> Choices:
    """The powers of one's side, one's own first."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    mine = {power.side for power in _powers_of(loaded) if power.id in loaded.powers}
    named = [power for power in _powers_of(loaded) if power.side in mine]
    return offered([(p.name, p.id) for p in sorted(named, key=lambda p: p.id not in loaded.powers)], typed)


async def enemies(interaction: Interaction, typed: str) -> Choices:
    """The powers that are on another side than one of one's own."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    mine = {power.side for power in _powers_of(loaded) if power.id in loaded.powers}
    return offered([(power.name, power.id) for power in _powers_of(loaded) if mine - {power.side}], typed)


async def answered_powers(interaction: Interaction, typed: str) -> Choices:
    """The powers whose questions one may answer."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    return offered([(power.name, power.id) for power in _powers_of(loaded) if power.id in loaded.answering], typed)


async def permitted(interaction: Interaction, typed: str) -> Choices:
    """The powers on one's own side, and the others where they too may be permitted something."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    mine = {power.side for power in _powers_of(loaded) if power.id in loaded.powers}
    all_may = bool(load_setup(loaded.game.setup).parameters.politics.others_may_have)
    named = [power for power in _powers_of(loaded) if power.side in mine or all_may]
    return offered([(power.name, power.id) for power in named], typed)


async def asked_spaces(interaction: Interaction, typed: str) -> Choices:
    """Where questions are open that one owes an answer."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    state = loaded.shown
    if state is None:
        return []
    open_here = [request.space for power in loaded.answering for request in requests_of(state, power) if request.space]
    return offered([(state.edition.board.name(space), space) for space in dict.fromkeys(open_here)], typed)


def _powers_of(loaded: GameView) -> Sequence[Power]:
    return load_setup(loaded.game.setup).powers


async def powers(interaction: Interaction, typed: str) -> Choices:
    """All powers of the game."""
    try:
        loaded = await game_of(interaction)
    except TableRefusal:
        return []
    return offered([(power.name, power.id) for power in load_setup(loaded.game.setup).powers], typed)

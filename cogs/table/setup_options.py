"""The options of the setups as options of a command: what a setup's data offers can be chosen, and nothing else."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Collection
from keyword import iskeyword
from typing import Any

from discord import app_commands

from cogs.interactions.lengths import Name
from cogs.table import autocomplete
from engine import load_setup, setup_names
from engine.facts.rulebook import load_rulebook

BEFORE_OPTIONS = len(("self", "interaction", "edition"))
NOT_TYPED = len(("self", "interaction"))
"""Of what the function of a command takes."""
MOST_OPTIONS = 25

log = logging.getLogger(__name__)


def options_of_setups() -> dict[str, str]:
    """Every option that some setup offers, by name, with what it asks; those of the rule book's setups come first.

    Where several setups have one of the same name, the first says what it asks.
    """
    published = load_rulebook().setups
    found: dict[str, str] = {}
    for setup in sorted(setup_names(), key=lambda name: name not in published):
        for name, option in load_setup(setup).options.items():
            found.setdefault(name, option.asks)
    return found


def with_options_of_setups(callback: Callable[..., Any]) -> Any:
    """Let a command take the options of the setups beside its own, as keywords, `""` where one is left empty.

    They stand behind its first option, which is the setup's. What the command can't take is in the log, and chosen on
    the sheet of a set-up.
    """
    signature = inspect.signature(callback)
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    options = _that_fit(options_of_setups(), {each.name for each in own}, MOST_OPTIONS - len(own) + NOT_TYPED)
    offered = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default="", annotation=Name)
        for name in options
    ]
    parameters = [*own[:BEFORE_OPTIONS], *offered, *own[BEFORE_OPTIONS:]]
    callback.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    app_commands.describe(**options)(callback)
    app_commands.autocomplete(**{name: autocomplete.option(name) for name in options})(callback)
    return callback


def _that_fit(options: dict[str, str], taken: Collection[str], room: int) -> dict[str, str]:
    """Those for which a command has a name and room; the log says which it leaves out."""
    named = [name for name in options if name not in taken and not iskeyword(name)]
    fitting = named[:room]
    for name in options:
        if name not in fitting:
            log.warning(
                "/game create doesn't take the option %s (of: %s), because %s. Players choose it on the sheet that "
                "/game create opens when nothing is filled in.",
                name,
                ", ".join(setup for setup in setup_names() if name in load_setup(setup).options),
                f"it has {MOST_OPTIONS} options without it" if name in named else "it can't have one of this name",
            )
    return {name: options[name] for name in fitting}

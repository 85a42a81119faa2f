"""The options of the setups as options of a command: what a setup's data offers can be chosen, and nothing else."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from discord import app_commands

from cogs.interactions.lengths import Name
from cogs.table import autocomplete
from engine import load_setup, setup_names
from engine.facts.options import GameOption

BEFORE_OPTIONS = len(("self", "interaction", "edition"))


def options_of_setups() -> dict[str, GameOption]:
    """Every option that some setup offers, by name."""
    found: dict[str, GameOption] = {}
    for setup in setup_names():
        for name, option in load_setup(setup).options.items():
            found.setdefault(name, option)
    return found


def with_options_of_setups(callback: Callable[..., Any]) -> Any:
    """Let a command take every option of every setup beside its own, as keywords, `""` where it is left empty.

    They stand behind its first option, which is the setup's.
    """
    options = options_of_setups()
    signature = inspect.signature(callback)
    own = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    offered = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default="", annotation=Name)
        for name in options
    ]
    parameters = [*own[:BEFORE_OPTIONS], *offered, *own[BEFORE_OPTIONS:]]
    callback.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    app_commands.describe(**{name: option.asks for name, option in options.items()})(callback)
    app_commands.autocomplete(**{name: _suggestions(name, option) for name, option in options.items()})(callback)
    return callback


def _suggestions(name: str, option: GameOption) -> Any:
    return autocomplete.advantage_plans if option.takes == "advantages" else autocomplete.option(name)

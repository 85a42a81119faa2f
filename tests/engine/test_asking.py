"""`engine.ask`: what those outside can ask of the rules is said by the modules themselves."""

from __future__ import annotations

import ast
import importlib
from collections import Counter
from itertools import chain

from tests.engine.test_layers import OPEN, ROOT, module_name, modules_of, nodes_of, part_of


def test_what_those_outside_can_ask_stands_in_one_module_each() -> None:
    """`ask` gathers the modules that say so themselves; a name of two of them would hide one."""
    named = {
        module: importlib.import_module(module).__all__
        for node in nodes_of(ROOT / "engine" / "ask.py")
        if isinstance(node, ast.ImportFrom) and (module := f"{node.module}")
    }
    assert [name for name, count in Counter(chain.from_iterable(named.values())).items() if count > 1] == []
    saying = {
        module_name(path)
        for path in modules_of("engine")
        if part_of(module_name(path)) not in OPEN - {"queries"} and "\n__all__ = " in path.read_text()
    }
    assert saying - {"engine"} <= set(named)
    strangers = [
        f"{module}.{name} is of {home}"
        for module, names in named.items()
        for name in names
        if (home := getattr(getattr(importlib.import_module(module), name), "__module__", "")) != module
        and f"{home}".startswith("engine.")
    ]
    assert strangers == []

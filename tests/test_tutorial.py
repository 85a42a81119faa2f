"""The walks of `docs/tutorial.md` work: its code is put into a copy of the repository, and its tests are run there."""

from __future__ import annotations

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"^(?:New file `(?P<new>[\w/.]+)`|In `(?P<old>[\w/.]+)`, (?P<how>below|instead of) `(?P<line>[^`]+)`):\n\n"
    r"```\w+\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
COPIED = ("cogs", "computer", "data", "engine", "gamemaster", "local", "maps", "store", "tests")
LEFT_OUT = {"maps": ("assets",), "tests": ("records",)}
FILES = ("bot.py", "settings.py", "pyproject.toml")


def copy_repository(folder: Path) -> None:
    """What is needed to play, with what Python compiled of it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT.get(name, ())))
    (folder / "maps" / "assets").symlink_to(ROOT / "maps" / "assets")
    for name in FILES:
        shutil.copy2(ROOT / name, folder)


def follow(folder: Path) -> list[str]:
    """Do what the page says; gives the new tests."""
    tests = []
    for step in STEP.finditer(PAGE):
        path, code = folder / (step["new"] or step["old"]), step["code"]
        if step["new"]:
            assert not path.exists(), path
        else:
            text, line = path.read_text(encoding="utf-8"), f"{step['line']}\n"
            assert text.count(f"\n{line}") == 1, (path, line)
            code = text.replace(line, line + code if step["how"] == "below" else code)
        path.write_text(code, encoding="utf-8")
        if path.name.startswith("test_"):
            tests.append(str(path))
    return tests


@pytest.mark.long
def test_every_walk_of_the_tutorial_works(tmp_path: Path) -> None:
    copy_repository(tmp_path)
    tests = follow(tmp_path)
    assert len(tests) == 3
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout[-4000:]
    assert done.stdout.startswith(".... "), done.stdout


def test_what_the_worker_needs_is_where_the_page_imports_it_from() -> None:
    imports = re.findall(r"^    from ([\w.]+) import ([\w, ]+)$", PAGE, re.MULTILINE)
    imported = {name for _, names in imports for name in names.split(", ")}
    assert imported == {"Asker", "defer", "place_teller", "strikers"}
    for module, names in imports:
        assert all(hasattr(importlib.import_module(module), name) for name in names.split(", ")), module


def test_every_block_of_the_page_is_played() -> None:
    assert len(STEP.findall(PAGE)) == PAGE.count("```") // 2 == 11

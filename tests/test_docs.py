"""What the README and the docs name is there: commands, make targets, modules, settings, files, licences, versions."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from discord import app_commands
from PIL import Image

from cogs.service.client import TableBot
from gamemaster.version import ENGINE_VERSION
from settings import Settings
from tests import rooms

ROOT = Path(__file__).parents[1]
TEXTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PATHS_LIKE_COMMANDS = {"api", "healthz", "metrics", "cdn", "path", "gateway", "channels"}


def name_of(text: Path) -> str:
    return str(text.relative_to(ROOT))


def in_code(text: Path) -> Iterator[str]:
    """What stands in backticks, or in blocks of code."""
    content = text.read_text(encoding="utf-8")
    yield from re.findall(r"```\w*\n(.*?)```", content, re.DOTALL)
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", content, flags=re.DOTALL))


def test_every_place_that_keeps_a_secret_is_there() -> None:
    page = (ROOT / "docs" / "secrets.md").read_text(encoding="utf-8")
    places = re.findall(r"`(\w+)` (?:over `\w+` )?in `([\w/]+\.py)`", page)
    assert len(places) > 14
    lost = [(name, file) for name, file in places if not re.search(rf"\b{name}\b", (ROOT / file).read_text())]
    assert lost == []
    named = re.findall(r"`((?:\w+/)+\w+\.py)`", page)
    assert [file for file in named if not (ROOT / file).exists()] == []


def test_every_module_of_the_architecture_is_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", page))
    assert len(named) > 40
    places = (ROOT, ROOT / "engine")
    assert [file for file in sorted(named) if not any((place / file).exists() for place in places)] == []


async def command_names() -> set[str]:
    """All slash commands and their groups."""
    bot = TableBot(also=["cogs.table.demo"])
    await bot.load_cogs()
    walked = bot.tree.walk_commands()
    return {each.qualified_name for each in walked if isinstance(each, app_commands.Command | app_commands.Group)}


async def test_every_command_that_is_named_exists() -> None:
    known = await command_names()
    groups = {name.split()[0] for name in known if " " in name}
    strangers = []
    for text in TEXTS:
        for code in in_code(text):
            for first, second in re.findall(r"^/([a-z][a-z-]+)(?: ([a-z-]+))?", code):
                named = f"{first} {second}" if first in groups and second else first
                if first not in PATHS_LIKE_COMMANDS and named not in known:
                    strangers.append(f"{name_of(text)}: /{named}")
    assert not strangers


async def test_every_command_stands_in_the_readme() -> None:
    """A group of commands once; `/demo` is there at the local table alone."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_words = {name.split()[0] for name in await command_names()} - {"demo"}
    assert [word for word in sorted(first_words) if not re.search(rf"/{word}\b(?!-)", readme)] == []


@pytest.mark.parametrize("text", TEXTS, ids=name_of)
def test_every_target_module_file_and_setting_that_is_named_exists(text: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    settings = {name.upper() for name in Settings.model_fields}
    for code in in_code(text):
        assert set(re.findall(r"^make ([a-z][a-z-]*)$", code, re.MULTILINE)) <= targets
        for module in re.findall(r"python -m ([a-z_0-9.]+)", code):
            assert importlib.util.find_spec(module.rstrip(".")), module
        for setting in re.findall(r"^([A-Z]+_[A-Z_]+)=", code, re.MULTILINE):
            assert setting in settings, setting
    for link in re.findall(r"\]\(([^)#:\s]+)\)", text.read_text(encoding="utf-8")):
        assert (text.parent / link).exists(), link


def test_the_readme_shows_small_pictures_with_words_for_each() -> None:
    shown = re.findall(
        r'<img src="docs/pictures/(\w+\.webp)"[^>]* alt="([^"]{20,})">', (ROOT / "README.md").read_text()
    )
    files = {path.name: path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()}
    del files["rooms.svg"]
    assert {name for name, _ in shown} == set(files) == {"map.webp", "battle.webp", "phone.webp", "replay.webp"}
    assert all(size < 150_000 for size in files.values())
    with Image.open(ROOT / "docs" / "pictures" / "replay.webp") as replay:
        assert getattr(replay, "n_frames", 1) > 3


def test_the_picture_of_the_rooms_is_that_of_the_present_folders_and_imports() -> None:
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture(), "make rooms draws it anew"
    shown = rooms.PICTURE.read_text(encoding="utf-8")
    assert "imports engine, gamemaster, maps, store" in shown
    assert rooms.imports_of("engine") == rooms.imports_of("local") == []


def test_every_licence_in_the_repository_is_named() -> None:
    named = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    folders = ("local", "maps", "data", "docs", "requirements", "cogs", "computer", "engine", "gamemaster", "store")
    found = [path for folder in folders for path in (ROOT / folder).rglob("LICENSE*")]
    assert {path.parent.relative_to(ROOT).as_posix() for path in found} == {"local/spec", "maps/assets/fonts"}
    for path in found:
        assert f"`{path.parent.relative_to(ROOT).as_posix()}`" in named


def test_every_work_that_is_installed_is_named_with_its_licence() -> None:
    notices = (ROOT / "THIRD-PARTY-NOTICES.md").read_text(encoding="utf-8").casefold()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for work in (*project["dependencies"], *project["optional-dependencies"]["postgres"]):
        assert re.split(r"[\[=]", work)[0].casefold() in notices, work


def test_every_lock_holds_what_the_bot_needs() -> None:
    """As one that was not made anew with the others would give a bot that cannot start."""

    def locked(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
        return set(re.findall(r"^([A-Za-z0-9_.-]+==[^ ;]+)", text, re.MULTILINE))

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def needed(works: Iterable[str]) -> set[str]:
        parts = [re.sub(r"\[.*\]|;.*", "", work).strip().partition("==") for work in works]
        return {f"{name.casefold().replace('.', '-')}=={version}" for name, _, version in parts}

    assert needed(project["dependencies"]) <= locked("run") <= locked("postgres") <= locked("dev")
    oldest = [work for work in project["dependencies"] if ">=" not in work]  # boards are compiled with one Python
    assert needed(oldest) <= locked("boards")


def test_one_version_stands_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert project["version"] == newest.group(1) == ENGINE_VERSION
    assert ENGINE_VERSION > "0.1.0"


def test_every_version_has_its_day() -> None:
    heads = re.findall(r"^## .*", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [head for head in heads if not re.fullmatch(r"## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", head)] == []

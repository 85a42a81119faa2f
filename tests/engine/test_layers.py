"""The code is built in layers: who may import whom, and how long a module may grow."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Container, Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import load_setup, setup_names
from engine.advantages.catalogue import RULES

ROOT = Path(__file__).resolve().parents[2]
OWN = {"engine", "computer", "maps", "store", "gamemaster", "cogs", "local", "tests", "bot", "settings"}

# Modules of the standard library that would let a clock, chance or the outside world into the rules.
IMPURE = {
    "asyncio",
    "calendar",
    "datetime",
    "http",
    "multiprocessing",
    "os",
    "random",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}

# What each layer may import of the project, and what it must not import from elsewhere.
MAY_IMPORT = {
    "engine": {"engine"},
    "computer": {"computer", "engine"},
    "maps": {"maps", "engine"},
    "store": {"store", "engine"},
    "gamemaster": {"gamemaster", "maps", "store", "computer", "engine"},
    "cogs": {"cogs", "gamemaster", "maps", "store", "engine", "settings"},
    "local": {"local"},
}
MUST_NOT_IMPORT = {
    "computer": {"asyncio", "secrets", "discord", "sqlalchemy", "aiohttp", "pydantic", "PIL"},
    "maps": {"discord", "sqlalchemy", "aiohttp"},
    "store": {"discord", "PIL", "aiohttp"},
    "gamemaster": {"discord"},
    "cogs": {"sqlalchemy", "aiosqlite", "alembic", "PIL"},
    "local": {"discord", "sqlalchemy"},
}
LAYERS = [layer for layer in MAY_IMPORT if (ROOT / layer).is_dir()]

EDITION_NAMES = re.compile(r"aa1941|\b19[34]\d\b|revised|anniversary|pacific|global_1940", re.IGNORECASE)


def modules_of(package: str) -> list[Path]:
    """All modules of a package, or the module of that name."""
    single = ROOT / f"{package}.py"
    return [single] if single.exists() else sorted((ROOT / package).rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    """What stands in a module."""
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a module."""
    return tuple(ast.walk(ast.parse(text_of(path))))


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """The line and the top-level package of each import, wherever it stands; relative ones are the own package."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            own = path.relative_to(ROOT).parts[0]
            yield node.lineno, own if node.level else (node.module or "").partition(".")[0]


def broken(package: str, is_wrong: Callable[[Path, str], bool]) -> list[str]:
    """The imports of a package for which the test says that they are wrong."""
    return [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules_of(package)
        for line, name in imports_of(path)
        if is_wrong(path, name)
    ]


def all_modules() -> list[Path]:
    """Every module of the product."""
    return [path for package in (*LAYERS, "bot", "settings") for path in modules_of(package)]


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_the_layers_below_it(layer: str) -> None:
    assert broken(layer, lambda _, name: name in OWN - MAY_IMPORT[layer]) == []


@pytest.mark.parametrize("layer", [layer for layer in LAYERS if layer in MUST_NOT_IMPORT])
def test_a_layer_leaves_the_tools_of_others_alone(layer: str) -> None:
    assert broken(layer, lambda _, name: name in MUST_NOT_IMPORT[layer]) == []


# What cogs get of a running game is a view of it: what its user may see. The live state stays with the game master.
LIVE_MODULES = {"gamemaster.orders.loading", "gamemaster.views.visible"}
LIVE_PARTS = {"loader", "_loader", "store", "_store", "announcer", "_announcer"}


def test_cogs_know_no_state_but_what_their_user_may_see() -> None:
    nodes = [(path.name, node) for path in modules_of("cogs") for node in nodes_of(path)]
    imports = [f"{name}: {module}" for name, node in nodes for module in _imported(node) & LIVE_MODULES]
    reached = [f"{n}:{node.lineno}" for n, node in nodes if isinstance(node, ast.Attribute) and node.attr in LIVE_PARTS]
    assert imports + reached == []


def _imported(node: ast.AST) -> set[str]:
    """The modules that a statement imports, also as names of their package."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return set()


def test_views_are_made_in_one_place_which_filters_them() -> None:
    made = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in all_modules()
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "GameView"
    ]
    assert [place.partition(":")[0] for place in made] == ["gamemaster/views/view.py"]


def test_the_engine_needs_only_the_standard_library_and_pydantic_and_numpy_for_odds() -> None:
    def is_wrong(path: Path, name: str) -> bool:
        if name == "numpy":
            return "odds" not in path.parts
        return name not in {"engine", "pydantic", "pydantic_core", *sys.stdlib_module_names} or name in IMPURE

    assert broken("engine", is_wrong) == []


# The floors of the engine: what stands on one imports only what stands below, or beside it in the same folder.
FLOORS = (
    ("quoting",),
    ("errors",),
    ("reading", "dice"),
    ("facts",),
    ("state",),
    ("events",),
    ("politics", "play"),
    ("position", "facilities"),
    ("kinds",),
    ("landing",),
    ("economy",),
    ("combat",),
    ("movement",),
    ("advantages",),
    ("questions",),
    ("turn", "correction"),
    ("game",),
    ("battle_report", "odds"),
    ("conditions",),
    ("queries",),
    ("ask", "replay"),
)
# These only read, so that the door and the turn may ask them.
READING = {"engine.queries.describe"}


def part_of(module: str) -> str:
    """The folder or the lone module of the engine that a module's name leads to; the door itself is part of game."""
    _, _, rest = module.partition(".")
    return rest.partition(".")[0] or "game"


def module_name(path: Path) -> str:
    """The name by which a module is imported."""
    return ".".join(path.with_suffix("").relative_to(ROOT).parts).removesuffix(".__init__")


def test_every_part_of_the_engine_has_its_floor() -> None:
    parts = {path.stem if path.suffix else path.name for path in (ROOT / "engine").iterdir()} - {
        "__init__",
        "__pycache__",
    }
    assert sorted(parts) == sorted(part for floor in FLOORS for part in floor)


def test_folders_of_the_engine_import_only_what_stands_below_them() -> None:
    floor = {part: height for height, parts in enumerate(FLOORS) for part in parts}
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} imports {node.module}"
        for path in modules_of("engine")
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("engine") and node.module not in READING
        if part_of(f"{node.module}") != (own := part_of(module_name(path)))
        and floor[part_of(f"{node.module}")] >= floor[own]
    ]
    assert wrong == []


# What the other layers may import of the engine: the door, the one face for questions, values and words, and what
# stands beside the rules. How a rule is carried out is nobody else's business.
BESIDE = {"battle_report", "conditions", "odds", "queries"}
OPEN = {"game", "ask", "replay", "errors", "quoting", "reading", "dice", "facts", "state", "events", *BESIDE}
INNER = {"engine.game", "engine.queries.menus", "engine.queries.reach", "engine.queries.legality"}


@pytest.mark.parametrize("layer", ["computer", "maps", "store", "gamemaster", "cogs", "bot"])
def test_other_layers_ask_the_engine_through_its_one_face(layer: str) -> None:
    reached = {
        f"{path.relative_to(ROOT)}: {node.module}"
        for path in modules_of(layer)
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and f"{node.module}".partition(".")[0] == "engine"
        if part_of(f"{node.module}") not in OPEN or node.module in INNER
    }
    assert reached == set()


# What happens in battles, raids and strikes. Rules make these events, and each is read in one place.
FOUGHT = {
    "BattleBegan", "RoundBegan", "Fired", "Shots", "CasualtiesChosen", "UnitsLost", "Submerged", "Retreated",
    "BattleEnded", "AimedShot", "AntiAircraftFired", "Strike", "ProductionStruck", "StrikesOnShip", "KamikazesStruck",
    "KaitenDesignated", "GunsChangedHands",
}  # fmt: skip
MAKING = {"combat", "advantages", "landing", "movement", "economy", "turn", "correction", "events"}
# A retreat is also a way across the map, as a move is, and drawn as an arrow.
ALSO_A_WAY = {"gamemaster/narration/journeys.py: Retreated"}


def test_what_is_fought_is_read_by_the_battle_report_alone() -> None:
    by_layers = [
        path for layer in ("computer", "maps", "store", "gamemaster", "cogs", "bot") for path in modules_of(layer)
    ]
    beside = [path for path in modules_of("engine") if part_of(module_name(path)) not in {*MAKING, "battle_report"}]
    read = {
        f"{path.relative_to(ROOT)}: {alias.name}"
        for path in (*by_layers, *beside)
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and f"{node.module}".startswith("engine.events")
        for alias in node.names
        if alias.name in FOUGHT
    }
    assert read == ALSO_A_WAY


def test_each_event_of_a_fight_is_read_in_one_module_of_the_battle_report() -> None:
    readers = {
        name: [
            path.name
            for path in modules_of("engine")
            if part_of(module_name(path)) == "battle_report"
            for node in nodes_of(path)
            if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names}
        ]
        for name in FOUGHT
    }
    assert {name: paths for name, paths in readers.items() if len(paths) > 1} == {}


def test_only_the_entry_point_and_tests_use_the_local_table() -> None:
    users = {
        path.relative_to(ROOT).parts[0] for path in all_modules() for _, name in imports_of(path) if name == "local"
    }
    assert users <= {"local", "bot.py"}


def test_the_engine_calls_no_clock_no_chance_and_opens_no_file_but_data() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in modules_of("engine")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "input", "print", "eval"}
    ]
    assert found == []


def test_no_module_of_the_engine_names_an_edition() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in modules_of("engine")
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if EDITION_NAMES.search(line)
    ]
    assert named == []


# Where advantages are named: their rules, their events, and the word by which leave is given to one of them.
NAMING_ADVANTAGES = {"engine/advantages", "engine/events/advantages.py", "engine/facts/parameters/politics.py"}


def words_in(path: Path) -> Iterator[tuple[int, str]]:
    """The line of each text and each identifier that stands alone in a module."""
    for node in nodes_of(path):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.ImportFrom):
            yield from ((line, part) for part in f"{node.module}".split("."))
        for field in ("value", "id", "attr", "name", "arg"):
            if isinstance(word := getattr(node, field, None), str):
                yield line, word


def test_no_rule_of_the_engine_knows_an_advantage_by_name() -> None:
    named = {advantage.id for setup in setup_names() for advantage in load_setup(setup).advantages}
    assert named
    elsewhere = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in modules_of("engine")
        if not NAMING_ADVANTAGES & {str(part) for part in (path.relative_to(ROOT), *path.relative_to(ROOT).parents)}
        for line, word in words_in(path)
        if word.lower() in named
    ]
    assert elsewhere == []


def test_every_advantage_changes_units_or_has_its_rule() -> None:
    found = {a.id: a for setup in setup_names() for a in load_setup(setup).advantages}
    assert {name for name, advantage in found.items() if not advantage.changes} == set(RULES)


MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 60


def test_modules_and_functions_stay_short() -> None:
    modules = [*all_modules(), *sorted((ROOT / "tests").rglob("*.py"))]
    lengths = {str(path.relative_to(ROOT)): len(text_of(path).splitlines()) for path in modules}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}
    long = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in all_modules()
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]
    assert long == []


MOST_MODULES = 15


def folders() -> list[Path]:
    """Every folder of the product that holds modules."""
    return sorted({path.parent for path in all_modules() if path.parent != ROOT and "migrations" not in path.parts})


def test_no_folder_holds_more_modules_than_one_can_take_in() -> None:
    held = {str(folder.relative_to(ROOT)): len([*folder.glob("[!_]*.py")]) for folder in folders()}
    assert {folder: count for folder, count in held.items() if count > MOST_MODULES} == {}


def test_the_first_line_of_each_folder_says_who_lives_there() -> None:
    docs = {
        folder.relative_to(ROOT): ast.get_docstring(ast.parse(text_of(folder / "__init__.py"))) for folder in folders()
    }
    assert [str(folder) for folder, doc in docs.items() if not doc] == []


def _needed(node: ast.AST, known: Container[str]) -> set[str]:
    """The modules that a statement imports; a package only where what is imported of it is no module."""
    if not isinstance(node, ast.ImportFrom):
        return _imported(node)
    parts = {f"{node.module}.{alias.name}" for alias in node.names}
    return {part if part in known else f"{node.module}" for part in parts}


def test_no_two_modules_need_each_other() -> None:
    known = {module_name(path) for path in all_modules()}
    needs = {module_name(p): set().union(*(_needed(node, known) for node in nodes_of(p))) for p in all_modules()}
    circles = {tuple(sorted((a, b))) for a, those in needs.items() for b in those & needs.keys() - {a} if a in needs[b]}
    assert circles == set()

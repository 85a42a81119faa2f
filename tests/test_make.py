"""`make` sets up what it needs, and mends what was left half made; with a Python that only plays its part."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SYSTEM_PYTHON = """#!/bin/sh
case "$*" in
  *ensurepip*) test ! -e no-ensurepip ;;
  *version_info*) test ! -e too-old || { echo "Communiqué needs Python 3.11 or newer." >&2; exit 1; } ;;
  "-m venv .venv") echo made >> made; mkdir -p .venv/bin; cp own-python .venv/bin/python ;;
esac
"""
OWN_PYTHON = """#!/bin/sh
case "$*" in
  *"import pip"*) echo True ;;
  *"pip install"*) echo installed >> made ;;
esac
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A clone with nothing but what `make` reads."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.lock").touch()
    for name, program in (("system-python", SYSTEM_PYTHON), ("own-python", OWN_PYTHON)):
        write_program(tmp_path / name, program)
    return tmp_path


def write_program(path: Path, program: str) -> None:
    path.unlink(missing_ok=True)
    path.write_text(program, encoding="utf-8")
    path.chmod(0o755)


def make(folder: Path, python: str = "./system-python") -> tuple[int, str]:
    """Exit code, and what was said about errors."""
    command = ["make", "--no-print-directory", f"PYTHON={python}", ".venv/run"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, done.stderr


def made(folder: Path) -> list[str]:
    """What has been done so far, and is forgotten."""
    log = folder / "made"
    done = log.read_text().split() if log.exists() else []
    log.unlink(missing_ok=True)
    return done


def test_the_environment_is_made_once(folder: Path) -> None:
    assert make(folder) == (0, "")
    assert made(folder) == ["made", "installed"]
    assert make(folder) == (0, "")
    assert made(folder) == []


@pytest.mark.parametrize("stamped", [False, True])
@pytest.mark.parametrize("damage", ["no pip", "another version", "gone", "empty"])
def test_an_environment_that_is_not_whole_is_made_anew(folder: Path, damage: str, stamped: bool) -> None:
    make(folder)
    made(folder)
    (folder / ".venv" / "left over").touch()
    python = folder / ".venv" / "bin" / "python"
    if damage == "no pip":
        write_program(python, "#!/bin/sh\necho 'No module named pip' >&2\nexit 1\n")
    elif damage == "another version":
        write_program(python, "#!/bin/sh\necho False\n")
    else:
        python.unlink()
    if damage == "gone":
        python.symlink_to("/usr/bin/python3.0")
    if not stamped:
        (folder / ".venv" / "run").unlink()
    assert make(folder) == (0, "")
    assert made(folder) == ["made", "installed"]
    assert not (folder / ".venv" / "left over").exists()


@pytest.mark.parametrize(
    ("mark", "words"), [("no-ensurepip", "install python3-venv"), ("too-old", "needs Python 3.11")]
)
def test_what_is_missing_is_a_sentence_and_leaves_nothing_half_made(folder: Path, mark: str, words: str) -> None:
    (folder / mark).touch()
    code, said = make(folder)
    assert code == 2
    assert words in said.splitlines()[0]
    assert not (folder / ".venv").exists()
    (folder / mark).unlink()
    assert make(folder) == (0, "")


def test_a_machine_without_python_is_told_so(folder: Path) -> None:
    code, said = make(folder, "python3.0")
    assert code == 2
    assert said.startswith("There is no python3.0 here: install Python 3.11 or newer.")

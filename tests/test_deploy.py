"""What hosts install: the container, the service and what is beside them fit the bot, and come from where they say."""

from __future__ import annotations

import configparser
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_container_is_made_of_what_the_machine_is_made_of() -> None:
    """There is no builder where tests run, so its recipe is read: what it copies is there, and it has no rights."""
    recipe = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text(encoding="utf-8"))
    lines = re.findall(r"^([A-Z]+) (.*)$", recipe, re.MULTILINE)
    steps = [name for name, _ in lines]
    told = dict(lines)
    assert told["FROM"].startswith("docker.io/library/python:3.11-")
    assert told["ARG"] == "LOCK=run"
    assert "pip install --require-hashes -r requirements/$LOCK.lock" in recipe
    for copied in re.findall(r"^COPY (\S+) ", recipe, re.MULTILINE):
        assert (ROOT / copied).exists(), copied
    for lock in ("run", "postgres"):
        assert "--hash=sha256:" in (ROOT / "requirements" / f"{lock}.lock").read_text()
    assert "--require-hashes -r requirements/run.lock" in (ROOT / "Makefile").read_text().replace(
        "$(PIP_INSTALL)", "--require-hashes"
    )
    assert steps.index("USER") < steps.index("CMD")
    assert told["USER"] == "communique"
    assert told["VOLUME"] == "/app/var"
    assert json.loads(told["CMD"]) == ["python", "bot.py"]
    assert (ROOT / "bot.py").is_file()
    check = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])
    compile(check[2], "the health check", "exec")
    assert "/healthz" in check[2]
    ignored = (ROOT / ".containerignore").read_text().splitlines()
    assert {".env", "var", ".git"} <= set(ignored)
    assert ignored == (ROOT / ".dockerignore").read_text().splitlines()


def test_the_service_starts_what_is_there_and_may_write_the_data_alone() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(ROOT / "deploy" / "communique.service")
    service = dict(unit["Service"])
    assert service["ExecStart"].removeprefix(service["WorkingDirectory"]) == "/.venv/bin/python bot.py"
    assert service["ReadWritePaths"].removeprefix(service["WorkingDirectory"]) == "/var"
    assert service["ProtectSystem"] == "strict"
    assert service["User"] != "root"
    assert service["Environment"] == f"MPLCONFIGDIR=%C/{service['CacheDirectory']}"


def test_what_is_fetched_is_named_by_what_is_in_it() -> None:
    """A tag can be moved to something else, a digest and a commit cannot."""
    images = re.findall(r"^FROM (\S+)", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert images
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []
    workflows = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").iterdir()]
    actions = [line for text in workflows for line in re.findall(r"uses: (.*)", text)]
    assert actions
    assert [line for line in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[\d.]+", line)] == []

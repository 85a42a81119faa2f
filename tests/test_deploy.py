"""What hosts install: the container, the service and what is beside them fit the bot, and come from where they say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cogs.service.monitoring  # noqa: F401  # which enters its figures
from cogs.interactions.life import REGISTRY
from cogs.service.failures import NOT_SET_UP

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def test_every_push_is_judged_on_the_oldest_and_the_newest_python() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if each.startswith("Programming Language")]
    workflow = (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    matrix = json.loads(re.findall(r"^ +python: (\[.*?\])", workflow, re.MULTILINE)[0])
    assert [named[0], named[-1]] == matrix
    assert project["requires-python"] == f">={named[0]}"
    assert (ROOT / ".github" / "renovate.json").exists()


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


def directives(name: str) -> dict[str, list[str]]:
    """What a file of systemd or of Quadlet sets, each with all its values."""
    told: dict[str, list[str]] = {}
    for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            told.setdefault(key, []).append(value)
    return told


@pytest.mark.parametrize("name", ["communique.service", "communique-dump.service"])
def test_a_service_may_write_the_data_alone(name: str) -> None:
    service = directives(name)
    (folder,) = service["WorkingDirectory"]
    assert service["ReadWritePaths"] == [f"{folder}/var"]
    assert service["ProtectSystem"] == ["strict"]
    assert service["User"] != ["root"]
    assert service["CapabilityBoundingSet"] == [""]
    assert f"HOME={folder}/var" in service["Environment"]  # as homes are out of sight, and ~/.pgpass with them


def test_the_services_start_what_is_there() -> None:
    service, dump = directives("communique.service"), directives("communique-dump.service")
    assert service["ExecStart"] == ["/opt/communique/.venv/bin/python bot.py"]
    assert f"MPLCONFIGDIR=%C/{service['CacheDirectory'][0]}" in service["Environment"]
    _, script, folder, keep = dump["ExecStart"][0].split()
    assert (ROOT / script).is_file()
    assert folder == "var/backups"
    assert int(keep) >= 7
    assert (DEPLOY / "communique-dump.timer").is_file()


@pytest.mark.parametrize("name", ["communique.service", "communique.container"])
def test_what_only_the_host_can_mend_is_not_started_again(name: str) -> None:
    service = directives(name)
    assert service["Restart"] == ["on-failure"]
    assert service["RestartPreventExitStatus"] == [str(NOT_SET_UP)]


SHUT = {
    "NoNewPrivileges",
    "PrivateDevices",
    "PrivateTmp",
    "PrivateUsers",
    "ProtectClock",
    "ProtectControlGroups",
    "ProtectHome",
    "ProtectKernelLogs",
    "ProtectKernelModules",
    "ProtectKernelTunables",
    "LockPersonality",
    "MemoryDenyWriteExecute",
    "RestrictNamespaces",
    "RestrictRealtime",
    "RestrictSUIDSGID",
}


@pytest.mark.parametrize("name", ["communique.service", "communique-dump.service"])
def test_a_service_is_shut_in(name: str) -> None:
    service = directives(name)
    assert {key for key in SHUT if service.get(key) != ["yes"]} == set()
    assert service["SystemCallFilter"] == ["@system-service", "~@privileged"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian's package systemd)")
@pytest.mark.parametrize("name", ["communique.service", "communique-dump.service"])
def test_systemd_finds_a_service_well_shut_in(name: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", str(DEPLOY / name)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert judged.returncode == 0, judged.stdout[-500:] + judged.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze (Debian's package systemd)")
def test_systemd_understands_what_is_installed(tmp_path: Path) -> None:
    """The same files, with a program that is on this machine too."""
    for unit in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = unit.read_text(encoding="utf-8").replace("/opt/communique/.venv/bin/python", sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    units = sorted(str(unit) for unit in tmp_path.iterdir())
    assert len(units) == 3
    read = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)  # noqa: S603, S607
    assert [line for line in read.stderr.splitlines() if "communique" in line] == []
    assert read.returncode == 0


DRAW_WITHOUT_NEW_CODE = """
import ctypes, sys
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
if ctypes.CDLL(None).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0):
    sys.exit(77)
import asyncpg, bot
from engine import new_game
from gamemaster.outbox.pictures import draw, picture_request
from maps.charts.drawing import draw_charts
from tests.maps.chart_samples import CHARTS
assert draw(picture_request(new_game("aa1941"))).data
assert draw_charts(list(CHARTS.values())[:1])[0].data
"""


def test_the_bot_draws_where_memory_that_was_written_cannot_be_run() -> None:
    """As under MemoryDenyWriteExecute."""
    command = [sys.executable, "-c", DRAW_WITHOUT_NEW_CODE]
    drawn = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    if drawn.returncode == 77:
        pytest.skip("this kernel cannot forbid it")
    assert drawn.returncode == 0, drawn.stderr


PG_DUMP = """#!/bin/sh
echo "$@" >> "$SEEN"
for each; do case $each in --file=*) echo copy > "${each#--file=}" ;; esac; done
test -z "${FAILS:-}"
"""


def test_a_dump_keeps_the_last_copies_and_nothing_half_done(tmp_path: Path) -> None:
    tools, folder, seen = tmp_path / "tools", tmp_path / "copies", tmp_path / "seen"
    for path in (tools, folder):
        path.mkdir()
    for name, program in (("pg_dump", PG_DUMP), ("pg_restore", '#!/bin/sh\ntest -s "$2"\n')):
        (tools / name).write_text(program, encoding="utf-8")
        (tools / name).chmod(0o755)
    for day in range(1, 6):
        (folder / f"communique-2026-01-0{day}T04-30-00.dump").touch()
    (folder / "mine.dump").touch()
    environment = {"PATH": f"{tools}:/usr/bin:/bin", "SEEN": str(seen), "PGPASSWORD": "secret"}
    command = ["/bin/sh", str(DEPLOY / "dump.sh"), str(folder), "3"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)  # noqa: S603
    *_, made, mine = kept = sorted(folder.iterdir())
    assert [path.name[:21] for path in kept[:2]] == ["communique-2026-01-04", "communique-2026-01-05"]
    assert done.stdout == f"The games were copied to {made}.\n"
    assert made.stat().st_mode & 0o077 == 0
    assert mine.name == "mine.dump"
    assert "secret" not in seen.read_text()
    made.unlink()
    failed = subprocess.run(command, env={**environment, "FAILS": "1"}, check=False)  # noqa: S603
    assert failed.returncode != 0
    assert sorted(folder.iterdir()) == [*kept[:2], mine]


def test_the_container_of_systemd_keeps_its_data_and_starts_with_the_machine() -> None:
    container = directives("communique.container")
    assert container["Image"] == ["localhost/communique:latest"]
    assert container["Volume"] == ["communique:/app/var"]
    assert container["ReadOnly"] == container["NoNewPrivileges"] == ["true"]
    assert container["DropCapability"] == ["all"]
    assert container["WantedBy"] == ["default.target"]
    assert "PublishPort" not in container


def told_figures() -> set[str]:
    """The names of all that /metrics tells."""
    endings = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}
    return {f"{family.name}{ending}" for family in REGISTRY.collect() for ending in endings[family.type]}


def test_dashboard_and_alerts_ask_for_figures_that_are_told() -> None:
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    rules = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    alarms = re.findall(r"^ +- alert: \w+\n +expr: (.+)$", rules, re.MULTILINE)
    assert len(alarms) == 3
    for asked in (shown, alarms):
        named = {name for expression in asked for name in re.findall(r"communique_\w+", expression)}
        assert named
        assert named <= told_figures()
    gauges = {name for name in told_figures() if not name.endswith(("_total", "_bucket", "_count", "_sum"))}
    assert gauges <= {name for expression in shown for name in re.findall(r"communique_\w+", expression)}
    assert rules.count("summary: ") == rules.count("description: ") == len(alarms)


def test_what_is_fetched_is_named_by_what_is_in_it() -> None:
    """A tag can be moved to something else, a digest and a commit cannot."""
    images = re.findall(r"^FROM (\S+)", (ROOT / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert images
    assert [image for image in images if not re.search(r"@sha256:[0-9a-f]{64}$", image)] == []
    workflows = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").iterdir()]
    actions = [line for text in workflows for line in re.findall(r"uses: (.*)", text)]
    assert actions
    assert [line for line in actions if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[\d.]+", line)] == []

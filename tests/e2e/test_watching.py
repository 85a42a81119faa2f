"""What a host's tools are told on this machine: health, figures, and lines of the log that can be read by machine."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.interactions.presses import deeds
from cogs.service.log_lines import JsonLines
from cogs.service.monitoring import watched
from store import REPOSITORY
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, settled


async def asked(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


def names_in(figures: str) -> set[str]:
    """What interactions are counted by."""
    families = {family.name: family for family in text_string_to_metric_families(figures)}
    return {sample.labels["name"] for sample in families["communique_interactions"].samples}


async def test_what_players_invent_makes_no_figures_of_its_own(tmp_path: Path, unused_tcp_port: int) -> None:
    async with house(tmp_path, also=["cogs.table.demo"]) as (table, bot), watched(bot, unused_tcp_port):
        _, figures = await asked(unused_tcp_port, "/metrics")
        of_other_tests = names_in(figures)
        anna = table.user("Anna")
        await begin(table.user("Ben"), anna, name="Operation Zeppelin")
        for number in range(5):
            await anna.forge(CHANNEL, 3, {"component_type": 2, "custom_id": f"v1:1:x:zeppelin-{number}"})
            await anna.forge(CHANNEL, 3, {"component_type": 2, "custom_id": f"zeppelin {number}"})
            await anna.forge(CHANNEL, 2, {"id": "1", "name": f"zeppelin-{number}", "type": 1, "options": []})
        await settled(bot)
        _, figures = await asked(unused_tcp_port, "/metrics")
        families = {family.name: family for family in text_string_to_metric_families(figures)}
        names = names_in(figures)
        ours = {command.qualified_name for command in bot.tree.walk_commands()} | set(deeds()) | {"unknown"}
        assert "unknown" in names
        assert names - of_other_tests <= ours
        assert all(family.documentation for family in families.values())
        assert {name.partition("_")[0] for name in families} == {"communique"}
        told = {value for family in families.values() for sample in family.samples for value in sample.labels.values()}
        assert not any(value.isdecimal() and len(value) > 4 for value in told)
        assert "eppelin" not in figures
        assert table.bot_token not in figures


def _damage(folder: Path) -> None:
    for file in folder.glob("games.db*"):
        file.write_bytes(b"no database" * 1000)


async def test_health_and_figures_are_told_on_this_machine(tmp_path: Path, unused_tcp_port: int) -> None:
    async with house(tmp_path) as (table, bot), watched(bot, unused_tcp_port):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        await anna.command(CHANNEL, "buy", units="9 zeppelin")
        await settled(bot)
        status, health = await asked(unused_tcp_port, "/healthz")
        assert (status, json.loads(health)) == (
            200,
            {"discord": "connected", "database": "answers", "sending": "at work"},
        )
        status, figures = await asked(unused_tcp_port, "/metrics")
        assert status == 200
        lines = figures.splitlines()
        assert "communique_games_running 1.0" in lines
        assert "communique_outbox_waiting 0.0" in lines
        assert any(line.startswith('communique_interactions_total{kind="command",name="buy"}') for line in lines)
        assert any(line.startswith('communique_acknowledged_seconds_count{kind="command"}') for line in lines)
        size = next(line for line in lines if line.startswith("communique_database_bytes "))
        assert float(size.split(" ")[1]) > 10_000
        assert "zeppelin" not in figures
        page = (REPOSITORY / "docs" / "hosting.md").read_text(encoding="utf-8")
        named = set(re.findall(r"`(communique_\w+)`", page))
        assert len(named) > 10
        assert {name for name in named if f"\n# TYPE {name} " not in figures} == set()
        await bot.master.publisher.stop()
        status, health = await asked(unused_tcp_port, "/healthz")
        assert (status, json.loads(health)["sending"]) == (503, "stopped")


async def test_a_database_that_does_not_answer_is_no_health(tmp_path: Path, unused_tcp_port: int) -> None:
    async with house(tmp_path) as (_table, bot), watched(bot, unused_tcp_port):
        await bot.master.publisher.stop()
        await bot.master.settling.stop()
        _damage(tmp_path)
        status, health = await asked(unused_tcp_port, "/healthz")
        assert (status, json.loads(health)["database"]) == (503, "does not answer")
        assert (await asked(unused_tcp_port, "/metrics"))[0] == 503


async def test_lines_of_the_log_name_command_and_game_and_nothing_that_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    handler = Kept()
    logging.getLogger("cogs").addHandler(handler)
    try:
        async with house(tmp_path) as (table, bot):
            anna, ben = table.user("Anna"), table.user("Ben")
            await begin(ben, anna)
            monkeypatch.setattr(bot.master.acting, "act", None)
            await anna.command(CHANNEL, "buy", units="3 infantry")
    finally:
        logging.getLogger("cogs").removeHandler(handler)
    (failure,) = [json.loads(line) for line in lines if "Failure" in line]
    assert failure["level"] == "ERROR"
    assert (failure["command"], failure["game"]) == ("buy", 1)
    assert failure["interaction"] > 0
    assert "TypeError" in failure["traceback"]
    assert not any("3 infantry" in line for line in lines)

"""The options of every edition can be chosen as a game is opened, and its status says what they brought."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from cogs.table.game import GameCommands
from engine import load_setup, setup_names
from engine.facts.data_files import DATA
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found
from tests.invented import NARROW_SEA, among_the_setups
from tests.published import SETUPS

FILES = sorted(path.stem for path in (DATA / "setups").glob("*.json"))


@pytest.mark.parametrize("setup", SETUPS)
def test_game_create_asks_for_every_option_of_an_edition(setup: str) -> None:
    create: app_commands.Command[Any, ..., Any] = GameCommands().create
    assert load_setup(setup).options.keys() <= {parameter.name for parameter in create.parameters}


@pytest.mark.parametrize("setup", FILES)
def test_no_choice_of_an_option_is_longer_than_discord_shows(setup: str) -> None:
    shown = [f"{key}: {text}" for each in load_setup(setup).options.values() for key, text in each.choices.items()]
    assert [text for text in shown if len(text) > 100] == []


async def test_options_are_offered_by_name_and_stay_in_the_status(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        offered = await anna.autocomplete(
            CHANNEL, "game create", focused="straits", edition="anniversary_1942", straits="clo"
        )
        assert [choice.value for choice in offered] == ["closed"]
        bids = await anna.autocomplete(CHANNEL, "game create", focused="bid", edition="aa1941", bid="auc")
        assert [choice.value for choice in bids] == [
            *("auction allies", "auction axis"),
            *("sealed auction allies", "sealed auction axis"),
        ]
        options = {"straits": "closed", "victory": "short", "objectives": "off", "research": "off"}
        await begin(ben, anna, edition="anniversary_1942", options=options)
        status = (await anna.command(CHANNEL, "game status")).content
        for words in (
            "no ship enters or leaves the Black Sea",
            "no national objectives",
            "no research",
            "of 13 cities needed for victory (",
            "Victory is checked after the United States' turn.",
            "Japan · purchase",
        ):
            assert words in status, words
        assert table.refusals == []


@pytest.mark.rule("OPT-10")
async def test_a_bid_is_asked_for_first_and_the_table_reads_what_became_of_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        refused = await anna.command(CHANNEL, "game create", edition="aa1941", bid="9 for nobody")
        assert "such as “allies 12”" in refused.content
        await begin(ben, anna, options={"bid": "9 for the Axis"})
        assert (await anna.command(CHANNEL, "buy", units="1 infantry")).content == "Germany must answer first."
        assert (await anna.command(CHANNEL, "decide", choice="default")).content == "You have no open questions."
        card = await ben.command(CHANNEL, "decide")
        assert "9 IPCs for Germany (default)" in card.shown.labels
        await ben.command(CHANNEL, "decide", choice="1 infantry in Ukraine, 4 IPCs for Japan")
        told = await found(
            anna, lambda post: not post.ephemeral and "Bid: Germany adds 1 infantry in Ukraine." in post.content
        )
        assert "Bid: Japan gets 4 IPCs and Germany gets 2 IPCs." in told.content
        assert "Nothing ordered" in (await anna.command(CHANNEL, "my-orders")).content
        assert table.refusals == []


@pytest.mark.rule("OPT-10", "ASY-64")
async def test_bids_of_both_sides_are_placed_by_thumb_and_told_together(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, options={"bid": "9 for both"})
        card = await ben.command(CHANNEL, "decide")
        await ben.press(card.shown, "9 IPCs for Japan")
        kept = await ben.wait_until(card.shown, lambda sheet: "Germany: 9 IPCs for Japan." in sheet.text)
        assert "The Soviet Union must answer first." in kept.text
        assert "Your answer so far: 9 IPCs for Japan." in (await ben.command(CHANNEL, "decide")).shown.text
        await anna.command(CHANNEL, "decide", choice="1 infantry in Karelia")
        told = await found(anna, lambda post: "Bid: the Soviet Union adds 1 infantry in Karelia" in post.content)
        assert "Bid: Japan gets 9 IPCs." in told.content
        assert table.refusals == []


@pytest.mark.rule("OPT-10")
async def test_a_side_is_auctioned_in_the_lobby_by_thumb(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben, cleo = (table.user(name) for name in ("Anna", "Ben", "Cleo"))
        await anna.command(CHANNEL, "game create", edition="aa1941", bid="auction allies")
        await anna.command(CHANNEL, "game join", powers="allies")
        lobby = await ben.command(CHANNEL, "game join", powers="axis")
        assert "with how many IPCs would you play the Allies?" in lobby.content
        assert "Start the game" not in lobby.shown.labels
        lobby = await ben.choose(lobby.shown, "12")
        assert "Called for the Allies: <@" in lobby.content
        assert "Only players with a seat" in (await cleo.choose(lobby.shown, "9")).content
        assert "Your side called last" in (await ben.choose(lobby.shown, "9")).content
        await anna.press(lobby.shown, "Let them have the Allies")
        told = await found(cleo, lambda post: post.content.startswith("The auction is over: "))
        assert "plays the Allies with 12 IPCs, and all have changed places." in told.content
        settled = await found(cleo, lambda post: "Bid: 12 IPCs for the Allies" in post.content)
        await anna.press(settled, "Start the game")
        assert "12 IPCs for Soviet Union (default)" in (await ben.command(CHANNEL, "decide")).shown.labels
        assert table.refusals == []


async def test_a_game_without_a_name_of_its_own_bears_that_of_its_edition_once(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        lobby = await table.user("Anna").command(CHANNEL, "game create", edition="anniversary_1941")
        assert lobby.content.splitlines()[0] == f"**{load_setup('anniversary_1941').title}**"


async def test_the_status_lists_every_objective_with_what_it_pays_and_lacks(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="anniversary_1941")
        status = (await ben.command(CHANNEL, "game status")).content
        assert "Germany: 31 IPCs, income 31 and 5 from objectives" in status
        objectives = await found(ben, lambda m: m.ephemeral and m.content.startswith("**National objectives**"))
        assert "-# The heartland (INC-26): 5 IPCs, met" in objectives.content
        assert (
            "-# Deep in the East (INC-28): 5 IPCs, not met: needs Karelia S.S.R. or the Caucasus" in objectives.content
        )
        assert objectives.content.count("-# ") == 16
        assert table.refusals == []


@pytest.fixture
def _invented(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with among_the_setups(tmp_path / "data", monkeypatch):
        yield


@pytest.mark.usefixtures("_invented")
@pytest.mark.usefixtures("cogs_read_anew")
async def test_an_option_that_only_an_invented_setup_has_is_offered_and_chosen(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna = table.user("Anna")
        offered = await anna.autocomplete(CHANNEL, "game create", focused="strict_neutrals", edition=NARROW_SEA)
        assert [choice.value for choice in offered] == ["closed", "open"]
        lobby = await anna.command(CHANNEL, "game create", edition=NARROW_SEA, strict_neutrals="open")
        assert lobby.message is not None
        assert "strict neutrals may be attacked" in lobby.message.content
        assert table.refusals == []


def test_an_option_asks_the_same_in_every_setup() -> None:
    asked = {(name, option.asks) for setup in setup_names() for name, option in load_setup(setup).options.items()}
    assert len(asked) == len({name for name, _ in asked})

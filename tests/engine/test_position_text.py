"""Positions as text: out of a game and into a new one, and what is said of lines that cannot be read (GEN-19)."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GameState, IllegalAction, ScriptedDice, apply, describe, load_setup, new_game, setup_names
from engine.correction.position_reading import read_position
from engine.correction.position_text import position_text
from engine.replay import read_record, replay
from tests.engine.random_positions import scattered
from tests.samples import Sample

ONCE = ("attacked", "declarations", "incidents")
LONG = 300
"""Steps, after which nothing has been captured yet in the turn, as that is not written down."""
DEMOS = Path(__file__).parents[2] / "data" / "demos"
SHORT = """Turn: round 4, Germany, combat move
IPCs: Germany 31
IPCs: Japan 26

# Europe
Germany: 9 infantry, 2 tanks; Japan: 1 fighter
Ukraine (Germany): 3 inf
Sea Zone 5: Germany: 1 battleship, 2 transports (1 infantry, 1 tank), 1 transport
"""


def dealt(start: GameState, text: str) -> GameState:
    """The game that goes on from a position."""
    return apply(start, read_position(start, text), ScriptedDice(())).state


def mid_war(setup: str) -> GameState:
    """A game of the demos, not all of it where it is very long."""
    return replay(read_record((DEMOS / f"{setup}_mid_war.json").read_text()), LONG).state


def pieces_of(state: GameState) -> list[tuple[object, ...]]:
    """What stands where, whatever its numbers."""
    return sorted((each.power, each.unit, each.space, each.hits_taken) for each in state.pieces.values())


def all_told(state: GameState) -> dict[str, Any]:
    """The position, but for what happens once a game and is not written down."""
    told = {name: each for name, each in describe(state).items() if name not in ONCE}
    return told | {"cargo": sorted(map(str, told["cargo"]))}


@pytest.mark.parametrize("setup", setup_names())
def test_a_position_comes_back_as_it_went_out(setup: str) -> None:
    start = new_game(setup)
    crowded = apply(start, scattered(load_setup(setup), Random(3)), ScriptedDice(())).state
    for state in (start, crowded, mid_war(setup)):
        begin, text = new_game(setup, dict(state.options)), position_text(state)
        if state.phase == "conduct_combat":
            with pytest.raises(IllegalAction, match="Battles under way can't be written down"):
                dealt(begin, text)
            text = text.replace(", conduct combat\n", ", noncombat move\n")
            state = apply(state, {"type": "edit", "turn": {"phase": "noncombat_move"}}, ScriptedDice(())).state
        again = dealt(begin, text)
        assert position_text(again) == text
        assert pieces_of(again) == pieces_of(state)
        assert all_told(again) == all_told(state)


def test_a_position_is_written_as_people_write_it() -> None:
    state = dealt(new_game("aa1941"), SHORT)
    assert (state.round, state.power, state.phase) == (4, "germany", "combat_move")
    assert {name: state.treasuries[name] for name in ("germany", "japan", "united_kingdom")} == {
        "germany": 31,
        "japan": 26,
        "united_kingdom": 12,
    }
    assert state.owners["ukraine"] == "germany"
    lines = position_text(state).splitlines()
    assert "Germany: 9 infantry, 2 tanks; Japan: 1 fighter" in lines
    assert "Sea Zone 5: Germany: 1 transport, 2 transports (1 infantry, 1 tank), 1 battleship" in lines


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Atlantis: 3 infantry", "Line 1: There is no space “Atlantis”"),
        ("Germany: 3 dragons", "Line 1: "),
        ("Germany: infantry", "write the number first, such as “3 infantry”"),
        ("Germany: 501 infantry", "at most 500 German infantry"),
        ("Germany", "write a space, a colon and its units"),
        ("Sea Zone 5: 1 destroyer", "Say whose “1 destroyer” is"),
        ("Sea Zone 5 (Germany): Germany: 1 destroyer", "it has no owner"),
        ("Sea Zone 5: Germany: 1 tank", "Line 1: "),
        ("Sea Zone 5: Germany: 1 transport (2 tanks)", "one land unit and one more infantry"),
        ("Sea Zone 5: Germany: 1 battleship (damaged)", "no ship stays damaged"),
        ("Germany: 1 tank\nGermany: 2 tanks", "Line 2: Germany has a line of its own already"),
        ("Turn: round 4, Germany", "Turn: round 3, Germany, purchase"),
        ("Turn: round 4, Germany, tea time", "There is no phase “tea time”"),
        ("Turn: round 4, Atlantis, purchase", "Line 1: "),
        ("Turn: round 4, Germany, conduct combat", "Battles under way can't be written down"),
        ("IPCs: Germany much", "write it as “Germany 31; Japan 26”"),
        ("IPCs: Germany 10000", "at most 9999 IPCs"),
        ("Technologies: Germany: Rockets", "There is no technology “Rockets”"),
        ("Research dice: Germany 2", "No research dice are kept in this edition"),
        ("Wars: Germany", "Germany with France, United Kingdom"),
        ("Position: Global 1940", "another edition"),
        ("Germany: 1 industrial complex", "Line 1: "),
        ("", "No line names a space"),
        ("x" * 4_000, "longer than 3,000 characters"),
        ("Germany: 1 tank\n" * 1_001, "1,001 lines"),
    ],
)
def test_a_line_that_says_nothing_is_named_with_what_would_do(line: str, told: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_position(new_game("aa1941"), line)
    assert told in refused.value.message
    assert len(refused.value.message) < 2_000


@pytest.mark.sampled
def test_mutilated_texts_are_refused_in_words_or_still_make_sense(sample: Sample[str]) -> None:
    """Whatever is read is legal, and comes back the same: a hundred texts, most of the smallest edition."""
    rng = Random(30)
    for setup in setup_names():
        start = new_game(setup)
        text = position_text(start)
        texts = [mutilated(text, rng) for _ in range(75 if setup == "aa1941" else 6)]
        tried = [told_of(start, each) for each in sample(texts, 3)]
        refused = [told for told in tried if told]
        assert len(refused) * 2 >= len(tried)
        assert all(told.startswith("Line ") for told in refused)


def mutilated(text: str, rng: Random) -> str:
    """The text with some characters changed, left out or put in."""
    cut = list(text)
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(len(cut))
        cut[at : at + rng.randint(0, 4)] = rng.choice(["", "(", ")", ":", ";", ",", "9", "x", "\n", "{", "\0"])
    return "".join(cut)


def told_of(start: GameState, text: str) -> str:
    """Why a text is refused, empty where it is read."""
    try:
        again = dealt(start, text)
    except IllegalAction as no:
        return no.message
    assert position_text(dealt(start, position_text(again))) == position_text(again)
    return ""


def test_wars_that_are_not_named_are_at_an_end() -> None:
    start = new_game("global_1940")
    assert "Wars: Germany with United Kingdom, ANZAC, France" in position_text(start)
    peace = dealt(start, "Wars: Japan with China\nGermany: 1 infantry")
    assert "Wars: Japan with China\n" in position_text(peace)


@pytest.mark.rule("RES-07", setup="anniversary_1941")
def test_research_dice_that_are_kept_are_written_read_and_corrected() -> None:
    start = new_game("anniversary_1941")
    state = dealt(start, "Research dice: Germany 2; Japan 1\nGermany: 1 infantry")
    assert dict(state.research_tokens) == {"germany": 2, "japan": 1}
    assert "Research dice: Germany 2; Japan 1" in position_text(state).split("\n")
    gone = apply(state, {"type": "edit", "research_tokens": {"germany": 0}}, ScriptedDice(())).state
    assert dict(gone.research_tokens) == {"japan": 1}
    for text in ("Germany 100", "Germany many"):
        with pytest.raises(IllegalAction):
            dealt(start, f"Research dice: {text}\nGermany: 1 infantry")

"""What the table is told in Anniversary: kept dice, breakthroughs, air battles, the infantry of China."""

from __future__ import annotations

from gamemaster.narration import end_phase_warnings, own_orders_text, panel_text
from tests.engine.table import position
from tests.gamemaster.story.playing import Told

SETUP = "anniversary_1941"


def anniversary(power: str, phase: str, spaces: dict[str, str], **more: object) -> Told:
    """A position of the early scenario."""
    return Told(position(power, phase, spaces, setup=SETUP, **more))  # type: ignore[arg-type]


def italian_research(dice: int, faces: str) -> Told:
    """Italy in its second round, with two dice that found nothing in the first."""
    told = anniversary("italy", "research", {"italy": "italy: 1 infantry"}, ipcs={"italy": 20})
    told.do({"type": "research", "dice": 2, "chart": 1}, "5 1")
    again = {"round": 2, "power": "italy", "phase": "research"}
    told.do({"type": "edit", "turn": again}).begin()
    return told.do({"type": "research", "dice": dice, "chart": 1}, faces) if faces else told


def test_dice_that_were_kept_are_told_apart_from_those_that_are_paid_for() -> None:
    ((_, lines),) = italian_research(1, "2 3 4").reports
    assert lines[0] == (
        "Italy spends 5 IPCs on research and rolls 2 dice kept from earlier turns, chart 1: 2 3 4 — no breakthrough; "
        "3 dice kept for later turns."
    )


def test_a_breakthrough_is_told_with_what_it_does() -> None:
    ((_, lines),) = italian_research(0, "6 1 4").reports
    assert lines[:2] == [
        (
            "Italy rolls 2 dice kept from earlier turns, chart 1: **6** 1, then 4 — "
            "Increased Factory Production developed."
        ),
        (
            "-# Number 4 of the first chart lets industrial complexes produce more units: "
            "2 more for each complex; with OPT-46 only from value 3."
        ),
    ]


def test_kept_dice_are_offered_and_not_forgotten() -> None:
    table = italian_research(0, "").table
    assert (
        "a die costs 5 of your 10 IPCs; 2 dice kept from earlier turns are free, and a single 6 is enough."
        in panel_text(table.state, "<@7>", None)
    )
    assert end_phase_warnings(table.state) == ("You could roll 2 dice kept from earlier turns for free.",)


def test_the_report_of_combat_parts_the_air_battle_from_the_guns_below() -> None:
    spaces = {
        "united_kingdom": "united_kingdom: 2 bomber",
        "germany": "germany: 1 fighter, 1 anti_aircraft_gun",
    }
    told = anniversary("united_kingdom", "combat_move", spaces, options={"air_battles": "on"})
    told.table.move("2 bomber: united_kingdom > germany", raid="industrial_complex")
    told.end_phase().begin()
    told.do({"type": "decide", "kind": "reaction", "choice": {"intercept": {"germany": {"fighter": 1}}}})
    told.do({"type": "battle", "space": "germany"}, "5 4 6 1 6 5")
    _, lines = told.reports[0]
    assert lines[2:] == [
        "Dice: United Kingdom 0 hits, 0.3 below expectation; defenders 0 hits, 0.2 below expectation.",
        "Germany intercepts over Germany with 1 fighter",
        "Air battle over Germany: no losses",
        "The antiaircraft gun in Germany fires at the raiders: bomber **1** 6 — 1 bomber shot down",
        "Raid on Germany: bomber 5 — the industrial complex takes 5 damage (5 in all)",
        "Next: noncombat move.",
    ]


def test_what_china_gets_is_told_after_the_income_of_the_power_before_it() -> None:
    told = anniversary("italy", "noncombat_move", {"italy": "italy: 1 infantry", "yunnan": "china: 1 infantry"})
    _, lines = told.end_phase().reports[0]
    assert lines[0] == "No noncombat moves."
    assert lines[1].startswith("Italy collects 15 IPCs: 10 from territories, 5 from objectives (our sea 5); ")
    assert lines[2:] == ["China gets 3 infantry for the 7 territories it holds.", "Next: China, combat move."]


def test_china_reads_of_its_limit_and_of_no_complexes() -> None:
    bought = {"china": {"infantry": 3}}
    told = anniversary("china", "mobilize", {"yunnan": "china: 1 infantry"}, purchased=bought)
    assert panel_text(told.table.state, "<@7>", None).endswith(
        "Place 3 infantry. Place them in your own territories, at most 3 units in each afterwards."
    )
    told.do({"type": "mobilize", "units": {"infantry": 3}, "space": "sikang"})
    assert own_orders_text(told.table.state).split("\n")[1:] == [
        "1. 3 infantry in Sikang",
        "All units are placed.",
    ]

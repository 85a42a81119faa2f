"""Research, raids, rockets, guns, bombardment and national advantages as the table reads them."""

from __future__ import annotations

from collections.abc import Sequence

from engine import GameState
from engine.events import Event
from gamemaster.narration import (
    Timeline,
    end_phase_warnings,
    news,
    own_orders_text,
    panel_text,
    status_text,
    table_news,
    winner_text,
)
from tests.engine.table import position
from tests.gamemaster.story.playing import Told, told_battle


def revised(power: str, phase: str, spaces: dict[str, str], **more: object) -> Told:
    """A position of Revised."""
    return Told(position(power, phase, spaces, setup="revised", **more))  # type: ignore[arg-type]


def test_research_is_told_with_its_dice() -> None:
    told = revised("germany", "research", {"germany": "germany: 1 tank"})
    assert panel_text(told.table.state, "<@7>", None).split("\n")[1] == (
        "Research a technology: a die costs 5 of your 40 IPCs, and any that shows the technology's number develops it. "
        "To skip research, end the phase."
    )
    told.do({"type": "research", "technology": "rockets", "dice": 3}, "4 2 6")
    ((title, lines),) = told.reports
    assert title == "Germany, round 1, research"
    assert lines == [
        "Germany spends 15 IPCs on research into Rockets: 4 **2** 6 — Rockets developed.",
        ("-# Rockets (number 2) strike enemy facilities from afar: antiaircraft guns strike complexes, SPC-51."),
        "Next: purchase.",
    ]
    assert "-# Rockets" in status_text(told.table.state, {}, None).split("\n")


def test_research_that_nobody_pays_for_is_not_told() -> None:
    told = revised("germany", "research", {"germany": "germany: 1 tank"})
    told.end_phase().do({"type": "purchase", "units": {"tank": 1}}).end_phase()
    assert [title for title, _ in told.reports] == ["Germany, round 1, purchase"]


def british_raid(dice: str) -> Told:
    """Two bombers over Germany, and the dice."""
    told = revised(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 2 bomber", "germany": "germany: 1 infantry, 1 anti_aircraft_gun"},
    )
    order = {"type": "move", "units": {"bomber": 2}, "path": ["united_kingdom", "germany"]}
    told.do({**order, "raid": "industrial_complex"})
    assert "1. 2 bombers: United Kingdom to Germany (raid)" in own_orders_text(told.table.state)
    assert "Germany: raid by 2 bombers, under antiaircraft fire" in own_orders_text(told.table.state)
    told.end_phase()
    ((_, moves),) = told.reports
    assert moves[1].endswith("to Germany (raid)")
    told.begin()
    return told.do({"type": "battle", "space": "germany", "kind": "raid"}, dice)


def test_a_raid_is_told_at_once_and_in_the_report_of_the_phase() -> None:
    told = british_raid("1 5 6")
    lines = [
        "The antiaircraft gun in Germany fires at the raiders: bomber **1** 5 — 1 bomber shot down",
        "Raid on Germany: bomber 6 — Germany loses 6 IPCs",
    ]
    assert table_news(Timeline.of(told.start, told.events)).split("\n") == lines
    assert list(news(Timeline.of(told.start, told.events))) == lines
    ((title, report),) = told.reports
    assert title == "United Kingdom, round 1, conduct combat"
    assert [line for line in lines if line in report] == lines
    assert "Lost 1 bomber (15 IPCs) for nothing." in report


def test_a_raid_takes_no_more_than_the_territory_is_worth_and_the_victim_has() -> None:
    told = revised(
        "united_states",
        "combat_move",
        {"united_kingdom": "united_states: 1 bomber"},
        owners={"norway": "germany"},
        ipcs={"germany": 3},
    )
    order = {"type": "move", "units": {"bomber": 1}, "path": ["united_kingdom", "southern_europe"]}
    told.do({**order, "raid": "industrial_complex"}).end_phase()
    told.do({"type": "battle", "space": "southern_europe", "kind": "raid"}, "5")
    assert told.line("production_struck") == "Raid on Southern Europe: bomber 5 — Germany loses 3 IPCs, all it has"


def test_rockets_are_offered_and_told() -> None:
    told = revised(
        "germany",
        "combat_move",
        {"western_europe": "germany: 2 anti_aircraft_gun"},
        technologies={"germany": ["rockets"]},
    )
    told.end_phase()
    told.begin()
    assert panel_text(told.table.state, "<@7>", None).split("\n")[1] == (
        "No battles are left. Rockets can strike the United Kingdom. Then end the phase."
    )
    told.do({"type": "battle", "space": "united_kingdom", "kind": "rocket"}, "3 6")
    assert table_news(Timeline.of(told.start, told.events)) == (
        "Rockets at the United Kingdom: antiaircraft gun 3 6 — the United Kingdom loses 9 IPCs"
    )


def test_antiaircraft_fire_in_a_battle_stands_in_its_post_and_nowhere_else() -> None:
    told = revised(
        "germany",
        "combat_move",
        {
            "germany": "germany: 2 fighter",
            "ukraine_ssr": "germany: 2 infantry",
            "caucasus": "soviet_union: 1 infantry, 1 anti_aircraft_gun",
        },
        owners={"ukraine_ssr": "germany"},
    )
    for units, start in (({"fighter": 2}, "germany"), ({"infantry": 2}, "ukraine_ssr")):
        told.do({"type": "move", "units": units, "path": [start, "caucasus"]})
    told.end_phase()
    told.begin()
    told.do({"type": "battle", "space": "caucasus"}, "1 4 1 6 6 6")
    text = told_battle(Timeline.of(told.start, told.events)).split("\n")
    assert text[0] == "**Caucasus, 1 round** — Germany attacks"
    assert "The antiaircraft gun in the Caucasus fires at the attackers: fighter **1** 4 — 1 fighter shot down" in text
    assert "Germany takes over 1 antiaircraft gun in the Caucasus." in text
    ((_, report),) = told.reports
    assert not any("fires at the attackers" in line for line in report)
    assert "Germany takes over 1 antiaircraft gun in the Caucasus." in report


def test_a_bombardment_names_the_ships_that_fire() -> None:
    told = revised(
        "united_kingdom",
        "combat_move",
        {"sz6": "united_kingdom: 1 transport, 1 battleship", "norway": "germany: 2 infantry"},
        cargo={"sz6": [{"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}]},
    )
    told.do({"type": "move", "units": {"infantry": 1}, "path": ["sz6", "norway"]}).end_phase()
    told.begin()
    told.do({"type": "battle", "space": "norway"}, "2 1 6")
    assert _battle(told.start, told.events)[2:4] == [
        "Attackers bombard: battleship **2** — 1 hit (expected 0.7)",
        "Defenders lose 1 infantry",
    ]


def test_dice_name_the_number_they_need_where_it_is_not_the_printed_one() -> None:
    told = revised(
        "germany",
        "combat_move",
        {"germany": "germany: 2 infantry, 1 artillery", "eastern_europe": "soviet_union: 1 infantry"},
        owners={"eastern_europe": "soviet_union"},
    )
    units = {"infantry": 2, "artillery": 1}
    told.do({"type": "move", "units": units, "path": ["germany", "eastern_europe"]}).end_phase()
    told.begin()
    told.do({"type": "battle", "space": "eastern_europe"}, "4 2 6 6")
    (volley,) = (line for line in _battle(told.start, told.events) if line.startswith("Attackers roll"))
    assert volley == "Attackers roll: infantry 4 · infantry at 2: **2** · artillery 6 — 1 hit (expected 0.8)"


def _battle(start: GameState, events: Sequence[Event]) -> list[str]:
    return told_battle(Timeline.of(start, events)).split("\n")


def test_submarines_that_surface_are_named_by_zone() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"sz2": "united_kingdom: 1 battleship", "sz7": "germany: 2 submarine"},
        setup="revised",
    )
    table.move("1 battleship: sz2 > sz7").end_phase().battle("sz7", dice="6 6 6").press()
    table.decide("submerge", {"submarine": 2})
    told = Told(table)
    told.end_phase()
    ((_, lines),) = told.reports
    assert "Surfaced: 2 submarines in sea zone 7." in lines


def test_income_names_what_submarines_keep_back() -> None:
    told = revised(
        "united_kingdom", "mobilize", {"sz7": "germany: 3 submarine"}, advantages={"germany": "u_boat_interdiction"}
    )
    told.end_phase()
    assert told.line("income_collected") == (
        "The United Kingdom collects 27 IPCs, 3 lost to submarines; 57 IPCs in the treasury."
    )


def test_a_phase_that_waits_for_an_advantage_has_a_report_of_its_own() -> None:
    told = revised(
        "soviet_union",
        "mobilize",
        {"russia": "soviet_union: 1 infantry"},
        advantages={"soviet_union": "russian_winter"},
    )
    told.end_phase()
    assert [title for title, _ in told.reports] == ["Soviet Union, round 1, mobilize"]
    told.begin()
    assert panel_text(told.table.state, "<@7>", None).split("\n")[1:] == [
        "Use a national advantage if you like, then collect your income.",
        "National advantages to use now: Russian Winter.",
    ]
    told.do({"type": "advantage", "name": "russian_winter"}).end_phase()
    ((title, lines),) = told.reports
    assert title == "Soviet Union, round 1, collect income"
    assert lines[0] == "The Soviet Union uses Russian Winter."
    assert "-# Russian Winter (in force)" in status_text(told.table.state, {}, None).split("\n")


def test_aircraft_without_a_carrier_land_in_the_report_of_the_phase_in_which_they_land() -> None:
    told = revised(
        "united_states",
        "combat_move",
        {"sz58": "united_states: 4 battleship", "sz60": "japan: 1 aircraft_carrier, 1 fighter"},
    )
    told.do({"type": "move", "units": {"battleship": 4}, "path": ["sz58", "sz60"]}).end_phase()
    told.begin()
    told.do({"type": "battle", "space": "sz60"}, "1 6 6 6")
    told.do({"type": "decide", "kind": "casualties", "choice": {"units": {"aircraft_carrier": 1}}}, "6 6")
    told.do({"type": "decide", "kind": "retreat", "choice": {"retreat": "sz58"}})
    assert table_news(Timeline.of(told.start, told.events)).startswith("Japan lands 1 fighter in ")
    assert any("lands 1 fighter" in line for _, lines in told.reports for line in lines)


def test_the_individual_winners_are_named() -> None:
    state = position("germany", "purchase", {}, setup="revised").state
    lines = winner_text(state, "The Axis holds all.", ("japan",)).split("\n")
    assert lines[1] == "Japan is the individual winner: no power on its side grew more."


def test_rockets_left_and_transports_used_up_are_pointed_out_before_a_phase_ends() -> None:
    told = revised(
        "germany",
        "combat_move",
        {"western_europe": "germany: 1 anti_aircraft_gun"},
        technologies={"germany": ["rockets"]},
    )
    told.end_phase()
    assert end_phase_warnings(told.table.state) == ("Rockets can strike the United Kingdom.",)
    aboard = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 2}}}
    told = revised("united_kingdom", "combat_move", {"sz6": "united_kingdom: 1 transport"}, cargo={"sz6": [aboard]})
    told.do({"type": "move", "units": {"transport": 1}, "path": ["sz6", "sz3"]})
    assert end_phase_warnings(told.table.state) == (
        "The transport in sea zone 3 moved with 2 infantry aboard and cannot offload again this turn.",
    )


def test_a_new_complex_needs_no_room_at_another() -> None:
    told = revised("japan", "purchase", {"kwangtung": "japan: 1 infantry"}, ipcs={"japan": 39})
    told.do({"type": "purchase", "units": {"industrial_complex": 1, "infantry": 8}})
    assert end_phase_warnings(told.table.state) == ()


def test_an_order_taken_back_after_antiaircraft_fire_takes_nothing_else_out_of_the_report() -> None:
    told = revised(
        "germany",
        "noncombat_move",
        {
            "germany": "germany: 2 infantry, 1 fighter",
            "libya": "germany: 1 fighter",
            "anglo_egypt": "united_kingdom: 1 anti_aircraft_gun",
        },
    )
    fly = {"type": "move", "units": {"fighter": 1}}
    told.do({**fly, "path": ["libya", "anglo_egypt", "libya"]}, "4")
    told.do({"type": "move", "units": {"infantry": 1}, "path": ["germany", "eastern_europe"]})
    told.do({"type": "undo"})
    told.do({"type": "move", "units": {"infantry": 1}, "path": ["germany", "western_europe"]}).end_phase()
    ((_, lines),) = told.reports
    assert lines == [
        "Moves:",
        "1 fighter: Libya to Anglo-Egypt to Libya",
        "1 infantry: Germany to Western Europe",
        "The antiaircraft gun in Anglo-Egypt fires at aircraft passing over: fighter 4 — no hit",
        "Germany collects 40 IPCs; 80 IPCs in the treasury.",
        "Next: United Kingdom, research.",
    ]

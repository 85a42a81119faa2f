"""National objectives as the table reads them: in the status and with the income."""

from __future__ import annotations

from gamemaster.narration import LIMIT, event_line, objectives_text, status_text
from tests.engine.table import Table, position

SETUP = "anniversary_1941"
HOME = {"germany": "germany: 1 infantry", "italy": "italy: 1 infantry", "russia": "soviet_union: 1 infantry"}


def lines_of(table: Table, power: str) -> list[str]:
    """What is told of the objectives of a power, its heading first."""
    told: dict[str, list[str]] = {}
    for line in objectives_text(table.state).split("\n")[1:]:
        if not line.startswith("-# "):
            own = told.setdefault(line.partition(":")[0], [])
        own.append(line)
    return told[power]


def test_every_objective_is_told_with_what_it_pays_and_what_it_lacks() -> None:
    table = position("germany", "purchase", HOME, setup=SETUP, owners={"ukraine": "germany", "poland": "soviet_union"})
    assert lines_of(table, "Germany") == [
        "Germany: 0 IPCs as things stand",
        "-# The heartland (INC-26): 5 IPCs, not met: needs Poland",
        (
            "-# The eastern front (INC-27): 5 IPCs, not met: needs 2 more of the Baltic States, East Poland, "
            "Eastern Ukraine and Belorussia"
        ),
        "-# Deep in the East (INC-28): 5 IPCs, not met: needs Karelia S.S.R. or the Caucasus",
    ]
    assert objectives_text(table.state).count("-# ") == 16


def test_ships_and_guests_that_cost_an_objective_are_named_by_their_places() -> None:
    strangers = {"sz13": "united_kingdom: 1 submarine", "caucasus": "united_kingdom: 1 fighter"}
    table = position("germany", "purchase", HOME | strangers, setup=SETUP, owners={"libya": "united_kingdom"})
    assert lines_of(table, "Italy")[:2] == [
        "Italy: 0 IPCs as things stand",
        "-# Our sea (INC-32): 5 IPCs, not met: needs Libya; enemy warships in sea zone 13",
    ]
    assert lines_of(table, "Soviet Union")[1] == (
        "-# No foreign troops (INC-42): 5 IPCs, not met: allied units in the Caucasus"
    )


def test_an_objective_that_is_met_says_so_and_counts_in_the_status() -> None:
    table = position("germany", "purchase", HOME, setup=SETUP)
    assert lines_of(table, "Italy")[:2] == ["Italy: 5 IPCs as things stand", "-# Our sea (INC-32): 5 IPCs, met"]
    status = status_text(table.state, {}, None).split("\n")
    assert "Italy: 10 IPCs, income 10 and 5 from objectives — nobody" in status
    assert "China: no IPCs, 3 infantry each turn — nobody" in status
    assert "The Axis: 6 of 15 cities needed for victory (Paris, Berlin, Warsaw, Tokyo, Shanghai, Rome)" in status
    assert status[-1] == "Victory is checked after the United States' turn."


def test_a_power_without_its_capital_is_told_that_nothing_is_paid() -> None:
    table = position("germany", "purchase", HOME, setup=SETUP, owners={"germany": "soviet_union"})
    assert lines_of(table, "Germany")[0] == "Germany: nothing while its capital is lost"


def test_what_a_move_takes_counts_only_once_the_phase_is_closed() -> None:
    tank = HOME | {"east_poland": "germany: 1 tank"}
    owners = dict.fromkeys(("baltic_states", "east_poland"), "germany")
    table = position("germany", "combat_move", tank, setup=SETUP, owners=owners)
    before = objectives_text(table.state)
    table.move("1 tank: east_poland > ukraine > eastern_ukraine")
    assert table.owner("ukraine") == "germany"
    assert objectives_text(table.state) == before
    table.end_phase()
    assert objectives_text(table.state) != before


def test_nothing_is_told_where_no_objectives_are_played() -> None:
    assert objectives_text(position("germany", "purchase", {}).state) == ""
    table = position("germany", "purchase", HOME, setup=SETUP, options={"objectives": "off"})
    assert objectives_text(table.state) == ""
    assert "Italy: 10 IPCs, income 10 — nobody" in status_text(table.state, {}, None)


def test_the_longest_text_of_objectives_still_fits_into_one_message() -> None:
    start = position("germany", "purchase", {}, setup=SETUP).state.owners
    for holder in ("germany", "united_states"):
        owners = {territory: holder for territory, owner in start.items() if owner}
        table = position("germany", "purchase", {}, setup=SETUP, owners=owners)
        assert len(objectives_text(table.state)) <= LIMIT


def test_the_income_is_told_with_where_every_ipc_came_from() -> None:
    table = position("germany", "noncombat_move", HOME, setup=SETUP, owners={"caucasus": "germany"}).end_phase()
    (collected,) = table.happened("income_collected")
    assert event_line(table.state, collected) == (
        "Germany collects 45 IPCs: 35 from territories, 10 from objectives (the heartland 5, deep in the East 5); "
        "76 IPCs in the treasury."
    )


def test_war_bonds_are_told_beside_the_objectives() -> None:
    known = {"germany": ["war_bonds"]}
    table = position("germany", "noncombat_move", HOME, setup=SETUP, technologies=known).end_phase("4")
    (collected,) = table.happened("income_collected")
    assert event_line(table.state, collected) == (
        "Germany collects 40 IPCs: 31 from territories, 5 from objectives (the heartland 5), 4 from war bonds; "
        "71 IPCs in the treasury."
    )


def test_an_income_from_territories_alone_is_told_shortly() -> None:
    owners = {"egypt": "germany", "libya": "united_kingdom"}
    table = position("italy", "noncombat_move", HOME, setup=SETUP, owners=owners).end_phase()
    (collected,) = table.happened("income_collected")
    assert event_line(table.state, collected) == "Italy collects 9 IPCs; 19 IPCs in the treasury."


def test_objectives_of_the_pacific_say_what_of_war_peace_and_home_they_lack() -> None:
    relations = [["japan", "united_states", "war"]]
    table = position("japan", "purchase", {}, setup="pacific_1940", owners={"queensland": "japan"}, relations=relations)
    told = [line for power in ("Japan", "ANZAC") for line in lines_of(table, power)]
    assert told[1] == "-# Keeping the peace (INC-43): 10 IPCs, not met: at war with the United States"
    assert told[3] == (
        "-# Enemy strongholds (INC-45): 5 IPCs for each place, not met: needs India, New South Wales, "
        "the Hawaiian Islands or the Western United States"
    )
    assert told[6] == (
        "-# Home and Malaya (INC-68): 5 IPCs, not met: needs war with Japan; needs all its own territories (missing "
        "Queensland)"
    )


def test_an_objective_that_pays_for_each_of_its_places_says_what_they_pay_together() -> None:
    owners = {"india": "japan", "new_south_wales": "japan"}
    relations = [["japan", "united_kingdom", "war"]]
    table = position("japan", "purchase", {}, setup="pacific_1940", owners=owners, relations=relations)
    assert lines_of(table, "Japan")[3] == "-# Enemy strongholds (INC-45): 5 IPCs for each place, met: 10 IPCs now"


def test_an_objective_that_was_given_up_says_so_for_ever() -> None:
    spaces = {"kwangsi": "japan: 1 infantry", "french_indo_china": "france: 1 infantry"}
    relations = [["japan", "france", "war"]]
    table = position("japan", "combat_move", spaces, setup="pacific_1940", relations=relations)
    before = table.move("1 infantry: kwangsi > french_indo_china").state
    (event,) = table.end_phase().happened("objective_given_up")
    assert event_line(before, event) == (
        "Japan attacks French Indo-China: its objective keeping the peace (INC-43) never pays again."
    )
    assert lines_of(table, "Japan")[1] == (
        "-# Keeping the peace (INC-43): 10 IPCs, not met: French Indo-China was attacked, so it never pays again"
    )

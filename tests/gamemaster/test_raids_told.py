"""What /odds says of raids ahead, rockets and convoys: the chances of the engine, from the view of whoever asks."""

from __future__ import annotations

import pytest

from engine import GameState
from engine.odds.raids.air_battles import met_raid_odds
from engine.odds.raids.convoys import convoy_odds
from engine.state.battles import PendingBattle
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.raiding import raided_in, raiding_lines
from gamemaster.errors import TableRefusal
from gamemaster.jobs.odds import OddsRequest, odds_answer
from tests.engine.table import Table, position

RAID = OddsChoice("raid", "germany")


def raided(germany: str) -> Table:
    """A British raid on Germany by a bomber with an escort, in Anniversary with air battles."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 1 bomber, 1 fighter", "germany": f"germany: {germany}"},
        setup="anniversary_1942",
        options={"air_battles": "on"},
        owners={"france": "united_kingdom"},
    )
    table.move("1 bomber: united_kingdom > germany", raid="industrial_complex")
    return table.move("1 fighter: united_kingdom > germany", escort=True)


@pytest.mark.rule("SPC-43", setup="anniversary_1942")
def test_a_raid_ahead_is_told_for_each_number_of_interceptors() -> None:
    state = raided("2 fighter, 1 anti_aircraft_gun").state
    assert raided_in(state) == ("germany",)
    lines = raiding_lines(state, RAID)
    assert lines[0] == "**Germany**: raid by 1 bomber, escorted by 1 fighter"
    assert [line.split(":")[0] for line in lines[1:]] == [
        *("If nobody intercepts", "Against 1 fighter", "Against 2 fighters")
    ]
    # One gun lets five of six bombers through, each of which does 3.5 damage on average.
    assert "**2.9** damage to the industrial complex on average" in lines[1]
    assert lines[1].endswith("each bomber is shot down 17% of the time")
    fighters = [piece for piece in state.at("germany") if piece.unit == "fighter"]
    odds = met_raid_odds(state, PendingBattle("germany", "land", False, "raid"), fighters[:1])
    assert f"**{odds.raid.strikes['industrial_complex'].mean:.1f}** damage" in lines[2]
    assert "each escort" in lines[3]


@pytest.mark.rule("SPC-44", setup="anniversary_1942")
def test_once_all_have_answered_only_those_who_rise_count() -> None:
    table = raided("2 fighter").end_phase()
    assert len(raiding_lines(table.state, RAID)) == 4
    table.decide("reaction", {"intercept": {"germany": {"fighter": 1}}})
    lines = raiding_lines(table.state, RAID)
    assert len(lines) == 2
    assert lines[1].startswith("Against 1 fighter: ")


def answer(state: GameState, choice: OddsChoice) -> str:
    return odds_answer(OddsRequest(state, choice, (state.power,))).text


def test_a_raid_is_answered_without_a_picture_and_refused_where_there_is_none() -> None:
    state = raided("1 anti_aircraft_gun").state
    found = odds_answer(OddsRequest(state, RAID, ("united_kingdom",)))
    assert found.picture is None
    assert found.text.startswith("**Germany**: raid by 1 bomber")
    with pytest.raises(TableRefusal, match="No raid on Italy is planned"):
        answer(state, OddsChoice("raid", "italy"))


@pytest.mark.rule("SPC-43", setup="anniversary_1942")
def test_raids_and_battles_ahead_lead_to_each_other() -> None:
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 2 bomber", "france": "germany: 1 infantry"},
        setup="anniversary_1942",
    )
    table.move("1 bomber: united_kingdom > germany", raid="industrial_complex")
    state = table.move("1 bomber: united_kingdom > france").state
    battle = odds_answer(OddsRequest(state, OddsChoice("battle", "france"), ("united_kingdom",)))
    raid = odds_answer(OddsRequest(state, RAID, ("united_kingdom",)))
    assert (battle.others, raid.others) == (("germany",), ("france",))


@pytest.mark.rule("INC-13", setup="global_1940")
def test_convoys_of_a_sea_zone_are_told() -> None:
    war = [["japan", "united_states", "war"]]
    fleet = {"sz19": "united_states: 1 submarine"}
    state = position("japan", "mobilize", fleet, setup="global_1940", relations=war).state
    odds = convoy_odds(state, "japan")
    assert odds is not None
    told = answer(state, OddsChoice("attack", "sz19"))
    assert f"**{odds.mean:.1f} IPCs** lost on average if it collected its income now" in told
    assert odds.mean == pytest.approx(2.0, abs=0.01)


@pytest.mark.rule("SPC-51", "SPC-52", setup="revised")
def test_rockets_that_reach_a_territory_are_told() -> None:
    table = position(
        "soviet_union",
        "combat_move",
        {"caucasus": "soviet_union: 2 anti_aircraft_gun"},
        setup="revised",
        ipcs={"germany": 40},
        technologies={"soviet_union": ["rockets"]},
    )
    told = raiding_lines(table.end_phase().state, OddsChoice("raid", "germany"))
    assert told == ["Rockets of 2 antiaircraft guns at Germany: **7.0 IPCs** lost on average"]

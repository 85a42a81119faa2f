"""What the level `normal` takes over without a fight: friendly neutrals with their armies, and what wards hold."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from computer.normal.neutrals import Takeovers
from computer.normal.offers import Bargain, Offer, army_price, offers
from computer.normal.replies import Enemies
from computer.normal.sea.approaching import zones_from
from computer.playing import Given, Table
from engine import GameState, ask
from tests.computer.test_normal import hand_of
from tests.computer.test_positions import count, on_board, played
from tests.engine.table import Table as Written

GLOBAL = "global_1940"
HOME = {
    "germany": "germany: 4 infantry",
    "united_kingdom": "united_kingdom: 6 infantry",
    "france": "france: 4 infantry",
}


def marching(power: str, spaces: Mapping[str, str], setup: str = GLOBAL) -> Written:
    """A noncombat move."""
    return on_board(power, "noncombat_move", {**HOME, **spaces}, setup)


def told(table: Table, aim: str) -> list[Given]:
    """The orders with an aim that begins so."""
    return [given for given in table.given if given.why and given.why.aim.startswith(aim)]


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(("start", "neutral"), [("romania", "bulgaria"), ("norway", "finland")])
def test_a_friendly_neutral_next_door_comes_over_with_its_army_for_one_unit(
    start: str, neutral: str, level: str
) -> None:
    table = played(marching("germany", {start: "germany: 3 infantry, 1 tank"}), "noncombat_move", level)
    assert table.state.owners[neutral] == "germany"
    assert count(table.state, neutral, "germany") >= 4 + 1


def test_easy_and_greedy_leave_neutrals_alone_as_ever() -> None:
    for level in ("greedy", "easy"):
        table = played(marching("germany", {"romania": "germany: 3 infantry"}), "noncombat_move", level)
        assert table.state.owners["bulgaria"] is None


def test_why_tells_what_comes_over_and_what_that_is_worth() -> None:
    written = marching("germany", {"romania": "germany: 3 infantry"})
    (given,) = told(played(written, "noncombat_move", "normal"), "Bulgaria")
    assert given.why is not None
    assert given.why.aim == "Bulgaria comes over with 4 infantry"
    bargain, comers = (
        Bargain(written.state, "germany", Enemies(written.state, "germany")),
        written.state.at("romania")[:1],
    )
    assert bargain.won(_named(written.state, "bulgaria"), comers) == 4 * 3 + 4 * 1, "the army, and four rounds of 1 IPC"
    given_up = bargain.given_up(_named(written.state, "bulgaria"), comers)
    assert 0 < given_up < 1, "it is a step from the war there, and nobody is near"
    assert given.why.gain == pytest.approx(16 - given_up, abs=0.01)
    assert given.why.falls == 0


def test_a_neutral_is_entered_from_the_sea() -> None:
    written = marching("united_kingdom", {"egypt": "united_kingdom: 4 infantry", "sz98": "united_kingdom: 1 transport"})
    table = played(written, "noncombat_move", "normal")
    assert table.state.owners["yugoslavia"] == "united_kingdom"
    assert count(table.state, "yugoslavia", "united_kingdom") == 5 + 2


def test_what_a_ward_holds_is_taken_over() -> None:
    spaces = {"malaya": "united_kingdom: 3 infantry", "sz41": "united_kingdom: 1 transport, 1 cruiser"}
    table = played(marching("united_kingdom", spaces), "noncombat_move", "normal")
    assert table.state.owners["java"] == "united_kingdom"
    (given, *_) = told(table, "take Java over")
    assert given.why is not None
    assert given.why.gain == pytest.approx(4 * 4, abs=0.1)


def test_who_is_some_turns_away_sets_out_and_arrives() -> None:
    written = marching("germany", {"slovakia_hungary": "germany: 3 infantry"})
    table = played(written, "noncombat_move", "normal")
    (given,) = told(table, "on to Bulgaria, to take it over")
    assert given.action["path"] == ["slovakia_hungary", "romania"]
    assert table.state.owners["bulgaria"] is None


def test_a_capital_is_not_left_to_an_enemy_for_a_neutral() -> None:
    spaces = {"romania": "germany: 1 infantry", "yugoslavia": "", "slovakia_hungary": "united_kingdom: 8 tank"}
    spaces = {space: units for space, units in spaces.items() if units}
    owners = {"slovakia_hungary": "united_kingdom"}
    state = on_board("germany", "noncombat_move", {**HOME, **spaces}, GLOBAL, owners=owners).state
    hand = hand_of(state)
    kept = {piece.id for piece in state.at("romania")}
    Takeovers(hand, Enemies(state, "germany"), kept).order_all()
    assert hand.state.owners["bulgaria"] is None


def test_offers_are_what_the_rules_let_a_power_take_over() -> None:
    state = marching("germany", {}).state
    assert {offer.space for offer in offers(state, "germany")} == {"bulgaria", "finland", "iraq"}
    assert offers(marching("united_states", {}).state, "united_states") == [], "it is at war with nobody"
    assert army_price(state, _named(state, "finland")) == 3 * 4


def _named(state: GameState, space: str) -> Offer:
    return next(offer for offer in offers(state, state.power) if offer.space == space)


def test_where_neutrals_are_never_friends_nothing_is_looked_at() -> None:
    state = on_board("germany", "noncombat_move", {"germany": "germany: 4 infantry"}).state
    hand = hand_of(state)
    Takeovers(hand, Enemies(state, "germany"), ()).order_all()
    assert (hand.budget.made, ask.movable(hand.state) != ()) == (0, True)


QUEBEC = {"quebec": "united_kingdom: 2 infantry", "sz106": "united_kingdom: 1 transport"}


def bound_for_brazil(laden: str) -> list[Given]:
    """Who of Quebec sails for Brazil, with a laden transport of another power before it."""
    aboard = [{"transport": laden, "units": {laden: {"infantry": 1}}}] if laden else []
    ship = {"sz86": f"{laden}: 1 transport"} if laden else {}
    spaces = {**HOME, **QUEBEC, **ship}
    written = on_board("united_kingdom", "noncombat_move", spaces, GLOBAL, cargo={"sz86": aboard} if laden else {})
    return told(played(written, "noncombat_move", "normal"), "on to Brazil, to take it over")


@pytest.mark.parametrize("before_it", ["", "united_states"])
def test_a_transport_brings_somebody_in_two_turns(before_it: str) -> None:
    board, sail = bound_for_brazil(before_it)
    assert board.action["path"] == ["quebec", "sz106"]
    path = sail.action["path"]
    assert isinstance(path, list)
    assert path[-1] == "sz88", "who is at war with nobody can't take Brazil over"


def test_nobody_sails_for_what_a_friend_can_enter_in_his_next_turn() -> None:
    assert bound_for_brazil("anzac") == []


def test_no_ship_goes_where_it_may_not_end_its_voyage_yet() -> None:
    """Of a power that is not at war with those there (POL-28)."""
    spaces = {"eastern_united_states": "united_states: 3 infantry", "sz101": "united_states: 1 transport"}
    state = on_board("united_states", "noncombat_move", {**HOME, **spaces}, GLOBAL).state
    ship = next(piece for piece in state.at("sz101") if piece.unit == "transport")
    offer = Offer("brazil", 8.0, {"infantry": 3})
    assert zones_from(state, offer, ship) == {}
    british = marching("united_kingdom", QUEBEC).state
    ship = next(piece for piece in british.at("sz106") if piece.unit == "transport")
    assert zones_from(british, offer, ship)["sz106"] == 4


def test_that_a_place_is_lost_is_no_reason_to_go_for_ground_that_is_worth_nothing() -> None:
    spaces = {"alexandria": "united_kingdom: 2 infantry", "tobruk": "italy: 9 infantry, 3 tank"}
    state = marching("united_kingdom", spaces).state
    bargain, comers = Bargain(state, "united_kingdom", Enemies(state, "united_kingdom")), state.at("alexandria")
    offer = _named(state, "crete")
    assert bargain.won(offer, comers[:1]) <= 0 <= bargain.given_up(offer, comers[:1])
    assert bargain._left("alexandria", comers) < 0, "who leaves is not lost"
    assert bargain.given_up(offer, comers) >= 0

"""The posts of phases, the panel, the draft, the state of the game and the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import GameState, ScriptedDice, apply, fold, new_game
from engine.events import Event
from engine.events.turn import StepReached
from engine.state.successors import with_pieces
from gamemaster.narration import (
    LIMIT,
    PhaseReport,
    Timeline,
    chapters,
    end_phase_warnings,
    event_line,
    own_orders_text,
    panel_text,
    phase_report,
    phase_reports,
    request_card,
    status_text,
    waiting_for,
    winner_text,
)
from gamemaster.narration.history.timeline import followed
from maps import Arrow
from tests.engine.table import Table, position
from tests.gamemaster.story.playing import Game, RandomDice, turns_at_random

FRONT = {
    "russia": "soviet_union: 3 infantry, 2 tank, 1 fighter",
    "caucasus": "soviet_union: 2 infantry",
    "west_russia": "germany: 1 infantry",
    "ukraine": "germany: 1 tank",
    "sz4": "soviet_union: 1 submarine",
}


class Phase:
    """A phase with all its events."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.start = table.state
        self.events: list[Event] = []

    def do(self, action: dict[str, object], dice: str = "") -> None:
        """Carry out an action."""
        self.table.do(action, dice)
        self.events += self.table.events

    def move(self, text: str) -> None:
        """Move units."""
        self.table.move(text)
        self.events += self.table.events

    def end(self, dice: str = "") -> PhaseReport:
        """End the phase; gives its report."""
        self.do({"type": "end_phase"}, dice)
        return phase_report(Timeline.of(self.start, self.events))


def combat_move() -> Phase:
    phase = Phase(position("soviet_union", "combat_move", FRONT))
    phase.move("2 infantry: russia > west_russia")
    phase.move("1 infantry: caucasus > ukraine")
    phase.move("1 infantry, 1 fighter: russia > west_russia")
    phase.do({"type": "undo", "order": 1})
    return phase


def test_a_combat_move_lists_moves_by_way_without_undone_orders_and_the_battles_ahead() -> None:
    report = combat_move().end()
    assert report.title == "Soviet Union, round 1, combat move"
    assert report.text == (
        "Moves:\n"
        "3 infantry, 1 fighter: Russia to West Russia\n"
        "Battles:\n"
        "West Russia: 3 infantry, 1 fighter against 1 infantry\n"
        "Next: conduct combat."
    )
    assert report.arrows == (Arrow(("russia", "west_russia"), "soviet_union", "3 infantry, 1 fighter"),)
    assert report.spaces == ("russia", "west_russia")
    assert [clash.space for clash in report.battles] == ["west_russia"]


def test_the_draft_numbers_the_orders_and_shows_what_is_left() -> None:
    assert own_orders_text(combat_move().table.state) == (
        "**Soviet Union · round 1 · combat move**\n"
        "1. 2 infantry: Russia to West Russia\n"
        "2. 1 infantry, 1 fighter: Russia to West Russia\n"
        "Battles ahead:\n"
        "West Russia: 3 infantry, 1 fighter against 1 infantry\n"
        "Not moved yet: 2 tanks in Russia; 2 infantry in the Caucasus; 1 submarine in sea zone 4."
    )


def test_aircraft_on_a_carrier_count_as_not_moved() -> None:
    fleet = {"sz45": "japan: 2 fighter, 1 aircraft_carrier", "sz46": "japan: 1 fighter, 1 aircraft_carrier"}
    table = position("japan", "noncombat_move", fleet)
    both = "Not moved yet: 2 fighters, 1 aircraft carrier in sea zone 45; 1 fighter, 1 aircraft carrier in sea zone 46."
    assert both in own_orders_text(table.state)
    table.move("1 aircraft_carrier: sz46 > sz38")
    left = "Not moved yet: 2 fighters, 1 aircraft carrier in sea zone 45; 1 fighter in sea zone 46."
    assert left in own_orders_text(table.state)


def test_the_panel_shows_the_turn_and_nothing_of_the_open_orders() -> None:
    phase = combat_move()
    assert panel_text(phase.table.state, "<@7>", 1700000000) == (
        "**Soviet Union · round 1 · combat move** — <@7>'s turn · <t:1700000000:R>\nMove units into battle. To attack "
        "nobody, end the phase."
    )
    assert panel_text(phase.table.state, "<@7>", None) == panel_text(phase.start, "<@7>", None)


def test_open_purchases_and_placements_are_not_public() -> None:
    buying = Phase(position("germany", "purchase", {"germany": "germany: 1 infantry"}))
    buying.do({"type": "purchase", "units": {"tank": 2}})
    seats = {"germany": "<@7>"}
    assert panel_text(buying.table.state, "<@7>", None) == panel_text(buying.start, "<@7>", None)
    assert status_text(buying.table.state, seats, None) == status_text(buying.start, seats, None)
    placing = Phase(position("germany", "mobilize", {}, purchased={"germany": {"tank": 2}}))
    placing.do({"type": "mobilize", "units": {"tank": 1}, "space": "germany"})
    assert "Place 2 tanks." in panel_text(placing.table.state, "<@7>", None)
    assert "Still to place: 1 tank." in own_orders_text(placing.table.state)


def test_combat_is_summed_up_in_gains_losses_and_dice_with_a_line_for_each_battle() -> None:
    phase = Phase(position("soviet_union", "combat_move", FRONT))
    phase.move("3 infantry: russia > west_russia")
    phase.move("2 infantry: caucasus > ukraine")
    phase.end()
    combat = Phase(phase.table)
    combat.do({"type": "battle", "space": "ukraine"}, "6 6 1")
    combat.do({"type": "decide", "kind": "retreat", "choice": {"retreat": "caucasus"}})
    combat.do({"type": "battle", "space": "west_russia"}, "1 1 6 6")
    (report,) = phase_reports(Timeline.of(combat.start, combat.events))
    assert report.title == "Soviet Union, round 1, conduct combat"
    assert report.text == (
        "Took West Russia (+1 income).\n"
        "Lost 1 infantry (3 IPCs) for 1 infantry (3 IPCs).\n"
        "Dice: Soviet Union 2 hits, 1.2 above expectation; defenders 1 hit, 0.2 above expectation.\n"
        "Ukraine, 1 round: retreated to the Caucasus; lost 1 infantry for nothing\n"
        "West Russia, 1 round: taken; destroyed 1 infantry without loss\n"
        "Next: noncombat move."
    )
    assert report.arrows == (Arrow(("ukraine", "caucasus"), "soviet_union", "1 infantry"),)
    assert [clash.space for clash in report.battles] == ["ukraine", "west_russia"]


def test_a_battle_without_a_post_is_told_with_its_forces_before_the_dice_and_its_losses_once() -> None:
    phase = Phase(position("soviet_union", "combat_move", FRONT))
    phase.move("3 infantry: russia > west_russia")
    phase.end()
    combat = Phase(phase.table)
    combat.do({"type": "battle", "space": "west_russia"}, "1 6 6 6")
    (report,) = phase_reports(Timeline.of(combat.start, combat.events), lambda _: False)
    assert report.text.split("\n")[1:-1] == [
        "Destroyed 1 infantry (3 IPCs) without loss.",
        "Dice: Soviet Union 1 hit, 0.5 above expectation; defenders 0 hits, 0.3 below expectation.",
        "West Russia, 1 round: taken",
        "> 3 infantry against 1 infantry",
        "> Attackers roll: infantry **1** 6 6 — 1 hit (expected 0.5)",
        "> Defenders lose 1 infantry",
        "> Defenders roll: infantry 6 — 0 hits (expected 0.3)",
        "> Luck: the Soviet Union 3 IPCs better than expected (luckier than in 72 of 100 such battles).",
    ]


def test_mobilizing_tells_the_income_and_whose_turn_is_next() -> None:
    phase = Phase(position("united_states", "mobilize", {}, purchased={"united_states": {"infantry": 2}}))
    phase.do({"type": "mobilize", "units": {"infantry": 2}, "space": "eastern_united_states"})
    assert phase.end().text == (
        "Placed 2 infantry in the Eastern United States.\n"
        "The United States collects 17 IPCs; 34 IPCs in the treasury.\n"
        "Next: Soviet Union, round 2, purchase."
    )


def test_a_purchase_shows_units_cost_and_what_is_left() -> None:
    phase = Phase(Table(new_game("aa1941")))
    phase.do({"type": "purchase", "units": {"infantry": 2}})
    phase.do({"type": "purchase", "units": {"tank": 1}})
    assert phase.end().text == "Bought 1 tank for 6 IPCs; 1 IPC left.\nNext: combat move."


def test_a_phase_of_combat_without_battles_has_no_report_of_its_own() -> None:
    phase = Phase(position("soviet_union", "combat_move", FRONT))
    phase.do({"type": "end_phase"})
    (report,) = phase_reports(Timeline.of(phase.start, phase.events))
    assert report.text == "No combat moves.\nNext: noncombat move."


def test_units_without_room_are_told_with_the_price_that_comes_back() -> None:
    ruined = {"italy": {"damage": {"industrial_complex": 5}}}
    known = {"italy": ["improved_shipyards"]}
    bought = {"italy": {"destroyer": 2}}
    table = position(
        "italy", "mobilize", {}, setup="anniversary_1941", technologies=known, purchased=bought, more_spaces=ruined
    )
    phase = Phase(table)
    phase.do({"type": "mobilize", "units": {"destroyer": 1}, "space": "sz14"})
    text = phase.end().text
    assert "Placed 1 destroyer in sea zone 14.\nNo room for 1 destroyer: returned for 7 IPCs.\n" in text
    assert table.ipcs("italy") == 10 + 7 + table.happened("income_collected")[0].amount


def test_the_status_shows_money_income_players_and_the_way_to_victory() -> None:
    table = position("germany", "purchase", {}, owners={"russia": "germany"}, game_round=3)
    assert status_text(table.state, {"germany": "<@1>", "soviet_union": "<@2>"}, None) == (
        "**Round 3 · Germany · purchase**\n"
        "Soviet Union: 7 IPCs, income 4, capital lost — <@2>\n"
        "Germany: 12 IPCs, income 15 — <@1>\n"
        "United Kingdom: 12 IPCs, income 12 — nobody\n"
        "Japan: 9 IPCs, income 9 — nobody\n"
        "United States: 17 IPCs, income 17 — nobody\n"
        "The Axis: 1 of 2 cities needed for victory (Moscow; still to take: London, Washington DC), "
        "checked after the United States' turn\n"
        "The Allies: 0 of 2 cities needed for victory (still to take: Berlin, Tokyo), checked after Japan's turn"
    )


def test_the_end_of_the_game_names_the_winner_the_reason_and_the_incomes() -> None:
    table = Table(new_game("aa1941"))
    for power in ("soviet_union", "united_kingdom", "united_states"):
        table.do({"type": "concede", "power": power})
    assert winner_text(table.state, table.happened("game_won")[0].reason) == (
        "**The Axis wins.** The Allies concede.\n"
        "Round 1. Income: Soviet Union 7, Germany 12, United Kingdom 12, Japan 9, United States 17."
    )
    assert panel_text(table.state, "<@1>", None).endswith("The game is over: the Axis won.")


@pytest.mark.parametrize(
    ("power", "phase", "spaces", "more", "expected"),
    [
        ("soviet_union", "purchase", {}, {}, ("You have 7 IPCs unspent.",)),
        ("soviet_union", "purchase", {}, {"ipcs": {"soviet_union": 2}}, ()),
        (
            "soviet_union",
            "purchase",
            {},
            {"ipcs": {"soviet_union": 0}, "purchased": {"soviet_union": {"infantry": 6}}},
            ("You ordered 6 units, but the Caucasus and Russia can place 5. The rest will be returned.",),
        ),
        (
            "germany",
            "noncombat_move",
            {"sz6": "germany: 1 transport"},
            {"cargo": {"sz6": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}},
            ("The transport in sea zone 6 still carries 2 infantry.",),
        ),
    ],
)
def test_before_a_phase_ends_only_real_slips_are_named(
    power: str,
    phase: str,
    spaces: dict[str, str],
    more: dict[str, Any],
    expected: Sequence[str],
) -> None:
    assert end_phase_warnings(position(power, phase, spaces, **more).state) == tuple(expected)


def test_aircraft_without_a_landing_place_are_named_before_the_phase_ends() -> None:
    state = position("germany", "noncombat_move", {"sz6": "germany: 2 fighter"}).state
    tired = with_pieces(state, [replace(piece, used=4) for piece in state.at("sz6")])
    assert end_phase_warnings(tired) == ("2 fighters over sea zone 6 will be lost: no landing place.",)
    assert "Still to land: 2 fighters over sea zone 6 (range 0)." in own_orders_text(tired)


def test_the_log_has_a_line_for_what_matters_and_none_for_the_rest() -> None:
    phase = combat_move()
    phase.end()
    phase.do({"type": "battle", "space": "west_russia"}, "1 6 6 6 1")
    lines, state = [], phase.start
    for event in phase.events:
        if line := event_line(state, event):
            lines.append(line)
        state = fold(state, [event])
    assert lines == [
        "2 infantry: Russia to West Russia",
        "1 infantry: Caucasus to Ukraine",
        "1 infantry, 1 fighter: Russia to West Russia",
        "Order 2 taken back",
        "Soviet Union: conduct combat",
        "Battle in West Russia: 3 infantry, 1 fighter against 1 infantry",
        "Attackers roll: infantry **1** 6 6 · fighter 6 — 1 hit (expected 1.0)",
        "Defenders lose 1 infantry",
        "Defenders roll: infantry **1** — 1 hit (expected 0.3)",
        "The Soviet Union chooses casualties for 1 hit in West Russia from 3 infantry, 1 fighter.",
    ]
    question = "The Soviet Union chooses casualties for 1 hit in West Russia from 3 infantry, 1 fighter."
    assert f"Now fighting: West Russia.\n{question}" in own_orders_text(phase.table.state)
    assert panel_text(phase.table.state, "<@7>", None) == (
        "**Soviet Union · round 1 · conduct combat** — <@7>'s turn\n"
        "The Soviet Union chooses casualties for 1 hit in West Russia from 3 infantry, 1 fighter."
    )


def test_what_cannot_move_in_this_phase_is_not_said_to_be_unmoved() -> None:
    spaces = {"romania": "germany: 1 tank, 1 aaa"}
    table = position("germany", "combat_move", spaces, setup="global_1940")
    assert "Not moved yet: 1 tank in Romania." in own_orders_text(table.state)
    table = position("germany", "noncombat_move", spaces, setup="global_1940").move("1 tank: romania > bulgaria")
    assert "Not moved yet: 1 antiaircraft gun in Romania." in own_orders_text(table.state)


def test_the_last_order_is_seen_in_a_long_draft() -> None:
    table = position(
        "germany",
        "noncombat_move",
        {"germany": "germany: 30 infantry", "poland": "germany: 1 tank"},
        setup="global_1940",
    )
    for _ in range(25):
        table.move("1 infantry: germany > poland")
    told = own_orders_text(table.move("1 tank: poland > germany").state)
    assert "26. 1 tank: Poland to Germany" in told
    assert "earlier orders" in told


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.whole) for seed in (0, 1))])
def test_every_text_of_a_game_fits_a_message(seed: int) -> None:
    rng = Random(seed)
    reported = 0
    for game in turns_at_random(rng, 8):
        seats = {power.id: "<@123456789012345678>" for power in game.state.edition.powers}
        for text in (
            panel_text(game.state, "<@123456789012345678>", 1700000000),
            own_orders_text(game.state),
            status_text(game.state, seats, 1700000000),
            "\n".join(end_phase_warnings(game.state)),
        ):
            assert len(text) <= LIMIT
        reports = phase_reports(Timeline.of(game.start, game.events))
        assert all(0 < len(report.text) <= LIMIT for report in reports)
        reported += len(reports)
        if reports:
            _tell_all(game.start, game.events)
            *_, last = chapters(game.start, followed(game.start, game.events))
            game.start, game.events = last.start, list(last.events)
        _answer_all(game, rng)
    assert reported > 20


def _tell_all(state: GameState, events: Sequence[Event]) -> None:
    for event in events:
        line = event_line(state, event)
        assert line is None or (line and "\n" not in line)
        state = fold(state, [event])


def _answer_all(game: Game, rng: Random) -> None:
    while game.state.requests:
        request = rng.choice(game.state.requests)
        power = waiting_for(request)[0]
        _, offers = request_card(game.state, request, power)
        for offer in offers:
            answer = {"type": "decide", "request": request.id, "power": power, "choice": offer.choice}
            apply(game.state, answer, RandomDice(Random(1)))
        game.do({"type": "decide", "request": request.id, "power": power, "choice": rng.choice(offers).choice})


def test_capitals_that_stand_open_are_named_before_a_phase_ends() -> None:
    spaces = {"west_russia": "germany: 2 tank"}
    attack = position("germany", "combat_move", spaces).state
    assert end_phase_warnings(attack) == ("Russia is undefended, and 2 tanks in West Russia could take it.",)
    home = position("soviet_union", "noncombat_move", spaces | {"urals": "soviet_union: 1 infantry"}).state
    assert end_phase_warnings(home) == ("Russia is undefended, and Germany could get there next turn.",)


def test_a_noncombat_move_in_which_nothing_moved_is_asked_about() -> None:
    spaces = {"russia": "soviet_union: 2 infantry", "urals": "soviet_union: 1 tank"}
    state = position("soviet_union", "noncombat_move", spaces).state
    assert end_phase_warnings(state) == ("Not moved: 2 infantry in Russia; 1 tank in the Urals.",)


def test_a_purchase_is_pictured_by_the_home_complexes() -> None:
    state = new_game("aa1941", {})
    bought = apply(state, {"type": "purchase", "units": {"infantry": 2}}, ScriptedDice(()))
    ended = apply(bought.state, {"type": "end_phase"}, ScriptedDice(()))
    (report,) = phase_reports(Timeline.of(state, (*bought.events, *ended.events)))
    assert report.spaces == ("russia", "caucasus")
    assert report.in_short == "Bought 2 infantry for 6 IPCs; 1 IPC left."


def test_a_phase_that_only_waited_for_answers_is_no_news() -> None:
    start = position("soviet_union", "conduct_combat", FRONT).state
    assert phase_report(Timeline.of(start, [StepReached(1), StepReached(None)])).is_quiet

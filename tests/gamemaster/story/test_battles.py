"""The post of a battle, and what it asks of whom."""

from __future__ import annotations

from random import Random

import pytest

from engine import apply
from engine.errors import IllegalAction
from engine.events import Event
from gamemaster.narration import LIMIT, Timeline, fought_texts, phase_report, request_card, request_text, waiting_for
from gamemaster.narration.battles.campaign import combat_lines
from gamemaster.narration.battles.rounds import both_can_fight, brief, round_stories
from gamemaster.narration.questions.offers import MOST_OFFERS
from tests.engine.table import Table, position
from tests.gamemaster.story.playing import RandomDice, battle_at_random, told_battle
from tests.samples import every

TURN = "soviet_union", "combat_move"


class Fight:
    """A battle with all its events, told from its beginning."""

    def __init__(self, table: Table, space: str, dice: str) -> None:
        table.end_phase()
        self.table = table
        self.start = table.state
        table.battle(space, dice)
        self.events: list[Event] = list(table.events)

    def decide(self, kind: str, choice: object, dice: str = "") -> None:
        """Answer a question."""
        self.table.decide(kind, choice, dice)
        self.events += self.table.events

    @property
    def text(self) -> str:
        """The battle's post now."""
        return told_battle(Timeline.of(self.start, self.events))


def west_russia() -> Fight:
    table = position(
        *TURN, {"russia": "soviet_union: 3 infantry, 2 tank", "west_russia": "germany: 3 infantry, 1 fighter"}
    )
    table.move("3 infantry, 2 tank: russia > west_russia")
    return Fight(table, "west_russia", "1 3 6 2 4")


def test_a_battle_shows_dice_by_unit_hits_against_expectation_and_who_must_choose() -> None:
    assert west_russia().text == (
        "**West Russia, round 1** — the Soviet Union attacks\n"
        "3 infantry, 2 tanks against 3 infantry, 1 fighter\n"
        "Attackers roll: infantry **1** 3 6 · tank **2** 4 — 2 hits (expected 1.5)\n"
        "Now: Germany chooses casualties for 2 hits in West Russia from 3 infantry, 1 fighter."
    )


def test_a_battle_goes_on_round_by_round_until_the_territory_is_taken() -> None:
    fight = west_russia()
    fight.decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    fight.decide("casualties", {"units": {"infantry": 2}})
    fight.decide("retreat", {"press": True}, "1 3 5 6 6")
    assert fight.text == (
        "**West Russia, 2 rounds** — the Soviet Union attacks\n"
        "3 infantry, 2 tanks against 3 infantry, 1 fighter\n"
        "__Round 1__\n"
        "Attackers roll: infantry **1** 3 6 · tank **2** 4 — 2 hits (expected 1.5)\n"
        "Defenders lose 2 infantry\n"
        "Defenders roll: infantry **2** **2** 5 · fighter 6 — 2 hits (expected 1.7)\n"
        "Attackers lose 2 infantry\n"
        "__Round 2__\n"
        "Attackers roll: infantry **1** · tank **3** 5 — 2 hits (expected 1.2)\n"
        "Defenders lose 1 infantry, 1 fighter\n"
        "Defenders roll: infantry 6 · fighter 6 — 0 hits (expected 1.0)\n"
        "The Soviet Union wins in West Russia with 1 infantry, 2 tanks.\n"
        "Took West Russia (+1 income).\n"
        "Luck: the Soviet Union 10 IPCs better than expected (luckier than in 89 of 100 such battles)."
    )


def test_a_retreat_says_who_goes_where_and_who_still_has_to_land() -> None:
    table = position(
        *TURN, {"russia": "soviet_union: 2 infantry, 1 fighter", "west_russia": "germany: 3 infantry, 1 tank"}
    )
    table.move("2 infantry, 1 fighter: russia > west_russia")
    fight = Fight(table, "west_russia", "6 6 6 6 6 6 6")
    assert request_text(fight.table.state, fight.table.state.requests[0]) == (
        "The Soviet Union decides in West Russia: press on with 2 infantry, 1 fighter against 3 infantry, 1 tank, "
        "or retreat to Russia."
    )
    fight.decide("retreat", {"retreat": "russia"})
    assert fight.text.split("\n")[-3:] == [
        "The Soviet Union retreats to Russia: 2 infantry; 1 fighter will land in the noncombat move",
        "West Russia holds with 3 infantry, 1 tank.",
        "Luck: the Soviet Union 2 IPCs better than expected (luckier than in 55 of 100 such battles).",
    ]


def test_joint_defenders_are_named_with_their_owner_to_the_end() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "eastern_europe": "germany: 4 tank",
            "ukraine": "soviet_union: 1 infantry; united_kingdom: 2 infantry",
        },
        owners={"ukraine": "soviet_union"},
    )
    table.move("4 tank: eastern_europe > ukraine")
    fight = Fight(table, "ukraine", "1 6 6 6")
    assert fight.text.split("\n")[-1] == (
        "Now: the Soviet Union and the United Kingdom together choose casualties for 1 hit in Ukraine "
        "from 1 Soviet infantry, 2 British infantry."
    )
    fight.decide("casualties", {"units": {"united_kingdom": {"infantry": 1}}})
    text, offers = request_card(fight.table.state, fight.table.state.requests[0], "united_kingdom")
    assert text == (
        "**Ukraine, round 1**: choose 1 casualty from your side's 1 Soviet infantry, 2 British infantry.\nCasualties "
        "still fire this round.\nThe owners choose together. If you don't answer, the default stands for you.\nThe "
        "Soviet Union proposes 1 British infantry."
    )
    assert [(offer.label, offer.choice) for offer in offers[:2]] == [
        ("1 British infantry (default)", "default"),
        ("Agree: 1 British infantry", "agree"),
    ]


def test_a_long_battle_keeps_its_last_three_rounds_in_full_and_the_older_ones_short() -> None:
    table = position(*TURN, {"russia": "soviet_union: 1 infantry", "west_russia": "germany: 1 infantry"})
    table.move("1 infantry: russia > west_russia")
    fight = Fight(table, "west_russia", "6 6")
    for _ in range(4):
        fight.decide("retreat", {"press": True}, "6 6")
    lines = fight.text.split("\n")
    assert lines[2:4] == [
        "Round 1: attackers 0 hits (expected 0.2), defenders 0 hits (expected 0.3); no losses",
        "Round 2: attackers 0 hits (expected 0.2), defenders 0 hits (expected 0.3); no losses",
    ]
    assert [line for line in lines if line.startswith("__")] == ["__Round 3__", "__Round 4__", "__Round 5__"]
    for _ in range(60):
        fight.decide("retreat", {"press": True}, "6 6")
    assert fight.text.split("\n")[2].startswith("Rounds 1 to 62: attackers 0 hits (expected 10.3)")
    assert len(fight.text) <= LIMIT


def test_what_is_decided_before_the_first_round_is_told_short_in_one_line() -> None:
    units = {
        "russia": "soviet_union: 1 infantry",
        "west_russia": "germany: 1 infantry",
        "sz3": "soviet_union: 1 submarine",
        "sz4": "germany: 1 transport",
    }
    table = position(*TURN, units)
    table.move("1 infantry: russia > west_russia").move("1 submarine: sz3 > sz4").end_phase()
    start, events = table.state, list[Event]()
    for space, dice in (("sz4", ""), ("west_russia", "6 6")):
        table.battle(space, dice)
        events += table.events
    for _ in range(9):
        table.decide("retreat", {"press": True}, "6 6")
        events += table.events
    course = Timeline.of(start, events)
    lines = combat_lines(start, course.steps, lambda _: False)
    at = lines.index("Sea zone 4: cleared; destroyed 1 transport without loss")
    assert lines[at + 1].startswith("West Russia")
    assert lines[at + 2].startswith("> Round 1: attackers 0 hits (expected 0.2), defenders 0 hits")
    assert brief(start, round_stories(start, course.battles[0])) == (
        "Before the first round: destroyed 1 transport without loss"
    )


@pytest.mark.parametrize("seed", every(2, range(40)))
def test_every_answer_offered_is_accepted_and_every_text_fits(seed: int) -> None:
    rng = Random(seed)
    game = battle_at_random(rng)
    while game.state.requests:
        request = rng.choice(game.state.requests)
        power = rng.choice(waiting_for(request))
        text, offers = request_card(game.state, request, power)
        assert len(text) <= LIMIT
        assert 1 <= len(offers) <= MOST_OFFERS
        assert offers[0].choice == "default"
        assert [offer.label for offer in offers if offer.label.endswith("(default)")] == [offers[0].label]
        assert len({offer.label for offer in offers}) == len(offers)
        for offer in offers:
            assert len(offer.label) <= 80
            assert len(offer.description) <= 100
            answer = {"type": "decide", "request": request.id, "power": power, "choice": offer.choice}
            try:
                apply(game.state, answer, RandomDice(Random(1)))
            except IllegalAction as no:
                pytest.fail(f"{offer} is refused: {no}")
        chosen = rng.choice(offers).choice
        game.do({"type": "decide", "request": request.id, "power": power, "choice": chosen})
        assert len(told_battle(Timeline.of(game.start, game.events))) <= LIMIT


def test_who_has_hit_all_enemies_has_nobody_left_to_fight_to_the_end() -> None:
    units = {"russia": "soviet_union: 3 infantry, 2 tank", "west_russia": "germany: 1 infantry"}
    fight = Fight(position(*TURN, units).move("3 infantry, 2 tank: russia > west_russia"), "west_russia", "1 1 1 1 1 1")
    assert [request.kind for request in fight.table.state.requests] == ["casualties"]
    assert not both_can_fight(fight.table.state)
    assert "against nobody" in fight.text
    assert both_can_fight(west_russia().table.state)


@pytest.mark.parametrize(("unit", "is_said"), [("submarine", True), ("destroyer", False)])
def test_hits_by_aircraft_are_told_apart_only_beside_submarines(unit: str, is_said: bool) -> None:
    fleets = {
        "sz5": "germany: 2 fighter, 1 destroyer, 1 aircraft_carrier",
        "sz6": f"united_kingdom: 1 {unit}, 1 transport, 1 battleship",
    }
    table = position("germany", "combat_move", fleets)
    table.move("2 fighter, 1 destroyer, 1 aircraft_carrier: sz5 > sz6").end_phase().battle("sz6", "6 6 1 1")
    card = request_card(table.state, table.state.requests[0], "united_kingdom")[0]
    assert ("Of these" in card) == is_said
    assert ("2 hits come from aircraft, which need a destroyer to hit submarines." in card) == is_said


def test_what_came_of_a_last_choice_tells_no_forces_against_nobody() -> None:
    units = {"russia": "soviet_union: 3 infantry, 2 tank", "west_russia": "germany: 1 infantry"}
    fight = Fight(position(*TURN, units).move("3 infantry, 2 tank: russia > west_russia"), "west_russia", "1 1 1 1 1 1")
    before, told = fight.table.state, len(fight.events)
    fight.decide("casualties", {"units": {"infantry": 1}})
    assert fought_texts(Timeline.of(before, fight.events[told:])) == (
        (
            "**West Russia, 1 round** — the Soviet Union attacks\n"
            "Attackers lose 1 infantry\n"
            "The Soviet Union wins in West Russia with 2 infantry, 2 tanks.\n"
            "Took West Russia (+1 income)."
        ),
    )


def test_aircraft_that_win_alone_are_told_to_take_nothing() -> None:
    table = position(*TURN, {"russia": "soviet_union: 1 bomber", "west_russia": "germany: 1 infantry"})
    fight = Fight(table.move("1 bomber: russia > west_russia"), "west_russia", "1 6")
    assert fight.text.split("\n")[-2:] == [
        "The Soviet Union wins in West Russia with 1 bomber, but takes nothing: only land units take territory.",
        "Luck: the Soviet Union 5 IPCs better than expected (luckier than in 56 of 100 such battles).",
    ]


def test_a_zone_from_which_a_submarine_dived_is_not_told_to_be_cleared() -> None:
    table = position(
        "united_kingdom", "combat_move", {"sz6": "united_kingdom: 1 submarine", "sz5": "germany: 1 submarine"}
    )
    table.move("1 submarine: sz6 > sz5").end_phase()
    start = table.state
    table.battle("sz5", "")
    events = list(table.events)
    for power, choice in (("united_kingdom", {}), ("germany", {"submarine": 1})):
        table.decide("submerge", choice, power=power)
        events += table.events
    table.end_phase()
    report = phase_report(Timeline.of(start, [*events, *table.events]))
    assert "Sea zone 5, 1 round: won; 1 submarine submerged" in report.text


def test_a_round_without_dice_and_forces_that_have_not_changed_are_not_told() -> None:
    fight = west_russia()
    fight.decide("casualties", {"units": {"infantry": 2}}, "2 2 5 6")
    before, told = fight.table.state, len(fight.events)
    fight.decide("casualties", {"units": {"infantry": 2}})
    (text,) = fought_texts(Timeline.of(before, fight.events[told:]))
    assert "Round" not in text.replace("West Russia, round 1", "")
    assert text.count("against") == 2, "who met, and who is left"

"""Answers as players type them, and the cards of questions that battles seldom ask."""

from __future__ import annotations

from typing import Any

import pytest

from engine import GameState
from engine.errors import IllegalAction
from engine.state.questions import Request
from gamemaster.narration import Offer, read_choice, request_card, request_text
from gamemaster.narration.questions.offers import MOST_OFFERS
from tests.engine.table import position

SEA = {"sz5": "germany: 1 submarine, 1 battleship, 2 destroyer", "sz6": "united_kingdom: 2 submarine, 1 destroyer"}


ROUND = {"side": "attacker", "round": 1, "press": True, "who": ["sea"]}


def asked(kind: str, **options: Any) -> Request:
    """A question with these options, in the first round of a battle if it is asked in one."""
    default = options.pop("default", {})
    return Request("id", kind, "germany", ("germany",), "sz5", ROUND | options, default)


@pytest.mark.parametrize(
    ("kind", "text", "choice"),
    [
        ("casualties", "2 infantry, 1 tank", {"units": {"infantry": 2, "tank": 1}}),
        ("casualties", "2 inf and 1 tank", {"units": {"infantry": 2, "tank": 1}}),
        ("casualties", "damage 1 battleship", {"units": {}, "damaged": {"battleship": 1}}),
        ("casualties", "1 sub, 1 bb damaged", {"units": {"submarine": 1}, "damaged": {"battleship": 1}}),
        (
            "casualties",
            "germany: 1 infantry; japan: 1 fighter",
            {"units": {"germany": {"infantry": 1}, "japan": {"fighter": 1}}},
        ),
        ("casualties", "japan: 1 fighter", {"units": {"japan": {"fighter": 1}}}),
        (
            "casualties",
            "1 German infantry, 1 Japanese fighter",
            {"units": {"germany": {"infantry": 1}, "japan": {"fighter": 1}}},
        ),
        (
            "casualties",
            "japan: 1 sub, damage 1 battleship",
            {"units": {"japan": {"submarine": 1}}, "damaged": {"japan": {"battleship": 1}}},
        ),
        ("casualties", "Default", "default"),
        ("casualties", " agree ", "agree"),
        ("retreat", "press", {"press": True}),
        ("retreat", "Press on", {"press": True}),
        ("retreat", "retreat ukraine", {"retreat": "ukraine"}),
        ("retreat", "retreat to sea zone 5", {"retreat": "sz5"}),
        ("submerge", "submerge 2", {"submarine": 2}),
        ("submerge", "0", {}),
        ("submerge", "none", {}),
        ("submerge", "all", {"submarine": 2}),
        ("submerge", "1 submarine", {"submarine": 1}),
        ("stranded_landing", "japan: 1 fighter", {"japan": {"fighter": 1}}),
        ("stranded_landing", "1 fighter to japan, 1 fighter to sz 5", {"japan": {"fighter": 1}, "sz5": {"fighter": 1}}),
    ],
)
def test_a_typed_answer_is_understood(kind: str, text: str, choice: object) -> None:
    state = position("germany", "combat_move", SEA).state
    options = {"submerge": {"submarine": 2}, "retreat": ["ukraine", "germany"]}
    assert read_choice(state, asked(kind, **options), text) == choice


def test_a_retreat_without_a_name_goes_the_only_way_there_is() -> None:
    state = position("germany", "combat_move", SEA).state
    assert read_choice(state, asked("retreat", retreat=["sz5"]), "retreat") == {"retreat": "sz5"}
    assert read_choice(state, asked("retreat", retreat=[None]), "withdraw the aircraft") == {"retreat": None}


@pytest.mark.parametrize(
    ("kind", "text", "rule"),
    [
        ("casualties", "", "form"),
        ("casualties", "infantry", "form"),
        ("casualties", "2 elephants", "units"),
        ("casualties", "atlantis: 1 infantry", "power"),
        ("retreat", "retreat", "form"),
        ("retreat", "retreat atlantis", "space"),
        ("submerge", "2 elephants", "units"),
        ("stranded_landing", "home", "form"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_form_to_use(kind: str, text: str, rule: str) -> None:
    state = position("germany", "combat_move", SEA).state
    options = {"submerge": {"submarine": 2}, "retreat": ["ukraine", "germany"]}
    with pytest.raises(IllegalAction) as refusal:
        read_choice(state, asked(kind, **options), text)
    assert refusal.value.rule == rule


def sea_battle() -> GameState:
    spaces = {"sz5": "germany: 1 battleship, 1 submarine", "sz6": "united_kingdom: 2 submarine"}
    table = position("germany", "combat_move", spaces)
    table.move("1 battleship, 1 submarine: sz5 > sz6", attack=True).end_phase()
    return table.battle("sz6").state


def test_submarines_are_offered_none_some_or_all() -> None:
    state = sea_battle()
    (request,) = state.requests
    assert request_text(state, request) == "Germany decides in sea zone 6: 1 submarine can submerge."
    text, offers = request_card(state, request, "germany")
    assert text == (
        "**Sea zone 6, round 1**: your submarine can submerge now and leave the battle, or stay and fight. "
        "1 submarine, 1 battleship against 2 submarines."
    )
    assert offers == (
        Offer("Stay and fight (default)", "In battle: 1 submarine", "default"),
        Offer("Submerge 1 submarine", "In battle: none", {"submarine": 1}),
    )


def test_only_as_many_landings_are_offered_as_a_menu_holds() -> None:
    state = position("germany", "combat_move", SEA).state
    places = dict.fromkeys(("japan", "manchuria", "coastal_china", "southeast_asia"), 6)
    request = asked("stranded_landing", units={"fighter": 6}, places=places, default={"southeast_asia": {"fighter": 6}})
    text, offers = request_card(state, request, "germany")
    assert len(offers) == MOST_OFFERS
    assert offers[0].label == "6 fighters in Southeast Asia (default)"
    assert "To choose another landing, use /decide" in text


def test_stranded_aircraft_are_offered_every_way_to_land_them_all() -> None:
    state = position("germany", "combat_move", SEA).state
    request = asked(
        "stranded_landing",
        units={"fighter": 2},
        places={"japan": 2, "sz6": 1},
        default={"japan": {"fighter": 2}},
    )
    text, offers = request_card(state, request, "germany")
    assert text == "Your 2 fighters without a carrier over sea zone 5 must land within 1 space."
    assert [(offer.label, offer.choice) for offer in offers] == [
        ("2 fighters in Japan (default)", "default"),
        ("1 fighter in Japan, 1 fighter in sea zone 6", {"japan": {"fighter": 1}, "sz6": {"fighter": 1}}),
    ]

"""What may be answered to each kind of request: the schemas in docs/choices, and answers that make no sense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine import IllegalAction, Refusal, apply, state_to_json
from engine.ask import is_legal
from engine.queries.legality import refusal_of
from engine.questions import QUESTIONS
from tests.engine.questions import asked
from tests.engine.random_games import RolledDice
from tests.engine.random_orders import RandomPlayer
from tests.schemas import SCHEMAS, as_text, path_of

KINDS = tuple(QUESTIONS)


def schema(kind: str) -> Draft202012Validator:
    """The published schema of a kind of choice."""
    return Draft202012Validator(json.loads(path_of(QUESTIONS[kind]).read_text(encoding="utf-8")))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_request_can_be_asked_and_has_a_schema(kind: str) -> None:
    assert [request.kind for request in asked(kind).requests] == [kind]
    Draft202012Validator.check_schema(schema(kind).schema)


def test_the_published_schemas_are_those_of_the_models() -> None:
    published = {path: path.read_text(encoding="utf-8") for path in SCHEMAS.glob("*.json")}
    assert published == {path_of(question): as_text(question) for question in QUESTIONS.values()}, "make schemas"


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_answer_is_valid_by_the_schema_and_legal(kind: str) -> None:
    request = asked(kind).requests[0]
    assert schema(kind).is_valid(dict(request.default))
    for power in request.powers:
        assert is_legal(
            asked(kind),
            {"type": "decide", "request": request.id, "power": power, "choice": dict(request.default)},
        )


def choices(kind: str) -> Iterator[Any]:
    """Legal choices of a kind."""
    for seed in range(40):
        yield getattr(RandomPlayer(Random(seed)), f"_choose_{kind}")(asked(kind), asked(kind).requests[0])


@pytest.mark.parametrize("kind", KINDS)
def test_legal_choices_are_valid_by_the_schema(kind: str) -> None:
    request = asked(kind).requests[0]
    for choice in choices(kind):
        assert schema(kind).is_valid(choice), choice
        assert is_legal(asked(kind), {"type": "decide", "request": request.id, "choice": choice}), choice


@pytest.mark.parametrize(
    ("kind", "choice"),
    [
        ("casualties", {"units": {"infantry": -1}}),
        ("casualties", {"units": {"infantry": "two"}}),
        ("casualties", {"killed": 1}),
        ("casualties", {"pick": "infantry"}),
        ("retreat", {}),
        ("retreat", {"press": True, "retreat": "germany"}),
        ("retreat", {"retreat": 5}),
        ("retreat", {"retreat": "germany", "who": "land"}),
        ("retreat", {"press": True, "submerge": 1}),
        ("submerge", {"submarine": -1}),
        ("submerge", [1]),
        ("kaiten_torpedoes", {"submarine": -1}),
        ("kaiten_torpedoes", {"submarine": "all"}),
        ("stranded_landing", {"japan": 1}),
        ("stranded_landing", {"japan": {"fighter": -1}}),
        ("bombardment", {"norway": 1}),
        ("bombardment", {"norway": {"battleship": -1}}),
        ("joint_capture", {"power": 1}),
        ("flak", {"units": {"tactical_bomber": -1}}),
        ("flak", {"tactical_bomber": 1}),
        ("troop_bonus", {"units": 1}),
        ("troop_bonus", {"units": {"infantry": -1}}),
        ("troop_bonus", {"infantry": 4}),
        ("war_bonds", {}),
        ("war_bonds", {"account": 1}),
        ("war_bonds", {"account": "united_kingdom/europe", "power": "united_kingdom"}),
        ("enigma_decoded", {"from": "trans_jordan", "units": {"infantry": 1}}),
        ("enigma_decoded", {"from": "trans_jordan", "to": "anglo_egypt", "units": {"infantry": -1}}),
        ("enigma_decoded", {"from": 1, "to": "anglo_egypt", "units": {"infantry": 1}}),
        ("joint_capture", {"power": "united_states", "units": {}}),
        ("reaction", {"intercept": {"germany": 1}}),
        ("reaction", {"intercept": {"germany": {"fighter": -1}}}),
        ("reaction", {"scramble": {"sz7": {"fighter": 1}}}),
        ("reaction", {"scramble": {"sz7": {"germany": {"fighter": -1}}}}),
        ("kamikaze", {"sz6": "united_states.battleship.1"}),
        ("kamikaze", {"sz6": [["united_states.battleship.1"]]}),
        ("kamikaze", {"sz6": [["united_states.battleship.1", -1]]}),
    ],
)
def test_what_the_schema_forbids_is_refused(kind: str, choice: Any) -> None:
    assert not schema(kind).is_valid(choice)
    assert not is_legal(asked(kind), {"type": "decide", "request": asked(kind).requests[0].id, "choice": choice})


LONG = "x" * 6000
HOSTILE: list[dict[str, Any]] = [
    {LONG: 1},
    {LONG: {LONG: {LONG: 1}}},
    {"units": {LONG: 1}, "pick": [LONG]},
    {"retreat": LONG, "who": [LONG]},
    {"from": LONG, "to": LONG},
    {"space": LONG, "power": LONG, "account": LONG},
    {"intercept": {LONG: {LONG: 1}}, "scramble": {LONG: {LONG: {LONG: 1}}}},
    {"units": {"infantry": 10**30}, "press": "yes", "use": "yes"},
    {"sz6": [[LONG, 1, LONG]]},
    {f"{number}": {f"{number}": number} for number in range(2000)},
]


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_no_answer_gets_a_short_sentence(kind: str) -> None:
    state = asked(kind)
    for choice in HOSTILE:
        refusal = refusal_of(state, {"type": "decide", "request": state.requests[0].id, "choice": choice})
        assert isinstance(refusal, IllegalAction)
        assert len(refusal.message) < 300
        assert refusal.message.endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_offered_and_answered_is_kept_as_it_is_read(kind: str) -> None:
    question, request = QUESTIONS[kind], asked(kind).requests[0]
    assert question.options.of(request).to_json() == request.options
    for choice in (request.default, *(choice for choice in choices(kind) if isinstance(choice, dict))):
        assert question.form.of(choice).to_json() == choice


def test_casualties_by_owner_alone_mean_the_same_as_under_units() -> None:
    form = QUESTIONS["casualties"].form
    by_owner = {"germany": {"infantry": 1}, "japan": {"fighter": 1}}
    assert form.of(by_owner) == form.of({"units": by_owner})


UNITS = ["infantry", "tank", "fighter", "submarine", "elephant"]
PLACES = ["germany", "japan", "sz44", "united_kingdom", "united_states", "atlantis"]
KEYS = ["units", "damaged", "pick", "press", "retreat", "who", "land", "submerge", "default", "agree", "type"]
WORDS = st.sampled_from([*UNITS, *PLACES, *KEYS])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(KINDS), st.dictionaries(WORDS, JSON, max_size=4))
def test_no_choice_at_all_breaks_the_game(kind: str, choice: dict[str, Any]) -> None:
    state = asked(kind)
    before = state_to_json(state)
    with suppress(Refusal):
        apply(state, {"type": "decide", "request": state.requests[0].id, "choice": choice}, RolledDice(Random(2)))
    assert state_to_json(state) == before


@given(st.dictionaries(st.sampled_from(["type", "units", "path", "space", "choice", "power", "land"]), JSON))
def test_no_order_at_all_breaks_the_game(order: dict[str, Any]) -> None:
    state = asked("retreat")
    before = state_to_json(state)
    for kind in ("move", "purchase", "battle", "decide", "edit", "undo", "mobilize"):
        with suppress(Refusal):
            apply(state, {"type": kind, **order}, RolledDice(Random(2)))
    assert state_to_json(state) == before

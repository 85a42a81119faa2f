"""Games in which somebody has a secret: orders of every phase, and answers that are sealed until the last is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import GameState, Refusal, apply, load_setup
from engine.beside.queries import is_legal
from engine.dice import DiceWanted, NoDice
from engine.facts.edition import Edition
from gamemaster.story import request_card
from tests.engine.random_orders import RandomPlayer

Action = dict[str, Any]
TRIES = 20
SECRET = ("purchase", "move", "engage", "promise", "mobilize", "advantage")
HOLDER, ALLY, OPPONENT = "Ben", "Cleo", "Dan"
END: Action = {"type": "end_phase"}


@dataclass(frozen=True)
class Case:
    """A phase of a power's turn, and who has a secret then.

    edit: the correction with which the phase begins. public: what its power orders openly after that. holder: the power
    whose player has the secret, None for the power on turn.
    """

    setup: str
    power: str
    phase: str
    edit: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    public: Sequence[Action] = ()
    holder: str | None = None

    def __str__(self) -> str:
        return f"{self.setup}, {self.power}, {self.phase.replace('_', ' ')}{f', {self.holder}' if self.holder else ''}"

    @property
    def edition(self) -> Edition:
        return load_setup(self.setup)

    def seats(self) -> dict[str, str]:
        """Who plays which power: one that of the secret, one its allies, one the other side."""
        whose = self.holder or self.power
        side, mine = self.edition.power[whose].side, self.edition.played_together([whose])
        return {p.id: HOLDER if p.id in mine else ALLY if p.side == side else OPPONENT for p in self.edition.powers}


def cases(setup: str) -> list[Case]:
    """Every phase of orders in a setup, by powers who can do much in it, with all national advantages if it has any."""
    edition = load_setup(setup)
    options = {"advantages": ", ".join(edition.advantage)} if edition.advantages else {}
    damage = edition.parameters.raids.loss == "damage"
    bought = {"infantry": 3, "fighter": 1, "aircraft_carrier": 1}
    edits: Mapping[str, Mapping[str, Any]] = {
        "purchase": {"spaces": {"russia": {"damage": {"industrial_complex": 2}}}} if damage else {},
        "mobilize": {"purchased": {"united_states": bought}},
    }
    actors = {
        "research": "united_kingdom",
        "purchase": "soviet_union",
        "combat_move": "japan",
        "collect_income": "soviet_union",
    }
    ordered = ("purchase", "combat_move", "noncombat_move", "mobilize")
    by_advantages = ("research", "collect_income") if edition.advantages else ()
    phases = [phase for phase in edition.parameters.turn.phases if phase in (*ordered, *by_advantages)]
    found = [Case(setup, actors.get(p, "united_states"), p, edits.get(p, {}), options) for p in phases]
    return [case for case in found if case.phase in edition.parameters.turn.phases_of(case.power)]


def secrets(state: GameState, seed: int) -> list[Action]:
    """Legal orders that can be taken back, at random, and now and then one taken back again."""
    found = (_orders(state, Random(f"{seed} {number}")) for number in range(TRIES))
    return next(filter(None, found), [])


def _orders(state: GameState, rng: Random, most: int = 6) -> list[Action]:
    orders = list[Action]()
    player = RandomPlayer(rng, odd=False)
    for _ in range(most):
        found = _next_order(player, state)
        if found is None:
            break
        orders.append(found)
        state = apply(state, found, NoDice()).state
        if rng.random() < 0.2:
            orders.append({"type": "undo"})
            state = apply(state, orders[-1], NoDice()).state
    return orders


def _next_order(player: RandomPlayer, state: GameState) -> Action | None:
    for order in player.orders(state):
        if order.action["type"] not in SECRET:
            continue
        try:
            after = apply(state, order.action, NoDice()).state
        except (Refusal, DiceWanted):
            continue
        if after.undo:
            return order.action
    return None


def in_battle() -> Case:
    """A carrier can be promised while battles are fought, too."""
    spaces = {
        "russia": {"owner": "soviet_union", "units": {"soviet_union": {"infantry": 1}}},
        "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 1}}},
    }
    attack = {"type": "move", "units": {"infantry": 1}, "path": ["russia", "west_russia"]}
    fleet = {"sz4": {"units": {"soviet_union": {"aircraft_carrier": 1, "fighter": 1}}}}
    return Case("revised", "soviet_union", "combat_move", {"spaces": {**spaces, **fleet}}, public=(attack, END))


def promises(state: GameState) -> list[Action]:
    """All promises of a carrier that the power on turn could make now."""
    carriers = [
        piece.id for piece in state.pieces.values() if state.carries(piece, "air") and piece.power == state.power
    ]
    found = [
        {"type": "promise", "carrier": carrier, "space": zone}
        for carrier in carriers
        for zone in state.edition.board.sea_zone
    ]
    return [action for action in found if is_legal(state, action)]


def joint_defence() -> Case:
    """Two owners choose casualties together (CMB-23)."""
    defenders = {"soviet_union": {"infantry": 3}, "united_kingdom": {"infantry": 3, "tank": 1}}
    spaces = {
        "russia": {"owner": "germany", "units": {"germany": {"infantry": 3}}},
        "west_russia": {"owner": "soviet_union", "units": defenders},
    }
    attack = {"type": "move", "units": {"infantry": 3}, "path": ["russia", "west_russia"]}
    battle = {"type": "battle", "space": "west_russia"}
    edit = {"spaces": spaces}
    return Case("aa1941", "germany", "combat_move", edit, public=(attack, END, battle), holder="soviet_union")


def interception() -> Case:
    """Two owners of fighters say at once whether they rise against bombers (ASY-22)."""
    based = {"germany": {"fighter": 2}, "italy": {"fighter": 1}}
    spaces = {
        "united_kingdom": {"units": {"united_kingdom": {"bomber": 2}}},
        "germany": {"units": based},
    }
    raid = {
        "type": "move",
        "path": ["united_kingdom", "sz6", "northwestern_europe", "germany"],
        "units": {"bomber": 2},
        "raid": "industrial_complex",
    }
    options = {"air_battles": "on"}
    edit = {"spaces": spaces}
    return Case(
        "anniversary_1941", "united_kingdom", "combat_move", edit, options, public=(raid, END), holder="germany"
    )


def answers(state: GameState, power: str) -> list[Action]:
    """What a power could answer to the question that is open to it."""
    request = next(request for request in state.requests if power in request.powers)
    _, offers = request_card(state, request, power)
    return [{"type": "decide", "request": request.id, "choice": offer.choice} for offer in offers]

"""Games in which somebody has a secret: orders of every phase, and answers that are sealed until the last is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine import GameState, Refusal, apply, load_setup, new_game
from engine.ask import expected_battles, is_legal
from engine.dice import DiceWanted, NoDice
from engine.facts.edition import Edition
from gamemaster.narration import request_card
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
    whose player has the secret, None for the power on turn. prepared: what they may do in private, one or the other.
    then: what the power on turn does when the first half of the secret orders is given. at_start: whether the game is
    just as it begins, uncorrected.
    """

    setup: str
    power: str
    phase: str
    edit: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    public: Sequence[Action] = ()
    holder: str | None = None
    prepared: Sequence[Sequence[Action]] = ()
    then: Sequence[Action] = ()
    at_start: bool = False

    def __str__(self) -> str:
        return f"{self.setup}, {self.power}, {self.phase.replace('_', ' ')}{f', {self.holder}' if self.holder else ''}"

    @property
    def edition(self) -> Edition:
        return load_setup(self.setup)

    def seats(self) -> dict[str, str]:
        """Who plays which power: one that of the secret, one its allies, one the other side."""
        whose = self.holder or self.power
        side, mine = self.edition.power[whose].side, self.edition.played_together([whose])
        played = self.edition.powers_with_turns
        return {p.id: HOLDER if p.id in mine else ALLY if p.side == side else OPPONENT for p in played}


ACTORS = {
    "research": "united_kingdom",
    "purchase": "soviet_union",
    "combat_move": "japan",
    "collect_income": "soviet_union",
}


def cases(setup: str) -> list[Case]:
    """Every phase of orders in a setup, by powers who can do much in it, with all national advantages if it has any."""
    edition = load_setup(setup)
    options = {"advantages": ", ".join(edition.advantage)} if edition.advantages else {}
    bought = {"infantry": 3, "fighter": 1, "aircraft_carrier": 1}
    ordered = ("purchase", "combat_move", "noncombat_move", "mobilize")
    by_advantages = ("research", "collect_income") if edition.advantages else ()
    phases = [phase for phase in edition.parameters.turn.phases if phase in (*ordered, *by_advantages)]
    found = []
    for phase in phases:
        power = _actor(edition, phase)
        edits: Mapping[str, Mapping[str, Any]] = {
            "purchase": _damaged_at_home(edition, power),
            "combat_move": {"relations": at_war_with(edition, power)},
            "mobilize": {"purchased": {power: bought}},
        }
        found.append(Case(setup, power, phase, edits.get(phase, {}), options))
    return [case for case in found if case.phase in edition.parameters.turn.phases_of(case.power)]


def _actor(edition: Edition, phase: str) -> str:
    able = (ACTORS.get(phase), "united_states")
    return next(power for power in able if power in edition.turn_order)


def _damaged_at_home(edition: Edition, power: str) -> dict[str, Any]:
    """All facilities of its capital have some damage, where any can have."""
    home = str(edition.power[power].capital)
    able = edition.start.facilities[home] if edition.parameters.raids.loss == "damage" else ()
    return {"spaces": {home: {"damage": dict.fromkeys(able, 2)}}} if able else {}


def at_war_with(edition: Edition, power: str) -> list[tuple[str, str, str]]:
    """The relations of a power that is at war with all it could declare war on."""
    others = {on for ground in edition.parameters.politics.grounds if power in ground.by for on in ground.on}
    return [(power, other, "war") for other in sorted(others)]


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


def scramble() -> Case:
    """Two owners of aircraft at one base say at once who scrambles and who rises against bombers (ASY-06, ASY-23)."""
    spaces = {
        "solomon_islands": {"owner": "japan", "units": {"japan": {"strategic_bomber": 1}}},
        "sz46": {"units": {"japan": {"cruiser": 2}}},
        "sz54": {"units": {"anzac": {"destroyer": 1}}},
        "queensland": {"units": {"anzac": {"fighter": 2}, "united_states": {"fighter": 1, "tactical_bomber": 1}}},
    }
    bomber = {"units": {"strategic_bomber": 1}, "path": ["solomon_islands", "sz49", "sz54", "queensland"]}
    raid = {"type": "move", **bomber, "raid": "naval_base"}
    attack = {"type": "move", "units": {"cruiser": 2}, "path": ["sz46", "sz54"]}
    edit = {"spaces": spaces, "relations": at_war_with(load_setup("pacific_1940"), "japan")}
    return Case("pacific_1940", "japan", "combat_move", edit, public=(raid, attack, END), holder="anzac")


def over_london() -> Case:
    """British, American and French aircraft at one base say at once who scrambles over the Channel (ASY-06)."""
    spaces = {
        "sz112": {"units": {"germany": {"cruiser": 2}}},
        "sz110": {"units": {"united_kingdom": {"destroyer": 1}}},
        "united_kingdom": {
            "units": {"united_kingdom": {"fighter": 2}, "united_states": {"fighter": 2}, "france": {"fighter": 1}}
        },
    }
    attack = {"type": "move", "units": {"cruiser": 2}, "path": ["sz112", "sz110"]}
    edit = {"spaces": spaces, "relations": at_war_with(load_setup("global_1940"), "germany")}
    return Case("global_1940", "germany", "combat_move", edit, public=(attack, END), holder="united_kingdom")


def bids_of_both() -> Case:
    """Both sides place a bid before the first turn, and see each other's once both are in (ASY-64).

    Germany places none yet, keeps all IPCs and then adds a tank, or adds infantry and gives Japan the rest.
    """
    placed: list[Action] = [
        {},
        {"units": {"germany": {"ukraine": {"tank": 1}}}},
        {"units": {"germany": {"germany": {"infantry": 1}}}, "ipcs": {"japan": 6}},
    ]
    kept, tank, shared = ({"type": "decide", "kind": "bid", "power": "germany", "choice": each} for each in placed)
    bid, prepared = {"bid": "allies 9, axis 9"}, ((), (kept, tank), (shared,))
    return Case("aa1941", "germany", "purchase", options=bid, holder="germany", prepared=prepared, at_start=True)


def war_prepared() -> Case:
    """A war is looked at with all that it would bring, and not declared yet."""
    looked_at: Sequence[tuple[str, Action]] = (
        ("declare", {"on": "anzac"}),
        ("declare", {"on": "united_states"}),
        ("politics", {}),
    )
    commands = [{"type": "command", "name": name, "options": options} for name, options in looked_at]
    return Case("pacific_1940", "japan", "combat_move", prepared=((), commands))


def windows_prepared() -> Case:
    """What one does in windows that others' attacks open is left as a standing order: to rise with all, or not."""
    case, command = scramble(), {"type": "command", "name": "standing-order reactions"}
    left = [[{**command, "options": {"power": "anzac", "how": how}}] for how in ("default", "all")]
    return replace(case, public=case.public[:-1], prepared=left)


def reactions_left(case: Case) -> Case:
    """Before a window opens one of its owners has left a standing order for it, or wants to be asked."""
    command = {"type": "command", "name": "standing-order reactions"}
    look = {"type": "command", "name": "map", "options": {}}
    left = [[{**command, "options": {"power": case.holder, "how": how}}, look] for how in ("ask", "default", "all")]
    options = {"power": case.holder, "limits": "1", "least": 60, "against": case.power}
    left.append([{"type": "command", "name": "standing-order scramble", "options": options}, look])
    return replace(case, public=case.public[:-1], prepared=left, then=case.public[-1:])


def scramble_left() -> Case:
    """A standing order for a window of two owners."""
    return reactions_left(scramble())


def london_left() -> Case:
    """A standing order for a window of three owners."""
    return reactions_left(over_london())


def losses_left() -> Case:
    """One of two owners has left an order of loss of either kind before they choose casualties together, or has not."""
    case = joint_defence()
    look = {"type": "command", "name": "map", "options": {}}
    options = {"power": case.holder, "where": "land", "units": "tank, infantry"}
    left = {"type": "command", "name": "standing-order leave", "options": options}
    here = {"power": case.holder, "place": "west_russia", "against": case.power, "order": "tank, infantry"}
    by_situation = {"type": "command", "name": "standing-order losses", "options": here}
    preset = {"type": "command", "name": "standing-order preset", "options": {"which": "sensible", "ask_above": 300}}
    ahead: Action = {"type": "ahead", "line": (case.holder, "losses", "west_russia", "side=defender lose=tank")}
    prepared = [[look, look], [left, look], [by_situation, look], [preset, look], [ahead, look]]
    return replace(case, public=case.public[:-1], prepared=prepared, then=case.public[-1:])


def turn_prepared(setup: str) -> Case:
    """Who is about to be attacked has drafted their next turn, or left orders for the battle or for their own."""
    case = next(each for each in cases(setup) if each.phase == "combat_move")
    case, attacked = next(filter(None, (_with_attacks(case, seed) for seed in range(TRIES))))
    look: Action = {"type": "command", "name": "map", "options": {}}
    drafted: Action = {"type": "plan", "power": attacked, "button": "Write the purchase", "text": "1 infantry"}
    left: Mapping[str, Mapping[str, Any]] = {
        "leave": {"where": "land", "units": "tank, infantry"},
        "preset": {"which": "sensible", "ask_above": 0},
        "retreat": {"how": "press", "below": 70},
    }
    orders = [
        {"type": "command", "name": f"standing-order {name}", "options": {"power": attacked, **options}}
        for name, options in left.items()
    ]
    return replace(case, holder=attacked, prepared=[[look, look], *([order, look] for order in (drafted, *orders))])


def _with_attacks(case: Case, seed: int) -> tuple[Case, str] | None:
    """The case with moves at random, and an enemy who is attacked with them; None where nobody is."""
    moved = replace(case, public=secrets(begun(case), seed))
    state, own = begun(moved), case.edition.power[case.power].side
    there = {piece.power for battle in expected_battles(state) for piece in state.at(battle.space)}
    enemies = (power.id for power in case.edition.powers_with_turns if power.side != own and power.id in there)
    return next(((moved, enemy) for enemy in enemies), None)


def begun(case: Case) -> GameState:
    """The position of a case, with what its power has ordered openly; whatever is rolled is a one."""
    turn = {"round": 2, "power": case.power, "phase": case.phase}
    state = new_game(case.setup, case.options)
    if not case.at_start:
        state = apply(state, {"type": "edit", **case.edit, "turn": turn}, NoDice()).state
    for action in case.public:
        state = apply(state, action, Ones()).state
    return state


class Ones:
    """Whatever is rolled is a one."""

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """So many ones."""
        return (1,) * count


def secret_sets(case: Case, state: GameState, seeds: int) -> list[Sequence[Action]]:
    """What may be secret in a case, each instead of the others; orders at random beside none."""
    if case.prepared:
        return [*case.prepared]
    if case.holder:
        return [[answer] for answer in answers(state, case.holder)[: seeds + 1]]
    return [(), *(secrets(state, seed) for seed in range(seeds))]


def answers(state: GameState, power: str) -> list[Action]:
    """What a power could answer to the question that is open to it."""
    request = next(request for request in state.requests if power in request.powers)
    _, offers = request_card(state, request, power)
    return [{"type": "decide", "request": request.id, "choice": offer.choice} for offer in offers]

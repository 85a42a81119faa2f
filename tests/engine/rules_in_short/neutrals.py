"""How neutrals lean, and what becomes of them, in the shortest form (POL-45..63). Raises AssertionError."""

from __future__ import annotations

from engine import GameState
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from tests.engine.rules_in_short.wars import fights_in

PRO = {"axis": "pro_axis", "allies": "pro_allies"}
MONGOLIA = ("olgiy", "dzavhan", "tsagaan_olom", "central_mongolia", "ulaanbaatar", "buyant_uhaa")


def leaning(state: GameState, territory: str) -> str | None:
    """How a neutral leans now, or leaned until somebody took it."""
    if territory in state.roused_neutrals:
        return PRO[state.roused_neutrals[territory]]
    printed = state.edition.board.territory[territory].neutral
    if printed != "strict":
        return printed
    in_pact = MONGOLIA if state.setup == "global_1940" else ()
    strict = [t for t in state.roused_neutrals if state.edition.board.territory[t].neutral == "strict"]
    # Once the Axis has attacked one of the pact, all of it leans to the Allies, who attack none of it any more.
    strict.sort(key=lambda t: (t in in_pact, t in in_pact and state.roused_neutrals[t] == "allies"))
    sides = [PRO[state.roused_neutrals[t]] for t in strict]
    if territory in in_pact and "mongolia" not in state.incidents:
        sides = [side for side in sides if side == "pro_allies"]
    return next(iter(sides), "strict")


def check_roused(state: GameState, event: NeutralRoused) -> None:
    """What is attacked joins the other side, once, and a power of that side leads its army (POL-51, POL-78)."""
    own_side = state.edition.power[state.power].side
    assert event.side != own_side, f"POL-51: {event.territory} joins the attacker"
    assert state.edition.power[event.power].side == event.side, f"POL-51: {event.power} leads an army of {event.side}"
    assert event.territory not in state.roused_neutrals, f"POL-78: {event.territory} is roused twice"
    assert state.owners[event.territory] is None, f"POL-58: {event.territory} is no neutral any more"
    assert leaning(state, event.territory) != PRO[own_side], f"POL-57: friendly {event.territory} is attacked"
    assert fights_in(state, state.power, event.territory), f"POL-49: {state.power} attacks {event.territory} in peace"


def check_won(state: GameState, event: NeutralWon) -> None:
    """Land units of a power at war took a neutral over that leans to its side (POL-49, POL-56)."""
    assert state.phase == "noncombat_move", f"POL-56: {event.territory} is taken over in the {state.phase}"
    side = state.edition.power[event.power].side
    assert leaning(state, event.territory) == PRO[side], f"POL-56: {event.territory} is no friend of {event.power}"
    assert fights_in(state, event.power, event.territory), f"POL-49: {event.power} takes {event.territory} in peace"


def check_joined(state: GameState, event: NeutralJoined) -> None:
    """Mongolia joins the Soviet Union in the turn of Japan, unless it betrayed or leans to the Axis (POL-60..62)."""
    assert (state.power, event.power) == ("japan", "soviet_union"), f"POL-60: {event.territory} joins {event.power}"
    assert state.phase == "conduct_combat", f"POL-60: {event.territory} joins in the {state.phase}"
    assert event.territory in MONGOLIA, f"POL-60: {event.territory} joins"
    assert "soviet_border" in state.incidents, "POL-60: Japan has not attacked"
    assert "japanese_border" not in state.incidents, "POL-62: the pact is void"
    assert leaning(state, event.territory) in ("strict", "pro_allies"), f"POL-60: {event.territory} joins enemies"

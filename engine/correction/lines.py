"""A correction as lines to change: how a space, or a list of the game, stands now, and what is written in its place.

The lines have the form of `position_text`, so that who has once written a position can correct one.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.correction import position_text as words
from engine.correction.position_reading import HEADLINES, Correction, Said, read_space
from engine.correction.position_text import facilities_text, forces, headlines
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import find_power, folded

__all__ = ["LISTS", "corrected_list", "corrected_space", "lines_of_list", "lines_of_space"]

UNITS, OWNER, FACILITIES = "Units", "Owner", "Facilities"
LISTS = (words.TURN, words.IPCS, words.BOUGHT, words.TECHNOLOGIES, words.RESEARCH, words.WARS, words.KAMIKAZES)
"""What can be corrected of the whole game, as lines of one text each."""


def lines_of_space(state: GameState, space: SpaceId) -> dict[str, str]:
    """The units of a space; of a territory also its owner and its facilities."""
    owner = state.owners.get(space)
    lines = {UNITS: "; ".join(forces(state, space, owner))}
    if state.edition.board.is_land(space):
        lines[OWNER] = state.edition.power[owner].name if owner else words.NOBODY
        lines[FACILITIES] = facilities_text(state, space)
    return lines


def lines_of_list(state: GameState, name: str) -> dict[str, str]:
    """One of the lists; nothing where this edition has no such thing."""
    has = {
        words.TECHNOLOGIES: bool(state.edition.technologies),
        words.RESEARCH: state.edition.parameters.research.tokens_kept,
        words.WARS: state.wars is not None,
        words.KAMIKAZES: bool(state.edition.parameters.combat.kamikaze_strikes.tokens),
    }
    return {name: headlines(state)[name]} if has.get(name, True) else {}


def corrected_space(state: GameState, space: SpaceId, written: Mapping[str, str]) -> Correction:
    """The correction that makes a space what is written, of which only lines that differ count; {} for none.

    Raises IllegalAction for what says nothing.
    """
    now = lines_of_space(state, space)
    changed = {name: written[name].strip() for name in now if written.get(name, now[name]).strip() != now[name]}
    said, there = Said(), Correction()
    owner = state.owners.get(space)
    if OWNER in changed:
        owner = None if folded(changed[OWNER]) == words.NOBODY else find_power(state.edition, changed[OWNER])
        there["owner"] = owner
    if UNITS in changed:
        said = read_space(state, f"{_named(state, space, owner)}: {_without_none(changed[UNITS])}")
        there["units"] = said.units[space]
    if FACILITIES in changed:
        there |= _facilities(state, space, changed[FACILITIES] or words.NONE)
    others: Correction = {"damaged_units": said.damaged, "cargo": said.cargo}
    return {"spaces": {space: there}, **{key: value for key, value in others.items() if value}} if there else {}


def _facilities(state: GameState, space: SpaceId, text: str) -> Correction:
    """The facilities with their damage, where damage is known; where not, only what says that there is some."""
    there = read_space(state, f"{_named(state, space, None)}: {words.FACILITIES}: {text}").facilities[space]
    keeps_damage = state.edition.parameters.raids.loss == "damage" or any(there.values())
    return {"facilities": list(there), **({"damage": dict(there)} if keeps_damage else {})}


def _without_none(text: str) -> str:
    return "" if folded(text) == words.NONE else text


def _named(state: GameState, space: SpaceId, owner: PowerId | None) -> str:
    """ "Norway (Germany)", "Sea zone 5"."""
    board = state.edition.board
    held = f" ({state.edition.power[owner].name if owner else words.NOBODY})" if board.is_land(space) else ""
    return f"{board.name(space)}{held}"


def corrected_list(state: GameState, name: str, written: str) -> Correction:
    """The correction that makes a list what is written, {} where that is what it is; raises IllegalAction as above."""
    now, text = headlines(state)[name], written.strip()
    if text == now:
        return {}
    if not text and name in (words.TURN, words.IPCS, words.KAMIKAZES):
        raise IllegalAction("form", f"Write something for {quoted(name)}; it is “{now}” now.")
    whole = Said(others=_nobodys(state).get(name, {}))
    whole.add(Said(others=HEADLINES[folded(name)](state, text)))
    return whole.others


def _nobodys(state: GameState) -> dict[str, Correction]:
    """The lists in which somebody who is no longer named has nothing, with nothing for all who had something."""
    return {
        words.BOUGHT: {"purchased": {account: {} for account, units in state.purchased.items() if units}},
        words.TECHNOLOGIES: {"technologies": {power: [] for power, known in state.technologies.items() if known}},
        words.RESEARCH: {"research_tokens": dict.fromkeys(state.research_tokens, 0)},
    }

"""Declaring war, in the phases that may begin with it, and what peace keeps a power from."""

from __future__ import annotations

from engine.ask import foes_of, is_at_war, limits_on
from engine.facts.parameters.politics import PeaceLimit
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, place
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import joined_within, the_powers
from gamemaster.narration.politics.diplomacy import to_declare, wars_named

ROOM_FOR_SPACES = 150


def declare_button(state: GameState) -> list[PhaseButton]:
    """The button that shows what may be declared, where anything may."""
    return [("declare", "Declare war", "secondary")] if to_declare(state) else []


def war_to_do(state: GameState) -> list[str]:
    """On whom war may be declared before anything else is done."""
    open_now = to_declare(state)
    if not open_now:
        return []
    return [f"Before anything else, you may declare war on {wars_named(state, open_now)}."]


def peace_to_do(state: GameState) -> str:
    """That a power has nobody to attack, where it is at war with nobody."""
    if is_at_war(state, state.power):
        return ""
    return (
        "You aren't at war, so there is nobody to attack. End the phase and make all moves, transports too, in the "
        "noncombat move."
    )


def neutrality_to_do(state: GameState) -> list[str]:
    """What neutral great powers keep from, and what others keep from on their account (POL-12, POL-77)."""
    politics = state.edition.parameters.politics
    neutral = [power for power in politics.neutral_powers if not is_at_war(state, power)]
    if not neutral or state.power in politics.confined_to:
        return []
    if state.power in neutral:
        return ["While you are neutral, your units may enter and fly over only your own territory (POL-12, POL-77)."]
    names = first_upper(the_powers(state, neutral))
    are, their = ("are", "their") if len(neutral) > 1 else ("is", "its")
    return [f"{names} {are} neutral: nobody else may enter or fly over {their} territory (POL-12, POL-77)."]


def limits_to_do(state: GameState) -> list[str]:
    """Where the acting units may not go: "Until you are at war with Japan, your units may not … (POL-36)."."""
    limits = list(limits_on(state, state.power))
    lines = []
    for foes in dict.fromkeys(limit.until_war_with for limit in limits):
        own = [limit for limit in limits if limit.until_war_with == foes]
        what = listed(_kept_out(state, limit) for limit in own)
        rules = ", ".join(limit.rule for limit in own)
        lines.append(f"Until you are at war with {foes_of(state, own[0])}, {what} ({rules}).")
    return [*neutrality_to_do(state), *lines, *_confined(state)]


def _kept_out(state: GameState, limit: PeaceLimit) -> str:
    adjectives = {power: each.adjective for power, each in state.edition.power.items()}
    if limit.ships_not_in:
        zones = joined_within([place(state, zone).removeprefix("sea zone ") for zone in limit.ships_not_in], 60)
        return f"your ships may not end a move in sea zones {zones}"
    if limit.ships_not_beside:
        return f"your ships may not end a move next to {adjectives[limit.ships_not_beside]} territory"
    if waters := limit.ships_keep_to:
        kept = (
            f"your ships on the {waters.map.title()} map may end moves only next to {adjectives[waters.of]} territory"
        )
        also = listed(place(state, zone) for zone in waters.warships_also_in)
        return f"{kept}, warships also in {also}" if also else kept
    return f"your units may not enter {adjectives[str(limit.not_into)]} territory"


def _confined(state: GameState) -> list[str]:
    """ "Chinese units stay in Chinese territory, Burma and Kwangtung (POL-64)."; nothing where they go anywhere."""
    within = state.edition.parameters.politics.confined_to.get(state.power)
    if within is None:
        return []
    adjective, kinds = state.edition.power[state.power].adjective, state.edition.board.territory
    others = [place(state, each) for each in sorted(within) if each in kinds and kinds[each].emblem != state.power]
    return [f"{adjective} units stay in {listed([f'{adjective} territory', *others])} (POL-64)."]


def takeovers_to_do(state: GameState) -> list[str]:
    """What its land units take over by coming there in peace: "Land units take over Dutch territory …" (POL-38)."""
    lines = []
    for ward, guardians in state.edition.parameters.politics.wards.items():
        left = [territory for territory, owner in state.owners.items() if owner == ward]
        if state.power in guardians and left:
            names = joined_within([place(state, each) for each in left], ROOM_FOR_SPACES)
            adjective = state.edition.power[ward].adjective
            lines.append(f"Move land units into {adjective} territory to take it over now: {names}.")
    return lines

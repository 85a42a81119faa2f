"""What happened while a player looked elsewhere: the turns of the others, and what they cost and brought them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterable, Sequence

from engine.battle_report.items import Losses
from engine.events.economy import Researched
from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import place
from gamemaster.narration.history.log import event_line
from gamemaster.narration.history.passages import Passage, results
from gamemaster.narration.history.tally import losses_in_words
from gamemaster.narration.phrases import joined_within, latest_within, power_name
from gamemaster.narration.politics.diplomacy import wars_declared

LONGEST_TURN = 210
LONGEST_ROW = 130
"""Some two lines of a phone."""


def turns_within(turns: Sequence[Passage], room: int) -> list[str]:
    """A few lines for each turn: in full if there is room, else without where it was fought, the earliest left out."""
    for fully in (True, False):
        told = [_turn(turn, fully=fully) for turn in turns]
        if sum(len(text) + 1 for text in told) <= room:
            return told
    return latest_within(reversed(told), len(told), room, "turns")


def _turn(turn: Passage, *, fully: bool) -> str:
    """ "**Germany, round 2**: Took Ukraine (+2 income). Lost 2 infantry for 4 infantry. Battles: Ukraine, Karelia."."""
    state = turn.start
    news = [*wars_declared(state, turn.events), *_found(turn), results(turn)]
    fought = [place(state, space) for space in turn.battles]
    news += [f"Battles: {joined_within(fought, LONGEST_ROW)}."] if fought and fully else []
    told = textwrap.shorten(" ".join(news), LONGEST_TURN * (2 if fully else 1), placeholder=" …")
    return f"**{power_name(state, state.power)}, round {state.round}**: {told}"


def _found(turn: Passage) -> list[str]:
    found = (event for event in turn.events if isinstance(event, Researched) and event.found)
    return [event_line(turn.start, event) or "" for event in found]


def toll(turns: Sequence[Passage], powers: Collection[PowerId]) -> list[str]:
    """What the turns of others cost and brought these powers: units, territories, and what the others lost to them."""
    if not turns or not powers:
        return []
    start, end = turns[0].start, turns[-1].end
    lost = [piece for loss in _losses(turns) for piece in loss.all_lost if piece.power in powers]
    theirs = [piece for turn in turns for piece in _lost_to(turn, powers)]
    held, holds = (_held(state, powers) for state in (start, end))
    rows = {
        "You lost": [losses_in_words(start, lost), _places(start, held - holds, "−")],
        "You gained": [_places(start, holds - held, "+")],
        "Attacking you, they lost": [losses_in_words(start, theirs)],
    }
    found = [f"{what} {' and '.join(filter(None, parts))}." for what, parts in rows.items() if any(parts)]
    return found if lost or held - holds else ["You lost nothing.", *found]


def _losses(turns: Iterable[Passage]) -> list[Losses]:
    return [item for turn in turns for item in turn.items if isinstance(item, Losses)]


def _lost_to(turn: Passage, powers: Collection[PowerId]) -> list[Piece]:
    """What the power on turn lost where units of these powers stood as its turn began."""
    mine = {piece.space for piece in turn.start.pieces.values() if piece.power in powers}
    lost = [piece for loss in _losses([turn]) if loss.space in mine for piece in loss.all_lost]
    return [piece for piece in lost if piece.power == turn.start.power]


def _held(state: GameState, powers: Collection[PowerId]) -> set[SpaceId]:
    return {space for space, owner in state.owners.items() if owner in powers}


def _places(state: GameState, spaces: Collection[SpaceId], sign: str) -> str:
    """ "Ukraine and Egypt (−4 income)"; nothing for none."""
    names = joined_within([place(state, space) for space in sorted(spaces)], LONGEST_ROW)
    worth = sum(state.edition.board.territory[space].ipc for space in spaces)
    return f"{names} ({sign}{worth} income)" if spaces else ""

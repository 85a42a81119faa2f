"""Which ships support which landing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.ask import BombardmentChoice, BombardmentOptions
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_by_space
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import place
from gamemaster.narration.phrases import brief_row, row, spaces_named
from gamemaster.narration.questions.offers import Card, Offer, asked, offer_of, usual_and_others
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO

Division = dict[SpaceId, dict[UnitId, int]]


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    offered = BombardmentOptions.of(request)
    ships, where = row(state, offered.ships), place(state, request.space)
    targets = spaces_named(state, offered.territories, "or")
    return f"{who} choose{ending} which landing the ships in {where} support: {ships}, for {targets}."


def _card(state: GameState, request: Request) -> Card:
    offered = BombardmentOptions.of(request)
    others = (_support(state, division) for division in _divisions(offered))
    offers, is_more = usual_and_others(_support(state, BombardmentChoice.of(request.default).root), others)
    text = _line(state, request)
    if is_more:
        unit, territory = next(iter(offered.ships)), next(iter(offered.territories))
        text += f" To choose others, use /decide, such as “{_support(state, {territory: {unit: 1}}).label}”."
    return text, offers


def _support(state: GameState, division: Division) -> Offer:
    choice = BombardmentChoice(division).to_json()
    if not division:
        return Offer("All hold their fire", "No ship fires at the coast", choice)
    rows = (row, brief_row)
    ways = ([f"{told(state, units)} for {place(state, space)}" for space, units in division.items()] for told in rows)
    return offer_of(ways, "One shot each, before the first round", choice)


def _divisions(offered: BombardmentOptions) -> Iterator[Division]:
    """All ways to divide the ships among the landings within their limits (SPC-20), those of most ships first."""
    ships, targets, limits = offered.ships, offered.territories, offered.limits
    shares = [list(_shares(count, len(targets))) for count in ships.values()]
    divisions = sorted(product(*shares), key=lambda division: -sum(sum(share) for share in division))
    for division in divisions:
        choice: Division = {}
        for turn, target in enumerate(targets):
            units = {unit: share[turn] for unit, share in zip(ships, division, strict=True) if share[turn]}
            if units:
                choice[target] = units
        if all(sum(units.values()) <= limits.get(target, sum(units.values())) for target, units in choice.items()):
            yield choice


def _shares(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Ways to give up to `count` ships to so many landings."""
    return (share for share in product(range(count, -1, -1), repeat=parts) if sum(share) <= count)


def _read(state: GameState, _request: Request, text: str) -> BombardmentChoice:
    """ "japan: 1 battleship; okinawa: 1 destroyer", "1 battleship for japan, 1 destroyer for okinawa", or "none"."""
    if folded(text) in (*NO, "all hold their fire"):
        return BombardmentChoice({})
    return BombardmentChoice(read_by_space(state.edition, text, "japan: 1 battleship"))


TELLING = QuestionTelling(
    kind="bombardment",
    line=_line,
    card=_card,
    read=_read,
    label="Assign the guns",
    is_typed=True,
)

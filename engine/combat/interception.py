"""Interceptors: who defends a complex against bombers, named in secret before the first battle (SPC-43, SPC-44)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from engine.combat.raids import escorts_at, raiders_at
from engine.errors import IllegalAction
from engine.events.questions import RequestAnswered, RequestClosed
from engine.events.raids import Intercepted
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.play import Play
from engine.politics.war import at_war
from engine.position.due import battles_due
from engine.requests import Question, are_counts_by_space, open_request
from engine.table.state import Choice, GameState, Piece, PieceId, Request
from engine.table.words import listed, place

Counts = Mapping[SpaceId, Mapping[UnitId, int]]


def ask(play: Play) -> None:
    """With the combat moves done, ask every owner of fighters in raided territory, all at once (ASY-22).

    Who represents a power without a turn answers for its fighters too.
    """
    state = play.state
    if not state.edition.parameters.combat.air_battle:
        return
    raided = [battle.space for battle in battles_due(state) if battle.kind == "raid"]
    for power in state.edition.turn_order:
        able = {space: able_to_intercept(state, space, power) for space in raided}
        able = {space: fighters for space, fighters in able.items() if fighters}
        if able:
            options = {"intercept": {space: _options(state, space, fighters) for space, fighters in able.items()}}
            open_request(play, "reaction", next(iter(able)), (power,), options, _default(state, able), power)


def able_to_intercept(state: GameState, territory: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Fighters based in a raided territory for which a power answers; no other aircraft intercept (SPC-40, SPC-43)."""
    fighters = (piece for piece in state.at(territory) if state.type_of(piece).can("escorts"))
    own = (piece for piece in fighters if state.edition.representative(piece.power) == power)
    return tuple(piece for piece in own if at_war(state, piece.power, state.power))


def _options(state: GameState, territory: SpaceId, fighters: Iterable[Piece]) -> dict[str, Any]:
    return {
        "fighters": _by_unit(fighters),
        "raiders": _by_unit(raiders_at(state, territory)),
        "escorts": _by_unit(escorts_at(state, territory)),
    }


def _by_unit(pieces: Iterable[Piece]) -> dict[UnitId, int]:
    return dict(Counter(piece.unit for piece in pieces))


def _default(state: GameState, able: Mapping[SpaceId, tuple[Piece, ...]]) -> Choice:
    """All fighters of a territory, unless it is attacked otherwise too, or the raid is the stronger (ASY-22)."""
    attacked = {battle.space for battle in battles_due(state) if battle.kind == "combat"}
    rising = {
        space: _by_unit(fighters)
        for space, fighters in able.items()
        if space not in attacked and not _is_outnumbered(state, space)
    }
    return {"intercept": rising} if rising else {}


def _is_outnumbered(state: GameState, territory: SpaceId) -> bool:
    """Whether the fighters of all owners there are fewer than raiders and escorts; jets count double."""
    powers = state.edition.turn_order
    ours = sum(state.type_of(p).air_battle for power in powers for p in able_to_intercept(state, territory, power))
    attackers = (*raiders_at(state, territory), *escorts_at(state, territory))
    return ours < sum(state.type_of(piece).air_battle for piece in attackers)


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Keep an answer unseen, and once all are in reveal them together (ASY-06); raises IllegalAction.

    Until then it may be replaced.
    """
    chosen = request.default if isinstance(choice, str) else choice
    _chosen_fighters(play.state, request, power, chosen)
    play.emit(RequestAnswered(request.id, power, chosen, audience=power))
    windows = [r for r in play.state.requests if r.kind == "reaction"]
    if any(set(window.powers) - set(window.answers) for window in windows):
        return
    for window in windows:
        for owner, answered in window.answers.items():
            fighters = _chosen_fighters(play.state, window, owner, answered)
            play.emit(RequestClosed(window.id, answered))
            if fighters:
                play.emit(Intercepted(owner, fighters))


def _chosen_fighters(
    state: GameState, request: Request, power: PowerId, choice: Choice
) -> dict[SpaceId, tuple[PieceId, ...]]:
    """The fighters that a choice names, by territory; raises IllegalAction. An empty `scramble` says nothing."""
    counts = choice.get("intercept", {})
    if set(choice) - {"intercept", "scramble"} or choice.get("scramble", {}) != {} or not are_counts_by_space(counts):
        raise IllegalAction("form", "Say who intercepts, such as {“intercept”: {“germany”: {“fighter”: 1}}}, or {}.")
    raided = request.options["intercept"]
    found: dict[SpaceId, tuple[PieceId, ...]] = {}
    for space, units in counts.items():
        if space not in raided:
            names = listed((place(state, territory) for territory in raided), "or")
            raise IllegalAction("SPC-43", f"Your fighters can intercept in {names} only.")
        chosen: list[PieceId] = []
        for unit, count in units.items():
            able = [p.id for p in able_to_intercept(state, space, power) if p.unit == unit]
            if count > len(able):
                where = place(state, space)
                raise IllegalAction("SPC-43", f"{len(able)} of your fighters can intercept in {where}, not {count}.")
            chosen += able[:count]
        if chosen:
            found[space] = tuple(chosen)
    return found


INTERCEPTION = Question("reaction", answer, before_battles=True)

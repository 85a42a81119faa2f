"""Submarines that submerge instead of striking (SPC-73..78, SPC-100)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board import PowerId
from engine.combat.fire import current
from engine.errors import IllegalAction
from engine.events import AttackOrDefense, RequestClosed, Submerged
from engine.play import Play
from engine.requests import open_request
from engine.state import Choice, Piece, Request
from engine.words import place


def attacker_submerges(play: Play) -> None:
    """The attacker decides first, and openly (SPC-73, ASY-06); beside an enemy destroyer nobody is asked (ASY-19)."""
    if not current(play).defender_destroyer:
        _ask(play, "attacker")


def defender_submerges(play: Play) -> None:
    """Each defending owner decides after the attacker, before any die (ASY-17)."""
    if not current(play).attacker_destroyer:
        _ask(play, "defender")


def _submarines(play: Play, side: AttackOrDefense) -> list[Piece]:
    battle = current(play)
    ids = battle.attackers if side == "attacker" else battle.defenders
    return [piece for piece in play.state.select(ids) if play.state.type_of(piece).can("submerge")]


def _ask(play: Play, side: AttackOrDefense) -> None:
    battle = current(play)
    submarines = _submarines(play, side)
    powers = sorted({piece.power for piece in submarines}, key=lambda p: play.edition.turn_rank[p])
    for power in powers:
        counts: dict[str, int] = {}
        for piece in submarines:
            if piece.power == power:
                counts[piece.unit] = counts.get(piece.unit, 0) + 1
        default = {} if _fights_by_default(play, side) else dict(counts)
        options = {"side": side, "round": battle.round, "submerge": counts}
        moment = f"{battle.round}.{battle.step}.{power}"
        open_request(play, "submerge", battle.space, (power,), options, default, moment)


def _fights_by_default(play: Play, side: AttackOrDefense) -> bool:
    """An attacker came to fight; a defender fights where own surface warships fight beside it (ASY-17)."""
    if side == "attacker":
        return True
    battle = current(play)
    return any(play.state.type_of(p).can("surface_warship") for p in play.state.select(battle.defenders))


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Submerge the chosen submarines; the others stay and strike."""
    side: AttackOrDefense = request.options["side"]
    counts = request.default if choice in ("default", "agree") else choice
    if not isinstance(counts, Mapping):
        raise IllegalAction("form", "Say how many submarines submerge, such as {“submarine”: 1}, or {} for none.")
    chosen: list[Piece] = []
    for unit, count in counts.items():
        if type(count) is not int or count < 0:
            raise IllegalAction("form", "Say how many submarines submerge, such as {“submarine”: 1}, or {} for none.")
        mine = [piece for piece in _submarines(play, side) if piece.power == power and piece.unit == unit]
        if len(mine) < count:
            where = place(play.state, request.space)
            raise IllegalAction("units", f"Only {len(mine)} of your submarines in {where} can submerge.")
        chosen += sorted(mine, key=lambda piece: piece.number)[:count]
    play.emit(RequestClosed(request.id, dict(counts)))
    if chosen:
        play.emit(Submerged(request.space, side, tuple(piece.id for piece in chosen)))

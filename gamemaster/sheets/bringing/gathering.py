"""Bringing those who are chosen to one place: one order after the other, each checked on the board after the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine import GameState, Refusal, apply
from engine.ask import shared_destinations
from engine.dice import DiceWanted, NoDice
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.words import counted, first_upper, place
from gamemaster.orders.drafts import JsonAction
from gamemaster.orders.shipping import MOST_TRANSPORTS, next_transport, without
from gamemaster.sheets.bringing.aims import Gathered, Manner, Stack, Target

NO_WAY = "there is no way there any more."
NO_RAID = "there is no raid to escort yet. Choose who raids, too."
FIRST: Mapping[Manner, int] = {"sea": 0, "": 1, "cargo": 2, "escort": 3}
"""Warships before the transports that they protect, raiders before their escorts."""


def gather(state: GameState, target: Target, chosen: Iterable[Stack]) -> Gathered:
    """Bring as many as are chosen; who can't come stays out."""
    bringing = _Bringing(state, target)
    wanted = list(chosen)
    by_origin: dict[tuple[Manner, SpaceId], dict[UnitId, int]] = {}
    for stack in wanted:
        by_origin.setdefault((stack.manner, stack.origin), {})[stack.unit] = stack.count
    for (manner, origin), units in sorted(by_origin.items(), key=lambda item: FIRST[item[0][0]]):
        if manner == "cargo":
            bringing.ship(origin, units)
            continue
        for group in groups(state, units):
            bringing.bring(origin, group, manner)
    coming = _without(wanted, bringing.staying)
    kept = _without(
        wanted, {each.name: bringing.staying.get(each.name, 0) for each in wanted if each.manner == "cargo"}
    )
    return Gathered(tuple(bringing.orders), bringing.state, tuple(bringing.left_out), coming, kept)


def _without(stacks: Iterable[Stack], staying: Mapping[str, int]) -> tuple[Stack, ...]:
    left = (replace(each, count=each.count - staying.get(each.name, 0)) for each in stacks)
    return tuple(each for each in left if each.count)


def groups(state: GameState, units: Mapping[UnitId, int]) -> list[dict[UnitId, int]]:
    """Units of one place that go in one order: those by land, those by sea, and each kind of aircraft by itself."""
    table = state.edition.unit
    flying = [{unit: count} for unit, count in units.items() if table[unit].domain == "air"]
    others = [
        {unit: count for unit, count in units.items() if table[unit].domain == domain} for domain in ("land", "sea")
    ]
    return [group for group in (*others, *flying) if group]


class _Bringing:
    """Orders one after the other, with the position after them. staying: who can't come, by the stack's name."""

    def __init__(self, state: GameState, target: Target) -> None:
        self.state = state
        self.orders: list[JsonAction] = []
        self.left_out: list[str] = []
        self.staying: dict[str, int] = {}
        self._target = target

    def bring(self, origin: SpaceId, units: Mapping[UnitId, int], manner: Manner) -> None:
        """All in one order, or each kind by itself, as many as can."""
        if len(units) > 1 and self._order(origin, units, manner) is None:
            return
        for unit, count in units.items():
            self._as_many(origin, unit, count, manner)

    def ship(self, origin: SpaceId, units: Mapping[UnitId, int]) -> None:
        """As many as transports can land from the target's zone."""
        left: dict[UnitId, int] = dict(units)
        why = ""
        for _ in range(MOST_TRANSPORTS):
            load, why = self._sail(origin, left)
            left = without(left, load)
            if not (left and load):
                break
        if left:
            self._stay(origin, left, "cargo", why)

    def _sail(self, origin: SpaceId, left: Mapping[UnitId, int]) -> tuple[Mapping[UnitId, int], str]:
        """One transport more with what it takes of all, or of the first kind that can land; or why there is none."""
        why = ""
        for wanted in (left, *({unit: count} for unit, count in left.items() if len(left) > 1)):
            try:
                steps, state, load = next_transport(self.state, wanted, origin, self._target.space, self._target.zone)
            except Refusal as no:
                why = why or (no.message if no.rule != "units" else "no more transports can take them there.")
            else:
                self.state, self.orders = state, [*self.orders, *steps]
                return load, "no more transports can take them there."
        return {}, why

    def _as_many(self, origin: SpaceId, unit: UnitId, count: int, manner: Manner) -> None:
        why = self._order(origin, {unit: count}, manner)
        if why is None:
            return
        fits, too_many = 0, count
        state = self.state
        while too_many - fits > 1:
            half = (fits + too_many) // 2
            if self._order(origin, {unit: half}, manner) is None:
                fits, self.state = half, state
                self.orders.pop()
            else:
                too_many = half
        if fits:
            self._order(origin, {unit: fits}, manner)
        self._stay(origin, {unit: count - fits}, manner, why)

    def _stay(self, origin: SpaceId, units: Mapping[UnitId, int], manner: Manner, why: str) -> None:
        """ "1 fighter in Germany can't come: no carrier …"."""
        self.staying |= {Stack(origin, unit, count, manner).name: count for unit, count in units.items()}
        who = f"{first_upper(counted(self.state, units))} in {place(self.state, origin)}"
        self.left_out.append(f"{who} can't come: {why}")

    def _order(self, origin: SpaceId, units: Mapping[UnitId, int], manner: Manner) -> str | None:
        """None where the order is accepted, else why not."""
        raid = self._target.raid if not manner else None
        end = self._target.zone if manner == "sea" and self._target.zone else self._target.space
        is_escort = manner == "escort"
        way = shared_destinations(self.state, origin, list(units), raid=raid, escort=is_escort, among=[end]).get(end)
        if way is None:
            is_raided = any(piece.raid for piece in self.state.at(end))
            return NO_RAID if is_escort and not is_raided else NO_WAY
        order: dict[str, object] = {"type": "move", "units": dict(units), "path": list(way.path)}
        order |= {"raid": raid} if raid else {}
        order |= {"escort": True} if is_escort else {}
        try:
            self.state = apply(self.state, order, NoDice()).state
        except Refusal as no:
            return no.message
        except DiceWanted:
            pass  # It may go; who is left after the guns have fired is not known before.
        self.orders.append(order)
        return None

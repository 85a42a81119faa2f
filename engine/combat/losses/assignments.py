"""Which assignments of hits are legal, which is the default, and whether there is anything to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from engine.combat.hits import HitsToGive, Profile, by_source, can_all_be_hit, most_hits, profile_in_battle
from engine.combat.values import Traits, traits
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.landing.ranges import range_left
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId

__all__ = ["HitTaking", "Slot"]

Slot = tuple[PieceId, int]
"""The place of a hit: a piece, and 1 for its first remaining hit, 2 for the next."""
Outcome = tuple[tuple[PieceId, ...], tuple[PieceId, ...]]
"""Pieces lost, and pieces that are damaged and live."""


@dataclass(frozen=True)
class HitTaking:
    """One side about to take hits."""

    state: GameState
    battle: Battle
    side: AttackOrDefense

    @cached_property
    def standing(self) -> tuple[Piece, ...]:
        """The side's pieces in the battle that were not chosen already this round."""
        ids = self.battle.attackers if self.side == "attacker" else self.battle.defenders
        out = {*self.battle.down, *self.battle.struck}
        return self.state.select(i for i in ids if i not in out)

    @cached_property
    def targets(self) -> tuple[Piece, ...]:
        """Pieces that can take one of the hits scored."""
        return tuple(piece for piece in self.standing if self.profile(piece) & self._scored)

    @cached_property
    def choosable(self) -> tuple[Piece, ...]:
        """The targets that may be chosen: those chosen last only where others cannot take all the hits (CMB-18)."""
        if self.must_take > self.must_take_first:
            return self.targets
        return tuple(piece for piece in self.targets if not self.is_last(piece))

    @cached_property
    def _scored(self) -> Profile:
        return frozenset(source for source, count in by_source(self.battle.hits).items() if count)

    def profile(self, piece: Piece) -> Profile:
        """The classes of hits that a piece can take."""
        return self._profiles[piece.id]

    @cached_property
    def _profiles(self) -> Mapping[PieceId, Profile]:
        return {p.id: profile_in_battle(self.state, self.battle, p, self.side) for p in self.standing}

    def hits_left(self, piece: Piece) -> int:
        """Hits that destroy the piece now."""
        return self.state.type_of(piece).hits - piece.hits_taken

    def is_last(self, piece: Piece) -> bool:
        """Whether the piece is chosen only when nothing else can take the hit (CMB-18)."""
        return piece.id in self._lasts

    @cached_property
    def _lasts(self) -> frozenset[PieceId]:
        return frozenset(p.id for p in self.standing if self.state.type_of(p).can("chosen_last"))

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All places where a hit could go."""
        return tuple((piece.id, n) for piece in self.targets for n in range(1, self.hits_left(piece) + 1))

    def profiles(self, slots: Iterable[Slot], *, last: bool | None = None) -> Counter[Profile]:
        """How many places of each profile there are among slots, all or only (not) those chosen last."""
        profiles, lasts = self._profiles, self._lasts
        return Counter([profiles[piece] for piece, _ in slots if last is None or (piece in lasts) is last])

    @cached_property
    def must_take(self) -> int:
        """Hits that must be assigned: as many as possible (CMB-14)."""
        return most_hits(self.battle.hits, self.profiles(self.slots))

    @cached_property
    def must_take_first(self) -> int:
        """Hits that must go to units other than those chosen last (CMB-18)."""
        return most_hits(self.battle.hits, self.profiles(self.slots, last=False))

    def check(self, slots: Sequence[Slot]) -> None:
        """Raise IllegalAction (CMB-14, CMB-16, CMB-18) if these places are not a legal assignment."""
        if len(slots) <= self.must_take and not can_all_be_hit(self.battle.hits, self.profiles(slots)):
            raise IllegalAction("CMB-16", "These units cannot take these hits: " + self._hits_in_words() + ".")
        firsts = self.profiles(slots, last=False).total()
        if firsts < self.must_take_first <= len(slots):
            raise IllegalAction("CMB-18", "You lose transports only when no other unit can take the hit.")
        if len(slots) != self.must_take:
            raise IllegalAction(
                "CMB-14", f"You must take {self.must_take} of the hits, but these units take {len(slots)}."
            )

    def _hits_in_words(self) -> str:
        hits = self.battle.hits
        parts = [
            f"{hits.air} by aircraft{self._air_limit()}" if hits.air else "",
            f"{hits.submarine} by submarines (ships only)" if hits.submarine else "",
            f"{hits.bombardment} by bombardment (land units only)" if hits.bombardment else "",
            f"{hits.kamikaze} by kamikaze attacks (ships only)" if hits.kamikaze else "",
            f"{hits.anti_aircraft} by antiaircraft fire (aircraft only)" if hits.anti_aircraft else "",
            f"{hits.other} by other units" if hits.other else "",
        ]
        return ", ".join(part for part in parts if part)

    def _air_limit(self) -> str:
        has_limit = any(unit.can("immune_to_air_without_destroyer") for unit in self.state.edition.units)
        return " (not on submarines without a destroyer)" if has_limit else ""

    def is_legal(self, slots: Sequence[Slot]) -> bool:
        """Whether these places are a legal assignment."""
        try:
            self.check(slots)
        except IllegalAction:
            return False
        return True

    def to_lose(self, piece: Piece) -> tuple[int, ...]:
        """Sort key of a piece that stands, fittest to lose first: least cargo, no guests, for the poorest coast,
        damaged, without an advantage of its own, least movement left, highest number.
        """
        return self._to_lose[piece.id]

    @cached_property
    def _to_lose(self) -> Mapping[PieceId, tuple[int, ...]]:
        return {piece.id: self._key_to_lose(piece) for piece in self.standing}

    def _key_to_lose(self, piece: Piece) -> tuple[int, ...]:
        guests = coast = 0
        if cargo := self.state.cargo(piece.id):
            guests = sum(1 for c in cargo if c.power != piece.power)
            coast = max((self.state.edition.board.territory[c.assault].ipc for c in cargo if c.assault), default=0)
        marked = sum(piece.id in pieces for pieces in self.battle.marked.values()) if self.battle.marked else 0
        left = range_left(self.state, piece)
        return len(cargo), guests, coast, -piece.hits_taken, marked, left, -piece.number

    @cached_property
    def wished(self) -> dict[tuple[str, bool], tuple[Slot, ...]]:
        """The places that were looked up for an entry of an order of loss (`engine.combat.losses.default_losses`)."""
        return {}

    @cached_property
    def sparing(self) -> dict[tuple[int | PieceId, ...], bool]:
        """Of carriers that were looked at, by their kind and those of their aircraft: whether their first hit leaves
        all these a place to land (`engine.combat.losses.guests`).
        """
        return {}

    @cached_property
    def traits(self) -> Mapping[PieceId, Traits]:
        """What tells each piece from others of its unit and owner."""
        return {piece.id: traits(self.state, self.battle, self.side, piece) for piece in self.standing}

    @cached_property
    def differing(self) -> Mapping[tuple[PowerId, UnitId], tuple[str, ...]]:
        """The names of the traits that targets of an owner and unit do not all share."""
        seen: dict[tuple[PowerId, UnitId], set[Traits]] = {}
        for piece in self.targets:
            seen.setdefault((piece.power, piece.unit), set()).add(self.traits[piece.id])
        names = [each.name for each in fields(Traits)]
        return {
            kind: tuple(name for name in names if len({getattr(each, name) for each in found}) > 1)
            for kind, found in seen.items()
        }

    def kind(self, slot: Slot) -> tuple[int, int]:
        """What tells one place from another as far as anything can depend on it: which of the kinds of pieces, by
        owner, unit and traits; and which of the hits.
        """
        return self.kinds[slot[0]], slot[1]

    @cached_property
    def kinds(self) -> Mapping[PieceId, int]:
        """The number of each piece's kind: the same for those that nothing tells apart."""
        numbers: dict[tuple[PowerId, UnitId, Traits], int] = {}
        kinds = {piece.id: (piece.power, piece.unit, self.traits[piece.id]) for piece in self.standing}
        return {piece_id: numbers.setdefault(kind, len(numbers)) for piece_id, kind in kinds.items()}

    def fill(self, wishes: Iterable[Slot]) -> tuple[Slot, ...]:
        """Give hits to wished places in order, as long as each still fits a legal assignment."""
        taken: list[Slot] = []
        held_back: list[Slot] = []
        hits = HitsToGive(self.battle.hits)

        def take(slot: Slot) -> None:
            if hits.give(self._profiles[slot[0]]):
                taken.append(slot)

        for slot in wishes:
            if len(taken) == self.must_take:
                break
            if slot[0] in self._lasts:
                held_back.append(slot)
            else:
                take(slot)
        for slot in held_back:
            if len(taken) < self.must_take:
                take(slot)
        return tuple(sorted(taken))

    def has_choice(self, chosen: Sequence[Slot]) -> bool:
        """Whether another legal assignment differs from this one in anything that matters (ASY-03).

        Places that are alike are tried once.
        """
        if len(chosen) == len(self.slots):
            return False
        taken = set(chosen)
        unchosen = self._alike(slot for slot in self.slots if slot not in taken)
        given_up = self._alike(slot for slot in chosen if (slot[0], slot[1] + 1) not in taken)
        for of_one_kind in given_up.values():
            for out in of_one_kind[:2]:
                rest = taken - {out}
                for others in unchosen.values():
                    new = next((slot for slot in others if slot[1] == 1 or (slot[0], slot[1] - 1) in rest), None)
                    if new and self.kind(new) != self.kind(out) and self.is_legal([*rest, new]):
                        return True
        return False

    def _alike(self, slots: Iterable[Slot]) -> dict[tuple[object, ...], list[Slot]]:
        """Places by all that tells them apart and all by which they are legal."""
        found: dict[tuple[object, ...], list[Slot]] = {}
        for slot in slots:
            piece = self.state.pieces[slot[0]]
            found.setdefault((self.kind(slot), self.profile(piece), self.is_last(piece)), []).append(slot)
        return found

    def outcome(self, slots: Iterable[Slot]) -> Outcome:
        """Pieces lost, and pieces that are damaged and live."""
        slots = tuple(slots)
        if slots not in self._outcomes:
            taken = Counter(piece_id for piece_id, _ in slots)
            lost, damaged = list[PieceId](), list[PieceId]()
            for piece_id in sorted(taken, key=self._places.__getitem__):
                (lost if taken[piece_id] >= self._left[piece_id] else damaged).append(piece_id)
            self._outcomes[slots] = tuple(lost), tuple(damaged)
        return self._outcomes[slots]

    @cached_property
    def _left(self) -> Mapping[PieceId, int]:
        return {piece.id: self.hits_left(piece) for piece in self.standing}

    @cached_property
    def _outcomes(self) -> dict[tuple[Slot, ...], Outcome]:
        return {}

    @cached_property
    def _places(self) -> Mapping[PieceId, int]:
        """Where each piece stands in table order."""
        return {piece.id: place for place, piece in enumerate(self.standing)}

"""The state of a game: an immutable value that holds everything needed to go on after a restart or a year."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TypeAlias, TypeVar

from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationError
from pydantic_core import CoreSchema

from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import AccountId, Side
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId, UnitType
from engine.state.battles import Battle, PendingBattle
from engine.state.changes import UndoEntry
from engine.state.pieces import (
    Piece,
    PieceId,
    Texts,
    has_old_memories,
    number_of,
    text_with,
    with_memories,
    without,
)
from engine.state.questions import Request, RequestId
from engine.state.stored import PieceRead, Told, TurnRead, schema_of, with_parts
from engine.state.turn import Turn

Found = TypeVar("Found")
Asked: TypeAlias = tuple[Callable[..., object], *tuple[object, ...]]
Facts: TypeAlias = dict[Asked, object]
"""What was found, by what found it and what it was asked about."""
Wherever: TypeAlias = dict[Asked, tuple[dict[SpaceId, object], Collection[SpaceId]]]


@dataclass(frozen=True)
class Holding:
    """A condition of victory that a side meets and must go on meeting (GEN-30).

    condition: its place among those of the table. power and round: the turn in which that began.
    """

    condition: int
    power: PowerId
    round: int


@dataclass(frozen=True)
class Declaration:
    """A war that a power declared; `on` holds all who came to be at war with it by that (POL-05, POL-18).

    rule: its ground, which games do not know of declarations that are older than the memory of it.
    """

    round: int
    by: PowerId
    on: tuple[PowerId, ...]
    provoked: bool
    rule: str = ""


@dataclass(frozen=True)
class GameState:
    """A game at one moment. treasuries and purchased are keyed by account, whoever leads its power (GEN-10).

    step: the step of the phase that waits for the answers of others; None while the power on turn acts.
    serials: how many pieces were made per "<power>.<unit>". facilities: they are no pieces, so they neither move nor
    fight nor take hits, and nothing in the war removes them (UNI-34, UNI-35, UNI-38). damage: to facilities, until it
    is repaired, whoever holds them (PUR-22).
    wars: the pairs of powers at war; without it all powers of different sides are (POL-01).
    declarations: the wars that were declared, in their order.
    kamikaze_tokens: strikes that powers have left for the whole game (SPC-90).
    roused_neutrals: neutral territories that were attacked, and the side that each joined then (POL-51).
    attacked: territories that a power has attacked in the game, of those that its objectives name (INC-43).
    objectives_paid: objectives that pay a single time, and did (INC-59). incidents: those that the rules remember and
    that have happened (POL-23, POL-60, OPT-16). troop_bonuses: powers given units for freed territory (POL-43).
    refused_leave lists (power, ally, what): what a power does not let an ally use (ASY-28); granted_leave what it lets
    a power of the other side use (ASY-29).
    technologies: what each power has developed (RES-12, RES-13); research_tokens: dice that it kept (RES-07).
    advantages: national advantages of each power (OPT-07); used_advantages can never be used again,
    advantages_in_force have been declared and still work. holdings: conditions of victory that are met, and must be
    for a round.
    """

    setup: str
    options: Mapping[str, str]
    round: int
    power: PowerId
    phase: PhaseId
    owners: Mapping[SpaceId, PowerId | None]
    facilities: Mapping[SpaceId, tuple[UnitId, ...]]
    damage: Mapping[SpaceId, Mapping[UnitId, int]]
    treasuries: Mapping[AccountId, int]
    pieces: Mapping[PieceId, Piece]
    serials: Mapping[str, int]
    purchased: Mapping[AccountId, Mapping[UnitId, int]]
    step: int | None = None
    turn: Turn = field(default_factory=Turn)
    pending: tuple[PendingBattle, ...] = ()
    battle: Battle | None = None
    requests: tuple[Request, ...] = ()
    undo: tuple[UndoEntry, ...] = ()
    conceded: tuple[PowerId, ...] = ()
    refused_leave: tuple[tuple[PowerId, PowerId, str], ...] = ()
    granted_leave: tuple[tuple[PowerId, PowerId, str], ...] = ()
    wars: tuple[tuple[PowerId, PowerId], ...] | None = None
    declarations: tuple[Declaration, ...] = ()
    kamikaze_tokens: Mapping[PowerId, int] = field(default_factory=dict)
    roused_neutrals: Mapping[SpaceId, Side] = field(default_factory=dict)
    attacked: Mapping[PowerId, tuple[SpaceId, ...]] = field(default_factory=dict)
    objectives_paid: tuple[str, ...] = ()
    incidents: tuple[str, ...] = ()
    troop_bonuses: tuple[PowerId, ...] = ()
    technologies: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)
    research_tokens: Mapping[PowerId, int] = field(default_factory=dict)
    advantages: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)
    used_advantages: tuple[str, ...] = ()
    advantages_in_force: tuple[str, ...] = ()
    holdings: tuple[Holding, ...] = ()
    winner: Side | None = None

    def __getstate__(self) -> dict[str, object]:
        """What a copy for another process needs; everything cached is found again there."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def edition(self) -> Edition:
        """Facts and rule parameters of the game, as its options change them."""
        edition = load_setup(self.setup)
        chosen = edition.rule_choices(self.options)
        return load_setup(self.setup, chosen) if chosen else edition

    @cached_property
    def by_space(self) -> dict[SpaceId, tuple[Piece, ...]]:
        """All pieces by space, those of a space in the order of unit table, turn order and id; the spaces in none."""
        # By `rank`, which is written out here as this is asked of every state that is loaded.
        units, powers, pieces = self.edition.unit_rank, self.edition.turn_rank, self.pieces
        ranked = [(units[piece.unit], powers[piece.power], number_of(name), name) for name, piece in pieces.items()]
        found: dict[SpaceId, list[Piece]] = {}
        for *_, name in sorted(ranked):
            found.setdefault(pieces[name].space, []).append(pieces[name])
        return {space: tuple(pieces) for space, pieces in found.items()}

    @cached_property
    def war_pairs(self) -> frozenset[frozenset[PowerId]]:
        """The pairs of powers at war, where wars are declared."""
        return frozenset(map(frozenset, self.wars or ()))

    @cached_property
    def foes(self) -> dict[PowerId, frozenset[PowerId]]:
        """With whom each power is at war, where wars are declared."""
        found: dict[PowerId, set[PowerId]] = {}
        for one, other in self.wars or ():
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
        return {power: frozenset(others) for power, others in found.items()}

    @cached_property
    def of_ground(self) -> Facts:
        """What was found about the ground, whoever moves on it, as far as it was asked (`engine.state.known`)."""
        return {}

    @cached_property
    def of_land(self) -> Facts:
        """What was found about the ground, whoever held what when the turn began (`engine.state.known`)."""
        return {}

    @cached_property
    def of_ground_at_rest(self) -> Facts:
        """What was found about the ground in turns that have just begun on it (`engine.state.successors`)."""
        return {}

    @cached_property
    def of_position(self) -> Facts:
        """What was found about the whole position, as far as it was asked (`engine.state.known`)."""
        return {}

    @cached_property
    def of_pieces(self) -> Facts:
        """What was found about the pieces on this ground, whoever is on turn (`engine.state.known`)."""
        return {}

    @cached_property
    def of_itself(self) -> Facts:
        """What was found about this very state, its orders included (`engine.state.known`)."""
        return {}

    @cached_property
    def of_spaces(self) -> dict[SpaceId, Facts]:
        """What was found about single spaces, as far as it was asked (`engine.state.known`)."""
        return defaultdict(dict)

    @cached_property
    def wherever(self) -> Wherever:
        """What was found about all spaces, and those of which it is not known yet (`engine.state.known`)."""
        before, spaces = self.moved_in
        stays = spaces.keys().isdisjoint
        return {
            key: (
                found if stays(found) else without(found.copy(), spaces),
                dict.fromkeys((*spaces, *unseen)) if unseen else spaces,
            )
            for key, (found, unseen) in before.copy().items()
        }

    @cached_property
    def moved_in(self) -> tuple[Wherever, dict[SpaceId, None]]:
        """What a state before knew of all spaces, and in which of them pieces have moved since; few positions that are
        only looked at ask for it.
        """
        return {}, {}

    @cached_property
    def texts(self) -> Texts:
        """What is written of pieces, handed on to all states that come of this one (`engine.state.pieces`)."""
        return Texts()

    @cached_property
    def cargo_of(self) -> dict[PieceId, tuple[Piece, ...]]:
        """What lies aboard each ship that carries anything."""
        found: dict[PieceId, list[Piece]] = {}
        for piece in sorted((p for p in self.pieces.values() if p.aboard), key=self.rank):
            if piece.aboard:
                found.setdefault(piece.aboard, []).append(piece)
        return {ship: tuple(cargo) for ship, cargo in found.items()}

    @cached_property
    def guns(self) -> tuple[Piece, ...]:
        """Antiaircraft guns that stand in a territory; aboard a ship they are cargo."""
        found = (p for p in self.pieces.values() if p.aboard is None and self.type_of(p).can("anti_aircraft"))
        return tuple(sorted(found, key=self.rank))

    def rank(self, piece: Piece) -> tuple[int, int, int, PieceId]:
        """Sort key: unit table, owners in turn order, number, and the whole id where a captured piece has the same."""
        edition = self.edition
        return edition.unit_rank[piece.unit], edition.turn_rank[piece.power], piece.number, piece.id

    def at(self, space: SpaceId) -> tuple[Piece, ...]:
        """Pieces in a space, cargo included."""
        return self.by_space.get(space, ())

    def cargo(self, ship: PieceId) -> tuple[Piece, ...]:
        """Pieces aboard a ship."""
        return self.cargo_of.get(ship, ())

    def type_of(self, piece: Piece) -> UnitType:
        """The line of the unit table for a piece, with what its owner's developments and advantages make of it."""
        return self._unit_tables[piece.power][piece.unit]

    def unit_of(self, power: PowerId, unit: UnitId) -> UnitType:
        """The line of the unit table for a unit of a power."""
        return self._unit_tables[power][unit]

    @cached_property
    def _unit_tables(self) -> dict[PowerId, dict[UnitId, UnitType]]:
        return {power: self.edition.improved(self._improvements(power)) for power in self.edition.order_of_powers}

    def _improvements(self, power: PowerId) -> tuple[str, ...]:
        return *self.technologies.get(power, ()), *self.advantages.get(power, ())

    @cached_property
    def _loads(self) -> dict[PowerId, dict[UnitId, frozenset[str]]]:
        """Of which domains each unit of each power carries units."""
        return {power: self.edition.loads(self._improvements(power)) for power in self.edition.order_of_powers}

    def carries(self, piece: Piece, domain: str) -> bool:
        """Whether a piece carries units of a domain: land for transports (UNI-61), air for carriers (UNI-49)."""
        return domain in self._loads[piece.power][piece.unit]

    def has_technology(self, power: PowerId, technology: str) -> bool:
        """Whether a power has developed this."""
        return technology in self.technologies.get(power, ())

    def has_advantage(self, power: PowerId, advantage: str) -> bool:
        """Whether a power has this national advantage and has not used it up."""
        return advantage in self.advantages.get(power, ()) and advantage not in self.used_advantages

    def select(self, ids: Iterable[PieceId]) -> tuple[Piece, ...]:
        """The pieces with these ids that still exist, in table order."""
        return tuple(sorted((self.pieces[i] for i in ids if i in self.pieces), key=self.rank))

    def owner_at_turn_start(self, territory: SpaceId) -> PowerId | None:
        """Who held a territory when the present turn began."""
        if territory in self.turn.owners_before:
            return self.turn.owners_before[territory]
        return self.owners[territory]

    def request(self, request_id: RequestId) -> Request | None:
        """The open request with this id."""
        return next((request for request in self.requests if request.id == request_id), None)


STATE = TypeAdapter(GameState)


class _StateRead(Told):
    """What is told of a state."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return schema_of(GameState, handler, {"pieces": dict[PieceId, PieceRead], "turn": TurnRead})


_STORED: TypeAdapter[Told] = TypeAdapter(_StateRead)


def state_to_json(state: GameState) -> str:
    """The state as canonical JSON text: the same state always gives the same text."""
    return json.dumps(STATE.dump_python(state, mode="json"), sort_keys=True, separators=(",", ":"))


def state_to_text(state: GameState) -> str:
    """The same in an eighth of the time, for keeping; again in a third of that, where few pieces have changed.

    Fields with their defaults are left out; of equal states the parts may stand in another order.
    """

    def write(pieces: Mapping[PieceId, Piece]) -> str:
        of = state if pieces is state.pieces else replace(state, pieces=pieces)
        return STATE.dump_json(of, exclude_defaults=True).decode()

    return text_with(state.pieces, state.texts, write)


def state_from_json(text: str) -> GameState:
    """Read what `state_to_json` or `state_to_text` wrote; raises pydantic's ValidationError if it is no state."""
    try:
        told = _STORED.validate_json(text)
    except ValidationError:  # it is of an earlier version, or none
        if has_old_memories(text):
            return STATE.validate_python(with_memories(json.loads(text)))
        return STATE.validate_json(text)
    made: Callable[..., GameState] = GameState
    return made(**with_parts(told))

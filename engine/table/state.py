"""The state of a game: an immutable value that holds everything needed to go on after a restart or a year."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal

from pydantic import TypeAdapter

from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import AccountId, Side
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId, UnitType
from engine.table.memory import Memories, with_memories

PieceId = str
RequestId = str
Part = Literal["sea", "land", "air"]
Choice = dict[str, Any]
RequestKind = str


@dataclass(frozen=True)
class Piece:
    """One unit on the board, whose it is wherever it stands (UNI-66), and what it did this turn.

    A captured antiaircraft gun has a new power and keeps its id (UNI-30).
    """

    id: PieceId
    power: PowerId
    unit: UnitId
    space: SpaceId
    hits_taken: int = 0
    used: int = 0  # movement points spent
    began: SpaceId | None = None  # where its first move of the turn started
    came_from: SpaceId | None = None  # the space it left last, for retreats (CMB-38)
    way: tuple[SpaceId, ...] = ()  # where a land or sea unit started from and passed through in the combat move
    moved: PhaseId | None = None
    aboard: PieceId | None = None  # the ship that carries it
    loaded: PhaseId | None = None  # the phase of this turn in which it boarded
    assault: SpaceId | None = None  # the territory that it, or the cargo that it carries, is to land in (CMV-69)
    offloaded: SpaceId | None = None  # where a transport put cargo ashore this turn (CMV-60)
    raid: UnitId | None = None  # the facility that it bombs where it is, instead of fighting (CMV-71)
    escort: bool = False  # it protects the raiders there (SPC-42)
    intercepts: bool = False  # it rose against raiders and fights in no other battle (SPC-45)
    fought: bool = False
    submerged: bool = False
    retreated: bool = False
    memory: Memories = ()  # what single rules remember of it

    @cached_property
    def number(self) -> int:
        """The last part of the id: order of creation within power and unit."""
        return int(self.id.rpartition(".")[2])

    @property
    def first_owner(self) -> PowerId:
        """The power whose unit this was at first (UNI-32)."""
        return self.id.partition(".")[0]

    def rested(self) -> Piece:
        """The piece with all that it did this turn forgotten."""
        return Piece(self.id, self.power, self.unit, self.space, self.hits_taken, aboard=self.aboard)


@dataclass(frozen=True)
class Flight:
    """Aircraft that flew together in the combat move, and their path (CMV-48)."""

    pieces: tuple[PieceId, ...]
    path: tuple[SpaceId, ...]


@dataclass(frozen=True)
class Turn:
    """What the present turn must remember."""

    hostile_zones: tuple[SpaceId, ...] = ()  # hostile to the acting power when its turn began (CMV-16, CMB-40)
    owners_before: Mapping[SpaceId, PowerId | None] = field(default_factory=dict)  # of what changed hands this turn
    flights: tuple[Flight, ...] = ()  # of the combat move, in order, where guns fire at what passes over them
    stances: Mapping[SpaceId, Mapping[PieceId, bool]] = field(default_factory=dict)  # told to attack or ignore (CMV-20)
    promises: tuple[tuple[str, SpaceId], ...] = ()  # carriers ("new": one just bought) and where they will be (CMV-46)
    promised_to: Mapping[str, tuple[PieceId, ...]] = field(default_factory=dict)  # aircraft that needed each carrier
    sea_battles: Mapping[SpaceId, bool] = field(default_factory=dict)  # how they ended: True where it may be landed
    bombardments: Mapping[PieceId, SpaceId | None] = field(default_factory=dict)  # None: keeps silent (SPC-21)
    placed: Mapping[SpaceId, int] = field(default_factory=dict)  # units mobilized through each complex (MOB-12)
    launched: Mapping[PieceId, SpaceId] = field(default_factory=dict)  # the complex of each new carrier (MOB-07)
    idle_complexes: tuple[SpaceId, ...] = ()  # where a complex gives nothing this turn, being new or just taken
    repaired: Mapping[SpaceId, Mapping[UnitId, int]] = field(default_factory=dict)  # points paid for now (PUR-15)
    battles_reached: int = 0  # the place in the order of battles of the last one that began (CMB-01)
    berths: Mapping[PieceId, PieceId] = field(default_factory=dict)  # the carrier chosen for an aircraft (UNI-50)
    newly_hostile: tuple[SpaceId, ...] = ()  # sea zones that a declaration of this turn made hostile (CMV-73)
    memory: Memories = ()  # what single rules remember of the turn


@dataclass(frozen=True)
class PendingBattle:
    """A battle still to be fought this turn."""

    space: SpaceId
    part: Part
    amphibious: bool
    kind: Literal["combat", "raid", "rocket"] = "combat"


@dataclass(frozen=True)
class Hits:
    """Hits waiting to be assigned, by what scored them: aircraft, submarines, ships that bombard, and so on."""

    air: int = 0
    submarine: int = 0
    bombardment: int = 0
    kamikaze: int = 0
    anti_aircraft: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        """All hits together."""
        return self.air + self.submarine + self.bombardment + self.kamikaze + self.anti_aircraft + self.other


@dataclass(frozen=True)
class Battle:
    """The battle being fought; `step` is the index of the next step of the round.

    amphibious: an assault, or the sea battle before one. began_with: the units with which the attack began (OPT-39).
    attackers_lost: the units that the attacker lost so far, defended_by: whose units defended at first (OPT-18).
    down: casualties that still fire this round (CMB-09). struck: removed before the main fire.
    fired: units that have used their shot this round (CMB-08). hits: waiting for the owners to choose casualties.
    marked: pieces to which a national advantage gives more in this battle, by advantage (OPT-24, OPT-36).
    retreats: spaces open for a retreat (CMB-38). attacker_destroyer and defender_destroyer hold for the round (CMB-11).
    """

    space: SpaceId
    part: Part
    amphibious: bool
    attacker: PowerId
    attackers: tuple[PieceId, ...]
    defenders: tuple[PieceId, ...]
    seaborne: tuple[PieceId, ...] = ()
    retreats: tuple[SpaceId, ...] = ()
    began_with: tuple[UnitId, ...] = ()
    attackers_lost: tuple[UnitId, ...] = ()
    defended_by: tuple[PowerId, ...] = ()
    round: int = 0
    step: int = 0
    attacker_destroyer: bool = False
    defender_destroyer: bool = False
    down: tuple[PieceId, ...] = ()
    struck: tuple[PieceId, ...] = ()
    marked: Mapping[str, tuple[PieceId, ...]] = field(default_factory=dict)
    fired: tuple[PieceId, ...] = ()
    hits: Hits = Hits()


@dataclass(frozen=True)
class Request:
    """A question that must be answered before the game goes on.

    `power` answers, or, in a joint defence, each of `powers` (CMB-23); `answers` holds what some of them said so far.
    `options` says what can be chosen, `default` is a legal choice for whoever is away.
    """

    id: RequestId
    kind: RequestKind
    power: PowerId
    powers: tuple[PowerId, ...]
    space: SpaceId
    options: Mapping[str, Any]
    default: Choice
    answers: Mapping[PowerId, Choice] = field(default_factory=dict)


@dataclass(frozen=True)
class Holding:
    """A condition of victory that a side meets and must go on meeting (GEN-30).

    condition: its place among those of the table. power and round: the turn in which that began.
    """

    condition: int
    power: PowerId
    round: int


@dataclass(frozen=True)
class Changes:
    """New values: of single pieces (None: gone), and of whole fields of the state by their names (None: as it was)."""

    pieces: Mapping[PieceId, Piece | None] = field(default_factory=dict)
    owners: Mapping[SpaceId, PowerId | None] | None = None
    facilities: Mapping[SpaceId, tuple[UnitId, ...]] | None = None
    damage: Mapping[SpaceId, Mapping[UnitId, int]] | None = None
    treasuries: Mapping[AccountId, int] | None = None
    purchased: Mapping[AccountId, Mapping[UnitId, int]] | None = None
    serials: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Patch(Changes):
    """Values to put back: of all that an order which can be taken back may change."""

    used_advantages: tuple[str, ...] | None = None
    advantages_in_force: tuple[str, ...] | None = None
    turn: Turn | None = None


@dataclass(frozen=True)
class UndoEntry:
    """An order of this phase as it was given, and what it changed."""

    order: Mapping[str, Any]
    patch: Patch


@dataclass(frozen=True)
class Declaration:
    """A war that a power declared; `on` holds all who came to be at war with it by that (POL-05, POL-18)."""

    round: int
    by: PowerId
    on: tuple[PowerId, ...]
    provoked: bool


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
    refused_leave lists (power, ally, what): what a power does not let an ally use (ASY-28).
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
    turn: Turn = Turn()
    pending: tuple[PendingBattle, ...] = ()
    battle: Battle | None = None
    requests: tuple[Request, ...] = ()
    undo: tuple[UndoEntry, ...] = ()
    conceded: tuple[PowerId, ...] = ()
    refused_leave: tuple[tuple[PowerId, PowerId, str], ...] = ()
    wars: tuple[tuple[PowerId, PowerId], ...] | None = None
    declarations: tuple[Declaration, ...] = ()
    kamikaze_tokens: Mapping[PowerId, int] = field(default_factory=dict)
    roused_neutrals: Mapping[SpaceId, Side] = field(default_factory=dict)
    attacked: Mapping[PowerId, tuple[SpaceId, ...]] = field(default_factory=dict)
    technologies: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)
    research_tokens: Mapping[PowerId, int] = field(default_factory=dict)
    advantages: Mapping[PowerId, tuple[str, ...]] = field(default_factory=dict)
    used_advantages: tuple[str, ...] = ()
    advantages_in_force: tuple[str, ...] = ()
    holdings: tuple[Holding, ...] = ()
    winner: Side | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy for another process needs; all that is cached is found anew there."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def edition(self) -> Edition:
        """Facts and rule parameters of the game, as its options change them."""
        edition = load_setup(self.setup)
        chosen = edition.rule_choices(self.options)
        return load_setup(self.setup, chosen) if chosen else edition

    @cached_property
    def by_space(self) -> dict[SpaceId, tuple[Piece, ...]]:
        """All pieces by space, in the order of unit table, turn order and id."""
        rank = self.rank
        found: dict[SpaceId, list[Piece]] = {}
        for piece in sorted(self.pieces.values(), key=rank):
            found.setdefault(piece.space, []).append(piece)
        return {space: tuple(pieces) for space, pieces in found.items()}

    @cached_property
    def war_pairs(self) -> frozenset[frozenset[PowerId]]:
        """The pairs of powers at war, where wars are declared."""
        return frozenset(map(frozenset, self.wars or ()))

    @cached_property
    def standings(self) -> dict[tuple[SpaceId, PowerId], Any]:
        """What territories are to powers, as far as it was asked (`engine.politics.standing`)."""
        return {}

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
        known, given = self.technologies, self.advantages
        powers = self.edition.order_of_powers
        return {power: self.edition.improved((*known.get(power, ()), *given.get(power, ()))) for power in powers}

    def carries(self, piece: Piece, domain: str) -> bool:
        """Whether a piece carries units of a domain: land for transports (UNI-61), air for carriers (UNI-49)."""
        return self.edition.carries(self.type_of(piece), domain)

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


def state_to_json(state: GameState) -> str:
    """The state as canonical JSON text: the same state always gives the same text."""
    return json.dumps(STATE.dump_python(state, mode="json"), sort_keys=True, separators=(",", ":"))


def state_from_json(text: str) -> GameState:
    """Read what `state_to_json` wrote; raises pydantic's ValidationError if it is no state."""
    is_old = '"turn":' in text and '"memory":' not in text
    return STATE.validate_python(with_memories(json.loads(text))) if is_old else STATE.validate_json(text)


def with_pieces(state: GameState, changed: Iterable[Piece]) -> GameState:
    """The state with these pieces put in place of their former selves."""
    return replace(state, pieces={**state.pieces, **{piece.id: piece for piece in changed}})

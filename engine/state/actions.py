"""The orders that players can give, as JSON shapes (docs/actions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import AccountId, Side
from engine.facts.parameters import LeaveFor, PhaseId
from engine.facts.unit_types import UnitId
from engine.reading import LONGEST_NUMBER, problem_in
from engine.state.pieces import PieceId

Count = Annotated[int, Field(strict=True, ge=0, lt=10**LONGEST_NUMBER)]
Counts = dict[UnitId, Count]


class Order(BaseModel):
    """Base of all actions. `power` is named by a power that is not on turn."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    power: PowerId | None = None


class Research(Order):
    """Buy research dice; `from` is the account that pays where there is a choice, or IPCs by account (RES-16)."""

    type: Literal["research"]
    dice: Count
    technology: str | None = None
    chart: Count | None = None
    from_: AccountId | dict[AccountId, Count] | None = Field(default=None, alias="from")


class Purchase(Order):
    """Order units; replaces the order so far of the account `from` which is paid (PUR-01, PUR-14)."""

    type: Literal["purchase"]
    units: Counts = Field(default_factory=dict)
    repairs: dict[SpaceId, Counts] = Field(default_factory=dict)
    from_: AccountId | None = Field(default=None, alias="from")


class DeclareWar(Order):
    """Declare war."""

    type: Literal["declare_war"]
    on: tuple[PowerId, ...]


class Move(Order):
    """Move, load or offload units along a path; counts, or pieces by id, or both.

    drop: it must be infantry that an air base drops, which it may be without that word too (RES-34).
    """

    type: Literal["move"]
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()
    path: tuple[SpaceId, ...] = Field(min_length=2)
    transport: PieceId | None = None
    owner: PowerId | None = None
    transport_owner: PowerId | None = None
    with_cargo: Counts | None = None
    attack: bool | None = None
    raid: str | None = None
    escort: bool = False
    drop: bool = False


class Engage(Order):
    """Attack or ignore what may be ignored in a sea zone (CMV-20)."""

    type: Literal["engage"]
    space: SpaceId
    attack: bool
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()


class Promise(Order):
    """Promise a landing place (CMV-46)."""

    type: Literal["promise"]
    carrier: str
    space: SpaceId


class Undo(Order):
    """Take back the last order of the phase, or the one with index `order` (0 the oldest)."""

    type: Literal["undo"]
    order: Count | None = None


class FightBattle(Order):
    """Fight the next battle (CMB-02), without `kind` the combat of a space before its raid; or launch rockets.

    land: the ships that still land (SPC-06). bombard: the ships that support the landing, without it all (SPC-22).
    pick: the guns or bases that launch rockets. facility: what these strike, where several stand there.
    """

    type: Literal["battle"]
    space: SpaceId
    kind: Literal["combat", "raid", "rocket"] | None = None
    pick: tuple[PieceId, ...] = ()
    facility: UnitId | None = None
    land: tuple[PieceId, ...] | Literal["none"] | None = None
    bombard: tuple[PieceId, ...] | Literal["none"] | None = None


class Decide(Order):
    """Answer an open request, named by its id or by kind (with power and space where several are open)."""

    type: Literal["decide"]
    request: str | None = None
    kind: str | None = None
    space: SpaceId | None = None
    choice: dict[str, Any] | Literal["default", "agree"]


class Mobilize(Order):
    """Place bought units (MOB-01)."""

    type: Literal["mobilize"]
    units: Counts
    space: SpaceId
    complex: SpaceId | None = None


class UseAdvantage(Order):
    """Use a national advantage; each takes further keys of its own."""

    model_config = ConfigDict(frozen=True, extra="allow")

    type: Literal["advantage"]
    name: str


class RollAdvantages(Order):
    """Roll for the national advantages of all powers before the first turn (OPT-11); the game master's."""

    type: Literal["roll_advantages"]


class EndPhase(Order):
    """End the phase; `phase` says which one the player meant."""

    type: Literal["end_phase"]
    phase: PhaseId | None = None


class Leave(Order):
    """Grant or refuse an ally the use of one's carriers, transports, territories (ASY-28) or lent units (OPT-19)."""

    type: Literal["leave"]
    to: PowerId
    what: LeaveFor
    granted: bool


class Concede(Order):
    """Be ready to concede; the side concedes when all its powers are (GEN-34)."""

    type: Literal["concede"]


class EditedSpace(BaseModel):
    """New contents of a space; what is not named stays."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: PowerId | None = None
    units: dict[PowerId, Counts] | None = None
    facilities: tuple[UnitId, ...] | None = None
    damage: Counts | None = None
    captured_this_turn: bool | None = None


class EditedCargo(BaseModel):
    """A laden transport of the same edit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    transport: PowerId
    units: dict[PowerId, Counts]


class EditedTurn(BaseModel):
    """Where the game stands after the edit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    round: Annotated[int, Field(strict=True, ge=1)] | None = None
    power: PowerId | None = None
    phase: PhaseId | None = None


class Edit(Order):
    """The game master's correction."""

    type: Literal["edit"]
    clear_units: bool = False
    spaces: dict[SpaceId, EditedSpace] = Field(default_factory=dict)
    cargo: dict[SpaceId, tuple[EditedCargo, ...]] = Field(default_factory=dict)
    purchased: dict[AccountId, Counts] = Field(default_factory=dict)
    ipcs: dict[AccountId, Count] = Field(default_factory=dict)
    technologies: dict[PowerId, tuple[str, ...]] = Field(default_factory=dict)
    relations: tuple[tuple[PowerId, PowerId, str], ...] = ()
    damaged_units: dict[SpaceId, dict[PowerId, Counts]] = Field(default_factory=dict)
    kamikaze_tokens: dict[PowerId, Count] = Field(default_factory=dict)
    roused_neutrals: dict[SpaceId, Side | None] = Field(default_factory=dict)
    turn: EditedTurn | None = None


Action = (
    Research
    | Purchase
    | DeclareWar
    | Move
    | Engage
    | Promise
    | Undo
    | FightBattle
    | Decide
    | Mobilize
    | UseAdvantage
    | RollAdvantages
    | EndPhase
    | Leave
    | Concede
    | Edit
)

ACTION: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="type")])


def parse_action(value: Action | Mapping[str, Any]) -> Action:
    """Read an action from a model or a mapping; raises IllegalAction (`form`)."""
    if isinstance(value, Order):
        return value
    if not isinstance(value, Mapping):
        raise IllegalAction("form", "An order is a JSON object with a “type”.")
    try:
        return ACTION.validate_python(dict(value))
    except ValidationError as error:
        raise IllegalAction("form", f"I don't understand that order: {problem_in(error, 'type', skip=1)}.") from error


def action_to_json(action: Action) -> dict[str, Any]:
    """The shortest JSON form of an action: defaults are left out."""
    dumped: dict[str, Any] = ACTION.dump_python(action, mode="json", by_alias=True, exclude_defaults=True)
    return {"type": action.type, **{key: value for key, value in dumped.items() if key != "type"}}

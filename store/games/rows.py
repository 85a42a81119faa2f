"""The rows of the store as plain values. Times are UTC seconds, ids of Discord plain integers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

JsonObject: TypeAlias = Mapping[str, Any]


class JsonText(str):
    """JSON that is text already, and stored as it is."""

    __slots__ = ()


GameStatus: TypeAlias = Literal["lobby", "running", "finished", "abandoned"]
Auto: TypeAlias = Literal["order", "default", "computer"]
ProposalStatus: TypeAlias = Literal["open", "agreed", "refused", "withdrawn", "stale", "replaced"]
MessageKind: TypeAlias = Literal["post", "edit", "delete", "thread"]
MessageState: TypeAlias = Literal["pending", "sending", "sent", "parked"]

UNFINISHED: tuple[GameStatus, ...] = ("lobby", "running")


def values_of(row: "DataclassInstance") -> dict[str, Any]:
    """The values of a row by column; what they hold is shared, not copied."""
    return {each.name: getattr(row, each.name) for each in fields(row)}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game to be created in a channel or thread. The seed of the dice is secret, its commitment public."""

    guild_id: int
    channel_id: int
    name: str
    setup: str
    options: JsonObject
    organiser_id: int
    seed: bytes = field(repr=False)
    commitment: str
    engine_version: str
    event_format: int
    imported: bool = False
    dice_method: int = 1
    customs: JsonObject | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as everybody may know it: neither state nor seed. `seq` is the number of its last log entry.

    `dice_method` says how rolls are made from the seed (docs/dice.md); `roll_is_open` that orders with dice are on
    record which must be carried out before anything else; `customs` is what the table agreed on beside the rules, None
    for what is usual; `house` at which level the house plays a power, None where it plays none.
    """

    id: int
    guild_id: int
    channel_id: int
    name: str
    setup: str
    options: JsonObject
    status: GameStatus
    organiser_id: int
    version: int
    seq: int
    commitment: str
    next_roll: int
    engine_version: str
    event_format: int
    imported: bool
    last_message_id: int | None
    created_at: int
    started_at: int | None
    ended_at: int | None
    winner: str | None
    dice_method: int
    customs: JsonObject | None
    house: JsonObject | None
    roll_is_open: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a power, who may answer questions for them, and who lent it to them."""

    power: str
    user_id: int
    deputy_id: int | None = None
    lender_id: int | None = None


@dataclass(frozen=True, slots=True)
class SeatedRow:
    """A game with the seats that are taken, and whether nothing can be posted in its channel as far as is known."""

    game: Game
    seats: tuple[Seat, ...]
    is_parked: bool = False


@dataclass(frozen=True, slots=True)
class ForOrder:
    """A game, and what of it has to be asked for an interaction: most have no standing orders, proposals or past.

    fight_all: how the battles of the phase go on by themselves, secret like all orders; None: they don't.
    """

    seated: SeatedRow
    is_done: bool
    has_standing_orders: bool
    has_open_proposals: bool
    fight_all: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A power's secret order of loss for battles on land, at sea or in the air."""

    power: str
    domain: str
    order: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll of the dice: its number in the game, the cause it was made from, why, and the faces."""

    number: int
    cause: str
    why: str
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoggedRoll(Roll):
    """A roll on record, with the log entry it belongs to."""

    seq: int


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """Orders that are about to roll, written down before the dice fall; `order` is all it takes to repeat them."""

    cause: str
    order: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """An action to be logged. `cause` is the interaction, `cause_index` the place among all it led to."""

    by: str
    action: JsonObject | JsonText
    cause: str
    engine_version: str
    event_format: int
    cause_index: int = 0
    dice: tuple[int, ...] = ()
    events: Sequence[JsonObject] | JsonText = ()
    auto: Auto | None = None
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of a game's log. `rolled_back_by` is the entry that undid it."""

    game_id: int
    seq: int
    by: str
    action: JsonObject
    cause: str
    cause_index: int
    dice: tuple[int, ...]
    events: tuple[JsonObject, ...]
    auto: Auto | None
    engine_version: str
    event_format: int
    written_at: int
    rolled_back_by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewState:
    """The state after a commit: its JSON text, the key of the phase it lies in, and the number of its format.

    The last state of each phase is kept, so the key must be another in every round ("3.germany.combat_move").
    `acting` are the powers that must act or choose now, None where that is not known.
    """

    body: str
    phase_key: str
    format: int
    acting: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredState(NewState):
    """A state on record, as it was after log entry `seq` (0: before the first)."""

    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UsersGame:
    """An unfinished game of a user: the powers they play there, and where it stands (no phase in the lobby)."""

    game: Game
    powers: tuple[str, ...]
    phase_key: str | None
    acting: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """Something to be told in a channel.

    `role` names the post within its game ("panel", "battle:sz5"), so that later edits find it. An edit or delete
    means the post that has the role when it is sent, or names a `message_id` instead. `picture` is a request for a
    picture, drawn when the message is sent.
    """

    kind: MessageKind
    channel_id: int
    payload: JsonObject
    picture: JsonObject | None = None
    role: str | None = None
    message_id: int | None = None

    def __post_init__(self) -> None:
        if self.kind == "post" and self.message_id is not None:
            raise ValueError("a new post has no id yet")
        if self.kind != "post" and (self.role is None) == (self.message_id is None):
            raise ValueError("an edit or delete names a role or a message, and only one of them")


IS_POSTED = "is_posted"
"""In the payload of an edit: it stands already as it was first posted, and is still to be made into components."""


def tag_of(game_id: int, number: int) -> str:
    """The mark of a message, as players see it."""
    return f"#{game_id}·{number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A row of the outbox.

    `message_id` is Discord's: the target of an edit or delete, and of a post once sent. A `doubtful` post may have
    been sent before: look for its tag or nonce in the channel first. `former`: of one that was claimed for its role,
    the channel and the message that have that role until it is out.
    """

    id: int
    game_id: int
    channel_id: int
    kind: MessageKind
    role: str | None
    message_id: int | None
    payload: JsonObject
    picture: JsonObject | None
    state: MessageState
    attempts: int
    doubtful: bool
    failure: str | None
    written_at: int
    former: tuple[int, int] | None = None

    @property
    def tag(self) -> str:
        """The mark players see, by which a post is found again."""
        return tag_of(self.game_id, self.id)

    @property
    def is_posted(self) -> bool:
        """Whether the table sees it, if only as it was first posted."""
        return self.state == "sent" or IS_POSTED in self.payload

    @property
    def nonce(self) -> str:
        """What Discord takes as the mark of one and the same post."""
        return f"{self.game_id}-{self.id}"


class Claimed(NamedTuple):
    """Messages to be sent, and the channel up to which the line was looked through; 0: to its end."""

    messages: tuple[Message, ...]
    left_off: int


@dataclass(frozen=True, slots=True)
class Post:
    """Where the post with a role in a game stands."""

    role: str
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class ParkedChannel:
    """A channel nothing can be sent to, and why."""

    channel_id: int
    reason: str
    parked_at: int


@dataclass(frozen=True, slots=True)
class SetAside:
    """A message that could never be sent: its tag, where it was to stand, and why."""

    tag: str
    channel_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Committed:
    """What a commit left behind: the game's new version, its last log entry, the ids of the messages to be sent."""

    version: int
    seq: int
    message_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProposal:
    """A deed that waits for consent: its kind and particulars (`body`), who asked whom, and with which words.

    `made_for` says what it was made for, as the kind writes it; where that is another, it is stale.
    """

    game_id: int
    kind: str
    proposer_id: int
    proposer_name: str
    body: JsonObject
    made_for: str
    asked: tuple[int, ...]
    text: str
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(NewProposal):
    """A proposal on record, and how it ended."""

    id: int
    status: ProposalStatus
    closed_by: int | None
    created_at: int
    closed_at: int | None

"""Who sits where in a game, and who may do what: one table for the whole bot (docs/roles.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.state.words import listed
from gamemaster.errors import NotAllowed
from store import Game


@dataclass(frozen=True)
class SeatedGame:
    """A game and who sits where (power to user).

    is_parked: nothing could be posted in its channel when it was looked for there. deputies: who may answer questions
    for the player of a power (power to user, ASY-05). lenders: whose seat it is that somebody else plays (power to
    user, ASY-63).
    """

    game: Game
    seats: Mapping[str, int]
    is_parked: bool = field(default=False, kw_only=True)
    deputies: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    lenders: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    @property
    def house(self) -> Mapping[str, str]:
        """At which level the house plays powers that have no player (power to level, ASY-65)."""
        return {power: level for power, level in (self.game.house or {}).items() if power not in self.seats}

    @property
    def taken(self) -> Collection[str]:
        """Powers that somebody plays, or the house."""
        return {*self.seats, *self.house}

    def player_of(self, power: str) -> str:
        """ "<@1>", "the house (easy)" or "nobody"."""
        if power in self.seats:
            return f"<@{self.seats[power]}>"
        return the_house(self.house[power]) if power in self.house else "nobody"

    def powers_of(self, user_id: int) -> tuple[str, ...]:
        """Powers that a user plays."""
        return tuple(power for power, user in self.seats.items() if user == user_id)

    def lent_by(self, user_id: int) -> tuple[str, ...]:
        """Powers of a user that somebody else plays for them."""
        return tuple(power for power, user in self.lenders.items() if user == user_id)

    def owner_of(self, power: str) -> int | None:
        """Whose seat it is, no matter who plays it; None where it is free."""
        return self.lenders.get(power, self.seats.get(power))

    def players_named(self) -> dict[str, str]:
        """Who plays each power: "<@1>", with a deputy "<@1>, deputy <@2>", "<@2> for <@1>", or "the house (easy)".

        And for whom the house plays until they are back: "<@1>, away: the house plays" (ASY-66).
        """
        deputies = {power: f", deputy <@{user}>" for power, user in self.deputies.items()}
        lenders = {power: f" for <@{user}>" for power, user in self.lenders.items()}
        stand_ins = (self.game.customs or {}).get("stand_ins", ())
        away = {
            each["power"]: ", away: the house plays"
            for each in stand_ins
            if not each["turn"] and self.seats.get(each["power"]) == each["user_id"]
        }
        players = {
            power: f"<@{user}>{lenders.get(power, '')}{deputies.get(power, '')}{away.get(power, '')}"
            for power, user in self.seats.items()
        }
        return {**players, **{power: the_house(level) for power, level in self.house.items()}}

    def answers_for(self, user_id: int) -> tuple[str, ...]:
        """Powers whose questions a user may answer: those that they play first, then those of others."""
        deputised = (power for power, user in self.deputies.items() if user == user_id)
        return tuple(dict.fromkeys((*self.powers_of(user_id), *deputised)))

    def answering_in(self, user_id: int, asked: Collection[str]) -> tuple[str, ...]:
        """Those of the powers asked for which one answer of a user counts: all of one player.

        These are the user's own, or else those of the first player whose deputy they are: a button pressed twice must
        not answer for two people.
        """
        able = [power for power in self.answers_for(user_id) if power in asked]
        return tuple(power for power in able if self.seats.get(power) == self.seats.get(able[0]))


def the_house(level: str) -> str:
    """ "the house (easy)"."""
    return f"the house ({level})"


Role = Literal["seat", "deputy", "organiser", "server_manager", "spectator"]
Deed = Literal[
    "give orders",
    "answer questions",
    "name a deputy",
    "take a seat",
    "wait for a seat",
    "hand over a seat",
    "lend a seat",
    "return a seat",
    "give up a seat",
    "let the house stand in",
    "call for a player",
    "take a seat without a player",
    "answer a card",
    "answer for an absent player",
    "end a phase whose time is up",
    "bump",
    "extend",
    "go on vacation",
    "invite",
    "start",
    "open a rematch",
    "export",
    "keep a template",
    "lock a template",
    "import",
    "edit",
    "roll back",
    "pause",
    "replace",
    "give a power to the house",
    "end",
    "offer a draw",
    "move a game",
    "give a game a thread",
    "look at what I lack",
]
NAMES: Mapping[Role, str] = {
    "seat": "a player",
    "deputy": "a deputy",
    "organiser": "the organiser",
    "server_manager": "a server manager",
    "spectator": "anybody",
}
HEADS: Mapping[Role, str] = {
    "seat": "seat",
    "deputy": "deputy",
    "organiser": "organiser",
    "server_manager": "server manager",
    "spectator": "spectator",
}


@dataclass(frozen=True)
class Right:
    """Who may do a deed, or ask for it.

    consent: who must agree where the one who wants it has a stake in the game; nothing where nobody need. silence: days
    after which no answer counts as consent; None: it never does. refusal: what others are told, if not who may.
    """

    words: str
    roles: tuple[Role, ...]
    consent: str = ""
    silence: int | None = None
    refusal: str = ""

    @property
    def line(self) -> str:
        """The row of the table in docs/roles.md."""
        marks = (("asks" if self.consent else "yes") if role in self.roles else "" for role in HEADS)
        days = f"; after {self.silence} days without an answer nobody" if self.silence else ""
        return f"| {self.words} | {' | '.join(marks)} | {self.consent}{days} |".replace("  ", " ")


NO_SEAT = "You have no seat in this game. Nothing changed."
HOSTS: tuple[Role, ...] = ("organiser", "server_manager")
RIGHTS: Mapping[Deed, Right] = {
    "give orders": Right(
        "give orders, leave and see standing orders, let allies use your units and territories, choose national "
        "advantages: for your own powers",
        ("seat",),
        refusal=NO_SEAT,
    ),
    "answer questions": Right(
        "answer questions: for your own powers, or for those whose deputy you are", ("seat", "deputy"), refusal=NO_SEAT
    ),
    "name a deputy": Right(
        "let somebody answer questions for your own powers; take that back, or give it up",
        ("seat", "deputy"),
        refusal=NO_SEAT,
    ),
    "take a seat": Right(
        "take a free seat, give up your own, or call in an auction for a side, before the game begins", tuple(HEADS)
    ),
    "wait for a seat": Right("wait for a seat while there is none, and stop waiting", tuple(HEADS)),
    "hand over a seat": Right(
        "hand your own seat to another member, with or without your standing orders",
        ("seat",),
        "that member",
        refusal=NO_SEAT,
    ),
    "lend a seat": Right(
        "lend your own seat to another member, who plays it until you take it back",
        ("seat",),
        "that member",
        refusal=NO_SEAT,
    ),
    "return a seat": Right("take back the seat that you lent, or give back the one that was lent to you", tuple(HEADS)),
    "let the house stand in": Right(
        "let the house play for you in a turn, or until you are back, and play again yourself",
        ("seat",),
        refusal=NO_SEAT,
    ),
    "give up a seat": Right("give your own seat up for good", ("seat",), refusal=NO_SEAT),
    "call for a player": Right(
        "call for a player for a seat that has none, or whose player has left the server", ("seat", *HOSTS)
    ),
    "take a seat without a player": Right(
        "take a seat without a player",
        tuple(HEADS),
        "a player of that side or the organiser, unless you are the organiser or a server manager",
    ),
    "answer a card": Right(
        "agree to what a card asks, or refuse it: those it names, or a server manager who has not played; withdraw "
        "what you asked yourself",
        tuple(HEADS),
    ),
    "invite": Right("invite somebody to a table by invitation, or withdraw that", HOSTS),
    "start": Right("start the game", HOSTS),
    "open a rematch": Right(
        "open a rematch once the game is over",
        ("seat", *HOSTS),
        refusal="Only a player, the organiser or a server manager can open a rematch. To open another game, use "
        "`/game create`.",
    ),
    "import": Right("import a record into a game that has not begun", HOSTS),
    "answer for an absent player": Right(
        "answer for an absent player, by the printed default, once the table's grace time is over",
        HOSTS,
        "a player of the side that is asked, where you play the other",
    ),
    "end a phase whose time is up": Right(
        "end the open phase of a player who has had the time for their turn: as a player, one of the other side; as a "
        "deputy, theirs, where the table chose so",
        ("seat", "deputy", *HOSTS),
        refusal="Only a player of the other side, the organiser or a server manager can end their phase.",
    ),
    "bump": Right(
        "restart the time for a turn of the other side, where the table has agreed on bumps",
        ("seat",),
        refusal=NO_SEAT,
    ),
    "go on vacation": Right(
        "say until when you are away, which stops your own clocks; come back before", ("seat",), refusal=NO_SEAT
    ),
    "extend": Right(
        "give a turn more time",
        ("seat", *HOSTS),
        "a player of the other side, unless that is who gives it",
    ),
    "edit": Right("correct the position", HOSTS, "a player of the other side"),
    "roll back": Right("put the game back to an earlier phase", HOSTS, "a player of the other side"),
    "pause": Right(
        "pause or resume the game",
        ("seat", *HOSTS),
        "a player of the other side",
    ),
    "replace": Right(
        "give a power to another player",
        HOSTS,
        "the player who is replaced, or another player of that side; where that is your own side too, any other "
        "player; of a lent seat its owner",
        silence=3,
    ),
    "give a power to the house": Right(
        "let the house play a power, or take one back from it",
        HOSTS,
        "as with a replacement, where somebody plays it",
        silence=3,
    ),
    "end": Right("end the game without a winner", HOSTS, "a player of the other side", silence=7),
    "offer a draw": Right("offer a draw", ("seat",), "a player of the other side", refusal=NO_SEAT),
    "move a game": Right("move a game of the server into another channel", ("server_manager",)),
    "give a game a thread": Right("move a game into a thread of its own, of the channel where it is played", HOSTS),
    "keep a template": Right("save what a table has agreed on as a template for the server", HOSTS),
    "lock a template": Right("lock or unlock a template", ("server_manager",)),
    "look at what I lack": Right("see what keeps the bot from working on the server", ("server_manager",)),
    "export": Right(
        "export the record, look at the map and the status, read the rules",
        ("seat", "organiser", "server_manager", "spectator"),
    ),
}
ROLES_FOR: Mapping[Deed, tuple[Role, ...]] = {deed: right.roles for deed, right in RIGHTS.items()}


def is_for_all(deed: Deed) -> bool:
    """Whether everybody may do it."""
    return "spectator" in ROLES_FOR[deed]


def table_of_roles() -> str:
    """The table as it stands in docs/roles.md."""
    heads = f"| deed | {' | '.join(HEADS.values())} | who must consent |"
    return "\n".join([heads, f"|---{'|---' * (len(HEADS) + 1)}|", *(right.line for right in RIGHTS.values())])


@dataclass(frozen=True)
class Actor:
    """A user of Discord who wants something done."""

    user_id: int
    name: str
    manages_server: bool = False


def roles_of(actor: Actor, seated: SeatedGame | None) -> tuple[Role, ...]:
    """All roles of a user in a game, or in a server where there is none."""
    found: list[Role] = ["spectator"]
    if seated and actor.user_id in seated.seats.values():
        found.append("seat")
    if seated and actor.user_id in seated.deputies.values():
        found.append("deputy")
    if seated and actor.user_id == seated.game.organiser_id:
        found.append("organiser")
    if actor.manages_server:
        found.append("server_manager")
    return tuple(found)


def is_host(actor: Actor, seated: SeatedGame) -> bool:
    """Whether a user looks after a game as its organiser or a server manager."""
    return bool(set(HOSTS) & set(roles_of(actor, seated)))


def check_may(deed: Deed, actor: Actor, seated: SeatedGame | None = None) -> None:
    """Raise NotAllowed if none of the user's roles allows the deed."""
    allowed = ROLES_FOR[deed]
    if not set(allowed) & set(roles_of(actor, seated)):
        if seated and "seat" in allowed and (lent := seated.lent_by(actor.user_id)):
            raise NotAllowed(f"You lent your seat to <@{seated.seats[lent[0]]}>. `/deputy end` takes it back (ASY-63).")
        who = listed((NAMES[role] for role in allowed), "or")
        raise NotAllowed(RIGHTS[deed].refusal or f"Only {who} can {RIGHTS[deed].words}.")

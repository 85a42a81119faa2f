"""What the game master refuses beyond the rules of the game; the text is one sentence for the player."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from engine.errors import IllegalAction, Refusal
from engine.state.words import listed
from gamemaster.keys import Style

START_ANOTHER = "Start a new one with /game create."
OVER = f"This game is over. {START_ANOTHER}"


class TableRefusal(Exception):
    """Something that cannot be done at this table; nothing has changed."""


class NoGameHere(TableRefusal):
    """The channel has no game; threads: those of it in which games are played."""

    def __init__(self, threads: Sequence[int] = ()) -> None:
        elsewhere = f"Use that in its thread: {listed((f'<#{each}>' for each in threads), 'or')}."
        super().__init__(f"There's no game in this channel. {elsewhere if threads else 'Start one with /game create.'}")


class NoSuchGame(TableRefusal):
    """What was pressed names a game that the store does not have."""

    def __init__(self) -> None:
        super().__init__("I no longer have that game. See yours with /game list.")


class NotBegun(TableRefusal):
    """The game of the channel is still in its lobby, or ended there."""

    def __init__(self, status: str = "lobby") -> None:
        yet = "This game hasn't begun yet. Join with /game join; the organiser starts it with /game start."
        super().__init__(yet if status == "lobby" else f"This game ended before it began. {START_ANOTHER}")


class NotAllowed(TableRefusal):
    """The user's role does not allow it."""


class LineRefused(Exception):
    """One line of several orders was refused. `line` counts from 0.

    `kept`: how many lines were carried out all the same, since dice had been rolled for them; none of the others was.
    """

    def __init__(self, line: int, refusal: Refusal | TableRefusal, kept: int = 0) -> None:
        super().__init__(str(refusal))
        self.line = line
        self.refusal = refusal
        self.kept = kept


class OtherOffered(IllegalAction):
    """A refusal with the nearest orders that would be accepted, as buttons: what each does, its label, its style.

    game_id, made_for: the game and phase that they are for.
    """

    def __init__(
        self, no: IllegalAction, game_id: int, made_for: str, buttons: tuple[tuple[str, str, Style], ...]
    ) -> None:
        super().__init__(no.rule, no.message)
        self.game_id = game_id
        self.made_for = made_for
        self.buttons = buttons

    def in_words_of(self, no: IllegalAction) -> OtherOffered:
        """The same buttons below another sentence."""
        return OtherOffered(no, self.game_id, self.made_for, self.buttons)


class RolledInVain(TableRefusal):
    """An order failed after its dice had fallen; they stay on record and count for nothing."""

    def __init__(self) -> None:
        self.reference = secrets.token_hex(2)
        super().__init__(
            "Something went wrong after your dice were rolled. They stay on record but don't count; the board is as it "
            f"was. Tell the host this number: {self.reference}."
        )


class NotCarriedOut(TableRefusal):
    """An order failed before any of its dice fell: nothing has changed, and nothing is still owed."""

    def __init__(self) -> None:
        self.reference = secrets.token_hex(2)
        super().__init__(
            "Something went wrong, so I couldn't carry out your order. Nothing changed. Tell the host this number: "
            f"{self.reference}."
        )


class CannotBeDone(Exception):
    """What was agreed to is not possible; the text is a sentence for the player."""


class NotSavedYet(TableRefusal):
    """Dice have fallen, or are about to, and their result could not be saved; it will be."""

    def __init__(self) -> None:
        super().__init__(
            "Your order is safe, but I couldn't save its result yet. I'll finish it with the same dice; you don't need "
            "to press anything."
        )


class NotPosted(TableRefusal):
    """A post is written down but not out yet; the text says what holds it up, and what becomes of it."""


class TooManyOrders(TableRefusal):
    """So many changes of one game wait for each other that one more would wait too long."""

    def __init__(self) -> None:
        super().__init__(
            "This game has many orders waiting, so I couldn't take yours. Nothing changed; try again in a moment."
        )


class TooBusy(TableRefusal):
    """Others changed the game again and again while this order was saved."""

    def __init__(self) -> None:
        super().__init__("The game kept changing while I saved your order. Nothing changed; try again.")

"""What the game master refuses beyond the rules of the game; the text is one sentence for the player."""

from __future__ import annotations

from engine.errors import Refusal


class TableRefusal(Exception):
    """Something that cannot be done at this table; nothing has changed."""


class NoGameHere(TableRefusal):
    """The channel has no game."""

    def __init__(self) -> None:
        super().__init__("There is no game in this channel. Start one with /game create.")


class NoSuchGame(TableRefusal):
    """What was pressed names a game that the store does not have."""

    def __init__(self) -> None:
        super().__init__("That game is not known here any more; /game list names yours.")


class NotBegun(TableRefusal):
    """The game of the channel is still in its lobby."""

    def __init__(self) -> None:
        super().__init__("This game has not begun yet: join with /game join; the organiser begins it with /game start.")


class NotAllowed(TableRefusal):
    """The user's role does not allow it."""


class LineRefused(Exception):
    """One line of several orders was refused; none was carried out. `line` counts from 0."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.line = line
        self.refusal = refusal


class TooBusy(TableRefusal):
    """Others changed the game again and again while this order was saved."""

    def __init__(self) -> None:
        super().__init__("Others were faster several times in a row; nothing has changed. Please try again.")

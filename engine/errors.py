"""The ways in which the engine says no."""

from __future__ import annotations

from typing import Self

from engine.quoting import as_sentence


class Refusal(Exception):
    """Something a player asked for that cannot be done; nothing has changed.

    `rule` is a rule-book id, or one of `form`, `phase`, `power`, `space`, `units`, `request`, `dice` for what no
    rule covers. `message` is one sentence for the player.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
        self.message = as_sentence(message)

    def alone(self) -> Self:
        """Itself, to be kept: without its traceback, which would keep all that was looked at until it is collected."""
        return self.with_traceback(None)


class IllegalAction(Refusal):
    """The rules, or the form of the order, do not allow it."""


class WarNeeded(IllegalAction):
    """Only war would allow it, and that may be declared now, on any of `foes` (POL-03)."""

    def __init__(self, rule: str, message: str, foes: tuple[str, ...]) -> None:
        super().__init__(rule, message)
        self.foes = foes


class AnswerFirst(IllegalAction):
    """Nothing goes on before the open questions are answered."""


class Unfinished(IllegalAction):
    """A phase cannot end while this piece stands as its orders have left it."""

    def __init__(self, rule: str, message: str, piece: str) -> None:
        super().__init__(rule, message)
        self.piece = piece


class StaleDecision(Refusal):
    """The answer is to a question that is no longer open."""

    def __init__(self, message: str) -> None:
        super().__init__("request", message)


class InvalidData(Exception):
    """A file of game data is wrong; the text names the file, the place and the reason."""

"""One use of a command, button, select or modal: what the bot was asked and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from local.wire.errors import Json

PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 1, 2, 3, 4, 5

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


@dataclass
class Interaction:
    """`status` is waiting, thinking, acknowledged, answered, modal, choices or failed.

    `message_id` is the message a component belongs to, `original_id` the message that answers the interaction.
    """

    id: str
    token: str
    kind: int
    user_id: str
    channel_id: str
    data: Json
    created: float
    message_id: str | None = None
    status: str = "waiting"
    original_id: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    error: str | None = None
    command_name: str | None = None
    followup_ids: list[str] = field(default_factory=list)

    def report(self) -> Json:
        """What its user sees of it."""
        return {
            "id": self.id,
            "status": self.status,
            "message_id": self.original_id,
            "modal": self.modal,
            "choices": self.choices,
            "error": self.error,
            "followup_ids": self.followup_ids,
        }

"""The life of an interaction, from its arrival to its answer: one small state machine, counted and timed.

    RECEIVED ─> ACKNOWLEDGED ─> ANSWERED
        │            │             ^
        └────────────┴─> LOST ─────┘

Discord waits three seconds for the first word, and 15 minutes for the answer. Meanwhile it shows a placeholder. What
is acknowledged but not answered is written down, so that the next bot tells its player where this one dies.

Those who monitor the bot learn how many commands there were, how fast, how many failed; never whose. The names of
commands, buttons and forms are ours, so there are few of each; nothing that a player typed is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any

import discord
from prometheus_client import CollectorRegistry, Counter, Histogram

from cogs.service.log_lines import COMMAND, INTERACTION
from store.outbox.unanswered import UnansweredCommand

REGISTRY = CollectorRegistry()
_BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0)
_HANDLED = Counter("communique_interactions", "Commands, presses and suggestions.", ["kind", "name"], registry=REGISTRY)
_FAILURES = Counter("communique_failures", "Unexpected failures, all in the log.", registry=REGISTRY)
_REFUSED = Counter("communique_refused", "Interactions that were refused with a reason.", registry=REGISTRY)
_ACKNOWLEDGED = Histogram(
    "communique_acknowledged_seconds", "Time until the first answer.", ["kind"], buckets=_BOUNDS, registry=REGISTRY
)
_DONE = Histogram(
    "communique_done_seconds", "Time until everything is done.", ["kind"], buckets=_BOUNDS, registry=REGISTRY
)


def time_first_word(kind: str, seconds: float) -> None:
    """Note how long it took until Discord had its first answer."""
    _ACKNOWLEDGED.labels(kind).observe(seconds)


def count_done(kind: str, name: str, seconds: float) -> None:
    """Count an interaction for which all is done, and how long that took."""
    _HANDLED.labels(kind, name).inc()
    _DONE.labels(kind).observe(seconds)


def refused() -> None:
    """Count an interaction that was answered with a refusal, or with the number of a failure."""
    _REFUSED.inc()


def failed() -> None:
    """Count an unexpected failure."""
    _FAILURES.inc()


SLOW_SECONDS = 1.5
"""An answer that takes no longer comes alone; before a slower one the bot says that it is thinking."""
OPENS_FORM = "opens_form"
"""In the extras of a command that may answer with a form, which is possible only as the first word."""
_LIFE = "life"  # in the extras of an interaction

log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]


class Stage(Enum):
    """How far an interaction has come."""

    RECEIVED = auto()
    """Discord has heard nothing yet."""
    ACKNOWLEDGED = auto()
    """Discord knows that the answer takes time; the player sees a placeholder."""
    ANSWERED = auto()
    """The player has an answer, or a form; more may follow."""
    LOST = auto()
    """Cut off before the answer: the player is told as the bot stops, or by the next one."""


class Placeholder(Enum):
    """What the player sees where the answer will be."""

    THINKING = auto()
    """Discord's own sign that the bot is thinking."""
    UNCHANGED = auto()
    """The message whose button was pressed."""
    PLACE_IN_QUEUE = auto()
    """The bot's word how many pictures come first."""


FOLLOWING = {
    Stage.RECEIVED: (Stage.ACKNOWLEDGED, Stage.ANSWERED, Stage.LOST),
    Stage.ACKNOWLEDGED: (Stage.ANSWERED, Stage.LOST),
    Stage.ANSWERED: (Stage.ANSWERED,),
    Stage.LOST: (Stage.ANSWERED,),
}
"""Which stages may follow each."""


class Life:
    """Where one interaction stands, counted and timed for the host, and written down while its player waits.

    `kind`: "command", "press" or "suggestion". `is_order`: what counts of it is logged under the interaction's id.
    `opens_form`: its first word may be a form.
    `is_private_unasked`: it was acknowledged in private before anybody said whether the answer is for all.
    """

    def __init__(self, interaction: Interaction, kind: str) -> None:
        self.stage = Stage.RECEIVED
        self.placeholder: Placeholder | None = None
        self.is_order = False
        self.opens_form = False
        self.is_private_unasked = False
        self._interaction = interaction
        self._kind = kind
        self._name = "unknown"
        self._began = time.monotonic()
        self._is_timed = False
        self._is_written_down = False
        self._slow: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self._take_time: Callable[[Interaction], Awaitable[None]] | None = None
        interaction.extras[_LIFE] = self
        INTERACTION.set(interaction.id)

    @property
    def awaits_answer(self) -> bool:
        """Whether a sign or word of the bot promises an answer that has not come."""
        promised = self.placeholder in (Placeholder.THINKING, Placeholder.PLACE_IN_QUEUE)
        return self.stage is not Stage.ANSWERED and promised

    def recognised_as(self, name: str, *, opens_form: bool = False) -> None:
        """It is this one of our commands or buttons; in a crowd it is acknowledged before all work, but for a form."""
        self._name, self.opens_form = name, opens_form
        COMMAND.set(name)
        if self._take_time is not None and not opens_form:
            self._forget_slowness()
            self._ask_for_time(self._take_time)

    def take_time_when_slow(
        self, take_time: Callable[[Interaction], Awaitable[None]], *, is_in_crowd: bool = False
    ) -> None:
        """Acknowledge by itself, unless the first word comes soon; in a crowd as soon as it is known what it is."""
        self._slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._ask_for_time, take_time)
        self._take_time = take_time if is_in_crowd else None

    def _ask_for_time(self, take_time: Callable[[Interaction], Awaitable[None]]) -> None:
        self._take_time = None
        self._asking = asyncio.create_task(self._ask(take_time))

    async def has_first_word(self) -> bool:
        """Whether Discord has heard anything; after this the bot acknowledges nothing by itself."""
        self._forget_slowness()
        if self._asking is not None:
            asking, self._asking = self._asking, None
            await asking
        return self._interaction.response.is_done()

    def expect_order(self) -> None:
        """From now on it is an order."""
        self.is_order = True
        if self._is_written_down:
            self._write_down()

    def promise(self, placeholder: Placeholder) -> None:
        """Write down, before Discord hears of it, that the player will see this and wait."""
        self.placeholder = placeholder
        self._write_down()

    def acknowledged(self) -> None:
        """Discord has heard that the answer takes time, perhaps only after the command was cut off."""
        if self.stage is not Stage.LOST:
            self._go_on(Stage.ACKNOWLEDGED)
        self._note_first_word()

    def answered(self) -> None:
        """The player has the answer, or a part of it; nobody waits."""
        self._go_on(Stage.ANSWERED)
        self.placeholder = None
        self._note_first_word()
        self._cross_out()

    def lost(self) -> None:
        """It was cut off; what is written down stays, unless there is an answer."""
        if self.stage is not Stage.ANSWERED:
            self._go_on(Stage.LOST)

    def end(self) -> None:
        """Nothing more is done for it."""
        self._forget_slowness()
        self._note_first_word()
        if self.stage is not Stage.LOST and not self.awaits_answer:
            self._cross_out()
        count_done(self._kind, self._name, time.monotonic() - self._began)

    def _go_on(self, stage: Stage) -> None:
        if stage not in FOLLOWING[self.stage]:
            raise RuntimeError(f"an interaction that is {self.stage.name} cannot become {stage.name}")
        self.stage = stage

    async def _ask(self, take_time: Callable[[Interaction], Awaitable[None]]) -> None:
        try:
            await take_time(self._interaction)
        except discord.HTTPException as error:
            log.warning("There was no more time for an answer: %s", error.text)

    def _forget_slowness(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _note_first_word(self) -> None:
        if not self._is_timed and self._interaction.response.is_done():
            self._is_timed = True
            time_first_word(self._kind, time.monotonic() - self._began)

    def _write_down(self) -> None:
        interaction, master = self._interaction, self._interaction.client.master
        master.waiting.begun(
            UnansweredCommand(
                interaction_id=interaction.id,
                application_id=interaction.application_id,
                token=interaction.token,
                channel_id=interaction.channel_id or 0,
                is_order=self.is_order,
                is_thinking=self.placeholder is Placeholder.THINKING,
                began_at=master.clock(),
            )
        )
        self._is_written_down = True

    def _cross_out(self) -> None:
        if self._is_written_down:
            self._is_written_down = False
            self._interaction.client.master.waiting.answered(self._interaction.id)


def life_of(interaction: Interaction) -> Life:
    """The life of an interaction that `CommandsUnderWay` runs."""
    life: Life = interaction.extras[_LIFE]
    return life

"""Where heavy work is done: processes beside the bot, so that nobody waits while others have maps drawn."""

from gamemaster.workshop.bench import TooManyWishes, WorkLost
from gamemaster.workshop.queue import Asker, Told
from gamemaster.workshop.worker import Limits
from gamemaster.workshop.workshop import Workshop, shared_workshop

__all__ = ["Asker", "Limits", "Told", "TooManyWishes", "WorkLost", "Workshop", "shared_workshop"]

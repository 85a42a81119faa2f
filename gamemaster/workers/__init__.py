"""Where heavy work is done: processes beside the bot, so that nobody waits while others have maps drawn."""

from gamemaster.workers.pool import TooManyWishes, WorkerPool, WorkFailed, shared_workers
from gamemaster.workers.queue import Asker, PlaceTeller
from gamemaster.workers.worker import Limits

__all__ = ["Asker", "Limits", "PlaceTeller", "TooManyWishes", "WorkFailed", "WorkerPool", "shared_workers"]

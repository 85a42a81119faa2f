"""Rate limits: some number of requests per bucket within a sliding window of seconds, and over all routes together."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

from local.table.clock import Clock
from local.wire.errors import ApiError

MESSAGE_SECONDS = 5.0
MAX_REQUESTS_PER_SECOND = 50
MAX_COMMANDS_CREATED_PER_DAY = 200
DAY_SECONDS = 86400.0
_ALL_ROUTES = "all routes"


@dataclass(frozen=True)
class Allowance:
    """What a bucket still allows; `reset_after` in seconds."""

    bucket: str
    limit: int
    remaining: int
    reset_after: float

    def headers(self, now: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{now + self.reset_after:.3f}",
            "X-RateLimit-Reset-After": f"{self.reset_after:.3f}",
            "X-RateLimit-Bucket": self.bucket,
        }


class RateLimitError(ApiError):
    """429 with what clients wait by; the limit over all routes names no bucket."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.over_all_routes = allowance.bucket == _ALL_ROUTES
        super().__init__(
            429,
            0,
            "You are being rate limited.",
            retry_after=round(allowance.reset_after, 3),
            **{"global": self.over_all_routes},
        )

    def headers(self, now: float) -> dict[str, str]:
        told = {"Retry-After": f"{self.allowance.reset_after:.3f}"}
        if self.over_all_routes:
            return told | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        return told | self.allowance.headers(now) | {"X-RateLimit-Scope": "user"}


class Rates:
    """`new_messages` messages, and as many edits, per 5 s in each channel; 50 requests per second over all routes."""

    def __init__(self, clock: Clock, new_messages: int) -> None:
        self._clock = clock
        self._new_messages = new_messages
        self._created: deque[float] = deque()
        self._used: dict[tuple[str, str], deque[float]] = defaultdict(deque)

    def use(self, bucket: str, key: str) -> Allowance:
        """Counts one request against a key of a bucket. Raises RateLimitError where none is left."""
        return self._use(bucket, key, self._new_messages, MESSAGE_SECONDS)

    def use_any_route(self) -> None:
        """Counts one request of the bot, whatever it asks for. Raises RateLimitError where none is left."""
        self._use(_ALL_ROUTES, "", MAX_REQUESTS_PER_SECOND, 1.0)

    def create_commands(self, number: int) -> None:
        """Counts new commands. Raises 30034 beyond what a day allows, and counts none of them then."""
        now = self._clock()
        while self._created and self._created[0] <= now - DAY_SECONDS:
            self._created.popleft()
        if len(self._created) + number > MAX_COMMANDS_CREATED_PER_DAY:
            limit = MAX_COMMANDS_CREATED_PER_DAY
            raise ApiError(400, 30034, f"Max number of daily application command creates has been reached ({limit})")
        self._created += [now] * number

    def _use(self, bucket: str, key: str, limit: int, seconds: float) -> Allowance:
        now = self._clock()
        used = self._used[bucket, key]
        while used and used[0] <= now - seconds:
            used.popleft()
        if len(used) >= limit:
            raise RateLimitError(Allowance(bucket, limit, 0, used[0] + seconds - now))
        used.append(now)
        return Allowance(bucket, limit, limit - len(used), used[0] + seconds - now)

"""Rate limits: some number of requests per bucket within a sliding window of seconds."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

from local.clock import Clock
from local.errors import ApiError


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
    """429 with the headers that clients wait by."""

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(
            429, 0, "You are being rate limited.", retry_after=round(allowance.reset_after, 3), **{"global": False}
        )
        self.allowance = allowance


class Rates:
    """The limits of new messages, and of edits: `limit` of each per `seconds` in each channel."""

    def __init__(self, clock: Clock, limit: int, seconds: float = 5.0) -> None:
        self._clock = clock
        self._limit = limit
        self._seconds = seconds
        self._used: dict[str, deque[float]] = defaultdict(deque)

    def use(self, bucket: str, key: str) -> Allowance:
        """Counts one request against a key of a bucket. Raises RateLimitError where none is left."""
        now = self._clock()
        used = self._used[f"{bucket}:{key}"]
        while used and used[0] <= now - self._seconds:
            used.popleft()
        if len(used) >= self._limit:
            raise RateLimitError(Allowance(bucket, self._limit, 0, used[0] + self._seconds - now))
        used.append(now)
        return Allowance(bucket, self._limit, self._limit - len(used), used[0] + self._seconds - now)

"""Switches that let chosen requests fail, for tests of what a bot does then."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass
class Fault:
    """`times` requests matching `route` ("POST /channels/*/messages") fail, the first ones or every n-th.

    `status` is the HTTP status, 0 cuts the connection. With `stored` the request is carried out first, so that the
    bot does not know whether it was. `retry_after` (seconds) goes with 429; `code` is Discord's error code. One that
    `holds` does not fail but waits until it is `released`; `reached` says that one is there.
    """

    route: str
    status: int
    times: int
    stored: bool
    code: int
    retry_after: float
    every: int = 1
    met: int = 0
    holds: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def strikes(self, request: str) -> bool:
        """Whether this request fails; counts it."""
        if self.times <= 0 or not fnmatchcase(request, self.route):
            return False
        self.met += 1
        if self.met % self.every:
            return False
        self.times -= 1
        return True


class Faults:
    """The faults that are still to happen, in the order they were set."""

    def __init__(self) -> None:
        self._pending: list[Fault] = []

    def fail(
        self,
        route: str,
        status: int = 500,
        *,
        times: int = 1,
        stored: bool = False,
        code: int = 0,
        retry_after: float = 0.05,
        every: int = 1,
    ) -> Fault:
        fault = Fault(route, status, times, stored, code, retry_after, every)
        self._pending.append(fault)
        return fault

    def cut(self, route: str, *, times: int = 1, stored: bool = False) -> Fault:
        """Cuts the connection instead of answering."""
        return self.fail(route, 0, times=times, stored=stored)

    def hold(self, route: str, *, times: int = 1) -> Fault:
        """Lets Discord take its time: these requests wait until the fault is `released`, then go on as usual."""
        fault = self.fail(route, times=times)
        fault.holds = True
        return fault

    def clear(self) -> None:
        self._pending.clear()

    def take(self, method: str, path: str) -> Fault | None:
        """The fault for this request, used up by it."""
        return next((fault for fault in self._pending if fault.strikes(f"{method} {path}")), None)

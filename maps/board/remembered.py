"""Results that may be needed again: the last ones, by what they follow from."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """The last results of a search; threads may share it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def recall(self, causes: Hashable, search: Callable[[], T]) -> tuple[T, bool]:
        """The result that follows from these causes, and whether it was searched for only now."""
        with self._lock:
            if causes in self._results:
                self._results.move_to_end(causes)
                return self._results[causes], False
        result = search()
        with self._lock:
            self._results[causes] = result
            while len(self._results) > self._most:
                self._results.popitem(last=False)
        return result, True

    def __contains__(self, causes: Hashable) -> bool:
        """Whether the result that follows from these causes is still there."""
        with self._lock:
            return causes in self._results

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._results.clear()

"""Refusals in Discord's own shapes."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Path = tuple[str | int, ...]

_UNKNOWN = {
    "application": (10002, "Unknown Application"),
    "channel": (10003, "Unknown Channel"),
    "guild": (10004, "Unknown Guild"),
    "member": (10007, "Unknown Member"),
    "message": (10008, "Unknown Message"),
    "role": (10011, "Unknown Role"),
    "user": (10013, "Unknown User"),
    "webhook": (10015, "Unknown Webhook"),
    "interaction": (10062, "Unknown interaction"),
    "emoji": (10014, "Unknown Emoji"),
    "command": (10063, "Unknown application command"),
}


class ApiError(Exception):
    """A request that is refused: HTTP status, Discord's JSON error code and message, form errors if any."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.extra = extra

    def body(self) -> Json:
        return {"message": self.message, "code": self.code, **self.extra}


class FormErrors:
    """Collects what is wrong with a body, by the path to the field, and gives it in Discord's nested form."""

    def __init__(self) -> None:
        self._found: list[tuple[Path, str, str]] = []

    def add(self, path: Path, code: str, message: str) -> None:
        self._found.append((path, code, message))

    def too_long(self, path: Path, limit: int) -> None:
        self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")

    def required(self, path: Path) -> None:
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def nested(self) -> Json:
        tree: Json = {}
        for path, code, message in self._found:
            node = tree
            for step in path:
                node = node.setdefault(str(step), {})
            node.setdefault("_errors", []).append({"code": code, "message": message})
        return tree

    def raise_if_any(self) -> None:
        """Raises the 50035 refusal if anything was added."""
        if self._found:
            raise ApiError(400, 50035, "Invalid Form Body", errors=self.nested())


def unknown(what: str) -> ApiError:
    code, message = _UNKNOWN[what]
    return ApiError(404, code, message)


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def invalid(path: Path, code: str, message: str) -> ApiError:
    """The refusal of a body with one wrong field."""
    errors = FormErrors()
    errors.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", errors=errors.nested())

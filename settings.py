"""Settings, read from the environment and `.env` (`.env.example` lists all)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from dotenv.parser import parse_stream
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from store import DEFAULT_URL, from_repository, settings_file

ENCODING = "utf-8-sig"  # some editors begin a file with a mark that is no part of the first name
MOST_SHARDS = 10_000
SHARDS = re.compile(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


def _upper(level: object) -> object:
    return level.strip().upper() if isinstance(level, str) else level


def _lower(word: object) -> object:
    return word.strip().lower() if isinstance(word, str) else word


def _numbers(shards: str) -> set[int]:
    """The numbers that "0-2,5" names."""
    spans = (part.partition("-") for part in shards.split(",") if part)
    return {number for first, _, last in spans for number in range(int(first), int(last or first) + 1)}


class WrongSetting(Exception):
    """A setting that cannot be; the text is one sentence that names it."""


class Settings(BaseSettings):
    """How the bot runs."""

    model_config = SettingsConfigDict(env_file_encoding=ENCODING, extra="ignore")

    discord_token: SecretStr | None = Field(None, description="The bot's token; without one, the local table opens")
    discord_api_url: str | None = Field(None, description="Another Discord-compatible server, such as the local table")
    database_url: str = Field(DEFAULT_URL, description="Where games played with a token are kept")
    backup_every: float = Field(
        24, ge=0, le=8760, description="Hours between two copies of the database; 0 for no copies"
    )
    backup_keep: int = Field(
        7, ge=1, le=1000, description="How many copies to keep, in the folder backups beside the database"
    )
    local_port: int = Field(8080, ge=0, le=65535, description="Port of the local table")
    local_state: str = Field("var/local-table.sqlite3", min_length=1, description="The local table's channels")
    edit_pause: float = Field(2.0, ge=0, le=60, description="Seconds between two edits of the same message")
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )

    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = Field("text", description="text or json")
    watch_port: int | None = Field(None, ge=1, le=65535, description="Port of /healthz and /metrics on this machine")

    shard_count: int | None = Field(None, ge=1, le=MOST_SHARDS, description="How many shards the bot has in all")
    shard_ids: str = Field("", validate_default=True, description="Which of them this process has; all if left empty")

    @field_validator("watch_port", "shard_count", mode="before")
    @classmethod
    def _none_where_empty(cls, port: object) -> object:
        return None if port == "" else port

    @field_validator("discord_token")
    @classmethod
    def _in_one_piece(cls, token: SecretStr | None) -> SecretStr | None:
        # What starts containers takes the quotation marks of a file of settings for a part of the value.
        text = token.get_secret_value().strip().strip("\"'") if token else ""
        if any(not "!" <= character <= "~" for character in text):
            raise ValueError("a token has no spaces, line breaks or accents; copy it again, in one piece")
        return SecretStr(text) if text else None

    @field_validator("shard_ids")
    @classmethod
    def _some_of_them(cls, written: str, info: ValidationInfo) -> str:
        text, count = "".join(written.split()), info.data.get("shard_count")
        if text and not SHARDS.fullmatch(text):
            raise ValueError("name shards by their numbers, such as 0,1 or 0-3")
        if text and count is None:
            raise ValueError("set SHARD_COUNT to the number of shards in all")
        if text and count is not None and not 0 <= max(_numbers(text), default=-1) < count:
            raise ValueError(f"of {count} shards the first is 0 and the last is {count - 1}")
        return text

    @property
    def shards(self) -> tuple[int, ...]:
        """The numbers of this process's shards; none where the bot is not sharded."""
        return tuple(sorted(_numbers(self.shard_ids))) or tuple(range(self.shard_count or 0))

    @property
    def is_one_of_many(self) -> bool:
        """Whether other processes have shards of this bot."""
        return len(self.shards) < (self.shard_count or 0)

    @property
    def local_state_file(self) -> Path:
        """The file in which the local table keeps its channels."""
        return from_repository(self.local_state)

    @property
    def local_database_url(self) -> str:
        """Where the games of the local table are kept: never among those that are played with a token."""
        state = self.local_state_file
        return f"sqlite+aiosqlite:///{state.with_name(f'{state.stem}-games.db')}"


def read_settings() -> Settings:
    """The settings; raises WrongSetting."""
    file = settings_file()
    try:
        return Settings(_env_file=file)
    except ValidationError as error:
        problem = error.errors(include_input=False)[0]
        name, message = str(problem["loc"][0]).upper(), str(problem["msg"]).removeprefix("Value error, ")
        raise WrongSetting(f"The setting {name} is wrong: {message}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSetting(f"{file} cannot be read. It must be a UTF-8 text file that this user may open.") from error


def doubts() -> Iterator[str]:
    """What in the file of settings nobody reads, a sentence each; a line that may be a stray token is not repeated."""
    file = settings_file()
    if not file.is_file():
        return
    known = [name.upper() for name in Settings.model_fields]
    with file.open(encoding=ENCODING) as lines:
        for line in parse_stream(lines):
            written = line.original.string.strip()
            if not written or written.startswith("#"):
                continue
            key = line.key or ""
            if line.error or line.value is None or not NAME.fullmatch(key):
                number = line.original.line + line.original.string.partition(written)[0].count("\n")
                yield f"Line {number} of {file} is not a setting. Write NAME=value."
            elif key.upper() not in known:
                like = difflib.get_close_matches(key.upper(), known, n=1)
                meant = f"; did you mean {like[0]}?" if like else ", so it does nothing."
                yield f"{file} sets {key}, which the bot doesn't know{meant}"

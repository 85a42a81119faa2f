"""Settings, read from the environment and `.env` (`.env.example` lists all)."""

from __future__ import annotations

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from store import DEFAULT_URL

SETTINGS_FILE = ".env"


class Settings(BaseSettings):
    """How the bot runs."""

    model_config = SettingsConfigDict(env_file=SETTINGS_FILE, env_file_encoding="utf-8", extra="ignore")

    discord_token: SecretStr | None = Field(None, description="The bot's token; without one the local table opens")
    discord_api_url: str | None = Field(None, description="Another Discord-compatible server, such as the local table")
    database_url: str = Field(DEFAULT_URL, description="Where the games are kept")
    local_port: int = Field(8080, description="Port of the local table")
    local_state: str = Field("var/local-table.sqlite3", description="Where the local table keeps its channels")
    edit_pause: float = Field(2.0, description="Seconds between two edits of the same message")
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR")

"""What hosts write as the URL of their database: what is understood, and what is said of the rest."""

from pathlib import Path

import pytest

from store import DatabaseNotSetUp, DatabaseUnavailable, Store
from store.database import dialect
from store.database.dialect import database_url, failures_explained


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://"])
async def test_a_database_in_memory_is_refused(url: str) -> None:
    with pytest.raises(DatabaseUnavailable, match="must be a file"):
        await Store.open(url)


@pytest.mark.parametrize("url", ["var/communique.db", "", "oracel://secret:password@host/x"])
async def test_a_url_that_is_none_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        await Store.open(url)
    assert str(caught.value).startswith(
        "The bot doesn't understand the URL of the database. It should look like sqlite:///var/comm"
    )
    assert "oracel" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "driver", "options"),
    [
        ("postgres://anna:pw@host/games", "postgresql+asyncpg", {}),
        ("postgresql+psycopg2://anna:pw@host/games?sslmode=require", "postgresql+asyncpg", {"ssl": "require"}),
        ("sqlite+pysqlite:////games.db", "sqlite+aiosqlite", {}),
    ],
)
def test_a_url_for_another_driver_is_taken_for_ours(url: str, driver: str, options: dict[str, str]) -> None:
    taken = database_url(url)
    assert (taken.drivername, dict(taken.query)) == (driver, options)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://anna:sec@ret@host/games", "with %40 for @"),
        ("postgresql://secret:ret/games", "doesn't understand"),
        ("postgresql://anna:secret@host:99999/games", "doesn't understand"),
        ("mysql://anna:secret@host/games", "or postgresql://user:password@host/communique"),
        ("postgresql://anna:secret@host/games?channel_binding=require", "an option channel_binding that is not known"),
        ("postgresql://anna:secret@host/games?ssl=perhaps", "an option ssl that is not known"),
        ("sqlite:////games.db?mode=ro", "an option mode that is not known"),
    ],
)
async def test_a_url_that_cannot_be_is_a_sentence_without_the_password(url: str, words: str) -> None:
    with pytest.raises(DatabaseUnavailable, match=words) as caught:
        await Store.open(url)
    assert "ret" not in str(caught.value).replace("require", "")


def test_a_driver_that_is_not_installed_is_named_with_the_way_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dialect, "find_spec", lambda _: None)
    with pytest.raises(
        DatabaseUnavailable, match=r"postgresql\+asyncpg://anna:\*\*\*@host/games is missing. Install"
    ) as no:
        database_url("postgresql://anna:secret@host/games")
    assert "requirements/postgres.lock" in str(no.value)


@pytest.mark.parametrize("code", ["42501", "25006"])
def test_a_server_that_lets_us_read_alone_is_told_from_one_that_is_gone(code: str) -> None:
    """As from PostgreSQL 15 on, where a user may make no tables in a database that is another's."""

    class Refused(Exception):
        sqlstate = code

    with (
        pytest.raises(DatabaseUnavailable, match=r"write to the database games\. Its user has to own it"),
        failures_explained("games"),
    ):
        raise Refused


async def test_a_certificate_that_is_missing_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(DatabaseUnavailable, match=r"put the certificate of its authority in ~/\.postgresql/root\.crt"):
        await Store.open("postgresql://anna:secret@127.0.0.1:1/games?sslmode=verify-full")


@pytest.mark.parametrize("code", ["28P01", "28000", "3D000"])
def test_a_server_that_knows_no_such_user_or_database_is_told_from_one_that_is_gone(code: str) -> None:
    class Refused(Exception):
        sqlstate = code

    with (
        pytest.raises(DatabaseNotSetUp, match=r"does not let this bot in\. Check the user, password and name"),
        failures_explained("games"),
    ):
        raise Refused

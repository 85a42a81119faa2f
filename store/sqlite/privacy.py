"""Keeping the database from other users of the machine: it holds secret orders and the seeds of the dice."""

import logging
import os
from contextlib import suppress
from pathlib import Path

OWNER_ALONE = 0o600
OTHERS = 0o077
_BESIDE = ("", "-wal", "-shm", "-journal")
_OF_BOT = (".lock", ".mark")

log = logging.getLogger(__name__)


def make_private(file: Path) -> None:
    """Makes a SQLite file that only its owner can read, or takes what others may from one that exists.

    Nothing happens where files have no owner (not POSIX). If a file cannot be made, SQLite reports it.
    """
    if os.name != "posix":
        return
    with suppress(OSError):
        # What SQLite keeps beside it gets the same permissions.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ALONE))
    for each in (file.with_name(file.name + suffix) for suffix in _BESIDE):
        if each.is_file():
            _tighten(each)


def _tighten(file: Path) -> None:
    try:
        mode = file.stat().st_mode
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)
            mode = file.stat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        log.debug("The permissions of %s stay as they are: %s", file, error)
    if mode & OTHERS:
        log.warning("Other users of this machine can open %s. Its owner should run chmod 600 on it.", file)


def leave_to_owner(database: Path | None) -> None:
    """After root has used a tool: the bot, which is another user, has to be able to open what was made beside the file.

    It could not keep other bots from the database by a lock that it may not open.
    """
    if os.name != "posix" or os.geteuid() != 0 or database is None or not database.is_file():
        return
    owner = database.stat()
    for suffix in _OF_BOT:
        with suppress(FileNotFoundError):
            os.chown(database.with_name(database.name + suffix), owner.st_uid, owner.st_gid)

"""Who waits is written down in a file that outlives the process; nothing that goes wrong with it disturbs anybody."""

import logging
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from store.outbox.unanswered import LINE_BYTES, LINES, UnansweredCommand, UnansweredFile, file_of_process

FIRST = UnansweredCommand(
    interaction_id=11,
    application_id=1,
    token="a-secret",
    channel_id=7,
    is_order=True,
    is_thinking=True,
    began_at=1_700_000_000,
)
SECOND = replace(FIRST, interaction_id=12, token="another", is_order=False)


def opened(path: Path) -> tuple[UnansweredFile, tuple[UnansweredCommand, ...]]:
    file = UnansweredFile(path)
    return file, file.open()


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    """As on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_a_killed_process_left_is_there_until_it_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "games.db.under-way"
    killed, nothing = opened(path)
    killed.put(FIRST)
    killed.put(replace(SECOND, is_order=True))
    killed.put(SECOND)
    killed.put(replace(FIRST, interaction_id=13))
    killed.remove(13)
    assert path.stat().st_mode & 0o777 == 0o600
    following, left = opened(path)
    assert (nothing, left) == ((), (FIRST, SECOND))
    following.remove(11)
    assert FIRST.token not in path.read_text()
    assert opened(path)[1] == (SECOND,)
    following.remove(12)
    following.close()
    assert not path.exists()


def test_any_number_can_wait_and_their_room_is_used_again(tmp_path: Path) -> None:
    file, _ = opened(tmp_path / "file")
    many = [replace(FIRST, interaction_id=number) for number in range(LINES + 3)]
    for _ in range(2):
        for each in many:
            file.put(each)
        assert opened(tmp_path / "file")[1] == tuple(many)
        for each in many:
            file.remove(each.interaction_id)
    assert (tmp_path / "file").stat().st_size == len(many) * LINE_BYTES


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    killed, _ = opened(tmp_path / "file")
    killed.put(FIRST)
    killed.put(SECOND)
    content = (tmp_path / "file").read_bytes()
    (tmp_path / "file").write_bytes(content[:40].ljust(LINE_BYTES) + content[LINE_BYTES : 2 * LINE_BYTES])
    assert opened(tmp_path / "file")[1] == (SECOND,)


def test_a_file_that_cannot_be_written_is_named_once_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "file"
    file, _ = opened(path)
    with caplog.at_level(logging.WARNING), nothing_can_be_written():
        for number in range(3):
            file.put(replace(FIRST, interaction_id=number))
        file.remove(1)
    assert [record.message for record in caplog.records] == [
        f"After a crash, users who wait for an answer are not told: {path}, [Errno 27] File too large."
    ]
    file.put(SECOND)
    assert opened(path)[1] == (SECOND,)


def test_a_folder_that_is_none_disturbs_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "no folder").touch()
    file, left = opened(tmp_path / "no folder" / "file")
    file.put(FIRST)
    file.remove(11)
    file.close()
    assert left == ()
    assert len(caplog.records) == 1


def test_it_lies_beside_a_file_of_sqlite_and_otherwise_each_process_has_its_own(tmp_path: Path) -> None:
    assert file_of_process(f"sqlite:///{tmp_path}/games.db", Path("var"), 0) == tmp_path / "games.db.under-way"
    url, other = (f"postgresql://bot:secret@host/{name}" for name in ("one", "two"))
    names = [file_of_process(each, tmp_path, shard).name for each in (url, other) for shard in (0, 4)]
    assert len(set(names)) == 4
    assert all("secret" not in name and (tmp_path / name).parent == tmp_path for name in names)

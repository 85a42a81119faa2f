"""`python -m computer.ladder`: pairs of games, and what they say."""

from __future__ import annotations

import io
import json
import re
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from computer import VERSION
from computer.ladder import Ladder, Pair, main, play_pair, read_pair, report
from computer.matches import Result
from computer.rating import elo_of, mean_of, points_of, rating_of

SHORT = ("--setup", "aa1941", "--a", "greedy", "--b", "random", "--rounds", "1")


def run(folder: Path, *arguments: str) -> tuple[int, Any, str]:
    """Exit code, the printed object, and what was said about errors."""
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()) as said:
        code = main([*arguments, "--keep", str(folder)])
    return code, json.loads(printed.getvalue()) if printed.getvalue() else None, said.getvalue()


def test_sides_are_swapped_and_dice_are_the_same() -> None:
    one, other = Ladder("aa1941", "greedy", "random", 3, 12, None).pair(4)
    assert (one.axis, one.allies, other.axis, other.allies) == ("greedy", "random", "random", "greedy")
    assert one.seed == other.seed != Ladder("aa1941", "greedy", "random", 3, 12, None).pair(5)[0].seed


def test_pairs_are_judged_kept_and_gone_on_with(tmp_path: Path) -> None:
    code, told, said = run(tmp_path, *SHORT, "--pairs", "1")
    assert code == 0
    assert told["pairs"] == 1
    assert told["games"]["won"] + told["games"]["drawn"] + told["games"]["lost"] == 2
    assert told["printed_victories"] == {"a": 0, "b": 0}
    assert told["refused"] == {"a": 0, "b": 0}
    assert told["verdict"] == "open"
    assert "seconds of a core a turn" in said
    kept = next(tmp_path.iterdir())
    before = kept.read_text()
    assert run(tmp_path, *SHORT, "--pairs", "1", "--resume") == (0, told, "")
    assert kept.read_text() == before


@pytest.mark.whole
def test_any_number_of_jobs_gives_the_same_bytes(tmp_path: Path) -> None:
    results = [run(tmp_path / jobs, *SHORT, "--pairs", "3", "--jobs", jobs)[1] for jobs in ("1", "2", "3")]
    kept = {next((tmp_path / jobs).iterdir()).read_bytes() for jobs in ("1", "2", "3")}
    assert results[0] == results[1] == results[2]
    assert len(kept) == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("--setup", "risk"), "There is no setup “risk”."),
        (("--a", "grandmaster"), "There is no level “grandmaster”."),
        (("--pairs", "0"), "Say 1 to 10000 pairs, not 0."),
        (("--rounds", "1000"), "Say 1 to 100 rounds, not 1000."),
        (("--jobs", "1000000"), "Say 1 to 64 jobs"),
        (("--weigh", "0"), "A turn can weigh 1 to 100000"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(tmp_path: Path, changed: tuple[str, ...], said: str) -> None:
    code, printed, error = run(tmp_path, *SHORT, *changed)
    assert (code, printed) == (2, None)
    assert error.startswith(said)


def test_elo_and_points_belong_together() -> None:
    assert elo_of(0.5) == 0
    assert round(elo_of(0.65)) == 108
    assert round(elo_of(points_of(50.0))) == 50
    assert elo_of(1.0) == -elo_of(0.0) == 800


def test_the_test_stops_once_it_is_decided_and_not_before() -> None:
    assert rating_of([2.0] * 4).verdict == ""
    assert rating_of([2.0] * 5).verdict == "better"
    assert rating_of([0.0] * 5).verdict == "not better"
    assert rating_of([1.0, 2.0, 0.0, 1.0, 2.0, 0.0]).verdict == ""
    even = rating_of([1.0, 2.0, 0.0, 1.0, 2.0, 0.0])
    assert even.points == 0.5
    assert even.points_low < 0.5 < even.points_high


def test_where_one_side_always_wins_who_gains_more_with_it_is_ahead() -> None:
    games = [
        Result(None, 8, gained, 10, {"axis": 0, "allies": 0}, {"axis": 1, "allies": 1}, "")
        for gained in (-200.0, -500.0)
    ]
    pair = Pair(0, (games[0], games[1]))
    assert (pair.points, pair.ahead) == (1.0, 150.0)
    told: Any = report(Ladder("pacific_1940", "normal", "easy", 1, 8, None), [pair, pair])
    assert told["points"]["value"] == 0.5
    assert told["ahead"] == {"value": 150.0, "low": 150.0, "high": 150.0}


def test_bounds_of_a_mean_are_narrower_the_more_it_is_made_of() -> None:
    few, many = mean_of([100.0, 300.0]), mean_of([100.0, 300.0] * 8)
    assert (few.value, round(few.high - few.low)) == (200.0, 392)
    assert few.low < many.low < 200.0 < many.high < few.high


def read_pair_of(kept: Path) -> Pair:
    """The first pair of a file."""
    return read_pair(kept.read_text().splitlines()[1])


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a pair of games."""
    folder = tmp_path_factory.mktemp("ladder")
    run(folder, *SHORT, "--pairs", "1")
    return next(folder.iterdir())


def test_a_line_that_was_never_finished_is_played_again(tmp_path: Path, pair: Path) -> None:
    kept, whole = tmp_path / pair.name, pair.read_text()
    kept.write_text(whole[:-40])
    assert run(tmp_path, *SHORT, "--pairs", "1", "--resume")[0] == 0
    assert kept.read_text() == whole


@pytest.mark.parametrize("at", [0, 1], ids=["head", "pair"])
@pytest.mark.parametrize(
    "line", ["", "tea", "[]", "[" * 100_000, '{"pair": 1, "games": []}', '{"pair": 0, "games": [{}, {}]}', "\xe4"]
)
def test_a_file_that_holds_no_pairs_is_refused_in_words_and_stays(
    tmp_path: Path, pair: Path, line: str, at: int
) -> None:
    kept, lines = tmp_path / pair.name, pair.read_text().splitlines()
    broken = "\n".join((*lines[:at], line, *lines[at:], ""))
    kept.write_text(broken, "latin-1")
    code, printed, said = run(tmp_path, *SHORT, "--pairs", "2", "--resume")
    assert (code, printed) == (2, None)
    wrong = ("doesn't say of what its pairs are", "is not pair 0")[at]
    assert said.startswith(f"Line {at + 1} of {kept} {wrong}. Without --resume it begins anew.")
    assert kept.read_text("latin-1") == broken


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (("--setup", "revised"), "“revised”: “greedy” against “random”, rounds 1, seed 1, version"),
        (("--a", "easy"), "“aa1941”: “easy” against “random”, rounds 1, seed 1, version"),
        (("--b", "greedy"), "“aa1941”: “greedy” against “greedy”, rounds 1, seed 1, version"),
        (("--seed", "2"), "“aa1941”: “greedy” against “random”, rounds 1, seed 2, version"),
        (("--rounds", "2"), "“aa1941”: “greedy” against “random”, rounds 2, seed 1, version"),
        (("--weigh", "7"), "“aa1941”: “greedy” against “random”, rounds 1, seed 1, weigh 7, version"),
    ],
)
def test_pairs_of_another_ladder_are_refused_whatever_their_file_is_called(
    tmp_path: Path, pair: Path, theirs: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("computer.ladder.play_pair", lambda _, number: replace(read_pair_of(pair), number=number))
    run(tmp_path / "theirs", *SHORT, *theirs, "--pairs", "1")
    kept = next((tmp_path / "theirs").iterdir()).rename(tmp_path / pair.name)
    before = kept.read_text()
    code, printed, told = run(tmp_path, *SHORT, "--pairs", "2", "--resume")
    assert (code, printed) == (2, None)
    ours = f"“aa1941”: “greedy” against “random”, rounds 1, seed 1, version {VERSION}"
    assert told == f"The pairs in {kept} are of {said} {VERSION}, and not of {ours}. Without --resume it begins anew.\n"
    assert kept.read_text() == before


def test_pairs_of_other_players_are_refused_and_stay(tmp_path: Path, pair: Path) -> None:
    kept = tmp_path / pair.name
    older = pair.read_text().replace(f'"version": {VERSION}', f'"version": {VERSION - 1}')
    kept.write_text(older)
    code, printed, said = run(tmp_path, *SHORT, "--pairs", "2", "--resume")
    assert (code, printed) == (2, None)
    assert f"version {VERSION - 1}, and not of" in said
    assert kept.read_text() == older


def test_pairs_from_before_files_said_what_they_keep_are_kept_once_they_do(tmp_path: Path, pair: Path) -> None:
    kept, (head, line) = tmp_path / pair.name, pair.read_text().splitlines()
    kept.write_text(f"{line}\n")
    code, _, said = run(tmp_path, *SHORT, "--pairs", "1", "--resume")
    assert code == 2
    assert said.endswith(f"If they are of this, put before them: {head}\n")
    kept.write_text(f"{head}\n{line}\n")
    assert run(tmp_path, *SHORT, "--pairs", "1", "--resume")[0] == 0


@pytest.mark.parametrize("begun", ["", '{"ladder": {"a": "gre'])
def test_a_file_that_was_hardly_begun_is_gone_on_with(tmp_path: Path, pair: Path, begun: str) -> None:
    """As where the disk was full at its first line."""
    kept = tmp_path / pair.name
    kept.write_text(begun)
    assert run(tmp_path, *SHORT, "--pairs", "1", "--resume")[0] == 0
    assert kept.read_text() == pair.read_text()


def test_a_seed_of_many_digits_is_gone_on_with(tmp_path: Path, pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("computer.ladder.play_pair", lambda _, number: replace(read_pair_of(pair), number=number))
    for also in ((), ("--resume",)):
        assert run(tmp_path, *SHORT, "--pairs", "1", "--seed", "9" * 30, *also)[0] == 0


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ('"orders": [0-9]+', '"orders": "many"'),
        ('"axis_gained": [-0-9.]+', '"axis_gained": "much"'),
        ('"victory": null', '"victory": "martians"'),
        ('"refused": [^}]+}', '"refused": null'),
        ('"pair": 0', '"pair": false'),
    ],
)
def test_a_pair_with_other_values_than_a_game_has_is_refused(tmp_path: Path, pair: Path, was: str, is_now: str) -> None:
    kept = tmp_path / pair.name
    kept.write_text(re.sub(was, is_now, pair.read_text()))
    code, printed, said = run(tmp_path, *SHORT, "--pairs", "1", "--resume")
    assert (code, printed) == (2, None)
    assert said.startswith(f"Line 2 of {kept} is not pair 0.")


def test_an_unfinished_line_stays_where_the_lines_before_are_no_pairs(tmp_path: Path, pair: Path) -> None:
    kept = tmp_path / pair.name
    kept.write_text("tea\nand milk")
    assert run(tmp_path, *SHORT, "--pairs", "1", "--resume")[0] == 2
    assert kept.read_text() == "tea\nand milk"


@pytest.mark.parametrize(
    ("ended", "code", "said"),
    [
        (KeyboardInterrupt, 130, "Interrupted. "),
        (BrokenProcessPool, 2, "A process that played was ended from outside, perhaps for want of memory. "),
    ],
)
def test_pairs_are_kept_where_it_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: type[BaseException], code: int, said: str
) -> None:
    def up_to_the_second(ladder: Ladder, number: int) -> Pair:
        if number == 1:
            raise ended
        return play_pair(ladder, number)

    monkeypatch.setattr("computer.ladder.play_pair", up_to_the_second)
    told = run(tmp_path, *SHORT, "--pairs", "2")
    assert told == (code, None, f"{said}The pairs until then are kept; --resume goes on with them.\n")
    assert len(next(tmp_path.iterdir()).read_text().splitlines()) == 2


def test_pairs_that_cannot_be_kept_are_told_in_words(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    code, printed, said = run(taken, *SHORT)
    assert (code, printed) == (2, None)
    assert said.startswith(f"The pairs can't be kept in {taken}: ")

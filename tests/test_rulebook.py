"""The rule book and the list of its rules without a test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.errors import InvalidData
from engine.facts.edition import load_setup
from engine.facts.openings import Power
from engine.facts.rulebook import NOT_THERE, RuleBook, UnknownRule, load_rulebook
from tests import order_coverage
from tests.published import SETUPS
from tests.rule_coverage import ROOT, main, marks_in, mistakes_of, report, uncited, unknown_citations

LONGEST_SENTENCE = 220
KEPT_FREE = {"ASY": {*range(45, 55)}}
"""Numbers for rules about deadlines and absence that are still to come."""

CONTENTS = """
chapters = ["cmv"]
[setups]
small = "Small"
big = "Big"
[groups]
all = ["small", "big"]
"""
CHAPTER = """
chapter = "Combat move"
[CMV-01]
heading = "Moving"
title = "Where moves end"
rule = "A move ends in a hostile space."
all = true
big = "or beside one"
[CMV-02]
title = "Scramble"
rule = "Fighters scramble."
words = "aircraft"
big = true
postponed = "The bot keeps no clocks yet."
"""


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rulebook()


@pytest.fixture
def small_folder(tmp_path: Path) -> Path:
    (tmp_path / "contents.toml").write_text(CONTENTS)
    (tmp_path / "cmv.toml").write_text(CHAPTER)
    return tmp_path


def ids(book: RuleBook, text: str, setup: str | None = None, limit: int = 10) -> list[str]:
    return [rule.id for rule in book.search(text, setup, limit)]


def test_every_rule_is_one_short_sentence_of_its_own(book: RuleBook) -> None:
    sentences = Counter(rule.sentence for rule in book.rules.values())
    assert [sentence for sentence, times in sentences.items() if times > 1] == []
    assert [rule.id for rule in book.rules.values() if not rule.sentence.endswith(".")] == []
    assert [rule.id for rule in book.rules.values() if len(rule.sentence) > LONGEST_SENTENCE] == []


def test_every_rule_has_a_title_of_its_own_and_stands_under_a_heading(book: RuleBook) -> None:
    titles = Counter(rule.title.lower() for rule in book.rules.values())
    assert [title for title, times in titles.items() if times > 1] == []
    assert [rule.id for rule in book.rules.values() if not rule.heading] == []


def test_no_number_is_left_out_in_a_chapter(book: RuleBook) -> None:
    for prefix in {rule_id[:3] for rule_id in book.rules}:
        numbers = {int(rule_id[4:]) for rule_id in book.rules if rule_id.startswith(prefix)}
        assert numbers | KEPT_FREE.get(prefix, set()) == set(range(1, max(numbers) + 1)), prefix


def test_rules_that_point_to_other_rules_point_to_existing_ones(book: RuleBook, tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    folder.mkdir()
    lines = (f"{rule.id} {rule.sentence} {rule.values} {rule.postponed}" for rule in book.rules.values())
    (folder / "book.py").write_text("\n".join(lines))
    assert list(unknown_citations(tmp_path, book)) == []


def test_every_setup_that_can_be_played_is_in_the_book(book: RuleBook) -> None:
    assert set(SETUPS) <= set(book.setups)


@pytest.mark.parametrize("setup", SETUPS)
def test_the_book_gives_units_the_values_they_have_on_the_board(book: RuleBook, setup: str) -> None:
    edition = load_setup(setup)
    guns = edition.parameters.air.anti_aircraft
    for unit in edition.units:
        assert unit.rule is not None, unit.id
        rule = book.rule(unit.rule)
        named = unit.facility.kind if unit.facility else unit.name
        assert named in f"{rule.title} {rule.sentence}".lower(), unit.id
        if unit.domain != "facility":
            fires = f"attack {unit.attack}, defends at {unit.defense}"
            if unit.can("anti_aircraft"):
                fires = f"no attack, hits aircraft with {max(unit.defense, guns.hits_on if guns else 0)}"
            assert rule.values[setup] == f"cost {unit.cost}, {fires}, moves {unit.move}", unit.id


@pytest.mark.parametrize("setup", SETUPS)
def test_the_book_gives_the_turn_order_and_the_starting_ipcs_of_the_game(book: RuleBook, setup: str) -> None:
    edition = load_setup(setup)
    powers = [power for name in edition.turn_order if not (power := edition.power[name]).acts_with]
    assert book.rule("GEN-13").values[setup] == ", ".join(power.name for power in powers)
    assert book.rule("GEN-19").values[setup] == ", ".join(f"{power.name} {_treasuries(power)}" for power in powers)


def _treasuries(power: Power) -> str:
    """ "30", or "28 in Europe and 17 in the Pacific"."""
    if not power.economies:
        return str(power.ipcs)
    regions = {"europe": "Europe", "pacific": "the Pacific"}
    return " and ".join(f"{each.ipcs} in {regions[each.id]}" for each in power.economies)


@pytest.mark.parametrize("text", ["CMV-25", "cmv-25", "cmv25", " CMV 25 "])
def test_a_rule_is_found_by_its_id_however_it_is_written(book: RuleBook, text: str) -> None:
    assert book.rule(text).id == "CMV-25"
    assert ids(book, text)[0] == "CMV-25"


def test_the_beginning_of_an_id_offers_the_ids_that_begin_so(book: RuleBook) -> None:
    assert ids(book, "cmv-2", limit=3) == ["CMV-02", "CMV-20", "CMV-21"]


def test_an_unknown_id_names_the_nearest_ones(book: RuleBook) -> None:
    with pytest.raises(UnknownRule, match=r"no rule CMV-99\. The nearest are CMV-") as caught:
        book.rule("CMV-99")
    assert set(caught.value.nearest) <= set(book.rules)
    assert issubclass(UnknownRule, LookupError)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("tank blitz", "CMV-23"),
        ("Blitzing TANKS", "CMV-23"),
        ("submerge", "SPC-73"),
        ("scrambles", "SPC-81"),
        ("carrier capacity", "UNI-49"),
        ("what stops a blitz", "CMV-25"),
        ("lend-lease", "OPT-19"),
        ("warsaw paris rome", "BRD-45"),
    ],
)
def test_rules_are_found_by_words_in_any_form(book: RuleBook, text: str, first: str) -> None:
    assert ids(book, text)[0] == first


def test_a_title_counts_more_than_the_text_and_all_words_more_than_some(small_folder: Path) -> None:
    (small_folder / "cmv.toml").write_text(
        'chapter = "C"\n'
        '[CMV-01]\ntitle = "Air"\nrule = "A fighter flies."\nall = true\n'
        '[CMV-02]\ntitle = "Sea"\nrule = "A fighter lands on a carrier."\nall = true\n'
        '[CMV-03]\ntitle = "Fighter and carrier"\nrule = "They work together."\nall = true\n'
        '[CMV-04]\ntitle = "Land"\nrule = "Tanks roll."\nall = true\n'
    )
    assert ids(load_rulebook(small_folder), "carriers fighter") == ["CMV-03", "CMV-02", "CMV-01"]


def test_a_search_for_one_setup_leaves_out_what_it_does_not_know(book: RuleBook) -> None:
    assert "SPC-81" in ids(book, "scramble", "global_1940")
    assert not any(rule_id.startswith("SPC-8") for rule_id in ids(book, "scramble", "aa1941", limit=100))


def test_a_search_for_one_setup_reads_only_its_own_values(small_folder: Path) -> None:
    book = load_rulebook(small_folder)
    assert ids(book, "beside", "big") == ["CMV-01"]
    assert ids(book, "beside", "small") == []


def test_words_that_stand_nowhere_find_nothing(book: RuleBook) -> None:
    assert ids(book, "zeppelin") == []
    assert ids(book, "") == []


def test_a_search_gives_no_more_rules_than_asked_for(book: RuleBook) -> None:
    assert len(ids(book, "transport", limit=4)) == 4


def test_rules_are_compared_over_all_setups_by_name(book: RuleBook) -> None:
    assert book.compare("uni 13") == {
        "1941": "cost 12, attack 1, defends at 2, moves 2",
        "Revised": "cost 16, attack 1, defends at 3, moves 2",
        "Anniversary 1941": "cost 14, attack 1, defends at 2, moves 2",
        "Anniversary 1942": "cost 14, attack 1, defends at 2, moves 2",
        "Pacific 1940": "cost 16, attack 0, defends at 2, moves 2",
        "Global 1940": "cost 16, attack 0, defends at 2, moves 2",
    }
    assert book.compare("SPC-81")["1941"] == NOT_THERE
    assert book.compare("UNI-56") == {
        name: "yes" if name in {"Pacific 1940", "Global 1940"} else "no" for name in book.setups.values()
    }


def test_a_setup_that_the_book_does_not_know_is_named(book: RuleBook) -> None:
    with pytest.raises(LookupError, match="no setup aa1942, only aa1941"):
        book.applying("aa1942")


def test_a_narrow_group_and_a_setup_override_the_wider_value_and_headings_go_on(small_folder: Path) -> None:
    first, second = load_rulebook(small_folder).rules.values()
    assert first.values == {"small": "yes", "big": "or beside one"}
    assert second.values == {"big": "yes"}
    assert (second.chapter, second.heading) == ("Combat move", "Moving")
    assert second.postponed == "The bot keeps no clocks yet."


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('[CMV-01]\ntitle = "T"\nrule = "R."\nbig = true\ncost = "3"', r"cmv\.toml \[CMV-01\] cost: Extra inputs"),
        ('[CMV-01]\ntitle = "T"\nrule = "R."\nhuge = true', r"cmv\.toml \[CMV-01\] huge: Extra inputs"),
        ('[CMV-01]\ntitle = "T"\nrule = " "\nbig = true', r"cmv\.toml \[CMV-01\] rule: String should have at least 1"),
        ('[CMV-01]\nrule = "R."\nbig = true', r"cmv\.toml \[CMV-01\] title: Field required"),
        ('[CMV-01]\ntitle = "T"\nrule = "R."', r"cmv\.toml \[CMV-01\]: no setup has a value"),
        ('[CMV-01]\ntitle = "T"\nrule = "R."\nbig = 3', r"cmv\.toml \[CMV-01\] big: the value must be true, false or"),
        ('[GEN-01]\ntitle = "T"\nrule = "R."\nbig = true', r"cmv\.toml \[GEN-01\]: the rules of this file are called"),
        ('[CMV-1]\ntitle = "T"\nrule = "R."\nbig = true', r"cmv\.toml \[CMV-1\]: the rules of this file are called"),
        ("[CMV-01]\n[CMV-01]", r"cmv\.toml: Cannot declare .*CMV-01.* twice \(at line 3"),
        ("big = \nall = true", r"cmv\.toml: Invalid value \(at line 2"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_place(small_folder: Path, wrong: str, message: str) -> None:
    (small_folder / "cmv.toml").write_text(f'chapter = "C"\n{wrong}')
    with pytest.raises(InvalidData, match=message):
        load_rulebook(small_folder)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('all = ["small", "big"]', 'all = ["small", "huge"]', "the group all names no setup with huge"),
        ("all = [", "big = [", "must not have the same name"),
        ('"cmv"', '"cmv", "gen"', r"gen\.toml: .*No such file"),
        ('["cmv"]', "[]", r"contents\.toml chapters: cmv is missing"),
    ],
)
def test_contents_that_do_not_fit_are_named(small_folder: Path, before: str, after: str, message: str) -> None:
    (small_folder / "contents.toml").write_text(CONTENTS.replace(before, after))
    with pytest.raises(InvalidData, match=message):
        load_rulebook(small_folder)


def tree(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_marks_are_read_from_functions_classes_modules_and_cases(tmp_path: Path) -> None:
    tree(
        tmp_path,
        tests__test_a='@pytest.mark.rule("CMV-01", "CMV-02")\nasync def test_it(): ...',
        tests__deep__test_b='pytestmark = [pytest.mark.rule("CMV-03", setup="revised")]\ndef test_it(): ...',
        tests__test_c='@pytest.mark.rule("CMV-04")\nclass TestIt:\n    def test_it(self): ...',
        tests__test_d=(
            'CASES = [pytest.param(1, marks=pytest.mark.rule("CMV-05"))]\n'
            'MORE = [pytest.param(2, marks=pytest.mark.rule("CMV-06", setups=("aa1941", "revised")))]\n'
            '@pytest.mark.parametrize("x", CASES)\n@pytest.mark.parametrize("y", [*MORE])\ndef test_it(x, y): ...'
        ),
    )
    assert {(rule, setup) for mark in marks_in(tmp_path) for rule in mark.rules for setup in mark.setups} == {
        ("CMV-01", "aa1941"),
        ("CMV-02", "aa1941"),
        ("CMV-03", "revised"),
        ("CMV-04", "aa1941"),
        ("CMV-05", "aa1941"),
        ("CMV-06", "aa1941"),
        ("CMV-06", "revised"),
    }


def test_a_mark_that_no_test_carries_does_not_count(tmp_path: Path) -> None:
    tree(
        tmp_path,
        tests__examples='pytestmark = pytest.mark.rule("CMV-01")\ndef helper(): ...',
        tests__test_a='A = pytest.mark.rule("CMV-02")\n@pytest.mark.rule("CMV-03")\ndef a(): ...\ndef test_it(): ...',
    )
    assert list(marks_in(tmp_path)) == []


@pytest.mark.parametrize(
    ("mark", "mistake"),
    [
        ('"CMV-99"', "the rule book has no CMV-99"),
        ('"CMV-01", setup="big"', "no setup is called big"),
        ('"SPC-81"', "SPC-81 does not exist in aa1941"),
        ("*RULES", "a rule mark takes literal strings only"),
        ("", "a rule mark takes rule ids, and setup= or setups="),
        ('"CMV-01", edition="revised"', "a rule mark takes rule ids, and setup= or setups="),
    ],
)
def test_a_wrong_mark_is_named_with_its_place(book: RuleBook, tmp_path: Path, mark: str, mistake: str) -> None:
    tree(tmp_path, tests__test_a=f"\n@pytest.mark.rule({mark})\ndef test_it(): ...")
    assert list(mistakes_of(marks_in(tmp_path), book)) == [f"tests/test_a.py:2: {mistake}"]


def test_the_report_counts_each_setup_and_lists_what_has_no_test(small_folder: Path, tmp_path: Path) -> None:
    tree(tmp_path, tests__test_a='@pytest.mark.rule("CMV-01", setup="big")\ndef test_it(): ...')
    book = load_rulebook(small_folder)
    assert list(report(marks_in(tmp_path), book, present={"small"})) == [
        "small: 0 of 1",
        "  CMV-01",
        "big: 1 of 2",
        "  the edition is not there yet",
        "postponed:",
        "  CMV-02 The bot keeps no clocks yet.",
    ]
    assert list(report((), book, present={"big"}))[2:5] == ["big: 0 of 2", "  CMV-01", "  postponed: CMV-02"]


def test_the_tool_fails_when_a_citation_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tree(tmp_path, engine__a="# CMV-23..25, SHA-256", tests__test_a='@pytest.mark.rule("CMV-23")\ndef test_it(): ...')
    assert main([], tmp_path) == 0
    assert "aa1941: 1 of " in capsys.readouterr().out
    tree(tmp_path, engine__b="# see CMV-99", tests__test_b='@pytest.mark.rule("GEN-99")\ndef test_it(): ...')
    assert main([], tmp_path) == 1
    out = capsys.readouterr().out
    assert "engine/b.py:1: the rule book has no CMV-99" in out
    assert "tests/test_b.py:1: the rule book has no GEN-99" in out


def test_the_tool_ends_quietly_when_nobody_reads_what_it_prints() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as closed:
        command = [sys.executable, "-m", "tests.rule_coverage", "CMV-23"]
        ended = subprocess.run(command, cwd=ROOT, stdout=closed, stderr=subprocess.PIPE, check=False)  # noqa: S603
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_rule_is_cited_in_the_code_or_in_the_game_data_unless_it_is_postponed(
    small_folder: Path, tmp_path: Path
) -> None:
    book = load_rulebook(small_folder)
    assert uncited(tmp_path, book, "big") == ["CMV-01"]
    tree(tmp_path, tests__test_a='@pytest.mark.rule("CMV-01")\ndef test_it(): ...')
    assert uncited(tmp_path, book, "big") == ["CMV-01"]
    units = tmp_path / "data" / "units" / "big.json"
    units.parent.mkdir(parents=True)
    units.write_text('{"rule": "CMV-01"}')
    assert uncited(tmp_path, book, "big") == []


def test_one_search_leads_from_an_id_to_the_code_and_the_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree(tmp_path, engine__a='"""Blitz.\n\n(CMV-23..25)"""', tests__test_a='@pytest.mark.rule("CMV-24")\n')
    assert main(["cmv 24"], tmp_path) == 0
    out = capsys.readouterr().out
    assert 'engine/a.py:3: (CMV-23..25)"""' in out
    assert 'tests/test_a.py:1: @pytest.mark.rule("CMV-24")' in out
    assert main(["CMV-26"], tmp_path) == 0
    assert "cited nowhere" in capsys.readouterr().out
    assert main(["CMV-99"], tmp_path) == 1


def test_all_that_standing_orders_can_say_has_a_scenario() -> None:
    """A new condition needs a test with a mark that names it, or a reason in tests/order_coverage.py."""
    assert order_coverage.table(ROOT)[1] == []
    assert order_coverage.strangers(ROOT) == []


def test_all_citations_of_this_project_are_right(book: RuleBook) -> None:
    assert [*mistakes_of(marks_in(ROOT), book), *unknown_citations(ROOT, book)] == []


@pytest.mark.parametrize("setup", SETUPS)
def test_every_rule_of_a_setup_that_can_be_played_is_cited_where_it_is_carried_out(book: RuleBook, setup: str) -> None:
    assert uncited(ROOT, book, setup) == []

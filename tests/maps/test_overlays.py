"""What can be seen and read of overlays."""

import copy
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine import describe, new_game
from engine.queries.striking.strikes import WAYS, strikes
from maps import (
    WHOLE_BOARD,
    Arrow,
    Battles,
    Changes,
    Clash,
    Convoys,
    Force,
    Income,
    Moves,
    Overlay,
    Reach,
    Relations,
    Scrambles,
    View,
    describe_in_words,
    draw_board,
    overlays_from_json,
    overlays_to_json,
    region_view,
)
from maps.board.assets import load_board
from maps.overlays.income import income_of
from maps.overlays.reach import PATTERNS
from maps.overlays.shapes.coins import GOLD, SILVER, Coin
from maps.overlays.shapes.patterns import tile
from maps.stacks.layout import Item
from tests.maps.pictures import median_around, opened
from tests.maps.positions import Position, opening
from tests.maps.test_powers import SIGHTS, seen

BOARD = "aa1941"
EUROPE = region_view(BOARD, "europe")

MOVES = Moves((Arrow(("russia", "west_russia"), "soviet_union", "2 infantry, 1 tank"),))
BATTLES = Battles(
    (
        Clash("west_russia", Force(("soviet_union",), 3, 5), Force(("germany", "japan"), 4, 9)),
        Clash("germany", Force(("united_kingdom",), 1, None), raid=True, targets=("industrial_complex",)),
    )
)
REACH = Reach("germany", {"land": {"ukraine": ("soviet_union",)}, "air": {"sz5": ("united_kingdom",)}})


CONVOYS = Convoys({"sz5": {"germany": 3, "soviet_union": 1}, "sz8": {"united_kingdom": 8}})
RELATIONS = Relations(
    "germany",
    {"enemy": ("russia", "sz5"), "stranger": ("eastern_united_states", "united_kingdom"), "open": ("turkey",)},
    (("germany", "soviet_union"), ("japan", "united_states"), ("japan", "soviet_union")),
)
SCRAMBLES = Scrambles({"sz5": {"germany": 3}, "sz6": {"germany": 3, "united_kingdom": 1}}, {"sz8": {"germany": 6}})


def fought_over() -> Position:
    """The opening after West Russia was taken: three infantry lost there, two infantry and a tank come in."""
    position = copy.deepcopy(opening())
    position["owners"]["west_russia"] = "soviet_union"
    position["units"]["west_russia"] = {"soviet_union": {"infantry": 2, "tank": 1}}
    position["units"]["russia"]["soviet_union"]["infantry"] -= 2
    return position


OVERLAYS: dict[str, Overlay] = {
    "moves": MOVES,
    "battles": BATTLES,
    "changes": Changes.since(opening()),
    "reach": REACH,
    "income": Income(),
    "convoys": CONVOYS,
    "relations": RELATIONS,
    "scrambles": SCRAMBLES,
}


def difference(position: Position, *overlays: Overlay, view: View = EUROPE) -> Image.Image:
    """Where overlays change the map itself, above the legend."""
    plain = opened(draw_board(BOARD, position, view))
    laid = opened(draw_board(BOARD, position, view, overlays=overlays)).crop((0, 0, *plain.size))
    return ImageChops.difference(plain, laid).convert("L").point(lambda value: 255 if value > 60 else 0)


def changed_at(picture: Image.Image, space: str, reach: int = 70) -> bool:
    """Whether a picture of Europe differs near the name of a space."""
    left, top, _, _ = EUROPE.box or (0, 0, 0, 0)
    x, y = load_board(BOARD).space(space).label_at
    return picture.crop((x - left - reach, y - top - reach, x - left + reach, y - top + reach)).getbbox() is not None


@pytest.mark.parametrize("name", OVERLAYS)
def test_each_overlay_changes_the_picture_and_is_explained_below_it(name: str) -> None:
    assert difference(fought_over(), OVERLAYS[name]).getbbox() is not None
    plain, laid = (draw_board(BOARD, fought_over(), EUROPE, overlays=laid) for laid in ((), (OVERLAYS[name],)))
    assert laid.size[1] > plain.size[1]


def test_overlays_can_be_combined_and_cover_neither_text_nor_units_nor_one_another() -> None:
    picture = draw_board(BOARD, fought_over(), EUROPE, title="Soviet Union", overlays=list(OVERLAYS.values()))

    def overlap(a: Item, b: Item) -> bool:
        (l0, t0, r0, b0), (l1, t1, r1, b1) = a.box, b.box
        return min(r0, r1) > max(l0, l1) and min(b0, b1) > max(t0, t1)

    items = picture.layout.items
    assert [(a.about, b.about) for a, b in combinations(items, 2) if overlap(a, b)] == []
    assert {item.kind for item in items} >= {"name", "units", "badge", "words", "title"}


def test_battles_are_marked_where_they_are() -> None:
    picture = difference(opening(), BATTLES)
    assert changed_at(picture, "west_russia")
    assert not changed_at(picture, "iceland")


def test_forces_of_another_strength_make_another_badge() -> None:
    weak, strong = (
        draw_board(BOARD, opening(), EUROPE, overlays=[Battles((Clash("ukraine", Force(("germany",), 3, strength)),))])
        for strength in (5, 6)
    )
    assert weak.data != strong.data


def test_units_that_came_and_went_and_new_owners_bear_badges_and_all_else_none() -> None:
    picture = draw_board(BOARD, fought_over(), overlays=[Changes.since(opening())])
    badges = [item.about for item in picture.layout.items if item.kind == "badge"]
    assert sorted(set(badges)) == ["russia", "west_russia"]
    assert badges.count("west_russia") == 3, "new owner, what came, what went"
    nothing = draw_board(BOARD, opening(), overlays=[Changes.since(opening())])
    assert [item.about for item in nothing.layout.items if item.kind == "badge"] == []


def test_many_changes_are_summed_up_so_that_the_map_stays_readable() -> None:
    everything = copy.deepcopy(opening())
    for stacks in everything["units"].values():
        for units in stacks.values():
            for unit in units:
                units[unit] += 1
    picture = draw_board(BOARD, everything, overlays=[Changes.since(opening())])
    widths = [item.box[2] - item.box[0] for item in picture.layout.items if item.kind == "badge"]
    assert len(widths) > 40
    assert max(widths) < 70


def test_only_what_can_be_struck_is_patterned() -> None:
    picture = difference(opening(), REACH)
    assert changed_at(picture, "ukraine")
    assert changed_at(picture, "sz5")
    assert not changed_at(picture, "southern_europe", 40)
    assert not changed_at(picture, "sz8", 40)


def test_a_zone_without_anybody_to_strike_is_patterned_more_faintly() -> None:
    held = Reach("germany", {"sea": {"sz5": ("united_kingdom",)}})
    empty = Reach("germany", {"sea": {"sz3": ("united_kingdom",)}})

    def strength(reach: Reach) -> int:
        plain, laid = (opened(draw_board(BOARD, opening(), EUROPE, overlays=shown)) for shown in ((), (reach,)))
        histogram = ImageChops.difference(plain, laid.crop((0, 0, *plain.size))).convert("L").histogram()
        return max(value for value, count in enumerate(histogram) if count > 50)

    assert strength(held) > 1.3 * strength(empty)


@pytest.mark.parametrize("sight", SIGHTS)
def test_patterns_of_reach_differ_to_every_eye_by_shape_and_from_the_sea_by_colour(sight: str) -> None:
    red, green, blue = median_around(opened(draw_board(BOARD, opening(), EUROPE)), 60, 300)
    sea = seen((red, green, blue), sight)
    for pattern in PATTERNS.values():
        assert sum((a - b) ** 2 for a, b in zip(seen(pattern.colour, sight), sea, strict=True)) > 20**2
    masks = [tile(pattern, 24)[1].point(lambda value: 255 if value > 80 else 0) for pattern in PATTERNS.values()]
    for a, b in combinations(masks, 2):
        assert sum(ImageChops.difference(a, b).histogram()[255:]) > 0.15 * 24 * 24


def test_convoys_in_danger_show_what_each_power_could_lose() -> None:
    assert changed_at(difference(opening(), CONVOYS), "sz5")
    said = CONVOYS.sentences(load_board(BOARD), opening(), {"sz5"})
    assert said == ["Convoys in danger, IPCs at most: sea zone 5 (Soviet Union 1, Germany 3)."]
    assert Convoys({}).sentences(load_board(BOARD), opening(), {"sz5"}) == ["No convoy is in danger."]


def test_relations_mark_what_is_not_friendly_and_say_who_is_at_war() -> None:
    picture = difference(opening(), RELATIONS)
    assert changed_at(picture, "united_kingdom")
    assert changed_at(picture, "russia")
    assert not changed_at(picture, "southern_europe", 40)
    assert RELATIONS.sentences(load_board(BOARD), opening(), {"united_kingdom", "sz5"}) == [
        "At war: the Soviet Union with Germany and Japan; Japan with the United States.",
        "Hostile to Germany: sea zone 5.",
        "Not at war with Germany: United Kingdom.",
    ]
    peace = Relations("germany", {}, ())
    assert peace.sentences(load_board(BOARD), opening(), ()) == ["Nobody is at war."]


def test_the_income_of_each_power_is_the_sum_of_the_values_of_its_territories() -> None:
    board, position = load_board(BOARD), opening()
    sums = income_of(board, position)
    assert sums == {"soviet_union": 7, "germany": 12, "united_kingdom": 12, "japan": 9, "united_states": 17}
    picture = draw_board(BOARD, position, overlays=[Income()])
    coins = {item.about for item in picture.layout.items if item.kind == "badge"}
    assert coins == {space.id for space in board.spaces.values() if space.value}


def test_words_tell_changes_then_battles_then_moves_then_who_stands_where() -> None:
    overlays: list[Overlay] = [MOVES, BATTLES, REACH, Income(), Changes.since(opening(), "the start")]
    words = describe_in_words(BOARD, fought_over(), EUROPE, title="Soviet Union, round 1", overlays=overlays)
    soviets = "the Soviet Union with 3 units, strength 5"
    expected = [
        "Soviet Union, round 1.",
        "The map shows Europe and the Mediterranean.",
        "Changes since the start:",
        "West Russia went from Germany to the Soviet Union.",
        "Changed in Russia: Soviet Union 2 infantry fewer.",
        "Changed in West Russia: Soviet Union 2 infantry, 1 tank more; Germany 3 infantry fewer.",
        f"Battle in West Russia: {soviets} against Germany and Japan with 4 units, strength 9.",
        "Raid on Germany: the United Kingdom with 1 unit.",
        "Soviet Union: 2 infantry, 1 tank from Russia to West Russia.",
        "The Soviet Union can strike by land next turn: Ukraine.",
        "The United Kingdom can strike by air next turn: sea zone 5.",
        "Income by territory held: Soviet Union 8, Germany 11, United Kingdom 12, Japan 9, United States 17.",
        "Archangel (Soviet Union): 3 infantry.",
    ]
    assert words.splitlines()[: len(expected)] == expected
    picture = draw_board(BOARD, fought_over(), EUROPE, title="Soviet Union, round 1", overlays=overlays)
    assert picture.alt_text.startswith(" ".join(expected[:9]))
    assert len(picture.alt_text) <= 1000


def test_words_about_reach_are_about_what_is_in_the_picture() -> None:
    far = Reach("germany", {"sea": {"sz45": ("united_states",), "sz3": ("united_kingdom",)}})
    words = describe_in_words(BOARD, opening(), EUROPE, overlays=[far])
    assert "Empty zones that enemies can reach by sea: sea zone 3." in words
    assert "45" not in words
    nothing = Reach("germany", {"sea": {"sz45": ("united_states",)}})
    assert "No enemy of Germany can strike anything here next turn." in describe_in_words(
        BOARD, opening(), EUROPE, overlays=[nothing]
    )


def test_zones_in_a_row_are_told_as_one_and_a_full_stop_stands_once() -> None:
    reach = Reach("germany", {"sea": {f"sz{number}": ("japan",) for number in (21, 25, 22, 23, 29)}})
    words = describe_in_words("revised", opening("revised"), overlays=[reach])
    assert "sea zones 21 to 23, 25, 29." in words
    move = Moves((Arrow(("caucasus", "ukraine_ssr"), "soviet_union", "1 tank"),))
    assert "to Ukraine S.S.R.\n" in describe_in_words("revised", opening("revised"), overlays=[move])


@pytest.mark.parametrize("overlays", [list(OVERLAYS.values()), []])
def test_overlays_survive_being_stored(overlays: list[Overlay]) -> None:
    assert overlays_from_json(overlays_to_json(overlays)) == overlays


@pytest.mark.parametrize("setup", ["aa1941", "revised"])
@pytest.mark.parametrize("view", [WHOLE_BOARD, View((900, 200, 2100, 1100))])
def test_a_map_full_of_patterns_stays_small_enough_for_a_phone(setup: str, view: View) -> None:
    state = new_game(setup)
    found = strikes(state, "germany")
    struck: dict[str, dict[str, tuple[str, ...]]] = {
        way: {space: ways[way] for space, ways in found.items() if way in ways} for way in WAYS
    }
    overlays: list[Overlay] = [Reach("germany", struck), Income(), Battles.at(["germany"])]
    picture = draw_board(state.edition.board.board, describe(state), view, title="Germany", overlays=overlays)
    assert len(picture.data) < (1_000_000 if view is WHOLE_BOARD else 200_000)


def test_the_income_of_a_power_with_two_treasuries_is_told_for_each() -> None:
    position = opening("global_1940")
    sums = income_of(load_board("global_1940"), position)
    assert (sums["united_kingdom/europe"], sums["united_kingdom/pacific"]) == (28, 17)
    assert "united_kingdom" not in sums
    coins = {stack.space: stack.signs[0] for stack in Income().badges(load_board("global_1940"), position)}
    metals = {space: coin.metal for space, coin in coins.items() if isinstance(coin, Coin)}
    assert metals["united_kingdom"] == metals["egypt"] == metals["japan"] == GOLD
    assert metals["india"] == metals["malaya"] == SILVER
    legend = Income().legend(load_board("global_1940"), position, 22)
    assert legend[-1].meaning == "goes to UK Pacific"


def test_scrambles_are_told_base_by_base_and_kamikazes_by_power() -> None:
    words = describe_in_words(BOARD, opening(), EUROPE, overlays=[SCRAMBLES])
    assert "From Germany (Germany), up to 3 may scramble: sea zones 5, 6." in words
    assert "From United Kingdom (United Kingdom), up to 1 may scramble: sea zone 6." in words
    assert "Kamikazes of Germany may strike, 6 left: sea zone 8." in words
    nothing = describe_in_words(BOARD, opening(), EUROPE, overlays=[Scrambles({}, {})])
    assert "No aircraft may scramble here, and no kamikazes strike." in nothing

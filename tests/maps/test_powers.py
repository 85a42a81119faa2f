"""Powers are told apart by emblem and, as far as colour can, by everyone's eyes."""

import json
from itertools import combinations
from math import dist

import pytest

from engine.facts.openings import load_opening, opening_names
from maps.board.assets import FACTS, board_names
from maps.board.names import called, name_of
from maps.board.powers import CLOSED, DARK, NEUTRAL, PAPER, emblem_disc, emblem_mask, on_land, style_of
from maps.looks.reading import Colour, looks
from maps.signs.printed import neutral_shield
from tests.guide import GUIDE

Matrix = tuple[tuple[float, float, float], ...]

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
SIGHTS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
# Ottosson (2020): linear RGB to cones, and their cube roots to OKLab.
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Matrix = (
    (0.2104542553, 0.793617785, -0.0040720468),
    (1.9779984951, -2.428592205, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.808675766),
)
APART = 7.4  # hundredths of OKLab; about 2 is the least that anybody sees side by side
FAR_APART = 9.0  # on the boards with at most seven powers


def times(matrix: Matrix, vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)


def seen(colour: Colour, sight: str) -> tuple[float, ...]:
    """Hundredths of OKLab of a colour as an eye sees it."""
    linear = tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour))
    shown = tuple(min(1.0, max(0.0, v)) for v in times(SIGHTS[sight], linear))
    return tuple(100 * v for v in times(OKLAB, tuple(v ** (1 / 3) for v in times(CONES, shown))))


def lands_of(board: str) -> dict[str, Colour]:
    """The colours of land that meet on a board: of its powers, of neutrals, of closed land."""
    territories = json.loads((FACTS / f"{board}.json").read_text())["territories"]
    lands = {power: looks().powers[power].land for power in sorted({t["emblem"] for t in territories if t["emblem"]})}
    if any(t.get("neutral") for t in territories):
        lands["strict"] = NEUTRAL["strict"]
    return lands | ({"closed": CLOSED} if any(t.get("closed") for t in territories) else {})


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("board", board_names())
def test_the_lands_of_powers_that_meet_differ_to_every_eye(board: str, sight: str) -> None:
    lands = lands_of(board)
    least = APART if "anzac" in lands else FAR_APART
    for a, b in combinations(lands, 2):
        assert dist(seen(lands[a], sight), seen(lands[b], sight)) > least, (a, b)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_plates_of_a_power_show_what_is_drawn_on_them(sight: str) -> None:
    for power, style in looks().powers.items():
        assert dist(seen(style.plate, sight), seen(style.ink, sight)) > 35, power
        assert dist(seen(style.land, sight), seen(on_land(style), sight)) > 35, power


@pytest.mark.parametrize("board", board_names())
def test_no_two_powers_or_sides_that_meet_share_an_emblem(board: str) -> None:
    met = [looks().powers[power] for power in lands_of(board) if power in looks().powers]
    emblems = [style.emblem for style in (*met, *looks().sides.values())]
    assert len(set(emblems)) == len(emblems)


def test_the_guide_names_the_emblems_that_sides_have() -> None:
    sentence = " and ".join(f"`{side.emblem}`" for side in looks().sides.values())
    assert f"{sentence} are those of the sides" in GUIDE


@pytest.mark.parametrize("size", [8, 10, 13])
def test_emblems_differ_even_when_they_are_tiny(size: int) -> None:
    styles = (*looks().powers.values(), *looks().sides.values())
    masks = {style.emblem: emblem_mask(style.emblem, size).tobytes() for style in styles}
    for a, b in combinations(masks, 2):
        different = sum(abs(x - y) > 100 for x, y in zip(masks[a], masks[b], strict=True))
        assert different >= size * size // 8, (a, b)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_two_sides_differ_to_every_eye_in_their_lines_and_beside_them(sight: str) -> None:
    axis, allies = looks().sides["axis"], looks().sides["allies"]
    assert dist(seen(axis.land, sight), seen(allies.land, sight)) > 2 * APART
    assert dist(seen(axis.plate, sight), seen(allies.plate, sight)) > APART
    for side in (axis, allies):
        assert dist(seen(side.land, sight), seen(PAPER, sight)) > 2 * APART


def test_neutrals_whose_land_is_alike_have_different_shields() -> None:
    shields = {leaning: neutral_shield(leaning, 2).convert("L").tobytes() for leaning in NEUTRAL}
    outlines = {leaning: neutral_shield(leaning, 2).getchannel("A").tobytes() for leaning in NEUTRAL}
    for a, b in combinations(NEUTRAL, 2):
        for masks in (shields, outlines):
            assert sum(abs(x - y) > 60 for x, y in zip(masks[a], masks[b], strict=True)) >= 12, (a, b)


def test_an_unknown_power_is_drawn_plainly_under_its_own_name() -> None:
    assert name_of("free_city") == "Free City"
    assert style_of("free_city").land not in {style.land for style in looks().powers.values()}


def test_the_two_treasuries_of_the_united_kingdom_are_told_apart() -> None:
    europe, pacific = style_of("united_kingdom/europe"), style_of("united_kingdom/pacific")
    assert [name_of(f"united_kingdom/{each}") for each in ("europe", "pacific")] == ["UK Europe", "UK Pacific"]
    assert europe.emblem != pacific.emblem
    assert emblem_disc("united_kingdom/europe", 18).tobytes() != emblem_disc("united_kingdom/pacific", 18).tobytes()


def test_emblems_stand_out_on_light_and_on_dark_land() -> None:
    assert on_land(looks().powers["united_kingdom"]) == DARK
    assert on_land(looks().powers["italy"]) == PAPER


def test_a_power_is_called_on_pictures_as_its_setups_call_it() -> None:
    for opening in opening_names():
        for power in load_opening(opening).powers:
            assert (name_of(power.id), called(power.id)) == (power.name, power.called), opening
            assert all(name_of(account.id) == account.name for account in power.accounts if account.mark)
    assert called("united_states") == "the United States"

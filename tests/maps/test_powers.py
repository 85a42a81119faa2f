"""Powers are told apart by emblem and, as far as colour can, by everyone's eyes."""

from itertools import combinations

import pytest

from maps.powers import CLOSED, POWERS, Colour, emblem_mask, style_of

# Machado, Oliveira and Fernandes (2009), full severity, for linear RGB.
SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green cones": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue cones": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
IN_1941 = ("soviet_union", "germany", "united_kingdom", "japan", "united_states")


def seen(colour: Colour, sight: str) -> tuple[float, float, float]:
    """CIELAB coordinates of a colour as an eye sees it."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour)]
    r, g, b = (min(1, max(0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in SIGHTS[sight])
    x, y, z = (
        0.4339 * r + 0.3762 * g + 0.19 * b,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        0.0177 * r + 0.1095 * g + 0.8729 * b,
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_the_1941_powers_differ_to_every_eye(sight: str) -> None:
    for a, b in combinations([*(POWERS[power].land for power in IN_1941), CLOSED], 2):
        difference = sum((p - q) ** 2 for p, q in zip(seen(a, sight), seen(b, sight), strict=True)) ** 0.5
        assert difference > 9, (a, b)


def test_no_two_powers_share_an_emblem() -> None:
    emblems = [style.emblem for style in POWERS.values()]
    assert len(set(emblems)) == len(emblems)


def test_emblems_differ_even_when_they_are_tiny() -> None:
    masks = {style.emblem: emblem_mask(style.emblem, 10).tobytes() for style in POWERS.values()}
    for a, b in combinations(masks, 2):
        different = sum(abs(x - y) > 100 for x, y in zip(masks[a], masks[b], strict=True))
        assert different >= 12, (a, b)


def test_an_unknown_power_is_drawn_plainly_under_its_own_name() -> None:
    assert style_of("free_city").name == "Free City"

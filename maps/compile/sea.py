"""The sea zones of a board: grown over the water from their sites, kept off coasts they do not touch in the rules."""
# mypy: disable-error-code="import-not-found,import-untyped"

import numpy as np
from scipy import ndimage

from maps.compile.arrays import Labels, Mask, Numbers
from maps.compile.canvas import Canvas, Numbering, pieces, ring_around, window_of
from maps.compile.kernels import grow
from maps.compile.world.geography import Geography

SOFTNESS = 3.0  # pixels over which the borders between zones are smoothed
FRAGMENT = 150
FARTHEST_INLAND = 60
PUDDLE = 150  # water no zone reaches, smaller than this, is no lake but a flaw


class SiteOnLandError(ValueError):
    """A sea zone's site lies too far from any water."""


def grow_zones(geography: Geography, canvas: Canvas, numbering: Numbering, land: Labels) -> Labels:
    """Labels of land and sea for the whole canvas; water that no zone reaches (a lake) stays 0."""
    water = land == 0
    away, nearest = ndimage.distance_transform_edt(water, return_indices=True)
    shore = land[nearest[0], nearest[1]].astype(np.int64)
    barred = ~numbering.adjacent
    barred[0] = barred[numbering.void] = False
    barred[:, numbering.ice] = False
    sites = _sea_sites(geography, canvas, numbering, water)
    near_shore = water & (away <= geography.shore)
    grown = grow(water, near_shore, shore, barred, *sites)
    rest = water & (grown == 0)
    if rest.any():
        rows, columns = np.nonzero((grown > 0) & ndimage.binary_dilation(rest, iterations=3))
        frontier = rows, columns, grown[rows, columns].astype(np.int64)
        again = grow(water, np.zeros_like(water), shore, barred, *frontier)
        grown = np.where(rest, again, grown)
    grown = _smooth(numbering, np.where(water, grown, 0).astype(np.int16), water)
    return _fill_puddles(_merge_fragments(canvas, numbering, np.where(water, grown, land).astype(np.int16)))


def _sea_sites(geography: Geography, canvas: Canvas, numbering: Numbering, water: Mask) -> list[Numbers]:
    found: list[tuple[int, int, int]] = []
    for space in numbering.seas:
        for _, x, y in canvas.site_spots(space):
            row, column = canvas.pixel_of((x, y))
            top, left = max(0, row - FARTHEST_INLAND), max(0, column - FARTHEST_INLAND)
            part = water[top : row + FARTHEST_INLAND, left : column + FARTHEST_INLAND]
            rows, columns = np.nonzero(part)
            if not len(rows):
                raise SiteOnLandError(f"{geography.board}: {space.id} is sown on land")
            nearest = ((rows + top - row) ** 2 + (columns + left - column) ** 2).argmin()
            found.append((rows[nearest] + top, columns[nearest] + left, numbering.label[space.id]))
    for place in geography.ice:
        for spot in canvas.spots(place):
            row, column = canvas.pixel_of(spot)
            if water[row, column]:
                found.append((row, column, numbering.ice))
    return [np.array(values, dtype=np.int64) for values in zip(*found, strict=True)]


def _smooth(numbering: Numbering, zones: Labels, water: Mask) -> Labels:
    """Round the borders between zones: each pixel goes to the zone that is strongest around it."""
    strongest = np.zeros(zones.shape, np.float32)
    smooth = zones.copy()
    for label in range(numbering.first_sea, numbering.count):
        window = window_of(zones == label, int(4 * SOFTNESS))
        if window is None:
            continue
        strength = ndimage.gaussian_filter((zones[window] == label).astype(np.float32), SOFTNESS, truncate=3)
        wins = (strength > strongest[window]) & water[window]
        strongest[window][wins] = strength[wins]
        smooth[window][wins] = label
    smooth[water & (zones == 0)] = 0
    return smooth


def _merge_fragments(canvas: Canvas, numbering: Numbering, labels: Labels) -> Labels:
    """Give pieces of a zone that are cut off from it to the zone around them."""
    for label in range(numbering.first_sea, numbering.ice):
        window = window_of(labels == label)
        if window is None:
            continue
        part = labels[window]
        numbers, sizes = pieces(part == label)
        at_edge = window[1].start <= 1 or window[1].stop >= canvas.width - 1
        for number in np.flatnonzero((sizes > 0) & (sizes < sizes.max() / 4)):
            if sizes[number] >= FRAGMENT * 20 and at_edge:
                continue
            piece = numbers == number
            around = part[ring_around(piece)]
            seas = around[around >= numbering.first_sea]
            if len(seas):
                part[piece] = np.bincount(seas).argmax()
    return labels


def _fill_puddles(labels: Labels) -> Labels:
    numbers, sizes = pieces(labels == 0)
    for number, window in enumerate(ndimage.find_objects(numbers), start=1):
        if sizes[number] < PUDDLE:
            room = tuple(slice(max(0, side.start - 1), side.stop + 1) for side in window)
            piece = numbers[room] == number
            around = labels[room][ring_around(piece)]
            labels[room][piece] = np.bincount(around).argmax()
    return labels

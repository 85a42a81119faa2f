"""The loops over pixels that need compiled code."""
# mypy: disable-error-code="import-not-found,import-untyped"

import heapq

import numpy as np
from numba import njit

from maps.compile.arrays import Field, Labels, Mask, Numbers, Units

# Eight neighbours, then the eight knight's moves: growth in sixteen directions looks round.
ROWS = np.array([0, 0, 1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 2, 2, -2, -2])
COLUMNS = np.array([1, -1, 0, 0, 1, -1, 1, -1, 2, -2, 2, -2, 1, -1, 1, -1])


def _grow(
    water: Mask, near_shore: Mask, shore: Numbers, barred: Mask, rows: Numbers, columns: Numbers, labels: Numbers
) -> Labels:
    """Spread labels over water by the shortest way from their sites.

    Where `near_shore` holds, a label does not enter a pixel whose nearest land (`shore`) it is barred from.
    """
    height, width = water.shape
    best = np.full((height, width), np.inf)
    grown = np.zeros((height, width), np.int16)
    heap = [(0.0, rows[i], columns[i], labels[i]) for i in range(len(rows))]
    heapq.heapify(heap)
    while len(heap) > 0:
        cost, y, x, label = heapq.heappop(heap)
        if grown[y, x] != 0 or cost > best[y, x]:
            continue
        grown[y, x] = label
        best[y, x] = cost
        for k in range(16):
            dy, dx = ROWS[k], COLUMNS[k]
            ny, nx = y + dy, x + dx
            if ny < 0 or nx < 0 or ny >= height or nx >= width or not water[ny, nx] or grown[ny, nx] != 0:
                continue
            if k >= 8:
                # A knight's move may not jump over land.
                half_y, half_x = y + int(dy / 2), x + int(dx / 2)
                long_y = abs(dy) == 2
                if not water[half_y, half_x]:
                    continue
                if not water[half_y if long_y else ny, nx if long_y else half_x]:
                    continue
            if near_shore[ny, nx] and barred[shore[ny, nx], label]:
                continue
            step = 1.0 if k < 4 else (1.41421356 if k < 8 else 2.2360680)
            if cost + step < best[ny, nx]:
                best[ny, nx] = cost + step
                heapq.heappush(heap, (cost + step, ny, nx, label))
    return grown


def _contacts(labels: Numbers, count: int) -> Units:
    """How many pixel edges each two labels (0..count-1) have in common."""
    height, width = labels.shape
    edges = np.zeros((count, count), np.int32)
    for y in range(height):
        for x in range(width):
            a = labels[y, x]
            if x + 1 < width and labels[y, x + 1] != a:
                edges[a, labels[y, x + 1]] += 1
                edges[labels[y, x + 1], a] += 1
            if y + 1 < height and labels[y + 1, x] != a:
                edges[a, labels[y + 1, x]] += 1
                edges[labels[y + 1, x], a] += 1
    return edges


def _nearest_site(
    units: Numbers,
    first: Numbers,
    count: Numbers,
    x_of: Field,
    y_of: Field,
    label_of: Numbers,
    dx: Field,
    dy: Field,
    labels: Labels,
) -> None:
    """Give each pixel of a unit the label of its nearest site among the unit's own sites.

    Unit u owns the sites first[u] .. first[u]+count[u]-1; pixels are shifted by dx, dy before measuring.
    """
    height, width = units.shape
    for y in range(height):
        for x in range(width):
            unit = units[y, x]
            if unit <= 0 or count[unit] == 0:
                continue
            px, py = x + dx[y, x], y + dy[y, x]
            nearest = np.inf
            for i in range(first[unit], first[unit] + count[unit]):
                away = (px - x_of[i]) ** 2 + (py - y_of[i]) ** 2
                if away < nearest:
                    nearest = away
                    labels[y, x] = label_of[i]


def _cheapest_path(cost: Field, start: Mask, goal: Mask) -> Numbers:
    """The cheapest way from any start pixel to any goal pixel as flat indices, start first; empty if there is none.

    A negative cost cannot be entered; a step costs the mean of its two pixels times its length.
    """
    height, width = cost.shape
    best = np.full(height * width, np.inf)
    before = np.full(height * width, -1)
    heap = [(0.0, 0)]
    heap.pop()
    for y in range(height):
        for x in range(width):
            if start[y, x] and cost[y, x] >= 0:
                best[y * width + x] = 0.0
                heapq.heappush(heap, (0.0, y * width + x))
    path = [0]
    path.pop()
    while len(heap) > 0:
        so_far, here = heapq.heappop(heap)
        if so_far > best[here]:
            continue
        y, x = here // width, here % width
        if goal[y, x]:
            while here >= 0:
                path.append(here)
                here = before[here]
            break
        for k in range(8):
            ny, nx = y + ROWS[k], x + COLUMNS[k]
            if ny < 0 or nx < 0 or ny >= height or nx >= width or cost[ny, nx] < 0:
                continue
            reached = so_far + (cost[y, x] + cost[ny, nx]) / 2 * (1.0 if k < 4 else 1.41421356)
            if reached < best[ny * width + nx]:
                best[ny * width + nx] = reached
                before[ny * width + nx] = here
                heapq.heappush(heap, (reached, ny * width + nx))
    return np.array(path[::-1], dtype=np.int64)


grow = njit(cache=True)(_grow)
contacts = njit(cache=True)(_contacts)
nearest_site = njit(cache=True)(_nearest_site)
cheapest_path = njit(cache=True)(_cheapest_path)

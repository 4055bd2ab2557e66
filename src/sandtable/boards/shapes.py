"""Printed shapes round the points of a map: what a city, a town or a holding box looks like, as outlines."""

from __future__ import annotations

from sandtable.kernel.view import Point

Shape = list[Point]


def rectangle(middle: Point, width: float, height: float) -> Shape:
    """A box; a square where both are alike."""
    x, y = middle
    across, down = width / 2, height / 2
    return [(x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)]


def octagon(middle: Point, width: float, height: float) -> Shape:
    """A rectangle with its corners cut off."""
    x, y = middle
    across, down = width / 2, height / 2
    cut = min(width, height) * 0.29
    return [
        (x - across + cut, y - down),
        (x + across - cut, y - down),
        (x + across, y - down + cut),
        (x + across, y + down - cut),
        (x + across - cut, y + down),
        (x - across + cut, y + down),
        (x - across, y + down - cut),
        (x - across, y - down + cut),
    ]


def hexagon(middle: Point, width: float, height: float) -> Shape:
    """Flat above and below, pointed to both sides."""
    x, y = middle
    across, down = width / 2, height / 2
    return [
        (x - across * 0.72, y - down),
        (x + across * 0.72, y - down),
        (x + across, y),
        (x + across * 0.72, y + down),
        (x - across * 0.72, y + down),
        (x - across, y),
    ]

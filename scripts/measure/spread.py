"""Many timings of one thing as a few numbers: a median, how far apart they lie, and how many they are."""

from __future__ import annotations

from typing import Sequence


def quantile(ordered: Sequence[float], share: float) -> float:
    """Between the two nearest ranks, as numpy's default; `ordered` ascends and is not empty."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def spread(values: Sequence[float]) -> dict[str, float | int]:
    """At least one value."""
    ordered = sorted(values)
    return {
        "median": quantile(ordered, 0.5),
        "lowerQuartile": quantile(ordered, 0.25),
        "upperQuartile": quantile(ordered, 0.75),
        "least": ordered[0],
        "most": ordered[-1],
        "n": len(ordered),
    }

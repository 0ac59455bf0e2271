"""Summary of repeated timings: median, quartiles, range and count."""

from __future__ import annotations

from typing import Sequence


def quantile(ordered: Sequence[float], share: float) -> float:
    """Interpolates linearly between ranks, like numpy's default. `ordered` is ascending and not empty."""
    position = share * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)


def spread(values: Sequence[float]) -> dict[str, float | int]:
    """Summarises at least one value."""
    ordered = sorted(values)
    return {
        "median": quantile(ordered, 0.5),
        "lowerQuartile": quantile(ordered, 0.25),
        "upperQuartile": quantile(ordered, 0.75),
        "min": ordered[0],
        "max": ordered[-1],
        "n": len(ordered),
    }

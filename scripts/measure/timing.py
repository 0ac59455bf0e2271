"""How long a call takes on a device: warmed up, repeated until one timing is long enough, and timed many times."""

from __future__ import annotations

import time
from typing import Any, Callable

from backend import Samples

WARM_UP_SECONDS = 0.2
FEWEST_WARM_UPS = 3
MOST_CALLS_EACH = 100_000
# A case that is slower than all others need not be timed as often.
MOST_SECONDS_OF_A_CASE = 20.0
FEWEST_SAMPLES = 5

Timer = Callable[[Callable[[], object], int], float]


def cpu_timer(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start


def cuda_timer(torch: Any) -> Timer:
    """CUDA events on the device's own clock; between them stand all launches, so a host that is too slow shows."""

    def timed(call: Callable[[], object], calls: int) -> float:
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(calls):
            call()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1000

    return timed


def sample(timer: Timer, call: Callable[[], object], samples: int, least_sample_seconds: float) -> Samples:
    one = warm_up(timer, call)
    calls_each = max(1, min(MOST_CALLS_EACH, round(least_sample_seconds / one + 0.5)))
    affordable = int(MOST_SECONDS_OF_A_CASE / (one * calls_each))
    count = min(samples, max(FEWEST_SAMPLES, affordable))
    return Samples(tuple(timer(call, calls_each) / calls_each for _ in range(count)), calls_each)


def warm_up(timer: Timer, call: Callable[[], object]) -> float:
    """Seconds of the last warm call. The first ones load kernels, choose algorithms and raise clocks."""
    spent, count, last = 0.0, 0, 0.0
    while count < FEWEST_WARM_UPS or spent < WARM_UP_SECONDS:
        last = max(timer(call, 1), 1e-9)
        spent += last
        count += 1
    return last

"""Times a call on a device: warm-up, repetition until a timing is long enough, and many timings."""

from __future__ import annotations

import time
from typing import Any, Callable

from backend import Samples

WARM_UP_SECONDS = 0.2
MIN_WARM_UPS = 3
MAX_CALLS_EACH = 100_000
# Very slow cases get fewer timings.
MAX_SECONDS_PER_CASE = 20.0
MIN_SAMPLES = 5

Timer = Callable[[Callable[[], object], int], float]


def cpu_timer(call: Callable[[], object], calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return time.perf_counter() - start


def cuda_timer(torch: Any) -> Timer:
    """Times with CUDA events on the device's clock. All launches are between the events, so a slow host is visible."""

    def timed(call: Callable[[], object], calls: int) -> float:
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        for _ in range(calls):
            call()
        end.record()
        end.synchronize()
        return start.elapsed_time(end) / 1000

    return timed


def sample(timer: Timer, call: Callable[[], object], samples: int, min_sample_seconds: float) -> Samples:
    one = warm_up(timer, call)
    calls_each = max(1, min(MAX_CALLS_EACH, round(min_sample_seconds / one + 0.5)))
    affordable = int(MAX_SECONDS_PER_CASE / (one * calls_each))
    count = min(samples, max(MIN_SAMPLES, affordable))
    return Samples(tuple(timer(call, calls_each) / calls_each for _ in range(count)), calls_each)


def warm_up(timer: Timer, call: Callable[[], object]) -> float:
    """Returns the seconds of the last warm call. The first calls load kernels, choose algorithms and raise clocks."""
    spent, count, last = 0.0, 0, 0.0
    while count < MIN_WARM_UPS or spent < WARM_UP_SECONDS:
        last = max(timer(call, 1), 1e-9)
        spent += last
        count += 1
    return last

"""A simulated device: times are computed from the ceilings below, with a little seeded noise.

For trying and testing the file's reader without a device. Its output is marked as made up. Its attention reads the cache at full
bandwidth, or at a third of it to demonstrate a disagreement.
"""

from __future__ import annotations

import random
from contextlib import contextmanager
from typing import Iterator

from backend import DeviceFacts, Samples, Watched
from counts import ARRAYS_MOVED, BYTES_PER_ELEMENT, Shape, Step, cache_bytes, matmul_flops, step_flops, weight_bytes
from errors import CannotMeasure
from plan import LaunchOverhead, Plan, Product, Stream

# Similar to an accelerator of 2023, but not a particular one.
BYTES_PER_SECOND = 2.7e12
FLOPS_PER_SECOND = {"fp32": 45e12, "tf32": 330e12, "fp16": 680e12, "bf16": 690e12}
SLOW_CACHE = 3
LAUNCH_SECONDS = {"eager": 9e-6, "graph": 1.5e-6}
OPERATORS_PER_LAYER = 16
NOISE = 0.01
# Below this number of rows a product does not use all units.
FULL_ROWS = 512


class PretendBackend:
    def __init__(self, plan: Plan, seed: int, samples: int, *, has_slow_cache: bool) -> None:
        self.plan = plan
        self.samples = samples
        self.random = random.Random(seed)
        self.cache_slowness = SLOW_CACHE if has_slow_cache else 1

    def facts(self) -> DeviceFacts:
        return DeviceFacts(
            kind="pretend",
            name="pretended accelerator",
            memory_bytes=80 * 10**9,
            cache_bytes=50 * 10**6,
            attention="flash",
            made_up="times are computed from the ceilings in scripts/measure/pretend.py with seeded noise; no device was measured",
        )

    def product(self, product: Product) -> Samples:
        if product.precision not in FLOPS_PER_SECOND:
            raise CannotMeasure(f"the simulated device does not support {product.precision}")
        element = BYTES_PER_ELEMENT[product.precision]
        rows, inner, columns = product.rows, product.inner, product.columns
        fill = min(1.0, (rows / FULL_ROWS) ** 0.25)
        compute = matmul_flops(rows, inner, columns) / (FLOPS_PER_SECOND[product.precision] * fill)
        memory = (rows * inner + inner * columns + rows * columns) * element / BYTES_PER_SECOND
        return self.around(max(compute, memory) + LAUNCH_SECONDS["graph"])

    def stream(self, stream: Stream) -> Samples:
        moved = ARRAYS_MOVED[stream.operation] * stream.array_bytes
        return self.around(moved / BYTES_PER_SECOND + LAUNCH_SECONDS["graph"])

    def step(self, step: Step) -> Samples:
        return self.around(self.step_seconds(self.plan.shape, step))

    def launch_overhead(self, overhead: LaunchOverhead) -> Samples:
        return self.around(self.launch_seconds(overhead.launch))

    @contextmanager
    def watch(self) -> Iterator[Watched]:
        yield Watched(reason="a simulated device has no clocks")

    def launch_seconds(self, launch: str) -> float:
        return self.plan.shape.layers * OPERATORS_PER_LAYER * LAUNCH_SECONDS[launch]

    def step_seconds(self, shape: Shape, step: Step) -> float:
        """Products, then attention; never faster than the kernel launches."""
        precision = self.plan.precision
        weights = weight_bytes(shape, precision) / BYTES_PER_SECOND
        cache = self.cache_slowness * cache_bytes(shape, step, precision) / BYTES_PER_SECOND
        compute = step_flops(shape, step) / FLOPS_PER_SECOND[precision]
        return max(max(weights, compute) + cache, self.launch_seconds(step.launch))

    def around(self, seconds: float) -> Samples:
        noisy = (seconds * (1 + NOISE * self.random.random()) for _ in range(self.samples))
        return Samples(seconds=tuple(float(f"{one:.6g}") for one in noisy), calls_each=1)

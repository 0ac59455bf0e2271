"""Interface of a measured device, real or simulated: samples of one case at a time, or an error with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from counts import Step
from plan import LaunchOverhead, Product, Stream


@dataclass(frozen=True)
class Samples:
    """Seconds of one call, one number per timing; a timing is the mean of `calls_each` consecutive calls."""

    seconds: tuple[float, ...]
    calls_each: int


@dataclass(frozen=True)
class DeviceFacts:
    kind: str
    name: str
    memory_bytes: int | None = None
    cache_bytes: int | None = None
    driver: str | None = None
    power_limit_watts: float | None = None
    torch: str | None = None
    runtime: str | None = None
    # Reason why the numbers are made up; absent for measured numbers.
    made_up: str | None = None
    # Attention kernel: flash attention, or the kernel that torch chose.
    attention: str = "chosen-by-torch"


@dataclass
class Watched:
    """Clocks, power and temperature during a part of the measurement, or the reason why they are missing."""

    reason: str = "not recorded"
    state: dict[str, float | int] = field(default_factory=dict)


class Watch(Protocol):
    def __enter__(self) -> Watched: ...

    def __exit__(self, *_: object) -> None: ...


class Backend(Protocol):
    """The four measuring methods raise CannotMeasure when the device does not support a case."""

    def facts(self) -> DeviceFacts: ...

    def product(self, product: Product) -> Samples: ...

    def stream(self, stream: Stream) -> Samples: ...

    def step(self, step: Step) -> Samples: ...

    def launch_overhead(self, overhead: LaunchOverhead) -> Samples: ...

    def watch(self) -> Watch: ...

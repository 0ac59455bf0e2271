"""What the measuring asks of a device, real or pretended: samples of one case at a time, or a refusal with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from counts import Step
from plan import Floor, Product, Stream


@dataclass(frozen=True)
class Samples:
    """Seconds of one call, one number for each timing; a timing is the mean of `calls_each` calls one after the other."""

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
    # Why the numbers are not measured; absent where they are.
    made_up: str | None = None
    # How scores are kept: on the chip, or however torch chose.
    attention: str = "chosen-by-torch"


@dataclass
class Watched:
    """Clocks, power and temperature while a part ran, or why there are none."""

    reason: str = "not watched"
    state: dict[str, float | int] = field(default_factory=dict)


class Watch(Protocol):
    def __enter__(self) -> Watched: ...

    def __exit__(self, *_: object) -> None: ...


class Backend(Protocol):
    """Each of the four measuring verbs raises CannotMeasure where the device cannot do the case."""

    def facts(self) -> DeviceFacts: ...

    def product(self, product: Product) -> Samples: ...

    def stream(self, stream: Stream) -> Samples: ...

    def step(self, step: Step) -> Samples: ...

    def floor(self, floor: Floor) -> Samples: ...

    def watch(self) -> Watch: ...

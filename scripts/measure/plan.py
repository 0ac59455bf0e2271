"""Plan of the measurement: products, streams and steps. It does not depend on a clock or on earlier results."""

from __future__ import annotations

from dataclasses import dataclass

from counts import ARRAYS_MOVED, Shape, Step

MIB = 1024 * 1024


@dataclass(frozen=True)
class Product:
    """rows × inner by inner × columns."""

    precision: str
    rows: int
    inner: int
    columns: int


@dataclass(frozen=True)
class Stream:
    operation: str
    array_bytes: int


@dataclass(frozen=True)
class LaunchOverhead:
    """A step so small that only its kernel launches take time."""

    phase: str
    launch: str


@dataclass(frozen=True)
class Plan:
    products: tuple[Product, ...]
    streams: tuple[Stream, ...]
    shape: Shape
    precision: str
    steps: tuple[Step, ...]
    launch_overheads: tuple[LaunchOverhead, ...]


# Llama 3.2 1B: its weights exceed any cache, and it fits on small devices.
SMALL = Shape(layers=16, hidden=2048, heads=32, kv_heads=8, head_dim=64, ffn=8192, vocabulary=128256)
# For trying the program without an accelerator.
TINY = Shape(layers=2, hidden=256, heads=8, kv_heads=2, head_dim=32, ffn=704, vocabulary=4096)

# The same layers and operators as the measured decoder, so narrow that only their launches take time.
OVERHEAD_TOKENS = 16


def overhead_shape(shape: Shape) -> Shape:
    return Shape(layers=shape.layers, hidden=64, heads=2, kv_heads=1, head_dim=32, ffn=64, vocabulary=256)


SQUARES = (1024, 2048, 4096, 8192, 16384)
QUICK_SQUARES = (2048, 8192)
TINY_SQUARES = (256, 512)
# Few rows as in a decode batch, multiplied by a large weight matrix; and one shape as wide as a feed-forward layer.
SKINNY_ROWS = (1, 16, 64, 256)
QUICK_SKINNY_ROWS = (16,)
WEIGHTS = (8192, 8192)
TINY_WEIGHTS = (512, 512)
WIDE = (8192, 8192, 28672)


def products(precisions: tuple[str, ...], *, is_quick: bool, is_tiny: bool) -> tuple[Product, ...]:
    squares = TINY_SQUARES if is_tiny else QUICK_SQUARES if is_quick else SQUARES
    rows = QUICK_SKINNY_ROWS if is_tiny or is_quick else SKINNY_ROWS
    weights = TINY_WEIGHTS if is_tiny else WEIGHTS
    shapes = [(side, side, side) for side in squares] + [(row, *weights) for row in rows]
    if not is_tiny and not is_quick:
        shapes.append(WIDE)
    return tuple(Product(precision, *shape) for precision in precisions for shape in shapes)


def streams(sizes_mib: tuple[int, ...]) -> tuple[Stream, ...]:
    return tuple(Stream(operation, size * MIB) for operation in ARRAYS_MOVED for size in sizes_mib)


@dataclass(frozen=True)
class Grid:
    batches: tuple[int, ...]
    contexts: tuple[int, ...]
    prefill_batches: tuple[int, ...]
    prompts: tuple[int, ...]
    launches: tuple[str, ...]


def steps(grid: Grid) -> tuple[Step, ...]:
    """Engines launch prefill kernels one by one even when decode replays a graph, so prefill is measured in eager mode."""
    decode = [
        Step("decode", launch, batch, context)
        for launch in grid.launches
        for context in grid.contexts
        for batch in grid.batches
    ]
    prefill = [Step("prefill", "eager", batch, prompt) for batch in grid.prefill_batches for prompt in grid.prompts]
    return tuple(decode + prefill)


def launch_overheads(grid: Grid) -> tuple[LaunchOverhead, ...]:
    return (*(LaunchOverhead("decode", launch) for launch in grid.launches), LaunchOverhead("prefill", "eager"))

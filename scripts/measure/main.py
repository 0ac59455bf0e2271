"""Runs the plan case by case, tells how far it is, and writes the file."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime, timezone
from typing import Any, Callable, Sequence, TypeVar

from arguments import PRETENDED, Arguments, parse
from backend import Backend, DeviceFacts, Samples
from counts import ARRAYS_MOVED, Step, matmul_flops
from document import camelled, document, file_name, part, shape_document, step_case, timed
from errors import CannotMeasure, CannotStart
from plan import Product, Stream
from pretend import PretendBackend
from torch_backend import TorchBackend

Case = TypeVar("Case")


def main(given: Sequence[str]) -> int:
    """Exit code 0 when the file is written, 1 when it cannot be, 64 for wrong usage."""
    arguments = parse(given)
    try:
        path = run(arguments)
    except CannotStart as error:
        tell(f"error: {error}\nfix: {error.fix}")
        return 1
    tell(f"wrote {path}\nread it with: npx ridgepoint measured {path}")
    return 0


def run(arguments: Arguments) -> str:
    at = datetime.now(timezone.utc)
    if arguments.out is not None:
        refuse_existing(arguments.out)
    backend = backend_of(arguments)
    facts = backend.facts()
    path = arguments.out or file_name(facts, at)
    refuse_existing(path)
    tell(f"measuring {facts.name}" if facts.made_up is None else f"making up numbers: {facts.made_up}")
    write(path, document(facts, arguments, at, measure(backend, facts, arguments)))
    return path


def backend_of(arguments: Arguments) -> Backend:
    if arguments.device not in PRETENDED:
        return TorchBackend(arguments)
    has_slow_cache = arguments.device == "pretend-slow-cache"
    return PretendBackend(arguments.plan, arguments.seed, arguments.samples, has_slow_cache=has_slow_cache)


def measure(backend: Backend, facts: DeviceFacts, arguments: Arguments) -> dict[str, Any]:
    plan = arguments.plan
    matmul = measure_part(backend, "product", plan.products, backend.product, product_words)
    bandwidth = measure_part(backend, "stream", plan.streams, backend.stream, stream_words)
    floors = measure_part(backend, "floor", plan.floors, backend.floor, step_words)
    steps = measure_part(backend, "step", plan.steps, backend.step, step_words)
    shape = {"shape": shape_document(plan.shape), "precision": plan.precision, "attention": facts.attention}
    return {"matmul": matmul, "bandwidth": bandwidth, "decoder": {**shape, "floors": floors, **steps}}


def measure_part(
    backend: Backend,
    name: str,
    cases: Sequence[Case],
    call: Callable[[Case], Samples],
    words: Callable[[Case, float], str],
) -> dict[str, Any]:
    measured: list[dict[str, Any]] = []
    left_out: list[dict[str, Any]] = []
    with backend.watch() as watched:
        for at, case in enumerate(cases, 1):
            told = case_document(case)
            try:
                measured.append(timed(told, call(case)))
                outcome = words(case, measured[-1]["seconds"]["median"])
            except CannotMeasure as reason:
                left_out.append({**told, "reason": str(reason)})
                outcome = f"left out: {reason}"
            tell(f"{name} {at}/{len(cases)}  {' '.join(str(value) for value in told.values())}  {outcome}")
    return part(measured, left_out, watched)


def case_document(case: object) -> dict[str, Any]:
    told = camelled(case)
    return step_case(told) if isinstance(case, Step) else told


def product_words(case: Product, seconds: float) -> str:
    return f"{matmul_flops(case.rows, case.inner, case.columns) / seconds / 1e12:.2f} TFLOP/s"


def stream_words(case: Stream, seconds: float) -> str:
    return f"{ARRAYS_MOVED[case.operation] * case.array_bytes / seconds / 1e9:.1f} GB/s"


def step_words(_: object, seconds: float) -> str:
    return f"{1000 * seconds:.3f} ms"


def refuse_existing(path: str) -> None:
    if os.path.exists(path):
        raise CannotStart(f"{path} exists already", "name another file with --out, or move that one away")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise CannotStart(f"there is no folder {folder}", "make it, or name another file with --out")


def write(path: str, made: dict[str, Any]) -> None:
    """Whole or not at all."""
    half = f"{path}.part"
    try:
        with open(half, "w", encoding="utf-8") as file:
            json.dump(made, file, indent=2)
            file.write("\n")
        os.replace(half, path)
    except OSError as error:
        raise CannotStart(f"{path} cannot be written: {error.strerror}", "name another file with --out") from error


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)

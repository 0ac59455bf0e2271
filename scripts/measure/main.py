"""Runs the plan case by case, prints progress, and writes the file."""

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
    """Returns exit code 0 when the file was written, 1 on failure, 64 for wrong usage."""
    arguments = parse(given)
    try:
        path = run(arguments)
    except CannotStart as error:
        log(f"error: {error}\nfix: {error.fix}")
        return 1
    log(f"wrote {path}\nread it with: npx ridgepoint measured {path}")
    return 0


def run(arguments: Arguments) -> str:
    at = datetime.now(timezone.utc)
    if arguments.out is not None:
        refuse_existing(arguments.out)
    backend = backend_of(arguments)
    facts = backend.facts()
    path = arguments.out or file_name(facts, at)
    refuse_existing(path)
    log(f"measuring {facts.name}" if facts.made_up is None else f"making up numbers: {facts.made_up}")
    write(path, document(facts, arguments, at, measure(backend, facts, arguments)))
    return path


def backend_of(arguments: Arguments) -> Backend:
    if arguments.device not in PRETENDED:
        return TorchBackend(arguments)
    has_slow_cache = arguments.device == "pretend-slow-cache"
    return PretendBackend(arguments.plan, arguments.seed, arguments.samples, has_slow_cache=has_slow_cache)


def measure(backend: Backend, facts: DeviceFacts, arguments: Arguments) -> dict[str, Any]:
    plan = arguments.plan
    matmul = measure_part(backend, "product", plan.products, backend.product, product_text)
    bandwidth = measure_part(backend, "stream", plan.streams, backend.stream, stream_text)
    overheads = measure_part(backend, "launch overhead", plan.launch_overheads, backend.launch_overhead, step_text)
    steps = measure_part(backend, "step", plan.steps, backend.step, step_text)
    shape = {"shape": shape_document(plan.shape), "precision": plan.precision, "attention": facts.attention}
    return {"matmul": matmul, "bandwidth": bandwidth, "decoder": {**shape, "launchOverheads": overheads, **steps}}


def measure_part(
    backend: Backend,
    name: str,
    cases: Sequence[Case],
    call: Callable[[Case], Samples],
    describe: Callable[[Case, float], str],
) -> dict[str, Any]:
    measured: list[dict[str, Any]] = []
    skipped: list[dict[str, Any]] = []
    with backend.watch() as watched:
        for at, case in enumerate(cases, 1):
            fields = case_document(case)
            try:
                measured.append(timed(fields, call(case)))
                outcome = describe(case, measured[-1]["seconds"]["median"])
            except CannotMeasure as reason:
                skipped.append({**fields, "reason": str(reason)})
                outcome = f"skipped: {reason}"
            log(f"{name} {at}/{len(cases)}  {' '.join(str(value) for value in fields.values())}  {outcome}")
    return part(measured, skipped, watched)


def case_document(case: object) -> dict[str, Any]:
    fields = camelled(case)
    return step_case(fields) if isinstance(case, Step) else fields


def product_text(case: Product, seconds: float) -> str:
    return f"{matmul_flops(case.rows, case.inner, case.columns) / seconds / 1e12:.2f} TFLOP/s"


def stream_text(case: Stream, seconds: float) -> str:
    return f"{ARRAYS_MOVED[case.operation] * case.array_bytes / seconds / 1e9:.1f} GB/s"


def step_text(_: object, seconds: float) -> str:
    return f"{1000 * seconds:.3f} ms"


def refuse_existing(path: str) -> None:
    if os.path.exists(path):
        raise CannotStart(f"{path} already exists", "choose another file with --out, or move the existing one")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise CannotStart(f"there is no folder {folder}", "create it, or choose another file with --out")


def write(path: str, made: dict[str, Any]) -> None:
    """Writes the file atomically."""
    draft = f"{path}.part"
    try:
        with open(draft, "w", encoding="utf-8") as file:
            json.dump(made, file, indent=2)
            file.write("\n")
        os.replace(draft, path)
    except OSError as error:
        raise CannotStart(f"{path} cannot be written: {error.strerror}", "choose another file with --out") from error


def log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)

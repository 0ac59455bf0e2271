"""The output document: measurements, device, software and time. Readers compute rates from shapes and seconds."""

from __future__ import annotations

import platform
import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from arguments import Arguments
from backend import DeviceFacts, Samples, Watched
from counts import Shape
from spread import spread

KIND = "measured-run"
VERSION = 1


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def camelled(case: Any) -> dict[str, Any]:
    return {camel(name): value for name, value in asdict(case).items()}


def step_case(case: dict[str, Any]) -> dict[str, Any]:
    """Names the tokens of a step: context tokens in decode, prompt tokens in prefill."""
    name = "contextTokens" if case["phase"] == "decode" else "promptTokens"
    return {(name if key == "tokens" else key): value for key, value in case.items()}


def timed(case: dict[str, Any], samples: Samples) -> dict[str, Any]:
    seconds = {name: significant(value) for name, value in spread(samples.seconds).items()}
    return {**case, "callsEach": samples.calls_each, "seconds": seconds}


def significant(value: float | int) -> float | int:
    """Rounds to six significant digits, the precision of the clocks."""
    return value if isinstance(value, int) else float(f"{value:.6g}")


def part(cases: list[dict[str, Any]], skipped: list[dict[str, Any]], watched: Watched) -> dict[str, Any]:
    state = watched.state or {"reason": watched.reason}
    return {"cases": cases, "skipped": skipped, "state": state}


def shape_document(shape: Shape) -> dict[str, Any]:
    return camelled(shape)


def document(facts: DeviceFacts, arguments: Arguments, at: datetime, parts: dict[str, Any]) -> dict[str, Any]:
    origin = {"kind": "measured"} if facts.made_up is None else {"kind": "made-up", "why": facts.made_up}
    return {
        "kind": KIND,
        "version": VERSION,
        "origin": origin,
        "measuredAt": at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "program": {
            "name": "scripts/measure",
            "device": arguments.device,
            "seed": arguments.seed,
            "samples": arguments.samples,
            "minSampleMs": arguments.min_sample_ms,
        },
        "software": {"python": platform.python_version(), "torch": facts.torch, "runtime": facts.runtime},
        "device": {
            "kind": facts.kind,
            "name": facts.name,
            "memoryBytes": facts.memory_bytes,
            "cacheBytes": facts.cache_bytes,
            "driver": facts.driver,
            "powerLimitWatts": facts.power_limit_watts,
        },
        **parts,
    }


def file_name(facts: DeviceFacts, at: datetime) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", facts.name.lower()).strip("-") or "device"
    return f"measured-{slug}-{at.strftime('%Y-%m-%d')}.json"

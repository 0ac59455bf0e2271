"""Command-line arguments, validated completely before the measurement starts."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import NoReturn, Sequence

import plan as plans
from counts import Shape

WRONG_USAGE = 64
PRECISIONS = ("fp32", "tf32", "fp16", "bf16", "fp8")
DECODER_PRECISIONS = ("bf16", "fp16", "fp32")
PRETENDED = ("pretend", "pretend-slow-cache")


@dataclass(frozen=True)
class Arguments:
    device: str
    seed: int
    out: str | None
    samples: int
    min_sample_ms: int
    plan: plans.Plan


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"error: {message}\n{self.format_usage()}")


def positive_integer(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 10**9:
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number from 1 to 1,000,000,000")
    return value


def positive_integers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(positive_integer(part.strip()) for part in text.split(",")))


def choices_from(known: Sequence[str]):
    def choices(text: str) -> tuple[str, ...]:
        given = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
        for one in given:
            if one not in known:
                raise argparse.ArgumentTypeError(f"“{one}” is not one of {', '.join(known)}")
        return given

    return choices


def parser() -> Parser:
    made = Parser(
        prog="python3 scripts/measure",
        description="Measures matrix products, memory streams and steps of a small decoder, and writes a JSON file for "
        "`npx ridgepoint measured FILE`. Does not change the device's settings.",
    )
    add = made.add_argument
    add("--device", default="cuda", help="cuda, cuda:1, cpu; pretend or pretend-slow-cache write made-up numbers, marked as such (default: cuda)")
    add("--out", help="output file; must not exist yet (default: measured-DEVICE-DATE.json in this folder)")
    add("--quick", action="store_true", help="fewer sizes and samples")
    add("--seed", type=int, default=7, help="seed of weights, operands and made-up noise (default: 7)")
    add("--samples", type=positive_integer, help="timings per case (default: 30; quick: 10)")
    add("--min-sample-ms", type=positive_integer, default=10, help="minimum length of a timing; shorter calls are repeated (default: 10)")
    add("--precisions", type=choices_from(PRECISIONS), help=f"precisions of the products (default: {','.join(PRECISIONS)}; cpu: fp32,bf16)")
    add("--sizes-mib", type=positive_integers, help="sizes of one array of a stream (default: 256,1024,4096; cpu: 64,256)")
    for name, meaning in (
        ("layers", "layers of the decoder"),
        ("hidden", "width of the hidden state"),
        ("heads", "query heads"),
        ("kv-heads", "key and value heads; must divide the heads"),
        ("head-dim", "elements per head"),
        ("ffn", "width of the feed-forward"),
        ("vocabulary", "rows of the LM head"),
    ):
        add(f"--{name}", type=positive_integer, help=f"{meaning} (default: Llama 3.2 1B; cpu: tiny)")
    add("--precision", choices=DECODER_PRECISIONS, help="precision of the decoder (default: bf16; cpu: fp32)")
    add("--batches", type=positive_integers, help="batch sizes of decode steps (default: 1,2,4,8,16,32,64,128)")
    add("--contexts", type=positive_integers, help="context tokens per sequence in a decode step (default: 128,1024,4096)")
    add("--prefill-batches", type=positive_integers, help="prompts per prefill (default: 1,4)")
    add("--prompts", type=positive_integers, help="tokens per prompt (default: 128,512,2048,8192)")
    add("--launches", type=choices_from(("eager", "graph")), help="launch modes of decode steps (default: eager,graph; cpu: eager)")
    return made


def parse(given: Sequence[str]) -> Arguments:
    made = parser()
    values = made.parse_args(given)
    is_cpu = values.device == "cpu"
    if not (is_cpu or values.device in PRETENDED or is_cuda_name(values.device)):
        made.error(f"“{values.device}” is not a device; use cuda, cuda:1, cpu, {', '.join(PRETENDED)}")
    grid = grid_of(values, is_cpu)
    if is_cpu and "graph" in grid.launches:
        made.error("CUDA graphs need a GPU; use --launches eager")
    shape = shape_of(values, plans.TINY if is_cpu else plans.SMALL)
    if shape.heads % shape.kv_heads != 0:
        made.error(f"--kv-heads {shape.kv_heads} does not divide --heads {shape.heads}")
    if shape.head_dim % 2 != 0:
        made.error(f"--head-dim {shape.head_dim} is odd; rotary positions need pairs of elements")
    precisions = values.precisions or (("fp32", "bf16") if is_cpu else PRECISIONS)
    sizes = values.sizes_mib or ((64, 256) if is_cpu else (256, 1024) if values.quick else (256, 1024, 4096))
    return Arguments(
        device=values.device,
        seed=values.seed,
        out=values.out,
        samples=values.samples or (10 if values.quick else 30),
        min_sample_ms=values.min_sample_ms,
        plan=plans.Plan(
            products=plans.products(precisions, is_quick=values.quick, is_tiny=is_cpu),
            streams=plans.streams(sizes),
            shape=shape,
            precision=values.precision or ("fp32" if is_cpu else "bf16"),
            steps=plans.steps(grid),
            launch_overheads=plans.launch_overheads(grid),
        ),
    )


def is_cuda_name(text: str) -> bool:
    name, _, index = text.partition(":")
    return name == "cuda" and (index == "" if ":" not in text else index.isascii() and index.isdigit())


def grid_of(values: argparse.Namespace, is_cpu: bool) -> plans.Grid:
    is_small = is_cpu or values.quick
    return plans.Grid(
        batches=values.batches or ((1, 4, 16, 64) if is_small else (1, 2, 4, 8, 16, 32, 64, 128)),
        contexts=values.contexts or ((64, 512) if is_cpu else (128, 1024, 4096)),
        prefill_batches=values.prefill_batches or ((1,) if is_small else (1, 4)),
        prompts=values.prompts or ((64, 256) if is_cpu else (128, 512, 2048, 8192)),
        launches=values.launches or (("eager",) if is_cpu else ("eager", "graph")),
    )


def shape_of(values: argparse.Namespace, standard: Shape) -> Shape:
    return Shape(
        layers=values.layers or standard.layers,
        hidden=values.hidden or standard.hidden,
        heads=values.heads or standard.heads,
        kv_heads=values.kv_heads or standard.kv_heads,
        head_dim=values.head_dim or standard.head_dim,
        ffn=values.ffn or standard.ffn,
        vocabulary=values.vocabulary or standard.vocabulary,
    )

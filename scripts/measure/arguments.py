"""The command line: checked in full before anything is measured."""

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
    least_sample_ms: int
    plan: plans.Plan


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USAGE, f"error: {message}\n{self.format_usage()}")


def whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 10**9:
        raise argparse.ArgumentTypeError(f"“{text}” is no whole number from 1 to 1,000,000,000")
    return value


def wholes(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(whole(part.strip()) for part in text.split(",")))


def words_of(known: Sequence[str]):
    def words(text: str) -> tuple[str, ...]:
        given = tuple(dict.fromkeys(part.strip() for part in text.split(",")))
        for one in given:
            if one not in known:
                raise argparse.ArgumentTypeError(f"“{one}” is none of {', '.join(known)}")
        return given

    return words


def parser() -> Parser:
    made = Parser(
        prog="python3 scripts/measure",
        description="Measures matrix products, memory streams and steps of a small decoder, and writes a JSON file that "
        "`npx ridgepoint measured FILE` reads. Changes no setting of the device.",
    )
    add = made.add_argument
    add("--device", default="cuda", help="cuda, cuda:1, cpu; pretend or pretend-slow-cache make numbers up, and say so (default: cuda)")
    add("--out", help="file to write; must not exist yet (default: measured-DEVICE-DATE.json here)")
    add("--quick", action="store_true", help="fewer sizes and samples")
    add("--seed", type=int, default=7, help="of weights, operands and made-up noise (default: 7)")
    add("--samples", type=whole, help="timings of each case (default: 30; quick 10)")
    add("--least-sample-ms", type=whole, default=10, help="calls are repeated until one timing takes as long (default: 10)")
    add("--precisions", type=words_of(PRECISIONS), help=f"of products (default: {','.join(PRECISIONS)}; cpu fp32,bf16)")
    add("--sizes-mib", type=wholes, help="of one array of a stream (default: 256,1024,4096; cpu 64,256)")
    for name, meaning in (
        ("layers", "of the decoder"),
        ("hidden", "width"),
        ("heads", "of queries"),
        ("kv-heads", "of keys and values; divides the heads"),
        ("head-dim", "elements of one head"),
        ("ffn", "width of the feed-forward"),
        ("vocabulary", "rows of the LM head"),
    ):
        add(f"--{name}", type=whole, help=f"{meaning} (default: as Llama 3.2 1B; cpu tiny)")
    add("--precision", choices=DECODER_PRECISIONS, help="of the decoder (default: bf16; cpu fp32)")
    add("--batches", type=wholes, help="of decode steps (default: 1,2,4,8,16,32,64,128)")
    add("--contexts", type=wholes, help="tokens of each sequence in a decode step (default: 128,1024,4096)")
    add("--prefill-batches", type=wholes, help="prompts in a prefill (default: 1,4)")
    add("--prompts", type=wholes, help="tokens of each prompt (default: 128,512,2048,8192)")
    add("--launches", type=words_of(("eager", "graph")), help="of decode steps (default: eager,graph; cpu eager)")
    return made


def parse(given: Sequence[str]) -> Arguments:
    made = parser()
    values = made.parse_args(given)
    is_cpu = values.device == "cpu"
    if not (is_cpu or values.device in PRETENDED or is_cuda_name(values.device)):
        made.error(f"“{values.device}” is no device: cuda, cuda:1, cpu, {', '.join(PRETENDED)}")
    grid = grid_of(values, is_cpu)
    if is_cpu and "graph" in grid.launches:
        made.error("a cpu has no graphs: --launches eager")
    shape = shape_of(values, plans.TINY if is_cpu else plans.SMALL)
    if shape.heads % shape.kv_heads != 0:
        made.error(f"--kv-heads {shape.kv_heads} does not divide --heads {shape.heads}")
    if shape.head_dim % 2 != 0:
        made.error(f"--head-dim {shape.head_dim} is odd: positions turn pairs of elements")
    precisions = values.precisions or (("fp32", "bf16") if is_cpu else PRECISIONS)
    sizes = values.sizes_mib or ((64, 256) if is_cpu else (256, 1024) if values.quick else (256, 1024, 4096))
    return Arguments(
        device=values.device,
        seed=values.seed,
        out=values.out,
        samples=values.samples or (10 if values.quick else 30),
        least_sample_ms=values.least_sample_ms,
        plan=plans.Plan(
            products=plans.products(precisions, is_quick=values.quick, is_tiny=is_cpu),
            streams=plans.streams(sizes),
            shape=shape,
            precision=values.precision or ("fp32" if is_cpu else "bf16"),
            steps=plans.steps(grid),
            floors=plans.floors(grid),
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

"""`python3 -m unittest discover -s scripts/measure -p '*_test.py'`: tests without a device; tests of the decoder need torch."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import tempfile
import unittest

from arguments import parse
from counts import Shape, Step, cache_bytes, needed_bytes, step_flops, weight_bytes
from document import file_name
from backend import DeviceFacts, Samples
from datetime import datetime, timezone
from main import main
from nvidia_smi import parse_line, query, summary
from plan import SMALL, TINY
from spread import spread
from timing import MAX_CALLS_EACH, sample


def quietly(*given: str) -> tuple[int, str]:
    """Runs the program and returns its exit code and messages."""
    stderr = io.StringIO()
    with contextlib.redirect_stderr(stderr):
        try:
            return main(given), stderr.getvalue()
        except SystemExit as end:
            return int(end.code or 0), stderr.getvalue()


class Spread(unittest.TestCase):
    def test_quartiles_are_interpolated_between_ranks(self) -> None:
        self.assertEqual(
            spread([4.0, 1.0, 2.0, 3.0]),
            {"median": 2.5, "lowerQuartile": 1.75, "upperQuartile": 3.25, "min": 1.0, "max": 4.0, "n": 4},
        )
        self.assertEqual(spread([7.0])["upperQuartile"], 7.0)


class Counts(unittest.TestCase):
    def test_the_standard_shape_is_llama_3_2_1b(self) -> None:
        self.assertEqual(weight_bytes(SMALL, "bf16"), 2 * 1_235_814_400)
        self.assertEqual(cache_bytes(SMALL, Step("decode", "eager", 1, 1), "bf16"), 32_768)

    def test_prompt_attention_is_causal_and_only_the_last_token_uses_the_lm_head(self) -> None:
        shape = Shape(layers=1, hidden=4, heads=2, kv_heads=1, head_dim=2, ffn=8, vocabulary=10)
        layer = 2 * 4 * 4 + 2 * 4 * 2 + 3 * 4 * 8
        self.assertEqual(step_flops(shape, Step("prefill", "eager", 2, 3)), 2 * 6 * layer + 2 * 2 * 40 + 16 * 2 * 6)
        self.assertEqual(step_flops(shape, Step("decode", "eager", 2, 3)), 2 * 2 * layer + 2 * 2 * 40 + 16 * 2 * 3)

    def test_a_step_needs_more_than_its_weights_and_cache(self) -> None:
        step = Step("prefill", "eager", 4, 8192)
        self.assertGreater(needed_bytes(SMALL, step, "bf16"), weight_bytes(SMALL, "bf16") + cache_bytes(SMALL, step, "bf16"))


class CommandLine(unittest.TestCase):
    def test_wrong_usage_exits_with_64_and_the_reason(self) -> None:
        for given, reason in (
            (["--device", "tpu"], "is not a device"),
            (["--device", "cuda:"], "is not a device"),
            (["--batches", "1,0"], "is not a whole number"),
            (["--heads", "8", "--kv-heads", "3"], "does not divide"),
            (["--head-dim", "3"], "is odd"),
            (["--precisions", "fp4"], "is not one of"),
            (["--device", "cpu", "--launches", "graph"], "need a GPU"),
            (["--loud"], "unrecognized"),
        ):
            code, output = quietly(*given)
            self.assertEqual(code, 64, given)
            self.assertIn(reason, output)

    def test_a_cpu_uses_tiny_sizes(self) -> None:
        arguments = parse(["--device", "cpu"])
        self.assertEqual(arguments.plan.shape, TINY)
        self.assertEqual({step.launch for step in arguments.plan.steps}, {"eager"})

    def test_repeated_sizes_count_once(self) -> None:
        arguments = parse(["--batches", "4,4,1", "--contexts", "8", "--launches", "eager"])
        self.assertEqual([step.batch for step in arguments.plan.steps if step.phase == "decode"], [4, 1])


class Timing(unittest.TestCase):
    def test_calls_are_repeated_until_a_timing_is_long_enough(self) -> None:
        requested: list[int] = []

        def timer(call: object, calls: int) -> float:
            requested.append(calls)
            return 0.001 * calls

        taken = sample(timer, lambda: None, samples=4, min_sample_seconds=0.01)
        self.assertEqual(taken.calls_each, 10)
        self.assertEqual(requested[-4:], [10, 10, 10, 10])
        self.assertEqual(len(taken.seconds), 4)
        self.assertAlmostEqual(taken.seconds[0], 0.001)

    def test_a_slow_case_gets_fewer_timings_and_a_fast_one_a_limited_number_of_calls(self) -> None:
        slow = sample(lambda call, calls: 10.0 * calls, lambda: None, samples=30, min_sample_seconds=0.01)
        self.assertEqual((slow.calls_each, len(slow.seconds)), (1, 5))
        fast = sample(lambda call, calls: 1e-4 * calls, lambda: None, samples=3, min_sample_seconds=1e6)
        self.assertEqual(fast.calls_each, MAX_CALLS_EACH)


class Smi(unittest.TestCase):
    def test_unreported_values_are_absent(self) -> None:
        result = summary(["1980, 2619, 650.5, 61\n", "1755, 2619, 698.0, 64\n", "1900, 2619, [N/A], 63\n", "broken\n"])
        self.assertEqual(
            result,
            {
                "n": 3,
                "smClockHertzMedian": 1900e6,
                "smClockHertzMin": 1755e6,
                "smClockHertzMax": 1980e6,
                "memoryClockHertzMedian": 2619e6,
                "powerWattsMedian": 674.25,
                "powerWattsMax": 698.0,
                "temperatureCelsiusMax": 64.0,
            },
        )
        self.assertEqual(summary([]), {"n": 0})
        self.assertIsNone(parse_line("1, 2", 4))

    def test_it_queries_and_never_changes_settings(self) -> None:
        command = query(("clocks.sm",), "GPU-1")
        self.assertEqual(command, ["nvidia-smi", "--query-gpu=clocks.sm", "--format=csv,noheader,nounits", "-i", "GPU-1"])


class File(unittest.TestCase):
    def test_a_made_up_file_is_marked_and_deterministic_for_a_seed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("one.json", "two.json", "three.json")]
            for path, seed in zip(paths, ("7", "7", "8")):
                code, output = quietly("--device", "pretend", "--quick", "--seed", seed, "--out", path)
                self.assertEqual(code, 0, output)
                self.assertIn("making up numbers", output)
            one, two, three = (load(path) for path in paths)
        self.assertEqual(one["origin"]["kind"], "made-up")
        self.assertEqual(one["decoder"], two["decoder"])
        self.assertNotEqual(one["decoder"]["cases"], three["decoder"]["cases"])

    def test_no_file_is_overwritten(self) -> None:
        with tempfile.NamedTemporaryFile() as there:
            code, output = quietly("--device", "pretend", "--out", there.name)
        self.assertEqual(code, 1)
        self.assertIn("already exists", output)

    def test_the_file_name_contains_device_and_day(self) -> None:
        day = datetime(2026, 11, 22, tzinfo=timezone.utc)
        facts = DeviceFacts(kind="cuda", name="NVIDIA H100 80GB HBM3")
        self.assertEqual(file_name(facts, day), "measured-nvidia-h100-80gb-hbm3-2026-11-22.json")

    def test_without_torch_or_a_device_the_error_has_a_fix(self) -> None:
        code, output = quietly("--device", "cuda:999")
        self.assertEqual(code, 1)
        self.assertRegex(output, r"(?s)error: .+\nfix: .+")


def load(path: str) -> dict:
    with open(path, encoding="utf-8") as file:
        made = json.load(file)
    return {name: value for name, value in made.items() if name != "measuredAt"}


@unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not installed")
class InTorch(unittest.TestCase):
    def decoder(self):
        import torch

        from decoder import Decoder

        return torch, Decoder(torch, TINY, dtype=torch.float32, device=torch.device("cpu"), seed=3)

    def test_a_token_after_its_prompt_is_the_same_with_and_without_the_cache(self) -> None:
        torch, decoder = self.decoder()
        with torch.inference_mode():
            tokens = decoder.tokens(3, 9)
            full = decoder.forward(tokens, decoder.caches(3, 9), 0, decoder.turns(0, 9))
            caches = decoder.caches(3, 9)
            decoder.forward(tokens[:, :8], caches, 0, decoder.turns(0, 8))
            last = decoder.forward(tokens[:, 8:], caches, 8, decoder.turns(8, 1))
        self.assertEqual(full.tolist(), last.tolist())

    def test_the_number_of_weights_equals_the_computed_count(self) -> None:
        _, decoder = self.decoder()
        held = [decoder.embedding, decoder.last_norm, *(value for one in decoder.layers for value in vars(one).values())]
        self.assertEqual(sum(one.numel() for one in held), weight_bytes(TINY, "fp32") / 4)

    def test_a_failing_case_is_skipped_with_torchs_message(self) -> None:
        from errors import CannotMeasure
        from torch_backend import TorchBackend

        backend = TorchBackend(parse(["--device", "cpu"]))

        def refuse() -> Samples:
            raise RuntimeError("no kernel\nfor this")

        with self.assertRaisesRegex(CannotMeasure, "^RuntimeError: no kernel$"):
            backend.measured(lambda: refuse)


if __name__ == "__main__":
    unittest.main()

"""`python3 -m unittest discover -s scripts/measure -p '*_test.py'`: what can be tested without a device; the decoder where torch is."""

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
from timing import MOST_CALLS_EACH, sample


def quietly(*given: str) -> tuple[int, str]:
    """Exit code and what was said."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        try:
            return main(given), said.getvalue()
        except SystemExit as end:
            return int(end.code or 0), said.getvalue()


class Spread(unittest.TestCase):
    def test_quartiles_lie_between_ranks(self) -> None:
        self.assertEqual(
            spread([4.0, 1.0, 2.0, 3.0]),
            {"median": 2.5, "lowerQuartile": 1.75, "upperQuartile": 3.25, "least": 1.0, "most": 4.0, "n": 4},
        )
        self.assertEqual(spread([7.0])["upperQuartile"], 7.0)


class Counts(unittest.TestCase):
    def test_the_standard_shape_is_that_of_llama_3_2_1b(self) -> None:
        self.assertEqual(weight_bytes(SMALL, "bf16"), 2 * 1_235_814_400)
        self.assertEqual(cache_bytes(SMALL, Step("decode", "eager", 1, 1), "bf16"), 32_768)

    def test_attention_of_a_prompt_is_causal_and_only_its_last_token_needs_the_head(self) -> None:
        shape = Shape(layers=1, hidden=4, heads=2, kv_heads=1, head_dim=2, ffn=8, vocabulary=10)
        layer = 2 * 4 * 4 + 2 * 4 * 2 + 3 * 4 * 8
        self.assertEqual(step_flops(shape, Step("prefill", "eager", 2, 3)), 2 * 6 * layer + 2 * 2 * 40 + 16 * 2 * 6)
        self.assertEqual(step_flops(shape, Step("decode", "eager", 2, 3)), 2 * 2 * layer + 2 * 2 * 40 + 16 * 2 * 3)

    def test_a_step_needs_more_than_its_weights_and_cache(self) -> None:
        step = Step("prefill", "eager", 4, 8192)
        self.assertGreater(needed_bytes(SMALL, step, "bf16"), weight_bytes(SMALL, "bf16") + cache_bytes(SMALL, step, "bf16"))


class CommandLine(unittest.TestCase):
    def test_wrong_usage_ends_with_64_and_says_why(self) -> None:
        for given, why in (
            (["--device", "tpu"], "is no device"),
            (["--device", "cuda:"], "is no device"),
            (["--batches", "1,0"], "no whole number"),
            (["--heads", "8", "--kv-heads", "3"], "does not divide"),
            (["--head-dim", "3"], "is odd"),
            (["--precisions", "fp4"], "is none of"),
            (["--device", "cpu", "--launches", "graph"], "no graphs"),
            (["--loud"], "unrecognized"),
        ):
            code, said = quietly(*given)
            self.assertEqual(code, 64, given)
            self.assertIn(why, said)

    def test_a_cpu_is_tried_with_tiny_sizes(self) -> None:
        arguments = parse(["--device", "cpu"])
        self.assertEqual(arguments.plan.shape, TINY)
        self.assertEqual({step.launch for step in arguments.plan.steps}, {"eager"})

    def test_repeated_sizes_count_once(self) -> None:
        arguments = parse(["--batches", "4,4,1", "--contexts", "8", "--launches", "eager"])
        self.assertEqual([step.batch for step in arguments.plan.steps if step.phase == "decode"], [4, 1])


class Timing(unittest.TestCase):
    def test_calls_are_repeated_until_a_timing_is_long_enough(self) -> None:
        asked: list[int] = []

        def timer(call: object, calls: int) -> float:
            asked.append(calls)
            return 0.001 * calls

        taken = sample(timer, lambda: None, samples=4, least_sample_seconds=0.01)
        self.assertEqual(taken.calls_each, 10)
        self.assertEqual(asked[-4:], [10, 10, 10, 10])
        self.assertEqual(len(taken.seconds), 4)
        self.assertAlmostEqual(taken.seconds[0], 0.001)

    def test_a_slow_case_is_timed_less_often_and_a_fast_one_not_without_end(self) -> None:
        slow = sample(lambda call, calls: 10.0 * calls, lambda: None, samples=30, least_sample_seconds=0.01)
        self.assertEqual((slow.calls_each, len(slow.seconds)), (1, 5))
        fast = sample(lambda call, calls: 1e-4 * calls, lambda: None, samples=3, least_sample_seconds=1e6)
        self.assertEqual(fast.calls_each, MOST_CALLS_EACH)


class Smi(unittest.TestCase):
    def test_what_is_not_told_is_not_there(self) -> None:
        told = summary(["1980, 2619, 650.5, 61\n", "1755, 2619, 698.0, 64\n", "1900, 2619, [N/A], 63\n", "broken\n"])
        self.assertEqual(
            told,
            {
                "n": 3,
                "smClockHertzMedian": 1900e6,
                "smClockHertzLeast": 1755e6,
                "smClockHertzMost": 1980e6,
                "memoryClockHertzMedian": 2619e6,
                "powerWattsMedian": 674.25,
                "powerWattsMost": 698.0,
                "temperatureCelsiusMost": 64.0,
            },
        )
        self.assertEqual(summary([]), {"n": 0})
        self.assertIsNone(parse_line("1, 2", 4))

    def test_it_asks_and_never_sets(self) -> None:
        command = query(("clocks.sm",), "GPU-1")
        self.assertEqual(command, ["nvidia-smi", "--query-gpu=clocks.sm", "--format=csv,noheader,nounits", "-i", "GPU-1"])


class File(unittest.TestCase):
    def test_a_made_up_file_says_so_and_is_the_same_for_the_same_seed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("one.json", "two.json", "three.json")]
            for path, seed in zip(paths, ("7", "7", "8")):
                code, said = quietly("--device", "pretend", "--quick", "--seed", seed, "--out", path)
                self.assertEqual(code, 0, said)
                self.assertIn("making up numbers", said)
            one, two, three = (load(path) for path in paths)
        self.assertEqual(one["origin"]["kind"], "made-up")
        self.assertEqual(one["decoder"], two["decoder"])
        self.assertNotEqual(one["decoder"]["cases"], three["decoder"]["cases"])

    def test_no_file_is_written_over(self) -> None:
        with tempfile.NamedTemporaryFile() as there:
            code, said = quietly("--device", "pretend", "--out", there.name)
        self.assertEqual(code, 1)
        self.assertIn("exists already", said)

    def test_its_name_tells_device_and_day(self) -> None:
        day = datetime(2026, 11, 22, tzinfo=timezone.utc)
        facts = DeviceFacts(kind="cuda", name="NVIDIA H100 80GB HBM3")
        self.assertEqual(file_name(facts, day), "measured-nvidia-h100-80gb-hbm3-2026-11-22.json")

    def test_without_torch_or_a_device_it_says_what_to_do(self) -> None:
        code, said = quietly("--device", "cuda:999")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"(?s)error: .+\nfix: .+")


def load(path: str) -> dict:
    with open(path, encoding="utf-8") as file:
        made = json.load(file)
    return {name: value for name, value in made.items() if name != "measuredAt"}


@unittest.skipUnless(importlib.util.find_spec("torch"), "there is no torch here")
class InTorch(unittest.TestCase):
    def decoder(self):
        import torch

        from decoder import Decoder

        return torch, Decoder(torch, TINY, dtype=torch.float32, device=torch.device("cpu"), seed=3)

    def test_a_token_after_its_prompt_is_the_same_with_and_without_the_cache(self) -> None:
        torch, decoder = self.decoder()
        with torch.inference_mode():
            tokens = decoder.tokens(3, 9)
            whole = decoder.forward(tokens, decoder.caches(3, 9), 0, decoder.turns(0, 9))
            caches = decoder.caches(3, 9)
            decoder.forward(tokens[:, :8], caches, 0, decoder.turns(0, 8))
            last = decoder.forward(tokens[:, 8:], caches, 8, decoder.turns(8, 1))
        self.assertEqual(whole.tolist(), last.tolist())

    def test_its_weights_are_as_many_as_are_counted(self) -> None:
        _, decoder = self.decoder()
        held = [decoder.embedding, decoder.last_norm, *(value for one in decoder.layers for value in vars(one).values())]
        self.assertEqual(sum(one.numel() for one in held), weight_bytes(TINY, "fp32") / 4)

    def test_a_refused_case_is_left_out_with_torchs_words(self) -> None:
        from errors import CannotMeasure
        from torch_backend import TorchBackend

        backend = TorchBackend(parse(["--device", "cpu"]))

        def refuse() -> Samples:
            raise RuntimeError("no kernel\nfor this")

        with self.assertRaisesRegex(CannotMeasure, "^RuntimeError: no kernel$"):
            backend.measured(lambda: refuse)


if __name__ == "__main__":
    unittest.main()

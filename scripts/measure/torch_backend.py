"""Measures with torch on a CUDA or ROCm device, or on the CPU for trying the program."""

from __future__ import annotations

import platform
from contextlib import contextmanager, nullcontext
from typing import Any, Callable, Iterator

from arguments import Arguments
from backend import DeviceFacts, Samples, Watch, Watched
from counts import Step, needed_bytes
from decoder import Decoder
from errors import CannotMeasure, CannotStart
from nvidia_smi import SmiWatch, still_facts
from plan import OVERHEAD_TOKENS, LaunchOverhead, Product, Stream, overhead_shape
from timing import cpu_timer, cuda_timer, sample

OLDEST_TORCH = (2, 5)
# Drivers, libraries and torch's workspaces need the rest of the memory.
USABLE = 0.9
TF32_SINCE = (8, 0)
FP8_SINCE = (8, 9)
FLASH_SINCE = (8, 0)
GRAPH_WARM_UPS = 3


def load_torch() -> Any:
    try:
        import torch
    except ImportError as error:
        raise CannotStart(f"torch is not installed ({error})", "run pip install torch, or use --device pretend for a made-up file") from None
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < OLDEST_TORCH:
        raise CannotStart(f"torch {torch.__version__} is too old: it lacks grouped-query attention", "run pip install 'torch>=2.5'")
    return torch


class TorchBackend:
    def __init__(self, arguments: Arguments) -> None:
        self.torch = load_torch()
        self.arguments = arguments
        self.is_cpu = arguments.device == "cpu"
        if not self.is_cpu:
            self.check_device(arguments.device)
        self.device = self.torch.device(arguments.device)
        if not self.is_cpu:
            self.torch.cuda.set_device(self.device)
        self.timer = cpu_timer if self.is_cpu else cuda_timer(self.torch)
        self.decoders: dict[str, Decoder] = {}

    def check_device(self, name: str) -> None:
        cuda = self.torch.cuda
        if not cuda.is_available():
            raise CannotStart(
                f"torch {self.torch.__version__} finds no CUDA or ROCm device",
                "run it on a machine with a GPU, or try the program with --device cpu",
            )
        count = cuda.device_count()
        if int(name.partition(":")[2] or 0) >= count:
            raise CannotStart(f"there is no {name}: this machine has {count} devices", f"choose one of cuda:0 to cuda:{count - 1}")

    def facts(self) -> DeviceFacts:
        torch = self.torch
        if self.is_cpu:
            return DeviceFacts(kind="cpu", name=platform.processor() or platform.machine(), torch=torch.__version__)
        properties = torch.cuda.get_device_properties(self.device)
        driver, power_limit = still_facts(self.smi_name())
        is_rocm = torch.version.hip is not None
        return DeviceFacts(
            kind="rocm" if is_rocm else "cuda",
            name=properties.name,
            memory_bytes=properties.total_memory,
            cache_bytes=getattr(properties, "L2_cache_size", None) or None,
            driver=driver,
            power_limit_watts=power_limit,
            torch=torch.__version__,
            runtime=torch.version.hip if is_rocm else torch.version.cuda,
            attention="flash" if self.forces_flash() else "chosen-by-torch",
        )

    def smi_name(self) -> str | None:
        """Returns the device's UUID, because torch and nvidia-smi number devices differently."""
        uuid = getattr(self.torch.cuda.get_device_properties(self.device), "uuid", None)
        if uuid is None:
            return None
        return str(uuid) if str(uuid).startswith(("GPU-", "MIG-")) else f"GPU-{uuid}"

    def watch(self) -> Watch:
        return no_clocks() if self.is_cpu else SmiWatch(self.smi_name())

    # Products

    def product(self, product: Product) -> Samples:
        return self.measured(lambda: self.product_call(product))

    def product_call(self, product: Product) -> Callable[[], object]:
        torch = self.torch
        if product.precision == "fp8":
            return self.fp8_call(product)
        if product.precision == "tf32":
            self.demand(TF32_SINCE, "TF32")
        # Selects torch's kernels; the device's settings do not change.
        torch.set_float32_matmul_precision("high" if product.precision == "tf32" else "highest")
        dtype = self.dtype("fp32" if product.precision == "tf32" else product.precision)
        left = self.normal(product.rows, product.inner, dtype)
        right = self.normal(product.inner, product.columns, dtype)
        out = torch.empty(product.rows, product.columns, dtype=dtype, device=self.device)
        return lambda: torch.mm(left, right, out=out)

    def fp8_call(self, product: Product) -> Callable[[], object]:
        torch = self.torch
        self.demand(FP8_SINCE, "FP8")
        left = self.normal(product.rows, product.inner, torch.bfloat16).to(torch.float8_e4m3fn)
        # FP8 units need the right operand in column-major order.
        right = self.normal(product.columns, product.inner, torch.bfloat16).to(torch.float8_e4m3fn).t()
        one = torch.ones((), dtype=torch.float32, device=self.device)
        return lambda: torch._scaled_mm(left, right, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)

    def demand(self, since: tuple[int, int], what: str) -> None:
        if self.is_cpu or self.torch.version.hip is not None:
            raise CannotMeasure(f"{what} products are measured on CUDA devices only")
        capability = self.torch.cuda.get_device_capability(self.device)
        if capability < since:
            raise CannotMeasure(f"no {what} units: compute capability {capability[0]}.{capability[1]} is below {since[0]}.{since[1]}")

    def normal(self, rows: int, columns: int, dtype: Any) -> Any:
        """Returns random operands. Zeros would draw less power and allow higher clocks than real models."""
        return self.torch.randn(rows, columns, device=self.device).to(dtype)

    def dtype(self, precision: str) -> Any:
        return {"fp32": self.torch.float32, "fp16": self.torch.float16, "bf16": self.torch.bfloat16}[precision]

    # Streams

    def stream(self, stream: Stream) -> Samples:
        return self.measured(lambda: self.stream_call(stream))

    def stream_call(self, stream: Stream) -> Callable[[], object]:
        torch = self.torch
        count = stream.array_bytes // 4
        source = torch.ones(count, dtype=torch.float32, device=self.device)
        if stream.operation == "read":
            return lambda: source.sum()
        target = torch.empty_like(source)
        if stream.operation == "copy":
            return lambda: target.copy_(source)
        other = torch.ones_like(source)
        return lambda: torch.add(source, other, alpha=3.0, out=target)

    # Steps

    def step(self, step: Step) -> Samples:
        plan = self.arguments.plan
        needed = needed_bytes(plan.shape, step, plan.precision)
        if not self.is_cpu:
            total = self.torch.cuda.get_device_properties(self.device).total_memory
            if needed > USABLE * total:
                raise CannotMeasure(f"needs {needed / 1e9:.1f} GB, the device has {total / 1e9:.1f} GB")
        return self.step_samples("measured", step)

    def launch_overhead(self, overhead: LaunchOverhead) -> Samples:
        return self.step_samples("launch-overhead", Step(overhead.phase, overhead.launch, 1, OVERHEAD_TOKENS))

    def step_samples(self, which: str, step: Step) -> Samples:
        decoder = self.decoder(which)
        self.torch.set_float32_matmul_precision("highest")

        def call() -> Callable[[], object]:
            forward = decoder.step(step.phase, step.batch, step.tokens)
            return self.graph(forward) if step.launch == "graph" else forward

        with self.attention_kernel():
            return self.measured(call)

    def decoder(self, which: str) -> Decoder:
        plan = self.arguments.plan
        if which not in self.decoders:
            shape = plan.shape if which == "measured" else overhead_shape(plan.shape)
            dtype = self.dtype(plan.precision)
            self.decoders[which] = Decoder(self.torch, shape, dtype=dtype, device=self.device, seed=self.arguments.seed)
        return self.decoders[which]

    def forces_flash(self) -> bool:
        """Returns whether torch supports flash attention for grouped heads. Elsewhere torch chooses the kernel, and the file records that."""
        if self.is_cpu or self.torch.version.hip is not None or self.arguments.plan.precision == "fp32":
            return False
        return self.torch.cuda.get_device_capability(self.device) >= FLASH_SINCE

    def attention_kernel(self) -> Any:
        if not self.forces_flash():
            return nullcontext()
        attention = self.torch.nn.attention
        return attention.sdpa_kernel(attention.SDPBackend.FLASH_ATTENTION)

    def graph(self, forward: Callable[[], object]) -> Callable[[], object]:
        """Captures the step as a CUDA graph with one launch, like engines do."""
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(GRAPH_WARM_UPS):
                forward()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            forward()
        return graph.replay

    # Both

    def measured(self, prepare: Callable[[], Callable[[], object]]) -> Samples:
        """Runs a case. A torch error skips the case, with torch's message as the reason."""
        torch, arguments = self.torch, self.arguments
        torch.manual_seed(arguments.seed)
        try:
            with torch.inference_mode():
                return sample(self.timer, prepare(), arguments.samples, arguments.min_sample_ms / 1000)
        except (RuntimeError, NotImplementedError, MemoryError) as error:
            raise CannotMeasure(first_line(error)) from error
        finally:
            if not self.is_cpu:
                torch.cuda.empty_cache()


def first_line(error: BaseException) -> str:
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__


@contextmanager
def no_clocks() -> Iterator[Watched]:
    yield Watched(reason="clocks are recorded only for GPUs")

"""FLOPs and bytes of a case: for the simulated device, for progress lines, and to check whether a case fits in memory.

The reader of the file counts independently, operator by operator; a test checks that both agree.
"""

from __future__ import annotations

from dataclasses import dataclass

BYTES_PER_ELEMENT = {"fp32": 4, "tf32": 4, "fp16": 2, "bf16": 2, "fp8": 1}

# Arrays of the given size that one call moves through memory.
ARRAYS_MOVED = {"read": 1, "copy": 2, "triad": 3}


@dataclass(frozen=True)
class Shape:
    """A decoder like Llama: grouped-query attention, gated feed-forward, norms without bias, LM head tied to the embedding."""

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn: int
    vocabulary: int

    def layer_weights(self) -> int:
        """Parameters multiplied for every token of a step, without the LM head."""
        query_and_output = 2 * self.hidden * self.heads * self.head_dim
        key_and_value = 2 * self.hidden * self.kv_heads * self.head_dim
        return self.layers * (query_and_output + key_and_value + 3 * self.hidden * self.ffn)

    def head_weights(self) -> int:
        return self.hidden * self.vocabulary

    def norm_weights(self) -> int:
        return (2 * self.layers + 1) * self.hidden

    def cached_elements(self) -> int:
        """KV cache elements of one token in all layers: keys and values."""
        return 2 * self.layers * self.kv_heads * self.head_dim


@dataclass(frozen=True)
class Step:
    """`tokens` is the context of a decode step including the current token, or the prompt length in prefill."""

    phase: str
    launch: str
    batch: int
    tokens: int


def matmul_flops(rows: int, inner: int, columns: int) -> int:
    return 2 * rows * inner * columns


def step_flops(shape: Shape, step: Step) -> float:
    """A multiply-add counts as two. Attention is causal. Only the last position of a prompt needs the LM head."""
    is_decode = step.phase == "decode"
    new = step.batch * (1 if is_decode else step.tokens)
    pairs = step.batch * (step.tokens if is_decode else step.tokens * (step.tokens + 1) / 2)
    attention = 4 * shape.layers * shape.heads * shape.head_dim * pairs
    return 2 * new * shape.layer_weights() + 2 * step.batch * shape.head_weights() + attention


def weight_bytes(shape: Shape, precision: str) -> int:
    weights = shape.layer_weights() + shape.head_weights() + shape.norm_weights()
    return weights * BYTES_PER_ELEMENT[precision]


def cache_bytes(shape: Shape, step: Step, precision: str) -> int:
    """Decode reads the cache and writes one token. Prefill writes the cache; flash attention keeps other data on the chip."""
    return step.batch * step.tokens * shape.cached_elements() * BYTES_PER_ELEMENT[precision]


def needed_bytes(shape: Shape, step: Step, precision: str) -> float:
    """Memory of a step: weights, cache, and twice the widest activations of one layer."""
    new = step.batch * (1 if step.phase == "decode" else step.tokens)
    widest = 3 * shape.ffn + 4 * shape.hidden + 2 * shape.heads * shape.head_dim
    activations = 2 * new * widest + step.batch * shape.vocabulary * 3
    held = weight_bytes(shape, precision) + cache_bytes(shape, step, precision)
    return held + activations * BYTES_PER_ELEMENT[precision]

"""A decoder like Llama in plain torch: grouped-query attention with a KV cache, rotary positions, gated feed-forward, tied LM head.

Weights are random, because the duration of a step depends on shapes and hardly on values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

from counts import Shape

WEIGHT_SCALE = 0.02
ROPE_BASE = 10_000.0
EPSILON = 1e-5


@dataclass
class Layer:
    norm: Any
    query: Any
    key: Any
    value: Any
    output: Any
    ffn_norm: Any
    gate: Any
    up: Any
    down: Any


@dataclass
class Cache:
    """Keys and values of one layer: batch × KV heads × tokens × head size."""

    keys: Any
    values: Any


class Decoder:
    def __init__(self, torch: Any, shape: Shape, *, dtype: Any, device: Any, seed: int) -> None:
        self.torch = torch
        self.functional = torch.nn.functional
        self.shape = shape
        self.dtype = dtype
        self.device = device
        self.generator = torch.Generator(device=device)
        self.generator.manual_seed(seed)
        self.embedding = self.random(shape.vocabulary, shape.hidden)
        self.last_norm = self.ones(shape.hidden)
        self.layers = [self.layer() for _ in range(shape.layers)]

    def random(self, *sizes: int) -> Any:
        made = self.torch.empty(*sizes, dtype=self.dtype, device=self.device)
        return made.normal_(0, WEIGHT_SCALE, generator=self.generator)

    def ones(self, size: int) -> Any:
        return self.torch.ones(size, dtype=self.dtype, device=self.device)

    def layer(self) -> Layer:
        shape = self.shape
        wide, narrow = shape.heads * shape.head_dim, shape.kv_heads * shape.head_dim
        return Layer(
            norm=self.ones(shape.hidden),
            query=self.random(wide, shape.hidden),
            key=self.random(narrow, shape.hidden),
            value=self.random(narrow, shape.hidden),
            output=self.random(shape.hidden, wide),
            ffn_norm=self.ones(shape.hidden),
            gate=self.random(shape.ffn, shape.hidden),
            up=self.random(shape.ffn, shape.hidden),
            down=self.random(shape.hidden, shape.ffn),
        )

    def caches(self, batch: int, tokens: int) -> list[Cache]:
        sizes = (batch, self.shape.kv_heads, tokens, self.shape.head_dim)
        return [Cache(self.random(*sizes), self.random(*sizes)) for _ in range(self.shape.layers)]

    def tokens(self, batch: int, count: int) -> Any:
        return self.torch.randint(self.shape.vocabulary, (batch, count), device=self.device, generator=self.generator)

    def turns(self, start: int, count: int) -> tuple[Any, Any]:
        """Cosines and sines of the rotary positions that begin at `start`."""
        torch = self.torch
        half = self.shape.head_dim // 2
        rates = ROPE_BASE ** (-torch.arange(half, dtype=torch.float32, device=self.device) / half)
        angles = torch.outer(torch.arange(start, start + count, dtype=torch.float32, device=self.device), rates)
        return angles.cos().to(self.dtype), angles.sin().to(self.dtype)

    def forward(self, tokens: Any, caches: list[Cache], start: int, turns: tuple[Any, Any]) -> Any:
        """Returns the next token of each sequence. `tokens` begin at position `start`; the cache contains the positions before."""
        hidden = self.functional.embedding(tokens, self.embedding)
        for layer, cache in zip(self.layers, caches):
            hidden = hidden + self.attention(layer, cache, self.norm(hidden, layer.norm), start, turns)
            hidden = hidden + self.feed_forward(layer, self.norm(hidden, layer.ffn_norm))
        last = self.norm(hidden[:, -1], self.last_norm)
        return self.functional.linear(last, self.embedding).argmax(dim=-1)

    def norm(self, hidden: Any, weight: Any) -> Any:
        return self.functional.rms_norm(hidden, (self.shape.hidden,), weight, EPSILON)

    def attention(self, layer: Layer, cache: Cache, hidden: Any, start: int, turns: tuple[Any, Any]) -> Any:
        linear = self.functional.linear
        batch, count, _ = hidden.shape
        end = start + count
        query = self.turn(self.heads(linear(hidden, layer.query), self.shape.heads), turns)
        cache.keys[:, :, start:end] = self.turn(self.heads(linear(hidden, layer.key), self.shape.kv_heads), turns)
        cache.values[:, :, start:end] = self.heads(linear(hidden, layer.value), self.shape.kv_heads)
        # One new token attends to all earlier ones; a prompt needs the causal mask.
        mixed = self.functional.scaled_dot_product_attention(
            query, cache.keys[:, :, :end], cache.values[:, :, :end], is_causal=count > 1, enable_gqa=True
        )
        return linear(mixed.transpose(1, 2).reshape(batch, count, -1), layer.output)

    def heads(self, projected: Any, count: int) -> Any:
        batch, tokens, _ = projected.shape
        return projected.view(batch, tokens, count, self.shape.head_dim).transpose(1, 2)

    def turn(self, heads: Any, turns: tuple[Any, Any]) -> Any:
        cosines, sines = turns
        left, right = heads.chunk(2, dim=-1)
        return self.torch.cat((left * cosines - right * sines, right * cosines + left * sines), dim=-1)

    def feed_forward(self, layer: Layer, hidden: Any) -> Any:
        linear = self.functional.linear
        return linear(self.functional.silu(linear(hidden, layer.gate)) * linear(hidden, layer.up), layer.down)

    def step(self, phase: str, batch: int, tokens: int) -> Callable[[], Any]:
        """Returns a function that repeats the same step. Each call overwrites the same cache position, so the context never grows."""
        count, start = (1, tokens - 1) if phase == "decode" else (tokens, 0)
        caches, given, turns = self.caches(batch, tokens), self.tokens(batch, count), self.turns(start, count)
        return lambda: self.forward(given, caches, start, turns)

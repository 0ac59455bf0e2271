/**
 * Scenario: everything that the bounds of latency, throughput, memory and cost depend on, and the changes a user can
 * make to it.
 */
import type { Parallelism } from "@/lib/analysis/roofline/step-work/parallel";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import {
  bytesPerWeight,
  type ActivationFormat,
  type ComputePrecision,
  type KvFormat,
  type NumberFormats,
  type WeightFormat,
} from "@/lib/model/roofline/precision";
import type { Architecture } from "@/lib/model/roofline/architecture";

/** Settings and acceptance of speculative decoding. */
export interface Speculation {
  /** Draft tokens for each sequence and step. */
  readonly draftTokens: number;
  /** Mean number of accepted draft tokens, at most `draftTokens`. */
  readonly acceptedTokens: number;
  /** Weights of the draft model; 0 for methods that read almost nothing. */
  readonly draftWeightBytes: number;
}

/**
 * Returns the mean number of accepted tokens of γ draft tokens (`draftTokens`). Each is accepted with probability α
 * (`acceptanceRatio`), and all draft tokens after the first rejected one are rejected too: α·(1 − α^γ) / (1 − α).
 */
export function expectedAcceptedTokens(acceptanceRatio: number, draftTokens: number): number {
  if (acceptanceRatio >= 1) return draftTokens;
  return (acceptanceRatio * (1 - acceptanceRatio ** draftTokens)) / (1 - acceptanceRatio);
}

/** Model, hardware and load of one replica. */
export interface Scenario {
  readonly servedModel: ServedModel;
  readonly accelerator: Accelerator;
  readonly parallelism: Parallelism;
  readonly batch: number;
  readonly contextTokens: number;
  readonly promptTokens: number;
  /** Prompt tokens found in the prefix cache. */
  readonly cachedPromptTokens: number;
  readonly usesFlashAttention: boolean;
  readonly speculation: Speculation | null;
  readonly usableMemoryRatio: number;
  /** Price in any one currency; null if not set. */
  readonly pricePerAcceleratorHour: number | null;
}

/**
 * Hypothetical change: new values for any input of the scenario, or other formats or KV heads for its model.
 */
export interface WhatIfChange extends Partial<Omit<Scenario, "servedModel">> {
  readonly weights?: WeightFormat;
  readonly kv?: KvFormat;
  readonly kvHeads?: number;
}

/** Returns the scenario with the hypothetical change applied. */
export function applyChange(scenario: Scenario, change: WhatIfChange): Scenario {
  const { weights, kv, kvHeads, ...rest } = change;
  const { shape, formats } = scenario.servedModel;
  return {
    ...scenario,
    ...rest,
    servedModel: {
      shape: kvHeads === undefined ? shape : withKvHeads(shape, kvHeads),
      formats: {
        ...(weights === undefined ? formats : withWeightFormat(formats, weights)),
        ...(kv === undefined ? {} : { kv }),
      },
    },
  };
}

/** Returns the shape with this number of KV heads. Latent attention has no KV heads, so its shape is not changed. */
function withKvHeads(shape: Architecture, kvHeads: number): Architecture {
  return shape.attention.kind === "latent" ? shape : { ...shape, attention: { ...shape.attention, kvHeads } };
}

/**
 * Returns the formats with `format` for the weight matrices. Embeddings, LM head, norms and routers stay unchanged,
 * because quantisers do not change them.
 */
export function withWeightFormat(
  formats: NumberFormats,
  format: WeightFormat,
  activations: ActivationFormat = "auto",
): NumberFormats {
  return {
    ...formats,
    linear: format,
    experts: formats.experts === undefined ? undefined : format,
    compute: findComputePrecision(format, activations),
  };
}

/**
 * Returns the precision in which weights of a format are multiplied: FP8 and INT8 directly, narrower formats
 * after widening to 16 bits. With activations of 16 bits, every narrower format is widened, and the peak of 8-bit units
 * does not apply.
 */
export function findComputePrecision(
  format: WeightFormat,
  activations: ActivationFormat = "auto",
): ComputePrecision {
  if (activations === "a16" && bytesPerWeight[format] < 2) return "bf16";
  if (format === "fp8" || format === "fp8-blocks" || format === "mxfp8") return "fp8";
  if (format === "int8" || format === "fp16" || format === "fp32") return format;
  return "bf16";
}

/**
 * Scenario: everything that the bounds of latency, throughput, memory and cost depend on, and the changes a user can
 * make to it.
 */
import type { Parallelism } from "@/lib/analysis/roofline/step-work/parallel";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { ComputePrecision, KvFormat, NumberFormats, WeightFormat } from "@/lib/model/roofline/precision";
import type { Architecture } from "@/lib/model/roofline/architecture";

export interface Speculation {
  /** Draft tokens for each sequence and step. */
  readonly draftTokens: number;
  /** Mean number of accepted draft tokens, at most `draftTokens`. */
  readonly acceptedTokens: number;
  /** Weights of the draft model; 0 for methods that read almost nothing. */
  readonly draftWeightBytes: number;
}

/**
 * Returns the expected accepted tokens of γ drafts if each is accepted with probability α and the first rejection
 * ends the sequence: α·(1 − α^γ) / (1 − α).
 */
export function expectedAccepted(acceptance: number, draftTokens: number): number {
  if (acceptance >= 1) return draftTokens;
  return (acceptance * (1 - acceptance ** draftTokens)) / (1 - acceptance);
}

export interface Scenario {
  readonly servedModel: ServedModel;
  readonly accelerator: Accelerator;
  readonly parallelism: Parallelism;
  readonly batch: number;
  readonly contextTokens: number;
  readonly promptTokens: number;
  readonly cachedPromptTokens: number;
  readonly usesFlashAttention: boolean;
  readonly speculation: Speculation | null;
  readonly usableMemoryRatio: number;
  /** Price in any one currency; null if not set. */
  readonly pricePerAcceleratorHour: number | null;
}

/** Any input of the scenario, and the parts of the served model that can be exchanged. */
export interface WhatIfChange extends Partial<Omit<Scenario, "servedModel">> {
  readonly weights?: WeightFormat;
  readonly kv?: KvFormat;
  readonly kvHeads?: number;
}

export function applyChange(scenario: Scenario, change: WhatIfChange): Scenario {
  const { weights, kv, kvHeads, ...rest } = change;
  const { shape, plan } = scenario.servedModel;
  return {
    ...scenario,
    ...rest,
    servedModel: {
      shape: kvHeads === undefined ? shape : withKvHeads(shape, kvHeads),
      plan: {
        ...(weights === undefined ? plan : withWeights(plan, weights)),
        ...(kv === undefined ? {} : { kv }),
      },
    },
  };
}

/** Latent attention has no KV heads to change. */
function withKvHeads(shape: Architecture, kvHeads: number): Architecture {
  return shape.attention.kind === "latent" ? shape : { ...shape, attention: { ...shape.attention, kvHeads } };
}

/** Sets the format of the weight matrices. Embeddings, LM head, norms and routers keep theirs, as quantisers do. */
export function withWeights(plan: NumberFormats, format: WeightFormat): NumberFormats {
  return {
    ...plan,
    linear: format,
    experts: plan.experts === undefined ? undefined : format,
    compute: computePrecisionOf(format),
  };
}

/**
 * Returns the compute precision of a weight format. 8-bit floats and integers are multiplied directly; narrower
 * formats are widened to 16 bits first.
 */
export function computePrecisionOf(format: WeightFormat): ComputePrecision {
  if (format === "fp8" || format === "fp8-blocks" || format === "mxfp8") return "fp8";
  if (format === "int8" || format === "fp16" || format === "fp32") return format;
  return "bf16";
}

/**
 * Best case of a scenario: bounds of step, TPOT, TTFT and throughput, its point on the roof, memory fit and cost. It
 * is a ceiling and not a forecast: time that a measured step takes beyond its bound is excluded, so no running
 * deployment is faster. It uses measured ceilings if available, otherwise the vendor's.
 */
import { costPerMillionTokens } from "@/lib/analysis/roofline/bounds/cost";
import {
  decodeBound,
  type DecodeBound,
  type ReplicaHardware,
} from "@/lib/analysis/roofline/bounds/decode-bound";
import { checkMemoryFit, type MemoryFit } from "@/lib/analysis/roofline/bounds/memory-fit";
import {
  computeUtilisation,
  type WorkRate,
  type Utilisation,
} from "@/lib/analysis/roofline/bounds/judge-utilisation";
import { prefillBound, type PrefillBound } from "@/lib/analysis/roofline/bounds/prefill-bound";
import { practicalCeilings, findRoof, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import { acceleratorCount } from "@/lib/analysis/roofline/step-work/parallel";
import type { Scenario } from "./change";

/** Position of a decode step on the roofline, for one accelerator. */
export interface DecodeStepPoint extends WorkRate, Utilisation {
  readonly intensityFlopPerByte: number;
}

/** Lowest step time and latency, and highest throughput, that a scenario allows. */
export interface PerformanceCeiling {
  readonly roof: Roof;
  readonly decode: DecodeBound;
  readonly prefill: PrefillBound;
  /** Minimum time of a step: the bound plus the time to read the draft model. */
  readonly stepSeconds: number;
  readonly tpotSeconds: number;
  /** Minimum time to first token, without queueing and the frontend. */
  readonly ttftSeconds: number;
  readonly tokensPerSecond: number;
  /** Position of the decode step on the roofline. */
  readonly point: DecodeStepPoint;
  readonly memoryFit: MemoryFit;
  /** Null if no price is set. */
  readonly costPerMillionTokens: number | null;
}

/**
 * Computes the best possible performance of a scenario; null if the accelerator has no peak for the model's
 * precision.
 */
export function computePerformanceCeiling(scenario: Scenario): PerformanceCeiling | null {
  const roof = findRoof(scenario.accelerator, scenario.servedModel.formats.compute);
  if (roof === null) return null;
  const machine = machineOf(scenario, roof);
  const { speculation, batch, servedModel, parallelism } = scenario;
  const decode = decodeBound(
    servedModel,
    {
      batch,
      contextTokens: scenario.contextTokens,
      newTokens: 1 + (speculation?.draftTokens ?? 0),
      usesFlashAttention: scenario.usesFlashAttention,
    },
    machine,
  );
  const prefill = prefillBound(
    servedModel,
    {
      promptTokens: scenario.promptTokens,
      cachedTokens: scenario.cachedPromptTokens,
      usesFlashAttention: scenario.usesFlashAttention,
    },
    machine,
  );
  const stepSeconds = decode.stepSeconds + draftSeconds(scenario, machine);
  const tokensPerStep = tokensPerSequenceStep(scenario);
  const tokensPerSecond = (batch * tokensPerStep) / stepSeconds;
  const rate = {
    flopsPerSecond: decode.work.flops / stepSeconds,
    bytesPerSecond: decode.work.bytes / stepSeconds,
  };
  const price = scenario.pricePerAcceleratorHour;
  return {
    roof,
    decode,
    prefill,
    stepSeconds,
    tpotSeconds: stepSeconds / tokensPerStep,
    ttftSeconds: prefill.seconds,
    tokensPerSecond,
    point: {
      ...rate,
      ...computeUtilisation(rate, roof),
      intensityFlopPerByte: rate.flopsPerSecond / rate.bytesPerSecond,
    },
    memoryFit: checkMemoryFit(servedModel, {
      acceleratorMemoryBytes: scenario.accelerator.memoryBytes,
      parallelism: parallelism,
      usableMemoryRatio: scenario.usableMemoryRatio,
      sequences: batch,
      contextTokens: scenario.contextTokens,
    }),
    costPerMillionTokens:
      price === null ? null : costPerMillionTokens(price, acceleratorCount(parallelism), tokensPerSecond),
  };
}

/** Returns the mean number of tokens that a step produces per sequence: 1 plus the accepted draft tokens. */
export function tokensPerSequenceStep({ speculation }: Pick<Scenario, "speculation">): number {
  return 1 + (speculation?.acceptedTokens ?? 0);
}

function machineOf({ accelerator, parallelism }: Scenario, roof: Roof): ReplicaHardware {
  const { bidirectionalBytesPerSecond } = accelerator.link;
  return {
    ceilings: practicalCeilings(roof),
    parallelism: parallelism,
    linkBytesPerSecond: bidirectionalBytesPerSecond === null ? null : bidirectionalBytesPerSecond / 2,
  };
}

/** Returns the time of the draft model. It runs once per draft token and reads its weights each time. */
function draftSeconds({ speculation, parallelism }: Scenario, { ceilings }: ReplicaHardware): number {
  if (speculation === null) return 0;
  const { draftTokens, draftWeightBytes } = speculation;
  return (draftTokens * draftWeightBytes) / parallelism.tensor / ceilings.bytesPerSecond;
}

/**
 * Batch sweep of a window: non-overlapping intervals, the line through them, the gain of a larger batch and the cause
 * of the plateau.
 */
import type { PhasePoints } from "@/lib/analysis/roofline/points/counter-points";
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { decodeStepWork } from "@/lib/analysis/roofline/points/decode-step";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import type { StepTimeBreakdown } from "@/lib/analysis/roofline/points/step-time-breakdown";
import {
  batchCurve,
  doublingGainEstimate,
  unusedCeilingRatio,
  findLimitBelowKnee,
  kneeLowerBound,
} from "@/lib/analysis/roofline/sweep/batch-curve";
import { batchGroups, type BatchGroup, type SweepInterval } from "@/lib/analysis/roofline/sweep/batch-groups";
import { judgeSweepLine, type SweepLineResult } from "@/lib/analysis/roofline/sweep/judge-line";
import { batchCapacity, type BatchCapacity } from "@/lib/analysis/roofline/sweep/batch-capacity";
import { batchAdvice, plateauCause, type PlateauCause } from "@/lib/analysis/roofline/sweep/plateau-cause";
import { computeSweepInterval } from "@/lib/analysis/roofline/sweep/sweep-interval";
import { estimateEngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";
import type { RooflineSweep } from "@/lib/contracts/roofline/roofline-sweep";
import type { Limits } from "@/lib/model/deployment/limits";
import { isCacheFull, type CacheLoad } from "@/lib/model/status/cache-pressure";
import { adviceSentence } from "./describe-advice";
import { lineSentence, unfittedLineSentence, type LineFacts, type UnfittedLine } from "./describe-line";
import { boundText } from "./bound-text";
import { percentPart, sentence, textPart, type MutableSentence } from "./sentence-parts";

/** Samples of a window and the setting of a pool, from which the batch sweep is computed. */
export interface SweepFacts {
  readonly setting: PoolSetting;
  /** One sample per interval, null when samples do not cover it. Neighbouring intervals may overlap. */
  readonly samples: readonly (CounterSample | null)[];
  /** Number of positions in `samples` between two intervals that do not overlap. */
  readonly nonOverlappingStride: number;
  readonly intervalSeconds: number;
  /** Configured maximum of sequences per step. Null when unknown. */
  readonly maxBatch: number | null;
  readonly limits: Limits;
  readonly now: {
    readonly decode: PhasePoints;
    readonly shares: StepTimeBreakdown | null;
    /** KV cache usage and waiting requests of one instance. */
    readonly cacheLoad: CacheLoad;
    readonly counters: CounterSample;
  };
}

type Swept = Extract<RooflineSweep, { state: "swept" }>;

/**
 * Computes and describes the batch sweep of a window: how step time and throughput depend on the batch size.
 */
export function describeSweep(facts: SweepFacts): RooflineSweep {
  const intervals: SweepInterval[] = [];
  const excluded = { nothingDecoded: 0, mostlyPrefill: 0, notCovered: 0 };
  for (let index = facts.samples.length - 1; index >= 0; index -= facts.nonOverlappingStride) {
    const sample = facts.samples[index];
    if (sample === undefined) continue;
    if (sample === null) {
      excluded.notCovered += 1;
      continue;
    }
    const interval = computeSweepInterval(sample, facts.setting, facts.intervalSeconds);
    if (interval.kind === "interval") intervals.push(interval);
    else excluded[interval.reason === "nothing-decoded" ? "nothingDecoded" : "mostlyPrefill"] += 1;
  }
  if (intervals.length === 0)
    return {
      state: "none",
      sentence: sentence(
        textPart(
          "In every interval of this window, no request was decoding, or the steps mostly computed prompts.",
        ),
      ),
    };
  const line = lineOf(intervals, facts);
  const atCurrentBatch = currentBatchFacts(facts, line);
  return {
    state: "swept",
    groups: batchGroups(intervals).map((group) => ({ ...group, point: pointOf(group, facts) })),
    fit: describeFit(line, facts),
    atCurrentBatch,
    excluded,
    sentence: sweepSentence(line, atCurrentBatch, facts),
  };
}

type Line = ({ readonly kind: "line" } & LineFacts) | UnfittedLine;

function lineOf(intervals: readonly SweepInterval[], facts: SweepFacts): Line {
  const fit: SweepLineResult = judgeSweepLine(intervals);
  if (fit.kind === "cannot-fit") return fit;
  const curve = batchCurve(fit);
  const maxObservedBatch = Math.max(...intervals.map(({ batch }) => batch));
  const knee = curve.kneeBatch?.value ?? kneeLowerBound(fit);
  const beyond = findLimitBelowKnee(knee, {
    observedBatch: maxObservedBatch,
    configuredBatch: facts.maxBatch,
    capacity: currentCapacity(facts),
  });
  // Without a knee within the limits, the ceiling is an extrapolation too.
  return beyond === null
    ? { kind: "line", fit, ...curve, limitBelowKnee: beyond }
    : { kind: "line", fit, ceilingTokensPerSecond: null, kneeBatch: null, limitBelowKnee: beyond };
}

function currentCapacity({ setting, now: { decode, counters } }: SweepFacts): BatchCapacity | null {
  if (decode.kind !== "available" || decode.meanStep.meanContext === null) return null;
  const contextTokens = decode.meanStep.meanContext.tokens;
  const engineCache = estimateEngineCache(counters, { ...setting, contextTokens });
  return batchCapacity(setting, { batch: decode.meanStep.batch, contextTokens, engineCache });
}

/** Returns the position on the roofline of a step with this batch size, at the current mean context length. */
function pointOf({ batch, itlSeconds }: BatchGroup, { setting, now }: SweepFacts) {
  const context = now.decode.kind === "available" ? now.decode.meanStep.meanContext : null;
  if (context === null) return null;
  const work = decodeStepWork(setting, { batch, contextTokens: context.tokens });
  return {
    intensityFlopPerByte: work.flops / work.bytes,
    flopsPerSecond: work.flops / itlSeconds,
  };
}

const hasExperts = ({ setting }: SweepFacts): boolean => setting.servedModel.shape.experts !== undefined;

function describeFit(line: Line, facts: SweepFacts): Swept["fit"] {
  if (line.kind === "cannot-fit")
    return { kind: line.kind, reason: line.reason, sentence: unfittedLineSentence(line, hasExperts(facts)) };
  const { baseSeconds, perSequenceSeconds, largestErrorRatio, n } = line.fit;
  const { kneeBatch, ceilingTokensPerSecond, limitBelowKnee } = line;
  const estimates = { baseSeconds, perSequenceSeconds, kneeBatch, ceilingTokensPerSecond };
  return { kind: "fit", ...estimates, largestErrorRatio, n, kneeBeyond: limitBelowKnee };
}

/** Returns whether steps of the same batch size took different times. Advice would then rest on a mixture of conditions. */
const hasMixedStepTimes = (line: Line): boolean =>
  line.kind === "cannot-fit" && (line.reason === "same-batch-differs" || line.reason === "off-the-line");

function currentBatchFacts({ now, limits, setting }: SweepFacts, line: Line): Swept["atCurrentBatch"] {
  if (now.decode.kind !== "available" || now.shares === null) return null;
  const { batch, work } = now.decode.meanStep;
  const cause = plateauCause(work, now.shares, now.shares.deliveredUtilisation);
  const fit = line.kind === "line" ? line.fit : null;
  const gain = fit === null ? null : doublingGainEstimate(fit, batch);
  const { waitingRequests } = now.cacheLoad;
  const isFull = isCacheFull(now.cacheLoad, limits);
  const advice =
    waitingRequests === null || isFull === null || (hasMixedStepTimes(line) && !isFull)
      ? null
      : batchAdvice(cause, { ...now.cacheLoad, waitingRequests }, limits);
  return {
    batch,
    unusedCeilingRatio:
      fit === null || line.kind !== "line" || line.ceilingTokensPerSecond === null
        ? null
        : unusedCeilingRatio(fit, batch),
    doublingGainRatio: gain?.value ?? null,
    doublingGainRange: gain === null ? null : { lower: gain.lower, upper: gain.upper },
    cause: {
      kind: cause.kind,
      kvBytesRatio: "kvBytesRatio" in cause ? cause.kvBytesRatio : null,
      sentence: causeSentence(cause, now.shares, isFull === true),
    },
    advice:
      advice === null
        ? null
        : {
            kind: advice.kind,
            reasons: advice.kind === "not-worth" ? [...advice.reasons] : [],
            sentence: adviceSentence(advice, gain?.value ?? null, setting.servedModel.formats.kv),
          },
  };
}

function causeSentence(cause: PlateauCause, shares: StepTimeBreakdown, isFull: boolean): MutableSentence {
  const { mbu, mfu } = shares;
  if ((cause.kind === "overhead" || cause.kind === "communication") && shares.secondBound !== null)
    return sentence(
      textPart(`Decode is ${boundText(shares)} (MBU `),
      percentPart(mbu),
      textPart(", MFU "),
      percentPart(mfu),
      textPart(")."),
    );
  switch (cause.kind) {
    case "kv-reads":
      return sentence(
        textPart("KV cache reads are "),
        percentPart(cause.kvBytesRatio),
        textPart(" of the bytes at MBU "),
        percentPart(mbu),
        textPart(". Each additional sequence adds more reads."),
      );
    case "weight-reads":
      return sentence(
        textPart("Weight reads are "),
        percentPart(1 - cause.kvBytesRatio),
        textPart(" of the bytes at MBU "),
        percentPart(mbu),
        textPart(isFull ? "." : ". In a larger batch, more sequences share these reads."),
      );
    case "compute":
      return sentence(textPart("Arithmetic is the bottleneck at MFU "), percentPart(mfu), textPart("."));
    case "communication":
      return sentence(textPart("Communication between GPUs is the bottleneck."));
    case "overhead":
      return sentence(
        textPart("Kernel launches, sampling and the CPU are the bottleneck. Memory bandwidth (MBU "),
        percentPart(mbu),
        textPart(") and compute (MFU "),
        percentPart(mfu),
        textPart(") are not."),
      );
    case "mixed":
      return sentence(
        textPart("Memory bandwidth and compute limit the step equally. MBU is "),
        percentPart(mbu),
        textPart("."),
      );
  }
}

function sweepSentence(
  line: Line,
  atCurrentBatch: Swept["atCurrentBatch"],
  facts: SweepFacts,
): MutableSentence {
  const advice = atCurrentBatch?.advice ?? null;
  const remedy = advice?.reasons.includes("cache-full") === true ? [textPart(" "), ...advice.sentence] : [];
  if (line.kind === "cannot-fit")
    return sentence(...unfittedLineSentence(line, hasExperts(facts)), ...remedy);
  const hasKnee = line.kneeBatch !== null && atCurrentBatch !== null;
  const cause = hasKnee ? [textPart(" "), ...atCurrentBatch.cause.sentence] : [];
  return sentence(...lineSentence(line), ...cause, ...remedy);
}

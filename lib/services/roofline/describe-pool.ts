/**
 * Describes one pool of a deployment: points now and over the window, trail, batch sweep, and the start of a what-if.
 * Pure.
 */
import { defaultUsableMemoryRatio } from "@/lib/analysis/roofline/bounds/memory-fit";
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { analysePool, type PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import { computeTrail, type TrailInterval, type TrailPoint } from "@/lib/analysis/roofline/points/trail";
import { estimateEngineCache } from "@/lib/analysis/roofline/what-if/engine-cache";
import type { RooflinePool, RooflineTrail, WhatIfBase } from "@/lib/contracts/roofline/roofline";
import type { TimeWindow } from "@/lib/model/time-window";
import {
  toCounterSample,
  type KnownPoolFacts,
  type ColumnRange,
} from "@/lib/semantic/roofline/roofline-samples";
import { describeUtilisationChange, headlineWithChange } from "@/lib/sentences/roofline/describe-change";
import { describePeriod } from "@/lib/sentences/roofline/describe-period";
import { describeSweep } from "@/lib/sentences/roofline/describe-sweep";
import { describeUtilisation } from "@/lib/sentences/roofline/describe-utilisation";
import {
  createPeriodContext,
  toKnownPoolFacts,
  createPoolSample,
  type CurrentPool,
  type CurrentPoolFacts,
} from "./current-pool";
import type { PoolInputs, RooflineInputs } from "./read-inputs";
import { describeHeadline } from "@/lib/sentences/roofline/describe-headline";

/** Measured inputs of one pool, current and over the window. */
export interface PoolFacts extends CurrentPoolFacts {
  readonly inputs: RooflineInputs;
  readonly poolInputs: PoolInputs;
  readonly window: TimeWindow;
}

/**
 * Converts the analysis of a pool to the response. Null if the accelerator has no peak for the model's
 * precision.
 */
export function describePool(facts: PoolFacts, currentPool: CurrentPool): RooflinePool | null {
  const { inputs, poolInputs, window, setting } = facts;
  const known = toKnownPoolFacts(facts);
  const coveredRatio =
    poolInputs.isIntervalCovered.filter(Boolean).length / poolInputs.isIntervalCovered.length;
  const windowSample = createPoolSample(facts, poolInputs.windowColumns, {
    known,
    windowMs: window.endMs - window.startMs,
  });
  const fullWindow = analysePool(setting, windowSample);
  if (fullWindow === null) return null;
  const about = createPeriodContext(facts);
  const { roof, decode, decodeShares } = currentPool.roofline;
  const intervals = intervalsOf(facts, known);
  const { grid, rateWindowMs } = inputs.timing;
  const trail = computeTrail(intervals, setting, roof);
  const change = describeUtilisationChange({
    trail,
    intervalMs: rateWindowMs,
    roof,
    now: currentPool.period,
  });
  const { cacheLoad } = currentPool;
  const waitingRequests = cacheLoad.waitingRequests ?? undefined;
  return {
    role: poolInputs.role,
    instanceCount: poolInputs.hardwareFacts.engineCount,
    ...headlineWithChange(
      describeHeadline({
        now: currentPool.roofline,
        nowPeriod: currentPool.period,
        fullWindow,
        cacheRemedy: currentPool.cacheRemedy,
      }),
      change,
      currentPool.period,
    ),
    change,
    now: currentPool.period,
    fullWindow: describePeriod({
      roofline: fullWindow,
      sample: windowSample,
      ...window,
      coveredMs: coveredRatio * (window.endMs - window.startMs),
      ...about,
    }),
    trail: {
      stepMs: grid.stepMs,
      intervalMs: rateWindowMs,
      intervalCount: grid.pointCount,
      decode: trailColumns(trail.decode),
      prefill: trailColumns(trail.prefill),
    },
    utilisation: describeUtilisation(trail.utilisation, {
      intervalSeconds: rateWindowMs / 1_000,
      replicas: setting.replicas,
      listMissingInputs: about.listMissingInputs,
    }),
    sweep: describeSweep({
      setting,
      samples: intervals.map(({ sample }) => sample),
      nonOverlappingStride: Math.max(1, Math.ceil(rateWindowMs / grid.stepMs)),
      intervalSeconds: rateWindowMs / 1_000,
      maxBatch: facts.configuredMaxBatch,
      limits: facts.limits,
      now: {
        decode,
        shares: decodeShares,
        cacheLoad,
        counters: currentPool.sample.counters,
      },
    }),
    whatIf:
      whatIfOf(currentPool.roofline, currentPool.sample.counters, { setting, waitingRequests }) ??
      whatIfOf(fullWindow, windowSample.counters, { setting, waitingRequests }),
  };
}

function intervalsOf({ inputs, poolInputs }: PoolFacts, known: KnownPoolFacts): readonly TrailInterval[] {
  const { startMs, stepMs, pointCount } = inputs.timing.grid;
  return Array.from({ length: pointCount }, (_, from): TrailInterval => {
    const stretch: ColumnRange = { fromIndex: from, toIndex: from + 1 };
    const isCovered = poolInputs.isIntervalCovered[from] === true;
    return {
      atMs: startMs + from * stepMs,
      sample: isCovered ? toCounterSample(poolInputs.windowColumns, stretch, known) : null,
    };
  });
}

function trailColumns(points: readonly TrailPoint[]): RooflineTrail {
  return {
    atMs: points.map(({ atMs }) => atMs),
    intensityFlopPerByte: points.map(({ intensityFlopPerByte }) => intensityFlopPerByte),
    flopsPerSecond: points.map(({ flopsPerSecond }) => flopsPerSecond),
    isMixed: points.map(({ isMixed }) => isMixed),
  };
}

function whatIfOf(
  { decode }: PoolRoofline,
  counters: CounterSample,
  {
    setting: { servedModel, replicas },
    waitingRequests,
  }: { readonly setting: PoolSetting; readonly waitingRequests: number | undefined },
): WhatIfBase | null {
  if (decode.kind !== "available" || decode.meanStep.meanContext === null) return null;
  const { meanStep } = decode;
  const contextTokens = decode.meanStep.meanContext.tokens;
  // A what-if covers all concurrent decode steps, with the time from one token to the next.
  const concurrentSteps = meanStep.phaseTimes?.concurrentSteps ?? 1;
  const first = counters.firstTokensPerSecond ?? 0;
  const cached = first > 0 ? (counters.cachedPromptTokensPerSecond ?? 0) / first : 0;
  const promptTokens = counters.promptTokensMean ?? contextTokens;
  return {
    batch: meanStep.batch * concurrentSteps,
    contextTokens,
    promptTokens: Math.max(1, promptTokens - cached),
    cachedPromptTokens: cached,
    usableMemoryRatio: defaultUsableMemoryRatio,
    stepSeconds: meanStep.stepSeconds * concurrentSteps,
    promptSeconds: counters.prefillSeconds ?? null,
    waitingRequests: waitingRequests ?? null,
    kvUsageRatio: counters.kvUsageRatio ?? null,
    engineCache: estimateEngineCache(counters, { servedModel, contextTokens, replicas }),
  };
}

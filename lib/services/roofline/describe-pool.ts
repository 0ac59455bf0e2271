/** One pool of a deployment: its points now and over the window, the way they took, the sweep, and what a what-if starts from. Pure. */
import { usualUsableRatio } from "@/lib/analysis/roofline/bounds/fits";
import type { CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import { placePool, type PlacedPool } from "@/lib/analysis/roofline/points/place-pool";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import { trailOf, type Slice, type TrailPoint } from "@/lib/analysis/roofline/points/trail";
import { engineCacheOf } from "@/lib/analysis/roofline/what-if/engine-cache";
import type { RooflinePool, RooflineTrail, WhatIfBase } from "@/lib/contracts/roofline";
import type { TimeWindow } from "@/lib/model/time-window";
import {
  countersOf,
  meanOf,
  waitingOf,
  wholeOf,
  type KnownFacts,
  type Stretch,
} from "@/lib/semantic/roofline/roofline-readings";
import { describeChange, withChange } from "./describe-change";
import { describeStretch } from "./describe-stretch";
import { describeSweep } from "./describe-sweep";
import { describeUtilisation } from "./describe-utilisation";
import { aboutOf, knownOf, readingOf, type PlacedNow, type PoolNowFacts } from "./place-now";
import type { PoolInputs, RoomInputs } from "./read-inputs";
import { headlineOf } from "./room-headline";

export interface PoolFacts extends PoolNowFacts {
  readonly inputs: RoomInputs;
  readonly pool: PoolInputs;
  readonly window: TimeWindow;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function describePool(facts: PoolFacts, now: PlacedNow): RooflinePool | null {
  const { inputs, pool, window, setting } = facts;
  const known = knownOf(facts);
  const coveredRatio = pool.covered.filter(Boolean).length / pool.covered.length;
  const wholeReading = readingOf(facts, pool.over, { known, windowMs: window.endMs - window.startMs });
  const whole = placePool(setting, wholeReading);
  if (whole === null) return null;
  const about = aboutOf(facts);
  const { roof, decode, decodeShares } = now.placed;
  const slices = slicesOf(facts, known);
  const { grid, rateWindowMs } = inputs.timing;
  const trail = trailOf(slices, setting, roof);
  const change = describeChange({ trail, sliceMs: rateWindowMs, roof, now: now.told });
  const waitingRequests = waitingOf(pool.now, wholeOf(pool.now), setting.replicas);
  return {
    role: pool.role,
    instances: pool.facts.engines,
    ...withChange(headlineOf({ now: now.placed, toldNow: now.told, whole }), change, now.told),
    change,
    now: now.told,
    whole: describeStretch({
      placed: whole,
      reading: wholeReading,
      ...window,
      coveredMs: coveredRatio * (window.endMs - window.startMs),
      ...about,
    }),
    trail: {
      stepMs: grid.stepMs,
      sliceMs: rateWindowMs,
      sliceCount: grid.pointCount,
      decode: columnsOf(trail.decode),
      prefill: columnsOf(trail.prefill),
    },
    utilisation: describeUtilisation(trail.used, {
      sliceSeconds: rateWindowMs / 1_000,
      replicas: setting.replicas,
      missingOf: about.missingOf,
    }),
    sweep: describeSweep({
      setting,
      readings: slices.map(({ reading }) => reading),
      every: Math.max(1, Math.ceil(rateWindowMs / grid.stepMs)),
      sliceSeconds: rateWindowMs / 1_000,
      maxBatch: facts.maxBatch,
      now: {
        decode,
        shares: decodeShares,
        waitingRequests,
        kvUsageRatio: meanOf(pool.now.kvUsage, wholeOf(pool.now)),
        counters: now.reading.counters,
      },
    }),
    whatIf:
      whatIfOf(now.placed, now.reading.counters, { setting, waitingRequests }) ??
      whatIfOf(whole, wholeReading.counters, { setting, waitingRequests }),
  };
}

function slicesOf({ inputs, pool }: PoolFacts, known: KnownFacts): readonly Slice[] {
  const { startMs, stepMs, pointCount } = inputs.timing.grid;
  return Array.from({ length: pointCount }, (_, from): Slice => {
    const stretch: Stretch = { from, to: from + 1 };
    const isCovered = pool.covered[from] === true;
    return {
      atMs: startMs + from * stepMs,
      reading: isCovered ? countersOf(pool.over, stretch, known) : null,
    };
  });
}

function columnsOf(points: readonly TrailPoint[]): RooflineTrail {
  return {
    atMs: points.map(({ atMs }) => atMs),
    intensityFlopPerByte: points.map(({ intensityFlopPerByte }) => intensityFlopPerByte),
    flopsPerSecond: points.map(({ flopsPerSecond }) => flopsPerSecond),
    isMixed: points.map(({ isMixed }) => isMixed),
  };
}

function whatIfOf(
  { decode }: PlacedPool,
  counters: CounterReading,
  {
    setting: { served, replicas },
    waitingRequests,
  }: { readonly setting: Setting; readonly waitingRequests: number | undefined },
): WhatIfBase | null {
  if (decode.kind !== "placed" || decode.basis.context === null) return null;
  const { basis } = decode;
  const contextTokens = decode.basis.context.tokens;
  // A change is told of all that decode at once, with the time from one token to the next.
  const stepsUnderWay = basis.times?.stepsUnderWay ?? 1;
  const first = counters.firstTokensPerSecond ?? 0;
  const cached = first > 0 ? (counters.cachedPromptTokensPerSecond ?? 0) / first : 0;
  const promptTokens = counters.promptTokensMean ?? contextTokens;
  return {
    batch: basis.batch * stepsUnderWay,
    contextTokens,
    promptTokens: Math.max(1, promptTokens - cached),
    cachedPromptTokens: cached,
    usableRatio: usualUsableRatio,
    stepSeconds: basis.stepSeconds * stepsUnderWay,
    promptSeconds: counters.prefillSeconds ?? null,
    waitingRequests: waitingRequests ?? null,
    kvUsageRatio: counters.kvUsageRatio ?? null,
    engineCache: engineCacheOf(counters, { served, contextTokens, replicas }),
  };
}

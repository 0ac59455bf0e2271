/** One pool of a deployment: its points now and over the window, the way they took, the sweep, and what a what-if starts from. Pure. */
import { usualUsableRatio } from "@/lib/analysis/roofline/bounds/fits";
import { acceleratorsByDevice } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import type { CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import { placePool, type PlacedPool, type PoolReading } from "@/lib/analysis/roofline/points/place-pool";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import { trailOf, type Slice, type TrailPoint } from "@/lib/analysis/roofline/points/trail";
import type { RooflinePool, RooflineTrail, WhatIfBase } from "@/lib/contracts/roofline";
import type { MissingInput } from "@/lib/contracts/roofline-point";
import type { Accelerator } from "@/lib/model/accelerator";
import type { TimeWindow } from "@/lib/model/time-window";
import { missingCounters, missingSignal } from "@/lib/semantic/roofline/missing-inputs";
import type { RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import {
  countersOf,
  engineOf,
  hardwareOf,
  meanOf,
  wholeOf,
  type KnownFacts,
  type Stretch,
} from "@/lib/semantic/roofline/roofline-readings";
import { readSupport } from "@/lib/semantic/support";
import { describeStretch } from "./describe-stretch";
import { describeSweep } from "./describe-sweep";
import type { PoolInputs, RoomInputs } from "./read-inputs";
import { headlineOf } from "./room-headline";

export interface PoolFacts {
  readonly inputs: RoomInputs;
  readonly pool: PoolInputs;
  readonly window: TimeWindow;
  readonly setting: Setting;
  readonly stepTokenBudget: number | null;
  readonly accelerators: readonly Accelerator[];
  /** Why the accelerators' activity cannot be told apart for this pool; null where it is the pool's own. */
  readonly notApart: string | null;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function describePool(facts: PoolFacts): RooflinePool | null {
  const { inputs, pool, window, setting } = facts;
  const known = knownOf(facts);
  const nowMs = inputs.rateWindow.windowMs;
  const lengthMs = window.endMs - window.startMs;
  const nowReading = readingOf(facts, pool.now, { known, windowMs: nowMs });
  const wholeReading = readingOf(facts, pool.over, { known, windowMs: lengthMs });
  const [now, whole] = [placePool(setting, nowReading), placePool(setting, wholeReading)];
  if (now === null || whole === null) return null;
  const about = {
    replicas: setting.replicas,
    deviceCount: pool.facts.devices.reduce((sum, { count }) => sum + count, 0),
    engineFlag: flagOf(pool),
    ...missingOf(facts),
  };
  const toldNow = describeStretch({
    placed: now,
    reading: nowReading,
    startMs: inputs.atMs - nowMs,
    endMs: inputs.atMs,
    ...about,
  });
  const slices = slicesOf(facts, known);
  const { grid, rateWindowMs } = inputs.timing;
  const trail = trailOf(slices, setting, now.roof);
  const level = (column: Float64Array): number | undefined => meanOf(column, wholeOf(pool.now));
  return {
    role: pool.role,
    instances: pool.facts.engines,
    ...headlineOf({ now, toldNow, whole }),
    now: toldNow,
    whole: describeStretch({ placed: whole, reading: wholeReading, ...window, ...about }),
    trail: {
      stepMs: grid.stepMs,
      sliceMs: rateWindowMs,
      sliceCount: grid.pointCount,
      decode: columnsOf(trail.decode),
      prefill: columnsOf(trail.prefill),
    },
    sweep: describeSweep({
      setting,
      roof: now.roof,
      readings: slices.map(({ reading }) => reading),
      every: Math.max(1, Math.ceil(rateWindowMs / grid.stepMs)),
      sliceSeconds: rateWindowMs / 1_000,
      now: {
        decode: now.decode,
        shares: now.decodeShares,
        waitingRequests: level(pool.now.waiting),
        kvUsageRatio: level(pool.now.kvUsage),
      },
    }),
    whatIf:
      whatIfOf(now, nowReading.counters, level(pool.now.waiting)) ??
      whatIfOf(whole, wholeReading.counters, level(pool.now.waiting)),
  };
}

function knownOf({ pool, stepTokenBudget }: PoolFacts): KnownFacts {
  return {
    kvCacheTokens: pool.facts.cache?.tokens,
    kvBlockTokens: pool.facts.cache?.blockTokens,
    outputSpread: pool.facts.outputSpread ?? undefined,
    stepTokenBudget: stepTokenBudget ?? undefined,
  };
}

function readingOf(
  { pool, accelerators, notApart }: PoolFacts,
  columns: RooflineColumns,
  { known, windowMs }: { readonly known: KnownFacts; readonly windowMs: number },
): PoolReading {
  const stretch = wholeOf(columns);
  const windowSeconds = windowMs / 1_000;
  return {
    counters: countersOf(columns, stretch, known),
    engine: engineOf(columns, stretch),
    hardware: notApart === null ? hardwareOf(columns, stretch, windowSeconds) : { windowSeconds },
    devices: pool.facts.devices.flatMap(({ name, slice }) => {
      const match = acceleratorsByDevice({ name, sliceProfile: slice ?? undefined }, accelerators);
      if (match.kind === "one") return [match.accelerator];
      return match.kind === "several" ? match.accelerators : [];
    }),
  };
}

function slicesOf({ inputs, pool }: PoolFacts, known: KnownFacts): readonly Slice[] {
  const { startMs, stepMs, pointCount } = inputs.timing.grid;
  return Array.from({ length: pointCount }, (_, from): Slice => {
    const stretch: Stretch = { from, to: from + 1 };
    return { atMs: startMs + from * stepMs, reading: countersOf(pool.over, stretch, known) };
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

function missingOf({ inputs, pool, notApart }: PoolFacts) {
  const asked = {
    plan: pool.nowPlan,
    columns: inputs.nowColumns,
    support: readSupport(pool.support, inputs.nowColumns),
    time: { atMs: inputs.atMs, ...inputs.rateWindow },
  };
  return {
    missingOf: (names: Parameters<typeof missingCounters>[0]): MissingInput[] => [
      ...missingCounters(names, asked),
    ],
    missingHardware: (reading: PoolReading["hardware"]): MissingInput[] =>
      (["tensorActive", "dramActive"] as const)
        .filter((name) => reading[`${name}Ratio`] === undefined)
        .map((name) => {
          const signal = missingSignal(name, asked);
          return notApart === null
            ? signal
            : { input: signal.input, title: signal.title, reason: "not-exposed", detail: notApart };
        }),
  };
}

function flagOf({ nowPlan: { flops } }: PoolInputs): string | undefined {
  return flops.flag;
}

function whatIfOf(
  { decode }: PlacedPool,
  counters: CounterReading,
  waiting: number | undefined,
): WhatIfBase | null {
  if (decode.kind !== "placed" || decode.basis.context === null) return null;
  const { basis } = decode;
  const first = counters.firstTokensPerSecond ?? 0;
  const cached = first > 0 ? (counters.cachedPromptTokensPerSecond ?? 0) / first : 0;
  const promptTokens = counters.promptTokensMean ?? basis.context?.tokens ?? 1;
  return {
    batch: basis.batch,
    contextTokens: basis.context?.tokens ?? 1,
    promptTokens: Math.max(1, promptTokens - cached),
    cachedPromptTokens: cached,
    usableRatio: usualUsableRatio,
    stepSeconds: basis.stepSeconds,
    promptSeconds: counters.prefillSeconds ?? null,
    waitingRequests: waiting ?? null,
    kvUsageRatio: counters.kvUsageRatio ?? null,
  };
}

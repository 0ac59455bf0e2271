/** One pool over the last five minutes: read, placed and told. Pure. */
import { acceleratorsByDevice } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import { placePool, type PlacedPool } from "@/lib/analysis/roofline/points/place-pool";
import type { MachinesSeen, PoolReading } from "@/lib/analysis/roofline/points/place-ways";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import type { RooflineStretch } from "@/lib/contracts/roofline";
import type { MissingInput } from "@/lib/contracts/roofline-point";
import type { Accelerator } from "@/lib/model/accelerator";
import { missingCounters, missingSignal } from "@/lib/semantic/roofline/missing-inputs";
import type { RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import {
  countersOf,
  engineOf,
  hardwareOf,
  meanOf,
  wholeOf,
  type KnownFacts,
} from "@/lib/semantic/roofline/roofline-readings";
import { readSupport } from "@/lib/semantic/support";
import { describeStretch, type StretchFacts } from "./describe-stretch";
import type { NowInputs, PoolNow } from "./read-inputs";

export interface PoolNowFacts {
  readonly inputs: NowInputs;
  readonly pool: PoolNow;
  readonly setting: Setting;
  readonly stepTokenBudget: number | null;
  /** Sequences that one step may have, as it is set; null where nobody says. */
  readonly maxBatch: number | null;
  readonly accelerators: readonly Accelerator[];
  /** Accelerators as they are set; null where nothing says. */
  readonly saidCount: number | null;
  /** Why the accelerators' activity cannot be told apart for this pool; null where it is the pool's own. */
  readonly notApart: string | null;
}

export interface PlacedNow {
  readonly reading: PoolReading;
  readonly placed: PlacedPool;
  readonly told: RooflineStretch;
}

/** Null where the accelerator has no peak that could serve the model's precision. */
export function placeNow(facts: PoolNowFacts): PlacedNow | null {
  const { inputs, pool, setting } = facts;
  const { windowMs } = inputs.rateWindow;
  const reading = readingOf(facts, pool.now, { known: knownOf(facts), windowMs });
  const placed = placePool(setting, reading);
  if (placed === null) return null;
  const times = { startMs: inputs.atMs - windowMs, endMs: inputs.atMs, coveredMs: windowMs };
  return { reading, placed, told: describeStretch({ placed, reading, ...times, ...aboutOf(facts) }) };
}

export function knownOf({ pool, stepTokenBudget }: PoolNowFacts): KnownFacts {
  return {
    kvCacheTokens: pool.facts.cache?.tokens,
    kvBlockTokens: pool.facts.cache?.blockTokens,
    outputSpread: pool.facts.outputSpread ?? undefined,
    stepTokenBudget: stepTokenBudget ?? undefined,
  };
}

export function readingOf(
  { pool, accelerators, notApart }: PoolNowFacts,
  columns: RooflineColumns,
  { known, windowMs }: { readonly known: KnownFacts; readonly windowMs: number },
): PoolReading {
  const stretch = wholeOf(columns);
  const windowSeconds = windowMs / 1_000;
  return {
    counters: countersOf(columns, stretch, known),
    engine: engineOf(columns, stretch),
    seen: notApart === null ? seenOf(pool, meanOf(columns.memoryUsed, stretch)) : {},
    hardware: notApart === null ? hardwareOf(columns, stretch, windowSeconds) : { windowSeconds },
    devices: pool.facts.devices.flatMap(({ name, slice }) => {
      const match = acceleratorsByDevice({ name, sliceProfile: slice ?? undefined }, accelerators);
      if (match.kind === "one") return [match.accelerator];
      return match.kind === "several" ? match.accelerators : [];
    }),
  };
}

/** Slices of an accelerator share its memory in parts that nothing tells. */
function seenOf({ facts: { devices, engines } }: PoolNow, memoryUsedBytes: number | undefined): MachinesSeen {
  const accelerators = devices.reduce((sum, { count }) => sum + count, 0);
  if (accelerators === 0 || devices.some(({ slice }) => slice !== null))
    return { engines: engines ?? undefined };
  return {
    accelerators,
    engines: engines ?? undefined,
    memoryUsedBytes: memoryUsedBytes === undefined ? undefined : memoryUsedBytes / accelerators,
  };
}

/** What is told of every stretch of time alike. */
export function aboutOf(
  facts: PoolNowFacts,
): Omit<StretchFacts, "placed" | "reading" | "startMs" | "endMs" | "coveredMs"> {
  const { pool, setting } = facts;
  return {
    replicas: setting.replicas,
    saidCount: facts.saidCount,
    deviceCount: pool.facts.devices.reduce((sum, { count }) => sum + count, 0),
    engineFlag: pool.nowPlan.flops.flag,
    ...missingOf(facts),
  };
}

function missingOf({ inputs, pool, notApart }: PoolNowFacts) {
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

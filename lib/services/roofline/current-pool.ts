/** Analyses one pool over the last five minutes. Pure. */
import { matchAccelerators } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import { analysePool, type PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { EngineFormula } from "@/lib/analysis/roofline/points/checks/engine-formula";
import type { ObservedMachines, PoolSample } from "@/lib/analysis/roofline/points/pool-estimates";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import type { RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import type { MissingInput } from "@/lib/contracts/roofline/roofline-point";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { listMissingSignals, explainMissingSignal } from "@/lib/semantic/roofline/missing-inputs";
import type { RooflineColumns } from "@/lib/semantic/roofline/roofline-columns";
import {
  toCounterSample,
  toEngineSample,
  toHardwareSample,
  meanCacheLoad,
  meanOfColumn,
  getFullColumnRange,
  type KnownPoolFacts,
} from "@/lib/semantic/roofline/roofline-samples";
import { readAbsenceEvidence } from "@/lib/semantic/absence/absence-evidence";
import { isBatchLimitedByCache } from "@/lib/analysis/roofline/sweep/plateau-cause";
import type { Limits } from "@/lib/model/deployment/limits";
import type { CacheLoad } from "@/lib/model/status/cache-pressure";
import { cacheRemedyText } from "@/lib/sentences/roofline/cache-remedy";
import { describePeriod, type PeriodFacts } from "@/lib/sentences/roofline/describe-period";
import type { CurrentInputs, CurrentPoolInputs } from "./read-inputs";

/** Measured inputs and settings of one pool, from which its roofline is computed. */
export interface CurrentPoolFacts {
  readonly inputs: CurrentInputs;
  readonly poolInputs: CurrentPoolInputs;
  readonly setting: PoolSetting;
  readonly stepTokenBudget: number | null;
  /** Configured maximum of sequences per step. Null when unknown. */
  readonly configuredMaxBatch: number | null;
  readonly accelerators: readonly Accelerator[];
  /** Configured number of accelerators. Null when unknown. */
  readonly configuredAcceleratorCount: number | null;
  /** Reason why accelerator activity cannot be attributed to this pool. Null when it does not share accelerators. */
  readonly sharedHardwareReason: string | null;
  readonly limits: Limits;
  /** Formula of the engine's estimates. */
  readonly engineFormula: EngineFormula;
}

/** Roofline analysis of one pool over the last five minutes. */
export interface CurrentPool {
  readonly sample: PoolSample;
  readonly roofline: PoolRoofline;
  readonly period: RooflinePeriodAnalysis;
  readonly cacheLoad: CacheLoad;
  /** Remedy for a KV cache that is too full for waiting requests. Null when no request waits for space in it. */
  readonly cacheRemedy: string | null;
}

/**
 * Computes the roofline of a pool over the last five minutes. Null if the accelerator has no peak for the
 * model's precision.
 */
export function analyseCurrentPool(facts: CurrentPoolFacts): CurrentPool | null {
  const { inputs, poolInputs, setting } = facts;
  const { windowMs } = inputs.rateWindow;
  const sample = createPoolSample(facts, poolInputs.currentColumns, {
    known: toKnownPoolFacts(facts),
    windowMs,
  });
  const roofline = analysePool(setting, sample);
  if (roofline === null) return null;
  const cacheLoad = meanCacheLoad(
    poolInputs.currentColumns,
    getFullColumnRange(poolInputs.currentColumns),
    setting.replicas,
  );
  const times = { startMs: inputs.atMs - windowMs, endMs: inputs.atMs, coveredMs: windowMs };
  return {
    sample,
    roofline,
    cacheLoad,
    cacheRemedy: isBatchLimitedByCache(cacheLoad, facts.limits)
      ? cacheRemedyText(setting.servedModel.formats.kv)
      : null,
    period: describePeriod({ roofline, sample, ...times, ...createPeriodContext(facts) }),
  };
}

/** Returns the facts about a pool that are not measured over time. */
export function toKnownPoolFacts({ poolInputs, stepTokenBudget }: CurrentPoolFacts): KnownPoolFacts {
  return {
    kvCacheTokens: poolInputs.hardwareFacts.kvCache?.tokenCapacity,
    tokensPerKvBlock: poolInputs.hardwareFacts.kvCache?.tokensPerBlock,
    outputLengthVariation: poolInputs.hardwareFacts.outputLengthVariation ?? undefined,
    stepTokenBudget: stepTokenBudget ?? undefined,
  };
}

/**
 * Averages all measurements of a pool over the columns. Accelerator activity is omitted if the pool shares
 * its accelerators.
 */
export function createPoolSample(
  { poolInputs, accelerators, sharedHardwareReason, engineFormula }: CurrentPoolFacts,
  columns: RooflineColumns,
  { known, windowMs }: { readonly known: KnownPoolFacts; readonly windowMs: number },
): PoolSample {
  const stretch = getFullColumnRange(columns);
  const windowSeconds = windowMs / 1_000;
  return {
    counters: toCounterSample(columns, stretch, known),
    engine: { ...toEngineSample(columns, stretch), formula: engineFormula },
    observedMachines:
      sharedHardwareReason === null
        ? observedMachines(poolInputs, meanOfColumn(columns.memoryUsed, stretch))
        : {},
    hardware:
      sharedHardwareReason === null ? toHardwareSample(columns, stretch, windowSeconds) : { windowSeconds },
    devices: poolInputs.hardwareFacts.devices.flatMap(({ name, migProfile }) => {
      const match = matchAccelerators({ name, migProfile: migProfile ?? undefined }, accelerators);
      if (match.kind === "one") return [match.accelerator];
      return match.kind === "several" ? match.accelerators : [];
    }),
  };
}

/**
 * Returns the observed machines. Accelerators with MIG instances are not counted, because the memory of each instance
 * is unknown.
 */
function observedMachines(
  { hardwareFacts: { devices, engineCount } }: CurrentPoolInputs,
  memoryUsedBytes: number | undefined,
): ObservedMachines {
  const accelerators = devices.reduce((sum, { count }) => sum + count, 0);
  if (accelerators === 0 || devices.some(({ migProfile }) => migProfile !== null))
    return { instanceCount: engineCount ?? undefined };
  return {
    acceleratorCount: accelerators,
    instanceCount: engineCount ?? undefined,
    memoryUsedBytes: memoryUsedBytes === undefined ? undefined : memoryUsedBytes / accelerators,
  };
}

/** Returns the facts that the analysis of every period of the pool shares. */
export function createPeriodContext(
  facts: CurrentPoolFacts,
): Omit<PeriodFacts, "roofline" | "sample" | "startMs" | "endMs" | "coveredMs"> {
  const { poolInputs, setting } = facts;
  return {
    replicas: setting.replicas,
    configuredAccelerators: facts.configuredAcceleratorCount,
    activeAccelerators: poolInputs.hardwareFacts.devices.reduce((sum, { count }) => sum + count, 0),
    howToEnableEngineEstimate: poolInputs.plan.flops.howToEnable,
    ...missingInputReaders(facts),
  };
}

function missingInputReaders({ inputs, poolInputs, sharedHardwareReason }: CurrentPoolFacts) {
  const queried = {
    plan: poolInputs.plan,
    columns: inputs.queryColumns,
    evidence: readAbsenceEvidence(poolInputs.absencePlan, inputs.queryColumns),
    window: { atMs: inputs.atMs, ...inputs.rateWindow },
  };
  return {
    listMissingInputs: (names: Parameters<typeof listMissingSignals>[0]): MissingInput[] => [
      ...listMissingSignals(names, queried),
    ],
    listMissingHardwareInputs: (reading: PoolSample["hardware"]): MissingInput[] =>
      (["tensorActive", "dramActive"] as const)
        .filter((name) => reading[`${name}Ratio`] === undefined)
        .map((name) => {
          const signal = explainMissingSignal(name, queried);
          return sharedHardwareReason === null
            ? signal
            : {
                input: signal.input,
                title: signal.title,
                reason: "not-exposed",
                detail: sharedHardwareReason,
              };
        }),
  };
}

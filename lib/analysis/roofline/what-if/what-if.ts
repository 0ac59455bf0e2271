/**
 * Comparison of a changed scenario with the current one: both ceilings, the expected values, and remarks on the
 * difference.
 */
import { computePerformanceCeiling, type PerformanceCeiling } from "./ceiling";
import { applyChange, type WhatIfChange, type Scenario } from "./change";
import { sequenceCapacity, type EngineCache } from "./engine-cache";
import { estimateRun, secondsBeyondBound, type ExpectedRun, type NowAndAfter } from "./remainder";

/** Measured times and queue of the current deployment; null if unknown. */
export interface MeasuredTimes {
  /** Time of a decode step at the scenario's batch and context; null if not measured. */
  readonly stepSeconds: number | null;
  /** Time of a prefill of the scenario's prompt. */
  readonly promptSeconds: number | null;
  /** Requests that wait in the queue. */
  readonly waitingRequests: number | null;
  /** Absent or null if unknown. */
  readonly engineCache?: EngineCache | null;
  /** Maximum number of sequences per step that the engine is configured for. Absent or null if unknown. */
  readonly maxBatch?: number | null;
}

/** Caveat of a what-if result. `kvBytesRatio` is the KV cache's share of the bytes of a step. */
export type WhatIfRemark =
  /** The number of KV heads is not a setting. A different number requires a different model. */
  | { readonly kind: "another-model" }
  /** The accelerator has no units for the format, so numbers are widened before they are multiplied. */
  | { readonly kind: "widened" }
  /** A scenario that does not fit cannot run. It has no latency and no throughput. */
  | { readonly kind: "does-not-fit"; readonly missingBytes: number }
  /** The engine limits its batches to fewer sequences. */
  | { readonly kind: "exceeds-max-batch"; readonly maxBatch: number }
  /** The scenario fits in memory but not in the engine's current cache. */
  | { readonly kind: "engine-cache"; readonly cache: EngineCache; readonly maxSequences: number }
  /** A larger batch requires more requests. */
  | {
      readonly kind: "needs-requests";
      readonly additionalRequests: number;
      readonly waitingRequests: number | null;
    }
  /** Most bytes of a step are reads of the KV cache. Neither a larger batch nor narrower weights reduce them. */
  | { readonly kind: "cache-reads-dominate"; readonly kvBytesRatio: number }
  /** The bandwidth between accelerators is unknown, so communication includes only latency. */
  | { readonly kind: "link-unknown" }
  /** The ceiling assumes the link speed within a machine. */
  | { readonly kind: "beyond-one-machine"; readonly tensor: number }
  /** The table has no measured bandwidth, so the vendor's is used. */
  | { readonly kind: "vendor-bandwidth" }
  /** The current step is faster than these inputs allow, so they are incorrect, and so is the ceiling. */
  | { readonly kind: "faster-than-bound"; readonly measuredSeconds: number; readonly boundSeconds: number };

/** Performance ceilings and expected values of a scenario before and after a hypothetical change. */
export interface WhatIf {
  readonly now: PerformanceCeiling;
  readonly after: PerformanceCeiling;
  /**
   * Expected values: the time of the ceiling plus the overhead that is measured now. Null without a measurement. They
   * are not ceilings. Null also if the changed scenario does not fit in memory.
   */
  readonly expected: {
    readonly step: NowAndAfter<ExpectedRun> | null;
    readonly promptSeconds: NowAndAfter<number> | null;
  };
  readonly scenario: Scenario;
  readonly remarks: readonly WhatIfRemark[];
}

/**
 * Computes a scenario before and after a change; null if either accelerator has no peak for the model's
 * precision.
 */
export function computeWhatIf(
  scenario: Scenario,
  change: WhatIfChange,
  measured: MeasuredTimes,
): WhatIf | null {
  const after = applyChange(scenario, change);
  const [now, then] = [computePerformanceCeiling(scenario), computePerformanceCeiling(after)];
  if (now === null || then === null) return null;
  const canRun = then.memoryFit.kind === "fits";
  const step = canRun ? secondsBeyondBound(measured.stepSeconds, now.stepSeconds) : null;
  const prompt = canRun ? secondsBeyondBound(measured.promptSeconds, now.ttftSeconds) : null;
  return {
    now,
    after: then,
    expected: {
      step:
        step === null
          ? null
          : { now: estimateRun(now, scenario, step), after: estimateRun(then, after, step) },
      promptSeconds:
        prompt === null ? null : { now: now.ttftSeconds + prompt, after: then.ttftSeconds + prompt },
    },
    scenario: after,
    remarks: [...fasterThanBound(measured, now), ...remarksOf({ scenario, after, change }, then, measured)],
  };
}

function fasterThanBound({ stepSeconds }: MeasuredTimes, now: PerformanceCeiling): readonly WhatIfRemark[] {
  if (stepSeconds === null || stepSeconds >= now.stepSeconds) return [];
  return [{ kind: "faster-than-bound", measuredSeconds: stepSeconds, boundSeconds: now.stepSeconds }];
}

const mostly = 2 / 3;
/** Number of accelerators of usual servers. Racks that connect more accelerators are rare. */
const maxPerMachine = 8;

function remarksOf(
  {
    scenario,
    after,
    change,
  }: { readonly scenario: Scenario; readonly after: Scenario; readonly change: WhatIfChange },
  ceiling: PerformanceCeiling,
  { waitingRequests, engineCache = null, maxBatch = null }: MeasuredTimes,
): readonly WhatIfRemark[] {
  const { memoryFit: fit, roof, decode } = ceiling;
  const more = after.batch - scenario.batch;
  const kvBytesRatio = decode.work.kvBytes / decode.work.bytes;
  const helpsNot = more > 0 || change.weights !== undefined;
  return [
    ...(change.kvHeads === undefined ? [] : [{ kind: "another-model" } as const]),
    ...(roof.isPrecisionWidened ? [{ kind: "widened" } as const] : []),
    ...(fit.kind === "does-not-fit"
      ? [{ kind: "does-not-fit", missingBytes: fit.neededBytes - fit.usableBytes } as const]
      : []),
    ...(change.batch !== undefined && maxBatch !== null && after.batch > maxBatch
      ? [{ kind: "exceeds-max-batch", maxBatch } as const]
      : []),
    ...(fit.kind === "fits" ? cacheRemark({ after, change }, engineCache) : []),
    ...(more > 0 && (waitingRequests === null || waitingRequests < more)
      ? [{ kind: "needs-requests", additionalRequests: more, waitingRequests } as const]
      : []),
    ...(helpsNot && kvBytesRatio > mostly ? [{ kind: "cache-reads-dominate", kvBytesRatio } as const] : []),
    ...(after.parallelism.tensor > 1 && after.accelerator.link.bidirectionalBytesPerSecond === null
      ? [{ kind: "link-unknown" } as const]
      : []),
    ...(change.parallelism !== undefined && after.parallelism.tensor > maxPerMachine
      ? [{ kind: "beyond-one-machine", tensor: after.parallelism.tensor } as const]
      : []),
    ...(roof.practicalBytesPerSecond.kind === "unknown" ? [{ kind: "vendor-bandwidth" } as const] : []),
  ];
}

/**
 * Returns the remark that the batch does not fit into the engine's current cache. A change that restarts the engine
 * also changes the size of the cache, so the remark does not apply to it.
 */
function cacheRemark(
  { after, change }: { readonly after: Scenario; readonly change: WhatIfChange },
  cache: EngineCache | null,
): readonly WhatIfRemark[] {
  const { weights, kv, kvHeads, parallelism, accelerator } = change;
  const restartsEngine = [weights, kv, kvHeads, parallelism, accelerator].some((one) => one !== undefined);
  const needsMoreCache = change.batch !== undefined || change.contextTokens !== undefined;
  if (cache === null || restartsEngine || !needsMoreCache) return [];
  const maxSequences = sequenceCapacity(cache, after.servedModel, after.contextTokens);
  return after.batch > maxSequences ? [{ kind: "engine-cache", cache, maxSequences }] : [];
}

/** A change against what runs: both ceilings, what is expected beside them, and what must be said with the difference. */
import { ceilingOf, type Ceiling } from "./ceiling";
import { applyChange, type WhatIfChange, type Scenario } from "./change";
import { sequenceCapacity, type EngineCache } from "./engine-cache";
import { expectedRun, remainderOf, type ExpectedRun, type NowAndAfter } from "./remainder";

export interface MeasuredTimes {
  /** Of a decode step at the scenario's batch and context; null = not measured. */
  readonly stepSeconds: number | null;
  /** Of a prefill of the scenario's prompt. */
  readonly promptSeconds: number | null;
  readonly waitingRequests: number | null;
  /** Absent or null = nothing tells. */
  readonly engineCache?: EngineCache | null;
}

export type WhatIfRemark =
  /** Another number of KV heads is another model, not a setting. */
  | { readonly kind: "another-model" }
  /** The accelerator has no units for the format: numbers are widened before they are multiplied. */
  | { readonly kind: "widened" }
  | { readonly kind: "does-not-fit"; readonly shortBytes: number }
  /** Memory would hold it, the cache that the engine has now does not. */
  | { readonly kind: "engine-cache"; readonly cache: EngineCache; readonly maxSequences: number }
  /** A larger batch needs requests to fill it. */
  | { readonly kind: "needs-requests"; readonly more: number; readonly waiting: number | null }
  /** Cache reads are most of the bytes, which no larger batch and no narrower weights save. */
  | { readonly kind: "cache-reads-dominate"; readonly kvRatio: number }
  /** No bandwidth between accelerators is known, so only latency of communication is counted. */
  | { readonly kind: "link-unknown" }
  /** Links are counted as those within a machine. */
  | { readonly kind: "beyond-one-machine"; readonly tensor: number }
  /** The table has no measured bandwidth: the vendor's is used. */
  | { readonly kind: "printed-bandwidth" }
  /** A step is faster now than these inputs allow, so they are wrong, and so is the ceiling. */
  | { readonly kind: "faster-than-bound"; readonly measuredSeconds: number; readonly boundSeconds: number };

export interface WhatIf {
  readonly now: Ceiling;
  readonly after: Ceiling;
  /** Never a ceiling: what it takes if all that a step takes beyond its bound now stays. Null where that was not measured. */
  readonly expected: {
    readonly step: NowAndAfter<ExpectedRun> | null;
    readonly promptSeconds: NowAndAfter<number> | null;
  };
  readonly scenario: Scenario;
  readonly remarks: readonly WhatIfRemark[];
}

/** Null where either accelerator cannot serve the model's precision. */
export function whatIf(scenario: Scenario, change: WhatIfChange, measured: MeasuredTimes): WhatIf | null {
  const after = applyChange(scenario, change);
  const [now, then] = [ceilingOf(scenario), ceilingOf(after)];
  if (now === null || then === null) return null;
  const step = remainderOf(measured.stepSeconds, now.stepSeconds);
  const prompt = remainderOf(measured.promptSeconds, now.ttftSeconds);
  return {
    now,
    after: then,
    expected: {
      step:
        step === null
          ? null
          : { now: expectedRun(now, scenario, step), after: expectedRun(then, after, step) },
      promptSeconds:
        prompt === null ? null : { now: now.ttftSeconds + prompt, after: then.ttftSeconds + prompt },
    },
    scenario: after,
    remarks: [...fasterThanBound(measured, now), ...remarksOf({ scenario, after, change }, then, measured)],
  };
}

function fasterThanBound({ stepSeconds }: MeasuredTimes, now: Ceiling): readonly WhatIfRemark[] {
  if (stepSeconds === null || stepSeconds >= now.stepSeconds) return [];
  return [{ kind: "faster-than-bound", measuredSeconds: stepSeconds, boundSeconds: now.stepSeconds }];
}

const mostly = 2 / 3;
/** As servers are built; racks that join more are rare. */
const maxPerMachine = 8;

function remarksOf(
  {
    scenario,
    after,
    change,
  }: { readonly scenario: Scenario; readonly after: Scenario; readonly change: WhatIfChange },
  ceiling: Ceiling,
  { waitingRequests, engineCache = null }: MeasuredTimes,
): readonly WhatIfRemark[] {
  const { fit, roof, decode } = ceiling;
  const more = after.batch - scenario.batch;
  const kvRatio = decode.work.kvBytes / decode.work.bytes;
  const helpsNot = more > 0 || change.weights !== undefined;
  return [
    ...(change.kvHeads === undefined ? [] : [{ kind: "another-model" } as const]),
    ...(roof.isWidened ? [{ kind: "widened" } as const] : []),
    ...(fit.kind === "does-not-fit"
      ? [{ kind: "does-not-fit", shortBytes: fit.neededBytes - fit.usableBytes } as const]
      : []),
    ...(fit.kind === "fits" ? cacheRemark({ after, change }, engineCache) : []),
    ...(more > 0 && (waitingRequests === null || waitingRequests < more)
      ? [{ kind: "needs-requests", more, waiting: waitingRequests } as const]
      : []),
    ...(helpsNot && kvRatio > mostly ? [{ kind: "cache-reads-dominate", kvRatio } as const] : []),
    ...(after.parallel.tensor > 1 && after.accelerator.link.bidirectionalBytesPerSecond === null
      ? [{ kind: "link-unknown" } as const]
      : []),
    ...(change.parallel !== undefined && after.parallel.tensor > maxPerMachine
      ? [{ kind: "beyond-one-machine", tensor: after.parallel.tensor } as const]
      : []),
    ...(roof.practicalBytesPerSecond.kind === "unknown" ? [{ kind: "printed-bandwidth" } as const] : []),
  ];
}

/** What starts the engine anew gives it another cache, of which memory alone tells. */
function cacheRemark(
  { after, change }: { readonly after: Scenario; readonly change: WhatIfChange },
  cache: EngineCache | null,
): readonly WhatIfRemark[] {
  const { weights, kv, kvHeads, parallel, accelerator } = change;
  const restartsEngine = [weights, kv, kvHeads, parallel, accelerator].some((one) => one !== undefined);
  const needsMoreCache = change.batch !== undefined || change.contextTokens !== undefined;
  if (cache === null || restartsEngine || !needsMoreCache) return [];
  const maxSequences = sequenceCapacity(cache, after.served, after.contextTokens);
  return after.batch > maxSequences ? [{ kind: "engine-cache", cache, maxSequences }] : [];
}

/**
 * The status of a deployment: the worst condition that holds, by fixed limits. Missing data never counts as ok: a
 * missing metric results in "cannot tell", and missing requests in "no traffic".
 */
import type { Reading } from "@/lib/model/reading";
import { limits, statusIds, type StatusId } from "@/lib/model/status";

/**
 * State of the targets in the last scrapes. Silent: no target responded. Removed: neither targets nor series of a
 * known deployment exist. Without series: a target responds but no longer exposes the engine's detection metric.
 * None: the selectors never matched any target. Not scraped: the source scraped nothing at all, or has no data from
 * that time.
 */
export type TargetState = "answering" | "silent" | "removed" | "without-series" | "none" | "not-scraped";

/** Results of the status queries. */
export interface StatusNumbers {
  readonly targets: TargetState;
  /**
   * Minimum of running and of waiting requests within max(30 s, 3 scrapes), so that ended work does not look stalled;
   * null when unknown.
   */
  readonly minRunning: number | null;
  readonly minQueued: number | null;
  /** Minimum of waiting requests in the last two minutes, over the deployment; null when unknown. */
  readonly minWaiting: number | null;
  /**
   * Mean KV usage of the fullest instance over the last two minutes, because a preemption frees blocks for a moment.
   * Null when unknown.
   */
  readonly meanKvUsageRatio: number | null;
  /** Tokens produced within max(30 s, 3 scrapes); null when unknown. */
  readonly recentTokens: number | null;
  /**
   * Within ten minutes: whether running changed, and whether anything waited, arrived or finished. Null when unknown.
   */
  readonly frozen: FrozenEvidence | null;
  /** For a training job only, which serves no requests and is judged by its steps. */
  readonly steps: StepEvidence | null;
}

/** Includes the headlines of the last five minutes. */
export interface StatusEvidence extends StatusNumbers {
  readonly ttftP95: Reading;
  readonly tpotMean: Reading;
  readonly errorRatio: Reading;
  readonly running: Reading;
  readonly waiting: Reading;
}

/**
 * Progress of a training job. The normal duration of its steps is unknown, so the limit is that of a frozen gauge.
 */
export interface StepEvidence {
  /** Increase of the step metric within `limits.frozenForMs`; null when no such metric is known. */
  readonly increase: number | null;
  /** The metric already existed at the start of that window. */
  readonly hasFullWindow: boolean;
}

export interface FrozenEvidence {
  readonly runningChanges: number;
  readonly maxWaiting: number;
  readonly arrivals: number;
  readonly finished: number;
}

export interface Judgement {
  readonly id: StatusId;
  /** All conditions that hold, worst first; never empty. */
  readonly matching: readonly StatusId[];
}

/** Statuses with a condition. Ok means that none of them holds. */
type JudgedStatus = Exclude<StatusId, "ok">;
const judgedStatuses = statusIds.filter((id): id is JudgedStatus => id !== "ok");

/** Determines the status. Null evidence means that the source could not be read. */
export function judgeStatus(evidence: StatusEvidence | null): Judgement {
  const steps = evidence?.steps ?? null;
  if (evidence !== null && steps !== null) return judgeTraining(evidence.targets, steps);
  const matching = judgedStatuses.filter((id) =>
    evidence === null ? id === "source-down" : conditions[id](evidence),
  );
  const [id] = matching;
  return id === undefined ? { id: "ok", matching: ["ok"] } : { id, matching };
}

/**
 * Judges a training job: down like any other deployment, stalled when its steps stop while a target responds, ok
 * while they increase.
 */
function judgeTraining(targets: TargetState, { increase, hasFullWindow }: StepEvidence): Judgement {
  const id = trainingStatus(targets, increase, hasFullWindow);
  return { id, matching: [id] };
}

function trainingStatus(targets: TargetState, increase: number | null, hasFullWindow: boolean): StatusId {
  if (targets === "silent" || targets === "removed") return "source-down";
  if (targets === "without-series" || targets === "none" || targets === "not-scraped") return "cannot-tell";
  if (increase === null) return "cannot-tell";
  if (increase > 0) return "ok";
  return hasFullWindow ? "stalled" : "cannot-tell";
}

const valueOf = (reading: Reading): number | null => (reading.kind === "present" ? reading.value : null);
const isAbsent = (reading: Reading, ...reasons: readonly string[]): boolean =>
  reading.kind === "absent" && reasons.includes(reading.reason);

/** Returns the requests in flight; null when neither gauge is known. */
function inFlight({ running, waiting }: StatusEvidence): number | null {
  const parts = [valueOf(running), valueOf(waiting)].filter((value) => value !== null);
  return parts.length === 0 ? null : parts.reduce((sum, value) => sum + value, 0);
}

/** Returns whether the running gauge is stuck: it does not change, and neither does any other metric. */
export function isFrozen(evidence: StatusEvidence): boolean {
  const { frozen } = evidence;
  if (frozen === null || (inFlight(evidence) ?? 0) <= 0) return false;
  return (
    frozen.runningChanges === 0 && frozen.maxWaiting === 0 && frozen.arrivals === 0 && frozen.finished === 0
  );
}

const notJudgeable = [
  "no-series",
  "metric-absent",
  "not-exposed",
  "query-failed",
  "not-yet-known",
  "target-down",
  "not-scraped",
  "no-data",
  "wrong-edges",
] as const;

/** Requests were in flight during the complete window. */
function isBusy({ minRunning, minQueued }: StatusEvidence): boolean {
  return (minRunning ?? 0) > 0 || (minQueued ?? 0) > 0;
}

const conditions: { readonly [Id in JudgedStatus]: (evidence: StatusEvidence) => boolean } = {
  // A signal that the engine does not expose cannot show that targets are down, so the other signal decides.
  "source-down": ({ targets, running, ttftP95 }) =>
    targets === "silent" ||
    targets === "removed" ||
    ([running, ttftP95].some((one) => isAbsent(one, "target-down")) &&
      [running, ttftP95].every((one) => isAbsent(one, "target-down", "not-exposed"))),
  // Requests whose series disappeared produce no tokens either.
  stalled: (evidence) =>
    evidence.targets === "without-series"
      ? (inFlight(evidence) ?? 0) > 0
      : isBusy(evidence) && evidence.recentTokens === 0 && !isFrozen(evidence),
  "kv-pressure": ({ minWaiting, meanKvUsageRatio }) =>
    minWaiting !== null &&
    minWaiting > 0 &&
    meanKvUsageRatio !== null &&
    meanKvUsageRatio > limits.kvUsageRatio,
  errors: ({ errorRatio }) => (valueOf(errorRatio) ?? 0) > limits.errorRatio,
  "slow-ttft": ({ ttftP95 }) => (valueOf(ttftP95) ?? 0) > limits.ttftP95Seconds,
  "slow-tpot": ({ tpotMean }) => (valueOf(tpotMean) ?? 0) > limits.meanTpotSeconds,
  "cannot-tell": (evidence) =>
    isFrozen(evidence) ||
    evidence.targets === "without-series" ||
    evidence.targets === "none" ||
    evidence.targets === "not-scraped" ||
    isAbsent(evidence.ttftP95, ...notJudgeable),
  "no-traffic": (evidence) => isAbsent(evidence.ttftP95, "no-traffic") && (inFlight(evidence) ?? 0) === 0,
};

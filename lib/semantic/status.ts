/**
 * The status of a deployment: the worst of what holds, by the fixed limits. Missing evidence never reads as ok: what cannot
 * be judged for want of a metric says "cannot tell", what cannot be judged for want of requests says "no traffic".
 */
import type { Reading } from "@/lib/model/reading";
import { limits, statusIds, type StatusId } from "@/lib/model/status";

/**
 * What the last scrapes say. Silent: no target answered. Gone: neither targets nor series of a deployment that was there.
 * Without series: a target answers and no longer has what the engine is found by. None: its selectors never found any.
 * Unseen: the source scraped nothing, of this deployment and of any other, or keeps nothing from then.
 */
export type TargetState = "answering" | "silent" | "removed" | "without-series" | "none" | "not-scraped";

/** What the queries of a status alone tell. */
export interface StatusNumbers {
  readonly targets: TargetState;
  /** Least running, and least waiting, within max(30 s, 3 scrapes), so that work which has ended does not look stuck; null when unknown. */
  readonly minRunning: number | null;
  readonly minQueued: number | null;
  /** Least seen in the last two minutes, of the deployment as a whole; null when unknown. */
  readonly minWaiting: number | null;
  /** Mean KV usage over the last two minutes of its fullest instance: a preemption frees blocks for a moment. Null when unknown. */
  readonly meanKvUsageRatio: number | null;
  /** Tokens produced within max(30 s, 3 scrapes); null when unknown. */
  readonly recentTokens: number | null;
  /** Within ten minutes: did running change, did anything wait, arrive or finish? Null when unknown. */
  readonly frozen: FrozenEvidence | null;
  /** Of a training job: it serves nobody, and is judged by its steps alone. */
  readonly steps: StepEvidence | null;
}

/** With the headlines of the last five minutes. */
export interface StatusEvidence extends StatusNumbers {
  readonly ttftP95: Reading;
  readonly tpotMean: Reading;
  readonly errorRatio: Reading;
  readonly running: Reading;
  readonly waiting: Reading;
}

/** Whether a training job goes on. Nothing tells how long one of its steps may take: the time is that of a gauge that stands still. */
export interface StepEvidence {
  /** By how much what moves with its steps rose within `limits.frozenForMs`; null where nothing that rises is known. */
  readonly increase: number | null;
  /** It was there already when that time began. */
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
  /** Everything that holds, worst first; never empty. */
  readonly matching: readonly StatusId[];
}

/** Ok is that none of them holds. */
type JudgedStatus = Exclude<StatusId, "ok">;
const judgedStatuses = statusIds.filter((id): id is JudgedStatus => id !== "ok");

/** Evidence null means that the source could not be read at all. */
export function judgeStatus(evidence: StatusEvidence | null): Judgement {
  const steps = evidence?.steps ?? null;
  if (evidence !== null && steps !== null) return judgeTraining(evidence.targets, steps);
  const matching = judgedStatuses.filter((id) =>
    evidence === null ? id === "source-down" : conditions[id](evidence),
  );
  const [id] = matching;
  return id === undefined ? { id: "ok", matching: ["ok"] } : { id, matching };
}

/** Down as any other; stalled when its steps stand still while a target answers; else ok while they move. */
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

/** Requests in flight; null when neither gauge is known. */
function inFlight({ running, waiting }: StatusEvidence): number | null {
  const parts = [valueOf(running), valueOf(waiting)].filter((value) => value !== null);
  return parts.length === 0 ? null : parts.reduce((sum, value) => sum + value, 0);
}

/** The running gauge stands still while nothing else moves: it is the gauge that is stuck, not the engine. */
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

/** Something was in flight all the while. */
function isBusy({ minRunning, minQueued }: StatusEvidence): boolean {
  return (minRunning ?? 0) > 0 || (minQueued ?? 0) > 0;
}

const conditions: { readonly [Id in JudgedStatus]: (evidence: StatusEvidence) => boolean } = {
  // What an engine does not have cannot tell that its targets are down; the other one then tells alone.
  "source-down": ({ targets, running, ttftP95 }) =>
    targets === "silent" ||
    targets === "removed" ||
    ([running, ttftP95].some((one) => isAbsent(one, "target-down")) &&
      [running, ttftP95].every((one) => isAbsent(one, "target-down", "not-exposed"))),
  // Requests whose series are gone produce no tokens either.
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

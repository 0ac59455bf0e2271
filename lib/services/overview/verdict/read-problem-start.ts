/**
 * Reads since when the present problems of a deployment exist, and the share of requests that they affected. The history
 * is independent of the window of the page, so that all pages state the same time:
 *
 *     2 d ──────── step 10 min ──────── 6 h ──── step 1 min ──── now
 *
 * The two days are read only if the problems began before the last six hours. The result is shared between viewers and read
 * again after a minute.
 */
import { createScopedKey } from "@/lib/model/sources/source-scope";
import type { Answer } from "@/lib/model/answer";
import type { AffectedScope } from "@/lib/model/status/instance-load";
import type { ShareRange, UnknownFact } from "@/lib/model/status/problem-facts";
import type { WindowExpression } from "@/lib/model/time-window";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { createWorkShare, findOrStart, type WorkShare } from "@/lib/server/concurrency/share";
import { getProcessState } from "@/lib/server/process-state";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { createSeriesKey } from "@/lib/services/deployments/series-key";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import type { PointLimits, StatusPoint } from "@/lib/status/status-rule";
import { statusRule, type StatusId } from "@/lib/status/statuses";
import { findValues, overviewLane } from "../row-answers";
import { mapPointFields, pointStatistics } from "./point-fields";
import {
  chooseEarliestStart,
  reachesFurtherBack,
  findAffectedShare,
  findProblemStart,
  type ProblemStart,
} from "./problem-history";

const minuteMs = 60_000;
const histories = [
  { lengthMs: 360 * minuteMs, maxPoints: 361 },
  { lengthMs: 2 * 1_440 * minuteMs, maxPoints: 289 },
] as const;
/** Maximum time that a status waits for the history, because the first document shows only rows that are read within 1.5 s. */
const waitMs = 300;
/** Maximum time for the end of a past window, which is not read again. */
const pastWaitMs = 10_000;

/** Returns how long a status waits for a fact. `endMs` is the end of a past window, or null. */
export const factWaitMs = (endMs: number | null): number => (endMs === null ? waitMs : pastWaitMs);
const retentionMs = minuteMs;
/** Time after which an unknown start or a failure is read again. The newest points may then show the problem. */
const retryMs = 5_000;
const previousRetentionMs = 10 * minuteMs;

/** Problems of a deployment whose start is searched. */
export interface ProblemRequest {
  readonly ids: readonly StatusId[];
  readonly limits: PointLimits;
  /** Scopes whose histories show the problems: the affected instances, or the complete deployment. */
  readonly scopes: readonly AffectedScope[];
  /** Deployment whose TTFT is judged: a gateway if the engine's TTFT excludes the queue or the prefill. */
  readonly ttftSlug: string;
  /** End of a past window; null for a live window. */
  readonly endMs: number | null;
}

/** Start of the current problems, and the fraction of requests that they affect. */
export interface ProblemResult {
  readonly start: ProblemStart;
  /** Share of requests over the TTFT limit since the start. Null if it is unknown. */
  readonly affected: ShareRange | null;
}

/**
 * Finds the start of the current problems and the fraction of affected requests, or returns why they are not
 * known yet. Never rejects.
 */
export async function readProblemStart(
  deployment: KnownDeployment,
  request: ProblemRequest,
  leaveSignal: AbortSignal,
): Promise<ProblemResult | UnknownFact> {
  const pointFields = request.ids.flatMap((id) => statusRule(id).pointFields ?? []);
  if (pointFields.length === 0)
    return { kind: "unknown", reason: "The history of the metrics does not show when this state began." };
  const isTtftAffected = request.ids.some((id) => statusRule(id).subjectLimit === "ttftP95Seconds");
  const fields = [...pointFields, ...(isTtftAffected ? (["ttftP95"] as const) : [])];
  const key = createScopedKey(deployment.sourceScope, createSeriesKey(deployment), request);
  const work = findOrStart(works(), key, (signal) =>
    readEarliestStart(deployment, { ...request, fields: [...new Set(fields)], signal }),
  );
  const outcome = await waitOrReturnPending(factWaitMs(request.endMs), work.joinResult, leaveSignal);
  if (outcome.kind === "done") return outcome.value;
  if (work.previousResult !== undefined) return work.previousResult;
  return outcome.kind === "pending"
    ? { kind: "pending", reason: "The history is still being read." }
    : {
        kind: "unknown",
        reason: "The history could not be read. Ridgepoint reads it again within a minute.",
      };
}

const works = (): WorkShare<ProblemResult> =>
  getProcessState("problem-starts", () =>
    createWorkShare<ProblemResult>({
      graceMs: 15_000,
      previousRetentionMs,
      retentionMs: (outcome) =>
        outcome.kind === "done" && outcome.value.start.kind !== "unknown" ? retentionMs : retryMs,
    }),
  );

/** Fields of statuses that concern individual instances. */
const instanceFields: ReadonlySet<keyof StatusPoint> = new Set([
  "waiting",
  "kvUsage",
  "running",
  "preemptions",
  "outputTokenRate",
]);

interface HistoryRead extends ProblemRequest {
  readonly fields: readonly (keyof StatusPoint)[];
  readonly signal: AbortSignal;
}

interface ScopeRead extends Omit<HistoryRead, "scopes"> {
  /** Affected instance; null for the complete deployment. */
  readonly instance: string | null;
}

/** Reads the history of each affected scope, and returns the earliest start of the problems. */
async function readEarliestStart(
  deployment: KnownDeployment,
  { scopes, ...read }: HistoryRead,
): Promise<ProblemResult> {
  const results = await Promise.all(
    scopes.map(async ({ instance, fullBatchSize }) =>
      readHistories(deployment, { ...read, instance, limits: { ...read.limits, fullBatchSize } }),
    ),
  );
  return chooseEarliestStart(results) ?? { start: { kind: "unknown" }, affected: null };
}

/** Reads the short history of a scope. If the problems began before it, also reads the long history. */
async function readHistories(deployment: KnownDeployment, read: ScopeRead): Promise<ProblemResult> {
  const [short, long] = histories;
  const recent = await readHistory(deployment, read, short);
  if (recent.start.kind !== "at-least") return recent;
  const earlier = await readHistory(deployment, read, long);
  return reachesFurtherBack(recent.start, earlier.start) ? earlier : recent;
}

async function readHistory(
  deployment: KnownDeployment,
  { fields, ids, limits, ttftSlug, instance, endMs, signal }: ScopeRead,
  { lengthMs, maxPoints }: (typeof histories)[number],
): Promise<ProblemResult> {
  const window = windowOf(lengthMs, endMs);
  const answers = await Promise.all(
    fields.map(async (field): Promise<readonly [keyof StatusPoint, Answer]> => {
      const [signalId, statistic] = pointStatistics[field];
      const slug = field === "ttftP95" ? ttftSlug : deployment.slug;
      const answer = await answerQuestion(
        {
          v: 1,
          signals: [signalId],
          statistics: [statistic],
          scope: {
            deployment: slug,
            ...(instance !== null && instanceFields.has(field) ? { instance } : {}),
          },
          window,
          ...(statistic === "p95" ? { extras: ["distribution"] } : {}),
        },
        { sourceScope: deployment.sourceScope, maxPoints, signal, lane: overviewLane },
      );
      return [field, answer];
    }),
  );
  const byField = new Map(answers);
  const [grid] = byField.values();
  if (grid === undefined) return { start: { kind: "unknown" }, affected: null };
  const start = findProblemStart(ids, {
    grid,
    columns: mapPointFields((_signal, statistic, field) => {
      const answer = byField.get(field);
      return answer === undefined ? [] : findValues(answer, statistic);
    }),
    limits,
  });
  const ttft = byField.get("ttftP95");
  const fromMs = start.kind === "since" ? start.atMs : start.kind === "at-least" ? start.fromMs : null;
  const affected =
    ttft === undefined || fromMs === null
      ? undefined
      : findAffectedShare(ttft, fromMs, limits.ttftP95Seconds);
  return { start, affected: affected ?? null };
}

function windowOf(lengthMs: number, endMs: number | null): WindowExpression {
  return endMs === null
    ? { from: `now-${lengthMs / minuteMs}m`, to: "now" }
    : { from: String(endMs - lengthMs), to: String(endMs) };
}

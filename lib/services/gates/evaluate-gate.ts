/**
 * Evaluates a gate run: measures the window, compares it with the baseline, and stores the result. Any process may
 * evaluate a run; the first result is stored.
 */
import { judgeGate, createResultWithoutData } from "@/lib/analysis/gates/judge-gate";
import { toSentence } from "@/lib/format/sentence";
import { isAppError } from "@/lib/model/app-error";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { gateRequest, type GateIssue, type GateRequest, type GateResult } from "@/lib/model/gate/gate-result";
import { parseGateRules } from "@/lib/model/gate/gate-rule";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { getLogger } from "@/lib/server/logger";
import type { Reader } from "@/lib/server/principal";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { measureWindow } from "@/lib/services/baselines/measure-window";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import type { GateRow } from "./gate-row";
import { findBaselineIssues, listJudgedSignals } from "./judged-data";

const maxWaiting = 100;

/** Rights and time limit of an evaluation. */
export interface EvaluationOptions {
  readonly reader: Reader;
  readonly signal: AbortSignal;
  /** True if the run waits for the background job after `signal` aborts. By default, the run then completes without a verdict. */
  readonly isLeftToJob?: boolean;
}

/**
 * Returns the ids of the gate runs whose window has ended, and of those whose baseline or deployment was
 * deleted.
 */
export async function listWaitingGateRunIds(): Promise<readonly string[]> {
  const rows = await readRows((database) =>
    database.gateRun.findMany({
      where: {
        state: "waiting",
        OR: [{ dueAt: { lte: new Date(nowMs()) } }, { baselineId: null }, { deploymentId: null }],
      },
      orderBy: { dueAt: "asc" },
      take: maxWaiting,
      select: { id: true },
    }),
  );
  return rows.map(({ id }) => id);
}

/**
 * Evaluates a waiting gate run and stores its result. A complete run does not change. Throws
 * database-unavailable.
 */
export async function evaluateGate(id: string, options: EvaluationOptions): Promise<void> {
  const row = await readRows((database) => database.gateRun.findUnique({ where: { id } }));
  if (row?.state !== "waiting") return;
  const result = await computeResult(row, options);
  if (result === undefined) return;
  await getDatabase().gateRun.updateMany({
    where: { id, state: "waiting" },
    data: {
      state: "complete",
      verdict: result.verdict,
      result: JSON.parse(JSON.stringify(result)),
      evaluatedAt: new Date(nowMs()),
    },
  });
}

/** Returns the result of a run. Its verdict is "cannot tell" if the source fails. Returns undefined if the run continues to wait. */
async function computeResult(row: GateRow, options: EvaluationOptions): Promise<GateResult | undefined> {
  try {
    return await judgeRun(row, gateRequest.parse(row.request), options);
  } catch (error) {
    if (isAppError(error) && error.code === "database-unavailable") throw error;
    if (options.signal.aborted && options.isLeftToJob === true) return undefined;
    getLogger().warn({ error, gate: row.id }, "a gate could not be evaluated");
    const detail = options.signal.aborted
      ? "The source did not respond within the time limit."
      : isAppError(error)
        ? toSentence(error.message)
        : "The evaluation failed. Find the cause in the log of Ridgepoint.";
    return createResultWithoutData([{ kind: "source", detail: detail.slice(0, 1_000) }]);
  }
}

async function judgeRun(
  row: GateRow,
  request: GateRequest,
  { reader, signal }: Pick<EvaluationOptions, "reader" | "signal">,
): Promise<GateResult> {
  const { deployments } = await readKnownDeployments(reader.sourceScope);
  const deployment = deployments.find(({ id }) => id === row.deploymentId);
  if (deployment === undefined) return createResultWithoutData([{ kind: "deleted", noun: "deployment" }]);
  const document = row.baselineId === null ? null : await readBaselineDocument(row.baselineId);
  if (document === null) return createResultWithoutData([{ kind: "deleted", noun: "baseline" }]);
  const rules = parseGateRules(request.rules);
  if (!rules.ok) return createResultWithoutData([{ kind: "source", detail: rules.error }]);
  const measured = await measureWindow({
    deployment,
    window: { startMs: row.startAt.getTime(), endMs: row.endAt.getTime() },
    signals: listJudgedSignals(deployment, rules.value),
    enteredLoad: {},
    signal,
    ...(request.run === null ? {} : { loadTestEventId: request.run.eventId }),
  });
  const known = await findBaselineIssues(request.baseline.id, reader);
  if (measured.kind === "cannot-tell") {
    const { detail } = measured;
    return createResultWithoutData([
      ...known.obstacles,
      { kind: "concern", side: "window", concern: "few-blocks", detail: detail.slice(0, 1_000) },
    ]);
  }
  return judgeGate({
    rules: rules.value,
    baseline: document,
    window: measured.measured,
    factor: request.factor,
    isStrict: request.isStrict,
    knownIssues: {
      obstacles: [...known.obstacles, ...findOverlap(row, document, deployment.slug)],
      warnings: known.warnings,
    },
  });
}

/**
 * Returns the issue of a window that overlaps its baseline; null without one. Such a window is partly compared with
 * the same samples and would nearly always pass.
 */
function findOverlap(
  { startAt, endAt }: GateRow,
  { deployment, window }: BaselineDocument,
  slug: string,
): readonly GateIssue[] {
  const commonMs = Math.min(endAt.getTime(), window.endMs) - Math.max(startAt.getTime(), window.startMs);
  return deployment.slug === slug && commonMs > 0 ? [{ kind: "overlap", commonMs }] : [];
}

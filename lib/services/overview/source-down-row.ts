/** Creates rows of deployments whose source is down: the error, its fix, and the last values if available. */
import type { JudgedRow } from "@/lib/contracts/overview";
import { isAppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { Reading } from "@/lib/model/reading";
import { deploymentSentence } from "@/lib/status/deployment-sentence";
import { judgeStatus } from "@/lib/status/judge-status";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { toSourceFailure, describeSourceFix, getSourceHealth } from "@/lib/services/sources/source-health";
import { findConfiguredSource } from "@/lib/services/sources/source-state";
import { describeRow, toRowStatus } from "./describe-row";

type SourceError = NonNullable<JudgedRow["sourceError"]>;

interface CurrentError {
  readonly code: ProblemCode;
  readonly sourceError: SourceError;
}

/**
 * Returns a row for a deployment whose source failed: the last row with the reason, or a row without values.
 * Undefined for other errors, such as a rejected query.
 */
export function createSourceDownRow(
  deployment: KnownDeployment,
  error: unknown,
  lastRow?: JudgedRow,
): JudgedRow | undefined {
  if (!isAppError(error) || !error.code.startsWith("source-")) return undefined;
  const source = findConfiguredSource(deployment.metricsSource);
  const fix = describeSourceFix(source, toSourceFailure(error.code));
  const sourceError = { source: source.title, reason: error.message, fix };
  if (lastRow === undefined) return downRow(deployment, sourceError);
  return withSourceError(toStaleRow(lastRow, error.code, error.message), deployment, sourceError);
}

/**
 * Returns a row for a deployment whose read is pending while its source is known to be down: the last row
 * with the reason, or a row without values. Undefined if the source is not known to be down.
 */
export function createRowWhileSourceDown(
  deployment: KnownDeployment,
  lastRow?: JudgedRow,
): JudgedRow | undefined {
  const error = currentSourceError(deployment);
  if (error === undefined) return undefined;
  if (lastRow === undefined) return downRow(deployment, error.sourceError);
  return withSourceError(
    toStaleRow(lastRow, error.code, error.sourceError.reason),
    deployment,
    error.sourceError,
  );
}

/** Time after which a pending row is replaced by the last complete row. */
const shortestOutageMs = 3_000;

/**
 * Returns the last row, marked as old, if the source has not responded for several seconds. Undefined for a shorter time,
 * or without a last row.
 */
export function createSlowSourceRow(
  lastRow: JudgedRow | undefined,
  elapsedMs: number,
): JudgedRow | undefined {
  if (lastRow === undefined || elapsedMs < shortestOutageMs) return undefined;
  const seconds = Math.floor(elapsedMs / 1_000);
  return toStaleRow(lastRow, "source-slow", `the metrics source has not responded for ${seconds} s`);
}

/** Marks a complete row as old, with the age of its values and the reason. */
export function toStaleRow(row: JudgedRow, code: string, reason: string): JudgedRow {
  return { ...row, stale: row.stale ?? { sinceMs: row.asOfMs, code, reason } };
}

/** Returns the current error of the deployment's source. Undefined if it is up or was never queried. */
function currentSourceError(deployment: KnownDeployment): CurrentError | undefined {
  const source = findConfiguredSource(deployment.metricsSource);
  const health = getSourceHealth(source.slug);
  if (health.kind !== "down") return undefined;
  const fix = describeSourceFix(source, health.failure);
  return { code: health.code, sourceError: { source: source.title, reason: health.detail, fix } };
}

/**
 * Gives a row with cached answers the status "source down". Its old values are displayed with their age, but
 * do not decide the status.
 */
export function toSourceDownRow(row: JudgedRow, deployment: KnownDeployment): JudgedRow {
  const error = row.stale === null ? undefined : currentSourceError(deployment);
  return error === undefined ? row : withSourceError(row, deployment, error.sourceError);
}

function withSourceError(
  { context: _outdated, ...row }: JudgedRow,
  deployment: KnownDeployment,
  error: SourceError,
): JudgedRow {
  const health = getSourceHealth(deployment.metricsSource);
  const { id, matchingIds } = judgeStatus(null);
  const otherIds = row.status.currentIds.filter((one) => one !== "ok" && one !== id);
  const facts = { ...row, status: id, isFrozen: false, sourceError: error };
  return {
    ...row,
    status: toRowStatus({ id, matchingIds: [...matchingIds, ...otherIds] }, sinceMsOf(health)),
    sentence: [...deploymentSentence(facts)],
    sourceError: error,
  };
}

function sinceMsOf(health: ReturnType<typeof getSourceHealth>): number | null {
  return health.kind === "down" ? health.sinceMs : null;
}

function downRow(deployment: KnownDeployment, sourceError: SourceError): JudgedRow {
  const health = getSourceHealth(deployment.metricsSource);
  const detail = `${sourceError.reason}.`;
  const readings = noReadings({ kind: "absent", reason: "query-failed", detail });
  const judgement = judgeStatus(null);
  const description = describeRow(deployment);
  const facts = { ...description, status: judgement.id, isFrozen: false, readings, sourceError };
  return {
    ...description,
    state: "judged",
    status: toRowStatus(judgement, sinceMsOf(health)),
    sentence: [...deploymentSentence(facts)],
    sourceError,
    readings,
    sparklines: { ttftP95: null, tpotP95: null },
    asOfMs: nowMs(),
    stale: null,
  };
}

function noReadings(reading: Reading): JudgedRow["readings"] {
  return {
    ttftP95: reading,
    ttftMean: reading,
    tpotP95: reading,
    tpotMean: reading,
    requestRate: reading,
    outputTokenRate: reading,
    running: reading,
    waiting: reading,
    kvUsage: reading,
    errorRatio: reading,
    abortRatio: reading,
  };
}

/** The row of a deployment whose source cannot be read: what is wrong and how it is mended, with the last numbers where there are any. */
import type { JudgedRow } from "@/lib/contracts/overview";
import { isAppError } from "@/lib/model/app-error";
import type { Reading } from "@/lib/model/reading";
import { deploymentSentence } from "@/lib/sentences/status/deployment-sentence";
import { judgeStatus } from "@/lib/semantic/status";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { failureFor, fixFor, healthOf } from "@/lib/services/sources/source-health";
import { configuredSource } from "@/lib/services/sources/source-state";
import { describeRow } from "./describe-row";

type SourceError = NonNullable<JudgedRow["sourceError"]>;

/** Undefined for a failure that is not the source's: a refused query says nothing of the source. */
export function sourceDownRow(deployment: KnownDeployment, error: unknown): JudgedRow | undefined {
  if (!isAppError(error) || !error.code.startsWith("source-")) return undefined;
  const source = configuredSource(deployment.metricsSource);
  const fix = fixFor(source, failureFor(error.code));
  return downRow(deployment, { source: source.title, reason: error.message, fix });
}

/** The row while nobody knows more than that its source is down; undefined while the source is up or was never asked. */
export function rowWhileDown(deployment: KnownDeployment): JudgedRow | undefined {
  const error = currentSourceError(deployment);
  return error && downRow(deployment, error);
}

/** What is wrong with the deployment's source now; undefined while it is up or was never asked. */
export function currentSourceError(deployment: KnownDeployment): SourceError | undefined {
  const source = configuredSource(deployment.metricsSource);
  const health = healthOf(source.slug);
  if (health.kind !== "down") return undefined;
  return { source: source.title, reason: health.detail, fix: fixFor(source, health.failure) };
}

/**
 * A row that stands on remembered answers while its source is down: the numbers stay with their age, but what they said of the
 * deployment then is not its status now.
 */
export function asSourceDown(row: JudgedRow, deployment: KnownDeployment): JudgedRow {
  const error = row.stale === null ? undefined : currentSourceError(deployment);
  if (error === undefined) return row;
  const health = healthOf(deployment.metricsSource);
  const { id, matching } = judgeStatus(null);
  const facts = { ...row, status: id, isFrozen: false, sourceError: error };
  return {
    ...row,
    status: {
      id,
      sinceMs: health.kind === "down" ? health.sinceMs : null,
      holding: [...matching, ...row.status.holding.filter((one) => one !== "ok" && one !== id)],
    },
    sentence: [...deploymentSentence(facts)],
    sourceError: error,
  };
}

function downRow(deployment: KnownDeployment, sourceError: SourceError): JudgedRow {
  const health = healthOf(deployment.metricsSource);
  const detail = `${sourceError.reason}.`;
  const readings = noReadings({ kind: "absent", reason: "query-failed", detail });
  const { id, matching } = judgeStatus(null);
  const facts = { slug: deployment.slug, title: deployment.title, status: id, isFrozen: false, readings };
  return {
    ...describeRow(deployment),
    state: "judged",
    status: { id, sinceMs: health.kind === "down" ? health.sinceMs : null, holding: [...matching] },
    sentence: [...deploymentSentence({ ...facts, sourceError })],
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
  };
}

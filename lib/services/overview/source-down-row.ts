/** The row of a deployment whose source cannot be read: what is wrong and how it is mended, with the last numbers where there are any. */
import type { JudgedRow } from "@/lib/contracts/overview";
import { isAppError } from "@/lib/model/app-error";
import type { Reading } from "@/lib/model/reading";
import { deploymentSentence } from "@/lib/semantic/sentences";
import { judgeStatus } from "@/lib/semantic/status";
import { nowMs } from "@/lib/server/clock";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { failureFor, fixFor, healthOf } from "@/lib/services/sources/source-health";
import { configuredSource } from "@/lib/services/sources/source-state";
import { describeRow } from "./describe-row";

type SourceTrouble = NonNullable<JudgedRow["sourceTrouble"]>;

/** Undefined for a failure that is not the source's: a refused query says nothing of the source. */
export function sourceDownRow(deployment: KnownDeployment, error: unknown): JudgedRow | undefined {
  if (!isAppError(error) || !error.code.startsWith("source-")) return undefined;
  const source = configuredSource(deployment.metricsSource);
  const fix = fixFor(source, failureFor(error.code));
  return downRow(deployment, { source: source.title, reason: error.message, fix });
}

/** The row while nobody knows more than that its source is down; undefined while the source is up or was never asked. */
export function rowWhileDown(deployment: KnownDeployment): JudgedRow | undefined {
  const trouble = knownTrouble(deployment);
  return trouble && downRow(deployment, trouble);
}

/** What is wrong with the deployment's source now; undefined while it is up or was never asked. */
export function knownTrouble(deployment: KnownDeployment): SourceTrouble | undefined {
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
  const trouble = row.stale === null ? undefined : knownTrouble(deployment);
  if (trouble === undefined) return row;
  const health = healthOf(deployment.metricsSource);
  const { id, holding } = judgeStatus(null);
  const facts = { ...row, status: id, isFrozen: false, sourceTrouble: trouble };
  return {
    ...row,
    status: {
      id,
      sinceMs: health.kind === "down" ? health.sinceMs : null,
      holding: [...holding, ...row.status.holding.filter((one) => one !== "ok" && one !== id)],
    },
    sentence: [...deploymentSentence(facts)],
    sourceTrouble: trouble,
  };
}

function downRow(deployment: KnownDeployment, sourceTrouble: SourceTrouble): JudgedRow {
  const health = healthOf(deployment.metricsSource);
  const detail = `${sourceTrouble.reason}.`;
  const readings = noReadings({ kind: "absent", reason: "query-failed", detail });
  const { id, holding } = judgeStatus(null);
  const facts = { slug: deployment.slug, title: deployment.title, status: id, isFrozen: false, readings };
  return {
    ...describeRow(deployment),
    state: "judged",
    status: { id, sinceMs: health.kind === "down" ? health.sinceMs : null, holding: [...holding] },
    sentence: [...deploymentSentence({ ...facts, sourceTrouble })],
    sourceTrouble,
    readings,
    sparklines: { ttftP95: null, tpotP95: null },
    asOfMs: nowMs(),
    stale: null,
  };
}

function noReadings(none: Reading): JudgedRow["readings"] {
  return {
    ttftP95: none,
    ttftMean: none,
    tpotP95: none,
    tpotMean: none,
    requestRate: none,
    outputTokenRate: none,
    running: none,
    waiting: none,
    kvUsage: none,
    errorRatio: none,
  };
}

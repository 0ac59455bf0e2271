/** The row of a deployment whose source cannot be read and of which nothing is remembered: what is wrong and how it is mended. */
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

/** Undefined for a failure that is not the source's: a refused query says nothing of the source. */
export function sourceDownRow(deployment: KnownDeployment, error: unknown): JudgedRow | undefined {
  if (!isAppError(error) || !error.code.startsWith("source-")) return undefined;
  const source = configuredSource(deployment.metricsSource);
  const health = healthOf(source.slug);
  const sourceTrouble = {
    source: source.title,
    reason: error.message,
    fix: fixFor(source, failureFor(error.code)),
  };
  const readings = noReadings({ kind: "absent", reason: "query-failed", detail: `${error.message}.` });
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

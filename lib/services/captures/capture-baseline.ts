/**
 * Captures a requested baseline: reads the window, builds the document and stores it. The row records progress. A capture
 * whose process ended is started again by any process, and fails after a time limit.
 */
import { listLimitConcerns } from "@/lib/analysis/baselines/limit-concerns";
import { findAuthorName, refreshAuthorNames } from "@/lib/server/sessions/author-names";
import { isAppError } from "@/lib/model/app-error";
import { baselineSchemaVersion, type BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { listJudgedSignals } from "@/lib/model/comparison/judged-signals";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { toWindowConcern } from "@/lib/sentences/baselines/concern-text";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { readRows } from "@/lib/server/db/read-rows";
import { getLogger } from "@/lib/server/logger";
import type { Principal } from "@/lib/server/principal";
import { version as productVersion } from "@/lib/server/version";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { summariseDocument } from "@/lib/services/baselines/baseline-row";
import { captureRequest, type CaptureRequest } from "@/lib/services/baselines/capture-request";
import { hashDocument } from "@/lib/services/baselines/hash-document";
import { measureWindow } from "@/lib/services/baselines/measure-window";
import { readStoredSpreads } from "@/lib/services/window-spreads/read-stored-spreads";
import { chooseHistoryWaitMs } from "./history-wait";

const captureTimeLimitMs = 50_000;
/** Time after which an incomplete capture fails, so that it is not started again without end. */
const giveUpAfterMs = 15 * 60_000;
/** Progress is stored each time that a further fraction of this size is complete. */
const progressStep = 0.1;
const maxWaiting = 100;

/** Returns the ids of baselines whose capture was requested and is not complete. */
export async function listWaitingCaptureIds(): Promise<readonly string[]> {
  const rows = await readRows((database) =>
    database.baseline.findMany({
      where: { state: "capturing" },
      orderBy: { createdAt: "asc" },
      take: maxWaiting,
      select: { id: true },
    }),
  );
  return rows.map(({ id }) => id);
}

/**
 * Measures the requested window of a baseline and stores the document, or the reason for the failure. Does
 * nothing for a baseline that is complete.
 */
export async function captureBaseline(principal: Principal, id: string): Promise<void> {
  const row = await readRows((database) => database.baseline.findUnique({ where: { id } }));
  if (row?.state !== "capturing") return;
  try {
    if (nowMs() - row.createdAt.getTime() > giveUpAfterMs)
      return await failCapture(id, "The capture did not finish within 15 minutes. Capture the window again.");
    const { deployments } = await readKnownDeployments(principal.sourceScope);
    const deployment = deployments.find((one) => one.id === row.deploymentId);
    if (deployment === undefined) return await failCapture(id, "The deployment was deleted.");
    const request = captureRequest.parse(row.request);
    await refreshAuthorNames();
    const author = findAuthorName(row.author);
    const document = await buildDocument({ id, deployment, request, author });
    if (typeof document === "string") return await failCapture(id, document);
    await completeCapture(id, document);
  } catch (error) {
    getLogger().warn({ error, baseline: id }, "a baseline could not be captured");
    await failCapture(
      id,
      isAppError(error) ? error.message : "The capture failed. Find the cause in the log of Ridgepoint.",
    );
  }
}

interface CaptureInput {
  readonly id: string;
  readonly deployment: KnownDeployment;
  readonly request: CaptureRequest;
  readonly author: string;
}

/** Returns the document, or why the window cannot be captured, as a sentence. */
async function buildDocument({
  id,
  deployment,
  request,
  author,
}: CaptureInput): Promise<BaselineDocument | string> {
  const window = { startMs: request.startMs, endMs: request.endMs };
  const startedMs = performance.now();
  const result = await measureWindow({
    deployment,
    window,
    enteredLoad: request.load,
    signal: AbortSignal.timeout(captureTimeLimitMs),
    reportProgress: storeProgress(id),
  });
  if (result.kind === "cannot-tell") return result.detail;
  const { measured, instanceRange, spacingMs, queries } = result;
  const faults = listLimitConcerns(measured.measured, resolveLimits(deployment));
  const historySpreads = await readStoredSpreads({
    deployment,
    scope: { deployment: deployment.slug },
    window,
    signals: listJudgedSignals(measured.measured),
    waitMs: chooseHistoryWaitMs(performance.now() - startedMs),
  });
  return {
    schemaVersion: baselineSchemaVersion,
    ...measured,
    instanceRange,
    concerns: [...faults.map(toWindowConcern), ...measured.concerns],
    historySpreads: [...historySpreads],
    provenance: {
      author,
      capturedAtMs: nowMs(),
      productVersion,
      source: deployment.metricsSource,
      sourceVersion: getSourceConnection(findMetricsSource(deployment)).version,
      scrapeIntervalMs: spacingMs,
      stepMs: measured.measured.blockMs,
      sampling: "Differences of raw counters between block edges, per series, and means of gauges per block.",
      queries: [...queries],
    },
  };
}

function storeProgress(id: string): (ratio: number) => void {
  let stored = 0;
  return (ratio) => {
    if (ratio - stored < progressStep || ratio >= 1) return;
    stored = ratio;
    const write = getDatabase().baseline.updateMany({
      where: { id, state: "capturing" },
      data: { progress: ratio },
    });
    write.catch((error: unknown) => getLogger().debug({ error, baseline: id }, "progress was not stored"));
  };
}

async function completeCapture(id: string, document: BaselineDocument): Promise<void> {
  await getDatabase().baseline.updateMany({
    where: { id, state: "capturing" },
    data: {
      state: "ready",
      progress: 1,
      document: JSON.parse(JSON.stringify(document)),
      contentHash: hashDocument(document),
      summary: JSON.parse(JSON.stringify(summariseDocument(document))),
    },
  });
}

async function failCapture(id: string, message: string): Promise<void> {
  await getDatabase().baseline.updateMany({
    where: { id, state: "capturing" },
    data: { state: "failed", message: message.slice(0, 1_000) },
  });
}

/**
 * Runs every query that Ridgepoint uses for a deployment. Each query runs separately, so that one failure hides no
 * other result.
 */
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import { assertPresent } from "@/lib/base/assert";
import { engineOfDeployment } from "@/lib/engines";
import type { CheckRow } from "@/lib/model/data-check";
import type { InstantVector } from "@/lib/model/grid";
import type { DownSince, Reading } from "@/lib/model/reading";
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { AbsenceEvidence } from "@/lib/semantic/absence/absence";
import { columnsFromVectors, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import {
  listCheckQueries,
  judgeSignalCheck,
  planSignalChecks,
  type SignalCheckPlan,
} from "@/lib/semantic/data-check";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { formatNoSeriesSentence } from "@/lib/semantic/absence/no-series";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { toReading } from "@/lib/semantic/evaluate/readings";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { planStatusQueries, listStatusQueries } from "@/lib/semantic/status/status-queries";
import { readStatusNumbers } from "@/lib/semantic/status/read-status-numbers";
import {
  planAbsenceEvidence,
  readAbsenceEvidence,
  listAbsenceEvidenceQueries,
} from "@/lib/semantic/absence/absence-evidence";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { startDiscoveryPass } from "@/lib/services/discovery/discovery-pass";
import { readServingMetricNames } from "@/lib/services/discovery/serving-groups";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { wasSourceScraping } from "@/lib/services/series/was-source-scraping";
import { withLabelReason } from "@/lib/services/signals/label-reasons";
import { readRateWindow, type RateWindow } from "@/lib/services/signals/rate-window";
import { readDownSince } from "./read-down-since";

const alignmentMs = 5_000;
const fullWindow: RateWindow = { windowMs: evaluationWindows.headlineWindowMs, isCovered: true };

/**
 * Checks whether the source has data for each signal of a deployment. Returns one row per signal, in the
 * order of the signal catalogue. Throws AppError if the source does not respond.
 */
export async function checkDeployment(
  deployment: KnownDeployment,
  signal: AbortSignal,
): Promise<readonly CheckRow[]> {
  const context: QueryContext = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const windowMs = evaluationWindows.headlineWindowMs;
  const atMs = Math.floor(nowMs() / alignmentMs) * alignmentMs;
  const read = { source: findMetricsSource(deployment), atMs, signal };
  const rateWindow = await readRateWindow({ queryContext: context, isLive: true, ...read });
  const checks = planSignalChecks(context, { windowMs, rateWindowMs: rateWindow.windowMs });
  const absenceEvidence = planAbsenceEvidence(context, windowMs, "now");
  const status = planStatusQueries(context, null);
  const needed = [...listAbsenceEvidenceQueries(absenceEvidence), ...listStatusQueries(status)];
  // Every signal depends on these queries, so their failure means that the source is down.
  const supportResults = await readAll(needed, read, true);
  const [answers, namesNow] = await Promise.all([
    readAll(checks.flatMap(listCheckQueries), read, false),
    readServingMetricNames(startDiscoveryPass(read.source), context),
  ]);
  const columns = columnsFromVectors(answers.found);
  const knownColumns = columnsFromVectors(supportResults.found);
  const evidence = {
    columns,
    isRunningGaugeFrozen: areGaugesFrozen(readStatusNumbers(status, knownColumns)),
    currentMetricNames: new Set(namesNow),
    observedMetricNames: new Set(deployment.metricNames),
  };
  const scrapeSupport = {
    ...readAbsenceEvidence(absenceEvidence, knownColumns),
    ...(await scrapesOf(supportResults, absenceEvidence.upQuery, read)),
  };
  const noSeries = formatNoSeriesSentence(deployment, [scrapeSupport]);
  const readingContext = {
    columns,
    support: {
      ...scrapeSupport,
      wasUpBefore: deployment.firstSeenAtMs < atMs - windowMs,
      ...(noSeries === undefined ? {} : { noSeriesSentence: noSeries }),
    },
    atMs,
    rateWindow,
    failures: answers.failures,
  };
  const readings = await Promise.all(
    checks.map((check) =>
      withLabelReason(readingOf(check, readingContext), check.definition.id, {
        queryContext: context,
        ...read,
      }),
    ),
  );
  const down = checks.find((_check, index) => isDown(readings[index]));
  const since = down === undefined ? undefined : await readDownSince(deployment, down.plan, signal);
  return checks.map((check, index) =>
    judgeSignalCheck(check, {
      ...evidence,
      reading: withSince(assertPresent(readings[index], "each check has a reading"), since),
    }),
  );
}

/** Returns whether any target of the source was scraped. It is read only for a deployment without samples. */
async function scrapesOf(
  { found }: CheckQueryResults,
  up: string,
  read: InstantRequest,
): Promise<Pick<AbsenceEvidence, "anyTargetScraped" | "hasScrapes">> {
  if ((found.get(up)?.samples.length ?? 0) > 0 || (await wasSourceScraping(read))) return {};
  return { anyTargetScraped: Float64Array.of(Number.NaN), hasScrapes: true };
}

function isDown(reading: Reading | undefined): boolean {
  return reading?.kind === "absent" && reading.reason === "target-down";
}

function withSince(reading: Reading, downSince: DownSince | undefined): Reading {
  if (downSince === undefined || reading.kind !== "absent" || !isDown(reading)) return reading;
  return { ...reading, downSince };
}

interface ReadingContext {
  readonly columns: QueryColumns;
  readonly support: AbsenceEvidence;
  readonly atMs: number;
  readonly rateWindow: RateWindow;
  readonly failures: ReadonlyMap<string, string>;
}

function readingOf(
  { plan }: SignalCheckPlan,
  { columns, support, atMs, rateWindow, failures }: ReadingContext,
): Reading {
  const failed = listPlanQueries(plan).find((promql) => failures.has(promql));
  if (failed !== undefined)
    return { kind: "absent", reason: "query-failed", detail: `${failures.get(failed)}: ${failed}` };
  // If the deployment has less history than the headline window, a rate over the headline window would be too low.
  const window = plan.statistic === "rate" ? rateWindow : fullWindow;
  return toReading(plan, evaluatePlan(plan, columns, window.windowMs), support, { atMs, ...window });
}

function areGaugesFrozen({ requestActivity }: ReturnType<typeof readStatusNumbers>): boolean {
  return requestActivity !== null && Object.values(requestActivity).every((count) => count === 0);
}

interface InstantRequest {
  readonly source: ReadableSource;
  readonly atMs: number;
  readonly signal: AbortSignal;
}

interface CheckQueryResults {
  readonly found: ReadonlyMap<string, InstantVector>;
  /** Error message by query. */
  readonly failures: ReadonlyMap<string, string>;
}

async function readAll(
  queries: readonly string[],
  at: InstantRequest,
  isNeeded: boolean,
): Promise<CheckQueryResults> {
  const found = new Map<string, InstantVector>();
  const failures = new Map<string, string>();
  await Promise.all(
    [...new Set(queries)].map(async (promql) => {
      try {
        found.set(promql, (await readPromqlInstant({ ...at, promql })).vector);
      } catch (error) {
        if (!isAppError(error) || isNeeded) throw error;
        failures.set(promql, error.message);
      }
    }),
  );
  return { found, failures };
}

/**
 * Checks whether all data of a window have arrived, so that a copy of them does not differ from a later read. A target
 * that was scraped after the end of the window has no scrape before the end that is still on its way. `trace-arrival.ts`
 * has the rule for the traces of a window, and `single-trace-arrival.ts` the rule for one trace.
 *
 *     window ──────────────┐ end
 *     instance a   x   x   x    │   x        complete: both instances have a sample after the end
 *     instance b     x   x   x  │     x
 */
import type { EvidenceQuestion } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { engineOfDeployment } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import { parseSideReference } from "@/lib/model/comparison/side-reference";
import { isListed } from "@/lib/model/deployment/deployment-review";
import type { SourceScope } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { buildNewestSampleQuery } from "@/lib/semantic/compile/newest-sample-query";
import { nowMs } from "@/lib/server/clock";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { rangeReadRules } from "@/lib/services/series/read-plan";
import { alignHeadlineMs } from "@/lib/services/signals/answer-times";
import { hasTraceArrived } from "./single-trace-arrival";
import { haveTracesArrived, maxTraceArrivalMs } from "./trace-arrival";

const lane = "evidence";

/** End of a window, and the deployments whose samples must have arrived. */
interface ReadWindow {
  readonly endMs: number;
  /** "all" for all deployments. */
  readonly deployments: readonly string[] | "all";
  /** True if the traces of the deployments must have arrived too. Their answers also contain values of metrics. */
  readonly hasTraces?: true;
}

/** Time of the request for a copy, and the sources that its reader may read. */
interface CopyRequest {
  readonly requestedAtMs: number;
  readonly scope: SourceScope;
}

/**
 * Returns whether all data of the question's window or trace have arrived. Always true a minute after the end, or 70 s for
 * traces, because a source may not be scraped at all. True if the source does not respond, because its failure is stored.
 */
export async function hasCompleteWindow(
  question: EvidenceQuestion,
  { requestedAtMs, scope }: CopyRequest,
): Promise<boolean> {
  if (question.endpoint === "trace") return hasTraceArrived({ question, requestedAtMs, scope });
  for (const { endMs, deployments: slugs, hasTraces = false } of listReadWindows(question)) {
    const ageMs = nowMs() - endMs;
    if (ageMs >= (hasTraces ? maxTraceArrivalMs : rangeReadRules.finalAfterMs)) continue;
    const deployments = await findDeployments(slugs, scope);
    if (hasTraces && !(await haveTracesArrived(deployments, endMs))) return false;
    if (ageMs < rangeReadRules.finalAfterMs && !(await areScraped(deployments, endMs))) return false;
  }
  return true;
}

/**
 * Returns the time from the end of its window to the read after which an answer is complete. Null if the answer does not
 * depend on data that arrive late.
 */
export function findCompleteAfterMs(question: EvidenceQuestion): number | null {
  // The last spans of a trace can arrive after the trace was opened.
  if (question.endpoint === "trace") return maxTraceArrivalMs;
  const windows = listReadWindows(question);
  if (windows.length === 0) return null;
  return windows.some(({ hasTraces = false }) => hasTraces) ? maxTraceArrivalMs : rangeReadRules.finalAfterMs;
}

/** Returns the windows that are read for a question. Stored objects, calculators and the present state have none. */
export function listReadWindows(question: EvidenceQuestion): readonly ReadWindow[] {
  switch (question.endpoint) {
    case "signals":
    case "correlation":
      return [{ endMs: question.window.endMs, deployments: [question.scope.deployment] }];
    case "roofline":
    case "sweep":
    case "what-if":
    case "utilisation":
      return [{ endMs: question.window.endMs, deployments: [question.deployment] }];
    case "overview":
      return [{ endMs: question.window.endMs, deployments: "all" }];
    case "comparison":
      return [question.before, question.after].flatMap(toComparedWindow);
    case "traces":
    case "trace-study":
    case "trace-flow":
      return [toTraceWindow(question.window, [question.deployment])];
    case "trace-comparison":
      return [
        toTraceWindow(question.window, [question.deployment, question.aDeployment, question.bDeployment]),
      ];
    case "trace":
    case "gate":
    case "baseline":
    case "data-check":
    case "calculator":
      return [];
  }
}

function toComparedWindow(text: string): readonly ReadWindow[] {
  const side = parseSideReference(text);
  return side?.kind === "window" ? [{ endMs: Number(side.window.to), deployments: [side.deployment] }] : [];
}

function toTraceWindow({ endMs }: TimeWindow, slugs: readonly (string | null)[]): ReadWindow {
  const deployments = [...new Set(slugs.filter((slug) => slug !== null))];
  return { endMs, deployments, hasTraces: true };
}

async function findDeployments(
  slugs: ReadWindow["deployments"],
  scope: SourceScope,
): Promise<readonly KnownDeployment[]> {
  const { deployments, aliases } = await readKnownDeployments(scope);
  return slugs === "all"
    ? deployments.filter((deployment) => isListed(deployment, nowMs()))
    : deployments.filter(({ slug }) => slugs.some((wanted) => (aliases.get(wanted) ?? wanted) === slug));
}

async function areScraped(deployments: readonly KnownDeployment[], afterMs: number): Promise<boolean> {
  const outcomes = await Promise.all(deployments.map((deployment) => isScraped(deployment, afterMs)));
  return !outcomes.includes(false);
}

/** Returns whether every instance that is scraped has a sample after the time. */
async function isScraped(deployment: KnownDeployment, afterMs: number): Promise<boolean> {
  const context = {
    engine: engineOfDeployment(deployment),
    deployment,
    scope: { deployment: deployment.slug },
  };
  const promql = buildNewestSampleQuery(context);
  if (promql === null) return true;
  const source = findMetricsSource(deployment);
  try {
    const { vector } = await readPromqlInstant({ source, promql, atMs: alignHeadlineMs(nowMs()), lane });
    const [oldest] = vector.samples;
    return oldest === undefined || oldest.value * 1_000 > afterMs;
  } catch (error) {
    // The read of the answer fails too, and its reason is stored.
    if (isAppError(error)) return true;
    throw error;
  }
}

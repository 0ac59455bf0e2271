/**
 * Checks whether all data of a window have arrived, so that a copy of them does not differ from a later read. A target
 * that was scraped after the end of the window has no scrape before the end that is still on its way.
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
import { buildNewestSampleQuery } from "@/lib/semantic/compile/newest-sample-query";
import { nowMs } from "@/lib/server/clock";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { rangeReadRules } from "@/lib/services/series/read-plan";
import { alignHeadlineMs } from "@/lib/services/signals/answer-times";

/** Time after which the spans of a completed request have arrived. Exporters usually send them in batches every five seconds. */
const spanArrivalMs = 10_000;
const lane = "evidence";

/** End of a window, and the deployments whose samples must have arrived. */
interface ReadWindow {
  readonly endMs: number;
  /** "all" for all deployments. Null for a window of traces. */
  readonly deployments: readonly string[] | "all" | null;
}

/**
 * Returns whether all data of the question's window have arrived. Always true a minute after the end, because a source may
 * not be scraped at all, and true if the source does not respond, because its failure is stored.
 */
export async function hasCompleteWindow(question: EvidenceQuestion, scope: SourceScope): Promise<boolean> {
  for (const { endMs, deployments } of listReadWindows(question)) {
    const ageMs = nowMs() - endMs;
    if (ageMs >= rangeReadRules.finalAfterMs) continue;
    if (deployments === null ? ageMs < spanArrivalMs : !(await areScraped(deployments, endMs, scope)))
      return false;
  }
  return true;
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
    case "trace-comparison":
      return [{ endMs: question.window.endMs, deployments: null }];
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

async function areScraped(
  slugs: Exclude<ReadWindow["deployments"], null>,
  afterMs: number,
  scope: SourceScope,
): Promise<boolean> {
  const { deployments, aliases } = await readKnownDeployments(scope);
  const read =
    slugs === "all"
      ? deployments.filter((deployment) => isListed(deployment, nowMs()))
      : deployments.filter(({ slug }) => slugs.some((wanted) => (aliases.get(wanted) ?? wanted) === slug));
  const outcomes = await Promise.all(read.map((deployment) => isScraped(deployment, afterMs)));
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

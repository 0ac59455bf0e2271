/**
 * Targets that serve a model other than the model of their deployment, for example after the served model was renamed.
 */
import { evaluationWindows } from "@/lib/model/status/evaluation-windows";
import type { LabelMatcher } from "@/lib/engines/definitions/recipe";
import { printPromql } from "@/lib/semantic/compile/promql";
import { joinRangeCalls } from "@/lib/semantic/compile/range-calls";
import {
  escapeRegex,
  getEngineSeriesFinder,
  findSeriesSelectors,
  type QueryContext,
  type SeriesSelector,
} from "@/lib/semantic/compile/scope-selectors";

const maxListedModels = 3;

/** Returns selectors for series of these metric names at the last known targets of the deployment, for any model. */
export function buildTargetSelectors(
  names: readonly string[],
  context: QueryContext,
): readonly SeriesSelector[] {
  const { instances = [] } = context.deployment;
  const value = instances.map(escapeRegex).join("|");
  const extraMatchers: readonly LabelMatcher[] =
    instances.length === 0 ? [] : [{ label: "instance", operator: "=~", value }];
  const finder = { ...getEngineSeriesFinder(context), extraMatchers };
  return findSeriesSelectors({ names, matchedBy: "process" }, finder);
}

/**
 * Returns a query for the models that the deployment's targets serve now; null when no label names the model, or when
 * the targets are unknown.
 */
export function buildServedModelsQuery(context: QueryContext): string | null {
  const { engine, deployment } = context;
  if (engine.modelLabel === null || (deployment.instances ?? []).length === 0) return null;
  const operand = joinRangeCalls(
    buildTargetSelectors(engine.detectionMetrics, context),
    "last_over_time",
    evaluationWindows.absentForMs,
  );
  if (operand === undefined) return null;
  return printPromql({ kind: "aggregate", name: "group", by: [engine.modelLabel], operand });
}

/** Returns the sentence that the targets serve other models; undefined when they serve none. */
export function formatOtherModelSentence(
  servedModels: readonly string[],
  expectedModels: readonly string[],
): string | undefined {
  const quoted = servedModels.filter((model) => model !== "").map((model) => `"${model}"`);
  if (quoted.length === 0) return undefined;
  const more = quoted.length - maxListedModels;
  const list = [...quoted.slice(0, maxListedModels), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const noun = quoted.length === 1 ? "the model" : "the models";
  return `The deployment's targets now serve ${noun} ${list}, and no longer "${expectedModels.join('" or "')}".`;
}

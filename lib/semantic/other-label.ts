/**
 * A metric that was seen at a deployment and answers nothing need not be gone: engines name the model by another label from metric to
 * metric, and that label may say something else than the selectors do. Asked only where a metric seems gone.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { SignalId } from "@/lib/model/signals";
import { limits } from "@/lib/model/status";
import { callOver } from "./aggregate-metric";
import { findProvider } from "./compile";
import { printPromql } from "./promql";
import { disappearedSentence, metricOf, observedNameOf } from "./name-history";
import { engineFinder, seriesOf, type QueryContext } from "./scope-selectors";

export interface ModelLabelProbe {
  readonly promql: string;
  readonly name: string;
  readonly label: string;
  readonly wanted: readonly string[];
  /** What is told of it while nobody has looked. */
  readonly fallbackSentence: string;
}

const maxListedValues = 3;

/** How to see whether a signal's metric is there under another value of the label that names its model; undefined where no label does. */
export function probeModelLabel(signal: SignalId, context: QueryContext): ModelLabelProbe | undefined {
  const recipe = findProvider(signal, context)?.recipe;
  const ref = recipe && metricOf(recipe);
  const name = recipe && observedNameOf(recipe, new Set(context.deployment.metricNames));
  const label = ref?.modelLabel ?? context.engine.modelLabel;
  if (ref === undefined || name === undefined || label === null) return undefined;
  const finder = engineFinder(context);
  const wanted = [...new Set(finder.selectorsOf(ref).flatMap((one) => one[label] ?? []))];
  const ofProcess = seriesOf({ names: [name], placement: "process" }, finder);
  const of = callOver(ofProcess, "last_over_time", limits.headlineWindowMs);
  if (of === undefined || wanted.length === 0) return undefined;
  const promql = printPromql({ kind: "aggregate", name: "group", by: [label], of });
  return { promql, name, label, wanted, fallbackSentence: disappearedSentence(name) };
}

/** Why nothing fits; undefined where the metric is not there at all, and so is gone indeed. */
export function otherLabelSentence(
  { name, label, wanted }: ModelLabelProbe,
  samples: readonly InstantSample[],
): string | undefined {
  if (samples.length === 0) return undefined;
  const values = [...new Set(samples.map(({ labels }) => labels[label] ?? ""))].toSorted();
  if (wanted.some((value) => values.includes(value))) return undefined;
  const quoted = values.filter((value) => value !== "").map((value) => `"${value}"`);
  const more = quoted.length - maxListedValues;
  const list = [...quoted.slice(0, maxListedValues), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const actualValue = list === "" ? `it has no label ${label}` : `its ${label} says ${list}`;
  return `${name} is there, but no series of it has ${label}="${wanted.join('" or "')}": ${actualValue}. Add a selector with that label.`;
}

/**
 * A metric that was seen at a deployment and answers nothing need not be gone: engines name the model by another label from metric to
 * metric, and that label may say something else than the selectors do. Asked only where a metric seems gone.
 */
import type { InstantSample } from "@/lib/model/grid";
import type { SignalId } from "@/lib/model/signals";
import { limits } from "@/lib/model/status";
import { callOver } from "./aggregated";
import { answeringRecipe } from "./compile";
import { printPromql } from "./promql";
import { goneSentence, metricOf, seenNameOf } from "./seen-names";
import { engineFinder, seriesOf, type Place } from "./scope-selectors";

export interface NameLook {
  readonly promql: string;
  readonly name: string;
  readonly label: string;
  readonly wanted: readonly string[];
  /** What is told of it while nobody has looked. */
  readonly gone: string;
}

const mostNamed = 3;

/** How to see whether a signal's metric is there under another value of the label that names its model; undefined where no label does. */
export function lookForName(signal: SignalId, place: Place): NameLook | undefined {
  const recipe = answeringRecipe(signal, place)?.recipe;
  const ref = recipe && metricOf(recipe);
  const name = recipe && seenNameOf(recipe, new Set(place.deployment.metricNames));
  const label = ref?.modelLabel ?? place.engine.modelLabel;
  if (ref === undefined || name === undefined || label === null) return undefined;
  const finder = engineFinder(place);
  const wanted = [...new Set(finder.selectorsOf(ref).flatMap((one) => one[label] ?? []))];
  const ofProcess = seriesOf({ names: [name], placement: "process" }, finder);
  const of = callOver(ofProcess, "last_over_time", limits.headlineWindowMs);
  if (of === undefined || wanted.length === 0) return undefined;
  const promql = printPromql({ kind: "aggregate", name: "group", by: [label], of });
  return { promql, name, label, wanted, gone: goneSentence(name) };
}

/** Why nothing fits; undefined where the metric is not there at all, and so is gone indeed. */
export function otherLabelSentence(
  { name, label, wanted }: NameLook,
  samples: readonly InstantSample[],
): string | undefined {
  if (samples.length === 0) return undefined;
  const values = [...new Set(samples.map(({ labels }) => labels[label] ?? ""))].toSorted();
  if (wanted.some((value) => values.includes(value))) return undefined;
  const quoted = values.filter((value) => value !== "").map((value) => `"${value}"`);
  const more = quoted.length - mostNamed;
  const list = [...quoted.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const instead = list === "" ? `it has no label ${label}` : `its ${label} says ${list}`;
  return `${name} is there, but no series of it has ${label}="${wanted.join('" or "')}": ${instead}. Add a selector with that label.`;
}

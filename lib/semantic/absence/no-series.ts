/**
 * A deployment whose selectors were written by an operator and never matched a series. No metric is absent and no
 * target is down, because the selectors match nothing.
 */
import type { LabelSelector } from "@/lib/model/deployment/deployment";
import { printSelectorText } from "@/lib/model/deployment/selector-text";
import { hasEngineSeries, type AbsenceEvidence } from "./absence";
import type { QueryableDeployment } from "@/lib/semantic/compile/scope-selectors";
import type { TargetState } from "@/lib/model/status/status-facts";

type SelectedDeployment = Pick<QueryableDeployment, "pools" | "instances" | "selectedBy">;

const maxListedSelectors = 2;
const maxSelectorLength = 160;

/** Returns whether the selectors never matched anything since they were written. */
function wasNeverFound({ selectedBy, instances = [] }: SelectedDeployment): boolean {
  return selectedBy !== undefined && instances.length === 0;
}

/**
 * Returns a sentence that the selectors of a deployment match no series, and where to correct them. Undefined if the
 * selectors matched a series earlier, if a series exists, or if a target is down.
 */
export function formatNoSeriesSentence(
  deployment: SelectedDeployment,
  evidences: readonly AbsenceEvidence[],
): string | undefined {
  if (!wasNeverFound(deployment) || evidences.some(hasAnything)) return undefined;
  const selectors = deployment.pools.flatMap(({ selectors: poolSelectors }) => poolSelectors);
  const [noun, pronoun] = selectors.length === 1 ? ["selector", "it"] : ["selectors", "them"];
  return `No series matches the ${noun} ${printSelectors(selectors)}. Correct ${pronoun} ${formatSelectorLocation(deployment)}.`;
}

/**
 * Returns the text that states where an operator edits the selectors of a deployment: the settings or
 * `ridgepoint.yaml`.
 */
export function formatSelectorLocation({ selectedBy }: Pick<QueryableDeployment, "selectedBy">): string {
  return selectedBy === "file" ? "in the configuration file" : "under Settings, Deployments";
}

/** Returns the target state; "none" for a deployment whose selectors never matched a series. */
export function adjustTargetState(targetState: TargetState, deployment: SelectedDeployment): TargetState {
  const isNone = targetState === "removed" || targetState === "without-series";
  return isNone && wasNeverFound(deployment) ? "none" : targetState;
}

/** Returns whether a series exists, or a target that does not respond, which would explain the missing series. */
function hasAnything({
  up,
  requestsInFlight,
  activityPerSecond,
  presentBeforeRequests,
}: AbsenceEvidence): boolean {
  return requestsInFlight.some(
    (_value, index) =>
      up[index] === 0 ||
      hasEngineSeries(index, { up, requestsInFlight, activityPerSecond }) ||
      !Number.isNaN(presentBeforeRequests?.[index] ?? Number.NaN),
  );
}

function printSelectors(selectors: readonly LabelSelector[]): string {
  const named = selectors.slice(0, maxListedSelectors).map((one) => {
    const text = printSelectorText([one]);
    return `{${text.length > maxSelectorLength ? `${text.slice(0, maxSelectorLength - 1)}…` : text}}`;
  });
  const more = selectors.length - named.length;
  return [named.join(" or "), ...(more > 0 ? [`or ${more} more`] : [])].join(" ");
}

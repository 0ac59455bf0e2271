/**
 * A deployment whose selectors somebody wrote, and which nothing was ever found by: no metric of it is absent and no target of it is
 * down, there is nothing that the selectors fit.
 */
import type { LabelSelector } from "@/lib/model/deployment";
import { printSelectorText } from "@/lib/model/selector-text";
import { hasSeries, type AbsenceEvidence } from "./absence";
import type { QueryableDeployment } from "./scope-selectors";
import type { TargetState } from "./status";

type SelectedDeployment = Pick<QueryableDeployment, "pools" | "instances" | "selectedBy">;

const maxListedSelectors = 2;
const maxSelectorLength = 160;

/** Nothing was found by its selectors since they were written. */
function wasNeverFound({ selectedBy, instances = [] }: SelectedDeployment): boolean {
  return selectedBy !== undefined && instances.length === 0;
}

/** That its selectors find nothing, and where they are corrected; undefined where they found something, then or in `supports`. */
export function noSeriesSentence(
  deployment: SelectedDeployment,
  supports: readonly AbsenceEvidence[],
): string | undefined {
  if (!wasNeverFound(deployment) || supports.some(hasAnything)) return undefined;
  const selectors = deployment.pools.flatMap(({ selectors: poolSelectors }) => poolSelectors);
  const [noun, pronoun] = selectors.length === 1 ? ["selector", "it"] : ["selectors", "them"];
  const location =
    deployment.selectedBy === "file" ? "in the configuration file" : "under Settings, Deployments";
  return `No series fits the ${noun} ${printed(selectors)}; correct ${pronoun} ${location}.`;
}

/** Targets that none of the selectors' series come from are none of its own. */
export function targetsOfSelected(targets: TargetState, deployment: SelectedDeployment): TargetState {
  const isNone = targets === "removed" || targets === "without-series";
  return isNone && wasNeverFound(deployment) ? "none" : targets;
}

/** A target that does not answer would say why there are no series. */
function hasAnything({ up, activity, arrivals, beforeRequests }: AbsenceEvidence): boolean {
  return activity.some(
    (_value, index) =>
      up[index] === 0 ||
      hasSeries(index, { up, activity, arrivals }) ||
      !Number.isNaN(beforeRequests?.[index] ?? Number.NaN),
  );
}

function printed(selectors: readonly LabelSelector[]): string {
  const named = selectors.slice(0, maxListedSelectors).map((one) => {
    const text = printSelectorText([one]);
    return `{${text.length > maxSelectorLength ? `${text.slice(0, maxSelectorLength - 1)}…` : text}}`;
  });
  const more = selectors.length - named.length;
  return [named.join(" or "), ...(more > 0 ? [`or ${more} more`] : [])].join(" ");
}

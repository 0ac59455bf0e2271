/**
 * A deployment whose selectors somebody wrote, and which nothing was ever found by: no metric of it is absent and no target of it is
 * down, there is nothing that the selectors fit.
 */
import type { LabelSelector } from "@/lib/model/deployment";
import { printSelectorText } from "@/lib/model/selector-text";
import { hasSeries, type Support } from "./absence";
import type { Placed } from "./scope-selectors";
import type { Targets } from "./status";

type Selecting = Pick<Placed, "pools" | "instances" | "selectedBy">;

const mostNamed = 2;
const longestSelector = 160;

/** Nothing was found by its selectors since they were written. */
function wasNeverFound({ selectedBy, instances = [] }: Selecting): boolean {
  return selectedBy !== undefined && instances.length === 0;
}

/** That its selectors find nothing, and where they are corrected; undefined where they found something, then or in `supports`. */
export function noSeriesSentence(deployment: Selecting, supports: readonly Support[]): string | undefined {
  if (!wasNeverFound(deployment) || supports.some(hasAnything)) return undefined;
  const selectors = deployment.pools.flatMap(({ selectors: own }) => own);
  const [noun, them] = selectors.length === 1 ? ["selector", "it"] : ["selectors", "them"];
  const where =
    deployment.selectedBy === "file" ? "in the configuration file" : "under Settings, Deployments";
  return `No series fits the ${noun} ${printed(selectors)}; correct ${them} ${where}.`;
}

/** Targets that none of the selectors' series come from are none of its own. */
export function targetsOfSelected(targets: Targets, deployment: Selecting): Targets {
  const isNone = targets === "gone" || targets === "without-series";
  return isNone && wasNeverFound(deployment) ? "none" : targets;
}

/** A target that does not answer would say why there are no series. */
function hasAnything({ up, activity, arrivals, unasked }: Support): boolean {
  return activity.some(
    (_value, index) =>
      up[index] === 0 ||
      hasSeries(index, { up, activity, arrivals }) ||
      !Number.isNaN(unasked?.[index] ?? Number.NaN),
  );
}

function printed(selectors: readonly LabelSelector[]): string {
  const named = selectors.slice(0, mostNamed).map((one) => {
    const text = printSelectorText([one]);
    return `{${text.length > longestSelector ? `${text.slice(0, longestSelector - 1)}…` : text}}`;
  });
  const more = selectors.length - named.length;
  return [named.join(" or "), ...(more > 0 ? [`or ${more} more`] : [])].join(" ");
}

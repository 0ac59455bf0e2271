/**
 * Whether any of a deployment's targets answered its last scrape: 1, 0 or nothing. A job's other targets say nothing of it. Its own
 * are those it was last seen under, which still speak when all of them are dead, and those that had its series at the time,
 * which have been replaced since.
 */
import { ofOwnProcesses } from "./own-processes";
import { anyOf, printPromql, type Expression, type Matcher } from "./promql";
import { callOver, engineFinder, quoteRegex, seriesOf, type Place } from "./scope-selectors";

/**
 * `up` of the target that does best, as far as `windowMs` back: each one's newest, or its best where one scrape that was missed
 * says too little. Null for a deployment without a selector.
 */
export function planUp(
  { part: _part, ...place }: Place,
  windowMs: number,
  of: "newest" | "best" = "newest",
): string | null {
  const { instances = [] } = place.deployment;
  const finder = { ...engineFinder(place), namesOf: () => ["up"] };
  const asked = (also: readonly Matcher[]): Expression | undefined =>
    callOver(
      seriesOf({ names: ["up"], placement: "process" }, { ...finder, also }),
      of === "newest" ? "last_over_time" : "max_over_time",
      windowMs,
    );
  const all = asked([]);
  if (all === undefined) return null;
  // Without instance labels nothing tells one process from another.
  const seen: Matcher = { label: "instance", operator: "=~", value: instances.map(quoteRegex).join("|") };
  const known = instances.length === 0 ? undefined : asked([seen]);
  const either = known === undefined ? all : anyOf([known, ofOwnProcesses(all, finder.marks, windowMs)]);
  return printPromql({ kind: "aggregate", name: "max", by: [], of: either });
}

/** Unreachable: the source cannot be read, or none of the deployment's targets responds to it. */
import { isAbsentBecause } from "./evidence";
import { textPart } from "./sentence-parts";
import type { OverviewRowFacts, StatusRule } from "./status-rule";

/** Status of a deployment whose targets or whose source do not respond. */
export const sourceDownStatus: StatusRule<"source-down"> = {
  id: "source-down",
  label: "Unreachable",
  tone: "down",
  affectedReadings: [],
  // A signal that the engine does not expose cannot show that targets are down, so the other signal decides.
  matches: ({ targets, running, ttftP95 }) =>
    targets === "silent" ||
    targets === "removed" ||
    ([running, ttftP95].some((one) => isAbsentBecause(one, "target-down")) &&
      [running, ttftP95].every((one) => isAbsentBecause(one, "target-down", "not-exposed"))),
  sentence: ({ sourceError, downSince, statusNumbers, isPast }: OverviewRowFacts) => {
    if (sourceError !== null) {
      const { source, reason, fix } = sourceError;
      return [textPart(`${source} cannot be read: ${reason}. ${fix}`)];
    }
    const isRemoved = statusNumbers?.targets === "removed";
    if (isPast === true)
      return [
        textPart(
          isRemoved
            ? "Prometheus had no target of this deployment."
            : "No target of this deployment responded to Prometheus.",
        ),
      ];
    const fix = isRemoved
      ? "Restore its targets in service discovery, or hide the deployment if it was removed."
      : "Start the engine, or correct its scrape job.";
    const rest = `, so the current state is unknown. ${fix}`;
    if (downSince === undefined)
      return isRemoved
        ? [textPart(`Prometheus no longer scrapes any target of this deployment${rest}`)]
        : [textPart(`No target of this deployment responds to Prometheus${rest}`)];
    return [
      textPart(
        isRemoved
          ? "Prometheus no longer scrapes any target of this deployment. None has responded "
          : "No target of this deployment has responded to Prometheus ",
      ),
      { kind: "down-since", since: downSince },
      textPart(rest),
    ];
  },
};

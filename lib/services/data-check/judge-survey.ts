/** Decides which signals of a survey fail. Pure. */
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { SourceSurvey, SurveyedDeployment } from "./survey-source";

/** Acceptable reasons for a missing value: the engine does not expose the metric, or there was no traffic. */
const acceptableReasons: ReadonlySet<CheckReason> = new Set(["not-exposed", "no-traffic", "too-few-samples"]);

/** Returns whether the metric is missing and an engine flag would enable it. */
export function isMetricDisabled({ outcome, reason, howToEnable }: CheckRow): boolean {
  return (
    outcome === "without-data" &&
    (reason === "metric-absent" || reason === "target-down") &&
    howToEnable !== null
  );
}

/** Returns whether a signal of the engine could not be read, or has no data without an acceptable reason. */
export function isCheckFailing(row: CheckRow): boolean {
  const { signal, outcome, reason } = row;
  if (signalDefinition(signal).family !== "engine" || outcome === "with-data") return false;
  if (outcome === "error") return true;
  return !isMetricDisabled(row) && (reason === null || !acceptableReasons.has(reason));
}

/**
 * Returns the signals of a deployment that fail the check. Empty if the check could not be run. `check.detail` then
 * contains the reason.
 */
export function listFailingRows({ check }: Pick<SurveyedDeployment, "check">): readonly CheckRow[] {
  return check.kind === "failed" ? [] : check.rows.filter(isCheckFailing);
}

/** Returns whether deployments were found and none has failing engine signals. */
export function isSurveyHealthy({ deployments }: Pick<SourceSurvey, "deployments">): boolean {
  if (deployments.length === 0) return false;
  return deployments.every((one) => one.check.kind === "checked" && listFailingRows(one).length === 0);
}

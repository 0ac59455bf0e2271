/** Whether a survey found everything in order, and what is not. Pure. */
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import { signalDefinition } from "@/lib/model/signals";
import type { Survey, SurveyedDeployment } from "./survey-source";

/** Reasons that are no fault of the data: the engine does not have it, or nothing happened that could be measured. */
const acceptableReasons: ReadonlySet<CheckReason> = new Set(["not-exposed", "no-traffic", "too-few-samples"]);

/** Its metric is not there, or was not while targets answered, and a flag that nobody turned on would add it. */
export function isTurnedOff({ outcome, reason, flag }: CheckRow): boolean {
  return outcome === "nothing" && (reason === "metric-absent" || reason === "target-down") && flag !== null;
}

/** An engine's signal that neither answers nor has a good reason for its silence. */
export function isFailing(row: CheckRow): boolean {
  const { signal, outcome, reason } = row;
  if (signalDefinition(signal).family !== "engine" || outcome === "answers") return false;
  if (outcome === "error") return true;
  return !isTurnedOff(row) && (reason === null || !acceptableReasons.has(reason));
}

/** Rows of a deployment that are faults; all there is to say of one that could not be asked is `check.detail`. */
export function failingRows({ check }: Pick<SurveyedDeployment, "check">): readonly CheckRow[] {
  return check.kind === "failed" ? [] : check.rows.filter(isFailing);
}

/** True when something was found and no deployment has a fault among its engine's signals. */
export function isHealthy({ deployments }: Pick<Survey, "deployments">): boolean {
  if (deployments.length === 0) return false;
  return deployments.every((one) => one.check.kind === "checked" && failingRows(one).length === 0);
}

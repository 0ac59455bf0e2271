/** Whether a survey found everything in order, and what is not. Pure. */
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import { signalDefinition } from "@/lib/model/signals";
import type { Survey, SurveyedDeployment } from "./survey-source";

/**
 * Reasons that are no fault of the data: the engine does not have it, or nothing happened that could be measured. A metric that
 * only a flag of the engine turns on is not exposed either, as long as nobody turned it on.
 */
const faultless: ReadonlySet<CheckReason> = new Set(["not-exposed", "no-traffic", "too-few-samples"]);

/** An engine's signal that neither answers nor has a good reason for its silence. */
export function isFault({ signal, outcome, reason, flag }: CheckRow): boolean {
  if (signalDefinition(signal).family !== "engine" || outcome === "answers") return false;
  if (outcome === "error") return true;
  const isOptional = reason === "metric-absent" && flag !== null;
  return !isOptional && (reason === null || !faultless.has(reason));
}

/** Rows of a deployment that are faults; all there is to say of one that could not be asked is `check.detail`. */
export function faultsOf({ check }: Pick<SurveyedDeployment, "check">): readonly CheckRow[] {
  return check.kind === "failed" ? [] : check.rows.filter(isFault);
}

/** True when something was found and every deployment's engine signals answer or are not exposed. */
export function isInOrder({ deployments }: Pick<Survey, "deployments">): boolean {
  if (deployments.length === 0) return false;
  return deployments.every((one) => one.check.kind === "checked" && faultsOf(one).length === 0);
}

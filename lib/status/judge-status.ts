/**
 * The status of a deployment is the worst status whose condition is met. Missing data never counts as ok: a missing
 * metric results in "cannot tell", and missing requests in "no traffic".
 */
import type { StepProgress, TargetState } from "@/lib/model/status/status-facts";
import { statuses, type StatusId } from "./statuses";
import type { StatusEvidence } from "./status-rule";

/** Status of a deployment, with all other statuses whose conditions are met. */
export interface Judgement {
  readonly id: StatusId;
  /** All statuses that hold, worst first; never empty. */
  readonly matchingIds: readonly StatusId[];
}

/**
 * Decides the status of a deployment: the worst status whose conditions are met. `evidence` is null if the
 * source could not be read.
 */
export function judgeStatus(evidence: StatusEvidence | null): Judgement {
  const ids = evidence === null ? (["source-down"] as const) : matchingStatuses(evidence);
  const [id = "ok", ...lessSevere] = ids;
  // The condition of the last status in the list, "ok", is always met, so this status counts only if no other status
  // matches.
  return { id, matchingIds: [id, ...lessSevere.filter((one) => one !== "ok")] };
}

function matchingStatuses(evidence: StatusEvidence): readonly StatusId[] {
  const { steps, targets } = evidence;
  if (steps !== null) return [trainingStatus(targets, steps)];
  // Values of the last minutes describe the model that the targets served before.
  if (targets === "other-model") return ["cannot-tell"];
  return statuses.filter(({ matches }) => matches(evidence)).map(({ id }) => id);
}

/**
 * Judges a training job: down like any other deployment, stalled when its steps stop while a target responds, ok
 * while they increase.
 */
function trainingStatus(targets: TargetState, { increase, hasFullWindow }: StepProgress): StatusId {
  if (targets === "silent" || targets === "removed") return "source-down";
  if (
    targets === "without-series" ||
    targets === "other-model" ||
    targets === "none" ||
    targets === "not-scraped"
  )
    return "cannot-tell";
  if (increase === null) return "cannot-tell";
  if (increase > 0) return "ok";
  return hasFullWindow ? "stalled" : "cannot-tell";
}

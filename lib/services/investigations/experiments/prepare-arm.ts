/** Finds the deployment and the windows of an arm of an experiment, or its baseline. */
import type { ExperimentArm } from "@/lib/model/investigation/experiments/experiment";
import type { Scope } from "@/lib/model/question";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Reader } from "@/lib/server/principal";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readBaselineArm, type StoredArm, type BaselineReadFailure } from "./read-baseline-arm";

/** An arm whose deployment exists and whose windows have begun. */
export interface PreparedArm {
  readonly arm: ExperimentArm;
  readonly deployment: KnownDeployment;
  readonly scope: Scope;
  /** Windows that have begun. A window without an end ends now. */
  readonly windows: readonly TimeWindow[];
  /** Measurements of the baseline; null if the arm has windows, or the baseline cannot be read. */
  readonly stored: StoredArm | null;
  /** Why the baseline cannot be read; null if it can be read, or if the arm has windows. */
  readonly readFailure: BaselineReadFailure | null;
}

/**
 * Returns the arm with its deployment and windows, or the measurements of its baseline. Throws not-found for an unknown
 * deployment, and database-unavailable.
 */
export async function prepareArm(
  arm: ExperimentArm,
  { nowMs, reader }: { readonly nowMs: number; readonly reader: Reader },
): Promise<PreparedArm> {
  const deployment = await resolveDeployment(arm.deployment, reader.sourceScope);
  const scope = createArmScope(arm, deployment);
  if (arm.baseline !== null) {
    const stored = await readBaselineArm(arm.baseline, reader);
    const opened = { arm, deployment, scope, windows: [arm.baseline.window] };
    return typeof stored === "string"
      ? { ...opened, stored: null, readFailure: stored }
      : { ...opened, stored, readFailure: null };
  }
  const windows = arm.windows
    .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs ?? nowMs, nowMs) }))
    .filter(({ startMs, endMs }) => startMs < endMs);
  return { arm, deployment, scope, windows, stored: null, readFailure: null };
}

/** Returns the scope of the arm: all series of the deployment, or only the series with the label of the arm. */
export function createArmScope(
  { selector }: Pick<ExperimentArm, "selector">,
  { slug }: Pick<KnownDeployment, "slug">,
): Scope {
  return {
    deployment: slug,
    ...(selector === null ? {} : { labels: { [selector.label]: selector.value } }),
  };
}

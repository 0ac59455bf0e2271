/** Finds the baselines that are arms of a plan, and checks that the other arm can have equal blocks. */
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import type { RequestedArms } from "@/lib/contracts/investigations/experiments";
import { engineOfDeployment } from "@/lib/engines";
import { isAppError } from "@/lib/model/app-error";
import {
  findBaselineError,
  findSpacingError,
} from "@/lib/model/investigation/experiments/baseline-arm-rules";
import type {
  ArmBaseline,
  ExperimentArm,
  ExperimentArms,
} from "@/lib/model/investigation/experiments/experiment";
import { nowMs } from "@/lib/server/clock";
import type { Reader } from "@/lib/server/principal";
import { findMetricsSource } from "@/lib/services/deployments/metrics-source";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { readEngineSpacing } from "@/lib/services/signals/answer-times";
import { createRefusalError } from "../change-investigation";
import { createArmScope } from "./prepare-arm";
import { readUsableBaseline } from "./usable-baseline";

/** Title of the refusal of a plan that cannot be measured. */
export const planRefusalTitle = "The experiment was not saved";

const spacingWindowMs = 3_600_000;

interface ArmsSearch {
  readonly reader: Reader;
  /** The present arms of an edited plan, whose baselines may have been deleted; null for a new plan. */
  readonly present: ExperimentArms | null;
}

/**
 * Returns the arms with their baselines. Must be called before a transaction begins, because it reads the source.
 * Throws database-unavailable. Throws not-found for an unknown baseline or deployment. Throws conflict for a baseline
 * that cannot be an arm.
 */
export async function resolveArms(arms: RequestedArms, search: ArmsSearch): Promise<ExperimentArms> {
  const [reference, changed] = arms;
  const resolved: ExperimentArms = [await resolveArm(reference, search), await resolveArm(changed, search)];
  if (resolved.some(({ baseline }) => baseline !== null)) await requireEqualBlocks(resolved, search.reader);
  return resolved;
}

async function resolveArm(
  { baselineId, ...arm }: RequestedArms[number],
  search: ArmsSearch,
): Promise<ExperimentArm> {
  if (baselineId === null) return { ...arm, baseline: null };
  const known = search.present?.find(
    ({ role, deployment }) => role === arm.role && deployment === arm.deployment,
  );
  if (known?.baseline?.id === baselineId) return { ...arm, baseline: known.baseline };
  return { ...arm, baseline: await readBaseline(baselineId, arm, search) };
}

async function readBaseline(
  id: string,
  arm: Pick<ExperimentArm, "name" | "deployment">,
  search: ArmsSearch,
): Promise<ArmBaseline> {
  const { entry, document } = await readUsableBaseline(id, arm, { ...search, title: planRefusalTitle });
  const { measured } = document;
  const { startMs, blockMs, blockCount } = measured;
  return {
    id,
    // All readers of the investigation see the plan, so the name of a team-only baseline is not stored in it.
    name: entry.visibility === "open" ? entry.name : null,
    window: { startMs, endMs: startMs + blockCount * blockMs },
    blockMs,
    blockCount,
    requestCount: countRequests(measured),
  };
}

/** Throws conflict if the blocks of a baseline and those of the other arm cannot have equal lengths. */
async function requireEqualBlocks(arms: ExperimentArms, reader: Reader): Promise<void> {
  const blockError = findBaselineError(arms);
  if (blockError !== null) throw createRefusalError(blockError, planRefusalTitle);
  for (const arm of arms.filter(({ baseline }) => baseline === null)) {
    const deployment = await resolveDeployment(arm.deployment, reader.sourceScope);
    const endMs = nowMs();
    const spacing = await ignoreSourceErrors(() =>
      readEngineSpacing(
        { engine: engineOfDeployment(deployment), deployment, scope: createArmScope(arm, deployment) },
        {
          source: findMetricsSource(deployment),
          window: { startMs: endMs - spacingWindowMs, endMs },
          isLive: true,
        },
      ),
    );
    const error = spacing === null ? null : findSpacingError(arms, arm.deployment, spacing.longestMs);
    if (error !== null) throw createRefusalError(error, planRefusalTitle);
  }
}

/** Returns the result of `read`; null if the source does not respond. The result of the experiment then reports unequal blocks. */
async function ignoreSourceErrors<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** Reads what the GPUs of both arms cost, for the guard of the cost. */
import { countObservedGpus } from "@/lib/analysis/goals/judge-cost";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { fillInstanceCounts } from "@/lib/analysis/experiments/instance-counts";
import type { CostFact } from "@/lib/analysis/experiments/judge-cost-guard";
import type { Environment, EnvironmentValues } from "@/lib/model/baseline/environment";
import { queryDeviceEnvironment } from "@/lib/services/baselines/read-devices";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";
import type { StoredArm } from "./read-baseline-arm";

interface PaidArm {
  readonly deployment: KnownDeployment;
  readonly blocks: ArmBlocks;
  /** Measurements of a baseline; null for an arm with windows. */
  readonly stored: Pick<StoredArm, "document"> | null;
}

/**
 * Returns the present price, and the number of GPUs in each block of each arm. GPUs are counted once, at the end of an
 * arm, and scaled with the number of instances of each block. If the exporter lacks the count of one arm, the entered
 * numbers are used for both arms, so that a counted number is never compared with an entered one. Throws the error of a
 * source that does not respond, and database-unavailable.
 */
export async function readArmCosts(arms: readonly PaidArm[]): Promise<readonly CostFact[]> {
  const paid = await Promise.all(
    arms.map(async (arm) => {
      const cost = await readGpuCost(arm.deployment);
      return { blocks: arm.blocks, cost, counted: cost.price === null ? null : await countGpus(arm) };
    }),
  );
  const areCounted = paid.every(({ counted }) => counted !== null);
  return paid.map(({ blocks, cost: { price, enteredCount }, counted }): CostFact => {
    if (price === null) return "no-price";
    const { perAcceleratorHour: pricePerGpuHour, currency } = price;
    if (areCounted && counted !== null)
      return { pricePerGpuHour, currency, gpuCounts: scaleByInstances(counted, blocks) };
    if (enteredCount === null) return "no-gpu-count";
    return { pricePerGpuHour, currency, gpuCounts: blocks.startsMs.map(() => enteredCount) };
  });
}

async function countGpus({ deployment, blocks, stored }: PaidArm): Promise<number | null> {
  const endMs = (blocks.startsMs.at(-1) ?? 0) + blocks.measured.blockMs;
  const counted = countObservedGpus(
    stored === null
      ? await queryDeviceEnvironment(deployment, endMs - 1)
      : listReportedValues(stored.document.environment),
  );
  return Number.isInteger(counted) && counted > 0 ? counted : null;
}

/** Returns the values that metrics reported, without the values that a person entered. */
function listReportedValues(environment: Environment): EnvironmentValues {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([path, { value, origin }]) =>
      origin === "info-metric" ? [[path, value]] : [],
    ),
  );
}

function scaleByInstances(gpuCount: number, blocks: ArmBlocks): readonly number[] {
  const instances = fillInstanceCounts(blocks);
  const last = instances?.at(-1) ?? 1;
  return blocks.startsMs.map((_, index) => (gpuCount * (instances?.[index] ?? last)) / last);
}

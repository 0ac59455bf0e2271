/** Reads what the GPUs of both arms cost, for the guard of the cost. */
import { countObservedGpus } from "@/lib/analysis/goals/judge-cost";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { fillInstanceCounts } from "@/lib/analysis/experiments/instance-counts";
import type { CostFact } from "@/lib/analysis/experiments/judge-cost-guard";
import { queryDeviceEnvironment } from "@/lib/services/baselines/read-devices";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";

interface PaidArm {
  readonly deployment: KnownDeployment;
  readonly blocks: ArmBlocks;
}

/**
 * Returns the present price, and the GPUs in each block of each arm. GPUs are counted at the end of an arm, and change with
 * the number of instances. If an exporter does not report those of both arms, the entered numbers are used for both, because
 * a counted and an entered number may differ without a change. Throws the error of a source that does not respond, and
 * database-unavailable.
 */
export async function readArmCosts(arms: readonly PaidArm[]): Promise<readonly CostFact[]> {
  const paid = await Promise.all(
    arms.map(async ({ deployment, blocks }) => {
      const cost = await readGpuCost(deployment);
      return { blocks, cost, counted: cost.price === null ? null : await countGpus(deployment, blocks) };
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

async function countGpus(deployment: KnownDeployment, blocks: ArmBlocks): Promise<number | null> {
  const endMs = (blocks.startsMs.at(-1) ?? 0) + blocks.measured.blockMs;
  const counted = countObservedGpus(await queryDeviceEnvironment(deployment, endMs - 1));
  return Number.isInteger(counted) && counted > 0 ? counted : null;
}

function scaleByInstances(gpuCount: number, blocks: ArmBlocks): readonly number[] {
  const instances = fillInstanceCounts(blocks);
  const last = instances?.at(-1) ?? 1;
  return blocks.startsMs.map((_, index) => (gpuCount * (instances?.[index] ?? last)) / last);
}

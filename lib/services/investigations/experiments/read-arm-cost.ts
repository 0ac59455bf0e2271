/** Reads what the GPUs of an arm cost, for the guard of the cost. */
import { countObservedGpus } from "@/lib/analysis/goals/judge-cost";
import type { ArmBlocks } from "@/lib/analysis/experiments/arm-blocks";
import { fillInstanceCounts } from "@/lib/analysis/experiments/instance-counts";
import type { CostFact } from "@/lib/analysis/experiments/judge-cost-guard";
import { readDeviceEnvironment } from "@/lib/services/baselines/read-devices";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGpuCost } from "@/lib/services/roofline/setting/gpu-hour-price";

/**
 * Returns the present price, and the GPUs in each block. GPUs are counted at the end of the arm, and change with the number
 * of instances. Without an exporter, the entered number is used. Throws database-unavailable.
 */
export async function readArmCost(deployment: KnownDeployment, blocks: ArmBlocks): Promise<CostFact> {
  const { price, enteredCount } = await readGpuCost(deployment);
  if (price === null) return "no-price";
  const { perAcceleratorHour: pricePerGpuHour, currency } = price;
  const endMs = (blocks.startsMs.at(-1) ?? 0) + blocks.measured.blockMs;
  const observed = countObservedGpus(await readDeviceEnvironment(deployment, endMs - 1));
  const isObserved = Number.isInteger(observed) && observed > 0;
  if (!isObserved && enteredCount === null) return "no-gpu-count";
  const instances = fillInstanceCounts(blocks);
  const last = instances?.at(-1) ?? 1;
  const gpuCounts = blocks.startsMs.map((_, index) =>
    isObserved ? (observed * (instances?.[index] ?? last)) / last : (enteredCount ?? 1),
  );
  return { pricePerGpuHour, currency, gpuCounts };
}

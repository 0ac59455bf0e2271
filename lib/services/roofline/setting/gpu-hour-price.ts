/** Reads the cost of a deployment's GPUs, from the values that a person entered or from the configuration file. */
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readRooflineConfig } from "../roofline-config";

interface GpuCost {
  /** Null if neither a person nor the file has entered a price. */
  readonly price: GpuHourPrice | null;
  /** Number of GPUs that a person entered on the Roofline page. */
  readonly enteredCount: number | null;
}

/** Returns the price of a GPU hour and the entered number of GPUs. Throws database-unavailable. */
export async function readGpuCost({
  id,
  gpuHourPrice,
}: Pick<KnownDeployment, "id" | "gpuHourPrice">): Promise<GpuCost> {
  const { choiceByDeploymentId } = await readRooflineConfig();
  const chosen = choiceByDeploymentId.get(id)?.chosen;
  return { price: chosen?.price ?? gpuHourPrice ?? null, enteredCount: chosen?.acceleratorCount ?? null };
}

/** Reads the price of a GPU hour of a deployment: entered by a person, else by the configuration file. */
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readRooflineConfig } from "../roofline-config";

/** Returns null if neither has entered a price. Throws database-unavailable. */
export async function readGpuHourPrice({
  id,
  gpuHourPrice,
}: Pick<KnownDeployment, "id" | "gpuHourPrice">): Promise<GpuHourPrice | null> {
  const { choiceByDeploymentId } = await readRooflineConfig();
  return choiceByDeploymentId.get(id)?.chosen.price ?? gpuHourPrice ?? null;
}

/** Lists the tables of accelerators and models. */
import type { acceleratorsContract, modelsContract } from "@/lib/contracts/roofline/roofline-tables";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { listAcceleratorRows, listBuiltInAndAddedModels } from "./describe-rows";
import { readRooflineConfig } from "@/lib/services/roofline/roofline-config";

/** Lists accelerators. Throws database-unavailable if the tables have never been read. */
export const listAccelerators: Handler<typeof acceleratorsContract> = async () => {
  const { addedEntries } = await readRooflineConfig();
  const { offered, retired } = listAcceleratorRows(addedEntries);
  return { asOfMs: nowMs(), accelerators: offered, retired };
};

/** Lists models. Throws database-unavailable if the tables have never been read. */
export const listModels: Handler<typeof modelsContract> = async () => {
  const { addedEntries } = await readRooflineConfig();
  const { offered, retired } = listBuiltInAndAddedModels(addedEntries);
  return { asOfMs: nowMs(), models: offered, retired };
};

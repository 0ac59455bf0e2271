/** Returns the roof of another accelerator in the form of the response. */
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import { listRoofs, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/roofline/accelerator";

export function createAcceleratorRoof(accelerator: Accelerator, used: Roof): RooflineRoof {
  return {
    bandwidth: {
      bytesPerSecond: used.bytesPerSecond,
      practicalBytesPerSecond: used.practicalBytesPerSecond,
    },
    ceilings: listRoofs(accelerator)
      .map(({ precision, flopsPerSecond, practicalFlopsPerSecond, ridgeFlopPerByte }) => ({
        precision,
        flopsPerSecond,
        practicalFlopsPerSecond,
        ridgeFlopPerByte,
        isUsed: precision === used.precision,
      }))
      .toSorted((a, b) => a.flopsPerSecond - b.flopsPerSecond),
    isPrecisionWidened: used.isPrecisionWidened,
  };
}

/** Returns the roof of another accelerator in the form of the response. */
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import { listRoofs, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/roofline/accelerator";

/**
 * Builds the displayed roof of an accelerator. `usedRoof` is the peak with which the what-if point is
 * compared.
 */
export function createAcceleratorRoof(accelerator: Accelerator, usedRoof: Roof): RooflineRoof {
  return {
    bandwidth: {
      bytesPerSecond: usedRoof.bytesPerSecond,
      practicalBytesPerSecond: usedRoof.practicalBytesPerSecond,
    },
    ceilings: listRoofs(accelerator)
      .map(({ precision, flopsPerSecond, practicalFlopsPerSecond, ridgeFlopPerByte }) => ({
        precision,
        flopsPerSecond,
        practicalFlopsPerSecond,
        ridgeFlopPerByte,
        isUsed: precision === usedRoof.precision,
      }))
      .toSorted((a, b) => a.flopsPerSecond - b.flopsPerSecond),
    isPrecisionWidened: usedRoof.isPrecisionWidened,
  };
}

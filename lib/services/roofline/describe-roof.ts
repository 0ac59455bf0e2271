/** Lines of the roofline plot: one ceiling per precision and the bandwidth, theoretical and measured. */
import { findRoof, listRoofs, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { RooflineRoof } from "@/lib/contracts/roofline/roofline";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { ComputePrecision } from "@/lib/model/roofline/precision";

/** Converts the roof of an accelerator to the response. Null if it has no peak for the precision. */
export function describeRoof(
  accelerator: Accelerator,
  precision: ComputePrecision | null,
): RooflineRoof | null {
  const used = precision === null ? null : findRoof(accelerator, precision);
  const roofs = listRoofs(accelerator);
  const [first] = roofs;
  if (first === undefined || (precision !== null && used === null)) return null;
  const line = (roof: Roof) => ({
    precision: roof.precision,
    flopsPerSecond: roof.flopsPerSecond,
    practicalFlopsPerSecond: roof.practicalFlopsPerSecond,
    ridgeFlopPerByte: roof.ridgeFlopPerByte,
    isUsed: used !== null && roof.precision === used.precision,
  });
  return {
    bandwidth: {
      bytesPerSecond: first.bytesPerSecond,
      practicalBytesPerSecond: first.practicalBytesPerSecond,
    },
    ceilings: roofs.map(line).toSorted((left, right) => left.flopsPerSecond - right.flopsPerSecond),
    isPrecisionWidened: used?.isPrecisionWidened ?? false,
  };
}

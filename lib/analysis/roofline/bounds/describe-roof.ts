/** Lines of the roofline plot: one ceiling per precision and the bandwidth, theoretical and measured. */
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { ComputePrecision } from "@/lib/model/roofline/precision";
import { findRoof, listRoofs, type PracticalCeiling, type Roof } from "./roof";

/** Roof of one accelerator with the peaks of all its precisions. */
export interface MultiPrecisionRoof {
  readonly bandwidth: {
    readonly bytesPerSecond: number;
    readonly practicalBytesPerSecond: PracticalCeiling;
  };
  /** One per precision that has a peak, highest last. */
  readonly ceilings: {
    readonly precision: ComputePrecision;
    readonly flopsPerSecond: number;
    readonly practicalFlopsPerSecond: PracticalCeiling;
    readonly ridgeFlopPerByte: number;
    /** True for the precision of the model's arithmetic. */
    readonly isUsed: boolean;
  }[];
  readonly isPrecisionWidened: boolean;
}

/** Returns the roof of an accelerator for all precisions. Null if the accelerator has no peak for `precision`. */
export function createMultiPrecisionRoof(
  accelerator: Accelerator,
  precision: ComputePrecision | null,
): MultiPrecisionRoof | null {
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

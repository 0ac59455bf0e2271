/**
 * Roof for the steps of a measured run. If the device is in the table, it has the vendor's peaks and the measured
 * ceilings of the run. Otherwise, the measured ceilings also replace the vendor's peaks, so that MFU and MBU are
 * relative to them.
 */
import { fail, succeed, type Result } from "@/lib/base/result";
import { matchAccelerators } from "@/lib/analysis/roofline/accelerators/find-accelerator";
import { findRoof, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import type { MeasuredRun } from "@/lib/model/roofline/measured-run-schema";
import { bestRates, measuredCeilings } from "./best-rates";

/** Row of the accelerator table for the device of a measured run, or the reason why there is none. */
export type AcceleratorRowMatch =
  | { readonly kind: "row"; readonly accelerator: Accelerator }
  | {
      readonly kind: "none";
      readonly reason:
        | "synthetic-run"
        | "unknown-name"
        | "several"
        | "mig-instance"
        | "memory-size-differs"
        | "no-peak";
    };

/**
 * Roof by which the steps of a measured run are judged, and the table row of its device or why there is
 * none.
 */
export interface RunRoof {
  readonly roof: Roof;
  readonly rowMatch: AcceleratorRowMatch;
}

/**
 * Maximum ratio of a measured rate to the rated peak. The peak applies to a rated clock, and chips may run faster (an
 * H100 at 1980 MHz instead of 1830). If the ratio is larger, the row must be for a different device.
 */
const maxPeakRatio = 1.1;

function matchRow({ device, origin }: MeasuredRun, table?: readonly Accelerator[]): AcceleratorRowMatch {
  if (origin.kind === "made-up") return { kind: "none", reason: "synthetic-run" };
  const found = matchAccelerators({ name: device.name, memoryBytes: device.memoryBytes ?? undefined }, table);
  if (found.kind === "none") return { kind: "none", reason: "unknown-name" };
  if (found.kind !== "one") return { kind: "none", reason: found.kind };
  if (found.memorySize === "differs") return { kind: "none", reason: "memory-size-differs" };
  return { kind: "row", accelerator: found.accelerator };
}

/** Returns the accelerator with the measured ceilings of the run, or one sentence why they cannot be used. */
export function withMeasuredCeilings(
  accelerator: Accelerator,
  run: MeasuredRun,
): Result<Accelerator, string> {
  if (run.origin.kind === "made-up") return fail(`its numbers are made up: ${run.origin.why}`);
  const measured = measuredCeilings(run);
  const { peakFlopsPerSecond, bandwidthBytesPerSecond, name } = accelerator;
  const over = Object.entries(measured.matmulFlopsPerSecond).find(
    ([precision, rate]) =>
      rate > maxPeakRatio * (peakFlopsPerSecond[precision as keyof typeof peakFlopsPerSecond] ?? Infinity),
  );
  if (over !== undefined) return fail(`its products of ${over[0]} are faster than the peak of ${name}`);
  if ((measured.bandwidthBytesPerSecond ?? 0) > maxPeakRatio * bandwidthBytesPerSecond)
    return fail(`its streams are faster than the memory of ${name}`);
  return succeed({ ...accelerator, measured });
}

/**
 * Returns a copy of the device's table row with the ceilings of the run, for users to add. The copy matches no device
 * name, because the rates of one device do not apply to all devices with that name. Fails with one sentence if the
 * device has no row or cannot be used.
 */
export function acceleratorWithMeasuredCeilings(
  run: MeasuredRun,
  table?: readonly Accelerator[],
): Result<Accelerator, string> {
  if (run.origin.kind === "made-up") return fail(`its numbers are made up: ${run.origin.why}`);
  const row = matchRow(run, table);
  if (row.kind === "none")
    return fail(`${run.device.name} does not match exactly one row of the accelerator table`);
  const measured = withMeasuredCeilings(row.accelerator, run);
  if (!measured.ok) return measured;
  if (bestRates(run).unsteadyCaseCount > 0)
    return fail(
      "its best rates vary by more than a tenth, so they are not ceilings: measure again while nothing else runs",
    );
  const { id, name } = row.accelerator;
  const day = run.measuredAt.slice(0, 10);
  return succeed({
    ...measured.value,
    id: `${id}-measured-${day}`,
    name: `${name}, measured ${day}`,
    deviceNames: [],
  });
}

/**
 * Returns the roof by which a run is judged; fails if the run has no matrix product in the decoder's
 * precision or no memory stream.
 */
export function findRunRoof(run: MeasuredRun, table?: readonly Accelerator[]): Result<RunRoof, string> {
  const { precision } = run.decoder;
  const { matmulFlopsPerSecond, bandwidthBytesPerSecond: bytesPerSecond, source } = measuredCeilings(run);
  const flopsPerSecond = matmulFlopsPerSecond[precision];
  if (flopsPerSecond === undefined) return fail(`no product in ${precision} was measured`);
  if (bytesPerSecond === undefined) return fail("no stream larger than the cache was measured");
  const row = matchRow(run, table);
  if (row.kind === "row") {
    const measured = withMeasuredCeilings(row.accelerator, run);
    if (!measured.ok) return measured;
    const printed = findRoof(measured.value, precision);
    if (printed !== null && !printed.isPrecisionWidened) return succeed({ roof: printed, rowMatch: row });
  }
  return succeed({
    rowMatch: row.kind === "row" ? { kind: "none", reason: "no-peak" } : row,
    roof: {
      precision,
      isPrecisionWidened: false,
      flopsPerSecond,
      bytesPerSecond,
      ridgeFlopPerByte: flopsPerSecond / bytesPerSecond,
      practicalFlopsPerSecond: { kind: "measured", value: flopsPerSecond, source },
      practicalBytesPerSecond: { kind: "measured", value: bytesPerSecond, source },
    },
  });
}

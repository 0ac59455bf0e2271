/**
 * Finds the rows of the table for an exporter's device name. A MIG instance has no row, because its share of the
 * peaks is unknown.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { compileWildcard } from "@/lib/base/wildcard";
import { deviceNameError, type Accelerator } from "@/lib/model/roofline/accelerator";
import { allAccelerators } from "./all-accelerators";

/** Rows of the accelerator table that match a reported device name. */
export type DeviceMatch =
  | {
      readonly kind: "one";
      readonly accelerator: Accelerator;
      /** Whether the reported memory matches the row. Cards with the same name are sold with several memory sizes. */
      readonly memorySize: "agrees" | "differs" | "unknown";
    }
  | { readonly kind: "several"; readonly accelerators: readonly Accelerator[] }
  | { readonly kind: "mig-instance"; readonly accelerators: readonly Accelerator[] }
  | { readonly kind: "none" };

/** A device as an exporter reports it. */
export interface Device {
  /** Label `modelName` of the DCGM exporter, or `card_series` of AMD's exporter. */
  readonly name: string;
  readonly memoryBytes?: number | undefined;
  /** Profile of a MIG instance, such as `1g.10gb`. */
  readonly migProfile?: string | undefined;
}

/**
 * Accepted relative difference between reported and listed memory. Exporters report memory in powers of 1024, and
 * without the memory that the driver reserves.
 */
const memoryTolerance = 0.15;

/** Returns the rows of `table` whose device names match the reported one. */
export function matchAccelerators(
  { name, memoryBytes, migProfile }: Device,
  table: readonly Accelerator[] = allAccelerators,
): DeviceMatch {
  const deviceName = plainName(name.replace(/\sMIG\s[^]*/i, ""));
  const named = table.filter((row) => patternsOf(row).some((pattern) => pattern.test(deviceName)));
  if (/\bMIG\b/i.test(name) || (migProfile !== undefined && migProfile !== ""))
    return { kind: "mig-instance", accelerators: named };
  const [first, ...otherRows] = named;
  if (first === undefined) return { kind: "none" };
  if (otherRows.length > 0) return { kind: "several", accelerators: named };
  const memoryError = memoryBytes === undefined ? null : Math.abs(memoryBytes / first.memoryBytes - 1);
  const memory = memoryError === null ? "unknown" : memoryError <= memoryTolerance ? "agrees" : "differs";
  return { kind: "one", accelerator: first, memorySize: memory };
}

const patternsOf = memoizePerObject(({ deviceNames }: Accelerator) =>
  deviceNames.filter((name) => deviceNameError(name) === null).map(compileWildcard),
);

/** Device name of a new row that another accelerator already has. */
export interface DuplicateDeviceName {
  /** As written in the new row. */
  readonly deviceName: string;
  readonly existingAccelerator: Accelerator;
}

/**
 * Returns the first device name of a row that another row of `table` already matches, or null. Two rows for one
 * device would be ambiguous.
 */
export function findDuplicateDeviceName(
  { id, deviceNames }: Pick<Accelerator, "id" | "deviceNames">,
  table: readonly Accelerator[],
): DuplicateDeviceName | null {
  for (const name of deviceNames) {
    const by = table.find((row) => row.id !== id && row.deviceNames.some((one) => matchesEither(one, name)));
    if (by !== undefined) return { deviceName: name, existingAccelerator: by };
  }
  return null;
}

/**
 * Returns whether one of the patterns matches the text of the other pattern without its `*`. Patterns with different
 * texts, such as "Tesla*" and "*MI300X", are not duplicates: a device name that both match does not exist.
 */
function matchesEither(present: string, name: string): boolean {
  const bare = (pattern: string): string => pattern.replaceAll("*", "");
  // A name that was stored before names were validated may match all devices. Such a name is not a duplicate.
  if (deviceNameError(present) !== null) return false;
  return compileWildcard(present).test(bare(name)) || compileWildcard(name).test(bare(present));
}

function plainName(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}

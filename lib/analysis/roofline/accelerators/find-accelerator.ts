/** Which rows of the table an exporter's device name stands for. A slice of a card has no row: its share of the peaks is not known. */
import { compileWildcard, type TextPattern } from "@/lib/base/wildcard";
import { deviceNameError, type Accelerator } from "@/lib/model/accelerator";
import { allAccelerators } from "./all-accelerators";

export type DeviceMatch =
  | {
      readonly kind: "one";
      readonly accelerator: Accelerator;
      /** Whether the memory that the device reports is the row's; cards of one name are sold with several sizes. */
      readonly memory: "agrees" | "differs" | "unknown";
    }
  | { readonly kind: "several"; readonly accelerators: readonly Accelerator[] }
  | { readonly kind: "mig-instance"; readonly accelerators: readonly Accelerator[] }
  | { readonly kind: "none" };

export interface Device {
  /** `modelName` of the DCGM exporter, `card_series` of AMD's. */
  readonly name: string;
  readonly memoryBytes?: number | undefined;
  /** Set on a MIG slice, as `1g.10gb`. */
  readonly migProfile?: string | undefined;
}

/** Reported memory counts in powers of 1024 and leaves out what the driver keeps. */
const memoryTolerance = 0.15;

export function acceleratorsByDevice(
  { name, memoryBytes, migProfile }: Device,
  table: readonly Accelerator[] = allAccelerators,
): DeviceMatch {
  const deviceName = plainName(name.replace(/\s+MIG\s.*$/i, ""));
  const named = table.filter((row) => patternsOf(row).some((pattern) => pattern.test(deviceName)));
  if (/\bMIG\b/i.test(name) || (migProfile !== undefined && migProfile !== ""))
    return { kind: "mig-instance", accelerators: named };
  const [first, ...otherRows] = named;
  if (first === undefined) return { kind: "none" };
  if (otherRows.length > 0) return { kind: "several", accelerators: named };
  const memoryError = memoryBytes === undefined ? null : Math.abs(memoryBytes / first.memoryBytes - 1);
  const memory = memoryError === null ? "unknown" : memoryError <= memoryTolerance ? "agrees" : "differs";
  return { kind: "one", accelerator: first, memory };
}

/** Rows are never changed, so the names of each are read once. */
const patternsByRow = new WeakMap<Accelerator, readonly TextPattern[]>();

function patternsOf(row: Accelerator): readonly TextPattern[] {
  const known = patternsByRow.get(row);
  if (known !== undefined) return known;
  const patterns = row.deviceNames.filter((name) => deviceNameError(name) === null).map(compileWildcard);
  patternsByRow.set(row, patterns);
  return patterns;
}

export interface TakenName {
  /** As the new row has it. */
  readonly name: string;
  readonly by: Accelerator;
}

/** The first device name of a row that another row answers to already: of two rows for one device neither could be told. */
export function takenDeviceName(
  { id, deviceNames }: Pick<Accelerator, "id" | "deviceNames">,
  table: readonly Accelerator[],
): TakenName | null {
  for (const name of deviceNames) {
    const by = table.find((row) => row.id !== id && row.deviceNames.some((one) => matchesEither(one, name)));
    if (by !== undefined) return { name, by };
  }
  return null;
}

/**
 * Either takes the device whose name the other is, `*` standing for nothing. Two of which each has something of its own, as "Tesla*" and
 * "*MI300X", could meet in a name that no device has, and do not count.
 */
function matchesEither(present: string, name: string): boolean {
  const bare = (pattern: string): string => pattern.replaceAll("*", "");
  // What was stored before device names were looked at may stand for anything; it takes no device.
  if (deviceNameError(present) !== null) return false;
  return compileWildcard(present).test(bare(name)) || compileWildcard(name).test(bare(present));
}

function plainName(name: string): string {
  return name.trim().replace(/\s+/g, " ");
}

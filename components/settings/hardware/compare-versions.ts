/** What one version of a row says otherwise than the one before, field by field, in the units people print. */
import { formatNumber, formatWithUnit } from "@/lib/format/number";

export interface FieldChange {
  /** "peak flops per second, bf16". */
  readonly field: string;
  /** Null where there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Of two documents of one kind, in the order of their fields. */
export function compareVersions(before: unknown, after: unknown): readonly FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({
      field: fieldTitle(path),
      before: formatLeaf(path, was.get(path)),
      after: formatLeaf(path, is.get(path)),
    }));
}

type Leaf = string | number | boolean;

/** Lists of words are one field. */
function leavesOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, Leaf> {
  if (Array.isArray(value)) return new Map([[path.join("."), value.map(String).join("; ")]]);
  if (typeof value === "object" && value !== null)
    return new Map(Object.entries(value).flatMap(([key, part]) => [...leavesOf(part, [...path, key])]));
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return new Map([[path.join("."), value]]);
  return new Map();
}

/** The document's own name for what it is of says nothing new. */
function fieldTitle(path: string): string {
  return path
    .split(".")
    .filter((part) => part !== "accelerator" && part !== "architecture")
    .map((part) => part.replaceAll(/([A-Z])/g, " $1").toLowerCase())
    .join(", ");
}

function formatLeaf(path: string, leaf: Leaf | undefined): string | null {
  if (leaf === undefined) return null;
  if (typeof leaf !== "number") return String(leaf);
  if (/flopsPerSecond/i.test(path)) return formatWithUnit(leaf, "flops-per-second", "TFLOP/s");
  if (/bytesPerSecond/i.test(path)) return formatWithUnit(leaf, "bytes-per-second", "GB/s");
  if (/bytes/i.test(path)) return formatWithUnit(leaf, "bytes", "GB");
  return Number.isInteger(leaf) ? String(leaf) : formatNumber(leaf);
}

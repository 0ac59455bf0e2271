/** Compares two versions of a GPU or model field by field, in display units. */
import { formatNumber, formatWithUnit } from "@/lib/format/number";

/** Field that differs between two versions of a GPU or model. */
export interface FieldChange {
  /** Field path in words, for example "peak flops per second, bf16". */
  readonly field: string;
  /** Null if the field was absent. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the fields that differ between two versions of a GPU or model, in document order. */
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

/** Flattens a document to leaf values by path. A list of texts is one leaf. */
function leavesOf(value: unknown, path: readonly string[] = []): ReadonlyMap<string, Leaf> {
  if (Array.isArray(value)) return new Map([[path.join("."), value.map(String).join("; ")]]);
  if (typeof value === "object" && value !== null)
    return new Map(Object.entries(value).flatMap(([key, part]) => [...leavesOf(part, [...path, key])]));
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return new Map([[path.join("."), value]]);
  return new Map();
}

/** Converts a path to words. The name of the root object is omitted. */
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

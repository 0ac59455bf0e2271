/** Number formats of Prometheus client libraries. */

/** Returns a bucket edge as Python's client library writes it: integers with ".0". */
export function formatBucketEdge(edge: number): string {
  return edge === Number.POSITIVE_INFINITY ? "+Inf" : formatPythonNumber(edge);
}

/** Returns a number as Python's client library writes it: integers with ".0". */
export function formatPythonNumber(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : formatPlainNumber(value);
}

/** Returns a number as the client libraries of Go, Rust and C++ write it. */
export function formatPlainNumber(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isNaN(value) ? "NaN" : String(value);
}

/** Returns the q-quantile of a sorted list by nearest rank; NaN for an empty list. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

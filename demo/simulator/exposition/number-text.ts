/** Numbers as client libraries write them. */

/** A bucket's bound as Python writes it: whole numbers with ".0". */
export function edgeText(edge: number): string {
  return edge === Number.POSITIVE_INFINITY ? "+Inf" : numberText(edge);
}

export function numberText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : plainNumberText(value);
}

export function plainNumberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isNaN(value) ? "NaN" : String(value);
}

/** The q-quantile of a sorted list by the nearest rank; NaN of nothing. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

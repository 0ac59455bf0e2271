/**
 * Checks whether the phases of requests add up to no more than end-to-end time. Engines count some phases while
 * tokens stream and end-to-end time when a request finishes. Over a short window these are different requests, so the
 * phases may exceed the total. A warning reports this, and the unexplained share is then absent.
 */
import type { QualityWarning } from "@/lib/model/answer";
import type { PlanResult } from "./evaluate";
import { formatPercentText } from "@/lib/semantic/percent-text";

/** Maximum sum that sampling and rounding explain. */
const maxSum = 1.01;

/** Returns whether the fractions of a total add up to clearly more than 1; false for NaN. */
export function isShareSumAboveTotal(sum: number): boolean {
  return sum > maxSum;
}

/** Returns the sum of the columns at each point. */
export function sumColumns(columns: readonly Float64Array[]): Float64Array {
  return (columns[0] ?? new Float64Array()).map((_value, index) =>
    columns.reduce((sum, column) => sum + (column[index] ?? Number.NaN), 0),
  );
}

/** Returns the warning that the phases add up to more than the E2E time. `sum` is a ratio. */
export function formatShareSumWarning(sum: number): string {
  return `The phases add up to ${formatPercentText(sum)} of E2E. Some phases are counted while requests run, but E2E is counted when requests finish.`;
}

interface Share {
  readonly planResult: Pick<PlanResult, "values">;
}

/** Returns a warning if the fractions of E2E time add up to more than 1 at any point. */
export function findShareSumWarnings(shares: readonly Share[], windowMs: number): readonly QualityWarning[] {
  const sums = sumColumns(shares.map(({ planResult }) => planResult.values));
  const over = sums.filter(isShareSumAboveTotal);
  if (over.length === 0) return [];
  const known = sums.filter((sum) => !Number.isNaN(sum)).length;
  const largestSum = over.reduce((a, b) => Math.max(a, b), 0);
  const warning: QualityWarning = {
    signal: "e2e",
    kind: "shares-exceed-total",
    detail: `At ${over.length} of ${known} points, the phases add up to more than E2E: up to ${formatPercentText(largestSum)} of E2E. Some phases are counted while requests run, but E2E is counted when requests finish. A rate over ${windowMs / 1_000} s may therefore count different requests for phases and for E2E. Choose a longer time range.`,
  };
  return [warning];
}

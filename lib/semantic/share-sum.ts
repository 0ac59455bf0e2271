/**
 * Whether the phases of requests fit into the time from end to end. Engines count some phases while tokens stream and end-to-end time
 * when a request finishes: over a short window the two are of different requests, and parts may come to more than their whole. That
 * is told, and nothing is said then of what the phases leave unexplained.
 */
import type { QualityWarning } from "@/lib/model/answer";
import type { PlanResult } from "./evaluate";
import { formatPercentText } from "./percent-text";

/** Above this the parts are more than the whole by more than samples and rounding make. */
const maxSum = 1.01;

/** Whether parts that come to `sum` are more than their whole; a sum that is not known is not. */
export function exceedsTotal(sum: number): boolean {
  return sum > maxSum;
}

/** What the parts come to at each point. */
export function sumsOf(columns: readonly Float64Array[]): Float64Array {
  return (columns[0] ?? new Float64Array()).map((_value, index) =>
    columns.reduce((sum, column) => sum + (column[index] ?? Number.NaN), 0),
  );
}

export function exceedsTotalText(sum: number): string {
  return `The phases come to ${formatPercentText(sum)} of E2E: some are counted while requests run, E2E when they finish.`;
}

interface Share {
  readonly evaluated: Pick<PlanResult, "values">;
}

/** That the phases come to more than all of the time, where they somewhere do. */
export function shareSumWarnings(shares: readonly Share[], windowMs: number): readonly QualityWarning[] {
  const sums = sumsOf(shares.map(({ evaluated }) => evaluated.values));
  const over = sums.filter(exceedsTotal);
  if (over.length === 0) return [];
  const known = sums.filter((sum) => !Number.isNaN(sum)).length;
  const largestSum = over.reduce((a, b) => Math.max(a, b), 0);
  const warning: QualityWarning = {
    signal: "e2e",
    kind: "shares-exceed-total",
    detail: `At ${over.length} of ${known} points the phases come to more than all of E2E, at most ${formatPercentText(largestSum)}: some are counted while requests run, E2E when they finish, so that ${windowMs / 1_000} s may hold different requests of each. A longer window fits better.`,
  };
  return [warning];
}

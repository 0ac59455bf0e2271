/**
 * Whether the phases of requests fit into the time from end to end. Engines count some phases while tokens stream and end-to-end time
 * when a request finishes: over a short window the two are of different requests, and parts may come to more than their whole. That
 * is told, and nothing is said then of what the phases leave unexplained.
 */
import type { Doubt } from "@/lib/model/answer";
import type { Evaluated } from "./evaluate";
import { formatPercentText } from "./percent-text";

/** Above this the parts are more than the whole by more than samples and rounding make. */
const mostSum = 1.01;

/** Whether parts that come to `sum` are more than their whole; a sum that is not known is not. */
export function isOverWhole(sum: number): boolean {
  return sum > mostSum;
}

/** What the parts come to at each point. */
export function sumsOf(columns: readonly Float64Array[]): Float64Array {
  return (columns[0] ?? new Float64Array()).map((_value, index) =>
    columns.reduce((sum, column) => sum + (column[index] ?? Number.NaN), 0),
  );
}

export function overWholeSentence(sum: number): string {
  return `The phases come to ${formatPercentText(sum)} of E2E: some are counted while requests run, E2E when they finish.`;
}

interface Share {
  readonly evaluated: Pick<Evaluated, "values">;
}

/** That the phases come to more than all of the time, where they somewhere do. */
export function shareDoubts(shares: readonly Share[], windowMs: number): readonly Doubt[] {
  const sums = sumsOf(shares.map(({ evaluated }) => evaluated.values));
  const over = sums.filter(isOverWhole);
  if (over.length === 0) return [];
  const known = sums.filter((sum) => !Number.isNaN(sum)).length;
  const most = over.reduce((left, right) => Math.max(left, right), 0);
  const doubt: Doubt = {
    signal: "e2e",
    kind: "parts-over-whole",
    detail: `At ${over.length} of ${known} points the phases come to more than all of E2E, at most ${formatPercentText(most)}: some are counted while requests run, E2E when they finish, so that ${windowMs / 1_000} s may hold different requests of each. A longer window fits better.`,
  };
  return [doubt];
}

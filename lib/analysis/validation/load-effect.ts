/**
 * The effect of the load on a comparison before and after a fix: changes of the load within the tolerance of 20 %, and
 * throughput that changed only as much as the load.
 */
import type { LoadComparison } from "@/lib/analysis/comparisons/compared-load";
import type { ComparedRow } from "@/lib/analysis/comparisons/compare-sides";
import { loadMeasures, type LoadMeasure } from "@/lib/model/comparison/load-measure";
import type { SignalId } from "@/lib/model/signals/signals";

/** Smallest change of the load that is reported. The load of two windows is never exactly equal. */
const notableRatio = 0.05;

/** Change of a measure of load. `ratio` is after ÷ before. */
export interface LoadChange {
  readonly measure: LoadMeasure;
  readonly ratio: number;
}

type Loads = Pick<LoadComparison, "before" | "after">;

/** Returns the measures of load that changed by at least 5 %. */
export function listLoadChanges(loads: Loads): readonly LoadChange[] {
  return loadMeasures.flatMap((measure) => {
    const ratio = ratioOf(loads, measure);
    return ratio !== null && Math.abs(ratio - 1) >= notableRatio ? [{ measure, ratio }] : [];
  });
}

/**
 * Rates of requests or of their tokens. A rate of tokens is the request rate multiplied by the named length; null for
 * the rate of requests.
 */
const throughputs: ReadonlyMap<SignalId, LoadMeasure | null> = new Map<SignalId, LoadMeasure | null>([
  ["requests", null],
  ["prompt-tokens", "promptTokens"],
  ["output-tokens", "outputTokens"],
]);

/**
 * Returns whether a rate became better or worse only because the load changed by at least 5 %. This is so if the change
 * that the load does not explain is within the margin. The load is the product of the request rate and the mean length.
 */
export function isExplainedByLoad({ signal, verdict, comparison }: ComparedRow, loads: Loads): boolean {
  const length = throughputs.get(signal);
  const { change, margin } = comparison;
  if (length === undefined || change === null || (verdict !== "better" && verdict !== "worse")) return false;
  const expected =
    (ratioOf(loads, "requestsPerInstance") ?? 1) * (length === null ? 1 : (ratioOf(loads, length) ?? 1));
  const isSameDirection = expected < 1 === change < 0;
  return (
    Math.abs(expected - 1) >= notableRatio &&
    isSameDirection &&
    Math.abs((1 + change) / expected - 1) <= margin.ratio
  );
}

function ratioOf({ before, after }: Loads, measure: LoadMeasure): number | null {
  const [was, is] = [before[measure] ?? null, after[measure] ?? null];
  return was === null || is === null || was === 0 ? null : is / was;
}

/**
 * Overall verdict over several signals, for example TTFT, TPOT, E2E, errors and throughput, in this order: worse, cannot
 * tell, better, same.
 *
 * With five signals at 5 % each, a false "worse" would appear in up to 23 of 100 comparisons without a change. The
 * p-values are therefore adjusted by Holm's method (`significance/holm.ts`); a "worse" or "better" whose adjusted p-value
 * exceeds 5 % counts as "cannot tell". "Same" needs no correction: it is concluded only if every signal is the same.
 */
import type { WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { holmAdjustedPValues } from "@/lib/analysis/statistics/significance/holm";
import type { Verdict } from "./judge-change";

/** Verdict on one signal before the correction for multiple tests. */
export interface ComparedSignal {
  readonly id: string;
  readonly comparison: Pick<WindowComparison, "verdict" | "pValue">;
}

/** Verdict on one signal after the correction for multiple tests. */
export interface CorrectedSignal {
  readonly id: string;
  /** Verdict after the correction. */
  readonly verdict: Verdict;
  /** Null if neither higher nor lower values are better. The signal then has no influence. */
  readonly adjustedPValue: number | null;
}

/** Verdict on two windows from the verdicts on all signals. */
export interface OverallVerdict {
  readonly verdict: Exclude<Verdict, "different">;
  /** All signals in the given order. */
  readonly signals: readonly CorrectedSignal[];
}

const alpha = 0.05;
const order = ["worse", "cannot-tell", "better", "same"] as const;

/**
 * Returns the overall verdict; "cannot tell" without judged signals. A signal with the verdict "different" has no better
 * direction and does not count. Signals without a p-value count as tests, with a p-value of 1.
 */
export function overallVerdict(compared: readonly ComparedSignal[]): OverallVerdict {
  const judged = compared.filter(({ comparison }) => comparison.verdict !== "different");
  const adjusted = holmAdjustedPValues(judged.map(({ comparison }) => comparison.pValue ?? 1));
  const corrected = new Map(
    judged.map((signal, index) => [signal, correctVerdict(signal, adjusted[index] ?? 1)] as const),
  );
  const verdicts = new Set([...corrected.values()].map(({ verdict }) => verdict));
  return {
    verdict: order.find((verdict) => verdicts.has(verdict)) ?? "cannot-tell",
    signals: compared.map(
      (signal) => corrected.get(signal) ?? { id: signal.id, verdict: "different", adjustedPValue: null },
    ),
  };
}

function correctVerdict(
  { id, comparison: { verdict } }: ComparedSignal,
  adjustedPValue: number,
): CorrectedSignal {
  const isClaim = verdict === "worse" || verdict === "better";
  return { id, verdict: isClaim && adjustedPValue > alpha ? "cannot-tell" : verdict, adjustedPValue };
}

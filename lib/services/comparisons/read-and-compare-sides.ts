/** Reads both sides of a comparison and compares them. Used by the comparison page, exports and gates. */
import { compareSides, type SideComparison } from "@/lib/analysis/comparisons/compare-sides";
import type { DistributionStatistic } from "@/lib/model/comparison/compared-statistic";
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { SideReference } from "@/lib/model/comparison/side-reference";
import type { Reader } from "@/lib/server/principal";
import { readSide, type SideRequest } from "./read-side";
import { readSideWithin, type SideReading } from "./read-side-within";
import { readHistorySpreads } from "./read-history-spreads";

/** Settings of a comparison: its two sides (baselines or windows), the declared factor and the caller. */
export interface CompareRequest {
  readonly before: SideReference;
  readonly after: SideReference;
  /** Statistic of the latency signals that decides the overall verdict. */
  readonly statistic: DistributionStatistic;
  readonly factor: DeclaredFactor | null;
  readonly isStrict: boolean;
  /** Maximum time to wait for the history from which margins are computed; 4 s if absent. */
  readonly historyWaitMs?: number;
  /** Maximum time to wait for a window; until it is read when absent. */
  readonly sidesWaitMs?: number;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

/** Measurements of both sides of a comparison, and their comparison. */
export interface CompareResult {
  readonly before: SideReading;
  readonly after: SideReading;
  /** Null if a side could not be measured, or is still being read. */
  readonly comparison: SideComparison | null;
  /** True if a margin is still the default, because the history is being read. */
  readonly isMarginPending: boolean;
}

/** Reads both sides of a comparison and compares them. Throws the errors of `readSide`. */
export async function readAndCompareSides(request: CompareRequest): Promise<CompareResult> {
  const { reader, signal, statistic, factor, isStrict, historyWaitMs, sidesWaitMs } = request;
  const read = (role: SideRequest["role"]): Promise<SideReading> =>
    sidesWaitMs === undefined
      ? readSide(request[role], { role, reader, signal })
      : readSideWithin(sidesWaitMs, request[role], { role, reader, signal });
  const [before, after] = await Promise.all([read("before"), read("after")]);
  if (before.kind !== "measured" || after.kind !== "measured")
    return { before, after, comparison: null, isMarginPending: false };
  const lengths = [before, after].map(({ side: { window } }) => window.endMs - window.startMs);
  const windowMs = Math.min(...lengths);
  const history = await readHistorySpreads(before.side, {
    windowMs,
    ...(historyWaitMs === undefined ? {} : { waitMs: historyWaitMs }),
    scope: reader.sourceScope,
    signal,
  });
  const options = { statistic, factor, isStrict, history: history.spreadOf };
  const comparison = compareSides(before.side, after.side, options);
  return { before, after, comparison, isMarginPending: history.isPending };
}

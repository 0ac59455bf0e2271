/** Reads how much signals varied before a window, for windows of several lengths, as a baseline stores it. */
import { listStoredSpreadLengthsMs } from "@/lib/analysis/baselines/stored-lengths";
import type { HistorySpread } from "@/lib/model/baseline/history-spread";
import type { SignalId } from "@/lib/model/signals/signals";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { getLogger } from "@/lib/server/logger";
import { readHistory } from "./read-history";
import {
  createHistoryRequest,
  roundWindowMs,
  measureSpreads,
  type SpreadsRequest,
} from "./read-signal-spreads";

/** Signals whose history a capture reads, and how long it waits for it, in milliseconds. */
export interface StoredSpreadsRequest extends SpreadsRequest {
  readonly signals: readonly SignalId[];
  /** Signals that need longer are excluded. */
  readonly waitMs: number;
}

/** Returns the spread of each signal whose history was read within `waitMs`. Other signals are omitted. Never rejects. */
export async function readStoredSpreads({
  signals,
  waitMs,
  ...request
}: StoredSpreadsRequest): Promise<readonly HistorySpread[]> {
  const spreads = await Promise.all(
    signals.map(async (signal) => {
      const outcome = await waitOrReturnPending(waitMs, () => readSpreads(signal, request));
      if (outcome.kind === "failed")
        getLogger().debug({ error: outcome.error, signal }, "no history for a baseline");
      return outcome.kind === "done" ? outcome.value : [];
    }),
  );
  return spreads.flat();
}

async function readSpreads(signal: SignalId, request: SpreadsRequest): Promise<readonly HistorySpread[]> {
  const history = await readHistory(signal, createHistoryRequest(request));
  return listStoredSpreadLengthsMs(roundWindowMs(request)).flatMap((windowMs) =>
    [...measureSpreads(history, signal, windowMs)].map(
      ([statistic, { windowCount, standardDeviationRatio }]) => ({
        signal,
        statistic,
        windowMs,
        windowCount,
        standardDeviationRatio: Number.isNaN(standardDeviationRatio) ? null : standardDeviationRatio,
      }),
    ),
  );
}

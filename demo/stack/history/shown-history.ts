// Waits until a running Prometheus shows blocks that were added to its data folder. It looks for new blocks once a
// minute.
import { waitUntil } from "../process/wait-until";

const ANSWER_LIMIT_MS = 5_000;
const SHOWN_LIMIT_MS = 180_000;
// The oldest block begins with its first sample, up to one sample spacing after the begin of its range.
const TOLERANCE_MS = 10 * 60_000;

/** Resolves when Prometheus has data from `fromMs` on. Throws `StackError` after three minutes and when stopped. */
export function waitForHistory(prometheusUrl: string, fromMs: number, signal: AbortSignal): Promise<void> {
  return waitUntil({
    condition: "Prometheus to show the older days of history",
    isMet: async () => {
      const oldestMs = await readOldestTime(prometheusUrl);
      return oldestMs !== undefined && oldestMs < fromMs + TOLERANCE_MS;
    },
    timeoutMs: SHOWN_LIMIT_MS,
    findAbortReason: () => (signal.aborted ? "stopped" : undefined),
    fix: "npm run demo -- status",
  });
}

/** Returns the time of the oldest sample, or undefined while Prometheus does not respond. */
async function readOldestTime(prometheusUrl: string): Promise<number | undefined> {
  try {
    const response = await fetch(`${prometheusUrl}/metrics`, {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const [, seconds] = /^prometheus_tsdb_lowest_timestamp_seconds (\S+)$/m.exec(await response.text()) ?? [];
    return seconds === undefined ? undefined : Number(seconds) * 1000;
  } catch (error) {
    // fetch throws TypeError for a refused or broken connection and DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) return undefined;
    throw error;
  }
}

// Loads the demo's history and shows on screen how much of it is still missing.
import type { LoadedHistory } from "../history/history";
import { describeProgress, fillHistory, type HistoryOptions } from "../history/history";
import { untilShown } from "../history/shown-history";
import type { Log } from "../log";
import type { SourceNotes } from "../source-notes";
import { StackError } from "../stack-error";

/** Resolves when the last 24 hours are loaded. Removes the note of an earlier run. Throws `StackError`. */
export function loadHistory(
  options: Omit<HistoryOptions, "onProgress">,
  notes: SourceNotes,
): Promise<LoadedHistory> {
  notes.set("prometheus", undefined);
  return fillHistory({
    ...options,
    onProgress: (progress) => notes.set("prometheus", `Loading history: ${describeProgress(progress)}.`),
  });
}

export interface OlderHistory {
  readonly history: LoadedHistory;
  readonly prometheusUrl: string;
  readonly notes: SourceNotes;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Removes the note on screen when Prometheus shows all days. */
export async function showOlderHistory({
  history,
  prometheusUrl,
  notes,
  log,
  signal,
}: OlderHistory): Promise<void> {
  const { older, olderFromMs } = history;
  if (olderFromMs === undefined) return;
  if (!(await older)) {
    notes.set("prometheus", "Older history could not be loaded. The next start of the demo continues.");
    return;
  }
  try {
    await untilShown(prometheusUrl, olderFromMs, signal);
    log("history: all days are shown");
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    if (!signal.aborted) log(error.message);
  }
  notes.set("prometheus", undefined);
}

// Loads the demo's history and shows on screen how much of it is still missing.
import type { HistoryLoad } from "../history/history";
import { describeProgress, fillHistory, type HistoryOptions } from "../history/history";
import { waitForHistory } from "../history/shown-history";
import type { Log } from "../log";
import type { SourceNoteWriter } from "../source-notes";
import { StackError } from "../stack-error";

/**
 * Loads the demo's history. Resolves when the last 24 hours are loaded; older days may still be loading then. Shows
 * the progress as the note of the source, which replaces that of an earlier run. Throws `StackError`.
 */
export function loadHistory(
  options: Omit<HistoryOptions, "onProgress">,
  notes: SourceNoteWriter,
): Promise<HistoryLoad> {
  notes.setNote("prometheus", undefined);
  return fillHistory({
    ...options,
    onProgress: (progress) => notes.setNote("prometheus", `Loading history: ${describeProgress(progress)}.`),
  });
}

/** Inputs of `removeHistoryNoteWhenShown`. */
export interface HistoryNoteOptions {
  readonly history: HistoryLoad;
  readonly prometheusUrl: string;
  readonly notes: SourceNoteWriter;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Removes the note on screen when Prometheus serves all days. Sets another note when they could not be loaded. */
export async function removeHistoryNoteWhenShown({
  history,
  prometheusUrl,
  notes,
  log,
  signal,
}: HistoryNoteOptions): Promise<void> {
  const { olderHistoryLoaded, olderHistoryFromMs } = history;
  if (olderHistoryFromMs === undefined) return;
  if (!(await olderHistoryLoaded)) {
    notes.setNote("prometheus", "Older history could not be loaded. The next start of the demo continues.");
    return;
  }
  try {
    await waitForHistory(prometheusUrl, olderHistoryFromMs, signal);
    log("history: all days are shown");
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
    if (!signal.aborted) log(error.message);
  }
  notes.setNote("prometheus", undefined);
}

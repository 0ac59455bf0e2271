// Loads the fleet's history into Prometheus's data folder: two weeks at the first start, the time since the last run
// at later starts. The last 24 hours are loaded before Prometheus opens the folder. Older days follow while it runs, if
// they are not loaded within a few seconds.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMarker, writeMarker } from "./history-marker";
import {
  DAY_MS,
  HISTORY_MS,
  listOlderSegments,
  planHistory,
  type HistoryLoadPlan,
  type MissingRange,
} from "./history-plan";
import { formatElapsed, type Log } from "../log";
import { StackError } from "../stack-error";
import { writeBlocks, type BlockWriterOptions } from "./write-blocks";

export interface HistoryOptions extends BlockWriterOptions {
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** Receives the progress of older days while some are missing. */
  readonly onProgress?: (progress: HistoryProgress) => void;
  /** Time limit for loading the older days before the start continues without them. */
  readonly olderHistoryTimeoutMs?: number;
}

/** Days of history that are available, and the days of the complete history. */
export interface HistoryProgress {
  readonly loadedDays: number;
  readonly totalDays: number;
}

/** Result of loading the last 24 hours, and the loading of older days that continues. */
export interface HistoryLoad {
  /** Resolves when the older days are loaded or have failed, which is logged; true when they are loaded. */
  readonly olderHistoryLoaded: Promise<boolean>;
  /** Begin of the older days that were missing at the start; undefined if none was. */
  readonly olderHistoryFromMs: number | undefined;
}

// Time passes while history loads. The second round closes that gap except for its few seconds; a third is for
// very slow machines.
const ROUNDS = 3;
const HOUR_MS = 3_600_000;
// Enough for two weeks on a usual machine. Charts then never show a window whose older days are still missing.
const OLDER_WAIT_MS = 20_000;

/** Resolves when the last 24 hours are complete up to now. Throws `StackError` if they cannot be loaded. */
export async function fillHistory(options: HistoryOptions): Promise<HistoryLoad> {
  rmSync(join(dirname(options.dataFolder), "history"), { recursive: true, force: true });
  let loaded: HistoryLoad | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = planHistory(readMarker(options.dataFolder), options.now());
    if (plan !== undefined) await loadRecent(options, plan);
    if (loaded === undefined) {
      loaded = loadOlder(options);
      await Promise.race([
        loaded.olderHistoryLoaded,
        sleep(options.olderHistoryTimeoutMs ?? OLDER_WAIT_MS, undefined, { ref: false }),
      ]);
    } else if (plan === undefined) break;
  }
  return loaded ?? loadOlder(options);
}

async function loadRecent(options: HistoryOptions, plan: HistoryLoadPlan): Promise<void> {
  const { log, dataFolder } = options;
  const startedAtMs = performance.now();
  const { segments, countersFromMs, faultsFromMs, olderRange, toMs } = plan;
  const missing = [
    ...(olderRange === undefined ? [] : [olderRange]),
    ...(readMarker(dataFolder)?.missing ?? []).filter((range) => range.toMs > toMs - HISTORY_MS),
  ];
  await writeBlocks(options, {
    segments,
    countersFromMs,
    faultsFromMs,
    movesBlocksImmediately: false,
    onLoaded: () =>
      writeMarker(dataFolder, { untilMs: toMs, isLive: false, countersFromMs, faultsFromMs, missing }),
  });
  const elapsed = formatElapsed(performance.now() - startedAtMs);
  log(`history: loaded the last ${describeSpan(segments)} (${elapsed})`);
}

function loadOlder(options: HistoryOptions): HistoryLoad {
  const missing = readMarker(options.dataFolder)?.missing ?? [];
  return { olderHistoryLoaded: loadMissing(options), olderHistoryFromMs: missing.at(-1)?.fromMs };
}

/** Loads what the marker lists as missing, newest first. Logs a failure: the next start continues. */
async function loadMissing(options: HistoryOptions): Promise<boolean> {
  try {
    for (;;) {
      const [range] = readMarker(options.dataFolder)?.missing ?? [];
      if (range === undefined) return true;
      await loadRange(options, range);
    }
  } catch (error) {
    if (options.signal?.aborted === true) return false;
    if (!(error instanceof StackError)) throw error;
    options.log(`older history is missing: ${error.message}; the next start continues`);
    return false;
  }
}

async function loadRange(options: HistoryOptions, range: MissingRange): Promise<void> {
  const { dataFolder, log, onProgress } = options;
  const days = (fromMs: number): number => Math.floor((options.now() - fromMs + HOUR_MS) / DAY_MS);
  const progressAt = (fromMs: number): HistoryProgress => ({
    loadedDays: days(fromMs),
    totalDays: days(range.fromMs),
  });
  onProgress?.(progressAt(range.toMs));
  await writeBlocks(options, {
    segments: listOlderSegments(range),
    countersFromMs: range.countersFromMs,
    movesBlocksImmediately: true,
    onLoaded: ([{ fromMs } = range]) => {
      const marker = readMarker(dataFolder);
      if (marker === undefined) return;
      const [, ...otherRanges] = marker.missing;
      const left = fromMs > range.fromMs ? [{ ...range, toMs: fromMs }, ...otherRanges] : otherRanges;
      writeMarker(dataFolder, { ...marker, missing: left });
      log(`history: ${describeProgress(progressAt(fromMs))}`);
      onProgress?.(progressAt(fromMs));
    },
  });
}

/** Returns for example "9 of 14 days". */
export function describeProgress({ loadedDays, totalDays }: HistoryProgress): string {
  return `${loadedDays} of ${totalDays} days`;
}

function describeSpan(segments: HistoryLoadPlan["segments"]): string {
  const spanMs = segments.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const [unitMs, unit] = spanMs >= 2 * HOUR_MS ? [HOUR_MS, "hour"] : [60_000, "minute"];
  const count = Math.max(1, Math.round(spanMs / unitMs));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

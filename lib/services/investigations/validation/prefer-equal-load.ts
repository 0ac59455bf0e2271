/** Chooses the day of the window after a fix: the newest day whose request rate is similar to that of the window before the fix. */
import { computeMeanRate } from "@/lib/analysis/baselines/merge-blocks";
import { cutMeasuredWindow, type MatchedWindows } from "@/lib/analysis/validation/match-windows";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import { readBaselineDocument } from "@/lib/services/baselines/read-baseline-document";
import { readTimeBlocks } from "@/lib/services/baselines/read-blocks";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import type { BeforeReference } from "./measure-fix";

/** Maximum number of compared days. Reading more days costs time, and rarely finds a more similar load. */
const maxDays = 14;
/** Largest relative difference of request rates that counts as equal. It is half of the difference up to which windows are compared. */
const equalLoadRatio = 0.1;

interface LoadSearch {
  readonly deployment: KnownDeployment;
  readonly before: BeforeReference;
  /** Pairs of windows, the newest first. */
  readonly pairs: readonly [MatchedWindows, ...MatchedWindows[]];
  readonly signal: AbortSignal;
}

/**
 * Why a day was chosen. "newest": it is the newest day. "equal-load": it is the newest day with an equal rate, and newer
 * days have another request rate. "most-similar-load": no compared day has a rate within 10 %.
 */
export type DayReason = "newest" | "equal-load" | "most-similar-load";

/** The chosen windows, and why their day was chosen. */
export interface PreferredWindows {
  readonly windows: MatchedWindows;
  readonly dayReason: DayReason;
}

/**
 * Returns the newest pair whose request rates differ by at most 10 %, otherwise the pair with the smallest difference.
 * Returns the newest pair if the rates are unknown or the source fails, because the measurement then reports it.
 */
export async function preferEqualLoad({
  deployment,
  before,
  pairs,
  signal,
}: LoadSearch): Promise<PreferredWindows> {
  const [newest] = pairs;
  if (pairs.length === 1) return { windows: newest, dayReason: "newest" };
  try {
    return await findEqualLoad(pairs, {
      before: (window) =>
        before.kind === "baseline"
          ? readBaselineRate(before.id, window)
          : readRate(deployment, window, signal),
      after: (window) => readRate(deployment, window, signal),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!isAppError(error) || error.code === "database-unavailable") throw error;
    return { windows: newest, dayReason: "newest" };
  }
}

/** Reads the mean request rate of a window; null if it is unknown. */
type RateReader = (window: TimeWindow) => Promise<number | null>;

/** Readers of the request rate before and after the fix. */
export interface RateReaders {
  readonly before: RateReader;
  readonly after: RateReader;
}

/** Compares at most 14 days, the newest first. Reads each window only once, even if several days have the same window before. */
export async function findEqualLoad(
  pairs: LoadSearch["pairs"],
  { before, after }: RateReaders,
): Promise<PreferredWindows> {
  const [newest] = pairs;
  const readBefore = readOnce(before);
  const measured: { readonly pair: MatchedWindows; readonly difference: number }[] = [];
  for (const pair of pairs.slice(0, maxDays)) {
    // One day after another, because the newest day usually has equal load.
    // oxlint-disable-next-line no-await-in-loop
    const [was, is] = await Promise.all([readBefore(pair.before), after(pair.after)]);
    if (was === null || was === 0) return { windows: newest, dayReason: "newest" };
    const difference = is === null ? Infinity : Math.abs(is / was - 1);
    if (difference <= equalLoadRatio)
      return { windows: pair, dayReason: pair === newest ? "newest" : "equal-load" };
    measured.push({ pair, difference });
  }
  const smallest = Math.min(...measured.map(({ difference }) => difference));
  const windows = measured.find(({ difference }) => difference === smallest)?.pair ?? newest;
  return { windows, dayReason: windows === newest ? "newest" : "most-similar-load" };
}

function readOnce(read: RateReader): RateReader {
  const rates = new Map<string, Promise<number | null>>();
  return (window) => {
    const key = `${window.startMs}-${window.endMs}`;
    const rate = rates.get(key) ?? read(window);
    rates.set(key, rate);
    return rate;
  };
}

async function readRate(
  deployment: KnownDeployment,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<number | null> {
  const read = await readTimeBlocks({ deployment, window, signals: ["requests"], signal });
  return read.kind === "blocks" ? computeMeanRate(read.blocks.counters.requests, read.blocks.blockMs) : null;
}

async function readBaselineRate(id: string, window: TimeWindow): Promise<number | null> {
  const document = await readBaselineDocument(id);
  if (document === null) return null;
  const { measured } = cutMeasuredWindow(document, window);
  return computeMeanRate(measured.counters.requests, measured.blockMs);
}

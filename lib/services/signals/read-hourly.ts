/**
 * Hourly values of one statistic over the past weeks. What is over is read once and kept; of the day that is not, the hours are
 * read anew when another is complete. Few reads at a time, so that no panel waits for the past.
 */
import { LRUCache } from "lru-cache";
import type { Matrix } from "@/lib/model/grid";
import { signalDefinition } from "@/lib/model/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { HourlyValue } from "@/lib/analysis/statistics/usual-range";
import { rangeColumns } from "@/lib/semantic/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import { leastObservations } from "@/lib/semantic/readings";
import type { QuantileName } from "@/lib/model/question";
import { processMemory } from "@/lib/server/memory";
import { createGate, type Gate } from "@/lib/services/series/gate";
import { readRange } from "@/lib/services/series/read-series";
import { historyChunks, hourGrid, hourMs } from "./history-chunks";

type Hours = readonly HourlyValue[];

const atOncePerSource = 2;
const mostWaiting = 2_000;
const keptChunks = 20_000;
/** Samples may be added to the past behind our back: it is looked at anew once a day. */
const keptMs = 86_400_000;

const chunks = (): LRUCache<string, Hours> =>
  processMemory("hourly-chunks", () => new LRUCache<string, Hours>({ max: keptChunks, ttl: keptMs }));
const underWay = (): Map<string, Promise<Hours>> => processMemory("hourly-under-way", () => new Map());
const gateOf = (sourceSlug: string): Gate =>
  processMemory(`hourly-gate:${sourceSlug}`, () =>
    createGate({ atOnce: atOncePerSource, waiting: mostWaiting }),
  );

export interface HourlyRead {
  readonly sourceSlug: string;
  /** Compiled over one hour, without a split. */
  readonly plan: SignalPlan;
  readonly window: TimeWindow;
  readonly signal: AbortSignal;
}

/** Every whole hour of the window, in order; NaN for hours without a number. Throws AppError when the source cannot be read. */
export async function readHourly({ sourceSlug, plan, window, signal }: HourlyRead): Promise<Hours> {
  const parts = await Promise.all(
    historyChunks(window).map((chunk) => readChunk({ sourceSlug, plan, window: chunk, signal })),
  );
  return parts.flat();
}

function readChunk(read: HourlyRead): Promise<Hours> {
  const { sourceSlug, plan, window } = read;
  const key = JSON.stringify([sourceSlug, plan.statistic, queriesOf(plan), window.startMs, window.endMs]);
  const kept = chunks().get(key);
  if (kept !== undefined) return Promise.resolve(kept);
  const begun = underWay().get(key);
  if (begun !== undefined) return begun;
  const reading = fetchChunk(read)
    .then(({ hours, isWhole }) => {
      if (isWhole) chunks().set(key, hours);
      return hours;
    })
    .finally(() => underWay().delete(key));
  underWay().set(key, reading);
  return reading;
}

interface Chunk {
  readonly hours: Hours;
  /** False for what the source called partial, and for old answers in place of one that failed: they are read again. */
  readonly isWhole: boolean;
}

async function fetchChunk({ sourceSlug, plan, window, signal }: HourlyRead): Promise<Chunk> {
  const grid = hourGrid(window);
  const answers = new Map<string, Matrix>();
  let isWhole = true;
  for (const promql of queriesOf(plan)) {
    const { matrix, stale } = await gateOf(sourceSlug).run(
      () => readRange({ sourceSlug, promql, grid, live: false, signal }),
      signal,
    );
    answers.set(promql, matrix);
    isWhole &&= stale === null && matrix.warnings.length === 0;
  }
  const { values, n } = evaluatePlan(plan, rangeColumns(grid.pointCount, answers), hourMs);
  const least = plan.kind === "quantile" ? leastObservations(plan.statistic as QuantileName) : 0;
  const hours = Array.from(values, (value, index): HourlyValue => {
    const count = n?.[index] ?? Number.NaN;
    const load = dependsOnLoad(plan) && count > 0 ? { load: count } : {};
    return {
      startMs: window.startMs + index * hourMs,
      value: plan.kind === "quantile" && !(count >= least) ? Number.NaN : value,
      ...load,
    };
  });
  return { hours, isWhole };
}

/** How long requests take hangs on how many there are; what they look like, and levels, are themselves the load or not. */
export function dependsOnLoad({ kind, signal }: SignalPlan): boolean {
  return (kind === "quantile" || kind === "mean") && signalDefinition(signal).unit === "seconds";
}

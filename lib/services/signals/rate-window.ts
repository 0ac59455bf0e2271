/** The window of a headline rate: five minutes, or as much of them as was scraped. */
import { limits } from "@/lib/model/status";
import { instantColumns } from "@/lib/semantic/columns";
import { coveredWindowQuery, readCoveredWindow } from "@/lib/semantic/covered-window";
import { printPromql } from "@/lib/semantic/promql";
import { engineFinder, seriesOf, type Place } from "@/lib/semantic/scope-selectors";
import { readInstant, sampleSpacing } from "@/lib/services/series/read-series";

export interface RateWindow {
  readonly windowMs: number;
  /** False when too little was scraped to tell any rate. */
  readonly isCovered: boolean;
}

interface RateWindowRead {
  readonly place: Place;
  readonly sourceSlug: string;
  readonly atMs: number;
  readonly signal: AbortSignal | undefined;
}

const untold: RateWindow = { windowMs: limits.headlineWindowMs, isCovered: false };

/** Throws AppError when the source cannot be read. */
export async function readRateWindow({
  place,
  sourceSlug,
  atMs,
  signal,
}: RateWindowRead): Promise<RateWindow> {
  const [probe] = seriesOf({ names: place.engine.detectionMetrics }, engineFinder(place));
  if (probe === undefined) return untold;
  const window = { startMs: atMs - limits.headlineWindowMs, endMs: atMs };
  const spacing = await sampleSpacing({ sourceSlug, selectorPromql: printPromql(probe), window });
  const promql = spacing === null ? null : coveredWindowQuery(place, spacing.coarsestMs);
  if (promql === null) return untold;
  const { vector } = await readInstant({
    sourceSlug,
    promql,
    atMs,
    ...(signal === undefined ? {} : { signal }),
  });
  const windowMs = readCoveredWindow(promql, instantColumns(new Map([[promql, vector]])));
  return windowMs === null ? untold : { windowMs, isCovered: true };
}

/**
 * Recorded events between the first and the last scrape in a window: exactly the data of a rate over that window. The
 * scrape times come from the timestamps of Prometheus's samples.
 */
import type { LiveFleet, Snapshot } from "./live-fleet";
import type { RecordedMeasure, EventRecorder } from "./event-recorder";

/** One engine between two scrapes. */
interface EngineInterval {
  readonly recorder: EventRecorder;
  readonly from: Snapshot;
  readonly to: Snapshot;
  /** All successful scrapes, including both ends. */
  readonly snapshots: readonly Snapshot[];
  /** Divisor of rates. */
  readonly seconds: number;
}

interface SampleTimes {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

export class TruthWindow {
  readonly #intervals: readonly EngineInterval[];

  constructor(intervals: readonly EngineInterval[]) {
    this.#intervals = intervals;
  }

  /** Returns the events per second. */
  eventsPerSecond(measure: RecordedMeasure): number {
    return this.#sum(
      ({ seconds, from, to }) => ((to.counts.get(measure) ?? 0) - (from.counts.get(measure) ?? 0)) / seconds,
    );
  }

  /** Returns the sum of the events' values per second. */
  sumPerSecond(measure: RecordedMeasure): number {
    return this.#sum(
      ({ recorder, seconds, from, to }) => recorder.sum(measure, ...between(measure, from, to)) / seconds,
    );
  }

  mean(measure: RecordedMeasure): number {
    return this.sumPerSecond(measure) / this.eventsPerSecond(measure);
  }

  values(measure: RecordedMeasure): readonly number[] {
    return this.#intervals.flatMap(({ recorder, from, to }) =>
      recorder.values(measure, ...between(measure, from, to)),
    );
  }

  /** Returns the mean of each engine's levels at the scrapes. */
  meanLevels(of: (snapshot: Snapshot) => number): readonly number[] {
    return this.#intervals.map(
      ({ snapshots }) => snapshots.reduce((sum, snapshot) => sum + of(snapshot), 0) / snapshots.length,
    );
  }

  sumOfMeanLevels(of: (snapshot: Snapshot) => number): number {
    return this.meanLevels(of).reduce((sum, one) => sum + one, 0);
  }

  get seconds(): number {
    return Math.max(...this.#intervals.map(({ seconds }) => seconds));
  }

  #sum(of: (interval: EngineInterval) => number): number {
    return this.#intervals.reduce((total, interval) => total + of(interval), 0);
  }
}

function between(measure: RecordedMeasure, from: Snapshot, to: Snapshot): readonly [number, number] {
  return [from.counts.get(measure) ?? 0, to.counts.get(measure) ?? 0];
}

export interface WindowPlan {
  readonly prometheusUrl: string;
  /** Selector of the scrape's `up` series. */
  readonly up: string;
  readonly atMs: number;
  readonly windowMs: number;
}

/** Throws when a target of `up` was not scraped twice in the window. */
export async function readTruth(
  fleet: LiveFleet,
  { prometheusUrl, up, atMs, windowMs }: WindowPlan,
): Promise<TruthWindow> {
  const query = new URLSearchParams({ query: `up{${up}}[${windowMs}ms]`, time: String(atMs / 1_000) });
  const response = await fetch(`${prometheusUrl}/api/v1/query?${query}`);
  const { data } = (await response.json()) as { data: { result: readonly SampleTimes[] } };
  const intervals = data.result.flatMap(({ metric, values }) => {
    // A failed scrape has only its `up` sample of 0.
    const timesMs = values.flatMap(([at, isUp]) => (isUp === "1" ? [Math.round(at * 1_000)] : []));
    if (timesMs.length < 2) throw new Error(`${metric["instance"]} was not scraped twice in ${windowMs} ms`);
    const divisor = divisorOf(timesMs, { atMs, windowMs });
    const snapshotsByPod = [...(fleet.snapshots.get(fleet.pathOf(metric)) ?? new Map<string, Snapshot[]>())];
    return snapshotsByPod.map(([pod, ofPod]): EngineInterval => {
      const recorder = fleet.recorders.get(pod);
      const snapshots = timesMs
        .map((timeMs) => snapshotOf(ofPod, timeMs))
        .filter((snapshot) => snapshot !== undefined);
      const [from, to] = [snapshots[0], snapshots.at(-1)];
      if (
        recorder === undefined ||
        from === undefined ||
        to === undefined ||
        snapshots.length < timesMs.length
      )
        throw new Error(`no events were recorded for ${pod}`);
      return { recorder, from, to, snapshots, seconds: divisor };
    });
  });
  return new TruthWindow(intervals);
}

/** PromQL extrapolates to an end of the window up to this multiple of the average distance between samples. */
const reachRatio = 1.1;

/**
 * Returns the divisor of PromQL's rate in seconds: the distance between first and last sample, increased by the
 * extrapolation when scrapes at an end were missed (functions.go of Prometheus, extrapolatedRate).
 */
function divisorOf(
  timesMs: readonly number[],
  { atMs, windowMs }: Pick<WindowPlan, "atMs" | "windowMs">,
): number {
  const [first = 0, last = 0] = [timesMs[0], timesMs.at(-1)];
  const between = last - first;
  const average = between / (timesMs.length - 1);
  const filled = (distance: number): number => (distance < average * reachRatio ? distance : average / 2);
  const reached = between + filled(first - (atMs - windowMs)) + filled(atMs - last);
  return ((between / reached) * windowMs) / 1_000;
}

/** Returns the snapshot of the scrape that Prometheus started at this time: the next one that arrived. */
function snapshotOf(snapshots: readonly Snapshot[], timeMs: number): Snapshot | undefined {
  return snapshots.find((snapshot) => snapshot.atMs >= timeMs - 2);
}

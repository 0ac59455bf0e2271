/**
 * What happened between the first and the last scrape that lie in a window: exactly what a rate over that window can know.
 * Which scrapes those were, Prometheus itself says by the times of its samples.
 */
import type { LiveFleet, Mark } from "./live-fleet";
import type { Measure, Witness } from "./witness";

/** One engine from scrape to scrape. */
interface Stretch {
  readonly witness: Witness;
  readonly from: Mark;
  readonly to: Mark;
  /** Of every scrape that succeeded, both ends included. */
  readonly marks: readonly Mark[];
  /** What rates divide by. */
  readonly seconds: number;
}

interface SampleTimes {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

export class TruthWindow {
  readonly #stretches: readonly Stretch[];

  constructor(stretches: readonly Stretch[]) {
    this.#stretches = stretches;
  }

  /** Events per second. */
  rate(measure: Measure): number {
    return this.#all(
      ({ seconds, from, to }) => ((to.counts.get(measure) ?? 0) - (from.counts.get(measure) ?? 0)) / seconds,
    );
  }

  /** What the events came to per second. */
  flow(measure: Measure): number {
    return this.#all(
      ({ witness, seconds, from, to }) => witness.sum(measure, ...between(measure, from, to)) / seconds,
    );
  }

  mean(measure: Measure): number {
    return this.flow(measure) / this.rate(measure);
  }

  values(measure: Measure): readonly number[] {
    return this.#stretches.flatMap(({ witness, from, to }) =>
      witness.values(measure, ...between(measure, from, to)),
    );
  }

  /** Of each engine the mean of its levels at the scrapes. */
  levels(of: (mark: Mark) => number): readonly number[] {
    return this.#stretches.map(({ marks }) => marks.reduce((sum, mark) => sum + of(mark), 0) / marks.length);
  }

  level(of: (mark: Mark) => number): number {
    return this.levels(of).reduce((sum, one) => sum + one, 0);
  }

  get seconds(): number {
    return Math.max(...this.#stretches.map(({ seconds }) => seconds));
  }

  #all(of: (stretch: Stretch) => number): number {
    return this.#stretches.reduce((total, stretch) => total + of(stretch), 0);
  }
}

function between(measure: Measure, from: Mark, to: Mark): readonly [number, number] {
  return [from.counts.get(measure) ?? 0, to.counts.get(measure) ?? 0];
}

export interface WindowPlan {
  readonly prometheusUrl: string;
  /** Selector of the scrape's own `up`. */
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
  const stretches = data.result.flatMap(({ metric, values }) => {
    // One that came too late brought nothing but its own failure.
    const timesMs = values.flatMap(([at, isUp]) => (isUp === "1" ? [Math.round(at * 1_000)] : []));
    if (timesMs.length < 2) throw new Error(`${metric["instance"]} was not scraped twice in ${windowMs} ms`);
    const divisor = divisorOf(timesMs, { atMs, windowMs });
    const marksOfPods = [...(fleet.marks.get(fleet.pathOf(metric)) ?? new Map<string, Mark[]>())];
    return marksOfPods.map(([pod, ofPod]): Stretch => {
      const witness = fleet.witnesses.get(pod);
      const marks = timesMs.map((timeMs) => markOf(ofPod, timeMs)).filter((mark) => mark !== undefined);
      const [from, to] = [marks[0], marks.at(-1)];
      if (witness === undefined || from === undefined || to === undefined || marks.length < timesMs.length)
        throw new Error(`nobody saw ${pod}`);
      return { witness, from, to, marks, seconds: divisor };
    });
  });
  return new TruthWindow(stretches);
}

/** Distances up to this many average ones between an end of the window and the sample next to it are filled. */
const reachRatio = 1.1;

/**
 * Seconds by which PromQL's rate divides what lies between the first and the last sample: their distance where both ends of the
 * window are near, more where scrapes were missed at an end. (functions.go of Prometheus, extrapolatedRate.)
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

/** The mark of the scrape that Prometheus began then: the next one that arrived here. */
function markOf(marks: readonly Mark[], timeMs: number): Mark | undefined {
  return marks.find((mark) => mark.atMs >= timeMs - 2);
}

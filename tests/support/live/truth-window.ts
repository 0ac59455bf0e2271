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
  /** Of every scrape in between, both ends included. */
  readonly marks: readonly Mark[];
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
    const [first, last] = [values[0]?.[0], values.at(-1)?.[0]];
    if (first === undefined || last === undefined || first === last)
      throw new Error(`${metric["instance"]} was not scraped twice in ${windowMs} ms`);
    const path = fleet.pathOf(metric);
    const marks = [...(fleet.marks.get(path) ?? new Map<string, Mark[]>())];
    return marks.map(([pod, ofPod]): Stretch => {
      const witness = fleet.witnesses.get(pod);
      const [from, to] = [markOf(ofPod, first), markOf(ofPod, last)];
      if (witness === undefined || from === undefined || to === undefined)
        throw new Error(`nobody saw ${pod}`);
      const within = ofPod.slice(ofPod.indexOf(from), ofPod.indexOf(to) + 1);
      return { witness, from, to, marks: within, seconds: last - first };
    });
  });
  return new TruthWindow(stretches);
}

/** The mark of the scrape that Prometheus began at `seconds`: the next one that arrived here. */
function markOf(marks: readonly Mark[], seconds: number): Mark | undefined {
  const atMs = Math.round(seconds * 1_000);
  return marks.find((mark) => mark.atMs >= atMs - 2);
}

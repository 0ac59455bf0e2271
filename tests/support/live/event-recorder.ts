/** All events of one engine in order, by kind, with a value each. `recorded-events.ts` records them. */
import type { MachineSample } from "@/demo/simulator/exposition/exposition";

/** Kinds of events. Values are seconds, tokens, or one. */
const measures = [
  "taken",
  "endedEarly",
  "arrived",
  "first",
  "gatewayFirst",
  "gap",
  "token",
  "promptAtFirst",
  "cachedAtFirst",
  "answered",
  "aborted",
  "refused",
  "e2e",
  "e2eOfAll",
  "gatewayE2e",
  "gatewayE2eOfAll",
  "queue",
  "queueOfAll",
  "queueAtFirst",
  "prefill",
  "prefillOfBegun",
  "lastChunk",
  "decode",
  "decodeOfBegun",
  "inference",
  "tpot",
  "tpotOfBegun",
  "inferencePerToken",
  "gatewayPerToken",
  "prompt",
  "promptOfBegun",
  "cached",
  "output",
  "outputOfBegun",
  "admission",
  "preempted",
  "step",
  "promptByLine",
  "outputByLine",
  "decodeStep",
  "looked",
  "found",
  "flops",
  "readBytes",
  "writtenBytes",
  "features",
  "cpuBusy",
] as const;
export type RecordedMeasure = (typeof measures)[number];

export class EventRecorder {
  readonly #values = new Map<RecordedMeasure, number[]>(measures.map((measure) => [measure, []]));
  readonly #sums = new Map<RecordedMeasure, number[]>(measures.map((measure) => [measure, [0]]));
  machine: MachineSample | null = null;

  record(measure: RecordedMeasure, value: number | null): void {
    if (value === null) return;
    const sums = this.#sums.get(measure) ?? [];
    this.#values.get(measure)?.push(value);
    sums.push((sums.at(-1) ?? 0) + value);
  }

  /** Returns the current number of events of each kind. */
  counts(): ReadonlyMap<RecordedMeasure, number> {
    return new Map(measures.map((measure) => [measure, this.#values.get(measure)?.length ?? 0]));
  }

  values(measure: RecordedMeasure, from: number, to: number): readonly number[] {
    return this.#values.get(measure)?.slice(from, to) ?? [];
  }

  sum(measure: RecordedMeasure, from: number, to: number): number {
    const sums = this.#sums.get(measure) ?? [];
    return (sums[to] ?? 0) - (sums[from] ?? 0);
  }
}

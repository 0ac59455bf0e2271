/**
 * Load of the feature store's database as its exporters report it. A lookup reads pages. Time beyond the in-memory
 * duration counts as pages read from disk, so a slow store shows up in hits, reads and connections.
 */
import type { FeatureLookup } from "@/demo/simulator/exposition/exposition";

const pagesPerLookup = 400;
const inMemorySeconds = 0.012;
const secondsPerRead = 0.0008;
/** Without scrapes, finished lookups are discarded at this number. */
const maxOpen = 500;

export class FeatureStoreLoad {
  readonly #open: FeatureLookup[] = [];
  lookups = 0;
  hits = 0;
  reads = 0;
  busySeconds = 0;

  add(lookup: FeatureLookup): void {
    const seconds = (lookup.endMs - lookup.startMs) / 1000;
    const reads = Math.min(
      pagesPerLookup,
      Math.max(0, Math.round((seconds - inMemorySeconds) / secondsPerRead)),
    );
    this.lookups += 1;
    this.reads += reads;
    this.hits += pagesPerLookup - reads;
    this.busySeconds += seconds;
    if (this.#open.length >= maxOpen) this.runningAt(lookup.startMs);
    this.#open.push(lookup);
  }

  /** Returns the lookups that run at `atMs` and discards finished ones. */
  runningAt(atMs: number): readonly FeatureLookup[] {
    const unfinished = this.#open.filter(({ endMs }) => endMs > atMs);
    this.#open.splice(0, this.#open.length, ...unfinished);
    return unfinished.filter(({ startMs }) => startMs <= atMs);
  }
}

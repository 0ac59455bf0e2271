/**
 * The feature store's database as its exporters see it. A lookup reads pages; what it takes longer than memory alone would is
 * pages read from disk, so that a slow store shows in hits, reads and connections at once.
 */
import type { FeatureLookup } from "./exposition";

const pagesPerLookup = 400;
const inMemorySeconds = 0.012;
const secondsPerRead = 0.0008;
/** When nobody scrapes, ended lookups are forgotten at this many. */
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

  /** Lookups that run at that moment; those that have ended are forgotten. */
  runningAt(atMs: number): readonly FeatureLookup[] {
    const unfinished = this.#open.filter(({ endMs }) => endMs > atMs);
    this.#open.splice(0, this.#open.length, ...unfinished);
    return unfinished.filter(({ startMs }) => startMs <= atMs);
  }
}

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

/**
 * Work of the feature store's database since its start: lookups, pages found in memory and pages read from disk.
 */
export class FeatureStoreLoad {
  readonly #open: FeatureLookup[] = [];
  lookupCount = 0;
  pageHitCount = 0;
  pageReadCount = 0;
  lookupSeconds = 0;

  add(lookup: FeatureLookup): void {
    const seconds = (lookup.endMs - lookup.startMs) / 1000;
    const reads = Math.min(
      pagesPerLookup,
      Math.max(0, Math.round((seconds - inMemorySeconds) / secondsPerRead)),
    );
    this.lookupCount += 1;
    this.pageReadCount += reads;
    this.pageHitCount += pagesPerLookup - reads;
    this.lookupSeconds += seconds;
    if (this.#open.length >= maxOpen) this.listRunning(lookup.startMs);
    this.#open.push(lookup);
  }

  /** Returns the lookups that run at `atMs` and discards finished ones. */
  listRunning(atMs: number): readonly FeatureLookup[] {
    const unfinished = this.#open.filter(({ endMs }) => endMs > atMs);
    this.#open.splice(0, this.#open.length, ...unfinished);
    return unfinished.filter(({ startMs }) => startMs <= atMs);
  }
}

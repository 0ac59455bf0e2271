/** Reads what holds at one time through memory: readers of the same slot share one read, and what is final is not read again. */
import { LRUCache } from "lru-cache";
import type { InstantVector } from "@/lib/model/grid";
import { createFlights, type Run } from "./flights";
import { finalThrough, slotOf } from "./read-plan";
import { DEFAULT_SCOPE, type ReaderParts, type Way } from "./reader-parts";
import { createTroubles, type Stale } from "./troubles";

export interface InstantRead {
  readonly sourceSlug: string;
  readonly promql: string;
  readonly atMs: number;
  /** Takes long, and others asked in the same query would wait for it. */
  readonly isAlone?: boolean;
  readonly scope?: string;
  readonly spacingMs?: number;
  /** The page or job that reads: pages take turns at a source. */
  readonly lane?: string;
  readonly signal?: AbortSignal;
}

export interface InstantAnswer {
  readonly vector: InstantVector;
  readonly asOfMs: number;
  readonly stale: Stale | null;
}

interface KeptVector {
  readonly vector: InstantVector;
  readonly atMs: number;
  readonly readAtMs: number;
  readonly slot: number;
}

/** Where an answer is kept, and where the latest one of its query is. */
interface Keys {
  readonly key: string;
  readonly last: string;
}

const INSTANT_SLOT_OF_MS = 5_000;

export function createInstantReader(parts: ReaderParts): (read: InstantRead) => Promise<InstantAnswer> {
  const cache = new LRUCache<string, KeptVector>({
    maxSize: Math.ceil(parts.cacheBytes / 8),
    sizeCalculation: ({ vector }) => 500 + vector.samples.length * 400,
  });
  const flights = createFlights<number, KeptVector>();
  const troubles = createTroubles(parts);

  const fetch = async ({ key, last }: Keys, read: InstantRead, way: Way): Promise<KeptVector> => {
    const readAtMs = parts.nowMs();
    const vector = await parts.provider.readInstant({ ...read, ...way });
    const kept = { vector, atMs: read.atMs, readAtMs, slot: slotOf(INSTANT_SLOT_OF_MS, readAtMs) };
    cache.set(key, kept);
    cache.set(last, kept);
    return kept;
  };

  const bring = (keys: Keys, read: InstantRead): Promise<KeptVector> => {
    const { key, last } = keys;
    const kept = cache.get(key);
    const isSettled = kept !== undefined && read.atMs <= finalThrough(kept.readAtMs, read.spacingMs);
    if (kept !== undefined && (isSettled || kept.slot === slotOf(INSTANT_SLOT_OF_MS, parts.nowMs()))) {
      return Promise.resolve(kept);
    }
    troubles.refuseWhileFresh(last);
    const underWay = flights.find(key, () => true);
    const run: Run<KeptVector> = (signal, begun) =>
      troubles.watch(last, signal, () => fetch(keys, read, { signal, begun }));
    return flights.join(underWay ?? flights.start(key, read.atMs, run), read.signal);
  };

  return async (read) => {
    const last = lastKey(read);
    try {
      const { vector, readAtMs } = await bring({ key: `${last} ${read.atMs}`, last }, read);
      const isFinal = read.atMs <= finalThrough(readAtMs, read.spacingMs);
      return { vector, asOfMs: isFinal ? parts.nowMs() : readAtMs, stale: null };
    } catch (error) {
      const kept = cache.get(last);
      const stale = troubles.staleBecause(last, error);
      // A later value must not stand in for an earlier one.
      if (kept === undefined || stale === undefined || kept.atMs > read.atMs) throw error;
      return { vector: kept.vector, asOfMs: kept.readAtMs, stale };
    }
  };
}

function lastKey({ sourceSlug, scope, promql }: InstantRead): string {
  return JSON.stringify([sourceSlug, scope ?? DEFAULT_SCOPE, promql]);
}

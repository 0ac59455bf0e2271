/**
 * Work that outlives the request which began it: whoever asks for the same joins it, and what it brought is found by the next
 * ask. It goes on as long as somebody asks again now and then, and is given up when nobody does any more.
 *
 *     ask ── late ── ask ── late ──── done · · · · · ask        found: kept for as long as it took
 */
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "./clock";
import { processMemory } from "./memory";

export type Settled<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly error: unknown };

export interface OngoingWork<T> {
  /** Server time. */
  readonly startedMs: number;
  /** Never rejects. */
  readonly outcome: Promise<Settled<T>>;
  /** What the same work brought the time before, at most a minute old: for who cannot wait and would rather be late than empty. */
  readonly previous: T | undefined;
}

interface Entry<T> extends OngoingWork<T> {
  readonly renewLease: () => void;
  /** Monotonic; set when it is settled. */
  usableUntilMs: number | null;
}

/** A page asks again within two seconds. */
const giveUpAfterMs = 15_000;
/** Work that took long would never be seen if its result were gone before the next ask; one older than this is no news. */
const maxRetentionMs = 10_000;
/** A failure is told to whoever asks next, and tried again soon. */
const failureRetentionMs = 2_000;
const previousRetentionMs = 60_000;

/** The work under `key` of those called `name`, begun by `begin` if none is there. `begin`'s signal aborts when it is given up. */
export function joinOngoing<T>(
  name: string,
  key: string,
  begin: (signal: AbortSignal) => Promise<T>,
): OngoingWork<T> {
  const entries = processMemory(name, () => new Map<string, Entry<T>>());
  const present = entries.get(key);
  if (present !== undefined && (present.usableUntilMs ?? Infinity) > performance.now()) {
    present.renewLease();
    return present;
  }
  const results = processMemory(`${name}-results`, () => new Map<string, { readonly value: T }>());
  const work = new AbortController();
  const startedAt = performance.now();
  const forget = (): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  const lease = setTimeout(() => {
    forget();
    work.abort(new AppError("timeout", "nobody asks for this any more"));
  }, giveUpAfterMs);
  lease.unref();
  const outcome = settle(begin(work.signal)).then((settled) => {
    clearTimeout(lease);
    const now = performance.now();
    const retentionMs = Math.min(
      now - startedAt,
      settled.kind === "done" ? maxRetentionMs : failureRetentionMs,
    );
    entry.usableUntilMs = now + retentionMs;
    setTimeout(forget, retentionMs).unref();
    if (settled.kind === "done") remember(results, key, { value: settled.value });
    else results.delete(key);
    return settled;
  });
  const entry: Entry<T> = {
    startedMs: nowMs(),
    outcome,
    usableUntilMs: null,
    previous: results.get(key)?.value,
    renewLease: () => {
      if (entry.usableUntilMs === null) lease.refresh();
    },
  };
  entries.set(key, entry);
  return entry;
}

function remember<T>(results: Map<string, T>, key: string, result: T): void {
  results.set(key, result);
  setTimeout(() => {
    if (results.get(key) === result) results.delete(key);
  }, previousRetentionMs).unref();
}

async function settle<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { kind: "done", value: await work };
  } catch (error) {
    return { kind: "failed", error };
  }
}

/**
 * Work that outlives the request that started it. Requests for the same work join it, and later requests get its
 * result. It is aborted when no client has requested it for a while.
 *
 *     request ── late ── request ── late ──── done · · · · request the result is cached for as long as the work took
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
  /** Result of the previous run, at most one minute old, for callers that prefer an old value to none. */
  readonly previous: T | undefined;
}

interface Entry<T> extends OngoingWork<T> {
  readonly renewLease: () => void;
  /** Monotonic. Set when the work is settled. */
  usableUntilMs: number | null;
}

/** A page requests the work again within two seconds. */
const giveUpAfterMs = 15_000;
/** The result must be available until the next request. After this time it is outdated. */
const maxRetentionMs = 10_000;
/** A failure is returned to the next request, and the work is retried soon. */
const failureRetentionMs = 2_000;
const previousRetentionMs = 60_000;

/**
 * Returns the work under `key` of the group `name`, and starts it with `begin` if necessary. The signal aborts when
 * the work is given up.
 */
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
    work.abort(new AppError("timeout", "no client requests this any more"));
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

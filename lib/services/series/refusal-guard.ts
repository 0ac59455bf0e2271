/**
 * Remembers the queries that a source refuses while it accepts no other one, for example because of a limit that was set
 * too low. Each page would otherwise repeat each of its queries separately, without an effect.
 *
 *     many different queries refused ── one of them is repeated every 1.5 s ── accepted ── all queries are sent again
 */
import { LRUCache } from "lru-cache";
import type { AppError } from "@/lib/model/app-error";

/** With fewer refused queries, the queries and not the source may be the reason. */
const minRefusedQueries = 8;
const maxRefusedQueries = 2_000;
/** Queries can be long. */
const maxRefusedCharacters = 4_000_000;
/** Pages recover within five seconds. */
const trialEveryMs = 1_500;

/** Refusals of queries by one source since it last accepted a query. */
export interface RefusalGuard {
  /**
   * Sends a query. Throws its last refusal instead while the source refuses all queries. One query at a time is sent
   * as a trial, and queries that start meanwhile wait for its result.
   */
  readonly run: <T>(promql: string, send: () => Promise<T>) => Promise<T>;
  readonly recordRefusal: (promql: string, error: AppError) => void;
  /** Returns the queries that were refused if the source refused all queries until now, and forgets all refusals. */
  readonly recordAcceptedQuery: () => readonly string[];
}

/** Creates a guard that has recorded no refusal yet. */
export function createRefusalGuard(monotonicMs: () => number): RefusalGuard {
  const refused = new LRUCache<string, AppError>({
    max: maxRefusedQueries,
    maxSize: maxRefusedCharacters,
    sizeCalculation: (_error, promql) => promql.length + 1,
  });
  let trial: Promise<unknown> | undefined;
  let nextTrialMs = -Infinity;
  const isRefusingAll = (): boolean => refused.size >= minRefusedQueries;

  const runTrial = async <T>(send: () => Promise<T>): Promise<T> => {
    nextTrialMs = monotonicMs() + trialEveryMs;
    const running = send();
    const settled = Promise.allSettled([running]).then(() => {
      if (trial === settled) trial = undefined;
    });
    trial = settled;
    return running;
  };

  return {
    run: async (promql, send) => {
      const refusal = refused.get(promql);
      if (refusal === undefined || !isRefusingAll()) return send();
      if (trial === undefined) {
        if (monotonicMs() >= nextTrialMs) return runTrial(send);
        throw refusal;
      }
      await trial;
      if (refused.has(promql)) throw refusal;
      return send();
    },
    recordRefusal: (promql, error) => void refused.set(promql, error),
    recordAcceptedQuery: () => {
      const queries = isRefusingAll() ? [...refused.keys()] : [];
      refused.clear();
      return queries;
    },
  };
}

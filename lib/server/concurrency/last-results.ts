/**
 * The last complete result of repeated work, for pages that show it with its age while a source is down. The results
 * are limited by their size.
 */
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import { getProcessState } from "@/lib/server/process-state";
import { createSizedCache } from "./sized-cache";

/** Cache of the last result of each request, to return while the source fails. */
export interface LastResults<T> {
  /** Returns the last result of the request; undefined if there is none, or if newer results have replaced it. */
  readonly get: (key: ScopedKey) => T | undefined;
  readonly set: (key: ScopedKey, result: T) => void;
}

/** Returns the cache of last results with this name, which is shared in the process. */
export function getLastResults<T extends object>(groupName: string): LastResults<T> {
  const cache = getProcessState(groupName, () => createSizedCache<ScopedKey, T>("lastResults"));
  return { get: (key) => cache.get(key), set: (key, result) => cache.set(key, result) };
}

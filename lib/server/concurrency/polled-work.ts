/**
 * Work that outlives the request that started it, for pages that request a pending result again.
 *
 *     request ── pending ── request ── pending ── done · · · request    the result is kept for as long as the work took
 */
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import { getProcessState } from "@/lib/server/process-state";
import {
  createWorkShare,
  findOrStart,
  type JoinableWork,
  type WorkShareOptions,
  type ShareableTask,
} from "./share";

/** Result of polled work. `stale` is set if the source fails now and this is its last good result. */
interface PolledResult {
  readonly stale: object | null;
}

/** Time for which work continues without a client. It is ample, because pages request pending work again within two seconds. */
const graceMs = 15_000;
/** Longest time for which a result answers further requests. A result is retained for as long as its work took, up to this time. */
const maxRetentionMs = 10_000;
/** Longest time for which a failure answers further requests. Later requests read again, because the source may have recovered. */
const failureRetentionMs = 500;

/**
 * Joins the running work under `key` in the group `name`, or starts `task`. For pages that request a pending
 * result again: the work is aborted if no client has requested it for 15 s, and its previous result is
 * available for `previousMs`.
 */
export function findOrStartPolledWork<T extends PolledResult>(
  {
    name,
    key,
    previousMs = 0,
  }: { readonly name: string; readonly key: ScopedKey; readonly previousMs?: number },
  task: ShareableTask<T>,
): JoinableWork<T> {
  const works = getProcessState(name, () => createWorkShare<T>(pollRules<T>(previousMs)));
  return findOrStart(works, key, task);
}

function pollRules<T extends PolledResult>(previousMs: number): WorkShareOptions<T> {
  return {
    graceMs,
    previousRetentionMs: previousMs,
    retentionMs: (outcome, tookMs) => {
      const isFresh = outcome.kind === "done" && outcome.value.stale === null;
      return Math.min(tookMs, isFresh ? maxRetentionMs : failureRetentionMs);
    },
  };
}

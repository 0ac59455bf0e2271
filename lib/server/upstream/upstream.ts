/**
 * One upstream per source in the process, however often this module is loaded. If the URL or the credentials of a source
 * change, a new upstream is created and the connections of the old upstream are closed.
 */
import { getProcessState } from "@/lib/server/process-state";
import type { BreakerState } from "./breaker";
import type { SourceHang } from "./hang-watch";
import { createSourceUpstream, type SourceUpstream, type UpstreamTarget } from "./source-upstream";
import { systemClock } from "./system-clock";

/** Function that is called when the circuit breaker of the source `slug` changes its state. */
export type BreakerListener = (slug: string, state: BreakerState) => void;

interface Registry {
  readonly upstreams: Map<string, { readonly fingerprint: string; readonly upstream: SourceUpstream }>;
  readonly listeners: Set<BreakerListener>;
}

function registry(): Registry {
  return getProcessState<Registry>("upstreams", () => ({ upstreams: new Map(), listeners: new Set() }));
}

/** Returns the upstream of `target`. A new upstream is created if the URL or the credentials have changed. */
export function findOrCreateUpstream(target: UpstreamTarget): SourceUpstream {
  const { upstreams, listeners } = registry();
  const { slug, kind, url, credentials } = target;
  const fingerprint = JSON.stringify([kind, url, credentials]);
  const known = upstreams.get(slug);
  if (known?.fingerprint === fingerprint) return known.upstream;
  const upstream = createSourceUpstream(target, {
    clock: systemClock,
    random: Math.random,
    onChange: (state) => {
      for (const listener of listeners) listener(slug, state);
    },
  });
  upstreams.set(slug, { fingerprint, upstream });
  if (known !== undefined) void known.upstream.close();
  return upstream;
}

/** Returns the state of the circuit breaker, or undefined until the source is queried. */
export function findBreakerState(slug: string): BreakerState | undefined {
  return registry().upstreams.get(slug)?.upstream.getState();
}

/** Returns by how many milliseconds Ridgepoint's clock is ahead of the source's clock. Null if unknown. */
export function findClockSkewMs(slug: string): number | null {
  return registry().upstreams.get(slug)?.upstream.getClockSkewMs() ?? null;
}

/** Returns for how long the source has not responded. Null if it responds, or was not queried. */
export function findHang(slug: string): SourceHang | null {
  return registry().upstreams.get(slug)?.upstream.getHang() ?? null;
}

/** Lets the next read of a paused source through at once ("Try again"). */
export function allowNextRead(slug: string): void {
  registry().upstreams.get(slug)?.upstream.retryNow();
}

/** Calls `listener` when a breaker opens, probes, closes or changes its error. Returns the unsubscribe function. */
export function subscribeToBreakerChanges(listener: BreakerListener): () => void {
  const { listeners } = registry();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes all connections and forgets all sources, at the end of a process or test. */
export async function closeUpstreams(): Promise<void> {
  const { upstreams } = registry();
  const entries = [...upstreams.values()];
  upstreams.clear();
  await Promise.all(entries.map(({ upstream }) => upstream.close()));
}

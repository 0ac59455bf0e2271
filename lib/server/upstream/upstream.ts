/**
 * One upstream per source for the whole process, whatever number of times this module is loaded. A source whose address
 * or credentials changed gets a new one; the old one's connections are closed.
 */
import { processMemory } from "@/lib/server/memory";
import type { BreakerState } from "./breaker";
import { createSourceUpstream, type SourceUpstream, type UpstreamTarget } from "./source-upstream";
import { systemTime } from "./timekeeper";

export type BreakerListener = (slug: string, state: BreakerState) => void;

interface Registry {
  readonly upstreams: Map<string, { readonly fingerprint: string; readonly upstream: SourceUpstream }>;
  readonly listeners: Set<BreakerListener>;
}

function registry(): Registry {
  return processMemory<Registry>("upstreams", () => ({ upstreams: new Map(), listeners: new Set() }));
}

/** The upstream of `target`; the same one as long as its address and credentials stay the same. */
export function upstreamFor(target: UpstreamTarget): SourceUpstream {
  const { upstreams, listeners } = registry();
  const { slug, kind, url, credentials } = target;
  const fingerprint = JSON.stringify([kind, url, credentials]);
  const known = upstreams.get(slug);
  if (known?.fingerprint === fingerprint) return known.upstream;
  const upstream = createSourceUpstream(target, {
    time: systemTime,
    random: Math.random,
    onChange: (state) => {
      for (const listener of listeners) listener(slug, state);
    },
  });
  upstreams.set(slug, { fingerprint, upstream });
  if (known !== undefined) void known.upstream.close();
  return upstream;
}

/** Undefined while nobody has asked this source. */
export function breakerState(slug: string): BreakerState | undefined {
  return registry().upstreams.get(slug)?.upstream.state();
}

/** "Try again": the next reader is let through at once. Does nothing for a source that is not held back. */
export function retryNow(slug: string): void {
  registry().upstreams.get(slug)?.upstream.retryNow();
}

/** Calls `listener` whenever a source's breaker opens, tries, closes or changes its reason. Returns how to stop. */
export function onBreakerChange(listener: BreakerListener): () => void {
  const { listeners } = registry();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** At the end of a process or test: closes all connections and forgets all sources. */
export async function closeUpstreams(): Promise<void> {
  const { upstreams } = registry();
  const entries = [...upstreams.values()];
  upstreams.clear();
  await Promise.all(entries.map(({ upstream }) => upstream.close()));
}

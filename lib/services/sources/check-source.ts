/** Asks a source now how it is and what version it has, and remembers the outcome in this process. */
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { probeApi, readVersion } from "@/lib/sources/jaeger/client";
import { queryInstant, readBuildInfo } from "@/lib/sources/prometheus/client";
import { connectionFor, type SourceConnection } from "./source-connections";
import { sourceState, type CheckOutcome } from "./source-state";

interface Identity {
  readonly version: string | null;
  readonly flavour: string | null;
}

/** The outcome of one check. Never throws for an ill source; throws not-found for an unknown one. */
export async function checkSource(slug: string): Promise<CheckOutcome> {
  const connection = connectionFor(slug);
  const startedMs = performance.now();
  try {
    const identity = await askIdentity(connection);
    return note(slug, { kind: "up", atMs: nowMs(), latencyMs: performance.now() - startedMs, ...identity });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return note(slug, { kind: "down", atMs: nowMs(), error });
  }
}

async function askIdentity(connection: SourceConnection): Promise<Identity> {
  const { source, upstream } = connection;
  switch (source.kind) {
    case "prometheus": {
      return readPrometheusIdentity(connection);
    }
    case "jaeger": {
      const api = await probeApi(upstream);
      const flavour = api === "v3" ? "API v3" : "JSON API";
      return { version: await readJaegerVersion(connection), flavour };
    }
  }
}

/** Only Jaeger's start page tells its version; one that has none of it is well all the same. */
async function readJaegerVersion({ upstream, source }: SourceConnection): Promise<string | null> {
  const known = sourceState(source.slug);
  // The page is large: it is read when the source comes up, not with every check.
  if (known.version !== null && known.lastCheck?.kind === "up") return known.version;
  try {
    return await readVersion(upstream);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return null;
  }
}

/**
 * Some look-alikes tell nothing about their build; one that answers a query is well all the same. That is remembered,
 * since an unanswerable question every 15 s would count against the source.
 */
async function readPrometheusIdentity({ source, upstream }: SourceConnection): Promise<Identity> {
  const silent = processMemory("sources-without-build-info", () => new Set<string>());
  if (!silent.has(source.slug)) {
    try {
      return await readBuildInfo(upstream);
    } catch (error) {
      if (!isAppError(error) || error.code !== "source-bad-answer") throw error;
    }
  }
  await queryInstant(upstream, { promql: "1", atMs: nowMs() });
  silent.add(source.slug);
  return { version: null, flavour: null };
}

function note(slug: string, outcome: CheckOutcome): CheckOutcome {
  const state = sourceState(slug);
  state.lastCheck = outcome;
  if (outcome.kind === "up") {
    state.lastUpAtMs = outcome.atMs;
    state.downSinceMs = null;
    state.version = outcome.version;
    state.flavour = outcome.flavour;
  } else {
    state.downSinceMs ??= outcome.atMs;
  }
  return outcome;
}

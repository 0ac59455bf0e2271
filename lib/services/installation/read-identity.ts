/**
 * Reads version and type of a source. Prometheus reports them with every check. Two other requests run only when a source
 * becomes available and every five minutes, so that upgrades without an outage are noticed. One reads the start page of
 * Jaeger, which is large. The other reads build info of compatible servers that returned an error for it before, because
 * such errors count against the source.
 */
import { isAppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import { nowMs } from "@/lib/server/clock";
import { detectApiVersion, readVersion } from "@/lib/sources/jaeger/client";
import { probeTempo, readVersion as readTempoVersion } from "@/lib/sources/tempo/client";
import { queryInstant, readBuildInfo } from "@/lib/sources/prometheus/client";
import type { SourceConnection } from "@/lib/services/sources/source-connections";
import { getSourceState, type SourceState } from "@/lib/services/sources/source-state";

/** Version and product of a source. A field is null if the source does not report it. */
export interface SourceIdentity {
  readonly version: string | null;
  readonly flavour: string | null;
}

const versionIntervalMs = 300_000;

/** Returns the kind and version of a source. Throws errors of the source client. */
export async function readSourceIdentity(connection: SourceConnection): Promise<SourceIdentity> {
  const { source, upstream } = connection;
  const state = getSourceState(source.slug);
  switch (source.kind) {
    case "prometheus": {
      return readPrometheusIdentity(connection, state);
    }
    case "jaeger": {
      const api = await detectApiVersion(upstream);
      const flavour = api === "v3" ? "API v3" : "JSON API";
      const version = await readVersionWhenDue(state, () => readVersion(upstream));
      return { version, flavour };
    }
    case "tempo": {
      await probeTempo(upstream);
      const version = await readVersionWhenDue(state, () => readTempoVersion(upstream));
      return { version, flavour: "Tempo API" };
    }
  }
}

function isVersionDue({ versionQueriedAtMs, lastCheck }: SourceState): boolean {
  if (versionQueriedAtMs === null || lastCheck?.kind !== "up") return true;
  return nowMs() - versionQueriedAtMs >= versionIntervalMs;
}

/** Reads a version that needs a separate request. A failure does not affect the health of the source. */
async function readVersionWhenDue(
  state: SourceState,
  read: () => Promise<string | null>,
): Promise<string | null> {
  if (!isVersionDue(state)) return state.version;
  try {
    const version = await read();
    state.versionQueriedAtMs = nowMs();
    return version;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return state.version;
  }
}

/** Error codes of a source without build info: the endpoint is missing, or a different page was returned. */
const missingBuildInfoCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "not-found",
  "source-bad-answer",
]);

/** Reads the identity of a server with the API of Prometheus. A compatible server without build info is healthy if it answers a query. */
async function readPrometheusIdentity(
  { upstream }: SourceConnection,
  state: SourceState,
): Promise<SourceIdentity> {
  if (!state.isBuildInfoMissing || isVersionDue(state)) {
    try {
      const buildInfo = await readBuildInfo(upstream);
      state.isBuildInfoMissing = false;
      return buildInfo;
    } catch (error) {
      if (!isAppError(error) || !missingBuildInfoCodes.has(error.code)) throw error;
    }
    state.versionQueriedAtMs = nowMs();
  }
  await queryInstant(upstream, { promql: "1", atMs: nowMs(), isHealthCheck: true });
  state.isBuildInfoMissing = true;
  return { version: null, flavour: null };
}

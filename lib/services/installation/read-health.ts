/**
 * Handler of the health endpoint. Live: the event loop runs. Ready: the database responds with the expected schema,
 * or cached data is available. Sources are reported but do not affect readiness, because a restart would not fix
 * them.
 */
import type { SourceKind } from "@/lib/model/sources/source";
import type { Handler } from "@/lib/server/handler";
import type { healthContract, HealthResponse } from "@/lib/contracts/installation/health";
import { getBuildId } from "@/lib/server/build";
import { getLifecycle } from "@/lib/server/lifecycle";
import { version } from "@/lib/server/version";
import { getCachedDeploymentSnapshot } from "@/lib/services/deployments/known-deployments";
import { describeClockSkew } from "@/lib/services/sources/clock-skew";
import { getSourceHealth } from "@/lib/services/sources/source-health";
import { listConfiguredSources } from "@/lib/services/sources/source-state";
import { readDatabaseHealth, type DatabaseHealth } from "./database-health";

type Dependency = HealthResponse["dependencies"][number];

/**
 * Returns whether the process is live and ready, with the health of its dependencies. The probe `live`
 * checks no dependency.
 */
export const readHealth: Handler<typeof healthContract> = async ({ query }) => {
  if (query.probe === "live")
    return {
      live: true,
      ready: !getLifecycle().isDraining,
      reason: null,
      version,
      build: getBuildId(),
      dependencies: [],
    };
  const database = await readDatabaseHealth();
  const reason = unreadyReason(database);
  return {
    live: true,
    ready: reason === null,
    reason: reason ?? degradedReason(database),
    version,
    build: getBuildId(),
    dependencies: [
      databaseDependency(database),
      ...listConfiguredSources().map(sourceDependency),
      jobsDependency(),
    ],
  };
};

function unreadyReason(database: DatabaseHealth): string | null {
  const { isDraining, isPrepared, waitingFor } = getLifecycle();
  if (isDraining) return "the server is shutting down";
  const canServeFromMemory = getCachedDeploymentSnapshot().records.length > 0;
  if (database.kind === "down") return canServeFromMemory ? null : database.detail;
  return isPrepared ? null : waitingFor;
}

function degradedReason(database: DatabaseHealth): string | null {
  if (database.kind === "down") return `panels use cached data: ${database.detail}`;
  return database.isReadOnly ? "the database is read-only, so changes cannot be saved" : null;
}

function databaseDependency(database: DatabaseHealth): Dependency {
  const isUp = database.kind === "up";
  return {
    name: "PostgreSQL",
    kind: "database",
    state: database.kind,
    detail: isUp ? `version ${database.version}${database.isReadOnly ? ", read-only" : ""}` : database.detail,
    checkedAtMs: database.checkedAtMs,
  };
}

function sourceDependency({
  slug,
  title,
  kind,
}: {
  slug: string;
  title: string;
  kind: SourceKind;
}): Dependency {
  const health = getSourceHealth(slug);
  switch (health.kind) {
    case "unknown": {
      return { name: title, kind, state: "unknown", detail: null, checkedAtMs: null };
    }
    case "up": {
      const version = health.version === null ? null : `version ${health.version}`;
      const parts = [version, describeClockSkew({ slug, title })].filter((part) => part !== null);
      const detail = parts.length === 0 ? null : parts.join(". ");
      return { name: title, kind, state: "up", detail, checkedAtMs: health.checkedAtMs };
    }
    case "down": {
      return { name: title, kind, state: "down", detail: health.detail, checkedAtMs: health.checkedAtMs };
    }
  }
}

function jobsDependency(): Dependency {
  const { state, detail, atMs } = getLifecycle().jobs;
  return { name: "Background jobs", kind: "jobs", state, detail, checkedAtMs: atMs };
}

/** PgBouncer exporter in front of the feature store's database. Clients wait when the pool is too small. */
import type { MetricsExporter, Exposition, FeatureLookup } from "@/demo/simulator/exposition/exposition";
import { FeatureStoreLoad } from "./feature-store";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const pool: Labels = { database: "features", user: "features" };
const database: Labels = { database: "features" };
/** Connections from PgBouncer to the feature store's database. */
export const databasePoolSize = 20;

function create(): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const load = new FeatureStoreLoad();
  const gauge = (name: string, help: string) => registry.gauge(`pgbouncer_pools_${name}`, help, [pool]);
  const counter = (name: string, help: string) =>
    registry.counter(`pgbouncer_stats_${name}`, help, [database]);
  const active = gauge("client_active_connections", "Client connections linked to server connection");
  const waiting = gauge("client_waiting_connections", "Client connections waiting on a server connection");
  const longest = gauge("client_maxwait_seconds", "Age of oldest unserved client connection in seconds");
  const serving = gauge("server_active_connections", "Server connections linked to a client connection");
  const idle = gauge("server_idle_connections", "Server connections idle and ready for a client query");
  const waited = counter("client_wait_seconds_total", "Time clients spent waiting for a server");
  const queries = counter("queries_pooled_total", "Total number of SQL queries pooled");
  const duration = counter("queries_duration_seconds_total", "Total query time");
  registry
    .gauge(
      "pgbouncer_config_max_client_connections",
      "Configuration of maximum number of allowed connections",
      [],
    )
    .set(1_000);
  let lastPrint = { lookups: 0, busySeconds: 0, atMs: 0, waitingNow: 0 };
  return {
    createHandlers: () => ({ onFeatureLookup: (lookup: FeatureLookup) => load.add(lookup) }),
    printMetrics: (_, nowMs) => {
      const running = load.listRunning(nowMs).toSorted((a, b) => a.startMs - b.startMs);
      const unserved = running.slice(databasePoolSize);
      const served = Math.min(running.length, databasePoolSize);
      active.set(served, pool);
      waiting.set(unserved.length, pool);
      longest.set(unserved[0] === undefined ? 0 : (nowMs - unserved[0].startMs) / 1000, pool);
      serving.set(served, pool);
      idle.set(databasePoolSize - served, pool);
      queries.add(load.lookupCount - lastPrint.lookups, database);
      duration.add(Math.max(0, load.lookupSeconds - lastPrint.busySeconds), database);
      // Average of the clients waiting now and at the previous scrape.
      const seconds = lastPrint.atMs === 0 ? 0 : (nowMs - lastPrint.atMs) / 1000;
      waited.add((seconds * (unserved.length + lastPrint.waitingNow)) / 2, database);
      lastPrint = {
        lookups: load.lookupCount,
        busySeconds: load.lookupSeconds,
        atMs: nowMs,
        waitingNow: unserved.length,
      };
      return registry.print();
    },
    resetCounters: () => {},
  };
}

export const pgbouncer: Exposition = {
  id: "pgbouncer",
  title: "PgBouncer exporter",
  scope: "deployment",
  port: 9127,
  path: "/metrics",
  create,
};

/**
 * postgres_exporter for a feature store's database: most counters lack _total, and block counters use two spellings.
 */
import type { MetricsExporter, Exposition } from "@/demo/simulator/exposition/exposition";
import { FeatureStoreLoad } from "./feature-store";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const database: Labels = { datid: "16384", datname: "features" };
const named: Labels = { datname: "features" };
const table: Labels = { datname: "features", schemaname: "public", relname: "user_features" };
const maxConnections = 200;
/** Connections that the pool keeps open even when idle. */
const minConnections = 20;
/** Fraction of pages that belong to the table; the rest belong to its index. */
const heapShare = 0.75;

const activity = (state: string): Labels => ({
  ...named,
  state,
  usename: "features",
  application_name: "feature-api",
  backend_type: "client backend",
  wait_event_type: "",
  wait_event: "",
});

function create(): MetricsExporter {
  const registry = new Registry({}, { numberFormat: "plain" });
  const load = new FeatureStoreLoad();
  const [active, idle] = [activity("active"), activity("idle")];
  const gauge = (name: string, help: string, known: readonly Labels[]) => registry.gauge(name, help, known);
  const total = (name: string, help: string, labels: Labels) => {
    const counter = registry.counter(name, help, [labels]);
    let lastValue = 0;
    return {
      raiseTo: (value: number): void => {
        counter.add(Math.max(0, value - lastValue), labels);
        lastValue = value;
      },
    };
  };
  const tableCounter = (name: string) =>
    total(`pg_statio_user_tables_${name}`, `Number of ${name.replaceAll("_", " ")}`, table);
  const databaseCounter = (name: string) =>
    total(`pg_stat_database_${name}`, `Number of ${name.replaceAll("_", " ")}`, database);
  const heapHit = tableCounter("heap_blocks_hit");
  const heapRead = tableCounter("heap_blocks_read");
  const indexHit = tableCounter("idx_blocks_hit");
  const indexRead = tableCounter("idx_blocks_read");
  const hit = databaseCounter("blks_hit");
  const read = databaseCounter("blks_read");
  const commits = databaseCounter("xact_commit");
  databaseCounter("xact_rollback");
  databaseCounter("deadlocks");
  const backends = gauge("pg_stat_database_numbackends", "Number of backends connected to this database", [
    database,
  ]);
  const count = gauge("pg_stat_activity_count", "number of connections in this state", [active, idle]);
  const longest = gauge(
    "pg_stat_activity_max_tx_duration",
    "max duration in seconds any active transaction",
    [active, idle],
  );
  const locks = gauge("pg_locks_count", "Number of locks", [{ ...named, mode: "accesssharelock" }]);
  gauge("pg_settings_max_connections", "Sets the maximum number of concurrent connections.", []).set(
    maxConnections,
  );
  gauge("pg_database_size_bytes", "Disk space used by the database", []).set(48e9, named);
  gauge("pg_stat_user_tables_n_dead_tup", "Estimated number of dead rows", []).set(1_200, table);
  gauge("pg_up", "Whether the last scrape was able to connect to the server", []).set(1);
  return {
    createHandlers: () => ({ onFeatureLookup: (lookup) => load.add(lookup) }),
    printMetrics: (_, nowMs) => {
      const running = load.listRunning(nowMs);
      const open = Math.max(minConnections, running.length);
      const [hits, reads] = [
        Math.floor(load.pageHitCount * heapShare),
        Math.floor(load.pageReadCount * heapShare),
      ];
      heapHit.raiseTo(hits);
      heapRead.raiseTo(reads);
      indexHit.raiseTo(load.pageHitCount - hits);
      indexRead.raiseTo(load.pageReadCount - reads);
      hit.raiseTo(load.pageHitCount);
      read.raiseTo(load.pageReadCount);
      commits.raiseTo(load.lookupCount);
      backends.set(open, database);
      count.set(running.length, active);
      count.set(open - running.length, idle);
      longest.set(Math.max(0, ...running.map(({ startMs }) => (nowMs - startMs) / 1000)), active);
      locks.set(running.length, { ...named, mode: "accesssharelock" });
      return registry.print();
    },
    // The database keeps running when the engines restart.
    resetCounters: () => {},
  };
}

export const postgres: Exposition = {
  id: "postgres",
  title: "postgres_exporter",
  scope: "deployment",
  port: 9187,
  path: "/metrics",
  create,
};

/** postgres_exporter on a feature store's database: most counters without _total, blocks spelled two ways. */
import type { Exposed, Exposition } from "./exposition";
import { FeatureStoreLoad } from "./feature-store";
import { Registry, type Labels } from "./registry";

const database: Labels = { datid: "16384", datname: "features" };
const named: Labels = { datname: "features" };
const table: Labels = { datname: "features", schemaname: "public", relname: "user_features" };
const maxConnections = 200;
/** Connections a pool keeps open, at work or not. */
const leastConnections = 20;
/** Pages of the table itself among all pages; the rest are of its index. */
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

function create(): Exposed {
  const registry = new Registry({}, { numbers: "plain" });
  const load = new FeatureStoreLoad();
  const [active, idle] = [activity("active"), activity("idle")];
  const gauge = (name: string, help: string, known: readonly Labels[]) => registry.gauge(name, help, known);
  const total = (name: string, help: string, labels: Labels) => {
    const counter = registry.counter(name, help, [labels]);
    let said = 0;
    return {
      upTo: (value: number): void => {
        counter.add(Math.max(0, value - said), labels);
        said = value;
      },
    };
  };
  const ofTable = (name: string) =>
    total(`pg_statio_user_tables_${name}`, `Number of ${name.replaceAll("_", " ")}`, table);
  const ofDatabase = (name: string) =>
    total(`pg_stat_database_${name}`, `Number of ${name.replaceAll("_", " ")}`, database);
  const heapHit = ofTable("heap_blocks_hit");
  const heapRead = ofTable("heap_blocks_read");
  const indexHit = ofTable("idx_blocks_hit");
  const indexRead = ofTable("idx_blocks_read");
  const hit = ofDatabase("blks_hit");
  const read = ofDatabase("blks_read");
  const commits = ofDatabase("xact_commit");
  ofDatabase("xact_rollback");
  ofDatabase("deadlocks");
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
    listen: () => ({ onFeatures: (lookup) => load.looked(lookup) }),
    print: (_, nowMs) => {
      const running = load.running(nowMs);
      const open = Math.max(leastConnections, running.length);
      const [hits, reads] = [Math.floor(load.hits * heapShare), Math.floor(load.reads * heapShare)];
      heapHit.upTo(hits);
      heapRead.upTo(reads);
      indexHit.upTo(load.hits - hits);
      indexRead.upTo(load.reads - reads);
      hit.upTo(load.hits);
      read.upTo(load.reads);
      commits.upTo(load.lookups);
      backends.set(open, database);
      count.set(running.length, active);
      count.set(open - running.length, idle);
      longest.set(Math.max(0, ...running.map(({ startMs }) => (nowMs - startMs) / 1000)), active);
      locks.set(running.length, { ...named, mode: "accesssharelock" });
      return registry.print();
    },
    // The database goes on when the engines restart.
    restart: () => {},
  };
}

export const postgres: Exposition = {
  id: "postgres",
  title: "postgres_exporter",
  standing: "front",
  port: 9187,
  path: "/metrics",
  create,
};

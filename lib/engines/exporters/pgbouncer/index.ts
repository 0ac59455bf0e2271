/** pgbouncer_exporter, joined by namespace. PgBouncer's admin console is reported as a database and is excluded. */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { counter, gauge, notExposed, type MetricRef, type Recipe } from "@/lib/engines/definitions/recipe";

const without = (name: string, label: string): MetricRef => ({
  names: [`pgbouncer_${name}`],
  matchers: [{ label, operator: "!=", value: "pgbouncer" }],
});
const served = (name: string): MetricRef => without(name, "database");
const perQuery = (seconds: string): Recipe => ({
  kind: "rate-ratio",
  numerators: [served(seconds)],
  denominators: [served("stats_queries_pooled_total")],
});
const inside = notExposed("PgBouncer does not report PostgreSQL's internal metrics. Use postgres_exporter.");

/** Adapter for the PgBouncer exporter: waits and query times at the connection pooler. */
export const pgbouncerExporter: ExporterOf<"database"> = {
  id: "pgbouncer",
  title: "PgBouncer exporter",
  family: "database",
  detectionMetrics: ["pgbouncer_pools_client_waiting_connections"],
  joinLabels: { sharedLabels: ["namespace", "cluster"], serviceLabel: "job" },
  signals: {
    "db-heap-hit": inside,
    "db-index-hit": inside,
    "db-query-time": perQuery("stats_queries_duration_seconds_total"),
    "db-planning-time": inside,
    "db-connections": gauge(without("databases_current_connections", "name")),
    "db-pool-waiting": gauge(served("pools_client_waiting_connections")),
    "db-pool-wait": perQuery("stats_client_wait_seconds_total"),
    "db-replication-lag": inside,
    "db-transactions": counter(served("stats_sql_transactions_pooled_total")),
  },
  caveats: {
    "db-query-time":
      "Time from sending a query to PostgreSQL until its last response arrives. Network time between PgBouncer and PostgreSQL is included.",
    "db-connections":
      "Connections from PgBouncer to the database. Clients that connect to the database directly are not counted.",
    "db-pool-wait":
      "Mean over all queries, including queries that do not wait. With transaction pooling, only the first query of a transaction waits.",
    "db-transactions": "Transactions that passed through the pooler.",
  },
};

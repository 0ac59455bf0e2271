/**
 * postgres_exporter, joined by namespace if one scrape job has all databases of the exporter. Few of its counters end
 * in `_total`, and blocks are named `blocks` or `blks`.
 */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { gauge, metricRef, notExposed, type MetricRef, type Recipe } from "@/lib/engines/definitions/recipe";

/**
 * Returns a counter of blocks under both spellings. The older spelling is from the queries file of releases before
 * 0.12.
 */
const blocks = (kind: "heap" | "idx", outcome: "hit" | "read"): MetricRef =>
  metricRef(
    `pg_statio_user_tables_${kind}_blocks_${outcome}`,
    `pg_statio_user_tables_${kind}_blks_${outcome}`,
  );
const hits = (kind: "heap" | "idx"): Recipe => ({
  kind: "rate-ratio",
  numerators: [blocks(kind, "hit")],
  denominators: [blocks(kind, "hit"), blocks(kind, "read")],
});
const pooler = (what: string): Recipe =>
  notExposed(`PostgreSQL does not report ${what}. Use the PgBouncer exporter.`);

/** Adapter for postgres_exporter. */
export const postgresExporter: ExporterOf<"database"> = {
  id: "postgres",
  title: "postgres_exporter",
  family: "database",
  detectionMetrics: ["pg_stat_database_numbackends"],
  joinLabels: { sharedLabels: ["namespace", "cluster"], serviceLabel: "job" },
  signals: {
    "db-heap-hit": hits("heap"),
    "db-index-hit": hits("idx"),
    "db-query-time": {
      kind: "rate-ratio",
      numerators: [metricRef("pg_stat_statements_seconds_total")],
      denominators: [metricRef("pg_stat_statements_calls_total")],
      howToEnable:
        "Start postgres_exporter with --collector.stat_statements, and PostgreSQL with pg_stat_statements.",
    },
    "db-planning-time": notExposed(
      "The exporter exposes only the execution times of pg_stat_statements, no planning times.",
    ),
    "db-connections": gauge(metricRef("pg_stat_database_numbackends")),
    "db-pool-waiting": pooler("clients that wait for a connection"),
    "db-pool-wait": pooler("waiting times for a connection"),
    "db-replication-lag": gauge(metricRef("pg_replication_lag_seconds", "pg_replication_lag")),
    // The two counters count separate events, so both are added.
    "db-transactions": {
      kind: "counter",
      alternatives: [metricRef("pg_stat_database_xact_commit")],
      addedCounters: [metricRef("pg_stat_database_xact_rollback")],
    },
  },
  caveats: {
    "db-heap-hit": "Blocks in the operating system's cache count as read from disk.",
    "db-index-hit": "Blocks in the operating system's cache count as read from disk.",
    "db-query-time":
      "Only the 100 statements with the largest total time are included. A statement that enters or leaves this list changes the mean. Planning is excluded.",
    "db-replication-lag":
      "The lag of a primary is 0. On a replica of an idle primary the lag grows although the replica is up to date.",
    "db-connections": "Backends of all databases of the server.",
  },
};

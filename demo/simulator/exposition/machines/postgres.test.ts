/**
 * The names of both database exporters, stated independently of the implementation. A slow store is visible in both.
 */
import { expect, test } from "vitest";
import { outline, valueOf } from "@/tests/support/histories/exposition-text";
import { runRequests } from "@/tests/support/traces/run-requests";
import { databasePoolSize, pgbouncer } from "./pgbouncer";
import { postgres } from "./postgres";

const played = runRequests([postgres, pgbouncer], { hasFeatureStore: true });
const [database, pool] = played.scrapes;

test("postgres_exporter: families, types and labels", () => {
  const table = "datname,relname,schemaname";
  const activity = "application_name,backend_type,datname,state,usename,wait_event,wait_event_type";
  expect(outline(database!).toSorted()).toEqual(
    [
      ...["heap_blocks_hit", "heap_blocks_read", "idx_blocks_hit", "idx_blocks_read"].map(
        (name) => `pg_statio_user_tables_${name} counter ${table}`,
      ),
      ...["blks_hit", "blks_read", "xact_commit", "xact_rollback", "deadlocks"].map(
        (name) => `pg_stat_database_${name} counter datid,datname`,
      ),
      "pg_stat_database_numbackends gauge datid,datname",
      `pg_stat_activity_count gauge ${activity}`,
      `pg_stat_activity_max_tx_duration gauge ${activity}`,
      "pg_settings_max_connections gauge",
      "pg_locks_count gauge datname,mode",
      "pg_database_size_bytes gauge datname",
      `pg_stat_user_tables_n_dead_tup gauge ${table}`,
      "pg_up gauge",
    ].toSorted(),
  );
});

test("PgBouncer: families, types and labels", () => {
  expect(outline(pool!).toSorted()).toEqual(
    [
      ...["client_active", "client_waiting", "server_active", "server_idle"].map(
        (name) => `pgbouncer_pools_${name}_connections gauge database,user`,
      ),
      "pgbouncer_pools_client_maxwait_seconds gauge database,user",
      "pgbouncer_stats_client_wait_seconds_total counter database",
      "pgbouncer_stats_queries_pooled_total counter database",
      "pgbouncer_stats_queries_duration_seconds_total counter database",
      "pgbouncer_config_max_client_connections gauge",
    ].toSorted(),
  );
});

test("each request is one lookup, one commit and four hundred pages", () => {
  const { length } = played.requests;
  expect(valueOf(database!, "pg_stat_database_xact_commit")).toBe(length);
  expect(valueOf(pool!, "pgbouncer_stats_queries_pooled_total")).toBe(length);
  const of = (name: string): number => valueOf(database!, name);
  expect(of("pg_stat_database_blks_hit") + of("pg_stat_database_blks_read")).toBe(400 * length);
  expect(of("pg_statio_user_tables_heap_blocks_hit") + of("pg_statio_user_tables_idx_blocks_hit")).toBe(
    of("pg_stat_database_blks_hit"),
  );
});

test("a slow store reads from disk, and its pool is exhausted", () => {
  const { deployment } = played;
  const atMs = 1_900_000_000_000;
  deployment.advance(atMs);
  deployment.setFault("slow-feature-store", 60, atMs);
  for (let index = 0; index < 60; index += 1)
    deployment.acceptRequest(atMs + index, { promptTokens: 50, plannedOutputTokens: 2, onEnd: () => {} });
  const [slowDatabase, slowPool] = played.scrape(atMs + 100);
  expect(valueOf(slowDatabase!, "pg_stat_activity_count", { state: "active" })).toBe(60);
  expect(valueOf(slowPool!, "pgbouncer_pools_client_waiting_connections")).toBe(60 - databasePoolSize);
  expect(valueOf(slowPool!, "pgbouncer_pools_client_maxwait_seconds")).toBeGreaterThan(0.02);
  const reads = (of: typeof database): number => valueOf(of!, "pg_stat_database_blks_read");
  expect(reads(slowDatabase) - reads(database)).toBe(60 * 400);
});

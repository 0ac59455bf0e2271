/** Signals of the database behind a feature store, and of its connection pooler. */
import type { SignalPropertiesById } from "@/lib/model/signals/signal-definition";

const share = {
  kind: "gauge",
  unit: "ratio",
  displayUnit: "%",
  layer: "database",
  better: "higher",
  combine: "mean",
} as const;
const level = { kind: "gauge", layer: "database", better: "lower", combine: "max" } as const;

/** Signals of PostgreSQL and PgBouncer, with units and directions. */
export const databaseSignals = {
  "db-heap-hit": {
    ...share,
    title: "Table blocks from cache",
    label: "heap hits",
  },
  "db-index-hit": {
    ...share,
    title: "Index blocks from cache",
    label: "index hits",
  },
  "db-query-time": {
    ...level,
    unit: "seconds",
    displayUnit: "ms",
    title: "Query time",
    label: "query",
  },
  "db-planning-time": {
    ...level,
    unit: "seconds",
    displayUnit: "ms",
    title: "Planning time",
    label: "planning",
  },
  "db-connections": {
    ...level,
    combine: "sum",
    better: "neither",
    unit: "connections",
    displayUnit: "connections",
    title: "Database connections",
    label: "connections",
  },
  "db-pool-waiting": {
    ...level,
    combine: "sum",
    unit: "connections",
    displayUnit: "connections",
    title: "Clients waiting for a connection",
    label: "waiting",
  },
  "db-pool-wait": {
    ...level,
    unit: "seconds",
    displayUnit: "ms",
    title: "Wait for a connection",
    label: "pool wait",
  },
  "db-replication-lag": {
    ...level,
    unit: "seconds",
    displayUnit: "s",
    title: "Replication lag",
    label: "lag",
  },
  "db-transactions": {
    kind: "counter",
    unit: "events-per-second",
    displayUnit: "per s",
    layer: "database",
    better: "neither",
    combine: "sum",
    title: "Transactions",
    label: "transactions",
  },
} as const satisfies SignalPropertiesById;

/** Descriptions of the signals of databases and their connection poolers. */
import type { SignalMeanings } from "@/lib/model/signals/signal-definition";
import type { FamilySignalId } from "@/lib/model/signals/signals";

/** Definitions of the signals of databases. */
export const databaseMeanings: SignalMeanings<FamilySignalId<"database">> = {
  "db-heap-hit": {
    zeroMeans: "every block was read from disk",
    meaning: "Share of table (heap) blocks found in PostgreSQL's buffer cache.",
  },
  "db-index-hit": {
    zeroMeans: "every block was read from disk",
    meaning: "Share of index blocks found in PostgreSQL's buffer cache.",
  },
  "db-query-time": {
    zeroMeans: "queries took no time",
    meaning: "Mean time of one query, as measured by the pooler or pg_stat_statements.",
  },
  "db-planning-time": {
    zeroMeans: "planning took no time",
    meaning: "Mean time spent planning one statement.",
  },
  "db-connections": {
    zeroMeans: "no client is connected",
    meaning: "Server connections open to the database.",
  },
  "db-pool-waiting": {
    zeroMeans: "no client waits",
    meaning: "Clients of the pooler that wait for a server connection.",
  },
  "db-pool-wait": {
    zeroMeans: "connections were available immediately",
    meaning: "Mean time a query waited for a server connection in the pooler.",
  },
  "db-replication-lag": {
    zeroMeans: "the replica is up to date",
    meaning: "Age of the newest change that the slowest replica has applied.",
  },
  "db-transactions": {
    zeroMeans: "nothing was committed or rolled back",
    meaning: "Transactions committed or rolled back per second.",
  },
};

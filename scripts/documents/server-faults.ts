/** Faults of the server, its database, its clock and the browser. */
import { listFaultTests, type FaultRow } from "./fault-row";

const route = "tests/integration/server/route.test.ts";
const outage = "tests/integration/server/outage.test.ts";
const limits = "tests/integration/server/limits.test.ts";
const writers = "tests/integration/investigations/writers.test.ts";
const jobs = "tests/integration/server/jobs.test.ts";
const received = "tests/integration/events/received-events.test.ts";
const repeated =
  "a delivery without an idempotency key adds an event of the sender, and repeats add no second one";
const ending = "tests/integration/server/ending.timed.test.ts";

/** Faults of the database, of changes that are written to it, and of background jobs. */
export const databaseFaults: readonly FaultRow[] = [
  {
    id: "R19",
    fault: "PostgreSQL restarts during requests, or hangs.",
    behaviour:
      "Reads are retried. Writes fail with the reason, no confirmed write is lost, and panels continue. Writes succeed again within 5 s. The server recovers without a restart. While PostgreSQL hangs, one request in 2 s checks it, and people who signed in before read without a wait.",
    tests: [
      ...listFaultTests(
        outage,
        "reads with a lost connection are retried and succeed",
        "writes fail with a reason, no confirmed write is lost, and repeats with the same key create one row",
        "deployments come from memory at once, health reports it, and everything recovers automatically",
      ),
      ...listFaultTests(
        "tests/integration/investigations/acknowledged-writes.timed.test.ts",
        "comments during ten restarts, killed processes and dropped connections are stored once each, and writes recover in 5 s",
      ),
      ...listFaultTests(
        "tests/integration/people/hanging-database.timed.test.ts",
        "twelve reads of two people take less than 2 s together, a change is refused, and all recovers",
      ),
      ...listFaultTests(
        "tests/e2e/faults.spec.ts",
        "PostgreSQL is down: panels use cached data, and the page recovers without a restart",
      ),
    ],
  },
  {
    id: "R20",
    fault: "All database connections are in use, a statement is slow, or a row is locked.",
    behaviour: "The request fails within seconds. The health endpoint continues to respond.",
    tests: listFaultTests(
      limits,
      "with all connections in use, a read gives up after two attempts, and health before that",
      "ends a statement that runs too long",
      "a write that waits for a lock gives up and reports that it was not confirmed",
    ),
  },
  {
    id: "R21",
    fault: "Two processes run the same jobs, or one of them is killed.",
    behaviour: "Each run has one result.",
    tests: listFaultTests(
      jobs,
      "of two processes, one runs each scheduled job",
      "of two processes, one runs the job of a waiting row, once",
      "a run whose process was killed starts again in another process",
    ),
    untested: "No process is paused and continued, because that needs a wait of a minute.",
  },
  {
    id: "R22",
    fault: "The server was down when a job was due.",
    behaviour: "A gate run that was due is evaluated after the start.",
    tests: listFaultTests(
      "tests/integration/gates/gates.test.ts",
      "a run whose window begins now waits, survives a restart, and is evaluated by the job",
    ),
    untested:
      "Scheduled evaluations do not exist yet. The scheduled jobs read the current state, so a missed run needs no repetition.",
  },
  {
    id: "R23",
    fault: "Webhooks arrive repeated, reordered or in a storm.",
    behaviour:
      "A repeated delivery gets the stored event. Events have the time that their sender states, so their order of arrival does not matter.",
    tests: listFaultTests(received, repeated),
    untested: "A storm is limited like other writes, see T7. Alerts cannot be received yet.",
  },
  {
    id: "R24",
    fault: "A client loses the connection after its write was committed.",
    behaviour: "The repeated request returns the stored response.",
    tests: [
      ...listFaultTests(route, "of an attempt that crashed after its change does not repeat the change"),
      ...listFaultTests(received, repeated),
    ],
  },
  {
    id: "R26",
    fault: "Two operators edit the same version.",
    behaviour: "The second edit is refused, and the form shows both versions.",
    tests: [
      ...listFaultTests(
        "tests/integration/events/endpoints.test.ts",
        "require the current version, and reject the second of two edits",
        "accept one of twenty concurrent edits of one version",
      ),
      ...listFaultTests(
        writers,
        "two edits of one step conflict, and the second succeeds after it was merged",
      ),
      ...listFaultTests(
        "tests/e2e/investigations.spec.ts",
        "two people edit the same step: the second one sees the conflict and loses nothing",
      ),
      ...listFaultTests(
        "tests/e2e/events.spec.ts",
        "shows both versions of a conflict between two tabs, and keeps mine without losing the other edit",
      ),
    ],
  },
  {
    id: "R27",
    fault: "A creation is sent several times.",
    behaviour: "One row is created, and each request gets the same response.",
    tests: [
      ...listFaultTests(route, "used twenty times concurrently creates one row and one response"),
      ...listFaultTests(
        writers,
        "50 writers of one investigation lose nothing, and a repeated write is not stored twice",
      ),
      ...listFaultTests(
        "components/shared/forms/form.test.tsx",
        "repeats the idempotency key until an attempt is confirmed",
      ),
    ],
  },
  {
    id: "R31",
    fault: "Several processes migrate the database at once, or a migration fails.",
    behaviour:
      "Each migration is applied once. A failed migration is reported with the fix and not repeated.",
    tests: listFaultTests(
      "tests/integration/server/migrate.test.ts",
      "three concurrent processes apply each migration exactly once",
      "a failed migration reports one line with the fix, and does not run again automatically",
      "a waiting process gives up after its time limit and reports it",
    ),
    untested: "There is no earlier release whose code could run on the current schema.",
  },
  {
    id: "R32",
    fault: "The database is lost and restored from a backup.",
    behaviour:
      "A backup that is made during operation restores every row that was confirmed before its end. The audit trail is intact, and the server writes again.",
    tests: [
      ...listFaultTests(
        "tests/integration/server/restore.test.ts",
        "a backup that is made while the server writes restores every row, the baselines and the audit trail",
      ),
      ...listFaultTests(
        "tests/integration/baselines/endpoints.test.ts",
        "an exported document is imported unchanged; a newer schema and a damaged document are refused",
      ),
    ],
    untested:
      "The test copies the files like pg_basebackup. pg_dump is not run, because the installed PostgreSQL packages contain only the server.",
  },
  {
    id: "R33",
    fault: "The database is read-only.",
    behaviour: "Pages can be viewed, and writes are refused with the reason.",
    tests: [
      ...listFaultTests(limits, "a read-only database can be viewed, and writes are refused with the reason"),
      ...listFaultTests(
        "lib/server/db/failure.test.ts",
        "a read-only database refuses changes, and is not described as one that does not respond",
      ),
    ],
  },
];

/** Faults of the server process and its machine. */
export const processFaults: readonly FaultRow[] = [
  {
    id: "R28",
    fault: "SIGTERM under load, also without CPU time.",
    behaviour:
      "The server is no longer ready immediately, serves until no more requests arrive, finishes those in flight and exits with 0. No request is lost.",
    tests: [
      ...listFaultTests(
        ending,
        "is no longer ready immediately, continues to serve, finishes requests in flight, and exits with 0",
        "each of two servers behind a load balancer can be replaced under load without a failed request",
      ),
      ...listFaultTests(
        "tests/integration/server/ending.test.ts",
        "in the demo, it finishes the requests in flight, and no load balancer needs more time",
      ),
      ...listFaultTests(
        "lib/server/http/http-server.test.ts",
        "answers requests that were sent before it closes, even if timers expired before it could read them",
      ),
    ],
  },
  {
    id: "R29",
    fault: "SIGKILL.",
    behaviour: "No half-written state. Another process repeats the run.",
    tests: [
      ...listFaultTests(jobs, "a run whose process was killed starts again in another process"),
      ...listFaultTests(route, "of an attempt that crashed after its change does not repeat the change"),
    ],
  },
  {
    id: "R37",
    fault: "Twenty large or endless bodies arrive at once.",
    behaviour:
      "The memory of bodies has a limit, and large bodies of a source are read one after the other. Bodies over a limit are refused with the reason.",
    tests: [
      ...listFaultTests(
        "tests/integration/faults/prometheus.test.ts",
        "endless bodies are refused one after the other, with less memory than three of them",
      ),
      ...listFaultTests(
        "lib/server/upstream/rules.test.ts",
        "limits bodies individually and in total, and reuses released bytes",
        "large bodies of a source take turns, and small ones do not wait",
      ),
      ...listFaultTests(
        "lib/sources/prometheus/decode.test.ts",
        "the worker ends after a very large body, so that its memory is released",
      ),
      ...listFaultTests(
        "lib/server/http/upload-budget.test.ts",
        "counts the bytes of all bodies together until they are released",
        "thirty stalled bodies time out, are cancelled, and release their bytes",
      ),
    ],
  },
  {
    id: "R38",
    fault: "A response of several megabytes is parsed.",
    behaviour: "The event loop is blocked for less than 50 ms.",
    tests: listFaultTests(
      "tests/integration/prometheus/event-loop.timed.test.ts",
      "blocks the event loop for less than 50 ms while reading seven megabytes, and longer if parsed on the main thread",
    ),
  },
  {
    id: "R39",
    fault: "The server's clock differs from that of a source.",
    behaviour: "A difference above 30 s is named with its direction, consequence and fix.",
    tests: listFaultTests(
      "tests/integration/faults/clock-skew.test.ts",
      "a source that is %i minutes ahead is named, with the fix",
      "%s is not named",
    ),
  },
  {
    id: "R40",
    fault: "The server's clock is set back.",
    behaviour:
      "Points that were read before they happened are read again. No age is negative, and durations come from a clock that never decreases.",
    tests: [
      ...listFaultTests(
        "tests/integration/faults/clock-steps.test.ts",
        "a clock that is set back five minutes leaves no blank page and no negative age",
        "during an outage, a clock that is set back does not delay the recovery",
      ),
      ...listFaultTests(
        "lib/services/series/series-reader.test.ts",
        "does not keep points that were read before they happened, and caches further reads",
      ),
    ],
  },
  {
    id: "R41",
    fault: "The source is VictoriaMetrics, Thanos, Mimir or another relative of Prometheus.",
    behaviour: "The product is detected. Numbers are equal except for documented differences.",
    tests: [
      ...listFaultTests(
        "tests/integration/metrics-servers/same-history.test.ts",
        "reports its product and version",
        "counts, means and percentiles are equal except for the documented difference of rate",
      ),
      ...listFaultTests(
        "tests/integration/metrics-servers/relatives.test.ts",
        "without deduplication, discovery finds both copies and they count once",
      ),
    ],
  },
  {
    id: "R42",
    fault: "Ridgepoint itself fails and must be monitored.",
    behaviour: "The health endpoint reports each dependency.",
    tests: listFaultTests(
      outage,
      "deployments come from memory at once, health reports it, and everything recovers automatically",
    ),
    untested: "Ridgepoint exposes no metrics about itself and ships no alert rules yet.",
  },
];

/** Faults of the browser: clocks, tabs and rendering. */
export const browserFaults: readonly FaultRow[] = [
  {
    id: "R25",
    fault: "The clocks of a time zone are set forward or back, or a year has a leap day.",
    behaviour:
      "Days of 23 and 25 hours have the right hours. “The same days a week earlier” are exactly 168 hours earlier, also after a change of the clocks.",
    tests: [
      ...listFaultTests(
        "lib/services/signals/hour-of-week.test.ts",
        "in %s around %s, every hour is the hour of the local week, also on days of 23 and 25 hours",
        "in %s, the day that starts at %s has %i hours",
        "usual ranges compare office hours with office hours after the clocks changed",
      ),
      ...listFaultTests(
        "lib/model/comparison/compared-window.test.ts",
        "shifts by exactly one week for the same days a week earlier",
      ),
    ],
    untested: "Browser tests run in one time zone per test, not in all.",
  },
  {
    id: "R30",
    fault: "A tab has the scripts of an earlier build.",
    behaviour: "Kiosk mode reloads its pages. Stored documents of the previous release are read.",
    tests: [
      ...listFaultTests("tests/e2e/kiosk.spec.ts", "reloads the same pages when the server runs a new build"),
      ...listFaultTests(
        "tests/integration/server/stored-documents.test.ts",
        "rows of the release before the renames are read with their new names",
      ),
    ],
    untested: "There is no earlier release whose scripts could run against the current endpoints.",
  },
  {
    id: "R34",
    fault: "A tab is hidden for hours.",
    behaviour: "The tab sends no requests while it is hidden, and one request when it is visible again.",
    tests: listFaultTests(
      "components/signals/use-panels.test.tsx",
      "pauses in a hidden tab and requests immediately when it is visible again",
    ),
    untested: "A sleeping laptop and a lost network are not simulated.",
  },
  {
    id: "R35",
    fault: "A wall display runs for a week.",
    behaviour: "Memory, elements and listeners do not grow.",
    tests: listFaultTests(
      "tests/e2e/kiosk.spec.ts",
      "grows by at most one page of listeners and elements over many turns",
    ),
    untested:
      "The growth of memory over 2,000 refreshes is measured by the benchmark P20, without pass or fail.",
  },
  {
    id: "R36",
    fault: "A panel fails to render.",
    behaviour: "Its error is shown in the panel, and all other panels continue.",
    tests: [
      ...listFaultTests(
        "components/signals/broken-panel.test.tsx",
        "a panel of Signals that fails to render leaves all other panels",
      ),
      ...listFaultTests(
        "components/shared/error-boundary.test.tsx",
        "a panel that fails to render leaves the others, names the error, and can be tried again",
      ),
    ],
  },
];

/** Faults of Prometheus, Jaeger and Tempo, and of the data that they return. */
import { listFaultTests, type FaultRow } from "./fault-row";

const outages = "tests/integration/faults/pages-outages.alone.test.ts";
const slowPages = "tests/integration/faults/pages-slow.alone.test.ts";
const recovery = "tests/integration/faults/recovery.timed.test.ts";
const prometheus = "tests/integration/faults/prometheus.test.ts";
const badData = "tests/integration/signals/bad-data.test.ts";
const relatives = "tests/integration/metrics-servers/relatives.test.ts";

const lastContentsStay = listFaultTests(
  outages,
  "%s: the last contents stay with their age and the reason, and are renewed in time",
);
const refusedContentsStay = listFaultTests(
  slowPages,
  "%s: the last contents stay with the error of the query",
);

/** Faults of the response itself. */
export const responseFaults: readonly FaultRow[] = [
  {
    id: "R1",
    fault: "A source responds after 8 s.",
    behaviour:
      "Pages keep their contents and show that new ones are loading. Slow queries do not delay other queries. The queue is limited. If a client disconnects, its query is cancelled.",
    tests: [
      ...listFaultTests(slowPages, "slow: the last contents stay while the new ones are loading"),
      ...listFaultTests(
        prometheus,
        "eight requests run, 64 wait, the 73rd is refused, and all others succeed",
        "the deadline starts when the request is sent, not when it is queued",
      ),
      ...listFaultTests(
        "lib/services/series/query-scheduler.test.ts",
        "sends slow queries separately, so that others do not wait for them",
      ),
      ...listFaultTests(
        recovery,
        "a reader that disconnects cancels the query at the source within a second",
      ),
    ],
    untested: "The latency of other panels is not compared with their latency without the fault.",
  },
  {
    id: "R2",
    fault: "A source accepts requests and never responds, or sends its response byte by byte.",
    behaviour:
      "Pages and the health endpoint report a hang 4 to 5 s after the first query without a response. A read ends after 10 s, or when its body arrives with less than 1 KiB per second for 2 s. After five failures no more requests are sent, and probes find the end of the fault within 5 s. Reads that still hang are sent again then, also after a shorter hang. A check of the source does not wait behind queries or other checks, and ends after 4 s.",
    tests: [
      ...listFaultTests(
        "tests/integration/faults/source-checks.timed.test.ts",
        "a check that hangs does not replace the result of a later check",
        "checks in the background report a source as up within 5 s after a hang",
      ),
      ...listFaultTests(
        "lib/server/upstream/breaker.test.ts",
        "ends reads that hang since before the recovery, and no later ones",
      ),
      ...listFaultTests(
        "lib/server/upstream/hang-watch.test.ts",
        "ends the reads that hang when the source responds again, and no later ones",
        "reports a hang 1.5 s after a read that gets no response, until the source responds, also without reads",
      ),
      ...listFaultTests(
        "tests/integration/faults/hanging-traces.timed.test.ts",
        "a Jaeger that hangs is reported within 5 s on Traces and in health, %s",
      ),
      ...listFaultTests(
        "lib/server/upstream/body-progress.test.ts",
        "a body with 200 bytes per second is stalled after two seconds, which is reported once",
      ),
      ...listFaultTests(
        recovery,
        "a response of 200 bytes per second ends as slow, and recovery takes less than 5 s",
        "a read that starts during a short hang gets its result within 5 s after the end of the hang",
        "five hanging reads end within 10.5 s, the breaker opens, recovery takes less than 5 s",
      ),
      ...listFaultTests(
        "lib/server/concurrency/polled-work.test.ts",
        "a source that recovers is queried within two seconds, however long its failure took",
      ),
      ...listFaultTests(
        slowPages,
        "%s: the last contents stay with their age and the reason, and are renewed in time",
      ),
    ],
  },
  {
    id: "R3",
    fault: "A source is down, resets connections, or its name does not resolve.",
    behaviour:
      "An error within a second. The last contents stay. Retries add at most a tenth of the requests.",
    tests: [
      ...listFaultTests(
        recovery,
        "%s: an error within a second, then recovery well within 5 s",
        "an unknown host name is reported within a second",
      ),
      ...listFaultTests(prometheus, "sixty readers cause at most a tenth more requests"),
      ...lastContentsStay,
    ],
  },
  {
    id: "R4",
    fault: "A source responds with 5xx or 429, with or without Retry-After.",
    behaviour:
      "A pause that the source requests is respected for at most a minute. The page shows the kind of error and its text without credentials.",
    tests: [
      ...listFaultTests(prometheus, "%i with Retry-After: no request before its end"),
      ...listFaultTests(
        "lib/server/upstream/breaker.test.ts",
        "respects a pause that the source requests, up to one minute",
        "lets the next read through at once when an operator tries again during a pause",
      ),
      ...listFaultTests(
        "tests/integration/faults/wire.test.ts",
        "no credentials of a source that echoes them with %i",
      ),
      ...lastContentsStay,
    ],
  },
  {
    id: "R5",
    fault: "A source refuses a query (400 or 422).",
    behaviour:
      "The query is not retried, other queries continue, and the panel shows the message. Fifty viewers cause no more repetitions of the query than of an accepted query. If a source refuses all queries, one of them is repeated every 1.5 s, and the others are sent again when it is accepted. Overview counts deployments with the last known status as unknown.",
    tests: [
      ...listFaultTests(prometheus, "refused queries (422) are not retried and do not affect the breaker"),
      ...listFaultTests(
        "tests/integration/prometheus/contract.test.ts",
        "invalid PromQL fails with Prometheus' message and does not open the circuit breaker",
      ),
      ...listFaultTests(
        "lib/services/series/query-scheduler.test.ts",
        "combines two refused queries again after ten minutes",
        "repeats one query in 1.5 s to a source that refuses all queries, and fails the others with its error",
        "sends all queries in the first poll after the source accepts them again, and combines them",
      ),
      ...listFaultTests(
        "lib/services/overview/summarise-fleet.test.ts",
        "counts a deployment whose queries are refused as unknown, and its problem as a problem",
      ),
      ...refusedContentsStay,
    ],
  },
  {
    id: "R6",
    fault: "A response has warnings, because a store did not respond.",
    behaviour:
      "The data are drawn and marked as partial. Overview does not count the deployment as ok, and no gate passes.",
    tests: [
      ...listFaultTests(slowPages, "partial: the contents are current and marked as incomplete"),
      ...listFaultTests(
        "lib/services/overview/summarise-fleet.test.ts",
        "does not count deployments with partial data as ok, and names them in the headline",
        "names partial data in every headline without a problem",
      ),
      ...listFaultTests(
        "lib/analysis/gates/judge-gate.test.ts",
        "property: data with more than 5 % missing blocks never pass, wherever they are missing and for any reason",
      ),
      ...listFaultTests(
        relatives,
        "%s make an answer partial, and it is complete as soon as all stores respond again",
      ),
    ],
  },
  {
    id: "R7",
    fault: "A response has the status “error” and data.",
    behaviour: "The response is an error, and its data are not drawn.",
    tests: lastContentsStay,
  },
  {
    id: "R8",
    fault: "A response is cut, has a wrong length, is damaged gzip, or is a login page.",
    behaviour:
      "Each is an error of the source with a reason. No response body ends the process, and a login page does not count as a recovery.",
    tests: [
      ...listFaultTests(
        prometheus,
        "%s is a typed error",
        "invalid responses open the breaker, and a login page is not a recovery",
      ),
      ...listFaultTests(
        "lib/sources/prometheus/decode.test.ts",
        "never throws, and converts every invalid body to a typed failure",
      ),
      ...listFaultTests(recovery, "recovers within 5 s from a login page"),
      ...lastContentsStay,
    ],
  },
  {
    id: "R9",
    fault: "Values are NaN, infinite or empty.",
    behaviour: "Each is a gap with a reason, never zero.",
    tests: [
      ...listFaultTests(prometheus, "values of %j are absent"),
      ...listFaultTests(slowPages, "without numbers: points are gaps, never zeros"),
      ...listFaultTests(
        "tests/integration/prometheus/contract.test.ts",
        "the quantile without observations is absent, not zero",
      ),
    ],
  },
];

/** Faults of the data in a correct response. */
export const dataFaults: readonly FaultRow[] = [
  {
    id: "R10",
    fault: "A series appears or disappears within the window.",
    behaviour: "The chart has a gap with the reason, no line crosses it, and other series stay.",
    tests: [
      ...listFaultTests(
        "tests/integration/live-engines/fresh-instance.timed.test.ts",
        "after one is stopped its panels end with target down; the other continues",
        "after a metric is removed its panel ends with metric absent; the others continue",
      ),
      ...listFaultTests(
        badData,
        "reports a deployment whose series vanished as down, in that window and in a later one",
        "keeps the values of the remaining instance when the other one stops",
      ),
      ...listFaultTests(
        "components/charts/prepare/prepare.test.ts",
        "sorts lines by quantile, in the display unit, and leaves gaps",
      ),
    ],
  },
  {
    id: "R11",
    fault: "A process restarts, and its counters start at zero.",
    behaviour: "Rates and percentiles count what the new process observed. No rate is negative.",
    tests: [
      ...listFaultTests(badData, "computes rates and percentiles across a counter reset"),
      ...listFaultTests(
        "lib/analysis/statistics/blocks/counter-blocks.test.ts",
        "a fall is a reset to 0, and the increase is the value after it",
      ),
      ...listFaultTests(
        "tests/integration/prometheus/young-deployment.test.ts",
        "a $model process reports its rate since the restart, not diluted by its downtime",
      ),
    ],
  },
  {
    id: "R12",
    fault: "Scrapes are missing, irregular, or have two intervals.",
    behaviour:
      "Rate windows follow the measured interval. A minute without scrapes is not an outage of a deployment.",
    tests: [
      ...listFaultTests("lib/services/series/sample-spacing.test.ts", "tolerates jitter and missed scrapes"),
      ...listFaultTests(
        "tests/integration/prometheus/sample-spacing.test.ts",
        "finds the longest and shortest interval in random windows with few queries",
      ),
      ...listFaultTests(
        "tests/integration/signals/unscraped-times.test.ts",
        "does not blame a deployment for a minute without scrapes",
      ),
    ],
  },
  {
    id: "R13",
    fault: "Histograms have different, missing or native buckets.",
    behaviour: "Percentiles equal those of Prometheus, or the panel explains why there is none.",
    tests: [
      ...listFaultTests(
        "tests/integration/differential/percentiles.test.ts",
        "percentiles equal histogram_quantile to 1e-9 for random windows, steps and filters",
      ),
      ...listFaultTests(
        "tests/integration/differential/native-histograms.test.ts",
        "the bucket contains the quantile of Prometheus, and n is its count",
      ),
      ...listFaultTests(
        badData,
        "detects boundaries without a common one, and bases no status on such a percentile",
      ),
    ],
  },
  {
    id: "R14",
    fault: "Hosts of a trace have different clocks.",
    behaviour: "Times are shown as recorded. A correction is offered with its size, up to a limit.",
    tests: [
      ...listFaultTests(
        "lib/analysis/traces/clock-skew.test.ts",
        "an offset beyond the limit is counted and not corrected",
      ),
      ...listFaultTests(
        "components/traces/trace/clock-choice.test.tsx",
        "shows raw times first and offers the correction with its size",
      ),
    ],
  },
  {
    id: "R15",
    fault: "Spans are repeated, out of order, without parent, or form a cycle.",
    behaviour: "Each span is one row. Cycles are cut and flagged, and spans without parent are grouped.",
    tests: [
      ...listFaultTests(
        "lib/analysis/traces/tree-rows.test.ts",
        "every span appears once",
        "the order of the spans does not matter",
        "handles a chain and a cycle of 30,000 spans",
      ),
      ...listFaultTests(
        "lib/analysis/traces/missing-parents.test.ts",
        "property: every row appears once, in one block below its parent, and no orphan is a root",
      ),
    ],
  },
  {
    id: "R16",
    fault: "A trace has more than 50,000 spans, or very large attributes.",
    behaviour:
      "50,000 spans are shown, and the number of hidden spans is stated. Cached traces have a limit of memory.",
    tests: [
      ...listFaultTests(
        "tests/integration/traces/opened-file.test.ts",
        "50,000 of 60,000 spans are shown, and the omission is reported",
      ),
      ...listFaultTests(
        "tests/e2e/traces/trace.spec.ts",
        "a trace above 50,000 spans is limited, and the number of hidden spans is shown",
      ),
      ...listFaultTests(
        "lib/services/traces/waterfall/recent-traces.test.ts",
        "traces with large attributes are cached up to the limit of their memory only",
      ),
    ],
  },
  {
    id: "R17",
    fault: "A query returns 20,000 series, or labels of megabytes.",
    behaviour:
      "The query fails with the number of series, and the last contents stay. Caches count real bytes, and the memory of the process stops growing when they are full.",
    tests: [
      ...refusedContentsStay,
      ...listFaultTests(
        "lib/sources/prometheus/client.test.ts",
        "rejects too many series and names their number",
      ),
      ...listFaultTests(
        "lib/sources/prometheus/decode.test.ts",
        "too many series of a %s are counted before they are parsed",
      ),
      ...listFaultTests("lib/base/estimate-heap-bytes.test.ts", "counts a giant label by its length"),
      ...listFaultTests(
        "lib/server/concurrency/sized-cache.test.ts",
        "counts the key, so that many small results of long queries are limited",
        "any number of caches of one purpose share its memory, and no entries",
      ),
      ...listFaultTests(
        "tests/integration/faults/memory-plateau.test.ts",
        "after the caches are full, thousands of further questions leave the live heap unchanged",
      ),
      ...listFaultTests(
        "lib/services/series/matrix-join.test.ts",
        "a cached row keeps no memory of other rows of its response",
      ),
    ],
  },
  {
    id: "R18",
    fault: "A source rejects the credentials.",
    behaviour:
      "The page names the variables to correct. Requests are sent once a minute, and at once on “Try again”.",
    tests: [
      ...listFaultTests(prometheus, "%i is retried at most once a minute, and at once on request"),
      ...listFaultTests(
        "lib/services/sources/source-health.test.ts",
        "names the variables to correct for rejected credentials, including the tenant header",
      ),
      ...listFaultTests(
        "tests/e2e/faults.spec.ts",
        "Prometheus rejects the credentials: the page states it, and Try again queries at once",
      ),
      ...lastContentsStay,
    ],
  },
];

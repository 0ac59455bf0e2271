import { expect, test } from "vitest";
import type { JudgedRow, OverviewRow } from "@/lib/contracts/overview";
import { atWindowEndPrefix } from "@/lib/format/sentence";
import { deploymentSentence } from "@/lib/status/deployment-sentence";
import { textPart } from "@/lib/status/sentence-parts";
import { markedText } from "@/tests/support/sentence-text";
import { createJudgedRow, createPresentReading } from "@/tests/support/sample-data/overview-rows";
import { compareSeverity, summariseFleet } from "./summarise-fleet";

const sourceError = {
  source: "Prometheus",
  reason: "127.0.0.1:9090 refuses connections",
  fix: "Start Prometheus, or correct PROMETHEUS_URL and start Ridgepoint again.",
};
const down = (title: string) => createJudgedRow(title, "source-down", { sourceError });

const { status: _status, state: _state, ...described } = createJudgedRow("x", "ok");
const pending: OverviewRow = { ...described, title: "pending", state: "pending", elapsedMs: 10 };
const failed: OverviewRow = {
  ...described,
  title: "failed",
  state: "failed",
  problem: {
    type: "urn:ridgepoint:problem:query-refused",
    code: "query-refused",
    title: "The source refused the query",
    status: 502,
    detail: "",
    next: "",
    requestId: "",
  },
};

function fleet(...rows: readonly OverviewRow[]) {
  return summariseFleet(rows.toSorted(compareSeverity), {
    window: { startMs: 0, endMs: 1 },
    asOfMs: 5,
    isPast: false,
  });
}

test("while their source is down, rows have the order of their last statuses", () => {
  const last = (title: string, ...ids: JudgedRow["status"]["currentIds"]): OverviewRow => {
    const row = down(title);
    return { ...row, status: { ...row.status, currentIds: ["source-down", ...ids] } };
  };
  const { deployments } = fleet(
    last("a was ok"),
    last("b had no traffic", "no-traffic"),
    last("c was slow", "slow-ttft", "aborts"),
    last("d was stalled", "stalled"),
  );
  expect(deployments.map(({ title }) => title)).toEqual([
    "d was stalled",
    "c was slow",
    "b had no traffic",
    "a was ok",
  ]);
});

test("sorts source errors first, then unhealthy rows, unknown rows, and pending rows", () => {
  const statuses = ["ok", "no-traffic", "cannot-tell", "kv-pressure", "stalled"] as const;
  const { deployments, counts } = fleet(
    pending,
    failed,
    ...statuses.map((id) => createJudgedRow(id, id)),
    down("not-scraped"),
  );
  expect(deployments.map(({ title }) => title)).toEqual([
    "not-scraped",
    "stalled",
    "kv-pressure",
    "cannot-tell",
    "failed",
    "no-traffic",
    "ok",
    "pending",
  ]);
  expect(counts).toEqual({ down: 1, unhealthy: 2, unknown: 2, idle: 1, ok: 1, pending: 1 });
});

test("counts unreachable deployments with reason and fix, then known problems", () => {
  expect(markedText(fleet(down("a"), down("b"), createJudgedRow("c", "ok")).headline)).toBe(
    "Two of three deployments are unreachable: Prometheus cannot be read: 127.0.0.1:9090 refuses connections. " +
      "Start Prometheus, or correct PROMETHEUS_URL and start Ridgepoint again.",
  );
  expect(markedText(fleet(down("a"), createJudgedRow("c", "kv-pressure")).headline)).toContain(
    "start Ridgepoint again. One of two deployments is in trouble: c has <3> waiting",
  );
  expect(markedText(fleet(down("a"), down("b")).headline)).toMatch(/^None of two deployments is reachable: /);
  expect(markedText(fleet(down("a")).headline)).toMatch(/^a is unreachable: Prometheus cannot be read/);
});

test("never describes a failed row as loading or within its limits", () => {
  expect(markedText(fleet(failed).headline)).toBe("No deployment can be judged. The rows show the reasons.");
  expect(markedText(fleet(failed, pending).headline)).toBe(
    "One of two deployments cannot be judged. One is still loading.",
  );
  expect(markedText(fleet(pending, createJudgedRow("c", "ok")).headline)).toBe(
    "No deployment is in trouble so far. One of two deployments is still loading.",
  );
});

test("states that all deployments are loading before the first result", () => {
  expect(markedText(fleet(pending, pending).headline)).toBe(
    "Status unknown: both deployments are still loading.",
  );
});

test("describes targets that do not respond as down, with a different fix", () => {
  expect(markedText(fleet(createJudgedRow("a", "source-down")).headline)).toMatch(
    /^a is unreachable: No target of this deployment responds to Prometheus.* Start the engine/,
  );
});

test("states since when targets do not respond, in headline and row", () => {
  const since = { kind: "since", atMs: 1, withinMs: 1, elapsedMs: 1 } as const;
  const row = createJudgedRow("a", "source-down", { sentence: [{ kind: "down-since", since }] });
  expect(fleet(row).headline).toContainEqual({ kind: "down-since", since });
});

test("uses the same cause and fix in headline and row", () => {
  const statusNumbers = {
    targets: "removed",
    recentMinRunning: null,
    recentMinWaiting: null,
    minWaiting: null,
  } as const;
  const sentence = deploymentSentence({
    ...createJudgedRow("a", "source-down"),
    status: "source-down",
    isFrozen: false,
    statusNumbers: { ...statusNumbers, meanKvUsageRatio: null },
  });
  const row = createJudgedRow("a", "source-down", { sentence: [...sentence] });
  expect(markedText(row.sentence)).toMatch(/^Prometheus no longer scrapes any target of this deployment/);
  expect(markedText(fleet(row).headline)).toBe(`a is unreachable: ${markedText(row.sentence)}`);
  const past = createJudgedRow("a", "source-down", {
    sentence: [textPart(atWindowEndPrefix), textPart("No target responded.")],
  });
  const { headline } = summariseFleet([past], { window: { startMs: 0, endMs: 1 }, asOfMs: 5, isPast: true });
  expect(markedText(headline)).toBe(`${atWindowEndPrefix}a is unreachable: No target responded.`);
});

test("excludes unknown values from sums, and states the reason if no value is known", () => {
  const none = { kind: "absent", reason: "query-failed", detail: "Rejected." } as const;
  const unseen = createJudgedRow("a", "source-down", {
    sourceError,
    readings: { ...createJudgedRow("a", "ok").readings, requestRate: none, errorRatio: none },
  });
  const failing = createJudgedRow("b", "errors", {
    readings: { ...createJudgedRow("b", "ok").readings, errorRatio: createPresentReading(0.5, 200) },
  });
  expect(fleet(unseen, failing, createJudgedRow("c", "ok")).fleet).toMatchObject({
    requestRate: { value: 4, n: 1_200 },
    errorRatio: { value: 0.125, n: 800 },
  });
  expect(fleet(unseen).fleet).toMatchObject({ requestRate: none, errorRatio: none, n: null });
});

test("excludes deployments that are down from every sum, even with cached values, and counts them", () => {
  // Gauges and totals are cached, but some values are missing.
  const remembered = createJudgedRow("a", "source-down", {
    readings: {
      ...createJudgedRow("a", "ok").readings,
      outputTokenRate: { kind: "absent", reason: "target-down", detail: "" },
    },
  });
  const summary = fleet(remembered, createJudgedRow("b", "ok")).fleet;
  expect(summary).toMatchObject({
    requestRate: { value: 2, n: 600 },
    outputTokenRate: { value: 400 },
    running: { value: 12 },
    waiting: { value: 3 },
    errorRatio: { n: 600 },
    n: 600,
    excludedCount: 1,
  });
  expect(fleet(createJudgedRow("b", "ok")).fleet.excludedCount).toBe(0);
  const none = fleet(remembered).fleet;
  expect(none.running).toMatchObject({ kind: "absent", reason: "target-down" });
  expect(none).toMatchObject({ n: null, excludedCount: 1 });
});

test("counts requests at the engines if the gateway is down", () => {
  const gateway = { slug: "gate", title: "gate" };
  const engine = { slug: "engine", title: "engine" };
  const rows = [
    createJudgedRow("gate", "source-down", { backends: [engine] }),
    createJudgedRow("engine", "ok", { gateways: [gateway] }),
  ];
  // The outermost layer is unavailable, so the engine's count is used.
  expect(fleet(...rows).fleet.requestRate).toMatchObject({ value: 2 });
});

test("states the number of remaining deployments", () => {
  const unknown = createJudgedRow("a", "cannot-tell");
  const words = (...rows: readonly OverviewRow[]): string => markedText(fleet(...rows).headline);
  expect(words(unknown, createJudgedRow("b", "cannot-tell"), createJudgedRow("c", "ok"))).toBe(
    "Two of three deployments cannot be judged. The other is within its limits.",
  );
  expect(words(unknown, createJudgedRow("b", "ok"), createJudgedRow("c", "ok"))).toBe(
    "One of three deployments cannot be judged. The others are within their limits.",
  );
  expect(words(unknown, createJudgedRow("b", "cannot-tell"))).toBe(
    "Neither of two deployments can be judged. The rows show the reasons.",
  );
  expect(words(unknown, createJudgedRow("b", "no-traffic"))).toBe(
    "One of two deployments cannot be judged. The other has no traffic.",
  );
});

test("counts a request through a gateway and its engines once", () => {
  const gateway = { slug: "gate", title: "gate" };
  const engine = { slug: "engine", title: "engine" };
  const rows = (gateRate: JudgedRow["readings"]["requestRate"]) => [
    createJudgedRow("gate", "ok", {
      backends: [engine],
      readings: {
        ...createJudgedRow("x", "ok").readings,
        requestRate: gateRate,
        running: createPresentReading(20),
        errorRatio: createPresentReading(0.5, 100),
      },
    }),
    createJudgedRow("engine", "ok", { gateways: [gateway] }),
    createJudgedRow("alone", "ok"),
  ];
  const summary = fleet(...rows(createPresentReading(3, 900))).fleet;
  expect(summary.requestRate).toMatchObject({ value: 5, n: 1_500 });
  expect(summary.running).toMatchObject({ value: 24 });
  expect(summary.errorRatio).toMatchObject({ value: 50 / 700, n: 700 });
  const silent = { kind: "absent", reason: "metric-absent", detail: "" } as const;
  expect(fleet(...rows(silent)).fleet.requestRate).toMatchObject({ value: 4 });
});

test("names the missing metric that prevents a status", () => {
  const detail =
    "x_count existed before but is missing now. Either the engine was upgraded, or its flags changed.";
  const ttftP95 = { kind: "absent", reason: "metric-absent", detail } as const;
  const squeezed = createJudgedRow("a", "cannot-tell", {
    readings: { ...createJudgedRow("a", "ok").readings, ttftP95 },
  });
  expect(markedText(fleet(squeezed, createJudgedRow("b", "ok")).headline)).toBe(
    `One of two deployments cannot be judged. The other is within its limits. TTFT of a: ${detail}`,
  );
});

test("reports zero errors of the fleet only if every deployment with traffic counts them", () => {
  const uncounted = (parts: Partial<JudgedRow["readings"]> = {}): Partial<JudgedRow> => ({
    readings: {
      ...createJudgedRow("x", "ok").readings,
      errorRatio: { kind: "absent", reason: "not-exposed", detail: "Not counted." },
      ...parts,
    },
  });
  const counted = createJudgedRow("a", "ok");
  const errorsOf = (...rows: readonly OverviewRow[]) => fleet(...rows).fleet.errorRatio;
  expect(errorsOf(counted, createJudgedRow("b", "ok", uncounted()))).toEqual({
    kind: "absent",
    reason: "not-exposed",
    detail: "1 deployment does not count such requests.",
  });
  expect(
    errorsOf(counted, createJudgedRow("b", "ok", uncounted({ requestRate: createPresentReading(0) }))),
  ).toMatchObject({
    value: 0,
  });
  // The engine counts the failures of its gateway's requests.
  const behind = { ...uncounted(), backends: [{ slug: "a", title: "a" }] };
  expect(errorsOf(counted, createJudgedRow("b", "ok", behind))).toMatchObject({ value: 0 });
  const failing = createJudgedRow("c", "errors", {
    readings: { ...counted.readings, errorRatio: createPresentReading(0.5, 600) },
  });
  expect(errorsOf(failing, createJudgedRow("b", "ok", uncounted()))).toMatchObject({ value: 0.5 });
});

test("does not call deployments without traffic within their limits", () => {
  const words = (...rows: readonly OverviewRow[]): string => markedText(fleet(...rows).headline);
  const idle = ["b", "c"].map((title) => createJudgedRow(title, "no-traffic"));
  expect(words(createJudgedRow("a", "ok"), ...idle)).toBe(
    "No deployment is in trouble: one is within its limits, and two have no traffic.",
  );
  expect(words(createJudgedRow("x", "cannot-tell"), createJudgedRow("a", "ok"), ...idle)).toBe(
    "One of four deployments cannot be judged. Of the others, one is within its limits, and two have no traffic.",
  );
});

test("states for how many deployments errors are unknown instead of calling all within their limits", () => {
  const errorRatio = { kind: "absent", reason: "not-exposed", detail: "Not counted." } as const;
  const unknown = createJudgedRow("a", "ok", {
    readings: { ...createJudgedRow("a", "ok").readings, errorRatio },
  });
  expect(markedText(fleet(unknown, createJudgedRow("b", "ok"), createJudgedRow("c", "ok")).headline)).toBe(
    "No deployment is in trouble: all three deployments are within their limits. The errors of one deployment are unknown.",
  );
});

const withCauses = (row: JudgedRow, currentIds: JudgedRow["status"]["currentIds"]): JudgedRow => ({
  ...row,
  status: { ...row.status, currentIds },
});

test("names the worst problem of an incident with three causes, and names the others", () => {
  const sentence = [textPart("1 of 2 instances is down for 5 min. Restart it. 10 % of requests fail.")];
  const row = createJudgedRow("chat", "instances-down", { sentence });
  const incident = withCauses(row, ["instances-down", "kv-pressure", "errors", "slow-ttft"]);
  expect(markedText(fleet(incident, createJudgedRow("b", "ok")).headline)).toBe(
    "One of two deployments is in trouble: chat: 1 of 2 instances is down for 5 min. It also has KV pressure and errors.",
  );
  const two = [withCauses(row, ["instances-down", "errors"]), createJudgedRow("b", "errors")];
  expect(markedText(fleet(...two).headline)).toBe(
    "Two of two deployments are in trouble. Worst: chat: 1 of 2 instances is down for 5 min. It also has errors.",
  );
});

test("does not count problems that a stall causes", () => {
  const stalled = withCauses(createJudgedRow("chat", "stalled"), ["stalled", "kv-pressure", "batch-slots"]);
  expect(markedText(fleet(stalled).headline)).toMatch(
    /^chat is in trouble: .* are waiting, but no token was generated for 30 s\.$/,
  );
  const withOutage = withCauses(stalled, ["stalled", "instances-down", "kv-pressure"]);
  expect(markedText(fleet(withOutage).headline)).toMatch(
    /for 30 s\. It also has an instance that is down\.$/,
  );
});

test("does not count deployments with partial data as ok, and names them in the headline", () => {
  const partial = (title: string) => createJudgedRow(title, "ok", { warnings: ["a store did not answer"] });
  const mixed = fleet(partial("a"), createJudgedRow("b", "ok"));
  expect(mixed.counts).toMatchObject({ ok: 1, unhealthy: 0 });
  expect(markedText(mixed.headline)).toBe(
    "No deployment is in trouble: all two deployments are within their limits. " +
      "The data of one deployment are partial, so problems may remain undetected.",
  );
  const two = fleet(partial("a"), partial("b"));
  expect(two.counts.ok).toBe(0);
  expect(markedText(two.headline)).toContain("The data of all deployments are partial");
  expect(markedText(fleet(partial("a")).headline)).toContain("Its data are partial");
});

test("names partial data in every headline without a problem", () => {
  const warnings = ["a store did not answer"];
  const partial = createJudgedRow("a", "ok", { warnings });
  const unknown = createJudgedRow("b", "cannot-tell");
  const text = "The data of one deployment are partial, so problems may remain undetected.";
  expect(markedText(fleet(partial, unknown).headline)).toContain(`The other is within its limits. ${text}`);
  expect(markedText(fleet(partial, pending).headline)).toContain(`still loading. ${text}`);
  const idle = fleet(createJudgedRow("a", "no-traffic", { warnings }), createJudgedRow("b", "no-traffic"));
  expect(markedText(idle.headline)).toContain(`none has traffic. ${text}`);
});

test("counts a deployment whose queries are refused as unknown, and its problem as a problem", () => {
  const stale = { sinceMs: 1, code: "query-refused", reason: "query would load too many samples" };
  const refused = fleet(
    createJudgedRow("a", "ok", { stale }),
    createJudgedRow("b", "no-traffic", { stale }),
    createJudgedRow("c", "ok"),
  );
  expect(refused.counts).toEqual({ down: 0, unhealthy: 0, unknown: 2, idle: 0, ok: 1, pending: 0 });
  expect(markedText(refused.headline)).toBe(
    "Two of three deployments cannot be judged. The other is within its limits. Two rows show the last known status.",
  );
  const single = fleet(createJudgedRow("a", "ok", { stale }));
  expect(markedText(single.headline)).toBe(
    "No deployment can be judged. The rows show the reasons. One row shows the last known status.",
  );
  const troubled = fleet(
    createJudgedRow("a", "ok", { stale }),
    createJudgedRow("d", "kv-pressure", { stale }),
  );
  expect(troubled.counts).toMatchObject({ unhealthy: 1, unknown: 1, ok: 0 });
  expect(markedText(troubled.headline)).toMatch(/^One of two deployments is in trouble: d /);
});

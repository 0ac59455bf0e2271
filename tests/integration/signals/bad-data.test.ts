/**
 * Misleading data on a real Prometheus: instances with different bucket boundaries, counter resets, and series that
 * vanish. The true values are known: two requests per second, a quarter of them below 0.1 s.
 */
import { allSources } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { cacheDeployments } from "@/lib/services/deployments/known-deployments";
import { readOverviewRow } from "@/lib/services/overview/read-row";
import { answerForDeployment } from "@/lib/services/signals/answer-question";
import type { DeploymentRecord, KnownDeployment } from "@/lib/services/deployments/effective-deployments";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";

const endMs = Date.UTC(2026, 9, 1, 12);
const minuteMs = 60_000;
const startMs = endMs - 180 * minuteMs;
const spacingMs = 15_000;
const perSecond = 2;

interface Process {
  readonly model: string;
  readonly instance: string;
  /** Shares of the observations at or below each boundary. */
  readonly edges: Readonly<Record<string, number>>;
  readonly goneAtMs?: number;
  readonly rebornAtMs?: number;
  /** Its scrapes fail from then on. */
  readonly stoppedAtMs?: number;
}

const fine = { "0.1": 0.25, "0.25": 0.5, "0.5": 0.75, "1": 0.9, "+Inf": 1 };
const coarse = { "0.25": 0.5, "1": 0.9, "+Inf": 1 };
/** Two sets of boundaries without a common one: their summed counts increase alternately and never decrease. */
const inTurn = { "0.25": 0.5, "0.5": 0.75, "2560": 1, "+Inf": 1 };
const between = { "0.3": 0.5, "0.6": 0.8, "6": 1, "+Inf": 1 };
const goneAtMs = endMs - 120 * minuteMs;
const stoppedAtMs = endMs - 2.5 * minuteMs;
const rebornAtMs = endMs - 30 * minuteMs;

const processes: readonly Process[] = [
  { model: "mixed", instance: "a:1", edges: fine },
  { model: "mixed", instance: "b:1", edges: coarse },
  { model: "apart", instance: "k:1", edges: inTurn },
  { model: "apart", instance: "l:1", edges: between },
  { model: "same", instance: "c:1", edges: fine },
  { model: "same", instance: "d:1", edges: fine },
  { model: "reborn", instance: "e:1", edges: fine, rebornAtMs },
  { model: "vanished", instance: "f:1", edges: fine, goneAtMs },
  { model: "stopped", instance: "i:1", edges: fine, stoppedAtMs },
  { model: "uncounted", instance: "j:1", edges: fine },
  { model: "half", instance: "g:1", edges: fine },
  { model: "half", instance: "h:1", edges: fine, goneAtMs },
];

function samples(
  name: string,
  type: string,
  rowsOf: (
    process: Process,
    livedSeconds: number,
    atMs: number,
  ) => readonly (readonly [labels: string, value: number])[],
): string {
  const rows = processes.flatMap((process) => {
    const lastMs = name === "up" ? process.goneAtMs : (process.goneAtMs ?? process.stoppedAtMs);
    const count = ((lastMs ?? endMs) - startMs) / spacingMs;
    return Array.from({ length: count }, (_, index) => startMs + index * spacingMs).flatMap((atMs) => {
      const { rebornAtMs: bornMs = 0 } = process;
      const began = atMs >= bornMs && bornMs > 0 ? bornMs : startMs - 3_600_000;
      return rowsOf(process, (atMs - began) / 1_000, atMs).map(
        ([labels, value]) => `${labels} ${value} ${atMs / 1_000}`,
      );
    });
  });
  return [`# TYPE ${name} ${type}`, ...rows].join("\n");
}

const labelsOf = ({ model, instance }: Process): string =>
  `model_name="${model}",job="j-${model}",instance="${instance}"`;

const openMetrics = [
  samples("up", "gauge", ({ model, instance, stoppedAtMs: stoppedMs = endMs }, _lived, atMs) => [
    [`up{job="j-${model}",instance="${instance}"}`, atMs < stoppedMs ? 1 : 0],
  ]),
  samples("vllm:num_requests_running", "gauge", (process) => [
    [`vllm:num_requests_running{${labelsOf(process)}}`, 3],
  ]),
  samples("vllm:request_success", "counter", (process, livedSeconds) => {
    const series = `vllm:request_success_total{${labelsOf(process)},finished_reason="stop"}`;
    return process.model === "uncounted" ? [] : [[series, perSecond * livedSeconds]];
  }),
  samples("vllm:e2e_request_latency_seconds", "histogram", (process, livedSeconds) => [
    [`vllm:e2e_request_latency_seconds_bucket{${labelsOf(process)},le="+Inf"}`, perSecond * livedSeconds],
    [`vllm:e2e_request_latency_seconds_count{${labelsOf(process)}}`, perSecond * livedSeconds],
    [`vllm:e2e_request_latency_seconds_sum{${labelsOf(process)}}`, 3 * perSecond * livedSeconds],
  ]),
  samples("vllm:time_to_first_token_seconds", "histogram", (process, livedSeconds) => {
    const observed = perSecond * livedSeconds;
    const name = "vllm:time_to_first_token_seconds";
    return [
      ...Object.entries(process.edges).map(
        ([le, share]) => [`${name}_bucket{${labelsOf(process)},le="${le}"}`, observed * share] as const,
      ),
      [`${name}_count{${labelsOf(process)}}`, observed] as const,
      [`${name}_sum{${labelsOf(process)}}`, observed * 0.4] as const,
    ];
  }),
  samples("vllm:generation_tokens", "counter", (process, livedSeconds) => [
    [`vllm:generation_tokens_total{${labelsOf(process)}}`, 100 * livedSeconds],
  ]),
  // Exposed without --enable-mfu-metrics too, but constant.
  samples("vllm:estimated_flops_per_gpu", "counter", (process, livedSeconds) => [
    [
      `vllm:estimated_flops_per_gpu_total{${labelsOf(process)}}`,
      process.model === "reborn" ? 1e12 * livedSeconds : 0,
    ],
  ]),
  "# EOF\n",
].join("\n");

let stage: FrozenFixture;

beforeAll(async () => {
  stage = await openFrozenFixture(openMetrics, endMs);
});
afterAll(async () => {
  await stage.close();
});

const record = (model: string): DeploymentRecord =>
  createDeploymentRecord(model, {
    firstSeenAtMs: startMs,
    lastSeenAtMs: endMs,
    instances: processes.filter((one) => one.model === model).map(({ instance }) => instance),
  });

const deployment = (model: string): KnownDeployment => ({ ...record(model), sourceScope: allSources });

function ask(model: string, parts: Pick<Question, "signals" | "statistics" | "window">): Promise<Answer> {
  return answerForDeployment(deployment(model), { v: 1, scope: { deployment: model }, ...parts });
}

const lastHour = { from: "now-1h", to: "now" };

test("warns about different bucket boundaries between instances, but not about equal ones", async () => {
  const request = { signals: ["ttft"], statistics: ["p50", "p95"], window: lastHour } as const;
  const { qualityWarnings } = await ask("mixed", request);
  expect(qualityWarnings).toEqual([
    {
      signal: "ttft",
      kind: "mixed-edges",
      isCurrent: true,
      detail: expect.stringContaining("different bucket edges"),
    },
  ]);
  expect((await ask("same", request)).qualityWarnings).toBeUndefined();
});

test("detects boundaries without a common one, and bases no status on such a percentile", async () => {
  const request = { signals: ["ttft"], statistics: ["p95", "mean"], window: lastHour } as const;
  expect((await ask("apart", request)).qualityWarnings).toMatchObject([
    { signal: "ttft", kind: "mixed-edges" },
  ]);
  expect((await ask("same", request)).qualityWarnings).toBeUndefined();

  cacheDeployments({ records: ["apart", "same"].map(record), aliases: new Map() });
  const { signal } = new AbortController();
  const row = await readOverviewRow(deployment("apart"), lastHour, signal);
  expect(row.readings.ttftP95).toMatchObject({ kind: "absent", reason: "wrong-edges" });
  expect(row.readings.ttftMean).toMatchObject({ kind: "present", value: expect.closeTo(0.4, 6) });
  expect(row.status.id).toBe("cannot-tell");
  const known = await readOverviewRow(deployment("same"), lastHour, signal);
  expect(known.readings.ttftP95).toMatchObject({ kind: "present" });
});

test("does not warn about a single instance", async () => {
  const answer = await answerForDeployment(deployment("mixed"), {
    v: 1,
    signals: ["ttft"],
    statistics: ["p50"],
    scope: { deployment: "mixed", split: "instance" },
    window: lastHour,
  });
  expect(answer.series).toHaveLength(2);
  expect(answer.qualityWarnings).toBeUndefined();
});

test("computes rates and percentiles across a counter reset", async () => {
  const rates = await ask("reborn", { signals: ["requests"], statistics: ["rate"], window: lastHour });
  const known = (rates.series[0]?.values ?? []).filter((value) => value !== null);
  expect(known.length).toBeGreaterThan(0.9 * rates.pointCount);
  // Increments between the last scrape and the reset are lost, so the result is never above the truth and never
  // negative.
  for (const value of known) {
    expect(value).toBeLessThanOrEqual(perSecond * 1.001);
    expect(value).toBeGreaterThan(perSecond * 0.7);
  }
  const ttft = await ask("reborn", { signals: ["ttft"], statistics: ["p50"], window: lastHour });
  for (const value of ttft.series[0]?.values.filter((one) => one !== null) ?? [])
    expect(value).toBeCloseTo(0.25, 6);
});

test("reports a deployment whose series vanished as down, in that window and in a later one", async () => {
  const request = { signals: ["running"], statistics: ["value"] } as const;
  const atThatTime = await ask("vanished", { ...request, window: { from: "now-170m", to: "now" } });
  const [first] = atThatTime.series;
  expect(first?.values[0]).toBe(3);
  expect(first?.absence.at(-1)?.[2]).toBe("target-down");
  const spacing = { withinMs: atThatTime.stepMs };
  const headline = first?.headline;
  expect(headline).toMatchObject({ reason: "target-down", downSince: { kind: "since", ...spacing } });
  // Its last sample is one scrape before it vanished.
  const beganMs =
    headline?.kind === "absent" && headline.downSince?.kind === "since" && headline.downSince.atMs;
  expect(Math.abs(Number(beganMs) - (goneAtMs - spacingMs))).toBeLessThanOrEqual(
    atThatTime.stepMs + spacingMs,
  );
  const later = await ask("vanished", { ...request, window: lastHour });
  expect(later.series[0]?.absence).toEqual([[0, later.pointCount - 1, "target-down"]]);
  // The window does not show the start, so no start is claimed.
  expect(later.series[0]?.headline).toMatchObject({
    reason: "target-down",
    downSince: { kind: "at-least", elapsedMs: expect.closeTo(60 * minuteMs, -5) as number },
  });
});

test("counts requests by their duration histogram if there is no request counter, and shows that formula", async () => {
  const queryOf = async (model: string) => {
    const names = ["vllm:num_requests_running", "vllm:e2e_request_latency_seconds_count"];
    const counted = model === "uncounted" ? [] : ["vllm:request_success_total"];
    const answer = await answerForDeployment(
      { ...deployment(model), metricNames: [...names, ...counted] },
      { v: 1, signals: ["requests"], statistics: ["rate"], scope: { deployment: model }, window: lastHour },
    );
    return { headline: answer.series[0]?.headline, formula: answer.notes[0]?.formula };
  };
  expect(await queryOf("uncounted")).toMatchObject({
    headline: { kind: "present", value: expect.closeTo(perSecond, 6) as number },
    formula: expect.stringContaining("rate(vllm:e2e_request_latency_seconds_count)") as string,
  });
  expect((await queryOf("same")).formula).toBe("Σ rate(vllm:request_success_total)");
});

test("keeps the values of the remaining instance when the other one stops", async () => {
  const answer = await ask("half", { signals: ["running"], statistics: ["value"], window: lastHour });
  expect(answer.series[0]?.values.every((value) => value === 3)).toBe(true);
  expect(answer.series[0]?.headline).toMatchObject({ kind: "present", value: 3 });
});

test("explains which flag enables an estimate that stays at zero", async () => {
  const request = { signals: ["flops"], statistics: ["rate"], window: lastHour } as const;
  const disabled = await ask("same", request);
  expect(disabled.series[0]?.headline).toEqual({
    kind: "absent",
    reason: "metric-absent",
    detail:
      "The engine generates tokens, but the counter of this metric stays at zero, so the metric is not enabled.",
    howToEnable: "Start vLLM with --enable-mfu-metrics.",
  });
  expect(disabled.series[0]?.absence).toEqual([[0, disabled.pointCount - 1, "metric-absent"]]);
  const enabled = await ask("reborn", request);
  expect(enabled.series[0]?.headline).toMatchObject({ kind: "present", value: expect.closeTo(1e12, -10) });
});

test("refuses a split by a label of the metric type, with the reason", async () => {
  const split = (label: string): Promise<Answer> =>
    answerForDeployment(deployment("same"), {
      v: 1,
      signals: ["ttft"],
      statistics: ["p95"],
      scope: { deployment: "same", split: label },
      window: lastHour,
    });
  await expect(split("le")).rejects.toMatchObject({
    code: "invalid-input",
    message: "le is a bucket edge and cannot be used to split",
  });
  await expect(split("quantile")).rejects.toMatchObject({ code: "invalid-input" });
  await expect(split("__name__")).rejects.toMatchObject({ code: "invalid-input" });
});

test("shows no current values two minutes after the target stopped, and keeps the flag of a missing metric", async () => {
  const known = {
    ...deployment("stopped"),
    metricNames: ["vllm:num_requests_running", "vllm:request_success_total", "vllm:generation_tokens_total"],
  };
  const readSeries = async (
    signal: Question["signals"][number],
    statistic: Question["statistics"][number],
  ) => {
    const answer = await answerForDeployment(known, {
      v: 1,
      signals: [signal],
      statistics: [statistic],
      scope: { deployment: "stopped" },
      window: { from: "now-5m", to: "now" },
    });
    return answer.series[0];
  };
  for (const [signal, statistic] of [
    ["requests", "rate"],
    ["output-tokens", "rate"],
    ["running", "value"],
  ] as const) {
    const series = await readSeries(signal, statistic);
    expect(series?.headline, signal).toMatchObject({ kind: "absent", reason: "target-down" });
    // Values from before the stop stay in the chart.
    expect(series?.values.some((value) => value !== null)).toBe(true);
  }
  const never = await readSeries("spec-accept", "value");
  expect(never?.headline).toMatchObject({
    kind: "absent",
    reason: "target-down",
    detail: expect.stringContaining("The metric was already missing before.") as string,
    howToEnable: expect.stringContaining("--speculative-config") as string,
  });
  expect(never?.absence.map(([, , reason]) => reason)).toEqual(["metric-absent", "target-down"]);
  // Estimates were zero while tokens were produced: the flag is shown with the reason for the missing value.
  expect((await readSeries("flops", "rate"))?.headline).toEqual({
    kind: "absent",
    reason: "target-down",
    detail:
      "The deployment's targets do not respond to scrapes. The metric was already missing before. The engine generates tokens, but the counter of this metric stays at zero, so the metric is not enabled.",
    howToEnable: "Start vLLM with --enable-mfu-metrics.",
    downSince: expect.objectContaining({ kind: "since" }) as object,
  });
  const running = (await readSeries("running", "value"))?.headline;
  const since = running?.kind === "absent" ? running.downSince : undefined;
  expect(since?.kind === "since" && Math.abs(since.atMs - stoppedAtMs)).toBeLessThanOrEqual(2 * spacingMs);
  // It was measured in the window, so it is reported as down like the other signals.
  expect((await readSeries("ttft", "p95"))?.headline).toMatchObject({ reason: "target-down" });
});

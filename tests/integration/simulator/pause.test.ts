/**
 * A demo that is killed and restarted: loaded history, a scraped fleet, the filled pause and the restarted fleet are
 * in one real Prometheus, and no transition causes a false rate.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeArrivalRate, fleet, computeMeanTokens } from "@/demo/simulator/fleet";
import { findScenarioState } from "@/demo/simulator/scenario";
import { fillHistory } from "@/demo/stack/history/history";
import { markLive } from "@/demo/stack/history/history-marker";
import { HISTORY_MS } from "@/demo/stack/history/history-plan";
import { silentLog } from "@/demo/stack/log";
import type { Part } from "@/demo/stack/part";
import { choosePorts } from "@/demo/stack/ports";
import { prometheusDataFolder, createPrometheusPart } from "@/demo/stack/prometheus";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { Tool } from "@/demo/stack/tools/tool";
import { simulateHistory } from "@/tests/support/histories/simulated-history";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const startMs = Date.UTC(2026, 10, 18, 9);
const killedMs = startMs + 3 * minuteMs;
const againMs = startMs + 6 * minuteMs;
const endMs = startMs + 9 * minuteMs;
// Duration of Prometheus's start after history is loaded.
const hurryMs = 10 * secondMs;
const assist = fleet.find(({ name }) => name === "assist-8b")!;
const folder = mkdtempSync(join(tmpdir(), "ridgepoint-pause-"));
const data = prometheusDataFolder(folder);
let tool: Tool;
let prometheus: Part;
let url = "";

const promtool = (): string => tool.programPaths["promtool"] ?? "promtool";

async function fill(nowMs: number): Promise<void> {
  const { olderHistoryLoaded } = await fillHistory({
    dataFolder: data,
    seed: 7,
    scenarioStartMs: startMs,
    now: () => nowMs,
    log: silentLog,
    owner: { notesFolder: folder, runId: randomUUID() },
  });
  expect(await olderHistoryLoaded).toBe(true);
}

async function scrape(fromMs: number, toMs: number): Promise<void> {
  const { writeText } = simulateHistory({
    profiles: [],
    fleet: [assist],
    fromMs,
    toMs,
    spacingMs: 5 * secondMs,
  });
  const file = join(folder, "scraped.om");
  writeFileSync(file, writeText());
  const how = ["tsdb", "create-blocks-from", "--max-block-duration=24h", "openmetrics"];
  await promisify(execFile)(promtool(), [...how, file, data]);
  markLive(data, toMs);
}

beforeAll(async () => {
  tool = await requireTool(createPrometheusRecipe(), { log: silentLog });
  mkdirSync(data);
  // The first load except for its last ten minutes, with the totals of two weeks.
  const loaded = { untilMs: startMs - 10 * minuteMs, isLive: false, countersFromMs: startMs - HISTORY_MS };
  writeFileSync(join(folder, "history.json"), JSON.stringify(loaded));
  await fill(startMs);
  await scrape(startMs + hurryMs, killedMs);
  await fill(againMs);
  await scrape(againMs + hurryMs, endMs);
  const { web } = await choosePorts(["web"]);
  prometheus = createPrometheusPart({
    folder,
    port: web,
    owner: { notesFolder: folder, runId: randomUUID() },
    log: silentLog,
    tool,
  });
  await prometheus.start();
  url = `http://127.0.0.1:${web}`;
});

afterAll(async () => {
  await prometheus.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function valuesOf(query: string): Promise<readonly number[]> {
  const from = startMs - 9 * minuteMs;
  const range = { start: String(from / 1000), end: String(endMs / 1000), step: "5" };
  const response = await fetch(
    `${url}/api/v1/query_range?${new URLSearchParams({ query, ...range }).toString()}`,
  );
  const { data: answer } = (await response.json()) as {
    data: { result: { values: [number, string][] }[] };
  };
  return answer.result.flatMap(({ values }) => values.map(([, value]) => Number(value)));
}

const requestsPerSecond =
  computeArrivalRate(assist.traffic, startMs) * findScenarioState(assist.name, startMs, startMs).loadRatio;

test.each([
  ["requests", "vllm:e2e_request_latency_seconds_count", 1],
  ["output tokens", "vllm:generation_tokens_total", computeMeanTokens(assist.traffic.outputLength)],
  ["prompt tokens", "vllm:prompt_tokens_total", computeMeanTokens(assist.traffic.promptLength)],
])("%s per second match the model over two starts and the pause between them", async (_, name, each) => {
  const rates = await valuesOf(`sum(rate(${name}{model_name="assist-8b"}[1m]))`);
  expect(rates.length).toBeGreaterThan(200);
  expect(Math.max(...rates)).toBeLessThan(1.5 * requestsPerSecond * each);
  // Windows with a transition lose the data in between; none is empty.
  expect(Math.min(...rates)).toBeGreaterThan(0.2 * requestsPerSecond * each);
});

test("no histogram bucket jumps", async () => {
  const rates = await valuesOf(`rate(vllm:inter_token_latency_seconds_bucket{model_name="assist-8b"}[1m])`);
  expect(rates.length).toBeGreaterThan(200);
  // Each token except a request's first is an observation; each of two instances has half of them.
  expect(Math.max(...rates)).toBeLessThan(
    0.75 * requestsPerSecond * computeMeanTokens(assist.traffic.outputLength),
  );
});

test("the target counts as up throughout, except for the seconds of each start", async () => {
  const scrapes = await valuesOf(`count_over_time(up{job="vllm",instance="assist-8b-0:8000"}[45s])`);
  expect(Math.min(...scrapes)).toBeGreaterThanOrEqual(2);
  expect(scrapes.length).toBeGreaterThan(210);
});

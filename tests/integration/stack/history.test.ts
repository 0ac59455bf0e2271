/**
 * Blocks of history: those that we write contain the same samples as those of promtool, and those that are added to
 * the data folder of a running Prometheus become visible.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleet } from "@/demo/simulator/fleet";
import { listInstanceSeries } from "@/demo/simulator/history/series";
import { InstanceTimeline } from "@/demo/simulator/history/timeline";
import { writeBlock } from "@/demo/simulator/tsdb/block";
import { fillHistory, type HistoryOptions, type HistoryProgress } from "@/demo/stack/history/history";
import { readMarker } from "@/demo/stack/history/history-marker";
import { DAY_MS, HISTORY_MS } from "@/demo/stack/history/history-plan";
import { waitForHistory } from "@/demo/stack/history/shown-history";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { prometheusDataFolder, createPrometheusPart } from "@/demo/stack/prometheus";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { Tool } from "@/demo/stack/tools/tool";
import { createReferenceBlocks, dumpBlocks } from "@/tests/support/sources/promtool";

const root = mkdtempSync(join(tmpdir(), "ridgepoint-history-"));
let tool: Tool;

beforeAll(async () => {
  tool = await requireTool(createPrometheusRecipe(), { log: silentLog });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a block has the samples that promtool stores for the same text", async () => {
  const [plan] = fleet;
  const endMs = Date.UTC(2026, 10, 18, 9);
  const fromMs = endMs - 3 * 3_600_000;
  const timesMs = Array.from({ length: 360 }, (_, index) => fromMs + index * 30_000);
  const timeline = new InstanceTimeline(plan!, {
    seed: 3,
    scenarioStartMs: null,
    countersFromMs: fromMs,
    endMs,
  });
  const series = listInstanceSeries(plan!, 0).map((one) => ({
    name: one.labels["__name__"],
    labels: { ...one.labels, note: 'a "quoted" \\ text' },
    values: timeline.valuesAt(one, timesMs),
  }));
  const [ours, theirs] = [join(root, "ours"), join(root, "theirs")];
  mkdirSync(ours);
  writeBlock(ours, timesMs, series);
  const text = series.map(({ name, labels, values }) => {
    const pairs = Object.entries(labels)
      .slice(1)
      .map(([label, value]) => `${label}=${JSON.stringify(value)}`);
    return timesMs
      .map((atMs, index) => `${name}{${pairs.join(",")}} ${values[index]} ${atMs / 1000}\n`)
      .join("");
  });
  await createReferenceBlocks(theirs, `${text.join("")}# EOF\n`);
  const samples = await dumpBlocks(ours);
  expect(samples).toHaveLength(series.length * timesMs.length);
  expect(samples).toEqual(await dumpBlocks(theirs));
});

test("Prometheus starts with the last 24 hours and later shows older days that are added while it runs", async () => {
  const folder = join(root, "running");
  mkdirSync(folder);
  const dataFolder = prometheusDataFolder(folder);
  const hold = join(folder, "hold-older");
  writeFileSync(hold, "");
  const lines: string[] = [];
  const progress: HistoryProgress[] = [];
  const stop = new AbortController();
  // At a sample of the finest spacing, the first load leaves no rest for a second one.
  const nowMs = Math.floor(Date.now() / 30_000) * 30_000;
  const options = (signal: AbortSignal): HistoryOptions => ({
    dataFolder,
    seed: 1,
    now: () => nowMs,
    log: (line) => lines.push(line),
    onProgress: (one) => progress.push(one),
    olderHistoryTimeoutMs: 0,
    owner: { notesFolder: folder, runId: randomUUID() },
    signal,
    script: join(import.meta.dirname, "past.ts"),
  });

  const first = await fillHistory(options(stop.signal));
  expect(lines).toEqual([expect.stringMatching(/^history: loaded the last 24 hours/)]);
  expect(progress).toEqual([{ loadedDays: 1, totalDays: 14 }]);
  stop.abort();
  expect(await first.olderHistoryLoaded).toBe(false);
  expect(readMarker(dataFolder)?.missing).toHaveLength(1);

  // The next start continues with the older days.
  const later = await fillHistory(options(new AbortController().signal));
  const { web } = await choosePorts(["web"]);
  const prometheus = createPrometheusPart({
    folder,
    port: web,
    owner: { notesFolder: folder, runId: randomUUID() },
    log: silentLog,
    tool,
  });
  await prometheus.start();
  try {
    const url = `http://127.0.0.1:${web}`;
    const rateAt = async (atMs: number): Promise<number | undefined> => {
      const query = new URLSearchParams({ query: "rate(stack_test_total[10m])", time: String(atMs / 1000) });
      const { data } = await (await fetch(`${url}/api/v1/query?${query.toString()}`)).json();
      return data.result[0] === undefined ? undefined : Number(data.result[0].value[1]);
    };
    expect(await rateAt(nowMs - DAY_MS / 2)).toBeCloseTo(1, 6);
    expect(await rateAt(nowMs - 2 * DAY_MS)).toBeUndefined();
    rmSync(hold);
    expect(await later.olderHistoryLoaded).toBe(true);
    expect(progress.at(-1)).toEqual({ loadedDays: 14, totalDays: 14 });
    expect(lines).toContain("history: 9 of 14 days");
    expect(readMarker(dataFolder)?.missing).toEqual([]);
    expect(later.olderHistoryFromMs).toBeLessThan(nowMs - HISTORY_MS + DAY_MS);
    await waitForHistory(url, later.olderHistoryFromMs!, new AbortController().signal);
    for (const days of [2, 7, 13]) expect(await rateAt(nowMs - days * DAY_MS)).toBeCloseTo(1, 6);
    expect(await rateAt(nowMs - DAY_MS / 2)).toBeCloseTo(1, 6);
  } finally {
    await prometheus.stop();
  }
});

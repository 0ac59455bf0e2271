// The traces before the start of the demo: a real run of the program that writes them, into the trace store.
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { dataFolder, ensureFolder } from "@/demo/stack/folders";
import { loadTraceHistory } from "@/demo/stack/history/trace-history";
import { startTraceStore, type RunningTraceStore } from "@/demo/stack/trace-store/server";
import { assertPresent } from "@/lib/base/assert";
import { computeArrivalRate, fleet } from "@/demo/simulator/fleet";
import { historySlotMs, currentProblem } from "@/demo/simulator/scenario";

const minuteMs = 60_000;
const folder = dataFolder(`test/trace-history-${process.pid}`);
/** The problem begins at the edge of a slot of the history. */
const problemMs = Math.floor((Date.now() - 60 * minuteMs) / historySlotMs) * historySlotMs;
const spanMs = 12 * minuteMs;
const fleetStartMs = problemMs + spanMs / 2;
const fleetServer = createServer((_, response) =>
  response.end(JSON.stringify({ ready: true, startMs: fleetStartMs })),
);
let store: RunningTraceStore;

beforeAll(async () => {
  ensureFolder(folder);
  store = await startTraceStore({ api: "old", queryPort: 0, otlpPort: 0 });
  await new Promise<void>((resolve) => fleetServer.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => fleetServer.close(resolve));
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

const response = z.object({
  data: z.array(
    z.object({
      spans: z.array(
        z.object({
          startTime: z.number(),
          operationName: z.string(),
          tags: z.array(z.object({ key: z.string(), value: z.unknown() })),
        }),
      ),
    }),
  ),
});

/** Returns the requests of chat-70b in a range: their start, and whether their client gave up. */
async function readRequests(fromMs: number, toMs: number) {
  const query = new URLSearchParams({
    service: "chat-70b-gateway",
    operation: "POST /v1/chat/completions",
    start: String(fromMs * 1_000),
    end: String(toMs * 1_000),
    limit: "5000",
  });
  const answer = await fetch(`${store.queryUrl}/api/traces?${query}`);
  const { data } = response.parse(await answer.json());
  return data.map(({ spans }) => {
    const root = spans.find(({ operationName }) => operationName === "POST /v1/chat/completions")!;
    const status = root.tags.find(({ key }) => key === "http.response.status_code");
    return { startMs: root.startTime / 1_000, isAborted: String(status?.value) === "499" };
  });
}

test("the traces before the start contain the time before and after the release that caused the problem", async () => {
  const notes: (string | undefined)[] = [];
  const log: string[] = [];
  await loadTraceHistory({
    simulatorUrl: `http://127.0.0.1:${(fleetServer.address() as AddressInfo).port}`,
    otlpUrl: store.otlpUrl,
    seed: 7,
    scenarioStartMs: problemMs + currentProblem.beforeStartMs,
    faults: [`${currentProblem.deployment}:${currentProblem.fault}`],
    owner: { notesFolder: join(folder, "notes"), runId: randomUUID() },
    notes: { file: "", setNote: (_, note) => notes.push(note) },
    log: (line) => log.push(line),
    signal: new AbortController().signal,
    spanMs,
  });
  expect(log).toEqual([expect.stringMatching(/^traces: loaded the last 2 hours/)]);
  expect(notes[0]).toBe("Loading the traces of the last 2 hours: 0 %.");
  expect(notes.at(-1)).toBeUndefined();

  const before = await readRequests(fleetStartMs - spanMs, problemMs);
  const after = await readRequests(problemMs + 2 * minuteMs, fleetStartMs);
  // A tenth of the requests is traced for six minutes. Their rate depends on the time of day.
  const { traffic } = assertPresent(
    fleet.find(({ name }) => name === "chat-70b"),
    "the workload exists",
  );
  const expectedCount = (0.1 * computeArrivalRate(traffic, problemMs) * spanMs) / 2_000;
  expect(before.length / expectedCount).toBeGreaterThan(0.8);
  expect(before.length / expectedCount).toBeLessThan(1.2);
  expect(before.every(({ isAborted }) => !isAborted)).toBe(true);
  expect(after.filter(({ isAborted }) => isAborted).length / after.length).toBeGreaterThan(0.1);
  const newest = await readRequests(fleetStartMs - minuteMs, fleetStartMs + 60 * minuteMs);
  expect(newest.length).toBeGreaterThan(0);
  expect(Math.max(...newest.map(({ startMs }) => startMs))).toBeLessThan(fleetStartMs);
}, 180_000);

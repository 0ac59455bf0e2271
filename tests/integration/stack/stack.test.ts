import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataFolder } from "@/demo/stack/folders";
import { fillHistory } from "@/demo/stack/history/history";
import { markLive } from "@/demo/stack/history/history-marker";
import { HISTORY_MS } from "@/demo/stack/history/history-plan";
import { silentLog } from "@/demo/stack/log";
import { prometheusDataFolder } from "@/demo/stack/prometheus";
import { type RunningStack, startStack } from "@/demo/stack/stack";
import { StackError } from "@/demo/stack/stack-error";
import type { StackPlan } from "@/demo/stack/stack-plan";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { Tool } from "@/demo/stack/tools/tool";
import { waitUntil } from "@/demo/stack/process/wait-until";

// Intentionally long: a socket in this folder could not be opened by its path.
const folder = join(dataFolder("test-stack"), `${randomUUID()}-${"deep".repeat(20)}`);
const fleet = join(import.meta.dirname, "fleet.ts");
const past = join(import.meta.dirname, "past.ts");
const HOUR_MS = 3_600_000;
// Initially the history ends an hour ago, as if the previous run had ended then.
let historyEndsBeforeMs = HOUR_MS;
let tool: Tool;
let stack: RunningStack;

function plan(): StackPlan {
  return {
    dataFolder: folder,
    reusesPorts: true,
    log: silentLog,
    postgres: { isDurable: false },
    prometheus: {
      tool,
      scrapeIntervalMs: 250,
      beforeStart: async (preparation) => {
        await fillHistory({
          ...preparation,
          seed: 1,
          now: () => Date.now() - historyEndsBeforeMs,
          log: silentLog,
          script: past,
        });
      },
    },
    jaeger: { kind: "trace-store", api: "both" },
    simulator: { seed: 1, initialFaults: ["chat:slow"], script: fleet },
  };
}

async function askPrometheus(query: string, timeMs = Date.now()): Promise<number | undefined> {
  const url = `${stack.urls.prometheus}/api/v1/query?${new URLSearchParams({ query, time: String(timeMs / 1000) })}`;
  const answer = await (await fetch(url)).json();
  const value = answer.data?.result?.[0]?.value?.[1];
  return value === undefined ? undefined : Number(value);
}

async function ask(sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: stack.urls.database });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

const scraped = (): Promise<void> =>
  waitUntil({
    condition: "a scrape",
    isMet: async () => ((await askPrometheus("count_over_time(stack_test_total[2s])")) ?? 0) >= 2,
    timeoutMs: 120_000,
    fix: "read the log of Prometheus",
  });

beforeAll(async () => {
  tool = await requireTool(createPrometheusRecipe(), { log: silentLog });
  stack = await startStack(plan());
});

afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("all parts run on separate addresses and answer", async () => {
  expect(stack.parts.map((part) => `${part.name} ${part.getState()}`)).toEqual([
    "postgres running",
    "prometheus running",
    "jaeger running",
    "simulator running",
  ]);
  expect(new Set(Object.values(stack.urls).map((url) => new URL(url).port)).size).toBe(7);
  expect(await ask("select current_database()")).toEqual(["ridgepoint"]);
  expect(await (await fetch(`${stack.urls.jaeger}/api/v3/services`)).json()).toEqual({ services: [] });
  expect(await (await fetch(`${stack.urls.simulator}/faults`)).json()).toEqual({
    faults: [],
    deployments: [{ name: "chat", active: [{ id: "slow", strength: 1 }] }],
  });
});

test("Prometheus scrapes the fleet and has two weeks of history", async () => {
  await scraped();
  expect(await askPrometheus("count_over_time(stack_test_total[2s])")).toBeGreaterThanOrEqual(2);
  const aWeekAgoMs = Date.now() - HISTORY_MS / 2;
  expect(await askPrometheus("rate(stack_test_total[10m])", aWeekAgoMs)).toBeCloseTo(1, 6);
  expect(await askPrometheus("stack_test_total", Date.now() - HOUR_MS - HISTORY_MS + 600_000)).toBeDefined();
  expect(
    await askPrometheus("stack_test_total", Date.now() - HOUR_MS - HISTORY_MS - 600_000),
  ).toBeUndefined();
});

test("a second run on the same folder is rejected with the command that stops the first", async () => {
  const refusal = await startStack(plan()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StackError);
  expect(refusal).toMatchObject({ fix: expect.stringContaining(String(process.pid)) });
  expect(await ask("select 1")).toEqual([1]);
});

test("a stopped part is down while the others run, and restarts at the same address with its data", async () => {
  await ask("create table kept (note text)");
  await ask("insert into kept values ('still here')");
  const { database } = stack.urls;
  await stack.findPart("postgres").stop();
  expect(stack.findPart("postgres").getState()).toBe("stopped");
  await expect(ask("select 1")).rejects.toThrow("ECONNREFUSED");
  expect(await askPrometheus("vector(2)")).toBe(2);
  await stack.findPart("postgres").start();
  expect(stack.urls.database).toBe(database);
  expect(await ask("select note from kept")).toEqual(["still here"]);
});

test("a part that crashes is reported as failed and can be started by name", async () => {
  const notes = join(folder, "processes");
  expect(readdirSync(notes).toSorted()).toEqual([
    "jaeger.json",
    "postgres.json",
    "prometheus.json",
    "simulator.json",
  ]);
  const { default: note } = await import(join(notes, "jaeger.json"), { with: { type: "json" } });
  process.kill(note.pid, "SIGKILL");
  await waitUntil({
    condition: "the loss to be noticed",
    isMet: () => Promise.resolve(stack.findPart("jaeger").getState() === "failed"),
    timeoutMs: 120_000,
    fix: "look at part.ts",
  });
  await stack.findPart("jaeger").start();
  expect((await fetch(`${stack.urls.jaeger}/api/v3/services`)).status).toBe(200);
});

test("an unknown part is an error with the list of known ones", () => {
  expect(() => stack.findPart("app")).toThrow(StackError);
});

test("after a stop no process remains; a later start reuses addresses and data and fills the pause", async () => {
  const before = stack.urls;
  await scraped();
  const lastLiveMs = Date.now();
  const inThePauseMs = lastLiveMs - HOUR_MS / 2;
  expect(await askPrometheus("count_over_time(stack_test_total[10m])", inThePauseMs)).toBeUndefined();
  await stack.stop();
  expect(readdirSync(join(folder, "processes"))).toEqual([]);
  await expect(fetch(before.prometheus)).rejects.toThrow("fetch failed");

  markLive(prometheusDataFolder(join(folder, "prometheus")), lastLiveMs - HOUR_MS);
  historyEndsBeforeMs = 0;
  stack = await startStack(plan());
  expect(stack.urls).toEqual(before);
  expect(await ask("select note from kept")).toEqual(["still here"]);
  expect(await askPrometheus("count_over_time(stack_test_total[10m])", inThePauseMs)).toBe(20);
  // The block for the pause is newer than earlier scraped data, which Prometheus must not drop.
  expect(await askPrometheus("count_over_time(stack_test_total[2s])", lastLiveMs)).toBeGreaterThanOrEqual(2);
});

test("a part that cannot start ends the run and leaves no process", async () => {
  const broken = join(folder, "broken");
  mkdirSync(broken);
  const failure = await startStack({
    dataFolder: broken,
    reusesPorts: false,
    log: silentLog,
    jaeger: { kind: "trace-store", api: "both" },
    simulator: { seed: 1, initialFaults: [], script: join(folder, "no-such-file.ts") },
  }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StackError);
  expect(failure).toMatchObject({ message: expect.stringContaining("simulator exited during its start") });
  expect(readdirSync(join(broken, "processes"))).toEqual([]);
});

/**
 * `npm run demo -- add dynamo`: the real Dynamo starts next to the running parts, is scraped, receives traffic, and
 * leaves nothing behind when removed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveControl } from "@/demo/stack/command/control";
import { runDemoCommand } from "@/demo/stack/command/demo-commands";
import { silentLog } from "@/demo/stack/log";
import { isResponding, waitUntil } from "@/demo/stack/process/wait-until";
import { startStack, type RunningStack } from "@/demo/stack/stack";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-demo-peers-"));
let stack: RunningStack;
let endControl: () => Promise<void>;

beforeAll(async () => {
  stack = await startStack({
    dataFolder: folder,
    reusesPorts: false,
    log: silentLog,
    prometheus: {
      tool: await requireTool(createPrometheusRecipe(), { log: silentLog }),
      scrapeIntervalMs: 1_000,
    },
    dynamo: "on-demand",
  });
  endControl = await serveControl(folder, stack);
});
afterAll(async () => {
  await endControl();
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const command = (name: string, ...args: readonly string[]): Promise<string> =>
  runDemoCommand(folder, name, args);

async function numberOf(promql: string): Promise<number> {
  const query = new URLSearchParams({ query: promql });
  const response = await fetch(`${stack.urls.prometheus}/api/v1/query?${query}`);
  const { data } = (await response.json()) as {
    data: { result: readonly { readonly value: readonly [number, string] }[] };
  };
  return Number(data.result[0]?.value[1] ?? 0);
}

const waitForValue = (promql: string, minimum: number): Promise<void> =>
  waitUntil({
    condition: `${promql} to be at least ${minimum}`,
    isMet: async () => (await numberOf(promql)) >= minimum,
    timeoutMs: 60_000,
    fix: "check the targets page of the test's Prometheus",
  });

test("Dynamo is added, scraped, used and removed while the other parts run", async () => {
  expect(await command("status")).toMatch(/^dynamo +stopped/m);
  expect(await command("add", "dynamo")).toBe(`dynamo      running   ${stack.urls.dynamo}`);
  await waitForValue('count(up{job=~"dynamo-.+"} == 1)', 2);
  await waitForValue("sum(dynamo_frontend_requests_total)", 3);
  await waitForValue("sum(vllm:time_to_first_token_seconds_count)", 3);
  expect(await command("add", "dynamo")).toMatch(/^dynamo +running/);

  expect(await command("remove", "dynamo")).toMatch(/^dynamo +stopped/);
  expect(await isResponding(stack.urls.dynamo, () => true)).toBe(false);
  await waitForValue('absent(up{job=~"dynamo-.+"})', 1);

  expect(await command("add", "dynamo")).toMatch(/^dynamo +running/);
  await waitForValue('count(up{job=~"dynamo-.+"} == 1)', 2);
});

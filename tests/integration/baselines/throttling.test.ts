/** Throttling of one GPU of eight on a real Prometheus. The mean of the clocks falls by less than 5 %. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allSources } from "@/lib/model/sources/source-scope";
import { measureWindow } from "@/lib/services/baselines/measure-window";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import {
  fixtureNowMs,
  fixtureTailMs,
  openStoredFixture,
  type StoredFixture,
} from "@/tests/support/server/stored-fixture";

const minuteMs = 60_000;
const spacingMs = 15_000;
const startMs = fixtureNowMs - 70 * minuteMs;
/** GPU 3 is slow during these 10 minutes. */
const [slowFromMs, slowUntilMs] = [fixtureNowMs - 20 * minuteMs, fixtureNowMs - 10 * minuteMs];
/** GPU 5 has no requests during these minutes. An idle GPU lowers its clock. */
const [idleFromMs, idleUntilMs] = [fixtureNowMs - 50 * minuteMs, fixtureNowMs - 40 * minuteMs];
const isIdle = (gpu: number, atMs: number): boolean => gpu === 5 && atMs > idleFromMs && atMs <= idleUntilMs;
const isSlow = (gpu: number, atMs: number): boolean => gpu === 3 && atMs > slowFromMs && atMs <= slowUntilMs;

function createHistory(): string {
  const lines: string[] = [];
  const server = 'job="llm",model_name="chat",instance="chat:8000",pod="chat-0",namespace="prod"';
  let requests = 0;
  for (let atMs = startMs; atMs <= fixtureNowMs + fixtureTailMs; atMs += spacingMs) {
    requests += 15;
    const at = atMs / 1_000;
    lines.push(
      `vllm:num_requests_running{${server}} 4 ${at}`,
      `vllm:request_success_total{${server},finished_reason="stop"} ${requests} ${at}`,
    );
    for (let gpu = 0; gpu < 8; gpu += 1) {
      const device = `gpu="${gpu}",UUID="GPU-${gpu}",pod="chat-0",namespace="prod",Hostname="n1",instance="n1:9400"`;
      lines.push(
        `DCGM_FI_DEV_FB_USED{${device}} 1000 ${at}`,
        `DCGM_FI_DEV_SM_CLOCK{${device}} ${isSlow(gpu, atMs) || isIdle(gpu, atMs) ? 1_750 : 1_980} ${at}`,
        `DCGM_FI_DEV_GPU_UTIL{${device}} ${isIdle(gpu, atMs) ? 0 : 98} ${at}`,
      );
    }
  }
  return [...lines, "# EOF\n"].join("\n");
}

let stage: StoredFixture;

beforeAll(async () => {
  stage = await openStoredFixture(createHistory());
  await stage.begin();
  expect(await discoverDeployments()).toEqual({ discoveredCount: 1, isStored: true });
});
afterAll(() => stage.close());

async function listThrottling(
  startedMinutesAgo: number,
  endedMinutesAgo: number,
): Promise<readonly string[]> {
  const deployment = await resolveDeployment("chat", allSources);
  const result = await measureWindow({
    deployment,
    window: {
      startMs: fixtureNowMs - startedMinutesAgo * minuteMs,
      endMs: fixtureNowMs - endedMinutesAgo * minuteMs,
    },
    enteredLoad: {},
    signal: AbortSignal.timeout(30_000),
  });
  if (result.kind !== "measured") throw new Error(result.detail);
  const clocks = result.measured.measured.gauges["gpu-sm-clock"]?.blocks ?? [];
  expect(clocks.every((clock) => typeof clock === "number" && clock > 0.95 * 1.98e9)).toBe(true);
  return result.measured.concerns.filter(({ kind }) => kind === "throttling").map(({ detail }) => detail);
}

test("the window with the slow GPU is throttled, and the window before it with an idle GPU is not", async () => {
  expect(await listThrottling(60, 0)).toEqual(["GPUs were throttled in 10 of 60 time blocks."]);
  expect(await listThrottling(60, 25)).toEqual([]);
});

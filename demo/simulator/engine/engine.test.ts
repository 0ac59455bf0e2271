import { expect, test } from "vitest";
import { fleet, countKvBlocks, type DeploymentPlan } from "../fleet";
import { createRandom } from "../random";
import { SimulatedEngine, type EngineListener } from "./engine";
import { createRequest, type EngineRequest } from "./request";

const silent: EngineListener = {
  onToken: () => {},
  onFinish: () => {},
  onPreempt: () => {},
  onStep: () => {},
};
const chat = fleet[0] as DeploymentPlan;

function setup(kvBlocks = countKvBlocks(chat), listener: Partial<EngineListener> = {}) {
  const machine = { model: chat.model, gpu: chat.gpu, gpuCount: chat.gpusPerInstance };
  const limits = { maxSequences: 64, stepTokenBudget: 2048, kvBlocks };
  return new SimulatedEngine(machine, limits, { startMs: 0, listener: { ...silent, ...listener } });
}

function request(
  id: number,
  arrivalMs: number,
  tokens: { prompt?: number; output?: number } = {},
): EngineRequest {
  return createRequest({
    id: String(id),
    arrivalMs,
    promptTokens: tokens.prompt ?? 600,
    cachedTokens: 0,
    plannedOutputTokens: tokens.output ?? 100,
    plannedFinishReason: "length",
    clientTimeoutAtMs: Number.POSITIVE_INFINITY,
  });
}

/** Runs Poisson arrivals for `seconds`; each request is tokenized at once. */
function drive(engine: SimulatedEngine, perSecond: number, seconds: number): EngineRequest[] {
  const random = createRandom(11);
  const requests: EngineRequest[] = [];
  for (
    let atMs = random.exponential(1000 / perSecond);
    atMs < seconds * 1000;
    atMs += random.exponential(1000 / perSecond)
  ) {
    const one = request(requests.length, atMs, {
      prompt: 1 + Math.round(random.lognormal(500, 0.7)),
      output: 1 + Math.round(random.lognormal(120, 0.6)),
    });
    requests.push(one);
    engine.submit(one, atMs);
  }
  engine.advance(seconds * 1000 + 600_000);
  return requests;
}

test("schedules a lone request at once, prefills it, and generates one token per step", () => {
  const gaps: number[] = [];
  const engine = setup(undefined, {
    onToken: (_request, _atMs, gapMs) => gapMs !== null && gaps.push(gapMs),
  });
  const one = request(1, 0, { prompt: 5000, output: 10 });
  engine.submit(one, 0);
  engine.advance(60_000);
  expect(one.finishReason).toBe("length");
  expect(one.prefillChunks.map((chunk) => chunk.tokens)).toEqual([2048, 2048, 904]);
  expect(one.scheduledMs).toBe(0);
  expect(one.firstTokenMs).toBeCloseTo(one.prefillChunks[2]?.endMs ?? 0, 9);
  expect(gaps).toHaveLength(9);
  expect(one.finishedMs).toBeCloseTo((one.firstTokenMs ?? 0) + gaps.reduce((sum, gap) => sum + gap, 0), 6);
});

test("satisfies Little's law: mean requests in the system = arrival rate × mean time in it", () => {
  const engine = setup();
  const requests = drive(engine, 6, 600);
  const spent = requests.map((one) => (one.finishedMs ?? 0) - one.arrivalMs);
  const meanSeconds = spent.reduce((sum, ms) => sum + ms, 0) / requests.length / 1000;
  // Time average of the number in the system: the integral of each request's time inside the ten minutes.
  const insideMs = requests.reduce(
    (sum, one) => sum + Math.min(600_000, one.finishedMs ?? 0) - one.arrivalMs,
    0,
  );
  const meanInSystem = insideMs / 600_000;
  expect(meanInSystem).toBeCloseTo((requests.length / 600) * meanSeconds, 0);
  expect(requests.every((one) => one.finishReason === "length")).toBe(true);
});

test("never exceeds the block pool and frees all blocks, even with preemptions", () => {
  const blocks = 260;
  let preemptions = 0;
  let maxUsed = 0;
  const engine = setup(blocks, {
    onPreempt: () => {
      preemptions += 1;
    },
    onStep: () => {
      maxUsed = Math.max(maxUsed, engine.usedKvBlocks);
    },
  });
  const requests = drive(engine, 4, 120);
  expect(preemptions).toBeGreaterThan(0);
  expect(maxUsed).toBeLessThanOrEqual(blocks);
  expect(engine.usedKvBlocks).toBe(0);
  expect(requests.every((one) => one.finishedMs !== null)).toBe(true);
  const fitting = requests.filter((one) => one.promptTokens + one.plannedOutputTokens < blocks * 16);
  expect(fitting.length).toBeGreaterThan(requests.length * 0.9);
  expect(fitting.every((one) => one.generatedTokens === one.plannedOutputTokens)).toBe(true);
});

test("time to first token is at least queue time plus prefill", () => {
  const requests = drive(setup(400), 4, 120);
  for (const one of requests) {
    const queueMs = (one.scheduledMs ?? 0) - one.queuedMs;
    const prefillMs = (one.firstTokenMs ?? 0) - (one.scheduledMs ?? 0);
    expect(queueMs).toBeGreaterThanOrEqual(0);
    expect((one.firstTokenMs ?? 0) - one.arrivalMs).toBeGreaterThanOrEqual(queueMs + prefillMs - 1e-6);
  }
});

test("a client that gives up disconnects and frees its blocks", () => {
  const engine = setup();
  const one = createRequest({ ...request(1, 0), clientTimeoutAtMs: 5 });
  const blocker = request(0, 0, { prompt: 8000, output: 2 });
  engine.submit(blocker, 0);
  engine.submit(one, 1);
  engine.advance(60_000);
  expect(one.finishReason).toBe("abort");
  expect(blocker.finishReason).toBe("length");
  expect(engine.usedKvBlocks).toBe(0);
});

/**
 * Blocks of one minute of a deployment in the simulator's event model, at constant load. Requests share batches and
 * queues there, so the blocks have the dependence of a serving engine.
 */
import { SimulatedDeployment } from "@/demo/simulator/deployment";
import { fleet, type DeploymentPlan } from "@/demo/simulator/fleet";
import { assertPresent } from "@/lib/base/assert";

/** Sums over the requests that ended in one minute. */
export interface EventBlock {
  readonly startMs: number;
  requests: number;
  ttftSeconds: number;
  e2eSeconds: number;
  /** Requests with at least two output tokens, and the sum of their mean times per output token. */
  tpotRequests: number;
  tpotSeconds: number;
}

const startMs = 1_790_000_000_000;
const minuteMs = 60_000;
const strideMs = 250;
/** Minutes until the queue of the empty start has settled. */
const warmUpMinutes = 10;

/** Returns the blocks of this many hours. The same seed gives the same blocks. */
export function simulateBlocks(hours: number, seed: number): readonly EventBlock[] {
  const demo = assertPresent(
    fleet.find(({ name }) => name === "extract-14b"),
    "the fleet has extract-14b",
  );
  const plan: DeploymentPlan = {
    ...demo,
    expositions: [],
    traffic: { ...demo.traffic, dailyAmplitudeRatio: 0, weekendLoadRatio: 1 },
  };
  const count = hours * 60;
  const blocks = Array.from({ length: count + warmUpMinutes }, (_, index): EventBlock => ({
    startMs: startMs + index * minuteMs,
    requests: 0,
    ttftSeconds: 0,
    e2eSeconds: 0,
    tpotRequests: 0,
    tpotSeconds: 0,
  }));
  const deployment = new SimulatedDeployment(plan, {
    seed,
    startMs,
    listener: {
      onRequestDone: (_deployment, { request }) => {
        const { arrivalMs, firstTokenMs, finishedMs, generatedTokens } = request;
        if (firstTokenMs === null || finishedMs === null) return;
        const block = blocks[Math.floor((finishedMs - startMs) / minuteMs)];
        if (block === undefined) return;
        block.requests += 1;
        block.ttftSeconds += (firstTokenMs - arrivalMs) / 1_000;
        block.e2eSeconds += (finishedMs - arrivalMs) / 1_000;
        if (generatedTokens < 2) return;
        block.tpotRequests += 1;
        block.tpotSeconds += (finishedMs - firstTokenMs) / 1_000 / (generatedTokens - 1);
      },
    },
  });
  const endMs = startMs + blocks.length * minuteMs;
  for (let atMs = startMs + strideMs; atMs <= endMs; atMs += strideMs) deployment.advance(atMs);
  return blocks.slice(warmUpMinutes);
}

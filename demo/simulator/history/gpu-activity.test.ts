/** GPU activity in the generated history matches the simulated engine's GPU under the same load. */
import { expect, test } from "vitest";
import type { MachineState, StepCost } from "../cost";
import type { Exposition } from "../exposition/exposition";
import { healthyConditions } from "../faults/faults";
import { fleet, type DeploymentPlan } from "../fleet";
import { Simulation } from "../simulation";
import { computeGpuActivity } from "./gpu-activity";
import { solveSteadyState } from "./steady-state";

/** Late on a Sunday, when the batches of some deployments are small. */
const startMs = Date.UTC(2026, 10, 22, 22);
const warmUpMs = 90_000;

interface Lived {
  requests: number;
  readonly costs: StepCost[];
}

/** Records the cost of each step and the finished requests. It prints nothing. */
const watching = (into: Lived): Exposition => ({
  id: "gpu-activity-truth",
  title: "Truth for tests",
  scope: "engine",
  port: 9_998,
  path: "/metrics",
  create: () => ({
    createHandlers: () => ({
      onStep: ({ cost }) => {
        into.costs.push(cost);
      },
      onFinish: () => {
        into.requests += 1;
      },
    }),
    printMetrics: () => "",
    resetCounters: () => {},
  }),
});

function live(plan: DeploymentPlan, minutes: number) {
  const lived: Lived = { requests: 0, costs: [] };
  const simulation = new Simulation({
    fleet: [{ ...plan, expositions: [...plan.expositions, watching(lived)] }],
    seed: 3,
    startMs: startMs - warmUpMs,
    traceSampleRatio: 0,
    onTrace: () => {},
  });
  simulation.advance(startMs);
  lived.costs.length = 0;
  lived.requests = 0;
  simulation.advance(startMs + minutes * 60_000);
  const seconds = minutes * 60 * plan.instanceCount;
  const spent = (of: "gpuSeconds" | "computeSeconds" | "memorySeconds"): number =>
    lived.costs.reduce((sum, cost) => sum + cost[of], 0) / seconds;
  return {
    requestsPerSecond: lived.requests / seconds,
    stepsPerSecond: lived.costs.length / seconds,
    busyRatio: spent("gpuSeconds"),
    // Kernels reach these fractions of the datasheet peaks.
    tensorRatio: 0.65 * spent("computeSeconds"),
    dramRatio: 0.78 * spent("memorySeconds"),
  };
}

const solved = (plan: DeploymentPlan, requestsPerSecond: number, machineState: MachineState) =>
  computeGpuActivity(
    solveSteadyState(plan, { requestsPerSecond, machineState }),
    machineState.computeSpeedRatio,
  );

/** An hour for rare requests, else long enough for some thousands of them. */
const minutes: Readonly<Record<string, number>> = {
  "chat-70b": 8,
  "code-32b": 60,
  "extract-14b": 60,
  "search-30b": 15,
  "assist-8b": 20,
};

test.each(fleet.map((plan) => [plan.name, plan] as const))(
  "%s: memory, tensor cores and engine have the same activity in the generated history as in the simulation",
  (name, plan) => {
    const truth = live(plan, minutes[name]!);
    const generated = solved(plan, truth.requestsPerSecond, healthyConditions.machineState);
    expect(Math.abs(generated.dramActiveRatio / truth.dramRatio - 1)).toBeLessThan(0.04);
    expect(Math.abs(generated.gpuBusyRatio / truth.busyRatio - 1)).toBeLessThan(0.04);
    expect(Math.abs(generated.stepsPerSecond / truth.stepsPerSecond - 1)).toBeLessThan(0.04);
    expect(Math.abs(generated.tensorActiveRatio / truth.tensorRatio - 1)).toBeLessThan(0.12);
  },
  120_000,
);

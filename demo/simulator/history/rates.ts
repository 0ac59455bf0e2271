/**
 * Counter increase per second and gauge values of an instance in the steady state of one slot. Distributions are
 * evaluated at quantiles of prompt and output length; each quantile represents the same fraction of requests.
 */
import { detokenizeSecondsPerToken, requestCpuSeconds, tokenizeSecondsPerToken } from "../cost";
import {
  computeArrivalRate,
  tokensPerKvBlock,
  countKvBlocks,
  computeMeanTokens,
  type DeploymentPlan,
} from "../fleet";
import { findBucketIndex } from "../exposition/registry";
import { createRandom, deriveSeed } from "../random";
import { healthyConditions, type InstanceConditions } from "../faults/faults";
import { historySlotMs, scenarioStateAt } from "../scenario";
import { counterIds, historyHistograms, type HistogramId, type ScalarId } from "./series";
import { computeGpuActivity } from "./gpu-activity";
import {
  listNormalQuantiles,
  listOutputLengthQuantiles,
  listPromptLengthQuantiles,
  normalQuantileLevels,
} from "./length-levels";
import { solveSteadyState, type SteadyState } from "./steady-state";

/** Metric values of one instance in one slot. */
export interface InstanceRates {
  /** Per second, for each histogram: observations in each bucket (not cumulative), their number and their sum. */
  readonly histograms: {
    readonly [Id in HistogramId]: {
      readonly buckets: Float64Array;
      readonly count: number;
      readonly sum: number;
    };
  };
  /** Counters per second; gauges as current values. */
  readonly scalars: { readonly [Id in ScalarId]: number };
}

const residualCount = 4;
const loadNoise = 0.05;
const mebibyte = 1024 * 1024;

interface Tally {
  readonly buckets: Float64Array;
  count: number;
  sum: number;
}

function createTallies(): Record<HistogramId, Tally> {
  const entries = Object.entries(historyHistograms).map(([id, { bucketEdges }]) => [
    id,
    { buckets: new Float64Array(bucketEdges.length + 1), count: 0, sum: 0 },
  ]);
  return Object.fromEntries(entries) as Record<HistogramId, Tally>;
}

function tally(tallies: Record<HistogramId, Tally>, id: HistogramId, value: number, perSecond: number): void {
  const into = tallies[id];
  const index = findBucketIndex(historyHistograms[id].bucketEdges, value);
  into.buckets[index] = (into.buckets[index] ?? 0) + perSecond;
  into.count += perSecond;
  into.sum += value * perSecond;
}

/** Parameters of the generated history: the noise seed, the origin of the scenario, and faults. */
export interface HistoryScenario {
  readonly seed: number;
  readonly scenarioStartMs: number | null;
  /** Faults at the end of the history. Absent if there are none. */
  readonly faults?: readonly HistoryFault[];
}

/** A fault of one deployment that starts at a given time. */
export interface HistoryFault {
  readonly deploymentName: string;
  readonly fromMs: number;
  /** Conditions of all instances from the start of the fault on. */
  readonly conditions: InstanceConditions;
}

/**
 * Returns the rates of one instance in the slot that begins at `slotStartMs`; equal for all instances of a
 * deployment.
 */
export function computeSlotRates(
  plan: DeploymentPlan,
  slotStartMs: number,
  scenario: HistoryScenario,
): InstanceRates {
  const { seed, scenarioStartMs, faults = [] } = scenario;
  const middleMs = slotStartMs + historySlotMs / 2;
  const season = scenarioStateAt(plan.name, middleMs, scenarioStartMs);
  const noise = createRandom(deriveSeed(seed, `${plan.name} ${slotStartMs}`));
  const deploymentRate =
    computeArrivalRate(plan.traffic, middleMs) *
    season.loadRatio *
    (1 + loadNoise * (noise.uniform() * 2 - 1));
  const requestsPerSecond = deploymentRate / plan.instanceCount;
  const fault = faults.find(
    ({ deploymentName, fromMs }) => deploymentName === plan.name && fromMs < slotStartMs + historySlotMs,
  );
  const { machineState, availableKvRatio } = fault?.conditions ?? {
    ...healthyConditions,
    machineState: season.machineState,
  };
  const state = solveSteadyState(plan, { requestsPerSecond, machineState, availableKvRatio });
  const tallies = createTallies();
  layOut(plan, { requestsPerSecond, state, tallies });
  return {
    histograms: tallies,
    scalars: numbersOf(plan, { requestsPerSecond, computeRatio: machineState.computeSpeedRatio }, state),
  };
}

interface Layout {
  readonly requestsPerSecond: number;
  readonly state: SteadyState;
  readonly tallies: Record<HistogramId, Tally>;
}

function layOut(plan: DeploymentPlan, layout: Layout): void {
  layOutFirstTokens(plan, layout);
  layOutTokens(plan, layout);
  layOutAborts(layout);
}

/** Engines count requests whose clients gave up in queue time and E2E, and in no other histogram. */
function layOutAborts({ requestsPerSecond, state, tallies }: Layout): void {
  if (state.abortedRatio === 0) return;
  for (const factor of longQueueFactors) {
    const each = (requestsPerSecond * state.abortedRatio) / longQueueFactors.length;
    tally(tallies, "queue", state.meanWaitSeconds * factor, each);
    tally(tallies, "e2e", state.meanWaitSeconds * factor, each);
  }
}

/** Factors of a queue that stays long, relative to its mean: it varies by about a fifth. */
const longQueueFactors = listNormalQuantiles(residualCount).map((z) => 1 + 0.21 * z);

/** Values of an exponential distribution with mean 1 at equally likely quantiles. */
const waitShares = Array.from(
  { length: residualCount },
  (_, index) => -Math.log(1 - (index + 0.5) / residualCount),
);

interface Wait {
  readonly seconds: number;
  /** Fraction of the requests with this wait. */
  readonly share: number;
}

/**
 * Returns the distribution of waits: exponential where prefills queue, uniform up to one step where only a decode
 * step must finish. In an overload it varies around the wait that the surplus does not outlast. The mean equals the
 * steady state's.
 */
function waitsOf({
  meanWaitSeconds,
  abortedRatio,
  prefillTimeRatio,
  decodeStepSeconds,
}: SteadyState): readonly Wait[] {
  if (abortedRatio > 0) {
    return longQueueFactors.map((factor) => ({
      seconds: meanWaitSeconds * factor,
      share: 1 / longQueueFactors.length,
    }));
  }
  const calm = 1 - prefillTimeRatio;
  const queuedSeconds = Math.max(0, meanWaitSeconds - (calm * decodeStepSeconds) / 2) / prefillTimeRatio;
  return [
    { seconds: decodeStepSeconds / 4, share: calm / 2 },
    { seconds: (decodeStepSeconds * 3) / 4, share: calm / 2 },
    ...waitShares.map((part) => ({ seconds: queuedSeconds * part, share: prefillTimeRatio / residualCount })),
  ];
}

function layOutFirstTokens(plan: DeploymentPlan, { requestsPerSecond, state, tallies }: Layout): void {
  const prompts = listPromptLengthQuantiles(plan);
  const waits = waitsOf(state);
  for (const [at, prompt] of prompts.entries()) {
    const prefill = state.prefillSeconds[at] ?? 0;
    const tokenize = requestCpuSeconds + prompt * tokenizeSecondsPerToken;
    for (const { seconds, share } of waits) {
      const each = (requestsPerSecond / prompts.length) * share * (1 - state.abortedRatio);
      tally(tallies, "queue", seconds, each);
      tally(tallies, "promptLength", prompt, each);
      tally(tallies, "prefill", prefill, each);
      tally(tallies, "ttft", tokenize + seconds + prefill, each);
    }
  }
}

function layOutTokens(plan: DeploymentPlan, { requestsPerSecond, state, tallies }: Layout): void {
  const { prefillStepRatio, decodeStepSeconds, prefillSeconds, meanInterTokenSeconds } = state;
  const outputs = listOutputLengthQuantiles(plan);
  const perOutput = (requestsPerSecond * (1 - state.abortedRatio)) / outputs.length;
  const meanTtft = tallies.ttft.sum / Math.max(tallies.ttft.count, 1e-12);
  const meanPrefill = prefillSeconds.reduce((sum, seconds) => sum + seconds, 0) / prefillSeconds.length;
  let tokens = 0;
  for (const [at, output] of outputs.entries()) {
    const gaps = output - 1;
    tokens += gaps * perOutput;
    // The fewer tokens a request has, the more its mean gap varies.
    const spread =
      Math.sqrt((prefillStepRatio * (1 - prefillStepRatio)) / Math.max(1, gaps)) *
      (meanPrefill - decodeStepSeconds);
    const gap = Math.max(
      decodeStepSeconds,
      meanInterTokenSeconds + spread * (normalQuantileLevels[(at * 7) % normalQuantileLevels.length] ?? 0),
    );
    tally(tallies, "tpot", gaps === 0 ? 0 : gap, perOutput);
    tally(tallies, "decode", gaps * gap, perOutput);
    tally(tallies, "e2e", meanTtft + gaps * gap, perOutput);
    tally(tallies, "outputLength", output, perOutput);
  }
  tally(tallies, "itl", decodeStepSeconds, tokens * (1 - prefillStepRatio));
  for (const prefill of prefillSeconds)
    tally(tallies, "itl", prefill, (tokens * prefillStepRatio) / prefillSeconds.length);
}

interface LoadFacts {
  readonly requestsPerSecond: number;
  readonly computeRatio: number;
}

function numbersOf(
  plan: DeploymentPlan,
  { requestsPerSecond, computeRatio }: LoadFacts,
  state: SteadyState,
): InstanceRates["scalars"] {
  const { model, gpu, gpusPerInstance, traffic } = plan;
  const activity = computeGpuActivity(state, computeRatio);
  const { gpuBusyRatio: busy, tensorActiveRatio: tensor, dramActiveRatio: dram } = activity;
  const servedPerSecond = requestsPerSecond * (1 - state.abortedRatio);
  const cpuSeconds =
    servedPerSecond *
    (2 * requestCpuSeconds +
      computeMeanTokens(traffic.promptLength) * tokenizeSecondsPerToken +
      computeMeanTokens(traffic.outputLength) * detokenizeSecondsPerToken);
  const cpuBusy = Math.min(1, cpuSeconds / plan.cpuCoresPerInstance + 0.02);
  const weights = model.streamedParameters * model.bytesPerParameter;
  const pool = countKvBlocks(plan) * tokensPerKvBlock * model.kvBytesPerToken;
  const load = Math.min(1, 0.45 * dram + 0.55 * tensor + 0.15 * busy);
  const promptTokens = servedPerSecond * computeMeanTokens(traffic.promptLength);
  const cachedTokens = promptTokens * traffic.prefixHitRatio;
  const outputTokens = servedPerSecond * computeMeanTokens(traffic.outputLength);
  return {
    promptTokens,
    cachedTokens,
    outputTokens,
    steps: activity.stepsPerSecond,
    stepTokens: promptTokens - cachedTokens + outputTokens,
    finishedStop: servedPerSecond * 0.9,
    finishedLength: servedPerSecond * 0.1,
    finishedAbort: requestsPerSecond * state.abortedRatio,
    preemptions: state.preemptionsPerSecond,
    http2xx: requestsPerSecond,
    cpuBusy: cpuBusy * 0.8,
    cpuIdle: 1 - cpuBusy,
    none: 0,
    up: 1,
    running: Math.round(state.meanRunning),
    waiting: Math.round(state.meanWaiting > 0.5 ? state.meanWaiting : 0),
    kv: state.kvUsageRatio,
    gpuBusy: busy,
    tensor,
    dram,
    memoryMiB: Math.round(
      Math.min(
        gpu.memoryBytes * (plan.gpuMemoryRatio + 0.02),
        (weights + pool) / gpusPerInstance + gpu.memoryBytes * 0.06,
      ) / mebibyte,
    ),
    watts: gpu.idleWatts + (gpu.fullLoadWatts - gpu.idleWatts) * load,
    smClock: gpu.smClockMhz,
  };
}

/** Returns whether the value is a counter, not a gauge. */
export const isCounterId = (name: ScalarId): boolean => (counterIds as readonly string[]).includes(name);

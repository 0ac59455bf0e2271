/**
 * Counter increase per second and gauge values of an instance in its steady state at one time. Between two such times,
 * the history interpolates.
 */
import {
  computeGpuLinkBytes,
  detokenizeSecondsPerToken,
  requestCpuSeconds,
  tokenizeSecondsPerToken,
} from "../cost";
import { bytesPerToken, requestReadSecondsPerByte } from "../deployment";
import { computeArrivalRate, computeMeanTokens, type DeploymentPlan } from "../fleet";
import { createRandom, deriveSeed } from "../random";
import { healthyConditions, type InstanceConditions } from "../faults/faults";
import { historySlotMs, findScenarioState } from "../scenario";
import { computeGpuActivity } from "./gpu-activity";
import { createEmptyHistogramRates, fillHistogramRates, type HistogramRatesById } from "./histogram-rates";
import { computeGapSlopeByLoad, solveSteadyState, type SteadyState } from "./steady-state";
import { histogramIds } from "./history-values";

/** Means of one instance under constant load. Counters are per second. */
export interface InstanceMeans {
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  readonly finishedStop: number;
  readonly finishedLength: number;
  readonly finishedAbort: number;
  readonly preemptions: number;
  readonly http2xx: number;
  readonly steps: number;
  readonly cpuBusySeconds: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Bytes that each GPU sends to the others of its group. */
  readonly linkBytes: number;
  readonly running: number;
  readonly waiting: number;
  readonly kv: number;
  /** Fractions of time in which the GPU, its tensor cores and its memory bus are active. */
  readonly gpuBusy: number;
  readonly tensor: number;
  readonly dram: number;
  readonly clockRatio: number;
  /** Relative change of the gap between tokens for a relative change of the requests within a minute. */
  readonly gapPerLoad: number;
}

/** Metric values of one instance at one time. */
export interface InstanceRates {
  /** Per second, for each histogram: observations in each bucket (not cumulative), their number and their sum. */
  readonly histograms: HistogramRatesById;
  /** Mean gap between tokens at each level of output length, in seconds. */
  readonly interTokenSeconds: Float64Array;
  readonly scalars: InstanceMeans;
}

const loadNoise = 0.05;

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
  /** The fault is visible from the start of the slot that contains this time. */
  readonly fromMs: number;
  /** Conditions of all instances from the start of the fault on. */
  readonly conditions: InstanceConditions;
}

/** State of an instance's machine. Two times without a change between them have the same object. */
export type HistoryConditions = Pick<InstanceConditions, "machineState" | "availableKvRatio" | "clockRatio">;

const ofMachine = new Map<InstanceConditions["machineState"], HistoryConditions>();

/** Returns the conditions of the deployment's instances at a time. */
export function findConditions(
  plan: DeploymentPlan,
  atMs: number,
  { scenarioStartMs, faults = [] }: HistoryScenario,
): HistoryConditions {
  const fault = faults.find(
    ({ deploymentName, fromMs }) =>
      deploymentName === plan.name && atMs >= Math.floor(fromMs / historySlotMs) * historySlotMs,
  );
  if (fault !== undefined) return fault.conditions;
  const { machineState } = findScenarioState(plan.name, atMs, scenarioStartMs);
  const known = ofMachine.get(machineState) ?? { ...healthyConditions, machineState };
  ofMachine.set(machineState, known);
  return known;
}

/**
 * Returns the rates of one instance at a time with the noise of the deployment's load at that time; equal for all
 * instances of a deployment.
 */
export function computeRates(
  plan: DeploymentPlan,
  atMs: number,
  scenario: HistoryScenario,
  conditions = findConditions(plan, atMs, scenario),
): InstanceRates {
  const noise = createRandom(deriveSeed(scenario.seed, `${plan.name} ${atMs}`));
  const deploymentRate =
    computeArrivalRate(plan.traffic, atMs) *
    findScenarioState(plan.name, atMs, scenario.scenarioStartMs).loadRatio *
    (1 + loadNoise * (noise.uniform() * 2 - 1));
  const requestsPerSecond = deploymentRate / plan.instanceCount;
  const { machineState, availableKvRatio } = conditions;
  const state = solveSteadyState(plan, { requestsPerSecond, machineState, availableKvRatio });
  const scalars = computeMeans(plan, { requestsPerSecond, conditions }, state);
  const histogramRates = createEmptyHistogramRates();
  const gaps = fillHistogramRates(plan, {
    requestsPerSecond,
    stepsPerSecond: scalars.steps,
    stepTokensPerSecond: scalars.promptTokens - scalars.cachedTokens + scalars.outputTokens,
    state,
    histogramRates,
  });
  return { histograms: histogramRates, interTokenSeconds: gaps, scalars };
}

interface LoadFacts {
  readonly requestsPerSecond: number;
  readonly conditions: HistoryConditions;
}

function computeMeans(
  plan: DeploymentPlan,
  { requestsPerSecond, conditions }: LoadFacts,
  state: SteadyState,
): InstanceMeans {
  const { model, gpu, gpusPerInstance, traffic } = plan;
  const activity = computeGpuActivity(state, conditions.machineState.computeSpeedRatio);
  const servedPerSecond = requestsPerSecond * (1 - state.abortedRatio);
  const meanPrompt = computeMeanTokens(traffic.promptLength);
  const promptTokens = servedPerSecond * meanPrompt;
  const cachedTokens = promptTokens * traffic.prefixHitRatio;
  const outputTokens = servedPerSecond * computeMeanTokens(traffic.outputLength);
  const receivedBytes = requestsPerSecond * meanPrompt * bytesPerToken;
  const machine = { model, gpu, gpuCount: gpusPerInstance };
  return {
    promptTokens,
    cachedTokens,
    outputTokens,
    finishedStop: servedPerSecond * 0.9,
    finishedLength: servedPerSecond * 0.1,
    finishedAbort: requestsPerSecond * state.abortedRatio,
    preemptions: state.preemptionsPerSecond,
    http2xx: requestsPerSecond,
    steps: activity.stepsPerSecond,
    cpuBusySeconds:
      requestsPerSecond * (2 * requestCpuSeconds + meanPrompt * tokenizeSecondsPerToken) +
      receivedBytes * requestReadSecondsPerByte +
      outputTokens * detokenizeSecondsPerToken,
    sentBytes: outputTokens * bytesPerToken,
    receivedBytes,
    linkBytes: computeGpuLinkBytes(machine, promptTokens - cachedTokens + outputTokens),
    running: Math.round(state.meanRunning),
    waiting: state.meanWaiting,
    kv: state.kvUsageRatio,
    gpuBusy: activity.gpuBusyRatio,
    tensor: activity.tensorActiveRatio,
    dram: activity.dramActiveRatio,
    clockRatio: conditions.clockRatio,
    gapPerLoad: computeGapSlopeByLoad(plan, state, conditions.machineState),
  };
}

/** Returns rates into which `blendRates` writes. */
export function createEmptyRates(like: InstanceRates): InstanceRates {
  return {
    histograms: createEmptyHistogramRates(),
    interTokenSeconds: new Float64Array(like.interTokenSeconds.length),
    scalars: { ...like.scalars },
  };
}

/** Writes the rates at a fraction of the time from `from` to `to` into `into`. */
export function blendRates(from: InstanceRates, to: InstanceRates, share: number, into: InstanceRates): void {
  for (const id of histogramIds) {
    const [start, end, blended] = [from.histograms[id], to.histograms[id], into.histograms[id]];
    blendList(start.buckets, end.buckets, share, blended.buckets);
    blended.count = start.count + (end.count - start.count) * share;
    blended.sum = start.sum + (end.sum - start.sum) * share;
  }
  blendList(from.interTokenSeconds, to.interTokenSeconds, share, into.interTokenSeconds);
  const scalars: Record<keyof InstanceMeans, number> = into.scalars;
  for (const name of Object.keys(scalars) as (keyof InstanceMeans)[])
    scalars[name] = from.scalars[name] + (to.scalars[name] - from.scalars[name]) * share;
}

function blendList(from: Float64Array, to: Float64Array, share: number, into: Float64Array): void {
  for (let index = 0; index < into.length; index += 1) {
    const start = from[index] ?? 0;
    into[index] = start + ((to[index] ?? 0) - start) * share;
  }
}

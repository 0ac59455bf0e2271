/**
 * Steady state of an instance under constant load, solved instead of simulated, with the cost function of the event
 * model. One slot of history is one steady state.
 *
 * Steps are of two kinds: decode-only steps (memory-bound), and steps that also compute a prefill (longer, often
 * compute-bound). With arrivals λ, mean prefill time P, mean output O and R running requests:
 *   k       = 1 + λ · P                    prompts per prefill step: prompts that arrive during a prefill join the next one
 *   ρ       = λ / k · P                    fraction of time in prefill steps
 *   mixed   = λ / k ÷ (λ / k + (1 − ρ) / s₀(R))   fraction of steps with a prefill; s₀ is a decode-only step
 *   gap     = (1 − mixed) · s₀ + mixed · P   mean time between two tokens
 *   R       = λ · O · gap                  Little's law
 *   wait    = rest of the current step + φ² · λ · E[P₁²] / (2 (1 − λ · E[P₁]))   prompts ahead (Pollaczek–Khinchine)
 *
 * φ is the fraction of a step's token budget that a mean prompt takes. Prompts share a step while its budget lasts, so
 * most prompts wait for no other prompt. φ² agrees with the event model within 13 % on the deployments of the fleet.
 *
 * R and gap are found by iteration. When cache or batch cannot hold R, clients give up: the wait is so long that the
 * patience of the surplus fraction is shorter. When the cache is the limit, preempted requests compute their tokens
 * again.
 */
import { computeStepCost, type GpuMachine, type MachineState, type StepCost } from "../cost";
import { tokensPerKvBlock, countKvBlocks, computeMeanTokens, type DeploymentPlan } from "../fleet";
import { clientPatienceSeconds } from "../load/client-patience";
import { listPromptLengthQuantiles, normalQuantile } from "./length-quantiles";

/** Load of one instance and the state of its machine. */
export interface OfferedLoad {
  readonly requestsPerSecond: number;
  readonly machineState: MachineState;
  /** Available fraction of the KV cache's blocks. Absent if all blocks are available. */
  readonly availableKvRatio?: number;
}

/** Mean values of one instance under constant load. */
export interface SteadyState {
  /** Duration of a decode-only step. */
  readonly decodeStepSeconds: number;
  /** Cost of a decode-only step, for the fractions of GPU time. */
  readonly decodeCost: StepCost;
  /** Seconds of prefill for each level of prompt length, shortest prompt first. */
  readonly prefillSeconds: readonly number[];
  /** Seconds of prefill for prompts that share their step with no other prompt, for each level of prompt length. */
  readonly prefillSecondsWithoutCompanions: readonly number[];
  /** Mean number of other prompts in a step, on which `prefillSeconds` is based. */
  readonly companionCount: number;
  /** Mean cost of a prefill step, including the prompts that share it. */
  readonly meanPrefillCost: GpuTimes;
  readonly prefillStepsPerSecond: number;
  /** Fraction of steps that contain a prefill. */
  readonly prefillStepRatio: number;
  /** Mean time between two tokens of a request. */
  readonly meanInterTokenSeconds: number;
  /** Mean queue time over all requests, whether they arrive during a prefill step or not. */
  readonly meanWaitSeconds: number;
  /**
   * Fraction of time in prefill steps, in which arriving requests queue. The others wait for a decode step to end.
   */
  readonly prefillTimeRatio: number;
  /** Mean number of running requests. */
  readonly meanRunning: number;
  /** Mean number of waiting requests. */
  readonly meanWaiting: number;
  /** Fraction of the requests whose clients give up before the first token. */
  readonly abortedRatio: number;
  readonly kvUsageRatio: number;
  readonly preemptionsPerSecond: number;
}

/** Total GPU time and its components, as in a step's cost. */
export type GpuTimes = Pick<StepCost, "stepSeconds" | "gpuSeconds" | "computeSeconds" | "memorySeconds">;

/** Each round halves the error, so twelve rounds reach a thousandth. */
const iterations = 12;
/** Preemptions per finished request while the cache is full, measured on the event model. */
const preemptedRatio = 0.38;
/** Bounds the wait of an overload that almost no client outlasts. */
const maxAbortedRatio = 0.95;
const fullKvRatio = 0.985;
const fullPrefillRatio = 0.9;

function machineOf(plan: DeploymentPlan): GpuMachine {
  return { model: plan.model, gpu: plan.gpu, gpuCount: plan.gpusPerInstance };
}

/** Returns the steady state of one instance of the deployment. */
export function solveSteadyState(plan: DeploymentPlan, load: OfferedLoad): SteadyState {
  const { requestsPerSecond, machineState, availableKvRatio = 1 } = load;
  const { traffic } = plan;
  const output = computeMeanTokens(traffic.outputLength);
  const tokensPerSequence = computeMeanTokens(traffic.promptLength) + output / 2;
  const pool = countKvBlocks(plan) * availableKvRatio * tokensPerKvBlock;
  const cacheHolds = (pool * fullKvRatio) / tokensPerSequence;
  const maxRunning = Math.min(plan.maxSequences, cacheHolds);
  const isCacheTheLimit = cacheHolds < plan.maxSequences;
  const computedAgain =
    (preemptedRatio * tokensPerSequence) /
    (computeMeanTokens(traffic.promptLength) * (1 - traffic.prefixHitRatio));
  let solved = stepsAt(plan, machineState, { running: 1, tokensPerSequence, requestsPerSecond });
  let meanRunning = 1;
  for (let round = 0; round < iterations; round += 1) {
    const neededRunning = 0.5 * meanRunning + 0.5 * requestsPerSecond * output * solved.meanInterTokenSeconds;
    meanRunning = Math.max(0.01, Math.min(maxRunning, neededRunning));
    const served = Math.min(requestsPerSecond, maxRunning / (output * solved.meanInterTokenSeconds));
    const again = isCacheTheLimit && neededRunning > maxRunning ? computedAgain : 0;
    solved = stepsAt(plan, machineState, {
      running: meanRunning,
      tokensPerSequence,
      requestsPerSecond: served * (1 + again),
    });
  }
  const capacity = maxRunning / (output * solved.meanInterTokenSeconds);
  const abortedRatio = Math.min(maxAbortedRatio, Math.max(0, 1 - capacity / requestsPerSecond));
  const meanWaitSeconds = abortedRatio > 0 ? outlastedSeconds(abortedRatio) : solved.meanWaitSeconds;
  return {
    ...solved,
    meanWaitSeconds,
    prefillTimeRatio: abortedRatio > 0 ? 1 : solved.prefillTimeRatio,
    meanRunning,
    meanWaiting: requestsPerSecond * meanWaitSeconds,
    abortedRatio,
    kvUsageRatio: Math.min(fullKvRatio, (meanRunning * tokensPerSequence) / pool),
    preemptionsPerSecond: abortedRatio > 0 && isCacheTheLimit ? capacity * preemptedRatio : 0,
  };
}

/** Returns the wait that this fraction of the clients does not outlast. */
function outlastedSeconds(abortedRatio: number): number {
  return clientPatienceSeconds.median * Math.exp(clientPatienceSeconds.sigma * normalQuantile(abortedRatio));
}

interface SteadyLoad {
  readonly running: number;
  readonly tokensPerSequence: number;
  readonly requestsPerSecond: number;
}

type Steps = Pick<
  SteadyState,
  | "decodeStepSeconds"
  | "decodeCost"
  | "prefillSeconds"
  | "prefillSecondsWithoutCompanions"
  | "companionCount"
  | "meanPrefillCost"
  | "prefillStepsPerSecond"
  | "prefillStepRatio"
  | "meanInterTokenSeconds"
  | "meanWaitSeconds"
  | "prefillTimeRatio"
>;

function stepsAt(
  plan: DeploymentPlan,
  machine: MachineState,
  { running, tokensPerSequence, requestsPerSecond }: SteadyLoad,
): Steps {
  const decodeTokens = Math.max(1, Math.round(running));
  const batch = { plan, state: machine, decodeTokens, contextTokens: decodeTokens * tokensPerSequence };
  const decodeCost = mixedStepCost(batch, 0, 0);
  let costs = prefillCosts(batch, 0);
  const aloneSeconds = secondsOf(costs);
  let companionCount = 0;
  for (let round = 0; round < companionRounds; round += 1) {
    companionCount = Math.min(maxCompanions, requestsPerSecond * average(secondsOf(costs)));
    costs = prefillCosts(batch, companionCount);
  }
  const prefillSeconds = secondsOf(costs);
  const mean = average(prefillSeconds);
  const prefillSteps = requestsPerSecond / (1 + requestsPerSecond * mean);
  const prefillShare = Math.min(fullPrefillRatio, prefillSteps * mean);
  const prefillStepRatio = prefillSteps / (prefillSteps + (1 - prefillShare) / decodeCost.stepSeconds);
  const aloneShare = Math.min(
    fullPrefillRatio,
    requestsPerSecond * Math.max(0, average(aloneSeconds) - decodeCost.stepSeconds),
  );
  const budgetShare = Math.min(1, meanUncachedTokens(plan) / plan.stepTokenBudget);
  const ahead = (budgetShare ** 2 * requestsPerSecond * meanSquare(aloneSeconds)) / (2 * (1 - aloneShare));
  const rest =
    (prefillShare * meanSquare(prefillSeconds)) / (2 * mean) +
    ((1 - prefillShare) * decodeCost.stepSeconds) / 2;
  return {
    decodeStepSeconds: decodeCost.stepSeconds,
    decodeCost,
    prefillSeconds,
    prefillSecondsWithoutCompanions: aloneSeconds,
    companionCount,
    meanPrefillCost: meanCost(costs),
    prefillStepsPerSecond: prefillSteps,
    prefillStepRatio,
    meanInterTokenSeconds: (1 - prefillStepRatio) * decodeCost.stepSeconds + prefillStepRatio * mean,
    meanWaitSeconds: rest + ahead,
    prefillTimeRatio: prefillShare,
  };
}

function meanUncachedTokens({ traffic }: DeploymentPlan): number {
  return computeMeanTokens(traffic.promptLength) * (1 - traffic.prefixHitRatio);
}

/** Relative increase of the batch from which `computeGapSlopeByLoad` takes the slope. */
const slopeStep = 0.1;

/**
 * Returns the relative change of the gap between tokens for a relative change of the load: more prefills, and a larger
 * batch, which itself follows from the gap.
 */
export function computeGapSlopeByLoad(
  plan: DeploymentPlan,
  state: SteadyState,
  machine: MachineState,
): number {
  const { decodeStepSeconds, prefillStepRatio, meanPrefillCost, meanInterTokenSeconds } = state;
  const { traffic } = plan;
  const tokensPerSequence =
    computeMeanTokens(traffic.promptLength) + computeMeanTokens(traffic.outputLength) / 2;
  const stepSeconds = (running: number): number => {
    const contextTokens = running * tokensPerSequence;
    return mixedStepCost({ plan, state: machine, decodeTokens: running, contextTokens }, 0, 0).stepSeconds;
  };
  const { meanRunning } = state;
  const slope = (stepSeconds(meanRunning * (1 + slopeStep)) / stepSeconds(meanRunning) - 1) / slopeStep;
  const decode = slope * (1 - prefillStepRatio) * decodeStepSeconds;
  const prefill = prefillStepRatio * Math.max(0, meanPrefillCost.stepSeconds - decodeStepSeconds);
  return (decode + prefill) / meanInterTokenSeconds / (1 - Math.min(0.5, slope));
}

/** The outer iteration continues from here, so a few rounds suffice. */
const companionRounds = 3;
const maxCompanions = 6;

/**
 * Returns the factor on a prompt's cache hit ratio: uniform from 0.4 to 1.6, as in the event model. Each length level
 * gets one of the values in an order independent of length.
 */
export function computeCacheHitFactor(at: number, count: number): number {
  return 0.4 + 1.2 * ((((at * 7) % count) + 0.5) / count);
}

/** The decode part of a step, to which prefills are added. */
interface Batch {
  readonly plan: DeploymentPlan;
  readonly state: MachineState;
  readonly decodeTokens: number;
  readonly contextTokens: number;
}

function mixedStepCost(
  { plan, state, decodeTokens, contextTokens: decodeContextTokens }: Batch,
  prefillTokens: number,
  prefillAttentionPairs: number,
): StepCost {
  return computeStepCost(machineOf(plan), state, {
    decodeTokens,
    prefillTokens,
    decodeContextTokens,
    prefillAttentionPairs,
  });
}

/** Returns the cost of a prefill for each prompt level when this many other prompts share the step. */
function prefillCosts(batch: Batch, companions: number): readonly GpuTimes[] {
  const { prefixHitRatio } = batch.plan.traffic;
  const prompts = listPromptLengthQuantiles(batch.plan);
  const companionTokens = companions * average(prompts) * (1 - prefixHitRatio);
  return prompts.map((prompt, at) => {
    const uncached = Math.max(1, prompt * (1 - prefixHitRatio * computeCacheHitFactor(at, prompts.length)));
    return prefillCost(batch, prompt, uncached + companionTokens);
  });
}

/** Returns the cost of a prefill. A prompt above the token budget is computed in chunks, one step each. */
function prefillCost(batch: Batch, prompt: number, uncached: number): GpuTimes {
  const { stepTokenBudget } = batch.plan;
  const steps: StepCost[] = [];
  for (let done = 0; done < uncached; done += stepTokenBudget) {
    const tokens = Math.min(stepTokenBudget, uncached - done);
    const pairs = tokens * (Math.max(0, prompt - uncached) + done + tokens / 2);
    steps.push(mixedStepCost(batch, tokens, pairs));
  }
  return steps.length === 1 && steps[0] !== undefined ? steps[0] : sumCost(steps);
}

function secondsOf(costs: readonly GpuTimes[]): readonly number[] {
  return costs.map(({ stepSeconds }) => stepSeconds);
}

function sumCost(costs: readonly GpuTimes[]): GpuTimes {
  const sum = { stepSeconds: 0, gpuSeconds: 0, computeSeconds: 0, memorySeconds: 0 };
  for (const cost of costs) {
    sum.stepSeconds += cost.stepSeconds;
    sum.gpuSeconds += cost.gpuSeconds;
    sum.computeSeconds += cost.computeSeconds;
    sum.memorySeconds += cost.memorySeconds;
  }
  return sum;
}

function meanCost(costs: readonly GpuTimes[]): GpuTimes {
  const { stepSeconds, gpuSeconds, computeSeconds, memorySeconds } = sumCost(costs);
  const count = costs.length;
  return {
    stepSeconds: stepSeconds / count,
    gpuSeconds: gpuSeconds / count,
    computeSeconds: computeSeconds / count,
    memorySeconds: memorySeconds / count,
  };
}

function meanSquare(values: readonly number[]): number {
  return average(values.map((value) => value * value));
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

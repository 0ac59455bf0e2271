/**
 * Cost of a step of data-parallel training, in seconds. The loader reads the next batch while the GPUs work, so only
 * the excess is waited for. The gradient all-reduce follows the backward pass.
 *   compute    = 6 · parameters · tokens / (ranks · peak · efficiency)      (forward 2, backward 4)
 *   all-reduce = 2 (n − 1) / n · gradient bytes / link + a delay for each of 2 (n − 1) rounds
 *   optimizer  = 16 bytes a parameter / (ranks · bandwidth · efficiency)    (sharded over the ranks)
 */
import type { InstanceConditions } from "../faults/faults";
import type { Gpu } from "../hardware";

/** Configuration of a simulated training job. */
export interface TrainingPlan {
  readonly name: string;
  readonly gpu: Gpu;
  readonly hostCount: number;
  readonly gpusPerHost: number;
  readonly parameterCount: number;
  readonly samplesPerStep: number;
  readonly tokensPerSample: number;
  /** Time to read and decode a batch. */
  readonly batchLoadSeconds: number;
  /** Bandwidth of each rank for the gradient all-reduce. */
  readonly linkBytesPerSecond: number;
  readonly stepsPerCheckpoint: number;
  readonly checkpointSeconds: number;
}

/** Times of one training step. `stepSeconds` is the sum of the other durations. */
export interface TrainingStep {
  readonly startMs: number;
  readonly endMs: number;
  /** Training samples of the batch. */
  readonly sampleCount: number;
  /** Time that the GPUs wait for the data loader. */
  readonly dataWaitSeconds: number;
  readonly computeSeconds: number;
  readonly allReduceSeconds: number;
  readonly optimizerSeconds: number;
  readonly checkpointSeconds: number;
  readonly stepSeconds: number;
}

const computeEfficiency = 0.45;
const bandwidthEfficiency = 0.78;
export const gradientBytesPerParameter = 2;
const optimizerBytesPerParameter = 16;

/** Returns the number of data-parallel ranks, one per GPU. */
export const countRanks = ({ hostCount, gpusPerHost }: TrainingPlan): number => hostCount * gpusPerHost;

/** Returns the times of a step. `loaderTimeFactor` is a random factor around one on the loader's time. */
export function createTrainingStep(
  plan: TrainingPlan,
  conditions: InstanceConditions,
  step: { readonly startMs: number; readonly stepNumber: number; readonly loaderTimeFactor: number },
): TrainingStep {
  const { machineState, featureStoreTimeFactor, networkDelaySeconds } = conditions;
  const ranks = countRanks(plan);
  const tokens = plan.samplesPerStep * plan.tokensPerSample;
  const peak = plan.gpu.peakFlops.fp16 * ranks * computeEfficiency * machineState.computeSpeedRatio;
  const computeSeconds =
    (6 * plan.parameterCount * tokens) / peak +
    machineState.kernelLaunchSeconds +
    machineState.cpuSyncSeconds;
  const message = plan.parameterCount * gradientBytesPerParameter;
  const allReduceSeconds =
    ((2 * (ranks - 1)) / ranks) * (message / plan.linkBytesPerSecond) + 2 * (ranks - 1) * networkDelaySeconds;
  const optimizerSeconds =
    (optimizerBytesPerParameter * plan.parameterCount) /
    (ranks *
      plan.gpu.memoryBandwidthBytesPerSecond *
      bandwidthEfficiency *
      machineState.memoryBandwidthRatio);
  const busy = computeSeconds + allReduceSeconds + optimizerSeconds;
  const dataWaitSeconds = Math.max(
    0.002,
    plan.batchLoadSeconds * featureStoreTimeFactor * step.loaderTimeFactor - busy,
  );
  const isCheckpoint = step.stepNumber % plan.stepsPerCheckpoint === 0;
  const checkpointSeconds = isCheckpoint ? plan.checkpointSeconds : 0;
  const stepSeconds = dataWaitSeconds + busy + checkpointSeconds;
  return {
    startMs: step.startMs,
    endMs: step.startMs + stepSeconds * 1000,
    sampleCount: plan.samplesPerStep,
    dataWaitSeconds,
    computeSeconds,
    allReduceSeconds,
    optimizerSeconds,
    checkpointSeconds,
    stepSeconds,
  };
}

/**
 * Returns a step that continues under changed conditions from `atMs` on. Each duration is a time-weighted mix of both
 * steps.
 */
export function blendSteps(current: TrainingStep, changed: TrainingStep, atMs: number): TrainingStep {
  const done = (atMs - current.startMs) / (current.endMs - current.startMs);
  const mixed = (part: (step: TrainingStep) => number): number =>
    done * part(current) + (1 - done) * part(changed);
  const stepSeconds = mixed((step) => step.stepSeconds);
  return {
    ...current,
    endMs: current.startMs + stepSeconds * 1000,
    dataWaitSeconds: mixed((step) => step.dataWaitSeconds),
    computeSeconds: mixed((step) => step.computeSeconds),
    allReduceSeconds: mixed((step) => step.allReduceSeconds),
    optimizerSeconds: mixed((step) => step.optimizerSeconds),
    checkpointSeconds: mixed((step) => step.checkpointSeconds),
    stepSeconds,
  };
}

/**
 * Cost of a step of data-parallel training, in seconds. The loader reads the next batch while the GPUs work, so only
 * the excess is waited for. The gradient all-reduce follows the backward pass.
 *   compute    = 6 · parameters · tokens / (ranks · peak · efficiency)      (forward 2, backward 4)
 *   all-reduce = 2 (n − 1) / n · gradient bytes / link + a delay for each of 2 (n − 1) rounds
 *   optimizer  = 16 bytes a parameter / (ranks · bandwidth · efficiency)    (sharded over the ranks)
 */
import type { MachineConditions } from "../faults/faults";
import type { Gpu } from "../hardware";

export interface TrainingPlan {
  readonly name: string;
  readonly gpu: Gpu;
  readonly hosts: number;
  readonly gpusPerHost: number;
  readonly parameters: number;
  readonly samplesPerStep: number;
  readonly tokensPerSample: number;
  /** Time to read and decode a batch. */
  readonly loadSeconds: number;
  readonly linkBytesPerSecond: number;
  readonly stepsPerCheckpoint: number;
  readonly checkpointSeconds: number;
}

export interface TrainingStep {
  readonly startMs: number;
  readonly endMs: number;
  readonly samples: number;
  readonly dataWaitSeconds: number;
  readonly computeSeconds: number;
  readonly allReduceSeconds: number;
  readonly optimizerSeconds: number;
  readonly checkpointSeconds: number;
  readonly seconds: number;
}

const computeEfficiency = 0.45;
const bandwidthEfficiency = 0.78;
export const gradientBytesPerParameter = 2;
const optimizerBytesPerParameter = 16;

export const rankCount = ({ hosts, gpusPerHost }: TrainingPlan): number => hosts * gpusPerHost;

/** Returns the cost of a step. `jitter` is a factor around one on the loader's time. */
export function trainingStep(
  plan: TrainingPlan,
  conditions: MachineConditions,
  now: { readonly startMs: number; readonly number: number; readonly jitter: number },
): TrainingStep {
  const { machine, featureStoreSlowdown, networkDelaySeconds } = conditions;
  const ranks = rankCount(plan);
  const tokens = plan.samplesPerStep * plan.tokensPerSample;
  const peak = plan.gpu.peakFlops.fp16 * ranks * computeEfficiency * machine.computeSpeedRatio;
  const computeSeconds = (6 * plan.parameters * tokens) / peak + machine.launchSeconds + machine.syncSeconds;
  const message = plan.parameters * gradientBytesPerParameter;
  const allReduceSeconds =
    ((2 * (ranks - 1)) / ranks) * (message / plan.linkBytesPerSecond) + 2 * (ranks - 1) * networkDelaySeconds;
  const optimizerSeconds =
    (optimizerBytesPerParameter * plan.parameters) /
    (ranks * plan.gpu.bandwidthBytesPerSecond * bandwidthEfficiency * machine.memoryBandwidthRatio);
  const busy = computeSeconds + allReduceSeconds + optimizerSeconds;
  const dataWaitSeconds = Math.max(0.002, plan.loadSeconds * featureStoreSlowdown * now.jitter - busy);
  const isCheckpoint = now.number % plan.stepsPerCheckpoint === 0;
  const checkpointSeconds = isCheckpoint ? plan.checkpointSeconds : 0;
  const seconds = dataWaitSeconds + busy + checkpointSeconds;
  return {
    startMs: now.startMs,
    endMs: now.startMs + seconds * 1000,
    samples: plan.samplesPerStep,
    dataWaitSeconds,
    computeSeconds,
    allReduceSeconds,
    optimizerSeconds,
    checkpointSeconds,
    seconds,
  };
}

/**
 * Returns a step that continues under changed conditions from `atMs` on. Each duration is a time-weighted mix of both
 * steps.
 */
export function changeStep(current: TrainingStep, changed: TrainingStep, atMs: number): TrainingStep {
  const done = (atMs - current.startMs) / (current.endMs - current.startMs);
  const mixed = (part: (step: TrainingStep) => number): number =>
    done * part(current) + (1 - done) * part(changed);
  const seconds = mixed((step) => step.seconds);
  return {
    ...current,
    endMs: current.startMs + seconds * 1000,
    dataWaitSeconds: mixed((step) => step.dataWaitSeconds),
    computeSeconds: mixed((step) => step.computeSeconds),
    allReduceSeconds: mixed((step) => step.allReduceSeconds),
    optimizerSeconds: mixed((step) => step.optimizerSeconds),
    checkpointSeconds: mixed((step) => step.checkpointSeconds),
    seconds,
  };
}

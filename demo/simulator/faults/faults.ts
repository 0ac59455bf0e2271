/**
 * List of faults. Each changes a mechanism of the simulation, never a metric, so the symptoms follow from the model.
 */
import { healthyMachine, type MachineState } from "@/demo/simulator/cost";

/** All properties of an instance and its network path that faults can change. A factor of 1 means no effect. */
export interface InstanceConditions {
  readonly machineState: MachineState;
  /** GPU clock as a ratio of the rated clock. Throttled compute lowers it. */
  readonly clockRatio: number;
  /** Factor on the CPU time of tokenization. */
  readonly tokenizerTimeFactor: number;
  /** Available fraction of the KV cache's blocks. */
  readonly availableKvRatio: number;
  /** Limit of the batch under a fault; null for the deployment's own limit. */
  readonly maxSequencesUnderFault: number | null;
  /** Delay of each message between gateway and engine. */
  readonly networkDelaySeconds: number;
  /** Fraction of messages that are lost and resent. */
  readonly networkLossRatio: number;
  /** Factor on the bytes of requests and responses. */
  readonly payloadSizeFactor: number;
  /** Factor on the duration of a feature lookup. */
  readonly featureStoreTimeFactor: number;
  /** Engines accept no work before this time, as in a cold start. */
  readonly coldUntilMs: number;
}

export const healthyConditions: InstanceConditions = {
  machineState: healthyMachine,
  clockRatio: 1,
  tokenizerTimeFactor: 1,
  availableKvRatio: 1,
  maxSequencesUnderFault: null,
  networkDelaySeconds: 0.0008,
  networkLossRatio: 0,
  payloadSizeFactor: 1,
  featureStoreTimeFactor: 1,
  coldUntilMs: 0,
};

/** A fault that can be set on a workload. */
export interface Fault {
  readonly id: string;
  /** Sentence for the operator about the effect of the strength. */
  readonly effect: string;
  /**
   * Default strength. Depending on the fault, it is a factor, a ratio, a time or a number of sequences: see
   * `effect`.
   */
  readonly defaultStrength: number;
  /**
   * Allowed strengths, inclusive. Values outside are unrealistic, and requests started under them would not finish
   * within a session.
   */
  readonly strengthRange: { readonly min: number; readonly max: number };
  /** Feature without which the fault has no effect on a workload. Absent if the fault affects every workload. */
  readonly requiredComponent?: "feature store";
  readonly apply: (conditions: InstanceConditions, strength: number, sinceMs: number) => InstanceConditions;
}

const machine = (conditions: InstanceConditions, change: Partial<MachineState>): InstanceConditions => ({
  ...conditions,
  machineState: { ...conditions.machineState, ...change },
});

export const faults: readonly Fault[] = [
  {
    id: "slow-tokenizer",
    effect: "The strength multiplies the CPU time of the tokenizer.",
    defaultStrength: 250,
    strengthRange: { min: 1, max: 5_000 },
    apply: (conditions, strength) => ({ ...conditions, tokenizerTimeFactor: strength }),
  },
  {
    id: "kv-cache-squeezed",
    effect: "The strength is the fraction of the KV cache blocks that is available.",
    defaultStrength: 0.2,
    strengthRange: { min: 0.001, max: 1 },
    apply: (conditions, strength) => ({ ...conditions, availableKvRatio: strength }),
  },
  {
    id: "batch-cap",
    effect: "The strength is the maximum number of sequences that run at once.",
    defaultStrength: 4,
    strengthRange: { min: 1, max: 1_024 },
    apply: (conditions, strength) => ({ ...conditions, maxSequencesUnderFault: strength }),
  },
  {
    id: "memory-bandwidth-cut",
    effect:
      "The strength is the remaining fraction of memory bandwidth. The clock and the busy ratio of the memory bus stay normal.",
    defaultStrength: 0.35,
    strengthRange: { min: 0.01, max: 1 },
    apply: (conditions, strength) => machine(conditions, { memoryBandwidthRatio: strength }),
  },
  {
    id: "compute-throttled",
    effect: "The strength is the fraction of its clock at which the GPU runs.",
    defaultStrength: 0.35,
    strengthRange: { min: 0.01, max: 1 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeSpeedRatio: strength }),
      clockRatio: strength,
    }),
  },
  {
    id: "launch-overhead",
    effect: "The strength is the additional time for kernel launches per step, in ms.",
    defaultStrength: 25,
    strengthRange: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) =>
      machine(conditions, {
        kernelLaunchSeconds: conditions.machineState.kernelLaunchSeconds + strength / 1000,
      }),
  },
  {
    id: "cpu-gpu-sync",
    effect: "The strength is the time that each step waits for the CPU, in ms.",
    defaultStrength: 20,
    strengthRange: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) => machine(conditions, { cpuSyncSeconds: strength / 1000 }),
  },
  {
    id: "network-delay",
    effect: "The strength is the additional time between gateway and engine in each direction, in ms.",
    defaultStrength: 300,
    strengthRange: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) => ({
      ...conditions,
      networkDelaySeconds: conditions.networkDelaySeconds + strength / 1000,
    }),
  },
  {
    id: "network-loss",
    effect: "The strength is the fraction of messages that are lost once and resent after 200 ms.",
    defaultStrength: 0.2,
    strengthRange: { min: 0.001, max: 1 },
    apply: (conditions, strength) => ({ ...conditions, networkLossRatio: strength }),
  },
  {
    id: "large-payloads",
    effect: "The strength multiplies the size of requests and responses in bytes.",
    defaultStrength: 400,
    strengthRange: { min: 1, max: 20_000 },
    apply: (conditions, strength) => ({ ...conditions, payloadSizeFactor: strength }),
  },
  {
    id: "cold-start",
    effect: "The engines restart. The strength is the time for which they load weights, in s.",
    defaultStrength: 45,
    strengthRange: { min: 1, max: 3_600 },
    apply: (conditions, strength, sinceMs) => ({ ...conditions, coldUntilMs: sinceMs + strength * 1000 }),
  },
  {
    id: "slow-feature-store",
    effect: "The strength multiplies the lookup time of the feature store.",
    defaultStrength: 15,
    strengthRange: { min: 1, max: 500 },
    requiredComponent: "feature store",
    apply: (conditions, strength) => ({ ...conditions, featureStoreTimeFactor: strength }),
  },
  {
    id: "noisy-neighbour",
    effect: "The strength is the fraction of bandwidth, compute and CPU that another tenant uses.",
    defaultStrength: 0.5,
    strengthRange: { min: 0.01, max: 0.95 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeSpeedRatio: 1 - strength, memoryBandwidthRatio: 1 - strength }),
      tokenizerTimeFactor: conditions.tokenizerTimeFactor / (1 - strength),
    }),
  },
];

export interface ActiveFault {
  readonly fault: Fault;
  readonly strength: number;
  readonly sinceMs: number;
  /** Name of the affected instance. Absent if the fault affects all instances. */
  readonly instance?: string;
}

/** Returns the combined effect of the active faults on an instance with the given machine state. */
export function combineFaults(
  activeFaults: Iterable<ActiveFault>,
  machineState: MachineState = healthyMachine,
): InstanceConditions {
  let conditions: InstanceConditions = { ...healthyConditions, machineState };
  for (const { fault, strength, sinceMs } of activeFaults)
    conditions = fault.apply(conditions, strength, sinceMs);
  return conditions;
}

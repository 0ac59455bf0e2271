/**
 * List of faults. Each changes a mechanism of the simulation, never a metric, so the symptoms follow from the model.
 */
import { healthyMachine, type MachineState } from "@/demo/simulator/cost";

/** All properties of a deployment that faults can change. */
export interface MachineConditions {
  readonly machine: MachineState;
  /** GPU clock as a ratio of the rated clock. Throttled compute lowers it. */
  readonly clockRatio: number;
  readonly tokenizerSlowdown: number;
  readonly kvCacheRatio: number;
  readonly maxSequences: number | null;
  readonly networkDelaySeconds: number;
  readonly networkLossRatio: number;
  readonly payloadRatio: number;
  readonly featureStoreSlowdown: number;
  /** Engines accept no work before this time, as in a cold start. */
  readonly coldUntilMs: number;
}

export const healthyConditions: MachineConditions = {
  machine: healthyMachine,
  clockRatio: 1,
  tokenizerSlowdown: 1,
  kvCacheRatio: 1,
  maxSequences: null,
  networkDelaySeconds: 0.0008,
  networkLossRatio: 0,
  payloadRatio: 1,
  featureStoreSlowdown: 1,
  coldUntilMs: 0,
};

export interface Fault {
  readonly id: string;
  readonly meaning: string;
  /** Default strength. Its meaning depends on the fault: a factor, a ratio or a number of milliseconds. */
  readonly usualStrength: number;
  /**
   * Allowed strengths, inclusive. Values outside are unrealistic, and requests started under them would not finish
   * within a session.
   */
  readonly range: { readonly min: number; readonly max: number };
  /** Feature that a workload needs for the fault to have an effect. */
  readonly requiredComponent?: "feature store";
  readonly apply: (conditions: MachineConditions, strength: number, sinceMs: number) => MachineConditions;
}

const machine = (conditions: MachineConditions, change: Partial<MachineState>): MachineConditions => ({
  ...conditions,
  machine: { ...conditions.machine, ...change },
});

export const faults: readonly Fault[] = [
  {
    id: "slow-tokenizer",
    meaning: "The tokenizer takes this many times as long on the CPU.",
    usualStrength: 250,
    range: { min: 1, max: 5_000 },
    apply: (conditions, strength) => ({ ...conditions, tokenizerSlowdown: strength }),
  },
  {
    id: "kv-cache-squeezed",
    meaning: "Only this fraction of the KV cache blocks is available.",
    usualStrength: 0.2,
    range: { min: 0.001, max: 1 },
    apply: (conditions, strength) => ({ ...conditions, kvCacheRatio: strength }),
  },
  {
    id: "batch-cap",
    meaning: "At most this many sequences run at once.",
    usualStrength: 4,
    range: { min: 1, max: 1_024 },
    apply: (conditions, strength) => ({ ...conditions, maxSequences: strength }),
  },
  {
    id: "memory-bandwidth-cut",
    meaning:
      "GPU memory has this fraction of its bandwidth. The clock and the busy ratio of the memory bus stay normal.",
    usualStrength: 0.35,
    range: { min: 0.01, max: 1 },
    apply: (conditions, strength) => machine(conditions, { memoryBandwidthRatio: strength }),
  },
  {
    id: "compute-throttled",
    meaning: "The GPU runs at this fraction of its clock.",
    usualStrength: 0.35,
    range: { min: 0.01, max: 1 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeSpeedRatio: strength }),
      clockRatio: strength,
    }),
  },
  {
    id: "launch-overhead",
    meaning: "Each step spends this many additional milliseconds on kernel launches.",
    usualStrength: 25,
    range: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) =>
      machine(conditions, { launchSeconds: conditions.machine.launchSeconds + strength / 1000 }),
  },
  {
    id: "cpu-gpu-sync",
    meaning: "Each step waits this many milliseconds for the CPU.",
    usualStrength: 20,
    range: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) => machine(conditions, { syncSeconds: strength / 1000 }),
  },
  {
    id: "network-delay",
    meaning: "The hop between gateway and engine takes this many additional milliseconds in each direction.",
    usualStrength: 300,
    range: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) => ({
      ...conditions,
      networkDelaySeconds: conditions.networkDelaySeconds + strength / 1000,
    }),
  },
  {
    id: "network-loss",
    meaning: "This fraction of messages is lost once and resent after 200 ms.",
    usualStrength: 0.2,
    range: { min: 0.001, max: 1 },
    apply: (conditions, strength) => ({ ...conditions, networkLossRatio: strength }),
  },
  {
    id: "large-payloads",
    meaning: "Requests and responses have this many times their usual size in bytes.",
    usualStrength: 400,
    range: { min: 1, max: 20_000 },
    apply: (conditions, strength) => ({ ...conditions, payloadRatio: strength }),
  },
  {
    id: "cold-start",
    meaning: "The engines restart and load weights for this many seconds.",
    usualStrength: 45,
    range: { min: 1, max: 3_600 },
    apply: (conditions, strength, sinceMs) => ({ ...conditions, coldUntilMs: sinceMs + strength * 1000 }),
  },
  {
    id: "slow-feature-store",
    meaning: "The feature store takes this many times as long.",
    usualStrength: 15,
    range: { min: 1, max: 500 },
    requiredComponent: "feature store",
    apply: (conditions, strength) => ({ ...conditions, featureStoreSlowdown: strength }),
  },
  {
    id: "noisy-neighbour",
    meaning: "Another tenant uses this fraction of bandwidth, compute and CPU.",
    usualStrength: 0.5,
    range: { min: 0.01, max: 0.95 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeSpeedRatio: 1 - strength, memoryBandwidthRatio: 1 - strength }),
      tokenizerSlowdown: conditions.tokenizerSlowdown / (1 - strength),
    }),
  },
];

export interface ActiveFault {
  readonly fault: Fault;
  readonly strength: number;
  readonly sinceMs: number;
  /** The affected instance; all instances when absent. */
  readonly instance?: string;
}

/** Returns the combined effect of the active faults on a deployment with the given machine state. */
export function combineFaults(
  active: Iterable<ActiveFault>,
  machineNow: MachineState = healthyMachine,
): MachineConditions {
  let conditions: MachineConditions = { ...healthyConditions, machine: machineNow };
  for (const { fault, strength, sinceMs } of active) conditions = fault.apply(conditions, strength, sinceMs);
  return conditions;
}

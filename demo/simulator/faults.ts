/** The list of faults. Each bends a mechanism, never a metric, so that its fingerprint follows by itself. */
import { healthyMachine, type MachineState } from "./cost";

/** Everything about a deployment that a fault can bend. */
export interface Conditions {
  readonly machine: MachineState;
  /** Clock the GPU runs at, as a ratio of its rated one; throttled compute shows here. */
  readonly clockRatio: number;
  readonly tokenizerSlowdown: number;
  readonly kvCacheRatio: number;
  readonly maxSequences: number | null;
  readonly networkDelaySeconds: number;
  readonly networkLossRatio: number;
  readonly payloadRatio: number;
  readonly featureStoreSlowdown: number;
  /** Engines take no work before this time: a cold start. */
  readonly coldUntilMs: number;
}

export const healthy: Conditions = {
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
  /** What the strength multiplies or adds, and its value when none is given. */
  readonly usualStrength: number;
  /**
   * Strengths it takes, both ends included. Beyond them nothing real is played, and what was begun under the fault would
   * not end within a session.
   */
  readonly range: { readonly min: number; readonly max: number };
  /** What a workload must have for the fault to mean anything. */
  readonly needs?: "feature store";
  readonly apply: (conditions: Conditions, strength: number, sinceMs: number) => Conditions;
}

const machine = (conditions: Conditions, change: Partial<MachineState>): Conditions => ({
  ...conditions,
  machine: { ...conditions.machine, ...change },
});

export const faults: readonly Fault[] = [
  {
    id: "slow-tokenizer",
    meaning: "The tokenizer takes that many times as long on the CPU.",
    usualStrength: 250,
    range: { min: 1, max: 5_000 },
    apply: (conditions, strength) => ({ ...conditions, tokenizerSlowdown: strength }),
  },
  {
    id: "kv-cache-squeezed",
    meaning: "Only this share of the KV cache blocks is there.",
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
    meaning: "The GPU's memory has this share of its bandwidth; its clock and its busy bus do not show it.",
    usualStrength: 0.35,
    range: { min: 0.01, max: 1 },
    apply: (conditions, strength) => machine(conditions, { bandwidthRatio: strength }),
  },
  {
    id: "compute-throttled",
    meaning: "The GPU runs at this share of its clock.",
    usualStrength: 0.35,
    range: { min: 0.01, max: 1 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeRatio: strength }),
      clockRatio: strength,
    }),
  },
  {
    id: "launch-overhead",
    meaning: "Each step spends this many more milliseconds launching kernels.",
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
    meaning: "The hop between gateway and engine takes this many more milliseconds each way.",
    usualStrength: 300,
    range: { min: 0.1, max: 10_000 },
    apply: (conditions, strength) => ({
      ...conditions,
      networkDelaySeconds: conditions.networkDelaySeconds + strength / 1000,
    }),
  },
  {
    id: "network-loss",
    meaning: "This share of messages is lost once and sent again after 200 ms.",
    usualStrength: 0.2,
    range: { min: 0.001, max: 1 },
    apply: (conditions, strength) => ({ ...conditions, networkLossRatio: strength }),
  },
  {
    id: "large-payloads",
    meaning: "Requests and answers are that many times their usual bytes.",
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
    meaning: "The feature store takes that many times as long.",
    usualStrength: 15,
    range: { min: 1, max: 500 },
    needs: "feature store",
    apply: (conditions, strength) => ({ ...conditions, featureStoreSlowdown: strength }),
  },
  {
    id: "noisy-neighbour",
    meaning: "Another tenant takes this share of bandwidth, compute and CPU.",
    usualStrength: 0.5,
    range: { min: 0.01, max: 0.95 },
    apply: (conditions, strength) => ({
      ...machine(conditions, { computeRatio: 1 - strength, bandwidthRatio: 1 - strength }),
      tokenizerSlowdown: conditions.tokenizerSlowdown / (1 - strength),
    }),
  },
];

export interface ActiveFault {
  readonly fault: Fault;
  readonly strength: number;
  readonly sinceMs: number;
  /** The one instance it is on; all of them where it is absent. */
  readonly instance?: string;
}

/** What a set of faults together make of a deployment whose machines are as the season has them. */
export function conditionsOf(
  active: Iterable<ActiveFault>,
  machineNow: MachineState = healthyMachine,
): Conditions {
  let conditions: Conditions = { ...healthy, machine: machineNow };
  for (const { fault, strength, sinceMs } of active) conditions = fault.apply(conditions, strength, sinceMs);
  return conditions;
}

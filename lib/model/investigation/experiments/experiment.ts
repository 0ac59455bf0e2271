/** An experiment: one declared factor, two arms, and the measures that decide. Everything is declared before it starts. */
import type { DeclaredFactor } from "@/lib/model/comparison/declared-factor";
import type { ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { listComparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import type { MeasuredValue } from "../goal";

/** Kinds of experiments. */
export const experimentKinds = [
  "config-change",
  "ab",
  "canary",
  "load-test",
  "batch-sweep",
  "rollback",
] as const;
/** Kind of an experiment. */
export type ExperimentKind = (typeof experimentKinds)[number];

/** Display name of each kind. */
export const experimentKindTitles: Readonly<Record<ExperimentKind, string>> = {
  "config-change": "Configuration change",
  ab: "A/B test",
  canary: "Canary",
  "load-test": "Load test",
  "batch-sweep": "Batch sweep",
  rollback: "Rollback",
};

/** States of an experiment, in order. */
export const experimentStates = ["planned", "running", "ended"] as const;
/** State of an experiment. */
export type ExperimentState = (typeof experimentStates)[number];

/** Decisions on an experiment. */
export const experimentDecisions = ["adopt", "reject", "repeat"] as const;
/** Decision on an experiment. */
export type ExperimentDecision = (typeof experimentDecisions)[number];

/** Names the decisions as actions. */
export const experimentDecisionTitles: Readonly<Record<ExperimentDecision, string>> = {
  adopt: "Adopt the change",
  reject: "Reject the change",
  repeat: "Repeat the experiment",
};

/** Changes of an experiment that the timeline records. */
export const experimentActions = [
  "added",
  "edited",
  "removed",
  "started",
  "ended",
  "scored",
  "decided",
  "approved",
  "hook-fired",
  "hook-answered",
] as const;

/**
 * Rules that decide when an experiment is complete.
 *
 * - `first-verdict`: the experiment is complete at the first interim analysis that finds a difference, and at the latest at
 *   the planned number of blocks
 * - `planned-blocks`: a difference is reported at the planned number of blocks only
 */
export const stopRules = ["first-verdict", "planned-blocks"] as const;
/** Rule that decides when the measurement is complete. */
export type StopRule = (typeof stopRules)[number];

/**
 * Roles of the arms. The factor has its value `from` in the reference arm, and its value `to` in the changed
 * arm.
 */
export const armRoles = ["reference", "changed"] as const;
/** Role of an arm: the reference arm, or the arm with the changed factor. */
export type ArmRole = (typeof armRoles)[number];

/** A label that only the instances of the arm have, such as instance or version. */
export interface ArmSelector {
  readonly label: string;
  readonly value: string;
}

/** Time window of an arm, whose end is exclusive. `endMs` is null if the window has not ended. */
export interface ArmWindow {
  readonly startMs: number;
  readonly endMs: number | null;
}

/** A stored baseline as an arm. Its numbers are stored with the plan, so that they outlive the baseline. */
export interface ArmBaseline {
  readonly id: string;
  /** Null: the name is hidden, because only a team may read the baseline. */
  readonly name: string | null;
  /** From the start of the first block to the end of the last block. */
  readonly window: TimeWindow;
  readonly blockMs: number;
  readonly blockCount: number;
  /** Requests in the window; null if they were not measured. */
  readonly requestCount: number | null;
  /**
   * The team that alone could read the baseline when it was deleted; null for a deleted team. Absent if the baseline
   * was not deleted, or if all readers of its deployment could read it.
   */
  readonly onlyTeamId?: string | null;
}

/**
 * One of the two measured sides: a deployment or some of its instances, in one or several windows; or a stored baseline
 * of the deployment.
 */
export interface ExperimentArm {
  readonly role: ArmRole;
  readonly name: string;
  /** Slug of the deployment. */
  readonly deployment: string;
  /** Null: all instances of the deployment. */
  readonly selector: ArmSelector | null;
  /** In order of time. Several windows interleave the arms: A, B, A, B. Empty for a baseline. */
  readonly windows: readonly ArmWindow[];
  /** The stored baseline that is measured instead of windows of the source; null if the arm has windows. */
  readonly baseline: ArmBaseline | null;
}

/** The reference arm, then the changed arm. */
export type ExperimentArms = readonly [ExperimentArm, ExperimentArm];

/** Measures and rules that are declared before the start. */
export interface ExperimentMeasures {
  readonly primary: MeasuredValue;
  /** Measures that must not become worse. */
  readonly guards: readonly MeasuredValue[];
  /** True if the cost per million output tokens must not become worse. */
  readonly hasCostGuard: boolean;
  /** Smallest relative change that counts. */
  readonly marginRatio: number;
  /** Largest relative decrease of a quality score that is accepted. */
  readonly maxQualityDecrease: number;
  /**
   * Number of blocks per arm after which the experiment is complete. A block is one minute long, or as long as the
   * blocks of the baseline.
   */
  readonly plannedBlocks: number;
  readonly stopRule: StopRule;
}

/** The result of a quality test of one arm. Higher is better. */
export interface QualityScore {
  readonly role: ArmRole;
  /** Name of the test, such as MMLU. */
  readonly name: string;
  readonly value: number;
  readonly author: string;
  readonly atMs: number;
}

/** Everything that is declared before the start, except the rollback plan. */
export interface ExperimentPlan {
  readonly kind: ExperimentKind;
  readonly factor: DeclaredFactor;
  readonly arms: ExperimentArms;
  readonly measures: ExperimentMeasures;
}

/** Limits of the fields of an experiment. */
export const experimentLimits = {
  maxExperiments: 50,
  maxWindows: 20,
  maxGuards: 5,
  maxScores: 100,
  maxNameLength: 80,
  maxRollbackPlanLength: 2_000,
  minBlocks: 20,
  maxPlannedBlocks: 1_440,
  minMarginRatio: 0.05,
  maxMarginRatio: 0.5,
  maxQualityDecrease: 0.5,
} as const;

/**
 * Returns the statistics of a signal that an experiment can judge. Percentiles are excluded: the sequential
 * test needs one number per block, and a block of one minute has too few requests for a percentile.
 */
export function listTestedStatistics(signal: SignalId): readonly ComparedStatistic[] {
  const { better } = signalDefinition(signal);
  if (better === "neither") return [];
  return listComparedStatistics(signal).filter((one) => !/^p\d+$/.test(one));
}

/** Signals that an experiment can measure. */
export const testedSignals: readonly SignalId[] = signalIds.filter(
  (signal) => listTestedStatistics(signal).length > 0,
);

/** Returns the name of an experiment as displayed, such as X1. */
export function experimentName(number: number): string {
  return `X${number}`;
}

/** Returns the factor as text: "engine.flags.max_num_seqs 256 → 64". */
export function factorText({ path, from, to }: DeclaredFactor): string {
  return `${path} ${from ?? "any"} → ${to ?? "any"}`;
}

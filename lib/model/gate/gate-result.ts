/**
 * The result of a gate run as it is stored: verdict, rules with their numbers, and the facts that prevent or weaken the
 * verdict. Runs stay readable after their baseline, deployment or data are deleted.
 */
import { z } from "zod";
import { baselineImport } from "@/lib/model/baseline/import/baseline-import";
import { windowConcerns } from "@/lib/model/baseline/window-concern";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { loadMeasures } from "@/lib/model/comparison/load-measure";
import { signalIds } from "@/lib/model/signals/signals";
import { units } from "@/lib/model/units";

/** States of a gate run: waiting for samples, or complete. */
export const gateStates = ["waiting", "complete"] as const;
/** Verdicts of a gate run. */
export const gateVerdicts = ["pass", "fail", "cannot-tell"] as const;
/** Verdict of a gate run. */
export type GateVerdict = (typeof gateVerdicts)[number];
/** Verdicts on one rule of a gate. */
export const ruleVerdicts = ["pass", "fail", "undecided"] as const;
/** Verdict on one rule of a gate. */
export type RuleVerdict = (typeof ruleVerdicts)[number];
/** The two windows of a gate run. */
export const gateSides = ["baseline", "window"] as const;
/** Baseline or judged window of a gate run. */
export type GateSideName = (typeof gateSides)[number];

const text = z.string().max(1_000);
const bounded = z.number().nullable();

const estimate = z.strictObject({
  value: z.number(),
  /** 95 % interval; null is unbounded. */
  lower: z.number(),
  upper: bounded,
  /** Requests or other observations; blocks of a gauge. */
  n: z.number(),
});
/** Value of a judged statistic with its confidence interval. */
export type GateEstimate = z.infer<typeof estimate>;

/** Regression as a ratio. Positive is worse, also for a signal whose higher values are better. Null: no bound. */
const regression = z.strictObject({ value: z.number(), lower: bounded, upper: bounded });

const further = z.strictObject({
  /** Length of a window that would be enough for a verdict; null if no longer window alone is enough. */
  neededWindowMs: bounded,
  additionalRequestCount: bounded,
});
/** Window length and number of further requests that would lead to a verdict. */
export type FurtherSamples = z.infer<typeof further>;

const undecidedReason = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("no-value"), side: z.enum(gateSides), detail: text.nullable() }),
  /** The value of the baseline is 0, so a relative change does not exist. */
  z.strictObject({ kind: z.literal("no-base") }),
  z.strictObject({ kind: z.literal("few-samples"), further }),
]);
/** Reason why a rule has no verdict. */
export type UndecidedReason = z.infer<typeof undecidedReason>;

const measured = {
  verdict: z.enum(ruleVerdicts),
  baseline: estimate.nullable(),
  window: estimate.nullable(),
  regression: regression.nullable(),
};

/** An exact value that was judged instead of a quantile, because the bucket of the quantile is too wide. */
const exactPart = z.strictObject({
  /** Null: the mean. A number: the share of requests above this bucket edge. */
  aboveEdge: z.number().nullable(),
  /** Limit of a share's regression, as a ratio. Absent for the mean, which has the limit of the rule. */
  limitRatio: z.number().optional(),
  ...measured,
  undecidedReason: undecidedReason.nullable(),
});
/** Verdict on an exact value, such as the mean. It replaces the verdict on a percentile whose buckets are too wide. */
export type ExactValueVerdict = z.infer<typeof exactPart>;

const ruleResult = z.strictObject({
  signal: z.enum(signalIds),
  statistic: z.enum(comparedStatistics),
  maxRegressionRatio: z.number(),
  unit: z.enum(units),
  /** True if the values are per ready instance, because the windows have different numbers of instances. */
  isPerInstance: z.literal(true).exactOptional(),
  ...measured,
  /** Bucket of the baseline's quantile that is too wide to judge it; null if it was judged directly. */
  resolution: z.strictObject({ lower: z.number(), upper: bounded }).nullable(),
  /** Values that were judged instead of the quantile; empty if it was judged directly. */
  exact: z.array(exactPart).max(3),
  undecidedReason: undecidedReason.nullable(),
});
/** Verdict on one rule with both values and the regression. */
export type RuleResult = z.infer<typeof ruleResult>;

/** A fact that prevents a verdict, or only weakens it if it is listed as a warning. */
const gateIssue = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("concern"),
    side: z.enum(gateSides),
    concern: z.enum(windowConcerns),
    detail: text,
  }),
  /** More than 5 % of the blocks of a judged signal have no value. */
  z.strictObject({
    kind: z.literal("incomplete-signal"),
    side: z.enum(gateSides),
    signal: z.enum(signalIds),
    incompleteCount: z.number(),
    blockCount: z.number(),
  }),
  /** The newest blocks of the window have no samples. */
  z.strictObject({ kind: z.literal("stale"), ageMs: z.number() }),
  /**
   * The loads differ. `ratio` is the load of the window ÷ the load of the baseline; null if the load of the baseline
   * was 0.
   */
  z.strictObject({
    kind: z.literal("load"),
    measure: z.enum(loadMeasures),
    ratio: bounded,
    /** True if the load is the declared factor, so that it may differ. */
    isDeclared: z.literal(true).exactOptional(),
  }),
  z.strictObject({ kind: z.literal("unknown-load"), measure: z.enum(loadMeasures) }),
  z.strictObject({ kind: z.literal("environment"), path: text, baseline: text, window: text }),
  /** The value of an environment path is unknown for one side or both sides. */
  z.strictObject({
    kind: z.literal("unknown-environment"),
    path: text,
    knownSide: z.enum(gateSides).nullable(),
  }),
  /** A side does not have the declared value. */
  z.strictObject({
    kind: z.literal("factor-mismatch"),
    path: text,
    side: z.enum(gateSides),
    declared: text,
    found: text,
  }),
  z.strictObject({ kind: z.literal("source"), detail: text }),
  /** The window and the baseline overlap by this time. */
  z.strictObject({ kind: z.literal("overlap"), commonMs: z.number() }),
  z.strictObject({ kind: z.literal("expired-baseline"), expiredAtMs: z.number() }),
  z.strictObject({ kind: z.literal("imported-baseline"), imported: baselineImport }),
  z.strictObject({ kind: z.literal("deleted"), noun: z.enum(["baseline", "deployment"]) }),
]);
/** Fact about the windows of a gate run that prevents or weakens its verdict. */
export type GateIssue = z.infer<typeof gateIssue>;

/** Schema of the stored result of a gate run. */
export const gateResult = z.strictObject({
  schemaVersion: z.literal(1),
  verdict: z.enum(gateVerdicts),
  /** Reasons that prevented a verdict, even if a rule failed. */
  obstacles: z.array(gateIssue).max(600),
  warnings: z.array(gateIssue).max(600),
  /** In the order of the request; empty without data. */
  rules: z.array(ruleResult).max(20),
});
/** Result of a gate run: verdict, result of each rule, reasons that prevented a verdict, and warnings. */
export type GateResult = z.infer<typeof gateResult>;

/** Schema of the request of a gate run, with the names that deployment and baseline had when it was made. */
export const gateRequest = z.strictObject({
  schemaVersion: z.literal(1),
  /** Rules in their canonical form. */
  rules: z.array(text).min(1).max(20),
  deployment: z.strictObject({ slug: text, title: text, source: text }),
  baseline: z.strictObject({
    id: z.uuid(),
    name: text,
    contentHash: text.nullable(),
    window: z.strictObject({ startMs: z.number(), endMs: z.number() }),
  }),
  /** Environment path that differs on purpose, with the values of both sides if they were declared. */
  factor: z.strictObject({ path: text, from: text.nullable(), to: text.nullable() }).nullable(),
  isStrict: z.boolean(),
  /**
   * The exclusion that marks the judged load test. It does not prevent a verdict, unlike other exclusions in the
   * window.
   */
  run: z.strictObject({ eventId: z.uuid(), title: text }).nullable(),
  /** Set when a team-only baseline is deleted: the team that may still read the run. Null: admins only. */
  onlyTeamId: z.uuid().nullable().optional(),
});
/** Request of a gate run, with the names that deployment and baseline had when it was made. */
export type GateRequest = z.infer<typeof gateRequest>;

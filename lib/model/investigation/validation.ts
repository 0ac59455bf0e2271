/**
 * The validation of a fix: every signal before and after it, the check of the goal, the bottleneck and the cost. A stored
 * validation does not change, so it is readable after the data and the baseline are deleted. Sentences are stored with it.
 */
import { z } from "zod";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { sideKinds } from "@/lib/model/comparison/measured-side";
import { comparisonVerdicts, overallVerdicts } from "@/lib/model/comparison/verdicts";
import { signalIds } from "@/lib/model/signals/signals";
import { displayUnits, units } from "@/lib/model/units";
import { goalVerdicts } from "./goal";
import { goalCheck } from "./goal-check";
import { verdictProvenance } from "@/lib/model/comparison/verdict-provenance";

const bounded = z.number().nullable();

const estimate = z.object({
  value: z.number(),
  /** Confidence interval: 97.5 % for a percentile, 95 % for other values. Null is unbounded. */
  lower: z.number(),
  upper: bounded,
  /** Requests or other observations; blocks of a gauge. */
  n: z.number(),
});
/** A measured value with its 95 % confidence interval. */
export type ValidatedEstimate = z.infer<typeof estimate>;

/** Relative change, after / before − 1, with its 95 % interval; null is unbounded. */
const change = z.object({ value: z.number(), lower: bounded, upper: bounded });

const side = z.object({
  kind: z.enum(sideKinds),
  /** Name of the baseline, or title of the deployment. */
  label: z.string(),
  window: z.object({ startMs: z.number(), endMs: z.number() }),
  blockMs: z.number(),
  blockCount: z.number(),
  requestCount: bounded,
});
/** A window before or after the fix, as measured for one deployment. */
export type ValidatedSide = z.infer<typeof side>;

const validatedSignal = z.object({
  signal: z.enum(signalIds),
  statistic: z.enum(comparedStatistics),
  /** Name as displayed, such as "TTFT p95". */
  title: z.string(),
  unit: z.enum(units),
  displayUnit: z.enum(displayUnits),
  /** Null if the signal has no value on the side. */
  before: estimate.nullable(),
  after: estimate.nullable(),
  change: change.nullable(),
  verdict: z.enum(comparisonVerdicts),
  /** Why there is no verdict; null with a verdict. */
  reason: z.string().nullable(),
  /** True if the value is one of those that decide the overall verdict. */
  isDecisive: z.boolean(),
  /** True if the goal refers to this value. */
  isGoal: z.boolean(),
});
/** A signal before and after the fix, with the verdict on its change. */
export type ValidatedSignal = z.infer<typeof validatedSignal>;

/** Verdicts on whether the bottleneck changed between the windows. */
export const bottleneckVerdicts = ["moved", "same", "cannot-tell"] as const;
/** Verdict on whether the bottleneck changed between the windows. */
export type BottleneckVerdict = (typeof bottleneckVerdicts)[number];

const bottleneck = {
  verdict: z.enum(bottleneckVerdicts),
  /** The largest part before and after; null if it is not known. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  sentence: z.string(),
} as const;

/** The bottleneck according to the phases of traced requests. */
const phaseBottleneck = z.object({
  ...bottleneck,
  /** Mean time per request, the longest first. Empty without traces. */
  phases: z.array(
    z.object({
      title: z.string(),
      beforeSeconds: z.number(),
      afterSeconds: z.number(),
      /** 95 % interval of the difference; null with too few requests. */
      difference: z.object({ lower: z.number(), upper: z.number() }).nullable(),
    }),
  ),
  /** Requests with traces. */
  beforeCount: z.number(),
  afterCount: z.number(),
});
/** The longest phase of traced requests, before and after the fix. */
export type PhaseBottleneck = z.infer<typeof phaseBottleneck>;

/** Shares of the time of a step. Their sum can exceed 1, because memory access and arithmetic overlap. */
const stepParts = z.object({
  memoryRatio: z.number(),
  computeRatio: z.number(),
  communicationRatio: z.number(),
  otherRatio: z.number(),
  /** Name of the bound, such as "memory-bound". */
  bound: z.string(),
});
/** Shares of a step's time by the resource that bounds it. */
export type StepParts = z.infer<typeof stepParts>;

/** The bottleneck according to the roofline's shares of step time. */
const rooflineBottleneck = z.object({
  ...bottleneck,
  /** By pool and phase. */
  steps: z.array(z.object({ title: z.string(), before: stepParts.nullable(), after: stepParts.nullable() })),
});
/** The roofline bound of decode or prefill steps, before and after the fix. */
export type RooflineBottleneck = z.infer<typeof rooflineBottleneck>;

/** Cost per million output tokens. */
const cost = z.object({
  before: estimate.nullable(),
  after: estimate.nullable(),
  change: change.nullable(),
  verdict: z.enum(overallVerdicts),
  currency: z.string().nullable(),
  sentence: z.string(),
});

const deployment = z.object({
  deployment: z.object({ slug: z.string(), title: z.string() }),
  /** Null if the side was not measured. */
  before: side.nullable(),
  after: side.nullable(),
  /** Verdict of the comparison over its decisive signals. */
  verdict: z.enum(overallVerdicts),
  /** The comparison in one or two sentences, or why there is none. */
  sentence: z.string(),
  /** Facts that prevent a verdict, as sentences. */
  obstacles: z.array(z.string()),
  /** Facts that weaken the verdict, as sentences. */
  notes: z.array(z.string()),
  signals: z.array(validatedSignal),
  phases: phaseBottleneck,
  roofline: rooflineBottleneck,
  cost,
  /** Null without a comparison, and in reports of releases that did not record it. */
  basis: verdictProvenance.nullable().default(null),
});
/** Comparison of one deployment before and after the fix. */
export type ValidatedDeployment = z.infer<typeof deployment>;

/** Schema of a validation: the check of the goal, and the comparison of each deployment. */
export const validationReport = z.object({
  schemaVersion: z.literal(1),
  /** "met" only if the goal is met, and nothing prevents the comparison of a deployment. */
  verdict: z.enum(goalVerdicts),
  sentence: z.string(),
  /**
   * Why the verdict is "cannot tell", although the check of the goal may have a different verdict. Null if nothing
   * prevents the verdict.
   */
  obstacle: z.string().nullable(),
  /** The deploy that contains the fix; null if none is linked. */
  deploy: z.object({ title: z.string(), atMs: z.number() }).nullable(),
  /** Null without a goal. */
  goalCheck: goalCheck.nullable(),
  deployments: z.array(deployment),
  measuredAtMs: z.number(),
});
/** A validation: the check of the goal, and the comparison of each deployment. */
export type ValidationReport = z.infer<typeof validationReport>;

/**
 * The check of a goal and its conditions, for responses and for the timeline. The sentences are stored, so that the
 * record of a change stays readable after the data and the baseline are deleted.
 */
import { z } from "zod";
import { verdictProvenance } from "@/lib/model/comparison/verdict-provenance";
import { displayUnits, units } from "@/lib/model/units";
import { goalVerdicts } from "./goal";

/** Roofline settings without which a cost cannot be computed. */
export const requiredCostInputs = ["price", "gpu-count"] as const;
/** Roofline setting without which a cost cannot be computed. */
export type RequiredCostInput = (typeof requiredCostInputs)[number];

const bounded = z.number().nullable();
const verdict = z.enum(goalVerdicts);

const estimate = z.object({
  value: z.number(),
  /** 95 % interval; null is unbounded. */
  lower: z.number(),
  upper: bounded,
  /** Requests or other observations; blocks of a gauge. */
  n: z.number(),
});

const goalCheckPart = z.object({
  kind: z.enum(["goal", "condition"]),
  /** The goal or the condition, such as "TTFT p95 at most 1.00 s". */
  title: z.string(),
  verdict,
  /** The value with its interval, and why there is no verdict. */
  sentence: z.string(),
  measured: estimate.nullable(),
  baseline: estimate.nullable(),
  /** Change relative to the baseline. For a condition, a positive change is worse. */
  change: z.object({ value: z.number(), lower: bounded, upper: bounded }).nullable(),
  /** The target in the unit of the signal, or as a relative change. */
  limit: bounded,
  /** Distance from the worse end of the interval to the limit; positive if the interval is on the good side. */
  marginRatio: bounded,
  /** Unit of the values; null without a signal. */
  unit: z.enum(units).nullable(),
  displayUnit: z.enum(displayUnits).nullable(),
  /** Currency of the values; null for values that are not a cost. */
  currency: z.string().nullable().default(null),
  /**
   * True if the values are totals divided by the number of ready instances, because this number differs from the number
   * of the baseline.
   */
  isPerInstance: z.boolean().default(false),
  /** Setting of the deployment without which there is no verdict; null if none is missing. */
  missingSetting: z.enum(requiredCostInputs).nullable().default(null),
  /**
   * Length of a window that would be enough for a verdict, and the number of requests that it needs in addition. Null
   * if they are not known.
   */
  neededWindowMs: bounded,
  additionalRequestCount: bounded,
});
/** Verdict on the goal or on one of its conditions, with the measured value. */
export type GoalCheckPart = z.infer<typeof goalCheckPart>;

const goalCheckDeployment = z.object({
  deployment: z.object({ slug: z.string(), title: z.string() }),
  verdict,
  /** Why nothing could be measured, as sentences. The list of parts is empty then. */
  unavailableReason: z.string().nullable(),
  /** The goal first, then the conditions. */
  parts: z.array(goalCheckPart),
  /** Facts that weaken the verdict, as sentences. */
  warnings: z.array(z.string()),
  /**
   * The load of the baseline and of the window. Null without a baseline, and in checks of releases that did not record
   * it.
   */
  basis: verdictProvenance.nullable().default(null),
});
/** Goal check of one deployment. */
export type GoalCheckDeployment = z.infer<typeof goalCheckDeployment>;

/** Schema of a goal check: the verdict on each part of a goal in one time window. */
export const goalCheck = z
  .object({
    verdict,
    /** The verdict with its main number or reason. */
    sentence: z.string(),
    window: z.object({
      startMs: z.number(),
      endMs: z.number(),
      /** True if the window ends now. */
      isLive: z.boolean(),
      /** Which times limit the window, as sentences. */
      basis: z.string(),
    }),
    checkedAtMs: z.number(),
    deployments: z.array(goalCheckDeployment),
    /** Why the check does not include every deployment; null if it does. */
    incompleteReason: z.string().nullable(),
  })
  .meta({ id: "GoalCheck" });
/** Verdict on each part of a goal in one time window. */
export type GoalCheck = z.infer<typeof goalCheck>;

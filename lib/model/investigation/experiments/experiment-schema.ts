/** Schemas of the stored parts of an experiment, and of its result. */
import { z } from "zod";
import { comparedStatistics } from "@/lib/model/comparison/compared-statistic";
import { comparisonVerdicts, overallVerdicts } from "@/lib/model/comparison/verdicts";
import { signalIds } from "@/lib/model/signals/signals";
import { displayUnits, units } from "@/lib/model/units";
import { verdictProvenance } from "@/lib/model/comparison/verdict-provenance";
import { armRoles, stopRules } from "./experiment";

const measuredValue = z.object({ signal: z.enum(signalIds), statistic: z.enum(comparedStatistics) });

/** Schema of the changed factor: an environment path with its value in both arms. */
export const storedFactor = z.object({
  path: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

const armBaseline = z.object({
  id: z.string(),
  /** Null if only a team may read the baseline. */
  name: z.string().nullable(),
  window: z.object({ startMs: z.number(), endMs: z.number() }),
  blockMs: z.number(),
  blockCount: z.number(),
  /** Requests in the window; null if they were not measured. */
  requestCount: z.number().nullable(),
});

const arm = z.object({
  role: z.enum(armRoles),
  name: z.string(),
  deployment: z.string(),
  selector: z.object({ label: z.string(), value: z.string() }).nullable(),
  windows: z.array(z.object({ startMs: z.number(), endMs: z.number().nullable() })),
  /**
   * The baseline that is the arm. Null if the arm has windows. Absent in plans of earlier releases, whose arms have
   * windows.
   */
  baseline: armBaseline.nullable().default(null),
});

/** Schema of both arms in responses: the reference arm, then the changed arm. */
export const experimentArms = z.tuple([arm, arm]);

const storedArm = arm.extend({
  baseline: armBaseline
    .extend({
      /**
       * The team that alone could read the baseline when it was deleted; null for a deleted team. Absent if the
       * baseline was not deleted, or if all readers of its deployment could read it.
       */
      onlyTeamId: z.uuid().nullable().exactOptional(),
    })
    .nullable()
    .default(null),
});

/** Schema of both arms as stored: the reference arm, then the changed arm. */
export const storedArms = z.tuple([storedArm, storedArm]);

/** Schema of the measured values of a plan, with the rule that ends the measurement. */
export const storedMeasures = z.object({
  primary: measuredValue,
  guards: z.array(measuredValue),
  /** True if the cost must not become worse. False in plans that are older than this guard. */
  hasCostGuard: z.boolean().default(false),
  marginRatio: z.number(),
  maxQualityDecrease: z.number(),
  plannedBlocks: z.number().int(),
  stopRule: z.enum(stopRules),
});

/** Schema of the results of quality tests. Higher values are better. */
export const storedScores = z.array(
  z.object({
    role: z.enum(armRoles),
    name: z.string(),
    value: z.number(),
    author: z.string(),
    atMs: z.number(),
  }),
);

const nullableNumber = z.number().nullable();

const judgedMeasure = measuredValue.extend({
  part: z.enum(["primary", "guard"]),
  /** Currency of the means, which are costs per million output tokens; null for values of the signal. */
  currency: z.string().nullable().default(null),
  title: z.string(),
  verdict: z.enum(comparisonVerdicts),
  unit: z.enum(units),
  displayUnit: z.enum(displayUnits),
  /** Number of judged blocks per arm. */
  blockCount: z.number().int(),
  referenceMean: nullableNumber,
  changedMean: nullableNumber,
  /** Relative change, changed / reference − 1. */
  change: nullableNumber,
  /** Confidence interval of the change. It is valid at every interim analysis. Null is unbounded or unknown. */
  lower: nullableNumber,
  upper: nullableNumber,
  pValue: nullableNumber,
  /** Additional blocks per arm that would be enough for a verdict; null if the number is not known. */
  additionalBlocks: nullableNumber,
  /** Numbers and verdict as sentences. */
  sentence: z.string(),
});

/** Schema of the verdict on an experiment with its measurements. */
export const experimentResult = z.object({
  verdict: z.enum(overallVerdicts),
  sentence: z.string(),
  /** True if the declared stop rule is met. */
  isComplete: z.boolean(),
  /** The primary measure, then the guards. Empty without measurements. */
  measures: z.array(judgedMeasure),
  quality: z.array(
    z.object({
      name: z.string(),
      reference: nullableNumber,
      changed: nullableNumber,
      hasFallen: z.boolean(),
    }),
  ),
  /** Facts that limit the result, as sentences. */
  notes: z.array(z.string()),
  /** Probability that a difference of the primary measure is reported by mistake, over all interim analyses. */
  falseAlarmRatio: z.number(),
  checkedAtMs: z.number(),
  /** Null without measurements, and in results of releases that did not record it. */
  basis: verdictProvenance.nullable().default(null),
});
/** The verdict on an experiment with its measurements. */
export type ExperimentResult = z.infer<typeof experimentResult>;

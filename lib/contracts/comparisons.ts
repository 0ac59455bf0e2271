/** Comparison endpoints: compare two sides, and export the comparison. */
import { z } from "zod";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import { environmentOrigins } from "@/lib/model/baseline/environment";
import { baselineImport } from "@/lib/model/baseline/import/baseline-import";
import { windowConcerns } from "@/lib/model/baseline/window-concern";
import { comparedStatistics, distributionStatistics } from "@/lib/model/comparison/compared-statistic";
import { declaredFactorFormatHint, parseRequestedFactor } from "@/lib/model/comparison/declared-factor";
import { sideKinds } from "@/lib/model/comparison/measured-side";
import { parseSideReference, sideReferenceFormatHint } from "@/lib/model/comparison/side-reference";
import { comparisonVerdicts, overallVerdicts } from "@/lib/model/comparison/verdicts";
import { displayUnits } from "@/lib/model/units";
import { defineContract } from "./contract";
import { emptyObject, signalId, timeWindow, unit } from "./fields";

/** Text with a grammar of `lib/model/comparison`. */
const parsedText = <T>(maxLength: number, parse: (text: string) => T | undefined, rule: string) =>
  z
    .string()
    .max(maxLength)
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: "custom", message: rule });
      return z.NEVER;
    });

/** `baseline:<id>`, `window:<deployment>:<from>:<to>`, or `deployment:<deployment>`. */
const sideReference = parsedText(200, parseSideReference, sideReferenceFormatHint);
/** `path` or `path:from:to`. */
const declaredFactor = parsedText(2_200, parseRequestedFactor, declaredFactorFormatHint);

const comparedSides = {
  before: sideReference,
  after: sideReference,
  /** Statistic of the latency signals that decides the overall verdict. */
  statistic: z.enum(distributionStatistics).default("p95"),
  factor: declaredFactor.optional(),
  /** True refuses the comparison if an environment path is known on one side only. */
  strict: z.enum(["true", "false"]).default("false"),
} as const;
/** `known` returns a result with the margins that are already known, and does not wait until the history is read. */
const margins = z.enum(["complete", "known"]).default("complete");
/** `known` returns a pending result if the windows are not read yet. A later request returns the complete result. */
const windows = z.enum(["complete", "known"]).default("complete");

const bound = z.number().nullable();
const absentNumber = z.number().nullable();
const bucket = z.object({ lower: z.number(), upper: bound });

const side = z.object({
  kind: z.enum(sideKinds),
  /** Reference of the side, with absolute times. */
  reference: z.string(),
  label: z.string(),
  deployment: z.object({ slug: z.string(), title: z.string() }),
  window: timeWindow,
  /** Null if the window could not be measured, or is still being read. */
  measured: z
    .object({
      source: z.string(),
      timeZone: z.string(),
      blockMs: z.number(),
      blockCount: z.number(),
      requestCount: absentNumber,
    })
    .nullable(),
  concerns: z.array(z.object({ kind: z.enum(windowConcerns), detail: z.string() })),
  /** Import of the baseline. Absent unless the side is a baseline that was imported from a file. */
  imported: baselineImport.exactOptional(),
  /** Why the window could not be measured; null if it was measured. */
  missingReason: z.string().nullable(),
  /** A longer window that can be measured instead; null if none is proposed. */
  proposal: timeWindow.nullable(),
});
/** One of the two compared windows in the response. */
export type ComparedSideEntry = ReadonlyDeep<z.infer<typeof side>>;

const environmentValue = z.object({ value: z.string(), origin: z.enum(environmentOrigins) });
const sideName = z.enum(["before", "after"]);

const refusal = z.discriminatedUnion("kind", [
  /** These paths differ and are not declared. */
  z.object({ kind: z.literal("undeclared"), paths: z.array(z.string()) }),
  /** The value of a side differs from the declared value. */
  z.object({
    kind: z.literal("factor-mismatch"),
    path: z.string(),
    side: sideName,
    declared: z.string(),
    found: z.string(),
  }),
  /** These paths are known on one side only. Only a strict comparison is refused for this reason. */
  z.object({ kind: z.literal("not-known"), paths: z.array(z.string()) }),
]);
/** Reason why two windows cannot be compared. */
export type ComparisonRefusalEntry = ReadonlyDeep<z.infer<typeof refusal>>;

const environment = z.object({
  differences: z.array(
    z.object({
      path: z.string(),
      before: environmentValue,
      after: environmentValue,
      isDeclared: z.boolean(),
    }),
  ),
  unknown: z.array(z.object({ path: z.string(), knownSide: sideName, value: environmentValue })),
  equalCount: z.number(),
  isFactorUnchanged: z.boolean(),
  /** Null if a verdict is possible. */
  refusal: refusal.nullable(),
});

const loadMeasure = z.enum(["requestsPerInstance", "promptTokens", "outputTokens", "fixedConcurrency"]);
/** The ratio after ÷ before is null if the measure was 0 before. */
const loadDifference = z.object({ measure: loadMeasure, ratio: absentNumber });
const windowLoad = z.object({
  requestsPerInstance: absentNumber,
  promptTokens: absentNumber,
  outputTokens: absentNumber,
  fixedConcurrency: absentNumber,
});

const load = z.object({
  before: windowLoad,
  after: windowLoad,
  differences: z.array(loadDifference),
  unknown: z.array(loadMeasure),
  /** True if total request rates were compared, because the number of instances of a side is unknown. */
  isTotalRate: z.boolean(),
  isDeclared: z.boolean(),
});

const reason = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("no-number"), window: z.enum(["before", "after", "both"]) }),
  z.object({ kind: z.literal("no-base") }),
  z.object({ kind: z.literal("load-differs"), differences: z.array(loadDifference) }),
  z.object({ kind: z.literal("too-noisy"), variationRatio: z.number() }),
  z.object({ kind: z.literal("bucket-resolution"), ...bucket.shape }),
  z.object({
    kind: z.literal("few-samples"),
    additionalSamples: absentNumber,
    quantileReach: z.object({ window: sideName, ...bucket.shape, n: z.number() }).nullable(),
  }),
]);
/** Reason why the verdict on a statistic is "cannot tell". */
export type InconclusiveReasonEntry = ReadonlyDeep<z.infer<typeof reason>>;

const judgedChange = z.object({
  verdict: z.enum(comparisonVerdicts),
  /**
   * after ÷ before − 1, with the 95 % interval `lower` to `upper`. Null if a value is missing, or if the value before is
   * not above 0. An end of the interval that is null is unbounded.
   */
  change: absentNumber,
  lower: bound,
  upper: bound,
  /** after − before in canonical units. Null unless the difference decided instead of the relative change. */
  difference: z.object({ value: z.number(), lower: z.number(), upper: bound, margin: z.number() }).nullable(),
  margin: z.object({
    /** Margin as a fraction. For a share of requests, it is the increase that corresponds to the margin of the latency. */
    ratio: z.number(),
    /** Number of windows from which the margin was estimated. With fewer than 6 windows, the margin is the default of 10 %. */
    windowCount: z.number(),
    isDefault: z.boolean(),
    isTooNoisy: z.boolean(),
  }),
  pValue: absentNumber,
  /**
   * True if the change is far larger than the usual variation between windows, which decided the verdict instead of the
   * interval of the change. Absent otherwise.
   */
  isBeyondHistory: z.literal(true).exactOptional(),
  /** Reason of the verdict "cannot-tell". Null for other verdicts, and if the comparison is refused. */
  reason: reason.nullable(),
});
/** Change of a statistic with its confidence interval and verdict. */
export type JudgedChangeEntry = ReadonlyDeep<z.infer<typeof judgedChange>>;

const estimate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("present"),
    value: z.number(),
    /** Interval from the variation between blocks: 97.5 % for a percentile, otherwise 95 %. A null upper end is unbounded. */
    lower: z.number(),
    upper: bound,
    /** Histogram bucket that contains the percentile; null for other statistics. */
    bucket: bucket.nullable(),
    /** Number of observations; for a gauge, number of time blocks. */
    n: z.number(),
    blockCount: z.number(),
  }),
  z.object({
    kind: z.literal("absent"),
    reason: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("not-measured"), detail: z.string() }),
      z.object({ kind: z.literal("few-blocks"), neededBlockCount: z.number() }),
      z.object({ kind: z.literal("no-observations") }),
    ]),
    blockCount: z.number(),
  }),
]);
/** Value of a statistic in one window, or why it is missing. */
export type ComparedEstimate = ReadonlyDeep<z.infer<typeof estimate>>;

const statisticKey = { signal: signalId, statistic: z.enum(comparedStatistics) } as const;

const row = z.object({
  ...statisticKey,
  unit,
  displayUnit: z.enum(displayUnits),
  /** True if the values are per ready instance, because the windows have different numbers of instances. Absent otherwise. */
  isPerInstance: z.literal(true).exactOptional(),
  before: estimate,
  after: estimate,
  /** Verdict on the statistic. If its buckets are too wide, the verdict is about the numbers in `exact`. */
  verdict: z.enum(comparisonVerdicts),
  comparison: judgedChange,
  /** Origin of the windows from which the margin was estimated: the baseline before, or the deployment's history. */
  marginSource: z.enum(["baseline", "history"]),
  /** Numbers that were judged instead of a percentile whose buckets are too wide; null for other rows. */
  exact: z
    .object({
      /** Bucket that contains the percentile of the side before. */
      resolution: bucket,
      mean: judgedChange,
      shares: z.array(z.object({ edge: z.number(), comparison: judgedChange })),
    })
    .nullable(),
});
/** Comparison of one statistic in the response. */
export type ComparedRowEntry = ReadonlyDeep<z.infer<typeof row>>;

/** Number of observations per bucket over all blocks. A null upper edge is +Inf. */
const histogram = z.object({ upperEdges: z.array(bound), counts: z.array(z.number()) });

const result = z.object({
  /** Length of the shorter of the two windows. */
  windowMs: z.number(),
  /** "cannot-tell" if the comparison is refused. */
  verdict: z.enum(overallVerdicts),
  /** The statistics that decide the overall verdict, with their verdicts after Holm's correction for several tests. */
  decisive: z.array(
    z.object({ ...statisticKey, verdict: z.enum(comparisonVerdicts), adjustedPValue: absentNumber }),
  ),
  environment,
  load,
  rows: z.array(row),
  histograms: z.array(
    z.object({
      signal: signalId,
      unit,
      displayUnit: z.enum(displayUnits),
      before: histogram.nullable(),
      after: histogram.nullable(),
    }),
  ),
});
/** Result of a comparison in the response: verdict, statistics, environment and load. */
export type ComparisonResultEntry = ReadonlyDeep<z.infer<typeof result>>;

/** Schema of a comparison of two windows. */
export const comparison = z.object({
  asOfMs: z.number(),
  before: side,
  after: side,
  statistic: z.enum(distributionStatistics),
  factor: z.string().nullable(),
  isStrict: z.boolean(),
  /** True while a window is being read, and `result` is null until then. Absent otherwise. */
  isPending: z.literal(true).exactOptional(),
  /** True while the history is being read. Until it is read, the default margin applies. */
  isMarginPending: z.boolean(),
  /** Null if a side could not be measured, or is still being read. */
  result: result.nullable(),
  /** The comparison in one or two sentences. */
  sentence: z.string(),
});
/** Comparison of two windows with its result. */
export type ComparisonEntry = ReadonlyDeep<z.infer<typeof comparison>>;

/** Compares two windows or baselines. */
export const comparisonContract = defineContract({
  id: "comparison",
  method: "GET",
  path: "/api/v1/comparisons",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ ...comparedSides, margins, windows }),
  body: emptyObject,
  response: comparison,
});

/** Exports the same comparison as JSON or Markdown. */
export const exportComparisonContract = defineContract({
  id: "export-comparison",
  method: "GET",
  path: "/api/v1/comparisons/export",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ ...comparedSides, format: z.enum(["json", "markdown"]).default("json") }),
  body: emptyObject,
  response: z.discriminatedUnion("format", [
    z.object({ format: z.literal("json"), fileName: z.string(), document: comparison }),
    z.object({ format: z.literal("markdown"), fileName: z.string(), text: z.string() }),
  ]),
});

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
  /** Statistic of latencies in the overall verdict. */
  statistic: z.enum(distributionStatistics).default("p95"),
  factor: declaredFactor.optional(),
  /** Refuses paths that are known on one side only. */
  strict: z.enum(["true", "false"]).default("false"),
} as const;
/** `known` answers before the history of the margins is read. */
const margins = z.enum(["complete", "known"]).default("complete");
/** `known` answers before the windows are read, and a later request gets them. */
const windows = z.enum(["complete", "known"]).default("complete");

const bound = z.number().nullable();
const absentNumber = z.number().nullable();
const bucket = z.object({ lower: z.number(), upper: bound });

const side = z.object({
  kind: z.enum(sideKinds),
  /** The side with absolute times. */
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
  /** Only for a baseline that was imported from a file. */
  imported: baselineImport.exactOptional(),
  /** Why the window could not be measured. */
  missingReason: z.string().nullable(),
  /** A longer window that can be measured. */
  proposal: timeWindow.nullable(),
});
/** One of the two compared windows in the response. */
export type ComparedSideEntry = ReadonlyDeep<z.infer<typeof side>>;

const environmentValue = z.object({ value: z.string(), origin: z.enum(environmentOrigins) });
const sideName = z.enum(["before", "after"]);

const refusal = z.discriminatedUnion("kind", [
  /** These paths differ and are not declared. */
  z.object({ kind: z.literal("undeclared"), paths: z.array(z.string()) }),
  /** A side does not have the declared value. */
  z.object({
    kind: z.literal("factor-mismatch"),
    path: z.string(),
    side: sideName,
    declared: z.string(),
    found: z.string(),
  }),
  /** Strict: these paths are known on one side only. */
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
  /** Total request rates were compared, because the number of instances of a side is unknown. */
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
  /** after ÷ before − 1 with its 95 % interval; null without numbers or a base above 0. Null ends are unbounded. */
  change: absentNumber,
  lower: bound,
  upper: bound,
  /** after − before in canonical units, where a difference decided instead of the relative change. */
  difference: z.object({ value: z.number(), lower: z.number(), upper: bound, margin: z.number() }).nullable(),
  margin: z.object({
    /** The margin of a share is the increase that corresponds to the margin of the latency. */
    ratio: z.number(),
    /** Windows from which the margin of the latency was estimated; with fewer than 6 it is the default of 10 %. */
    windowCount: z.number(),
    isDefault: z.boolean(),
    isTooNoisy: z.boolean(),
  }),
  pValue: absentNumber,
  /** Set only with the verdict "cannot-tell" of a comparison that is not refused. */
  reason: reason.nullable(),
});
/** Change of a statistic with its confidence interval and verdict. */
export type JudgedChangeEntry = ReadonlyDeep<z.infer<typeof judgedChange>>;

const estimate = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("present"),
    value: z.number(),
    /** 95 % interval, for a percentile 97.5 %, between blocks. Null is unbounded. */
    lower: z.number(),
    upper: bound,
    /** Bucket of a percentile. */
    bucket: bucket.nullable(),
    /** Observations, or blocks of a gauge. */
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
  /** The values are per ready instance, because the windows have different numbers of instances. */
  isPerInstance: z.literal(true).exactOptional(),
  before: estimate,
  after: estimate,
  /** Verdict of the statistic, or of the exact numbers where its buckets are too wide. */
  verdict: z.enum(comparisonVerdicts),
  comparison: judgedChange,
  /** The windows of the margin are from the side before, or from the deployment's history. */
  marginSource: z.enum(["baseline", "history"]),
  /** Numbers that were judged in the place of a percentile whose buckets are too wide. */
  exact: z
    .object({
      /** Bucket of the percentile before. */
      resolution: bucket,
      mean: judgedChange,
      shares: z.array(z.object({ edge: z.number(), comparison: judgedChange })),
    })
    .nullable(),
});
/** Comparison of one statistic in the response. */
export type ComparedRowEntry = ReadonlyDeep<z.infer<typeof row>>;

/** Counts per bucket over all blocks; null is the edge +Inf. */
const histogram = z.object({ upperEdges: z.array(bound), counts: z.array(z.number()) });

const result = z.object({
  /** Length of the shorter side. */
  windowMs: z.number(),
  /** "cannot-tell" if the comparison is refused. */
  verdict: z.enum(overallVerdicts),
  /** The numbers that decide, after Holm's correction. */
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
  /** Present while a window is read. `result` is null until then. */
  isPending: z.literal(true).exactOptional(),
  /** The history is still being read, and the default margin applies until then. */
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

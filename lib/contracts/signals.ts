/**
 * Signals endpoint: answers all visible panels of a page in one request. Unfinished panels are returned as `pending`.
 */
import { z } from "zod";
import { exclusionReasons } from "@/lib/model/event";
import { maxQuestions } from "@/lib/model/request-limits";
import { requestCounting } from "@/lib/model/baseline/request-counting";
import { defineContract } from "./contract";
import {
  absenceReason,
  answerExtra,
  labelName,
  labelValue,
  emptyObject,
  problem,
  reading,
  signalId,
  slug,
  statistic,
  timeWindow,
  unit,
  windowExpression,
} from "./fields";

/** Schema of a request for statistics of signals. */
export const question = z.strictObject({
  v: z.literal(1),
  signals: z.array(signalId).min(1).max(6),
  statistics: z.array(statistic).min(1).max(6),
  scope: z.strictObject({
    deployment: slug,
    model: labelValue.exactOptional(),
    instance: labelValue.exactOptional(),
    split: labelName.exactOptional(),
  }),
  window: windowExpression,
  extras: z.array(answerExtra).max(2).exactOptional(),
});

const numbers = z.array(z.number().nullable());

const group = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("value"), value: z.string() }),
  z.object({
    kind: z.literal("rest"),
    count: z.number().int(),
    rule: z.enum(["difference", "separate-query"]),
  }),
]);

const windowSummary = z.object({
  value: z.number(),
  lower: z.number(),
  upper: z.number().nullable(),
  n: z.number(),
  bucket: z.object({ lower: z.number(), upper: z.number().nullable() }).nullable(),
});

const series = z.object({
  signal: signalId,
  statistic,
  role: z.literal("unexplained").exactOptional(),
  group: group.exactOptional(),
  unit,
  values: numbers,
  lower: numbers.exactOptional(),
  upper: numbers.exactOptional(),
  absence: z.array(z.tuple([z.number().int(), z.number().int(), absenceReason])),
  headline: reading,
  windowSummary: windowSummary.nullable().exactOptional(),
});

/** Schema of the answer to a question. */
export const answer = z.object({
  schemaVersion: z.literal(1),
  window: timeWindow,
  startMs: z.number(),
  stepMs: z.number(),
  pointCount: z.number().int(),
  rateWindowMs: z.number(),
  sampleSpacingMs: z.number().nullable(),
  source: z.object({ slug: z.string(), kind: z.literal("prometheus"), version: z.string().nullable() }),
  engine: z.object({ id: z.string(), version: z.string().nullable() }),
  asOfMs: z.number(),
  stale: z.object({ sinceMs: z.number(), code: z.string(), reason: z.string() }).nullable(),
  n: z.number().nullable(),
  coverageRatio: z.number(),
  completeness: z.enum(["complete", "partial"]),
  warnings: z.array(z.string()),
  queries: z.array(
    z.object({ signal: signalId, purpose: z.enum(["series", "headline", "reason"]), promql: z.string() }),
  ),
  series: z.array(series),
  counts: z.array(z.object({ signal: signalId, n: numbers })),
  notes: z.array(
    z.object({
      signal: signalId,
      from: z.string().nullable(),
      formula: z.string(),
      scope: z.string(),
      caveat: z.string().nullable(),
      reports: z.enum(["all", "streamed"]).exactOptional(),
    }),
  ),
  qualityWarnings: z
    .array(
      z.object({
        signal: signalId,
        kind: z.enum(["mixed-edges", "shares-exceed-total"]),
        isCurrent: z.literal(true).exactOptional(),
        detail: z.string(),
      }),
    )
    .exactOptional(),
  split: z
    .object({
      label: z.string(),
      sharedPageValues: z.array(z.string()).exactOptional(),
      namedCount: z.number().int(),
      totalCount: z.number().int(),
      rule: z.string(),
    })
    .exactOptional(),
  excludedTime: z
    .discriminatedUnion("kind", [
      z.object({
        kind: z.literal("known"),
        durationMs: z.number(),
        markedMs: z.number(),
        reasons: z.array(z.enum(exclusionReasons)),
      }),
      z.object({ kind: z.literal("unknown") }),
    ])
    .exactOptional(),
  readyInstances: z.number().nullable().exactOptional(),
  requestCounting: requestCounting.exactOptional(),
  distributions: z
    .array(
      z.object({
        signal: signalId,
        group: group.exactOptional(),
        unit,
        edges: numbers,
        counts: z.array(numbers),
      }),
    )
    .exactOptional(),
});

/** Outcome of one panel. A pending or failed panel carries its last complete answer, if the server has it. */
const panel = z.discriminatedUnion("state", [
  z.object({ key: z.string(), state: z.literal("answered"), answer }),
  z.object({
    key: z.string(),
    state: z.literal("pending"),
    elapsedMs: z.number(),
    answer: answer.exactOptional(),
  }),
  z.object({ key: z.string(), state: z.literal("failed"), problem, answer: answer.exactOptional() }),
]);

/** Answers questions about signals: values or series of several panels in one request. */
export const signalsContract = defineContract({
  id: "signals",
  method: "POST",
  path: "/api/v1/signals",
  timeLimitMs: 10_000,
  maxBodyBytes: 64 * 1024,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({
    /** Maximum time to wait before unfinished panels are returned as pending. */
    waitMs: z.number().int().min(0).max(1_500).default(1_500),
    questions: z
      .array(z.strictObject({ key: z.string().min(1).max(64), question }))
      .min(1)
      .max(maxQuestions),
  }),
  response: z.object({ asOfMs: z.number(), panels: z.array(panel) }),
});

/** Body of `POST /api/v1/signals`. */
export type SignalsRequest = z.input<typeof signalsContract.body>;
/** Response of `POST /api/v1/signals`. */
export type SignalsResponse = z.infer<typeof signalsContract.response>;
/** Result of one panel: an answer, pending, or a problem. */
export type PanelOutcome = z.infer<typeof panel>;

/** The door for questions over many traces: what the requests of a service spent their time on, and how complete that answer is. */
import { z } from "zod";
import { studyBounds } from "@/lib/model/study-bounds";
import { traceApis } from "@/lib/model/trace-reader";
import { defineContract } from "./contract";
import { nothing, problem, sentence, slug, timeExpression, timeWindow } from "./fields";

const milliseconds = z.coerce.number().int().min(0).max(86_400_000);

/** Which traces are read: the same words in every door that reads many. */
export const traceConditions = {
  service: z.string().min(1).max(256).optional(),
  /** A span of the service has this name. */
  operation: z.string().min(1).max(500).optional(),
  leastMs: milliseconds.optional(),
  mostMs: milliseconds.optional(),
  /** Only traces with a span that ended in error. */
  errors: z.literal("true").optional(),
  /** `name=value`: a span or its resource has it. */
  attribute: z
    .string()
    .max(600)
    .regex(/^[^=]{1,256}=/)
    .optional(),
} as const;

/** Rows of a list that is cut at its most, and how many were cut. */
function cutList<T extends z.ZodType>(row: T, most: number) {
  return z.object({ rows: z.array(row).max(most), leftOut: z.number().int() });
}

const spread = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  most: z.number(),
});

const reading = z.object({
  service: z.string(),
  asked: z.number().int(),
  got: z.number().int(),
  /** Of those, requests that are in the numbers; the others are a server's start, or have no spans. */
  requests: z.number().int(),
  startUps: z.number().int(),
  filteredOut: z.number().int(),
  cut: z.boolean(),
  endedBy: z.enum(["most", "spans", "questions", "time", "failure"]).nullable(),
  failure: problem.nullable(),
  /** The part of the window that was read whole. */
  covered: timeWindow,
  unreadSlices: z.number().int(),
  slices: z.number().int(),
});

const operation = z.object({
  service: z.string(),
  name: z.string(),
  spans: z.number().int(),
  traces: z.number().int(),
  errors: z.number().int(),
  totalNs: z.number(),
  selfNs: z.number(),
  criticalNs: z.number(),
  shareOfTime: z.number(),
  shareOfCriticalPath: z.number(),
  durationNs: spread,
});

const study = z.object({
  reading,
  operations: cutList(operation, studyBounds.operations),
  /** The operation that requests wait for most; null where no time passed. */
  slowestOperation: sentence.nullable(),
});

export const traceStudyContract = defineContract({
  id: "trace-study",
  method: "GET",
  path: "/api/v1/traces/study",
  access: "read",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    ...traceConditions,
    n: z.coerce.number().int().min(studyBounds.fewest).max(studyBounds.most).default(studyBounds.byDefault),
  }),
  body: nothing,
  response: z.object({
    asOfMs: z.number(),
    window: timeWindow,
    source: z.object({
      slug: z.string(),
      version: z.string().nullable(),
      api: z.enum(traceApis).nullable(),
    }),
    /** Services of the deployment that traces can be read of. */
    services: z.array(z.string()).max(200),
    /** Null with `problem`. */
    study: study.nullable(),
    problem: problem.nullable(),
  }),
});

export type TraceStudyResponse = z.infer<typeof traceStudyContract.response>;
export type TraceStudy = NonNullable<TraceStudyResponse["study"]>;
export type StudyReading = TraceStudy["reading"];
export type StudyOperation = TraceStudy["operations"]["rows"][number];

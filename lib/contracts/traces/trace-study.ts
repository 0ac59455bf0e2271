/**
 * Contract of the endpoint that analyses many requests of a service: how they spent their time, and how complete the
 * data is.
 */
import { z } from "zod";
import { slownessMeasures, traceStudyLimits } from "@/lib/model/traces/study-bounds";
import { defineContract } from "@/lib/contracts/contract";
import {
  emptyObject,
  problem,
  sentence,
  slug,
  timeExpression,
  timeWindow,
  traceSource,
} from "@/lib/contracts/fields";
import { traceConditions } from "./trace-conditions";
import {
  studyBreakdown,
  studyDurations,
  studyMetrics,
  studyOperations,
  studyRetrieval,
  studySlow,
} from "./trace-study-parts";

const study = z.object({
  retrieval: studyRetrieval,
  metrics: studyMetrics,
  operations: studyOperations,
  /** Operation with the largest share of the critical path; null when no time passed. */
  slowestOperation: sentence.nullable(),
  ...studyBreakdown,
  ...studyDurations,
  slow: studySlow,
});

/** Analyses a sample of traces: time per phase, slow requests, and their critical paths. */
export const traceStudyContract = defineContract({
  id: "trace-study",
  method: "GET",
  path: "/api/v1/traces/study",
  timeLimitMs: 60_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({
    deployment: slug,
    from: timeExpression.default("now-1h"),
    to: timeExpression.default("now"),
    ...traceConditions,
    n: z.coerce
      .number()
      .int()
      .min(traceStudyLimits.minTraces)
      .max(traceStudyLimits.maxTraces)
      .default(traceStudyLimits.defaultTraces),
    slowBy: z.enum(slownessMeasures).default("duration"),
    /**
     * Quantile above which a request is slow; `slowOverMs` takes precedence. The default is p95. If p95 leaves too few slow
     * requests, the highest lower quantile with enough slow requests is used.
     */
    slowQuantile: z.coerce.number().min(0.5).max(0.999).optional(),
    slowOverMs: z.coerce.number().positive().max(86_400_000).optional(),
  }),
  body: emptyObject,
  response: z.object({
    /** Time at which the study was read. If `problem` is set, the study is the last complete study. */
    asOfMs: z.number(),
    /** Server time of the response; absent unless the study is older. */
    serverNowMs: z.number().exactOptional(),
    window: timeWindow,
    source: traceSource,
    /** Trace services of the deployment. */
    services: z.array(z.string()).max(200),
    /** The study; null if it cannot be read now and was not read before. */
    study: study.nullable(),
    problem: problem.nullable(),
  }),
});

/** Response of `GET /api/v1/traces/study`. */
export type TraceStudyResponse = z.infer<typeof traceStudyContract.response>;
/** Analysis of many requests of a deployment. */
export type TraceStudy = NonNullable<TraceStudyResponse["study"]>;
/** The requests from which a study is computed. */
export type StudyRetrieval = TraceStudy["retrieval"];
/** Statistics of all spans of one operation in the requests of the study. */
export type StudyOperation = TraceStudy["operations"]["rows"][number];

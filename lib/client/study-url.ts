/** Filter conditions of the Traces page in the URL, in addition to the view. All tabs of the page use them. */
import { useQueryStates } from "nuqs";
import { createSerializer, parseAsStringLiteral } from "nuqs/server";
import { slownessMeasures, traceStudyLimits } from "@/lib/model/traces/study-bounds";
import {
  findInvalidNames,
  parseAsIntegerBetween,
  parseAsLabelValue,
  parseAsMatch,
  parseAsNumberBetween,
  type UrlState,
} from "./url-parsers";

const dayMs = 86_400_000;

/**
 * Parsers of the URL parameters that select requests. The names are those of the endpoints' query
 * parameters.
 */
export const studyParsers = {
  /** A trace service of the deployment. */
  service: parseAsLabelValue,
  operation: parseAsMatch(/^[\s\S]{1,500}$/),
  minMs: parseAsIntegerBetween(0, dayMs),
  maxMs: parseAsIntegerBetween(0, dayMs),
  errors: parseAsStringLiteral(["true"]),
  /** Condition on an attribute: `name=value`, `name>number` or `name<=number`. */
  attribute: parseAsMatch(/^(?=[\s\S]{1,600}$)[^=<>]{1,256}(?:=|>|<=)/),
  /** Maximum number of traces to read. Null = default. */
  n: parseAsIntegerBetween(traceStudyLimits.minTraces, traceStudyLimits.maxTraces),
  /** Time by which a request is slow: duration or TTFT. Null = default. */
  slowBy: parseAsStringLiteral(slownessMeasures),
  /** Threshold of this time as a quantile, or in milliseconds. Null = default. */
  slowQuantile: parseAsNumberBetween(0.5, 0.999),
  slowOverMs: parseAsNumberBetween(0.001, dayMs),
};

/** Conditions and limits that select requests, from the URL. */
export type StudyState = UrlState<typeof studyParsers>;

/** Conditions that select requests, without the limit and the definition of slow. */
export type TraceConditionState = Pick<
  StudyState,
  "service" | "operation" | "minMs" | "maxMs" | "errors" | "attribute"
>;

/** Conditions that select all requests. */
export const noConditions: TraceConditionState = {
  service: null,
  operation: null,
  minMs: null,
  maxMs: null,
  errors: null,
  attribute: null,
};

/** Returns only the conditions that select requests. */
export function pickConditions({
  service,
  operation,
  minMs,
  maxMs,
  errors,
  attribute,
}: TraceConditionState): TraceConditionState {
  return { service, operation, minMs, maxMs, errors, attribute };
}

/** Adds conditions to a link, which may already have parameters. */
export const addConditionsToLink = createSerializer(studyParsers);

/** Returns the names of invalid conditions in the URL. */
export function findInvalidConditions(search: URLSearchParams): readonly string[] {
  return findInvalidNames(search, studyParsers);
}

/** Returns the conditions that select requests and a setter. Each change adds a history entry. */
export function useStudyState() {
  return useQueryStates(studyParsers, { history: "push" });
}

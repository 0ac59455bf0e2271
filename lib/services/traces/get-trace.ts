/** One trace ready to draw: rows in order with depth, self time, phase and flags; texts of prompts and answers left out. */
import type { SpanRow, traceContract } from "@/lib/contracts/traces";
import { AppError } from "@/lib/model/app-error";
import type { AttributeValue } from "@/lib/model/trace";
import { firstTokenNs } from "@/lib/analysis/traces/first-token";
import { phaseOf } from "@/lib/analysis/traces/phases";
import { selfTimesNs } from "@/lib/analysis/traces/self-time";
import { traceSentence } from "@/lib/analysis/traces/sentence";
import { treeRows, type TreeRow } from "@/lib/analysis/traces/tree";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { getTrace as fetchTrace } from "@/lib/sources/jaeger/client";
import { traceStartMs } from "./summarise-trace";
import { traceSource } from "./trace-source";

/** More rows than this are not sent to a browser. */
const mostSpans = 10_000;
const mostAttributeText = 2_000;
const leftOut = "left out";
const content =
  /^(?:gen_ai\.(?:prompt|completion|input\.messages|output\.messages|system_instructions|tool\.definitions)|llm\.(?:prompts|completions)|input\.value|output\.value)/;

export const getTrace: Handler<typeof traceContract> = async ({ params, signal }) => {
  const { source, upstream, version, api } = await traceSource(null);
  const trace = await fetchTrace(upstream, api, params.traceId, { signal });
  if (trace === null)
    throw new AppError(
      "not-found",
      `${source.title} has no trace ${params.traceId}; it may have been dropped since`,
    );
  const all = treeRows(trace);
  const rows = all.slice(0, mostSpans);
  const selfNs = selfTimesNs(rows);
  const tokenNs = firstTokenNs(trace.spans);
  return {
    asOfMs: nowMs(),
    traceId: trace.traceId,
    startMs: traceStartMs(trace),
    durationNs: trace.durationNs,
    headline: [...traceSentence(rows, tokenNs)],
    source: { slug: source.slug, version, api },
    services: [...new Set(rows.map(({ span }) => span.service))],
    firstTokenNs: tokenNs,
    spans: rows.map((row, index) => toSpanRow(row, selfNs[index] ?? 0)),
    omittedSpans: all.length - rows.length,
    warnings:
      all.length > rows.length ? [`Only the first ${mostSpans} of ${all.length} spans are shown.`] : [],
  };
};

function toSpanRow({ span, parentIndex, depth, flags }: TreeRow, selfNs: number): SpanRow {
  return {
    spanId: span.spanId,
    parentIndex,
    depth,
    service: span.service,
    operation: span.operation,
    kind: span.kind,
    phase: phaseOf(span),
    isError: span.isError,
    startNs: span.startNs,
    durationNs: span.durationNs,
    selfNs,
    flags: [...flags],
    attributes: cleanAttributes(span.attributes),
    events: span.events.map((event) => ({
      name: event.name,
      atNs: event.atNs,
      attributes: cleanAttributes(event.attributes),
    })),
  };
}

type SentAttributes = SpanRow["attributes"];

/** Prompts and answers are people's words: they stay where they are. */
function cleanAttributes(attributes: Readonly<Record<string, AttributeValue>>): SentAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (content.test(name)) return [name, leftOut];
      if (typeof value === "string") return [name, value.slice(0, mostAttributeText)];
      return [name, typeof value === "object" ? [...value] : value];
    }),
  );
}

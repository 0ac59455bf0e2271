/** Summarises a trace for a list row. */
import { spanDisplayName, escapeHiddenCharacters } from "@/lib/base/safe-text";
import type { TraceSummary } from "@/lib/contracts/traces/traces";
import type { Trace } from "@/lib/model/traces/trace";
import {
  readFirstNumberAttribute,
  outputTokenNames,
  promptTokenNames,
} from "@/lib/analysis/traces/attributes";
import { findFirstTokenNs } from "@/lib/analysis/traces/first-token";
import { findRequestOutcome, findSpanOutcome } from "@/lib/analysis/traces/outcomes";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { endNs, buildTreeRows } from "@/lib/analysis/traces/tree-rows";

const nanosecondsPerMs = 1_000_000n;

/** Returns the start of a trace in epoch milliseconds. */
export function findTraceStartMs(trace: Trace): number {
  return Number(BigInt(trace.startEpochNs) / nanosecondsPerMs);
}

/**
 * Summarises a trace for a list. Duplicate spans count once; request and first token are the same as in the
 * timeline.
 */
export function summariseTrace(trace: Trace): TraceSummary {
  const rows = buildTreeRows(trace);
  const spans = rows.map(({ span }) => span);
  const root = spans[buildRequestTree(rows).rootRow];
  const tokenNs = findFirstTokenNs(spans);
  const outcome = root === undefined ? "success" : findRequestOutcome(root, spans);
  const isWithin =
    root !== undefined && tokenNs !== null && tokenNs >= root.startNs && tokenNs <= endNs(root);
  return {
    traceId: trace.traceId,
    rootService: escapeHiddenCharacters(root?.service ?? ""),
    rootOperation: root === undefined ? "" : spanDisplayName(root.operation),
    startMs: findTraceStartMs(trace),
    durationNs: trace.durationNs,
    spanCount: spans.length,
    outcome,
    errorSpanCount: spans.filter((span) => findSpanOutcome(span, outcome) === "error").length,
    services: [...new Set(spans.map((span) => escapeHiddenCharacters(span.service)))].toSorted(),
    promptTokens: readFirstNumberAttribute(spans, promptTokenNames),
    outputTokens: readFirstNumberAttribute(spans, outputTokenNames),
    ttftSeconds: isWithin ? (tokenNs - root.startNs) / 1e9 : null,
  };
}

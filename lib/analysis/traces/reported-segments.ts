/**
 * Places the durations that a request span reports in attributes on the time axis. Attributes give a duration, not a
 * start. Durations before the first token are placed one after another, in declared order, so that the last one ends at
 * the first token. Durations after the first token start at it. Without a reported first token, the durations start
 * with the span. A phase with spans below the request is not taken from attributes.
 */
import type { PhaseId } from "@/lib/model/traces/phase";
import type { AttributeRef, AttributeRule, PhaseMap } from "@/lib/model/traces/phase-map";
import type { Span } from "@/lib/model/traces/trace";
import { readNumberAttribute } from "./attributes";
import { readReportedFirstTokenNs } from "./first-token";
import { endNs } from "./tree-rows";

/** Interval of a phase that the engine reports in an attribute of a span. */
export interface ReportedSegment {
  readonly phase: PhaseId;
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * Returns the phases that an engine reports as attributes of its request span, in chronological order and
 * within the span. A phase with spans below the request (`observedPhases`) is not reported again.
 */
export function listReportedSegments(
  span: Span,
  { attributeRules }: Pick<PhaseMap, "attributeRules">,
  observedPhases: ReadonlySet<PhaseId>,
): readonly ReportedSegment[] {
  const reported = attributeRules
    .filter(({ phase }) => !observedPhases.has(phase))
    .map((rule) => ({ rule, ns: exclusiveNs(span, rule) }))
    .filter(({ ns }) => ns > 0);
  const before = reported.filter(({ rule }) => rule.tokenSide === "before-first-token");
  const after = reported.filter(({ rule }) => rule.tokenSide === "after-first-token");
  const tokenNs = readReportedFirstTokenNs(span);
  const total = before.reduce((sum, { ns }) => sum + ns, 0);
  const from = tokenNs === null ? span.startNs : Math.max(span.startNs, tokenNs - total);
  const first = layOut(before, from, Math.min(tokenNs ?? Infinity, endNs(span)));
  return [...first, ...layOut(after, tokenNs ?? first.at(-1)?.toNs ?? span.startNs, endNs(span))];
}

function layOut(
  reported: readonly { readonly rule: AttributeRule; readonly ns: number }[],
  fromNs: number,
  limitNs: number,
): readonly ReportedSegment[] {
  const segments: ReportedSegment[] = [];
  let at = fromNs;
  for (const { rule, ns } of reported) {
    const toNs = Math.min(limitNs, at + ns);
    if (toNs > at) segments.push({ phase: rule.phase, fromNs: at, toNs });
    at = Math.max(at, toNs);
  }
  return segments;
}

function exclusiveNs(span: Span, rule: AttributeRule): number {
  const totalNs = durationNs(span, rule);
  if (totalNs === null) return 0;
  const inside = (rule.includedDurations ?? []).reduce((sum, ref) => sum + (durationNs(span, ref) ?? 0), 0);
  return totalNs - inside;
}

const nsOf: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
const durationText = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s)\s*$/u;

/** Returns integer nanoseconds; null when the attribute is missing or not a duration. */
function durationNs(span: Span, { attribute, unit }: AttributeRef): number | null {
  if (unit !== "duration-text") {
    const value = readNumberAttribute(span, attribute);
    if (value === null || value < 0) return null;
    return Math.round(value * (unit === "seconds" ? 1e9 : 1e6));
  }
  const text = span.attributes[attribute];
  const [, digits, name] = durationText.exec(typeof text === "string" ? text.slice(0, 64) : "") ?? [];
  if (digits === undefined || name === undefined) return null;
  return Math.round(Number(digits) * (nsOf[name] ?? Number.NaN));
}

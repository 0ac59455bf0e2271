/**
 * Durations that a request span tells by its attributes, laid on the time line. Attributes say how long, not when: those up to
 * the first token end at it, back to back in their declared order; the others begin with it. Without a told first token they
 * begin with the span. A phase that a span below the request tells is not taken from an attribute as well.
 */
import type { PhaseId } from "@/lib/model/phase";
import type { AttributeRef, AttributeRule, PhaseMap } from "@/lib/model/phase-map";
import type { Span } from "@/lib/model/trace";
import { numberAttribute } from "./attributes";
import { reportedFirstTokenNs } from "./first-token";
import { endNs } from "./tree";

export interface ReportedSegment {
  readonly phase: PhaseId;
  readonly fromNs: number;
  readonly toNs: number;
}

/** `seen`: phases that spans below the request tell. Segments lie within the span, in order of time. */
export function reportedSegments(
  span: Span,
  { attributes }: Pick<PhaseMap, "attributes">,
  observedPhases: ReadonlySet<PhaseId>,
): readonly ReportedSegment[] {
  const reported = attributes
    .filter(({ phase }) => !observedPhases.has(phase))
    .map((rule) => ({ rule, ns: exclusiveNs(span, rule) }))
    .filter(({ ns }) => ns > 0);
  const before = reported.filter(({ rule }) => rule.side === "before-first-token");
  const after = reported.filter(({ rule }) => rule.side === "after-first-token");
  const tokenNs = reportedFirstTokenNs(span);
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
  const inside = (rule.without ?? []).reduce((sum, ref) => sum + (durationNs(span, ref) ?? 0), 0);
  return totalNs - inside;
}

const nsOf: Readonly<Record<string, number>> = { ns: 1, us: 1e3, µs: 1e3, ms: 1e6, s: 1e9 };
const durationText = /^\s*(\d+(?:\.\d+)?)\s*(ns|us|µs|ms|s)\s*$/u;

/** Whole nanoseconds; null where the attribute is missing or is no duration. */
export function durationNs(span: Span, { attribute, unit }: AttributeRef): number | null {
  if (unit !== "duration-text") {
    const value = numberAttribute(span, attribute);
    if (value === null || value < 0) return null;
    return Math.round(value * (unit === "seconds" ? 1e9 : 1e6));
  }
  const text = span.attributes[attribute];
  const [, digits, name] = durationText.exec(typeof text === "string" ? text.slice(0, 64) : "") ?? [];
  if (digits === undefined || name === undefined) return null;
  return Math.round(Number(digits) * (nsOf[name] ?? Number.NaN));
}

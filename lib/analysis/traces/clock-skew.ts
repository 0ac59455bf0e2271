/**
 * Estimates clock differences between the hosts of a trace, and corrects the span times.
 *
 * The rule follows Jaeger's clock skew adjuster. Consecutive spans on the same clock are moved together. For a child
 * [c, c + C) on another clock than its parent [p, p + P), with the parent already corrected:
 * - a child within the parent stays, because no difference is visible;
 * - a child not longer than the parent is centred: the rest of the call, P − C, is taken as network time, half in
 *   each
 *   direction, so the child moves to p + (P − C) / 2;
 * - a longer child may continue in the background, so it moves to p only if it started before p. An offset above the
 *   limit probably has another cause: nothing is moved, and the call is counted.
 *
 * One clock is one host: the first of node, host, address and instance in the resource, else the service.
 */
import type { Span, Trace } from "@/lib/model/traces/trace";
import { endNs, buildTreeRows, type TreeRow } from "./tree-rows";

/** Result of the correction of clocks that differ between services. */
export interface ClockCorrection {
  /** Trace with corrected span times; the same object when nothing changed. */
  readonly trace: Trace;
  readonly correctedSpanCount: number;
  /**
   * Offset of each corrected span in nanoseconds, keyed by both the original and the corrected span. Unchanged spans
   * are missing.
   */
  readonly offsetsNs: ReadonlyMap<Span, number>;
  /** Largest absolute offset; 0 when nothing changed. */
  readonly largestOffsetNs: number;
  /** Number of calls between hosts with an offset above the limit. */
  readonly rejectedCallCount: number;
}

/** Limit of the clock correction. Larger offsets are not treated as clock skew. */
export interface ClockCorrectionOptions {
  readonly maxOffsetNs: number;
}

/** Largest offset that counts as clock skew, one minute: synchronised hosts differ by less. */
export const maxSkewNs = 60_000_000_000;

const clockNames = [
  "k8s.node.name",
  "host.name",
  "host.id",
  "host.ip",
  "ip",
  "k8s.pod.name",
  "service.instance.id",
] as const;

/** Returns a key of the clock that timed a span. Spans of one host have the same key. */
export function findClockKey({ resource, service }: Pick<Span, "resource" | "service">): string {
  const name = clockNames.find((one) => resource[one] !== undefined && resource[one] !== "");
  return name === undefined ? `service ${service}` : `${name} ${String(resource[name])}`;
}

/** Returns a `clockOf` with a cache per process, because spans of one process share their resource. */
function clockReader(): (span: Span) => string {
  const clocks = new Map<Span["resource"], string>();
  return (span) => {
    const known = clocks.get(span.resource);
    if (known !== undefined) return known;
    const clock = findClockKey(span);
    // Without a host in the resource, each service counts as a separate clock.
    if (!clock.startsWith("service ")) clocks.set(span.resource, clock);
    return clock;
  };
}

/**
 * Shifts the spans of services whose clocks differ from their callers. Spans with impossible times are not
 * shifted and shift no other span. `rows` are the rows of the trace, if already computed.
 */
export function correctClocks(
  trace: Trace,
  { maxOffsetNs }: ClockCorrectionOptions = { maxOffsetNs: maxSkewNs },
  rows: readonly TreeRow[] = buildTreeRows(trace),
): ClockCorrection {
  const offsets = new Float64Array(rows.length);
  const clock = clockReader();
  let rejectedCallCount = 0;
  for (const [index, row] of rows.entries()) {
    const parent = rows[row.parentIndex];
    if (parent === undefined || isImpossible(row) || isImpossible(parent)) continue;
    const parentOffset = offsets[row.parentIndex] ?? 0;
    if (clock(row.span) === clock(parent.span)) {
      offsets[index] = parentOffset;
      continue;
    }
    const offset = offsetFromParent(row.span, parent.span, parentOffset);
    if (Math.abs(offset) > maxOffsetNs) rejectedCallCount += 1;
    else offsets[index] = offset;
  }
  return correctedTrace(trace, rows, offsets, rejectedCallCount);
}

function isImpossible({ span }: TreeRow): boolean {
  return span.impossibleTimes !== undefined;
}

function offsetFromParent(child: Span, parent: Span, parentOffset: number): number {
  const parentStart = parent.startNs + parentOffset;
  const parentEnd = endNs(parent) + parentOffset;
  const [childLength, parentLength] = [endNs(child) - child.startNs, parentEnd - parentStart];
  if (child.startNs >= parentStart && endNs(child) <= parentEnd) return 0;
  if (childLength > parentLength) return child.startNs < parentStart ? parentStart - child.startNs : 0;
  return parentStart + Math.floor((parentLength - childLength) / 2) - child.startNs;
}

function correctedTrace(
  trace: Trace,
  rows: readonly TreeRow[],
  offsets: Float64Array,
  rejectedCallCount: number,
): ClockCorrection {
  const largestOffsetNs = offsets.reduce((max, offset) => Math.max(max, Math.abs(offset)), 0);
  if (largestOffsetNs === 0)
    return {
      trace,
      correctedSpanCount: 0,
      offsetsNs: new Map(),
      largestOffsetNs,
      rejectedCallCount,
    };
  const starts = rows.map(({ span }, index) => span.startNs + (offsets[index] ?? 0));
  const firstNs = starts.reduce((min, start) => Math.min(min, start), Infinity);
  const offsetsNs = new Map<Span, number>();
  const spans = rows.map(({ span }, index) => {
    const offset = offsets[index] ?? 0;
    const by = offset - firstNs;
    const next: Span = {
      ...span,
      startNs: span.startNs + by,
      events: span.events.map((event) => ({ ...event, atNs: event.atNs + by })),
    };
    if (offset !== 0) offsetsNs.set(span, offset).set(next, offset);
    return next;
  });
  return {
    trace: {
      traceId: trace.traceId,
      startEpochNs: String(BigInt(trace.startEpochNs) + BigInt(firstNs)),
      durationNs: spans.reduce((max, span) => Math.max(max, endNs(span)), 0),
      spans,
    },
    correctedSpanCount: offsets.filter((offset) => offset !== 0).length,
    offsetsNs,
    largestOffsetNs,
    rejectedCallCount,
  };
}

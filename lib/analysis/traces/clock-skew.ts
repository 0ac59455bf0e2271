/**
 * By how much the clocks of a trace's hosts seem to differ, and the trace as it would be with one clock.
 *
 * Rule, after the one that Jaeger is known for. Spans that follow one another on the same clock are moved together. Where a
 * child runs on another clock than its parent, with the parent [p, p + P) already corrected and the child [c, c + C):
 * - it lies within the parent: no difference can be seen, it stays;
 * - it is no longer than the parent: what the call took besides the child, P − C, is taken as the way there and back, half
 *   each, so the child is moved to p + (P − C) / 2;
 * - it is longer than the parent: it may go on in the background, so it is moved to p only when it began before p.
 * A difference above the limit is more likely another cause than a clock: nothing is moved, and it is counted.
 *
 * One clock is one host: the first of node, host, address and instance that the resource names, else the service.
 */
import type { Span, Trace } from "@/lib/model/trace";
import { endNs, treeRows, type TreeRow } from "./tree";

export interface ClockCorrection {
  /** The trace with its spans moved; the same object where none was. */
  readonly trace: Trace;
  readonly correctedSpans: number;
  /** How far each span was moved, in nanoseconds, by the span as told and by the span as moved; those that stay are missing. */
  readonly offsetsNs: ReadonlyMap<Span, number>;
  /** The largest distance, either way; 0 where nothing was moved. */
  readonly largestOffsetNs: number;
  /** Calls between hosts whose difference was above the limit. */
  readonly rejectedCalls: number;
}

export interface ClockOptions {
  readonly maxOffsetNs: number;
}

/** A minute: hosts that keep time at all are nearer than that. */
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

/** What tells one clock from another; equal for spans of one host. */
export function clockOf({ resource, service }: Pick<Span, "resource" | "service">): string {
  const name = clockNames.find((one) => resource[one] !== undefined && resource[one] !== "");
  return name === undefined ? `service ${service}` : `${name} ${String(resource[name])}`;
}

/** `clockOf`, looked up once for each process: the spans of one share what it says of itself. */
function clockReader(): (span: Span) => string {
  const clocks = new Map<Span["resource"], string>();
  return (span) => {
    const known = clocks.get(span.resource);
    if (known !== undefined) return known;
    const clock = clockOf(span);
    // Where the resource names no host, each service is a clock of its own.
    if (!clock.startsWith("service ")) clocks.set(span.resource, clock);
    return clock;
  };
}

/** Spans with impossible times neither move nor move others. `rows`: those of the trace, where they are known already. */
export function correctClocks(
  trace: Trace,
  { maxOffsetNs }: ClockOptions = { maxOffsetNs: maxSkewNs },
  rows: readonly TreeRow[] = treeRows(trace),
): ClockCorrection {
  const offsets = new Float64Array(rows.length);
  const clock = clockReader();
  let rejectedCalls = 0;
  for (const [index, row] of rows.entries()) {
    const parent = rows[row.parentIndex];
    if (parent === undefined || isImpossible(row) || isImpossible(parent)) continue;
    const parentOffset = offsets[row.parentIndex] ?? 0;
    if (clock(row.span) === clock(parent.span)) {
      offsets[index] = parentOffset;
      continue;
    }
    const offset = offsetFromParent(row.span, parent.span, parentOffset);
    if (Math.abs(offset) > maxOffsetNs) rejectedCalls += 1;
    else offsets[index] = offset;
  }
  return correctedTrace(trace, rows, offsets, rejectedCalls);
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
  rejectedCalls: number,
): ClockCorrection {
  const largestOffsetNs = offsets.reduce((max, offset) => Math.max(max, Math.abs(offset)), 0);
  if (largestOffsetNs === 0)
    return { trace, correctedSpans: 0, offsetsNs: new Map(), largestOffsetNs, rejectedCalls };
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
    correctedSpans: offsets.filter((offset) => offset !== 0).length,
    offsetsNs,
    largestOffsetNs,
    rejectedCalls,
  };
}

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
  readonly movedSpans: number;
  /** How far each span was moved, in nanoseconds, by the span as told and by the span as moved; those that stay are missing. */
  readonly movedNs: ReadonlyMap<Span, number>;
  /** The largest distance, either way; 0 where nothing was moved. */
  readonly largestNs: number;
  /** Calls between hosts whose difference was above the limit. */
  readonly refused: number;
}

export interface ClockOptions {
  readonly mostNs: number;
}

/** A minute: hosts that keep time at all are nearer than that. */
export const mostSkewNs = 60_000_000_000;

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
  const known = new Map<Span["resource"], string>();
  return (span) => {
    const own = known.get(span.resource);
    if (own !== undefined) return own;
    const told = clockOf(span);
    // Where the resource names no host, each service is a clock of its own.
    if (!told.startsWith("service ")) known.set(span.resource, told);
    return told;
  };
}

/** Spans with impossible times neither move nor move others. `rows`: those of the trace, where they are known already. */
export function correctClocks(
  trace: Trace,
  { mostNs }: ClockOptions = { mostNs: mostSkewNs },
  rows: readonly TreeRow[] = treeRows(trace),
): ClockCorrection {
  const offsets = new Float64Array(rows.length);
  const clock = clockReader();
  let refused = 0;
  for (const [index, row] of rows.entries()) {
    const parent = rows[row.parentIndex];
    if (parent === undefined || isImpossible(row) || isImpossible(parent)) continue;
    const parentOffset = offsets[row.parentIndex] ?? 0;
    if (clock(row.span) === clock(parent.span)) {
      offsets[index] = parentOffset;
      continue;
    }
    const offset = offsetAgainst(row.span, parent.span, parentOffset);
    if (Math.abs(offset) > mostNs) refused += 1;
    else offsets[index] = offset;
  }
  return moved(trace, rows, offsets, refused);
}

function isImpossible({ span }: TreeRow): boolean {
  return span.impossibleTimes !== undefined;
}

function offsetAgainst(child: Span, parent: Span, parentOffset: number): number {
  const parentStart = parent.startNs + parentOffset;
  const parentEnd = endNs(parent) + parentOffset;
  const [childLength, parentLength] = [endNs(child) - child.startNs, parentEnd - parentStart];
  if (child.startNs >= parentStart && endNs(child) <= parentEnd) return 0;
  if (childLength > parentLength) return child.startNs < parentStart ? parentStart - child.startNs : 0;
  return parentStart + Math.floor((parentLength - childLength) / 2) - child.startNs;
}

function moved(
  trace: Trace,
  rows: readonly TreeRow[],
  offsets: Float64Array,
  refused: number,
): ClockCorrection {
  const largestNs = offsets.reduce((most, offset) => Math.max(most, Math.abs(offset)), 0);
  if (largestNs === 0) return { trace, movedSpans: 0, movedNs: new Map(), largestNs, refused };
  const starts = rows.map(({ span }, index) => span.startNs + (offsets[index] ?? 0));
  const firstNs = starts.reduce((least, start) => Math.min(least, start), Infinity);
  const movedNs = new Map<Span, number>();
  const spans = rows.map(({ span }, index) => {
    const offset = offsets[index] ?? 0;
    const by = offset - firstNs;
    const next: Span = {
      ...span,
      startNs: span.startNs + by,
      events: span.events.map((event) => ({ ...event, atNs: event.atNs + by })),
    };
    if (offset !== 0) movedNs.set(span, offset).set(next, offset);
    return next;
  });
  return {
    trace: {
      traceId: trace.traceId,
      startEpochNs: String(BigInt(trace.startEpochNs) + BigInt(firstNs)),
      durationNs: spans.reduce((most, span) => Math.max(most, endNs(span)), 0),
      spans,
    },
    movedSpans: offsets.filter((offset) => offset !== 0).length,
    movedNs,
    largestNs,
    refused,
  };
}

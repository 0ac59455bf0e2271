/**
 * A trace in the browser: columns of numbers instead of one object per span, so that 50,000 spans use two megabytes.
 * Depth, the end of each subtree and critical time are computed from the response.
 */
import type { DrawnRows, TraceResponse } from "@/lib/contracts/traces/traces";
import { idSeparator } from "@/lib/model/traces/drawn-span";

/** Rows of a timeline as columns, with one entry per row. */
export interface SpanColumns {
  readonly rowCount: number;
  readonly parentRow: Int32Array;
  readonly depth: Int32Array;
  /** Index after the last row of each subtree. */
  readonly subtreeEndRow: Int32Array;
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  readonly selfNs: Float64Array;
  readonly criticalNs: Float64Array;
  readonly nameIndex: Int32Array;
  readonly serviceIndex: Int32Array;
  readonly phaseIndex: Int8Array;
  readonly flags: Uint16Array;
  readonly names: readonly string[];
  readonly services: readonly string[];
  /** Clock correction in nanoseconds, for corrected rows only. */
  readonly clockShiftNs: ReadonlyMap<number, number>;
  /** Number of omitted spans in the subtree of a row, for rows with omitted spans. */
  readonly omittedSpanCounts: ReadonlyMap<number, number>;
  readonly findSpanId: (row: number) => string;
  /** Returns rows whose id contains `text`, in order. */
  readonly findRowsById: (text: string) => readonly number[];
}

/** Sections of the critical path as columns. */
export interface CriticalColumns {
  /** Row that the section belongs to; -1 for an omitted row. */
  readonly row: Int32Array;
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
}

type Drawn = Omit<TraceResponse, "asOfMs" | "source" | "deployment">;

/** Trace in the browser's format. */
export interface TraceView extends Omit<Drawn, "rows" | "critical"> {
  readonly spans: SpanColumns;
  readonly critical: CriticalColumns;
}

/** Converts a trace of the response to the browser's format. Other fields are not changed. */
export function toTraceView<T extends Drawn>({ rows, critical, ...rest }: T) {
  const path = pathOf(critical);
  return { ...rest, critical: path, spans: toSpanColumns(rows, path) };
}

/** Converts the rows of a timeline to columns with absolute values. */
export function toSpanColumns(rows: DrawnRows, criticalPath: CriticalColumns): SpanColumns {
  const parent = Int32Array.from(rows.parentOffset, (up, row) => (up === 0 ? -1 : row - up));
  const duration = Float64Array.from(rows.durationNs);
  const critical = new Float64Array(rows.count);
  for (const [index, row] of criticalPath.row.entries())
    if (row >= 0)
      critical[row] =
        (critical[row] ?? 0) + (criticalPath.toNs[index] ?? 0) - (criticalPath.fromNs[index] ?? 0);
  return {
    rowCount: rows.count,
    parentRow: parent,
    depth: depthsOf(parent),
    subtreeEndRow: findSubtreeEnds(parent),
    startNs: startsOf(parent, rows.sinceParentNs),
    durationNs: duration,
    selfNs: selfOf(duration, rows.self),
    criticalNs: critical,
    nameIndex: Int32Array.from(rows.nameIndex),
    serviceIndex: Int32Array.from(rows.serviceIndex),
    phaseIndex: Int8Array.from(rows.phaseIndex),
    flags: Uint16Array.from(rows.flags),
    names: rows.names,
    services: rows.services,
    clockShiftNs: zipToMap(rows.clockOffsets.row, rows.clockOffsets.ns),
    omittedSpanCounts: zipToMap(rows.omittedBelow.row, rows.omittedBelow.spans),
    ...idsOf(rows.ids, rows.count),
  };
}

function pathOf({ fromNs, row, ns }: Drawn["critical"]): CriticalColumns {
  const [from, to] = [new Float64Array(ns.length), new Float64Array(ns.length)];
  let at = fromNs;
  for (const [part, length] of ns.entries()) {
    from[part] = at;
    at += length;
    to[part] = at;
  }
  return { row: Int32Array.from(row), fromNs: from, toNs: to };
}

function startsOf(parent: Int32Array, since: readonly number[]): Float64Array {
  const start = new Float64Array(parent.length);
  for (const [row, ns] of since.entries()) start[row] = ns + (start[parent[row] ?? -1] ?? 0);
  return start;
}

function selfOf(duration: Float64Array, reported: DrawnRows["self"]): Float64Array {
  const self = duration.map((ns) => Math.max(0, ns));
  for (const [index, row] of reported.row.entries()) self[row] = reported.ns[index] ?? 0;
  return self;
}

function depthsOf(parent: Int32Array): Int32Array {
  const depth = new Int32Array(parent.length);
  for (let row = 0; row < parent.length; row += 1) {
    const above = parent[row] ?? -1;
    depth[row] = above === -1 ? 0 : (depth[above] ?? 0) + 1;
  }
  return depth;
}

/**
 * Returns for each row the index after the last row of its subtree. Rows are in depth-first order, so the last descendant
 * of a row ends its subtree.
 */
function findSubtreeEnds(parent: Int32Array): Int32Array {
  const end = new Int32Array(parent.length);
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    if ((end[row] ?? 0) === 0) end[row] = row + 1;
    const above = parent[row] ?? -1;
    if (above >= 0) end[above] = Math.max(end[above] ?? 0, end[row] ?? 0);
  }
  return end;
}

function zipToMap(keys: readonly number[], values: readonly number[]): ReadonlyMap<number, number> {
  return new Map(keys.map((key, index) => [key, values[index] ?? 0]));
}

/** Returns functions that read span ids from the text. If all ids have equal length, an id is extracted only when needed. */
function idsOf(text: string, count: number): Pick<SpanColumns, "findSpanId" | "findRowsById"> {
  const width = count === 0 ? 0 : (text.length + 1) / count;
  const isEven = Number.isInteger(width) && everySeparator(text, width);
  let split: readonly string[] | null = null;
  const ids = (): readonly string[] => (split ??= text.split(idSeparator));
  const findSpanId = (row: number): string =>
    isEven ? text.slice(row * width, (row + 1) * width - 1) : (ids()[row] ?? "");
  return {
    findSpanId,
    findRowsById: (wanted) => {
      if (wanted === "" || wanted.includes(idSeparator)) return [];
      if (!isEven) return ids().flatMap((id, row) => (id.includes(wanted) ? [row] : []));
      const found: number[] = [];
      for (
        let at = text.indexOf(wanted);
        at !== -1;
        at = text.indexOf(wanted, (found.at(-1) ?? 0) * width + width)
      )
        found.push(Math.floor(at / width));
      return found;
    },
  };
}

/**
 * Returns whether every expected position has a separator. Then no id contains one, because the text has exactly one
 * separator less than ids.
 */
function everySeparator(text: string, width: number): boolean {
  for (let at = width - 1; at < text.length; at += width) if (text[at] !== idSeparator) return false;
  return true;
}

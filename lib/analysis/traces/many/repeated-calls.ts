/**
 * Calls that one span repeats. Sequential repetitions are the N + 1 pattern: a loop that could be one call. Parallel
 * repetitions are a fan-out, limited by its slowest call.
 *
 * Counts children of one span with equal service and name. Engine steps (prefill chunks, decode steps) are not calls. A
 * pattern is reported if the median number of calls per parent is at least `minCount`.
 */
import { observedQuantile } from "@/lib/analysis/statistics/quantiles/observed-quantile";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { endNs } from "@/lib/analysis/traces/tree-rows";
import type { SpanMeaning } from "@/lib/model/traces/phase-map";

/** Operation that calls a second operation many times within one request. */
export interface RepeatedCall {
  readonly kind: "one-after-another" | "side-by-side";
  readonly service: string;
  readonly name: string;
  readonly calledService: string;
  readonly calledName: string;
  /** Number of parent spans with the call. `medianCalls` and `maxCalls` are calls per parent span. */
  readonly parentCount: number;
  readonly traceCount: number;
  readonly medianCalls: number;
  readonly maxCalls: number;
  readonly totalNs: number;
  /** Part of `totalNs` on the critical path. */
  readonly criticalNs: number;
}

const minRepeats = 5;
/** Minimum fraction of calls that start after the previous one ended, for the calls to count as sequential. */
const sequentialShare = 0.8;

const engineSteps: ReadonlySet<SpanMeaning | null> = new Set([
  "prefill",
  "decode",
  "generate",
  "queue",
  "stream",
]);

interface Group {
  readonly trace: number;
  readonly parent: number;
  readonly child: number;
  count: number;
  sequential: number;
  lastEndNs: number;
  totalNs: number;
  criticalNs: number;
}

/**
 * Finds operations that call a second operation at least `minCount` times within one request, sorted by time on the
 * critical path, largest first.
 */
export function findRepeatedCalls(
  traces: readonly AnalysedTrace[],
  minCount: number = minRepeats,
): readonly RepeatedCall[] {
  const byPattern = new Map<string, Group[]>();
  for (const [traceIndex, trace] of traces.entries()) {
    for (const [key, group] of groupsOf(trace, traceIndex)) {
      const known = byPattern.get(key);
      if (known === undefined) byPattern.set(key, [group]);
      else known.push(group);
    }
  }
  return [...byPattern.values()]
    .flatMap((groups) => {
      const call = toCall(traces, groups);
      return call !== null && call.medianCalls >= minCount ? [call] : [];
    })
    .sort((a, b) => b.criticalNs - a.criticalNs || b.totalNs - a.totalNs);
}

/** Groups calls by pattern and parent; siblings are sorted by start. */
function groupsOf(
  { rows, spanMeanings: meanings }: AnalysedTrace,
  traceIndex: number,
): readonly (readonly [string, Group])[] {
  const groups = new Map<string, readonly [string, Group]>();
  for (const [child, row] of rows.entries()) {
    const parent = rows[row.parentIndex];
    if (parent === undefined || engineSteps.has(meanings.meaningByRow[child] ?? null)) continue;
    const pattern = [parent.span.service, parent.name, row.span.service, row.name].join("\n");
    const key = `${row.parentIndex}\n${row.span.service}\n${row.name}`;
    const known = groups.get(key)?.[1];
    const group = known ?? {
      trace: traceIndex,
      parent: row.parentIndex,
      child,
      count: 0,
      sequential: 0,
      lastEndNs: -Infinity,
      totalNs: 0,
      criticalNs: 0,
    };
    if (known === undefined) groups.set(key, [pattern, group]);
    else if (row.span.startNs >= group.lastEndNs) group.sequential += 1;
    group.count += 1;
    group.lastEndNs = Math.max(group.lastEndNs, endNs(row.span));
    group.totalNs += Math.max(0, row.span.durationNs);
    group.criticalNs += row.criticalNs;
  }
  return [...groups.values()];
}

function toCall(traces: readonly AnalysedTrace[], groups: readonly Group[]): RepeatedCall | null {
  const [first] = groups;
  if (first === undefined) return null;
  const rows = traces[first.trace]?.rows;
  const [parent, child] = [rows?.[first.parent], rows?.[first.child]];
  if (parent === undefined || child === undefined) return null;
  const counts = Float64Array.from(groups, ({ count }) => count).sort();
  const sum = (of: (group: Group) => number): number => groups.reduce((total, group) => total + of(group), 0);
  const followers = sum(({ count }) => count - 1);
  const isSequential = sum(({ sequential }) => sequential) >= sequentialShare * followers;
  return {
    kind: isSequential ? "one-after-another" : "side-by-side",
    service: parent.span.service,
    name: parent.name,
    calledService: child.span.service,
    calledName: child.name,
    parentCount: groups.length,
    traceCount: new Set(groups.map(({ trace }) => trace)).size,
    medianCalls: observedQuantile(counts, 0.5) ?? counts[0] ?? 0,
    maxCalls: counts.at(-1) ?? 0,
    totalNs: sum(({ totalNs }) => totalNs),
    criticalNs: sum(({ criticalNs }) => criticalNs),
  };
}

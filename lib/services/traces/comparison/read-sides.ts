/** Reads the requests of both sides, one side after the other. Two sides of one group are read once. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { traceComparisonLimits } from "@/lib/model/traces/compared-group";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readTraceGroup, type TraceGroup } from "../query/trace-group";
import { toTraceFilters } from "../query/trace-conditions";
import type { TraceFilters } from "../query/trace-filters";
import { readWindowMetrics } from "../study/window-metrics";
import { findSideWindow, type ComparisonRequest, type ComparisonSide } from "./resolve-comparison";
import { findHighAndLowLoadWindows } from "./load-windows";
import { readSingleTrace } from "./read-single-trace";

/** Requests of one of the two compared groups, with how they were selected. */
export interface SideTraces {
  readonly side: ComparisonSide;
  /** Requests of the group. For the slow requests or the rest, it contains the requests of both groups. */
  readonly requests: readonly AnalysedTrace[];
  readonly service: string | null;
  /** Windows that were read, oldest first. Empty for a single trace. */
  readonly windows: readonly TimeWindow[];
  readonly meanRunningRequests: number | null;
  readonly metricRequestCount: number | null;
  readonly retrieval: (TraceGroup["retrieval"] & { readonly startupTraceCount: number }) | null;
}

/** Functions that read traces and metrics for a comparison; tests replace them. */
export interface ComparisonReaders {
  readonly readGroup: typeof readTraceGroup;
  readonly readSingleTrace: typeof readSingleTrace;
  readonly findHighAndLowLoadWindows: typeof findHighAndLowLoadWindows;
  readonly countMetricRequests: (deployment: KnownDeployment, window: TimeWindow) => Promise<number | null>;
}

const defaultReaders: ComparisonReaders = {
  readGroup: readTraceGroup,
  readSingleTrace,
  findHighAndLowLoadWindows,
  countMetricRequests: async (deployment, { startMs, endMs }) =>
    (await readWindowMetrics(deployment, { from: String(startMs), to: String(endMs) })).finishedRequestCount,
};

interface SideWindows {
  readonly windows: readonly TimeWindow[];
  readonly meanRunningRequests: number | null;
}

/** Reads both groups of a comparison. Groups with equal windows share one read. */
export async function readSides(
  request: ComparisonRequest,
  signal: AbortSignal,
  readers: ComparisonReaders = defaultReaders,
): Promise<{ readonly a: SideTraces; readonly b: SideTraces }> {
  const known = new Map<string, Promise<Omit<SideTraces, "side">>>();
  const read = async (side: ComparisonSide): Promise<SideTraces> => {
    const { group, deployment } = side;
    const key = JSON.stringify([deployment?.slug ?? null, isWindowGroup(side) ? "all" : group]);
    const found = known.get(key) ?? readSide(request, side, { readers, signal });
    known.set(key, found);
    return { ...(await found), side };
  };
  const a = await read(request.a);
  return { a, b: await read(request.b) };
}

/** Returns whether the side is the full window or a part of it that is split after reading. */
function isWindowGroup({ group }: ComparisonSide): boolean {
  return group.kind === "slow" || group.kind === "rest" || group.kind === "all";
}

interface ReadOptions {
  readonly readers: ComparisonReaders;
  readonly signal: AbortSignal;
}

async function readSide(
  request: ComparisonRequest,
  { group, deployment, sourceScope }: ComparisonSide,
  { readers, signal }: ReadOptions,
): Promise<Omit<SideTraces, "side">> {
  if (group.kind === "trace")
    return {
      requests: [await readers.readSingleTrace({ deployment, sourceScope }, group.traceId, signal)],
      service: null,
      windows: [],
      meanRunningRequests: null,
      metricRequestCount: null,
      retrieval: null,
    };
  // `resolveComparison` rejects other groups without a deployment.
  if (deployment === null) throw new Error("a group of requests needs a deployment");
  const sideWindows = await windowsOf(request, { group, deployment }, { readers, signal });
  const counted = Promise.all(
    sideWindows.windows.map((window) => readers.countMetricRequests(deployment, window)),
  );
  const filters = filtersFor(request, group);
  const { service } = request.query;
  // A named service belongs to one deployment only.
  const hasService = service !== undefined && deployment.traceServices.includes(service);
  const share = Math.ceil(request.query.maxRequests / Math.max(1, sideWindows.windows.length));
  const groups: TraceGroup[] = [];
  for (const window of sideWindows.windows)
    groups.push(
      await readers.readGroup({
        deployment,
        window,
        maxTraces: share,
        signal,
        ...(hasService ? { service } : {}),
        ...(filters === undefined ? {} : { filters }),
      }),
    );
  const counts = await counted;
  return {
    requests: groups.flatMap(({ requests }) => requests),
    service: groups[0]?.service ?? null,
    ...sideWindows,
    // The metrics cannot be filtered by attributes or conditions.
    metricRequestCount: filters !== undefined || hasService ? null : sumOrNull(counts),
    retrieval: mergeRetrievals(groups),
  };
}

/** Returns the conditions of both sides, plus the attribute value of this side. */
function filtersFor({ query }: ComparisonRequest, group: ComparisonSide["group"]): TraceFilters | undefined {
  const { comparedAttribute: compared, ...conditions } = query;
  const filters = toTraceFilters(conditions);
  if (group.kind !== "value" || compared === undefined) return filters;
  return { ...filters, attributeTexts: { ...filters?.attributeTexts, [compared]: group.value } };
}

async function windowsOf(
  request: ComparisonRequest,
  { group, deployment }: { readonly group: ComparisonSide["group"]; readonly deployment: KnownDeployment },
  { readers, signal }: ReadOptions,
): Promise<SideWindows> {
  if (group.kind !== "high-load" && group.kind !== "low-load")
    return { windows: [findSideWindow(group, request)], meanRunningRequests: null };
  const sides = await readers.findHighAndLowLoadWindows(deployment, request.window, signal);
  const { windows, meanRunningRequests } = group.kind === "high-load" ? sides.high : sides.low;
  return { windows: windows.slice(0, traceComparisonLimits.maxWindows), meanRunningRequests };
}

function sumOrNull(numbers: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const one of numbers) {
    if (one === null) return null;
    sum += one;
  }
  return sum;
}

function mergeRetrievals(groups: readonly TraceGroup[]): SideTraces["retrieval"] {
  const last = groups.at(-1);
  if (last === undefined) return null;
  const sum = (of: (group: TraceGroup) => number): number =>
    groups.reduce((total, each) => total + of(each), 0);
  // Windows are sorted oldest first. The last truncated window gives the reason, and the last window gives the
  // covered part.
  const cut = groups.findLast(({ retrieval }) => retrieval.isTruncated) ?? last;
  return {
    ...cut.retrieval,
    coveredWindow: last.retrieval.coveredWindow,
    queryCount: sum(({ retrieval }) => retrieval.queryCount),
    requestedCount: sum(({ retrieval }) => retrieval.requestedCount),
    returnedCount: sum(({ retrieval }) => retrieval.returnedCount),
    filteredOutCount: sum(({ retrieval }) => retrieval.filteredOutCount),
    unreadIntervalCount: sum(({ retrieval }) => retrieval.unreadIntervalCount),
    startupTraceCount: sum(({ startupTraceCount }) => startupTraceCount),
  };
}

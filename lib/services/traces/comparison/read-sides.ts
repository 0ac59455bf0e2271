/** The requests of both sides of a comparison, read one side after the other; two that are parts of one reading are read once. */
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { comparisonBounds } from "@/lib/model/compared-group";
import type { TimeWindow } from "@/lib/model/time-window";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { readGroup, type TraceGroup } from "../trace-group";
import { filtersOf } from "../trace-conditions";
import type { TraceFilters } from "../trace-filters";
import { windowMetrics } from "../window-metrics";
import { windowOf, type AskedComparison, type AskedSide } from "./asked-comparison";
import { loadWindows } from "./load-windows";
import { readOne } from "./read-one";

export interface SideRead {
  readonly asked: AskedSide;
  /** Of a slow or a resting part, the requests of both. */
  readonly requests: readonly AnalysedTrace[];
  readonly service: string | null;
  /** Oldest first; none for a single trace. */
  readonly windows: readonly TimeWindow[];
  readonly meanRunning: number | null;
  readonly requestsInMetrics: number | null;
  readonly reading: (TraceGroup["reading"] & { readonly startUps: number }) | null;
}

/** Where requests and numbers come from; tests give their own. */
export interface Reads {
  readonly group: typeof readGroup;
  readonly one: typeof readOne;
  readonly load: typeof loadWindows;
  readonly metrics: (deployment: KnownDeployment, window: TimeWindow) => Promise<number | null>;
}

const ownReads: Reads = {
  group: readGroup,
  one: readOne,
  load: loadWindows,
  metrics: async (deployment, { startMs, endMs }) =>
    (await windowMetrics(deployment, { from: String(startMs), to: String(endMs) })).requests,
};

interface Where {
  readonly windows: readonly TimeWindow[];
  readonly meanRunning: number | null;
}

export async function readSides(
  asked: AskedComparison,
  signal: AbortSignal,
  reads: Reads = ownReads,
): Promise<{ readonly a: SideRead; readonly b: SideRead }> {
  const known = new Map<string, Promise<Omit<SideRead, "asked">>>();
  const read = async (side: AskedSide): Promise<SideRead> => {
    const { group, deployment } = side;
    const key = JSON.stringify([deployment?.slug ?? null, isPart(side) ? "all" : group]);
    const found = known.get(key) ?? readSide(asked, side, { reads, signal });
    known.set(key, found);
    return { ...(await found), asked: side };
  };
  const a = await read(asked.a);
  return { a, b: await read(asked.b) };
}

/** Parts of one reading, parted when all is read. */
export function isPart({ group }: AskedSide): boolean {
  return group.kind === "slow" || group.kind === "rest" || group.kind === "all";
}

interface Via {
  readonly reads: Reads;
  readonly signal: AbortSignal;
}

async function readSide(
  asked: AskedComparison,
  { group, deployment }: AskedSide,
  { reads, signal }: Via,
): Promise<Omit<SideRead, "asked">> {
  if (group.kind === "trace")
    return {
      requests: [await reads.one(deployment, group.traceId, signal)],
      service: null,
      windows: [],
      meanRunning: null,
      requestsInMetrics: null,
      reading: null,
    };
  // Only single traces do without, and asking refuses others.
  if (deployment === null) throw new Error("a group of requests is of a deployment");
  const where = await whereOf(asked, { group, deployment }, { reads, signal });
  const counted = Promise.all(where.windows.map((window) => reads.metrics(deployment, window)));
  const filters = filtersFor(asked, group);
  const { service } = asked.query;
  // A service that is named is of one deployment.
  const isOwn = service !== undefined && deployment.traceServices.includes(service);
  const share = Math.ceil(asked.query.most / Math.max(1, where.windows.length));
  const groups: TraceGroup[] = [];
  for (const window of where.windows)
    groups.push(
      await reads.group({
        deployment,
        window,
        most: share,
        signal,
        ...(isOwn ? { service } : {}),
        ...(filters === undefined ? {} : { filters }),
      }),
    );
  const counts = await counted;
  return {
    requests: groups.flatMap(({ requests }) => requests),
    service: groups[0]?.service ?? null,
    ...where,
    // What the metrics count is not parted by attributes or conditions.
    requestsInMetrics: filters !== undefined || isOwn ? null : sumOrNull(counts),
    reading: joined(groups),
  };
}

/** What is asked of both sides, and of one alone its value. */
function filtersFor({ query }: AskedComparison, group: AskedSide["group"]): TraceFilters | undefined {
  const { having, attribute: compared, ...conditions } = query;
  const filters = filtersOf({ ...conditions, attribute: having });
  if (group.kind !== "value" || compared === undefined) return filters;
  return { ...filters, attributes: { ...filters?.attributes, [compared]: group.value } };
}

async function whereOf(
  asked: AskedComparison,
  { group, deployment }: { readonly group: AskedSide["group"]; readonly deployment: KnownDeployment },
  { reads, signal }: Via,
): Promise<Where> {
  if (group.kind !== "high-load" && group.kind !== "low-load")
    return { windows: [windowOf(group, asked)], meanRunning: null };
  const sides = await reads.load(deployment, asked.window, signal);
  const { windows, meanRunning } = group.kind === "high-load" ? sides.high : sides.low;
  return { windows: windows.slice(0, comparisonBounds.windows), meanRunning };
}

function sumOrNull(numbers: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const one of numbers) {
    if (one === null) return null;
    sum += one;
  }
  return sum;
}

function joined(groups: readonly TraceGroup[]): SideRead["reading"] {
  const last = groups.at(-1);
  if (last === undefined) return null;
  const sum = (of: (group: TraceGroup) => number): number => groups.reduce((all, each) => all + of(each), 0);
  // Windows come oldest first: of several that are cut the last one says why, and of the last one it is told what was read.
  const cut = groups.findLast(({ reading }) => reading.cut) ?? last;
  return {
    ...cut.reading,
    covered: last.reading.covered,
    slices: sum(({ reading }) => reading.slices),
    asked: sum(({ reading }) => reading.asked),
    got: sum(({ reading }) => reading.got),
    filteredOut: sum(({ reading }) => reading.filteredOut),
    unreadSlices: sum(({ reading }) => reading.unreadSlices),
    startUps: sum(({ startUps }) => startUps),
  };
}

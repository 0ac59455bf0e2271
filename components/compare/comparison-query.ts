/** Queries of comparisons. */
import { keepPreviousData, replaceEqualDeep } from "@tanstack/react-query";
import type { CompareState } from "@/lib/client/compare-url";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { retryDelayMs } from "@/lib/client/retry";
import type {
  comparisonContract,
  ComparisonEntry,
  exportComparisonContract,
} from "@/lib/contracts/comparisons";
import type { ResponseOf } from "@/lib/contracts/contract";
import { printSideReference, type SideReference } from "@/lib/model/comparison/side-reference";

/** Compared windows and options of a comparison. */
export interface ComparedState extends Pick<CompareState, "statistic" | "factor" | "strict"> {
  readonly before: SideReference;
  readonly after: SideReference;
}

/** Most windows are read within a few seconds, and most histories after them. */
const pendingWindowIntervalMs = 300;
const pendingMarginIntervalMs = 2_000;

/**
 * Creates the query for a comparison of two windows. It is repeated until the windows and the history for the margins are read. The
 * windows of a result do not move with the clock; a refresh reads them again.
 */
export function comparisonQuery(state: ComparedState) {
  const query = { ...queryOf(state), margins: "known" as const, windows: "known" as const };
  return endpointQuery<typeof comparisonContract>("/api/v1/comparisons", query, {
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    structuralSharing: retainResult,
    refetchInterval: ({ state: { status, data, error } }) => {
      if (status === "error") return retryDelayMs(error);
      if (data?.isPending === true) return pendingWindowIntervalMs;
      return data?.isMarginPending === true && pendingMarginIntervalMs;
    },
  });
}

/** A result stays displayed while its windows are read again. */
function retainResult(before: unknown, after: unknown): unknown {
  const [last, next] = [before as ComparisonEntry | undefined, after as ComparisonEntry];
  if (next.isPending !== true || last === undefined || last.result === null)
    return replaceEqualDeep(last, next);
  return { ...last, isPending: true };
}

/** Returns the displayed comparison as a file with its name, also after its relative windows moved. */
export function exportComparison(
  comparison: ShownComparison,
  format: "json" | "markdown",
): Promise<ResponseOf<typeof exportComparisonContract>> {
  return fetchJson("/api/v1/comparisons/export", { query: { ...shownQuery(comparison), format } });
}

/** Returns a path to the displayed comparison with absolute windows, which always shows the same numbers. */
export function comparisonLink(comparison: ShownComparison): string {
  return `/compare?${new URLSearchParams(shownQuery(comparison)).toString()}`;
}

type ShownComparison = Pick<ComparisonEntry, "before" | "after" | "statistic" | "factor" | "isStrict">;

function shownQuery({ before, after, statistic, factor, isStrict }: ShownComparison) {
  return {
    before: before.reference,
    after: after.reference,
    statistic,
    ...(factor === null ? {} : { factor }),
    ...(isStrict ? { strict: "true" as const } : {}),
  };
}

function queryOf({ before, after, statistic, factor, strict }: ComparedState) {
  return {
    before: printSideReference(before),
    after: printSideReference(after),
    statistic,
    ...(factor === null ? {} : { factor }),
    ...(strict ? { strict: "true" as const } : {}),
  };
}

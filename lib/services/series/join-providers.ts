/**
 * Reads one range from several providers: each point from the first provider that covers it, and joins the results.
 * A provider that fails is not replaced by the next one, so a chart never changes its resolution during an outage.
 * Points without a provider or with a failed one are missing, with the reason in the coverage and the warnings.
 */
import { isAppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { nowMs } from "@/lib/server/clock";
import { joinMatrices, addRowKeys } from "./matrix-join";
import type { RangeReadResult } from "./range-reader";
import { findOldestReason } from "./read-failures";
import type { ProviderCoverage, SeriesProvider, SeriesRequest } from "./series-provider";
import { splitGrid } from "./split-grid";

/** Adjacent points and the provider that returned them, or why they are missing. */
export type CoveredPart =
  | { readonly kind: "read"; readonly grid: Grid; readonly provider: string }
  | { readonly kind: "missing"; readonly grid: Grid; readonly reasons: readonly string[] };

/** Values of a series query from one or more providers. */
export interface SeriesResult extends RangeReadResult {
  /** Contains every point of the grid exactly once, in order. */
  readonly coverage: readonly CoveredPart[];
}

interface PartRead {
  readonly part: CoveredPart;
  readonly result?: RangeReadResult;
  readonly error?: unknown;
}

/**
 * Creates a function that reads each point from the first provider that covers it. `providers` are in order
 * of preference, the finest first. It throws AppError if no provider returned a result and one of them
 * failed.
 */
export function joinProviders(
  providers: readonly SeriesProvider[],
): (request: SeriesRequest) => Promise<SeriesResult> {
  return async (request) => {
    const coverages = await Promise.all(providers.map((provider) => coverageOf(provider, request)));
    const windows = coverages.map((one) => one.windows);
    const reads = splitGrid(request.grid, windows).map(async ({ grid, providerIndex }) => {
      const provider = providers[providerIndex];
      return provider === undefined ? missingPart(grid, coverages) : readPart(provider, { ...request, grid });
    });
    return joinReads(request.grid, await Promise.all(reads));
  };
}

/** A provider whose coverage cannot be read covers nothing. */
async function coverageOf(provider: SeriesProvider, request: SeriesRequest): Promise<ProviderCoverage> {
  try {
    return await provider.findCoverage(request);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { windows: [], uncoveredReason: `${provider.name}: ${error.message}` };
  }
}

function missingPart(grid: Grid, coverages: readonly ProviderCoverage[]): PartRead {
  const reasons = coverages.map(({ uncoveredReason }) => uncoveredReason);
  return { part: { kind: "missing", grid, reasons } };
}

async function readPart(provider: SeriesProvider, request: SeriesRequest): Promise<PartRead> {
  const { grid } = request;
  try {
    const result = await provider.readRange(request);
    return { part: { kind: "read", grid, provider: provider.name }, result };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { part: { kind: "missing", grid, reasons: [`${provider.name}: ${error.message}`] }, error };
  }
}

function joinReads(grid: Grid, reads: readonly PartRead[]): SeriesResult {
  const results = reads.flatMap(({ result }) => result ?? []);
  const failed = reads.find(({ error }) => error !== undefined);
  if (results.length === 0 && failed !== undefined) throw failed.error;
  const [first] = results;
  const matrix =
    reads.length === 1 && first !== undefined
      ? first.matrix
      : joinMatrices(
          grid,
          results.map((result) => addRowKeys(result.matrix)),
        ).matrix;
  const reasons = reads.flatMap(({ part }) => (part.kind === "missing" ? part.reasons : []));
  return {
    matrix:
      reasons.length === 0 ? matrix : { ...matrix, warnings: [...new Set([...matrix.warnings, ...reasons])] },
    asOfMs: results.length === 0 ? nowMs() : Math.min(...results.map(({ asOfMs }) => asOfMs)),
    stale: findOldestReason(results.map(({ stale }) => stale)),
    coverage: reads.map(({ part }) => part),
  };
}

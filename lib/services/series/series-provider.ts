/**
 * Providers of series, ranked. The first provider that can answer a range is used; today that is always the source
 * itself.
 */
import { assertPresent } from "@/lib/base/assert";
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";

interface Request {
  readonly source: ReadableSource;
  readonly promql: string;
  readonly signal: AbortSignal;
  /**
   * Called by the provider when the query is sent. From then on, the provider completes it even if `signal` aborts.
   */
  readonly onSent: () => void;
  /** Page or job that reads. Pages take turns. */
  readonly lane?: string | undefined;
}

export interface RangeRequest extends Request {
  readonly grid: Grid;
}

export interface InstantRequest extends Request {
  readonly atMs: number;
  /** Set for slow queries, which would delay the others of a batch. */
  readonly isSeparateQuery?: boolean;
}

export interface SeriesProvider {
  readonly id: string;
  readonly canRead: (request: Pick<RangeRequest, "source" | "promql" | "grid">) => boolean;
  readonly readRange: (request: RangeRequest) => Promise<Matrix>;
  readonly readInstant: (request: InstantRequest) => Promise<InstantVector>;
}

/** Returns a provider that passes each range to the first of `ranked` that can read it, and instants to the last. */
export function rankProviders(ranked: readonly SeriesProvider[]): SeriesProvider {
  const source = assertPresent(ranked.at(-1), "the list of providers includes the source");
  return {
    id: "ranked",
    canRead: (request) => ranked.some((provider) => provider.canRead(request)),
    readRange: (request) =>
      (ranked.find((provider) => provider.canRead(request)) ?? source).readRange(request),
    readInstant: (request) => source.readInstant(request),
  };
}

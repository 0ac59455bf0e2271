/**
 * Where series come from, best first. The first provider that can answer for a range is asked; today that is always the
 * source itself.
 */
import { assertPresent } from "@/lib/base/assert";
import type { Grid, InstantVector, Matrix } from "@/lib/model/grid";

interface Request {
  readonly sourceSlug: string;
  readonly promql: string;
  readonly signal: AbortSignal;
  /** To be called when the question is sent, by a provider that brings it home from then on whatever becomes of `signal`. */
  readonly onSent: () => void;
  /** The page or job that reads; pages take turns. */
  readonly lane?: string | undefined;
}

export interface RangeRequest extends Request {
  readonly grid: Grid;
}

export interface InstantRequest extends Request {
  readonly atMs: number;
  /** Not to be asked in one query with others, who would wait for it. */
  readonly isSeparateQuery?: boolean;
}

export interface SeriesProvider {
  readonly id: string;
  readonly canRead: (request: Pick<RangeRequest, "sourceSlug" | "promql" | "grid">) => boolean;
  readonly readRange: (request: RangeRequest) => Promise<Matrix>;
  readonly readInstant: (request: InstantRequest) => Promise<InstantVector>;
}

/** One provider that passes each range to the first of `ranked` that can read it, and instants to the last. */
export function rankProviders(ranked: readonly SeriesProvider[]): SeriesProvider {
  const source = assertPresent(ranked.at(-1), "the source itself is always among the providers");
  return {
    id: "ranked",
    canRead: (request) => ranked.some((provider) => provider.canRead(request)),
    readRange: (request) =>
      (ranked.find((provider) => provider.canRead(request)) ?? source).readRange(request),
    readInstant: (request) => source.readInstant(request),
  };
}

/** A provider of series: it reads operands of statistics, in any query language or storage. */
import type { TimeWindow } from "@/lib/model/time-window";
import type { SeriesQuery } from "@/lib/semantic/compile/series-query";
import type { RangeReadRequest, RangeReadResult } from "./range-reader";

/** Statistic to read on a grid from a provider. */
export interface SeriesRequest extends Omit<RangeReadRequest, "promql"> {
  readonly query: SeriesQuery;
}

/** Time ranges that a provider can read. */
export interface ProviderCoverage {
  /**
   * Windows whose points the provider can read, including both ends. It covers a point only with data for the full
   * time of the point, (t − windowMs, t].
   */
  readonly windows: readonly TimeWindow[];
  /** Why the provider cannot read other points; a sentence that names it. */
  readonly uncoveredReason: string;
}

/** Store of time series, such as Prometheus, that answers series queries. */
export interface SeriesProvider {
  /** Name that the page displays in the coverage and in warnings. */
  readonly name: string;
  /** Returns the points that the provider can read, without reading them. */
  readonly findCoverage: (request: SeriesRequest) => Promise<ProviderCoverage>;
  /**
   * Reads points that the provider covers. Rows have the labels of the query's result in Prometheus, such as `le`, and
   * NaN where
   * a value is missing. Throws AppError if the points cannot be read.
   */
  readonly readRange: (request: SeriesRequest) => Promise<RangeReadResult>;
}

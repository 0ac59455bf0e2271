/** Request and result of decoding a response of Prometheus's query API. */

/** Expected form of the response, with its limits. */
export type DecodeRequest =
  | {
      readonly kind: "range";
      readonly startMs: number;
      readonly stepMs: number;
      readonly pointCount: number;
      readonly maxSeries: number;
      readonly maxCells: number;
    }
  /** One number per series at one time. */
  | { readonly kind: "vector"; readonly maxSeries: number }
  /** Stored samples with their timestamps. */
  | { readonly kind: "samples"; readonly maxSeries: number };

/** A query response with its samples as typed arrays. */
export interface DecodedResponse {
  readonly kind: "decoded";
  /** Everything except labels and values, not validated. */
  readonly envelope: unknown;
  readonly labels: readonly Readonly<Record<string, string>>[];
  /**
   * Values of all rows: `pointCount` per row for a range, one per row for a vector, and rows that end at `rowEnds` for raw samples.
   */
  readonly values: Float64Array<ArrayBuffer>;
  /** Epoch milliseconds of `values`; empty for a range. */
  readonly timesMs: Float64Array<ArrayBuffer>;
  /** End of each row in `values`, exclusive. */
  readonly rowEnds: readonly number[];
  /** Native histograms of all series. */
  readonly histograms: readonly DecodedHistogram[];
}

/** One native histogram at one point of one series. */
export interface DecodedHistogram {
  /** Index of the histogram's series in `labels`. */
  readonly seriesIndex: number;
  /** Index of the histogram's point on the grid; 0 for a vector. */
  readonly pointIndex: number;
  readonly timeMs: number;
  readonly count: number;
  readonly sum: number;
  /** Buckets: their bounds as text, as the source wrote them, and the count between the bounds. */
  readonly buckets: readonly (readonly [lower: string, upper: string, count: number])[];
}

/** A query response that cannot be decoded, with the reason. */
export interface UndecodableResponse {
  readonly kind: "undecodable";
  readonly reason: "not-json" | "unexpected-shape" | "off-grid" | "too-large";
  readonly seriesCount: number;
  /** Start of the body, for the error message. */
  readonly bodyStart: string;
}

/** A decoded query response, or the reason why it cannot be decoded. */
export type DecodeResult = DecodedResponse | UndecodableResponse;

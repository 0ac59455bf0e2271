/**
 * Best measured rates of a device: the best matrix product of each precision and the best stream, each by the median
 * of its timings.
 *
 *     product   2 · rows · inner · columns FLOP        stream   1 array read, 2 copied, 3 in a = b + 3·c
 *
 * A stream of less than four times the last-level cache measures the cache and not the memory, so it is excluded.
 * Write-allocate traffic is not counted, as in STREAM (McCalpin 1995); on a CPU the true rate is higher.
 */
import type { MeasuredCeilings } from "@/lib/model/roofline/accelerator";
import type {
  MeasuredMatrixProduct,
  MeasuredRun,
  MeasuredSeconds,
  MeasuredMemoryStream,
} from "@/lib/model/roofline/measured-run-schema";
import { computePrecisions, type ComputePrecision } from "@/lib/model/roofline/precision";

/** Fastest measured matrix product of one precision. */
export interface BestMatrixProduct {
  readonly precision: ComputePrecision;
  readonly flopsPerSecond: number;
  /** Interquartile range ÷ median of the timings. */
  readonly spreadRatio: number;
  /** Number of timings. */
  readonly n: number;
  /** Dimensions of the product: rows × inner dimension × columns. */
  readonly rows: number;
  readonly innerDimension: number;
  readonly columns: number;
}

/** Fastest measured pass over an array in memory. */
export interface BestMemoryStream {
  readonly operation: MeasuredMemoryStream["operation"];
  readonly bytesPerSecond: number;
  readonly spreadRatio: number;
  readonly n: number;
  readonly arrayBytes: number;
}

/** Highest rates that a measurement of one machine reached. */
export interface BestRates {
  /** Widest format first; precisions without a measurement are omitted. */
  readonly products: readonly BestMatrixProduct[];
  /** Best rate first, one for each operation. */
  readonly streams: readonly BestMemoryStream[];
  /** Number of streams excluded because their array may fit into the device's cache. */
  readonly cachedStreamCount: number;
  /** False if the device does not report its cache size. A stream may then have stayed in the cache. */
  readonly isCacheSizeKnown: boolean;
  /**
   * Number of best rates that vary by more than `maxSpreadRatio`. The device was then shared or unstable, so these
   * rates are not ceilings.
   */
  readonly unsteadyCaseCount: number;
}

/** Largest ratio of the interquartile range to the median at which a rate counts as steady. */
export const maxSpreadRatio = 0.1;

const arraysPerOperation: Readonly<Record<MeasuredMemoryStream["operation"], number>> = {
  read: 1,
  copy: 2,
  triad: 3,
};
const minCacheMultiple = 4;

/**
 * Returns the fastest matrix product of each precision and the fastest memory stream of each operation in a
 * measured run.
 */
export function bestRates({ matmul, bandwidth, device }: MeasuredRun): BestRates {
  const fromMemory = bandwidth.cases.filter(
    (stream) => transferredBytes(stream) >= minCacheMultiple * (device.cacheBytes ?? 0),
  );
  const products = computePrecisions.flatMap((precision) => {
    const rates = matmul.cases.filter((one) => one.precision === precision).map(productRate);
    return maxBy(rates, ({ flopsPerSecond }) => flopsPerSecond) ?? [];
  });
  const streams = (["read", "copy", "triad"] as const)
    .flatMap((operation) => {
      const rates = fromMemory.filter((one) => one.operation === operation).map(streamRate);
      return maxBy(rates, ({ bytesPerSecond }) => bytesPerSecond) ?? [];
    })
    .toSorted((a, b) => b.bytesPerSecond - a.bytesPerSecond);
  return {
    products,
    streams,
    cachedStreamCount: bandwidth.cases.length - fromMemory.length,
    isCacheSizeKnown: device.cacheBytes !== null,
    unsteadyCaseCount: [...products, ...streams].filter(({ spreadRatio }) => spreadRatio > maxSpreadRatio)
      .length,
  };
}

/** Returns the best rates of a run in the form of an accelerator's measured ceilings. */
export function measuredCeilings(run: MeasuredRun): MeasuredCeilings {
  const { products, streams } = bestRates(run);
  return {
    matmulFlopsPerSecond: Object.fromEntries(
      products.map(({ precision, flopsPerSecond }) => [precision, flopsPerSecond]),
    ),
    bandwidthBytesPerSecond: streams[0]?.bytesPerSecond,
    source: sourceOf(run),
  };
}

function sourceOf({ origin, measuredAt, device, software, program }: MeasuredRun): string {
  const how = origin.kind === "made-up" ? "made up" : "measured";
  const torch = software.torch === null ? "" : `, torch ${software.torch}`;
  const driver = device.driver === null ? "" : `, driver ${device.driver}`;
  return `${how} ${measuredAt.slice(0, 10)} on ${device.name}${torch}${driver}, ${program.name} with seed ${program.seed}`;
}

function productRate({ precision, rows, inner, columns, seconds }: MeasuredMatrixProduct): BestMatrixProduct {
  return {
    precision,
    rows,
    innerDimension: inner,
    columns,
    flopsPerSecond: (2 * rows * inner * columns) / seconds.median,
    spreadRatio: computeSpreadRatio(seconds),
    n: seconds.n,
  };
}

function streamRate(stream: MeasuredMemoryStream): BestMemoryStream {
  const { operation, arrayBytes, seconds } = stream;
  return {
    operation,
    arrayBytes,
    bytesPerSecond: transferredBytes(stream) / seconds.median,
    spreadRatio: computeSpreadRatio(seconds),
    n: seconds.n,
  };
}

function transferredBytes({ operation, arrayBytes }: MeasuredMemoryStream): number {
  return arraysPerOperation[operation] * arrayBytes;
}

/** Returns the interquartile range divided by the median; 0 if all timings are equal. */
export function computeSpreadRatio({ lowerQuartile, upperQuartile, median }: MeasuredSeconds): number {
  return (upperQuartile - lowerQuartile) / median;
}

function maxBy<T>(items: readonly T[], by: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || by(item) > by(best) ? item : best),
    undefined,
  );
}

/**
 * Measurements of a window in blocks of equal length, as a baseline stores them: exact increases of histograms and
 * counters, and means of gauges. A block without a value contains the reason instead of a number.
 */
import { z } from "zod";
import { signalIds, type SignalId } from "@/lib/model/signals/signals";
import { units } from "@/lib/model/units";

/** Reasons why a time block has no value. */
export const blockAbsences = [
  "not-scraped",
  "series-started",
  "series-stopped",
  "counter-reset",
  "mixed-edges",
] as const;
/**
 * Reason why a time block has no value. `not-scraped`: no samples at one of its edges. `series-started`,
 * `series-stopped`: a series lacks a sample at one edge, for example because an instance started or stopped.
 * `counter-reset`: the increase over a reset is unknown. `mixed-edges`: the bucket edges differ from those
 * of other blocks.
 */
export type BlockAbsence = (typeof blockAbsences)[number];

const absence = z.enum(blockAbsences);
const amount = z.number();
const unit = z.enum(units);

const distributionBlock = z.strictObject({
  /** Observations in each bucket; not cumulative. Empty without buckets. */
  counts: z.array(amount),
  /** Number of observations. */
  count: amount,
  /** The mean is `sum` ÷ `weight`, in canonical units. */
  sum: amount,
  /**
   * Divisor of the mean: the number of observations, or the count by which the engine divides instead, such as output
   * tokens.
   */
  weight: amount,
});
/** Bucket counts, sum and count of a histogram in one time block. */
export type DistributionBlock = z.infer<typeof distributionBlock>;

/** Schema of a latency or length, measured in time blocks. */
export const measuredDistribution = z.strictObject({
  unit,
  /** Upper edges of the buckets in canonical units; null is +Inf. Empty without buckets. */
  upperEdges: z.array(z.number().nullable()).max(1_000),
  blocks: z.array(z.union([distributionBlock, absence])).max(1_500),
  /** Why there are no buckets, as a sentence. */
  bucketsAbsentReason: z.string().max(500).exactOptional(),
});
/** Latency or length, measured in time blocks. */
export type MeasuredDistribution = z.infer<typeof measuredDistribution>;

/** Schema of the increases of a counter in time blocks. */
export const measuredCounter = z.strictObject({
  unit,
  /** Increase per block in canonical amounts, such as requests. A rate is the increase ÷ block length. */
  blocks: z.array(z.union([amount, absence])).max(1_500),
  /**
   * Number of requests per block by which the events are divided. Absent if it equals the signal `requests`. That
   * signal does not count requests that never reach the engine, such as refused requests.
   */
  attempts: z
    .array(z.union([amount, absence]))
    .max(1_500)
    .exactOptional(),
});
/** Increases of a counter in time blocks. */
export type MeasuredCounter = z.infer<typeof measuredCounter>;

/** Returns the number of requests by which the events of a signal are divided, for each block. */
export function listDenominatorRequests(
  { counters }: Pick<MeasuredBlocks, "counters">,
  signal: SignalId,
): MeasuredCounter["blocks"] {
  return counters[signal]?.attempts ?? counters.requests?.blocks ?? [];
}

/** Schema of the means of a gauge in time blocks. */
export const measuredGauge = z.strictObject({
  unit,
  /** Mean per block. */
  blocks: z.array(z.union([amount, absence])).max(1_500),
});
/** Means of a gauge in time blocks. */
export type MeasuredGauge = z.infer<typeof measuredGauge>;

/** A signal without values in the window. */
const unmeasuredSignal = z.strictObject({ detail: z.string().max(1_000) });

const bySignal = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(signalIds), value);

/** Schema of all signals of a window, measured in time blocks. */
export const measuredBlocks = z.strictObject({
  /** Start of the first block, and length of each block. */
  startMs: z.number(),
  blockMs: z.int().min(1),
  blockCount: z.int().min(1).max(1_500),
  distributions: bySignal(measuredDistribution),
  counters: bySignal(measuredCounter),
  gauges: bySignal(measuredGauge),
  absent: bySignal(unmeasuredSignal),
});
/** All signals of a window, measured in time blocks of equal length. */
export type MeasuredBlocks = z.infer<typeof measuredBlocks>;

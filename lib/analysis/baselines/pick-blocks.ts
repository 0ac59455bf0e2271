/** Selects blocks of a window, for example the blocks of a shorter window within it. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";

interface Series {
  readonly blocks: readonly unknown[];
  readonly attempts?: readonly unknown[];
}

/**
 * Returns the measurements reduced to the blocks with these indexes, in the given order. The blocks need not
 * be consecutive.
 */
export function pickBlocks(measured: MeasuredBlocks, indexes: readonly number[]): MeasuredBlocks {
  const pickFrom = (blocks: readonly unknown[]) => indexes.map((index) => blocks[index] ?? "not-scraped");
  const pick = <S extends Series>(series: S): S => ({
    ...series,
    blocks: pickFrom(series.blocks),
    ...(series.attempts === undefined ? {} : { attempts: pickFrom(series.attempts) }),
  });
  const pickAll = <R extends object>(record: R): R =>
    Object.fromEntries(Object.entries(record).map(([id, series]) => [id, pick(series)])) as R;
  return {
    ...measured,
    blockCount: indexes.length,
    distributions: pickAll(measured.distributions),
    counters: pickAll(measured.counters),
    gauges: pickAll(measured.gauges),
  };
}

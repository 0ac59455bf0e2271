/**
 * Whether the accelerator's counters and the token counters tell the same story, and what would explain it where not. Compared are bytes
 * a second over the whole window, and FLOP/s where tiles are full; beyond the expected error of both, added in quadrature, they disagree.
 * Wrong inputs may cancel out: twice as many accelerators with weights twice as wide read the same. So they disagree as well where other
 * machines are seen than are set and the memory in use is not that of weights and cache.
 */
import { distance, type RatioComparison } from "./comparison";
import { explain, type Explanation } from "./explain";
import { estimatePool, type PoolSample, type PoolEstimates } from "./pool-estimates";
import type { Setting } from "./setting";
import { checksOf } from "./setting-checks";
import { otherCaches, type Suspect } from "./suspects";

export type Agreement = {
  readonly bytes: RatioComparison;
  readonly flops: RatioComparison | null;
  /** Memory in use over that of weights and cache as they are set; where the ways agree only as an exporter tells it. */
  readonly memory: RatioComparison | null;
} & (
  | {
      readonly kind: "agree";
      /**
       * What the memory in use speaks against, too little read for the bus to tell: the format of the cache where another makes it fit,
       * else the model, if clearly more or less is used than it could take.
       */
      readonly memorySuspects: readonly Suspect[];
    }
  | ({
      readonly kind: "disagree";
      /**
       * Bytes that the token counters count for each second in which the bus is busy, where memory is slow by clearly more than the
       * ways may differ; null where not: a gap in what is scraped moves rates and gauges a little apart as well.
       */
      readonly deliveredBytesPerSecond: number | null;
    } & Explanation)
);

/** In what is expected. */
const clearDistance = 1.5;

/** Null where there is nothing to compare. */
export function agreementOf(estimates: PoolEstimates, sample: PoolSample): Agreement | null {
  const { bytes, flops, memory, matchesObserved } = checksOf(estimates, sample);
  if (bytes === null) return null;
  const isOtherMachine = !matchesObserved && memory?.agrees === false;
  if (bytes.agrees && (flops?.agrees ?? true) && !isOtherMachine) {
    const reportedMemory = sample.observed?.memoryUsedBytes === undefined ? null : memory;
    const memorySuspects =
      reportedMemory === null || reportedMemory.agrees
        ? []
        : suspectsFromMemory(reportedMemory, { estimates, sample });
    return { kind: "agree", bytes, flops, memory: reportedMemory, memorySuspects };
  }
  const explained = explain(estimates, sample);
  const isSlow = explained.suspects.some(({ kind }) => kind === "slow-memory");
  return {
    kind: "disagree",
    bytes,
    flops,
    memory,
    ...explained,
    deliveredBytesPerSecond:
      explained.cause === "machine" && isSlow && bytes.ratio > 1 && distance(bytes) >= clearDistance
        ? estimates.roof.bytesPerSecond / bytes.ratio
        : null,
  };
}

function suspectsFromMemory(
  memory: RatioComparison,
  { estimates, sample }: { readonly estimates: PoolEstimates; readonly sample: PoolSample },
): readonly Suspect[] {
  const caches = otherCachesInUse(estimates.setting, sample);
  if (caches.length > 0 || Math.abs(distance(memory)) < clearDistance) return caches;
  // Others can only add to what is used.
  return memory.ratio > 1 ? [{ kind: "architecture" }, { kind: "other-work" }] : [{ kind: "architecture" }];
}

/** Formats with which the memory that an exporter tells is that of weights and cache. */
function otherCachesInUse(setting: Setting, sample: PoolSample): readonly Suspect[] {
  return otherCaches(setting)
    .filter((other) => {
      const estimates = estimatePool(other.setting, sample);
      const checks = estimates === null ? null : checksOf(estimates, sample);
      return checks?.memory?.agrees === true && checks.bytes?.agrees === true;
    })
    .flatMap(({ suspects }) => suspects);
}

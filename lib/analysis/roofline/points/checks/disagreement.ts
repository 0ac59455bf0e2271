/**
 * Agreement of the accelerator's counters with the token counters, and explanations for a disagreement. Bytes per
 * second over the full window are compared, and FLOP/s if tiles are full. The methods disagree if the difference
 * exceeds the errors of both, added in quadrature. Incorrect inputs may cancel out: twice as many accelerators with
 * weights twice as wide give the same bytes. The methods therefore also disagree if the observed machines differ from
 * the setting and the memory in use does not match weights and cache.
 */
import { distanceFromExpected, type RatioComparison } from "./comparison";
import { explainDisagreement, type Explanation } from "./explain";
import {
  estimatePool,
  type PoolSample,
  type PoolEstimates,
} from "@/lib/analysis/roofline/points/pool-estimates";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import { checkSetting } from "./setting-checks";
import { settingsWithOtherKvFormat, type Suspect } from "./suspects";

/** Whether the activity counters of the accelerator agree with the token counters. */
export type Agreement = {
  /** Comparison of bytes per second. */
  readonly bytes: RatioComparison;
  /** Comparison of FLOP/s; null if they cannot be compared. */
  readonly flops: RatioComparison | null;
  /**
   * Memory in use divided by the expected memory of weights and cache. If the methods agree, it is set only if an
   * exporter reports the memory.
   */
  readonly memory: RatioComparison | null;
} & (
  | {
      readonly kind: "agree";
      /**
       * Suspected inputs that only the memory in use shows, because their effect on bus activity is too small. The
       * suspect is the cache format if a different format explains the memory in use, and otherwise the model if it
       * cannot use that much or that little memory.
       */
      readonly memorySuspects: readonly Suspect[];
    }
  | ({
      readonly kind: "disagree";
      /**
       * Bandwidth that the memory delivers: counted bytes per second ÷ bus activity. Null unless the memory is clearly
       * slower than expected. A small difference is ignored, because gaps in scrapes also shift rates and gauges a
       * little.
       */
      readonly deliveredBytesPerSecond: number | null;
    } & Explanation)
);

/** Distance from 1 at which the memory is clearly slower than expected, in units of the expected error. */
const clearDistance = 1.5;

/**
 * Compares bus activity, tensor-core activity and memory in use with the token counters. Null if bus activity cannot be
 * compared.
 */
export function checkAgreement(estimates: PoolEstimates, sample: PoolSample): Agreement | null {
  const { bytes, flops, memory, matchesObservedMachines: matchesObserved } = checkSetting(estimates, sample);
  if (bytes === null) return null;
  const isOtherMachine = !matchesObserved && memory?.isWithinExpectedError === false;
  if (bytes.isWithinExpectedError && (flops?.isWithinExpectedError ?? true) && !isOtherMachine) {
    const reportedMemory = sample.observedMachines?.memoryUsedBytes === undefined ? null : memory;
    const memorySuspects =
      reportedMemory === null || reportedMemory.isWithinExpectedError
        ? []
        : suspectsFromMemory(reportedMemory, { estimates, sample });
    return { kind: "agree", bytes, flops, memory: reportedMemory, memorySuspects };
  }
  const explained = explainDisagreement(estimates, sample);
  const isSlow = explained.suspects.some(({ kind }) => kind === "slow-memory");
  return {
    kind: "disagree",
    bytes,
    flops,
    memory,
    ...explained,
    deliveredBytesPerSecond:
      explained.cause === "machine" &&
      isSlow &&
      bytes.ratio > 1 &&
      distanceFromExpected(bytes) >= clearDistance
        ? estimates.roof.bytesPerSecond / bytes.ratio
        : null,
  };
}

function suspectsFromMemory(
  memory: RatioComparison,
  { estimates, sample }: { readonly estimates: PoolEstimates; readonly sample: PoolSample },
): readonly Suspect[] {
  const caches = otherCachesInUse(estimates.setting, sample);
  if (caches.length > 0 || Math.abs(distanceFromExpected(memory)) < clearDistance) return caches;
  // Other processes can only add to the memory in use.
  return memory.ratio > 1 ? [{ kind: "architecture" }, { kind: "other-work" }] : [{ kind: "architecture" }];
}

/** Returns the cache formats for which weights and cache match the memory that an exporter reports. */
function otherCachesInUse(setting: PoolSetting, sample: PoolSample): readonly Suspect[] {
  return settingsWithOtherKvFormat(setting)
    .filter((other) => {
      const estimates = estimatePool(other.setting, sample);
      const checks = estimates === null ? null : checkSetting(estimates, sample);
      return checks?.memory?.isWithinExpectedError === true && checks.bytes?.isWithinExpectedError === true;
    })
    .flatMap(({ suspects }) => suspects);
}

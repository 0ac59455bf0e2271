/**
 * Whether the accelerator's counters and the token counters tell the same story, and what would explain it where not. Compared are bytes
 * a second over the whole window, and FLOP/s where tiles are full; beyond the expected error of both, added in quadrature, they disagree.
 * Wrong inputs may cancel out: twice as many accelerators with weights twice as wide read the same. So they disagree as well where other
 * machines are seen than are set and the memory in use is not that of weights and cache.
 */
import { distance, type Comparison } from "./comparison";
import { explain, type Explained } from "./explain";
import { placeWays, type PoolReading, type Ways } from "./place-ways";
import type { Setting } from "./setting";
import { checksOf } from "./setting-checks";
import { otherCaches, type Suspect } from "./suspects";

export type Agreement = {
  readonly bytes: Comparison;
  readonly flops: Comparison | null;
  /** Memory in use over that of weights and cache as they are set; where the ways agree only as an exporter tells it. */
  readonly memory: Comparison | null;
} & (
  | {
      readonly kind: "agree";
      /**
       * What the memory in use speaks against, too little read for the bus to tell: the format of the cache where another makes it fit,
       * else the model, if clearly more or less is used than it could take.
       */
      readonly doubted: readonly Suspect[];
    }
  | ({
      readonly kind: "disagree";
      /**
       * Bytes that the token counters count for each second in which the bus is busy, where memory is slow by clearly more than the
       * ways may differ; null where not: a gap in what is scraped moves rates and gauges a little apart as well.
       */
      readonly deliveredBytesPerSecond: number | null;
    } & Explained)
);

/** In what is expected. */
const clearly = 1.5;

/** Null where there is nothing to compare. */
export function agreementOf(ways: Ways, reading: PoolReading): Agreement | null {
  const { bytes, flops, memory, isAsSeen } = checksOf(ways, reading);
  if (bytes === null) return null;
  const isElsewhere = !isAsSeen && memory?.agrees === false;
  if (bytes.agrees && (flops?.agrees ?? true) && !isElsewhere) {
    const seen = reading.seen?.memoryUsedBytes === undefined ? null : memory;
    const doubted = seen === null || seen.agrees ? [] : doubtedBy(seen, { ways, reading });
    return { kind: "agree", bytes, flops, memory: seen, doubted };
  }
  const explained = explain(ways, reading);
  const isSlow = explained.suspects.some(({ kind }) => kind === "slow-memory");
  return {
    kind: "disagree",
    bytes,
    flops,
    memory,
    ...explained,
    deliveredBytesPerSecond:
      explained.cause === "machine" && isSlow && bytes.ratio > 1 && distance(bytes) >= clearly
        ? ways.roof.bytesPerSecond / bytes.ratio
        : null,
  };
}

function doubtedBy(
  memory: Comparison,
  { ways, reading }: { readonly ways: Ways; readonly reading: PoolReading },
): readonly Suspect[] {
  const caches = otherCachesInUse(ways.setting, reading);
  if (caches.length > 0 || Math.abs(distance(memory)) < clearly) return caches;
  // Others can only add to what is used.
  return memory.ratio > 1 ? [{ kind: "architecture" }, { kind: "other-work" }] : [{ kind: "architecture" }];
}

/** Formats with which the memory that an exporter tells is that of weights and cache. */
function otherCachesInUse(setting: Setting, reading: PoolReading): readonly Suspect[] {
  return otherCaches(setting)
    .filter((other) => {
      const ways = placeWays(other.setting, reading);
      const checks = ways === null ? null : checksOf(ways, reading);
      return checks?.memory?.agrees === true && checks.bytes?.agrees === true;
    })
    .flatMap(({ suspects }) => suspects);
}

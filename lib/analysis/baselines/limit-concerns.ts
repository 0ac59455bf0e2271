/**
 * Faults of a window: the limits of the deployment that it exceeds. A window with a fault can be steady and complete, but
 * a comparison with it would accept the fault.
 */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { ConcernFacts } from "@/lib/model/baseline/window-concern";
import { limitDefinition, limitIds, type Limits } from "@/lib/model/deployment/limits";
import { signalDefinition } from "@/lib/model/signals/signals";
import { computeStatistic } from "./compute-statistic";
import { listPresentValues } from "./merge-blocks";

/**
 * Returns a concern for each exceeded limit. The statistic over all blocks is compared with the limit. For a gauge, the
 * mean of each block is compared, and one block above the limit is enough.
 */
export function listLimitConcerns(measured: MeasuredBlocks, limits: Limits): readonly ConcernFacts[] {
  return limitIds.flatMap((limit): readonly ConcernFacts[] => {
    const { judges } = limitDefinition(limit);
    if (judges === null) return [];
    const threshold = limits[limit];
    if (signalDefinition(judges.signal).kind === "gauge") {
      const blocks = listPresentValues(measured.gauges[judges.signal]?.blocks ?? []);
      const exceededCount = blocks.filter((value) => value > threshold).length;
      const { blockCount } = measured;
      return exceededCount === 0 ? [] : [{ kind: "over-limit", limit, threshold, exceededCount, blockCount }];
    }
    const value = computeStatistic(measured, judges) ?? 0;
    return value > threshold ? [{ kind: "over-limit", limit, threshold, value }] : [];
  });
}

/** The signals whose changes are judged, so that they need a margin. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";

/**
 * Returns the measured signals of the application layer that a comparison judges: the signals for which lower or higher
 * values are better.
 */
export function listJudgedSignals({ distributions, counters, gauges }: MeasuredBlocks): readonly SignalId[] {
  return signalIds.filter((id) => {
    const isMeasured = [distributions, counters, gauges].some((one) => one[id] !== undefined);
    const { better, layer } = signalDefinition(id);
    return isMeasured && better !== "neither" && layer === "application";
  });
}

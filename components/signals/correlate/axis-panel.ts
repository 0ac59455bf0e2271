/** The panels that load the signals of both axes. */
import { listAxisStatistics } from "@/lib/sentences/signals/correlation/axis-series";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { Panel } from "../panels/panels";

/** Returns the panel of one axis, so that its signal is loaded, refreshed and checked like every panel. */
export function createAxisPanel(axis: "x" | "y", signal: SignalId): Panel {
  const { title, displayUnit } = signalDefinition(signal);
  return {
    id: `${axis} ${signal}`,
    section: "Latency",
    title,
    signals: [signal],
    statistics: listAxisStatistics(signal),
    drawAs: "lines",
    displayUnit,
  };
}

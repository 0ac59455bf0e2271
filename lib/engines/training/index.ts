/**
 * A training loop with metrics of its own. There is no convention to know it by: it is what a mapping says it is, and discovery
 * never proposes it.
 */
import type { Engine } from "@/lib/engines/engine";
import { noServingSignals } from "@/lib/engines/no-serving-signals";

export const training: Engine = {
  id: "training",
  title: "Training job",
  role: "training",
  detectionMetrics: [],
  // No metric has this name: which are its own, its mapping says.
  metricNamesPattern: "",
  modelLabel: null,
  signals: noServingSignals,
  arrivals: { names: [] },
};

/**
 * A training loop with custom metrics. No convention identifies it, so it is defined by a mapping and never
 * discovered.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { noServingSignals } from "@/lib/engines/definitions/no-serving-signals";

/** Adapter for training jobs. A mapping in the settings names their metrics. */
export const training: Engine = {
  id: "training",
  title: "Training job",
  role: "training",
  detectionMetrics: [],
  // No metric has this name. The mapping defines the job's metrics.
  metricNamesPattern: "",
  modelLabel: null,
  signals: noServingSignals,
  activityCounter: { names: [] },
};

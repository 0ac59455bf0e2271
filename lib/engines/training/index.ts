/**
 * A training loop with custom metrics. No convention identifies such a job, so a mapping defines it, and it is never
 * discovered.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { noServingSignals } from "@/lib/engines/definitions/no-serving-signals";

/** Adapter for training jobs. A mapping in the settings names their metrics. */
export const trainingJob: Engine = {
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

/**
 * A training job fed by Ray Data. It reports no serving signals, but has training panels, GPUs and hosts. No label
 * names its model, so the scrape job identifies it.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import { noServingSignals } from "@/lib/engines/definitions/no-serving-signals";

/** Adapter for training jobs that Ray Train runs. */
export const rayData: Engine = {
  id: "ray-data",
  title: "Ray Train job",
  role: "training",
  detectionMetrics: ["ray_data_iter_user_seconds"],
  metricNamesPattern: "ray_(?:data_iter|train)_.+",
  modelLabel: null,
  // No metric shows how the job was started. In newer Ray, every series has a label with Ray's version.
  infoMetrics: [
    { metric: { names: ["ray_data_iter_user_seconds"] }, versionLabel: "Version", versionedSoftware: "Ray" },
  ],
  signals: noServingSignals,
  // Older Ray counts no batches, so the time spent in user code shows progress as well.
  activityCounter: {
    names: ["ray_data_iter_batches_total", "ray_data_iter_user_seconds"],
    namesCoexist: true,
  },
};

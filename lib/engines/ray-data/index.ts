/**
 * A training job fed by Ray Data. It serves nothing, so every signal of serving says so; being a deployment, it has training
 * panels, GPUs and hosts like any other. Nothing names its model: the scrape job stands for it.
 */
import type { Engine } from "@/lib/engines/engine";
import { noServingSignals } from "@/lib/engines/no-serving-signals";

export const rayData: Engine = {
  id: "ray-data",
  title: "Ray Train job",
  role: "training",
  detectionMetrics: ["ray_data_iter_user_seconds"],
  metricNamesPattern: "ray_(?:data_iter|train)_.+",
  modelLabel: null,
  // Nothing tells how it was started; newer Ray names its version on every series.
  infoMetrics: [
    { metric: { names: ["ray_data_iter_user_seconds"] }, versionLabel: "Version", versionOf: "Ray" },
  ],
  signals: noServingSignals,
  // Older Ray counts no batches; time spent in the loop's own code moves as well.
  arrivals: { names: ["ray_data_iter_batches_total", "ray_data_iter_user_seconds"], namesCoexist: true },
};

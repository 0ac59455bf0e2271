/**
 * Ray Data's iterators, which feed the training loop of a Ray Train job: the only training metrics that exist without
 * a mapping.
 */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { mappingHint } from "@/lib/engines/definitions/mapped-metrics";
import { metricRef, notExposed, type MetricRef } from "@/lib/engines/definitions/recipe";

// Exposed as gauges that only increase. Ray also exposes each counter as a gauge without `_total`, which is not queried.
const blocked: MetricRef = metricRef("ray_data_iter_total_blocked_seconds");
const user: MetricRef = metricRef("ray_data_iter_user_seconds");
const newer = "Update Ray to a version that exposes this metric.";
const communication = notExposed("Ray does not measure collectives. Use NCCL Inspector.");

const mapped = (reason: string) => notExposed(reason, mappingHint);

/** Adapter for the metrics that Ray Data exposes about the input of a training loop. */
export const rayDataExporter: ExporterOf<"training"> = {
  id: "ray-data",
  title: "Ray Data",
  family: "training",
  detectionMetrics: ["ray_data_iter_user_seconds"],
  joinLabels: { sharedLabels: ["job", "namespace"] },
  signals: {
    "train-step-time": mapped(
      "Ray measures the total time for which the training loop waits for data and computes. It does not measure individual steps.",
    ),
    "train-step-spread": mapped("Ray does not measure the steps of individual workers."),
    "train-loss": mapped("Ray does not report the training loss."),
    "train-tokens": mapped("Ray counts rows, not tokens."),
    "train-samples": {
      kind: "counter",
      alternatives: [metricRef("ray_data_iter_rows_total")],
      howToEnable: newer,
    },
    "train-batches": {
      kind: "counter",
      alternatives: [metricRef("ray_data_iter_batches_total")],
      howToEnable: newer,
    },
    "train-data-wait": { kind: "rate-ratio", numerators: [blocked], denominators: [blocked, user] },
    "train-allreduce-time": communication,
    "train-allreduce-share": communication,
    "train-bus-bandwidth": communication,
  },
  caveats: {
    "train-samples":
      "Rows delivered to the loop, summed over all workers and datasets of the job. Validation datasets are included.",
    "train-batches": "Sum over all workers and datasets of the job. Validation datasets are included.",
    "train-data-wait":
      "Share of the total time of all workers and datasets of the job. The share hardly changes if only one worker is slow.",
  },
};

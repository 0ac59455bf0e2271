/**
 * NCCL Inspector's text files, exposed by node_exporter. They contain gauges of the latest dump interval, with one
 * series per GPU, communicator and message size.
 */
import type { ExporterOf } from "@/lib/engines/definitions/exporter";
import { mappingHint } from "@/lib/engines/definitions/mapped-metrics";
import { gauge, metricRef, notExposed, withLabels } from "@/lib/engines/definitions/recipe";

const microsecond = 1e-6;
const gigabyte = 1e9;
const ofLoop = notExposed("NCCL measures collectives, not the training loop around them.", mappingHint);
const allReduce = (name: string) => withLabels(metricRef(name), { collective: "AllReduce" });

/** Adapter for NCCL Inspector: bandwidth of collective operations in training. */
export const ncclInspectorExporter: ExporterOf<"training"> = {
  id: "nccl-inspector",
  title: "NCCL Inspector",
  family: "training",
  detectionMetrics: ["nccl_bus_bandwidth_gbs"],
  joinLabels: { host: ["node", "exported_node", "hostname"] },
  signals: {
    "train-step-time": ofLoop,
    "train-step-spread": ofLoop,
    "train-loss": ofLoop,
    "train-tokens": ofLoop,
    "train-samples": ofLoop,
    "train-batches": ofLoop,
    "train-data-wait": ofLoop,
    "train-allreduce-time": gauge(allReduce("nccl_collective_exec_time_microseconds"), microsecond),
    "train-allreduce-share": notExposed("NCCL reports the duration of an all-reduce, not of a step."),
    "train-bus-bandwidth": gauge(allReduce("nccl_bus_bandwidth_gbs"), gigabyte),
  },
  caveats: {
    "train-allreduce-time":
      "At intervals of 30 s or more, NCCL Inspector writes one mean duration per rank, communicator and range of message sizes. The longest of these means is displayed.",
    "train-bus-bandwidth":
      "The lowest value of all ranks, communicators and message sizes is displayed. Small messages have a low bus bandwidth on any link, so compare the value only with earlier values of the same job.",
  },
};

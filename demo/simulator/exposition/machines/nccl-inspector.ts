/** NCCL Inspector metrics through node_exporter's text files: gauges of the latest window of at most 30 s. */
import type { TrainingExposition } from "@/demo/simulator/training/training-expositions";
import {
  gradientBytesPerParameter,
  countRanks,
  type TrainingPlan,
  type TrainingStep,
} from "@/demo/simulator/training/training-step";
import { Registry, type Labels } from "@/demo/simulator/exposition/registry";

const windowMs = 30_000;

function rankLabels(plan: TrainingPlan): readonly Labels[] {
  return Array.from({ length: countRanks(plan) }, (_, rank) => ({
    version: "v5.1",
    slurm_job_id: "4711",
    node: `gpu-${plan.name}-${Math.floor(rank / plan.gpusPerHost)}`,
    gpu: String(rank % plan.gpusPerHost),
    comm_name: "default_pg",
    n_nodes: String(plan.hostCount),
    nranks: String(countRanks(plan)),
    collective: "AllReduce",
    message_size: "8-16GB",
    algo_proto: "RING_SIMPLE",
  }));
}

function create(plan: TrainingPlan): ReturnType<TrainingExposition["create"]> {
  const registry = new Registry({}, { numberFormat: "plain" });
  const ranks = rankLabels(plan);
  const time = registry.gauge(
    "nccl_collective_exec_time_microseconds",
    "NCCL collective execution time in microseconds",
    [],
  );
  const bandwidth = registry.gauge("nccl_bus_bandwidth_gbs", "NCCL bus bandwidth in GB/s", []);
  const count = countRanks(plan);
  const busBytes = ((2 * (count - 1)) / count) * plan.parameterCount * gradientBytesPerParameter;
  let steps: TrainingStep[] = [];
  let windowEndsMs = 0;
  const publish = (): void => {
    const mean = steps.reduce((sum, step) => sum + step.allReduceSeconds, 0) / steps.length;
    for (const labels of ranks) {
      time.set(mean * 1e6, labels);
      bandwidth.set(busBytes / mean / 1e9, labels);
    }
  };
  return {
    onStep: (step) => {
      steps.push(step);
      if (step.endMs < windowEndsMs) return;
      publish();
      steps = [];
      windowEndsMs = step.endMs + windowMs;
    },
    printMetrics: () => registry.print(),
    resetCounters: () => {},
  };
}

export const ncclInspector: TrainingExposition = {
  id: "nccl-inspector",
  title: "NCCL Inspector",
  port: 9100,
  path: "/metrics",
  create,
};

/** A training loop with custom metrics. No naming convention exists, so these are typical names. */
import type { TrainingExposition } from "@/demo/simulator/training/training-expositions";
import { Registry } from "@/demo/simulator/exposition/registry";

const edges = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

function create(): ReturnType<TrainingExposition["create"]> {
  const registry = new Registry({});
  const histogram = (name: string, help: string) => registry.histogram(name, help, edges);
  const step = histogram("train_step_duration_seconds", "Duration of a training step");
  const data = histogram("train_data_wait_seconds", "Time a step waited for its batch");
  const reduce = histogram("train_allreduce_seconds", "Time of the gradient all-reduce");
  const samples = registry.counter("train_samples_total", "Samples trained on");
  const rate = registry.gauge("train_samples_per_second", "Samples per second of the latest step");
  return {
    onStep: (done) => {
      step.observe(done.stepSeconds);
      data.observe(done.dataWaitSeconds);
      reduce.observe(done.allReduceSeconds);
      samples.add(done.sampleCount);
      rate.set(done.sampleCount / done.stepSeconds);
    },
    printMetrics: () => registry.print(),
    resetCounters: () => registry.reset(),
  };
}

export const trainingLoop: TrainingExposition = {
  id: "training-loop",
  title: "Custom training metrics",
  port: 8000,
  path: "/metrics",
  create,
};

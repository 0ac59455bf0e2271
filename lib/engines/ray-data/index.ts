/**
 * A training job fed by Ray Data. It serves nothing, so every signal of serving says so; being a deployment, it has training
 * panels, GPUs and hosts like any other. Nothing names its model: the scrape job stands for it.
 */
import type { Engine } from "@/lib/engines/engine";
import { notExposed, type NotExposed } from "@/lib/engines/recipe";
import { signalsOf, type SignalOf } from "@/lib/model/signals";

const servesNothing = notExposed("A training job serves no requests; its own signals are under training.");

const signals = Object.fromEntries(signalsOf("engine").map((signal) => [signal, servesNothing])) as {
  readonly [Id in SignalOf<"engine">]: NotExposed;
};

export const rayData: Engine = {
  id: "ray-data",
  title: "Ray Train job",
  role: "training",
  detectionMetrics: ["ray_data_iter_user_seconds"],
  ownNames: "ray_(?:data_iter|train)_.+",
  modelLabel: null,
  signals,
  // Older Ray counts no batches; time spent in the loop's own code moves as well.
  arrivals: { names: ["ray_data_iter_batches_total", "ray_data_iter_user_seconds"], namesCoexist: true },
};
